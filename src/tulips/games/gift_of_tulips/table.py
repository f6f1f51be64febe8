"""The record of Gift of Tulips, and the facts of its components as numbers.

A card is a number from 0 to 11: three times its variety (purple, blue, pink, orange) plus 0, 1 or 2 for value 2, 3 or 4.
"""

import functools
from pathlib import Path
from typing import Final

import numpy as np

from tulips.engine.facts import read_facts
from tulips.engine.phrase import Phrase, say
from tulips.engine.record import Cells, Grid, Record, int8, int16, uint8
from tulips.engine.rule import rule

FACTS = read_facts(Path(__file__).parent)

VARIETY_NAMES: Final[list[str]] = FACTS["cards"]["varieties"]
VALUES: Final[list[int]] = FACTS["cards"]["values"]
VARIETIES: Final = len(VARIETY_NAMES)
VALUES_OF_A_VARIETY: Final = len(VALUES)
CARDS: Final = VARIETIES * VALUES_OF_A_VARIETY
MAX_SEATS: Final = 6

VARIETY: Final = np.array([card // len(VALUES) for card in range(CARDS)])
VALUE: Final = np.array([VALUES[card % len(VALUES)] for card in range(CARDS)])

BASE_COPIES: Final[int] = FACTS["cards"]["base_copies"]
ALL_COPIES: Final[int] = BASE_COPIES + FACTS["cards"]["extra_copies"]
MAX_DECK: Final = CARDS * ALL_COPIES

UNRANKED: Final = 4
# Points at each place, and for the unranked, which count as 4th
GIVE: Final = np.array([*FACTS["festival"]["give"], FACTS["festival"]["give"][-1]])
KEEP: Final = np.array([*FACTS["festival"]["keep"], FACTS["festival"]["keep"][-1]])
SCORED_RANKS: Final = 3
MAX_REVEALED: Final[int] = FACTS["secret_festival"]["revealed"]

# MAJORITY[seats, rank, place]; 0 where a place is not paid
MAJORITY: Final = np.zeros((MAX_SEATS + 1, SCORED_RANKS, SCORED_RANKS), np.int64)
PLACES: Final = np.zeros(MAX_SEATS + 1, np.int64)
for _seats, _ranks in FACTS["majority"].items():
    for _rank, _points in enumerate(_ranks):
        MAJORITY[int(_seats), _rank, : len(_points)] = _points
        PLACES[int(_seats)] = len(_points)


@rule
def copies(seats: int) -> int:
    """How many of each card the deck holds before any are removed."""
    return ALL_COPIES if seats >= 5 else BASE_COPIES


def removed(seats: int) -> int:
    """How many cards are put away unseen."""
    number: int = FACTS["removed"][str(seats)]
    return number


def most_secrets(seats: int) -> int:
    """The largest the secret festival can get: one card a seat at the opening and one a turn."""
    turns = (CARDS * copies(seats) - removed(seats) - 2 - 2 * seats) // 2
    return seats + turns


@functools.cache
def card_name(card: int) -> str:
    """A card's name, such as "purple 4"."""
    return str(card_told(card))


@functools.cache
def card_told(card: int) -> Phrase:
    """A card's name as a phrase, for any language."""
    return say("{variety} {value}", variety=variety_told(int(VARIETY[card])), value=int(VALUE[card]))


@functools.cache
def variety_told(variety: int) -> Phrase:
    """A variety's name as a phrase."""
    return say(VARIETY_NAMES[variety])


MAX_SECRETS: Final = max(most_secrets(seats) for seats in range(2, MAX_SEATS + 1))


class Table(Record):
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
