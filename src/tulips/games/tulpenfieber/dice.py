"""Dice as multisets: how many show each face. Which of them shows what never matters in Tulpenfieber.

A handful of dice is packed into one number, three bits for the count of each face, face 1 lowest: taking dice together is
adding. Each handful of up to seven dice also has a number of its own, from 0 to 1715, which moves and tables use.
"""

import functools
from collections import Counter
from itertools import product
from typing import Final

import numpy as np

from tulips.engine.state.rule import rule

FACES: Final = 6
MAX_DICE: Final = 7
BITS: Final = 3  # of a packed handful for each face
HALF: Final = 3 * BITS


def packed(counts: tuple[int, ...]) -> int:
    """Dice with so many of each face, packed."""
    return sum(count << BITS * face for face, count in enumerate(counts))


# A handful's number is a sum of two entries, one for the count of faces 1 to 3 and one for the faces 4 to 6: handfuls with the
# same low half lie together, as many as there are high halves that leave no more than seven dice, small ones first.
_HALVES = sorted((half for half in product(range(MAX_DICE + 1), repeat=3) if sum(half) <= MAX_DICE), key=sum)
NUMBER_LOW: Final = np.zeros(1 << HALF, np.int16)
NUMBER_HIGH: Final = np.zeros(1 << HALF, np.int16)
_handfuls: list[tuple[int, ...]] = []
for _i, _half in enumerate(_HALVES):
    NUMBER_HIGH[packed(_half)] = _i
    NUMBER_LOW[packed(_half)] = len(_handfuls)
    _handfuls += [_half + _high for _high in _HALVES if sum(_half) + sum(_high) <= MAX_DICE]

HANDFULS: Final = len(_handfuls)
COUNTS: Final = np.array(_handfuls, np.int64)  # [handful, face]
PACKED: Final = np.array([packed(counts) for counts in _handfuls], np.int32)
SIZE: Final = np.array([sum(counts) for counts in _handfuls], np.int8)


@rule
def handful(dice: int) -> int:
    """The number of packed dice."""
    return NUMBER_LOW[dice & 511] + NUMBER_HIGH[dice >> HALF]  # type: ignore[no-any-return]


@rule
def count(dice: int, face: int) -> int:
    """How many of the packed dice show the face, counted from 0."""
    return dice >> BITS * face & MAX_DICE


def faces(dice: int) -> list[int]:
    """The faces of packed dice in order, as printed on them: from 1."""
    return [face + 1 for face in range(FACES) for _ in range(count(dice, face))]


# Rolling


def _rolled(dice: int) -> list[int]:
    """What each roll of so many dice comes to, packed; the first die is the roll's last digit in base six."""
    return [sum(1 << BITS * (roll // FACES**i % FACES) for i in range(dice)) for roll in range(FACES**dice)]


_FEW: Final = 3
ROLLS_OF_FEW: Final = FACES**_FEW
FEW_ROLLED: Final = np.array(_rolled(_FEW), np.int32)
MORE_ROLLED: Final = np.array(_rolled(MAX_DICE - _FEW), np.int32)
# A roll of fewer dice has zeros, which are ones on dice, for digits it does not have: so many ones are too many.
NOT_ROLLED: Final = np.array([MAX_DICE - dice for dice in range(MAX_DICE + 1)], np.int32)
ROLLS: Final = np.array([FACES**dice for dice in range(MAX_DICE + 1)])


@rule
def rolled(dice: int, roll: int) -> int:
    """What the roll of so many dice comes to, packed."""
    return FEW_ROLLED[roll % ROLLS_OF_FEW] + MORE_ROLLED[roll // ROLLS_OF_FEW] - NOT_ROLLED[dice]  # type: ignore[no-any-return]


def roll_faces(dice: int, roll: int) -> list[int]:
    """The faces of a roll, die by die."""
    return [roll // FACES**i % FACES + 1 for i in range(dice)]


def roll_of_faces(shown: list[int]) -> int:
    """The roll in which the dice show these faces."""
    return sum((face - 1) * FACES**i for i, face in enumerate(shown))


@functools.cache
def distinct_rolls(dice: int) -> list[tuple[int, int]]:
    """One roll for each combination of faces, and how many rolls show it."""
    ways: Counter[tuple[int, ...]] = Counter({(): 1})
    for _ in range(dice):
        longer: Counter[tuple[int, ...]] = Counter()
        for shown, number in ways.items():
            for face in range(1, FACES + 1):
                longer[tuple(sorted((*shown, face)))] += number
        ways = longer
    return [(roll_of_faces(list(shown)), number) for shown, number in sorted(ways.items())]


# Keeping


def _parts(counts: tuple[int, ...]) -> list[int]:
    """All handfuls that are a part of this one and not all of it, large ones first."""
    numbers = [handful(packed(part)) for part in product(*(range(n + 1) for n in counts)) if part != counts]
    return sorted(numbers, key=lambda number: (-SIZE[number], -PACKED[number]))


MIN_DICE: Final = 4
KEEPS_FROM: Final = np.zeros(HANDFULS + 1, np.int32)
_keeps: list[int] = []
for _i, _counts in enumerate(_handfuls):
    _keeps += _parts(_counts) if SIZE[_i] >= MIN_DICE else []
    KEEPS_FROM[_i + 1] = len(_keeps)
KEEPS: Final = np.array(_keeps, np.int16)  # what can be kept of a handful: from KEEPS_FROM of its number to that of the next
MOST_KEEPS: Final = int(np.diff(KEEPS_FROM).max())

# All handfuls of a size: from OF_SIZE_FROM[size] to that of the next
OF_SIZE: Final = np.array(sorted(range(HANDFULS), key=lambda number: (SIZE[number], PACKED[number])), np.int16)
OF_SIZE_FROM: Final = np.searchsorted(SIZE[OF_SIZE], np.arange(MAX_DICE + 2)).astype(np.int32)
