"""A section of a report: a question, its answer in a sentence, a chart, how to read it, and the figures themselves.

Sentences are made from the same numbers that the chart shows and the table lists.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tulips.lab.report import charts
from tulips.lab.report.measures import Share
from tulips.lab.report.sample import Ints

ROWS = 10
"""Rows of a chart that compares many things; the table lists all."""

FEW = 30
"""Cases below which a share says little and is not shown."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Grid(NamedTuple):
    """The figures of a chart, for whoever wants them exactly or can't see it."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Section(NamedTuple):
    """A question and its answer."""

    name: str
    question: str
    finding: str
    drawings: Sequence[str] = ()
    caption: str = ""
    grid: Grid | None = None


def of_games(games: int) -> str:
    """How many games, in words."""
    return "1 game" if games == 1 else f"{games:,} games"


def exact(value: float) -> str:
    """A percentage for a table."""
    return f"{100 * value:.1f}{charts.SPACE}%"


def between(share: Share) -> str:
    """A share's interval for a table."""
    return f"{exact(share.low)} to {exact(share.high)}"


def join_words(parts: Sequence[str]) -> str:
    """Things in a sentence: "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def histogram(values: Ints) -> list[tuple[float, float, str]]:
    """The part of all values in each column, of a round width so that there are not too many."""
    low, high = int(values.min()), int(values.max())
    wide = next(width for width in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000) if (high - low) / width <= 32)
    first = low // wide * wide
    counts = np.bincount((values.astype(np.int64) - first) // wide)
    starts = [first + i * wide for i in range(len(counts))]
    labels = [str(at) if wide == 1 else f"{at}–{at + wide - 1}" for at in starts]
    return [(at, n / len(values), label) for at, n, label in zip(starts, counts.tolist(), labels, strict=True)]


def make(
    name: str,
    question: str,
    finding: str,
    drawings: Sequence[Callable[[float], str]] = (),
    caption: str = "",
    grid: Grid | None = None,
) -> Section:
    """A section with its charts drawn; who can't see them is told the finding."""
    return Section(name, question, finding, [charts.figure(draw, f"{question} {finding}") for draw in drawings], caption, grid)
