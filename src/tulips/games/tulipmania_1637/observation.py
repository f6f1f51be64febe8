"""What a seat of Tulipmania 1637 knows, as numbers. Counts are as they are; money is in thousands of florins."""

from typing import Any

from tulips.engine.observation import Observation, Piece, offsets
from tulips.engine.state.rule import rule
from tulips.games.tulipmania_1637.components import CARDS, MAX_COLOURS, MAX_SEATS
from tulips.games.tulipmania_1637.rules import ACTION, BUY, DRAW, GONE, NO_COLOUR, SELL, SELLER, held_buyers, seller_has_played
from tulips.games.tulipmania_1637.state import State

_BY_SEAT = MAX_SEATS * MAX_COLOURS

PIECES = (
    Piece("phase", 5, "sell, action cards, seller's card, draw, buy (all 0 at other times)"),
    Piece("turn", MAX_SEATS, "whose turn it is"),
    Piece("priority", MAX_SEATS, "who holds the priority action card"),
    Piece("sold", MAX_COLOURS, "the colour put up for sale this turn"),
    Piece("card", CARDS, "the action card that one has laid and that is not revealed yet: pass, 1 to 4"),
    Piece(
        "revealed",
        MAX_SEATS * CARDS,
        "the cards of this turn's sale, once revealed, by seat and card; the seller's only if it played one",
    ),
    Piece("void", MAX_SEATS, "whose card became a pass, by seat"),
    Piece("cash", MAX_SEATS, "cash by seat, in thousands"),
    Piece("tulips", _BY_SEAT, "tulips by seat and colour"),
    Piece("hand", MAX_COLOURS, "one's own buyers by colour"),
    Piece("held", MAX_SEATS, "how many buyers each seat holds"),
    Piece("known", _BY_SEAT, "buyers taken face up and still held, by seat and colour"),
    Piece("least", _BY_SEAT, "the fewest buyers that a seat can hold by what was revealed, by seat and colour"),
    Piece("most", _BY_SEAT, "the most, likewise"),
    Piece("live", MAX_COLOURS, "colours that have not burst"),
    Piece("price", MAX_COLOURS, "current price by colour, in thousands; 0 once burst, as in the next three"),
    Piece("purchase", MAX_COLOURS, "the price after a purchase"),
    Piece("speculate", MAX_COLOURS, "the transition price that a speculation pays"),
    Piece("speculation", MAX_COLOURS, "the price after a speculation"),
    Piece("stock", MAX_COLOURS, "tulips in the stockpile by colour"),
    Piece("face up", MAX_COLOURS, "face-up buyers by colour"),
    Piece("unseen", MAX_COLOURS, "buyers that one has not seen, in decks and hands, by colour"),
    Piece("seats", 3, "number of players: three to five"),
    Piece("deck", 3, "cards in the buyer deck, cards in the reserve, turns that are over"),
)

(
    _PHASE,
    _TURN,
    _PRIORITY,
    _SOLD,
    _CARD,
    _REVEALED,
    _VOID,
    _CASH,
    _TULIPS,
    _HAND,
    _HELD,
    _KNOWN,
    _LEAST,
    _MOST,
    _LIVE,
    _PRICE,
    _PURCHASE,
    _SPECULATE,
    _SPECULATION,
    _STOCK,
    _FACE_UP,
    _UNSEEN,
    _SEATS,
    _DECK,
) = offsets(PIECES)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what the seat knows; for a spectator what everyone knows, as seen from the first seat."""
    here = max(seat, 0)
    out[_PHASE] = s.phase == SELL
    out[_PHASE + 1] = s.phase == ACTION
    out[_PHASE + 2] = s.phase == SELLER
    out[_PHASE + 3] = s.phase == DRAW
    out[_PHASE + 4] = s.phase == BUY
    out[_TURN + (s.turn - here) % s.seats] = 1
    out[_PRIORITY + (s.priority - here) % s.seats] = 1
    if s.sold != NO_COLOUR:
        out[_SOLD + s.sold] = 1
        if (s.phase == ACTION) & (seat >= 0) & (seat != s.turn) & (s.actors >> here & 1 == 0):
            out[_CARD + s.laid[here]] = 1
    for p in range(s.seats):
        observe_seat(s, p, (here + p) % s.seats, out)
    for colour in range(s.colours):
        out[_HAND + colour] = s.buyers[here, colour] if seat >= 0 else 0
        observe_market(s, colour, out)
    observe_unseen(s, seat, out)
    out[_SEATS + s.seats - 3] = 1
    out[_DECK] = s.deck
    out[_DECK + 1] = s.reserve
    out[_DECK + 2] = s.turns


@rule
def observe_seat(s: State, p: int, rival: int, out: Any) -> None:
    """Write what everyone knows of the p-th seat from the observing one on."""
    if seller_has_played(s) if rival == s.turn else (s.sold != NO_COLOUR) & (s.phase > ACTION):
        out[_REVEALED + p * CARDS + s.laid[rival]] = 1
        out[_VOID + p] = s.void >> rival & 1
    out[_CASH + p] = s.cash[rival] / 1000
    out[_HELD + p] = held_buyers(s, rival)
    for colour in range(s.colours):
        out[_TULIPS + p * MAX_COLOURS + colour] = s.tulips[rival, colour]
        out[_KNOWN + p * MAX_COLOURS + colour] = s.known[rival, colour]
        out[_LEAST + p * MAX_COLOURS + colour] = s.least[rival, colour]
        out[_MOST + p * MAX_COLOURS + colour] = s.most[rival, colour]


@rule
def observe_market(s: State, colour: int, out: Any) -> None:
    """Write a colour's prices, stockpile and face-up buyers."""
    out[_STOCK + colour] = s.stock[colour]
    out[_FACE_UP + colour] = s.face_up[colour]
    here = s.indicator[colour]
    if here != GONE:
        above = s.speculate[here]
        out[_LIVE + colour] = 1
        out[_PRICE + colour] = s.price[here] / 1000
        out[_PURCHASE + colour] = s.price[s.purchase[here]] / 1000
        out[_SPECULATE + colour] = s.price[above] / 1000
        out[_SPECULATION + colour] = s.price[s.speculate[above]] / 1000


@rule
def observe_unseen(s: State, seat: int, out: Any) -> None:
    """Write how many buyers of each colour the seat has not seen: in the decks and in others' hands."""
    for i in range(s.deck + s.reserve):
        out[_UNSEEN + s.unseen[i]] += 1
    for p in range(s.seats):
        if p != seat:
            for colour in range(s.colours):
                out[_UNSEEN + colour] += s.buyers[p, colour] - s.known[p, colour]


OBSERVATION = Observation(observe, *PIECES)
