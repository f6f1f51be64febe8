"""Whatever is sent to a server, it answers in a sentence, changes no match, and does not grow."""

import asyncio
import itertools
import json
import logging
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

import tulips
from support.accounted_players import Rows, rows_of
from support.client import API, Guest, Page, browsing
from support.forked_servers import ForkServer, Server
from support.server_process import Process
from support.server_thread import Inside, served
from support.soak import SOAKING, times
from tulips.engine.match import record_file
from tulips.table.record_files import match_of
from tulips.web.rules_page import rules_page

pytestmark = [pytest.mark.slow, pytest.mark.repeats]

QUIET = settings(max_examples=times(60, 1000), suppress_health_check=list(HealthCheck))
SAME: Callable[[Any], Any] = (lambda test: test) if SOAKING else seed(1637)  # among these something is granted to everybody
METHODS = ("get", "post")
GARBAGE, FRAMES = times(200, 4000), 40
"""Strange frames for each game, and how many of them come by one socket."""

SOCKETS = times(500, 5000)
GROWTH = 12 * 2**20
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
    engine = sa.create_engine(server.web.registry.storage.url, poolclass=sa.NullPool)
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

    @SAME
    @QUIET
    @given(tables, others, queries, body)
    def ask(table: str, other: str, query: dict[str, str], content: bytes) -> None:
        nonlocal asked
        asked += 1
        filled = path.replace("{table}", quote(table, safe=""))
        filled = re.sub(r"{\w+}", lambda _: quote(other, safe=""), filled)
        http.cookies.clear()
        answer = http.request(method, filled, params=query, content=content, headers=who.headers)
        assert answer.status_code < 500, f"{method} {filled} {content!r}: {answer.text}"
        assert answer.status_code != 429, "a limit has kept it from being looked at"
        if answer.status_code >= 400 and answer.status_code != 405:
            assert answer.json()["why"]["name"], answer.text

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
    {"type": "ask", "id": "b", "move": "give it to Ann"},
    {"type": "undo", "id": "c", "number": 0},
    {"type": "consent", "id": "d", "agree": True},
    {"type": "chat", "id": "e", "text": "hello"},
    {"type": "look", "seat": 1},
    {"type": "resync"},
]
STRANGE: list[Any] = [None, "", -1, 2**31, 2**63, 2**70, 1.5, [], {}, "\0", "x" * 5000, "²", True, "\ud800"]


def garbage(chooser: random.Random, number: int, seat: int, moves: Sequence[int]) -> str | bytes:
    """A frame that no page sends, mostly; it may be a move that is right, or nearly."""
    message = dict(chooser.choice([MESSAGES[0], chooser.choice(MESSAGES)]))
    if "number" in message:
        message["number"] = number
    if message["type"] in ("move", "undo"):
        message |= {"id": f"{chooser.getrandbits(60):x}", "seat": seat}
    if message["type"] == "move":
        near = chooser.choice(moves)
        message["move"] = chooser.choice([near, near, near + 1, near - 1, -near, near << 32, str(near), near + 0.5])
    kind = chooser.randrange(6)
    if kind == 0:
        return chooser.randbytes(chooser.randrange(200))
    if kind == 1:
        text = json.dumps(message)
        at = chooser.randrange(len(text))
        return text[:at] + chooser.choice(["", "}", "\\", '"', "[" * 500]) + text[at + 1 :]
    if kind != 5:
        message[chooser.choice([*message, "more"])] = chooser.choice(STRANGE)
    return json.dumps(message)


