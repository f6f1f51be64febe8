"""What quiet tables notice while one address does its worst.

`python bench/abuse.py` starts a server on a fresh SQLite file and seats two quiet parties there, each with an address of its
own: three people who move ten times a second, and one person who plays against a master. It notes how long their moves take,
and the bot's. Then a process of its own attacks the server from one other address for as long, as fast as it can, and the
same is noted again. `--before FOLDER` does it all with another version's sources too, attack by attack, so that both meet the
same machine.

The bar: a move's p99 stays under 100 ms, and a bot takes at most twice its usual time. Who waits for ever makes few moves, so
there must also be at least half as many as usual.

All traffic stays on this machine. The attacker's address stands in a header, as a proxy would send it.
"""

import argparse
import asyncio
import contextlib
import functools
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from load import Count, Pace, Party, Server, play_match, read
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import tulips
from tulips.engine.kinds import fields_for_files
from tulips.engine.match import record_file

ATTACKER = "198.51.100.7"
READY = "attacking"
SETTLES = 2.0
BAR_MS, BAR_RATIO = 100.0, 2.0
FAILURES = (httpx.HTTPError, WebSocketException, OSError, TimeoutError, AssertionError)


class Attacker:
    """Somebody at one address who means no good."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(timeout=60, trust_env=False, limits=httpx.Limits(max_connections=200))
        self.cookie = ""
        self.answers: dict[int, int] = {}

    @property
    def headers(self) -> dict[str, str]:
        """What a proxy sends for a browser of theirs."""
        known = {"Cookie": f"tulips={self.cookie}"} if self.cookie else {}
        return {"Origin": self.address, "X-Forwarded-For": ATTACKER, **known}

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask for something; whatever is answered is noted."""
        answer = await self.http.request(method, f"{self.address}/api/v1{path}", headers=self.headers, **more)
        self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
        self.cookie = answer.cookies.get("tulips") or self.cookie
        self.http.cookies.clear()
        return answer

    async def make(self, game: str, kinds: list[str], **more: Any) -> str | None:
        """Make a table; its name, if it was granted."""
        seats = [{"kind": kind} if kind in ("you", "open") else {"kind": "bot", "level": kind} for kind in kinds]
        answer = await self.ask("POST", "/tables", json={"game": game, "seats": seats, **more})
        return answer.json()["table"] if answer.status_code == 200 else None

    def socket(self, table: str, **more: Any) -> connect:
        """A page at a table."""
        url = f"{self.address.replace('http', 'ws')}/api/v1/tables/{table}/socket"
        return connect(url, additional_headers=self.headers, max_size=None, proxy=None, compression=None, **more)

    async def upload(self, sizes: tuple[int, ...], moves: int = 0) -> str:
        """A record of as many events as are accepted: after some moves, one is made and taken back again and again."""
        for size in sizes:
            answer = await self.ask("POST", "/records", content=dithering(moves, size))
            if answer.status_code == 200:
                return str(answer.json()["table"])
        raise SystemExit("No record was accepted.")


@functools.cache
def long_match(moves: int) -> Any:
    """A match in which somebody has to move after so many moves, by rules that every version of the server knows."""
    match = tulips.game("tulpenfieber").match(seats=4, seed="longest", rules="1")
    chooser = random.Random(1)
    for _ in range(moves):
        match.play(match.actors[0], chooser.choice(match.game.moves(match.states, match.actors[0])))
    return match


def dithering(moves: int, events: int) -> bytes:
    """A record in which somebody can't make up their mind."""
    match = long_match(moves)
    record = json.loads(record_file.encode(match))
    record["options"] = {}  # as they were by those rules
    record["events"] = [line for line in record["events"] if "chance" not in line]  # it follows from the seed
    seat = match.actors[0]
    move = match.offers(seat)[0].what
    both = [{"seat": seat + 1, "move": move.kind(), **fields_for_files(move)}, {"undo": 1}]
    record["events"] += list(itertools.islice(itertools.cycle(both), events))
    return json.dumps(record, separators=(",", ":")).encode()


