"""Tulip Bubble against its rulebook, section by section. The tables here are written from the rulebook, not from the code."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import tulips
from support.bubble_position import (
    ANDY,
    BOB,
    CHARLES,
    COLOURS,
    DENNIS,
    GAME,
    LEVELS,
    VARIETIES,
    bid,
    bid_on,
    buying,
    card,
    cash,
    collectors,
    hand,
    hold,
    just_sold,
    levels_of,
    new_arrivals,
    next_shipment,
    owe,
    placing,
    position,
    purse,
    selling,
    set_levels,
)
from support.told import legal
from tulips.engine.errors import BadSeats, IllegalMove, WrongSeat
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.moves import (
    Answer,
    Bid,
    Borrow,
    BuyBack,
    Pass,
    Pay,
    PlaceNoMore,
    Raise,
    Sell,
    SellFinanced,
    SellNoMore,
    SellSet,
    StartsWith,
)
from tulips.games.tulip_bubble.rules import (
    DECLARING,
    EVENT,
    EVENT_DECK,
    PLACE,
    RAISE_TO,
    SELLING,
)
from tulips.games.tulip_bubble.state import State

PRICES = {
    "A": [15, 15, 15, 20, 26, 33, 40],
    "B": [3, 5, 7, 10, 13, 16, 20],
    "C": [1, 3, 5, 7, 9, 11, 13],
}


# Game components


def test_components_price_chart() -> None:
    match = position()
    for level, colour, variety in product(LEVELS, COLOURS, VARIETIES):
        others = [c for c in COLOURS if c != colour]
        free = [other for other in LEVELS if other != level]
        set_levels(match, f"{colour} {level}, {others[0]} {free[0]}, {others[1]} {free[1]}")
        expected = PRICES[variety[0]][LEVELS.index(level)]
        assert rules.market_price(row(match.states), card(f"{colour} {variety}")) == expected


def test_components_51_tulips_17_of_each_colour() -> None:
    states = GAME.set_up(4)
    s = row(states)
    assert s.left == 51
    deck = Counter(s.deck[i] for i in range(51))
    for colour in COLOURS:
        assert [deck[card(f"{colour} {variety}")] for variety in VARIETIES] == [2, 3, 3, 3, 3, 3]


def test_components_eight_collectors_in_three_piles() -> None:
    view = GAME.match(3, seed=1).view(0)
    assert [(pile.bonus, pile.face_down) for pile in view.collectors] == [(20, 0), (15, 2), (10, 3)]
    assert view.collectors[0].collector == "Nobleman"


# What each collector accepts, written out from the reference page
def same_colour(*varieties: str) -> list[list[str]]:
    return [[f"{colour} {variety}" for variety in varieties] for colour in COLOURS]


def three_colours(*varieties: str) -> list[str]:
    return [f"{colour} {variety}" for colour, variety in zip(COLOURS, varieties, strict=True)]


ACCEPTED: dict[str, list[list[str]]] = {
    "Nobleman": same_colour("A", "B1", "B2"),
    "Clergyman": [
        chosen
        for varieties in (("B1", "B1", "B1"), ("B1", "B1", "B2"), ("B1", "B2", "B2"), ("B2", "B2", "B2"))
        for chosen in same_colour(*varieties)
    ],
    "Madame": [three_colours(*varieties) for varieties in product(("B1", "B2"), repeat=3)],
    "Fair Lady": [chosen for c in ("C1", "C2", "C3") for chosen in same_colour("B1", "B2", c)],
    "Servant": same_colour("C1", "C2", "C3"),
    "Scholar": [three_colours(v, v, v) for v in VARIETIES],
    "Young Man": [
        chosen
        for varieties in product(("C1", "C2", "C3"), repeat=3)
        if list(varieties) == sorted(varieties)
        for chosen in same_colour(*varieties)
    ],
    "Tavern Owner": [three_colours(*varieties) for varieties in product(("C1", "C2", "C3"), repeat=3)],
}
BONUS = {"Nobleman": 20, "Clergyman": 15, "Madame": 15, "Fair Lady": 15} | dict.fromkeys(
    ["Servant", "Scholar", "Young Man", "Tavern Owner"], 10
)


@pytest.mark.parametrize("collector", ACCEPTED)
def test_references_collector_accepts_exactly_the_sets_of_its_request(collector: str) -> None:
    every_card = [f"{colour} {variety}" for colour in COLOURS for variety in VARIETIES]
    match = position()
    hold(match, ANDY, *every_card * 3)
    collectors(match, collector)
    offered = [m for m in legal(selling(match), ANDY) if isinstance(m, SellSet)]
    expected = sorted(sorted(chosen, key=card) for chosen in ACCEPTED[collector])
    assert sorted(list(m.cards) for m in offered) == expected
    assert {m.collector for m in offered} == {collector}
    for chosen in expected:
        one = position()
        hold(one, ANDY, *chosen)
        collectors(one, collector)
        before = cash(selling(one), ANDY)
        prices = sum(PRICES[name.split()[1][0]][{"red": 1, "white": 2, "yellow": 3}[name.split()[0]]] for name in chosen)
        one.play(ANDY, SellSet(tuple(chosen), collector=collector))
        assert cash(one, ANDY) - before == prices + BONUS[collector]
        for missing in range(3):
            less = position()
            other = next(name for name in every_card if name not in chosen)
            hold(less, ANDY, *(chosen[:missing] + chosen[missing + 1 :]), other)
            collectors(less, collector)
            assert SellSet(tuple(chosen), collector=collector) not in legal(selling(less), ANDY)


# Game setup


def dealt(seats: int, **options: Any) -> Match:
    """A match with every card of the set-up given: the deck in its printed order."""
    match = GAME.match(seats, given={}, options={"first": 1, **options})
    match.give("price markers", "red III, white II, yellow IV")
    return match


def test_setup_price_markers_start_on_ii_iii_and_iv() -> None:
    states = GAME.set_up(3)
    found = set()
    for outcome in range(GAME.kernel("count_outcomes")(states, 0)):
        copy = states.copy()
        GAME.settle(copy, outcome)
        found.add(tuple(row(copy).level[c] for c in range(3)))
    assert found == set(permutations((1, 2, 3)))
    assert levels_of(dealt(3)) == "red III, white II, yellow IV"


def test_setup_20_guilders_and_three_markers_each() -> None:
    for seats in (3, 4, 5):
        match = GAME.match(seats, seed=3)
        assert match.scores == [20] * seats
        assert [match.view(p).seats[p].guilders for p in range(seats)] == [20] * seats
        assert [seat.markers for seat in match.view(0).seats] == [3] * seats


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_setup_deals_two_plus_players_to_each_of_the_three_areas_in_order(seats: int) -> None:
    match = dealt(seats)
    order = [f"{colour} {variety}" for variety in VARIETIES for colour in COLOURS] + ["red C1", "white C1", "yellow C1"]
    cards = order[: 3 * (seats + 2)]
    match.give("tulips", *cards)
    match.give("events", "Surge")
    match.give("collectors", "Nobleman", "Madame", "Scholar")
    view, n = match.view(0), seats + 2
    assert view.next_shipment == cards[:n]
    assert [lot.card for lot in view.new_arrivals if lot] == cards[n : 2 * n]
    assert [lot.card for lot in view.just_sold if lot] == cards[2 * n :]
    assert view.deck == 51 - 3 * n


def test_setup_the_first_event_moves_a_price_before_round_one() -> None:
    match = dealt(3)
    match.give("tulips", *["red C1", "white C1", "yellow C1"] * 3, *["red C2", "white C2", "yellow C2"] * 2)
    assert levels_of(match) == "red III, white II, yellow IV"
    match.give("events", "Crash")
    assert levels_of(match) == "red III, white II, yellow I"
    match.give("collectors", "Nobleman", "Madame", "Scholar")
    assert match.view(0).round == 1


def test_setup_round_one_begins_with_the_buying_phase() -> None:
    match = GAME.match(4, seed=5, options={"first": 3})
    assert match.view(0).phase == "placing"
    assert match.actors == (2,)


def test_setup_start_player_by_option_else_at_random() -> None:
    assert {GAME.match(3, seed=seed).view(0).start for seed in range(30)} == {0, 1, 2}
    assert {GAME.match(3, seed=seed, options={"first": 2}).view(0).start for seed in range(10)} == {1}
    for seats in (2, 6):
        with pytest.raises(BadSeats, match="3 to 5 players"):
            GAME.match(seats)


def events_after(seen: list[str]) -> dict[str, float]:
    """The chance of each next event after these."""
    names = ["Red Rise", "White Rise", "Yellow Rise", "Surge", "Crash"]
    states = GAME.set_up(3)
    s = row(states)
    for event in seen:
        s.events[names.index(event)] -= 1
    s.round = len(seen)
    s.chance, s.phase = EVENT_DECK, EVENT
    number = GAME.kernel("count_outcomes")(states, 0)
    found = Counter(GAME.outcome_words(states, outcome) for outcome in range(number))
    return {event: times / number for event, times in found.items()}


def test_setup_event_deck_holds_every_event_with_its_right_chance() -> None:
    assert events_after([]) == {"Red Rise": 0.2, "White Rise": 0.2, "Yellow Rise": 0.2, "Surge": 0.1, "Crash": 0.3}
    six = ["Red Rise", "Red Rise", "White Rise", "White Rise", "Yellow Rise", "Yellow Rise"]
    assert events_after(six) == {"Surge": 0.25, "Crash": 0.75}


def test_setup_bust_is_among_the_last_three_of_ten() -> None:
    seven = ["Red Rise", "Red Rise", "White Rise", "White Rise", "Yellow Rise", "Yellow Rise", "Crash"]
    eighth = events_after(seven)
    assert eighth == pytest.approx({"Bubble Bust": 1 / 3, "Surge": 2 / 9, "Crash": 4 / 9})
    assert events_after([*seven, "Crash"]) == pytest.approx({"Bubble Bust": 1 / 2, "Surge": 1 / 4, "Crash": 1 / 4})
    assert events_after([*seven, "Crash", "Crash"]) == {"Bubble Bust": 1.0}
    for n in range(7):
        assert "Bubble Bust" not in events_after(seven[:n])


def test_round_overview_a_game_lasts_seven_to_nine_rounds_each_equally_often() -> None:
    batch = GAME.batch(3000, 3, seed=11)
    batch.play_out(1)
    burst = batch.states[batch.states["end"] == 1]
    rounds = Counter(burst["round"].tolist())
    assert set(rounds) == {7, 8, 9}
    assert all(900 < n < 1100 for n in rounds.values())


# 1.1 Market Event


def event(levels: str, name: str) -> str:
    """The price levels after an event."""
    match = position(levels)
    s = row(match.states)
    rules.adjust_prices(s, ["Red Rise", "White Rise", "Yellow Rise", "Surge", "Crash"].index(name))
    return levels_of(match)


def test_1_1_example_yellow_rise() -> None:
    assert event("red I, white II, yellow III", "Yellow Rise") == "red I, white II, yellow IV"


def test_1_1_example_surge_skips_an_occupied_space() -> None:
    assert event("red I, white II, yellow III", "Surge") == "red IV, white II, yellow III"


def test_1_1_example_crash_with_no_empty_space_stays() -> None:
    assert event("red I, white II, yellow III", "Crash") == "red I, white II, yellow III"


def test_1_1_crash_stops_on_closest_empty_space() -> None:
    assert event("red I, white II, yellow IV", "Crash") == "red I, white II, yellow III"


def test_1_1_surge_stops_on_closest_empty_space() -> None:
    assert event("red IV, white VI, yellow VII", "Surge") == "red V, white VI, yellow VII"


def test_1_1_rise_at_the_top_stays() -> None:
    assert event("red I, white II, yellow VII", "Yellow Rise") == "red I, white II, yellow VII"
    assert event("red I, white VI, yellow VII", "White Rise") == "red I, white VI, yellow VII"


def where_to(at: int, steps: int, others: set[int]) -> int:
    """Where a marker ends, as a list of spaces in the order that the rules prefer them."""
    sign = 1 if steps > 0 else -1
    track = [n for n in range(1, 8) if (n - at) * sign > 0]
    far = [n for n in track if abs(n - at) >= abs(steps)]
    near = [n for n in track if abs(n - at) < abs(steps)]
    wanted = sorted(far, key=lambda n: abs(n - at)) + sorted(near, key=lambda n: -abs(n - at))
    return next((n for n in wanted if n not in others), at)


def test_1_1_every_event_from_every_position() -> None:
    for at in permutations(range(1, 8), 3):
        levels = ", ".join(f"{c} {LEVELS[n - 1]}" for c, n in zip(COLOURS, at, strict=True))
        cheapest, dearest = at.index(min(at)), at.index(max(at))
        moves = [(0, 1, "Red Rise"), (1, 1, "White Rise"), (2, 1, "Yellow Rise")]
        for mover, steps, name in [*moves, (cheapest, 2, "Surge"), (dearest, -2, "Crash")]:
            after = list(at)
            after[mover] = where_to(at[mover], steps, set(at) - {at[mover]})
            assert event(levels, name) == ", ".join(f"{c} {LEVELS[n - 1]}" for c, n in zip(COLOURS, after, strict=True))


def test_1_1_the_bust_ends_the_game_at_once() -> None:
    match = position()
    s = row(match.states)
    s.chance, s.phase, s.actors, s.round = EVENT_DECK, EVENT, 0, 9
    for e in range(5):
        s.events[e] = 0
    s.events[4] = 1
    before = levels_of(match)
    GAME.settle(match.states, 0)
    assert match.end == "the bubble burst"
    assert levels_of(match) == before
    assert GAME.moves(match.states, ANDY) == []
    with pytest.raises(IllegalMove, match="over"):
        match.play(ANDY, SellNoMore())


# 1.2 Shipment Arrives, 1.3 Pass Start Player


def end_round(match: Match) -> None:
    """Go on to the next Market Event; chance is left to the caller."""
    s = row(match.states)
    rules.clean_up(s)


def test_1_2_next_shipment_becomes_new_arrivals_in_its_order_and_is_refilled() -> None:
    match = position()
    shipment = ["red A", "white C1", "red A", "yellow B2", "white C2", "red B1"]
    next_shipment(match, *shipment)
    new_arrivals(match, "white A")
    end_round(match)
    s = row(match.states)
    deck = s.left
    while GAME.chance(match.states):
        GAME.settle(match.states, GAME.draw(match.states))
    view = match.view(0)
    assert [lot.card for lot in view.new_arrivals if lot] == shipment
    assert len(view.next_shipment) == 6
    assert view.deck == deck - 6
    assert view.just_sold == []


def set_deck(match: Match, deck: list[str], discard: list[str]) -> None:
    s = row(match.states)
    s.left, s.discarded = len(deck), len(discard)
    for i, name in enumerate(deck):
        s.deck[i] = card(name)
    for i, name in enumerate(discard):
        s.discard[i] = card(name)


def refill(match: Match) -> list[str]:
    """The next round's event and shipment by chance; what came into the Next Shipment."""
    end_round(match)
    while GAME.chance(match.states):
        GAME.settle(match.states, GAME.draw(match.states))
    return list(match.view(0).next_shipment)


