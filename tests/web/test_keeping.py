"""How long tables are kept; nothing of a table that is kept is ever removed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from tulips.engine.chance import commitment
from tulips.table import keeping
from tulips.table.house import House, Settings
from tulips.table.links import digest, fresh_id
from tulips.table.refusal import Refused
from tulips.table.schema import CHAT, EVENTS, GRANTS, LINKS, METADATA, TABLES
from tulips.table.settings import DAY, FOREVER
from tulips.table.state import Event, Grant, Link, Phase, SeatState, TableState

GAME = "gift-of-tulips"
NOW = 2_000_000_000.0
RULES = "1"


@asynccontextmanager
async def opened(database: str, **settings: Any) -> AsyncIterator[House]:
    """A house on a database with nothing in it, which hears of nothing that it has written itself."""
    house = House(Settings(database=database, **settings))
    await house.open()
    house.storage.on_notice = lambda notice: None
    with house.storage.engine.begin() as connection:
        for table in METADATA.tables.values():
            connection.execute(table.delete())
    try:
        yield house
    finally:
        await house.close()


async def kept(
    house: House, phase: Phase, made: float, moves: Sequence[float] = (), said: float | None = None, *, began: bool = True
) -> str:
    """A table that was made so many days ago, with moves made and a word said so many days ago."""
    id = fresh_id()
    state = TableState(
        game=GAME,
        rules=RULES,
        seats=[SeatState('"started":null', "human"), SeatState("Bea", "human")],
        phase=phase,
        seed="s",
        commitment=commitment("s"),
        started=NOW - made * DAY if began else None,
    )
    events = [
        Event(id, number, 0, 0, None, str(number), "human", NOW - days * DAY if began else 0.0)
        for number, days in enumerate(moves, 1)
    ]
    links, grants = [(digest(id), Link("host"))], [("holder", Grant("host")), ("holder", Grant("seat", 0))]
    await house.storage.new_table(id, house.storage.making(id, state, links, grants, events))
    await house.storage.say(id, 0, "Ada", "hello", "m")
    with house.storage.engine.begin() as connection:
        connection.execute(TABLES.update().where(TABLES.c.id == id).values(created=NOW - made * DAY))
        when = NOW - (made if said is None else said) * DAY
        connection.execute(CHAT.update().where(CHAT.c.match == id).values(said=when))
    return id


def counted(house: House, id: str) -> dict[str, int]:
    """How many rows there are of a table."""
    with house.storage.engine.connect() as connection:
        return {
            table.name: connection.execute(
                sa.select(sa.func.count()).where((table.c.id if table is TABLES else table.c.match) == id)
            ).scalar_one()
            for table in (TABLES, EVENTS, CHAT, LINKS, GRANTS)
        }


GONE = {"tables": 0, "events": 0, "chat": 0, "links": 0, "grants": 0}


def test_a_match_in_which_nothing_happens_is_removed_with_all_that_belongs_to_it(database: str) -> None:
    async def run() -> None:
        async with opened(database) as house:
            left = [await kept(house, "playing", 400, [399, 181]), await kept(house, "playing", 181)]
            stay = [
                await kept(house, "playing", 400, [399, 179]),
                await kept(house, "playing", 400, [399], said=179),
                await kept(house, "playing", 179),
                await kept(house, "over", 4000, [3999]),
                await kept(house, "waiting", 4000),
            ]
            before = [counted(house, id) for id in stay]
            assert all(rows["tables"] and rows["links"] and rows["grants"] and rows["chat"] for rows in before)
            assert await house.remove_old(NOW) == 2
            assert [counted(house, id) for id in left] == [GONE, GONE]
            assert [counted(house, id) for id in stay] == before
            assert await house.remove_old(NOW) == 0

    asyncio.run(run())


def test_an_uploaded_record_is_removed_and_a_match_that_was_played_here_is_not(database: str) -> None:
    async def run() -> None:
        async with opened(database) as house:
            uploads = [await kept(house, "over", 31, [31], began=False), await kept(house, "over", 31, began=False)]
            stay = [await kept(house, "over", 29, [29], began=False), await kept(house, "over", 4000, [4000])]
            assert await house.remove_old(NOW) == 2
            assert [counted(house, id) for id in uploads] == [GONE, GONE]
            assert all(counted(house, id)["tables"] for id in stay)

    asyncio.run(run())


def test_a_finished_match_is_removed_only_if_the_operator_says_so(database: str) -> None:
    async def run() -> None:
        async with opened(database, keep_finished=365 * DAY, keep_left=FOREVER, keep_uploads=FOREVER) as house:
            old = await kept(house, "over", 500, [400, 366])
            stay = [
                await kept(house, "over", 500, [400, 364]),
                await kept(house, "playing", 4000, [4000]),
                await kept(house, "over", 4000, [4000], began=False),
            ]
            assert await house.remove_old(NOW) == 1
            assert counted(house, old) == GONE and all(counted(house, id)["tables"] for id in stay)

    asyncio.run(run())


def test_a_table_that_is_open_is_not_removed_here_or_elsewhere(database: str) -> None:
    async def run() -> None:
        async with opened(database) as house:
            here, elsewhere, nowhere = [await kept(house, "playing", 400) for _ in range(3)]
            await house.room(here)
            house._noticed(("here", elsewhere, 1 << 8))
            assert await house.remove_old(NOW) == 1
            assert counted(house, nowhere) == GONE
            assert counted(house, here)["tables"] and counted(house, elsewhere)["tables"]
            with pytest.raises(Refused):
                await house.room(nowhere)

    asyncio.run(run())


def test_a_table_that_goes_on_in_the_last_moment_is_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(database) as house:
            id = await kept(house, "playing", 400)
            remove = house.storage.remove

            def moved_first(id: str, which: Any) -> Any:
                house.storage.append(Event(id, 1, 0, 0, None, "m", "human", NOW))
                return remove(id, which)

            monkeypatch.setattr(house.storage, "remove", moved_first)
            assert await house.remove_old(NOW) == 0
            assert counted(house, id)["events"] == 1 and counted(house, id)["tables"] == 1

    asyncio.run(run())


def test_nobody_opens_a_table_while_it_is_removed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(database) as house:
            await kept(house, "playing", 400)
            remove = house.storage.remove
            refused: list[str] = []

            async def tried(id: str, which: Any) -> bool:
                with pytest.raises(Refused) as problem:
                    await house.room(id)
                refused.append(problem.value.code)
                return await remove(id, which)

            monkeypatch.setattr(house.storage, "remove", tried)
            assert await house.remove_old(NOW) == 1
            assert refused == ["unknown"] and not house.rooms

    asyncio.run(run())


def test_many_tables_are_removed_one_by_one(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "FOUND_AT_ONCE", 2)
    monkeypatch.setattr("tulips.table.house.BREATH", 0.0)

    async def run() -> None:
        async with opened(database) as house:
            for _ in range(5):
                await kept(house, "playing", 400, [400])
            commits = house.storage.commits
            assert await house.remove_old(NOW) == 5
            assert house.storage.commits - commits == 5
            with house.storage.engine.connect() as connection:
                assert not any(list(connection.execute(sa.select(table))) for table in METADATA.tables.values())

    asyncio.run(run())


def test_a_table_that_waits_is_forgotten_unless_somebody_is_there(database: str) -> None:
    async def run() -> None:
        async with opened(database) as house:
            alone, awaited = [await kept(house, "waiting", 2) for _ in range(2)]
            fresh = await kept(house, "waiting", 0.5)
            for id in (alone, awaited):
                await house.room(id)
            house.rooms[awaited]._tasks.add(asyncio.create_task(asyncio.sleep(60)))  # something goes on there
            assert await house.remove_waiting(NOW) == 1
            assert alone not in house.rooms and counted(house, alone) == GONE
            assert counted(house, awaited)["tables"] and counted(house, fresh)["tables"]

    asyncio.run(run())
