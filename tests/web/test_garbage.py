"""Whatever is sent to a server, it answers in a sentence, changes no match, and does not grow."""

import asyncio
import json
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tulips.table.records import match_of
from web.client import Guest, Page, browsing
from web.inside import Inside, served
from web.ledger import Rows, rows_of
from web.nursery import Nursery, Server

QUIET = settings(
    max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck), print_blob=False
)
METHODS = ("get", "post")
SOCKETS = 1500
GROWTH = 24 * 2**20
"""Bytes that a server may grow by while so many sockets bring garbage; a leak of a frame for each would be far more."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('tables')}/tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def document(server: Inside) -> Any:
    return httpx.get(f"{server.address}/api/v1/openapi.json", trust_env=False).json()


@pytest.fixture(scope="module")
def target(server: Inside) -> tuple[str, str]:
    """A match that is being played by somebody else: its name, and the cookie of a seat there."""

    async def make() -> tuple[str, str]:
        async with browsing() as http:
            host = Guest(http, server.address)
            made = await host.make("gift-of-tulips", ["you", "you"], listed=True, seed="target")
            page = await host.sit(made["table"])
            await page.ready()
            await page.close()
            assert host.cookie
            return made["table"], host.cookie

    return asyncio.run(make())


def state(server: Inside, table: str) -> Rows:
    engine = sa.create_engine(server.web.house.storage.url, poolclass=sa.NullPool)
    return rows_of(engine, table)


# Over HTTP, from the OpenAPI document


class Somebody(NamedTuple):
    """Who asks, by the cookie of their browser if they have one, and the table that they ask about."""

    table: str
    cookie: str | None

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"tulips={self.cookie}"} if self.cookie else {}


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def values(schema: dict[str, Any], known: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a JSON schema, and once in a while something else."""
    return st.one_of(_fitting(schema, known), _fitting(schema, known), _fitting(schema, known), ANYTHING)


