"""The names of sentences that sources can say, found by reading them, not by playing.

In Python (`ast`) the name in every call that says something is looked at: `say("give", card=card)`. It may be a text, a choice
between texts, a name that stands for one, an argument that a function of the module is given, an entry of a list or dictionary
of the module, or an f-string of these. Whatever else it is must be told by hand, or an error says where it stands: so no
sentence escapes. On the page, names stand in `t("…")`, `template("…")`, phrases and a game's texts.
"""

import ast
import importlib
import itertools
import json
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

SAYING: Mapping[str, int] = {"say": 0, "Phrase": 0}
"""Functions that say something, each with the place of the name among its arguments."""

STRING = r'"((?:[^"\\]|\\.)*)"'
COMMENT = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*|<!--.*?-->", re.DOTALL | re.MULTILINE)
SAID_BY_A_PAGE = re.compile(r"\b(?:t|template)\(\s*([^,(){}]*)|\{ name: ([^,{}]*)[,}]")
TEXT_OF_A_GAME = re.compile(r"\b(?:text|unit|pricesTitle|burstsNote): (" + STRING + ")")
CHOSEN = re.compile(r"(?:^|(?<!\?)[?:]|\|\|)\s*" + STRING)
SAID_BARE = re.compile(r"\bt\(\s*" + STRING + r"\s*\)")
PARTLY = re.compile(r"\bt\(\s*`([^`]*)`")


class Said(NamedTuple):
    """What is said at one place: the name, the gaps that it is given, or None where that can't be read, and the place."""

    name: str
    gaps: frozenset[str] | None
    where: str


class NotRead(Exception):
    """What is said somewhere cannot be read from the source."""


def said_in(
    modules: Iterable[ModuleType],
    known: Mapping[str, Iterable[str]],
    saying: Mapping[str, int] = SAYING,
    passed_on: Iterable[str] = (),
) -> Iterator[Said]:
    """Everything that modules say.

    `known` holds what expressions stand for that cannot be read; those `passed_on` bring what is said elsewhere.
    """
    for module in modules:
        yield from _Reader(module, known, saying, passed_on).said()


def modules_of(package: str, but: Iterable[str] = ()) -> list[ModuleType]:
    """The modules of a package and of those within it, but for those in some folders."""
    top = importlib.import_module(package)
    found = (one.name for one in pkgutil.walk_packages(top.__path__, f"{package}."))
    return [top, *(importlib.import_module(name) for name in found if not name.startswith(tuple(but)))]


