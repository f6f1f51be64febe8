"""What the page is told beside the view: what to touch, why not, the figures, the status, and all there is at the end."""

import random
from typing import Any

import pytest

import tulips
from support.told import legal
from support.tulipmania_position import CARDS, COLOURS, GAME, burst, position, sell
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.engine.state.snapshot import snapshot
from tulips.games.tulipmania_1637.moves import Buy, BuyNothing, Dealt, Draw, Lay, Play, Sell, SellNothing, Take

NOTHING = {SellNothing(), BuyNothing()}


def touches(match: Match, seat: int) -> dict[Move, tuple[str, ...]]:
    return {choice.what: choice.handles for choice in match.offers(seat)}


def reasons(match: Match, seat: int) -> dict[str, str]:
    return {handle: str(why) for handle, why in GAME.why_not(snapshot(match.states), seat).items()}


def status(match: Match) -> str:
    return GAME.words.status(snapshot(match.states)).named(match.names)


def changes(match: Match, seat: int, move: Move) -> dict[str, tuple[str, str]]:
    choice = next(choice for choice in match.offers(seat) if choice.what == move)
    return {change.handle: (str(change.before), str(change.after)) for change in choice.preview.changes}


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_every_move_is_reached_by_touching_one_thing_or_by_its_words(seats: int) -> None:
    match, chooser = GAME.match(seats, seed=seats), random.Random(seats)
    while not match.end:
        for seat in range(seats):
            touched = touches(match, seat)
            assert {words for words, handles in touched.items() if not handles} <= NOTHING
            things = [handles for handles in touched.values() if handles]
            assert len(set(things)) == len(things)
            assert not {handle for handles in things for handle in handles} & set(reasons(match, seat))
        seat = chooser.choice(match.actors)
        match.play(seat, chooser.choice(legal(match, seat)))


def test_each_phase_has_its_own_things_to_touch() -> None:
    match = position()
    assert touches(match, 0)[Sell("orange")] == ("tulip:orange",)
    match.play(0, Sell("orange"))
    assert touches(match, 1) == {Lay(card): (f"card:{number}",) for number, card in CARDS.items()}
    for p in (1, 2, 3):
        match.play(p, Lay("pass"))
    match.play(0, Play("pass"))
    assert touches(match, 0).pop(Draw()) == ("deck",)
    face_up = next(move for move in legal(match, 0) if isinstance(move, Take))
    assert touches(match, 0)[face_up] == (f"buyer:{face_up.buyer}",)
    match.play(0, face_up)
    assert touches(match, 0)[Buy("blue")] == ("stock:blue",)
    assert touches(match, 0)[BuyNothing()] == ()


def test_a_colour_that_one_does_not_have_can_t_be_sold() -> None:
    match = position(tulips={"orange": [0, 1, 1, 1]})
    burst(match, "blue")
    why = reasons(match, 0)
    assert why["tulip:orange"] == "You have no orange tulips."
    assert why["tulip:blue"] == "The bubble has burst: blue is out of the game."
    assert "tulip:purple" not in why
    assert why["deck"] == "First comes the sale, then you take a buyer."
    assert why["card:4"] == "Action cards are laid when another player sells a tulip."
    assert reasons(match, 1)["tulip:orange"] == "It is the turn of seat 1."


def test_cards_say_why_they_can_t_be_laid() -> None:
    match = position(buyers={"orange": [1, 0, 0, 0]})
    match.play(0, Sell("orange"))
    assert "card:0" not in reasons(match, 1)
    all_at_once = "All but seat 1 lay an action card now."
    assert {reasons(match, 1)[thing] for thing in ("tulip:orange", "stock:orange", "deck")} == {all_at_once}
    assert reasons(match, 0)["card:1"] == "It is your own sale: you play a card only if all others pass."
    match.play(1, Lay("pass"))
    assert reasons(match, 1)["card:0"] == "You have laid your card; it is revealed when all have laid one."
    for p in (2, 3):
        match.play(p, Lay("pass"))
    why = reasons(match, 0)
    assert why["card:4"] == "You can't buy your own tulip: only cards by proxy and the pass are left to you."
    assert why["card:3"] == "You don't have two orange buyers."
    assert not {"card:0", "card:1"} & set(why)
    assert reasons(match, 2)["card:1"] == "All have passed; now seat 1 decides."


