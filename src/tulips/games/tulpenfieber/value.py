"""What a field is worth: how many more tulips it takes to win from it, as learned from self-play (see `train`).

The estimate is a sum of weights, looked up by what lies in each row, in each line that earns dice and in each window of three
rows by four columns, by which columns are full, by how many tulips can be turned, and by bonus tiles and the room for more.
All of them depend on the number of dice. Left and right are treated alike.
"""

import base64
import tomllib
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tulips.engine.files import write_whole
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.weights_file import check_finite
from tulips.games.tulpenfieber.components import AREA, BOTTOM_ROW, BOTTOM_WINS, COLUMNS, MOST_TILES, ROW, ROWS, START_DICE
from tulips.games.tulpenfieber.dice import MAX_DICE
from tulips.games.tulpenfieber.rules import dice_earned

TALL: Final = 3  # rows of a window
WIDE: Final = 4  # columns of a window
BANDS: Final = ROWS - TALL + 1
WINDOWS: Final = (COLUMNS - WIDE) // 2 + 1  # of a band, those that mirror each other counted once
MIRRORED_WINDOWS: Final = COLUMNS - WIDE + 1 - WINDOWS
IN_WINDOW: Final = 1 << TALL * WIDE
WINDOW: Final = (1 << WIDE) - 1
LINES: Final = 3 * COLUMNS  # from each space of the first row down, to the left and to the right, as far as it goes
PAYABLE: Final = 16  # tulips to turn, as far as they are told apart
BOTTOM: Final = 4  # how near the bottom row is to winning, as far as it is told apart
TILES: Final = 3  # bonus tiles, as far as they are told apart where tulips to turn are valued
ROOM: Final = 6  # room for another tile: none or some, and how many spaces would make more: none, one, two or more

_ROWS: Final = 0
_WINDOWS: Final = _ROWS + (ROWS << COLUMNS)
_LINES: Final = _WINDOWS + BANDS * WINDOWS * IN_WINDOW
_FULL: Final = _LINES + LINES * (1 << ROWS)
_PAYABLE: Final = _FULL + ((ROWS - 1) << COLUMNS)
_BONUS: Final = _PAYABLE + BOTTOM * TILES * PAYABLE
OF_DICE: Final = _BONUS + BOTTOM * (MOST_TILES + 1) * ROOM  # weights for each number of dice
NUMBER_OF_WEIGHTS: Final = OF_DICE * (MAX_DICE - START_DICE + 1)
TERMS: Final = ROWS + BANDS * (WINDOWS + MIRRORED_WINDOWS) + LINES + ROWS - 1 + 2  # weights in a sum

MIRRORED: Final = np.array([int(f"{row:07b}"[::-1], 2) for row in range(1 << COLUMNS)])
LIKE_MIRRORED: Final = np.minimum(MIRRORED, np.arange(1 << COLUMNS))  # a row or its mirror image, whichever comes first


def _nearness(bottom: int) -> int:
    """0, 1 or 2 if three, two or one more tulip in the bottom row can win; 3 if one can on more than one space."""
    more = {1 << a | 1 << b for a in range(COLUMNS) for b in range(COLUMNS)}
    one = sum(BOTTOM_WINS[bottom | 1 << column] > 0 for column in range(COLUMNS))
    if one:
        return 3 if one > 1 else 2
    return 1 if any(BOTTOM_WINS[bottom | two] for two in more) else 0


NEARNESS: Final = np.array([_nearness(bottom) for bottom in range(1 << COLUMNS)])
AREAS: Final = AREA[AREA != 0]

FILE: Final = Path(__file__).parent / "value.toml"
SCALE: Final = 1000.0


def read_weights() -> npt.NDArray[np.float64]:
    """The weights of `value.toml`."""
    text = tomllib.loads(FILE.read_text(encoding="utf-8"))["weights"] if FILE.exists() else ""
    weights = np.frombuffer(base64.b64decode(text), "<i2").astype(np.float64) / SCALE
    return weights if len(weights) == NUMBER_OF_WEIGHTS else np.zeros(NUMBER_OF_WEIGHTS)


def write_weights(weights: npt.NDArray[np.float64], told: str) -> None:
    """Write `value.toml`: whole thousandths in sixteen bits each, in base 64."""
    check_finite(weights, FILE)
    text = base64.b64encode(np.clip(np.rint(weights * SCALE), -32768, 32767).astype("<i2").tobytes()).decode()
    lines = "\n".join(text[i : i + 120] for i in range(0, len(text), 120))
    meaning = "Weights of value.py in thousandths of a tulip: 16 bits each, base 64."
    write_whole(FILE, f"# {told}\n# {meaning}\n\nweights = '''\n{lines}\n'''\n".encode())


def payable_weights(more_dice: int) -> slice:
    """Where the weights of tulips to turn lie, with so many dice more than at the start."""
    return slice(more_dice * OF_DICE + _PAYABLE, more_dice * OF_DICE + _BONUS)


WEIGHTS: Final = read_weights().astype(np.float32)


@rule_apart
def weights_of(covered: int) -> int:
    """Where the weights for the field's number of dice begin."""
    return (dice_earned(covered) - START_DICE) * OF_DICE


