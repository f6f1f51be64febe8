"""Load on a real server: many tables of real games, every seat a browser-like connection that plays as fast as it is asked.

`python bench/load.py` starts a server on a fresh SQLite file (or `--database URL`), seats four people at each of 50 tables, and
tells durable moves a second, moves for each second of the server's processor time, how long a move takes from sending to
being on disk, and the memory of a match and of a connection. `--rate 200` paces the moves for the latency at that load.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server process on a port of its own."""

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        command = [
            sys.executable,
            *os.environ.get("LOAD_PYTHON", "").split(),
            "-m",
            "tulips.cli",
            "serve",
            "--port",
            str(self.port),
            "--database",
            database,
            "--seeds",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

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
        self.running = True


async def play_seat(socket: ClientConnection, seat: int, pace: Pace, count: Count, chooser: random.Random) -> None:
    """Answer every position that asks this seat with one of its offers."""
    sent: dict[str, float] = {}
    async for text in socket:
        frame = msgspec.json.decode(text)
        kind = frame["type"]
        if kind == "done" and frame["id"] in sent:
            count.latencies.append(time.perf_counter() - sent.pop(frame["id"]))
        position = frame.get("position")
        if position is None:
            continue
        if position["end"] or not count.running:
            return
        if seat in position["acting"] and position["offers"] and not sent:
            await pace.turn()
            id = f"{chooser.getrandbits(64):x}"
            offer = chooser.choice(position["offers"])
            sent[id] = time.perf_counter()
            await socket.send(json.dumps({"type": "move", "id": id, "number": frame["number"], "move": offer["move"]}))


async def make_table(server: Server, http: httpx.AsyncClient, game: str, seats: int) -> tuple[str, list[str]]:
    """A table with all seats open; its name and the seats' secrets."""
    wish = {"game": game, "seats": [{"kind": "open"}] * seats, "watching": "nobody"}
    while True:
        answer = await http.post(f"{server.address}/api/v1/tables", json=wish)
        if answer.status_code == 429:  # the server's own limit on new tables for one address
            await asyncio.sleep(0.5)
            continue
        answer.raise_for_status()
        made = answer.json()
        return made["table"], [link.split("#")[1] for link in made["links"]["seats"]]


async def sit_down(server: Server, table: str, secret: str) -> ClientConnection:
    """Exchange a link's secret for a cookie, and open the socket with it."""
    async with httpx.AsyncClient(headers={"Origin": server.address}) as http:
        while True:
            answer = await http.post(f"{server.address}/api/v1/join", json={"secret": secret})
            if answer.status_code != 429:
                break
            await asyncio.sleep(0.1)
        answer.raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/socket"
    return await connect(address, origin=server.address, additional_headers={"Cookie": cookie}, max_size=None)  # type: ignore[arg-type]


async def measure(server: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play at all tables for a while."""
    chooser, count, pace = random.Random(1), Count(), Pace(arguments.rate)
    async with httpx.AsyncClient(headers={"Origin": server.address}, timeout=60) as http:
        await make_table(server, http, arguments.game, arguments.seats)  # what is loaded once
        empty = server.memory()
        tables = [await make_table(server, http, arguments.game, arguments.seats) for _ in range(arguments.tables)]
    sockets: list[tuple[ClientConnection, int]] = []
    for table, secrets in tables:
        sockets += [(await sit_down(server, table, secret), seat) for seat, secret in enumerate(secrets)]
    players = [asyncio.create_task(play_seat(s, seat, pace, count, random.Random(chooser.random()))) for s, seat in sockets]
    await asyncio.sleep(arguments.warm_up)
    count.latencies.clear()
    cpu, started = server.cpu(), time.perf_counter()
    await asyncio.sleep(arguments.seconds)
    seconds, cpu = time.perf_counter() - started, server.cpu() - cpu
    latencies = sorted(count.latencies)
    full = server.memory()
    count.running = False
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    for s, _ in sockets:
        await s.close()
    return {
        "game": arguments.game,
        "tables": arguments.tables,
        "connections": len(sockets),
        "moves_a_second": round(len(latencies) / seconds),
        "moves_a_cpu_second": round(len(latencies) / cpu) if cpu else None,
        "cpu_share": round(cpu / seconds, 2),
        "p50_ms": round(1000 * latencies[len(latencies) // 2], 1),
        "p99_ms": round(1000 * latencies[int(len(latencies) * 0.99)], 1),
        "kilobytes_a_table_with_its_connections": round((full - empty) / arguments.tables / 1000),
    }


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="gift-of-tulips")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--warm-up", type=float, default=1)
    parser.add_argument("--rate", type=float, help="moves a second over all tables; as many as possible if not given")
    parser.add_argument("--database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.database or f"sqlite:///{folder}/load.db")
        try:
            server.wait()
            print(json.dumps(asyncio.run(measure(server, arguments)), indent=2))
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
