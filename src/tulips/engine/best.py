"""A greedy bot from an evaluation: the move that promises most, equal ones by lot."""

from collections.abc import Callable
from typing import Any

from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.rule import rebind, rule_apart

TIE_BREAK = 1e-6
"""What a move's noise adds at most a thousand times: less than any difference that counts."""


def promise(s: Any, seat: int, move: int, scratch: Any) -> float:
    """What a move promises; a game's own stands in its place."""
    raise NotImplementedError


def choose_best(s: Any, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """The move that promises most."""
    best = -1e9
    choice = moves[0]
    for i in range(n):
        value = promise(s, seat, moves[i], scratch) + TIE_BREAK * pick(noise, 1000)
        if value > best:
            best = value
            choice = moves[i]
    return choice  # type: ignore[no-any-return]


def best_of(promise: Callable[[Any, int, int, Any], float], tie_break: float = TIE_BREAK) -> Callable[..., int]:
    """The policy that makes the move which promises most."""
    label = promise.__module__.rpartition(".")[0].rpartition(".")[2]
    return rule_apart(rebind(choose_best, label, {"promise": promise, "TIE_BREAK": tie_break}))
