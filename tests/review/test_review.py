"""Reviews: the ledger adds up, luck is nobody's, decisions are judged by what their seat knew, seeds repeat."""

import functools
import math
import random
from itertools import pairwise

import msgspec
import numpy as np
import pytest

import tulips
from support.random_play import random_match, settle_all
from support.twin_worlds import starts
from tulips import bots
from tulips.engine.game import Game
from tulips.engine.match.match import Match
from tulips.engine.viewers import ALL_SEEING
from tulips.lab.calibration import calibrate, calibration
from tulips.lab.review import Effort, Review, chances, review
from tulips.review.chances import chance_of
from tulips.review.continuations import Continuations
from tulips.review.judge import IN_HINDSIGHT, MARKS, Judge, mark_of
from tulips.review.ledger import UNIT, filled_ledger, moves_of, points, sections
from tulips.review.review import Unreviewable

pytestmark = pytest.mark.slow

LITTLE = Effort(ledger=40, compare=60, screen=20, thought=0.01)


def played(game: Game, seats: int, seed: int, bot: str = "greedy") -> Match:
    match = game.match(seats, seed=seed)
    while match.end is None:
        seat = match.actors[0]
        match.play(seat, bots.choose(game, match.states, seat, bot, bots.noise_of(str(seed), match.moves_made)))
    return match


@functools.cache
def reviewed(game: Game) -> tuple[Match, Review, list[float]]:
    """A match at the fewest seats, its review on one thread, and how progress went."""
    match = played(game, max(game.seat_counts[0], 2), 3)
    told: list[float] = []
    return match, review(match, threads=1, effort=LITTLE, progress=told.append), told


def units(shares: list[float]) -> list[int]:
    return [round(UNIT * share) for share in shares]


def test_the_ledger_adds_up_to_the_digit(game: Game) -> None:
    match, found, _ = reviewed(game)
    for p, seat in enumerate(found.seats):
        first, luck, own, others, final = units([seat.first, seat.luck, seat.own, seat.others, seat.final])
        assert first + luck + own + others == final
        assert final == round(UNIT * (1 / len(match.winners) if p in match.winners else 0))
        parts = [part for part in found.parts if part.seat is None]
        assert luck == sum(units([part.gained[p] for part in parts]))
        assert own == sum(units([part.gained[p] for part in found.parts if part.seat == p + 1]))
        lost = sum(units([one.lost for one in found.decisions if one.seat == p + 1]))
        assert round(UNIT * seat.lost) == lost


def test_the_curve_is_what_the_parts_add_up_to(game: Game) -> None:
    _, found, _ = reviewed(game)
    assert len(found.chances) == len(found.lows) == len(found.highs) == len(found.parts) + 1
    for part, (before, after) in zip(found.parts, pairwise(found.chances), strict=True):
        assert units(part.gained) == [now - was for was, now in zip(units(before), units(after), strict=True)]
        assert str(part.what)
    for low, chance, high in zip(found.lows, found.chances, found.highs, strict=True):
        assert all(one <= share + 1e-6 and share <= other + 1e-6 for one, share, other in zip(low, chance, high, strict=True))
    moved = [max(map(abs, part.gained)) for part in found.parts]
    assert moved[found.largest[0]] == max(moved)


def test_every_decision_is_judged_once_and_marked_by_its_lower_end(game: Game) -> None:
    match, found, _ = reviewed(game)
    moves = moves_of(match)
    assert [one.number for one in found.decisions] == sorted({one.number for one in found.decisions})
    for one in found.decisions:
        assert moves[one.number - 1].seat == one.seat - 1
        assert one.played == str(moves[one.number - 1].what)
        assert one.mark == mark_of(one.low)
        assert one.chance_low <= one.chance <= one.chance_high
        assert one.hindsight is None or (one.mark is None and one.hindsight.low >= IN_HINDSIGHT)
        if one.better is None:
            assert (one.lost, one.best, one.reason) == (0, one.played, None)
        else:
            assert one.low <= one.lost <= one.high
            assert one.best != one.played
            assert one.reason is not None
            assert len(str(one.reason)) > len("better: ")
    forced = len(moves) - len(found.decisions)
    assert forced == sum(point.forced for point in points(match))


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(game: Game) -> None:
    match, found, _ = reviewed(game)
    again = review(match, threads=2, effort=LITTLE)
    assert msgspec.json.encode(again) == msgspec.json.encode(found)


