"""Tulpenfieber in words: the notation of its moves and outcomes, and the table for the terminal."""

import functools
import textwrap
from collections.abc import Sequence

from tulips.engine.phrase import Phrase, say
from tulips.games.tulpenfieber.dice import FACES, distinct_rolls, HANDFULS, PACKED, SIZE, faces, handful, roll_faces, roll_of_faces
from tulips.games.tulpenfieber.rules import (
    CARRY_NONE,
    CARRY_TULIP,
    DICE,
    LAY_ABOVE,
    LAY_TILE,
    NO_TILE,
    PLANT,
    SET,
    STOP,
    TURN_ABOVE,
    TURN_TULIP,
)
from tulips.games.tulpenfieber.table import COLUMNS, LONG, ROUNDS, ROWS, SHORT, SPACES, Table
from tulips.games.tulpenfieber.view import Seat, View, space_name

NO_DICE = "no dice"


def shown(dice: list[int]) -> str:
    """Faces as they are written down."""
    return " ".join(map(str, dice))


def move(s: Table, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    return _roll(chosen, 0 if s.phase == SET else s.number) if chosen < HANDFULS else _other(chosen)


@functools.cache
def _other(chosen: int) -> Phrase:
    """The notation of a move that rolls no dice."""
    if chosen == STOP:
        return say("stop")
    if chosen < TURN_ABOVE:
        return say("turn the tulip at {space}", space=space_name(chosen - TURN_TULIP))
    if chosen == TURN_ABOVE:
        return say("turn a tulip above the field")
    if chosen < LAY_ABOVE:
        return say("plant at {space}", space=space_name(chosen - PLANT))
    if chosen == LAY_ABOVE:
        return say("lay the tulip above the field")
    if chosen < NO_TILE:
        return _tile(chosen - LAY_TILE)
    if chosen == NO_TILE:
        return say("no bonus tile")
    if chosen == CARRY_NONE:
        return say("carry no tulip over")
    return say("carry over the tulip at {space}", space=space_name(chosen - CARRY_TULIP))


@functools.cache
def _roll(kept: int, number: int) -> Phrase:
    """The notation of keeping dice of so many and rolling the others; of none, of setting them."""
    dice = shown(faces(int(PACKED[kept])))
    if not number:
        return say("set {dice}", dice=dice)
    rolling = number - int(SIZE[kept])
    return say("keep {dice} and roll {number}", dice=dice, number=rolling) if kept else say("roll all {number}", number=rolling)


def _tile(place: int) -> Phrase:
    row, column = divmod(place % SPACES, COLUMNS)
    height, width = (SHORT, LONG) if place < SPACES else (LONG, SHORT)
    return say(
        "bonus tile on rows {rows}, columns {columns}",
        rows=f"{row + 1}–{row + height}",
        columns=f"{column + 1}–{column + width}",
    )


def move_seen(s: Table, now: Table, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: everyone sees all."""
    return move(s, seat, chosen)


def outcome(s: Table, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a seat, or the dice rolled, one by one."""
    if s.chance != DICE:
        return say("{seat}", seat=decided)
    rolling = rolling_dice(s)
    return say("{dice}", dice=shown(roll_faces(rolling, decided))) if rolling else say(NO_DICE)


def rolling_dice(s: Table) -> int:
    """How many dice are about to be rolled."""
    return s.number - int(SIZE[handful(s.dice)])


def find_outcome(s: Table, words: str) -> int | None:
    """The outcome of the pending chance that the words stand for, or None."""
    parts = words.casefold().split()
    if s.chance != DICE:
        seats = {f"seat {p + 1}": p for p in range(s.seats)}
        return seats.get(" ".join(parts))
    rolling = rolling_dice(s)
    if not rolling:
        return 0 if parts == NO_DICE.split() else None
    if len(parts) != rolling or not all(part in map(str, range(1, FACES + 1)) for part in parts):
        return None
    return roll_of_faces([int(part) for part in parts])


def outcome_seen(s: Table, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: everyone sees all."""
    if s.chance != DICE:
        return say("{seat} will start with field 1", seat=decided)
    kept = shown(faces(s.dice))
    rolling = rolling_dice(s)
    if not rolling:
        return say("all dice are set: {kept}", kept=kept)
    dice = shown(roll_faces(rolling, decided))
    return say("roll {roll}: {dice} beside {kept}" if kept else "roll {roll}: {dice}", roll=s.rolls + 1, dice=dice, kept=kept)


# The terminal

CELLS = {"": "·", "tulip": "T", "moneybag": "$", "multicoloured": "M"}
TILED = {"tulip": "t", "moneybag": "s", "multicoloured": "m"}
FIELD_WIDTH = 23


def table(view: View, names: Sequence[str]) -> str:
    """A view as plain text: the fields side by side, then the dice and the spaces they fit."""
    blocks = [_field(view, p, names[p]) for p in range(len(view.seats))]
    abreast = 2 if len(blocks) > 3 else 3
    lines = []
    for first in range(0, len(blocks), abreast):
        for parts in zip(*blocks[first : first + abreast], strict=True):
            lines.append("  ".join(f"{part:<{FIELD_WIDTH}}" for part in parts).rstrip())
    lines.append("T tulip, $ turned, M multicoloured; small under a bonus tile. Column R asks for runs.")
    if view.round:
        sums = " + ".join(map(str, view.sums)) or "none yet"
        lines.append(f"Round {view.round} of {ROUNDS}; tulips of the rounds before: {sums}.")
    if view.dice:
        lines.append(f"Dice after roll {view.rolls}: {shown(view.dice)}     bonus tiles left: {view.supply}")
        reach = ", ".join(f"{space.row}/{space.column}" for space in view.reach) or "none: a tulip would go above the field"
        lines.append(f"Open spaces that fit (row/column): {reach}")
    else:
        lines.append(f"Bonus tiles left: {view.supply}")
    return "\n".join(_wrapped(lines))


def _wrapped(lines: list[str], width: int = 79) -> list[str]:
    return [part for line in lines for part in (textwrap.wrap(line, width) if len(line) > width else [line])]


def _field(view: View, p: int, name: str) -> list[str]:
    """One seat's field, line by line, each row with how many alike it asks for."""
    seat: Seat = view.seats[p]
    mark = ">" if p == view.turn else " "
    lines = [f"{mark}{name[:10]}, {'solo' if view.round else f'field {seat.field}'}"]
    lines.append("     " + " ".join(str(face) if face else "R" for face in view.columns))
    for row in range(ROWS):
        spaces = seat.spaces[row * COLUMNS : (row + 1) * COLUMNS]
        cells = [TILED[space.tulip] if space.tiled else CELLS[space.tulip] for space in spaces]
        lines.append(f"  ×{view.alike[row]} " + " ".join(cells))
    above = f"above {seat.above}" + (f" ({seat.above_turned} $)" if seat.above_turned else "")
    lines.append(f"  dice {seat.dice}, {above}")
    return lines


def distinct_outcomes(s: Table) -> list[tuple[int, int]]:
    """Rolls without regard to the order of the dice, or the seats that may start."""
    if s.chance == DICE:
        return distinct_rolls(s.number - int(SIZE[handful(s.dice)]))
    return [(seat, 1) for seat in range(s.seats)]
