"""How much anybody may ask for at once, and the sentence for whoever asks for more."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from support.client import API, Guest, browsing, until
from support.manual_clock import Clock
from support.server_thread import Inside, served, serving
from tulips.engine.phrase import say
from tulips.table.refusal import NO_TABLE, TOO_FAST
from tulips.table.registry import TOO_MANY_ROOMS
from tulips.web import limits, socket_endpoint
from tulips.web.limits import PerAddress, address_of

GAME = "gift-of-tulips"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture
def server(database: str) -> Iterator[Inside]:
    with served(database) as server:
        yield server


# Requests


def test_an_address_may_so_much_at_once_and_so_much_a_second_after_that(clock: Clock) -> None:
    limit = PerAddress(2.0, 3)
    assert [limit.take("a") for _ in range(4)] == [True, True, True, False]
    assert limit.take("b"), "another address is another matter"
    clock.now += 0.49
    assert not limit.take("a")
    clock.now += 0.02
    assert limit.take("a") and not limit.take("a")
    clock.now += 1000
    assert [limit.take("a") for _ in range(4)] == [True, True, True, False], "no more is saved up"


def test_the_address_that_was_quiet_longest_is_forgotten_first(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESSES", 3)
    limit = PerAddress(0.0, 1)
    for address in ("a", "b", "c", "a", "d"):
        limit.take(address)
    assert not limit.take("a") and not limit.take("d")
    assert limit.take("b"), "it was forgotten, and begins anew"
    assert len(limit._buckets) == 3


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0DB8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a name", "a name"),
        ("x" * 9000, "x" * limits.LONGEST_HOST),
    ],
)
def test_an_address_is_one_of_ipv4_or_a_network_of_ipv6(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 0)})) == counted


def test_whoever_has_no_address_is_one_of_all_such() -> None:
    assert address_of(HTTPConnection({"type": "http", "client": None})) == ""


@pytest.mark.parametrize(
    ("method", "path", "body", "at_once", "a_second", "otherwise"),
    [
        ("POST", "/tables", {"game": "chess", "seats": []}, 100, 2.0, 400),
        ("POST", "/join", {"secret": "guess"}, 300, 20.0, 404),
        ("GET", "/tables/nowhere", None, 300, 20.0, 404),
        ("GET", "/tables/nowhere/positions/1", None, 300, 20.0, 404),
        ("POST", "/records", {}, 10, 0.2, 400),
    ],
    ids=["making", "joining", "asking", "looking back", "uploading"],
)
def test_requests_beyond_the_limit_are_refused_until_time_has_passed(
    clock: Clock, database: str, method: str, path: str, body: Any, at_once: int, a_second: float, otherwise: int
) -> None:
    with serving(database) as address, httpx.Client(trust_env=False, base_url=f"{address}{API}", timeout=60) as http:
        answers = [http.request(method, path, json=body) for _ in range(at_once + 1)]
        assert {answer.status_code for answer in answers[:-1]} == {otherwise}
        refused = answers[-1]
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 0
        assert refused.json() == {"code": "too fast", "why": {"name": TOO_FAST}}
        clock.now += 1.01 / a_second
        assert [http.request(method, path, json=body).status_code for _ in range(2)] == [otherwise, 429]


# Sockets


async def knock(server: Inside, table: str, cookie: str | None, own_address: str = "127.0.0.1") -> ClientConnection:
    """A socket from one of this machine's addresses."""
    return await connect(
        f"{server.address.replace('http', 'ws', 1)}{API}/tables/{table}/socket",
        additional_headers={"Cookie": f"tulips={cookie}"},
        max_size=None,
        proxy=None,
        ping_interval=None,
        close_timeout=1,
        local_addr=(own_address, 0),
    )


