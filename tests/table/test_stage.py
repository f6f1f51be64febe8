"""Everybody who watches is told of everything that happens, once."""

import asyncio
import random

import pytest

import tulips
from tulips.engine.game import Game
from tulips.engine.spectator import SPECTATOR
from tulips.table.course import Course, Header
from tulips.table.replaying import Replaying
from tulips.table.stage import Stage
from tulips.table.state import Event, Said

EVENTS = 40


class Heard:
    """A watcher who notes the numbers of what it is told."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.numbers: list[int] = []
        self.anews = 0

    def position_changed(self, number: int, position: bytes) -> None:
        self.numbers.append(number)

    def table_changed(self) -> None: ...

    def said(self, line: Said) -> None: ...

    def dismissed(self) -> None: ...

    def anew(self) -> None:
        self.anews += 1


def event_of(course: Course, seat: int, move: int | None, undone: int | None = None) -> Event:
    return Event("match", course.number + 1, seat, move, undone, str(course.number), "human", 0.0)


async def told(stage: Stage) -> None:
    """Wait until the stage has nothing more to tell."""
    async with asyncio.timeout(60):
        while stage._soon or stage._later:
            await asyncio.sleep(0.001)


async def watched(game: Game, seats: int) -> tuple[Stage, list[Heard]]:
    stage = Stage(Course(game, Header(seats, game.secret_options or {}, "stage")), Replaying(), "match")
    watchers = [Heard(viewer) for viewer in (*range(seats), SPECTATOR)]
    for watcher in watchers:
        stage.watchers.add(watcher)
        await stage.look(watcher.viewer)
    return stage, watchers


@pytest.mark.parametrize("name", tulips.game_names())
def test_each_event_is_told_once_to_each_watcher(name: str) -> None:
    async def play() -> None:
        game, chooser = tulips.game(name), random.Random(3)
        stage, watchers = await watched(game, max(2, game.about.seats[0]))
        course = stage.course
        await told(stage)
        assert not any(watcher.numbers for watcher in watchers), "nothing has happened yet"
        while not course.over and course.number < EVENTS:
            seat = chooser.choice(course.actors)
            stage.follow([event_of(course, seat, chooser.choice(game.moves(course.states, seat)))])
            await told(stage)
        for watcher in watchers:
            assert watcher.numbers == [*range(1, course.number + 1)]

    asyncio.run(play())


def test_a_sealed_choice_that_is_taken_back_is_told_by_a_whole_position_and_nothing_else() -> None:
    async def play() -> None:
        game = tulips.game("gift-of-tulips")
        stage, watchers = await watched(game, 3)
        course = stage.course
        seat = course.actors[0]
        stage.follow([event_of(course, seat, game.moves(course.states, seat)[0])])
        await told(stage)
        assert course.open_from is not None, "the choice is not open"
        stage.follow([event_of(course, seat, None, 1)])
        before = [list(watcher.numbers) for watcher in watchers]
        for watcher in watchers:
            assert watcher.anews == 1
            number, _ = await stage.look(watcher.viewer)
            assert number == course.number
        await told(stage)
        assert [watcher.numbers for watcher in watchers] == before

    asyncio.run(play())
