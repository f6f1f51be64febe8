"""Judging decisions: what a choice cost beside the best one, by what its seat could know, and what nobody could know.

A search as the master's names the moves worth a thought. These and the move played are tried in the same worlds. The one that
does best there is then compared with the move played in other worlds, the same for both, so that luck cancels and no move is
the best by the luck by which it was chosen. A mark is given only where the lower end of the difference's 95 % interval passes
its bound. Where it is not clear which bound is passed, more worlds are played.
"""

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
import numpy as np

from tulips import bots
from tulips.bots import levels
from tulips.bots.search import think
from tulips.engine.kinds import Move
from tulips.engine.match.match import MoveEvent
from tulips.engine.phrase import Phrase
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING
from tulips.review.chances import CONFIDENCE, chance_of
from tulips.review.continuations import Continuations, Shares
from tulips.review.facts import Effort, review_facts
from tulips.review.reasons import reason

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States
    from tulips.review.ledger import Point

Mark = Literal["inaccuracy", "mistake", "blunder"]

MARKS: tuple[tuple[Mark, float], ...] = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))
"""The chance that a decision must have cost for each mark, the worst first."""

IN_HINDSIGHT = 0.10
"""The chance that open cards would have shown to be missed, from which on that is told."""

FIRST_LOOK = 4
"""A comparison begins with one in so many of its worlds, and ends there if the move cost nothing that could be marked."""

DOUBLINGS = 4
"""How often the worlds of a comparison that is near a bound are doubled."""

CLOSE = 0.04
"""Moves that are so near to the best of a first trial are tried again, if the one played may have lost enough for a mark."""

TRIED_AGAIN = 4
"""How many times as many worlds that takes."""

CANDIDATES = 4
"""How many moves of a search are tried against each other."""

ENOUGH = 0.5
"""A move is tried against the one played only if the search tried it at least so many times as often."""

PEEK = 0.25
"""The part of the iterations that a search with open cards gets: it has no worlds to deal."""

FRESH = 1 << 40
"""The first of the worlds in which candidates are tried: none of those in which the best is compared."""


def effort_of(game: "Game") -> Effort:
    """The effort that a game's facts ask for."""
    return review_facts(game).effort


class Hindsight(msgspec.Struct, frozen=True):
    """A move that open cards would have shown to be better, and by how much. Nobody could know."""

    best: str
    best_phrase: Phrase
    lost: float
    low: float
    high: float


class Decision(msgspec.Struct, frozen=True):
    """A choice among several moves: what was played, what would have been best, and the chance lost with its 95 % interval."""

    number: int  # the move's place in the match, from 1
    seat: int  # counted from 1
    played: str
    best: str
    lost: float
    low: float
    high: float
    mark: Mark | None
    hindsight: Hindsight | None
    chance: float  # the seat's with the best move, as far as it could know, and its 95 % interval
    chance_low: float
    chance_high: float
    points: float  # how many more points the best move brings its seat at the end, on average
    reason: Phrase | None  # why the best move is better
    played_phrase: Phrase
    best_phrase: Phrase
    what: Move
    better: Move | None  # the best move as data; None if it was played


class Comparison(NamedTuple):
    """The best move beside the one played: the chance lost by it, with its 95 % interval, and the points."""

    best: int
    lost: float
    low: float
    high: float
    points: float
    shares: Shares  # what came of the best move


