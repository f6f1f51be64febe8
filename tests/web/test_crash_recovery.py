"""A pulled plug costs nobody a move in any game: `kill -9` under load, of the server and of its database."""

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from support.accounted_players import Player, Rows, check, rows_of
from support.client import Guest, Page, browsing
from support.forked_servers import ForkServer, Server
from support.postgres import Postgres, running
from support.soak import KILLS
from tulips.table.record_files import match_of

pytestmark = [pytest.mark.slow, pytest.mark.repeats]

TABLES = [("gift-of-tulips", 3), ("tulip", 2), ("tulip-bubble", 3), ("tulipmania-1637", 3), ("tulpenfieber", 2)]
MOST_MOVES = 20
"""A kill comes after fewer acknowledged moves than that."""

KILLED_EARLY = 0.15
"""How often a server is killed while it starts."""

PATIENCE = 60.0


@pytest.fixture(scope="module")
def forks() -> Iterator[ForkServer]:
    with ForkServer() as forks:
        yield forks


class Evening:
    """Tables that are played at while plugs are pulled, and what was found on disk each time."""

    def __init__(self, http: httpx.AsyncClient, address: str, chooser: random.Random) -> None:
        self.http = http
        self.address = address
        self.chooser = chooser
        self.tables: dict[str, list[Player]] = {}
        self.playing: list[asyncio.Task[None]] = []
        self.found: dict[str, Rows] = {}
        self.closed: set[str] = set()

    async def sit_down(self) -> None:
        """Begin a new match wherever one is over."""
        going = [players for players in self.tables.values() if not all_over(players)]
        for game, seats in TABLES:
            if not any(players[0].game == game for players in going):
                players = await self._seated(game, seats)
                self.tables[players[0].table] = players
                self.playing += [asyncio.create_task(player.play()) for player in players]

    async def _seated(self, game: str, seats: int) -> list[Player]:
        made = await Guest(self.http, self.address).make(game, ["open"] * seats)
        players = []
        for seat, link in enumerate(made["links"]["seats"]):
            guest = Guest(self.http, self.address)
            await guest.join(link)
            players.append(Player(guest, game, made["table"], seat, random.Random(self.chooser.random())))
        return players

    @property
    def acknowledged(self) -> int:
        """How many messages have been acknowledged by now."""
        return sum(len(player.acknowledged) for players in self.tables.values() for player in players)

    async def play(self, moves: int) -> None:
        """Until so many more are acknowledged, or nobody gets on."""
        goal, patience = self.acknowledged + moves, time.monotonic() + PATIENCE
        while self.acknowledged < goal and time.monotonic() < patience and not all(task.done() for task in self.playing):
            await asyncio.sleep(0.002)

    def check(self, engine: sa.Engine, *, all: bool = False) -> None:
        """Hold everybody's ledger against the disk; a match that is over is looked at once more, and in the end."""
        for task in self.playing:
            if task.done() and not task.cancelled():
                task.result()
        for id, players in self.tables.items():
            if all or id not in self.closed:
                now = rows_of(engine, id)
                check(players, self.found.get(id), now)
                self.found[id] = now
                if all_over(players):
                    self.closed.add(id)

    async def end(self, engine: sa.Engine) -> None:
        """Everybody comes back to a seat that is theirs, and every match is one that the rules allow."""
        while going := [task for task in self.playing if not task.done()]:  # a wait just over may swallow one
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=1)
        self.check(engine, all=True)
        for id, players in self.tables.items():
            for player in players:
                page = await player.guest.sit(id)
                assert page.told.table["seats"][player.seat]["yours"], "the seat is lost"
                await self._shows(page, engine)
                await page.close()

    def check_load(self) -> None:
        """Enough was acknowledged, in every game."""
        assert self.acknowledged >= KILLS * MOST_MOVES / 4, "there was no load"
        for game, _ in TABLES:
            players = [player for players in self.tables.values() for player in players if player.game == game]
            assert sum(len(player.acknowledged) for player in players) >= KILLS / 4, f"{game} was hardly played"
        print(f"{KILLS} kills, {self.acknowledged} acknowledged, {len(self.tables)} tables")

    async def _shows(self, page: Page, engine: sa.Engine) -> None:
        """What a page shows is what is on disk, where the last messages may still arrive."""
        await page.ready()
        rows = rows_of(engine, page.id)
        while page.told.number != len(rows.events):
            await page.reach(len(rows.events))
            rows = rows_of(engine, page.id)
        check(self.tables[page.id], self.found[page.id], rows)
        position = await page.ready()
        assert position["moves"] == match_of(rows.state, rows.events).moves_made


def all_over(players: list[Player]) -> bool:
    """Whether everybody has seen the end of the match."""
    return all(player.over for player in players)


def test_every_acknowledged_move_survives_kill_9(forks: ForkServer, tmp_path: Path) -> None:
    """The server is killed again and again while all five games are played."""
    asyncio.run(kill_servers(forks, f"sqlite:///{tmp_path}/plug.db"))


async def kill_servers(forks: ForkServer, database: str) -> None:
    chooser = random.Random(1637)
    engine = sa.create_engine(database, poolclass=sa.NullPool)
    with Server(forks, database) as server:
        async with browsing() as http:
            evening = Evening(http, server.address, chooser)
            for kill in range(KILLS):
                server.start()
                if kill and chooser.random() < KILLED_EARLY:
                    await asyncio.sleep(chooser.random() / 2)  # it may be migrating, opening rooms, or welcoming people
                else:
                    await asyncio.to_thread(server.wait)
                    await evening.sit_down()
                    await evening.play(chooser.randrange(MOST_MOVES))
                    await asyncio.sleep(chooser.random() / 100)
                server.kill()
                evening.check(engine)
            server.start()
            await asyncio.to_thread(server.wait)
            await evening.end(engine)
    evening.check_load()


@pytest.fixture(scope="module")
def mortal_postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


def test_players_go_on_when_postgresql_was_killed_and_is_back(forks: ForkServer, mortal_postgres: Postgres) -> None:
    """The database is killed again and again while all five games are played; it is back half a second later."""
    asyncio.run(kill_database(forks, mortal_postgres))


async def kill_database(forks: ForkServer, postgres: Postgres) -> None:
    chooser = random.Random(1637)
    database = postgres.database()
    engine = sa.create_engine(database.replace("postgresql", "postgresql+psycopg", 1), poolclass=sa.NullPool)
    with Server(forks, database) as server:
        async with browsing() as http:
            evening = Evening(http, server.address, chooser)
            server.start()
            await asyncio.to_thread(server.wait)
            for _ in range(KILLS):
                await evening.sit_down()
                await evening.play(1 + chooser.randrange(MOST_MOVES))
                await asyncio.sleep(chooser.random() / 100)
                await asyncio.to_thread(postgres.kill)
                await asyncio.to_thread(postgres.start)
                evening.check(engine)  # nobody gets on meanwhile: ledgers and rows are of one moment
                assert server.lives(), "the server did not outlive its database"
            await evening.play(MOST_MOVES)
            await evening.end(engine)
    evening.check_load()
