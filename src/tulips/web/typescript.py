"""TypeScript of the messages, of the HTTP API and of every game's view, so that the page and the server can't drift apart.

`python -m tulips.web.typescript web/src/generated` writes it; a test compares.
"""

import inspect as python_inspect
import json
import sys
from collections.abc import Mapping, Sequence
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
            case inspect.StructType(cls=cls) if cls in (Kind, Move):
                if self._other:
                    self._imports.add("AnyKind")
                return "AnyKind"
            case inspect.Metadata(type=named, extra_json_schema={"title": str(title)} as schema):
                return self._alias(title, named, schema, sent=sent)
            case inspect.StructType() | inspect.TypedDictType():
                self._interface(t, sent=sent)
                return t.cls.__name__
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self._type(part, sent=sent) for part in t.types))
            case inspect.ListType() | inspect.VarTupleType():
                item = self._type(t.item_type, sent=sent)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(self._type(part, sent=sent) for part in t.item_types)}]"
            case inspect.DictType():
                return f"Record<string, {self._type(t.value_type, sent=sent)}>"
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
                return "any"
        raise TypeError(f"There is no TypeScript for {t} yet.")

    def _alias(self, title: str, named: inspect.Type, schema: Mapping[str, Any] | None, *, sent: bool) -> str:
        """Return the name of a type whose values are names, such as a card."""
        names = (schema or {}).get("enum")
        if not names:
            return self._type(named, sent=sent)
        if title in self._written:
            raise TypeError(f"{title} is both names and an interface.")
        meaning = " | ".join(json.dumps(name, ensure_ascii=False) for name in names)
        self._texts[title] = f"export type {title} = {meaning};\n"
        return title

    def union(self, name: str, comment: str, *types: type) -> None:
        """Write a union of structs with tags."""
        for cls in types:
            self.add(cls)
        members = " | ".join(cls.__name__ for cls in types) or "never"
        self._texts[name] = f"/** {comment} */\nexport type {name} = {members};\n"

    def patterns(self, name: str, comment: str, forms: Sequence[str]) -> None:
        """Write a type of texts of certain forms: "seat:{int}" becomes `seat:${number}`."""
        parts = dict.fromkeys(f"`{form.replace('{int}', '${number}').replace('{str}', '${string}')}`" for form in forms)
        self._texts[name] = f"/** {comment} */\nexport type {name} = {' | '.join(parts) or 'never'};\n"

    def _interface(self, t: Fields, *, sent: bool) -> None:
        if self._other and self._other.has(t.cls, sent=sent):
            self._imports.add(t.cls.__name__)
        elif not self.has(t.cls, sent=sent):
            self._written[t.cls.__name__] = t.cls, sent  # before its fields: a struct may hold its own kind
            self._texts[t.cls.__name__] = self._declaration(t, sent=sent)

    def has(self, cls: Any, *, sent: bool) -> bool:
        """Return whether the type is here; a `TypeError` if its name stands for something else."""
        found = self._written.get(getattr(cls, "__name__", ""))
        if found and found != (cls, sent):
            raise TypeError(f"{cls.__name__} is two interfaces: two types have the name, or one is both sent and received.")
        return found is not None

    def _declaration(self, t: Fields, *, sent: bool) -> str:
        lines = [_comment(t.cls), f"export interface {t.cls.__name__} {{"]
        tag = t.tag if isinstance(t, inspect.StructType) else None
        if tag is not None and isinstance(t, inspect.StructType):
            lines.append(f'  {t.tag_field}: "{tag}";')
        omits = sent or isinstance(t, inspect.TypedDictType) or t.cls.__struct_config__.omit_defaults
        for field in t.fields:
            optional = "?" if not field.required and omits else ""
            lines.append(f"  {field.encode_name}{optional}: {self._type(field.type, sent=sent)};")
        return "\n".join([*lines, "}", ""])


def _comment(cls: type) -> str:
    """Return the type's docstring as a comment."""
    first, *more = python_inspect.cleandoc(cls.__doc__ or "").splitlines()
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in (first, *more)), " */"]) if more else f"/** {first} */"


def files() -> dict[str, str]:
    """Return every generated file's text by its name."""
    frames = Module("messages")
    frames.add(messages.FromPage, sent=True)
    frames.add(messages.ToPage)
    unions = {"FromPage": messages.FromPage, "ToPage": messages.ToPage}
    types = [
        f"\nexport type {name} = {' | '.join(part.__name__ for part in get_args(union))};\n" for name, union in unions.items()
    ]
    types.append("\n/** A move or happening of any game; each game's own file has its kinds. */\n")
    types.append("export interface AnyKind {\n  kind: string;\n  [field: string]: unknown;\n}\n")
    written = {"messages.ts": frames.text() + "".join(types), "http.ts": _http(frames).text()}
    for name in tulips.game_names():
        written[f"{name}.ts"] = _game(tulips.game(name)).text()
    return written


def _game(game: Game) -> Module:
    """Return a game's view, its kinds of moves and happenings, and the forms of its handles and figures."""
    types, kinds = Module(game.name), game.kinds
    types.add(game.views.view.__annotations__["return"])
    types.union("GameMove", "A move: what a seat decides.", *kinds.MOVES)
    types.union("GameHappening", "What the log tells beside moves.", *kinds.HAPPENINGS)
    types.union("What", "Whatever a line of the log tells.", *kinds.MOVES, *kinds.HAPPENINGS)
    types.patterns("GameHandle", "A thing on the table that one touches.", [*kinds.HANDLES, *map(_form, kinds.MEASURES)])
    types.patterns("GameFigure", "A number worth a curve.", game.views.FIGURES)
    return types


def _form(handle: str) -> str:
    """Return the form of a handle: its numbers and names left open."""
    head, *rest = handle.split(":")
    return ":".join([head, *("{int}" if part.isdecimal() else "{str}" for part in rest)])


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
