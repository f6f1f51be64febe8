"""A greedy bot from an evaluation: the move that promises most, equal ones by lot, or the first of them."""

from collections.abc import Callable
from typing import Any

from tulips.engine.state.chance import Noise, noise_word, pick
from tulips.engine.state.rule import rebind, rule, rule_apart

LOTS = 1000
TIE_BREAK = 1e-6
"""What a move's lot adds at most a thousand times: less than any difference that counts."""

Promise = Callable[[Any, int, int, Any], float]


# What a game's own stands in the place of


def promise(s: Any, seat: int, move: int, scratch: Any) -> float:
    """What a move promises."""
    raise NotImplementedError


@rule
def look_ahead(s: Any, scratch: Any) -> None:
    """What is thought of once, before any move is looked at: nothing."""


@rule
def is_considered(s: Any, seat: int, move: int) -> bool:
    """Whether a move is looked at: all are."""
    return True


@rule
def draw_lot(noise: Noise) -> int:
    """A lot from 0 to 999."""
    return pick(noise, LOTS)


@rule
def draw_lot_by_remainder(noise: Noise) -> Any:
    """The same, drawn as the older bots do it, so that a seed still gives the game that it gave."""
    return noise_word(noise) % LOTS


# The choice


def choose_best(s: Any, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """The move that promises most; equal ones by lot."""
    look_ahead(s, scratch)
    best = -1e9
    choice = moves[0]
    for i in range(n):
        if is_considered(s, seat, moves[i]):
            value = promise(s, seat, moves[i], scratch) + TIE_BREAK * draw_lot(noise)
            if value > best:
                best = value
                choice = moves[i]
    return choice  # type: ignore[no-any-return]


def choose_first_best(s: Any, seat: int, moves: Any, n: int, scratch: Any) -> int:
    """The move that promises most; of equal ones the first."""
    best = -1e9
    choice = moves[0]
    for i in range(n):
        value = promise(s, seat, moves[i], scratch)
        if value > best:
            best = value
            choice = moves[i]
    return choice  # type: ignore[no-any-return]


def best_of(promise: Promise, tie_break: float = TIE_BREAK, **own: Callable[..., Any]) -> Callable[..., int]:
    """The policy that makes the move which promises most; `own` stands in the place of this module's functions by name."""
    return rule_apart(rebind(choose_best, _label(promise), {"promise": promise, "TIE_BREAK": tie_break, **own}))


def first_best_of(promise: Promise) -> Callable[..., int]:
    """The first of the moves that promise most, as a rule of a state, a seat, its moves, how many these are, and what the
    promise is given to think in."""
    return rule_apart(rebind(choose_first_best, f"{_label(promise)}_{promise.__name__}", {"promise": promise}))


def _label(promise: Promise) -> str:
    """The game's name."""
    return promise.__module__.rpartition(".")[0].rpartition(".")[2]
