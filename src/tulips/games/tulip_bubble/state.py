"""The state of a game of Tulip Bubble."""

from typing import Any

from tulips.engine.state.state import Cells, GameState, Grid, int8, int16, int32, uint8
from tulips.games.tulip_bubble.components import (
    BULBS,
    BUST,
    CARDS,
    COLLECTORS,
    COLOURS,
    FACES,
    MARKERS,
    MAX_LOTS,
    MAX_ROW,
    MAX_SEATS,
    PILES,
    Levels,
)


class State(GameState):
    """The state of a game of Tulip Bubble."""

    phase: int = int8()  # SET_UP, EVENT, SELLING, DECLARING, PLACING, RESOLVING, AUCTION, PURCHASE, CLEANUP, OVER
    round: int = int8()  # from 1; as many market events have been turned up
    start: int = int8()  # the seat with the start player token; NO_SEAT until it is decided
    turn: int = int8()  # the seat whose turn it is to sell, place, bid or buy
    turns: int = int8()  # how many turns of this phase are over
    opening_response: int = int8()  # 1 with the option opening_market_response
    no_leverage: int = int8()  # 1 with the option of that name
    open_hands: int = int8()  # 1 with the option of that name
    starting_bulbs: int = int8()  # 1 with the option of that name
    blocked_fall_moves_others: int = int8()  # 1 with the option of that name
    black_tulip: int = int16()  # the fewest guilders, loans taken off, that buy the Black Tulip

    # The seats
    cash: Cells = int32(MAX_SEATS)  # guilders behind the screen, never negative
    hand: Grid = int8(MAX_SEATS, FACES)  # how many of each card behind the screen
    cards: Cells = int8(MAX_SEATS)  # how many cards that is
    bulb: Grid = uint8(MAX_SEATS, BULBS)  # starting bulbs in the hand that only their seat knows, or NO_CARD
    markers: Cells = int8(MAX_SEATS)  # bid markers that lie neither on a lot nor on a financed tulip
    loans: Cells = int8(MAX_SEATS)  # how many financed tulips lie before each seat
    financed: Grid = uint8(MAX_SEATS, MARKERS)  # those cards, in the order they came
    loan: Grid = int16(MAX_SEATS, MARKERS)  # the guilders borrowed for each

    # The market board
    level: Cells = int8(COLOURS)  # each colour's price level, 0 to 6, no two the same
    row: int = int8()  # how many cards a full row has
    next_shipment: Cells = uint8(MAX_ROW)  # cards, or NO_CARD
    arrivals: int = int8()  # how many places New Arrivals has: a row, unless the shipment was short
    lots: int = int8()  # how many places New Arrivals and Just Sold have together
    lot: Cells = uint8(MAX_LOTS)  # New Arrivals from 0 on, then Just Sold; NO_CARD where a card has been bought
    bids: Cells = int8(MAX_LOTS)  # the seats with a marker on the lot, as bits
    left: int = int8()  # how many cards the deck holds
    deck: Cells = uint8(CARDS)  # those cards; the deck has no order
    discarded: int = int8()  # how many cards the discard pile holds
    discard: Cells = uint8(CARDS)  # those cards
    reshuffled: int = int8()  # 1 once the discard pile has become the deck
    dealt: int = int8()  # how many cards of the deal at hand have been dealt
    deal: int = int8()  # and how many it has: three rows at set-up, later one
    event: int = int8()  # the last market event
    events: Cells = int8(BUST)  # how many of each event have not been seen yet: in the deck, or put away
    collector: Cells = int8(PILES)  # the collector that is face up on each pile, or NO_COLLECTOR
    face_down: Cells = int8(COLLECTORS)  # 1 for a collector that lies face down
    pile: int = int8()  # the pile whose next collector is turned up

    # Turns and bids
    collector_sale: int = int8()  # 1 once the seat has sold to a collector this turn
    placed: int = int8()  # how many markers the seat has placed this turn
    answer: Cells = int8(MAX_SEATS)  # on the Black Tulip: NOT_ANSWERED, DECLINE or DECLARE; sealed while others think
    auction: int = int8()  # the lot that is being resolved
    bidders: int = int8()  # the seats that are still in the auction, as bits
    bid: int = int16()  # the last bid, or the market price before the first
    leader: int = int8()  # the seat that made it, or NO_SEAT


def levels(s: Any) -> Levels:
    """Each colour's price level."""
    return tuple(s.level)
