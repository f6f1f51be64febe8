"""Everybody who watches is told of everything that happens, once."""

import asyncio
import random

import pytest

import tulips
from tulips.engine.game import Game
from tulips.engine.viewers import SPECTATOR
from tulips.table.broadcast import Broadcaster
from tulips.table.live_match import Header, LiveMatch
from tulips.table.replay_pool import ReplayPool
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


def event_of(live: LiveMatch, seat: int, move: int | None, undone: int | None = None) -> Event:
    return Event("match", live.number + 1, seat, move, undone, str(live.number), "human", 0.0)


async def all_sent(broadcaster: Broadcaster) -> None:
    """Wait until the broadcaster has nothing more to tell."""
    async with asyncio.timeout(60):
        while broadcaster._soon or broadcaster._later:
            await asyncio.sleep(0.001)


async def watched(game: Game, seats: int) -> tuple[Broadcaster, list[Heard]]:
    broadcaster = Broadcaster(LiveMatch(game, Header(seats, game.secret_options or {}, "stage")), ReplayPool(), "match")
    watchers = [Heard(viewer) for viewer in (*range(seats), SPECTATOR)]
    for watcher in watchers:
        broadcaster.watchers.add(watcher)
        await broadcaster.look(watcher.viewer)
    return broadcaster, watchers


@pytest.mark.parametrize("name", tulips.game_names())
def test_each_event_is_told_once_to_each_watcher(name: str) -> None:
    async def play() -> None:
        game, chooser = tulips.game(name), random.Random(3)
        broadcaster, watchers = await watched(game, max(2, game.about.seats[0]))
        live = broadcaster.live
        await all_sent(broadcaster)
        assert not any(watcher.numbers for watcher in watchers), "nothing has happened yet"
        while not live.over and live.number < EVENTS:
            seat = chooser.choice(live.actors)
            broadcaster.follow([event_of(live, seat, chooser.choice(game.moves(live.states, seat)))])
            await all_sent(broadcaster)
        for watcher in watchers:
            assert watcher.numbers == [*range(1, live.number + 1)]

    asyncio.run(play())


def test_a_sealed_choice_that_is_taken_back_is_told_by_a_whole_position_and_nothing_else() -> None:
    async def play() -> None:
        game = tulips.game("gift-of-tulips")
        broadcaster, watchers = await watched(game, 3)
        live = broadcaster.live
        seat = live.actors[0]
        broadcaster.follow([event_of(live, seat, game.moves(live.states, seat)[0])])
        await all_sent(broadcaster)
        assert live.open_from is not None, "the choice is not open"
        broadcaster.follow([event_of(live, seat, None, 1)])
        before = [list(watcher.numbers) for watcher in watchers]
        for watcher in watchers:
            assert watcher.anews == 1
            number, _ = await broadcaster.look(watcher.viewer)
            assert number == live.number
        await all_sent(broadcaster)
        assert [watcher.numbers for watcher in watchers] == before

    asyncio.run(play())
