"""The record of Tulip, and the facts of its components as numbers.

A card is a number from 0 to 9: its colour for a coloured tulip (red, orange, yellow, pink, purple, blue), then the black
tulip and the three actions. A tulip on the table is six times the seat it lies before, plus its colour.
"""

from pathlib import Path
from typing import Final

import numpy as np

from tulips.engine.facts import read_facts
from tulips.engine.phrase import Phrase, say
from tulips.engine.record import Cells, Grid, Record, int8, uint8

FACTS = read_facts(Path(__file__).parent)

COLOUR_NAMES: Final[list[str]] = FACTS["cards"]["colours"]
CARD_NAMES: Final[list[str]] = COLOUR_NAMES + FACTS["cards"]["others"]
COLOURS: Final = len(COLOUR_NAMES)
CARDS: Final = len(CARD_NAMES)
BLACK: Final = CARD_NAMES.index("black")
EXCHANGE: Final = CARD_NAMES.index("exchange")
VARIATION: Final = CARD_NAMES.index("variation")
TAKE: Final = CARD_NAMES.index("take")

# What each card other than a coloured tulip pays, by card; coloured tulips pay their price
FLORINS: Final = np.array([FACTS["cards"]["florins"].get(name, 0) for name in CARD_NAMES])

# The market's track: the price at each step down it, and the step below each
TRACK: Final = np.array(FACTS["market"]["track"])
HIGHEST: Final = 0
LOWEST: Final = len(TRACK) - 1
BELOW: Final = np.array([(step + 1) % len(TRACK) for step in range(len(TRACK))])

MAX_SEATS: Final = 6
HAND: Final[int] = FACTS["hand"]["cards"]
CARDS_TO_TAKE_FROM: Final[int] = FACTS["hand"]["cards_to_take_from"]
LAST_BLACK: Final[int] = FACTS["end"]["black_tulips"]
LAST_KRASH: Final[int] = FACTS["end"]["krashes"]
MAX_DECK: Final[int] = FACTS["limits"]["deck"]

# Starting cards for each seat, by number of players
STARTING_CARDS: Final = np.zeros(MAX_SEATS + 1, np.int64)
for _seats, _cards in FACTS["starting_cards"].items():
    STARTING_CARDS[int(_seats)] = _cards


def card_told(card: int) -> Phrase:
    """A card's name as a phrase, for any language."""
    return say(CARD_NAMES[card])


class Table(Record):
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
