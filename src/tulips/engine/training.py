"""What the games' trainers share: arguments that make sense, and a result that is worth keeping."""

import argparse
import math
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tulips.engine.errors import TulipsError


def at_least_one(text: str, complaint: str = "it must be a whole number above 0") -> int:
    """A whole number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{complaint}, not {text}.")
    return int(text)


def number_of_games(text: str) -> int:
    """At least one game."""
    return at_least_one(text, "there must be at least one game")


def above_zero(text: str) -> float:
    """A number above 0 that has an end."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"it must be a number above 0, not {text}.")
    return number


def seed(text: str) -> str:
    """A seed that can stand in a line of text."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError("a seed is one line of characters that can be printed.")
    return text


def command_again(words: Sequence[Any]) -> str:
    """The command that learns the same again."""
    return shlex.join(["tulips", "train", *map(str, words)])


def check_learned(numbers: npt.NDArray[np.float64], file: Path) -> None:
    """Refuse to keep what came to nothing: what was there before is lost only to something that works."""
    if not np.isfinite(numbers).all():
        raise TulipsError(f"Learning went astray, with numbers beyond all bounds: {file.name} is left as it was.")
