"""The state of a game of Tulip."""

from tulips.engine.state.state import Cells, GameState, Grid, int8, uint8
from tulips.games.tulip.components import CARDS, COLOURS, HAND, MAX_DECK, MAX_SEATS


class State(GameState):
    """The state of a game of Tulip."""

    phase: int = int8()  # DEAL, STARTING_TULIPS, FIRST_SEAT, TURN, EXCHANGING, VARYING, TAKING, TAKEN, DRAWING, FINISHED
    turn: int = int8()  # the seat whose turn it is; while dealing, the seat that is dealt to
    first: int = int8()  # the seat that starts, NOBODY until it is known
    offered: int = int8()  # while EXCHANGING, the tulip that was chosen first, or NOTHING
    victim: int = int8()  # the seat that a card was last taken from, NOBODY before
    krashes: int = int8()  # so far, over the whole table
    blacks: int = int8()  # black tulips put into play so far, over the whole table
    held: Cells = int8(MAX_SEATS)  # how many cards each seat has in hand, 0 to 4
    hand: Grid = uint8(MAX_SEATS, HAND)  # those cards, secret to their seat until the end; NO_CARD in the places after
    step: Cells = uint8(COLOURS)  # where each colour's price stands on the track: 0 for the highest, LOWEST for nothing
    garden: Grid = int8(MAX_SEATS, CARDS)  # how many of each card lie face up before each seat
    discard: Cells = int8(COLOURS)  # how many tulips of each colour have left in a krash
    copies: Cells = int8(CARDS)  # how many of each card the whole deck held at the start

    # The deck and the starting cards are heaps without an order
    left: int = int8()  # how many cards the deck holds
    deck: Cells = uint8(MAX_DECK)
    starting_left: int = int8()  # how many starting cards have not been dealt
    starting: Cells = uint8(COLOURS)  # those, by colour
