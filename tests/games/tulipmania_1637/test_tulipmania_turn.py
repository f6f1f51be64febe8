"""Drawing buyers, purchasing tulips, bursts and the ends of the game."""

from typing import Any

import pytest

from support.told import legal
from support.tulipmania_position import (
    COLOURS,
    GAME,
    actors,
    awaits,
    burst,
    buyers_of,
    cash,
    phase,
    position,
    price_of,
    sell,
    stock_of,
    tulips_of,
)
from tulips.engine.errors import IllegalMove
from tulips.engine.kinds import Kind
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import (
    AllPassed,
    BankTakesAll,
    Burst,
    Buy,
    BuyNothing,
    ComesUp,
    Draw,
    Drawn,
    Lay,
    Leaves,
    Play,
    PriceMoves,
    Sell,
    SellNothing,
    Share,
    Sold,
    Take,
    Unwanted,
)


def ready_to_draw(**settings: Any) -> Match:
    """Seat 1 has sold orange, which nobody wanted, and is about to draw."""
    match = position(**settings)
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    return match


def decks(match: Match, unseen: list[str], deck: int, face_up: list[str]) -> Match:
    """Give the match these unseen cards, so many of them in the buyer deck, and these face-up buyers; outcomes are given."""
    s = row(match.states)
    for i, colour in enumerate(unseen):
        s.unseen[i] = COLOURS.index(colour)
    s.deck, s.reserve = deck, len(unseen) - deck
    for c in range(s.colours):
        s.face_up[c] = face_up.count(COLOURS[c])
    match.seed = None
    return match


def face_up(match: Match) -> list[str]:
    return [market.colour for market in match.view(-1).market for _ in range(market.face_up)]


# Draw a new buyer card


def test_a_face_up_buyer_is_taken_for_all_to_see_and_replaced_from_the_deck() -> None:
    match = decks(ready_to_draw(), ["purple", "yellow", "orange", "blue"], 3, ["orange", "yellow"])
    assert legal(match, 0) == [Take("yellow"), Take("orange"), Draw()]
    match.play(0, Take("orange"))
    assert awaits(match) == "buyer deck"
    match.give("buyer deck", "blue")
    assert buyers_of(match, "orange") == [1, 0, 0, 0]
    assert face_up(match) == ["yellow", "blue"]
    assert [h.known_buyers for h in match.view(2).seats[0].holdings] == [0, 0, 1, 0]
    assert (match.view(-1).deck, match.view(-1).reserve) == (2, 1)
    assert match.log(3)[-1].what == ComesUp("blue")
    assert phase(match) == "buy"


def test_two_equal_face_up_buyers_are_one_choice() -> None:
    match = decks(ready_to_draw(), ["purple", "yellow", "orange", "blue"], 3, ["orange", "orange"])
    assert legal(match, 0) == [Take("orange"), Draw()]


def test_a_buyer_from_the_deck_is_secret() -> None:
    match = decks(ready_to_draw(), ["purple", "yellow", "orange", "blue"], 3, ["orange", "yellow"])
    match.play(0, Draw())
    match.give("buyer deck", "blue")
    assert match.view(0).hand == ["blue"]
    assert match.view(1).seats[0].buyers == 1
    assert sum(h.known_buyers for h in match.view(1).seats[0].holdings) == 0
    assert face_up(match) == ["yellow", "orange"]
    assert match.log(0)[-1].what == Drawn(0, colour="blue")
    assert match.log(1)[-1].what == Draw()


def test_one_must_draw_while_the_deck_lasts() -> None:
    match = ready_to_draw()
    assert actors(match) == (0,)
    with pytest.raises(IllegalMove):
        match.play(0, BuyNothing())


def test_a_drawn_buyer_of_a_burst_colour_is_shown_and_replaced_from_the_reserve_in_secret() -> None:
    match = position()
    burst(match, "purple")
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    decks(match, ["purple", "yellow", "purple", "blue", "blue"], 2, ["orange", "yellow"])
    match.play(0, Draw())
    match.give("buyer deck", "purple")
    assert awaits(match) == "reserve deck"
    match.give("reserve deck", "purple")
    assert awaits(match) == "reserve deck"
    match.give("reserve deck", "blue")
    assert awaits(match) is None
    assert match.view(0).hand == ["blue"]
    assert (match.view(-1).deck, match.view(-1).reserve) == (1, 1)
    seen = [entry.what for entry in match.log(1)][-3:]
    assert seen == [Draw(), *[Leaves("purple")] * 2]
    assert match.log(0)[-1].what == Drawn(0, colour="blue")
    assert {m.colour: m.gone for m in match.view(1).market}["purple"] == 8


