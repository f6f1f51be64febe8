"""Dice play solved exactly: the best of everything that can be kept in a turn, for any value put on how it may end.

A turn has up to five rolls. After each, the seat stops, or keeps some dice and rolls at least one; before the fourth and the
fifth it pays. What a turn is worth that ends with certain dice is given, for each number of rolls paid. From there it goes
backwards, a roll at a time:

- Rolling dice one by one instead of together changes nothing, so a handful with dice still to be rolled is worth the mean of
  the six handfuls with one more die: six additions a handful instead of one for each result of the roll.
- The best part of a handful to keep is the best part of one of the handfuls with a die less, or that handful itself.

That is some ten thousand steps a roll with seven dice. Here handfuls are in order of their size: a handful's place.
"""

from typing import Any, Final

import numpy as np

from tulips.engine.state.rule import rule, rule_apart
from tulips.games.tulpenfieber.components import FREE_ROLLS, MOST_ROLLS
from tulips.games.tulpenfieber.dice import COUNTS, FACES, HANDFULS, MAX_DICE, OF_SIZE, OF_SIZE_FROM, PACKED, handful, packed

MOST_PAID: Final = MOST_ROLLS - FREE_ROLLS
WORST: Final = -1e9

PLACE_OF: Final = np.empty(HANDFULS, np.int16)  # a handful's place by its number
PLACE_OF[OF_SIZE] = np.arange(HANDFULS, dtype=np.int16)

# The place of the handful with one die of a face more, and with one less, by place and face. Where there is none to take
# away, the handful's own last die is taken: the best of equal things is the same.
MORE: Final = np.zeros(HANDFULS * FACES, np.int16)
LESS: Final = np.zeros(HANDFULS * FACES, np.int16)
for _place, _number in enumerate(OF_SIZE.tolist()):
    _counts = COUNTS[_number].tolist()
    for _face in range(FACES):
        if sum(_counts) < MAX_DICE:
            _more = [n + (face == _face) for face, n in enumerate(_counts)]
            MORE[_place * FACES + _face] = PLACE_OF[handful(packed(tuple(_more)))]
        if sum(_counts):
            _gone = _face if _counts[_face] else max(face for face in range(FACES) if _counts[face])
            _less = [n - (face == _gone) for face, n in enumerate(_counts)]
            LESS[_place * FACES + _face] = PLACE_OF[handful(packed(tuple(_less)))]

FROM: Final = OF_SIZE_FROM.astype(np.int64)  # the first place of each size
PACKED_AT: Final = PACKED[OF_SIZE]  # packed dice by place

SOLUTION: Final[list[tuple[str, str, tuple[int, ...]]]] = [
    ("ending", "f8", ((MOST_PAID + 1) * HANDFULS,)),  # what it is worth to end with dice, by rolls paid and place: given
    ("worth", "f8", ((MOST_ROLLS + 1) * HANDFULS,)),  # what it is worth to keep dice for a roll, by the roll and place
    ("best", "f8", (HANDFULS,)),  # what the best part of a handful is worth to keep for the roll that was solved last
]
"""What a solution needs of a state to be written in."""


@rule_apart
def roll_rest(m: Any, dice: int, roll: int) -> None:
    """What every smaller handful is worth whose missing dice are about to be rolled, from what the full ones are worth."""
    first = roll * HANDFULS
    for i in range(FROM[dice]):
        place = FROM[dice] - 1 - i
        total = 0.0
        for face in range(FACES):
            total += m.worth[np.uint64(first + MORE[np.uint64(place * FACES + face)])]
        m.worth[first + place] = total * (1.0 / FACES)


@rule_apart
def find_best_parts(m: Any, dice: int, roll: int) -> None:
    """What the best part of each handful is worth to keep for the roll; of the full ones, which may not all be kept, too."""
    first = roll * HANDFULS
    m.best[0] = m.worth[first]
    for place in range(1, FROM[dice + 1]):
        best = m.worth[np.uint64(first + place)] if place < FROM[dice] else WORST
        for face in range(FACES):
            part = m.best[np.uint64(LESS[np.uint64(place * FACES + face)])]
            best = part if part > best else best
        m.best[np.uint64(place)] = best


@rule_apart
def solve(m: Any, dice: int, first_roll: int, most_rolls: int) -> None:
    """Find what everything that can be kept is worth, for each roll from the last one back to `first_roll`."""
    for i in range(most_rolls - first_roll + 1):
        roll = most_rolls - i
        ending = max(roll - FREE_ROLLS, 0) * HANDFULS
        if i > 0:
            find_best_parts(m, dice, roll + 1)
        for place in range(FROM[dice], FROM[dice + 1]):
            worth = m.ending[ending + place]
            m.worth[roll * HANDFULS + place] = worth if i == 0 else max(worth, m.best[place])
        roll_rest(m, dice, roll)


@rule
def worth_of(m: Any, roll: int, number: int) -> float:
    """What it is worth to keep the handful of that number and make the roll."""
    return m.worth[roll * HANDFULS + PLACE_OF[number]]  # type: ignore[no-any-return]


@rule
def worth_of_ending(m: Any, paid: int, number: int) -> float:
    """What it is worth to end with the handful of that number when so many rolls are paid."""
    return m.ending[paid * HANDFULS + PLACE_OF[number]]  # type: ignore[no-any-return]