def test_1_2_the_discard_is_shuffled_only_when_a_card_is_needed_and_the_deck_is_empty() -> None:
    match = position()
    set_deck(match, ["red C1"] * 2, ["white A"] * 5)
    assert Counter(refill(match)) == {"red C1": 2, "white A": 4}
    assert row(match.states).left == 1
    exact = position()
    set_deck(exact, ["red C1"] * 6, ["white A"] * 5)
    assert Counter(refill(exact)) == {"red C1": 6}
    assert (row(exact.states).left, row(exact.states).discarded) == (0, 5)
    again = refill(exact)
    assert Counter(again) == {"white A": 5}  # both empty: what there is
    assert row(exact.states).left == 0


def test_1_2_the_deck_can_run_out_more_than_once() -> None:
    match = position()
    set_deck(match, ["red C1"] * 2, ["white A"] * 4)
    assert len(refill(match)) == 6
    set_deck(match, [], ["white A"] * 7)
    assert Counter(refill(match)) == {"white A": 6}


def test_1_2_with_deck_and_discard_empty_there_is_no_shipment_and_play_goes_on() -> None:
    match = position()
    set_deck(match, [], [])
    hold(match, BOB, "red A")
    assert refill(match) == []
    assert match.actors == (BOB,)


def test_1_3_the_start_player_token_goes_clockwise() -> None:
    match = position(start=DENNIS)
    for seat in range(4):
        hold(match, seat, "red C1")
    refill(match)
    assert match.view(0).start == ANDY
    assert match.actors == (ANDY,)


