"""How long tables are kept; nothing of a table that is kept is ever removed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from tulips.engine.state.chance import commitment
from tulips.table.database import retention
from tulips.table.database.schema import CHAT, EVENTS, GRANTS, LINKS, METADATA, REVIEWS, TABLES
from tulips.table.links import digest, fresh_id
from tulips.table.refusal import Refused
from tulips.table.registry import Registry
from tulips.table.server_settings import DAY, FOREVER, ServerSettings
from tulips.table.state import Event, Grant, Link, Phase, SeatState, TableState

GAME = "gift-of-tulips"
NOW = 2_000_000_000.0
RULES = "1"


@asynccontextmanager
async def opened(database: str, **settings: Any) -> AsyncIterator[Registry]:
    """A registry on a database with nothing in it, which hears of nothing that it has written itself."""
    registry = Registry(ServerSettings(database=database, **settings))
    await registry.open()
    registry.storage.on_notice = lambda notice: None
    with registry.storage.engine.begin() as connection:
        for table in METADATA.tables.values():
            connection.execute(table.delete())
    try:
        yield registry
    finally:
        await registry.close()


async def kept(
    registry: Registry, phase: Phase, made: float, moves: Sequence[float] = (), said: float | None = None, *, began: bool = True
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
    await registry.storage.new_table(id, registry.storage.making(id, state, links, grants, events))
    await registry.storage.say(id, 0, "Ada", "hello", "m")
    await registry.storage.keep_review(id, "{}")
    with registry.storage.engine.begin() as connection:
        connection.execute(TABLES.update().where(TABLES.c.id == id).values(created=NOW - made * DAY))
        when = NOW - (made if said is None else said) * DAY
        connection.execute(CHAT.update().where(CHAT.c.match == id).values(said=when))
    return id


def counted(registry: Registry, id: str) -> dict[str, int]:
    """How many rows there are of a table."""
    with registry.storage.engine.connect() as connection:
        return {
            table.name: connection.execute(
                sa.select(sa.func.count()).where((table.c.id if table is TABLES else table.c.match) == id)
            ).scalar_one()
            for table in (TABLES, EVENTS, CHAT, LINKS, GRANTS, REVIEWS)
        }


GONE = {"tables": 0, "events": 0, "chat": 0, "links": 0, "grants": 0, "reviews": 0}


def test_a_match_in_which_nothing_happens_is_removed_with_all_that_belongs_to_it(database: str) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            left = [await kept(registry, "playing", 400, [399, 181]), await kept(registry, "playing", 181)]
            stay = [
                await kept(registry, "playing", 400, [399, 179]),
                await kept(registry, "playing", 400, [399], said=179),
                await kept(registry, "playing", 179),
                await kept(registry, "over", 4000, [3999]),
                await kept(registry, "waiting", 4000),
            ]
            before = [counted(registry, id) for id in stay]
            assert all(
                rows["tables"] and rows["links"] and rows["grants"] and rows["chat"] and rows["reviews"] for rows in before
            )
            assert await registry.sweeper.remove_old(NOW) == 2
            assert [counted(registry, id) for id in left] == [GONE, GONE]
            assert [counted(registry, id) for id in stay] == before
            assert await registry.sweeper.remove_old(NOW) == 0

    asyncio.run(run())


def test_an_uploaded_record_is_removed_and_a_match_that_was_played_here_is_not(database: str) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            uploads = [await kept(registry, "over", 31, [31], began=False), await kept(registry, "over", 31, began=False)]
            stay = [await kept(registry, "over", 29, [29], began=False), await kept(registry, "over", 4000, [4000])]
            assert await registry.sweeper.remove_old(NOW) == 2
            assert [counted(registry, id) for id in uploads] == [GONE, GONE]
            assert all(counted(registry, id)["tables"] for id in stay)

    asyncio.run(run())


def test_a_finished_match_is_removed_only_if_the_operator_says_so(database: str) -> None:
    async def run() -> None:
        async with opened(database, keep_finished=365 * DAY, keep_left=FOREVER, keep_uploads=FOREVER) as registry:
            old = await kept(registry, "over", 500, [400, 366])
            stay = [
                await kept(registry, "over", 500, [400, 364]),
                await kept(registry, "playing", 4000, [4000]),
                await kept(registry, "over", 4000, [4000], began=False),
            ]
            assert await registry.sweeper.remove_old(NOW) == 1
            assert counted(registry, old) == GONE and all(counted(registry, id)["tables"] for id in stay)

    asyncio.run(run())


def test_a_table_that_is_open_is_not_removed_here_or_elsewhere(database: str) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            here, elsewhere, nowhere = [await kept(registry, "playing", 400) for _ in range(3)]
            await registry.room(here)
            registry._noticed(("here", elsewhere, 1 << 8))
            assert await registry.sweeper.remove_old(NOW) == 1
            assert counted(registry, nowhere) == GONE
            assert counted(registry, here)["tables"] and counted(registry, elsewhere)["tables"]
            with pytest.raises(Refused):
                await registry.room(nowhere)

    asyncio.run(run())


def test_a_table_that_goes_on_in_the_last_moment_is_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            id = await kept(registry, "playing", 400)
            remove = registry.storage.remove

            def moved_first(id: str, which: Any) -> Any:
                registry.storage.append(Event(id, 1, 0, 0, None, "m", "human", NOW))
                return remove(id, which)

            monkeypatch.setattr(registry.storage, "remove", moved_first)
            assert await registry.sweeper.remove_old(NOW) == 0
            assert counted(registry, id)["events"] == 1 and counted(registry, id)["tables"] == 1

    asyncio.run(run())


def test_nobody_opens_a_table_while_it_is_removed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            await kept(registry, "playing", 400)
            remove = registry.storage.remove
            refused: list[str] = []

            async def refuse_then_remove(id: str, which: Any) -> bool:
                with pytest.raises(Refused) as problem:
                    await registry.room(id)
                refused.append(problem.value.code)
                return await remove(id, which)

            monkeypatch.setattr(registry.storage, "remove", refuse_then_remove)
            assert await registry.sweeper.remove_old(NOW) == 1
            assert refused == ["unknown"] and not registry.rooms

    asyncio.run(run())


def test_many_tables_are_removed_one_by_one(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "FOUND_AT_ONCE", 2)
    monkeypatch.setattr("tulips.table.sweeping.BREATH", 0.0)

    async def run() -> None:
        async with opened(database) as registry:
            for _ in range(5):
                await kept(registry, "playing", 400, [400])
            commits = registry.storage.writer.commits
            assert await registry.sweeper.remove_old(NOW) == 5
            assert registry.storage.writer.commits - commits == 5
            with registry.storage.engine.connect() as connection:
                assert not any(list(connection.execute(sa.select(table))) for table in METADATA.tables.values())

    asyncio.run(run())


def test_a_table_that_waits_is_forgotten_unless_somebody_is_there(database: str) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            alone, awaited = [await kept(registry, "waiting", 2) for _ in range(2)]
            fresh = await kept(registry, "waiting", 0.5)
            for id in (alone, awaited):
                await registry.room(id)
            registry.rooms[awaited]._tasks.add(asyncio.create_task(asyncio.sleep(60)))  # something goes on there
            assert await registry.sweeper.remove_waiting(NOW) == 1
            assert alone not in registry.rooms and counted(registry, alone) == GONE
            assert counted(registry, awaited)["tables"] and counted(registry, fresh)["tables"]

    asyncio.run(run())


def test_a_review_that_is_done_after_its_match_was_removed_is_not_kept(database: str) -> None:
    async def run() -> None:
        async with opened(database) as registry:
            await registry.storage.keep_review("gone234567", "{}")
            assert await registry.storage.review("gone234567") is None

    asyncio.run(run())
