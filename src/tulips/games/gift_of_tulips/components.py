"""The components of Gift of Tulips, as numbers.

A card is a number from 0 to 11: three times its variety (purple, blue, pink, orange) plus 0, 1 or 2 for value 2, 3 or 4.
"""

import functools
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from tulips.engine.facts import read_facts
from tulips.engine.kinds import names_type
from tulips.engine.phrase import Phrase, speaker
from tulips.engine.state.rule import rule

FACTS = read_facts(Path(__file__).parent)
say = speaker(Path(__file__).parent)

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


# A card's name, such as "purple 4": what views, files and programs call it
CARD_NAMES: Final = [f"{VARIETY_NAMES[VARIETY[card]]} {VALUE[card]}" for card in range(CARDS)]
Card = Annotated[str, names_type("Card", CARD_NAMES)]
Variety = Annotated[str, names_type("Variety", VARIETY_NAMES)]


@functools.cache
def card_phrase(name: str) -> Phrase:
    """A card in any language."""
    variety, value = name.split()
    return say("card", variety=say(variety), value=int(value))


MAX_SECRETS: Final = max(most_secrets(seats) for seats in range(2, MAX_SEATS + 1))
