"""TypeScript of the messages, of the HTTP API and of every game's view, so that the page and the server can't drift apart.

`python -m tulips.web.typescript web/src/generated` writes it; a test compares.
"""

import inspect as python_inspect
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

import tulips
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
        tag = getattr(t, "tag", None)
        if tag is not None:
            lines.append(f'  type: "{tag}";')
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
    written = {"messages.ts": frames.text() + "".join(types), "http.ts": _http(frames).text()}
    for name in tulips.game_names():
        view = Module(name)
        view.add(tulips.game(name).views.view.__annotations__["return"])
        written[f"{name}.ts"] = view.text()
    return written


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
