"""Learning what cards of Tulip are worth, and which are kept in hand, by self-play: `tulips train tulip` makes
`value.toml` and `hands.toml` anew.

Bots play each other, with some random moves so that unusual states are seen too. At some turns all hands are opened and each
seat's cards noted; who has won in the end is what the weights have to tell. The chance of a seat is e to the power of its
cards' worth, beside the others': weights are found by climbing the likelihood of what happened (a conditional logit).

At the same turns it is noted what the seat whose turn it is has not seen and what another seat holds of it; keepings are found
by scaling them until each kind of card is expected in hands as often as it lay there.
"""

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from tulips.engine.state.chance import NOISE, Noise, below, key_of_game, key_of_seed, pick
from tulips.engine.state.seats import first_seat
from tulips.engine.trainer import Again, Games, Positive
from tulips.games.tulip import GAME
from tulips.games.tulip.components import CARDS, MAX_SEATS
from tulips.games.tulip.greedy import count_unseen, greedy
from tulips.games.tulip.hands import OF_TABLE, TABLES, keeping_of, write_keepings
from tulips.games.tulip.rules import TURN, apply, legal_moves, outcomes, settle, standing
from tulips.games.tulip.value import NUMBER_OF_WEIGHTS, OF_STAGE, list_terms, stage_of, write_weights

MOST_TERMS = 96  # cards and florins that a seat may have
TRIED = 8  # in a hundred choices, any move will do
NOTED = 20  # in a hundred turns, the state is noted
FEW = 5  # so many cards of a kind tell little about it


def watch(
    start: Any,
    states: Any,
    key0: Any,
    key1: Any,
    first: int,
    games: int,
    moves: Any,
    scratch: Any,
    noise: Noise,
    stages: Any,
    terms: Any,
    counts: Any,
    shares: Any,
    unseen: Any,
    held: Any,
    kept: Any,
) -> int:
    """Play games and note states: each with its stage, every seat's terms and their number, and its part of the victory.

    And how many of each card the seat has not seen, how many of it another seat holds, and where such a card's keeping lies.
    """
    s: Any = states[0]
    noted = 0
    for i in range(games):
        states[0] = start[0]
        s.key[0] = key_of_game(key0, key1, first + i, 0)
        s.key[1] = key_of_game(key0, key1, first + i, 1)
        noise[0] = key_of_game(key0, key1, first + i, NOISE)
        begun = noted
        while not s.end:
            if s.chance:
                settle(s, below(s, outcomes(s)))
                continue
            seat = first_seat(s.actors)
            if s.phase == TURN and pick(noise, 100) < NOTED and noted < len(stages):
                stages[noted] = stage_of(s)
                for p in range(s.seats):
                    counts[noted, p] = list_terms(s, p, terms[noted, p])
                other = (seat + 1 + noted % (s.seats - 1)) % s.seats
                for card in range(CARDS):
                    unseen[noted, card] = count_unseen(s, seat, card)
                    kept[noted, card] = keeping_of(s, other, card)
                for i in range(s.held[other]):
                    held[noted, s.hand[other, i]] += 1
                noted += 1
            n = legal_moves(s, seat, moves)
            tried = pick(noise, 100) < TRIED
            apply(s, seat, moves[pick(noise, n)] if tried else greedy(s, seat, moves, n, scratch, noise))
        best = 0
        winners = 0
        for p in range(s.seats):
            winners = 1 if standing(s, p) > best else winners + (standing(s, p) == best)
            best = max(best, standing(s, p))
        for j in range(begun, noted):
            for p in range(s.seats):
                shares[j, p] = 1.0 / winners if standing(s, p) == best else 0.0
    return noted


class Samples(NamedTuple):
    """States of greedy games."""

    stages: npt.NDArray[Any]
    sums: npt.NDArray[Any]  # how often each seat has each term
    shares: npt.NDArray[Any]  # the seats' parts of the victory
    unseen: npt.NDArray[Any]  # how many of each card a seat has not seen
    held: npt.NDArray[Any]  # how many of them another seat holds
    kept: npt.NDArray[Any]  # where the keeping of such a card lies


