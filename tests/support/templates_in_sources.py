"""The templates of phrases that a game's sources can say, found by reading them (`ast`), not by playing.

The first argument of every `say(...)` and `Phrase(...)` is looked at. It may be a text, a choice between texts, a name that
stands for one, an argument that a function of the module is given, an entry of a list or dictionary of the module, or an
f-string of these. Whatever else it is must be told by hand, or an error says where it stands: so no sentence escapes.
"""

import ast
import importlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

SAYING = ("say", "Phrase")


class NotRead(Exception):
    """What is said somewhere cannot be read from the source."""


def templates_in(modules: Iterable[ModuleType], known: Mapping[str, Iterable[str]]) -> set[str]:
    """Every template in the sources of modules; `known` holds what expressions stand for that cannot be read."""
    return {template for module in modules for template in _Reader(module, known).templates()}


def modules_of(package: str) -> list[ModuleType]:
    """The modules of a package."""
    folder = Path(importlib.import_module(package).__path__[0])
    return [importlib.import_module(f"{package}.{path.stem}") for path in sorted(folder.glob("[!_]*.py"))]


class _Reader:
    """One module, and what its expressions may stand for."""

    def __init__(self, module: ModuleType, known: Mapping[str, Iterable[str]]) -> None:
        assert module.__file__
        self._module = module
        self._known = known
        self._tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))

    def templates(self) -> Iterator[str]:
        for function, call in self._calls(self._tree, self._tree):
            yield from self._values(call.args[0], function)

    def _calls(self, node: ast.AST, function: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
        """Every call that says something, with the function around it."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in SAYING:
                yield function, child
            yield from self._calls(child, child if isinstance(child, ast.FunctionDef) else function)

    def _values(self, node: ast.expr, function: ast.AST) -> set[str]:
        """The texts that an expression may stand for."""
        if (said := self._known.get(ast.unparse(node))) is not None:
            return set(said)
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.IfExp():
                return self._values(node.body, function) | self._values(node.orelse, function)
            case ast.Name():
                return self._values_of_name(node, function)
            case ast.Subscript(value=ast.Dict() as entries) | ast.Subscript(value=ast.Tuple() as entries):
                return self._entries(entries, function)
            case ast.Subscript(value=ast.Name(id=name)):
                return _texts(getattr(self._module, name, None)) or self._unread(node)
            case ast.Call(func=ast.Attribute(value=ast.Dict() as entries, attr="get"), args=[_, default]):
                return self._entries(entries, function) | self._values(default, function)
            case ast.JoinedStr(values=parts):
                return {"".join(one) for one in itertools.product(*(self._part(part, function) for part in parts))}
        return self._unread(node)

    def _part(self, part: ast.expr, function: ast.AST) -> set[str]:
        return self._values(part.value if isinstance(part, ast.FormattedValue) else part, function)

    def _entries(self, entries: ast.Dict | ast.Tuple, function: ast.AST) -> set[str]:
        values = entries.values if isinstance(entries, ast.Dict) else entries.elts
        return set().union(*(self._values(value, function) for value in values))

    def _values_of_name(self, name: ast.Name, function: ast.AST) -> set[str]:
        """What is assigned to a name in the function, or what the module calls so."""
        assigned = [
            statement.value
            for statement in ast.walk(function)
            if isinstance(statement, ast.Assign) and [ast.unparse(target) for target in statement.targets] == [name.id]
        ]
        if assigned and function is not self._tree:
            return set().union(*(self._values(value, function) for value in assigned))
        if isinstance(function, ast.FunctionDef) and name.id in (parameters := [one.arg for one in function.args.args]):
            return self._arguments(function.name, parameters.index(name.id))
        return _texts(getattr(self._module, name.id, None)) or self._unread(name)

    def _arguments(self, called: str, place: int) -> set[str]:
        """What a function of the module is given at a place."""
        found = set()
        for function in ast.walk(self._tree):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == called:
                        found |= self._values(call.args[place], function)
        return found

    def _unread(self, node: ast.expr) -> set[str]:
        raise NotRead(f"{self._module.__name__}, line {node.lineno}: {ast.unparse(node)}")


def _texts(value: Any) -> set[str]:
    """The texts in a constant of a module."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return set()
    return set().union(*(_texts(one) for one in value))
