"""What a state of Tulip is worth to a seat, all hands open, as learned from self-play (see `train`).

A seat's worth is a sum of weights, one for each of its cards: by the price of its colour, whether it lies on the table or in
the hand, how many of the colour the seat and the others hold, and how near the end is. The chances to win go with e to its
power.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.weights_file import read_rows, write_rows
from tulips.games.tulip.components import BLACK, CARDS, COLOURS, FLORINS, HAND, LAST_BLACK, LAST_KRASH, TRACK
from tulips.games.tulip.state import State

STEPS: Final = len(TRACK)
OTHERS: Final = 4  # how many of the colour others hold, as far as it is told apart

# Where the weights of one stage lie
ON_TABLE: Final = 0  # by step, whether the seat holds one of the colour too, and how many others hold
IN_HAND: Final = ON_TABLE + STEPS * 2 * OTHERS  # by step, whether it is the first of its colour there, and how many others hold
OTHER_IN_HAND: Final = IN_HAND + STEPS * 2 * OTHERS  # by card, from the black tulip on
SURE: Final = OTHER_IN_HAND + CARDS - COLOURS  # each florin of black tulips and actions on the table
NEXT: Final = SURE + 1  # the seat's turn comes next
LAST: Final = NEXT + 1  # or last
OF_STAGE: Final = LAST + 1
STAGES: Final = LAST_KRASH * LAST_BLACK  # by krashes and black tulips so far
TABLES: Final = 2  # for two players, and for more
NUMBER_OF_WEIGHTS: Final = TABLES * STAGES * OF_STAGE

FILE: Final = Path(__file__).parent / "value.toml"


WEIGHTS: Final = read_rows(FILE, np.zeros(NUMBER_OF_WEIGHTS))


def write_weights(weights: npt.NDArray[np.float64], made_by: str) -> None:
    """Keep weights, a row a stage."""
    meaning = "What cards are worth, learned from self-play: see value.py and train.py. Two players first, then more."
    write_rows(FILE, weights.reshape(-1, OF_STAGE), meaning, made_by)


@rule
def stage_of(s: State) -> int:
    """Which weights count now."""
    krashes = min(s.krashes, LAST_KRASH - 1)
    blacks = min(s.blacks, LAST_BLACK - 1)
    return ((0 if s.seats == 2 else 1) * LAST_KRASH + krashes) * LAST_BLACK + blacks


@rule_apart
def list_terms(s: State, seat: int, terms: Any) -> int:
    """Write where the weights of the seat's cards lie within their stage, each as often as it counts; how many they are."""
    n = 0
    for colour in range(COLOURS):
        mine = 0
        others = 0
        for p in range(s.seats):
            for i in range(s.held[p]):
                mine += (p == seat) & (s.hand[p, i] == colour)
                others += (p != seat) & (s.hand[p, i] == colour)
        others = min(others, OTHERS - 1)
        for _ in range(s.garden[seat, colour]):
            terms[n] = ON_TABLE + (s.step[colour] * 2 + (mine > 0)) * OTHERS + others
            n += 1
        for i in range(mine):
            terms[n] = IN_HAND + (s.step[colour] * 2 + (i > 0)) * OTHERS + others
            n += 1
    for i in range(s.held[seat]):
        if s.hand[seat, i] >= BLACK:
            terms[n] = OTHER_IN_HAND + s.hand[seat, i] - BLACK
            n += 1
    for card in range(BLACK, CARDS):
        for _ in range(s.garden[seat, card] * FLORINS[card]):
            terms[n] = SURE
            n += 1
    if s.turn == seat:
        terms[n] = NEXT
        n += 1
    elif (s.turn + s.seats - 1) % s.seats == seat:
        terms[n] = LAST
        n += 1
    return n


@rule_apart
def worth_to(s: State, seat: int) -> float:
    """What the state is worth to a seat."""
    first = stage_of(s) * OF_STAGE
    total = WEIGHTS[first + SURE] * sure_florins(s, seat)
    for colour in range(COLOURS):
        mine = 0
        others = 0
        for p in range(s.seats):
            for i in range(HAND):
                same = s.hand[p, i] == colour
                mine += same & (p == seat)
                others += same & (p != seat)
        others = min(others, OTHERS - 1)
        on_table = WEIGHTS[first + ON_TABLE + (s.step[colour] * 2 + (mine > 0)) * OTHERS + others]
        total += s.garden[seat, colour] * on_table
        if mine > 0:
            total += WEIGHTS[first + IN_HAND + s.step[colour] * 2 * OTHERS + others]
            total += (mine - 1) * WEIGHTS[first + IN_HAND + (s.step[colour] * 2 + 1) * OTHERS + others]
    for i in range(s.held[seat]):
        if s.hand[seat, i] >= BLACK:
            total += WEIGHTS[first + OTHER_IN_HAND + s.hand[seat, i] - BLACK]
    if s.turn == seat:
        total += WEIGHTS[first + NEXT]
    elif (s.turn + s.seats - 1) % s.seats == seat:
        total += WEIGHTS[first + LAST]
    return total  # type: ignore[no-any-return]


@rule
def sure_florins(s: State, seat: int) -> int:
    """Florins that black tulips and actions before the seat are sure to pay."""
    florins = 0
    for card in range(BLACK, CARDS):
        florins += s.garden[seat, card] * FLORINS[card]
    return florins
