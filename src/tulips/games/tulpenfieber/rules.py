"""The rules of Tulpenfieber, in the order of the rulebook."""

from typing import Any, Final

import numpy as np

from tulips.engine.contract import LOST
from tulips.engine.errors import BadOption
from tulips.engine.options import RANDOM
from tulips.engine.state.chance import Noise
from tulips.engine.state.numbering import Numbering, numbered, sharing
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.state.seats import only
from tulips.games.tulpenfieber.components import (
    AREA,
    BONUS_TILES,
    BOTTOM_ROW,
    BOTTOM_WINS,
    COLUMNS,
    DICE_OF_LINE,
    FACTS,
    FLAT_CORNERS,
    FREE_ROLLS,
    FULL_ROW,
    IN_ROW,
    KIND_FITS,
    MAX_SEATS,
    MIDDLE,
    MOST_ROLLS,
    MOST_TILES,
    NOT_WON,
    NUMBER_IN_ROW,
    OUTSTANDING,
    ROUNDS,
    ROW,
    ROW_FULL,
    ROWS,
    RUN_FITS,
    SPACES,
    TILE_PLACES,
    UPRIGHT_CORNERS,
    VERY_GOOD,
    WAYS,
    WON,
)
from tulips.games.tulpenfieber.dice import (
    FACES,
    HANDFULS,
    KEEPS,
    KEEPS_FROM,
    MOST_KEEPS,
    OF_SIZE,
    OF_SIZE_FROM,
    PACKED,
    ROLLS,
    SIZE,
    count,
    handful,
    rolled,
)
from tulips.games.tulpenfieber.state import State

# Phases of a turn, in the order they come
START: Final = 0
SET: Final = 1  # the bonus dice
ROLLED: Final = 2  # the first or second time: keep and roll, or stop
PAY: Final = 3  # rolled the third or fourth time: turn a tulip for another roll, or stop
PAY_SECOND: Final = 4  # turn the second one
PAID: Final = 5  # keep and roll
PLACE: Final = 6
TILE: Final = 7  # a bonus tile, or none
CARRY: Final = 8  # solo, between rounds: which tulip becomes multicoloured
FINISHED: Final = 9

CHANCES: Final = ("first seat", "dice")
STARTER, DICE = numbered(CHANCES)

# A race ends when a field has won, the solo game with a total
ENDS: Final = (
    *WAYS,
    "a total of 42 tulips or fewer, outstanding",
    "a total of 50 tulips or fewer, very good",
    "a total of 60 tulips or fewer, won",
    "a total of more than 60 tulips, not won",
)
*_, SOLO_OUTSTANDING, SOLO_VERY_GOOD, SOLO_WON, SOLO_LOST = numbered(ENDS)
RACE: Final = True
SECRET_OPTIONS: Final = None

# A handful of dice is set or kept, and the others are rolled; to keep none is to roll all.
MOVES: Final = Numbering(
    set=HANDFULS,
    roll_all=sharing("set", 1),
    keep=HANDFULS - 1,
    stop=1,
    turn=SPACES,
    turn_above=1,
    plant=SPACES,
    lay_above=1,
    lay_tile=TILE_PLACES,
    no_tile=1,
    carry=SPACES,
    carry_none=1,
)
STOP: Final = MOVES["stop"]
TURN_TULIP: Final = MOVES["turn"]  # + space
TURN_ABOVE: Final = MOVES["turn-above"]
PLANT: Final = MOVES["plant"]  # + space
LAY_ABOVE: Final = MOVES["lay-above"]
LAY_TILE: Final = MOVES["lay-tile"]  # + the tile's place
NO_TILE: Final = MOVES["no-tile"]
CARRY_TULIP: Final = MOVES["carry"]  # + space
CARRY_NONE: Final = MOVES["carry-none"]
ACTIONS: Final = MOVES.total

MOST_MOVES: Final = max(MOST_KEEPS + 1, int(OF_SIZE_FROM[MOST_TILES + 1] - OF_SIZE_FROM[MOST_TILES])) + COLUMNS

NOWHERE: Final = -1

U = np.uint64
"""For an index in a hot loop: an unsigned one is not asked whether it counts from the end, and the loop becomes one copy."""


# Setup


