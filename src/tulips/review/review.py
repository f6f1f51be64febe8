"""The review of a finished match: what luck and what choices did for each seat, and what each choice cost.

The **ledger** follows every seat's chance with open cards from before the first deal to the result. What it gains or loses by a
draw, roll or deal is luck; by a move of its own, its own doing; by another's move, the others'. The parts add up to the result
less the first chance, exactly: shares are counted in millionths. A chance is the average over continuations, so over many games
luck is nobody's: it has a mean of 0.

A **decision** is judged by what its seat could know. The best move is the one that a master would make there; if that is another
than the one played, both are played on in the same worlds, equally many, so that luck cancels. A mark is given only where the
lower end of the 95 % interval of the difference passes its bound. A move that only open cards would have shown to be better is
told apart, in hindsight, and is no mistake.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tulips import bots
from tulips.bots import levels
from tulips.engine.errors import TulipsError
from tulips.engine.kinds import Move
from tulips.engine.match.match import MoveEvent
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING
from tulips.review.chances import CONFIDENCE, final_shares
from tulips.review.continuations import Continuations

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.match.match import Match
    from tulips.engine.state.state import States

Mark = Literal["inaccuracy", "mistake", "blunder"]

MARKS: tuple[tuple[Mark, float], ...] = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))
"""The chance that a decision must have cost for each mark, the worst first."""

IN_HINDSIGHT = 0.10
"""The chance that open cards would have shown to be missed, from which on that is told."""

UNIT = 1_000_000
"""Shares are added up in millionths, so that sums are exact."""

FIRST_LOOK = 4
"""A comparison begins with one in so many of its worlds, and ends there if the move cost nothing that could be marked."""

DOUBLINGS = 2
"""How often the worlds of a comparison that is near a bound are doubled."""


class Effort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a review works; a game has its own in its facts."""

    ledger: int = 2000  # worlds for each point of the ledger
    compare: int = 2000  # worlds for comparing two moves
    thought: float = 1.0  # the part of its iterations that the master gets who looks for the best move


class Part(msgspec.Struct, frozen=True):
    """A part of the ledger: what happened from one point to the next, and each seat's chance gained by it."""

    at: int  # moves made before it
    seat: int | None  # who moved, counted from 1; None for luck
    gained: list[float]


class Hindsight(msgspec.Struct, frozen=True):
    """A move that open cards would have shown to be better, and by how much. Nobody could know."""

    best: str
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
    points: float  # how many more points the best move brings its seat at the end, on average
    what: Move
    better: Move | None  # the best move as data; None if it was played


class Seat(msgspec.Struct, frozen=True):
    """A seat's ledger: `first` + `luck` + `own` + `others` is `final`; `lost` is what its choices gave away in all.

    Each `_margin` is half the width of a 95 % interval.
    """

    seat: int  # counted from 1
    name: str
    first: float
    final: float
    luck: float
    own: float
    others: float
    lost: float
    first_margin: float
    luck_margin: float
    own_margin: float
    others_margin: float


class Review(msgspec.Struct, frozen=True):
    """What a match was decided by."""

    game: str
    rules: str
    seed: str
    moves: int
    seats: list[Seat]
    decisions: list[Decision]
    parts: list[Part]
    chances: list[list[float]]  # each seat's chance before each part of the ledger, and at the end


class Unreviewable(TulipsError):
    """A match that can't be reviewed."""


class Point(NamedTuple):
    """A state of the line, how many moves were made before it, and who moves there; `forced` if there was no other move."""

    states: "States"
    at: int
    seat: int | None
    forced: bool


Progress = Callable[[float], None]


