"""What players of Tulipmania 1637 usually do, as learned."""

from collections import Counter

import numpy as np
import pytest

from play import positions
from tulipmania_1637.position import GAME, position
from tulips.engine.habits import BITS, PLACE, TERMS
from tulips.engine.match import Match
from tulips.engine.record import row
from tulips.games.tulipmania_1637 import habits, insight
from tulips.games.tulipmania_1637.rules import ACTION, PASS, SPECULATE_BY_PROXY, can_carry_out

COLOURS = {"purple": 0, "yellow": 1, "orange": 2, "blue": 3}


def places(packed: int) -> list[int]:
    return [packed >> BITS * k & PLACE for k in range(TERMS)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_move_has_weights_of_its_own_and_only_void_cards_share_theirs(seats: int) -> None:
    phases = set()
    for states in positions(GAME, seats, seats, every=3):
        s = row(states)
        for seat in GAME.actors(states):
            phases.add(s.phase)
            found = {move: habits.habit(s, seat, move) for move in GAME.moves(states, seat)}
            assert all(0 < place < habits.NUMBER_OF_WEIGHTS for of in found.values() for place in places(of) if place)
            void = {move for move in found if s.phase == ACTION and not can_carry_out(s, seat, move)}
            assert {move for move, of in found.items() if of == habits.VOID} == void
            same = Counter(of for move, of in found.items() if move not in void)
            assert s.phase != ACTION or set(same.values()) <= {1}, "cards are told apart"
    assert len(phases) >= 4


def test_a_habit_looks_at_nothing_that_the_seat_does_not_know() -> None:
    for states in positions(GAME, 4, 11, every=4):
        for seat in GAME.actors(states):
            told = [habits.habit(row(states), seat, move) for move in GAME.moves(states, seat)]
            for noise in (1, 2):
                world = GAME.redeal(states, seat, noise)
                assert [habits.habit(row(world), seat, move) for move in GAME.moves(world, seat)] == told


def on_sale(buyers: int, tulips: int, price: int = 1000) -> Match:
    """Seat 1 has put orange up for sale, close to a burst; seat 2 has so many buyers and tulips of it."""
    match = position(price={"orange": price}, cash=[0, 1200, 0, 0], tulips={"orange": [1, tulips, 0, 0]})
    row(match.states).buyers[1, COLOURS["orange"]] = buyers
    match.play(0, "sell orange")
    return match


def test_who_has_tulips_and_buyers_left_for_a_burst_brings_it_about() -> None:
    """With a third buyer and tulips to sell in it, speculating by proxy appeals more than to one who has none to sell."""

    def readiness(buyers: int, tulips: int) -> float:
        s = row(on_sale(buyers, tulips).states)
        return habits.appeal(s, 1, SPECULATE_BY_PROXY) - habits.appeal(s, 1, PASS)

    assert readiness(buyers=3, tulips=3) > readiness(buyers=2, tulips=0)


def test_a_quick_choice_is_made_as_often_as_its_appeal_says_and_never_of_a_void_card() -> None:
    match = on_sale(buyers=2, tulips=2)
    s = row(match.states)
    moves = GAME.moves(match.states, 1)
    appeal = np.array([habits.appeal(s, 1, move) for move in moves])
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
