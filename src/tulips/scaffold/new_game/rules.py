"""The rules, in the order of rules.md."""

from typing import Any, Final

from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.numbering import Numbering, numbered
from tulips.engine.state.rule import rule
from tulips.engine.state.seats import all_seats, only
from tulips.scaffold.new_game.components import CARDS, MAX_SEATS, MOST_ROUNDS, ROUNDS, VALUE
from tulips.scaffold.new_game.state import State

CHANCES: Final = ("deck",)
(DECK,) = numbered(CHANCES)

ENDS: Final = ("the hands are empty",)
(HANDS_EMPTY,) = numbered(ENDS)

# Every kind of move, and how many of it there are: a move is the card that is laid.
MOVES: Final = Numbering(lay=CARDS)
ACTIONS: Final = MOVES.total
MOST_MOVES: Final = MOST_ROUNDS

IN_DECK: Final = -1
OUT: Final = -2
NO_CARD: Final = 255
NOBODY: Final = -1


# Setting up


def set_up(s: State, seats: int, options: dict[str, Any]) -> None:
    """Lay out the table before anything is dealt."""
    s.rounds = ROUNDS[options["length"]]
    s.tulip = NO_CARD
    for card in range(CARDS):
        s.place[card] = IN_DECK
    for p in range(MAX_SEATS):
        s.laid[p] = NO_CARD
    s.chance = DECK


@rule
def outcomes(s: State) -> int:
    """How many cards are in the deck: each is equally likely to come."""
    number = 0
    for card in range(CARDS):
        number += s.place[card] == IN_DECK
    return number


@rule
def card_in_deck(s: State, outcome: int) -> int:
    """The card of the deck that an outcome stands for."""
    left = outcome
    for card in range(CARDS):
        if s.place[card] == IN_DECK:
            if left == 0:
                return card
            left -= 1
    return NO_CARD


@rule
def settle(s: State, outcome: int) -> None:
    """Deal the card to a hand; when all hands are full, it is the tulip of the round, and all choose at once."""
    card = card_in_deck(s, outcome)
    if s.dealt < s.seats * s.rounds:
        s.place[card] = s.dealt // s.rounds
        s.dealt += 1
    else:
        s.place[card] = OUT
        s.tulip = card
        s.chance = 0
        s.actors = all_seats(s.seats)


# A round


@rule
def legal_moves(s: State, seat: int, moves: Any) -> int:
    """Any card of the hand."""
    n = 0
    for card in range(CARDS):
        if s.place[card] == seat:
            moves[n] = card
            n += 1
    return n


@rule
def apply(s: State, seat: int, card: int) -> None:
    """Lay a card; when all have, the round is decided."""
    lay(s, seat, card)
    if s.actors == 0:
        decide_round(s)


@rule
def lay(s: State, seat: int, card: int) -> None:
    """Put a card of the hand down, unseen by the others."""
    s.place[card] = OUT
    s.laid[seat] = card
    s.actors &= ~only(seat)


@rule
def decide_round(s: State) -> None:
    """The highest card takes the tulip."""
    seat = taker(s)
    if seat != NOBODY:
        s.points[seat] += VALUE[s.tulip]
    for p in range(s.seats):
        s.laid[p] = NO_CARD
    s.tulip = NO_CARD
    s.round += 1
    if s.round == s.rounds:
        s.end = HANDS_EMPTY
    else:
        s.chance = DECK


@rule
def taker(s: State) -> int:
    """The seat that has laid the highest card; NOBODY if several have."""
    seat = NOBODY
    best = 0
    for p in range(s.seats):
        value = VALUE[s.laid[p]]
        if value > best:
            best = value
            seat = p
        elif value == best:
            seat = NOBODY
    return seat


# The end


@rule
def score(s: State, seat: int) -> int:
    """The values of the tulips taken."""
    return s.points[seat]


@rule
def standing(s: State, seat: int) -> int:
    """The most points win; equal ones share."""
    return s.points[seat]


# What a seat cannot know: the others' hands, the cards they have just laid, and the deck


@rule
def forget(s: State, seat: int) -> None:
    """Put all that the seat (-1: a spectator) cannot know into the deck; who has chosen in secret chooses again."""
    for p in range(s.seats):
        if p != seat and s.laid[p] != NO_CARD:
            s.place[s.laid[p]] = IN_DECK
            s.laid[p] = NO_CARD
            s.actors |= only(p)
    for card in range(CARDS):
        if s.place[card] >= 0 and s.place[card] != seat:
            s.place[card] = IN_DECK


@rule
def redeal(s: State, seat: int, noise: Noise) -> None:
    """Deal to the others as many cards as they hold."""
    for p in range(s.seats):
        if p != seat:
            for _ in range(cards_held(s, p)):
                s.place[card_in_deck(s, pick(noise, outcomes(s)))] = p


@rule
def cards_held(s: State, seat: int) -> int:
    """How many cards a seat has in its hand, which everybody can count."""
    dealt = min(max(s.dealt - seat * s.rounds, 0), s.rounds)
    return dealt - s.round - (s.laid[seat] != NO_CARD)
