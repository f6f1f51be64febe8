"""Learning a prior: a search without one plays a game with itself, and what it chose is what players usually do.

`tulips train GAME` for games with a `prior.py`. Each decision is noted with the places of every move's weights and how often
the search tried it; the weights are those under which what it tried most is likeliest (a conditional logit).
"""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

import tulips
from tulips.bots import levels
from tulips.bots.search import Thought, think
from tulips.engine.compile.stubs import legal_moves, weight_places
from tulips.engine.game import Game
from tulips.engine.logit import BITS, PLACE, TERMS, write_weights
from tulips.engine.state.chance import noise_word, pick
from tulips.engine.state.seats import first_seat
from tulips.engine.state.state import States
from tulips.engine.trainer import Again, Games, Positive
from tulips.lab.spread import spread

STRAY = 15  # in a hundred choices, any move will do, the oftener the more it was tried: unusual states are seen too
DECIDED = 3  # tries are taken to this power: what was tried most counts, but not alone
STEPS = 300
RATE = 0.1  # of a step up the likelihood; a fifth of it in the last steps


def prior_of(game: Game) -> ModuleType:
    """What a game's folder says of its prior."""
    return importlib.import_module(f"tulips.games.{game.folder.name}.prior")


def list_weight_places(states: States, seat: int, moves: Any, places: Any) -> int:
    """Write where the weights of the seat's moves lie, and return how many moves there are (a template)."""
    s: Any = states[0]
    n = legal_moves(s, seat, moves)
    for i in range(n):
        places[i] = weight_places(s, seat, moves[i])
    return n


class Decisions(msgspec.Struct, frozen=True):
    """Decisions one after the other: how many moves each had, and of each move its places and how often it was tried."""

    moves: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    tries: npt.NDArray[np.float64]

    def laid_out(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[npt.NDArray[np.int64]]]:
        """Where each decision's moves begin, which decision each move is of, and the moves' places, one list a term."""
        first = np.concatenate([[0], np.cumsum(self.moves)[:-1]])
        which = np.repeat(np.arange(len(first)), self.moves)
        return first, which, [self.places >> BITS * k & PLACE for k in range(TERMS)]


class SelfPlay(msgspec.Struct, frozen=True):
    """Games of a search that has no prior against itself, all numbers of players in turn."""

    game: str
    iterations: int
    seed: str

    def __call__(self, first: int, games: int) -> Decisions:
        """The decisions of so many games from that number on."""
        game = tulips.game(self.game)
        found = [self._play(game, number) for number in range(first, first + games)]
        return joined(found)

    def _play(self, game: Game, number: int) -> Decisions:
        master = levels.level(game, f"master@{self.iterations},sharpness=0,guided=0,quick=0")
        assert master is not None
        states = game.batch(1, game.seat_counts[number % len(game.seat_counts)], f"{self.seed} {number}").states
        noise = states["key"][0, :1].copy()
        moves, places = game.move_buffer(), np.zeros(game.max_moves, np.int64)
        all_places, all_tries = [], []
        while not states["end"][0]:
            if states["chance"][0]:
                game.settle(states, game.draw(states))
                continue
            seat = first_seat(int(states["actors"][0]))
            n = _weight_places(game)(states, seat, moves, places)
            chosen = int(moves[0])
            if n > 1:
                thought = think(game, states, seat, _word(noise), dials=master.dials, iterations=self.iterations)
                all_places.append(places[:n].copy())
                all_tries.append(tries_of(thought, places[:n], prior_of(game).INSTEAD))
                chosen = _choice(thought, noise)
            game.apply(states, seat, chosen)
        return Decisions(np.array([len(tries) for tries in all_tries]), np.concatenate(all_places), np.concatenate(all_tries))


def tries_of(thought: Thought, places: npt.NDArray[np.int64], instead: Mapping[int, int]) -> npt.NDArray[np.float64]:
    """How often each move was tried; one that comes to another counts for that."""
    moves = [tried.move for tried in thought.moves]
    tries = np.zeros(len(moves))
    for tried, place in zip(thought.moves, places.tolist(), strict=True):
        tries[moves.index(instead.get(place, tried.move))] += tried.visits
    return tries


