"""What a search is told of Tulipmania 1637 beside its rules."""

from typing import Any

from tulips.engine.chance import Noise, pick
from tulips.engine.rule import rule, rule_apart
from tulips.games.tulipmania_1637.greedy import promise, prospects
from tulips.games.tulipmania_1637.rules import ACTION, can_carry_out
from tulips.games.tulipmania_1637.table import Table

BLUFF = 2000.0  # florins by which a card that can't be carried out seems worse than the others


@rule_apart
def weigh(s: Table, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """What each move promises, in florins."""
    for i in range(n):
        if s.phase == ACTION and not can_carry_out(s, seat, moves[i]):
            weights[i] = weights[0] - BLUFF
        else:
            weights[i] = promise(s, seat, moves[i], scratch)


@rule
def quick(s: Table, seat: int, moves: Any, n: int, noise: Noise) -> int:
    """Any move, but no card that can't be carried out."""
    chosen = pick(noise, n)
    if s.phase == ACTION and not can_carry_out(s, seat, moves[chosen]):
        return pick(noise, 3) if can_carry_out(s, seat, 2) else 0
    return chosen


@rule_apart
def appraise(s: Table, seat: int) -> float:
    """Cash, and what tulips may bring."""
    return prospects(s, seat)
