"""Whole games of Tulip Bubble: what holds all along them, what stays secret, and how the greedy bot plays."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tulips
from support.bubble_position import (
    ANDY,
    BOB,
    CHARLES,
    COLOURS,
    DENNIS,
    GAME,
    VARIETIES,
    bid,
    buying,
    card,
    hold,
    just_sold,
    new_arrivals,
    owe,
    placing,
    position,
    purse,
    selling,
)
from support.random_play import settle_all
from support.redeal_checks import check_redeal_keeps_knowledge, check_redeal_varies, check_worlds_end, viewers
from support.soak import times
from support.told import legal
from tulips import bots
from tulips.engine.kinds import Kind, Move
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import row
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.moves import (
    Answer,
    AuctionOpens,
    AuctionWon,
    Bid,
    Borrow,
    BuyBack,
    ForcedLoan,
    MarketEvent,
    MarketResponse,
    NobodyBids,
    Pass,
    Pay,
    PlaceNoMore,
    Premium,
    PriceLevels,
    Raise,
    Sell,
    SellFinanced,
    SellSet,
    Share,
    StartsWith,
)
from tulips.games.tulip_bubble.rules import (
    BUY_BACK,
    DECLARE,
    DECLINE,
    FINANCE,
    PAY_CASH,
    PURCHASE,
    SELL,
)

pytestmark = pytest.mark.repeats

FLAGS = (
    "opening_market_response",
    "no_leverage",
    "open_hands",
    "starting_bulbs",
    "black_tulip_at_120",
    "blocked_fall_moves_others",
)
COPIES = [2, 3, 3, 3, 3, 3] * 3
COLLECTOR_PILES = ((1, 2, 3), (4, 5, 6, 7))  # those that hold several
any_options = st.fixed_dictionaries({flag: st.booleans() for flag in FLAGS})


def steps(seats: int, seed: int, aside: bool = True, **options: Any) -> Iterator[tuple[Any, Any, int, int]]:
    """Every step of a random game, out-of-turn moves included: the state before and after, the seat and its move."""
    chooser = random.Random(seed)
    states = GAME.batch(1, seats, seed, options).states
    while not GAME.end(states):
        seat = chooser.choice(GAME.actors(states))
        if aside and chooser.random() < 0.3:
            others = [p for p in range(seats) if GAME.moves(states, p)]
            seat = chooser.choice(others)
        move = chooser.choice(GAME.moves(states, seat))
        before = states.copy()
        GAME.apply(states, seat, move)
        yield before, states.copy(), seat, move
        settle_all(GAME, states)


def all_cards(s: Any) -> Counter[int]:
    """Every card on the table, wherever it is."""
    cards: Counter[int] = Counter()
    cards.update(s.deck[i] for i in range(s.left))
    cards.update(s.discard[i] for i in range(s.discarded))
    cards.update(s.lot[i] for i in range(s.lots) if s.lot[i] != 255)
    cards.update(s.next_shipment[i] for i in range(s.row) if s.next_shipment[i] != 255)
    for p in range(s.seats):
        cards.update({c: s.hand[p, c] for c in range(18) if s.hand[p, c]})
        cards.update(s.financed[p, i] for i in range(s.loans[p]))
    return cards


@settings(max_examples=times(12, 600))
@given(seats=st.integers(3, 5), seed=st.integers(0, 2**32), options=any_options)
def test_51_cards_and_every_marker_are_always_somewhere(seats: int, seed: int, options: dict[str, bool]) -> None:
    for before, _, _, _ in steps(seats, seed, **options):
        s = row(before)
        assert all_cards(s) == dict(enumerate(COPIES))
        assert len({s.level[c] for c in range(3)}) == 3
        for p in range(seats):
            on_lots = sum(s.bids[i] >> p & 1 for i in range(s.lots))
            assert s.markers[p] + s.loans[p] + on_lots == 3
            assert s.cards[p] == sum(s.hand[p, c] for c in range(18))
            assert s.cash[p] >= 0


PRICES = {"A": [15, 15, 15, 20, 26, 33, 40], "B": [3, 5, 7, 10, 13, 16, 20], "C": [1, 3, 5, 7, 9, 11, 13]}
BONUS = {"Nobleman": 20, "Clergyman": 15, "Madame": 15, "Fair Lady": 15}


def price(s: Any, name: str) -> int:
    colour, variety = name.split()
    level: int = s.level[["red", "white", "yellow"].index(colour)]
    return PRICES[variety[0]][level]


def money_flows(before: Any, after: Any, seat: int, move: int) -> Counter[int]:
    """What the bank pays each seat for a move, from its fields and the price chart alone."""
    s, now = row(before), row(after)
    made = GAME.kinds.move(snapshot(before), seat, move)
    flows: Counter[int] = Counter()
    if move in (PAY_CASH, FINANCE):
        flows[seat] = -s.bid if move == PAY_CASH else 0
    elif isinstance(made, BuyBack):
        flows[seat] = -made.loan
    elif isinstance(made, Sell):
        flows[seat] = price(s, made.card)
    elif isinstance(made, SellFinanced):
        flows[seat] = price(s, made.card) - made.loan
    elif isinstance(made, SellSet):
        flows[seat] = sum(price(s, name) for name in made.cards) + BONUS.get(made.collector, 10)
    elif move in (DECLARE, DECLINE):
        for p in range(s.seats):
            if now.end and now.answer[p] == DECLARE:
                flows[p] = -sum(s.loan[p, i] for i in range(s.loans[p]))
    # a premium for each lot that went above market price with this move
    sold_above = s.phase in (rules.AUCTION, PURCHASE) and now.lot[s.auction] != s.lot[s.auction]
    if sold_above:
        market = price(s, str(GAME.view(before, 0).auction.card))
        bidders = [p for p in range(s.seats) if s.bids[s.auction] >> p & 1]
        winner = next(p for p in range(s.seats) if s.bidders >> p & 1 and (s.phase == PURCHASE or p != seat))
        for p in bidders:
            if p != winner and s.bid > market:
                flows[p] += (s.bid - market) // (len(bidders) - 1)
    return flows


@settings(max_examples=times(12, 600))
@given(seats=st.integers(3, 5), seed=st.integers(0, 2**32), options=any_options)
def test_every_guilder_is_accounted_for(seats: int, seed: int, options: dict[str, bool]) -> None:
    """Bank flows explain every change of cash, and loans change only by financing, repaying and buying back."""
    for before, after, seat, move in steps(seats, seed, **options):
        flows = money_flows(before, after, seat, move)
        changes = after["cash"][0].astype(int) - before["cash"][0].astype(int)
        assert [flows[p] for p in range(seats)] == changes[:seats].tolist()
        borrowed = loan_flows(before, after, seat, move)
        assert [borrowed[p] for p in range(seats)] == [owed(after, p) - owed(before, p) for p in range(seats)]


def owed(states: Any, p: int) -> int:
    s = row(states)
    return sum(s.loan[p, i] for i in range(s.loans[p]))


def loan_flows(before: Any, after: Any, seat: int, move: int) -> Counter[int]:
    """What each seat borrows, less what it repays: the price of every lot that went to it and not behind its screen."""
    s, now = row(before), row(after)
    made = GAME.kinds.move(snapshot(before), seat, move)
    flows: Counter[int] = Counter()
    if isinstance(made, BuyBack | SellFinanced):
        flows[seat] -= made.loan
    elif now.end:
        for p in range(s.seats):
            flows[p] -= owed(before, p) if now.answer[p] == DECLARE else 0
    for lot, bidders in lots_left(s, now, seat, move):
        at_auction = s.phase in (rules.AUCTION, PURCHASE) and lot == s.auction
        paid = move == PAY_CASH and at_auction
        if not paid:
            winner = next(p for p in range(s.seats) if bidders >> p & 1)
            flows[winner] += s.bid if at_auction else price(s, card_words(s.lot[lot]))
    return flows


def lots_left(s: Any, now: Any, seat: int, move: int) -> list[tuple[int, int]]:
    """The lots that were bought with a move, with the seat that bought each, as a bit."""
    placed = move - rules.PLACE if s.phase == rules.PLACING and move >= rules.PLACE else None
    bought = []
    for lot in range(s.lots):
        bids = s.bids[lot] | (1 << seat if lot == placed else 0)
        if bids and not now.bids[lot]:
            if s.phase in (rules.AUCTION, PURCHASE) and lot == s.auction:
                bids = s.bidders if s.phase == PURCHASE else s.bidders & ~(1 << seat)
            bought.append((lot, bids))
    return bought


def card_words(face: int) -> str:
    return f"{('red', 'white', 'yellow')[face // 6]} {('A', 'B1', 'B2', 'C1', 'C2', 'C3')[face % 6]}"


def test_both_ends_are_reached_with_every_option() -> None:
    for flags in product((False, True), repeat=len(FLAGS)):
        options = dict(zip(FLAGS, flags, strict=True))
        results = bots.play_games(GAME, GAME.set_up(3, options), ["greedy", "random", "random"], "ends", 0, 60)
        assert set(results.ends.tolist()) == {1, 2}


def test_out_of_turn_moves_are_only_buy_backs_and_keep_the_turn() -> None:
    seen = 0
    for before, after, seat, move in steps(4, 77):
        if seat not in GAME.actors(before):
            seen += 1
            assert BUY_BACK <= move < SELL
            assert GAME.actors(after) == GAME.actors(before)
            assert row(after).turn == row(before).turn
    assert seen > 5


# Secrets


def bulb_positions(seats: int, seed: int, **options: bool) -> list[Any]:
    return [before for before, *_ in steps(seats, seed, aside=False, starting_bulbs=True, **options)]


def test_starting_bulbs_stay_secret_and_vary_when_redealt() -> None:
    along = bulb_positions(4, 5)
    for states in along[::9]:
        for seat in viewers(4):
            check_redeal_keeps_knowledge(GAME, states, seat, 5)
            check_worlds_end(GAME, states, seat, 1)
    for seat in viewers(4):
        check_redeal_varies(GAME, along[::9], seat, 5)


def test_a_redeal_keeps_51_cards_ranks_and_own_bulbs() -> None:
    for states in bulb_positions(5, 6)[::7]:
        for noise in range(4):
            world = row(GAME.redeal(states, 2, noise))
            assert all_cards(world) == dict(enumerate(COPIES))
            for p, rank in product(range(5), (0, 1)):
                true, dealt = row(states).bulb[p, rank], world.bulb[p, rank]
                assert (true == 255) == (dealt == 255)
                assert dealt == true if p == 2 or true == 255 else dealt % 6 in ((1, 2) if rank == 0 else (3, 4, 5))


def test_a_bulb_is_any_unseen_card_of_its_rank_equally_often() -> None:
    match = GAME.match(3, seed=8, options={"starting_bulbs": True})
    s = row(match.states)
    unseen = Counter(s.deck[i] for i in range(s.left) if s.deck[i] % 6 in (1, 2))
    unseen.update(s.bulb[p, 0] for p in (1, 2))
    worlds = 6000
    found = Counter(row(GAME.redeal(match.states, 0, noise)).bulb[1, 0] for noise in range(worlds))
    for face, copies in unseen.items():
        expected = worlds * copies / unseen.total()
        assert abs(found[face] - expected) < 5 * expected**0.5
    assert set(found) <= set(unseen)


def test_once_the_deck_has_been_reshuffled_bulbs_only_change_places() -> None:
    match = GAME.match(3, seed=9, options={"starting_bulbs": True})
    s = row(match.states)
    s.reshuffled = 1
    true = {s.bulb[1, 0], s.bulb[2, 0]}
    deck = sorted(s.deck[i] for i in range(s.left))
    for noise in range(30):
        world = row(GAME.redeal(match.states, 0, noise))
        assert {world.bulb[1, 0], world.bulb[2, 0]} == true
        assert sorted(world.deck[i] for i in range(world.left)) == deck


def test_selling_a_bulb_shows_it_unless_a_bought_copy_may_be_the_one_sold() -> None:
    match = position(starting_bulbs=True)
    s = row(match.states)
    bulb = s.bulb[ANDY, 1]
    name = next(n for n in match.view(ANDY).seats[ANDY].tulips or [] if card(n) == bulb)
    hold(match, ANDY, name)
    selling(match)
    match.play(ANDY, Sell(name))
    assert s.bulb[ANDY, 1] == bulb
    match.play(ANDY, Sell(name))
    assert s.bulb[ANDY, 1] == 255


def test_with_open_hands_bulbs_are_known_to_all() -> None:
    match = GAME.match(3, seed=10, options={"starting_bulbs": True, "open_hands": True})
    bulbs = row(match.states).bulb.tolist()
    assert all(row(GAME.redeal(match.states, 0, noise)).bulb.tolist() == bulbs for noise in range(10))
    assert sum(isinstance(entry.what, StartsWith) for entry in match.log(0)) == 6


def test_sealed_answers_are_redealt_and_not_seen() -> None:
    match = position()
    for seat in range(3):
        purse(match, seat, 130)
    buying(match)
    match.play(ANDY, Answer("buy"))
    for seat in (BOB, CHARLES, tulips.SPECTATOR):
        check_redeal_keeps_knowledge(GAME, match.states, seat, 6)
        answers = {row(GAME.redeal(match.states, seat, noise)).answer[ANDY] for noise in range(20)}
        assert answers == {DECLARE, DECLINE}
    assert {row(GAME.redeal(match.states, ANDY, noise)).answer[ANDY] for noise in range(20)} == {DECLARE}


def test_what_is_behind_the_screen_never_shows_in_another_s_view() -> None:
    """Other hands and purses in the state: the same view, for everyone else."""
    for before, *_ in steps(4, 12):
        changed = before.copy()
        s = row(changed)
        s.cash[1] += 7
        s.hand[1, 3] += 1
        s.cards[1] += 1
        for viewer in (0, 2, 3, tulips.SPECTATOR):
            assert GAME.view(changed, viewer) == GAME.view(before, viewer)
        assert GAME.view(changed, 1) != GAME.view(before, 1)


def with_other_hidden_cards(states: Any) -> Iterator[Any]:
    """The state with other tulips in the deck, and with any one collector that lies face down swapped for one that does not.

    The piles keep their numbers. Of the events the state knows no more than which have not been seen.
    """
    changed = states.copy()
    s = row(changed)
    for i in range(s.left):
        s.deck[i] = (s.deck[i] + 5) % 18
    yield changed
    for pile in COLLECTOR_PILES:
        for hidden, other in permutations(pile, 2):
            if row(states).face_down[hidden] and not row(states).face_down[other]:
                changed = states.copy()
                row(changed).face_down[hidden], row(changed).face_down[other] = 0, 1
                yield changed


def check_nobody_sees_what_lies_face_down(view: Callable[[Any, int], Any], states: Any) -> None:
    for changed in with_other_hidden_cards(states):
        for viewer in viewers(3):
            assert view(changed, viewer) == view(states, viewer), "a view tells what lies face down"


def test_nobody_sees_what_lies_face_down() -> None:
    for before, *_ in steps(3, 13):
        check_nobody_sees_what_lies_face_down(GAME.view, before)


@pytest.mark.parametrize("leaked", [c for pile in COLLECTOR_PILES for c in pile])
def test_a_leak_of_one_face_down_collector_is_caught(leaked: int) -> None:
    def leaky(states: Any, viewer: int) -> Any:
        return GAME.view(states, viewer), row(states).face_down[leaked]

    along = [before for before, *_ in steps(3, 13)]
    with pytest.raises(AssertionError, match="what lies face down"):
        for states in along:
            check_nobody_sees_what_lies_face_down(leaky, states)


def test_the_observation_has_room_for_every_lot() -> None:
    """Even if everything that can be held is sold in one round."""
    match = placing(position(seats=5))
    for face, copies in enumerate(COPIES):
        for _ in range(copies):
            just_sold(match, f"{COLOURS[face // 6]} {VARIETIES[face % 6]}")
    s = row(match.states)
    assert s.lots == sum(COPIES)
    s.bids[40] = 1 << BOB
    place = GAME.observation.slices()["lots"]
    lots = GAME.observe(match.states, ANDY)[0, place].reshape(sum(COPIES), -1)
    assert lots[:, 0].tolist() == list(range(1, sum(COPIES) + 1))
    assert lots[:, 1].tolist() == [rules.market_price(s, s.lot[i]) for i in range(s.lots)]
    assert np.argwhere(lots[:, 2:]).tolist() == [[40, BOB]]


def test_lots_of_equal_cards_are_told_apart_in_the_observation() -> None:
    match = position(seats=3)
    new_arrivals(match, "white A", "red B1", "white A")
    placing(match)
    bid(match, ANDY, "red B1")
    row(match.states).bids[2] = 1 << CHARLES
    lots = GAME.observe(match.states, BOB)[0, GAME.observation.slices()["lots"]].reshape(sum(COPIES), -1)
    assert {tuple(lot) for lot in lots[:, [0, 2, 3, 4]].tolist() if lot[0]} == {(1, 0, 0, 0), (2, 0, 0, 1), (3, 0, 1, 0)}


# Previews


def summary(match: Any, seat: int, move: Move) -> str:
    return next(str(choice.preview.summary) for choice in match.offers(seat) if choice.what == move)


def test_previews_of_sales() -> None:
    match = position()
    hold(match, ANDY, "red C1", "red C2", "red C3", "white C1")
    owe(match, ANDY, "yellow A", 18)
    row(match.states).collector[2] = 4
    selling(match)
    assert summary(match, ANDY, Sell("white C1")) == (
        "5 guilders: 20 → 25; after the market response red at III instead of II, white at I instead of III, "
        "yellow at V instead of IV"
    )
    assert (
        summary(match, ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
        == "19 guilders (9 and a bonus of 10): 20 → 39"
    )
    assert summary(match, ANDY, SellFinanced("yellow A", loan=18)).startswith("20 less the loan of 18: 20 → 22")
    assert summary(match, ANDY, BuyBack("yellow A", loan=18)) == "18 guilders for the loan, 2 left; your marker comes back"


def test_previews_of_bids() -> None:
    match = position("red I, white II, yellow III")
    new_arrivals(match, "yellow B1", "red A")
    purse(match, BOB, 10)
    placing(match)
    bid_on_b1 = Bid("yellow B1", row="New Arrivals", place=1)
    assert summary(match, ANDY, bid_on_b1).startswith("market price 7: 13 guilders left, or a loan")
    bid(match, ANDY, "yellow B1")
    assert summary(match, BOB, bid_on_b1).startswith("auction with 1 other, market price 7: 3 guilders left, or a loan")
    assert summary(match, BOB, Bid("red A", row="New Arrivals", place=2)).startswith("market price 15: a loan of 15")
    bid(match, BOB, "yellow B1")
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    assert summary(match, ANDY, Pass()) == "you are out of the auction"
    assert summary(match, ANDY, Raise(12)).startswith("if it wins: 8 guilders left, or a loan; 5 to each other bidder")
    match.play(ANDY, Raise(12))
    assert summary(match, BOB, Pass()) == "5 guilders for you if the last bid wins"
    match.play(BOB, Pass())
    assert summary(match, ANDY, Pay(12, card="yellow B1")).startswith("20 → 8 guilders; 5 to each other bidder")
    assert summary(match, ANDY, Borrow(12, card="yellow B1")).startswith("a loan of 12, your marker stays on the card")


def test_preview_of_the_black_tulip_takes_the_loans_off_and_tells_of_ties() -> None:
    match = position()
    purse(match, ANDY, 140)
    owe(match, ANDY, "yellow A", 18)
    preview = next(c.preview for c in buying(match).offers(ANDY) if c.what == Answer("buy"))
    assert str(preview.summary).startswith("18 guilders for your loans; you win with 122 guilders")
    assert "share the victory" in str(preview.summary)
    assert [(str(c.what), c.before, c.after) for c in preview.changes] == [
        ("Black Tulip", 0, 1),
        ("guilders", 140, 122),
        ("owed", 18, 0),
    ]


def test_preview_of_a_pass_does_not_count_on_the_premium() -> None:
    match = auction_of_yellow_b1()
    match.play(ANDY, Raise(12))
    passing = next(c.preview for c in match.offers(BOB) if c.what == Pass())
    assert passing.changes == []


def test_preview_of_money_is_what_happens() -> None:
    for before, after, seat, move in steps(4, 21):
        for change in GAME.preview(before, seat, move).changes:
            if str(change.what) == "guilders" and move not in (rules.DONE, DECLARE):
                assert change.before == row(before).cash[seat]
                assert change.after == row(after).cash[seat]


def test_a_preview_tells_what_will_be_owed_where_no_lot_that_comes_next_can_add_to_it() -> None:
    """The next lots may be the seat's too, without the cash for them; others who choose first may keep it from that."""
    told = untold = 0
    for before, after, seat, move in [step for seed in (22, 23, 24, 26, 28) for step in steps(4, seed)]:
        found = [change for change in GAME.preview(before, seat, move).changes if change.handle == f"owed:{seat}"]
        if found and move != DECLARE:
            assert (found[0].before, found[0].after) == (owed(before, seat), owed(after, seat))
        told += bool(found)
        untold += move == FINANCE and not found
    assert told > 30 and untold > 0


