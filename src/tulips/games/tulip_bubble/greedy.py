"""A player of Tulip Bubble."""

from typing import Any

from tulips.engine.chance import Noise, pick
from tulips.engine.rule import rule_apart
from tulips.games.tulip_bubble.table import Table


@rule_apart
def greedy(s: Table, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """A."""
    return moves[pick(noise, n)]  # type: ignore[no-any-return]