def test_without_a_reserve_a_drawn_buyer_of_a_burst_colour_is_lost() -> None:
    match = position()
    burst(match, "purple")
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    decks(match, ["purple", "yellow", "purple"], 2, ["orange", "yellow"])
    match.play(0, Draw())
    match.give("buyer deck", "purple")
    match.give("reserve deck", "purple")
    assert match.view(0).hand == []
    assert phase(match) == "buy"
    assert face_up(match) == ["yellow", "orange"]


def test_a_face_up_replacement_of_a_burst_colour_comes_from_the_reserve() -> None:
    match = position()
    burst(match, "purple")
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    decks(match, ["purple", "yellow", "purple", "blue"], 2, ["orange", "yellow"])
    match.play(0, Take("orange"))
    match.give("buyer deck", "purple")
    match.give("reserve deck", "purple")
    match.give("reserve deck", "blue")
    assert face_up(match) == ["yellow", "blue"]
    assert (match.view(-1).deck, match.view(-1).reserve) == (1, 0)


def test_without_a_reserve_there_is_one_face_up_buyer_less_for_good() -> None:
    match = position()
    burst(match, "purple")
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    decks(match, ["purple", "yellow", "blue", "blue"], 4, ["orange", "yellow"])
    match.play(0, Take("orange"))
    match.give("buyer deck", "purple")
    assert face_up(match) == ["yellow"]
    match.play(0, BuyNothing())
    sell(match, "orange", {})
    match.play(1, Play("pass"))
    match.play(1, Take("yellow"))
    match.give("buyer deck", "blue")
    assert face_up(match) == ["blue"]


def test_with_the_last_card_of_the_deck_the_face_up_buyers_are_discarded() -> None:
    match = decks(ready_to_draw(), ["purple", "yellow", "orange"], 1, ["orange", "yellow"])
    match.play(0, Take("orange"))
    match.give("buyer deck", "purple")
    assert face_up(match) == []
    assert phase(match) == "buy"
    assert (match.view(-1).deck, match.view(-1).reserve) == (0, 2)
    assert buyers_of(match, "orange") == [1, 0, 0, 0]


def test_the_reserve_is_not_used_for_the_face_up_buyers_that_are_discarded_anyway() -> None:
    match = position()
    burst(match, "purple")
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    decks(match, ["purple", "yellow", "orange"], 1, ["orange", "yellow"])
    match.play(0, Take("orange"))
    match.give("buyer deck", "purple")
    assert awaits(match) is None
    assert face_up(match) == []
    assert match.view(-1).reserve == 2


def test_the_last_drawn_buyer_may_still_be_replaced_from_the_reserve() -> None:
    match = position()
    burst(match, "purple")
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    decks(match, ["purple", "yellow", "orange"], 1, ["orange", "yellow"])
    match.play(0, Draw())
    match.give("buyer deck", "purple")
    match.give("reserve deck", "yellow")
    assert match.view(0).hand == ["yellow"]
    assert face_up(match) == []


def test_without_a_deck_nobody_draws() -> None:
    match = ready_to_draw(deck=0)
    assert phase(match) == "buy"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_deck_is_exhausted_after_three_turns_each(seats: int) -> None:
    """However they draw; the turn of the last draw goes on with the purchase."""
    for seed in range(5):
        match = GAME.match(seats, seed=seed, options={"first": 1})
        while match.view(-1).deck:
            assert match.end is None
            seat = match.actors[0]
            moves = legal(match, seat)
            pass_or_first = (
                next((move for move in moves if move in (Lay("pass"), Play("pass"))), None)
                or moves[(seed + match.moves_made) % len(moves)]
            )
            match.play(seat, pass_or_first)
        s = row(match.states)
        assert (s.turns, s.turn) == (3 * seats - 1, seats - 1)
        assert face_up(match) == []
        assert phase(match) == "buy"


