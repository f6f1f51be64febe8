"""What people see of Tulpenfieber, where everything lies open, and what a move would do."""

from typing import Literal

import msgspec

from tulips.engine.preview import Change, Preview
from tulips.games.tulpenfieber.dice import FACES, HANDFULS, faces
from tulips.games.tulpenfieber.odds import RUN, odds, of_space
from tulips.games.tulpenfieber.rules import (
    CARRY_NONE,
    CARRY_TULIP,
    LAY_ABOVE,
    NO_TILE,
    PAID,
    PAY,
    PAY_SECOND,
    PLACE,
    PLANT,
    ROLLED,
    STOP,
    TURN_ABOVE,
    dice_earned,
    fitting_spaces,
    flat_places,
    may_turn,
    tulips_in,
    upright_places,
    victory,
)
from tulips.games.tulpenfieber.table import ALIKE, COLUMNS, FREE_ROLLS, NOT_WON, ROUNDS, ROWS, RUNS, SPACES, Table

Phase = Literal["start", "set", "rolled", "pay", "pay second", "paid", "place", "tile", "carry", "over"]
PHASES: tuple[Phase, ...] = ("start", "set", "rolled", "pay", "pay second", "paid", "place", "tile", "carry", "over")
Tulip = Literal["", "tulip", "moneybag", "multicoloured"]


class Place(msgspec.Struct, frozen=True):
    """A space by its row and column, counted from 1."""

    row: int
    column: int


class Space(msgspec.Struct, frozen=True):
    """A space of a field: what it asks for, what lies there, and whether under a bonus tile."""

    row: int
    column: int
    needs: list[str]
    tulip: Tulip
    tiled: bool


class Tile(msgspec.Struct, frozen=True):
    """A bonus tile on a field: its top left space, and whether it covers two rows and three columns or the reverse."""

    row: int
    column: int
    upright: bool


class Seat(msgspec.Struct, frozen=True):
    """A seat's field."""

    field: int
    spaces: list[Space]
    above: int
    above_turned: int
    tulips: int
    dice: int
    tiles: list[Tile]
    to_turn: int


class View(msgspec.Struct, frozen=True):
    """The table, the same for everyone."""

    phase: Phase
    turn: int | None
    dice: list[int]
    rolls: int
    columns: list[int]
    alike: list[int]
    seats: list[Seat]
    reach: list[Place]
    supply: int
    round: int
    sums: list[int]


def space_name(space: int) -> str:
    """A space's name, such as "row 3, column 2"."""
    return f"row {space // COLUMNS + 1}, column {space % COLUMNS + 1}"


def face_of_column(s: Table, column: int) -> int:
    """The column's face, counted from 1; 0 for the middle column."""
    return next((face + 1 for face in range(FACES) if s.column[face] == column), 0)