def set_up(s: State, seats: int, options: dict[str, Any]) -> None:
    """Lay out the table: the columns, the start flowers, the bonus tiles."""
    for column, face in enumerate(columns_of(options["layout"])):
        s.column[face - 1] = column + (column >= MIDDLE)
    for field, spaces in enumerate(flowers_of(options["flowers"], seats)):
        s.flowers[field] = spaces
    s.supply = BONUS_TILES
    s.may_decline = options["may_decline"]
    for i in range(ROUNDS - 1):
        s.multicoloured[i] = NOWHERE
    if seats == 1:
        start_round(s)
    elif options["first"] == RANDOM:
        s.chance = STARTER
    else:
        take_fields(s, options["first"] - 1)


def columns_of(layout: Any) -> list[int]:
    """The faces of the columns outside the middle one, left to right, as the option says."""
    refuse_other_keys(layout, "layout", ["columns"])
    columns = FACTS["layouts"][layout] if isinstance(layout, str) else layout.get("columns")
    if not isinstance(columns, list) or sorted(map(str, columns)) != [str(face + 1) for face in range(FACES)]:
        raise BadOption(f"A layout needs columns, a list of the faces 1 to 6 in some order, not {columns!r}.")
    return [int(face) for face in columns]


def refuse_other_keys(data: Any, option: str, keys: list[str]) -> None:
    """Refuse data with a key that nobody would look at."""
    for key in [] if isinstance(data, str) else data:
        if key not in keys:
            raise BadOption(f"A table of {option} has {' and '.join(keys)}, not {key!r}.")


def flowers_of(flowers: Any, seats: int) -> list[int]:
    """The sets of spaces with start flowers that the option says: one for each field, or the solo side's."""
    refuse_other_keys(flowers, "flowers", ["fields", "solo"])
    table = FACTS["flowers"][flowers] if isinstance(flowers, str) else flowers
    fields = [table.get("solo")] if seats == 1 else table.get("fields")
    if not isinstance(fields, list) or len(fields) != (1 if seats == 1 else MAX_SEATS):
        raise BadOption("Start flowers need fields, a list of four lists of spaces, and solo, one list of spaces.")
    covered = [flower_spaces(spaces) for spaces in fields]
    if seats == 1:
        for space in range(COLUMNS * FULL_ROW, COLUMNS * (BOTTOM_ROW + 1)):
            if victory(covered[0] | 1 << space) != NOT_WON:
                raise BadOption("These start flowers would win a round with one tulip carried over, before the first roll.")
    return covered


def flower_spaces(spaces: Any) -> int:
    """The set of these spaces; start flowers may not win the game by themselves."""
    covered = 0
    for space in spaces if isinstance(spaces, list) else [spaces]:
        if not (
            isinstance(space, list)
            and len(space) == 2
            and all(isinstance(part, int) for part in space)
            and 1 <= space[0] <= ROWS
            and 1 <= space[1] <= COLUMNS
        ):
            raise BadOption(f"A start flower is [row, column], rows 1 to {ROWS} and columns 1 to {COLUMNS}, not {space!r}.")
        flower = 1 << COLUMNS * (space[0] - 1) + space[1] - 1
        if covered & flower:
            raise BadOption(f"The start flower {space!r} is there twice.")
        covered |= flower
    if victory(covered) != NOT_WON:
        raise BadOption("These start flowers would win the game before the first roll.")
    return covered


@rule_apart
def take_fields(s: State, first: int) -> None:
    """The first seat takes field 1, the seats to its left the following ones; a tulip goes on every start flower."""
    for i in range(s.seats):
        seat = (first + i) % s.seats
        s.field[seat] = i
        s.covered[seat] = s.flowers[i]
        s.tulips[seat] = tulips_in(s.flowers[i])
    start_turn(s, first)


@rule_apart
def tulips_in(spaces: int) -> int:
    """How many spaces a set has."""
    number = 0
    for row in range(ROWS):
        number += NUMBER_IN_ROW[spaces >> COLUMNS * row & ROW]
    return number


@rule
def outcomes(s: State) -> int:
    """How many equally likely outcomes the pending chance has."""
    return ROLLS[s.number - SIZE[handful(s.dice)]] if s.chance == DICE else s.seats