def test_the_stockpile_says_why_it_sells_nothing() -> None:
    match = position(price={"blue": 1000}, deck=0)
    match.states["stock"][0, COLOURS.index("yellow")] = 0
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert legal(match, 0) == [Buy("purple"), BuyNothing()]
    why = reasons(match, 0)
    assert why["stock:orange"] == "You have sold a tulip of this colour in this turn, so you can't buy one."
    assert why["stock:yellow"] == "There are no yellow tulips in the stockpile."
    assert why["stock:blue"] == "It costs f1,000, and you have f750."
    assert why["deck"] == "The buyer deck is used up: no more buyers can be taken."


def going_to(match: Match, seat: int, move: Move) -> dict[str, str]:
    """The places on the board that a move would take things to."""
    choice = next(choice for choice in match.offers(seat) if choice.what == move)
    return {change.handle: change.to for change in choice.preview.changes if change.to}


def test_a_change_stands_beside_what_it_changes() -> None:
    match = position(price={"orange": 250}, cash=[0, 1000, 0, 0])
    match.play(0, Sell("orange"))
    told = changes(match, 1, Lay("speculate"))
    assert told["unsettled:cash:1"] == ("f1,000", "f250")
    assert told["unsettled:cash:0"] == ("f0", "f750")
    assert told["unsettled:tulips:1:orange"] == ("1", "2")
    assert told["unsettled:price:orange"] == ("f250", "f1,000")
    assert going_to(match, 1, Lay("speculate")) == {"unsettled:price:orange": "b5"}


def test_what_a_move_settles_alone_is_told_apart_from_what_it_does_not() -> None:
    match = position(price={"orange": 250}, cash=[0] * 4, buyers={"orange": [1, 0, 0, 0]})
    assert changes(match, 0, Sell("orange"))["unsettled:tulips:0:orange"] == ("1", "0")
    sell(match, "orange", {})
    told = changes(match, 0, Play("purchase by proxy"))
    assert (told["cash:0"], told["tulips:0:orange"], told["hand:0:orange"]) == (("f0", "f250"), ("1", "0"), ("1", "0"))
    assert going_to(match, 0, Play("purchase by proxy")) == {"price:orange": "c3"}
    match.play(0, Play("pass"))
    assert changes(match, 0, Draw()) == {"unsettled:buyers:0": ("1", "2")}
    face_up = next(move for move in legal(match, 0) if isinstance(move, Take))
    held = 1 if face_up == Take("orange") else 0
    assert changes(match, 0, face_up) == {"buyers:0": ("1", "2"), f"hand:0:{face_up.buyer}": (str(held), str(held + 1))}


def test_a_burst_shows_the_price_and_the_money_and_no_tulips_that_are_sold_at_once() -> None:
    match = position(price={"orange": 2000}, cash=[0, 3000, 0, 0], buyers={"orange": [0, 1, 0, 0]})
    match.play(0, Sell("orange"))
    told = changes(match, 1, Lay("purchase"))
    assert told["unsettled:price:orange"] == ("f2,000", "burst at f3,000")
    assert going_to(match, 1, Lay("purchase")) == {"unsettled:price:orange": "a7"}
    assert told["unsettled:worth:1:orange"] == ("f0", "f5,250")
    assert not any("tulips:" in handle for handle in told)


def test_a_tulip_at_the_lowest_price_stays_there() -> None:
    match = position(price={"orange": 25})
    sell(match, "orange", {})
    summary = next(str(choice.preview.summary) for choice in match.offers(0) if choice.what == Play("pass"))
    assert summary.startswith("the bank pays you f25; orange stays at f25, where ")


