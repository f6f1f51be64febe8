"""What a seat of Tulpenfieber knows, as numbers. Counts are as they are; one number in a piece of yes and no is 1."""

from typing import Any

from tulips.engine.observation import Observation, Piece, offsets
from tulips.engine.state.rule import rule
from tulips.games.tulpenfieber.components import COLUMNS, MAX_SEATS, ROUNDS, SPACES
from tulips.games.tulpenfieber.dice import FACES, count
from tulips.games.tulpenfieber.rules import FINISHED, NOWHERE
from tulips.games.tulpenfieber.state import State

PIECES = (
    Piece("phase", FINISHED + 1, "start, set, rolled, pay, pay second, paid, place, tile, carry, over"),
    Piece("turn", MAX_SEATS, "whose turn it is"),
    Piece("dice", FACES, "how many dice show each face"),
    Piece("number", 1, "dice of the seat whose turn it is"),
    Piece("rolls", 1, "rolls made this turn"),
    Piece("covered", MAX_SEATS * SPACES, "spaces with a tulip, by seat and space, row by row"),
    Piece("turned", MAX_SEATS * SPACES, "spaces whose tulip is turned to the moneybag"),
    Piece("tiled", MAX_SEATS * SPACES, "spaces under a bonus tile"),
    Piece("above", MAX_SEATS, "tulips above each field"),
    Piece("above turned", MAX_SEATS, "how many of those are turned"),
    Piece("bonus", MAX_SEATS, "bonus tiles of each seat"),
    Piece("supply", 1, "bonus tiles left"),
    Piece("seats", MAX_SEATS, "number of players: one to four"),
    Piece("columns", FACES * COLUMNS, "the column of each face"),
    Piece(
        "solo",
        2 * ROUNDS + 2 * SPACES,
        "the round, one of three (the first in a race); the tulips counted in each round that is over; multicoloured spaces; "
        "spaces with start flowers, which each round begins with",
    ),
    Piece("options", 1, "may_decline"),
)

_PHASE, _TURN, _DICE, _NUMBER, _ROLLS, _COVERED, _TURNED, _TILED, *_MORE = offsets(PIECES)
_ABOVE, _ABOVE_TURNED, _BONUS, _SUPPLY, _SEATS, _COLUMN, _ROUND, _OPTIONS = _MORE
_SUMS = _ROUND + ROUNDS  # within the piece of the solo game, from here on
_MULTICOLOURED = _SUMS + ROUNDS
_FLOWERS = _MULTICOLOURED + SPACES


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what the seat knows."""
    out[_PHASE + s.phase] = 1
    out[_TURN + (s.turn - seat) % s.seats] = 1
    for face in range(FACES):
        out[_DICE + face] = count(s.dice, face)
        out[_COLUMN + face * COLUMNS + s.column[face]] = 1
    out[_NUMBER] = s.number
    out[_ROLLS] = s.rolls
    for p in range(s.seats):
        other = (seat + p) % s.seats
        for space in range(SPACES):
            out[_COVERED + p * SPACES + space] = s.covered[other] >> space & 1
            out[_TURNED + p * SPACES + space] = s.turned[other] >> space & 1
            out[_TILED + p * SPACES + space] = s.tiled[other] >> space & 1
        out[_ABOVE + p] = s.above[other]
        out[_ABOVE_TURNED + p] = s.above_turned[other]
        out[_BONUS + p] = s.bonus[other]
    out[_SUPPLY] = s.supply
    out[_SEATS + s.seats - 1] = 1
    out[_ROUND + s.round] = 1
    for i in range(ROUNDS):
        out[_SUMS + i] = s.sums[i]
    for i in range(ROUNDS - 1):
        if s.multicoloured[i] != NOWHERE:
            out[_MULTICOLOURED + s.multicoloured[i]] = 1
    if s.seats == 1:
        for space in range(SPACES):
            out[_FLOWERS + space] = s.flowers[0] >> space & 1
    out[_OPTIONS] = s.may_decline


OBSERVATION = Observation(observe, *PIECES)