async def forever(deed: Callable[[], Awaitable[object]], pause: float = 0.0) -> None:
    """Do it again and again, whatever comes of it."""
    while True:
        with contextlib.suppress(*FAILURES):
            await deed()
        await asyncio.sleep(pause)


# What can be tried


async def long_records(attacker: Attacker) -> list[Awaitable[object]]:
    """Upload a record that is as long as may be, and ask for it and its positions."""
    table = await attacker.upload((100_001, 20_000, 10_000, 5_000, 2_000, 1_000, 500))
    deeds = [f"/tables/{table}/record", f"/tables/{table}/positions/0?as=all", f"/tables/{table}"]
    return [forever(lambda path=path: attacker.ask("GET", path), 0.2) for path in deeds * 4]  # type: ignore[misc]


async def takings_back(attacker: Attacker) -> list[Awaitable[object]]:
    """Open matches in which moves were taken back again and again."""
    tables = [await attacker.upload((4_000, 2_000, 1_000, 500), moves=1_200) for _ in range(5)]

    async def open_one() -> None:
        async with attacker.socket(random.choice(tables)) as opened:
            await opened.recv()
            await opened.send('{"type":"resync"}')
            await opened.recv()

    return [forever(open_one, 0.1) for _ in range(10)]


async def wrong_words(attacker: Attacker) -> list[Awaitable[object]]:
    """Sixty sockets that make moves which there are not, fifty a second each."""
    table = await attacker.make("tulip-bubble", ["you", "you", "you"])
    assert table

    async def babble() -> None:
        async with attacker.socket(table) as opened:
            hears = asyncio.create_task(hear(opened))
            for id in itertools.count():
                await opened.send(json.dumps({"type": "move", "id": f"w{id}", "number": 0, "move": "buy a tulip of no colour"}))
                await asyncio.sleep(0.02)
                if hears.done():
                    return

    return [forever(babble, 0.5) for _ in range(60)]


async def tables_of_bots(attacker: Attacker) -> list[Awaitable[object]]:
    """Ninety tables of five masters, at half of which somebody watches."""
    tables = [await attacker.make("tulip-bubble", ["master"] * 5) for _ in range(90)]

    async def watch(table: str) -> None:
        async with attacker.socket(table) as opened:
            await hear(opened)

    return [forever(lambda table=table: watch(table), 1.0) for table in tables[::2] if table]  # type: ignore[misc]


async def unread(attacker: Attacker) -> list[Awaitable[object]]:
    """Pages that ask for everything and read nothing."""
    table = await attacker.upload((100_001, 20_000, 10_000, 5_000, 2_000, 1_000, 500))

    async def ignore() -> None:
        async with attacker.socket(table, max_queue=1, ping_interval=None) as opened:
            for _ in range(200):
                await opened.send('{"type":"resync"}')
                await asyncio.sleep(0.2)

    return [forever(ignore, 1.0) for _ in range(190)]


async def half_requests(attacker: Attacker) -> list[Awaitable[object]]:
    """Connections on which a request never comes to its end."""
    port = int(attacker.address.rsplit(":", 1)[1])

    async def begin() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while not reader.at_eof():
                writer.write(b"X-More: 1\r\n")
                await asyncio.wait_for(reader.read(1000), 5)
        finally:
            writer.close()

    return [forever(begin, 0.5) for _ in range(800)]


async def requests(attacker: Attacker) -> list[Awaitable[object]]:
    """Everything that can be asked for."""
    table = await attacker.make("gift-of-tulips", ["you", "greedy"], listed=True)
    paths = ["/openapi.json", "/games", "/games/tulip-bubble/rules?language=fr", "/tables", f"/tables/{table}", "/metrics"]
    paths += [f"/tables/{table}/positions/0", "/health", "/reach", "/nowhere"]
    return [forever(lambda path=path: attacker.ask("GET", path)) for path in paths * 3]  # type: ignore[misc]


