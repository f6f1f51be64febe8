"""Lessons: what each move would have cost at a marked decision."""

import pytest

import tulips
from tulips import bots
from tulips.engine.match.match import Match
from tulips.review.facts import Effort
from tulips.review.lessons import MOST_MOVES, Lesson, lessons
from tulips.review.review import Review, review

pytestmark = pytest.mark.slow

EFFORT = Effort(ledger=20, compare=600, screen=60, thought=0.05)
GAME = "gift-of-tulips"


@pytest.fixture(scope="module")
def reviewed() -> tuple[Match, Review]:
    """A match in which one seat moves at random."""
    match = tulips.game(GAME).match(2, seed="lessons")
    while match.end is None:
        seat = match.actors[0]
        match.play(seat, bots.choose(match.game, match.states, seat, ("random", "greedy")[seat], match.moves_made))
    return match, review(match, effort=EFFORT)


def test_there_is_a_lesson_for_each_marked_decision(reviewed: tuple[Match, Review]) -> None:
    match, found = reviewed
    marked = [decision for decision in found.decisions if decision.mark and decision.better]
    taught = lessons(match, found)
    assert marked and [lesson.number for lesson in taught] == [decision.number for decision in marked]
    for lesson, decision in zip(taught, marked, strict=True):
        cost = {tried.what: tried.lost for tried in lesson.moves}
        assert decision.better is not None
        assert cost[decision.better] == 0, "the best move costs nothing beside itself"
        assert cost[decision.what] == pytest.approx(decision.lost, abs=0.15), "other worlds, but the same mistake"
        assert 2 <= len(cost) <= MOST_MOVES + 1


def test_a_lesson_is_the_same_on_however_many_threads(reviewed: tuple[Match, Review]) -> None:
    match, found = reviewed

    def told(threads: int) -> list[Lesson]:
        return lessons(match, found, threads=threads, part=0.1)

    assert told(1) == told(2)
