"""TypeScript of the messages, of the HTTP API and of every game's view, so that the page and the server can't drift apart.

`python -m tulips.web.typescript web/src/generated` writes it; a test compares.
"""

import inspect as python_inspect
import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

import tulips
from tulips.engine.game import Game
from tulips.engine.kinds import Kind, Move
from tulips.engine.match.record_file import RecordFile
from tulips.web import messages
from tulips.web.api import Problem
from tulips.web.app import Web

OWN = {Move: 'G["move"]', Kind: 'G["what"]'}
"""What each game has of its own in a frame, by its type: such a frame is generic in the game."""

OWN_TITLES = {"View": 'G["view"]', "Handle": 'G["handle"]', "Figure": 'G["figure"]'}
"""The same for types that only their title tells apart."""

PARAMETER = "<G extends AnyGame = AnyGame>"

ANY_GAME = """
/** A move or happening of any game; each game's own file has its kinds. */
export interface AnyKind {
  kind: string;
  [field: string]: unknown;
}

/** What a game has of its own in frames; each game's own file has its `Game`. */
export interface AnyGame {
  view: unknown;
  move: AnyKind;
  what: AnyKind;
  handle: string;
  figure: string;
}
"""

HEAD = "// Written by `python -m tulips.web.typescript`; do not edit.\n"

Fields = inspect.StructType | inspect.TypedDictType


class Module:
    """One generated file: its interfaces, and imports of those that another file has."""

    def __init__(self, name: str, imported: "Module | None" = None) -> None:
        self.name = name
        self._written: dict[str, tuple[type, bool]] = {}  # by an interface's name, what it was written from
        self._texts: dict[str, str] = {}
        self._other = imported
        self._imports: set[str] = set()
        self._generic: set[str] = set()
        self._names: dict[str, frozenset[str]] = {}  # by the type's name

    def add(self, root: Any, *, sent: bool = False) -> None:
        """Write a type and all that it holds. What the page sends (`sent`) may leave out what has a default."""
        if self._other is None or not self._other.has(root, sent=sent):
            self._type(inspect.type_info(root), sent=sent)

    def text(self) -> str:
        """Return the file's text."""
        names = ", ".join(sorted(self._imports))
        imports = f'import type {{ {names} }} from "./{self._other.name}";\n' if self._other and names else ""
        return HEAD + imports + "".join(f"\n{self._texts[name]}" for name in sorted(self._texts))

    def _type(self, t: inspect.Type, *, sent: bool) -> str:
        """Return a type's name in TypeScript; interfaces are written on the way."""
        match t:
            case inspect.StructType(cls=cls) if cls in OWN:
                return OWN[cls]
            case inspect.Metadata(type=named, extra_json_schema={"title": str(title)} as schema):
                return self._alias(title, named, schema, sent=sent)
            case inspect.StructType() | inspect.TypedDictType():
                return self._interface(t, sent=sent)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self._type(part, sent=sent) for part in t.types))
            case inspect.ListType() | inspect.VarTupleType():
                item = self._type(t.item_type, sent=sent)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(self._type(part, sent=sent) for part in t.item_types)}]"
            case inspect.DictType():
                key, value = self._type(t.key_type, sent=sent), self._type(t.value_type, sent=sent)
                return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
            case inspect.LiteralType():
                return " | ".join(msgspec.json.encode(value).decode() for value in t.values)
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return "unknown"
        raise TypeError(f"There is no TypeScript for {t} yet.")

    def _alias(self, title: str, named: inspect.Type, schema: Mapping[str, Any] | None, *, sent: bool) -> str:
        """Return the name of a type whose values are names, such as a card."""
        if title in OWN_TITLES:
            return OWN_TITLES[title]
        names = (schema or {}).get("enum")
        if not names:
            return self._type(named, sent=sent)
        if title in self._written:
            raise TypeError(f"{title} is both names and an interface.")
        self._names[title] = frozenset(names)
        meaning = " | ".join(json.dumps(name, ensure_ascii=False) for name in names)
        self._texts[title] = f"export type {title} = {meaning};\n"
        return title

    def union(self, name: str, comment: str, *types: type, sent: bool = False) -> None:
        """Write a union of structs with tags."""
        for cls in types:
            self.add(cls, sent=sent)
        members = " | ".join(self.generic(cls.__name__) for cls in types) or "never"
        head = name + PARAMETER if "<G>" in members else name
        self._texts[name] = f"/** {comment} */\nexport type {head} = {members};\n"

    def own(self, view: Any) -> None:
        """Write what a game has of its own, for frames to be generic in."""
        parts = {"view": self._type(inspect.type_info(view), sent=False)}
        parts |= {"move": "GameMove", "what": "What", "handle": "GameHandle", "figure": "GameFigure"}
        lines = [f"  {part}: {name};" for part, name in parts.items()]
        comment = "/** What this game has of its own in frames: `Position<Game>`. */"
        self._texts["Game"] = "\n".join([comment, "export interface Game {", *lines, "}", ""])

    def patterns(self, name: str, comment: str, forms: Iterable[str]) -> None:
        """Write a type of texts of certain forms: "seat:{int}" becomes `seat:${number}`, "hand:{Card}" `hand:${Card}`."""
        parts = dict.fromkeys("`" + re.sub(r"{(\w+)}", self._gap, form) + "`" for form in forms)
        self._texts[name] = f"/** {comment} */\nexport type {name} = {' | '.join(parts) or 'never'};\n"

    def _gap(self, gap: re.Match[str]) -> str:
        types = {"int": "number", "str": "string"} | {name: name for name in self._names}
        if gap[1] not in types:
            raise TypeError(f"No field of this game has names of the type {gap[1]}.")
        return f"${{{types[gap[1]]}}}"

    def forms(self, texts: Iterable[str]) -> list[str]:
        """Return the forms of all these handles: `{int}` for their numbers, and for their names the type that these are of."""
        found: dict[str, list[list[str]]] = {}
        for text in texts:
            head, *parts = text.split(":")
            form = ":".join([head, *("{{int}}" if part.isdecimal() else "{}" for part in parts)])
            found.setdefault(form, []).append([part for part in parts if not part.isdecimal()])
        return [form.format(*gaps) for form, names in found.items() for gaps in self._gaps(names)]

    def _gaps(self, names: list[list[str]]) -> list[list[str]]:
        """Return what stands for these names, of each handle one after the other; where they are of no type, themselves."""
        columns = [self._type_of({*column}) for column in zip(*names, strict=True)]
        typed = [column for column in columns if column]
        return [typed] if len(typed) == len(columns) else names

    def _type_of(self, names: set[str]) -> str | None:
        """Return the gap of the smallest type that has all these names."""
        types = [name for name, all_names in self._names.items() if all_names >= names]
        return f"{{{min(types, key=lambda name: len(self._names[name]))}}}" if types else None

    def _interface(self, t: Fields, *, sent: bool) -> str:
        """Write an interface and return its name, with the game that it is generic in."""
        name = t.cls.__name__
        if self._other and self._other.has(t.cls, sent=sent):
            self._imports.add(name)
            return self._other.generic(name)
        if not self.has(t.cls, sent=sent):
            self._written[name] = t.cls, sent  # before its fields: a struct may hold its own kind
            self._texts[name] = self._declaration(t, sent=sent)
        return self.generic(name)

    def generic(self, name: str) -> str:
        """Return a type's name as others refer to it: `Offer<G>` for what holds something of the game's own."""
        return f"{name}<G>" if name in self._generic else name

    def has(self, cls: Any, *, sent: bool) -> bool:
        """Return whether the type is here; a `TypeError` if its name stands for something else."""
        found = self._written.get(getattr(cls, "__name__", ""))
        if found and found != (cls, sent):
            raise TypeError(f"{cls.__name__} is two interfaces: two types have the name, or one is both sent and received.")
        return found is not None

    def _declaration(self, t: Fields, *, sent: bool) -> str:
        lines = []
        tag = t.tag if isinstance(t, inspect.StructType) else None
        if tag is not None and isinstance(t, inspect.StructType):
            lines.append(f'  {t.tag_field}: "{tag}";')
        omits = sent or isinstance(t, inspect.TypedDictType) or t.cls.__struct_config__.omit_defaults
        for field in t.fields:
            optional = "?" if not field.required and omits else ""
            lines.append(f"  {field.encode_name}{optional}: {self._type(field.type, sent=sent)};")
        name = t.cls.__name__
        if any(own in line for line in lines for own in ('G["', "<G>")):
            self._generic.add(name)
            self._imports.add("AnyGame")
            name += PARAMETER
        # An interface does not fit into AnyKind, which has fields of any name; a type does.
        head, end = (f"type {name} =", "};") if issubclass(t.cls, Kind) else (f"interface {name}", "}")
        return "\n".join([_comment(t.cls), f"export {head} {{", *lines, end, ""])