# Purchase a tulip


def ready_to_buy(**settings: Any) -> Match:
    match = ready_to_draw(deck=0, **settings)
    assert phase(match) == "buy"
    return match


def test_one_may_not_buy_the_colour_that_one_sold() -> None:
    assert legal(ready_to_buy(), 0) == [Buy("purple"), Buy("yellow"), Buy("blue"), BuyNothing()]


def test_who_sold_nothing_may_buy_any_colour() -> None:
    none = [0, 1, 1, 1]
    match = position(tulips={"purple": none, "yellow": none, "blue": none}, deck=0)
    match.play(0, SellNothing())
    assert legal(match, 0) == [Buy("purple"), Buy("yellow"), Buy("orange"), Buy("blue"), BuyNothing()]


def test_buying_takes_cash_and_a_tulip_in_the_stockpile() -> None:
    match = position(cash=[0, 700, 700, 700], price={"purple": 250, "yellow": 100, "orange": 100, "blue": 150}, deck=0)
    row(match.states).stock[1] = 0
    sell(match, "orange", {1: 2})  # brings 100
    assert actors(match) == (1,)  # purple and blue are too dear, yellow is sold out: the turn has passed on
    match = position(cash=[0, 700, 700, 700], price={"purple": 250, "yellow": 100, "orange": 100, "blue": 150}, deck=0)
    sell(match, "orange", {1: 2})
    assert legal(match, 0) == [Buy("yellow"), BuyNothing()]
    match.play(0, Buy("yellow"))
    assert cash(match)[0] == 0
    assert price_of(match, "yellow") == 150


def test_a_purchase_from_the_stockpile_can_burst_without_a_discard() -> None:
    match = ready_to_buy(
        cash=[2000, 0, 0, 0],
        price={"blue": 2000},
        tulips={"blue": [0, 1, 0, 2]},
        buyers={"blue": [1, 1, 0, 0]},
    )
    match.play(0, Buy("blue"))
    assert cash(match) == [50 + 3000, 3000, 0, 2250 + 750]
    assert price_of(match, "blue") is None
    assert (stock_of(match, "blue"), match.view(-1).turn) == (0, 1)


# The bubble bursts


def at_the_top(card: int, **settings: Any) -> Match:
    """Seat 1 sells orange at 2,000; seat 2 plays the card. Everyone has a pair to sell."""
    match = position(
        cash=[0, 6000, 0, 0],
        price={"orange": 2000},
        tulips={"orange": [2, 1, 1, 1]},
        buyers={"orange": [1, 3, 1, 2]},
        **settings,
    )
    sell(match, "orange", {1: card})
    return match


def test_a_burst_by_purchase_costs_nobody_a_buyer() -> None:
    match = at_the_top(2)
    assert cash(match) == [2000 + 3000, 4000 + 3000 + 2250, 3000, 3000]


def test_a_burst_by_proxy_costs_nobody_else_a_buyer() -> None:
    match = at_the_top(1)
    assert cash(match) == [2000 + 3000, 6000 + 3000, 3000, 3000]


def test_a_burst_by_speculation_costs_everyone_else_a_buyer() -> None:
    match = at_the_top(4)
    # seats 1 and 3 lose their only buyer, seat 4 keeps one of two; seat 2 has two tulips and three buyers
    assert cash(match) == [6000 + 2000, 0 + 8000 + 6000, 2000, 8000]


def test_a_burst_by_speculation_by_proxy_costs_everyone_else_a_buyer() -> None:
    match = at_the_top(3)
    # seat 2 has one tulip and one of its three buyers left
    assert cash(match) == [6000 + 6000, 6000 + 8000, 6000, 8000]


def told(match: Match) -> list[Kind]:
    """What everyone reads of the latest move and of what came of it."""
    log = match.log(-1)
    last = max(n for n, entry in enumerate(log) if entry.seat is not None)
    return [entry.what for entry in log[last:] if entry.at == log[last].at and not isinstance(entry.what, ComesUp | Leaves)]


