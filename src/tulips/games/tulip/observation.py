"""What a seat of Tulip knows, as numbers. Counts are as they are; one number in a piece of yes and no is 1."""

from typing import Any

from tulips.engine.observation import Observation, Piece, offsets
from tulips.engine.state.rule import rule
from tulips.games.tulip.components import CARDS, COLOURS, MAX_SEATS, TRACK
from tulips.games.tulip.rules import EXCHANGING, FINISHED, NOTHING, TAKING, TURN, VARYING
from tulips.games.tulip.state import State

_STEPS = len(TRACK)

PIECES = (
    Piece("phase", 4, "what is to be chosen: a card to play, a tulip to exchange, a variation, an opponent (else all 0)"),
    Piece("turn", MAX_SEATS, "whose turn it is"),
    Piece("hand", CARDS, "the cards in one's hand, by card"),
    Piece("unseen", CARDS, "the cards in the deck and in the others' hands together, by card"),
    Piece("market", COLOURS * _STEPS, "for each colour: at 5, 3, 2, 1, 0"),
    Piece("gardens", MAX_SEATS * CARDS, "cards face up before each seat, by seat and card"),
    Piece("held", MAX_SEATS, "how many cards each seat holds"),
    Piece("offered", MAX_SEATS * COLOURS, "the tulip chosen first in an Exchange, by seat and colour"),
    Piece("discard", COLOURS, "tulips that have left in krashes, by colour"),
    Piece("krashes", 1, "krashes so far"),
    Piece("blacks", 1, "black tulips put into play so far"),
    Piece("deck", 1, "cards left in the deck"),
    Piece("seats", MAX_SEATS - 1, "number of players: two to six"),
)

(
    _PHASE,
    _TURN,
    _HAND,
    _UNSEEN,
    _MARKET,
    _GARDENS,
    _HANDS,
    _OFFERED,
    _DISCARD,
    _KRASHES,
    _BLACKS,
    _DECK,
    _SEATS,
) = offsets(PIECES)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what the seat knows; for a spectator what everyone knows, as seen from the first seat."""
    here = max(seat, 0)
    out[_PHASE] = s.phase == TURN
    out[_PHASE + 1] = s.phase == EXCHANGING
    out[_PHASE + 2] = s.phase == VARYING
    out[_PHASE + 3] = s.phase == TAKING
    if s.phase >= TURN and s.phase < FINISHED:
        out[_TURN + (s.turn - here) % s.seats] = 1
    for i in range(s.left):
        out[_UNSEEN + s.deck[i]] += 1
    for p in range(s.seats):
        at = (p - here) % s.seats
        out[_HANDS + at] = s.held[p]
        cards = _HAND if p == seat else _UNSEEN
        for i in range(s.held[p]):
            out[cards + s.hand[p, i]] += 1
        for card in range(CARDS):
            out[_GARDENS + at * CARDS + card] = s.garden[p, card]
    for colour in range(COLOURS):
        out[_MARKET + colour * _STEPS + s.step[colour]] = 1
        out[_DISCARD + colour] = s.discard[colour]
    if s.offered != NOTHING:
        at = (s.offered // COLOURS - here) % s.seats
        out[_OFFERED + at * COLOURS + s.offered % COLOURS] = 1
    out[_KRASHES] = s.krashes
    out[_BLACKS] = s.blacks
    out[_DECK] = s.left
    out[_SEATS + s.seats - 2] = 1


OBSERVATION = Observation(observe, *PIECES)
