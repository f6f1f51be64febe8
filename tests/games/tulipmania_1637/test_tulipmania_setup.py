"""Setting up, against the rulebook's summary of it."""

import pytest

from support.tulipmania_position import COLOURS, GAME, phase
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import Dealt

# By number of players: colours, tulips per colour, buyer deck with its face-up cards, reserve, face-up buyers
SUMMARY = {3: (3, 9, 11, 4, 2), 4: (4, 10, 14, 6, 2), 5: (5, 11, 18, 7, 3)}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_set_up_follows_the_summary(seats: int) -> None:
    colours, tulips, deck, reserve, face_up = SUMMARY[seats]
    match = GAME.match(seats, seed=7)
    view, s = match.view(0), row(match.states)
    assert [market.colour for market in view.market] == COLOURS[:colours]
    assert [market.price for market in view.market] == [50] * colours
    assert [market.stock for market in view.market] == [5] * colours
    assert all(seat.cash == 700 and seat.buyers == 3 for seat in view.seats)
    assert all([holding.tulips for holding in seat.holdings] == [1] * colours for seat in view.seats)
    for c in range(colours):
        assert s.stock[c] + sum(s.tulips[p, c] for p in range(seats)) + 1 == tulips
    assert sum(market.face_up for market in view.market) == face_up
    assert (view.deck, view.reserve) == (deck - face_up, reserve)
    assert len(view.hand) == 3
    assert phase(match) == "sell"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_there_are_eight_buyers_of_each_colour(seats: int) -> None:
    s = row(GAME.match(seats, seed=3).states)
    for c in range(s.colours):
        unseen = [s.unseen[i] for i in range(s.deck + s.reserve)].count(c)
        assert unseen + s.face_up[c] + sum(s.buyers[p, c] for p in range(seats)) == 8


def test_the_deal_comes_from_given_cards_three_to_each_seat_then_the_face_up_ones() -> None:
    dealt = ["purple", "purple", "yellow", "orange", "blue", "blue", "yellow", "yellow", "orange", "blue", "purple", "orange"]
    match = GAME.match(4, given={"first seat": ["seat 3"], "buyer deck": [*dealt, "blue", "yellow"]})
    assert match.view(0).hand == ["purple", "purple", "yellow"]
    assert match.view(1).hand == ["orange", "blue", "blue"]
    assert match.view(2).hand == ["yellow", "yellow", "orange"]
    assert match.view(3).hand == ["purple", "orange", "blue"]
    assert [market.face_up for market in match.view(0).market] == [0, 1, 0, 1]
    assert match.actors == (2,)
    assert match.awaits is None


@pytest.mark.parametrize(("first", "priority"), [(1, 3), (2, 0), (3, 1), (4, 2)])
def test_the_priority_action_card_starts_to_the_right_of_the_first_player(first: int, priority: int) -> None:
    match = GAME.match(4, seed=1, options={"first": first})
    assert match.view(-1).turn == first - 1
    assert match.view(-1).priority == priority


def test_any_seat_may_start() -> None:
    assert {GAME.match(4, seed=seed).view(-1).turn for seed in range(40)} == {0, 1, 2, 3}


def test_a_dealt_buyer_is_known_to_its_seat_alone() -> None:
    match = GAME.match(3, seed=1, options={"first": 1})
    dealt = [[entry.what for entry in match.log(viewer) if isinstance(entry.what, Dealt)] for viewer in (-1, 0, 1, 2)]
    assert [len(told) for told in dealt] == [0, 3, 3, 3]
    assert all(isinstance(what, Dealt) and what.seat == 1 for what in dealt[2])
