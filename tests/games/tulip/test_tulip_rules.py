"""The rules of Tulip, in the rulebook's order, each pinned by a position."""

from collections import Counter

import pytest

from support.told import legal
from support.tulip_position import COLOURS, DECKS, STARTING_CARDS, TULIP, arrange, deal, garden, hand, price, prices
from tulips.engine.errors import IllegalMove
from tulips.engine.kinds import Move
from tulips.games.tulip.moves import Exchange, ExchangeFor, Lower, Play, PlayAction, Raise, Take

PLAIN = "red orange yellow pink"


# Setting up


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seats", STARTING_CARDS)
def test_set_up_deals_four_cards_and_starting_cards_by_number_of_players(seats: int, deck: str) -> None:
    match = TULIP.match(seats, seed=3, options={"deck": deck})
    view = match.view(0)
    assert view.deck == DECKS[deck][-1] - 4 * seats
    assert [seat.cards for seat in view.seats] == [4] * seats
    assert [sum(seat.tulips) for seat in view.seats] == [STARTING_CARDS[seats]] * seats
    assert all(seat.black == 0 and sum(seat.actions) == 0 for seat in view.seats)
    assert view.copies == dict(zip([*COLOURS, "black", "exchange", "variation", "take"], counts(deck), strict=True))


def counts(deck: str) -> list[int]:
    tulips, *others, _ = DECKS[deck]
    return [tulips] * 6 + others


@pytest.mark.parametrize(("seats", "absent"), [(2, 0), (3, 0), (4, 2), (5, 1), (6, 0)])
def test_start_prices_are_5_for_colours_on_the_table_and_0_for_the_others(seats: int, absent: int) -> None:
    market = TULIP.match(seats, seed=3).view(0).market
    assert sorted(c.price for c in market) == [0] * absent + [5] * (6 - absent)
    assert all((c.price == 5) == (c.open == 1) for c in market)


def test_starting_cards_not_dealt_take_no_part() -> None:
    match = deal(PLAIN, PLAIN, PLAIN, PLAIN, starting="blue red pink orange")
    assert [garden(match, p) for p in range(4)] == [{"blue": 1}, {"red": 1}, {"pink": 1}, {"orange": 1}]
    assert prices(match) == {"red": 5, "orange": 5, "pink": 5, "blue": 5, "yellow": 0, "purple": 0}
    assert match.view(0).deck == 65 - 16


def test_first_player_is_by_option_or_at_random() -> None:
    assert TULIP.match(5, seed=1, options={"first": 4}).actors == (3,)
    assert {TULIP.match(3, seed=seed).actors for seed in range(30)} == {(0,), (1,), (2,)}
    assert TULIP.match(3, seed=1, given={"first seat": ["seat 2"]}).actors == (1,)


# The turn


def test_turn_plays_one_card_draws_up_to_four_and_passes_to_the_left() -> None:
    match = deal("red red black take", PLAIN, PLAIN, draws="blue")
    assert legal(match, 0) == [Play("red"), Play("black"), PlayAction("take")]
    match.play(0, Play("red"))
    assert hand(match, 0) == sorted(["red", "black", "take", "blue"])
    assert match.actors == (1,)
    match.play(1, Play("pink"))
    assert match.actors == (2,)
    match.play(2, Play("pink"))
    assert match.actors == (0,)


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    match = deal(PLAIN, PLAIN)
    with pytest.raises(IllegalMove, match=str(Play("black"))):
        match.play(0, Play("black"))


@pytest.mark.parametrize("card", ["red", "black", "exchange", "variation", "take"])
def test_every_card_is_laid_before_the_seat_that_plays_it(card: str) -> None:
    match = deal(f"{card} pink pink pink", PLAIN)
    before = garden(match, 0)
    match.play(0, Play(card) if card in [*COLOURS, "black"] else PlayAction(card))
    assert garden(match, 0) == {**before, card: before.get(card, 0) + 1}
    kept = sorted(["pink", "pink", "pink"])
    drawn = hand(match, 0)
    for name in kept:
        drawn.remove(name)
    assert len(drawn) <= 1, "of the hand only the card played has left, and one may have been drawn"


