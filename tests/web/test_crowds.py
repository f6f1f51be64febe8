"""One address asks for much: what it gets, and that it costs nobody else anything."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from support.blocking_client import Browser
from support.client import API, Guest, browsing, until
from support.server_thread import Inside, protocol_of, served, serving
from tulips.engine.phrase import say
from tulips.table.registry import TOO_MANY_OF_ADDRESS
from tulips.web import app, flow_control, limits
from tulips.web.flow_control import FlowControlledSocket
from tulips.web.limits import Bucket
from tulips.web.messages import PositionFrame
from tulips.web.socket import BYTES_WAITING, Connection, Waiting, encoded
from web.test_limits import knock, turned_away

GAME = "gift-of-tulips"
SOON = 20.0


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture
def server(database: str) -> Iterator[Inside]:
    with served(database) as server:
        yield server


# Quotas


def test_an_address_has_so_many_tables_open(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tulips.table.registry.ON_ITS_WAY", 0.0)

    async def come(server: Inside) -> None:
        async with browsing() as http:
            host = Guest(http, server.address)
            waiting = (await host.make(GAME, ["you", "open"]))["table"]
            pages = [await host.sit((await host.make(GAME, ["you", "you"]))["table"]) for _ in range(3)]
            wish = {"game": GAME, "seats": [{"kind": "you"}, {"kind": "you"}]}
            refused = await host.ask("POST", "/tables", json=wish)
            assert refused.status_code == 503 and refused.json()["why"]["name"] == TOO_MANY_OF_ADDRESS
            assert await turned_away(await knock(server, waiting, host.cookie)) == (4503, str(say(TOO_MANY_OF_ADDRESS)))
            elsewhere = await knock(server, waiting, host.cookie, "127.0.0.2")
            assert '"type":"state"' in str(await elsewhere.recv()), "another address is another matter"
            await pages.pop().close()
            registry = server.web.registry
            await until(lambda: any(room.idle for room in registry.rooms.values()))
            await host.make(GAME, ["you", "you"])  # a table that nobody is at makes room
            await asyncio.gather(elsewhere.close(), *(page.close() for page in pages))

    with served(database, rooms_an_address=3) as server:
        asyncio.run(come(server))


class Clock(SimpleNamespace):
    """A clock that goes on only when it is told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def test_an_address_makes_so_many_tables_a_day(clock: Clock, database: str) -> None:
    with serving(database, tables_a_day=3) as address:
        browser = Browser(address)
        over = browser.make(GAME, "you", "random")["table"]
        with browser.sit(over) as page:
            page.play_on()
            rematch = browser.post(f"/tables/{over}/rematch")
            assert rematch.status_code == 200
            assert browser.post(f"/tables/{over}/rematch").json()["table"] == rematch.json()["table"]
        browser.make(GAME, "you", "open")
        wish = {"game": GAME, "seats": [{"kind": "you"}, {"kind": "open"}]}
        fork = {"at": 0, "seats": wish["seats"]}
        for path, body in (("/tables", wish), (f"/tables/{over}/fork", fork)):
            refused = browser.post(path, body)
            assert refused.status_code == 429 and refused.json()["why"]["name"] == app.ENOUGH_MADE
        assert browser.post(f"/tables/{over}/rematch").status_code == 200, "there is one already"
        clock.now += limits.DAY / 3 + 1
        assert browser.post("/tables", wish).status_code == 200
        assert browser.post("/tables", wish).status_code == 429


def test_an_address_uploads_so_much_a_day(clock: Clock, database: str) -> None:
    with serving(database, uploads_a_day=0.1) as address, httpx.Client(trust_env=False, base_url=f"{address}{API}") as http:
        body = b" " * 40_000
        assert [http.post("/records", content=body).status_code for _ in range(2)] == [400, 400], "these are no records"
        refused = http.post("/records", content=body)
        assert refused.status_code == 429 and refused.json()["why"]["name"] == app.ENOUGH_UPLOADED
        clock.now += limits.DAY / 2
        assert http.post("/records", content=body).status_code == 400


# Pages that do not read


