"""Hints: every move with its chance and interval, by nothing but what the seat knows, the same for the same seed."""

import json
from pathlib import Path

import numpy as np
import pytest

import tulips
from support.random_play import random_match
from tulips import bots
from tulips.bots.search import MoveStats
from tulips.cli import main
from tulips.engine.errors import TulipsError, WrongSeat
from tulips.engine.game import Game
from tulips.review.hints import WARNED, Advice, Loss, advise, hint_effort, hints, is_ready, verdict_on, warm_up

GAME = "gift-of-tulips"


def test_a_hint_tells_every_move_with_its_chance_and_a_reason(game: Game) -> None:
    match = random_match(game, max(game.seat_counts), 4, 9)
    seat = match.actors[-1]
    told = hints(match, seat, iterations=300, worlds=40)
    assert sorted(hint.move for hint in told) == sorted(game.moves(match.states, seat))
    assert sum(hint.visits for hint in told) == 300
    for hint in told:
        assert hint.chance is not None and hint.low is not None and hint.high is not None
        assert 0 <= hint.low <= hint.chance <= hint.high <= 1
        assert hint.low < hint.high, "a few worlds are never certain"
        assert str(hint.reason) and "\n" not in str(hint.reason)
        assert match.game.parse(match.states, seat, hint.words) == hint.move or "Seat" in hint.words
    assert told == hints(match, seat, iterations=300, worlds=40)


def test_a_hint_knows_only_what_its_seat_knows(game: Game) -> None:
    """Two worlds that the seat cannot tell apart, the same seed: the same hint, to the digit."""
    for moves in (3, 9, 20):
        match = random_match(game, max(game.seat_counts), 4, moves)
        seat = match.actors[0]
        before = hints(match, iterations=200, worlds=20, seed=moves)
        for noise in range(4):
            match.states[:] = match.game.redeal(match.states, seat, noise)
            assert hints(match, iterations=200, worlds=20, seed=moves) == before


def test_another_seed_makes_other_continuations() -> None:
    match = random_match(tulips.game(GAME), 4, 4, 9)
    one, other = (hints(match, iterations=200, worlds=100, seed=seed) for seed in (1, 2))
    assert {hint.move: hint.chance for hint in one} != {hint.move: hint.chance for hint in other}


def test_more_worlds_make_narrower_intervals() -> None:
    match = random_match(tulips.game(GAME), 4, 4, 9)
    few, many = (hints(match, iterations=200, worlds=worlds)[0] for worlds in (50, 800))
    assert few.low is not None and few.high is not None and many.low is not None and many.high is not None
    assert (few.high - few.low) > 2 * (many.high - many.low)


def test_moves_are_played_on_in_the_same_worlds() -> None:
    """A move compared with itself has lost nothing in any world, however many were tried at a time."""
    game = tulips.game(GAME)
    match = random_match(game, 4, 4, 9)
    seat = match.actors[0]
    move = game.moves(match.states, seat)[0]
    at_once, bit_by_bit = (Advice(game, match.states, seat, 1) for _ in range(2))
    at_once.play_on(move, 60)
    for worlds in (10, 20, 60):
        bit_by_bit.play_on(move, worlds)
    assert np.array_equal(at_once._found[move], bit_by_bit._found[move])


def test_the_best_is_the_one_that_does_best_of_those_that_the_search_thinks_worth_trying() -> None:
    game = tulips.game(GAME)
    match = random_match(game, 3, 4, 9)
    seat = match.actors[0]
    advice = Advice(game, match.states, seat, 1)
    first, second, third = game.moves(match.states, seat)[:3]

    def shares(won: int) -> "np.typing.NDArray[np.float64]":
        found = np.zeros((100, 6))
        found[:won, seat] = 1
        return found

    def stats(move: int, visits: int) -> MoveStats:
        return MoveStats(move=move, visits=visits, reward=0.5, win_chance=0.5, score=20.0)

    advice._found = {first: shares(50), second: shares(40), third: shares(52)}
    advice.rank([stats(third, 10), stats(first, 100), stats(second, 60)])
    assert advice.ranked == [first, second, third]
    advice.put_in_order()
    assert advice.ranked == [first, third, second], "the search has hardly looked at the third"
    assert str(advice.hint(third, match.names).reason).startswith("won more often here")
    advice._found[second] = shares(55)
    advice.rank([stats(third, 10), stats(first, 100), stats(second, 60)])
    advice.put_in_order()
    assert advice.ranked == [second, third, first]
    advice._found[third] = shares(80)
    advice.rank([stats(third, 10), stats(first, 100), stats(second, 60)])
    advice.put_in_order()
    assert advice.ranked[0] == third, "it is surely better, whatever the search thinks of it"