async def turned_away(socket: ClientConnection) -> tuple[int, str]:
    """The code and the sentence with which a socket is closed before anything is said."""
    with pytest.raises(ConnectionClosed) as closed:
        await asyncio.wait_for(socket.recv(), 60)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_a_table_has_room_for_so_many_pages(server: Inside) -> None:
    async def come() -> None:
        async with browsing() as http:
            host, spectator = Guest(http, server.address), Guest(http, server.address)
            made, other = [await host.make(GAME, ["you", "open"]) for _ in range(2)]
            await spectator.join(made["links"]["spectator"])
            sockets = [await knock(server, made["table"], spectator.cookie) for _ in range(socket_endpoint.CONNECTIONS_A_TABLE)]
            for socket in sockets:
                assert '"type":"state"' in str(await socket.recv())
            assert await turned_away(await knock(server, made["table"], spectator.cookie)) == (
                4503,
                str(say(socket_endpoint.TABLE_FULL)),
            )
            sockets += [await knock(server, table["table"], host.cookie) for table in (made, other)]
            assert '"type":"state"' in str(await sockets[-2].recv()), "those who watch keep out those who play"
            assert '"type":"state"' in str(await sockets[-1].recv()), "another table is another matter"
            room = server.web.registry.rooms[made["table"]]
            await sockets.pop(0).close()
            await until(lambda: len(room.people) == socket_endpoint.CONNECTIONS_A_TABLE)
            sockets.append(await knock(server, made["table"], spectator.cookie))
            assert '"type":"state"' in str(await sockets[-1].recv()), "there is room again"
            await asyncio.gather(*(socket.close() for socket in sockets))

    asyncio.run(come())


def test_an_address_may_have_so_many_pages_open(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    assert socket_endpoint.CONNECTIONS_AN_ADDRESS == 500  # which would be more open files than some machines allow
    monkeypatch.setattr(socket_endpoint, "CONNECTIONS_AN_ADDRESS", 20)

    async def come() -> None:
        async with browsing() as http:
            host = Guest(http, server.address)
            tables = [(await host.make(GAME, ["you", "open"]))["table"] for _ in range(4)]
            sockets = [await knock(server, table, host.cookie) for table in tables * 5]
            for socket in sockets:
                assert '"type":"state"' in str(await socket.recv())
            assert await turned_away(await knock(server, tables[0], host.cookie)) == (
                4503,
                str(say(socket_endpoint.ADDRESS_FULL)),
            )
            elsewhere = await knock(server, tables[0], host.cookie, "127.0.0.2")
            assert '"type":"state"' in str(await elsewhere.recv()), "another address is another matter"
            await sockets.pop().close()
            await until(lambda: server.web.sockets.connections["127.0.0.1"] < socket_endpoint.CONNECTIONS_AN_ADDRESS)
            sockets += [elsewhere, await knock(server, tables[0], host.cookie)]
            assert '"type":"state"' in str(await sockets[-1].recv()), "there is room again"
            await asyncio.gather(*(socket.close() for socket in sockets))
            await until(lambda: not server.web.sockets.connections)  # nobody is remembered for having been there

    asyncio.run(come())


def test_a_server_has_room_for_so_many_tables(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tulips.table.registry.ON_ITS_WAY", 0.0)
    full = say(TOO_MANY_ROOMS)

    async def come(server: Inside) -> None:
        async with browsing() as http:
            host = Guest(http, server.address)
            waiting = (await host.make(GAME, ["you", "open"]))["table"]
            pages = [await host.sit((await host.make(GAME, ["you", "you"]))["table"]) for _ in range(2)]
            seats = [{"kind": "you"}, {"kind": "you"}]
            refused = await host.ask("POST", "/tables", json={"game": GAME, "seats": seats})
            assert refused.status_code == 503 and refused.json()["why"]["name"] == full.name
            assert await turned_away(await knock(server, waiting, host.cookie)) == (4503, str(full)), (
                "a page would not try again"
            )
            for page in pages:
                await page.ready()
                assert (await page.ask("move", **page.any_move(random.Random(1))))["type"] == "done"
            await pages.pop().close()
            registry = server.web.registry
            await until(lambda: any(room.idle for room in registry.rooms.values()))
            pages.append(await host.sit(waiting))
            assert pages[-1].told.table["phase"] == "waiting", "there is room again"
            await asyncio.gather(*(page.close() for page in pages))

    with served(database, rooms=2) as server:
        asyncio.run(come(server))


def test_a_table_that_is_not_there_is_told_apart_from_one_that_is_full(server: Inside) -> None:
    async def come() -> None:
        code, why = await turned_away(await knock(server, "nowhere", None))
        assert code == 4404 and why == str(say(NO_TABLE))

    asyncio.run(come())
