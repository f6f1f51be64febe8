"""Whole games by bots with every step written down: who did what, of how many choices, and the state before it.

Game n of a seed is the same game that `tulips.bots.play_games` plays, so whatever is read off a trace belongs to the results of
a simulation with that seed.
"""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tulips import bots as roster
from tulips.engine.compile.kernel import Kernel
from tulips.engine.compile.stubs import apply, choose, legal_moves, outcomes, score, settle
from tulips.engine.state.chance import Noise, below, key_of_game, key_of_seed
from tulips.engine.state.rule import cold
from tulips.engine.state.seats import first_seat
from tulips.engine.state.state import States, row

if TYPE_CHECKING:
    from tulips.engine.game import Game


CHANCE = -1
"""The seat of a step that chance made."""

CAPACITY = 1024
"""Steps that a call into compiled code writes at the most; a longer game takes several calls."""


class Trace(NamedTuple):
    """A game step by step, moves and outcomes alike."""

    before: States  # the state before each step
    seats: npt.NDArray[np.int8]  # who made it, or CHANCE
    steps: npt.NDArray[np.int32]  # the move or the outcome
    choices: npt.NDArray[np.int32]  # of how many
    scores: npt.NDArray[np.int64]  # of each seat, after it
    final: States  # the state at the end


def trace(game: "Game", start: States, players: Sequence[str], seed: str, number: int) -> Trace:
    """Play game `number` of the seed's from a state before chance, one bot a seat, and write down every step."""
    states, noise = start.copy(), np.zeros(1, np.uint64)
    key0, key1 = map(np.uint64, key_of_seed(seed))
    _kernel(game, "begin")(states, key0, key1, number, noise)
    numbers = [roster.number(game, bot) for bot in players]
    thinkers = np.array([which is None for which in numbers], np.int8)
    plain = np.array([which or 0 for which in numbers], np.int8)
    moves, scratch = game.move_buffer(), game.scratch()
    pages: list[Page] = []
    decisions = 0
    while not row(states).end:
        page = _empty_page(states, len(players))
        if None in numbers:  # each decision has noise of its own, as in `play_games`
            noise[0] = roster.noise_of(f"{seed} {number}", decisions)
        n = _kernel(game, "trace_on")(states, *page, thinkers, plain, moves, scratch, noise)
        pages.append(tuple(part[:n] for part in page))
        decisions += int((pages[-1][1] != CHANCE).sum())
        if not row(states).end and not game.chance(states) and thinkers[game.actors(states)[0]]:
            pages.append(_thought(game, states, players, roster.noise_of(f"{seed} {number}", decisions)))
            decisions += 1
    before, seats, steps, choices, scores = (np.concatenate(parts) for parts in zip(*pages, strict=True))
    return Trace(before, seats, steps, choices, scores, states)


Page = tuple[npt.NDArray[Any], ...]
"""Some steps: all parts of a trace but the end."""


def _empty_page(states: States, seats: int) -> Page:
    return (
        np.empty(CAPACITY, states.dtype),
        np.empty(CAPACITY, np.int8),
        np.empty(CAPACITY, np.int32),
        np.empty(CAPACITY, np.int32),
        np.empty((CAPACITY, seats), np.int64),
    )


def _thought(game: "Game", states: States, players: Sequence[str], noise: int) -> Page:
    """One step by a bot that thinks."""
    seat = game.actors(states)[0]
    before, choices = states.copy(), len(game.moves(states, seat))
    move = roster.choose(game, states, seat, players[seat], noise)
    game.apply(states, seat, move)
    return (
        before,
        np.array([seat], np.int8),
        np.array([move], np.int32),
        np.array([choices], np.int32),
        np.array([game.scores(states)], np.int64),
    )


@functools.cache
def _kernel(game: "Game", name: str) -> Kernel:
    return game.specialise(globals()[name], label="bots", **roster.bindings(game))


# Templates


@cold
def begin(states: States, key0: Any, key1: Any, number: int, noise: Noise) -> None:
    """Give the game its chance and its bots' noise, as `play_games` does."""
    s: Any = states[0]
    s.key[0] = key_of_game(key0, key1, number, 0)
    s.key[1] = key_of_game(key0, key1, number, 1)
    noise[0] = s.key[0]


def trace_on(
    states: States,
    before: States,
    seats: Any,
    steps: Any,
    choices: Any,
    scores: Any,
    thinkers: Any,
    bots: Any,
    moves: Any,
    scratch: States,
    noise: Noise,
) -> int:
    """Play on and write down every step, until one that thinks has to decide, the room is full or the game is over."""
    s: Any = states[0]
    written = 0
    while not s.end and written < len(seats):
        before[written] = states[0]
        if s.chance:
            n = outcomes(s)
            outcome = below(s, n)
            settle(s, outcome)
            seats[written] = CHANCE
            steps[written] = outcome
        else:
            seat = first_seat(s.actors)
            if thinkers[seat]:
                break
            n = legal_moves(s, seat, moves)
            move = choose(s, seat, moves, n, bots[seat], scratch, noise)
            apply(s, seat, move)
            seats[written] = seat
            steps[written] = move
        choices[written] = n
        for p in range(s.seats):
            scores[written, p] = score(s, p)
        written += 1
    return written