def watched(seats: int, games: int, seed: str) -> Samples:
    """States of so many games."""
    room = games * 10
    stages, counts = np.zeros(room, np.int64), np.zeros((room, MAX_SEATS), np.int64)
    terms, shares = np.zeros((room, MAX_SEATS, MOST_TERMS), np.int16), np.zeros((room, MAX_SEATS))
    unseen, held, kept = np.zeros((3, room, CARDS), np.int64)
    start = GAME.set_up(seats)
    kernel = GAME.specialise(watch, label="watch")
    key0, key1 = map(np.uint64, key_of_seed(seed))
    noise = np.empty(1, np.uint64)
    buffers = (GAME.move_buffer(), GAME.scratch(), noise, stages, terms, counts, shares, unseen, held, kept)
    noted = kernel(start, start.copy(), key0, key1, 0, games, *buffers)
    there = np.arange(MOST_TERMS) < counts[:noted, :seats, None]
    sums = np.zeros((noted, seats, OF_STAGE), np.float32)
    at = np.nonzero(there)
    np.add.at(sums, (at[0], at[1], terms[:noted, :seats][there]), 1)
    return Samples(stages[:noted], sums, shares[:noted, :seats], unseen[:noted], held[:noted], kept[:noted])


def fitted(sums: npt.NDArray[Any], shares: npt.NDArray[Any], ridge: float, steps: int = 7) -> npt.NDArray[np.float64]:
    """The weights under which what happened is likeliest, found by Newton's steps; `ridge` keeps them small."""
    weights = np.zeros(OF_STAGE)
    flat = sums.reshape(-1, OF_STAGE)
    for _ in range(steps):
        worth = sums @ weights
        chance = np.exp(worth - worth.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        weighed = sums * chance[..., None].astype(np.float32)
        usual = weighed.sum(axis=1)
        slope = (shares - chance).reshape(-1) @ flat - ridge * weights
        bend = weighed.reshape(-1, OF_STAGE).T @ flat - usual.T @ usual
        weights += np.linalg.solve(bend + ridge * np.eye(OF_STAGE), slope)
    return weights


def scaled(
    unseen: npt.NDArray[Any], held: npt.NDArray[Any], kept: npt.NDArray[Any], steps: int = 60
) -> npt.NDArray[np.float64]:
    """The keepings under which each kind of card is expected in hands as often as it lay there; the highest is 1."""
    keepings: npt.NDArray[np.float64] = np.ones(OF_TABLE)
    happened = np.bincount(kept.ravel(), held.ravel(), OF_TABLE)
    for _ in range(steps):
        chance = unseen * keepings[kept]
        chance /= chance.sum(axis=1, keepdims=True)
        expected = np.bincount(kept.ravel(), (chance * held.sum(axis=1, keepdims=True)).ravel(), OF_TABLE)
        keepings *= (happened + FEW) / (expected + FEW)
    keepings /= keepings[np.bincount(kept.ravel(), minlength=OF_TABLE) > 0].max()
    return keepings


DESCRIPTION = "Learn what cards are worth and which are kept, by self-play."


class Arguments(msgspec.Struct, frozen=True):
    """What it can be told."""

    games: Annotated[Games, Meta(description="games of each kind")] = 20_000
    ridge: Annotated[Positive, Meta(description="how much small weights are preferred")] = 20.0
    seed: str = "tulips"
    only: Annotated[Literal["value", "hands"] | None, Meta(description="write only this file")] = None


def train(how: Arguments, again: Again) -> None:
    """Play, fit, and write the weights and the keepings."""
    weights = np.zeros((NUMBER_OF_WEIGHTS // OF_STAGE, OF_STAGE))
    keepings = np.ones((TABLES, OF_TABLE))
    for table, seats in enumerate((2, 4)):
        stages, sums, shares, unseen, held, kept = watched(seats, how.games, how.seed)
        keepings[table] = scaled(unseen, held, kept)
        for stage in np.unique(stages) if how.only != "hands" else ():
            here = stages == stage
            weights[stage] = fitted(sums[here], shares[here], how.ridge)
            worth = sums[here] @ weights[stage]
            chance = np.exp(worth - worth.max(axis=1, keepdims=True))
            chance /= chance.sum(axis=1, keepdims=True)
            surprise = -(shares[here] * np.log(chance)).sum(axis=1).mean()
            print(f"{seats} players, stage {stage}: {here.sum()} states, surprise {surprise:.3f} of {np.log(seats):.3f}")
    if how.only != "hands":
        write_weights(weights, again("games", "seed", "ridge"))
    if how.only != "value":
        write_keepings(keepings, again("games", "seed"))