@rule
def bottom(covered: int) -> int:
    """How near the bottom row is to winning."""
    return NEARNESS[covered >> COLUMNS * BOTTOM_ROW & ROW]  # type: ignore[no-any-return]


@rule
def row_term(first: int, row: int, spaces: int) -> int:
    """The weight of a row."""
    return first + _ROWS + (row << COLUMNS) + LIKE_MIRRORED[spaces]  # type: ignore[no-any-return]


@rule_apart
def window_term(first: int, band: int, window: int, top: int, middle: int, low: int) -> int:
    """The weight of a window, from the three rows of its band."""
    inside = (top >> window & WINDOW) | (middle >> window & WINDOW) << WIDE | (low >> window & WINDOW) << 2 * WIDE
    return first + _WINDOWS + (band * WINDOWS + window) * IN_WINDOW + inside


@rule_apart
def line_term(first: int, line: int, covered: int) -> int:
    """The weight of a line; those that mirror each other share it."""
    column, step = line // 3, line % 3 - 1
    inside = 0
    for row in range(ROWS):
        at = column + step * row
        if (at >= 0) & (at < COLUMNS):
            inside |= (covered >> COLUMNS * row + at & 1) << row
    mirrored = 3 * (COLUMNS - 1 - column) + 1 - step
    return first + _LINES + min(line, mirrored) * (1 << ROWS) + inside


@rule
def full_term(first: int, row: int, full: int) -> int:
    """The weight of the columns that are full down to a row, whose faces are of no use there any more."""
    return first + _FULL + ((row - 1) << COLUMNS) + LIKE_MIRRORED[full]  # type: ignore[no-any-return]


@rule_apart
def payable_term(covered: int, payable: int, bonus: int) -> int:
    """The weight of tulips that can be turned."""
    stage = bottom(covered) * TILES + min(bonus, TILES - 1)
    return weights_of(covered) + _PAYABLE + stage * PAYABLE + min(payable, PAYABLE - 1)


@rule_apart
def room_for_tiles(free: int, tiled: int) -> int:
    """Whether there is room for a bonus tile on covered spaces that have none, and in how many places but for one space."""
    room = nearly = 0
    for i in range(len(AREAS)):
        missing = AREAS[i] & ~free
        room |= missing == 0
        nearly += (missing != 0) & (missing & (missing - 1) == 0) & (missing & tiled == 0)
    return room * (ROOM // 2) + min(nearly, ROOM // 2 - 1)


@rule_apart
def bonus_term(covered: int, tiled: int, bonus: int) -> int:
    """The weight of bonus tiles, and of room for another."""
    tiles = bottom(covered) * (MOST_TILES + 1) + bonus
    return weights_of(covered) + _BONUS + tiles * ROOM + room_for_tiles(covered & ~tiled, tiled)


@rule_apart
def field_value(weights: Any, covered: int) -> float:
    """The part of the estimate that depends on the covered spaces alone."""
    first = weights_of(covered)
    value = 0.0
    for row in range(ROWS):
        value += weights[row_term(first, row, covered >> COLUMNS * row & ROW)]
    for band in range(BANDS):
        top = covered >> COLUMNS * band & ROW
        middle = covered >> COLUMNS * (band + 1) & ROW
        low = covered >> COLUMNS * (band + 2) & ROW
        for window in range(WINDOWS):
            value += weights[window_term(first, band, window, top, middle, low)]
        for window in range(MIRRORED_WINDOWS):
            value += weights[window_term(first, band, window, MIRRORED[top], MIRRORED[middle], MIRRORED[low])]
    for line in range(LINES):
        value += weights[line_term(first, line, covered)]
    full = covered & ROW
    for row in range(1, ROWS):
        full &= covered >> COLUMNS * row
        value += weights[full_term(first, row, full)]
    return value


@rule_apart
def adjust(weights: Any, covered: int, tiled: int, payable: int, bonus: int, step: float) -> None:
    """Move every weight of a field's estimate by a step."""
    first = weights_of(covered)
    for row in range(ROWS):
        weights[row_term(first, row, covered >> COLUMNS * row & ROW)] += step
    for band in range(BANDS):
        top = covered >> COLUMNS * band & ROW
        middle = covered >> COLUMNS * (band + 1) & ROW
        low = covered >> COLUMNS * (band + 2) & ROW
        for window in range(WINDOWS):
            weights[window_term(first, band, window, top, middle, low)] += step
        for window in range(MIRRORED_WINDOWS):
            weights[window_term(first, band, window, MIRRORED[top], MIRRORED[middle], MIRRORED[low])] += step
    for line in range(LINES):
        weights[line_term(first, line, covered)] += step
    full = covered & ROW
    for row in range(1, ROWS):
        full &= covered >> COLUMNS * row
        weights[full_term(first, row, full)] += step
    weights[payable_term(covered, payable, bonus)] += step
    weights[bonus_term(covered, tiled, bonus)] += step


@rule_apart
def value(weights: Any, covered: int, tiled: int, payable: int, bonus: int) -> float:
    """How many more tulips it takes to win from a field."""
    extra = weights[payable_term(covered, payable, bonus)] + weights[bonus_term(covered, tiled, bonus)]
    return field_value(weights, covered) + extra  # type: ignore[no-any-return]
