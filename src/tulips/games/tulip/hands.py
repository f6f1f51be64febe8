"""What the others at Tulip are likely to hold, as learned from self-play (see `train`).

Who has a colour on the table keeps more of it in hand, for to play it would lower its price; actions are played early. So not
every deal that agrees with what a seat knows is equally likely. A card's odds to lie in a hand go with its keeping: by the
price of its colour, how many of it lie before the seat that may hold it, and how many before the one of the others with most.
"""

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tulips.engine.state.chance import Noise, noise_word
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.weights_file import read_rows, write_rows
from tulips.games.tulip.components import BLACK, CARDS, COLOURS, LAST_BLACK, TRACK
from tulips.games.tulip.rules import gather_unknown_cards
from tulips.games.tulip.state import State

STEPS: Final = len(TRACK)
LYING: Final = 3  # none, one, or more of a colour before a seat

# Where the keepings of one size of table lie
COLOURED: Final = 0  # by how many lie before the seat, how many before another, and the step of the price
BLACKS: Final = COLOURED + LYING * LYING * STEPS  # by black tulips played so far
ACTIONS: Final = BLACKS + LAST_BLACK  # by card
OF_TABLE: Final = ACTIONS + CARDS - BLACK - 1
TABLES: Final = 2  # for two players, and for more

BITS: Final = (OF_TABLE - 1).bit_length()  # enough for a place within a table; those of all cards go into one number
PLACE: Final = (1 << BITS) - 1

TRIES: Final = 32  # after so many cards that were not taken, any will do
HALF, LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)  # of a word of noise

FILE: Final = Path(__file__).parent / "hands.toml"

KEEPINGS: Final = read_rows(FILE, np.ones(TABLES * OF_TABLE))  # the highest of each table is 1
KEPT: Final = (KEEPINGS * 2.0**24).astype(np.int64)  # the same as whole numbers


def write_keepings(keepings: npt.NDArray[np.float64], made_by: str) -> None:
    """Keep keepings, a row a table."""
    meaning = "How readily cards are kept in hand, learned from self-play: see hands.py and train.py. Two players, then more."
    write_rows(FILE, keepings.reshape(-1, OF_TABLE), meaning, made_by)


@rule
def table_of(s: State) -> int:
    """Which table's keepings count."""
    return 0 if s.seats == 2 else 1


@rule
def keeping_of(s: State, holder: int, card: int) -> int:
    """Where the keeping of a card lies within its table, if the holder may have it in hand."""
    if card < COLOURS:
        most = 0
        for p in range(s.seats):
            most = max(most, s.garden[p, card] * (p != holder))
        mine = min(s.garden[holder, card], LYING - 1)
        return COLOURED + (mine * LYING + min(most, LYING - 1)) * STEPS + s.step[card]
    return BLACKS + s.blacks if card == BLACK else ACTIONS + card - BLACK - 1


@rule_apart
def deal_likely(s: State, seat: int, noise: Noise) -> None:
    """Deal the hands that the seat cannot see as `redeal` does, but a card that is seldom kept comes seldom into a hand.

    Which card is tried and whether it is kept is told by the halves of one word of noise.
    """
    if s.end:
        return
    first = table_of(s) * OF_TABLE
    heap = gather_unknown_cards(s, seat)
    for k in range(1, s.seats):
        p = (seat + k) % s.seats
        places = 0  # where the cards' keepings lie, all in one number
        surely = 0  # what is kept so readily is always taken
        for card in range(CARDS):
            place = keeping_of(s, p, card)
            places |= place << (BITS * card)
            surely = max(surely, KEPT[first + place])
        for i in range(s.held[p]):
            at = 0
            for _ in range(TRIES):
                word = noise_word(noise)
                at = np.int64(word >> HALF) * heap >> 32  # type: ignore[assignment]
                if np.int64(word & LOW_HALF) * surely >> 32 < KEPT[first + (places >> (BITS * s.deck[at]) & PLACE)]:
                    break
            heap -= 1
            s.hand[p, i] = s.deck[at]
            s.deck[at] = s.deck[heap]
