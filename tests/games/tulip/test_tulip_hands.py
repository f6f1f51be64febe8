"""What the others at Tulip are thought to hold: nothing that a seat knows is changed, and likely cards come more often."""

from collections import Counter

import numpy as np
import pytest

import tulips
from support.random_play import positions
from support.redeal_checks import knowledge
from tulips.bots.search import kernel
from tulips.engine.game import Game
from tulips.engine.state.state import States, row
from tulips.games.tulip import hands, train
from tulips.games.tulip.components import BLACK, CARDS, LAST_BLACK

TULIP = tulips.game("tulip")


def imagined(states: States, seat: int, noise: int) -> States:
    """The state with the hands that the seat cannot see dealt anew, as a search thinks of them."""
    world = states.copy()
    with np.errstate(over="ignore"):
        hands.deal_likely(row(world), seat, np.array([noise], np.uint64))
    return world


def cards_of(states: States) -> Counter[int]:
    """All cards in the deck and in hands."""
    s = row(states)
    held = [s.hand[p, i] for p in range(s.seats) for i in range(s.held[p])]
    return Counter([s.deck[i] for i in range(s.left)] + held)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_imagined_deal_is_one_that_the_seat_cannot_tell_from_the_true_one(seats: int) -> None:
    for states in positions(TULIP, seats, 3, every=6):
        for seat in range(seats):
            world = imagined(states, seat, 7)
            assert knowledge(TULIP, world, seat) == knowledge(TULIP, states, seat)
            assert cards_of(world) == cards_of(states)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_comes_into_a_hand_as_often_as_its_keeping_says(seats: int) -> None:
    """The first card that the next seat is dealt: as many as there are of it, times its keeping."""
    states = list(positions(TULIP, seats, 5))[14]
    s = row(states)
    first = hands.table_of(s) * hands.OF_TABLE
    unseen = cards_of(states) - Counter(s.hand[0, i] for i in range(s.held[0]))
    odds = np.array([unseen[card] * hands.KEEPINGS[first + hands.keeping_of(s, 1, card)] for card in range(CARDS)])
    games = 3000
    dealt = Counter(row(imagined(states, 0, 977 * noise)).hand[1, 0] for noise in range(games))
    expected = games * odds / odds.sum()
    alike = games * np.array([unseen[card] for card in range(CARDS)]) / unseen.total()
    seen = np.array([dealt[card] for card in range(CARDS)])
    there = expected > 0
    assert ((seen - expected)[there] ** 2 / expected[there]).sum() < 28, "27.9 is passed once in a thousand times"
    assert ((seen - alike)[there] ** 2 / alike[there]).sum() > 60, "and not as if all deals were alike"


def test_actions_are_played_early_and_colours_on_the_table_are_kept() -> None:
    """What was learned: an action lies in a hand half as often as chance would have it; a colour of one's own more often."""
    for table in hands.KEEPINGS.reshape(hands.TABLES, hands.OF_TABLE):
        coloured = table[: hands.BLACKS].reshape(hands.LYING, hands.LYING, hands.STEPS)
        assert max(table[hands.ACTIONS :]) < min(table[hands.BLACKS : hands.BLACKS + LAST_BLACK])
        assert coloured[1, 1, 0] > coloured[0, 1, 0], "with one of it on the table, at 5"
        assert coloured[2, 0, 1] > coloured[0, 2, 1], "two of one's own, not another's, at 3"
        assert 0 < table.min() < table.max() <= 1


def test_keepings_are_found_again_in_hands_that_were_dealt_by_them() -> None:
    chance = np.random.default_rng(1)
    keepings = np.ones(hands.OF_TABLE)
    keepings[hands.ACTIONS :] = 0.25
    keepings[hands.BLACKS] = 0.5
    unseen = chance.integers(1, 6, (20_000, CARDS))
    kept = np.array([0] * BLACK + [hands.BLACKS, *range(hands.ACTIONS, hands.OF_TABLE)])
    odds = unseen * keepings[kept]
    held = chance.multinomial(1, odds / odds.sum(axis=1, keepdims=True))
    found = train.scaled(unseen, held, np.broadcast_to(kept, unseen.shape))
    assert found[kept] == pytest.approx(keepings[kept], rel=0.1)


def test_a_search_deals_as_the_game_imagines_and_else_as_it_redeals(game: Game) -> None:
    deals = kernel(game, "search").function.__globals__["imagine"]
    assert deals is (game.insight.imagine if game.name == "tulip" else game.rules.redeal)
