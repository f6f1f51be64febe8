"""What a search is told of Tulip Bubble beside its rules."""

from typing import Any

from tulips.engine.state.rule import rule_apart
from tulips.games.tulip_bubble.components import FACES, SET_CARDS
from tulips.games.tulip_bubble.greedy import look_ahead, promise, set_prospects, survival
from tulips.games.tulip_bubble.rules import SELLING, market_price, net_worth
from tulips.games.tulip_bubble.state import State


@rule_apart
def weigh(s: State, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """What each move promises, in guilders."""
    look_ahead(s, scratch)
    for i in range(n):
        weights[i] = promise(s, seat, moves[i], scratch)


@rule_apart
def appraise(s: State, seat: int) -> float:
    """Guilders less loans, and what the tulips will probably bring."""
    value = 0.0
    for card in range(FACES):
        if s.hand[seat, card] > 0:
            value += s.hand[seat, card] * (market_price(s, card) + set_prospects(s, seat, card, 0) / SET_CARDS)
    for i in range(s.loans[seat]):
        value += market_price(s, s.financed[seat, i])
    may_sell = s.phase == SELLING and (seat - s.start + s.seats) % s.seats >= s.turns
    return net_worth(s, seat) + value * (1.0 if may_sell else survival(s))