def test_there_is_no_hint_for_who_has_nothing_to_decide() -> None:
    match = random_match(tulips.game("tulip"), 3, 4, 6)
    idle = next(seat for seat in range(3) if seat not in match.actors)
    with pytest.raises(WrongSeat, match=f"Seat {idle + 1} has no decision"):
        hints(match, idle, iterations=10)
    with pytest.raises(WrongSeat, match="Nobody has a decision"):
        hints(random_match(tulips.game("tulip"), 3, 4), iterations=10)


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        (Loss(0.12, 0.08, 0.16, 3.0, True), "wins 12 fewer games in 100 than the best"),
        (Loss(0.12, -0.02, 0.26, 3.0, True), "perhaps as good as the best: too little was tried to be sure"),
        (Loss(0.001, -0.02, 0.03, 4.2, True), "wins about as often as the best, with 4 less at the end"),
        (Loss(-0.06, -0.12, 0.01, 0.0, False), "won more often here, but a longer search prefers the first"),
        (Loss(0.001, -0.02, 0.03, -4.2, True), "wins about as often as the best, with 4 more at the end"),
        (Loss(0.001, -0.02, 0.03, 4.2, False), "about as good as the best"),
    ],
)
def test_a_hint_says_what_it_is_sure_of(loss: Loss, said: str) -> None:
    assert str(verdict_on(loss)) == said


def test_a_tutor_asks_only_where_the_loss_is_sure() -> None:
    """The lower end of the interval has to pass the bound of a mistake."""
    game = tulips.game(GAME)
    match = random_match(game, 3, 4, 9)
    advice = Advice(game, match.states, match.actors[0], 1)
    assert not advice.is_warning(Loss(0.3, WARNED - 0.01, 0.6, 0.0, False))
    assert advice.is_warning(Loss(0.3, WARNED, 0.5, 0.0, False))


def test_a_move_that_was_not_looked_at_is_judged_when_it_is_chosen() -> None:
    """Such as a raise that is not listed, or one beyond the best: in worlds of its own, so that no luck of the best counts."""
    game = tulips.game("tulip-bubble")
    for seed in range(30):
        match = random_match(game, 4, seed, 40)
        if match.actors and len(game.moves(match.states, match.actors[0])) > 6:
            break
    seat = match.actors[0]
    advice = advise(game, match.states, seat, iterations=200, worlds=40, all_moves=False)
    beyond = advice.ranked[-1]
    assert advice.hint(beyond, match.names).chance is None
    loss = advice.loss(beyond, 40)
    assert loss.low <= loss.lost <= loss.high and loss == advice.loss(beyond, 40)
    assert advice.loss(advice.ranked[0], 40).lost == 0
    assert str(advice.why(beyond, loss))


@pytest.mark.slow
def test_a_game_that_is_warmed_up_gives_hints_at_a_table(game: Game) -> None:
    """With its own effort, at its beginning, where there is most to play on; `bench/hints.py` measures how long it takes."""
    warm_up(game)
    assert is_ready(game)
    effort = hint_effort(game)
    match = game.match(seats=max(game.seat_counts), seed=1)
    seat = match.actors[0]
    advice = advise(game, match.states, seat, iterations=effort.iterations, worlds=effort.worlds, all_moves=False)
    assert advice.was_tried(advice.ranked[0]) and sorted(advice.ranked) == sorted(game.moves(match.states, seat))


@pytest.mark.parametrize("given", ["iterations", "worlds", "seconds", "threads", "megabytes"])
def test_a_hint_from_nothing_is_refused(given: str) -> None:
    for number in (0, float("inf"), float("nan")):
        with pytest.raises(TulipsError, match=f"with {number} {given}"):
            hints(random_match(tulips.game("tulip"), 3, 4, 6), **{given: number})  # type: ignore[arg-type]


def test_a_search_that_no_memory_could_hold_is_refused() -> None:
    with pytest.raises(TulipsError, match="no room here for a search of 1e\\+12 megabytes"):
        hints(random_match(tulips.game("tulip"), 3, 4, 6), megabytes=1e12)


@pytest.mark.parametrize("seed", [-1, 2**64 - 1])
def test_any_number_is_a_seed(seed: int) -> None:
    match = random_match(tulips.game("tulip"), 3, 4, 6)
    assert hints(match, iterations=20, threads=2, seed=seed)
    for bot in ("random", "master@20"):
        assert bots.choose(match.game, match.states, match.actors[0], bot, seed) in match.game.moves(
            match.states, match.actors[0]
        )


def test_the_hint_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "match.json"
    random_match(tulips.game(GAME), 3, 4, 12).save(record)
    arguments = ["hint", str(record), "--at", "7", "--iterations", "200"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["at"] == 7
    assert {"words", "chance", "low", "high", "score", "visits", "reason"} <= found["moves"][0].keys()
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "best" in printed and "95 % interval" in printed
