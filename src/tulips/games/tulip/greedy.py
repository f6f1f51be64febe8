"""A player of Tulip who looks one move ahead with what it knows."""

from typing import Any

from tulips.engine.chance import Noise, pick
from tulips.engine.rule import rule_apart
from tulips.games.tulip.table import Table


@rule_apart
def greedy(s: Table, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Choose any."""
    return moves[pick(noise, n)]  # type: ignore[no-any-return]
