"""Where scores come from: what the engine tells adds up, in every game and for every seat."""

from collections import defaultdict

import pytest

import tulips
from support.random_play import random_match
from tulips import bots
from tulips.engine.game import Game
from tulips.engine.match.match import Match
from tulips.engine.state.snapshot import snapshot
from tulips.table.serialize import position_of


def played_by_bots(game: Game, seats: int, seed: int) -> Match:
    """A whole game of bots that want to win: they trade more than chance does."""
    match = game.match(seats, seed=seed)
    while not match.end:
        seat = match.actors[0]
        match.play(seat, bots.choose(game, match.states, seat, bots.instant(game)[-1], 1000 * seed + match.moves_made))
    return match


def sums(match: Match) -> list[int]:
    found: dict[int, int] = defaultdict(int)
    for income in match.income:
        found[income.seat] += income.amount
    return [found[p] for p in range(match.seats)]


@pytest.mark.parametrize("seed", range(4))
def test_what_each_earned_adds_up_to_its_score(game: Game, seed: int) -> None:
    for seats in game.seat_counts:
        assert sums(match := random_match(game, seats, seed)) == match.scores
        assert sums(match := played_by_bots(game, seats, seed)) == match.scores


def test_an_income_names_a_move_of_the_match_and_nothing_is_told_before_the_end(game: Game) -> None:
    match = random_match(game, game.about.seats[0], 7)
    assert all(0 <= income.at <= match.moves_made for income in match.income)
    assert match.at(match.moves_made - 1).income == []
    earlier = position_of(match.at(match.moves_made - 1), 0)
    assert earlier.result is None and earlier.places is None


@pytest.mark.parametrize(("name", "seats"), [("tulip", 3), ("tulip-bubble", 3), ("tulipmania-1637", 3)])
def test_what_strikes_several_is_told_once_with_the_share_of_each(name: str, seats: int) -> None:
    match = played_by_bots(tulips.game(name), seats, 1)
    shares: dict[tuple[int, str], list[int]] = defaultdict(list)
    for income in match.income:
        if income.event is not None:
            shares[income.at, str(income.event)].append(income.seat)
    assert shares and all(struck == list(range(seats)) for struck in shares.values())


def test_places_are_counted_by_standing_and_equal_ones_share_one() -> None:
    match = played_by_bots(tulips.game("gift-of-tulips"), 4, 2)
    places = match.game.places(match.states)
    assert places is not None
    assert [p for p, place in enumerate(places) if place == 1] == match.winners
    assert sorted(places)[0] == 1 and all(places.count(place) == 1 or place in places for place in places)
    better = [sum(other > score for other in match.scores) for score in match.scores]
    assert all(place >= 1 + n for place, n in zip(places, better, strict=True))


def test_a_race_tells_how_far_each_was_from_winning() -> None:
    game = tulips.game("tulpenfieber")
    match = played_by_bots(game, 3, 1)
    s = snapshot(match.states)
    (winner,) = match.winners
    assert game.short(s, winner) == []
    assert position_of(match, 0).places is None, "its rules rank nobody but the winner"
    for p in {0, 1, 2} - {winner}:
        told = [str(phrase) for phrase in game.short(s, p)]
        assert [words.split(" short of ")[1] for words in sorted(told, key=lambda words: words.split(" short of ")[1])] == [
            "a full row 4",
            "any four in row 5",
            "three side by side in row 5",
        ]
        assert told == sorted(told, key=lambda words: int(words.split()[0]))
        row_5 = match.view(p).seats[p].rows[4]
        four = next(words for words in told if words.endswith("any four in row 5"))
        assert int(four.split()[0]) == 4 - (len(row_5) - row_5.count("."))


def test_the_solo_game_tells_its_rounds_and_its_total() -> None:
    game = tulips.game("tulpenfieber")
    match = played_by_bots(game, 1, 3)
    told = [str(phrase) for phrase in game.short(snapshot(match.states), 0)]
    rounds = [int(words.split(": ")[1].split()[0]) for words in told[:3]]
    assert sum(rounds) == match.scores[0]
