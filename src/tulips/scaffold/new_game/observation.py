"""What a seat knows, as numbers. Counts are as they are; one number in a piece of yes and no is 1."""

from typing import Any

from tulips.engine.observation import Observation, Piece, offsets
from tulips.engine.state.rule import rule
from tulips.scaffold.new_game.components import CARDS, MAX_SEATS
from tulips.scaffold.new_game.rules import NO_CARD, OUT
from tulips.scaffold.new_game.state import State

PIECES = (
    Piece("phase", 1, "laying (0 at other times)"),
    Piece("tulip", CARDS, "the card that is played for"),
    Piece("hand", CARDS, "one's own cards, by card"),
    Piece("laid", CARDS, "the card that one has laid this round"),
    Piece("out", CARDS, "cards that everybody has seen, by card"),
    Piece("turn", MAX_SEATS, "who has to lay a card"),
    Piece("points", MAX_SEATS, "points by seat"),
    Piece("seats", MAX_SEATS - 1, "number of players: two to five"),
    Piece("left", 1, "rounds left, this one included"),
)
_PHASE, _TULIP, _HAND, _LAID, _OUT, _TURN, _POINTS, _SEATS, _LEFT = offsets(PIECES)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what the seat knows; for a spectator what everyone knows, as seen from the first seat."""
    here = max(seat, 0)
    out[_PHASE] = s.tulip != NO_CARD
    if s.tulip != NO_CARD:
        out[_TULIP + s.tulip] = 1
    for card in range(CARDS):
        out[_HAND + card] = (seat >= 0) & (s.place[card] == seat)
        out[_OUT + card] = s.place[card] == OUT
    for p in range(s.seats):
        other = (here + p) % s.seats
        out[_POINTS + p] = s.points[other]
        out[_TURN + p] = s.actors >> other & 1
        if s.laid[other] != NO_CARD:
            out[_OUT + s.laid[other]] = 0
            if other == seat:
                out[_LAID + s.laid[other]] = 1
    out[_SEATS + s.seats - 2] = 1
    out[_LEFT] = s.rounds - s.round


OBSERVATION = Observation(observe, *PIECES)