class Judge:
    """Judges positions and decisions of a game, with one seed and effort."""

    def __init__(self, game: "Game", seed: str | int, effort: Effort) -> None:
        self.game = game
        self.effort = effort
        self.seed = bots.noise_of(f"review {seed}", 0)
        self.continuations = Continuations(game, seed)

    def shares(self, point: "Point") -> Shares:
        """Each seat's share in each world, with open cards."""
        found = self.continuations.play(point.states, self.effort.ledger, drawn=point.drawn, decided=point.at)
        return found[:, : int(point.states["seats"][0])]

    def decision(self, point: "Point", event: MoveEvent, *, look_back: bool = True) -> Decision:
        """Judge a choice by what its seat could know, and then, looking back, with open cards."""
        game, seat = self.game, event.seat
        s = snapshot(point.states)
        found = self.compare(point.states, seat, event.move, seat)
        mark = mark_of(found.low)
        hindsight = self._hindsight(point.states, event) if look_back and mark is None else None
        better = None if found.best == event.move else game.kinds.move(s, seat, found.best)
        best_phrase = event.what.phrase() if better is None else better.phrase()
        chance = chance_of(found.shares[:, seat], 0.0)
        return Decision(
            number=point.at + 1,
            seat=seat + 1,
            played=str(event.what),
            best=str(best_phrase),
            lost=round(found.lost, 6),
            low=round(found.low, 6),
            high=round(found.high, 6),
            mark=mark,
            hindsight=hindsight,
            chance=round(chance.share, 6),
            chance_low=round(chance.low, 6),
            chance_high=round(chance.high, 6),
            points=round(found.points, 3),
            reason=None if better is None else reason(game, point.states, seat, event.move, found.best, found.points),
            played_phrase=event.what.phrase(),
            best_phrase=best_phrase,
            what=event.what,
            better=better,
        )

    def _hindsight(self, states: "States", event: MoveEvent) -> Hindsight | None:
        """What open cards would have shown to be clearly better."""
        if levels.level(self.game, levels.ORACLE).policy is not None:  # type: ignore[union-attr]
            return None  # nothing is hidden from a game whose master need not search
        seen = self.compare(states, event.seat, event.move, ALL_SEEING)
        if seen.low < IN_HINDSIGHT:
            return None
        missed = self.game.kinds.move(snapshot(states), event.seat, seen.best).phrase()
        return Hindsight(str(missed), missed, round(seen.lost, 6), round(seen.low, 6), round(seen.high, 6))

    def compare(self, states: "States", seat: int, played: int, viewer: int) -> Comparison:
        """What was lost by a move beside the best one, as the viewer may know the position."""
        best = self._best(states, seat, played, viewer)
        first_worlds = self.effort.compare // FIRST_LOOK
        if best == played:
            shares = self.continuations.play(states, first_worlds, viewer=viewer, seat=seat, move=played)
            return Comparison(played, 0.0, 0.0, 0.0, 0.0, shares)
        seats = int(states["seats"][0])
        bounds = [bound for _, bound in MARKS] if viewer == seat else [IN_HINDSIGHT]
        most = self.effort.compare << (DOUBLINGS if viewer == seat else 0)
        worlds = first_worlds
        tried, made = np.empty((0, 2 * seats)), np.empty((0, 2 * seats))
        while True:
            first, more = len(tried), worlds - len(tried)
            play = self.continuations.play
            tried = np.concatenate([tried, play(states, more, first=first, viewer=viewer, seat=seat, move=best)])
            made = np.concatenate([made, play(states, more, first=first, viewer=viewer, seat=seat, move=played)])
            gained = tried - made
            lost = float(gained[:, seat].mean())
            half = CONFIDENCE * float(gained[:, seat].std()) / math.sqrt(worlds)
            if worlds >= most or not any(lost - half < bound <= lost + half for bound in bounds):
                break
            worlds = self.effort.compare if worlds < self.effort.compare else 2 * worlds
        if lost <= 0:
            return Comparison(played, 0.0, 0.0, max(lost + half, 0.0), 0.0, made)
        return Comparison(best, lost, lost - half, lost + half, float(gained[:, seats + seat].mean()), tried)

    def _best(self, states: "States", seat: int, played: int, viewer: int) -> int:
        """The best of the moves that a master would think of, and of the one played."""
        moves = self.candidates(states, seat, played, viewer)
        if len(moves) == 1:
            return moves[0]
        worlds = self.effort.screen if viewer == seat else max(self.effort.screen // 2, 1)

        def worth(move: int, first: int, worlds: int) -> float:
            found = self.continuations.play(states, worlds, first=first, viewer=viewer, seat=seat, move=move)
            return float(found[:, seat].mean())

        seen = {move: worth(move, FRESH, worlds) for move in moves}
        best = max(seen, key=seen.__getitem__)
        close = [move for move in moves if seen[move] > seen[best] - CLOSE]
        if viewer != seat or len(close) == 1 or seen[best] - seen[played] + CLOSE < MARKS[-1][1]:
            return best
        again = {move: worth(move, FRESH + worlds, TRIED_AGAIN * worlds) for move in close}
        return max(again, key=again.__getitem__)

    def candidates(self, states: "States", seat: int, played: int, viewer: int) -> list[int]:
        """The move played, and those that a master would think of instead, by what the viewer knows."""
        game = self.game
        level = levels.level(game, "master" if viewer == seat else levels.ORACLE)
        assert level is not None, f"{game.name} has no master"
        if level.policy is not None:
            return list(dict.fromkeys([played, bots.choose(game, states, seat, level.policy, self.seed)]))
        part = self.effort.thought * (1 if viewer == seat else PEEK)
        iterations = max(round(part * (level.iterations or 1)), 1)
        thought = think(game, states, seat, self.seed, dials=level.dials, iterations=iterations)
        enough = ENOUGH * next((tried.visits for tried in thought.moves if tried.move == played), 0)
        ranked = sorted(thought.moves, key=lambda tried: (tried.visits, tried.reward), reverse=True)
        worthy = [tried.move for tried in ranked[:CANDIDATES] if tried.visits >= enough and tried.visits > 0]
        return list(dict.fromkeys([played, *worthy]))


def mark_of(low: float) -> Mark | None:
    """The mark of a decision that has surely cost so much."""
    return next((mark for mark, bound in MARKS if low >= bound), None)
