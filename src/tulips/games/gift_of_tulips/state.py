"""The state of a game of Gift of Tulips."""

from tulips.engine.state.state import Cells, GameState, Grid, int8, int16, uint8
from tulips.games.gift_of_tulips.components import CARDS, MAX_DECK, MAX_SEATS, MAX_SECRETS, VARIETIES


class State(GameState):
    """The state of a game of Gift of Tulips."""

    phase: int = int8()  # FIRST_TULIP, SECOND_TULIP, DEAL, OPENING, TURN, REVEAL
    turn: int = int8()  # the seat whose turn it is; before the first turn, the seat that will start
    action: int = int8()  # the kind of action already taken this turn, NO_ACTION before the first
    card: int = uint8()  # the card that the seat whose turn it is has drawn, or NO_CARD; secret to that seat
    hand: Grid = uint8(MAX_SEATS, 2)  # the two cards of each seat's opening, or NO_CARD; secret to that seat
    choice: Cells = int8(MAX_SEATS)  # 0 or 1: which of them the seat puts into its bouquet; NOT_CHOSEN before
    points: Cells = int16(MAX_SEATS)  # by seat; the majorities are added at the end
    bouquet: Grid = int8(MAX_SEATS, CARDS)  # how many of each card lie before each seat
    festival: Cells = int8(CARDS)  # how many of each card lie face up in the festival
    tracking: Cells = int8(VARIETIES)  # the sum of each variety's values there, as on the tulip tracking card
    place: Cells = uint8(VARIETIES)  # each variety's place in the festival, 0 for 1st; UNRANKED without a card there
    secrets: int = int8()  # how many cards lie in the secret festival
    secret: Cells = uint8(MAX_SECRETS)  # those cards; each is known to the seat that laid it
    owner: Cells = int8(MAX_SECRETS)  # the seat that laid it
    revealed: int = int8()  # how many secret cards have been turned over at the end

    # The deck is a heap: first the cards that nobody has seen, then those seen at set-up and returned. The removed cards
    # are among the unseen ones, where nobody can tell them from the deck.
    deck: Cells = uint8(MAX_DECK)
    unseen: int = int8()  # how many unseen cards: the deck's own and the removed ones
    returned: int = int8()  # how many of the returned cards have not been drawn again
    left: int = int8()  # how many cards the deck really holds: the returned ones and some of the unseen ones
    first_tulip: int = uint8()  # the card turned up first for the festival
    shown: Cells = int8(CARDS)  # how many of each card were seen at set-up and returned: certainly not removed ones
