"""The components of Tulipmania 1637, as numbers.

A colour is a number from 0 (purple) to 4 (red); a game of n players uses the first n. An action card is its number, 0 for
Pass. A space of the board is its place in the board's file.
"""

from pathlib import Path
from typing import Final

import numpy as np

from tulips.engine.facts import read_facts

FACTS = read_facts(Path(__file__).parent)

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
