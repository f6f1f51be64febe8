"""The odds of filling one space, exactly, whatever dice are kept: by dynamic programming over handfuls, for all spaces at once.

Let a value be put on every full handful. Rolling dice one by one instead of together changes nothing, so a smaller handful
with the rest still to be rolled is worth the mean of the six handfuls with one more die. And a handful that may be rolled
again is worth the best of what can be kept of it, which is found by leaving out one die at a time.
"""

import functools
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from tulips.engine.phrase import Phrase, join_phrases
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import ANYWHERE, COLUMNS, FREE_ROLLS, MIDDLE, ROWS, SPACES, say
from tulips.games.tulpenfieber.dice import (
    BITS,
    COUNTS,
    FACES,
    HANDFULS,
    KEEPS,
    KEEPS_FROM,
    MAX_DICE,
    OF_SIZE,
    OF_SIZE_FROM,
    PACKED,
    handful,
)
from tulips.games.tulpenfieber.state import State, column_faces

fitting_spaces = on_lists(rules.fitting_spaces)

Odds = npt.NDArray[np.float64]
Number = TypeVar("Number", np.float64, np.int64)

# The handful with one die of a face more, and with one less; HANDFULS where there is none
MORE = np.full((HANDFULS, FACES), HANDFULS, np.int16)
LESS = np.full((HANDFULS, FACES), HANDFULS, np.int16)
for _number in range(HANDFULS):
    for _face in range(FACES):
        if COUNTS[_number].sum() < MAX_DICE:
            _more = handful(int(PACKED[_number]) + (1 << BITS * _face))
            MORE[_number, _face] = _more
            LESS[_more, _face] = _number

RUN = FACES
"""The place of the middle column among the columns of a table of odds."""


def _of_size(size: int) -> npt.NDArray[np.int16]:
    return OF_SIZE[OF_SIZE_FROM[size] : OF_SIZE_FROM[size + 1]]


def after_rolling(full: Odds, dice: int) -> Odds:
    """What every handful is worth whose missing dice are about to be rolled, from what the full ones are worth."""
    worth = full.copy()
    for size in range(dice - 1, -1, -1):
        some = _of_size(size)
        worth[some] = worth[MORE[some]].mean(axis=1)
    return worth


def best_kept(worth: Odds, dice: int) -> Odds:
    """What every full handful is worth if any part of it, or all, may be kept before the rest is rolled."""
    best = np.vstack([worth, np.full((1, worth.shape[1]), -np.inf)])
    for size in range(1, dice + 1):
        some = _of_size(size)
        best[some] = np.maximum(best[some], best[LESS[some]].max(axis=1))
    return best[:-1]


def fits(dice: int, named: bool = False) -> Odds:
    """1 where a full handful fits a space, by handful and space; spaces by row, then by face, the middle column last.

    With `named` only the space's own kind or run counts, not so many alike that they fit anywhere.
    """
    table = np.zeros((HANDFULS, ROWS, FACES + 1))
    for number in _of_size(dice):
        spaces = int(fitting_spaces(SHEET, int(PACKED[number])))
        table[number] = [[spaces >> COLUMNS * row + column & 1 for column in (*SHEET.column, MIDDLE)] for row in range(ROWS)]
        most = int(COUNTS[number].argmax())
        if named and COUNTS[number, most] >= ANYWHERE:
            table[number, :, np.arange(FACES + 1) != most] = 0
    return table.reshape(HANDFULS, -1)


SHEET: Any = SimpleNamespace(column=[column for column in range(COLUMNS) if column != MIDDLE])
"""A field with the faces in order."""


@functools.cache
def odds(dice: int, rolls: int, named: bool = False) -> Odds:
    """The odds of filling each space if a handful is kept now and the rest rolled; so many rolls are left with this one."""
    full = fits(dice, named) if rolls == 1 else best_kept(odds(dice, rolls - 1, named), dice)
    worth = after_rolling(full, dice)
    worth.flags.writeable = False
    return worth


def of_space(table: Odds, number: int, row: int, face: int) -> float:
    """The odds of one space, with the handful of that number kept; face counted from 0, RUN for the middle column."""
    return float(table[number, row * (FACES + 1) + face])


# At the table: the odds of every space of the field, 0 for those that are covered


def of_keeping(s: State) -> dict[int, list[int]]:
    """For every way to set or to keep dice, the odds of filling each space in the end, in thousandths."""
    kept, chances = _of_keeping(s, in_thousandths(s.number, _rolls_left(s)))
    return dict(zip(kept, chances.tolist(), strict=True))


