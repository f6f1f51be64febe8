"""Load on a real server: many tables of real games, every seat a browser-like connection that plays as fast as it is asked.

`python bench/load.py` starts a server on a fresh SQLite file (or `--database URL`), seats four people at each of 50 tables, ten
of each game, and tells durable moves a second, moves for each second of the server's processor time, and how long a move takes
from sending to being on disk. Where a match is over the same people play a rematch. `--rate 200` paces the moves, for the
latency at that load; `--reviews` lets the server review finished matches meanwhile; `--memory` weighs a live match and a
connection instead.

All traffic comes from this machine, as from a proxy: each table's people have an address of their own, so that the server's
limits per address hold as they would for guests from everywhere.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tulips
from tulips import bots
from tulips.engine.match import record_file

try:
    from uvloop import run
except ImportError:  # there is none for Windows
    from asyncio import run

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 60.0
NULL = msgspec.Raw(b"null")
WEIGHED_TABLES, WEIGHED_MOVES, MORE_CONNECTIONS = 100, 12, 3


class Choice(msgspec.Struct):
    """An offer, of which a player without judgement needs only the number."""

    move: int


class Shown(msgspec.Struct):
    """What such a player looks at in a position."""

    acting: list[int]
    offers: list[Choice]
    end: msgspec.Raw  # null while the match goes on


class Around(msgspec.Struct):
    """What such a player looks at of the table."""

    rematch: str | None = None


class Frame(msgspec.Struct):
    """What such a player looks at in a frame; to read all of it would cost more than the server's part."""

    type: str
    id: str | None = None
    number: int = 0
    position: Shown | None = None
    table: Around | None = None


read = msgspec.json.Decoder(Frame).decode


