"""What each kind of message and request costs a server: microseconds of its processor time, which the limits are made from.

`python bench/costs.py` starts a server on a fresh SQLite file with a table for each of 40 addresses, the games in turn, plays a
few moves at each, and then sends each kind so often that no limit is reached.
"""

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
from load import PATIENCE, Party, Server, parties, play_some, run
from websockets.asyncio.client import ClientConnection

from tulips.engine.phrase import Phrase

TABLES, MOVES = 40, 12
WRONG = "buy what nobody sells"


class Guest:
    """Somebody alone at a table, who holds all its seats."""

    def __init__(self, party: Party, socket: ClientConnection) -> None:
        self.party = party
        self.socket = socket
        self.number = 0
        self.words = WRONG
        self.seat = 0

    async def look(self) -> None:
        """Hear the whole position of a seat that acts."""
        await self.socket.send(json.dumps({"type": "look", "seat": self.seat}))
        while (frame := json.loads(await self.socket.recv()))["type"] != "state":
            pass
        self.number, position = frame["number"], frame["position"]
        self.seat, offers = position["acting"][0], position["offers"]
        self.words = str(msgspec.convert(offers[0]["phrase"], Phrase)) if offers else WRONG

    async def say(self, type: str, **fields: Any) -> None:
        """Send a message and wait for its answer."""
        named = {} if type == "ping" else {"id": f"{random.getrandbits(60):x}"}
        await self.socket.send(json.dumps({"type": type, **named, **fields}))
        while json.loads(await self.socket.recv())["type"] not in ("done", "refused", "pong"):
            pass


async def measure(server: Server, arguments: argparse.Namespace) -> dict[str, int]:
    """Each kind's cost."""
    costs: dict[str, int] = {}
    async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http, contextlib.AsyncExitStack() as held:
        guests = []
        for party in parties(server, http, arguments, TABLES):
            await party.sit_down(alone=True)
            socket = await held.enter_async_context(party.connected(0, party.table))
            await play_some(socket, MOVES, random.Random(1))
            guests.append(Guest(party, socket))

        async def cost(name: str, times: int, act: Callable[[Guest], Awaitable[Any]]) -> None:
            async def often(guest: Guest) -> None:
                for _ in range(times):
                    await act(guest)

            before = server.cpu()
            await asyncio.gather(*(often(guest) for guest in guests))
            costs[name] = round((server.cpu() - before) / (times * len(guests)) * 1e6)

        async def get(guest: Guest, path: str) -> None:
            answer = await http.get(f"{server.address}{path}", headers=guest.party.headers(guest.party.cookies[0]))
            http.cookies.clear()
            assert answer.status_code == 200, answer.text

        async def come(guest: Guest) -> None:
            async with guest.party.connected(0, guest.party.table) as socket:
                await socket.recv()

        await cost("look: a whole position", 20, lambda guest: guest.look())
        await cost("a move in wrong words, some with the position", 30, wrong)
        await cost("ask in right words", 30, lambda guest: guest.say("ask", words=guest.words, seat=guest.seat))
        await cost("ask in wrong words", 30, lambda guest: guest.say("ask", words=WRONG, seat=guest.seat))
        await cost("ping", 30, lambda guest: guest.say("ping"))
        await cost("a message that is none", 30, lambda guest: guest.say("nonsense"))
        await cost("a socket that opens and closes", 3, come)
        await cost("GET /", 10, lambda guest: get(guest, "/"))
        await cost("GET a picture", 10, lambda guest: get(guest, "/pictures/icon-192.png"))
        for path in ("/games", "/games/tulip/rules", "/tables", "/openapi.json", "/health", "/metrics"):
            await cost(f"GET /api/v1{path}", 10, lambda guest, path=path: get(guest, f"/api/v1{path}"))
    return costs


async def wrong(guest: Guest) -> None:
    """A move that the game does not know."""
    await guest.say("move", number=guest.number, move=WRONG, seat=guest.seat)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="all", help="the name of a game, or all, table by table in turn")
    parser.add_argument("--seats", type=int, default=4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/costs.db")
        try:
            server.wait()
            print(json.dumps(run(measure(server, arguments)), indent=2))
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
