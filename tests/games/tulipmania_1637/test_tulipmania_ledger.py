"""Whole games against a second account of them, which also shows that money, tulips and buyers are conserved."""

import random
from typing import Any

import pytest

from support.told import legal
from support.tulipmania_ledger import WHITE, Ledger
from support.tulipmania_position import GAME, phase
from tulips import bots
from tulips.engine.kinds import fields_for_files
from tulips.engine.match.match import Match
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import Lay, Play


def play(seats: int, seed: int, board: str, policy: str) -> Match:
    chooser = random.Random(seed)
    match = GAME.match(seats, seed=seed, options={"board": board})
    while not match.end:
        seat = chooser.choice(match.actors)
        if policy == "cautious" and phase(match) == "action cards":
            card = chooser.choice(["pass", "pass", "purchase", "purchase by proxy"]) if len(match.actors) > 1 else "pass"
            match.play(seat, Lay(card))
        elif policy == "cautious" and Play("pass") in legal(match, seat):
            match.play(seat, Play("pass"))
        elif policy == "greedy":
            match.play(seat, bots.choose(GAME, match.states, seat, "greedy", match.moves_made))
        elif policy == "cautious" and chooser.random() < 0.7:
            match.play(seat, legal(match, seat)[-1])
        else:
            match.play(seat, chooser.choice(GAME.moves(match.states, seat)))
    return match


def compare(book: Ledger, s: Any) -> None:
    seats = range(book.seats)
    assert [s.cash[p] for p in seats] == book.money
    for c, colour in enumerate(book.colours):
        assert [s.tulips[p, c] for p in seats] == [book.tulips[p][colour] for p in seats], colour
        assert [s.buyers[p, c] for p in seats] == [book.buyers[p][colour] for p in seats], colour
        assert s.stock[c] == book.stock[colour]
        assert s.face_up[c] == book.face_up[colour]
        at = book.price[colour]
        assert (None if s.indicator[c] == 255 else s.price[s.indicator[c]]) == (None if at is None else WHITE[at])
    assert (s.deck, s.reserve) == (book.deck, book.reserve)


@pytest.mark.parametrize("policy", ["random", "cautious", "greedy"])
@pytest.mark.parametrize("board", ["standard", "alternative"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_second_account_of_whole_games_agrees(seats: int, board: str, policy: str) -> None:
    for seed in range(2 if policy == "cautious" else 4):
        match = play(seats, seed, board, policy)
        book = Ledger(seats, board)
        replayed = GAME.match(seats, given={}, options={"board": board})
        for event in match.line:
            if isinstance(event, Move):
                book.move(event.seat, event.what.kind(), fields_for_files(event.what))
                replayed.play(event.seat, event.what)
            else:
                if event.chance == "first seat":
                    book.start(int(event.words.split()[1]) - 1)
                else:
                    book.card(event.chance, event.words)
                replayed.give(event.chance, event.words)
            if not replayed.end:
                s = row(replayed.states)
                if replayed.awaits is None and book.playing:
                    book.open_turn(s.turn)
                    assert s.priority == book.priority
                    assert s.turns == book.turns
                assert bool(book.wanted) == (replayed.awaits is not None) or not book.playing
                compare(book, s)
        if not book.over:
            for _ in range(seats):
                if match.end != "the last bubble burst" and book.idle < seats:
                    book.close_turn()
            book.wind_up()
        s = row(match.states)
        assert [s.cash[p] for p in range(seats)] == book.money
        assert sum(book.money) + book.bank == 700 * seats
        assert book.over == (match.end == "the last bubble burst")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tulips_and_buyers_are_conserved(seats: int) -> None:
    tulips = {3: 9, 4: 10, 5: 11}[seats]
    for seed in range(5):
        match = GAME.match(seats, seed=seed)
        chooser = random.Random(seed)
        gone = [0] * seats
        while not match.end:
            seat = chooser.choice(match.actors)
            match.play(seat, chooser.choice(legal(match, seat)))
            s, market = row(match.states), match.view(-1).market
            for c in range(seats):
                if s.indicator[c] != 255:
                    assert s.stock[c] + sum(s.tulips[p, c] for p in range(seats)) + 1 == tulips
                out = market[c].gone
                assert gone[c] <= out <= 8
                gone[c] = out
            assert all(s.cash[p] >= 0 for p in range(seats))
            assert s.priority != s.turn or phase(match) != "sell"


def test_random_games_end_by_the_last_burst_or_for_want_of_trade() -> None:
    """A hundred rounds are reached only on purpose: see the tests of the game's end."""
    from tulips.lab.simulate import simulate

    ends = simulate(GAME, 20_000, 3).ends
    assert set(ends) == {"the last bubble burst", "nobody traded for a round"}
