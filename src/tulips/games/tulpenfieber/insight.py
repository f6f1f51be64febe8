"""What searches and reviews are told of Tulpenfieber beside its rules: the exact move, and what a total is worth."""

from typing import Any

from tulips.engine.state.rule import rule, rule_apart
from tulips.games.tulpenfieber.components import OUTSTANDING, VERY_GOOD, WON
from tulips.games.tulpenfieber.greedy import NO_AIM, choose_by
from tulips.games.tulpenfieber.rules import solo_total
from tulips.games.tulpenfieber.state import State
from tulips.games.tulpenfieber.value import WEIGHTS


@rule_apart
def weigh(s: State, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """The move of the exact player, and no other, promises something."""
    best = choose_by(WEIGHTS, s, seat, moves, n, scratch[0], NO_AIM)
    for i in range(n):
        weights[i] = 1.0 if moves[i] == best else 0.0


@rule
def alone(s: State) -> float:
    """A third for each of the three grades that a total of the solo game reaches."""
    total = solo_total(s)
    return ((total <= WON) + (total <= VERY_GOOD) + (total <= OUTSTANDING)) / 3.0
