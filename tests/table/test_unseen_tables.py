"""Bots think where somebody looks; where nobody does, at most until it is the turn of somebody who will come back."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tulips import bots
from tulips.engine.viewers import SPECTATOR
from tulips.table import seating
from tulips.table.fair_queue import FairQueue, Turn
from tulips.table.making import Making
from tulips.table.registry import Registry
from tulips.table.room import Room
from tulips.table.server_settings import ServerSettings
from tulips.table.thinking import Thinking
from tulips.table.wishes import SeatWish, TableWish

GAME = "gift-of-tulips"
BOT = "random"


class Watcher:
    """Somebody who looks and does not care what they see."""

    viewer = SPECTATOR

    def position_changed(self, number: int, position: bytes) -> None: ...
    def table_changed(self) -> None: ...
    def said(self, line: Any) -> None: ...
    def dismissed(self) -> None: ...
    def anew(self) -> None: ...


@contextlib.asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Registry]:
    registry = Registry(ServerSettings(database=f"sqlite:///{folder}/tables.sqlite", **{"pace": 0.0, **settings}))
    await registry.open()
    try:
        yield registry
    finally:
        await registry.close()


async def until(condition: "Callable[[], Any]") -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def made(registry: Registry, *kinds: str, **more: Any) -> Room:
    """A table whose match has begun, as far as it goes while nobody looks."""
    seats = [SeatWish("you") if kind == "you" else SeatWish("bot", level=kind) for kind in kinds]
    table = await Making(registry).make(TableWish(game=GAME, seats=seats, **more), "holder", "maker")
    room = await registry.room(table.id)
    await until(lambda: room.live and room.idle)
    return room


def look(room: Room, *seats: int) -> Watcher:
    watcher = Watcher()
    room.come(watcher, frozenset(seats), room.rights())
    return watcher


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """Every thought that was asked for."""
    asked: list[Turn] = []
    choose = Thinking.choose

    async def noted(self: Thinking, *given: Any) -> int:
        asked.append(given[-1])
        return await choose(self, *given)

    monkeypatch.setattr(Thinking, "choose", noted)
    return asked


def test_a_table_of_bots_waits_until_somebody_looks_and_then_plays_to_its_end(tmp_path: Path, turns: list[Turn]) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, BOT, BOT, BOT)
            assert room.number == 0 and not turns
            registry.close_idle(0.0)
            assert not registry.rooms, "it leaves the memory"
            room = await registry.room(room.id)
            look(room)
            await until(lambda: room.state.phase == "over")
            assert turns and all(turn.seen for turn in turns)

    asyncio.run(run())


def test_bots_go_on_until_it_is_the_turn_of_somebody_who_is_away_after_all_others(tmp_path: Path, turns: list[Turn]) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, "you", BOT, BOT)
            live = room.live
            assert live and list(live.actors) == [0] and room.number > 0
            assert turns and not any(turn.seen for turn in turns)
            assert {(turn.address, turn.table) for turn in turns} == {("maker", room.id)}

    asyncio.run(run())


def test_bots_that_stand_in_wait_for_somebody_to_look_and_go_on_then(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, "you", BOT)
            number = room.number
            await room.change(lambda state: seating.leave(state, 0, BOT, room.game, waits=False))
            await until(lambda: room.idle)
            assert room.number == number
            watcher = look(room)
            await until(lambda: room.number > number)
            room.go(watcher)
            await until(lambda: room.idle)
            assert room.live and not room.live.over, "it waits again"
            look(room)
            await until(lambda: room.state.phase == "over")

    asyncio.run(run())


def test_a_clock_that_runs_out_while_nobody_looks_moves_when_somebody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tulips.table.making.CLOCKS", (0, 10))

    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, "you", BOT, clock=0)
            number = room.number
            assert room.deadline(0) == 0.0 and room.autoplay.clock is None
            look(room)
            await until(lambda: room.number > number)
            first = (await registry.storage.events(room.id, number))[0]
            assert (first.seat, first.player) == (0, "clock")

    asyncio.run(run())


def test_thoughts_that_nobody_waits_for_any_more_leave_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def choose(game: Any, states: Any, seat: int, *_: Any, **__: Any) -> int:
        asked.append(seat)
        return int(game.moves(states, seat)[0])

    monkeypatch.setattr(bots, "choose", choose)

    async def run() -> None:
        async with opened(tmp_path) as registry:
            queue = registry.thinking._queue = FairQueue(1)
            other = Turn("somebody", "else")
            await queue.enter(other)
            bots_alone, mine = await made(registry, BOT, BOT), await made_waiting(registry, "you", BOT)
            watchers = [look(bots_alone), look(mine, 0)]
            await until(lambda: len(waiting(queue)) >= 2)
            bots_alone.go(watchers[0])
            await until(lambda: {turn.table for turn in waiting(queue)} == {mine.id})
            await mine.change(lambda state: setattr(state.seats[1], "kind", "human"))
            await until(lambda: not waiting(queue))
            await mine.change(lambda state: setattr(state.seats[1], "kind", "bot"))
            await until(lambda: waiting(queue))
            mine.close()
            await until(lambda: not waiting(queue))
            queue.leave(other, 0.0)
            await asyncio.sleep(0)
            assert not asked and not queue._tables

    async def made_waiting(registry: Registry, *kinds: str) -> Room:
        """Bots wait for the only place at once."""
        seats = [SeatWish("you") if kind == "you" else SeatWish("bot", level=kind) for kind in kinds]
        room = await registry.room((await Making(registry).make(TableWish(game=GAME, seats=seats), "holder")).id)
        await until(lambda: room.live)
        return room

    def waiting(queue: FairQueue) -> list[Turn]:
        return [turn for table in queue._tables.values() for turns in table.waiting.values() for turn in turns]

    asyncio.run(run())


def test_whoever_comes_to_look_waits_no_longer_behind_those_that_nobody_looks_at(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            queue = registry.thinking._queue = FairQueue(1)
            other = Turn("somebody", "else")
            await queue.enter(other)
            seats = [SeatWish("you"), SeatWish("bot", level=BOT)]
            room = await registry.room((await Making(registry).make(TableWish(game=GAME, seats=seats), "holder")).id)
            await until(lambda: room.autoplay.thoughts)
            assert not room.autoplay.thoughts[1].turn.seen
            look(room, 0)
            await until(lambda: 1 in room.autoplay.thoughts and room.autoplay.thoughts[1].turn.seen)
            number = room.number
            queue.leave(other, 0.0)
            await until(lambda: room.number > number)

    asyncio.run(run())


def test_a_thought_under_way_keeps_its_place_though_nobody_wants_it_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(bots, "choose", lambda game, states, seat, *_, **__: goes_on.wait(60) and 0)

    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, BOT, BOT)
            look(room)
            queue = registry.thinking._queue
            await until(lambda: queue._taken[True])
            room.close()
            await until(lambda: not room.autoplay.thoughts)
            assert queue._taken[True], "its thread is not free"
            goes_on.set()
            await until(lambda: not queue._taken[True])

    asyncio.run(run())


def test_a_room_is_open_at_the_cost_of_whoever_opened_it_until_somebody_comes_who_sits_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, "you", BOT)
            registry.close_idle(0.0)
            room = await registry.room(room.id, "stranger")
            assert room.address == "stranger"
            room.charge("player")
            room.charge("another player")
            assert room.address == "player"

    asyncio.run(run())


def test_a_room_that_somebody_only_watches_is_told_of_to_other_processes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            room = await made(registry, "you", "you")
            told: list[str] = []
            monkeypatch.setattr(registry.storage, "announce", lambda table, number: told.append(table))
            room.presence.announce_again()
            assert not told, "nobody is there"
            look(room)
            told.clear()
            room.presence.announce_again()
            assert told == [room.id], "or another process would take the table for left"

    asyncio.run(run())
