"""What a search is told of Gift of Tulips beside its rules."""

from typing import Any, Final

import numpy as np

from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.rule import rule, rule_apart
from tulips.games.gift_of_tulips.components import (
    MAJORITY,
    SCORED_RANKS,
    UNRANKED,
    VALUE,
    VALUES_OF_A_VARIETY,
    VARIETIES,
    VARIETY,
)
from tulips.games.gift_of_tulips.greedy import RIVALS, promise, prospects
from tulips.games.gift_of_tulips.rules import FESTIVAL, OPENING, SECRET, TURN, giving_points, keeping_points
from tulips.games.gift_of_tulips.state import State

AT_STAKE: Final = np.full((len(MAJORITY), UNRANKED + 1), 4.0)  # a place that is not paid yet may be in the end
AT_STAKE[:, :SCORED_RANKS] = MAJORITY.sum(axis=2)

RISING: Final = 10.0  # what it is worth to hold all of a variety that passes another in the festival
NOT_YET: Final = 0.3  # the part of that if it does not pass now
WHIM: Final = 2.0  # points by which choices at a glance differ from one time to another


@rule_apart
def weigh(s: State, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """What each move promises, in points."""
    for i in range(n):
        weights[i] = promise(s, seat, moves[i], scratch)


@rule
def quick(s: State, seat: int, moves: Any, n: int, noise: Noise) -> int:
    """What a player sees at a glance: the points of a move, and what it changes in the majority of the card's variety."""
    if s.phase == OPENING:
        return pick(noise, n)
    variety = VARIETY[s.card]
    stake = AT_STAKE[s.seats, s.place[variety]]
    squares = 0.0
    for p in range(s.seats):
        squares += held(s, p, variety) ** 2
    mine = held(s, seat, variety)
    share = mine**2 / max(squares, 1.0)
    best = -1e9
    chosen = 0
    for i in range(n):
        move = moves[i]
        if (move == FESTIVAL) | (move == SECRET):
            promised = RISING * (share - 1.0 / s.seats) * (1.0 if rises(s, variety) else NOT_YET)
        else:
            theirs = held(s, move, variety)
            after = squares + 2.0 * theirs + 1.0  # one tulip more: the square of it grows by so much
            if move == seat:
                promised = keeping_points(s, s.card) + stake * ((mine + 1.0) ** 2 / after - share)
            else:
                gained = (theirs + 1.0) ** 2 / after - theirs**2 / max(squares, 1.0)
                promised = giving_points(s, s.card) + stake * (mine**2 / after - share - RIVALS * gained)
        promised += WHIM / 64 * pick(noise, 64)
        if promised > best:
            best = promised
            chosen = i
    return chosen


@rule
def held(s: State, seat: int, variety: int) -> float:
    """How many tulips of a variety a seat holds."""
    first = variety * VALUES_OF_A_VARIETY
    number = 0
    for card in range(first, first + VALUES_OF_A_VARIETY):
        number += s.bouquet[seat, card]
    return float(number)


@rule
def rises(s: State, variety: int) -> bool:
    """Whether the drawn card would lift its variety to a better place in the festival."""
    for other in range(VARIETIES):
        lead = s.tracking[other] - s.tracking[variety]
        if (s.place[other] < s.place[variety]) & (VALUE[s.card] >= lead):
            return True
    return False


@rule_apart
def appraise(s: State, seat: int) -> float:
    """Points so far, and a share of the majorities."""
    return prospects(s, seat, seat)


@rule
def sight(s: State, seat: int) -> int:
    """The card that was drawn."""
    return s.card + 1 if s.phase == TURN else 0