def test_black_tulip_does_nothing_to_the_market() -> None:
    match = deal("black pink pink pink", PLAIN)
    before = prices(match)
    match.play(0, Play("black"))
    assert prices(match) == before
    assert match.view(0).black_tulips == 1
    assert match.actors == (1,)


# The market


@pytest.mark.parametrize(("before", "after"), [(5, 3), (3, 2), (2, 1), (1, 0), (0, 5)])
def test_a_tulip_moves_its_price_along_the_loop(before: int, after: int) -> None:
    match = deal("red pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 1 if before else 0}], prices={"red": before})
    match.play(0, Play("red"))
    assert prices(match) == {**dict.fromkeys(COLOURS, 5), "red": after}
    assert garden(match, 0).get("red", 0) == (1 if after else 0)


def test_krash_sweeps_every_face_up_tulip_of_the_colour_and_leaves_hands_alone() -> None:
    match = deal("red red pink pink", "red red blue blue", PLAIN, draws="pink")
    arrange(match, gardens=[{"red": 1, "blue": 2}, {"red": 3, "black": 1}, {"pink": 1, "take": 1}], prices={"red": 1})
    match.play(0, Play("red"))
    assert price(match, "red") == 0
    assert [garden(match, p) for p in range(3)] == [{"blue": 2}, {"black": 1}, {"pink": 1, "take": 1}]
    assert hand(match, 0) == ["pink", "pink", "pink", "red"]
    assert hand(match, 1) == ["blue", "blue", "red", "red"]
    assert match.view(0).market[0].discarded == 5
    assert match.view(0).krashes == 1
    assert not match.end


def test_after_a_krash_the_next_tulip_starts_again_at_5_and_stays() -> None:
    match = deal("red pink pink pink", "red pink pink pink")
    arrange(match, gardens=[{"red": 1}, {"blue": 1}], prices={"red": 1})
    match.play(0, Play("red"))
    match.play(1, Play("red"))
    assert price(match, "red") == 5
    assert garden(match, 1) == {"blue": 1, "red": 1}
    assert match.view(0).krashes == 1


# Exchange


def test_exchange_between_any_two_seats() -> None:
    match = deal("exchange pink pink pink", PLAIN, PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 2, "black": 1}, {"yellow": 1, "take": 1}])
    before = prices(match)
    match.play(0, PlayAction("exchange"))
    assert legal(match, 0) == [
        Exchange("blue", of=0),
        Exchange("red", of=1),
        Exchange("yellow", of=2),
    ]
    match.play(0, Exchange("red", of=1))
    assert legal(match, 0) == [ExchangeFor("blue", of=0), ExchangeFor("yellow", of=2)]
    match.play(0, ExchangeFor("yellow", of=2))
    assert [garden(match, p) for p in range(3)] == [
        {"blue": 1, "exchange": 1},
        {"red": 1, "yellow": 1, "black": 1},
        {"red": 1, "take": 1},
    ]
    assert prices(match) == before
    assert match.actors == (1,)
    assert len(hand(match, 0)) == 4


