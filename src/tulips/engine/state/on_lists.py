"""Rules as words, views and previews use them: the same code, on lists instead of arrays.

Compiled, a rule looks numbers up in arrays. In CPython an array gives one of numpy's own numbers at every look, and reckoning
with those takes several times as long as with Python's. So a rule's form on lists has its arrays as lists, and a state's fields
too: where the rule says `array[a, b]`, its form on lists does `array[a][b]`.
"""

import ast
import inspect
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np

from tulips.engine.state.rule import MARK

F = TypeVar("F", bound=Callable[..., Any])

_modules: dict[str, dict[str, Any]] = {}


def on_lists(rule: F) -> F:
    """The rule on lists; so are the rules that it calls."""
    found: F = _globals_of(rule.__module__)[rule.__name__]
    return found


def _globals_of(module: str) -> dict[str, Any]:
    """The globals of a module for its rules on lists: each array as a list, each rule in its form on lists."""
    if module not in _modules:
        own = sys.modules[module]
        new = _modules[module] = dict(vars(own))
        rules = {name: value for name, value in new.items() if isinstance(value, FunctionType) and hasattr(value, MARK)}
        for name, value in new.items():
            if isinstance(value, np.ndarray):
                new[name] = _as_lists(value)
        exec(_code_of(own, {name for name, rule in rules.items() if rule.__module__ == module}), new)
        for name, rule in rules.items():
            if rule.__module__ == module:
                new[name].__dict__.update(rule.__dict__)
            else:
                new[name] = on_lists(rule)
    return _modules[module]


def _code_of(module: ModuleType, rules: set[str]) -> Any:
    """The code that defines a module's rules on lists."""
    tree = ast.parse(inspect.getsource(module))
    tree.body = [line for line in tree.body if isinstance(line, ast.FunctionDef) and line.name in rules]
    return compile(ast.fix_missing_locations(_OnLists().visit(tree)), module.__file__ or "", "exec")


class _OnLists(ast.NodeTransformer):
    """Makes `array[a][b]` of `array[a, b]`, and leaves out what is said of types and to the compiler."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) != 2:
            return node
        row, cell = node.slice.elts
        return ast.Subscript(ast.Subscript(node.value, row, ast.Load()), cell, node.ctx)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list, node.returns = [], None
        for argument in node.args.args:
            argument.annotation = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value) if node.value else ast.Pass()


def _as_lists(array: "np.ndarray[Any, Any]") -> Any:
    """An array of whole numbers as lists; any other as it is."""
    return array.tolist() if array.dtype.kind in "iub" and array.ndim <= 2 else array