# 2. Selling Phase


def selling_example() -> Match:
    """The tulips of the example: Andy, Bob, Charles and Dennis, red on II, white on III, yellow on IV."""
    match = position()
    hold(match, ANDY, "white C1", "white B1")
    owe(match, BOB, "yellow A", 18)
    hold(match, CHARLES, "red C1", "red C2", "red C3", "red B1", "red A")
    hold(match, DENNIS, "white A")
    collectors(match, "Nobleman", "Madame", "Servant")
    return selling(match)


def test_2_example_andy_sells_to_the_market() -> None:
    match = selling_example()
    assert match.actors == (ANDY,)
    match.play(ANDY, Sell("white C1"))
    assert cash(match, ANDY) == 20 + 5
    assert [lot.card for lot in match.view(0).just_sold if lot] == ["white C1"]
    match.play(ANDY, SellNoMore())
    assert match.actors == (BOB,)


def test_2_example_bob_sells_a_financed_tulip() -> None:
    match = selling_example()
    match.play(ANDY, SellNoMore())
    assert match.view(BOB).seats[BOB].markers == 2
    match.play(BOB, SellFinanced("yellow A", loan=18))
    assert cash(match, BOB) == 20 + 2
    seat = match.view(BOB).seats[BOB]
    assert (seat.markers, seat.financed) == (3, [])
    assert [lot.card for lot in match.view(0).just_sold if lot] == ["yellow A"]
    assert match.actors == (CHARLES,)  # Bob has nothing left to sell


