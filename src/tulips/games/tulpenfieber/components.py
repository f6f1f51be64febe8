"""The components of Tulpenfieber, as numbers.

A space is a number from 0 to 34: seven times its row, counted from 0 on top, plus its column, counted from 0 on the left. A set
of spaces is a number with the bit of each space set.
"""

import functools
from pathlib import Path
from typing import Annotated, Final

import msgspec
import numpy as np

from tulips.engine.facts import read_facts
from tulips.engine.kinds import names_type
from tulips.engine.phrase import Phrase, speaker
from tulips.engine.state.numbering import numbered
from tulips.games.tulpenfieber.dice import COUNTS, FACES, MAX_DICE

FACTS = read_facts(Path(__file__).parent)
say = speaker(Path(__file__).parent)

MAX_SEATS: Final = 4
ROWS: Final = 5
COLUMNS: Final = 7
SPACES: Final = ROWS * COLUMNS
MIDDLE: Final = COLUMNS // 2
ROW: Final = (1 << COLUMNS) - 1  # all spaces of the first row
FIELD: Final = (1 << SPACES) - 1  # all spaces
COLUMN: Final = sum(1 << COLUMNS * row for row in range(ROWS))  # all spaces of the first column

ALIKE: Final[list[int]] = FACTS["field"]["alike"]
RUNS: Final[list[list[str]]] = FACTS["field"]["runs"]
ANYWHERE: Final[int] = FACTS["field"]["anywhere"]

# So many dice of a face fit these spaces of the face's column, as if it were the first.
KIND_FITS: Final = np.array(
    [sum(1 << COLUMNS * row for row in range(ROWS) if dice >= ALIKE[row]) for dice in range(MAX_DICE + 1)], np.int64
)


def _run_fits(counts: list[int]) -> int:
    """The spaces of the middle column that dice fit; every space if so many are alike that they fit anywhere."""
    if max(counts) >= ANYWHERE:
        return FIELD
    rows = [any(all(counts[int(face) - 1] for face in run) for run in runs) for runs in RUNS]
    return sum(1 << COLUMNS * row + MIDDLE for row in range(ROWS) if rows[row])


RUN_FITS: Final = np.array([_run_fits(counts) for counts in COUNTS.tolist()], np.int64)  # by handful

START_DICE: Final[int] = FACTS["dice"]["start"]
DICE_OF_LINE: Final = np.array([START_DICE] * 3 + [FACTS["dice"][f"line_of_{rows}"] for rows in (3, 4, 5)])  # by rows

FREE_ROLLS: Final[int] = FACTS["rolls"]["free"]
MOST_ROLLS: Final[int] = FACTS["rolls"]["most"]
PRICE: Final[int] = FACTS["rolls"]["price"]

BONUS_TILES: Final[int] = FACTS["bonus"]["tiles"]
LONG: Final[int] = FACTS["bonus"]["long"]
SHORT: Final[int] = FACTS["bonus"]["short"]
# A tile's place is the space of its top left corner if it lies flat (two rows, three columns), and SPACES more if upright.
TILE_PLACES: Final = 2 * SPACES
MOST_TILES: Final = 4  # that fit a field that has not won


def _area(place: int) -> int:
    """The spaces that a tile covers; 0 where it would stick out of the field."""
    row, column = divmod(place % SPACES, COLUMNS)
    height, width = (SHORT, LONG) if place < SPACES else (LONG, SHORT)
    if row + height > ROWS or column + width > COLUMNS:
        return 0
    return sum(1 << COLUMNS * r + c for r in range(row, row + height) for c in range(column, column + width))


AREA: Final = np.array([_area(place) for place in range(TILE_PLACES)], np.int64)
FLAT_CORNERS: Final = sum(1 << place for place in range(SPACES) if AREA[place])
UPRIGHT_CORNERS: Final = sum(1 << place for place in range(SPACES) if AREA[SPACES + place])

FULL_ROW: Final[int] = FACTS["win"]["full_row"] - 1
BOTTOM_ROW: Final[int] = FACTS["win"]["bottom_row"] - 1
# How a field wins
WAYS: Final = ("row 4 is full", "three adjacent tulips in row 5", "four tulips in row 5")
ROW_FULL, THREE_ADJACENT, ANY_FOUR = numbered(WAYS)
NOT_WON: Final = 0

# What the bottom row has come to, by the set of its covered spaces: NOT_WON, or how it wins
BOTTOM_WINS: Final = np.zeros(1 << COLUMNS, np.int8)
for _covered in range(1 << COLUMNS):
    if _covered.bit_count() >= FACTS["win"]["any"]:
        BOTTOM_WINS[_covered] = ANY_FOUR
    if "1" * FACTS["win"]["adjacent"] in f"{_covered:b}":
        BOTTOM_WINS[_covered] = THREE_ADJACENT

# The spaces of a row's set in order, and their number: listing a row at a time is faster than asking space by space.
IN_ROW: Final = np.zeros(COLUMNS << COLUMNS, np.int32)
NUMBER_IN_ROW: Final = np.array([bits.bit_count() for bits in range(1 << COLUMNS)], np.int32)
for _bits in range(1 << COLUMNS):
    for _i, _column in enumerate(c for c in range(COLUMNS) if _bits >> c & 1):
        IN_ROW[_bits * COLUMNS + _i] = _column

ROUNDS: Final[int] = FACTS["solo"]["rounds"]
OUTSTANDING: Final[int] = FACTS["solo"]["outstanding"]
VERY_GOOD: Final[int] = FACTS["solo"]["very_good"]
WON: Final[int] = FACTS["solo"]["won"]


@functools.lru_cache(maxsize=4096)
def spaces_of(spaces: int) -> tuple[int, ...]:
    """The spaces of a set."""
    return tuple(space for space in range(SPACES) if spaces >> space & 1)


# What views, files and programs call things. A space is named by its row and column, "3/2"; a tile's place likewise, "1–2/1–3".


def _tile_name(place: int) -> str:
    """The rows and columns that a tile covers, from the first to the last."""
    row, column = divmod(place % SPACES, COLUMNS)
    height, width = (SHORT, LONG) if place < SPACES else (LONG, SHORT)
    return f"{row + 1}–{row + height}/{column + 1}–{column + width}"


SPACE_NAMES: Final = [f"{space // COLUMNS + 1}/{space % COLUMNS + 1}" for space in range(SPACES)]
TILE_NAMES: Final = [_tile_name(place) for place in range(TILE_PLACES)]
Space = Annotated[str, names_type("Space", SPACE_NAMES)]
Face = Annotated[int, msgspec.Meta(ge=1, le=FACES, title="Face")]
Way = Annotated[str, names_type("Way", WAYS)]


@functools.cache
def space_phrase(name: str) -> Phrase:
    """A space, "row 3, column 2", in any language."""
    row, column = name.split("/")
    return say("space", row=int(row), column=int(column))
