"""Continuations: a position is played on to the end many times by a quick bot, and each seat's share of the victory is counted.

A continuation goes on in a world. Looked at from a seat, a world agrees with what the seat knows and has the rest dealt anew (a
determinization); looked at with open cards it is the state itself. Chance to come is always new. World n of a seed is dealt and
played with the same noise whatever is tried in it (common random numbers), so two moves or two positions are compared in the
same worlds, and luck cancels.
"""

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tulips import bots
from tulips.engine.compile.kernel import Kernel
from tulips.engine.compile.stubs import apply, forget, imagine, play_out, score, standing
from tulips.engine.contract import LOST
from tulips.engine.state.chance import Noise, key_of_game, key_of_seed, noise_word
from tulips.engine.state.seats import MOST_SEATS
from tulips.engine.viewers import ALL_SEEING

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States

U = np.uint64

Shares = npt.NDArray[np.float64]
"""A row a world: each seat's share of the victory, then each seat's points."""

NO_MOVE = -1


def play_worlds(
    root: "States",
    world: "States",
    viewer: int,
    seat: int,
    move: int,
    key0: Any,
    key1: Any,
    first: int,
    players: Any,
    moves: Any,
    scratch: "States",
    noise: Noise,
    shares: Any,
) -> None:
    """Play on from the root in the worlds from number `first` on, after the seat's move if there is one (a template)."""
    s: Any = world[0]
    if viewer >= 0:
        forget(root[0], viewer)
    for i in range(len(shares)):
        world[0] = root[0]
        noise[0] = key_of_game(key0, key1, first + i, 0)
        if viewer >= 0:
            imagine(s, viewer, noise)
        s.key[0] = noise_word(noise)
        s.key[1] = noise_word(noise)
        s.words[0] = s.words[1] = 0
        s.pieces = 0
        if move >= 0:
            apply(s, seat, move)
        play_out(s, players, moves, scratch, noise)
        best = LOST
        sharing = 0
        for p in range(s.seats):
            place = standing(s, p)
            if place > best:
                best = place
                sharing = 0
            sharing += place == best
        for p in range(s.seats):
            shares[i, p] = 1.0 / sharing if (standing(s, p) == best) & (best != LOST) else 0.0
            shares[i, s.seats + p] = float(score(s, p))


class Continuations:
    """Plays on from positions of a game in the worlds of one seed. Several threads may use it at once."""

    def __init__(self, game: "Game", seed: str | int = 0) -> None:
        self.game = game
        self._keys = tuple(map(U, key_of_seed(f"review {seed}")))
        self._players = np.full(MOST_SEATS, bots.instant(game).index(policy_of(game)), np.int8)

    def play(
        self, states: "States", worlds: int, *, first: int = 0, viewer: int = ALL_SEEING, seat: int = 0, move: int = NO_MOVE
    ) -> Shares:
        """The shares and points in so many worlds, from world `first` on, as the viewer may know the position.

        With a move, after the seat has made it.
        """
        shares = np.empty((worlds, 2 * int(states["seats"][0])))
        root = states.copy()
        room = (self.game.move_buffer(), self.game.scratch(), np.zeros(1, U))
        kernel(self.game)(root, root.copy(), viewer, seat, move, *self._keys, first, self._players, *room, shares)
        return shares


def policy_of(game: "Game") -> str:
    """The bot that plays on: quick, and the strongest of those that choose at once."""
    name: str = game.facts.get("review", {}).get("policy", "greedy")
    return name


@functools.cache
def kernel(game: "Game") -> Kernel:
    """The template bound to the game, its quick bots and its likely deals."""
    bound = dict(bots.bindings(game))
    bound["imagine"] = getattr(game.insight, "imagine", None) or bound["redeal"]
    return game.specialise(play_worlds, label="review", **bound)
