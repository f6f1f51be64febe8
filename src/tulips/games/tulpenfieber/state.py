"""The state of a game of Tulpenfieber."""

from tulips.engine.state.snapshot import memoized
from tulips.engine.state.state import Cells, GameState, Grid, int8, int16, int32, int64
from tulips.games.tulpenfieber.components import COLUMNS, MAX_SEATS, MOST_TILES, ROUNDS
from tulips.games.tulpenfieber.dice import FACES


class State(GameState):
    """The state of a game of Tulpenfieber."""

    covered: Cells = int64(MAX_SEATS)  # by seat: the spaces that a tulip covers
    turned: Cells = int64(MAX_SEATS)  # of those, the ones turned to the moneybag
    tiled: Cells = int64(MAX_SEATS)  # of those, the ones that lie under a bonus tile
    flowers: Cells = int64(MAX_SEATS)  # the start flowers: by field, or the solo side's alone in the first place
    dice: int = int32()  # the dice that lie there, packed: all, or the ones kept while the others roll
    above: Cells = int16(MAX_SEATS)  # tulips above each seat's field
    above_turned: Cells = int16(MAX_SEATS)  # how many of those are turned
    tulips: Cells = int16(MAX_SEATS)  # tulips in and above each seat's field, in this round
    sums: Cells = int16(ROUNDS)  # solo: the tulips counted at the end of each round so far
    phase: int = int8()  # START, SET, ROLLED, PAY, PAY_SECOND, PAID, PLACE, TILE, CARRY, FINISHED
    turn: int = int8()  # the seat whose turn it is
    number: int = int8()  # how many dice that seat has this turn, 4 to 7
    rolls: int = int8()  # how often it has rolled this turn, 0 to 5
    supply: int = int8()  # bonus tiles left for all
    bonus: Cells = int8(MAX_SEATS)  # bonus tiles of each seat
    tile: Grid = int8(MAX_SEATS, MOST_TILES)  # where each of them lies
    field: Cells = int8(MAX_SEATS)  # the number of each seat's field, counted from 0
    column: Cells = int8(FACES)  # the column of each face
    round: int = int8()  # solo: the round, counted from 0
    multicoloured: Cells = int8(ROUNDS - 1)  # solo: the spaces of the multicoloured tulips, or NOWHERE
    may_decline: int = int8()  # 1 with the option of that name


@memoized
def column_faces(s: State) -> list[int]:
    """The face of each column, 0 for the middle one."""
    columns = [0] * COLUMNS
    for face in range(FACES):
        columns[s.column[face]] = face + 1
    return columns