# The log


def auction_of_yellow_b1() -> Any:
    """Andy and Bob, with 20 guilders each, are about to bid for yellow B1, whose market price is 7."""
    match = position("red I, white II, yellow III")
    new_arrivals(match, "yellow B1", "red A")
    placing(match)
    bid(match, ANDY, "yellow B1")
    bid(match, BOB, "yellow B1")
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    return match


def told_of(match: Any, move: Move) -> list[Kind]:
    """What is told of the last time that this move was made, and of what came of it."""
    log = match.log(tulips.SPECTATOR)
    last = max(n for n, entry in enumerate(log) if entry.what == move and entry.seat is not None)
    return [entry.what for entry in log[last:] if entry.at == log[last].at]


def test_the_log_tells_who_wins_an_auction_a_forced_loan_and_the_premium() -> None:
    match = auction_of_yellow_b1()
    assert told_of(match, PlaceNoMore())[1] == AuctionOpens("yellow B1", price=7, bidders=(0, 1))
    match.play(ANDY, Raise(10))
    match.play(BOB, Raise(4000))
    match.play(ANDY, Pass())
    passed, won, loan, premium, response, *_ = told_of(match, Pass())
    assert [passed, won] == [Pass(), AuctionWon("yellow B1", seat=1, price=4000)]
    assert [loan, premium] == [ForcedLoan(1, loan=4000, card="yellow B1"), Premium((Share(0, 3993),))]
    assert isinstance(response, MarketResponse)


