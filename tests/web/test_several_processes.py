"""Several server processes on one PostgreSQL serve one match: of moves made at once, one is made, and nobody sees another."""

import asyncio
import random

import pytest
import sqlalchemy as sa

from support.accounted_players import rows_of
from support.blocking_client import Browser
from support.client import Guest, Page, browsing
from support.forked_servers import ForkServer, Server
from support.postgres import Postgres
from support.server_thread import served
from tulips.table import presence
from tulips.table.record_files import match_of

pytestmark = pytest.mark.slow

GAME, SEATS = "tulipmania-1637", 3
SERVERS, PAGES = 2, 2
"""Each seat has so many pages at each server."""

RACES = 200


def test_of_moves_made_at_once_at_several_servers_one_is_made(postgres: Postgres) -> None:
    with ForkServer() as forks:
        asyncio.run(race(forks, postgres.database()))


async def race(forks: ForkServer, database: str) -> None:
    chooser = random.Random(5)
    servers = [Server(forks, database) for _ in range(SERVERS)]
    for server in servers:
        server.start()
    try:
        for server in servers:
            await asyncio.to_thread(server.wait)
        async with browsing() as http:
            table, pages = await seated(http, [server.address for server in servers])
            made: dict[str, int] = {}
            refused: set[str] = set()
            races = contested = 0
            while races < RACES and not pages[0][0].told.position["end"]:  # type: ignore[index]
                tried = await one_race(pages, chooser, made, refused)
                races += 1
                contested += tried > 1
            engine = sa.create_engine(database.replace("postgresql", "postgresql+psycopg", 1), poolclass=sa.NullPool)
            rows = rows_of(engine, table)
            for group in pages:
                for page in group:
                    await page.close()
    finally:
        for server in servers:
            server.kill()
    assert contested >= 30, "nobody raced"
    assert [event.number for event in rows.events] == [*range(1, len(rows.events) + 1)]
    stand = {event.message.split(":")[1]: event.number for event in rows.events}
    assert stand == made, "what was acknowledged is not what was made"
    assert not refused & stand.keys(), "something refused was made"
    match_of(rows.state, rows.events)


async def seated(http: object, addresses: list[str]) -> tuple[str, list[list[Page]]]:
    """A table, and all pages of each seat."""
    host = Guest(http, addresses[0])  # type: ignore[arg-type]
    made = await host.make(GAME, ["open"] * SEATS)
    pages = []
    for link in made["links"]["seats"]:
        guest = Guest(http, addresses[0])  # type: ignore[arg-type]
        await guest.join(link)
        cookies = [Guest(http, address, guest.cookie) for address in addresses for _ in range(PAGES)]  # type: ignore[arg-type]
        pages.append(cookies)
    opened = [[await guest.sit(made["table"]) for guest in group] for group in pages]
    for group in opened:
        for page in group:
            await page.ready()
    return made["table"], opened


async def one_race(pages: list[list[Page]], chooser: random.Random, made: dict[str, int], refused: set[str]) -> int:
    """All pages of all seats that act make a move at once; how many did, of the seat with most."""
    number = max(page.told.number for group in pages for page in group)
    await asyncio.gather(*(page.reach(number) for group in pages for page in group))
    sending = [(page, page.any_move(chooser)) for group in pages for page in group if page.turn]
    ids = [f"{chooser.getrandbits(60):x}" for _ in sending]
    chooser.shuffle(sending)
    answers = await asyncio.gather(*(page.ask("move", id=id, **move) for (page, move), id in zip(sending, ids, strict=True)))
    winners: list[int] = []
    for (page, _), id, answer in zip(sending, ids, answers, strict=True):
        assert page.told.position is not None
        if answer["type"] == "done":
            made[id] = answer["number"]
            winners.append(page.told.position["viewer"])
        else:
            assert answer["code"] in ("late", "illegal", "too fast", "over"), answer
            refused.add(id)
    assert len(winners) == len(set(winners)), "a seat has moved twice at once"
    if not winners:
        await asyncio.sleep(0.1)  # all were too fast
        return 0
    last = max(made.values())
    await asyncio.gather(*(page.reach(last) for group in pages for page in group))
    for group in pages:
        first = group[0].told
        for page in group[1:]:
            if page.told.number == first.number:
                assert page.told.whole == first.whole, "two servers show two matches"
    return len(sending)


def test_who_is_connected_to_another_process_is_here(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SAID_AGAIN", 0.5)
    monkeypatch.setattr(presence, "HERE_FOR", 2.0)
    database = postgres.database()
    with served(database) as one, served(database) as two:
        host, friend = Browser(one.address), Browser(two.address)
        made = host.make("tulip", "you", "open")
        friend.join(made["links"]["seats"][1])
        with host.sit(made["table"]) as here:
            there = friend.sit(made["table"])
            for page in (here, there):
                page.hear_until(lambda page=page: all(seat["connected"] for seat in page.table["seats"]))  # type: ignore[misc]
            there.close()
            here.hear_until(lambda: not here.table["seats"][1]["connected"])
            there = friend.sit(made["table"])
            here.hear_until(lambda: here.table["seats"][1]["connected"])
            two.web.registry._beat.cancel()  # type: ignore[union-attr]
            two.web.registry.storage.is_postgresql = False  # as if the process were gone: nothing is heard of it any more
            here.hear_until(lambda: not here.table["seats"][1]["connected"])