def deaf(server: Inside, table: str, cookie: str | None) -> socket.socket:
    """A page that asks for its table and never reads a word."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = server.address.removeprefix("http://").split(":")
    raw.connect((host, int(port)))
    headers = {
        "Host": f"{host}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        "Cookie": f"tulips={cookie}",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    raw.sendall(f"GET {API}/tables/{table}/socket HTTP/1.1\r\n{lines}\r\n".encode())
    return raw


def within(seconds: float, condition: Callable[[], Any]) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def inside(server: Inside, work: Callable[[], None]) -> None:
    """Do something in the server's event loop."""
    loop = server.web.registry.storage.writer._loop
    done = threading.Event()
    loop.call_soon_threadsafe(work)
    loop.call_soon_threadsafe(done.set)
    assert done.wait(SOON)


def test_a_page_that_does_not_read_is_cut_off_and_costs_little_until_then(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow_control, "SLOW", 0.3)
    browser = Browser(server.address)
    table = browser.make(GAME, "you", "you")["table"]
    with deaf(server, table, browser.http.cookies["tulips"]):
        room = server.web.registry.rooms[table]
        assert within(SOON, lambda: room.people)
        (page,) = room.people
        assert isinstance(page, Connection)
        position = encoded(b'"%s"' % (b"x" * 30_000))
        kept: list[int] = []

        def send_ten() -> None:
            for _ in range(10):
                page._put(Waiting(page._shown + 1, PositionFrame(0, page._shown + 1, position)))

        def is_cut_off() -> bool:
            inside(server, send_ten)
            kept.append(page._bytes_waiting())
            return not room.people

        assert within(SOON, is_cut_off), "it is still there"
        assert 0 < max(kept) <= BYTES_WAITING
        assert not server.web.sockets.connections
    with browser.sit(table) as again:  # as a page does by itself
        assert again.table["phase"] == "playing"


def test_pings_whose_answers_are_not_read_pile_nothing_up(server: Inside) -> None:
    browser = Browser(server.address)
    table = browser.make(GAME, "you", "open")["table"]
    with deaf(server, table, browser.http.cookies["tulips"]) as raw:
        rooms = server.web.registry.rooms
        assert within(SOON, lambda: table in rooms and rooms[table].people)
        (page,) = rooms[table].people
        assert isinstance(page, Connection)
        one = protocol_of(page)
        one.others = Bucket(1e9, 10**9)  # or so many pings would end the connection
        ping = bytes((0x89, 0x80 | 125)) + b"\0\0\0\0" + b"p" * 125
        raw.settimeout(SOON)
        for _ in range(100):
            raw.sendall(ping * 1000)
        browser.get("/tables")  # whatever was sent before has been read
        assert one.transport.get_write_buffer_size() < 200_000


class Transport:
    """So much waits to be read."""

    waits = 0
    aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waits

    def abort(self) -> None:
        self.aborted = True


class Loop:
    """The timers that were set."""

    def __init__(self) -> None:
        self.set: list[Callable[[], None]] = []

    def call_later(self, seconds: float, then: Callable[[], None]) -> SimpleNamespace:
        assert seconds == flow_control.SLOW
        self.set.append(then)
        return SimpleNamespace(cancel=self.set.clear)


def test_a_slow_page_that_takes_something_again_and_again_stays() -> None:
    one: Any = FlowControlledSocket.__new__(FlowControlledSocket)
    one.transport, one.loop, one.writable = Transport(), Loop(), asyncio.Event()
    one.writable.set()
    one.transport.waits = 200_000
    one.pause_writing()
    for waits in (170_000, 140_000, 120_000):
        one.transport.waits = waits
        one.loop.set.pop()()
        assert not one.transport.aborted
    one.resume_writing()
    assert not one.loop.set, "it has read enough"
    one.pause_writing()
    one.transport.waits -= 100
    one.loop.set.pop()()
    assert one.transport.aborted, "it reads a few bytes only to stay"


def test_the_command_tells_the_settings_that_it_goes_by(capsys: pytest.CaptureFixture[str]) -> None:
    from tulips.cli import main

    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for setting in ("nothing happens any more, or forever (default 180)", "end is kept, or forever (default forever)"):
        assert setting in told
    assert "tables open at once (default 2000)" in told and "in a day (default 50)" in told