def test_the_log_tells_a_loan_of_one_s_own_will_only_once() -> None:
    match = auction_of_yellow_b1()
    match.play(ANDY, Raise(10))
    match.play(BOB, Pass())
    assert told_of(match, Pass()) == [Pass(), AuctionWon("yellow B1", seat=0, price=10)]
    match.play(ANDY, Borrow(10, card="yellow B1"))
    assert told_of(match, Borrow(10, card="yellow B1"))[:2] == [Borrow(10, card="yellow B1"), Premium((Share(1, 3),))]


def test_the_log_says_that_nobody_has_bid() -> None:
    match = auction_of_yellow_b1()
    match.play(ANDY, Pass())
    assert told_of(match, Pass()) == [Pass(), NobodyBids("yellow B1", seat=1, price=7)]


def test_the_log_tells_of_a_loan_forced_by_a_buy_back_of_the_same_card() -> None:
    match = position("red I, white II, yellow III")
    new_arrivals(match, "yellow C1")
    purse(match, ANDY, 7)
    owe(match, ANDY, "yellow C1", 5)
    placing(match)
    bid(match, ANDY, "yellow C1")
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    match.play(ANDY, BuyBack("yellow C1", loan=5))
    assert told_of(match, BuyBack("yellow C1", loan=5))[:2] == [
        BuyBack("yellow C1", loan=5),
        ForcedLoan(0, loan=5, card="yellow C1"),
    ]