class Page:
    """Sources of the page, and what they say."""

    def __init__(self, paths: Iterable[Path], *, of_a_game: bool = False) -> None:
        self._of_a_game = of_a_game
        self._sources = {path: COMMENT.sub("", path.read_text(encoding="utf-8")) for path in paths}

    def said(self) -> Iterator[Said]:
        """Every name that is said in so many words."""
        for path, source in self._sources.items():
            bare = {_string(text) for text in SAID_BARE.findall(source)}
            expressions = ["".join(parts) for parts in SAID_BY_A_PAGE.findall(source)]
            if self._of_a_game:
                expressions += [text for text, _ in TEXT_OF_A_GAME.findall(source)]
            for expression in expressions:
                for name in map(_string, CHOSEN.findall(expression.strip())):
                    yield Said(name, frozenset() if name in bare else None, path.name)

    def mentions(self, name: str) -> bool:
        """Whether a name stands anywhere in the sources, so that an expression may say it."""
        literal = json.dumps(name, ensure_ascii=False)
        return any(literal in source for source in self._sources.values()) or any(
            part.fullmatch(name) for part in self._partly()
        )

    def _partly(self) -> Iterator[re.Pattern[str]]:
        """Names that are put together: t(`board.${kind}`)."""
        for source in self._sources.values():
            for text in PARTLY.findall(source):
                yield re.compile(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", text))))

    def holds(self, text: str) -> str:
        """Where a text stands in the sources as a literal or between tags; nothing if nowhere."""
        literal = json.dumps(text, ensure_ascii=False)
        found = (path.name for path, source in self._sources.items() if literal in source or f">{text}<" in source)
        return next(found, "")


def _string(text: str) -> str:
    found: str = json.loads(f'"{text}"')
    return found


class _Reader:
    """One module, and what its expressions may stand for."""

    def __init__(
        self,
        module: ModuleType,
        known: Mapping[str, Iterable[str]],
        saying: Mapping[str, int],
        passed_on: Iterable[str],
    ) -> None:
        assert module.__file__
        self._passed_on = frozenset(passed_on)
        self._module = module
        self._known = known
        self._saying = saying
        self._tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))

    def said(self) -> Iterator[Said]:
        # Of say("raise").text only the sentence is asked, its gaps left open.
        asked = {id(node.value) for node in ast.walk(self._tree) if isinstance(node, ast.Attribute)}
        for function, call, place in [*self._calls(self._tree, self._tree), *self._calls_of_bases()]:
            if len(call.args) <= place:
                continue
            gaps = frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)
            open_ended = any(keyword.arg is None for keyword in call.keywords) or len(call.args) > place + 1
            for name in self._values(call.args[place], function) - {""}:
                yield Said(name, None if open_ended or id(call) in asked else gaps, f"{self._module.__name__}:{call.lineno}")

    def _calls(self, node: ast.AST, function: ast.AST) -> Iterator[tuple[ast.AST, ast.Call, int]]:
        """Every call that says something, with the function around it and the place of the name."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in self._saying:
                yield function, child, self._saying[child.func.id]
            inner = child if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else function
            yield from self._calls(child, inner)

    def _calls_of_bases(self) -> Iterator[tuple[ast.AST, ast.Call, int]]:
        """What a class says as the one that it is derived from: `super().__init__("late", NOT_OPEN)`."""
        for found in ast.walk(self._tree):
            for base in found.bases if isinstance(found, ast.ClassDef) else ():
                if isinstance(base, ast.Name) and base.id in self._saying:
                    calls = (one for one in ast.walk(found) if isinstance(one, ast.Call))
                    yield from (
                        (found, one, self._saying[base.id]) for one in calls if ast.unparse(one.func) == "super().__init__"
                    )

    def _values(self, node: ast.expr, function: ast.AST) -> set[str]:
        """The texts that an expression may stand for."""
        if (said := self._known.get(ast.unparse(node))) is not None:
            return set(said)
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.IfExp():
                return self._values(node.body, function) | self._values(node.orelse, function)
            case ast.BoolOp(values=values):
                return set().union(*(self._values(value, function) for value in values))
            case ast.Name():
                return self._values_of_name(node, function)
            case ast.Subscript(value=ast.Dict() as entries) | ast.Subscript(value=ast.Tuple() as entries):
                return self._entries(entries, function)
            case ast.Subscript(value=ast.Name(id=name)):
                return _texts(getattr(self._module, name, None)) or self._unread(node)
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=module), attr=name)):
                return _texts(getattr(getattr(self._module, module, None), name, None)) or self._unread(node)
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
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = [one.arg for one in function.args.args]
            if name.id in parameters:
                return self._arguments(function.name, parameters.index(name.id)) or self._unread(name)
        return _texts(getattr(self._module, name.id, None)) or self._unread(name)

    def _arguments(self, called: str, place: int) -> set[str]:
        """What a function or a method of the module is given at a place."""
        found = set()
        for function in ast.walk(self._tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and ast.unparse(call.func) in (called, f"self.{called}"):
                        at = place - ast.unparse(call.func).startswith("self.")
                        found |= self._values(call.args[at], function)
        return found

    def _unread(self, node: ast.expr) -> set[str]:
        if ast.unparse(node) in self._passed_on:
            return set()
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
