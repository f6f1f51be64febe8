"""What a search is told of Gift of Tulips beside its rules."""

from typing import Any

from tulips.engine.chance import Noise, pick
from tulips.engine.rule import rule, rule_apart
from tulips.games.gift_of_tulips.greedy import promise, prospects
from tulips.games.gift_of_tulips.rules import FESTIVAL, OPENING, SECRET, TURN, giving_points, keeping_points
from tulips.games.gift_of_tulips.table import Table


@rule_apart
def weigh(s: Table, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """What each move promises, in points."""
    for i in range(n):
        weights[i] = promise(s, seat, moves[i], scratch)


@rule
def quick(s: Table, seat: int, moves: Any, n: int, noise: Noise) -> int:
    """Of two random moves the one that scores more at once."""
    a = pick(noise, n)
    b = pick(noise, n)
    if s.phase == OPENING:
        return a
    return a if points_now(s, seat, moves[a]) >= points_now(s, seat, moves[b]) else b


@rule
def points_now(s: Table, seat: int, move: int) -> int:
    """About what a move brings, in points: those of others, and the festival, are worth something too."""
    if (move == FESTIVAL) | (move == SECRET):
        return 2
    if move == seat:
        return 2 + 2 * keeping_points(s, s.card)
    return giving_points(s, s.card) - 2


@rule_apart
def appraise(s: Table, seat: int) -> float:
    """Points so far, and a share of the majorities."""
    return prospects(s, seat, seat)


@rule
def sight(s: Table, seat: int) -> int:
    """The card that was drawn."""
    return s.card + 1 if s.phase == TURN else 0
