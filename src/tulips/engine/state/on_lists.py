"""Rules as words, views and previews use them: the same code, over plain lists instead of arrays.

Compiled, a rule's table is an array. In CPython an array gives one of numpy's own numbers at every look, and reckoning with
those takes several times as long as with Python's. So the plain form of a rule has its tables as lists, and a record's fields
too: where the rule says `table[a, b]`, its plain form does `table[a][b]`.
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
    """The rule over plain lists; the rules that it calls are so too."""
    found: F = _globals_of(rule.__module__)[rule.__name__]
    return found


def _globals_of(module: str) -> dict[str, Any]:
    """What a module's rules look into, with each array as a list and each rule over these."""
    if module not in _modules:
        own = sys.modules[module]
        new = _modules[module] = dict(vars(own))
        rules = {name: value for name, value in new.items() if isinstance(value, FunctionType) and hasattr(value, MARK)}
        for name, value in new.items():
            if isinstance(value, np.ndarray):
                new[name] = _listed(value)
        exec(_code_of(own, {name for name, rule in rules.items() if rule.__module__ == module}), new)
        for name, rule in rules.items():
            if rule.__module__ == module:
                new[name].__dict__.update(rule.__dict__)
            else:
                new[name] = on_lists(rule)
    return _modules[module]


def _code_of(module: ModuleType, rules: set[str]) -> Any:
    """What defines a module's rules in their plain form."""
    tree = ast.parse(inspect.getsource(module))
    tree.body = [line for line in tree.body if isinstance(line, ast.FunctionDef) and line.name in rules]
    return compile(ast.fix_missing_locations(_Plain().visit(tree)), module.__file__ or "", "exec")


class _Plain(ast.NodeTransformer):
    """Makes `table[a][b]` of `table[a, b]`, and leaves out what is said of types and to the compiler."""

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


def _listed(table: "np.ndarray[Any, Any]") -> Any:
    """A table of whole numbers as lists; any other as it is."""
    return table.tolist() if table.dtype.kind in "iub" and table.ndim <= 2 else table
