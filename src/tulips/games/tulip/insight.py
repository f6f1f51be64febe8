"""What a search is told of Tulip beside its rules."""

from typing import Any

from tulips.engine.rule import rule_apart
from tulips.games.tulip.greedy import IN_HAND, OVER, prospects_after, table_worth, worth
from tulips.games.tulip.table import LAST_BLACK, Table


@rule_apart
def weigh(s: Table, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """What each move promises: the chance to win, in hundredths."""
    for i in range(n):
        weights[i] = 100.0 * prospects_after(s, seat, moves[i], scratch)


@rule_apart
def appraise(s: Table, seat: int) -> float:
    """What the cards before a seat and in its hand will bring on average."""
    at = OVER if s.end else s.krashes * LAST_BLACK + s.blacks
    value = table_worth(s, seat, at)
    for i in range(s.held[seat]):
        value += worth(s, IN_HAND, at, s.hand[seat, i])
    return value


INSIGHT = {"weigh": weigh, "appraise": appraise}
