"""What people see of Tulpenfieber, where everything lies open."""

import functools
from typing import Literal

import msgspec

from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import (
    ALIKE,
    AREA,
    BOTTOM_ROW,
    COLUMNS,
    DICE_OF_LINE,
    FREE_ROLLS,
    FULL_ROW,
    LONG,
    MAX_SEATS,
    MOST_ROLLS,
    NOT_WON,
    OUTSTANDING,
    ROUNDS,
    ROWS,
    RUNS,
    SHORT,
    SPACE_NAMES,
    SPACES,
    START_DICE,
    TILE_PLACES,
    VERY_GOOD,
    WON,
    Space,
    spaces_of,
)
from tulips.games.tulpenfieber.dice import faces
from tulips.games.tulpenfieber.odds import of_keeping, of_paying, thousandths
from tulips.games.tulpenfieber.rules import (
    CARRY,
    DICE,
    PAID,
    PAY,
    PAY_SECOND,
    PLACE,
    ROLLED,
    SET,
    STARTER,
)
from tulips.games.tulpenfieber.state import State, column_faces

dice_earned = on_lists(rules.dice_earned)
spaces_to_plant = on_lists(rules.spaces_to_plant)
may_turn = on_lists(rules.may_turn)
score = on_lists(rules.score)
victory = on_lists(rules.victory)

Phase = Literal["start", "set", "rolling", "rolled", "pay", "pay second", "paid", "place", "tile", "carry", "over"]
PHASES: tuple[Phase, ...] = ("start", "set", "rolled", "pay", "pay second", "paid", "place", "tile", "carry", "over")


class Tile(msgspec.Struct, frozen=True):
    """A bonus tile on a field: its top left space, and how many rows and columns it covers."""

    row: int
    column: int
    rows: int
    columns: int


class Line(msgspec.Struct, frozen=True):
    """A line of tulips that gives dice: its column in row 1, how far it goes aside with each row, and its rows."""

    column: int
    aside: int
    rows: int


