"""The state of a game."""

from tulips.engine.state.state import Cells, GameState, int8, int16, uint8
from tulips.scaffold.new_game.components import CARDS, MAX_SEATS


class State(GameState):
    """The state of a game. The deck has no order: a draw takes any card whose place is `IN_DECK`."""

    rounds: int = int8()  # how many rounds there are; as many cards are dealt to each seat
    dealt: int = int8()  # how many cards have been dealt, to the first seat first
    round: int = int8()  # how many rounds are over
    tulip: int = uint8()  # the card that is played for, NO_CARD between rounds
    place: Cells = int8(CARDS)  # IN_DECK, OUT, or the seat whose hand the card is in; hands are secret
    laid: Cells = uint8(MAX_SEATS)  # the card that each seat has laid this round, or NO_CARD; secret until all have
    points: Cells = int16(MAX_SEATS)  # by seat