def test_the_log_tells_every_move_of_a_price_marker() -> None:
    for options in ({}, {"opening_market_response": True}):
        match = GAME.match(3, seed=31, options=options)
        chooser = random.Random(31)
        while match.actors:
            match.play(match.actors[0], chooser.choice(legal(match, match.actors[0])))
        told = [entry.what for entry in match.log(tulips.SPECTATOR)]
        assert isinstance(told[0], PriceLevels)
        levels: dict[str, str] = msgspec.structs.asdict(told[0])
        for what in told[1:]:
            if isinstance(what, MarketEvent | MarketResponse):
                for moved in what.moved or ():
                    assert levels[moved.colour] == moved.before
                    levels[moved.colour] = moved.after
        assert levels == {c.colour: c.level for c in match.view(0).colours}


def test_the_log_tells_no_more_of_another_s_guilders_and_tulips_than_was_paid() -> None:
    """With other guilders and tulips behind a screen, where these decide nothing, the same words."""
    for before, after, seat, move in steps(4, 14):
        richer = before.copy()
        s = row(richer)
        bidding = any(s.bids.tolist())  # then the guilders decide who needs a loan
        for p in range(4):
            s.cash[p] += 3 if p != seat and not bidding else 0
            s.hand[p, 3] += p != seat
            s.cards[p] += p != seat
        now = snapshot(after)
        told = [GAME.kinds.move_seen(snapshot(states), now, seat, move, -1) for states in (richer, before)]
        assert told[0] == told[1]


