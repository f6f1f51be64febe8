"""What a redeal deals has the right distribution, for every seat: against every deal that there is, counted from the rules.

The counting knows nothing of how games redeal: it takes the cards that the seat cannot see and the places that they may lie in,
and counts in how many ways each deal comes about.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import tulips
from support import bubble_position
from support.random_play import random_match
from support.redeal_checks import hidden_part, viewers
from support.told import legal
from tulips.engine.game import Game
from tulips.engine.state.state import Row, States, row
from tulips.engine.viewers import SPECTATOR
from tulips.games.tulip_bubble.moves import Answer

WORLDS = 3000
LEAST_EXPECTED = 8.0
SURE = 1e-4
"""Seeds are fixed: what is as unlikely as this does not happen by chance from run to run."""

Deal = tuple[tuple[int, ...], ...]


def hands_of(cards: Counter[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of that size, sorted, with the number of ways in which the cards make it."""

    def choose(kinds: list[int], left: int) -> Iterator[list[int]]:
        if not kinds:
            if left == 0:
                yield []
            return
        for number in range(min(cards[kinds[0]], left) + 1):
            yield from ([number, *rest] for rest in choose(kinds[1:], left - number))

    kinds = sorted(kind for kind, number in cards.items() if number)
    for numbers in choose(kinds, size):
        hand = tuple(kind for kind, number in zip(kinds, numbers, strict=True) for _ in range(number))
        yield hand, prod(comb(cards[kind], number) for kind, number in zip(kinds, numbers, strict=True))


def deals(cards: Counter[int], sizes: list[int]) -> dict[Deal, int]:
    """Every deal of hands of these sizes, with the number of ways in which it comes about."""
    if not sizes:
        return {(): 1}
    found = {}
    for hand, ways in hands_of(cards, sizes[0]):
        for rest, more in deals(cards - Counter(hand), sizes[1:]).items():
            found[(hand, *rest)] = ways * more
    return found


def check(game: Game, states: States, seat: int, read: Callable[[Row], Hashable], expected: Mapping[Any, float]) -> None:
    """Redealt worlds, as `read` tells them apart, come as often as expected."""
    worlds = game.redeal(np.repeat(states, WORLDS), seat, 1637 + seat)
    compare(Counter(read(row(worlds[i : i + 1])) for i in range(WORLDS)), expected, seat)


def compare(found: Counter[Any], expected: Mapping[Any, float], seat: int) -> None:
    """By the chi-square test; what is rare is counted together."""
    assert set(found) <= set(expected), f"a world that can't be, for seat {seat}"
    total = sum(expected.values())
    likely = {deal: ways * WORLDS / total for deal, ways in expected.items()}
    often = [deal for deal in likely if likely[deal] >= LEAST_EXPECTED]
    counts = [*(found[deal] for deal in often), WORLDS - sum(found[deal] for deal in often)]
    shares = [*(likely[deal] for deal in often), WORLDS - sum(likely[deal] for deal in often)]
    if shares[-1] < LEAST_EXPECTED:  # hardly anything else: put with the last
        counts[-2:], shares[-2:] = [sum(counts[-2:])], [sum(shares[-2:])]
    assert len(shares) > 1, "only one deal is possible: this case shows nothing"
    assert chisquare(counts, shares).pvalue > SURE, f"worlds come more often than they should for seat {seat}"


def others(seats: int, seat: int) -> list[int]:
    return [p for p in range(seats) if p != seat]


def test_the_counting_counts_every_way_once() -> None:
    cards = Counter({0: 3, 1: 2, 2: 1})
    found = deals(cards, [2, 1])
    assert sum(found.values()) == comb(6, 2) * 4
    assert found[((0, 0), (1,))] == comb(3, 2) * 2
    assert ((2, 2), (0,)) not in found


# Tulip: hands and deck


@pytest.mark.parametrize(("seats", "left"), [(2, 5), (3, 0), (3, 2), (4, 1)])
def test_tulip_deals_every_hand_from_deck_and_hands_together(seats: int, left: int) -> None:
    game = tulips.game("tulip")
    states = random_match(game, seats, 3, 4).states
    s = row(states)
    s.left = left  # of a deck that is nearly used up, so that every deal can be counted

    def hand(s: Row, p: int) -> tuple[int, ...]:
        return tuple(sorted(s.hand[p, i] for i in range(s.held[p])))

    for seat in viewers(seats):
        rivals = others(seats, seat)[: 2 if seats == 3 else 1]
        unseen = Counter(s.deck[i] for i in range(s.left))
        unseen.update(card for p in others(seats, seat) for card in hand(s, p))
        expected = deals(unseen, [s.held[p] for p in rivals])
        check(game, states, seat, lambda world: tuple(hand(world, p) for p in rivals), expected)  # noqa: B023


# Gift of Tulips: cards laid in secret, cards drawn, hands, and cards that were removed unseen


def card_in(s: Row, field: str, place: tuple[int, ...]) -> int:
    cells = getattr(s, field)
    return int(cells[place[0] if len(place) == 1 else place] if place else cells)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("moves", [0, 9])
