"""What a seat knows of others' buyers: those taken face up, and what revealed action cards have told."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from scipy import stats

from support.told import legal
from support.tulipmania_position import COLOURS, GAME, position, sell
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import BuyNothing, Draw, Lay, Play, Sell, Take

WORLDS = 400


def hands(match: Match, viewer: int, p: int, worlds: int = WORLDS) -> list[Counter[str]]:
    """The buyers that seat p holds in redealt worlds."""
    found = []
    for noise in range(worlds):
        s = row(GAME.redeal(match.states, viewer, noise))
        found.append(Counter({COLOURS[c]: s.buyers[p, c] for c in range(s.colours) if s.buyers[p, c]}))
    return found


def fresh(seats: int = 4, **outcomes: Any) -> Match:
    return GAME.match(seats, seed=5, options={"first": 1}, given=outcomes or None)


def play_turn(match: Match, colour: str, cards: dict[int, int], draw: Move) -> None:
    seller = match.actors[0]
    sell(match, colour, cards)
    if match.view(-1).phase == "seller's card":
        match.play(seller, Play("pass"))
    match.play(seller, draw)
    if match.actors == (seller,):
        match.play(seller, BuyNothing())


def exchange_hand(s: Any, p: int, colours: list[int]) -> None:
    """Exchange a seat's hand for unseen cards of these colours."""
    old = [c for c in range(s.colours) for _ in range(s.buyers[p, c])]
    for given, taken in zip(old, colours, strict=True):
        place = next(i for i in range(s.deck + s.reserve) if s.unseen[i] == taken)
        s.unseen[place] = given
        s.buyers[p, given] -= 1
        s.buyers[p, taken] += 1


def test_a_buyer_taken_face_up_stays_where_it_is_in_every_world() -> None:
    match = fresh()
    taken = next(move.buyer for move in legal(match_after_sale(match), 0) if isinstance(move, Take))
    match.play(0, Take(taken))
    for viewer in (1, 2, 3, -1):
        assert min(hand[taken] for hand in hands(match, viewer, 0)) >= 1
        assert {hand.total() for hand in hands(match, viewer, 0)} == {4}


def match_after_sale(match: Match) -> Match:
    sell(match, "purple", {})
    match.play(0, Play("pass"))
    return match


def test_a_hidden_hand_is_dealt_from_all_cards_that_the_viewer_has_not_seen() -> None:
    """Against the hypergeometric distribution: seat 2 knows its own hand and the face-up buyers, nothing else."""
    match = fresh()
    s = row(match.states)
    own = Counter(match.view(1).hand)
    face_up = {COLOURS[c]: s.face_up[c] for c in range(4)}
    unseen = {colour: 8 - own[colour] - face_up[colour] for colour in COLOURS[:4]}
    found = hands(match, 1, 3, 3000)
    for colour in COLOURS[:4]:
        expected = stats.hypergeom(sum(unseen.values()), unseen[colour], 3).pmf(range(4)) * len(found)
        counts = [sum(hand[colour] == n for hand in found) for n in range(4)]
        assert stats.chisquare(counts, expected).pvalue > 1e-4


def test_known_and_hidden_buyers_are_dealt_apart() -> None:
    """A seat that took blue face up holds it, and three hidden cards: their distribution knows nothing of the fourth."""
    match = fresh()
    s = row(match.states)
    match_after_sale(match)
    s.face_up[3] += 1
    s.unseen[list(s.unseen.tolist()).index(3)] = s.unseen[s.deck + s.reserve - 1]
    s.deck -= 1
    match.play(0, Take("blue"))
    s = row(match.states)
    own = Counter(match.view(1).hand)
    seen = own["blue"] + s.face_up[3] + 1
    unseen = sum(8 - own[c] - s.face_up[i] for i, c in enumerate(COLOURS[:4])) - 1
    found = hands(match, 1, 0, 3000)
    expected = stats.hypergeom(unseen, 8 - seen, 3).pmf(range(4)) * len(found)
    counts = [sum(hand["blue"] == n + 1 for hand in found) for n in range(4)]
    assert stats.chisquare(counts, expected).pvalue > 1e-4


def test_a_revealed_card_by_proxy_that_could_be_carried_out_tells_the_least() -> None:
    match = position(buyers={"orange": [0, 2, 2, 0]}, priority=2)
    sell(match, "orange", {1: 3, 2: 3})
    assert {hand["orange"] for hand in hands(match, 3, 1)} <= {2}
    assert row(match.states).least[1, 2] == 2
    assert row(match.states).least[2, 2] == 0  # seat 3 has won and discarded both


def test_a_discarded_buyer_may_have_been_the_one_taken_face_up() -> None:
    """What stays in the hand is then as unknown as the rest was."""
    match = GAME.match(4, seed=8, options={"first": 1})
    s = row(match.states)
    exchange_hand(s, 1, [2, 0, 1])
    s.known[1, 2] = s.least[1, 2] = 1
    sell(match, "orange", {1: 1})
    assert (s.known[1, 2], s.least[1, 2]) == (0, 0)
    found = hands(match, 3, 1)
    assert {hand.total() for hand in found} == {2}
    assert {hand["orange"] for hand in found} == {0, 1, 2}


def test_a_void_card_by_proxy_tells_the_most() -> None:
    match = GAME.match(4, seed=11, options={"first": 1})
    s = row(match.states)
    for p in (1, 2):  # one orange buyer each is not enough for a speculation by proxy
        others = [c for c in (0, 1, 3) for _ in range(3)][: 3 - 1]
        for c in range(4):
            s.buyers[p, c] = (c == 2) + others.count(c)
    sell(match, "orange", {1: 3, 2: 1, 3: 0})
    found = hands(match, 3, 1)
    assert {hand["orange"] for hand in found} == {0, 1}
    assert {hand.total() for hand in found} == {3}


