"""The components of Tulipmania 1637, as numbers.

A colour is a number from 0 (purple) to 4 (red); a game of n players uses the first n. An action card is its number, 0 for
Pass. A space of the board is its place in the board's file.
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

COLOUR_NAMES: Final[list[str]] = FACTS["tulips"]["colours"]
MAX_COLOURS: Final = len(COLOUR_NAMES)
MAX_SEATS: Final[int] = FACTS["seats"][1]
PLAYERS: Final[dict[str, dict[str, int]]] = FACTS["players"]
BUYERS_PER_COLOUR: Final[int] = FACTS["buyers"]["per_colour"]
MAX_BUYERS: Final = BUYERS_PER_COLOUR * MAX_COLOURS
HAND: Final[int] = FACTS["buyers"]["hand"]
START_MONEY: Final[int] = FACTS["money"]["start"]
CHEAP: Final[int] = FACTS["money"]["cheap"]
CARD_NAMES: Final[list[str]] = FACTS["actions"]["names"]
CARDS: Final = len(CARD_NAMES)
BUYERS_NEEDED: Final = np.array(FACTS["actions"]["buyers"])
MOST_ROUNDS: Final[int] = FACTS["end"]["rounds"]

Colour = Annotated[str, names_type("Colour", COLOUR_NAMES)]
ActionCard = Annotated[str, names_type("ActionCard", CARD_NAMES)]

# The components in any language; tulips and buyers as whole words, since adjectives agree with their noun


@functools.cache
def colour_phrase(colour: int) -> Phrase:
    """A colour: "orange"."""
    return say(COLOUR_NAMES[colour])


@functools.cache
def of_colour(things: str, colour: str) -> Phrase:
    """Tulips, a buyer or buyers of a colour: "orange tulips"."""
    return say(f"{things}.{colour}")


@functools.cache
def number_of_buyers(number: int, colour: str) -> Phrase:
    """So many buyers: "2 orange buyers"."""
    return say("number-of-buyers", number=number, buyers=of_colour("buyer" if number == 1 else "buyers", colour))


@functools.lru_cache(maxsize=4096)
def florins(amount: int) -> Phrase:
    """An amount of money, such as "f1,500"; languages differ in where its sign stands and in what parts the thousands."""
    if amount < 1000:
        return say("florins", amount=amount)
    return say("florins.thousands", thousands=f"{amount // 1000:,}", rest=f"{amount % 1000:03}")
