"""Selling a tulip: who must, may or cannot; the action cards; ties and the priority card."""

import itertools

import pytest

from support.told import legal
from support.tulipmania_position import (
    CARDS,
    GAME,
    actors,
    buyers_of,
    cash,
    phase,
    position,
    price_of,
    sell,
    stock_of,
    tulips_of,
)
from tulips.engine.errors import IllegalMove, WrongSeat
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import Buy, BuyNothing, Draw, Lay, Play, PriceMoves, Sell, SellNothing, Sold, Take


def few_tulips(number: int) -> Match:
    none = [0, 1, 1, 1]
    return position(tulips={"purple": none, "yellow": [number, 1, 1, 1], "orange": none, "blue": none})


def test_with_two_or_more_tulips_one_must_sell() -> None:
    match = position(tulips={"purple": [0, 1, 1, 1], "orange": [0, 1, 1, 1]})
    assert legal(match, 0) == [Sell("yellow"), Sell("blue")]
    with pytest.raises(IllegalMove):
        match.play(0, SellNothing())
    assert legal(few_tulips(2), 0) == [Sell("yellow")]


def test_with_one_tulip_one_may_sell() -> None:
    match = few_tulips(1)
    assert legal(match, 0) == [Sell("yellow"), SellNothing()]
    match.play(0, SellNothing())
    assert phase(match) == "draw"
    assert actors(match) == (0,)


def test_without_tulips_the_sale_is_skipped() -> None:
    match = position(seller=3, deck=0, cash=[10, 700, 700, 10])
    s = row(match.states)
    for c in range(4):
        s.tulips[0, c] = 0
    sell(match, "blue", {})
    match.play(3, Play("pass"))  # seat 4 has 60 florins now and may buy at 50
    match.play(3, BuyNothing())
    assert actors(match) == (1,)  # seat 1 has nothing to sell, draw or buy; it is seat 2's turn


def test_without_tulips_a_turn_begins_with_the_draw() -> None:
    match = position(seller=3)
    s = row(match.states)
    for c in range(4):
        s.tulips[0, c] = 0
    sell(match, "blue", {})
    match.play(3, Play("pass"))
    match.play(3, Draw())
    match.play(3, BuyNothing())
    assert (actors(match), phase(match)) == ((0,), "draw")


def test_all_others_choose_at_once_and_in_secret() -> None:
    match = position(cash=[700, 700, 700, 700])
    match.play(0, Sell("orange"))
    assert actors(match) == (1, 2, 3)
    before = [match.view(viewer) for viewer in (-1, 0, 1)]
    for p in (1, 2, 3):
        assert legal(match, p) == [Lay(card) for card in list(CARDS.values())[::-1]]
    match.play(2, Lay("speculate"))
    assert actors(match) == (1, 3)
    for viewer, old in zip((-1, 0, 1), before, strict=True):
        new = match.view(viewer)
        assert [seat.card for seat in new.seats] == [None] * 4
        assert [seat.chosen for seat in new.seats] == [False, False, True, False]
        assert new.market == old.market
        assert [seat.cash for seat in new.seats] == [700] * 4
        assert match.log(viewer)[-1].what == Lay()
    assert match.view(2).card == "speculate"
    assert match.log(2)[-1].what == Lay("speculate")
    with pytest.raises(WrongSeat):
        match.play(2, Lay("pass"))
    match.play(3, Lay("pass"))
    match.play(1, Lay("purchase"))
    for viewer in (-1, 0, 1):
        view = match.view(viewer)
        assert [seat.card for seat in view.seats] == [None, "purchase", "speculate", "pass"]
        assert (view.winner, view.paid) == (2, 150)
        assert [(entry.seat, entry.turn, entry.what) for entry in match.log(viewer)][-5:] == [
            (2, 2, Lay("speculate")),
            (3, 3, Lay("pass")),
            (1, 1, Lay("purchase")),
            (None, 0, Sold(0, colour="orange", paid=150, winner=2)),
            (None, 0, PriceMoves("orange", before=50, after=250)),
        ]


@pytest.mark.parametrize("order", list(itertools.permutations([1, 2, 3])))
def test_the_highest_card_wins_in_whatever_order_they_were_laid(order: tuple[int, ...]) -> None:
    match = position(price={"orange": 50}, buyers={"orange": [0, 2, 0, 1]})
    match.play(0, Sell("orange"))
    for p in order:
        match.play(p, Lay({1: "speculate by proxy", 2: "purchase", 3: "purchase by proxy"}[p]))
    assert buyers_of(match, "orange") == [0, 0, 0, 1]
    assert price_of(match, "orange") == 250
    assert cash(match) == [850, 700, 700, 700]


@pytest.mark.parametrize(("high", "low"), [(4, 3), (4, 2), (4, 1), (3, 2), (3, 1), (2, 1), (1, 0)])
def test_every_card_beats_those_below(high: int, low: int) -> None:
    match = position(seller=3, priority=1, buyers={"blue": [2, 2, 0, 0]})
    before = cash(match)
    sell(match, "blue", {0: high, 1: low})
    assert cash(match)[1] == before[1]
    assert buyers_of(match, "blue")[1] == 2
    assert match.view(-1).priority == 1


