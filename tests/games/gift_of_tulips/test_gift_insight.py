"""What the search takes for a player's choice at a glance in Gift of Tulips."""

from collections import Counter
from typing import Any

import numpy as np

from tulips.engine.state.state import row
from tulips.games.gift_of_tulips import rules
from tulips.games.gift_of_tulips.components import CARDS, VARIETY
from tulips.games.gift_of_tulips.insight import quick
from tulips.games.gift_of_tulips.rules import FESTIVAL, KEEP_ACTION, SECRET, TURN
from tulips.games.gift_of_tulips.state import State

PURPLE_2, PURPLE_4, BLUE_4 = 0, 2, 5


def after_keeping(holder: int) -> Any:
    """Seat 0 of four has kept a card and drawn a purple 4, which would bring purple before blue; a seat holds all purple."""
    s = row(np.zeros(1, State.dtype))
    s.seats, s.phase, s.action, s.card = 4, TURN, KEEP_ACTION, PURPLE_4
    assert [VARIETY[card] for card in (PURPLE_4, BLUE_4)] == [0, 1] and len(VARIETY) == CARDS
    for variety in range(4):
        s.place[variety] = 4
    rules.add_to_festival(s, BLUE_4)
    rules.add_to_festival(s, PURPLE_2)
    s.bouquet[holder, PURPLE_4] = 3
    return s


def chosen(s: Any) -> Counter[int]:
    """How often seat 0 takes each move, by many whims."""
    moves = np.zeros(16, np.int32)
    n = rules.legal_moves(s, 0, moves)
    with np.errstate(over="ignore"):
        return Counter(int(moves[quick(s, 0, moves, n, np.array([seed], np.uint64))]) for seed in range(300))


def test_a_variety_of_one_s_own_is_lifted() -> None:
    assert set(chosen(after_keeping(holder=0))) == {FESTIVAL, SECRET}


def test_a_rival_s_variety_is_not_lifted_but_given_for_points() -> None:
    assert set(chosen(after_keeping(holder=1))) <= {1, 2, 3}


def test_whoever_it_helps_least_is_given_most() -> None:
    s = after_keeping(holder=1)
    s.bouquet[2, PURPLE_4] = 3  # with seat 1 even, one more tulip would decide between them
    assert [seat for seat, _ in chosen(s).most_common(1)] == [3]
