"""What a search is told of Tulipmania 1637 beside its rules."""

from typing import Any

from tulips.engine.logit import gumbel
from tulips.engine.state.chance import Noise
from tulips.engine.state.rule import rule_apart
from tulips.games.tulipmania_1637.greedy import prospects
from tulips.games.tulipmania_1637.prior import appeal
from tulips.games.tulipmania_1637.state import State


@rule_apart
def weigh(s: State, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """How readily each move is made."""
    for i in range(n):
        weights[i] = appeal(s, seat, moves[i])


@rule_apart
def quick(s: State, seat: int, moves: Any, n: int, noise: Noise) -> int:
    """A move by the prior: as often as players make it."""
    best = -1e9
    chosen = 0
    for i in range(n):
        value = appeal(s, seat, moves[i]) + gumbel(noise)
        if value > best:
            best = value
            chosen = i
    return chosen


@rule_apart
def appraise(s: State, seat: int) -> float:
    """Cash, and what tulips may bring."""
    return prospects(s, seat)
