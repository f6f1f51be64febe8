"""The state of a game of Tulipmania 1637."""

from tulips.engine.state.state import Cells, GameState, Grid, int8, int16, int32, uint8
from tulips.games.tulipmania_1637.board import MAX_SPACES
from tulips.games.tulipmania_1637.components import MAX_BUYERS, MAX_COLOURS, MAX_SEATS


class State(GameState):
    """The state of a game of Tulipmania 1637."""

    # The turn
    phase: int = int8()  # DEAL, FACE_UP, SELL, ACTION, SELLER, DRAW, HAND_DRAW, REPLACE, BUY, END_OF_TURN, OVER
    turn: int = int8()  # the current player, who sells, draws and buys
    turns: int = int16()  # how many turns are over
    idle: int = int8()  # how many turns in a row have passed without a sale, a draw or a purchase
    active: int = int8()  # 1 once there has been one of these in this turn
    priority: int = int8()  # the seat with the priority action card
    sold: int = uint8()  # the colour that the current player has put up for sale this turn, or NO_COLOUR
    laid: Cells = uint8(MAX_SEATS)  # the action card of each seat in the latest sale; secret while in phase ACTION
    void: int = int8()  # bit p is set if seat p could not carry out the card it laid there, which became a Pass
    winner: int = int8()  # who has won this turn's sale, or NOBODY; ties can't be told later, as the priority card moves
    paid: int = int16()  # what the seller has got in this turn's sale
    owed: int = int8()  # in REPLACE: how many face-up buyers are to be replaced
    after: int = int8()  # in REPLACE: the phase that comes then

    # What the seats have
    cash: Cells = int32(MAX_SEATS)  # florins
    tulips: Grid = int8(MAX_SEATS, MAX_COLOURS)  # one that is up for sale is still its seller's
    buyers: Grid = int8(MAX_SEATS, MAX_COLOURS)  # buyer cards in hand; the colours are secret, their number is not

    # What everyone knows of the buyers in a hand: how many were taken face up and are still there, and the least and the most
    # of a colour that the action cards revealed so far leave possible. `least` counts the `known` ones too.
    known: Grid = int8(MAX_SEATS, MAX_COLOURS)
    least: Grid = int8(MAX_SEATS, MAX_COLOURS)
    most: Grid = int8(MAX_SEATS, MAX_COLOURS)

    # The market
    colours: int = int8()  # how many colours are in use
    live: int = int8()  # how many of them have not burst
    indicator: Cells = uint8(MAX_COLOURS)  # the space of each colour's price indicator, or GONE
    stock: Cells = int8(MAX_COLOURS)  # tulips in the stockpile
    face_up: Cells = int8(MAX_COLOURS)  # face-up buyers
    deck: int = int8()  # how many cards the buyer deck holds; before the game those to be dealt are counted too
    reserve: int = int8()  # how many cards the reserve deck holds
    unseen: Cells = uint8(MAX_BUYERS)  # the cards of both, without an order: nobody can tell which lies in which

    # The board
    spaces: int = int8()  # how many spaces it has
    kind: Cells = uint8(MAX_SPACES)  # CURRENT, TRANSITION or BURST
    price: Cells = int16(MAX_SPACES)  # florins
    cell: Cells = uint8(MAX_SPACES)  # where it lies: 16 times the row from below plus the column
    purchase: Cells = uint8(MAX_SPACES)  # where the green arrow leads, from a current space
    speculate: Cells = uint8(MAX_SPACES)  # where the gold arrow leads, from a current or transition space
    sale: Cells = uint8(MAX_SPACES)  # where the pink arrow leads