def _word(noise: npt.NDArray[np.uint64]) -> int:
    with np.errstate(over="ignore"):
        return int(noise_word(noise))


def _choice(thought: Thought, noise: npt.NDArray[np.uint64]) -> int:
    """The best move, or now and then any that was tried."""
    with np.errstate(over="ignore"):
        if pick(noise, 100) >= STRAY:
            return thought.best.move
        left = pick(noise, thought.iterations)
    for tried in thought.moves:
        left -= tried.visits
        if left < 0:
            return tried.move
    return thought.best.move


@functools.cache
def _weight_places(game: Game) -> Any:
    return game.specialise(list_weight_places, label="prior", weight_places=prior_of(game).weight_places)


def joined(parts: Sequence[Decisions]) -> Decisions:
    """All of them one after the other."""
    return Decisions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Decisions.__struct_fields__))


def fitted(decisions: Decisions, number: int, ridge: float, steps: int = STEPS) -> npt.NDArray[np.float64]:
    """The weights under which what was decided is likeliest, found by climbing (Adam); `ridge` keeps them small."""
    first, which, places = decisions.laid_out()
    target = decisions.tries**DECIDED
    target /= np.add.reduceat(target, first)[which]
    weights, drift, size = np.zeros((3, number))
    for step in range(1, steps + 1):
        odds = _odds(weights, places, first, which)
        slope = ridge * weights + sum(np.bincount(place, odds - target, number) for place in places)
        slope[0] = 0.0  # the place of nothing
        drift += 0.1 * (slope - drift)
        size += 0.01 * (slope**2 - size)
        rate = RATE if step < 0.6 * steps else RATE / 5
        weights -= rate * drift / (1 - 0.9**step) / (np.sqrt(size / (1 - 0.99**step)) + 1e-9)
    return weights


def _odds(weights: Any, places: Any, first: Any, which: Any) -> npt.NDArray[np.float64]:
    """How likely each move is among those of its decision."""
    appeal = sum(weights[place] for place in places)
    odds: npt.NDArray[np.float64] = np.exp(appeal - np.maximum.reduceat(appeal, first)[which])
    odds /= np.add.reduceat(odds, first)[which]
    return odds


def agreement(decisions: Decisions, weights: npt.NDArray[np.float64]) -> float:
    """In what part of the decisions the prior's likeliest move is what the search tried most."""
    first, which, places = decisions.laid_out()
    odds = _odds(weights, places, first, which)
    usual = odds == np.maximum.reduceat(odds, first)[which]
    best = decisions.tries == np.maximum.reduceat(decisions.tries, first)[which]
    return float(np.logical_or.reduceat(usual & best, first).mean())


DESCRIPTION = "Learn what players usually do, from a search's choices."


class Arguments(msgspec.Struct, frozen=True):
    """What it can be told."""

    games: Annotated[Games, Meta(description="games, with all numbers of players in turn")] = 600
    iterations: Annotated[int, Meta(ge=1, description="of the search for each choice")] = 1500
    ridge: Annotated[Positive, Meta(description="how much small weights are preferred")] = 2.0
    seed: str = "tulips"
    jobs: Annotated[int, Meta(ge=1, description="cores to use; the result does not depend on it")] = 1


def train(name: str, how: Arguments, again: Again, progress: Callable[[int, int], None]) -> None:
    """Play, fit and write the weights, and print how well they agree with the search."""
    prior = prior_of(tulips.game(name))
    parts: dict[int, Decisions] = {}
    done = 0
    for (first, games), part in spread(SelfPlay(name, how.iterations, how.seed), how.games, how.jobs):
        parts[first] = part
        done += games
        progress(done, how.games)
    decisions = joined([parts[first] for first in sorted(parts)])
    weights = fitted(decisions, prior.NUMBER_OF_WEIGHTS, how.ridge)
    for place, weight in prior.NEVER.items():
        weights[place] = weight
    write_weights(prior.FILE, weights, again("games", "iterations", "ridge", "seed"))
    agree = agreement(decisions, weights)
    print(f"{len(decisions.moves):,} decisions of {how.games:,} games; in {agree:.0%} the prior's choice is the search's.")
