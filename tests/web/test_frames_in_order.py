"""Whole positions and parts reach a page in the order in which they follow each other, whatever happens while they are made."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from support.client import Guest, Page, browsing, until
from support.server_thread import PATIENCE, Inside, served
from tulips.table import broadcast
from tulips.table.room import Room
from tulips.web.messages import PongFrame, RefusedFrame
from tulips.web.socket import Connection

WATCHED = 1
"""The seat whose page is looked at."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('tables')}/tables.db") as server:
        yield server


class Meanwhile:
    """Lets something happen at a table each time the watched seat's whole position has been made and not been told yet."""

    def __init__(self, server: Inside, patch: pytest.MonkeyPatch) -> None:
        self.loop = server.web.registry.storage.writer._loop
        self.happen: list[Callable[[], None]] = []
        made = broadcast._replay_whole

        def whole(game: Any, header: Any, moves: Any, viewer: int, settled: int) -> Any:
            found = made(game, header, moves, viewer, settled)
            if viewer == WATCHED and self.happen:
                self.happen.pop(0)()
            return found

        patch.setattr(broadcast, "_replay_whole", whole)
        patch.setattr(
            broadcast, "SHORT", 0
        )  # also a match that has just begun is replayed off the event loop, as a long one is

    def do(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Carry something out on the server's loop."""

        async def done() -> Any:
            return await work()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(PATIENCE)

    def move(self, room: Room) -> None:
        """Whoever acts moves, and those who watch are told of it."""
        assert room.live is not None and room.broadcaster is not None
        live, seat = room.live, room.live.actors[0]
        number, move = live.number, live.game.moves(live.states, seat)[0]
        self.do(lambda: room.move(seat, f"meanwhile {number}", number, move))
        reader = room.broadcaster._cursors[WATCHED]
        wait_for(lambda: reader.entries == broadcast.UNKNOWN or reader.rows > live.moves_made)

    def take_back(self, room: Room) -> None:
        """The last move is taken back."""
        assert room.live is not None
        seat, number = room.live.line[-1][0], room.number
        self.do(lambda: room.taking_back._take_back(seat, 1, f"back {number}", number))


def wait_for(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.001)


async def watched_page(server: Inside, guest: Guest, meanwhile: Meanwhile) -> tuple[Page, Room]:
    """The page of a seat at a table for two, where others move, and have moved: a match is replayed for who looks then."""
    made = await guest.make("tulip", ["you", "you"], seed="order")
    page = await guest.sit(made["table"], f"?seat={WATCHED}")
    await page.ready()
    room = server.web.registry.rooms[made["table"]]
    await asyncio.to_thread(meanwhile.move, room)
    await page.reach(1)
    await until(lambda: room.live and room.live.first)
    await page.flush()
    return page, room


async def goes_on(page: Page, room: Room, meanwhile: Meanwhile) -> None:
    """What comes after fits what the page has, and leads to what the server shows to somebody who comes anew."""
    await asyncio.to_thread(meanwhile.move, room)
    await page.reach(room.number)
    pieced = page.told.whole
    await page.send("resync")
    while (await page.hear())["type"] != "state":
        pass
    assert page.told.whole == pieced


def test_a_refusal_shows_the_table_as_it_is_when_others_keep_moving(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with browsing() as http:
            meanwhile = Meanwhile(server, monkeypatch)
            page, room = await watched_page(server, Guest(http, server.address), meanwhile)
            meanwhile.happen = [lambda: meanwhile.move(room)] * 4
            answer = await page.ask("move", number=1, move=-1)
            assert (answer["type"], answer["code"]) == ("refused", "illegal")
            assert len(meanwhile.happen) < 4, "nobody moved"
            meanwhile.happen = []
            await goes_on(page, room, meanwhile)
            await page.close()

    asyncio.run(play())


def test_a_refusal_that_waits_is_not_older_than_what_is_told_before_it(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with browsing() as http:
            meanwhile = Meanwhile(server, monkeypatch)
            page, room = await watched_page(server, Guest(http, server.address), meanwhile)
            connection = next(iter(room.people))
            assert isinstance(connection, Connection)

            def moved_and_taken_back() -> None:
                wait_for(lambda: any(isinstance(waiting.frame, RefusedFrame) for waiting in connection._waiting))
                meanwhile.move(room)
                meanwhile.move(room)
                meanwhile.take_back(room)

            meanwhile.happen = [moved_and_taken_back]
            await page.send("resync")
            answer = await page.ask("move", number=1, move=-1)
            assert not meanwhile.happen, "nobody moved"
            assert answer["number"] == room.number, "the refusal shows a table that is no more"
            await goes_on(page, room, meanwhile)
            await page.close()

    asyncio.run(play())


def test_a_frame_that_has_to_wait_is_sent_before_those_that_come_after_it(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with browsing() as http:
            meanwhile = Meanwhile(server, monkeypatch)
            page, room = await watched_page(server, Guest(http, server.address), meanwhile)
            connection = next(iter(room.people))
            assert isinstance(connection, Connection)
            send, may_go = connection._send_asgi, asyncio.Event()

            async def wait_and_send(message: Any) -> None:
                await may_go.wait()
                await send(message)

            async def put() -> list[bool]:
                connection._send_asgi = wait_and_send
                begun = []
                for _ in range(3):
                    connection._send(PongFrame(0))
                    begun.append(connection._begun is not None)
                return begun

            async def go_on() -> None:
                may_go.set()

            assert meanwhile.do(put) == [True, True, True], "the first one waits"
            assert len(connection._waiting) == 2, "and the others wait for it"
            meanwhile.do(go_on)
            frames = [(await page.hear())["frame"] for _ in range(3)]
            assert frames == [frames[0], frames[0] + 1, frames[0] + 2]
            await goes_on(page, room, meanwhile)
            await page.close()

    asyncio.run(play())