def test_a_hidden_draw_makes_one_more_of_any_colour_possible() -> None:
    match = position(buyers={"purple": [0, 3, 3, 3], "blue": [3, 0, 0, 0]})
    sell(match, "orange", {1: 1})  # void: seat 2 has no orange buyer
    match.play(0, Play("pass"))
    match.play(0, Draw())
    match.play(0, BuyNothing())
    assert row(match.states).most[1, 2] == 0
    sell(match, "orange", {})
    match.play(1, Play("pass"))
    match.play(1, Draw())
    assert row(match.states).most[1, 2] == 1
    assert {hand["orange"] for hand in hands(match, 3, 1)} <= {0, 1}


def test_cards_laid_but_not_revealed_are_redealt() -> None:
    match = position()
    match.play(0, Sell("orange"))
    match.play(2, Lay("speculate"))
    match.play(3, Lay("pass"))
    for viewer, hidden in ((0, (2, 3)), (1, (2, 3)), (2, (3,)), (-1, (2, 3))):
        worlds = [row(GAME.redeal(match.states, viewer, noise)) for noise in range(100)]
        for p in hidden:
            assert {world.laid[p] for world in worlds} == {0, 1, 2, 3, 4}
        if viewer == 2:
            assert {world.laid[2] for world in worlds} == {4}


def test_revealed_cards_are_not_redealt() -> None:
    match = position()
    sell(match, "orange", {1: 2, 2: 4, 3: 1})
    worlds = [row(GAME.redeal(match.states, -1, noise)) for noise in range(50)]
    assert {tuple(world.laid[p] for p in (1, 2, 3)) for world in worlds} == {(2, 4, 1)}


def test_nobody_is_dealt_a_buyer_of_a_burst_colour() -> None:
    match = GAME.match(4, seed=2, options={"first": 1})
    s = row(match.states)
    s.cash[1] = 6000
    s.indicator[2] = next(i for i in range(s.spaces) if s.price[i] == 2000 and s.kind[i] == 0)
    sell(match, "orange", {1: 4})
    assert s.indicator[2] == 255
    for p in (1, 2, 3):
        found = hands(match, 0, p)
        assert {hand["orange"] for hand in found} == {0}
        assert len({tuple(sorted(hand.items())) for hand in found}) > 1


def test_hands_that_are_nearly_known_are_redealt_in_agreement_with_it() -> None:
    """Bounds so tight that random deals never fit: only two cards are in doubt, and both ways come up."""
    match = GAME.match(5, seed=3, options={"first": 1})
    s = row(match.states)
    for p in range(5):
        for c in range(5):
            s.least[p, c] = s.most[p, c] = s.buyers[p, c]
    for p, c in ((1, 0), (1, 1), (2, 0), (2, 1)):
        s.least[p, c], s.most[p, c] = 0, 3
    truth = s.copy()
    found = set()
    for noise in range(60):
        world = row(GAME.redeal(match.states, 0, noise))
        for p in range(5):
            assert sum(world.buyers[p, c] for c in range(5)) == 3
            for c in range(5):
                assert truth.least[p, c] <= world.buyers[p, c] <= truth.most[p, c]
        cards = Counter(world.unseen[i] for i in range(world.deck + world.reserve))
        for c in range(5):
            assert cards[c] + world.face_up[c] + sum(world.buyers[p, c] for p in range(5)) == 8
        found.add(tuple(world.buyers[p, c] for p in (1, 2) for c in (0, 1)))
    assert len(found) > 1


def test_in_random_games_every_world_keeps_what_was_revealed() -> None:
    for seats in (3, 4, 5):
        match = GAME.match(seats, seed=seats)
        chooser = random.Random(seats)
        while not match.end:
            seat = chooser.choice(match.actors)
            match.play(seat, chooser.choice(legal(match, seat)))
            s = row(match.states)
            for p in range(seats):
                for c in range(s.colours):
                    assert 0 <= s.known[p, c] <= s.least[p, c] <= s.buyers[p, c] <= s.most[p, c]
            for viewer in (-1, seat):
                world = row(GAME.redeal(match.states, viewer, match.moves_made))
                for p in range(seats):
                    assert sum(world.buyers[p, c] for c in range(seats)) == sum(s.buyers[p, c] for c in range(seats))
                    for c in range(s.colours):
                        assert s.least[p, c] <= world.buyers[p, c] <= s.most[p, c]
                        if p == viewer:
                            assert world.buyers[p, c] == s.buyers[p, c]


@pytest.mark.parametrize("viewer", [-1, 0, 2, 3])
def test_a_view_never_tells_what_another_seat_could_carry_out(viewer: int) -> None:
    """Two tables that differ only in seat 2's buyers look the same to all others while cards are laid."""
    told = []
    for hand in ([2, 2, 2], [3, 3, 0]):
        match = GAME.match(4, seed=8, options={"first": 1})
        exchange_hand(row(match.states), 1, hand)
        match.play(0, Sell("orange"))
        match.play(1, Lay("speculate by proxy"))
        told.append((msgspec.json.encode(match.view(viewer)), match.actors, [entry.what for entry in match.log(viewer)][-2:]))
        assert len(legal(match, 2)) == 5
    assert told[0] == told[1]
