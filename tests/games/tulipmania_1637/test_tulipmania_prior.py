"""What players of Tulipmania 1637 usually do, as learned."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from support.random_play import positions
from support.tulipmania_position import GAME, position
from tulips.engine.logit import BITS, PLACE, TERMS
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637 import insight, prior
from tulips.games.tulipmania_1637.moves import Sell
from tulips.games.tulipmania_1637.rules import ACTION, NOTHING, PASS, SELLER, SPECULATE_BY_PROXY, can_carry_out

COLOURS = {"purple": 0, "yellow": 1, "orange": 2, "blue": 3}


def places(packed: int) -> list[int]:
    return [packed >> BITS * k & PLACE for k in range(TERMS)]


# Where the weights of a colour, of no colour and of a card lie
SECTIONS = {
    "colour": [
        (prior.BY_HEIGHT, prior.BY_STOCK),
        (prior.BY_STOCK, prior.BY_PURSE),
        (prior.BY_PURSE, prior.NOTHING_CHOSEN),
    ],
    "nothing": [(prior.NOTHING_CHOSEN, prior.CARD_BY_HEIGHT), (0, 1), (0, 1)],
    "card": [
        (prior.CARD_BY_HEIGHT, prior.CARD_BY_STOCK),
        (prior.CARD_BY_STOCK, prior.CARD_BY_PURSE),
        (prior.CARD_BY_PURSE, prior.VOID),
    ],
    "void": [(prior.VOID, prior.NUMBER_OF_WEIGHTS), (0, 1), (0, 1)],
}


def kind_of(s: Any, seat: int, move: int) -> str:
    if s.phase == ACTION:
        return "card" if can_carry_out(s, seat, move) else "void"
    return "card" if s.phase == SELLER else "nothing" if move == NOTHING else "colour"


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("board", ["standard", "alternative"])
def test_every_kind_of_move_has_its_own_weights_and_its_appeal_is_their_sum(seats: int, board: str) -> None:
    kinds = Counter[str]()
    for seed in range(3):
        for states in positions(GAME, seats, seed, every=3, options={"board": board}):
            s = row(states)
            for seat in GAME.actors(states):
                for move in GAME.moves(states, seat):
                    kind = kind_of(s, seat, move)
                    kinds[kind] += 1
                    at = places(prior.weight_places(s, seat, move))
                    assert all(low <= place < high for place, (low, high) in zip(at, SECTIONS[kind], strict=True)), kind
                    assert prior.appeal(s, seat, move) == pytest.approx(sum(prior.WEIGHTS[place] for place in at))
    assert min(kinds[kind] for kind in SECTIONS) > 10


def test_cards_are_told_apart_and_so_are_colours_by_price_stock_and_purse() -> None:
    match = position(price={"orange": 250}, cash=[600, 0, 0, 0], tulips={"orange": [2, 1, 0, 0], "blue": [2, 1, 0, 0]})

    def orange() -> int:
        return prior.weight_places(row(match.states), 0, COLOURS["orange"])

    s, before = row(match.states), orange()
    for cells, at, more in (
        (s.tulips, (0, 2), 1),  # one's own tulips
        (s.tulips, (1, 2), 1),  # a rival's
        (s.buyers, (0, 2), 1),
        (s.cash, 0, 600),
        (s.indicator, 2, 1),  # the space beside it
    ):
        cells[at] += more
        assert orange() != before
        cells[at] -= more
    s.cash[1] += 5000
    assert orange() == before, "what rivals can pay makes no difference"
    s.cash[1] -= 5000
    s.tulips[0, 2] = 3
    three = orange()
    s.tulips[0, 2] = 9
    assert orange() == three, "many are many"


def test_the_prior_looks_at_nothing_that_the_seat_does_not_know() -> None:
    for states in positions(GAME, 4, 11, every=4):
        for seat in GAME.actors(states):
            told = [prior.weight_places(row(states), seat, move) for move in GAME.moves(states, seat)]
            for noise in (1, 2):
                world = GAME.redeal(states, seat, noise)
                assert [prior.weight_places(row(world), seat, move) for move in GAME.moves(world, seat)] == told


def on_sale(buyers: int, tulips: int, price: int = 1000) -> Match:
    """Seat 1 has put orange up for sale, close to a burst; seat 2 has so many buyers and tulips of it."""
    match = position(price={"orange": price}, cash=[0, 1200, 0, 0], tulips={"orange": [1, tulips, 0, 0]})
    row(match.states).buyers[1, COLOURS["orange"]] = buyers
    match.play(0, Sell("orange"))
    return match


def test_who_has_tulips_and_buyers_left_for_a_burst_brings_it_about() -> None:
    """With a third buyer and tulips to sell in it, speculating by proxy appeals more than to one who has none to sell."""

    def readiness(buyers: int, tulips: int) -> float:
        s = row(on_sale(buyers, tulips).states)
        return prior.appeal(s, 1, SPECULATE_BY_PROXY) - prior.appeal(s, 1, PASS)

    assert readiness(buyers=3, tulips=3) > readiness(buyers=2, tulips=0)


def test_a_quick_choice_is_made_as_often_as_its_appeal_says_and_never_of_a_void_card() -> None:
    match = on_sale(buyers=2, tulips=2)
    s = row(match.states)
    moves = GAME.moves(match.states, 1)
    appeal = np.array([prior.appeal(s, 1, move) for move in moves])
    odds = np.exp(appeal - appeal.max())
    odds /= odds.sum()
    draws = 4000
    noise = np.array([5], np.uint64)
    with np.errstate(over="ignore"):
        chosen = Counter(insight.quick(s, 1, np.array(moves), len(moves), noise) for _ in range(draws))
    void = [i for i, move in enumerate(moves) if not can_carry_out(s, 1, move)]
    assert void, "one can't pay for a speculation here"
    assert sum(chosen[i] for i in void) <= 2
    for i in range(len(moves)):
        assert chosen[i] / draws == pytest.approx(odds[i], abs=0.03)


def test_what_is_most_usual_weighs_most() -> None:
    match = on_sale(buyers=2, tulips=2)
    s = row(match.states)
    moves = np.array(GAME.moves(match.states, 1))
    weights = np.zeros(len(moves))
    insight.weigh(s, 1, moves, len(moves), weights, None)
    assert weights.tolist() == [prior.appeal(s, 1, move) for move in moves.tolist()]
    assert len(set(weights)) > 2
