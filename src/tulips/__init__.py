"""Tulips: five tulip board games, one engine, one table.

`tulips.game(name)` gives a game to play, watch, simulate or learn on; `tulips.load(path)` reads a recorded match.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from tulips.engine.viewers import ALL_SEEING, SPECTATOR

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.match.match import Match

__version__ = "0.1.0"

__all__ = ["ALL_SEEING", "SPECTATOR", "game", "game_names", "load"]


def game_names() -> list[str]:
    """The names of all games."""
    from tulips.games import names

    return names()


def game(name: str) -> "Game":
    """A game by its name, for example "gift-of-tulips"."""
    from tulips.games import load

    return load(name)


def load(path: str | Path) -> "Match":
    """The match that a record file tells, replayed and checked."""
    from tulips.engine.match.record_file import read

    return read(path, game)
