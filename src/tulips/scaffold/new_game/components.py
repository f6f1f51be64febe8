"""The components of New Game, as numbers. A card is a number from 0 to 47: twelve times its colour, plus its value less 1."""

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
VALUES: Final[list[int]] = FACTS["cards"]["values"]
CARDS: Final = len(COLOUR_NAMES) * len(VALUES)
VALUE: Final = np.array([VALUES[card % len(VALUES)] for card in range(CARDS)])
ROUNDS: Final[dict[str, int]] = FACTS["rounds"]
MOST_ROUNDS: Final = max(ROUNDS.values())
MAX_SEATS: Final[int] = FACTS["seats"][1]

# A card's name, such as "red 4": what views, files and programs call it
CARD_NAMES: Final = [f"{COLOUR_NAMES[card // len(VALUES)]} {VALUE[card]}" for card in range(CARDS)]
Card = Annotated[str, names_type("Card", CARD_NAMES)]


@functools.cache
def card_phrase(name: str) -> Phrase:
    """A card in any language."""
    card = CARD_NAMES.index(name)
    return say("card", colour=say(COLOUR_NAMES[card // len(VALUES)]), value=int(VALUE[card]))