@rule
def settle(s: State, outcome: int) -> None:
    """Carry out what chance has decided."""
    s.chance, pending = 0, s.chance
    if pending == DICE:
        s.dice += rolled(s.number - SIZE[handful(s.dice)], outcome)
        s.rolls += 1
        s.actors = only(s.turn)
        s.phase = ROLLED if s.rolls < FREE_ROLLS else (PAY if may_pay(s, s.turn) else PLACE)
    else:
        take_fields(s, outcome)


@rule
def start_turn(s: State, seat: int) -> None:
    """Take all dice one has; those on bonus tiles are set before the first roll."""
    s.turn = seat
    s.number = dice_earned(s.covered[seat])
    s.dice = 0
    s.rolls = 0
    if s.bonus[seat]:
        s.phase = SET
        s.chance = 0
        s.actors = only(seat)
    else:
        s.chance = DICE
        s.actors = 0


# Roll the dice and gain new tulips


@rule
def roll_others(s: State, kept: int) -> None:
    """Set or keep these dice and roll all others."""
    s.dice = PACKED[kept]
    s.actors = 0
    s.chance = DICE


@rule
def may_turn(s: State, seat: int) -> int:
    """The spaces whose tulips can be turned: face up, under no bonus tile."""
    return s.covered[seat] & ~(s.turned[seat] | s.tiled[seat])


@rule
def may_pay(s: State, seat: int) -> bool:
    """Whether another roll can be bought: there is one more to buy, and two tulips to turn."""
    spaces = may_turn(s, seat)
    two = 1 if spaces == 0 else (2 if spaces & (spaces - 1) == 0 else 3)
    return (s.rolls < MOST_ROLLS) & (s.above[seat] - s.above_turned[seat] + two >= 3)


@rule
def turn_tulip(s: State, seat: int, space: int) -> None:
    """Turn a tulip to the moneybag, for good; after the second one another roll is bought."""
    if space == SPACES:
        s.above_turned[seat] += 1
    else:
        s.turned[seat] |= 1 << space
    s.phase = PAY_SECOND if s.phase == PAY else PAID


@rule
def fitting_spaces(s: State, dice: int) -> int:
    """The spaces that the dice fit, covered or not: enough of the column's face, a run, or anywhere for six alike."""
    spaces = RUN_FITS[handful(dice)]
    for face in range(FACES):
        spaces |= KIND_FITS[count(dice, face)] << s.column[face]
    return spaces  # type: ignore[no-any-return]


@rule
def spaces_to_plant(s: State, seat: int) -> int:
    """The open spaces that the dice fit."""
    return fitting_spaces(s, s.dice) & ~s.covered[seat]


@rule
def grow(s: State, seat: int, space: int) -> None:
    """One more tulip, on a space of the field."""
    s.covered[seat] |= 1 << space
    s.tulips[seat] += 1


@rule
def plant(s: State, seat: int, space: int) -> None:
    """Place a new tulip on a space, which may win at once."""
    grow(s, seat, space)
    won = victory(s.covered[seat])
    if won == NOT_WON:
        end_turn(s, seat)
    else:
        win(s, seat, won)


@rule
def lay_above(s: State, seat: int) -> None:
    """Where no space fits, the new tulip goes above the field."""
    s.above[seat] += 1
    s.tulips[seat] += 1
    end_turn(s, seat)


# Gain more dice


@rule
def dice_earned(covered: int) -> int:
    """Four dice, and more for a straight unbroken line down from the first row: five for rows 1 to 3, and so on."""
    straight = left = right = covered & ROW
    rows = 1 if straight else 0
    for row in range(1, ROWS):
        line = covered >> COLUMNS * row & ROW
        straight &= line
        right &= line >> row
        left &= line << row
        rows += (straight | left | right) != 0
    return DICE_OF_LINE[rows]  # type: ignore[no-any-return]


# Gaining and using bonus tiles


@rule
def flat_places(free: int) -> int:
    """The top left corners of two rows by three columns in a set of spaces."""
    wide = free & free >> 1 & free >> 2 & FLAT_CORNERS
    return wide & free >> COLUMNS & free >> COLUMNS + 1 & free >> COLUMNS + 2


@rule
def upright_places(free: int) -> int:
    """The top left corners of three rows by two columns in a set of spaces."""
    wide = free & free >> 1
    return wide & wide >> COLUMNS & wide >> 2 * COLUMNS & UPRIGHT_CORNERS