class Server:
    """A server process on a port of its own."""

    def __init__(self, database: str, pace: float = 0, environment: dict[str, str] | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        options = ["--port", str(self.port), "--database", database, "--pace", str(pace), "--no-browser"]
        command = [sys.executable, *os.environ.get("LOAD_PYTHON", "").split(), "-m", "tulips", "serve", *options]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wait(self) -> None:
        """Until it answers."""
        for _ in range(300):
            try:
                httpx.get(f"{self.address}/health")
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise SystemExit("The server did not start.")

    def cpu(self) -> float:
        """The processor time that it has used, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Its memory, in bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Pace:
    """Hands out the moments at which moves may be sent."""

    def __init__(self, rate: float | None) -> None:
        self.rate = rate
        self.next = time.perf_counter()

    async def turn(self) -> None:
        """Wait for the next moment."""
        if self.rate:
            now = time.perf_counter()
            self.next = max(self.next + 1 / self.rate, now)
            await asyncio.sleep(self.next - now)


class Count:
    """What was measured."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.matches = 0
        self.refused = 0


class Yardstick:
    """How much slower than in its best moments this machine does the same small work now: others may be busy on it too."""

    def __init__(self) -> None:
        self.took: list[float] = []

    async def run(self) -> None:
        """Do the work from time to time."""
        while True:
            self.took.append(min(self._once(), self._once()))
            await asyncio.sleep(0.05)

    def _once(self) -> float:
        started = time.process_time_ns()
        text = msgspec.json.encode([{"number": number, "words": [str(number)] * 3} for number in range(300)])
        msgspec.json.decode(text)
        return (time.process_time_ns() - started) / 1e9

    @property
    def slower(self) -> float:
        """The usual against the best."""
        return sorted(self.took)[len(self.took) // 2] / min(self.took)


class Party:
    """Four people, or however many, who play match after match."""

    def __init__(self, server: Server, http: httpx.AsyncClient, game: str, seats: int, number: int) -> None:
        self.server = server
        self.http = http
        self.game = game
        self.seats = seats
        self.address = f"10.{number >> 8}.{number & 255}.1"
        self.table = ""
        self.cookies: list[str] = []

    def headers(self, cookie: str | None = None) -> dict[str, str]:
        """What a proxy sends for one of their browsers."""
        known = {"Cookie": f"tulips={cookie}"} if cookie else {}
        return {"Origin": self.server.address, "X-Forwarded-For": self.address, **known}

    async def post(self, path: str, body: Any, cookie: str | None = None) -> httpx.Response:
        """Ask for something that must be granted."""
        url = f"{self.server.address}/api/v1{path}"
        while True:
            answer = await self.http.post(url, json=body, headers=self.headers(cookie))
            self.http.cookies.clear()
            if answer.status_code != 429:
                answer.raise_for_status()
                return answer
            await asyncio.sleep(0.1)

    async def sit_down(self, *, alone: bool = False) -> None:
        """Make a table and join it, each with a browser of their own, or one for all seats."""
        wish = {"game": self.game, "seats": [{"kind": "open"}] * self.seats, "watching": "nobody"}
        made = (await self.post("/tables", wish)).json()
        self.table = made["table"]
        cookie = None
        for link in made["links"]["seats"]:
            answer = await self.post("/join", {"secret": link.split("#")[1]}, cookie if alone else None)
            cookie = answer.cookies.get("tulips") or cookie
            assert cookie
            self.cookies.append(cookie)

    async def rematch(self) -> str:
        """The table where they play again."""
        answer: dict[str, str] = (await self.post(f"/tables/{self.table}/rematch", {}, self.cookies[0])).json()
        return answer["table"]

    @contextlib.asynccontextmanager
    async def connected(self, seat: int, table: str) -> AsyncIterator[ClientConnection]:
        """The socket of a seat's page."""
        address = f"ws://127.0.0.1:{self.server.port}/api/v1/tables/{table}/socket?seat={seat}"
        async with connect(
            address, additional_headers=self.headers(self.cookies[seat]), max_size=None, proxy=None, compression=None
        ) as opened:
            yield opened

    async def play(self, seat: int, pace: Pace, count: Count, chooser: random.Random) -> None:
        """One seat, match after match."""
        table = self.table
        while True:
            async with self.connected(seat, table) as opened:
                await play_match(opened, seat, pace, count, chooser)
                if seat == 0:
                    count.matches += 1
                    while True:
                        with contextlib.suppress(httpx.HTTPStatusError):  # the table is not closed yet
                            self.table = table = await self.rematch()
                            break
                        await asyncio.sleep(0.05)
                else:
                    table = await rematch_of(opened)


async def play_match(opened: ClientConnection, seat: int, pace: Pace, count: Count, chooser: random.Random) -> None:
    """Answer every position that asks this seat with one of its offers, until the end."""
    sent: dict[str, float] = {}
    async for text in opened:
        frame = read(text)
        if frame.type == "done" and frame.id in sent:
            count.latencies.append(time.perf_counter() - sent.pop(frame.id))
        elif frame.type == "refused":
            count.refused += 1
            sent.clear()
        position = frame.position
        if position is None:
            continue
        if position.end != NULL:
            return
        if seat in position.acting and position.offers and not sent:
            await pace.turn()
            id = f"{chooser.getrandbits(64):x}"
            offer = chooser.choice(position.offers)
            sent[id] = time.perf_counter()
            await opened.send(json.dumps({"type": "move", "id": id, "number": frame.number, "move": offer.move}))


async def rematch_of(opened: ClientConnection) -> str:
    """The table that goes on, once somebody has asked for it."""
    async for text in opened:
        frame = read(text)
        if frame.type == "table" and frame.table and frame.table.rematch:
            return frame.table.rematch
    raise ConnectionClosed(None, None)


class Reader:
    """Somebody who has one match after another reviewed."""

    def __init__(self, server: Server, http: httpx.AsyncClient, arguments: argparse.Namespace) -> None:
        self.party = Party(server, http, "", 0, 65_000)
        self.games = tulips.game_names() if arguments.game == "all" else [arguments.game]
        self.seats = arguments.seats
        self.computing = asyncio.Event()
        self.asked = self.looks = self.found_computing = 0

    async def run(self) -> None:
        """Upload a record and wait for its review, again and again."""
        url = f"{self.party.server.address}/api/v1"
        for number, game in enumerate(itertools.cycle(self.games)):
            text = await asyncio.to_thread(self._record, game, number)
            made = await self.party.http.post(f"{url}/records", content=text, headers=self.party.headers())
            made.raise_for_status()
            cookie = made.cookies["tulips"]
            self.party.http.cookies.clear()
            path = f"/tables/{made.json()['table']}/review"
            told = await self.party.post(path, {}, cookie)
            self.asked += 1
            while told.json()["state"] != "ready":
                assert told.json()["state"] in ("waiting", "computing"), told.json()
                self.looks += 1
                if told.json()["state"] == "computing" and told.json()["done"] > 0:
                    self.found_computing += 1
                    self.computing.set()
                await asyncio.sleep(0.2)
                told = await self.party.http.get(f"{url}{path}", headers=self.party.headers(cookie))

    def _record(self, name: str, number: int) -> bytes:
        game = tulips.game(name)
        match = game.match(min(self.seats, max(game.seat_counts)), seed=str(number))
        while match.end is None:
            seat = match.actors[0]
            match.play(seat, bots.choose(game, match.states, seat, bots.instant(game)[-1], match.moves_made))
        return record_file.encode(match)


def parties(server: Server, http: httpx.AsyncClient, arguments: argparse.Namespace, tables: int) -> list[Party]:
    """As many parties as there are tables, the games in turn."""
    games = tulips.game_names() if arguments.game == "all" else [arguments.game]
    return [
        Party(server, http, game, min(arguments.seats, max(tulips.game(game).seat_counts)), number)
        for number, game in zip(range(tables), itertools.cycle(games), strict=False)
    ]


async def measure(server: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play at all tables for a while."""
    chooser, count, pace = random.Random(1), Count(), Pace(arguments.rate)
    async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
        guests = parties(server, http, arguments, arguments.tables)
        for party in guests:
            await party.sit_down()
        playing = [
            asyncio.create_task(party.play(seat, pace, count, random.Random(chooser.random())))
            for party in guests
            for seat in range(party.seats)
        ]
        await asyncio.sleep(arguments.warm_up)
        reader = Reader(server, http, arguments)
        if arguments.reviews:
            playing.append(asyncio.create_task(reader.run()))
            await reader.computing.wait()
            reader.looks = reader.found_computing = 0
        yardstick = Yardstick()
        measuring = asyncio.create_task(yardstick.run())
        count.latencies.clear()
        count.matches = 0
        cpu, started = server.cpu(), time.perf_counter()
        await asyncio.sleep(arguments.seconds)
        seconds, cpu = time.perf_counter() - started, server.cpu() - cpu
        latencies = sorted(count.latencies)
        broken = [task.exception() for task in playing if task.done()]
        for task in (measuring, *playing):
            task.cancel()
        await asyncio.gather(measuring, *playing, return_exceptions=True)
    if broken:
        raise SystemExit(f"{len(broken)} players have stopped: {broken[0]!r}")
    return {
        "game": arguments.game,
        "tables": arguments.tables,
        "connections": sum(party.seats for party in guests),
        "seconds": round(seconds, 1),
        "moves": len(latencies),
        "matches_ended": count.matches,
        "refused": count.refused,
        "moves_a_second": round(len(latencies) / seconds),
        "moves_a_cpu_second": round(len(latencies) / cpu) if cpu else None,
        "cpu_share": round(cpu / seconds, 2),
        "p50_ms": round(1000 * latencies[len(latencies) // 2], 1),
        "p99_ms": round(1000 * latencies[int(len(latencies) * 0.99)], 1),
        "machine_slower_by": round(yardstick.slower, 2),
        **(
            {"reviews_asked": reader.asked, "reviewing": round(reader.found_computing / reader.looks, 2)}
            if reader.looks
            else {}
        ),
    }


async def play_some(opened: ClientConnection, moves: int, chooser: random.Random) -> None:
    """Make so many moves on one connection that holds all seats, or as many as there are."""
    number, position = 0, None
    for made in range(moves):
        while position is None or number < made:
            frame = read(await opened.recv())
            if frame.position:
                number, position = frame.number, frame.position
        if position.end != NULL:
            return
        await opened.send(json.dumps({"type": "look", "seat": position.acting[0]}))
        while True:
            frame = read(await opened.recv())
            if frame.type == "state" and frame.position and frame.position.offers:
                break
        move = {"number": frame.number, "move": chooser.choice(frame.position.offers).move}
        await opened.send(json.dumps({"type": "move", "id": f"{made}", **move}))
        position = None
    while number < moves:
        frame = read(await opened.recv())
        number = frame.number if frame.position else number


async def weigh(server: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    """The memory of live matches in their midst and of connections: tables with one connection each, then with more."""
    chooser = random.Random(1)
    async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http, contextlib.AsyncExitStack() as held:

        async def live(group: Sequence[Party]) -> None:
            for party in group:
                await party.sit_down(alone=True)
                await play_some(await held.enter_async_context(party.connected(0, party.table)), WEIGHED_MOVES, chooser)

        async def more(group: Sequence[Party]) -> None:
            for party, seat in itertools.product(group, range(1, 1 + MORE_CONNECTIONS)):
                await (await held.enter_async_context(party.connected(seat % party.seats, party.table))).recv()

        everybody = parties(server, http, arguments, WEIGHED_TABLES + 20)
        first, group = everybody[:20], everybody[20:]
        await live(first)  # all that is loaded once, and the threads that there will be
        await more(first)
        empty = server.memory()
        await live(group)
        lonely = server.memory()
        await more(group)
        full = server.memory()
    connection = (full - lonely) / len(group) / MORE_CONNECTIONS
    return {
        "game": arguments.game,
        "tables": len(group),
        "moves_each": WEIGHED_MOVES,
        "kilobytes_a_connection": round(connection / 1000, 1),
        "kilobytes_a_match": round(((lonely - empty) / len(group) - connection) / 1000, 1),
        "megabytes_in_all": round(full / 1e6),
    }


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="all", help="the name of a game, or all, table by table in turn")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warm-up", type=float, default=3)
    parser.add_argument("--rate", type=float, help="moves a second over all tables; as many as possible if not given")
    parser.add_argument("--reviews", action="store_true", help="review one finished match after another meanwhile")
    parser.add_argument("--memory", action="store_true", help="weigh a match and a connection instead")
    parser.add_argument("--database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.database or f"sqlite:///{folder}/load.db")
        try:
            server.wait()
            work = weigh(server, arguments) if arguments.memory else measure(server, arguments)
            print(json.dumps(run(work), indent=2))
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
