"""Learning what cards of Tulip are worth by self-play: `python -m tulips.games.tulip.train` makes `value.toml` anew.

Bots play each other, with some random moves so that unusual tables are seen too. At some turns all hands are opened and each
seat's cards noted; who has won in the end is what the weights have to tell. The chance of a seat is e to the power of its
cards' worth, beside the others': weights are found by climbing the likelihood of what happened (a conditional logit).
"""

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from tulips.engine.chance import NOISE, Noise, below, key_of_game, key_of_seed, pick
from tulips.engine.seats import first_seat
from tulips.games.tulip import GAME
from tulips.games.tulip.greedy import greedy
from tulips.games.tulip.rules import TURN, apply, legal, outcomes, settle, standing
from tulips.games.tulip.table import MAX_SEATS
from tulips.games.tulip.value import NUMBER_OF_WEIGHTS, OF_STAGE, list_terms, stage_of, write_weights

MOST_TERMS = 96  # cards and florins that a seat may have
TRIED = 8  # in a hundred choices, any move will do
NOTED = 20  # in a hundred turns, the table is noted


def watch(
    table: Any,
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
) -> int:
    """Play games and note tables: each with its stage, every seat's terms and their number, and its part of the victory."""
    s: Any = states[0]
    noted = 0
    for i in range(games):
        states[0] = table[0]
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
                noted += 1
            n = legal(s, seat, moves)
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


def sums_of(seats: int, games: int, seed: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """Tables of greedy games: their stages, how often each seat has each term, and the seats' parts of the victory."""
    room = games * 10
    stages, counts = np.zeros(room, np.int64), np.zeros((room, MAX_SEATS), np.int64)
    terms, shares = np.zeros((room, MAX_SEATS, MOST_TERMS), np.int16), np.zeros((room, MAX_SEATS))
    table = GAME.table(seats)
    kernel = GAME.specialise(watch, label="watch")
    key0, key1 = map(np.uint64, key_of_seed(seed))
    noise = np.empty(1, np.uint64)
    buffers = (GAME.move_buffer(), GAME.scratch(), noise, stages, terms, counts, shares)
    noted = kernel(table, table.copy(), key0, key1, 0, games, *buffers)
    there = np.arange(MOST_TERMS) < counts[:noted, :seats, None]
    sums = np.zeros((noted, seats, OF_STAGE), np.float32)
    at = np.nonzero(there)
    np.add.at(sums, (at[0], at[1], terms[:noted, :seats][there]), 1)
    return stages[:noted], sums, shares[:noted, :seats]


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


def main() -> None:
    """Play, fit, and write the weights."""
    parser = argparse.ArgumentParser(description="Learn what cards are worth by self-play and write value.toml.")
    parser.add_argument("--games", type=int, default=20_000, help="games of each kind")
    parser.add_argument("--ridge", type=float, default=20.0, help="how much small weights are preferred")
    parser.add_argument("--seed", default="tulips")
    args = parser.parse_args()

    weights = np.zeros((NUMBER_OF_WEIGHTS // OF_STAGE, OF_STAGE))
    for seats in (2, 4):
        stages, sums, shares = sums_of(seats, args.games, args.seed)
        for stage in np.unique(stages):
            here = stages == stage
            weights[stage] = fitted(sums[here], shares[here], args.ridge)
            worth = sums[here] @ weights[stage]
            chance = np.exp(worth - worth.max(axis=1, keepdims=True))
            chance /= chance.sum(axis=1, keepdims=True)
            surprise = -(shares[here] * np.log(chance)).sum(axis=1).mean()
            print(f"{seats} players, stage {stage}: {here.sum()} tables, surprise {surprise:.3f} of {np.log(seats):.3f}")
    write_weights(weights, f"python -m tulips.games.tulip.train --games {args.games} --ridge {args.ridge} --seed {args.seed}")


if __name__ == "__main__":
    main()