async def crowd(attacker: Attacker) -> list[Awaitable[object]]:
    """A hundred spectators of the quiet table who talk all the time, and tables that fill the lobby."""
    lobby = (await attacker.ask("GET", "/tables")).json()["tables"]
    table = next(one["id"] for one in lobby if one["listed"])

    async def chatter() -> None:
        async with attacker.socket(table) as opened:
            hears = asyncio.create_task(hear(opened))
            for id in itertools.count():
                await opened.send(json.dumps({"type": "chat", "id": f"c{id}{random.random()}", "text": "Hear me! " * 50}))
                await asyncio.sleep(0.1)
                if hears.done():
                    return

    fill = forever(lambda: attacker.make("tulip", ["you", "open"], listed=True), 0.1)
    return [fill, *(forever(chatter, 0.5) for _ in range(100))]


ATTACKS = {
    attack.__name__: attack
    for attack in (long_records, takings_back, wrong_words, tables_of_bots, unread, half_requests, requests, crowd)
}


async def hear(opened: ClientConnection) -> None:
    """Read all that comes."""
    async for _ in opened:
        pass


async def attack(name: str, address: str) -> None:
    """Attack until somebody ends it."""
    attacker = Attacker(address)
    deeds = await ATTACKS[name](attacker)
    print(READY, flush=True)
    await asyncio.gather(*deeds)


# What others notice


class Quiet:
    """Those who only want to play."""

    def __init__(self, server: Server, http: httpx.AsyncClient) -> None:
        self.people = Listed(server, http, "gift-of-tulips", 3, 1)
        self.alone = Party(server, http, "tulip", 2, 2)
        self.moves = Count()
        self.bots: list[float] = []
        self.opened: list[float] = []

    async def begin(self) -> list[asyncio.Task[None]]:
        """Sit down and play."""
        await self.people.sit_down()
        pace = Pace(10)
        playing = [self.people.play(seat, pace, self.moves, random.Random(seat)) for seat in range(self.people.seats)]
        return [asyncio.create_task(work) for work in (*playing, self.play_alone(), self.come_and_go())]

    async def play_alone(self) -> None:
        """Play against a master, match after match; from each move of one's own to one's next turn."""
        chooser = random.Random(5)
        while True:
            wish = {"game": self.alone.game, "seats": [{"kind": "you"}, {"kind": "bot", "level": "master"}]}
            made = await self.alone.post("/tables", wish, self.alone.cookies[0] if self.alone.cookies else None)
            self.alone.cookies = [made.cookies.get("tulips") or self.alone.cookies[0]]
            async with self.alone.connected(0, made.json()["table"]) as opened:
                watched = Turns(opened, self.bots)
                await play_match(watched, 0, Pace(None), Count(), chooser)  # type: ignore[arg-type]

    async def come_and_go(self) -> None:
        """Somebody else opens the page of the quiet table now and then."""
        while True:
            started = time.perf_counter()
            async with self.people.connected(0, self.people.table) as opened:
                await opened.recv()
            self.opened.append(time.perf_counter() - started)
            await asyncio.sleep(0.5)

    def forget(self) -> None:
        """Begin to measure anew."""
        self.moves.latencies.clear()
        self.bots.clear()
        self.opened.clear()

    def figures(self) -> dict[str, float | int | None]:
        """What was noticed."""
        moves = sorted(self.moves.latencies)
        return {
            "moves": len(moves),
            "p50_ms": milliseconds(moves, 0.5),
            "p99_ms": milliseconds(moves, 0.99),
            "worst_ms": milliseconds(moves, 1.0),
            "bots": len(self.bots),
            "bot_ms": milliseconds(sorted(self.bots), 0.5),
            "open_ms": milliseconds(sorted(self.opened), 0.5),
        }


