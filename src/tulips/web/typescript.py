"""TypeScript of the messages and of every game's view, so that the page and the server can't drift apart.

`python -m tulips.web.typescript web/src/generated` writes it; a test compares.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

import tulips
from tulips.web import messages

HEAD = "// Written by `python -m tulips.web.typescript`; do not edit.\n"


def typescript(roots: Iterable[Any]) -> str:
    """Interfaces for the structs and all that they hold."""
    told: dict[str, str] = {}
    for root in roots:
        _type(inspect.type_info(root), told)
    return HEAD + "".join(f"\n{told[name]}" for name in sorted(told))


def _type(t: inspect.Type, told: dict[str, str]) -> str:
    """A type's name in TypeScript; structs are told on the way."""
    match t:
        case inspect.StructType():
            _interface(t, told)
            return t.cls.__name__
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(_type(part, told) for part in t.types))
        case inspect.ListType() | inspect.VarTupleType():
            item = _type(t.item_type, told)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join(_type(part, told) for part in t.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {_type(t.value_type, told)}>"
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


def _interface(t: inspect.StructType, told: dict[str, str]) -> None:
    name = t.cls.__name__
    if name in told:
        return
    told[name] = ""  # a struct may hold its own kind
    lines = [f"/** {(t.cls.__doc__ or '').strip()} */", f"export interface {name} {{"]
    if t.tag is not None:
        lines.append(f'  type: "{t.tag}";')
    omits = t.cls.__struct_config__.omit_defaults
    for field in t.fields:
        optional = "?" if not field.required and (omits or t.tag in _page_tags()) else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type, told)};")
    told[name] = "\n".join([*lines, "}", ""])


def _page_tags() -> set[str]:
    """What the page sends may leave out what has a default."""
    return {message.__struct_config__.tag for message in get_args(messages.FromPage)}


def files() -> dict[str, str]:
    """Every generated file's name and text."""
    frames = typescript([messages.FromPage, messages.ToPage])
    unions = {"FromPage": messages.FromPage, "ToPage": messages.ToPage}
    for name, union in unions.items():
        frames += f"\nexport type {name} = {' | '.join(part.__name__ for part in get_args(union))};\n"
    written = {"messages.ts": frames}
    for name in tulips.game_names():
        view = tulips.game(name).views.view.__annotations__["return"]
        written[f"{name}.ts"] = typescript([view])
    return written


def main(folder: str) -> None:
    """Write all files into the folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (Path(folder) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