def test_other_seeds_give_other_noise() -> None:
    match, found, _ = reviewed(tulips.game("tulip"))
    assert review(match, effort=LITTLE, seed=1).chances != found.chances


def test_progress_moves_to_the_end(game: Game) -> None:
    _, found, told = reviewed(game)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) == len(found.parts) + len(found.decisions)


def test_a_match_that_goes_on_cannot_be_reviewed() -> None:
    with pytest.raises(Unreviewable, match="not over yet"):
        review(random_match(tulips.game("tulip"), 3, 1, moves=5))


# Knowledge


@pytest.mark.parametrize("name", [name for name in tulips.game_names() if tulips.game(name).secret_options is not None])
def test_a_decision_is_judged_by_nothing_but_what_its_seat_knows(name: str) -> None:
    game = tulips.game(name)
    seats = game.seat_counts[0]
    judge = Judge(game, 0, LITTLE)
    told_apart = 0
    for number, states in enumerate(starts(game, seats, 1, 4)):
        seat = game.actors(states)[0]
        moves = game.moves(states, seat)
        if len(moves) == 1:
            continue
        move = random.Random(number).choice(moves)
        first = judge.compare(states, seat, move, seat)
        for noise in range(2):
            twin = game.redeal(states, seat, noise)
            other = judge.compare(twin, seat, move, seat)
            assert (first[:5], first.shares.tolist()) == (other[:5], other.shares.tolist())
            told_apart += twin.tobytes() != states.tobytes()
    assert told_apart


@pytest.mark.parametrize("name", [name for name in tulips.game_names() if tulips.game(name).secret_options is not None])
def test_open_cards_would_tell_more(name: str) -> None:
    game = tulips.game(name)
    play = Continuations(game).play
    told = []
    for states in starts(game, game.seat_counts[0], 1, 6):
        seat = game.actors(states)[0]
        told.append((play(states, 60).tobytes(), play(game.redeal(states, seat, 1), 60).tobytes()))
    assert any(one != other for one, other in told)


# Chances


def test_at_the_end_chances_are_the_result(game: Game) -> None:
    match, _, _ = reviewed(game)
    for p, chance in enumerate(chances(match)):
        assert chance.share == chance.low == chance.high == (1 / len(match.winners) if p in match.winners else 0)
        assert chance.score == match.scores[p]


def test_chances_add_up_to_one_and_have_intervals(game: Game) -> None:
    match = game.match(3, seed=2)
    for viewer in (ALL_SEEING, 0):
        found = chances(match, viewer, worlds=50)
        assert sum(chance.share for chance in found) == pytest.approx(1)
        assert all(0 <= chance.low < chance.high <= 1 and chance.low <= chance.share <= chance.high for chance in found)
    assert chances(match, worlds=50) == chances(match, worlds=50)


def test_alone_in_tulpenfieber_a_chance_is_a_third_for_each_grade() -> None:
    game = tulips.game("tulpenfieber")
    thirds = {"outstanding": 1, "very good": 2 / 3, "fewer, won": 1 / 3, "not won": 0}
    seen = set()
    for seed in range(12):
        match = played(game, 1, seed, "greedy" if seed % 2 else "hasty")
        grade = next(grade for grade in thirds if match.end is not None and grade in match.end)
        seen.add(grade)
        assert chances(match)[0].share == pytest.approx(thirds[grade])
    assert len(seen) > 1


def test_an_interval_holds_the_true_chance() -> None:
    noise = np.random.default_rng(1)
    for true in (0.02, 0.25, 0.6, 0.97):
        found = [chance_of((noise.random(200) < true).astype(float), 0.0) for _ in range(400)]
        assert sum(chance.low <= true <= chance.high for chance in found) >= 0.92 * len(found)


