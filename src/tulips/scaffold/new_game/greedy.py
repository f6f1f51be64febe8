"""A player who keeps high cards for high tulips."""

from typing import Any

from tulips.engine.best import best_of
from tulips.engine.state.rule import rule_apart
from tulips.scaffold.new_game.components import CARDS, VALUE, VALUES
from tulips.scaffold.new_game.rules import cards_held
from tulips.scaffold.new_game.state import State

MOST = len(VALUES)


@rule_apart
def promise(s: State, seat: int, card: int, scratch: Any) -> float:
    """How near the card's place in the hand is to the tulip's among all values."""
    lower = 0
    for other in range(CARDS):
        lower += s.place[other] == seat and VALUE[other] < VALUE[card]
    return -abs((lower + 0.5) / cards_held(s, seat) - (int(VALUE[s.tulip]) - 0.5) / MOST)


POLICIES = {"greedy": best_of(promise)}