def view(s: Table, seat: int) -> View:
    """What anyone may see."""
    rolled = s.phase in (ROLLED, PAY, PAY_SECOND, PAID, PLACE) and not s.chance
    reach = spaces_of(fitting_spaces(s, s.dice) & ~s.covered[s.turn]) if rolled else []
    return View(
        phase=PHASES[s.phase],
        turn=s.turn if s.actors or s.rolls or s.end else None,
        dice=faces(s.dice),
        rolls=s.rolls,
        columns=[face_of_column(s, column) for column in range(COLUMNS)],
        alike=list(ALIKE),
        seats=[_seat(s, p) for p in range(s.seats)],
        reach=[Place(space // COLUMNS + 1, space % COLUMNS + 1) for space in reach],
        supply=s.supply,
        round=s.round + 1 if s.seats == 1 else 0,
        sums=[s.sums[i] for i in range(ROUNDS) if s.sums[i]],
    )


def spaces_of(spaces: int) -> list[int]:
    """The spaces of a set."""
    return [space for space in range(SPACES) if spaces >> space & 1]


def _seat(s: Table, p: int) -> Seat:
    tiles = [s.tile[p, i] for i in range(s.bonus[p])]
    return Seat(
        field=s.field[p] + 1,
        spaces=[_space(s, p, space) for space in range(SPACES)],
        above=s.above[p],
        above_turned=s.above_turned[p],
        tulips=s.tulips[p],
        dice=int(dice_earned(s.covered[p])),
        tiles=[Tile(t % SPACES // COLUMNS + 1, t % COLUMNS + 1, t >= SPACES) for t in tiles],
        to_turn=int(tulips_in(may_turn(s, p))) + s.above[p] - s.above_turned[p],
    )


def _space(s: Table, p: int, space: int) -> Space:
    row, column = divmod(space, COLUMNS)
    face = face_of_column(s, column)
    tulip: Tulip = ""
    if s.covered[p] >> space & 1:
        tulip = "multicoloured" if s.seats == 1 and space in (s.multicoloured[0], s.multicoloured[1]) else "tulip"
        tulip = "moneybag" if s.turned[p] >> space & 1 else tulip
    return Space(
        row=row + 1,
        column=column + 1,
        needs=[str(face) * ALIKE[row]] if face else list(RUNS[row]),
        tulip=tulip,
        tiled=bool(s.tiled[p] >> space & 1),
    )


# Previews


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do."""
    if move < HANDFULS:
        return _odds(s, seat, move)
    if move == STOP:
        reach = spaces_of(fitting_spaces(s, s.dice) & ~s.covered[seat])
        return Preview("1 open space fits" if len(reach) == 1 else f"{len(reach) or 'no'} open spaces fit")
    if move <= TURN_ABOVE:
        left = int(tulips_in(may_turn(s, seat))) + s.above[seat] - s.above_turned[seat]
        words = "then a second one" if s.phase == PAY else f"then roll {s.rolls + 1}"
        return Preview(words, [Change("tulips that can be turned", left, left - 1)])
    if move < LAY_ABOVE:
        return _planting(s, seat, move - PLANT)
    if move == LAY_ABOVE:
        return Preview("it can still pay for a roll", [Change("tulips above the field", s.above[seat], s.above[seat] + 1)])
    if move < NO_TILE:
        return Preview("a die to set each turn", [Change("bonus tiles", s.bonus[seat], s.bonus[seat] + 1)])
    if move == NO_TILE:
        return Preview("the tulips can still be turned")
    return Preview("nothing carried over" if move == CARRY_NONE else f"it stays to the end, in column {_column(move)}")


def _column(move: int) -> int:
    return (move - CARRY_TULIP) % COLUMNS + 1


def _odds(s: Table, seat: int, kept: int) -> Preview:
    """In each row, the open space that these dice are most likely to fill with the free rolls left, or the one just paid."""
    rolls = max(FREE_ROLLS - s.rolls, 1)
    table = odds(s.number, rolls)
    best = []
    for row in range(ROWS):
        chances = []
        for column in range(COLUMNS):
            if not s.covered[seat] >> row * COLUMNS + column & 1:
                face = face_of_column(s, column)
                chances.append((of_space(table, kept, row, face - 1 if face else RUN), column))
        best.append(max(chances, default=(0.0, 0)))
    changes = [
        Change(space_name(row * COLUMNS + column), "open", f"{chance:.0%}")
        for row, (chance, column) in enumerate(best)
        if chance
    ]
    words = [f"{chance:.0%} for {row + 1}/{column + 1}" for row, (chance, column) in enumerate(best) if chance >= 0.005]
    return Preview(", ".join(words) or "nothing can be filled", changes)


def _planting(s: Table, seat: int, space: int) -> Preview:
    """What the field earns with one more space covered."""
    before = s.covered[seat]
    after = before | 1 << space
    if victory(after) != NOT_WON:
        return Preview(
            "ends the round" if s.seats == 1 else "wins the game", [Change("tulips", s.tulips[seat], s.tulips[seat] + 1)]
        )
    changes = [Change("tulips", s.tulips[seat], s.tulips[seat] + 1)]
    words = []
    dice = int(dice_earned(before)), int(dice_earned(after))
    if dice[0] != dice[1]:
        changes.append(Change("dice", *dice))
        words.append(f"{dice[1]} dice from the next turn on")
    free = after & ~s.tiled[seat]
    if s.supply and (flat_places(free) | upright_places(free)):
        words.append("a bonus tile fits")
    return Preview("; ".join(words) or _asks(s, space), changes)


def _asks(s: Table, space: int) -> str:
    """What a space asks for."""
    row, column = divmod(space, COLUMNS)
    face = face_of_column(s, column)
    return f"{ALIKE[row]} dice showing {face}" if face else f"the run {' or '.join(RUNS[row])}"
