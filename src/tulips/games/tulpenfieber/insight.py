"""What a search is told of Tulpenfieber beside its rules: the move that solves the dice."""

from typing import Any

from tulips.engine.state.rule import rule_apart
from tulips.games.tulpenfieber.greedy import NO_AIM, choose_by
from tulips.games.tulpenfieber.state import State
from tulips.games.tulpenfieber.value import WEIGHTS


@rule_apart
def weigh(s: State, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """The move of the exact player, and no other, promises something."""
    best = choose_by(WEIGHTS, s, seat, moves, n, scratch[0], NO_AIM)
    for i in range(n):
        weights[i] = 1.0 if moves[i] == best else 0.0