def test_before_a_draw_a_chance_is_the_average_over_what_may_be_drawn(game: Game) -> None:
    """So luck has no direction. Looked at where luck did most."""
    match, found, _ = reviewed(game)
    worlds = 500 if game.name == "tulpenfieber" else 2000
    play = Continuations(game).play
    moved = {part.at: max(map(abs, part.gained)) for part in found.parts if part.seat is None}
    draws = [point for point in points(match) if point.seat is None and 1 < len(game.distinct_outcomes(point.states)) < 30]
    for point in sorted(draws, key=lambda point: moved.get(point.at, 0))[-2:]:
        before = play(point.states, worlds)[:, : match.seats].mean(axis=0)
        after = np.zeros(match.seats)
        outcomes = game.distinct_outcomes(point.states)
        for outcome, weight in outcomes:
            states = point.states.copy()
            game.settle(states, outcome)
            after += weight * play(states, worlds, first=worlds)[:, : match.seats].mean(axis=0)
        after /= sum(weight for _, weight in outcomes)
        assert np.abs(before - after).max() < 4 * math.sqrt(0.25 * 2 / worlds)


@pytest.mark.slow
def test_luck_is_nobodys(game: Game) -> None:
    """Over many games between equal bots each seat's mean luck is 0 within its interval."""
    games, worlds = (40, 12) if game.name in ("tulip", "gift-of-tulips") else (14, 8)
    seats = max(game.seat_counts[0], 3)
    luck = []
    for seed in range(games):
        match = played(game, seats, 100 + seed)
        judge = Judge(game, seed, Effort(ledger=worlds))
        parts = sections(points(match))
        luck.append(filled_ledger(match, parts, [judge.shares(part[0]) for part in parts]).sums[0] / UNIT)
    mean, error = np.mean(luck, axis=0), np.std(luck, axis=0) / math.sqrt(games)
    assert (np.abs(mean) < 3.2 * error).all(), (mean, error)


# Decisions


def test_a_planted_blunder_is_found() -> None:
    """A seat that has nearly won throws it away."""
    game = tulips.game("tulip")
    match = played(game, 3, 7)
    judge = Judge(game, 0, Effort(compare=200, screen=60, thought=0.1))
    for point in reversed([point for point in points(match) if point.seat is not None and not point.forced]):
        assert point.seat is not None
        worth = {
            move: float(
                Continuations(game, "other")
                .play(point.states, 100, viewer=point.seat, seat=point.seat, move=move)[:, point.seat]
                .mean()
            )
            for move in game.moves(point.states, point.seat)
        }
        worst = min(worth, key=worth.__getitem__)
        if max(worth.values()) - worth[worst] > 0.4:
            found = judge.compare(point.states, point.seat, worst, point.seat)
            assert mark_of(found.low) in ("blunder", "mistake")
            assert judge.compare(point.states, point.seat, found.best, point.seat).lost < MARKS[-1][1]
            return
    raise AssertionError("no game was there to be thrown away")


def test_marks_have_bounds() -> None:
    assert [mark_of(low) for low in (0.0, 0.049, 0.05, 0.1, 0.2, 1.0)] == [
        None,
        None,
        "inaccuracy",
        "mistake",
        "blunder",
        "blunder",
    ]


# Calibration


def test_calibration_is_measured_by_bins() -> None:
    told = np.array([0.05, 0.05, 0.95, 0.95])
    found = calibration("", told, np.array([0.0, 0.0, 1.0, 0.0]))
    assert [(one.number, one.told, one.won) for one in found.bins] == [(2, 0.05, 0), (2, 0.95, 0.5)]
    assert found.error == pytest.approx((2 * 0.05 + 2 * 0.45) / 4)
    assert found.brier == pytest.approx((2 * 0.05**2 + 0.05**2 + 0.95**2) / 4)


def test_calibration_does_not_depend_on_jobs() -> None:
    game = tulips.game("tulip")
    once, twice = (calibrate(game, 6, 3, "greedy", worlds=10, jobs=jobs) for jobs in (1, 2))
    assert once == twice


def test_worlds_are_the_same_in_whatever_company(game: Game) -> None:

    states = game.batch(1, game.seat_counts[-1]).states
    settle_all(game, states)
    play = Continuations(game).play
    assert play(states, 6)[2:].tolist() == play(states, 4, first=2).tolist()