def test_the_log_tells_what_a_burst_brings_and_who_loses_a_buyer() -> None:
    paid = (Share(0, 3000), Share(1, 5250), Share(2, 3000), Share(3, 3000))
    sale = Sold(0, colour="orange", paid=2000, winner=1)
    assert told(at_the_top(2)) == [Lay("pass"), sale, Burst("orange", paid=paid)]
    paid = (Share(0, 2000), Share(1, 14000), Share(2, 2000), Share(3, 8000))
    sale = Sold(0, colour="orange", paid=6000, winner=1)
    assert told(at_the_top(4)) == [Lay("pass"), sale, Burst("orange", paid=paid, losers=(0, 2, 3))]


def test_the_log_tells_who_pays_for_a_sale_by_proxy_and_where_the_tulip_goes() -> None:
    sale = Sold(0, colour="orange", paid=6000, winner=1, buyers=("orange", "orange"))
    assert told(at_the_top(3))[1] == sale


def test_the_log_tells_of_a_burst_by_the_seller_and_of_the_last_one() -> None:
    match = position(price={"orange": 1000}, cash=[0] * 4, tulips={"orange": [2, 1, 0, 0]}, buyers={"orange": [3, 1, 0, 0]})
    sell(match, "orange", {})
    assert told(match) == [Lay("pass"), AllPassed()]
    match.play(0, Play("speculate by proxy"))
    assert told(match) == [
        Play("speculate by proxy"),
        Sold(0, colour="orange", paid=3000, buyers=("orange", "orange")),
        Burst("orange", paid=(Share(0, 4000), Share(1, 3000)), losers=(1,)),
    ]
    match = two_colours_left()
    sell(match, "orange", {1: 2})
    assert told(match) == [
        Lay("pass"),
        Sold(0, colour="orange", paid=2000, winner=1),
        Burst("yellow", other="orange", paid=(Share(0, 600), Share(1, 3375), Share(2, 225))),
    ]


def test_the_log_tells_what_an_unwanted_tulip_brings() -> None:
    match = position(price={"orange": 250}, tulips={"orange": [2, 1, 0, 0]})
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert told(match) == [
        Play("pass"),
        Unwanted(0, colour="orange", paid=150),
        PriceMoves("orange", before=250, after=50),
    ]


def test_the_log_counts_a_burst_apart_from_what_is_sold_as_the_hundredth_round_ends() -> None:
    match = position(price={"orange": 2000}, cash=[2000, 0, 0, 0], tulips={"orange": [0, 1, 0, 0]}, deck=0)
    s = row(match.states)
    s.turns = 399
    for c in range(4):
        s.face_up[c] = 0
    sell(match, "purple", {})
    match.play(0, Play("pass"))
    match.play(0, Buy("orange"))
    assert match.end == "the last of a hundred rounds was played"
    burst, left = told(match)[1:]
    assert burst == Burst("orange", paid=(Share(0, 3000), Share(1, 3000)))
    assert isinstance(left, BankTakesAll)
    gains = [(gain.seat, gain.amount) for gain in match.income if gain.event is not None]
    assert gains == [(0, 3000), (1, 3000), (2, 0), (3, 0)]


def test_the_table_says_what_is_up_for_sale_and_what_was_sold() -> None:
    names = ["You", "Ben", "Cem", "Dora"]
    match = position()
    assert "in this turn" not in GAME.words.text(match.view(0), names)
    match.play(0, Sell("orange"))
    assert "Up for sale in this turn: orange." in GAME.words.text(match.view(0), names)
    for p in (1, 2, 3):
        match.play(p, Lay("pass"))
    assert "Up for sale in this turn: orange." in GAME.words.text(match.view(0), names)
    match.play(0, Play("pass"))
    assert "Sold in this turn: orange." in GAME.words.text(match.view(0), names)
    match = two_colours_left()
    sell(match, "orange", {1: 2})
    assert match.end
    assert "in this turn" not in GAME.words.text(match.view(0), names[:3])


def test_the_table_explains_its_marks() -> None:
    text = GAME.words.text(position(3).view(0), ["You", "Ben", "Cem"])
    assert "Prices: P purple, Y yellow, O orange. 2+1b: 2 tulips, 1 buyer taken face up." in text


