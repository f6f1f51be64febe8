"""The learned prior of Tulipmania 1637: what players usually do, from what a search chose in self-play (see `tulips train`).

How likely a move is goes with e to the power of its appeal, a sum of weights: by the price of the tulip's colour, how many
tulips and buyers of it the seat has and how many tulips a rival has at most, what it can pay, and how far the game is.
"""

from pathlib import Path
from typing import Final

import numpy as np

from tulips.engine.logit import appeal_of, packed, read_weights
from tulips.engine.state.rule import rule
from tulips.games.tulipmania_1637.components import CARDS, MAX_COLOURS
from tulips.games.tulipmania_1637.rules import ACTION, BUY, DRAW, NOTHING, PASS, SELLER, can_carry_out, price_of
from tulips.games.tulipmania_1637.state import State

# What is told apart of a state
TIERS: Final = 3  # rows of current prices
HEIGHTS: Final = TIERS * 4  # and columns
FEW: Final = 4  # none, one, two, or more tulips or buyers of a colour; what a purse pays for
PHASES: Final = 3  # a colour is sold, drawn or bought

# The height of a cell of the board: of current spaces there is one row in two
HEIGHT_OF_CELL: Final = np.array([4 * min(cell >> 5, TIERS - 1) + min(cell & 15, 3) for cell in range(256)])

# Where the weights lie: the first is of nothing
BY_HEIGHT: Final = 1  # a colour, by phase, whether the buyers have run out, its height and one's tulips
BY_STOCK: Final = BY_HEIGHT + PHASES * 2 * HEIGHTS * FEW  # by phase, tier, one's tulips and buyers, and a rival's tulips
BY_PURSE: Final = BY_STOCK + PHASES * TIERS * FEW**3  # by phase, tier, purse and colours left
NOTHING_CHOSEN: Final = BY_PURSE + PHASES * TIERS * FEW * MAX_COLOURS  # by phase, whether the buyers have run out, colours left
CARD_BY_HEIGHT: Final = NOTHING_CHOSEN + PHASES * 2 * MAX_COLOURS  # by whose card and which, and as BY_HEIGHT
CARD_BY_STOCK: Final = CARD_BY_HEIGHT + 2 * CARDS * 2 * HEIGHTS * FEW
CARD_BY_PURSE: Final = CARD_BY_STOCK + 2 * CARDS * TIERS * FEW**3  # by card, tier and purse
VOID: Final = CARD_BY_PURSE + CARDS * TIERS * FEW  # a card that can't be carried out
NUMBER_OF_WEIGHTS: Final = VOID + 1

NEVER: Final = {VOID: -10.0}  # weights that are not learned
INSTEAD: Final = {VOID: PASS}  # what such a move comes to: a search that tries it has tried this

FILE: Final = Path(__file__).parent / "prior.toml"
WEIGHTS: Final = read_weights(FILE, NUMBER_OF_WEIGHTS)


@rule
def weight_places(s: State, seat: int, move: int) -> int:
    """Where the weights of a move lie, all in one number."""
    if s.phase == ACTION or s.phase == SELLER:
        return card_weight_places(s, seat, move) if s.phase == SELLER or can_carry_out(s, seat, move) else VOID
    phase = 1 if s.phase == DRAW else 2 if s.phase == BUY else 0
    late = s.deck == 0
    if move == NOTHING:
        return NOTHING_CHOSEN + (phase * 2 + late) * MAX_COLOURS + s.live - 1
    height = height_of(s, move)
    tier = height >> 2
    own = few(s.tulips[seat, move])
    by_height = BY_HEIGHT + ((phase * 2 + late) * HEIGHTS + height) * FEW + own
    by_stock = BY_STOCK + (phase * TIERS + tier) * FEW**3 + stock_of(s, seat, move)
    by_purse = BY_PURSE + ((phase * TIERS + tier) * FEW + purse_of(s, seat, move)) * MAX_COLOURS + s.live - 1
    return packed(by_height, by_stock, by_purse)


@rule
def card_weight_places(s: State, seat: int, card: int) -> int:
    """Where the weights of an action card lie."""
    height = height_of(s, s.sold)
    tier = height >> 2
    whose = (CARDS if seat == s.turn else 0) + card
    by_height = CARD_BY_HEIGHT + ((whose * 2 + (s.deck == 0)) * HEIGHTS + height) * FEW + few(s.tulips[seat, s.sold])
    by_stock = CARD_BY_STOCK + (whose * TIERS + tier) * FEW**3 + stock_of(s, seat, s.sold)
    by_purse = CARD_BY_PURSE + (card * TIERS + tier) * FEW + purse_of(s, seat, s.sold)
    return packed(by_height, by_stock, by_purse)


@rule
def height_of(s: State, colour: int) -> int:
    """How high a colour's price is: four times its tier, and its column."""
    return HEIGHT_OF_CELL[s.cell[s.indicator[colour]]]  # type: ignore[no-any-return]


@rule
def few(number: int) -> int:
    """A number as far as it is told apart."""
    return min(number, FEW - 1)


@rule
def stock_of(s: State, seat: int, colour: int) -> int:
    """One's tulips and buyers of a colour, and a rival's tulips."""
    rival = 0
    for p in range(s.seats):
        rival = max(rival, s.tulips[p, colour] * (p != seat))
    return (few(s.tulips[seat, colour]) * FEW + few(s.buyers[seat, colour])) * FEW + few(rival)


@rule
def purse_of(s: State, seat: int, colour: int) -> int:
    """What one can pay, beside the price of a colour: less, once, twice, or four times as much and more."""
    price = price_of(s, colour)
    cash = s.cash[seat]
    return (cash >= price) + (cash >= 2 * price) + (cash >= 4 * price)


@rule
def appeal(s: State, seat: int, move: int) -> float:
    """How readily a move is made: the power of e that its odds go with."""
    return appeal_of(WEIGHTS, weight_places(s, seat, move))