def test_gift_of_tulips_deals_two_hidden_places_from_all_that_is_unseen(seats: int, moves: int) -> None:
    game = tulips.game("gift-of-tulips")
    none = 255
    match = next(
        match for match in (random_match(game, seats, seed, moves) for seed in range(1, 200)) if not row(match.states).returned
    )
    s = row(match.states)
    for seat in viewers(seats):
        places: list[tuple[str, tuple[int, ...]]] = [("secret", (i,)) for i in range(s.secrets) if s.owner[i] != seat]
        if s.card != none and s.turn != seat:
            places.append(("card", ()))
        places += [("hand", (p, i)) for p in others(seats, seat) for i in (0, 1) if s.hand[p, i] != none]
        if not places:
            continue
        two = [places[0], places[-1]] if len(places) > 1 else places
        seen = Counter({card: s.festival[card] + sum(s.bouquet[p, card] for p in range(seats)) for card in range(12)})
        if seat != SPECTATOR:
            seen.update(card for card in s.hand[seat].tolist() if card != none)
            seen.update(s.secret[i] for i in range(s.secrets) if s.owner[i] == seat)
            seen.update([s.card] if s.card != none and s.turn == seat else [])
        copies = 6 if seats < 5 else 8  # 72 cards, and 24 more for five or six
        unseen = Counter({card: copies - seen[card] for card in range(12)})
        expected = deals(unseen, [1] * len(two))
        check(game, match.states, seat, lambda world: tuple((card_in(world, *place),) for place in two), expected)  # noqa: B023


# Tulip Bubble: starting bulbs, and sealed answers on the Black Tulip


@pytest.mark.parametrize("seats", [3, 5])
def test_tulip_bubble_deals_bulbs_from_the_unseen_cards_of_their_rank(seats: int) -> None:
    game = tulips.game("tulip-bubble")
    match = game.match(seats, seed=3, options={"starting_bulbs": True})
    s = row(match.states)
    for seat in viewers(seats):
        for bulb, varieties in ((0, (1, 2)), (1, (3, 4, 5))):  # a B and a C each, as the variant says
            unseen = Counter(s.deck[i] for i in range(s.left) if s.deck[i] % 6 in varieties)
            unseen.update(s.bulb[p, bulb] for p in others(seats, seat))
            two = others(seats, seat)[:2]
            expected = deals(unseen, [1] * len(two))
            check(game, match.states, seat, lambda world: tuple((world.bulb[p, bulb],) for p in two), expected)  # noqa: B023


def test_tulip_bubble_lets_every_sealed_answer_be_either() -> None:
    match = bubble_position.position()
    for p in range(3):
        bubble_position.purse(match, p, 130)
    bubble_position.buying(match)
    match.play(bubble_position.ANDY, Answer("buy"))
    match.play(bubble_position.BOB, Answer("leave"))
    for seat, sealed in ((0, (1,)), (1, (0,)), (2, (0, 1)), (3, (0, 1)), (SPECTATOR, (0, 1))):
        expected = dict.fromkeys(product((1, 2), repeat=len(sealed)), 1.0)
        check(bubble_position.GAME, match.states, seat, lambda world: tuple(int(world.answer[p]) for p in sealed), expected)  # noqa: B023


# Tulipmania 1637: hidden buyers, and action cards that are not revealed


def buyers(s: Row, p: int) -> tuple[int, ...]:
    return tuple(colour for colour in range(s.colours) for _ in range(s.buyers[p, colour]))


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("bounds", ["none", "least", "most"])
def test_tulipmania_deals_every_hand_that_fits_what_was_revealed(seats: int, bounds: str) -> None:
    """Exact as long as no hand has changed in secret since a card by proxy told something of it."""
    game = tulips.game("tulipmania-1637")
    match = game.match(seats, seed=5)
    s = row(match.states)
    p, colour = seats - 1, max(range(s.colours), key=lambda c: s.buyers[seats - 1, c])  # a card by proxy has told of this hand
    if bounds == "least":
        s.least[p, colour] = s.buyers[p, colour]
    elif bounds == "most":
        s.most[p, colour] = s.buyers[p, colour]
    for seat in viewers(seats):
        rivals = others(seats, seat)[-2:]
        unseen = Counter(s.unseen[i] for i in range(s.deck + s.reserve))
        unseen.update(card for rival in others(seats, seat) for card in buyers(s, rival))
        expected = {
            deal: ways
            for deal, ways in deals(unseen, [len(buyers(s, rival)) for rival in rivals]).items()
            if p not in rivals or s.least[p, colour] <= deal[rivals.index(p)].count(colour) <= s.most[p, colour]
        }
        check(game, match.states, seat, lambda world: tuple(buyers(world, rival) for rival in rivals), expected)  # noqa: B023


def test_tulipmania_lets_every_sealed_action_card_be_any() -> None:
    game = tulips.game("tulipmania-1637")
    match = game.match(4, seed=2, options={"first": 1})
    match.play(0, legal(match, 0)[0])
    for p in (1, 2):
        match.play(p, legal(match, p)[p])
    for seat, sealed in ((0, (1, 2)), (1, (2,)), (2, (1,)), (3, (1, 2)), (SPECTATOR, (1, 2))):
        expected = dict.fromkeys(product(range(5), repeat=len(sealed)), 1.0)
        check(game, match.states, seat, lambda world: tuple(int(world.laid[p]) for p in sealed), expected)  # noqa: B023


# Tulpenfieber: nothing is hidden but what the dice will show


def test_tulpenfieber_has_nothing_to_deal_anew_but_the_rolls_to_come() -> None:
    game = tulips.game("tulpenfieber")
    states = game.batch(1, 2, seed=1).states
    while not game.chance(states):
        seat = game.actors(states)[0]
        game.apply(states, seat, game.moves(states, seat)[0])
    dice = len(game.outcome_words(states, 0).split())
    expected = Counter(tuple(sorted(faces)) for faces in product("123456", repeat=dice))
    for seat in viewers(2):
        worlds = game.redeal(np.repeat(states, WORLDS), seat, 5 + seat)
        assert {hidden_part(worlds[i : i + 1]) for i in range(WORLDS)} == {hidden_part(states)}
        rolls = [game.outcome_words(states, game.draw(worlds[i : i + 1])) for i in range(WORLDS)]
        compare(Counter(tuple(sorted(words.split())) for words in rolls), expected, seat)