@rule
def may_claim(s: State, seat: int) -> bool:
    """Whether a bonus tile can be claimed: there is one left and a place for it."""
    free = s.covered[seat] & ~s.tiled[seat]
    return (s.supply > 0) & ((flat_places(free) | upright_places(free)) != 0)


@rule
def end_turn(s: State, seat: int) -> None:
    """A bonus tile may be claimed; then the next seat's turn begins."""
    if may_claim(s, seat):
        s.phase = TILE
    else:
        next_turn(s, seat)


@rule
def lay_tile(s: State, seat: int, place: int) -> None:
    """Lay a bonus tile on six tulips: they can't be turned any more."""
    s.tile[seat, s.bonus[seat]] = place
    s.bonus[seat] += 1
    s.supply -= 1
    s.tiled[seat] |= AREA[place]
    next_turn(s, seat)


@rule
def next_turn(s: State, seat: int) -> None:
    """The turn of the neighbour to the left."""
    start_turn(s, 0 if seat + 1 == s.seats else seat + 1)


# Victory conditions and the end of the game


@rule
def victory(covered: int) -> int:
    """NOT_WON, or how the covered spaces win: all of row 4, or three adjacent or any four of row 5."""
    if covered >> COLUMNS * FULL_ROW & ROW == ROW:
        return ROW_FULL
    return BOTTOM_WINS[covered >> COLUMNS * BOTTOM_ROW & ROW]  # type: ignore[no-any-return]


@rule_apart
def win(s: State, seat: int, won: int) -> None:
    """The race is over at once; a solo game goes on to its next round."""
    if s.seats == 1:
        end_round(s)
    else:
        finish(s, won)


@rule
def finish(s: State, reason: int) -> None:
    """The game is over; the seat whose turn it is has ended it."""
    s.actors = 0
    s.phase = FINISHED
    s.end = reason


# Solo play


@rule
def carried_row(after: int) -> int:
    """The row of which a tulip is carried over after a round: the fourth after round one, the fifth after round two."""
    return FULL_ROW if after == 0 else BOTTOM_ROW


@rule_apart
def end_round(s: State) -> None:
    """Note down the round's tulips; then one of the row, if there is one, becomes multicoloured, or the total is graded."""
    s.sums[s.round] = s.tulips[0]
    if s.round == ROUNDS - 1:
        finish(s, grade(solo_total(s)))
    elif s.covered[0] >> COLUMNS * carried_row(s.round) & ROW:
        s.phase = CARRY
    else:
        next_round(s, NOWHERE)


@rule_apart
def next_round(s: State, carried: int) -> None:
    """Carry a tulip over, if any, and start the next round."""
    s.multicoloured[s.round] = carried
    s.round += 1
    start_round(s)


@rule_apart
def start_round(s: State) -> None:
    """Clear the field but for the multicoloured tulips and put tulips on the start flowers; dice and tiles start afresh."""
    s.covered[0] = s.flowers[0]
    for i in range(ROUNDS - 1):
        if s.multicoloured[i] != NOWHERE:
            s.covered[0] |= 1 << s.multicoloured[i]
    s.tulips[0] = tulips_in(s.covered[0])
    s.turned[0] = 0
    s.tiled[0] = 0
    s.above[0] = 0
    s.above_turned[0] = 0
    s.bonus[0] = 0
    s.supply = BONUS_TILES
    for i in range(MOST_TILES):
        s.tile[0, i] = 0
    start_turn(s, 0)


@rule
def solo_total(s: State) -> int:
    """The tulips of all rounds that are over."""
    total = 0
    for i in range(ROUNDS):
        total += s.sums[i]
    return total


@rule
def grade(total: int) -> int:
    """How good a total is."""
    if total <= OUTSTANDING:
        return SOLO_OUTSTANDING
    if total <= VERY_GOOD:
        return SOLO_VERY_GOOD
    return SOLO_WON if total <= WON else SOLO_LOST


# Moves


@rule
def list_spaces(spaces: int, first: int, moves: Any, n: int) -> int:
    """Write a move for each space of a set, after n others; the number of all."""
    for row in range(ROWS):
        bits = spaces >> COLUMNS * row & ROW
        for i in range(COLUMNS):
            moves[U(n + i)] = first + COLUMNS * row + IN_ROW[U(bits * COLUMNS + i)]
        n += NUMBER_IN_ROW[bits]
    return n


