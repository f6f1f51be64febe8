"""`tulips train GAME`: learning anew what a game's bots know.

A game that has a `train.py` is trained by that, one that has a `prior.py` by `tulips.lab.train_prior`. What can be told to a
trainer is a struct, and the arguments of the command are made from it.
"""

import argparse
import functools
import importlib
import math
import shlex
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tulips.engine.errors import TulipsError
from tulips.engine.trainer import Again, Trainer
from tulips.games import facts, folder
from tulips.lab import train_prior


def train(name: str, arguments: Sequence[str], progress: Callable[[int, int], None]) -> None:
    """Train a game's bots as the arguments of the command say, and write what they have learned."""
    place = folder(name)
    if (place / "train.py").exists():
        trainer: Trainer = importlib.import_module(f"tulips.games.{place.name}.train")
        how = read(trainer.DESCRIPTION, trainer.Arguments, name, arguments)
        trainer.train(how, command_of(name, how))
    elif (place / "prior.py").exists():
        how = read(train_prior.DESCRIPTION, train_prior.Arguments, name, arguments)
        train_prior.train(name, how, command_of(name, how), progress)
    else:
        raise TulipsError(f"The bots of {facts(name)['title']} have learned nothing that could be learned anew.")


def command_of(name: str, how: msgspec.Struct) -> Again:
    """The command that learns the same again, from those of its arguments that are named."""

    def again(*named: str) -> str:
        words = ["tulips", "train", name]
        for field in named:
            value, flag = getattr(how, field), _flag(field)
            words += [] if value is False else [flag] if value is True else [flag, str(value)]
        return shlex.join(words)

    return again


def read(description: str, struct: type[msgspec.Struct], name: str, arguments: Sequence[str]) -> Any:
    """The struct as the arguments fill it."""
    parser = argparse.ArgumentParser(f"tulips train {name}", description=description)
    for field in msgspec.structs.fields(struct):
        _add_argument(parser, field.name, field.default, msgspec.inspect.type_info(field.type))
    return struct(**vars(parser.parse_args(arguments)))


def _add_argument(parser: argparse.ArgumentParser, name: str, default: Any, kind: Any) -> None:
    text, extra = None, {}
    if isinstance(kind, msgspec.inspect.Metadata):
        text, extra, kind = (kind.extra_json_schema or {}).get("description"), kind.extra or {}, kind.type
    match kind:
        case msgspec.inspect.BoolType():
            parser.add_argument(_flag(name), action="store_true", help=text)
        case msgspec.inspect.IntType():
            read_number = functools.partial(_at_least_one, **extra)
            parser.add_argument(_flag(name), type=read_number, default=default, help=text)
        case msgspec.inspect.FloatType():
            parser.add_argument(_flag(name), type=_above_zero, default=default, help=text)
        case msgspec.inspect.UnionType():  # one of a few words, or none
            words = next(part for part in kind.types if isinstance(part, msgspec.inspect.LiteralType)).values
            parser.add_argument(_flag(name), choices=words, default=default, help=text)
        case _:
            parser.add_argument(_flag(name), type=_line, default=default, help=text)


def _flag(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _at_least_one(text: str, complaint: str = "it must be a whole number above 0") -> int:
    """A whole number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{complaint}, not {text}.")
    return int(text)


def _above_zero(text: str) -> float:
    """A number above 0 that has an end."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"it must be a number above 0, not {text}.")
    return number


def _line(text: str) -> str:
    """A seed that can stand in a line of text."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError("a seed is one line of characters that can be printed.")
    return text