class Listed(Party):
    """People at a table that everybody may watch."""

    async def post(self, path: str, body: Any, cookie: str | None = None) -> httpx.Response:
        """Ask for something that must be granted."""
        if path == "/tables":
            body = {**body, "listed": True, "watching": "at once"}
        return await super().post(path, body, cookie)


class Turns:
    """A page that notes how long it waits for its next turn."""

    def __init__(self, opened: ClientConnection, waits: list[float]) -> None:
        self.opened = opened
        self.waits = waits
        self.since: float | None = None

    async def send(self, text: str) -> None:
        """Move."""
        self.since = time.perf_counter()
        await self.opened.send(text)

    def __aiter__(self) -> "Turns":
        return self

    async def __anext__(self) -> str | bytes:
        text = await self.opened.recv()
        frame = read(text)
        if self.since and frame.type != "done" and frame.position and frame.position.offers:
            self.waits.append(time.perf_counter() - self.since)
            self.since = None
        return text


def milliseconds(sorted_seconds: list[float], part: float) -> float | None:
    """A quantile, for people."""
    if not sorted_seconds:
        return None
    return round(1000 * sorted_seconds[min(len(sorted_seconds) - 1, int(len(sorted_seconds) * part))], 1)


async def measure(server: Server, name: str, seconds: float) -> dict[str, Any]:
    """The quiet tables before and during an attack."""
    async with httpx.AsyncClient(timeout=120, trust_env=False) as http:
        quiet = Quiet(server, http)
        playing = await quiet.begin()
        await asyncio.sleep(SETTLES)
        quiet.forget()
        await asyncio.sleep(seconds)
        usual, memory = quiet.figures(), server.memory()
        command = [sys.executable, __file__, "--attack", name, "--address", server.address]
        enemy = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        try:
            assert enemy.stdout
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(enemy.stdout.readline(), 120)
            await asyncio.sleep(SETTLES)
            quiet.forget()
            await asyncio.sleep(seconds)
            attacked = quiet.figures()
            grown = server.memory() - memory
        finally:
            with contextlib.suppress(ProcessLookupError):
                enemy.kill()
            await enemy.wait()
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
    broken = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
    ratio = attacked["bot_ms"] / usual["bot_ms"] if attacked["bot_ms"] and usual["bot_ms"] else None
    fast = ratio is not None and ratio <= BAR_RATIO and attacked["p99_ms"] is not None and attacked["p99_ms"] < BAR_MS
    enough = all(2 * (attacked[kind] or 0) >= (usual[kind] or 0) for kind in ("moves", "bots"))
    holds = fast and enough and not broken
    return {
        "attack": name,
        "usual": usual,
        "attacked": attacked,
        "bot_ratio": round(ratio, 2) if ratio else None,
        "megabytes_grown": round(grown / 1e6),
        "lost": [repr(one) for one in broken],
        "holds": holds,
    }


def one_run(name: str, sources: Path, seconds: float) -> dict[str, Any]:
    """An attack on a server of some sources."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(sources)}
        server = Server(f"sqlite:///{folder}/abuse.db", pace=0.2, environment=environment)
        try:
            server.wait()
            found = asyncio.run(measure(server, name, seconds))
            server.process.terminate()
            started = time.perf_counter()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.process.wait(30)
            return {**found, "stopped_in_s": round(time.perf_counter() - started, 1)}
        finally:
            server.process.kill()
            server.process.wait()


def main() -> None:
    """Attack and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", choices=list(ATTACKS), action="append", help="this attack (may be repeated); all if not given"
    )
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="sources of another version, to be attacked too")
    parser.add_argument("--attack", choices=list(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.attack:
        asyncio.run(attack(arguments.attack, arguments.address))
        return
    own = Path(tulips.__file__).parents[1]
    versions = {"before": arguments.before, "now": own} if arguments.before else {"now": own}
    for name in arguments.only or ATTACKS:
        for version, sources in versions.items():
            print(json.dumps({"version": version, **one_run(name, sources.absolute(), arguments.seconds)}), flush=True)


if __name__ == "__main__":
    main()
