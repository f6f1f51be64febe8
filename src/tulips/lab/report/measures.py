"""What a report measures: leads, shares with intervals, differences with their sizes. Numbers only, no words."""

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tulips.lab.arena import interval
from tulips.lab.report.sample import Played, Read
from tulips.review.chances import CONFIDENCE

Reals = npt.NDArray[np.float64]


CLEAR = 1.5
"""How many times wider than its 95 % interval a difference must be to be called one where some ten are looked at: about the
bound that Bonferroni would set."""


class Share(NamedTuple):
    """A part of some cases, and between what the true one lies with 95 % confidence."""

    value: float
    low: float
    high: float
    cases: float

    def differs(self, from_share: float) -> bool:
        """Whether chance alone would hardly make it so different from a share, also where many are looked at."""
        return abs(self.value - from_share) > CLEAR * (self.high - self.low) / 2


class Difference(NamedTuple):
    """How far two averages are apart: in their own unit with a 95 % interval, and in standard deviations."""

    one: float
    other: float
    low: float
    high: float
    unit: float  # the standard deviation that the size is counted in

    @property
    def size(self) -> float:
        """The difference in standard deviations, Cohen's d: 0.2 is small, 0.5 medium, 0.8 large."""
        return self.value / self.unit if self.unit else 0.0

    @property
    def value(self) -> float:
        """The first average less the second."""
        return self.one - self.other

    @property
    def clear(self) -> bool:
        """Whether chance alone would hardly make such a difference, also where many are looked at."""
        return abs(self.value) > CLEAR * (self.high - self.low) / 2


class Spread(NamedTuple):
    """Where values lie: one in twenty below the first, a quarter below the second, half below the middle, and so on."""

    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


def share(wins: float, cases: float) -> Share:
    """Wilson's interval for so many wins of so many cases."""
    value = wins / cases
    return Share(value, *interval(value, int(cases)), cases)


def spread(values: Any) -> Spread:
    """Where the values lie: each of the five is one of them."""
    return Spread(*(float(q) for q in np.percentile(values, [5, 25, 50, 75, 95], method="inverted_cdf")))


def difference(one: Sequence[float] | Reals, other: Sequence[float] | Reals) -> Difference | None:
    """How two groups differ on average; None if they do not vary at all or one is too small."""
    a, b = np.asarray(one, np.float64), np.asarray(other, np.float64)
    if len(a) < 2 or len(b) < 2:
        return None
    pooled = math.sqrt(((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / (len(a) + len(b) - 2))
    if pooled == 0:
        return None
    error = CONFIDENCE * math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))
    value = float(a.mean() - b.mean())
    return Difference(float(a.mean()), float(b.mean()), value - error, value + error, pooled)


def paired(one: Reals, other: Reals) -> Difference:
    """How the same cases differ on average under two conditions."""
    apart = one - other
    deviation = float(apart.std(ddof=1)) if len(apart) > 1 else 0.0
    error = CONFIDENCE * deviation / math.sqrt(len(apart))
    value = float(apart.mean())
    return Difference(float(one.mean()), float(other.mean()), value - error, value + error, deviation)


CRITICAL = (3.841, 5.991, 7.815, 9.488, 11.070)
"""What chi-square exceeds one time in twenty by chance alone, with 1 to 5 degrees of freedom."""


def seats_differ(parts: Reals) -> bool:
    """Whether the seats' parts of the victories differ by more than chance would have them."""
    games, seats = parts.shape
    expected = games / seats
    return bool(((parts.sum(axis=0) - expected) ** 2 / expected).sum() > CRITICAL[seats - 2])


# The lead


def leader(figures: Any, seats: int) -> int | None:
    """The seat that is ahead of all others; None if nobody is alone in front."""
    scores = [figures.get(f"score:{p}") for p in range(seats)]
    if None in scores:
        return None
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def leaders(read: Read, seats: int) -> list[int | None]:
    """Who led when each turn or round began, but the first, and at the end."""
    begins = [i for i in range(1, len(read.clock)) if read.clock[i] != read.clock[i - 1]]
    return [leader(read.figures[i], seats) for i in [*begins, len(read.figures) - 1]]


def lead_changes(read: Read, seats: int) -> int:
    """How often another seat took the lead."""
    alone = [seat for seat in leaders(read, seats) if seat is not None]
    return sum(one != other for one, other in itertools.pairwise(alone))


def leader_wins(played: Played, part: float) -> Share | None:
    """How often the seat that leads after this part of the decisions wins; None if there never is one."""
    wins, cases = 0.0, 0
    parts = played.parts()
    for n, read in enumerate(played.read):
        seat = leader(read.figures[int(part * len(read.seats))], played.seats)
        if seat is not None:
            cases += 1
            wins += float(parts[n, seat])
    return share(wins, cases) if cases else None


# Winners and others


def deed_counts(played: Played) -> dict[str, npt.NDArray[np.float64]]:
    """How often each seat of each game that was read did each thing."""
    names = sorted({deed for read in played.read for deed in read.deeds if deed})
    counts = {name: np.zeros((len(played.read), played.seats)) for name in names}
    for n, read in enumerate(played.read):
        for deed, seat in zip(read.deeds, read.seats.tolist(), strict=True):
            if deed:
                counts[deed][n, seat] += 1
    return counts


def earnings(played: Played) -> dict[str, npt.NDArray[np.float64]]:
    """What each source brought each seat of each game that was read."""
    names = sorted({name for read in played.read for found in read.sources for name in found})
    brought = {name: np.zeros((len(played.read), played.seats)) for name in names}
    for n, read in enumerate(played.read):
        for seat, found in enumerate(read.sources):
            for name, amount in found.items():
                brought[name][n, seat] += amount
    return brought


def winners_and_others(played: Played, values: npt.NDArray[np.float64]) -> Difference | None:
    """How winners differ from the others in something counted for each seat of each game that was read."""
    won = played.parts()[: len(values)] > 0
    decided = won.any(axis=1) & ~won.all(axis=1)  # where everybody or nobody has won there is nothing to compare
    return difference(values[decided][won[decided]], values[decided][~won[decided]])


def by_place(played: Played) -> list[tuple[str, Reals]]:
    """The scores of winners and of each place after them; places that the game does not tell apart go together."""
    standings, scores = played.results.standings, played.results.scores.astype(np.float64)
    order = np.argsort(-standings, axis=1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=1)
    told_apart = any(len(set(row)) > 2 for row in np.sort(standings, axis=1).tolist())
    if told_apart or played.seats == 2:
        names = ["winner", "second", "third", "fourth", "fifth", "sixth"]
        return [(names[i], ranked[:, i]) for i in range(played.seats)]
    return [("winner", ranked[:, 0]), ("others", ranked[:, 1:].ravel())] if played.seats > 1 else [("player", ranked[:, 0])]


def margins(played: Played) -> Reals:
    """How far the best score is ahead of the second in each game."""
    ordered = np.sort(played.results.scores, axis=1)
    apart: Reals = (ordered[:, -1] - ordered[:, -2]).astype(np.float64)
    return apart