def test_tied_losers_who_speculated_lose_a_buyer_too() -> None:
    match = position(
        priority=3,
        cash=[0, 3000, 0, 3000],
        price={"orange": 1000},
        tulips={"orange": [1, 1, 0, 0]},
        buyers={"orange": [0, 1, 0, 1]},
    )
    sell(match, "orange", {1: 4, 3: 4})
    # seat 4 wins and has its pair; seat 2 has lost its buyer and sells after it
    assert cash(match) == [3000, 3000 + 3000, 0, 4000]


def test_the_seller_s_own_speculation_exempts_the_seller() -> None:
    match = position(price={"orange": 1000}, cash=[0] * 4, tulips={"orange": [2, 1, 0, 0]}, buyers={"orange": [3, 1, 0, 0]})
    sell(match, "orange", {})
    match.play(0, Play("speculate by proxy"))
    assert cash(match) == [3000 + 4000, 3000, 0, 0]


def test_singles_are_sold_after_the_last_pair_and_all_at_once() -> None:
    match = position(
        cash=[0, 0, 0, 3000],
        price={"orange": 1000},
        tulips={"orange": [1, 3, 1, 0]},
        buyers={"orange": [0, 4, 0, 1]},
    )
    sell(match, "orange", {3: 4})
    # seat 2 has three pairs: 4,000, 3,000, 1,000; the others' singles, if any, would begin at 750
    assert cash(match) == [3000, 4000 + 3000 + 1000, 750, 4000]


def test_a_burst_colour_leaves_the_game_with_its_buyers() -> None:
    match = at_the_top(2)
    s = row(match.states)
    assert buyers_of(match, "orange") == [0, 0, 0, 0]
    assert tulips_of(match, "orange") == [0, 0, 0, 0]
    assert stock_of(match, "orange") == 0
    assert s.live == 3
    assert phase(match) == "draw"
    assert actors(match) == (0,)


def test_face_up_buyers_of_the_burst_colour_are_replaced_from_the_reserve() -> None:
    match = position(cash=[0, 6000, 0, 0], price={"orange": 2000})
    burst(match, "purple")
    decks(match, ["yellow", "blue", "purple", "blue", "yellow", "orange"], 1, ["orange", "orange"])
    sell(match, "orange", {1: 2})
    assert awaits(match) == "reserve deck"
    for card in ("purple", "blue", "orange", "yellow"):
        match.give("reserve deck", card)
    assert awaits(match) is None
    assert face_up(match) == ["yellow", "blue"]
    assert (match.view(-1).deck, match.view(-1).reserve) == (1, 1)
    assert phase(match) == "draw"


def test_face_up_buyers_that_the_reserve_can_t_replace_are_fewer() -> None:
    match = position(cash=[0, 6000, 0, 0], price={"orange": 2000})
    burst(match, "purple")
    decks(match, ["yellow", "blue", "purple"], 2, ["orange", "yellow"])
    sell(match, "orange", {1: 2})
    match.give("reserve deck", "purple")
    assert face_up(match) == ["yellow"]
    assert phase(match) == "draw"
    assert match.view(-1).reserve == 0


def test_after_a_burst_by_a_purchase_the_face_up_buyers_are_replaced_and_the_turn_ends() -> None:
    match = position(cash=[4000, 0, 0, 0], price={"blue": 2000})
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    match.play(0, Draw())
    decks(match, ["yellow", "purple"], 1, ["blue", "yellow"])
    match.play(0, Buy("blue"))
    assert awaits(match) == "reserve deck"
    match.give("reserve deck", "purple")
    assert face_up(match) == ["purple", "yellow"]
    assert actors(match) == (1,)


def test_a_tulip_of_a_burst_colour_can_t_be_bought() -> None:
    match = at_the_top(2)
    match.play(0, Draw())
    assert Buy("orange") not in legal(match, 0)


# End of the game


def two_colours_left(**settings: Any) -> Match:
    match = position(
        3,
        cash=[0, 9000, 0],
        tulips={"orange": [1, 0, 0], "yellow": [2, 1, 1]},
        buyers={"yellow": [1, 1, 0], "orange": [0, 1, 0]},
        price={"orange": 2000, "yellow": 375},
        **settings,
    )
    burst(match, "purple")
    return match


