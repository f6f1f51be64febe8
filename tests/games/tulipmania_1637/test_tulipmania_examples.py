"""The rulebook's worked examples, one test each. Seats: Ann 0, Bill 1, Charles 2, Dave 3."""

from typing import Any

from support.tulipmania_position import buyers_of, cash, phase, position, price_of, sell, stock_of, tulips_of
from tulips.engine.match.match import Match
from tulips.games.tulipmania_1637.moves import Buy, Draw, Play

ANN, BILL = 0, 1


def bill_sells_orange_at_250(**settings: Any) -> Match:
    return position(
        seller=BILL,
        cash=[2000, 700, 700, 700],
        tulips={"orange": [1, 1, 1, 1]},
        price={"orange": 250, "yellow": 250},
        **settings,
    )


def test_example_of_purchase() -> None:
    match = bill_sells_orange_at_250()
    sell(match, "orange", {ANN: 2})
    assert cash(match) == [1750, 950, 700, 700]
    assert tulips_of(match, "orange") == [2, 0, 1, 1]
    assert stock_of(match, "orange") == 5
    assert price_of(match, "orange") == 375


def test_example_of_speculate() -> None:
    match = bill_sells_orange_at_250()
    sell(match, "orange", {ANN: 4})
    assert cash(match) == [1250, 1450, 700, 700]
    assert tulips_of(match, "orange") == [2, 0, 1, 1]
    assert price_of(match, "orange") == 1000


def test_example_of_purchase_by_proxy() -> None:
    match = bill_sells_orange_at_250(buyers={"orange": [2, 0, 0, 0]})
    sell(match, "orange", {ANN: 1})
    assert cash(match) == [2000, 950, 700, 700]
    assert buyers_of(match, "orange") == [1, 0, 0, 0]
    assert tulips_of(match, "orange") == [1, 0, 1, 1]
    assert stock_of(match, "orange") == 6
    assert price_of(match, "orange") == 375


def test_example_of_speculate_by_proxy() -> None:
    match = bill_sells_orange_at_250(buyers={"orange": [2, 0, 0, 0]})
    sell(match, "orange", {ANN: 3})
    assert cash(match) == [2000, 1450, 700, 700]
    assert buyers_of(match, "orange") == [0, 0, 0, 0]
    assert tulips_of(match, "orange") == [1, 0, 1, 1]
    assert stock_of(match, "orange") == 6
    assert price_of(match, "orange") == 1000


def test_example_of_all_players_passed() -> None:
    match = bill_sells_orange_at_250()
    sell(match, "orange", {})
    assert phase(match) == "seller's card"
    match.play(BILL, Play("pass"))
    assert cash(match) == [2000, 850, 700, 700]
    assert tulips_of(match, "orange") == [1, 0, 1, 1]
    assert stock_of(match, "orange") == 6
    assert price_of(match, "orange") == 50


def test_example_of_purchase_a_tulip() -> None:
    match = bill_sells_orange_at_250()
    sell(match, "orange", {ANN: 2})
    match.play(BILL, Draw())
    match.play(BILL, Buy("yellow"))
    assert cash(match) == [1750, 700, 700, 700]
    assert tulips_of(match, "yellow") == [1, 2, 1, 1]
    assert stock_of(match, "yellow") == 4
    assert price_of(match, "yellow") == 375


def test_example_of_the_bubble_bursts() -> None:
    """To the florin. The example counts tulips and buyers after Ann has her new tulip and before buyers are discarded."""
    match = position(
        seller=BILL,
        cash=[5000, 0, 0, 0],
        tulips={"orange": [1, 2, 4, 2]},
        buyers={"orange": [1, 3, 4, 0]},
        price={"orange": 1000},
    )
    sell(match, "orange", {ANN: 4})
    ann = 5000 - 3000 + 4000 + 750
    bill = 3000 + 4000
    charles = 4000 + 3000 + 1000 + 750
    dave = 750 + 250
    assert cash(match) == [ann, bill, charles, dave]
    assert price_of(match, "orange") is None
    assert tulips_of(match, "orange") == [0, 0, 0, 0]
    assert buyers_of(match, "orange") == [0, 0, 0, 0]
    assert stock_of(match, "orange") == 0