@rule
def list_keeps(s: State, moves: Any, n: int) -> int:
    """Write a move for everything that can be kept with at least one die rolled, after n others; the number of all."""
    number = handful(s.dice)
    first = KEEPS_FROM[number]
    keeps = KEEPS_FROM[number + 1] - first
    for i in range(keeps):
        moves[U(n + i)] = KEEPS[U(first + i)]
    return n + keeps  # type: ignore[no-any-return]


@rule_apart
def list_tiles(s: State, seat: int, moves: Any) -> int:
    """Write a move for no bonus tile, and one for each place of one."""
    free = s.covered[seat] & ~s.tiled[seat]
    moves[0] = NO_TILE
    n = list_spaces(flat_places(free), LAY_TILE, moves, 1)
    return list_spaces(upright_places(free), LAY_TILE + SPACES, moves, n)


@rule_apart
def list_sets(size: int, moves: Any) -> int:
    """Write a move for each way to set so many bonus dice."""
    first = OF_SIZE_FROM[size]
    n = OF_SIZE_FROM[size + 1] - first
    for i in range(n):
        moves[i] = OF_SIZE[first + i]
    return n  # type: ignore[no-any-return]


@rule_apart
def list_carries(s: State, seat: int, moves: Any) -> int:
    """Write a move for each tulip that can become multicoloured, after one for none where that may be declined."""
    moves[0] = CARRY_NONE
    spaces = s.covered[seat] & ROW << COLUMNS * carried_row(s.round)
    return list_spaces(spaces, CARRY_TULIP, moves, 1 if s.may_decline else 0)


@rule
def list_turns(s: State, seat: int, moves: Any, n: int) -> int:
    """Write a move for each tulip that can be turned, those above the field being all alike; the number of all."""
    n = list_spaces(may_turn(s, seat), TURN_TULIP, moves, n)
    moves[n] = TURN_ABOVE
    return n + (s.above[seat] > s.above_turned[seat])


@rule
def legal_moves(s: State, seat: int, moves: Any) -> int:
    """List the seat's moves."""
    if s.phase == ROLLED:
        moves[0] = STOP
        return list_keeps(s, moves, 1)
    if s.phase == PAID:
        return list_keeps(s, moves, 0)
    if s.phase == PAY:
        moves[0] = STOP
        return list_turns(s, seat, moves, 1)
    if s.phase == PAY_SECOND:
        return list_turns(s, seat, moves, 0)
    if s.phase == PLACE:
        moves[0] = LAY_ABOVE
        spaces = spaces_to_plant(s, seat)
        return list_spaces(spaces, PLANT, moves, 0) if spaces else 1
    if s.phase == SET:
        return list_sets(s.bonus[seat], moves)
    if s.phase == TILE:
        return list_tiles(s, seat, moves)
    return list_carries(s, seat, moves)


@rule
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a move."""
    if move < HANDFULS:
        roll_others(s, move)
    elif move == STOP:
        s.phase = PLACE
    elif move <= TURN_ABOVE:
        turn_tulip(s, seat, move - TURN_TULIP)
    elif move < LAY_ABOVE:
        plant(s, seat, move - PLANT)
    elif move == LAY_ABOVE:
        lay_above(s, seat)
    elif move < NO_TILE:
        lay_tile(s, seat, move - LAY_TILE)
    elif move == NO_TILE:
        next_turn(s, seat)
    else:
        next_round(s, NOWHERE if move == CARRY_NONE else move - CARRY_TULIP)


# Results


@rule
def score(s: State, seat: int) -> int:
    """The seat's tulips in and above its field; in the solo game those of all rounds, where fewer are better."""
    if s.seats > 1:
        return s.tulips[seat]
    return solo_total(s) + (0 if s.sums[s.round] else s.tulips[0])


@rule
def standing(s: State, seat: int) -> int:
    """In the race 1 for the seat that has won; in the solo game less for more tulips, and too many have not won."""
    if s.seats == 1:
        return LOST if s.end == SOLO_LOST else -score(s, seat)
    return 1 if (s.end != 0) & (s.turn == seat) else 0


@rule
def redeal(s: State, seat: int, noise: Noise) -> None:
    """Nothing is hidden, so there is nothing to deal anew."""
