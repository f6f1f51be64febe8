"""Compiling what reviews need, apart from what play needs: nobody who never asks for a review waits for it."""

from typing import TYPE_CHECKING, Any

from tulips.bots import levels, search, warm
from tulips.review.continuations import Continuations, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game

WARM_FILE = "warm-review"
"""The file that says everything reviews need is compiled."""


def is_warm(game: "Game") -> bool:
    """Whether nothing is to be gained by compiling ahead."""
    return warm.is_warm(game, WARM_FILE, _compiled(game))


def warm_review(game: "Game") -> None:
    """Compile what reviews need: continuations, and the search of a master and of one who sees all cards."""
    match = game.match(game.about.seats[1], seed=0)
    Continuations(game).play(match.states, 1)
    master = levels.level(game, "master")
    if master is not None and master.policy is None:
        search.think(game, match.states, match.actors[0], 0, dials=master.dials, iterations=2)
    warm.mark(game, WARM_FILE, _compiled(game))


def _compiled(game: "Game") -> "tuple[Callable[..., Any], ...]":
    """What the file's name depends on."""
    return (kernel(game).function,)
