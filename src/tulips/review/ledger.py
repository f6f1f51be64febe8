"""The ledger: what each seat's chance gained or lost from one point of a match to the next, from the first deal to the result.

What a chance with open cards gains or loses by a draw, roll or deal is luck; by a move of its own, its seat's doing; by
another's move, the others'. The parts add up to the result less the first chance, exactly: shares are counted in millionths.
Before a draw a chance is the average over what may be drawn, so luck has a mean of 0 whoever plays.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tulips.engine.match.match import MoveEvent
from tulips.engine.phrase import Phrase, join_clauses, say
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING
from tulips.review.chances import CONFIDENCE, chance_of, final_shares

if TYPE_CHECKING:
    from tulips.engine.income import Step
    from tulips.engine.match.match import Match
    from tulips.engine.state.state import States

UNIT = 1_000_000
"""Shares are added up in millionths, so that sums are exact."""

MOST_NAMED = 4
"""How many outcomes of one part are told one by one; more of them are counted."""


class Part(msgspec.Struct, frozen=True):
    """A part of the ledger: what happened from one point to the next, and each seat's chance gained by it."""

    at: int  # moves made before it
    seat: int | None  # who moved, counted from 1; None for luck
    what: Phrase
    gained: list[float]
    margins: list[float]  # half the width of each gain's 95 % interval


class Point(NamedTuple):
    """A state of the line before a move or an outcome: how many moves, draws and decisions lie before it, what comes then, and
    who moves; `forced` if there was no other move."""

    states: "States"
    at: int
    drawn: int
    seat: int | None
    forced: bool
    step: "Step"


def points(match: "Match") -> list[Point]:
    """Every state of the line before a move or an outcome."""
    found = []
    at = drawn = 0
    for step, before in zip(match.steps(), match.states_before(), strict=True):
        forced = step.seat is not None and len(match.game.moves(before, step.seat)) == 1
        found.append(Point(before, at, drawn, step.seat, forced, step))
        if step.seat is None:
            drawn += 1
        else:
            at += 1
    return found


def sections(points: list[Point]) -> list[list[Point]]:
    """The points by the part of the ledger that they belong to, the first of each being where it begins.

    Outcomes that follow one another are one part. A forced move changes no chance: it stands with what comes before it.
    """
    found: list[list[Point]] = []
    for point in points:
        if found and (point.forced or (point.seat is None and found[-1][0].seat is None and found[-1][-1].seat is None)):
            found[-1].append(point)
        else:
            found.append([point])
    return found


class Ledger:
    """Adds up the parts, in millionths, and by world for their intervals."""

    def __init__(self, match: "Match", worlds: int) -> None:
        self.parts: list[Part] = []
        self.units: list[list[int]] = []  # each seat's chance in millionths, a row a point
        self.lows: list[list[float]] = []
        self.highs: list[list[float]] = []
        self.sums = np.zeros((3, match.seats), np.int64)  # luck, own, others
        self._match = match
        self._end = snapshot(match.states)
        self._before: tuple[list[Point], npt.NDArray[np.float64]] | None = None
        self._by_world = np.zeros((3, worlds, match.seats))
        self._first = np.zeros((worlds, match.seats))

    def add(self, section: list[Point], shares: npt.NDArray[np.float64]) -> None:
        """Add the point where the next part begins, with each seat's share in each world."""
        if self._before is None:
            self._first = shares
        chances = [chance_of(shares[:, p], 0.0) for p in range(shares.shape[1])]
        self._point(shares, [chance.low for chance in chances], [chance.high for chance in chances])
        self._before = section, shares

    def end(self, result: list[float]) -> None:
        """Add the result."""
        self._point(np.broadcast_to(np.array(result), self._first.shape), result, result)

    def margins(self, p: int) -> tuple[float, float, float, float]:
        """Half the widths of the intervals of the first chance, luck, own and others."""
        luck, own, others = (_margin(part) for part in self._by_world[:, :, p])
        return _margin(self._first[:, p]), luck, own, others

    def _point(self, shares: npt.NDArray[np.float64], lows: list[float], highs: list[float]) -> None:
        self.units.append([round(UNIT * share) for share in shares.mean(axis=0).tolist()])
        self.lows.append([round(low, 6) for low in lows])
        self.highs.append([round(high, 6) for high in highs])
        if self._before is not None:
            self._book(*self._before, shares)

    def _book(self, section: list[Point], before: npt.NDArray[np.float64], after: npt.NDArray[np.float64]) -> None:
        """Book the part that ends at the last point."""
        first, gained = section[0], [now - was for was, now in zip(self.units[-2], self.units[-1], strict=True)]
        by_world = after - before
        margins = [_margin(by_world[:, p]) for p in range(len(gained))]
        mover = None if first.seat is None else first.seat + 1
        self.parts.append(Part(first.at, mover, self._happened(section), [units / UNIT for units in gained], margins))
        for p in range(len(gained)):
            kind = 0 if first.seat is None else 1 if first.seat == p else 2
            self.sums[kind, p] += gained[p]
            self._by_world[kind, :, p] += by_world[:, p]

    def _happened(self, section: list[Point]) -> Phrase:
        """What happened in a part: the move, or what chance decided."""
        kinds, first = self._match.game.kinds, section[0].step
        if first.seat is not None:
            return kinds.move_seen(first.before, self._end, first.seat, first.what, ALL_SEEING).phrase()
        drawn = [point.step for point in section if point.seat is None]
        if len(drawn) > MOST_NAMED:
            return say("review.draws", number=len(drawn))
        seen = [kinds.outcome_seen(step.before, step.what, ALL_SEEING) for step in drawn]
        return join_clauses([what.phrase() for what in seen if what is not None])


def filled_ledger(match: "Match", parts: list[list[Point]], shares: "list[npt.NDArray[np.float64]]") -> Ledger:
    """The ledger of a match that is over, from each seat's shares in each world where a part begins."""
    ledger = Ledger(match, len(shares[0]))
    for section, found in zip(parts, shares, strict=True):
        ledger.add(section, found)
    ledger.end(final_shares(match))
    return ledger


def _margin(values: npt.NDArray[np.float64]) -> float:
    return round(CONFIDENCE * float(values.std()) / math.sqrt(len(values)), 6)


def moves_of(match: "Match") -> list[MoveEvent]:
    """The moves of the line."""
    return [event for event in match.line if isinstance(event, MoveEvent)]
