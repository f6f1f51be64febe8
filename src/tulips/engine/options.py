"""A game's options, as its `game.toml` declares them, and the check of what a caller asks for."""

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from tulips.engine.errors import BadOption
from tulips.engine.phrase import Phrase, say

RANDOM = "random"
NUMBER = re.compile(r"-?\d{1,9}")

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


class Option(msgspec.Struct, frozen=True):
    """One option of a game.

    Its kind says what it may be: `choice` one of the choices; `flag` true or false; `seat` a seat's number or "random";
    `number` from `least` to `most`; `data` one of the choices, a table of data, or the path of a TOML file with one. A `legacy`
    option carries what only an older version of the rules did: it is not offered for new tables, and still understood.
    """

    text: str
    kind: Literal["choice", "flag", "seat", "number", "data"] = "choice"
    default: str | int | bool = RANDOM
    choices: list[str] = []
    least: int = 0
    most: int = 0
    legacy: bool = False

    def values(self, seats: int) -> Phrase:
        """What it may be, in words."""
        match self.kind:
            case "choice":
                return say("error.option-choice", known=", ".join(self.choices))
            case "flag":
                return say("error.type-flag")
            case "seat":
                return say("error.option-seat", most=seats)
            case "number":
                return say("error.option-number", least=self.least, most=self.most)
            case "data":
                return say("error.option-data", known=", ".join(self.choices))

    def read(self, name: str, value: Any, seats: int) -> Any:
        """The value in its own type; a `BadOption` that says what would be right."""
        text = str(value).strip()
        match self.kind:
            case "choice" if text in self.choices:
                return text
            case "flag" if text.lower() in ("true", "false"):
                return text.lower() == "true"
            case "seat" if text == RANDOM:
                return RANDOM
            case "seat" if NUMBER.fullmatch(text) and 1 <= int(text) <= seats:
                return int(text)
            case "number" if NUMBER.fullmatch(text) and self.least <= int(text) <= self.most:
                return int(text)
            case "data" if text in self.choices:
                return text
            case "data" if isinstance(value, Mapping):
                return dict(value)
            case "data" if text.endswith(".toml"):
                return self._table(name, Path(text))
        raise BadOption(say("error.option-value", option=name, value=repr(text[:40]), values=self.values(seats)))

    def _table(self, name: str, path: Path) -> dict[str, Any]:
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as problem:
            raise BadOption(f"The option {name} names {path}, which can't be read: {problem.strerror}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise BadOption(f"The option {name} names {path}, which is not a TOML file: {problem}.") from None


def read_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """Options that were written NAME=VALUE, each."""
    for pair in pairs:
        if "=" not in pair:
            raise BadOption(f"An option is written NAME=VALUE, such as --option first=2; {pair!r} has no '='.")
    return dict(pair.split("=", 1) for pair in pairs)


def read_options(
    declared: Mapping[str, Option], asked: Mapping[str, Any], seats: int, defaults: Mapping[str, Any] = NO_OPTIONS
) -> dict[str, Any]:
    """All options of a game with their values: those asked for, checked, and the defaults of the rest.

    `defaults` stand in place of the options' own, as an older version of the rules had them.
    """
    for name in asked:
        if name not in declared:
            near = difflib.get_close_matches(str(name), declared, 1)
            if near:
                raise BadOption(say("error.option-near", option=repr(name), near=near[0]))
            raise BadOption(say("error.option-unknown", option=repr(name), known=", ".join(declared) or say("plain.nothing")))
    values = {name: option.default for name, option in declared.items()} | dict(defaults) | dict(asked)
    return {name: option.read(name, values[name], seats) for name, option in declared.items()}
