"""What a server does that can't write: its database on a full disk, or nowhere to keep machine code."""

import asyncio
import errno
import json
import random
import resource
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from support.accounted_players import rows_of
from support.client import Guest, Page, browsing
from support.postgres import Postgres, running
from support.server_process import Process
from tulips import bots
from tulips.games import load
from tulips.table.compiling import SIMPLER
from tulips.table.database import write_probe
from tulips.table.database.group_commit import Unavailable
from tulips.table.database.storage import Storage
from tulips.table.database.write_probe import A_WRITE, NO_ANSWER, NO_ROOM, READ_ONLY, WriteProbe

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"
PATIENCE = 60.0
NOT_TAKEN = "The database's disk does not take what is written."


# The database


def test_a_server_whose_disk_is_full_refuses_moves_says_so_and_recovers_by_itself(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with Process(tmp_path, "--database", f"sqlite:///{database}", "--pace", "0") as server:
        acknowledged = asyncio.run(fill_and_clear(server, database))
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    told = [line for line in lines if line["event"] in ("nothing could be written", "the database can be written again")]
    assert [line["event"] for line in told] == ["nothing could be written", "the database can be written again"] * 2
    assert all(line["why"] == NOT_TAKEN and "tables.sqlite" in line["database"] for line in told[::2])
    rows = rows_of(sa.create_engine(f"sqlite:///{database}", poolclass=sa.NullPool), acknowledged.pop("table"))
    assert acknowledged == {event.message.split(":")[1]: event.number for event in rows.events}


async def fill_and_clear(server: Process, database: Path) -> dict[str, Any]:
    """Play, can't play, play on; then the same with nobody there who writes. What was acknowledged."""
    chooser, acknowledged = random.Random(1637), dict[str, Any]()
    async with browsing() as http:
        host = Guest(http, server.address)
        made = await host.make(GAME, ["you", "you"])
        acknowledged["table"] = made["table"]
        pages = [await host.sit(made["table"], f"?seat={seat}") for seat in range(2)]
        for message in ("a", "b", "c"):
            acknowledged[message] = await move(pages, message, chooser)
        assert (await host.get("/health")).json() == {"status": "ok", "why": None, "warnings": []}

        fill(server, database)
        mover = await whose_turn(pages)
        chosen = mover.any_move(chooser)
        for _ in range(5):
            answer = await mover.ask("move", id="d", **chosen)
            assert (answer["type"], answer["code"]) == ("refused", "busy")
        await check_full(host)
        clear(server)
        await well(host)
        answer = await mover.ask("move", id="d", **chosen)
        assert answer["type"] == "done"
        acknowledged["d"] = answer["number"]

        await asyncio.sleep(write_probe.KNOWN_FOR)
        fill(server, database)
        await check_full(host)
        clear(server)
        await well(host)
        for page in pages:
            await page.close()
    return acknowledged


def fill(server: Process, database: Path) -> None:
    """Let no file of the server grow beyond what the database's log has: the next commit finds no room."""
    log = database.with_name(f"{database.name}-wal").stat().st_size
    assert log > server.log.stat().st_size + 10_000, "the server's own log would be cut off too"
    _, most = resource.prlimit(server.id, resource.RLIMIT_FSIZE)
    resource.prlimit(server.id, resource.RLIMIT_FSIZE, (log, most))


def clear(server: Process) -> None:
    _, most = resource.prlimit(server.id, resource.RLIMIT_FSIZE)
    resource.prlimit(server.id, resource.RLIMIT_FSIZE, (most, most))


async def check_full(host: Guest) -> None:
    answer = await host.get("/health")
    assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json")
    assert answer.json() == {"status": "failing", "why": NOT_TAKEN, "warnings": []}
    assert "\ntulips_writable 0.0\n" in (await host.get("/metrics")).text


async def well(host: Guest) -> None:
    """Wait until the server has noticed that it can write again."""
    end = time.monotonic() + PATIENCE
    while (await host.get("/health")).status_code != 200:
        assert time.monotonic() < end, "it does not recover"
        await asyncio.sleep(0.1)
    assert "\ntulips_writable 1.0\n" in (await host.get("/metrics")).text


async def whose_turn(pages: list[Page]) -> Page:
    for page in pages:
        await page.ready()
        await page.reach(max(other.told.number for other in pages))
    return next(page for page in pages if page.turn)


async def move(pages: list[Page], message: str, chooser: random.Random) -> int:
    """Move, whoever's turn it is; the number."""
    mover = await whose_turn(pages)
    number: int = (await mover.ask("move", id=message, **mover.any_move(chooser)))["number"]
    for page in pages:
        await page.reach(number)
    return number


def test_a_postgresql_that_is_gone_is_told_by_health(tmp_path: Path) -> None:
    with running() as postgres, Process(tmp_path, "--database", postgres.database(), "--pace", "0") as server:
        asyncio.run(check_gone(server, postgres))


async def check_gone(server: Process, postgres: Postgres) -> None:
    async with browsing() as http:
        host = Guest(http, server.address)
        await well(host)
        postgres.kill()
        try:
            answer = await host.get("/health")
            assert answer.status_code == 503
            assert answer.json() == {"status": "failing", "why": NO_ANSWER, "warnings": []}
        finally:
            postgres.start()
        await well(host)


@pytest.mark.parametrize(("how", "why"), [("max_page_count=1", NO_ROOM), ("query_only=1", READ_ONLY)])
def test_the_reason_is_told_in_words(tmp_path: Path, how: str, why: str) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/tables.sqlite")
    storage.migrate()
    sa.event.listen(storage.engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {how}"))
    storage.engine.dispose()

    async def ask() -> str | None:
        storage.start(asyncio.get_running_loop())
        known = WriteProbe(storage)
        with pytest.raises(Unavailable):
            await storage.write(sa.text("CREATE TABLE more (text)") if why == NO_ROOM else A_WRITE)
        known.close()
        return known.why

    try:
        assert asyncio.run(ask()) == why
    finally:
        storage.close()


def test_a_disk_without_room_is_noticed_though_a_small_write_would_go_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/tables.sqlite")
    storage.migrate()

    def no_room(database: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def ask() -> list[str | None]:
        storage.start(asyncio.get_running_loop())
        known = WriteProbe(storage)
        found = [await known.check()]
        monkeypatch.setattr(write_probe, "KNOWN_FOR", 0.0)
        monkeypatch.setattr(write_probe, "TRIED_AGAIN", 0.01)
        with monkeypatch.context() as full:
            full.setattr(write_probe, "_need_room", no_room)
            found.append(await known.check())
        async with asyncio.timeout(PATIENCE):
            while known.why:
                await asyncio.sleep(0.01)
        found.append(await known.check())
        known.close()
        return found

    try:
        assert asyncio.run(ask()) == [None, NO_ROOM, None]
    finally:
        storage.close()
    assert {file.name for file in tmp_path.iterdir()} == {"tables.sqlite"}


# Machine code


def test_without_a_folder_for_machine_code_a_master_chooses_simply_and_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "tulips").write_text("a file where a folder should be")
    assert bots.number(load(GAME), "master") is None, "a master that does not search shows nothing"
    options = ("--database", f"sqlite:///{tmp_path}/tables.sqlite", "--pace", "0")
    with Process(tmp_path, *options, XDG_CACHE_HOME=str(tmp_path / "cache")) as server:
        asyncio.run(play_against_a_master(server))
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    told = [line for line in lines if line["event"] == "machine code can't be kept"]
    assert len(told) == 1 and told[0]["folder"] == str(tmp_path / "cache" / "tulips") and SIMPLER in told[0]["why"]
    assert lines.index(told[0]) < 2, "it is told when somebody plays, not at the start"
    assert not [line for line in lines if line["event"] == "a game could not be compiled"], "it was tried for nothing"


async def play_against_a_master(server: Process) -> None:
    chooser = random.Random(1637)
    async with browsing() as http:
        host = Guest(http, server.address)
        answer = await host.get("/health")
        health = answer.json()
        assert (answer.status_code, health["status"], health["why"]) == (200, "ok", None)
        assert len(health["warnings"]) == 1 and SIMPLER in health["warnings"][0]
        assert str(server.log.parent) not in answer.text, "where things are kept is nobody's business"
        page = await host.sit((await host.make(GAME, ["you", "master"]))["table"])
        await page.ready()
        chosen = 0.0
        while chosen < 4:
            while not page.turn:
                await page.hear()
            await page.reach((await page.ask("move", **page.any_move(chooser)))["number"])
            counts = await metrics(host)
            chosen = counts["tulips_simple_choices"]
            assert chosen >= counts.get('tulips_moves_total{player="bot"}', 0.0), "it has searched"
        assert page.told.table["compiling"] is None
        assert {game["compiled"] for game in (await host.get("/games")).json()["games"]} == {"cold"}
        await page.close()


async def metrics(guest: Guest) -> dict[str, float]:
    """What the server counts."""
    lines = [line for line in (await guest.get("/metrics")).text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}
