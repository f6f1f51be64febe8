"""What a search is told of Tulip beside its rules."""

from typing import Any

from tulips.engine.state.chance import Noise
from tulips.engine.state.rule import rule_apart
from tulips.games.tulip.greedy import prospects_after
from tulips.games.tulip.hands import deal_likely
from tulips.games.tulip.state import State
from tulips.games.tulip.value import worth_to


@rule_apart
def weigh(s: State, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """What each move promises: the chance to win, in hundredths."""
    for i in range(n):
        weights[i] = 100.0 * prospects_after(s, seat, moves[i], scratch)


@rule_apart
def appraise(s: State, seat: int) -> float:
    """What the state is worth to a seat, all hands open."""
    return worth_to(s, seat)


@rule_apart
def imagine(s: State, seat: int, noise: Noise) -> None:
    """Deal the hands that the seat cannot see, likely ones more often."""
    deal_likely(s, seat, noise)