def _fitting(schema: dict[str, Any], known: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _fitting(known[schema["$ref"].rsplit("/", 1)[1]], known)
    if "anyOf" in schema:
        return st.one_of(*(values(one, known) for one in schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            fields = {name: values(one, known) for name, one in schema.get("properties", {}).items()}
            needed = set(schema.get("required", []))
            if not fields:
                return st.dictionaries(st.text(max_size=10), ANYTHING, max_size=3)
            return st.fixed_dictionaries(
                {name: one for name, one in fields.items() if name in needed},
                optional={name: one for name, one in fields.items() if name not in needed},
            )
        case "array":
            return st.lists(values(schema.get("items") or {}, known), max_size=6)
        case "integer":
            return st.integers() | st.integers(0, 5)
        case "number":
            return st.floats()
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "string":
            return st.text(max_size=70) | st.sampled_from(["gift-of-tulips", "tulip", "you", "open", "bot", "random"])
    return ANYTHING


def operations(document: Any) -> Iterator[tuple[str, str, Any]]:
    """Method, path and the body's schema of everything that can be asked."""
    for path, ways in document["paths"].items():
        for method in METHODS:
            if method in ways:
                content = ways[method].get("requestBody", {}).get("content", {})
                yield method, path, content.get("application/json", {}).get("schema")


def fuzz(http: httpx.Client, who: Somebody, method: str, path: str, body: st.SearchStrategy[bytes]) -> int:
    """Ask for one thing in many ways; how many."""
    asked = 0
    anything = st.sampled_from(["0", "2", "-1", "9" * 20, "gift-of-tulips"]) | st.text(min_size=1, max_size=9)
    tables = st.one_of(st.just(who.table), st.just(who.table), st.just(who.table), anything)
    others = st.one_of(st.just("1"), st.just("1"), anything)
    queries = st.fixed_dictionaries({"as": st.sampled_from(["", "all", "0", "²", "-3"]), "language": st.text(max_size=5)})

    @seed(1637)
    @QUIET
    @given(tables, others, queries, body)
    def ask(table: str, other: str, query: dict[str, str], content: bytes) -> None:
        nonlocal asked
        asked += 1
        filled = path.replace("{table}", quote(table, safe=""))
        filled = re.sub(r"{\w+}", lambda _: quote(other, safe=""), filled)
        http.cookies.clear()
        answer = http.request(method, filled, params=query, content=content, headers=who.headers)
        assert answer.status_code < 500 or answer.status_code == 503, f"{method} {filled} {content!r}: {answer.text}"
        if answer.status_code >= 400 and answer.status_code != 405:
            assert answer.json()["why"]["text"], answer.text

    ask()
    return asked


@pytest.mark.parametrize("role", ["stranger", "host", "seat"])
def test_no_request_makes_the_server_fail_or_changes_a_match(
    server: Inside, document: Any, target: tuple[str, str], role: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = state(server, target[0])
    who = Somebody(target[0], None) if role == "stranger" else asyncio.run(at_a_table_of_their_own(server, role))
    found = state(server, who.table)
    known = document["components"]["schemas"]
    asked = 0
    with httpx.Client(trust_env=False, base_url=server.address, timeout=60) as http:
        for method, path, schema in operations(document):
            body = st.binary(max_size=60) | values(schema, known).map(_encoded) if schema else st.just(b"")
            asked += fuzz(http, who, method, path, body)
        own = http.get(f"/api/v1/tables/{who.table}", headers=who.headers)
    assert asked >= 300
    assert state(server, target[0]) == before, "somebody has changed a match that is not theirs"
    rows = state(server, who.table)
    assert (rows.state != found.state) == (role != "stranger"), "nobody asked for what could be granted"
    if rows.state.phase != "waiting":
        match_of(rows.state, rows.events)  # it is still one that the rules allow
    assert own.status_code == 200, "the table is lost"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def at_a_table_of_their_own(server: Inside, role: str) -> Somebody:
    """Somebody who may do something at a table that waits for more."""
    async with browsing() as http:
        host, guest = Guest(http, server.address), Guest(http, server.address)
        made = await host.make("gift-of-tulips", ["you", "open", "open"], listed=True)
        await guest.join(made["links"]["seats"][1])
        return Somebody(made["table"], (host if role == "host" else guest).cookie)


def _encoded(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


# Over the socket

MESSAGES: list[dict[str, Any]] = [
    {"type": "move", "id": "a", "number": 0, "move": 0},
    {"type": "ask", "id": "b", "words": "give it to Ann"},
    {"type": "undo", "id": "c", "number": 0},
    {"type": "consent", "id": "d", "agree": True},
    {"type": "chat", "id": "e", "text": "hello"},
    {"type": "look", "seat": 1},
    {"type": "resync"},
]
STRANGE: list[Any] = [None, "", -1, 2**31, 2**63, 2**70, 1.5, [], {}, "\0", "x" * 5000, "²", True, "\ud800"]


def garbage(chooser: random.Random) -> str | bytes:
    """A frame that no page sends."""
    message = dict(chooser.choice(MESSAGES))
    kind = chooser.randrange(5)
    if kind == 0:
        return chooser.randbytes(chooser.randrange(200))
    if kind == 1:
        text = json.dumps(message)
        at = chooser.randrange(len(text))
        return text[:at] + chooser.choice(["", "}", "\\", '"', "[" * 500]) + text[at + 1 :]
    message[chooser.choice([*message, "more"])] = chooser.choice(STRANGE)
    if "number" in message and kind == 2:
        message["number"] = chooser.choice([-1, 5, 2**40])  # never the one that it is now
    return json.dumps(message)


def harmless(frame: str | bytes) -> bool:
    """Whether a frame could not by chance be a move that is right."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return True
    return not (isinstance(message, dict) and message.get("type") in ("move", "undo") and message.get("number") == 0)


def test_no_frame_makes_the_server_fail_or_changes_a_match(
    server: Inside, target: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    table, cookie = target
    before = state(server, table)
    asyncio.run(send_garbage(server, table, cookie))
    now = state(server, table)
    assert now.events == before.events, "garbage has changed a match"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def send_garbage(server: Inside, table: str, cookie: str) -> None:
    chooser = random.Random(7)
    async with browsing() as http:
        guest = Guest(http, server.address, cookie)
        for _ in range(30):
            page = await guest.sit(table)
            await page.ready()
            for _ in range(40):
                frame = garbage(chooser)
                if harmless(frame):
                    await page.socket.send(frame)
            await page.flush()
            await page.close()
        page = await guest.sit(table)
        await page.socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            while True:
                await page.hear()
        page = await guest.sit(table)
        assert await page.ready()
        await page.close()


def test_garbage_does_not_make_the_server_grow(tmp_path: Path) -> None:
    with Nursery() as nursery, Server(nursery, f"sqlite:///{tmp_path}/tables.db") as server:
        server.start()
        server.wait()
        asyncio.run(bring_garbage(server))


async def bring_garbage(server: Server) -> None:
    chooser = random.Random(11)
    async with browsing() as http:
        host = Guest(http, server.address)
        made = await host.make("gift-of-tulips", ["you", "random"])

        async def one() -> None:
            page: Page = await host.sit(made["table"])
            for _ in range(20):
                frames: list[str | bytes] = [chooser.randbytes(3000), "[" * 3000, '{"type":"resync"}']
                await page.socket.send(chooser.choice(frames))
            await page.drop()  # without having read any of the answers

        async def some(sockets: int) -> None:
            for _ in range(sockets // 10):
                await asyncio.gather(*(one() for _ in range(10)))
                for path in ("/tables/nowhere", "/games/x/rules"):
                    await Guest(http, server.address).get(path)

        await some(SOCKETS // 5)
        before = server.memory()
        await some(SOCKETS)
        grown = server.memory() - before
    assert grown < GROWTH, f"the server has grown by {grown >> 20} MiB"
