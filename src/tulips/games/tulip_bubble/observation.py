"""What a seat of Tulip Bubble knows, as numbers. Counts are as they are; one number in a piece of yes and no is 1.

Every purchase and sale is public, so a seat that remembers them knows the others' guilders and tulips, starting bulbs aside.
"""

from typing import Any

import numpy as np

from tulips.engine.observation import Observation, Piece, offsets
from tulips.engine.state.rule import rule_apart
from tulips.games.tulip_bubble.components import (
    BLACK_TULIP_OVER,
    BULBS,
    BUST,
    CARDS,
    COLLECTORS,
    COLOURS,
    COPIES,
    FACES,
    LEVELS,
    MAX_SEATS,
    NO_CARD,
    NO_COLLECTOR,
    PILES,
)
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    DECLARING,
    NO_SEAT,
    NOT_ANSWERED,
    OVER,
    PLACING,
    PURCHASE,
    SELLING,
    bidders_of,
    market_price,
)
from tulips.games.tulip_bubble.state import State

_LOT = 2 + MAX_SEATS  # a lot: its place, its price, its bidders
_FIRST_LOT = np.cumsum(COPIES) - COPIES  # by card: as many lots as it has copies can hold it
_HAND = FACES + 1  # a hand: its cards, and how many more there are

PIECES = (
    Piece("phase", 5, "selling, declaring, placing, auction, purchase (all 0 at other times)"),
    Piece("turn", MAX_SEATS, "whose turn it is"),
    Piece("start", MAX_SEATS, "who has the start player token"),
    Piece("round", 1, "the round, from 1"),
    Piece("seats", 3, "number of players: three to five"),
    Piece("options", 5, "no_leverage, open_hands, starting_bulbs, black_tulip_at_120, blocked_fall_moves_others"),
    Piece("level", COLOURS * LEVELS, "for each colour: price level I to VII"),
    Piece("events", BUST, "events not seen yet: a Rise of each colour, Surge, Crash"),
    Piece("collectors", COLLECTORS, "which collectors are face up"),
    Piece("face down", COLLECTORS, "which collectors lie face down"),
    Piece("next shipment", FACES, "cards in the Next Shipment, by card"),
    Piece("unseen", FACES, "cards in the deck or among bulbs that only others have seen, by card"),
    Piece("discard", FACES, "cards on the discard pile, by card"),
    Piece("cash", MAX_SEATS, "guilders by seat"),
    Piece("hands", MAX_SEATS * _HAND, "by seat: cards known to be behind the screen, by card; unknown starting bulbs there"),
    Piece("financed", MAX_SEATS * FACES, "financed tulips, by seat and card"),
    Piece("loans", MAX_SEATS, "guilders borrowed, by seat"),
    Piece("markers", 2 * MAX_SEATS, "free bid markers, by seat; who has answered on the Black Tulip, while others have not"),
    Piece("turn so far", 3, "sold to a collector; markers placed; placing for the second time"),
    Piece("lots", CARDS * _LOT, "by card and copy: its place from 1, 0 if not for sale; its price; who has a marker on it"),
    Piece("auction", FACES + 3 + 2 * MAX_SEATS, "the card, last bid, market price, bidders; who is still in; who leads"),
)

(
    _PHASE,
    _TURN,
    _START,
    _ROUND,
    _SEATS,
    _OPTIONS,
    _LEVEL,
    _EVENTS,
    _COLLECTOR,
    _FACE_DOWN,
    _SHIPMENT,
    _UNSEEN,
    _DISCARD,
    _CASH,
    _HANDS,
    _FINANCED,
    _LOANS,
    _MARKERS,
    _TURN_SO_FAR,
    _LOTS,
    _AUCTION,
) = offsets(PIECES)


