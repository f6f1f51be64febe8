"""What tables of Tulip are worth, as learned."""

import pytest

import tulips
from play import positions
from tulips.engine.record import row
from tulips.games.tulip import value


def test_a_table_s_worth_is_the_sum_of_what_was_learned() -> None:
    """The terms that are counted when learning are those that are added up when playing."""
    game = tulips.game("tulip")
    for seats in (2, 4):
        for states in positions(game, seats, 5, every=4):
            s = row(states)
            for seat in range(seats):
                terms: list[int] = [0] * 96
                n = value.list_terms(s, seat, terms)
                first = value.stage_of(s) * value.OF_STAGE
                total = sum(value.WEIGHTS[first + term] for term in terms[:n])
                assert value.worth_to(s, seat) == pytest.approx(total)


def test_tulips_that_pay_are_worth_something() -> None:
    """With three krashes and three black tulips so far, a florin on the table is worth most."""
    last = value.WEIGHTS.reshape(-1, value.OF_STAGE)[-1]
    first = value.WEIGHTS.reshape(-1, value.OF_STAGE)[value.STAGES]
    assert last[value.SURE] > first[value.SURE] > 0
    assert last[value.ON_TABLE] > last[value.ON_TABLE + 2 * 2 * value.OTHERS] > 0, "at 5 more than at 2"
