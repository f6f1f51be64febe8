"""The components of Tulip, as numbers.

A card is a number from 0 to 9: its colour for a coloured tulip (red, orange, yellow, pink, purple, blue), then the black
tulip and the three actions. A tulip on the table is six times the seat it lies before, plus its colour.
"""

import functools
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from tulips.engine.facts import read_facts
from tulips.engine.kinds import names_type
from tulips.engine.phrase import Phrase, speaker

FACTS = read_facts(Path(__file__).parent)
say = speaker(Path(__file__).parent)

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

Card = Annotated[str, names_type("Card", CARD_NAMES)]
Tulip = Annotated[str, names_type("Tulip", CARD_NAMES[: BLACK + 1])]
Colour = Annotated[str, names_type("Colour", COLOUR_NAMES)]
Action = Annotated[str, names_type("Action", CARD_NAMES[BLACK + 1 :])]

# The sentences that name cards: a tulip is called by its colour
CALLED: Final = {name: name if card <= BLACK else f"action.{name}" for card, name in enumerate(CARD_NAMES)}


@functools.cache
def card_phrase(name: str) -> Phrase:
    """A card in any language."""
    return say(CALLED[name])
