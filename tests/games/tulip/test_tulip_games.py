"""Whole games of Tulip: what holds at every point of them, and the same games told by a second, plain account of the rules."""

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.random_play import positions, random_match
from support.soak import times
from support.tulip_position import CARDS, COLOURS, STARTING_CARDS, TRACK, TULIP
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match, MoveEvent, OutcomeEvent
from tulips.engine.state.state import row
from tulips.games.tulip.moves import Exchange, ExchangeFor, Lower, Play, PlayAction, Raise, Take

pytestmark = pytest.mark.repeats

SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)


@settings(max_examples=times(30, 1500))
@given(seats=SEATS, seed=SEEDS)
def test_cards_are_conserved_and_hands_and_prices_stay_in_order(seats: int, seed: int) -> None:
    for states in positions(TULIP, seats, seed):
        s = row(states)
        starting_left = {s.starting[i] for i in range(s.starting_left)}
        assert len(starting_left) == 6 - seats * STARTING_CARDS[seats]
        for card in range(10):
            everywhere = sum(s.deck[i] == card for i in range(s.left))
            everywhere += sum(s.hand[p, i] == card for p in range(seats) for i in range(s.held[p]))
            everywhere += sum(s.garden[p, card] for p in range(seats))
            everywhere += s.discard[card] if card < 6 else 0
            assert everywhere == s.copies[card] + (card < 6 and card not in starting_left)
        assert all(0 <= s.held[p] <= 4 for p in range(seats))
        assert s.blacks == sum(s.garden[p, 6] for p in range(seats)) <= 4
        assert s.krashes <= 4
        for colour in range(6):
            assert (TRACK[s.step[colour]] == 0) == (sum(s.garden[p, colour] for p in range(seats)) == 0)
        if not s.end:
            assert s.held[s.turn] >= 1 or TULIP.view(states, 0).phase != "turn"
            assert s.left > 0
            assert any(TRACK[s.step[colour]] for colour in range(6))  # so a Variation can always be carried out


class Account:
    """A game of Tulip followed from its words alone."""

    def __init__(self, seats: int) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.gardens: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.prices = dict.fromkeys(COLOURS, 0)
        self.krashes = self.blacks = self.dealt = self.started = 0
        self.turn = -1
        self.victim = -1
        self.offered: tuple[int, str] | None = None
        self.end: str | None = None

    def drop(self, colour: str) -> None:
        self.prices[colour] = {5: 3, 3: 2, 2: 1, 1: 0, 0: 5}[self.prices[colour]]
        if self.prices[colour] == 0:
            for garden in self.gardens:
                del garden[colour]
            self.krashes += 1
            if self.krashes == 4:
                self.end = "the fourth krash"

    def lay(self, card: str) -> None:
        self.gardens[self.turn][card] += 1
        if card in COLOURS:
            self.drop(card)
        elif card == "black":
            self.blacks += 1
            if self.blacks == 4:
                self.end = "the fourth black tulip"

    def make(self, seat: int, move: Move) -> None:
        self.turn = seat
        match move:
            case Play(tulip=card) | PlayAction(action=card):
                assert self.hands[seat][card] > 0
                self.hands[seat] -= Counter([card])
                self.lay(card)
            case Lower(colour=colour):
                assert self.prices[colour] > 0
                self.drop(colour)
            case Raise(colour=colour):
                self.prices[colour] = {3: 5, 2: 3, 1: 2}[self.prices[colour]]
            case Take(of=victim):
                self.victim = victim
                assert self.victim != seat
                assert self.hands[self.victim].total() >= 2
            case Exchange(colour=colour, of=owner):
                assert self.gardens[owner][colour] > 0
                self.offered = (owner, colour)
            case ExchangeFor(colour=colour, of=owner):
                assert self.gardens[owner][colour] > 0
                assert self.offered
                assert self.offered[0] != owner
                for (giver, what), receiver in ((self.offered, owner), ((owner, colour), self.offered[0])):
                    self.gardens[giver] -= Counter([what])
                    self.gardens[receiver][what] += 1
            case _:
                raise AssertionError(f"{move!r} is no move of the rulebook")

    def decide(self, chance: str, words: str, deck: int) -> None:
        seats = len(self.hands)
        if chance == "starting cards":
            seat = self.started // STARTING_CARDS[seats]
            self.gardens[seat][words] += 1
            self.prices[words] = 5
            self.started += 1
        elif chance == "take":
            assert self.hands[self.victim][words] > 0
            self.hands[self.victim] -= Counter([words])
            self.lay(words)
        elif chance == "deck":
            if self.dealt < 4 * seats:
                seat = self.dealt // 4
            else:
                seat = self.turn
                assert self.hands[seat].total() < 4
            self.hands[seat][words] += 1
            self.dealt += 1
            if self.dealt == deck:
                self.end = "the deck ran out"

    def florins(self, seat: int) -> int:
        cards = self.gardens[seat] + self.hands[seat]
        return sum(n * (self.prices[c] if c in COLOURS else 3 if c == "black" else 1) for c, n in cards.items())


def follow(match: Match) -> Account:
    account = Account(match.seats)
    deck = sum(match.view(0).copies.values())
    for event in match.line:
        assert account.end is None
        if isinstance(event, MoveEvent):
            account.make(event.seat, event.what)
        else:
            assert isinstance(event, OutcomeEvent)
            account.decide(event.chance, event.words, deck)
    return account


DECKS: list[Any] = ["compact", "default", "long", {"tulips": 3, "black": 3, "exchange": 6, "variation": 6, "take": 12}]


@settings(max_examples=times(60, 3000))
@given(seats=SEATS, seed=SEEDS, deck=st.sampled_from(DECKS))
def test_a_second_account_of_the_rules_agrees(seats: int, seed: int, deck: Any) -> None:
    chooser = np.random.default_rng(seed)
    match = TULIP.match(seats, seed=seed, options={"deck": deck})
    while not match.end:
        (seat,) = match.actors
        match.play(seat, int(chooser.choice(TULIP.moves(match.states, seat))))
    account = follow(match)
    s = row(match.states)
    assert account.end == match.end
    assert match.scores == [account.florins(p) for p in range(seats)]
    assert [TRACK[s.step[c]] for c in range(6)] == list(account.prices.values())
    assert (s.krashes, s.blacks) == (account.krashes, account.blacks)
    for p in range(seats):
        assert [s.garden[p, card] for card in range(10)] == [account.gardens[p][name] for name in CARDS]


def test_turns_go_round_to_the_left() -> None:
    match = random_match(TULIP, 5, 3)
    players = [event.seat for event in match.line if isinstance(event, MoveEvent) and isinstance(event.what, Play | PlayAction)]
    assert all((a + 1) % 5 == b for a, b in pairwise(players))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_no_seat_has_an_edge_beyond_its_turns(seats: int) -> None:
    """Random players win about equally often from every place."""
    batch = TULIP.batch(4000, seats, seed=5)
    batch.play_out()
    standings = batch.standings()
    wins = standings == standings.max(axis=1, keepdims=True)
    shares = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
    assert np.abs(shares - 1 / seats).max() < 0.03
