"""Slow connections, too many connections, and too many requests: nobody else is kept out by them."""

import asyncio
import contextlib
import json
import logging
import re
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from support.client import API, Guest, browsing, until
from support.manual_clock import Clock
from support.server_process import Process
from support.server_thread import Inside, served
from tulips.engine.phrase import say
from tulips.table.refusal import TOO_FAST
from tulips.web import app, connection_cap, http_deadlines, request_budget, security, socket_endpoint
from tulips.web.budget import Budgets
from tulips.web.connection_cap import ConnectionCap, connections_allowed
from tulips.web.request_budget import RequestBudget
from tulips.web.socket import CLOSE_BUSY

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"
SHORT = 0.3
"""Seconds, for a deadline that a test waits for."""

LONG = 60.0
PEOPLE, FILES, ANSWERS = 35, 40, 8
"""A school class that opens the page at once: its files, and what it asks the API."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path}/tables.db") as server:
        yield server


@contextlib.contextmanager
def dialled(server: Inside, own_address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A bare connection from one of this machine's addresses."""
    port = int(server.address.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), LONG, (own_address, 0)) as line:
        yield line


def rest(line: socket.socket) -> bytes:
    """All that still comes, until the other side ends the connection."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(65536):
            heard += more
    return heard


def answer(line: socket.socket) -> bytes:
    """One answer without a body, or the beginning of one."""
    heard = line.recv(65536)
    assert heard, "the connection has ended"
    return heard


def trickle(line: socket.socket, text: bytes) -> None:
    """Send a byte now and then until the other side has had enough; it must, before all is sent."""
    with pytest.raises(OSError):
        for byte in text:
            line.sendall(bytes([byte]))
            time.sleep(SHORT / 10)


WHOLE = f"GET {API}/health HTTP/1.1\r\nHost: a\r\n\r\n".encode()
SLOWLY = b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * 1000


# Slow


@pytest.mark.parametrize("before", [b"", WHOLE], ids=["first", "further"])
def test_headers_that_do_not_come_in_time_end_the_connection(
    server: Inside, monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    monkeypatch.setattr(http_deadlines, "REQUEST_SECONDS", SHORT)
    with dialled(server) as line:
        if before:
            line.sendall(before)
            assert answer(line).startswith(b"HTTP/1.1 200")
        trickle(line, SLOWLY)
    with dialled(server) as line:
        line.sendall(before)
        assert rest(line).startswith(b"HTTP/1.1 200" if before else b""), "somebody who says nothing stays"
    until_gone(server)


def test_a_body_that_does_not_come_in_time_is_refused(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", SHORT)
    monkeypatch.setattr(http_deadlines, "REQUEST_SECONDS", SHORT)
    for path in ("/join", "/records"):
        with dialled(server) as line:
            line.sendall(f"POST {API}{path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n".encode())
            trickle(line, b"x" * 999)
    until_gone(server)


def test_a_body_that_is_refused_is_told_why(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", SHORT)
    with dialled(server) as line:
        line.sendall(f"POST {API}/join HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx".encode())
        heard = answer(line)
        assert heard.startswith(b"HTTP/1.1 400") and b"it breaks off" in heard + line.recv(65536)


def test_a_large_body_has_more_time(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.0)
    monkeypatch.setattr(security, "SLOWEST_BODY", 1000)
    with dialled(server) as line:
        line.sendall(f"POST {API}/records HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n".encode())
        for _ in range(60):
            line.sendall(b"x" * 1000)
            time.sleep(0.005)
        assert b"it breaks off" not in answer(line)


def test_an_answer_that_nobody_takes_is_given_up(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_deadlines, "ANSWER_SECONDS", SHORT)
    with dialled(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        many = f"GET {API}/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".encode() * 300
        line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            line.send(many)
        wait(lambda: bool(server.web.cap.present and not server.web.cap.idle))
        until_gone(server)


def until_gone(server: Inside) -> None:
    """Wait until nobody is connected."""
    wait(lambda: not server.web.cap.present)
    assert not server.web.cap.idle and not server.web.cap.peers


def wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


# Many


def test_whoever_has_waited_longest_makes_room_and_the_log_says_so(server: Inside, caplog: pytest.LogCaptureFixture) -> None:
    server.web.cap.most = 5
    with contextlib.ExitStack() as held:
        idle = [held.enter_context(dialled(server)) for _ in range(5)]
        wait(lambda: server.web.cap.present == 5)
        with caplog.at_level(logging.WARNING, "tulips.web"):
            for _ in range(3):
                line = held.enter_context(dialled(server))
                line.sendall(WHOLE)
                assert answer(line).startswith(b"HTTP/1.1 200"), "a newcomer is kept out"
        for gone in idle[:3]:
            assert rest(gone) == b""
        idle[3].sendall(WHOLE)
        assert answer(idle[3]).startswith(b"HTTP/1.1 200"), "somebody who had waited less had to go"
    lines = [record for record in caplog.records if record.getMessage().startswith("the house is full")]
    assert len(lines) == 1, "it is said once a minute"
    assert vars(lines[0])["most"] == 5


def test_where_nobody_only_waits_a_newcomer_is_turned_away_in_a_sentence(server: Inside) -> None:
    async def come() -> None:
        async with seated(server, 3):
            server.web.cap.most = 3
            with dialled(server) as line:
                assert await asyncio.to_thread(rest, line) == http_deadlines.FULL

    asyncio.run(come())
    until_gone(server)


def test_sockets_leave_room_for_requests(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    server.web.cap.most = 10

    async def come() -> None:
        async with seated(server, 9) as (table, cookie):
            turned_away = await knock(server, table, cookie)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(turned_away.recv(), LONG)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (CLOSE_BUSY, str(say(socket_endpoint.SERVER_FULL)))
            with dialled(server) as line:
                line.sendall(WHOLE)
                assert (await asyncio.to_thread(answer, line)).startswith(b"HTTP/1.1 200")

    asyncio.run(come())


@contextlib.asynccontextmanager
async def seated(server: Inside, sockets: int) -> AsyncIterator[tuple[str, str | None]]:
    """So many sockets at a table; its name, and the cookie of its host."""
    async with browsing() as http:
        host = Guest(http, server.address)
        table = (await host.make(GAME, ["you", "open"]))["table"]
        opened = [await knock(server, table, host.cookie) for _ in range(sockets)]
        for one in opened:
            assert '"type":"state"' in str(await one.recv())
        await until(lambda: server.web.cap.present == sockets)
        try:
            yield table, host.cookie
        finally:
            await asyncio.gather(*(one.close() for one in opened))


async def knock(server: Inside, table: str, cookie: str | None) -> ClientConnection:
    address = server.address.replace("http", "ws", 1)
    headers = {"Cookie": f"tulips={cookie}"}
    return await connect(f"{address}{API}/tables/{table}/socket", additional_headers=headers, proxy=None, close_timeout=1)


def test_a_peer_has_so_many_connections_unless_it_is_a_trusted_proxy(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_cap, "PEER", 3)
    with contextlib.ExitStack() as held:
        for _ in range(3):
            held.enter_context(dialled(server, "127.0.0.2"))
        wait(lambda: server.web.cap.peers["127.0.0.2"] == 3)
        assert rest(held.enter_context(dialled(server, "127.0.0.2"))) == http_deadlines.FULL
        for own_address in ("127.0.0.3", *["127.0.0.1"] * 5):
            line = held.enter_context(dialled(server, own_address))
            line.sendall(WHOLE)
            assert answer(line).startswith(b"HTTP/1.1 200")
    until_gone(server)


def test_sockets_are_counted_as_connections_until_they_end(server: Inside) -> None:
    async def come() -> None:
        async with seated(server, 2):
            assert server.web.cap.peers == {"127.0.0.1": 2}

    asyncio.run(come())
    until_gone(server)


def test_the_log_says_once_a_minute_that_the_house_is_full(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    monkeypatch.setattr(connection_cap, "time", clock)
    small = ConnectionCap(1)
    with caplog.at_level(logging.WARNING, "tulips.web"):
        assert small.admit("a")
        for seconds in (0, 1, 58, 2):
            clock.now += seconds
            assert not small.admit("b")
    told = [vars(record)["times"] for record in caplog.records]
    assert told == [1, 3]


LOW = """
import resource, sys
from tulips.cli import main
resource.setrlimit(resource.RLIMIT_NOFILE, (300, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
sys.argv[0] = "tulips"
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of other processes are read from /proc")
def test_the_limit_of_open_files_is_raised_at_the_start(tmp_path: Path) -> None:
    import resource  # there is none on Windows

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    server = Process(tmp_path, "--database", f"sqlite:///{tmp_path}/tables.db")
    server.command = [sys.executable, "-c", LOW, *server.command[3:]]
    with server:
        assert server._process is not None
        limits = Path(f"/proc/{server._process.pid}/limits").read_text()
    soft = re.search(r"Max open files\s+(\S+)", limits)
    wanted = connection_cap.DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, connection_cap.DESCRIPTORS)
    assert soft and int(soft[1]) == wanted
    assert 0 < connections_allowed() < wanted


# Requests


def paths(server: Inside) -> list[str]:
    """Every address that can be asked for: what the OpenAPI document tells, and the page's."""
    document = httpx.get(f"{server.address}{API}/openapi.json", trust_env=False).json()
    known = [re.sub(r"{\w+}", "1", path) for path, ways in document["paths"].items() if "get" in ways]
    assert len(known) >= 10
    return [*known, "/", "/new/tulip", "/t/nowhere", "/assets/nothing.js", "/health", "/metrics", f"{API}/nothing"]


def test_every_request_is_limited_and_only_that_of_one_address(
    server: Inside, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_budget, "HELD", 0.0)
    with httpx.Client(trust_env=False, base_url=server.address, timeout=LONG) as http:
        for number, path in enumerate(paths(server)):
            server.web.requests.general = server.web.requests.checks = Budgets(1.0, 4)
            here, there = ({"X-Forwarded-For": f"192.0.{number}.{last}"} for last in (1, 2))
            answers = [http.get(path, headers=here) for _ in range(5)]
            assert answers[0].status_code != 429
            refused = answers[-1]
            assert refused.status_code == 429 and refused.headers["connection"] == "close", path
            assert refused.json() == {"code": "too fast", "why": {"name": TOO_FAST}} and int(refused.headers["retry-after"])
            assert http.get(path, headers=there).status_code != 429
            clock.now += 4
            assert http.get(path, headers=here).status_code != 429
    limited = re.search(r'^tulips_limited_total{kind="requests"} (\d+)', server.web.prometheus.text().decode(), re.MULTILINE)
    assert limited and int(limited[1]) >= len(paths(server))


def test_who_watches_the_server_is_answered_when_others_have_asked_too_much(
    server: Inside, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_budget, "HELD", 0.0)
    server.web.requests.general = Budgets(1.0, 1)
    with httpx.Client(trust_env=False, base_url=server.address, timeout=LONG) as http:
        assert [http.get("/").status_code == 429 for _ in range(2)] == [False, True]
        assert {http.get(f"{API}{path}").status_code for path in ("/health", "/metrics")} == {200}


def test_a_refusal_of_a_flood_is_held(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("tulips.web.request_budget.asyncio.sleep", sleep)

    async def come() -> None:
        requests = RequestBudget()
        requests.general = Budgets(1.0, 1)
        assert await requests.allowed("a", "/") and not slept
        assert not await requests.allowed("a", "/")

    asyncio.run(come())
    assert slept == [request_budget.HELD]


def test_a_class_behind_one_address_opens_the_page_at_once(clock: Clock) -> None:
    async def come() -> None:
        requests = RequestBudget()
        for _ in range(PEOPLE):
            for _ in range(FILES):
                assert await asyncio.wait_for(requests.allowed("a", "/assets/x.js"), 10)
            for _ in range(ANSWERS):
                assert await asyncio.wait_for(requests.allowed("a", f"{API}/games"), 10)

    asyncio.run(come())


def test_the_openapi_document_is_made_once(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    first = httpx.get(f"{server.address}{API}/openapi.json", trust_env=False)
    monkeypatch.setattr(app, "description", None)
    again = httpx.get(f"{server.address}{API}/openapi.json", trust_env=False)
    assert again.status_code == 200 and json.loads(again.text) == first.json()