def test_exchange_of_one_s_own_tulip() -> None:
    match = deal("exchange pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 2}])
    match.play(0, PlayAction("exchange"))
    match.play(0, Exchange("blue", of=0))
    match.play(0, ExchangeFor("red", of=1))
    assert garden(match, 0) == {"red": 1, "exchange": 1}
    assert garden(match, 1) == {"red": 1, "blue": 1}


def test_exchange_of_two_tulips_of_the_same_colour_is_allowed() -> None:
    match = deal("exchange pink pink pink", PLAIN)
    arrange(match, gardens=[{"red": 1}, {"red": 2}])
    match.play(0, PlayAction("exchange"))
    match.play(0, Exchange("red", of=0))
    match.play(0, ExchangeFor("red", of=1))
    assert garden(match, 0) == {"red": 1, "exchange": 1}
    assert garden(match, 1) == {"red": 2}


def test_exchange_is_compulsory_and_not_with_black_tulips_or_within_one_seat() -> None:
    match = deal("exchange pink pink pink", PLAIN)
    arrange(match, gardens=[{"red": 1, "blue": 1, "black": 1}, {"pink": 1, "black": 2}])
    match.play(0, PlayAction("exchange"))
    assert match.actors == (0,)
    assert not any(isinstance(move, Exchange) and move.colour == "black" for move in legal(match, 0))
    match.play(0, Exchange("red", of=0))
    assert legal(match, 0) == [ExchangeFor("pink", of=1)]


@pytest.mark.parametrize("other", [{}, {"black": 2, "take": 1}])
def test_exchange_that_cannot_be_carried_out_stays_and_pays_1(other: dict[str, int]) -> None:
    match = deal("exchange pink pink pink", PLAIN)
    arrange(match, gardens=[{"red": 2, "blue": 1}, other], prices={"red": 3})
    assert str(match.offers(0)[0].preview.summary).endswith("it can't be carried out")
    match.play(0, PlayAction("exchange"))
    assert garden(match, 0) == {"red": 2, "blue": 1, "exchange": 1}
    assert match.scores[0] == 2 * 3 + 5 + 1
    assert match.actors == (1,)
    assert len(hand(match, 0)) == 4


# Variation


def test_variation_lists_each_colour_on_the_table_down_and_up_but_at_5_only_down() -> None:
    match = deal("variation pink pink pink", PLAIN)
    gardens = [{"red": 1, "orange": 1}, {"yellow": 1, "pink": 1}]
    arrange(match, gardens=gardens, prices={"red": 5, "orange": 3, "yellow": 2, "pink": 1, "purple": 0, "blue": 0})
    match.play(0, PlayAction("variation"))
    assert Counter(legal(match, 0)) == Counter(
        [Lower("red"), Lower("orange"), Raise("orange"), Lower("yellow"), Raise("yellow"), Lower("pink"), Raise("pink")]
    )


@pytest.mark.parametrize(
    ("move", "before", "after"),
    [(Lower, 5, 3), (Lower, 3, 2), (Lower, 2, 1), (Raise, 3, 5), (Raise, 2, 3), (Raise, 1, 2)],
)
def test_variation_moves_a_price_by_one_step(move: type[Lower | Raise], before: int, after: int) -> None:
    match = deal("variation pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 1}], prices={"red": before})
    match.play(0, PlayAction("variation"))
    match.play(0, move("red"))
    assert price(match, "red") == after
    assert garden(match, 1) == {"red": 1}
    assert garden(match, 0) == {"blue": 1, "variation": 1}
    assert match.view(0).krashes == 0
    assert match.actors == (1,)


def test_variation_from_1_down_is_a_krash() -> None:
    match = deal("variation pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 2}], prices={"red": 1})
    match.play(0, PlayAction("variation"))
    match.play(0, Lower("red"))
    assert price(match, "red") == 0
    assert garden(match, 1) == {}
    assert match.view(0).krashes == 1


# Take


def test_take_may_target_any_opponent_with_two_cards_or_more() -> None:
    match = deal("take pink pink pink", PLAIN, PLAIN, PLAIN)
    arrange(match, hands=["take pink pink pink", "red", "red blue", "red blue pink"])
    match.play(0, PlayAction("take"))
    assert legal(match, 0) == [Take(2), Take(3)]


def test_take_chooses_any_card_of_the_hand_with_equal_chance() -> None:
    match = deal("take pink pink pink", "red red blue black", seed=None)
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert match.awaits == "take"
    assert TULIP.kernel("count_outcomes")(match.states, 0) == 4
    outcomes = [TULIP.outcome_words(match.states, outcome) for outcome in range(4)]
    assert sorted(outcomes) == ["black", "blue", "red", "red"]


def test_take_plays_the_card_at_once_as_one_s_own() -> None:
    match = deal("take pink pink pink", "red blue blue blue", draws="yellow", takes="red")
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert garden(match, 0) == {"red": 2, "orange": 1, "yellow": 1, "take": 1}
    assert price(match, "red") == 3
    assert hand(match, 1) == ["blue", "blue", "blue"]
    assert hand(match, 0) == ["pink", "pink", "pink", "yellow"]
    assert match.actors == (1,)


def test_the_victim_of_a_take_plays_with_three_cards_and_draws_after_its_own_turn() -> None:
    match = deal("take pink pink pink", "red blue orange purple", PLAIN, draws="yellow black black", takes="red")
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert hand(match, 1) == ["blue", "orange", "purple"]
    match.play(1, Play("blue"))
    assert hand(match, 1) == ["black", "black", "orange", "purple"]
    assert match.actors == (2,)


def test_the_victim_waits_for_its_own_turn_while_others_play() -> None:
    match = deal("take pink pink pink", PLAIN, "red red red red", takes="red")
    match.play(0, PlayAction("take"))
    match.play(0, Take(2))
    match.play(1, Play("pink"))
    assert hand(match, 2) == ["red", "red", "red"]


def test_a_taken_black_tulip_counts_for_the_taker() -> None:
    match = deal("take pink pink pink", "black blue blue blue", takes="black")
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert garden(match, 0)["black"] == 1
    assert match.view(0).black_tulips == 1


@pytest.mark.parametrize(("card", "move"), [("variation", Lower("red")), ("exchange", Exchange("red", of=0))])
def test_a_taken_action_is_carried_out_by_the_taker(card: str, move: Move) -> None:
    match = deal("take pink pink pink", f"{card} blue blue blue", takes=card)
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert match.actors == (0,)
    assert move in legal(match, 0)
    assert garden(match, 0)[card] == 1


def test_a_taken_take_chains() -> None:
    match = deal("take pink pink pink", "take blue blue blue", "red blue blue blue", takes="take red")
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert match.actors == (0,)
    assert legal(match, 0) == [Take(1), Take(2)]
    match.play(0, Take(2))
    assert garden(match, 0) == {"red": 2, "orange": 1, "take": 2}
    assert [len(hand(match, p)) for p in range(3)] == [4, 3, 3]
    assert match.actors == (1,)


def test_a_chain_ends_when_nobody_has_two_cards_left() -> None:
    match = deal("take pink pink pink", "take take take blue", takes="take take take")
    match.play(0, PlayAction("take"))
    while match.actors == (0,):
        match.play(0, Take(1))
    assert garden(match, 0)["take"] == 4
    assert hand(match, 1) == ["blue"]
    assert match.actors == (1,)
    match.play(1, Play("blue"))
    assert len(hand(match, 1)) == 4


def test_take_that_cannot_be_carried_out_stays_and_pays_1() -> None:
    match = deal("take pink pink pink", PLAIN, PLAIN)
    arrange(match, hands=["take pink pink pink", "red", "blue"])
    before = match.scores[0]
    match.play(0, PlayAction("take"))
    assert garden(match, 0)["take"] == 1
    assert match.scores[0] == before + 1
    assert (hand(match, 1), hand(match, 2)) == (["red"], ["blue"])
    assert match.actors == (1,)


def test_a_hand_of_one_card_is_filled_up_after_its_turn() -> None:
    match = deal(PLAIN, PLAIN)
    arrange(match, hands=["red", PLAIN])
    match.play(0, Play("red"))
    assert len(hand(match, 0)) == 4