# The table


def test_the_table_is_at_most_80_columns_wide_and_splits_no_card() -> None:
    names = ["Andy", "Bob", "Charles the Younger", "Dennis", "Emma"]
    match = GAME.match(5, seed=33, names=names, options={"open_hands": True})
    chooser = random.Random(33)
    wrapped = 0
    while match.actors:
        lines = GAME.words.text(match.view(0), names).split("\n")
        wrapped += any(line.startswith(" " * 30) for line in lines)
        for line in lines:
            assert len(line) <= 80
            assert not re.search(r"(\b(red|white|yellow)|\(loan)$", line.removesuffix(" "))
        match.play(match.actors[0], chooser.choice(legal(match, match.actors[0])))
    assert wrapped > 5


def shown(match: Any) -> str:
    return GAME.text(match.states, ANDY, match.names)


def test_the_table_tells_what_is_waited_for() -> None:
    match = position()
    hold(match, ANDY, "red C1")
    assert "Round 1: you may sell tulips." in shown(selling(match))
    match = position()
    new_arrivals(match, "red A", "yellow B1")
    assert "Round 1: you may place 2 bids." in shown(placing(match))
    while match.view(0).phase == "placing":
        match.play(match.actors[0], match.moves(match.actors[0])[0 if match.actors[0] == ANDY else -1])
    assert "Round 1: you buy red A for 15, in cash or on a loan." in shown(match)