# The seller's own card


def shown(match: Match, viewer: int) -> list[list[float]]:
    """What an observation tells of the revealed cards, seat by seat from the viewer on."""
    revealed = GAME.observe(match.states, viewer)[0, GAME.observation.slices()["revealed"]].tolist()
    return [revealed[5 * p : 5 * p + 5] for p in range(match.seats)]


@pytest.mark.parametrize("own", [0, 1, 3])
def test_a_seller_s_own_card_is_shown_to_all_once_played(own: int) -> None:
    match = position(buyers={"orange": [2, 0, 0, 0]})
    sell(match, "orange", {1: 1})  # void: seat 2 has no buyers
    assert [seat.card for seat in match.view(-1).seats] == [None, "purchase by proxy", "pass", "pass"]
    assert shown(match, 2)[2] == [0] * 5
    match.play(0, Play(CARDS[own]))
    for viewer in (-1, 0, 1):
        assert [seat.card for seat in match.view(viewer).seats] == [CARDS[own], "purchase by proxy", "pass", "pass"]
        assert f"Anna played: {CARDS[own]}." in GAME.words.text(match.view(viewer), ["Anna", "Ben", "Cem", "Dora"])
    assert shown(match, 2)[2] == [card == own for card in range(5)]


def test_a_seller_who_played_no_card_is_shown_with_none() -> None:
    match = position()
    sell(match, "orange", {1: 2})
    assert match.view(-1).seats[0].card is None
    assert shown(match, 2) == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0] * 5, [0, 0, 1, 0, 0]]
    assert "Anna" not in GAME.words.text(match.view(-1), ["Anna", "Ben", "Cem", "Dora"]).split("Buyers face up")[1]


# Cards that can't be carried out


def test_a_card_without_the_cash_becomes_a_pass_and_the_next_one_wins() -> None:
    match = position(price={"orange": 250}, cash=[0, 749, 250, 0])
    sell(match, "orange", {1: 4, 2: 2})
    assert cash(match) == [250, 749, 0, 0]
    assert tulips_of(match, "orange") == [0, 1, 2, 1]
    assert [seat.became_pass for seat in match.view(-1).seats] == [False, True, False, False]
    assert [seat.card for seat in match.view(-1).seats][1] == "speculate"


def test_the_exact_cash_is_enough() -> None:
    match = position(price={"orange": 250}, cash=[0, 750, 250, 0])
    sell(match, "orange", {1: 4, 2: 2})
    assert cash(match) == [750, 0, 250, 0]


def test_a_purchase_needs_the_current_price() -> None:
    match = position(price={"orange": 250}, cash=[0, 249, 0, 0], buyers={"orange": [0, 0, 1, 0]})
    sell(match, "orange", {1: 2, 2: 1})
    assert buyers_of(match, "orange") == [0, 0, 0, 0]
    assert cash(match) == [250, 249, 0, 0]


@pytest.mark.parametrize(("card", "held"), [(3, 0), (3, 1), (1, 0)])
def test_a_card_without_the_buyers_becomes_a_pass(card: int, held: int) -> None:
    match = position(buyers={"orange": [0, held, 0, 0], "blue": [0, 3, 0, 0]})
    sell(match, "orange", {1: card})
    assert phase(match) == "seller's card"
    assert buyers_of(match, "orange")[1] == held
    assert match.view(-1).seats[1].became_pass


def test_if_all_cards_become_passes_the_seller_plays_a_card() -> None:
    match = position(price={"orange": 1000}, cash=[0, 999, 999, 0], buyers={"orange": [1, 1, 0, 0]})
    sell(match, "orange", {1: 3, 2: 4, 3: 2})
    assert actors(match) == (0,)
    assert legal(match, 0) == [Play("pass"), Play("purchase by proxy")]


def test_a_void_card_is_told_only_when_all_are_revealed() -> None:
    match = position(cash=[700, 0, 700, 700])
    match.play(0, Sell("orange"))
    match.play(1, Lay("speculate"))
    assert not match.view(-1).seats[1].became_pass
    assert not match.view(2).seats[1].became_pass


# All others pass


@pytest.mark.parametrize(
    ("held", "cards"),
    [
        (0, ["pass"]),
        (1, ["pass", "purchase by proxy"]),
        (2, ["pass", "purchase by proxy", "speculate by proxy"]),
        (5, ["pass", "purchase by proxy", "speculate by proxy"]),
    ],
)
def test_the_seller_may_play_one_three_or_pass(held: int, cards: list[str]) -> None:
    match = position(cash=[9000] * 4, buyers={"orange": [held, 0, 0, 0]})
    sell(match, "orange", {})
    assert actors(match) == (0,)
    assert legal(match, 0) == [Play(card) for card in cards]


