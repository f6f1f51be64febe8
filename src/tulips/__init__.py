"""Tulips: five tulip board games, one engine, one table.

`tulips.game(name)` gives a game to play, watch, simulate or learn on; `tulips.load(path)` reads a recorded match.

>>> import tulips
>>> game = tulips.game("gift-of-tulips")
>>> game.about.title, game.about.designer
('Gift of Tulips', 'Sara Perry')
>>> match = game.match(seats=2, seed=1)
>>> match.play(0, match.moves(0)[0])

Seats are counted from 0 in Python. Whatever a caller gets wrong is a `TulipsError` whose text is a sentence.
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
    """The names of all games.

    >>> "tulip-bubble" in tulips.game_names()
    True
    """
    from tulips.games import names

    return names()


def game(name: str) -> "Game":
    """A game by its name.

    >>> tulips.game("tulip-bubble")
    <game tulip-bubble>
    >>> tulips.game("tulip-bubbel")
    Traceback (most recent call last):
    tulips.engine.errors.UnknownGame: There is no game called 'tulip-bubbel': did you mean tulip-bubble?
    """
    from tulips.games import load

    return load(name)


def load(path: str | Path) -> "Match":
    """The match that a record file tells, replayed and checked; `Match.save` writes such a file.

    >>> match = tulips.game("tulip").match(seats=2, names=["Ada", "Ben"], seed=7)
    >>> match.save("match.json")
    >>> tulips.load("match.json").names
    ['Ada', 'Ben']
    """
    from tulips.engine.match.record_file import read

    return read(path, game)