def _comment(cls: type) -> str:
    """Return the type's docstring as a comment."""
    first, *more = python_inspect.cleandoc(cls.__doc__ or "").splitlines()
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in (first, *more)), " */"]) if more else f"/** {first} */"


def files() -> dict[str, str]:
    """Return every generated file's text by its name."""
    frames = Module("messages")
    frames.union("FromPage", "Whatever the page sends.", *get_args(messages.FromPage), sent=True)
    frames.union("ToPage", "Whatever the server sends.", *get_args(messages.ToPage))
    written = {"messages.ts": frames.text() + ANY_GAME, "http.ts": _http(frames).text()}
    for name in tulips.game_names():
        if f"{name}.ts" in written:
            raise TypeError(f"There are two files {name}.ts: a game can't be called {name}.")
        written[f"{name}.ts"] = _game(tulips.game(name)).text()
    return written


def _game(game: Game) -> Module:
    """Return a game's view, its kinds of moves and happenings, and the forms of its handles and figures."""
    types, kinds = Module(game.name), game.kinds
    types.own(game.views.view.__annotations__["return"])
    types.union("GameMove", "A move: what a seat decides.", *kinds.MOVES)
    types.union("GameHappening", "What the log tells beside moves.", *kinds.HAPPENINGS)
    types.union("What", "Whatever a line of the log tells.", *kinds.MOVES, *kinds.HAPPENINGS)
    types.patterns("GameHandle", "A thing on the table that one touches.", [*kinds.HANDLES, *types.forms(kinds.MEASURES)])
    types.patterns("GameFigure", "A number worth a curve.", game.views.FIGURES)
    return types


def _http(frames: Module) -> Module:
    """Return what goes in and out of every endpoint. The page hands record files on without a look inside."""
    http = Module("http", imported=frames)
    http.add(Problem)
    for endpoint in Web.endpoints():
        if endpoint.body not in (None, RecordFile):
            http.add(endpoint.body, sent=True)
        if endpoint.answer is not RecordFile:
            http.add(endpoint.answer)
    return http


def main(folder: str) -> None:
    """Write all files into the folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (Path(folder) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