def test_the_seller_s_own_purchase_by_proxy() -> None:
    match = position(price={"orange": 250}, buyers={"orange": [2, 0, 0, 0]}, priority=0)
    sell(match, "orange", {})
    match.play(0, Play("purchase by proxy"))
    assert cash(match) == [950, 700, 700, 700]
    assert buyers_of(match, "orange") == [1, 0, 0, 0]
    assert (tulips_of(match, "orange")[0], stock_of(match, "orange")) == (0, 6)
    assert price_of(match, "orange") == 375
    assert match.view(-1).priority == 0


def test_the_seller_s_own_speculation_by_proxy() -> None:
    match = position(price={"orange": 250}, buyers={"orange": [2, 0, 0, 0]}, priority=0)
    sell(match, "orange", {})
    match.play(0, Play("speculate by proxy"))
    assert cash(match) == [1450, 700, 700, 700]
    assert buyers_of(match, "orange") == [0, 0, 0, 0]
    assert (tulips_of(match, "orange")[0], stock_of(match, "orange")) == (0, 6)
    assert price_of(match, "orange") == 1000
    assert match.view(-1).priority == 0


@pytest.mark.parametrize(("price", "after"), [(100, 75), (75, 50), (50, 25), (25, 25)])
def test_all_pass_on_a_cheap_tulip(price: int, after: int) -> None:
    match = position(price={"orange": price})
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert cash(match)[0] == 700 + price
    assert price_of(match, "orange") == after
    assert (tulips_of(match, "orange")[0], stock_of(match, "orange")) == (0, 6)


# Ties and the priority action card

# Seller 0; the priority card's holder, the seats that tie, and who wins: the holder or the next anti-clockwise
TIES = [
    (3, (1, 2, 3), 3),
    (3, (1, 2), 2),
    (3, (1, 3), 3),
    (2, (1, 3), 1),
    (2, (2, 3), 2),
    (1, (2, 3), 3),
    (1, (1, 2, 3), 1),
    (0, (1, 2), 2),
    (0, (1, 3), 3),
    (0, (1, 2, 3), 3),
]


@pytest.mark.parametrize("card", [1, 2, 3, 4])
@pytest.mark.parametrize(("priority", "tied", "winner"), TIES)
def test_a_tie_goes_to_the_priority_card_or_the_nearest_to_its_right(
    priority: int, tied: tuple[int, ...], winner: int, card: int
) -> None:
    match = position(priority=priority, buyers={"orange": [0, 2, 2, 2]})
    sell(match, "orange", dict.fromkeys(tied, card))
    if card in (1, 3):
        assert [p for p in range(1, 4) if buyers_of(match, "orange")[p] < 2] == [winner]
    else:
        assert [p for p in range(1, 4) if tulips_of(match, "orange")[p] > 1] == [winner]
    assert match.view(-1).priority == (priority - 1 if winner == priority else priority)


def test_a_void_card_does_not_take_part_in_a_tie() -> None:
    match = position(priority=3, cash=[0, 700, 700, 0])
    sell(match, "orange", {1: 2, 2: 2, 3: 2})
    assert tulips_of(match, "orange") == [0, 1, 2, 1]
    assert match.view(-1).priority == 3


@pytest.mark.parametrize(("holder", "after"), [(3, 2), (2, 1), (1, 0)])
def test_the_priority_card_moves_right_when_its_holder_wins_without_a_tie(holder: int, after: int) -> None:
    """Even to the seller, seat 1."""
    match = position(priority=holder)
    sell(match, "orange", {holder: 2})
    assert match.view(-1).priority == after


def test_the_priority_card_moves_around_the_table() -> None:
    match = position(seller=1, priority=0)
    sell(match, "orange", {0: 2})
    assert match.view(-1).priority == 3


def test_the_priority_card_stays_when_another_wins_or_all_pass() -> None:
    match = position(priority=3)
    sell(match, "orange", {1: 2})
    assert match.view(-1).priority == 3
    match = position(priority=3)
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert match.view(-1).priority == 3


@pytest.mark.parametrize(("priority", "after"), [(1, 0), (0, 0), (2, 2), (3, 3)])
def test_the_next_seller_hands_the_priority_card_back(priority: int, after: int) -> None:
    match = position(priority=priority)
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    match.play(0, Draw())
    match.play(0, BuyNothing())
    assert match.view(-1).turn == 1
    assert match.view(-1).priority == after


def test_the_first_turn_of_a_three_player_game_by_words() -> None:
    dealt = ["purple", "purple", "yellow", "orange", "orange", "yellow", "purple", "yellow", "orange"]
    match = GAME.match(
        3, options={"first": 1}, given={"buyer deck": [*dealt, "purple", "orange", "yellow", "purple"]}, names=["A", "B", "C"]
    )
    match.play(0, Sell("purple"))
    match.play(1, Lay("pass"))
    match.play(2, Lay("purchase by proxy"))
    match.play(0, Take("orange"))
    match.play(0, Buy("orange"))
    assert match.view(0).hand == ["purple", "purple", "yellow", "orange"]
    assert match.scores == [700, 700, 700]
    assert match.view(-1).turn == 1