@pytest.mark.parametrize("name", tulips.game_names())
def test_a_strange_frame_is_refused_and_changes_nothing_or_it_is_a_legal_move(
    server: Inside, target: tuple[str, str], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = state(server, target[0])
    made, refused = asyncio.run(send_garbage(server, name))
    assert made >= 5 and refused >= 50, "the frames were not strange, or not strange enough"
    assert state(server, target[0]) == before, "another match has changed"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def send_garbage(server: Inside, name: str) -> tuple[int, int]:
    """Send strange frames one by one and look each time what they have done; how many have moved, how many were refused."""
    chooser = random.Random(7)
    made = refused = 0
    async with browsing() as http:
        guest = Guest(http, server.address)
        table = await laid(guest, name)
        for _ in range(GARBAGE // FRAMES):
            room = server.web.registry.rooms[table]
            if room.live is None or room.live.over:
                check_legal(state(server, table))
                table = await laid(guest, name)
                room = server.web.registry.rooms[table]
            page = await guest.sit(table)
            await page.ready()
            for _ in range(FRAMES):
                assert room.live is not None
                if room.live.over:
                    break
                seat = room.live.actors[0]
                before, heard = state(server, table).events, len(page.texts)
                await page.socket.send(garbage(chooser, room.number, seat, room.game.moves(room.live.states, seat)))
                await page.flush()
                answers = [json.loads(text) for text in page.texts[heard:]]
                now = state(server, table).events
                done = [one for one in answers if one["type"] == "done" and one["number"] > len(before)]
                assert now[: len(before)] == before, "garbage has changed what was there"
                assert len(now) - len(before) == len(done) <= 1, "garbage has changed a match without a word"
                made += len(done)
                refused += sum(one["type"] == "refused" for one in answers)
            await page.close()
        check_legal(state(server, table))
        page = await guest.sit(table)
        await page.socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            while True:
                await page.hear()
        page = await guest.sit(table)
        assert await page.ready()
        await page.close()
    return made, refused


async def laid(guest: Guest, name: str) -> str:
    """A table of which somebody has all seats."""
    seats = min(3, max(tulips.game(name).seat_counts))
    table: str = (await guest.make(name, ["you"] * seats))["table"]
    page = await guest.sit(table)
    await page.ready()
    await page.close()
    return table


def check_legal(rows: Rows) -> None:
    """The match is one that the rules allow."""
    assert [event.number for event in rows.events] == [*range(1, len(rows.events) + 1)]
    match_of(rows.state, rows.events)


# Over a long time


def test_garbage_does_not_make_the_server_grow(tmp_path: Path) -> None:
    with ForkServer() as forks, Server(forks, f"sqlite:///{tmp_path}/tables.db") as server:
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


# What comes and goes

BRIEFLY = """
import sys
from tulips.table.server_settings import ServerSettings
from tulips.web.serve import serve
serve(ServerSettings(database=sys.argv[1], pace=0.0, idle=0.3), "127.0.0.1", int(sys.argv[2]))
"""
"""A server that soon lets go of rooms that nobody is in."""

WARM_UP, ROUNDS = 20, times(25, 500)
SMALL_GROWTH = 8 * 2**20
"""Bytes that it may grow by in these rounds; rooms that were kept would be more."""

VISITS = ("/games/tulip/rules?language={}", "/tables/{}", "/tables?{}", "/tables/{}/positions/1", "/games/{}/rules", "/{}")
WISHES = ("/tables", "/join", "/records", "/tables/{}/seats/0", "/tables/{}/nonce", "/tables/{}/fork", "/tables/{}/rematch")


class Traveller(Guest):
    """Somebody who comes from another address each time, through a proxy on the server's machine."""

    _numbers = itertools.count(1)

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        super().__init__(http, address)
        number = next(self._numbers)
        self.come_from = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "X-Forwarded-For": self.come_from}


def test_what_comes_and_goes_does_not_make_the_server_grow(tmp_path: Path) -> None:
    """Tables that are made and left, uploads, bodies that are no wishes and addresses that lead nowhere."""
    server = Process(tmp_path)
    server.command = [sys.executable, "-c", BRIEFLY, f"sqlite:///{tmp_path}/tables.db", str(server.port)]
    with server:
        asyncio.run(come_and_go(server, finished_match()))


def finished_match() -> bytes:
    game = tulips.game("gift-of-tulips")
    match = game.match(4, seed=1)
    while not match.end:
        match.play(match.actors[0], game.moves(match.states, match.actors[0])[0])
    return record_file.encode(match)


async def come_and_go(server: Process, record: bytes) -> None:
    chooser = random.Random(13)
    kinds = (["you", "open"], ["you", "random"], ["you", "you"], ["open", "open", "open"], ["you", "novice", "random"])

    async def a_table(http: httpx.AsyncClient) -> None:
        guest = Traveller(http, server.address)
        made = await guest.make(
            chooser.choice(["gift-of-tulips", "tulip"]), chooser.choice(kinds), listed=chooser.random() < 0.5
        )
        page = await guest.sit(made["table"])
        frames: list[str | bytes] = [chooser.randbytes(3000), '{"type":"chat","id":"a","text":"bye"}']
        await page.socket.send(chooser.choice(frames))
        await page.drop()

    async def an_upload(http: httpx.AsyncClient) -> None:
        guest = Traveller(http, server.address)
        good = await guest.ask("POST", "/records", content=record)
        at = chooser.randrange(len(record))
        bad = await guest.ask("POST", "/records", content=record[:at] + chooser.randbytes(50))
        assert good.status_code == 200 and bad.status_code == 400
        looked = await guest.get(f"/tables/{good.json()['table']}/positions/9?as=all")
        assert looked.status_code in (200, 409), "neither there nor on its way"

    async def nonsense(http: httpx.AsyncClient) -> None:
        guest = Traveller(http, server.address)
        for _ in range(4):
            name = quote(f"{chooser.getrandbits(60):x}"[: chooser.randrange(1, 16)])
            visit = await guest.get(chooser.choice(VISITS).format(name))
            body = json.dumps({name: [name] * chooser.randrange(2000), "secret": name, "game": name}).encode()
            wish = await guest.ask("POST", chooser.choice(WISHES).format(name), content=chooser.choice([body, body[:-9]]))
            assert visit.status_code < 500 and 400 <= wish.status_code < 500

    async def some(http: httpx.AsyncClient, rounds: int) -> int:
        """So many rounds; the server's memory after them, when all rooms are empty."""
        for _ in range(rounds):
            await asyncio.gather(*(a_table(http) for _ in range(10)), an_upload(http), *(nonsense(http) for _ in range(5)))
        await asyncio.sleep(1)
        return server.memory()

    async with browsing() as http:
        before = await some(http, WARM_UP)
        grown = await some(http, ROUNDS) - before
        rooms = re.search(r"^tulips_tables (\d+)", (await http.get(f"{server.address}{API}/metrics")).text, re.MULTILINE)
    assert rooms and int(rooms[1]) < ROUNDS, "the rooms are still there"
    assert grown < SMALL_GROWTH, f"the server has grown by {grown >> 20} MiB"


def test_the_rules_are_kept_once_for_each_language_whatever_is_asked_for() -> None:
    assert rules_page("tulip", "xx") is rules_page("tulip", "en")
    assert rules_page("tulip", "de") is not rules_page("tulip", "en")
