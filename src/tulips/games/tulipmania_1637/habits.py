"""What players of Tulipmania 1637 usually do, as learned from what a search chose in self-play (see `tulips train`).

How likely a move is goes with e to the power of its appeal, a sum of weights: by the price of the tulip's colour, how many
tulips and buyers of it the seat has and how many tulips its rivals have, what it can pay, and how far the game is.
"""

from pathlib import Path
from typing import Final

import numpy as np

from tulips.engine.habits import appeal_of, packed, read_weights
from tulips.engine.rule import rule
from tulips.games.tulipmania_1637.rules import ACTION, BUY, DRAW, NOTHING, SELLER, can_carry_out, price_of
from tulips.games.tulipmania_1637.table import CARDS, MAX_COLOURS, Table

# What is told apart of a table
TIERS: Final = 3  # rows of current prices
LEVELS: Final = TIERS * 4  # and columns
FEW: Final = 4  # none, one, two, or more tulips or buyers of a colour; what a purse pays for
PHASES: Final = 3  # a colour is sold, drawn or bought

# The level of a cell of the board: of current spaces there is one row in two
LEVEL_OF_CELL: Final = np.array([4 * min(cell >> 5, TIERS - 1) + min(cell & 15, 3) for cell in range(256)])

# Where the weights lie: the first is of nothing
BY_LEVEL: Final = 1  # a colour, by phase, whether the buyers have run out, its level and one's tulips
BY_STOCK: Final = BY_LEVEL + PHASES * 2 * LEVELS * FEW  # by phase, tier, one's tulips and buyers, and a rival's tulips
BY_PURSE: Final = BY_STOCK + PHASES * TIERS * FEW**3  # by phase, tier, purse and colours left
NO_COLOUR: Final = BY_PURSE + PHASES * TIERS * FEW * MAX_COLOURS  # by phase, whether the buyers have run out, colours left
CARD_BY_LEVEL: Final = NO_COLOUR + PHASES * 2 * MAX_COLOURS  # by whose card and which, and as BY_LEVEL
CARD_BY_STOCK: Final = CARD_BY_LEVEL + 2 * CARDS * 2 * LEVELS * FEW
CARD_BY_PURSE: Final = CARD_BY_STOCK + 2 * CARDS * TIERS * FEW**3  # by card, tier and purse
VOID: Final = CARD_BY_PURSE + CARDS * TIERS * FEW  # a card that can't be carried out
NUMBER_OF_WEIGHTS: Final = VOID + 1

NEVER: Final = {VOID: -10.0}  # weights that are not learned: a search takes such a card for a Pass, and so it is

FILE: Final = Path(__file__).parent / "habits.toml"
WEIGHTS: Final = read_weights(FILE, NUMBER_OF_WEIGHTS)


@rule
def habit(s: Table, seat: int, move: int) -> int:
    """Where the weights of a move lie, all in one number."""
    if s.phase == ACTION or s.phase == SELLER:
        return card_habit(s, seat, move) if s.phase == SELLER or can_carry_out(s, seat, move) else VOID
    phase = 1 if s.phase == DRAW else 2 if s.phase == BUY else 0
    late = s.deck == 0
    if move == NOTHING:
        return NO_COLOUR + (phase * 2 + late) * MAX_COLOURS + s.live - 1
    level = level_of(s, move)
    tier = level >> 2
    own = few(s.tulips[seat, move])
    by_level = BY_LEVEL + ((phase * 2 + late) * LEVELS + level) * FEW + own
    by_stock = BY_STOCK + (phase * TIERS + tier) * FEW**3 + stock_of(s, seat, move)
    by_purse = BY_PURSE + ((phase * TIERS + tier) * FEW + purse_of(s, seat, move)) * MAX_COLOURS + s.live - 1
    return packed(by_level, by_stock, by_purse)


@rule
def card_habit(s: Table, seat: int, card: int) -> int:
    """Where the weights of an action card lie."""
    level = level_of(s, s.sold)
    tier = level >> 2
    whose = (CARDS if seat == s.turn else 0) + card
    by_level = CARD_BY_LEVEL + ((whose * 2 + (s.deck == 0)) * LEVELS + level) * FEW + few(s.tulips[seat, s.sold])
    by_stock = CARD_BY_STOCK + (whose * TIERS + tier) * FEW**3 + stock_of(s, seat, s.sold)
    by_purse = CARD_BY_PURSE + (card * TIERS + tier) * FEW + purse_of(s, seat, s.sold)
    return packed(by_level, by_stock, by_purse)


@rule
def level_of(s: Table, colour: int) -> int:
    """How high a colour's price is: four times its tier, and its column."""
    return LEVEL_OF_CELL[s.cell[s.indicator[colour]]]  # type: ignore[no-any-return]


@rule
def few(number: int) -> int:
    """A number as far as it is told apart."""
    return min(number, FEW - 1)


@rule
def stock_of(s: Table, seat: int, colour: int) -> int:
    """One's tulips and buyers of a colour, and a rival's tulips."""
    rival = 0
    for p in range(s.seats):
        rival = max(rival, s.tulips[p, colour] * (p != seat))
    return (few(s.tulips[seat, colour]) * FEW + few(s.buyers[seat, colour])) * FEW + few(rival)


@rule
def purse_of(s: Table, seat: int, colour: int) -> int:
    """How many tulips of a colour one could pay for at its price."""
    price = price_of(s, colour)
    cash = s.cash[seat]
    return (cash >= price) + (cash >= 2 * price) + (cash >= 4 * price)


@rule
def appeal(s: Table, seat: int, move: int) -> float:
    """How readily a move is made: the power of e that its odds go with."""
    return appeal_of(WEIGHTS, habit(s, seat, move))