def test_the_view_tells_how_a_sale_can_go() -> None:
    match = position(price={"orange": 250, "blue": 2000})
    orange, blue = (next(m for m in match.view(1).market if m.colour == colour) for colour in ("orange", "blue"))
    told = [(sale.pays, sale.space, sale.price, sale.burst) for sale in sales(orange)]
    assert told == [(250, "c3", 375, False), (750, "b5", 1000, False), (150, "b1", 50, False)]
    assert [(sale.pays, sale.space, sale.burst) for sale in sales(blue)][:2] == [(2000, "a7", True), (6000, "d7", True)]


def sales(market: Any) -> list[Any]:
    return [market.sales.purchased, market.sales.speculated, market.sales.unwanted]


def test_the_winner_of_a_tie_is_told_though_the_priority_card_has_moved() -> None:
    for priority, winner in ((1, 1), (2, 2), (3, 2)):
        match = position(priority=priority, price={"orange": 50})
        sell(match, "orange", {1: 2, 2: 2})
        assert match.view(-1).winner == winner


def test_nobody_has_won_a_sale_before_there_is_one() -> None:
    match = position(deck=0)
    assert (match.view(0).winner, match.view(0).paid) == (None, None)
    sell(match, "orange", {1: 2})
    assert (match.view(0).winner, match.view(0).paid) == (1, 50)
    match.play(0, BuyNothing())
    assert (match.view(0).winner, match.view(0).paid) == (None, None)


def test_figures_are_prices_until_they_burst_and_everyone_s_cash() -> None:
    match = position(price={"orange": 375}, cash=[1, 2, 3, 4])
    burst(match, "blue")
    told = GAME.views.figures(snapshot(match.states), tulips.SPECTATOR)
    assert told == {
        "price:purple": 50, "price:yellow": 50, "price:orange": 375, "score:0": 1, "score:1": 2, "score:2": 3, "score:3": 4,
    }  # fmt: skip


def test_the_status_tells_whose_turn_it_is_what_for_and_what_ends_the_game() -> None:
    match = position(price={"orange": 375})
    left = "4 bubbles are left, and the last two burst together."
    assert status(match) == f"Seat 1 puts a tulip up for sale; {left}"
    match.play(0, Sell("orange"))
    assert status(match) == f"Seat 1 sells orange at f375: all others lay an action card; {left}"
    for p in (1, 2, 3):
        match.play(p, Lay("pass"))
    assert status(match) == f"All have passed: Seat 1 may play a card by proxy; {left}"
    match.play(0, Play("pass"))
    cards = match.view(0).deck
    assert status(match) == f"Seat 1 takes a buyer, and {cards} cards are left in the buyer deck; {left}"
    match.play(0, Draw())
    burst(match, "blue", "purple")
    assert status(match) == "Seat 1 may buy a tulip from the stockpile; the next burst ends the game."


def test_whoever_may_see_all_sees_every_hand_and_every_card() -> None:
    match = position(buyers={"orange": [1, 2, 0, 0], "blue": [0, 1, 0, 0]})
    match.play(0, Sell("orange"))
    match.play(2, Lay("speculate"))
    view = match.view(tulips.ALL_SEEING)
    assert [seat.hand for seat in view.seats] == [["orange"], ["orange", "orange", "blue"], [], []]
    assert [seat.card for seat in view.seats] == [None, None, "speculate", None]
    assert match.log(tulips.ALL_SEEING)[-1].what == Lay("speculate")
    dealt = [entry for entry in match.log(tulips.ALL_SEEING) if isinstance(entry.what, Dealt)]
    assert len(dealt) == 12
    for viewer in (tulips.SPECTATOR, 0, 1):
        assert not any(seat.hand for seat in match.view(viewer).seats)
