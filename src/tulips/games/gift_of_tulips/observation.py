"""What a seat of Gift of Tulips knows, as numbers. Counts are as they are; one number in a piece of yes and no is 1."""

from typing import Any

from tulips.engine.observation import Observation, Piece, offsets
from tulips.engine.state.rule import rule
from tulips.games.gift_of_tulips.components import CARDS, MAX_SEATS, UNRANKED, VARIETIES
from tulips.games.gift_of_tulips.rules import NO_CARD, OPENING, TURN
from tulips.games.gift_of_tulips.state import State

PIECES = (
    Piece("phase", 2, "opening, turn (both 0 at other times)"),
    Piece("action", 4, "taken already this turn: none, keep, give, festival"),
    Piece("turn", MAX_SEATS, "whose turn it is"),
    Piece("card", CARDS, "the card just drawn, if it is one's own"),
    Piece("hand", CARDS, "the cards to choose from at the opening, by card"),
    Piece("hidden", CARDS, "one's own cards in the secret festival, by card"),
    Piece("laid", MAX_SEATS, "how many cards each seat has laid there"),
    Piece("place", VARIETIES * (UNRANKED + 1), "for each variety: 1st, 2nd, 3rd, 4th, not ranked"),
    Piece("festival", CARDS, "cards face up in the festival, by card"),
    Piece("shown", CARDS, "cards seen at set-up and returned to the deck, by card"),
    Piece("points", MAX_SEATS, "points by seat"),
    Piece("bouquets", MAX_SEATS * CARDS, "cards in each seat's bouquet, by seat and card"),
    Piece("seats", MAX_SEATS - 1, "number of players: two to six"),
    Piece("deck", 1, "cards left in the deck"),
)

(
    _PHASE,
    _ACTION,
    _TURN,
    _CARD,
    _HAND,
    _HIDDEN,
    _LAID,
    _PLACE,
    _FESTIVAL,
    _SHOWN,
    _POINTS,
    _BOUQUETS,
    _SEATS,
    _DECK,
) = offsets(PIECES)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what the seat knows; for a spectator what everyone knows, as seen from the first seat."""
    here = max(seat, 0)
    out[_PHASE] = s.phase == OPENING
    out[_PHASE + 1] = s.phase == TURN
    if s.phase == TURN:
        out[_ACTION + s.action] = 1
        out[_TURN + (s.turn - here) % s.seats] = 1
        if s.turn == seat and s.card != NO_CARD:
            out[_CARD + s.card] = 1
    for i in range(2):
        if seat >= 0 and s.hand[here, i] != NO_CARD:
            out[_HAND + s.hand[here, i]] += 1
    if s.phase <= TURN:
        for i in range(s.secrets):
            out[_LAID + (s.owner[i] - here) % s.seats] += 1
            if s.owner[i] == seat:
                out[_HIDDEN + s.secret[i]] += 1
    for v in range(VARIETIES):
        out[_PLACE + v * (UNRANKED + 1) + s.place[v]] = 1
    for card in range(CARDS):
        out[_FESTIVAL + card] = s.festival[card]
        out[_SHOWN + card] = s.shown[card]
    for p in range(s.seats):
        friend = (here + p) % s.seats
        out[_POINTS + p] = s.points[friend]
        for card in range(CARDS):
            out[_BOUQUETS + p * CARDS + card] = s.bouquet[friend, card]
    out[_SEATS + s.seats - 2] = 1
    out[_DECK] = s.left


OBSERVATION = Observation(observe, *PIECES)