@rule_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what the seat knows; for a spectator what everyone knows, as seen from the first seat."""
    here = seat if seat >= 0 else 0
    out[_PHASE] = s.phase == SELLING
    out[_PHASE + 1] = s.phase == DECLARING
    out[_PHASE + 2] = s.phase == PLACING
    out[_PHASE + 3] = s.phase == AUCTION
    out[_PHASE + 4] = s.phase == PURCHASE
    if SELLING <= s.phase < OVER and s.phase != DECLARING:
        out[_TURN + (s.turn - here) % s.seats] = 1
    if s.start != NO_SEAT:
        out[_START + (s.start - here) % s.seats] = 1
    out[_ROUND] = s.round
    out[_SEATS + s.seats - 3] = 1
    out[_OPTIONS] = s.no_leverage
    out[_OPTIONS + 1] = s.open_hands
    out[_OPTIONS + 2] = s.starting_bulbs
    out[_OPTIONS + 3] = s.black_tulip == BLACK_TULIP_OVER
    out[_OPTIONS + 4] = s.blocked_fall_moves_others
    for colour in range(COLOURS):
        out[_LEVEL + colour * LEVELS + s.level[colour]] = 1
    for event in range(BUST):
        out[_EVENTS + event] = s.events[event]
    for pile in range(PILES):
        if s.collector[pile] != NO_COLLECTOR:
            out[_COLLECTOR + s.collector[pile]] = 1
    for collector in range(COLLECTORS):
        out[_FACE_DOWN + collector] = s.face_down[collector]
    observe_cards(s, out)
    observe_seats(s, seat, here, out)
    if s.phase == SELLING:
        out[_TURN_SO_FAR] = s.collector_sale
    if s.phase == PLACING:
        out[_TURN_SO_FAR + 1] = s.placed
        out[_TURN_SO_FAR + 2] = s.turns // s.seats
    observe_lots(s, here, out)


@rule_apart
def observe_cards(s: State, out: Any) -> None:
    """Write the Next Shipment, the deck's cards, and the discard pile."""
    for i in range(s.row):
        if s.next_shipment[i] != NO_CARD:
            out[_SHIPMENT + s.next_shipment[i]] += 1
    for i in range(s.left):
        out[_UNSEEN + s.deck[i]] += 1
    for i in range(s.discarded):
        out[_DISCARD + s.discard[i]] += 1


@rule_apart
def observe_seats(s: State, seat: int, here: int, out: Any) -> None:
    """Write what the seat knows of each seat. A bulb that only another has seen counts as unseen, as if in the deck."""
    for p in range(s.seats):
        other = (here + p) % s.seats
        out[_CASH + p] = s.cash[other]
        out[_MARKERS + p] = s.markers[other]
        out[_MARKERS + MAX_SEATS + p] = (s.phase == DECLARING) & (s.answer[other] != NOT_ANSWERED)
        for card in range(FACES):
            out[_HANDS + p * _HAND + card] = s.hand[other, card]
        for i in range(BULBS):
            card = s.bulb[other, i]
            if card != NO_CARD and other != seat and not s.open_hands:
                out[_HANDS + p * _HAND + card] -= 1
                out[_UNSEEN + card] += 1
                out[_HANDS + p * _HAND + FACES] += 1
        for i in range(s.loans[other]):
            out[_FINANCED + p * FACES + s.financed[other, i]] += 1
            out[_LOANS + p] += s.loan[other, i]


@rule_apart
def observe_lots(s: State, here: int, out: Any) -> None:
    """Write the cards that lie in New Arrivals and Just Sold, and the auction.

    A lot is written under its card, so that there is room for all, however many tulips have been sold at once.
    """
    for i in range(s.lots):
        if s.lot[i] != NO_CARD:
            lot = _LOTS + _FIRST_LOT[s.lot[i]] * _LOT
            while out[lot] > 0:  # another copy lies further left
                lot += _LOT
            out[lot] = i + 1
            out[lot + 1] = market_price(s, s.lot[i])
            for p in range(s.seats):
                out[lot + 2 + p] = s.bids[i] >> ((here + p) % s.seats) & 1
    if (s.phase == AUCTION) | (s.phase == PURCHASE):
        out[_AUCTION + s.lot[s.auction]] = 1
        out[_AUCTION + FACES] = s.bid
        out[_AUCTION + FACES + 1] = market_price(s, s.lot[s.auction])
        out[_AUCTION + FACES + 2] = bidders_of(s, s.auction)
        for p in range(s.seats):
            other = (here + p) % s.seats
            out[_AUCTION + FACES + 3 + p] = s.bidders >> other & 1
            out[_AUCTION + FACES + 3 + MAX_SEATS + p] = s.leader == other


OBSERVATION = Observation(observe, *PIECES)
