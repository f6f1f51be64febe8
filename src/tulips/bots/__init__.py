"""Players of any game. A bot is a policy: a rule that chooses among a seat's moves by what that seat knows.

Every game has `random`; what else it has is its own, in its folder.
"""

import difflib
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tulips.bots import policies
from tulips.engine import kernels
from tulips.engine.chance import key_of_seed
from tulips.engine.errors import BadSeats, UnknownBot
from tulips.engine.kernel import Kernel
from tulips.engine.rule import rebind, rule
from tulips.engine.seats import MOST_SEATS

if TYPE_CHECKING:
    from tulips.engine.batch import Batch
    from tulips.engine.game import Game
    from tulips.engine.record import States

RANDOM = "random"


def names(game: "Game") -> list[str]:
    """The bots that play the game; a bot's number is its place in this list."""
    return [RANDOM, *game.policies]


def number(game: "Game", bot: str) -> int:
    """A bot's number."""
    if bot not in names(game):
        near = difflib.get_close_matches(bot, names(game), 1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names(game))}."
        raise UnknownBot(f"{game.about.title} has no bot called {bot!r}: {hint}")
    return names(game).index(bot)


def by_seat(game: "Game", bots: Sequence[str], seats: int) -> list[str]:
    """The bot of each seat: those named, in order, the last one repeated; random if none is named."""
    if len(bots) > seats:
        raise BadSeats(f"{len(bots)} bots were named for {seats} seats.")
    chosen = list(bots) or [RANDOM]
    for bot in chosen:
        number(game, bot)
    return chosen + [chosen[-1]] * (seats - len(chosen))


def choose(game: "Game", states: "States", seat: int, bot: str, seed: int) -> int:
    """The move that the bot makes for the seat; the same seed and the same knowledge give the same move."""
    noise = np.array([seed], np.uint64)
    decide: Kernel = _kernel(game, "decide")
    return decide(states, 0, seat, number(game, bot), game.move_buffer(), game.scratch(), noise)


class Results(NamedTuple):
    """What came of some games: a row a game."""

    scores: npt.NDArray[np.int64]
    standings: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int8]


def play_games(game: "Game", table: "States", players: Sequence[str], seed: str, first: int, games: int) -> Results:
    """Play whole games from a table before chance, one bot a seat: games `first` and following of the seed's.

    Random players alone get a kernel without the other bots' code in it, which is faster.
    """
    play = game.kernel("play_games") if set(players) == {RANDOM} else _kernel(game, "play_games")
    seats = len(players)
    numbers = np.array([number(game, bot) for bot in players], np.int8)
    results = Results(
        np.empty((games, seats), np.int64),
        np.empty((games, seats), np.int64),
        np.empty(games, np.int64),
        np.empty(games, np.int8),
    )
    key0, key1 = map(np.uint64, key_of_seed(seed))
    noise = np.empty(1, np.uint64)
    play(table, table.copy(), key0, key1, first, numbers, game.move_buffer(), game.scratch(), noise, *results)
    return results


def play_out(batch: "Batch", players: Sequence[str], seed: int = 0) -> int:
    """Play every game of a batch to its end, one bot a seat; the number of moves made."""
    game = batch.game
    numbers = np.array([number(game, bot) for bot in by_seat(game, players, MOST_SEATS)], np.int8)
    scratch, noise = game.scratch(), np.array([seed], np.uint64)
    return _kernel(game, "play_all")(batch.states, numbers, game.move_buffer(), scratch, noise)


@functools.cache
def _kernel(game: "Game", name: str) -> Kernel:
    """A kernel whose players are the game's own bots."""
    template = getattr(policies, name, None) or getattr(kernels, name)
    return game.specialise(template, label="bots", **bindings(game))


@functools.cache
def bindings(game: "Game") -> dict[str, Any]:
    """The game's policies by number, and what templates make of them."""
    bound = dict(game.bindings)
    assert len(game.policies) <= policies.MOST, f"{game.about.title} has more bots than there are places for"
    for i, policy in enumerate(game.policies.values(), 1):
        bound[f"policy_{i}"] = policy
    bound["choose"] = rule(rebind(policies.choose_by_number, game.name, bound))
    bound["play_out"] = rule(rebind(kernels.play_to_end, f"{game.name}-bots", bound))
    return bound