Likeliest = list[tuple[float, int]]
"""In each row of the field, the best odds of a space, and that space."""


@memoized
def likeliest_of_keeping(s: State) -> dict[int, Likeliest]:
    """For every way to set or to keep dice, the spaces that are most likely to be filled in the end."""
    kept, chances = _of_keeping(s, odds(s.number, _rolls_left(s)))
    return dict(zip(kept, likeliest(chances), strict=True))


def likeliest(chances: Odds) -> Iterator[Likeliest]:
    """In each row, the first of the spaces with the best odds, for each of several odds of all spaces."""
    by_row = chances.reshape(-1, ROWS, COLUMNS)
    spaces = by_row.argmax(axis=2) + FIRST_OF_ROW
    return map(list, map(zip, by_row.max(axis=2).tolist(), spaces.tolist()))


FIRST_OF_ROW = np.arange(ROWS) * COLUMNS


def _of_keeping(s: State, table: npt.NDArray[Number]) -> tuple[list[int], npt.NDArray[Number]]:
    """The ways to set or to keep dice, and what a table of odds says of each for the spaces of the field."""
    kept = _of_size(s.bonus[s.turn]) if s.rolls == 0 else _keeps(s)
    return kept.tolist(), table[kept][:, _order(tuple(column_faces(s)))] * _free(s.covered[s.turn])


@memoized
def of_paying(s: State) -> Odds:
    """The odds of each space with one more roll, for which the best dice are kept: the roll that can be bought."""
    best: Odds = odds(s.number, 1)[_keeps(s)].max(axis=0)
    return best[_order(tuple(column_faces(s)))] * _free(s.covered[s.turn])


def thousandths(chances: Odds) -> npt.NDArray[np.int64]:
    """Odds as whole numbers, where 0 and 1000 are for what can't be and what is certain."""
    rounded = np.rint(chances * 1000)
    return np.where((chances > 0) & (chances < 1), rounded.clip(1, 999), rounded).astype(np.int64)


@functools.cache
def in_thousandths(dice: int, rolls: int) -> npt.NDArray[np.int64]:
    """A table of odds as whole numbers."""
    return thousandths(odds(dice, rolls))


def _rolls_left(s: State) -> int:
    """The free rolls to come, or the one just paid for."""
    return max(FREE_ROLLS - s.rolls, 1)


def _keeps(s: State) -> npt.NDArray[np.int16]:
    number = handful(s.dice)
    return KEEPS[KEEPS_FROM[number] : KEEPS_FROM[number + 1]]


@functools.lru_cache(maxsize=1024)
def _free(covered: int) -> npt.NDArray[np.bool_]:
    """For each space whether nothing grows there."""
    return np.array([not covered >> space & 1 for space in range(SPACES)])


@functools.cache
def _order(faces: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """Where a table of odds has each space of a field with these columns."""
    return np.array([row * (FACES + 1) + (face - 1 if face else RUN) for row in range(ROWS) for face in faces])


# In words

EVEN = (0.45, 0.55)  # between these, it may as well be as not
# What people say of odds: so many in so many
FRACTIONS = sorted(
    {(1, n) for n in (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 100)}
    | {(n - 1, n) for n in (3, 4, 5, 6, 8, 10, 20, 50, 100)}
    | {(2, 5), (3, 5), (3, 10), (7, 10)},
    key=lambda fraction: fraction[0] / fraction[1],
)


def odds_phrase(spaces: Likeliest, faces: list[int]) -> Phrase:
    """In each row, the open space that is most likely to be filled, by what it asks for."""
    told = [_chance_for(chance, space // COLUMNS + 1, faces[space % COLUMNS]) for chance, space in spaces if chance]
    return join_phrases(told) if told else say("odds.none")


@functools.lru_cache(maxsize=8192)
def _chance_for(chance: float, row: int, face: int) -> Phrase:
    told = chance_phrase(chance)
    if not face:
        return say("odds.run", chance=told, row=row)
    return say("odds.alike", chance=told, face=face, row=row)


def chance_phrase(chance: float) -> Phrase:
    """A chance in words: only what must come is called certain."""
    if chance >= 1:
        return say("chance.certain")
    if EVEN[0] <= chance <= EVEN[1]:
        return say("chance.about-even")
    if chance < 1 / 150:
        return say("chance.hardly")
    if chance > 1 - 1 / 150:
        return say("chance.almost-certain")
    part, whole = min(FRACTIONS, key=lambda fraction: abs(fraction[0] / fraction[1] - chance))
    return say("chance.fraction", part=part, whole=whole)