def test_2_example_charles_sells_to_the_servant_and_then_to_the_market() -> None:
    match = selling_example()
    match.play(ANDY, SellNoMore())
    match.play(BOB, SellNoMore())
    discarded = match.view(0).discard
    match.play(CHARLES, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    assert cash(match, CHARLES) == 20 + 9 + 10
    assert match.view(0).discard == discarded + 3
    assert match.view(0).just_sold == []
    pile = match.view(0).collectors[2]
    assert pile.collector in ("Scholar", "Young Man", "Tavern Owner")
    assert pile.face_down == 2
    assert match.actors == (CHARLES,)
    match.play(CHARLES, Sell("red B1"))
    assert cash(match, CHARLES) == 20 + 9 + 10 + 5
    match.play(CHARLES, SellNoMore())
    match.play(DENNIS, SellNoMore())
    assert match.view(0).phase == "placing"


def test_2_each_seat_has_one_turn_and_one_without_tulips_is_passed_over() -> None:
    match = position()
    hold(match, BOB, "white C1")
    selling(match)
    assert match.actors == (BOB,)
    match.play(BOB, Sell("white C1"))
    assert match.view(0).phase == "placing"


def test_2_1_any_number_may_be_sold_and_lies_in_just_sold_in_that_order() -> None:
    match = position()
    hold(match, ANDY, "white C1", "white C1", "red A", "yellow B2")
    selling(match)
    for name in ("white C1", "red A", "white C1"):
        match.play(ANDY, Sell(name))
    assert cash(match, ANDY) == 20 + 5 + 15 + 5
    assert [lot.card for lot in match.view(0).just_sold if lot] == ["white C1", "red A", "white C1"]
    assert hand(match, ANDY) == ["yellow B2"]


def test_2_2_only_one_collector_a_turn() -> None:
    match = position()
    hold(match, ANDY, "red C1", "red C2", "red C3", "red A", "red B1", "red B2")
    collectors(match, "Nobleman", "Servant")
    selling(match)
    match.play(ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    assert not any(isinstance(move, SellSet) for move in legal(match, ANDY))
    with pytest.raises(IllegalMove):
        match.play(ANDY, SellSet(("red A", "red B1", "red B2"), collector="Nobleman"))


def test_2_2_the_next_collector_is_open_to_the_next_seat() -> None:
    match = position()
    hold(match, ANDY, "red C1", "red C2", "red C3", "red A")
    hold(match, BOB, "white C1", "white C1", "white C1")
    collectors(match, "Servant")
    s = row(match.states)
    s.face_down[5] = s.face_down[7] = 0  # only the Young Man is left under the Servant
    selling(match)
    match.play(ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    match.play(ANDY, SellNoMore())
    assert SellSet(("white C1", "white C1", "white C1"), collector="Young Man") in legal(match, BOB)


def test_2_2_market_first_then_collector_too() -> None:
    match = position()
    hold(match, ANDY, "red C1", "red C2", "red C3", "red A")
    collectors(match, "Servant")
    selling(match)
    match.play(ANDY, Sell("red A"))
    match.play(ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    assert cash(match, ANDY) == 20 + 15 + 19


def test_faq_q2_the_noble_pile_stays_empty() -> None:
    match = position()
    hold(match, ANDY, "red A", "red B1", "red B2", "white A")
    collectors(match, "Nobleman", "Madame", "Servant")
    selling(match)
    match.play(ANDY, SellSet(("red A", "red B1", "red B2"), collector="Nobleman"))
    assert cash(match, ANDY) == 20 + 15 + 5 + 5 + 20
    assert match.view(0).collectors[0].collector is None
    assert [pile.collector for pile in match.view(0).collectors[1:]] == ["Madame", "Servant"]
    assert match.actors == (ANDY,)


# Selling Financed Tulips


def test_selling_financed_below_its_loan_needs_the_difference() -> None:
    match = position()
    owe(match, ANDY, "red B1", 26)  # worth 5 on II
    purse(match, ANDY, 21)
    assert SellFinanced("red B1", loan=26) in legal(selling(match), ANDY)
    match.play(ANDY, SellFinanced("red B1", loan=26))
    assert cash(match, ANDY) == 0
    poor = position()
    owe(poor, ANDY, "red B1", 26)
    purse(poor, ANDY, 20)
    assert legal(selling(poor), ANDY) == [SellNoMore()]


def test_selling_financed_tulips_never_go_to_collectors_before_they_are_bought_back() -> None:
    match = position()
    hold(match, ANDY, "red C1", "red C2", "white A")
    owe(match, ANDY, "red C3", 25)
    collectors(match, "Servant")
    selling(match)
    assert not any(isinstance(move, SellSet | BuyBack) for move in legal(match, ANDY))  # 20 guilders do not do
    match.play(ANDY, Sell("white A"))
    match.play(ANDY, BuyBack("red C3", loan=25))
    assert cash(match, ANDY) == 20 + 15 - 25
    match.play(ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    assert cash(match, ANDY) == 10 + 19


def test_two_equal_financed_tulips_are_one_choice() -> None:
    match = position()
    owe(match, ANDY, "red C3", 5)
    owe(match, ANDY, "red C3", 5)
    owe(match, ANDY, "red C3", 6)
    moves = legal(selling(match), ANDY)
    assert moves.count(SellFinanced("red C3", loan=5)) == moves.count(BuyBack("red C3", loan=5)) == 1
    match.play(ANDY, BuyBack("red C3", loan=5))
    assert [(f.card, f.loan) for f in match.view(ANDY).seats[ANDY].financed] == [("red C3", 5), ("red C3", 6)]


# 3.1 Place bids


def placing_example() -> Match:
    """The example's bids; yellow is on IV, since its C3 costs 7."""
    match = position("red II, white I, yellow IV")
    new_arrivals(match, "yellow C3", "yellow B1", "white B1", "red B1", "white A")
    purse(match, DENNIS, 60)
    placing(match)
    bid(match, ANDY, "yellow C3")
    bid(match, BOB, "yellow B1")
    bid(match, CHARLES, "yellow B1", "white B1")
    bid(match, DENNIS, "white B1", "red B1")
    bid(match, ANDY, "yellow B1")
    bid(match, BOB, "red B1")
    bid(match, CHARLES, "red B1")
    bid(match, DENNIS, "white A")
    return match


def test_3_1_and_3_2_example_bids_are_resolved_from_left_to_right() -> None:
    match = placing_example()
    assert match.view(0).phase == "purchase"
    assert match.actors == (ANDY,)
    assert legal(match, ANDY) == [Pay(7, card="yellow C3"), Borrow(7, card="yellow C3")]
    match.play(ANDY, Pay(7, card="yellow C3"))
    under_hammer = []
    while match.view(0).phase == "auction":
        auction = match.view(0).auction
        under_hammer.append((auction.card, sorted(auction.bidders)))
        while match.view(0).phase == "auction" and match.view(0).auction.card == auction.card:
            match.play(match.actors[0], Pass())
        match.play(match.actors[0], legal(match, match.actors[0])[0])
        if match.view(0).phase == "purchase":
            break
    assert under_hammer == [
        ("yellow B1", [ANDY, BOB, CHARLES]),
        ("white B1", [CHARLES, DENNIS]),
        ("red B1", [BOB, CHARLES, DENNIS]),
    ]
    assert legal(match, DENNIS) == [Pay(15, card="white A"), Borrow(15, card="white A")]


def test_3_1_two_markers_then_one_even_if_none_was_placed_before() -> None:
    match = position()
    new_arrivals(match, "red C1", "red C2", "red C3", "white C1")
    placing(match)
    assert match.view(ANDY).bids_left == 2
    match.play(ANDY, bid_on(match, ANDY, "red C1"))
    match.play(ANDY, bid_on(match, ANDY, "red C2"))
    assert match.actors == (BOB,)
    for seat in (BOB, CHARLES, DENNIS):
        match.play(seat, PlaceNoMore())
    match.play(ANDY, bid_on(match, ANDY, "red C3"))
    assert match.actors == (BOB,)
    assert match.view(BOB).bids_left == 1
    match.play(BOB, bid_on(match, BOB, "red C1"))
    assert match.actors == (CHARLES,)


def test_3_1_no_two_markers_of_one_seat_on_a_card_and_none_on_the_next_shipment() -> None:
    match = position()
    next_shipment(match, "white A")
    new_arrivals(match, "red C1", "red C1")
    just_sold(match, "yellow A")
    placing(match)
    assert legal(match, ANDY) == [
        Bid("red C1", row="New Arrivals", place=1),
        Bid("red C1", row="New Arrivals", place=2),
        Bid("yellow A", row="Just Sold", place=1),
        PlaceNoMore(),
    ]
    match.play(ANDY, Bid("red C1", row="New Arrivals", place=1))
    assert Bid("red C1", row="New Arrivals", place=1) not in legal(match, ANDY)
    assert not GAME.is_legal(match.states, ANDY, PLACE)


def test_3_1_cards_sold_this_round_can_be_bid_on_by_anyone_also_the_seller() -> None:
    match = position()
    hold(match, BOB, "white A")
    selling(match)
    match.play(BOB, Sell("white A"))
    assert Bid("white A", row="Just Sold", place=1) in legal(match, ANDY)
    match.play(ANDY, PlaceNoMore())
    assert Bid("white A", row="Just Sold", place=1) in legal(match, BOB)


def test_faq_q1_three_financed_cards_leave_no_marker_until_one_is_bought_back() -> None:
    match = position()
    new_arrivals(match, "red C1", "red C2")
    for name in ("white A", "red A", "yellow A"):
        owe(match, ANDY, name, 18)
    placing(match)
    assert legal(match, ANDY) == [*(BuyBack(n, loan=18) for n in ("white A", "red A", "yellow A")), PlaceNoMore()]
    match.play(ANDY, BuyBack("red A", loan=18))
    assert hand(match, ANDY) == ["red A"]
    assert cash(match, ANDY) == 2
    match.play(ANDY, Bid("red C1", row="New Arrivals", place=1))
    assert match.actors == (BOB,)  # no marker left, and no cash for another


def test_faq_q1_without_marker_and_cash_a_seat_must_pass() -> None:
    match = position()
    new_arrivals(match, "red C1")
    for name in ("white A", "red A", "yellow A"):
        owe(match, BOB, name, 21)
    placing(match)
    match.play(ANDY, PlaceNoMore())
    assert match.actors == (CHARLES,)


# 3.2.1 Auction


def auction(*bidders: int, levels: str = "red I, white II, yellow III", name: str = "yellow B1", start: int = ANDY) -> Match:
    """An auction of one card among these seats."""
    match = position(levels, start=start)
    new_arrivals(match, name)
    placing(match)
    for turn in range(4):
        seat = (start + turn) % 4
        bid(match, seat, *[name] * (seat in bidders))
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    return match


def test_3_2_1_first_bid_above_market_price_then_at_least_one_more() -> None:
    match = auction(ANDY, BOB, CHARLES)
    assert legal(match, ANDY) == [Pass(), Raise(8), Raise(9), Raise(12)]
    with pytest.raises(IllegalMove):
        match.play(ANDY, Raise(7))
    match.play(ANDY, Raise(8))
    for low in (Raise(7), Raise(8)):
        with pytest.raises(IllegalMove):
            match.play(BOB, low)
    match.play(BOB, Raise(9))


def test_3_2_1_any_raise_is_legal_up_to_the_technical_limit() -> None:
    match = auction(ANDY, BOB)
    assert GAME.is_legal(match.states, ANDY, RAISE_TO + 9999)
    assert not GAME.is_legal(match.states, ANDY, RAISE_TO + 10000)
    assert not GAME.is_legal(match.states, BOB, RAISE_TO + 50)
    with pytest.raises(WrongSeat):
        match.play(BOB, Raise(50))
    match.play(ANDY, Raise(137))
    match.play(BOB, Raise(9999))
    assert legal(match, ANDY) == [Pass()]
    match.play(ANDY, Pass())
    assert match.view(0).seats[BOB].loans == 9999
    assert cash(match, ANDY) == 20 + 9992


def test_3_2_1_order_is_clockwise_from_the_start_player_among_the_bidders() -> None:
    match = auction(ANDY, BOB, DENNIS, start=CHARLES)
    assert match.actors == (DENNIS,)
    match.play(DENNIS, Raise(8))
    assert match.actors == (ANDY,)
    match.play(ANDY, Raise(9))
    assert match.actors == (BOB,)
    match.play(BOB, Pass())
    assert match.actors == (DENNIS,)
    match.play(DENNIS, Raise(10))
    assert match.actors == (ANDY,)  # Bob has passed and is out
    match.play(ANDY, Pass())
    assert match.actors == (DENNIS,)
    assert legal(match, DENNIS) == [Pay(10, card="yellow B1"), Borrow(10, card="yellow B1")]


def test_3_2_1_if_all_pass_the_last_in_order_must_buy_at_market_price_without_premium() -> None:
    match = auction(ANDY, BOB, CHARLES)
    match.play(ANDY, Pass())
    match.play(BOB, Pass())
    assert match.actors == (CHARLES,)
    assert legal(match, CHARLES) == [Pay(7, card="yellow B1"), Borrow(7, card="yellow B1")]
    match.play(CHARLES, Pay(7, card="yellow B1"))
    assert [cash(match, p) for p in range(4)] == [20, 20, 13, 20]


# 3.2.2 Purchase


def test_3_2_2_cash_gives_card_and_markers_back() -> None:
    match = auction(ANDY, BOB)
    match.play(ANDY, Raise(8))
    match.play(BOB, Pass())
    match.play(ANDY, Pay(8, card="yellow B1"))
    assert cash(match, ANDY) == 12
    assert hand(match, ANDY) == ["yellow B1"]
    assert [seat.markers for seat in match.view(0).seats] == [3, 3, 3, 3]


def test_3_2_2_a_loan_is_for_the_whole_price_and_keeps_the_marker() -> None:
    match = auction(ANDY, BOB)
    match.play(ANDY, Raise(8))
    match.play(BOB, Pass())
    match.play(ANDY, Borrow(8, card="yellow B1"))
    seat = match.view(BOB).seats[ANDY]
    assert cash(match, ANDY) == 20
    assert hand(match, ANDY) == []
    assert ([(f.card, f.loan) for f in seat.financed], seat.markers) == ([("yellow B1", 8)], 2)
    assert match.view(0).seats[BOB].markers == 3


def test_3_2_2_without_the_cash_the_purchase_is_financed_at_once() -> None:
    match = auction(ANDY, BOB)
    match.play(ANDY, Raise(21))
    match.play(BOB, Pass())
    assert match.view(0).seats[ANDY].loans == 21
    assert cash(match, ANDY) == 20


def test_3_2_2_a_single_bidder_without_the_cash_is_financed_too() -> None:
    match = auction(BOB, levels="red I, white II, yellow V", name="yellow A")
    assert match.view(0).seats[BOB].loans == 26
    assert cash(match, BOB) == 20


def test_3_2_2_a_buy_back_during_payment_that_leaves_too_little_cash_means_a_loan() -> None:
    match = position("red I, white II, yellow III")
    new_arrivals(match, "yellow B1")
    owe(match, ANDY, "red A", 15)
    placing(match)
    bid(match, ANDY, "yellow B1")
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    assert legal(match, ANDY) == [Pay(7, card="yellow B1"), Borrow(7, card="yellow B1"), BuyBack("red A", loan=15)]
    match.play(ANDY, BuyBack("red A", loan=15))
    assert hand(match, ANDY) == ["red A"]
    assert [(f.card, f.loan) for f in match.view(0).seats[ANDY].financed] == [("yellow B1", 7)]


def test_3_2_2_buy_back_out_of_turn_does_not_stop_the_one_who_decides() -> None:
    match = auction(ANDY, BOB)
    owe(match, DENNIS, "red A", 15)
    owe(match, CHARLES, "white A", 21)
    assert legal(match, DENNIS) == [BuyBack("red A", loan=15)]
    assert legal(match, CHARLES) == []
    assert match.actors == (ANDY,)
    match.play(DENNIS, BuyBack("red A", loan=15))
    assert (cash(match, DENNIS), hand(match, DENNIS)) == (5, ["red A"])
    assert match.view(0).seats[DENNIS].markers == 3
    assert match.actors == (ANDY,)
    assert match.view(0).phase == "auction"
    with pytest.raises(WrongSeat):
        match.play(DENNIS, BuyBack("red A", loan=15))
    with pytest.raises(WrongSeat):
        match.play(CHARLES, BuyBack("white A", loan=21))
    match.play(ANDY, Pass())


def test_3_2_2_out_of_turn_only_a_buy_back_is_legal() -> None:
    match = position()
    owe(match, BOB, "red A", 15)
    hold(match, ANDY, "red C1")
    hold(match, BOB, "red C1")
    selling(match)
    assert legal(match, BOB) == [BuyBack("red A", loan=15)]
    for move in (Sell("red C1"), SellNoMore(), SellFinanced("red A", loan=15)):
        with pytest.raises(IllegalMove):
            match.play(BOB, move)


def test_3_2_2_buy_back_is_open_at_every_own_decision() -> None:
    match = position()
    owe(match, ANDY, "white A", 15)
    hold(match, ANDY, "red C1")
    assert BuyBack("white A", loan=15) in legal(selling(match), ANDY)
    assert BuyBack("white A", loan=15) in legal(placing(match), ANDY)
    sale = auction(ANDY, BOB)
    owe(sale, ANDY, "white A", 15)
    assert BuyBack("white A", loan=15) in legal(sale, ANDY)
    rich = position()
    owe(rich, ANDY, "white A", 15)
    purse(rich, ANDY, 140)
    assert BuyBack("white A", loan=15) in legal(buying(rich), ANDY)


# 3.2.3 Bid Premium Reward


def premium_example() -> Match:
    """Yellow B1 at a market price of 7, won by Charles for 12 against Andy and Bob."""
    match = auction(ANDY, BOB, CHARLES)
    match.play(ANDY, Raise(8))
    match.play(BOB, Raise(9))
    match.play(CHARLES, Raise(12))
    match.play(ANDY, Pass())
    match.play(BOB, Pass())
    return match


def test_3_2_3_example_losers_share_what_is_above_market_price() -> None:
    match = premium_example()
    match.play(CHARLES, Pay(12, card="yellow B1"))
    assert [cash(match, p) for p in range(4)] == [22, 22, 8, 20]


def test_3_2_3_example_also_when_financed() -> None:
    match = premium_example()
    match.play(CHARLES, Borrow(12, card="yellow B1"))
    assert [cash(match, p) for p in range(4)] == [22, 22, 20, 20]
    assert match.view(0).seats[CHARLES].loans == 12


# 4.1 Market Response


def response(levels: str, reds: int, whites: int, yellows: int, **options: Any) -> str:
    """The price levels after a market response to so many cards of each colour."""
    match = position(levels, seats=5, **options)
    cards = ["red C1"] * reds + ["white C1"] * whites + ["yellow C1"] * yellows
    next_shipment(match, *cards[::3])
    new_arrivals(match, *cards[1::3])
    just_sold(match, *cards[2::3])
    rules.market_response(row(match.states))
    return levels_of(match)


def test_4_1_example_yellow_falls_first_then_red_and_white_rise() -> None:
    assert response("red II, white III, yellow IV", 3, 3, 5) == "red III, white IV, yellow I"


def test_faq_q3_rising_together_past_an_occupied_space() -> None:
    # yellow, the most plentiful, tries to fall first, and can't; then white, the higher one, makes room for red
    assert response("red I, white II, yellow III", 2, 2, 4) == "red II, white IV, yellow III"


def test_faq_q3_falling_together_with_no_place_to_go_all_markers_stay() -> None:
    assert response("red I, white II, yellow III", 1, 4, 4) == "red I, white II, yellow III"
    assert response("red III, white I, yellow II", 4, 0, 4) == "red III, white I, yellow II"


def test_faq_q3_only_two_that_fall_from_ii_and_iii_hold_up_the_third() -> None:
    # one that is blocked alone, or together with one that is not, holds up nobody
    assert response("red I, white II, yellow III", 2, 3, 4) == "red IV, white II, yellow III"
    assert response("red I, white II, yellow III", 4, 4, 1) == "red I, white II, yellow IV"
    assert response("red I, white II, yellow IV", 1, 4, 4) == "red IV, white II, yellow III"
    assert response("red II, white III, yellow IV", 1, 4, 4) == "red IV, white I, yellow III"


def test_faq_q3_in_version_1_the_third_rose_past_both() -> None:
    before = {"blocked_fall_moves_others": True}
    assert response("red I, white II, yellow III", 1, 4, 4, **before) == "red IV, white II, yellow III"


def test_faq_q3_the_forecast_knows_that_nothing_moves() -> None:
    for option, red in ((False, "I"), (True, "IV")):
        match = position("red I, white II, yellow III", blocked_fall_moves_others=option)
        new_arrivals(match, "red C1", "white C1", "white C2", "yellow C1", "yellow C2")
        assert [colour.forecast for colour in placing(match).view(0).colours] == [red, "II", "III"]


def test_4_1_all_colours_equal_nothing_moves() -> None:
    assert response("red I, white II, yellow IV", 3, 3, 3) == "red I, white II, yellow IV"
    assert response("red I, white II, yellow IV", 0, 0, 0) == "red I, white II, yellow IV"


@pytest.mark.slow
def test_4_1_every_response_from_every_position() -> None:
    for at in permutations(range(1, 8), 3):
        for counts in product((2, 3, 4), repeat=3):
            after = list(at)
            fallers = [at[c] for c in range(3) if counts[c] == max(counts)]
            blocked = sorted(at) == [1, 2, 3] and sorted(fallers) == [2, 3]
            if len(set(counts)) > 1 and not blocked:
                for c in sorted(range(3), key=lambda c: after[c]):
                    if counts[c] == max(counts):
                        after[c] = where_to(after[c], -1, set(after) - {after[c]})
                for c in sorted(range(3), key=lambda c: -after[c]):
                    if counts[c] == min(counts):
                        after[c] = where_to(after[c], 1, set(after) - {after[c]})
            levels = ", ".join(f"{c} {LEVELS[n - 1]}" for c, n in zip(COLOURS, at, strict=True))
            expected = ", ".join(f"{c} {LEVELS[n - 1]}" for c, n in zip(COLOURS, after, strict=True))
            assert response(levels, *counts) == expected


def test_4_1_supply_is_the_three_areas_alone() -> None:
    match = position()
    next_shipment(match, "red C1")
    new_arrivals(match, "red A", "white A")
    just_sold(match, "yellow A", "red B1")
    hold(match, ANDY, "white A", "white B1", "white B1")
    owe(match, BOB, "yellow A", 15)
    set_deck(match, ["yellow C1"] * 5, ["white C1"] * 5)
    assert {c.colour: c.supply for c in match.view(0).colours} == {"red": 3, "white": 1, "yellow": 1}


def test_4_1_the_market_responds_to_what_was_not_bought() -> None:
    match = position("red I, white III, yellow V")
    new_arrivals(match, "white C1", "white C2", "red C1", "yellow C1")
    placing(match)
    bid(match, ANDY, "white C1", "white C2")
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    match.play(ANDY, Pay(5, card="white C1"))
    s = row(match.states)
    assert s.round == 1
    match.play(ANDY, Pay(5, card="white C2"))
    # red 1, yellow 1, white 0: red stays on I, yellow falls to IV, white rises past it to V; then comes an event
    expected = position("red I, white V, yellow IV")
    event_name = next(event.words for event in reversed(match.line) if getattr(event, "chance", None) == "events")
    rules.adjust_prices(row(expected.states), ["Red Rise", "White Rise", "Yellow Rise", "Surge", "Crash"].index(event_name))
    assert levels_of(match) == levels_of(expected)


# 4.2 Tulip Removal


def test_4_2_unsold_tulips_are_discarded_and_the_next_shipment_stays() -> None:
    match = position()
    next_shipment(match, "red A")
    new_arrivals(match, "white C1", "white C2")
    just_sold(match, "yellow A")
    set_deck(match, ["red C1"] * 9, ["red C2"])
    rules.clean_up(row(match.states))
    s = row(match.states)
    assert sorted(s.discard[i] for i in range(s.discarded)) == sorted(map(card, ["red C2", "white C1", "white C2", "yellow A"]))
    assert s.next_shipment[0] == card("red A")
    assert s.lots == 0
    assert GAME.chance(match.states) == "events"


# Game End: Buy Black Tulip


def rich(*guilders: int, **options: Any) -> Match:
    """The start of a Buying Phase with so many guilders each."""
    match = position(**options)
    new_arrivals(match, "red C1")
    for seat, amount in enumerate(guilders):
        purse(match, seat, amount)
    return match


def test_black_tulip_who_has_over_120_is_asked() -> None:
    assert buying(rich(119, 120, 121, 122)).actors == (CHARLES, DENNIS)
    assert buying(rich(120, 120, 120, 120)).view(0).phase == "placing"
    assert position().view(0).black_tulip == 121


def test_black_tulip_other_editions_ask_who_has_120() -> None:
    assert buying(rich(119, 120, 121, 0, black_tulip_at_120=True)).actors == (BOB, CHARLES)
    assert buying(rich(119, 119, 119, 119, black_tulip_at_120=True)).view(0).phase == "placing"
    assert position(black_tulip_at_120=True).view(0).black_tulip == 120


def test_black_tulip_loans_are_taken_off_first_and_paid_back_with_the_purchase() -> None:
    match = rich(150, 151, 20, 20)
    owe(match, ANDY, "red A", 30)
    owe(match, BOB, "white A", 15)
    owe(match, BOB, "white A", 15)
    buying(match)
    assert match.actors == (BOB,)
    match.play(BOB, Answer("buy"))
    assert match.end == "the Black Tulip was bought"
    assert match.winners == [BOB]
    assert match.scores == [120, 121, 20, 20]
    assert match.view(0).seats[BOB].financed == []
    assert match.view(0).seats[BOB].black_tulip


def test_black_tulip_answers_are_secret_until_all_are_in() -> None:
    match = buying(rich(130, 125, 140, 20))
    assert match.actors == (ANDY, BOB, CHARLES)
    before = GAME.view(match.states, BOB)
    match.play(ANDY, Answer("buy"))
    seen = GAME.view(match.states, BOB)
    assert seen.seats[ANDY].answered
    assert [seat.guilders for seat in seen.seats] == [seat.guilders for seat in before.seats]
    assert [entry.what for entry in match.log(BOB)][-1] == Answer()
    assert [entry.what for entry in match.log(ANDY)][-1] == Answer("buy")
    match.play(CHARLES, Answer("leave"))
    assert not match.end
    match.play(BOB, Answer("buy"))
    assert match.winners == [ANDY]  # more guilders than Bob; Charles has more still, but left it
    assert [entry.what for entry in match.log(BOB)][-3:] == [
        Answer("buy"),
        Answer("leave"),
        Answer("buy"),
    ]


def test_black_tulip_equal_guilders_share_the_victory() -> None:
    match = buying(rich(130, 130, 125, 20))
    for seat in (ANDY, BOB, CHARLES):
        match.play(seat, Answer("buy"))
    assert match.winners == [ANDY, BOB]


def test_black_tulip_the_others_rank_by_guilders_less_loans() -> None:
    match = rich(121, 150, 140, 90)
    owe(match, BOB, "red A", 20)
    buying(match)
    match.play(ANDY, Answer("buy"))
    match.play(BOB, Answer("leave"))
    match.play(CHARLES, Answer("leave"))
    standings = [int(rules.standing(row(match.states), p)) for p in range(4)]
    assert sorted(range(4), key=lambda p: -standings[p]) == [ANDY, CHARLES, BOB, DENNIS]


def test_black_tulip_if_nobody_wants_it_the_round_goes_on() -> None:
    match = buying(rich(130, 20, 20, 20))
    match.play(ANDY, Answer("leave"))
    assert match.view(0).phase == "placing"
    assert match.actors == (ANDY,)


def test_black_tulip_a_buy_back_while_others_think_does_not_answer() -> None:
    match = rich(150, 130, 20, 20)
    owe(match, ANDY, "red A", 20)
    buying(match)
    match.play(ANDY, BuyBack("red A", loan=20))
    assert match.actors == (ANDY, BOB)


# Game End: Bubble Bust


def test_bubble_bust_example() -> None:
    match = position()
    for seat, amount in enumerate((81, 55, 90, 113)):
        purse(match, seat, amount)
    hold(match, BOB, "red A", "white A", "yellow A", "red B1", "red B2")
    owe(match, CHARLES, "red A", 15)
    owe(match, DENNIS, "red B1", 17)
    owe(match, DENNIS, "white B1", 9)
    rules.market_event(row(match.states), 5)
    assert match.end == "the bubble burst"
    assert match.scores == [81, 55, 75, 87]
    assert match.winners == [DENNIS]


def test_bubble_bust_ties_share_and_scores_may_be_negative() -> None:
    match = position(seats=3)
    for seat in range(3):
        purse(match, seat, 0)
        owe(match, seat, "red A", 5 if seat else 30)
    rules.market_event(row(match.states), 5)
    assert match.scores == [-30, -5, -5]
    assert match.winners == [1, 2]


# Optional Rules


def test_optional_opening_market_response_comes_before_the_first_event() -> None:
    match = dealt(3, opening_market_response=True)
    cards = ["red A", "red A", "red B1", "red B1", "red B1", "red B2", "red B2", "red B2", "white A"]
    match.give("tulips", *cards, "white B1", "white B2", "white C1", "yellow A", "yellow B1", "yellow B2")
    # red 8, white 4, yellow 3: red falls from III past white's II to I, yellow rises from IV to V
    assert levels_of(match) == "red I, white II, yellow V"
    match.give("events", "White Rise")
    assert levels_of(match) == "red I, white III, yellow V"


def test_optional_leverages_are_evil() -> None:
    match = position(no_leverage=True)
    owe(match, ANDY, "yellow A", 18)
    assert legal(selling(match), ANDY) == [BuyBack("yellow A", loan=18), SellNoMore()]
    match.play(ANDY, BuyBack("yellow A", loan=18))
    match.play(ANDY, Sell("yellow A"))
    assert cash(match, ANDY) == 20 - 18 + 20


def test_option_open_hands_shows_cash_and_tulips() -> None:
    for shown in (False, True):
        match = position(open_hands=shown)
        hold(match, BOB, "red A")
        for viewer in (ANDY, tulips.SPECTATOR):
            seat = match.view(viewer).seats[BOB]
            assert (seat.guilders, seat.tulips) == ((20, ["red A"]) if shown else (None, None))


def test_option_starting_bulbs_deals_a_b_and_a_c_to_each_and_leaves_just_sold_empty() -> None:
    for seed in range(20):
        match = GAME.match(5, seed=seed, options={"starting_bulbs": True})
        assert match.view(0).just_sold == []
        for seat in range(5):
            ranks = [name.split()[1][0] for name in hand(match, seat)]
            assert sorted(ranks) == ["B", "C"]
        told = [entry.what for entry in match.log(0) if isinstance(entry.what, StartsWith)]
        assert len(told) == 2
        assert all(what.seat == ANDY for what in told)


def test_a_bare_record_is_small() -> None:
    assert State.dtype.itemsize <= 1024
    assert np.zeros(1, State.dtype).nbytes == State.dtype.itemsize


def test_phases_used_by_the_tests_are_what_they_say() -> None:
    match = selling(position())
    assert row(match.states).phase not in (SELLING, DECLARING)  # nobody has anything to sell or declare