@pytest.mark.parametrize(("card", "paid", "top"), [(2, 2000, 3000), (4, 6000, 8000)])
def test_the_last_colour_bursts_at_once_at_its_price_without_a_discard(card: int, paid: int, top: int) -> None:
    match = two_colours_left()
    sell(match, "orange", {1: card})
    assert match.end == "the last bubble burst"
    # yellow: seats 1 and 2 sell a pair at 375, then seats 1 and 3 a single at 225
    assert cash(match) == [paid + 375 + 225, 9000 - paid + top + 375, 225]
    assert match.winners == [1]
    assert actors(match) == ()


def test_a_purchase_from_the_stockpile_can_end_the_game() -> None:
    match = two_colours_left(deck=0)
    row(match.states).cash[0] = 2000
    sell(match, "yellow", {})
    match.play(0, Play("pass"))
    match.play(0, Buy("orange"))
    assert match.end == "the last bubble burst"


def idle_round(match: Match) -> None:
    """Everyone declines once."""
    for _ in range(match.seats):
        seat = match.actors[0]
        for move in (SellNothing(), BuyNothing()):
            if match.end is None and match.actors == (seat,) and move in legal(match, seat):
                match.play(seat, move)


def one_tulip_each(deck: int, **settings: Any) -> Match:
    none = [0, 0, 0, 0]
    return position(tulips={"purple": none, "yellow": none, "blue": none}, deck=deck, **settings)


def test_a_round_without_a_sale_a_purchase_or_a_draw_ends_the_game() -> None:
    match = one_tulip_each(0, price={"orange": 375}, cash=[700, 900, 100, 700])
    for turn in range(4):
        assert match.end is None, turn
        match.play(turn, SellNothing())
        if match.end is None and match.actors == (turn,):
            match.play(turn, BuyNothing())
    assert match.end == "nobody traded for a round"
    assert cash(match) == [1075, 1275, 475, 1075]
    assert match.view(-1).round == 1
    assert match.winners == [1]


def test_a_single_trade_starts_the_count_of_idle_turns_anew() -> None:
    match = one_tulip_each(0, cash=[700] * 4)
    for turn in range(3):
        match.play(turn, SellNothing())
        match.play(turn, BuyNothing())
    match.play(3, SellNothing())
    match.play(3, Buy("purple"))
    for turn in range(3):
        match.play(turn, SellNothing())
        match.play(turn, BuyNothing())
        assert match.end is None
    sell(match, "orange", {})  # a sale that nobody wants is a sale: seat 4 has two tulips and must
    match.play(3, Play("pass"))
    match.play(3, BuyNothing())
    assert match.end is None
    assert row(match.states).idle == 0


def test_the_game_does_not_stall_while_buyers_are_drawn() -> None:
    match = one_tulip_each(6)
    for turn in range(4):
        match.play(turn, SellNothing())
        match.play(turn, Draw())
        match.play(turn, BuyNothing())
    assert match.end is None


def test_a_game_that_would_never_end_is_over_after_a_hundred_rounds() -> None:
    match = one_tulip_each(0, price={"purple": 25, "yellow": 25, "orange": 50, "blue": 25}, cash=[700] * 4)
    turns = 0
    while match.end is None:
        seat = match.actors[0]
        sell(match, next(colour for colour in COLOURS if tulips_of(match, colour)[seat]), {})
        match.play(seat, Play("pass"))
        offers = [move.colour for move in legal(match, seat) if isinstance(move, Buy)]
        match.play(seat, Buy(min(offers, key=lambda colour: price_of(match, colour) or 0)))
        turns += 1
    assert turns == 400
    assert match.end == "the last of a hundred rounds was played"
    assert match.view(-1).round == 100
    assert sum(sum(tulips_of(match, c)) for c in COLOURS[:4]) == 0


def test_equal_cash_shares_the_victory() -> None:
    match = one_tulip_each(0, price={"orange": 375}, cash=[700, 900, 100, 900])
    idle_round(match)
    assert match.end == "nobody traded for a round"
    assert match.winners == [1, 3]