def review(
    match: "Match", *, seed: str | int = 0, threads: int = 1, effort: Effort | None = None, progress: Progress = lambda part: None
) -> Review:
    """Review a match that is over. The same match, seed and effort give the same review, on however many threads.

    `progress` is told the part that is done, from 0 to 1.
    """
    if match.end is None:
        raise Unreviewable("This match is not over yet: a review tells what decided it, so it has to have an end.")
    effort = effort if effort is not None else effort_of(match.game)
    judge = Judge(match.game, seed, effort)
    points = _points(match)
    starts = _starts(points)
    moves = [event for event in match.line if isinstance(event, MoveEvent)]
    choices = [point for point in points if point.seat is not None and not point.forced]
    ledger = _Ledger(match.seats, effort.ledger)
    decisions = []
    done, steps = 0, len(starts) + len(choices)
    with ThreadPoolExecutor(threads) as pool:
        for point, shares in zip(starts, pool.map(judge.shares, starts), strict=True):
            ledger.add(point, shares)
            done += 1
            progress(done / steps)
        for decision in pool.map(lambda point: judge.decision(point, moves[point.at]), choices):
            decisions.append(decision)
            done += 1
            progress(done / steps)
    ledger.end(final_shares(match))
    return Review(
        game=match.game.name,
        rules=match.rules,
        seed=str(seed),
        moves=match.moves_made,
        seats=[_seat(ledger, p, match.names[p], decisions) for p in range(match.seats)],
        decisions=decisions,
        parts=ledger.parts,
        chances=[[units / UNIT for units in row] for row in ledger.chances],
    )


def effort_of(game: "Game") -> Effort:
    """The effort that a game's facts ask for."""
    facts = game.facts.get("review", {})
    return msgspec.convert({name: facts[name] for name in Effort.__struct_fields__ if name in facts}, Effort)


# The ledger


def _points(match: "Match") -> list[Point]:
    """Every state of the line before a move or an outcome."""
    points = []
    for step, before in zip(match.steps(), match.states_before(), strict=True):
        forced = step.seat is not None and len(match.game.moves(before, step.seat)) == 1
        points.append(Point(before, step.at if step.seat is None else step.at - 1, step.seat, forced))
    return points


def _starts(points: list[Point]) -> list[Point]:
    """The points where a part of the ledger begins.

    Outcomes that follow one another are one part. A forced move changes no chance: it stands with what comes before it.
    """
    starts: list[Point] = []
    for point in points:
        if not point.forced and not (starts and point.seat is None and starts[-1].seat is None):
            starts.append(point)
    return starts


class _Ledger:
    """Adds up the parts, in millionths, and by world for their intervals."""

    def __init__(self, seats: int, worlds: int) -> None:
        self.parts: list[Part] = []
        self.chances: list[list[int]] = []
        self._seats = seats
        self._before: tuple[Point, npt.NDArray[np.float64]] | None = None
        self.sums = np.zeros((3, seats), np.int64)  # luck, own, others
        self._by_world = np.zeros((3, worlds, seats))
        self._first = np.zeros((worlds, seats))

    def add(self, point: Point, shares: npt.NDArray[np.float64]) -> None:
        """Add the point where the next part begins, with each seat's share in each world."""
        if self._before is None:
            self._first = shares
        self.chances.append([round(UNIT * share) for share in shares.mean(axis=0).tolist()])
        self._close(shares)
        self._before = point, shares

    def end(self, result: list[float]) -> None:
        """Add the result."""
        self.chances.append([round(UNIT * share) for share in result])
        self._close(np.broadcast_to(np.array(result), self._first.shape))

    def _close(self, shares: npt.NDArray[np.float64]) -> None:
        """Book the part that ends here."""
        if self._before is None:
            return
        point, before = self._before
        gained = [now - was for was, now in zip(self.chances[-2], self.chances[-1], strict=True)]
        self.parts.append(Part(point.at, None if point.seat is None else point.seat + 1, [units / UNIT for units in gained]))
        for p in range(self._seats):
            kind = 0 if point.seat is None else 1 if point.seat == p else 2
            self.sums[kind, p] += gained[p]
            self._by_world[kind, :, p] += shares[:, p] - before[:, p]

    def margins(self, p: int) -> list[float]:
        """Half the widths of the intervals of the first chance, luck, own and others."""
        worlds = len(self._first)
        found = [self._first[:, p], *self._by_world[:, :, p]]
        return [round(CONFIDENCE * float(part.std()) / math.sqrt(worlds), 6) for part in found]


def _seat(ledger: _Ledger, p: int, name: str, decisions: list[Decision]) -> Seat:
    lost = sum(round(UNIT * decision.lost) for decision in decisions if decision.seat == p + 1)
    units = [ledger.chances[0][p], ledger.chances[-1][p], *ledger.sums[:, p].tolist(), lost]
    return Seat(p + 1, name, *(unit / UNIT for unit in units), *ledger.margins(p))