class Gain(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a tulip on an open space would earn: so many dice from then on, room for a bonus tile, or the victory."""

    space: Space
    dice: int = 0
    tile: bool = False
    wins: bool = False


class Field(msgspec.Struct, frozen=True):
    """A seat's field.

    Its rows have a sign for each space: "." open, "T" tulip, "$" turned tulip, "M" multicoloured tulip, "m" the same turned.
    """

    field: int
    rows: list[str]
    above: int
    above_turned: int
    tulips: int
    dice: int
    tiles: list[Tile]
    lines: list[Line]
    gains: list[Gain]
    to_turn: int


class View(msgspec.Struct, frozen=True):
    """The table, the same for everyone but for the odds, which are worked out for the seat that decides.

    A space is written "3/2": row, column. What it asks for: `alike` of its row, of the face in `columns`; where that is 0, one
    of its row's `runs`.
    """

    phase: Phase
    turn: int | None
    dice: list[int]  # all, or while dice are being rolled those kept
    number: int  # how many dice the seat has this turn
    rolls: int
    free_rolls: int
    most_rolls: int
    columns: list[int]
    alike: list[int]
    runs: list[list[str]]
    line_dice: list[int]  # the dice that a line from row 1 down to each row gives
    seats: list[Field]
    reach: list[Space]  # the open spaces that the dice fit
    supply: int
    round: int  # of the solo game, counted from 1; 0 in a race
    rounds: int
    sums: list[int]  # the tulips of each round that is over
    grades: list[int]  # solo: a total of no more than this is outstanding, very good, won
    odds: dict[str, list[int]]  # by move: the odds, in thousandths, of filling each space in the end, row by row
    next_roll: list[int]  # the same for the roll that can be bought now, with the best dice for each space kept


def view(s: State, seat: int) -> View:
    """What anyone may see, and for the seat that decides its odds."""
    if seat != s.turn or s.chance or s.end:
        return _open(s)
    next_roll = thousandths(of_paying(s)).tolist() if s.phase in (PAY, PAY_SECOND) else []
    return msgspec.structs.replace(_open(s), odds=_odds(s), next_roll=next_roll)


@memoized
def _open(s: State) -> View:
    """What everyone sees alike."""
    rolled = s.phase in (ROLLED, PAY, PAY_SECOND, PAID, PLACE) and not s.chance
    return View(
        phase="rolling" if s.chance == DICE else PHASES[s.phase],
        turn=None if s.chance == STARTER else s.turn,
        dice=faces(s.dice),
        number=s.number,
        rolls=s.rolls,
        free_rolls=FREE_ROLLS,
        most_rolls=MOST_ROLLS,
        columns=column_faces(s),
        alike=list(ALIKE),
        runs=RUNS_TOLD,
        line_dice=LINE_DICE,
        seats=[_field(s, p) for p in range(s.seats)],
        reach=[SPACE_NAMES[space] for space in spaces_of(int(spaces_to_plant(s, s.turn)))] if rolled else [],
        supply=s.supply,
        round=s.round + 1 if s.seats == 1 else 0,
        rounds=ROUNDS if s.seats == 1 else 0,
        sums=[s.sums[i] for i in range(ROUNDS) if s.sums[i]],
        grades=[OUTSTANDING, VERY_GOOD, WON] if s.seats == 1 else [],
        odds={},
        next_roll=[],
    )


def _odds(s: State) -> dict[str, list[int]]:
    """The odds of every way to set or to keep dice."""
    if s.phase not in (SET, ROLLED, PAID):
        return {}
    return {str(move): of_spaces for move, of_spaces in of_keeping(s).items()}


def _field(s: State, p: int) -> Field:
    multicoloured = tuple(s.multicoloured[i] for i in range(ROUNDS - 1)) if s.seats == 1 else ()
    covered, tiled = s.covered[p], s.tiled[p]
    return Field(
        field=s.field[p] + 1 if s.seats > 1 else 0,
        rows=_rows(covered, s.turned[p], multicoloured),
        above=s.above[p],
        above_turned=s.above_turned[p],
        tulips=s.tulips[p],
        dice=dice_of(covered),
        tiles=[_tile(s.tile[p][i]) for i in range(s.bonus[p])],
        lines=_lines(covered),
        gains=[] if s.end or s.phase == CARRY else _gains(covered, tiled, s.supply > 0),
        to_turn=turnable(s, p),
    )


@functools.lru_cache(maxsize=1024)
def dice_of(covered: int) -> int:
    """The dice that a field has earned."""
    return int(dice_earned(covered))


def turnable(s: State, seat: int) -> int:
    """How many tulips the seat could turn for rolls."""
    return may_turn(s, seat).bit_count() + s.above[seat] - s.above_turned[seat]


@functools.lru_cache(maxsize=1024)
def _rows(covered: int, turned: int, multicoloured: tuple[int, ...]) -> list[str]:
    signs = ["."] * SPACES
    for space in spaces_of(covered):
        signs[space] = "M" if space in multicoloured else "T"
        if turned >> space & 1:
            signs[space] = "m" if space in multicoloured else "$"
    return ["".join(signs[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)]


@functools.cache
def _tile(place: int) -> Tile:
    row, column = divmod(place % SPACES, COLUMNS)
    height, width = (SHORT, LONG) if place < SPACES else (LONG, SHORT)
    return Tile(row + 1, column + 1, height, width)


def _straight_lines() -> list[tuple[int, int, Line]]:
    """All lines that give more dice: the dice, the set of spaces, and the line; the longest first."""
    found = []
    for rows in range(ROWS, 2, -1):
        for column in range(COLUMNS):
            for aside in (-1, 0, 1):
                if 0 <= column + aside * (rows - 1) < COLUMNS:
                    spaces = sum(1 << COLUMNS * row + column + aside * row for row in range(rows))
                    found.append((int(DICE_OF_LINE[rows]), spaces, Line(column + 1, aside, rows)))
    return found


LINES = _straight_lines()
LINE_DICE = [int(dice) for dice in DICE_OF_LINE[1:]]
RUNS_TOLD = [list(runs) for runs in RUNS]
AREAS = [int(AREA[place]) for place in range(TILE_PLACES) if AREA[place]]


@functools.lru_cache(maxsize=1024)
def _lines(covered: int) -> list[Line]:
    """The lines that give the dice which the field has earned; none for the dice that everyone starts with."""
    full = [(dice, line) for dice, spaces, line in LINES if not spaces & ~covered]
    return [line for dice, line in full if dice == full[0][0]]


@functools.lru_cache(maxsize=1024)
def _gains(covered: int, tiled: int, supply: bool) -> list[Gain]:
    """What each open space would earn that earns anything."""
    now = dice_of(covered)
    dice: dict[int, int] = {}
    for earned, spaces, _ in LINES:
        missing = spaces & ~covered
        if earned > now and missing & (missing - 1) == 0:
            dice[missing] = max(dice.get(missing, START_DICE), earned)
    free = covered & ~tiled
    single = {area & ~free for area in AREAS} if supply else set()
    tiles = {missing for missing in single if missing and missing & (missing - 1) == 0 and not missing & covered}
    bottom = [1 << row * COLUMNS + column for row in (FULL_ROW, BOTTOM_ROW) for column in range(COLUMNS)]
    wins = {space for space in bottom if not space & covered and victory(covered | space) != NOT_WON}
    gains = sorted(dice.keys() | tiles | wins)
    return [Gain(SPACE_NAMES[g.bit_length() - 1], dice.get(g, 0), g in tiles, g in wins) for g in gains]


def figures(s: State, viewer: int) -> dict[str, int]:
    """In a race each seat's dice, since tulips come one a turn to all; in the solo game the tulips of all rounds so far."""
    return _figures(s)


@memoized
def _figures(s: State) -> dict[str, int]:
    if s.seats == 1:
        return {"score:0": int(score(s, 0))}
    return {SCORES[p]: dice_of(s.covered[p]) for p in range(s.seats)}


FIGURES = ("score:{int}",)
SCORES = [f"score:{p}" for p in range(MAX_SEATS)]
