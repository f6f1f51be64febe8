"""Continuations: a position is played on to the end many times by a quick bot, and each seat's share of the victory is counted.

A continuation goes on in a world. Looked at from a seat, a world agrees with what the seat knows and has the rest dealt anew (a
determinization); looked at with open cards it is the state itself. Chance to come is always new.

World n of a seed has noise of its own for each draw and each decision, counted from the beginning of the match (common random
numbers). So wherever the bot would do as the players did, two points of a match go on in the same way, and two moves are
compared under the same draws: luck cancels, and what is left is the difference that they make.
"""

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tulips import bots
from tulips.engine.compile.kernel import Kernel
from tulips.engine.compile.stubs import alone, apply, choose, forget, imagine, legal_moves, outcomes, score, settle, standing
from tulips.engine.contract import LOST
from tulips.engine.state.chance import Noise, key_of_game, key_of_seed, noise_word, pick
from tulips.engine.state.rule import rebind, rule
from tulips.engine.state.seats import MOST_SEATS, first_seat
from tulips.engine.viewers import ALL_SEEING
from tulips.review.facts import review_facts

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States

U = np.uint64

Shares = npt.NDArray[np.float64]
"""A row a world: each seat's share of the victory, then each seat's points."""

NO_MOVE = -1

DRAW = U(0xD1B54A32D192ED03)
CHOICE = U(0xABC98388FB8FAC03)
"""What tells the noise of one draw or one decision of a world from that of the next."""


def play_worlds(
    root: "States",
    world: "States",
    viewer: int,
    seat: int,
    move: int,
    key0: Any,
    key1: Any,
    first: int,
    drawn: int,
    decided: int,
    players: Any,
    moves: Any,
    scratch: "States",
    noise: Noise,
    shares: Any,
) -> None:
    """Play on from the root in the worlds from number `first` on, after the seat's move if there is one (a template).

    `drawn` and `decided` tell how many draws and decisions of the match lie before the root.
    """
    s: Any = world[0]
    if viewer >= 0:
        forget(root[0], viewer)
    for i in range(len(shares)):
        world[0] = root[0]
        noise[0] = key_of_game(key0, key1, first + i, 0)
        if viewer >= 0:
            imagine(s, viewer, noise)
        key = key_of_game(key0, key1, first + i, 1)
        draws = drawn
        decisions = decided
        if move >= 0:
            apply(s, seat, move)
            decisions += 1
        while not s.end:
            if s.chance:
                noise[0] = key + U(draws) * DRAW
                noise[0] = noise_word(noise)
                settle(s, pick(noise, outcomes(s)))
                draws += 1
            else:
                p = first_seat(s.actors)
                n = legal_moves(s, p, moves)
                noise[0] = key ^ (U(decisions) * CHOICE)
                noise[0] = noise_word(noise)
                apply(s, p, choose(s, p, moves, n, players[p], scratch, noise))
                decisions += 1
        write_shares(s, shares[i])


@rule
def write_shares(s: Any, shares: Any) -> None:
    """Write each seat's share of the victory and its points, when the game is over."""
    best = LOST
    sharing = 0
    for p in range(s.seats):
        place = standing(s, p)
        if place > best:
            best = place
            sharing = 0
        sharing += place == best
    for p in range(s.seats):
        shares[p] = 1.0 / sharing if (standing(s, p) == best) & (best != LOST) else 0.0
        shares[s.seats + p] = float(score(s, p))
    if s.seats == 1:
        shares[0] = alone(s)


@rule
def won_alone(s: Any) -> float:
    """What whoever plays alone has reached: what `alone` is unless a game's insight says otherwise."""
    return 1.0 if standing(s, 0) != LOST else 0.0


class Continuations:
    """Plays on from positions of a game in the worlds of one seed. Several threads may use it at once."""

    def __init__(self, game: "Game", seed: str | int = 0) -> None:
        self.game = game
        self._keys = tuple(map(U, key_of_seed(f"review {seed}")))
        self._players = np.full(MOST_SEATS, bots.instant(game).index(review_facts(game).policy), np.int8)

    def play(
        self,
        states: "States",
        worlds: int,
        *,
        first: int = 0,
        drawn: int = 0,
        decided: int = 0,
        viewer: int = ALL_SEEING,
        seat: int = 0,
        move: int = NO_MOVE,
    ) -> Shares:
        """The shares and points in so many worlds, from world `first` on, as the viewer may know the position.

        With a move, after the seat has made it. `drawn` and `decided` tell how far into a match the position is, where it is
        compared with others of that match.
        """
        shares = np.empty((worlds, 2 * int(states["seats"][0])))
        root = states.copy()
        buffers = (self.game.move_buffer(), self.game.scratch(), np.zeros(1, U))
        before = (root, root.copy(), viewer, seat, move, *self._keys, first, drawn, decided, self._players)
        kernel(self.game)(*before, *buffers, shares)
        return shares


@functools.cache
def kernel(game: "Game") -> Kernel:
    """The template bound to the game, its quick bots, its likely deals, and what it makes of a game that one plays alone."""
    bound = dict(bots.bindings(game))
    bound["imagine"] = getattr(game.insight, "imagine", None) or bound["redeal"]
    bound["alone"] = getattr(game.insight, "alone", None) or rule(rebind(won_alone, game.name, bound))
    bound["write_shares"] = rule(rebind(write_shares, game.name, bound))
    return game.specialise(play_worlds, label="review", **bound)