# Decisions


class Comparison(NamedTuple):
    """The best move beside the one played: the chance lost by it, with its 95 % interval, and the points."""

    best: int
    lost: float
    low: float
    high: float
    points: float


class Judge:
    """Judges positions and decisions of a game, with one seed and effort."""

    def __init__(self, game: "Game", seed: str | int, effort: Effort) -> None:
        self.game = game
        self.effort = effort
        self.seed = bots.noise_of(f"review {seed}", 0)
        self.continuations = Continuations(game, seed)
        self._master = _bot(game, "master", effort.thought)
        searches = levels.level(game, "master").iterations is not None  # type: ignore[union-attr]
        self._oracle = _bot(game, levels.ORACLE, effort.thought / 4) if searches else None

    def shares(self, point: Point) -> npt.NDArray[np.float64]:
        """Each seat's share in each world, with open cards."""
        return self.continuations.play(point.states, self.effort.ledger)[:, : int(point.states["seats"][0])]

    def decision(self, point: Point, event: MoveEvent) -> Decision:
        """Judge a choice by what its seat could know, and then in hindsight."""
        game, seat = self.game, event.seat
        s = snapshot(point.states)
        best = bots.choose(game, point.states, seat, self._master, self.seed)
        found = self.compare(point.states, seat, event.move, best, seat)
        mark = mark_of(found.low)
        hindsight = None
        if mark is None and self._oracle is not None:
            best = bots.choose(game, point.states, seat, self._oracle, self.seed)
            seen = self.compare(point.states, seat, event.move, best, ALL_SEEING)
            if seen.low >= IN_HINDSIGHT:
                missed = str(game.kinds.move(s, seat, seen.best))
                hindsight = Hindsight(missed, *(round(chance, 6) for chance in (seen.lost, seen.low, seen.high)))
        better = None if found.best == event.move else game.kinds.move(s, seat, found.best)
        return Decision(
            number=point.at + 1,
            seat=seat + 1,
            played=str(event.what),
            best=str(event.what if better is None else better),
            lost=round(found.lost, 6),
            low=round(found.low, 6),
            high=round(found.high, 6),
            mark=mark,
            hindsight=hindsight,
            points=round(found.points, 3),
            what=event.what,
            better=better,
        )

    def compare(self, states: "States", seat: int, played: int, best: int, viewer: int) -> Comparison:
        """What was lost by a move beside another one, as the viewer may know the position."""
        if best == played:
            return Comparison(played, 0.0, 0.0, 0.0, 0.0)
        seats = int(states["seats"][0])
        most = self.effort.compare << DOUBLINGS
        worlds, gained = self.effort.compare // FIRST_LOOK, np.empty((0, 2 * seats))
        while True:
            first, more = len(gained), worlds - len(gained)
            tried = self.continuations.play(states, more, first=first, viewer=viewer, seat=seat, move=best)
            made = self.continuations.play(states, more, first=first, viewer=viewer, seat=seat, move=played)
            gained = np.concatenate([gained, tried - made])
            lost = float(gained[:, seat].mean())
            half = CONFIDENCE * float(gained[:, seat].std()) / math.sqrt(worlds)
            if worlds >= most or (mark_of(lost + half) == mark_of(lost - half) and (half < lost or lost + half < MARKS[-1][1])):
                break
            worlds = self.effort.compare if worlds < self.effort.compare else 2 * worlds
        if lost <= 0:
            return Comparison(played, 0.0, lost - half, lost + half, 0.0)
        return Comparison(best, lost, lost - half, lost + half, float(gained[:, seats + seat].mean()))


def _bot(game: "Game", name: str, thought: float) -> str:
    """The bot of that level with a part of its iterations; one that does not search as it is."""
    level = levels.level(game, name)
    assert level is not None, f"{game.name} has no {name}"
    return name if level.iterations is None else f"{name}@{max(round(thought * level.iterations), 1)}"


def mark_of(low: float) -> Mark | None:
    """The mark of a decision that has surely cost so much."""
    return next((mark for mark, bound in MARKS if low >= bound), None)