def test_the_table_tells_who_is_still_in_an_auction_and_of_a_set_that_was_sold_in_this_turn() -> None:
    match = auction_of_yellow_b1()
    bidders = ", ".join(match.names[p] for p in match.view(ANDY).auction.bidders)
    assert f"Still in the auction: {bidders}" in shown(match)
    match = position()
    hold(match, ANDY, "red C1", "red C2", "red C3", "white C1")
    row(match.states).collector[2] = 4
    selling(match)
    assert "A set was sold" not in shown(match)
    match.play(ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    assert "A set was sold to a collector in this turn." in shown(match)


def test_the_table_tells_the_events_so_far_and_at_the_end_the_scores() -> None:
    match = position()
    seen = match.view(0).events_seen
    assert f"Events seen: {', '.join(seen)}\n" in shown(match)
    purse(match, DENNIS, 121)
    owe(match, BOB, "yellow A", 30)
    buying(match).play(DENNIS, Answer("buy"))
    assert "Scores: Andy 20, Bob -10, Charles 20, Dennis 121. The Black Tulip: Dennis." in shown(match)


# Greedy


def greedy_choice(match: Any, seat: int) -> Move:
    move = bots.choose(GAME, match.states, seat, "greedy", 1)
    return GAME.kinds.move(snapshot(match.states), seat, move)


def test_greedy_sells_to_a_collector_and_buys_back_for_one() -> None:
    match = position()
    hold(match, ANDY, "red C1", "red C2")
    owe(match, ANDY, "red C3", 5)
    row(match.states).collector[2] = 4
    row(match.states).face_down[4] = 0
    selling(match)
    assert greedy_choice(match, ANDY) == BuyBack("red C3", loan=5)
    match.play(ANDY, BuyBack("red C3", loan=5))
    assert greedy_choice(match, ANDY) == SellSet(("red C1", "red C2", "red C3"), collector="Servant")


def test_greedy_sells_everything_before_a_certain_bust_and_buys_nothing() -> None:
    match = position()
    hold(match, ANDY, "red C1", "white A")
    new_arrivals(match, "red C1", "white A", "yellow A")
    s = row(match.states)
    s.round = 9
    for event in range(5):
        s.events[event] = event == 4
    selling(match)
    for _ in range(2):
        match.play(ANDY, greedy_choice(match, ANDY))
    assert s.cards[ANDY] == 0
    assert greedy_choice(match, match.actors[0]) == PlaceNoMore()


def test_greedy_takes_the_black_tulip() -> None:
    match = position()
    purse(match, DENNIS, 121)
    assert greedy_choice(buying(match), DENNIS) == Answer("buy")


def test_greedy_beats_three_random_players() -> None:
    results = bots.play_games(GAME, GAME.set_up(4), ["greedy", "random", "random", "random"], "bar", 0, 1000)
    best = results.standings.max(axis=1)
    assert np.mean(results.standings[:, 0] == best) > 0.9


@pytest.mark.parametrize("no_leverage", [False, True])
@pytest.mark.parametrize("seats", [3, 5])
def test_greedy_rarely_drowns_in_loans(seats: int, no_leverage: bool) -> None:
    table = GAME.set_up(seats, {"no_leverage": no_leverage})
    results = bots.play_games(GAME, table, ["greedy"] * seats, "loans", 0, 300)
    assert np.mean(results.scores < 0) < 0.05
