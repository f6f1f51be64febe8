"""The games: one folder each, found by its `game.toml`."""

import difflib
import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tulips.engine.errors import UnknownGame
from tulips.engine.facts import read_facts
from tulips.engine.phrase import ENGLISH

if TYPE_CHECKING:
    from tulips.engine.game import Game

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The names of all games."""
    return list(_names())


@functools.cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(facts.parent.name.replace("_", "-") for facts in FOLDER.glob("*/game.toml")))


def facts(name: str, language: str = ENGLISH) -> dict[str, Any]:
    """What a game's `game.toml` says, with its texts in a language, without loading its rules."""
    return read_facts(folder(name), language)


def folder(name: str) -> Path:
    """A game's folder."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names())}."
        raise UnknownGame(f"There is no game called {name!r}: {hint}")
    return FOLDER / name.replace("-", "_")


@functools.cache
def load(name: str) -> "Game":
    """A game by its name."""
    game: Game = importlib.import_module(f"tulips.games.{folder(name).name}").GAME
    return game
