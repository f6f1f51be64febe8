"""What is old, foreign or damaged in a database never reaches rules that trust it, and is told in a sentence."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

import tulips
from support.blocking_client import Browser
from support.random_play import random_match
from support.server_process import Process
from support.server_thread import serving
from tulips.engine.errors import TulipsError
from tulips.engine.match import record_file
from tulips.table.database import write_probe
from tulips.table.database.damage import DAMAGED
from tulips.table.database.group_commit import Unavailable
from tulips.table.database.schema import EVENTS, TABLES
from tulips.table.database.server_lock import claim
from tulips.table.database.storage import Storage, Unreadable
from tulips.table.database.write_probe import A_WRITE, WriteProbe
from tulips.table.export import export
from tulips.table.live_match import NOT_ALLOWED
from tulips.table.registry import UNREADABLE
from tulips.table.room import OTHER_RULES
from tulips.table.state import Event

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """A database of its own."""
    return f"sqlite:///{tmp_path / 'kept' / 'tables.sqlite'}"


def changed(database: str, statement: Any) -> None:
    storage = Storage(database)
    with storage.engine.begin() as connection:
        connection.execute(statement)
    storage.engine.dispose()


def begun(database: str, game: str = GAME, seats: int = 2, moves: int = 4, **more: Any) -> tuple[str, dict[str, Any]]:
    """A match that was begun and left; the table's name and the cookie of whoever sits there."""
    with serving(database) as address:
        browser = Browser(address)
        made = browser.make(game, "you", *["random"] * (seats - 1), **more)
        with browser.sit(made["table"]) as page:
            for _ in range(moves):
                page.my_turn()
                page.play()
        return made["table"], dict(browser.http.cookies)


def back(address: str, cookies: dict[str, Any]) -> Browser:
    browser = Browser(address)
    browser.http.cookies.update(cookies)
    return browser


def rewritten(database: str, table: str, **more: Any) -> None:
    """The table's document with some fields changed."""
    storage = Storage(database)
    with storage.engine.begin() as connection:
        text = connection.execute(sa.select(TABLES.c.state).where(TABLES.c.id == table)).scalar_one()
        connection.execute(TABLES.update().where(TABLES.c.id == table).values(state=json.dumps({**json.loads(text), **more})))
    storage.engine.dispose()


def test_a_match_of_other_rules_is_neither_shown_nor_played_and_is_exported_as_it_is_stored(kept: str, tmp_path: Path) -> None:
    table, cookies = begun(kept)
    rewritten(kept, table, rules="99")
    with serving(kept) as address:
        browser = back(address, cookies)
        with browser.sit(table) as page:
            page.hear_until(lambda: page.table["broken"])
            assert page.position is None
            assert page.table["broken"]["name"] == OTHER_RULES
            assert page.table["broken"]["values"] == {"found": "99", "game": "Gift of Tulips", "ours": "1"}
            answer = page.ask("move", number=4, move=0)
            assert (answer["type"], answer["code"]) == ("refused", "waiting")
        assert browser.get(f"/tables/{table}/positions/1?as=0").status_code == 409
        assert browser.get(f"/tables/{table}/record").status_code == 409, "its secrets are still secret"
    found = export(kept, tmp_path / "records", "all", tulips.game)
    assert (found.written, found.as_stored) == (0, 1)
    stored = json.loads((tmp_path / "records" / f"{GAME}-{table}.stored.json").read_text())
    assert stored["format"] == "tulips-stored" and stored["state"]["rules"] == "99" and len(stored["events"]) >= 4


def test_a_finished_match_of_other_rules_can_be_downloaded_as_it_is_stored(kept: str) -> None:
    with serving(kept) as address:
        browser = Browser(address)
        made = browser.make(GAME, "you", "random")
        with browser.sit(made["table"]) as page:
            page.play_on()
        cookies = dict(browser.http.cookies)
    rewritten(kept, made["table"], rules="0")
    with serving(kept) as address:
        browser = back(address, cookies)
        with browser.sit(made["table"]) as page:
            page.hear_until(lambda: page.table["broken"])
        answer = browser.get(f"/tables/{made['table']}/record")
        assert answer.json()["format"] == "tulips-stored" and "stored.json" in answer.headers["content-disposition"]


BAD_NUMBERS = [10**6, -1, 2**31 - 1, -(2**31), 2**40]


@pytest.mark.parametrize("name", tulips.game_names())
@pytest.mark.parametrize("column", ["move", "seat", "undone"])
def test_numbers_out_of_range_in_the_database_do_no_harm(kept: str, name: str, column: str) -> None:
    table, cookies = begun(kept, name, max(2, tulips.game(name).about.seats[0]), moves=2)
    for number in BAD_NUMBERS if column == "move" else BAD_NUMBERS[:2]:
        values = {"move": None, "undone": number} if column == "undone" else {column: number}
        changed(kept, EVENTS.update().where((EVENTS.c.match == table) & (EVENTS.c.number == 2)).values(**values))
        with serving(kept) as address, back(address, cookies).sit(table) as page:
            page.hear_until(lambda page=page: page.table["broken"])  # type: ignore[misc]
            assert page.table["broken"]["name"] == NOT_ALLOWED
            assert page.table["broken"]["values"] == {"number": 2}


def test_a_missing_event_is_noticed(kept: str) -> None:
    table, cookies = begun(kept)
    changed(kept, EVENTS.delete().where((EVENTS.c.match == table) & (EVENTS.c.number == 2)))
    with serving(kept) as address, back(address, cookies).sit(table) as page:
        page.hear_until(lambda: page.table["broken"])


@pytest.mark.parametrize("change", ["made = 'x'", "seat = 'x'", "move = 'x'", "move = NULL, undone = 'x'"])
def test_text_in_the_place_of_a_number_breaks_the_match_and_nothing_else(kept: str, change: str) -> None:
    table, cookies = begun(kept)
    changed(kept, sa.text(f"UPDATE events SET {change} WHERE number = 2"))
    with serving(kept) as address:
        browser = back(address, cookies)
        assert browser.get(f"/tables/{table}").status_code == 200
        with browser.sit(table) as page:
            page.hear_until(lambda: page.table["broken"])
            assert page.position is None


def test_one_unreadable_table_does_not_hide_the_others_and_is_never_written(kept: str) -> None:
    with serving(kept) as address:
        browser = Browser(address)
        good, damaged, newer = (browser.make(GAME, "you", "open", listed=True)["table"] for _ in range(3))
        cookies = dict(browser.http.cookies)
    changed(kept, TABLES.update().where(TABLES.c.id == damaged).values(state='{"game": '))
    rewritten(kept, newer, something_new={"seat": 1})
    storage = Storage(kept)
    with storage.engine.connect() as connection:
        before = connection.execute(sa.select(TABLES.c.state).where(TABLES.c.id == newer)).scalar_one()
    with serving(kept) as address:
        browser = back(address, cookies)
        assert [table["id"] for table in browser.get("/tables").json()["tables"]] == [good]
        for table in (damaged, newer):
            answer = browser.get(f"/tables/{table}")
            assert answer.status_code == 404 and answer.json()["why"]["name"] == UNREADABLE
            assert browser.post(f"/tables/{table}/start").status_code == 404
    with storage.engine.connect() as connection:
        assert connection.execute(sa.select(TABLES.c.state).where(TABLES.c.id == newer)).scalar_one() == before
    storage.engine.dispose()


def test_an_unreadable_table_is_logged_once(kept: str, caplog: pytest.LogCaptureFixture) -> None:
    with serving(kept) as address:
        table = Browser(address).make(GAME, "you", "open", listed=True)["table"]
    changed(kept, TABLES.update().where(TABLES.c.id == table).values(state='{"game": '))
    storage = Storage(kept)

    async def ask() -> None:
        for _ in range(3):
            assert await storage.tables([table]) == []
            with pytest.raises(Unreadable):
                await storage.table(table)

    asyncio.run(ask())
    storage.close()
    assert [record.message for record in caplog.records].count("a table can't be read") == 1


def test_a_table_of_a_server_before_this_one_is_read(kept: str) -> None:
    """Fields that are new here have defaults."""
    with serving(kept) as address:
        browser = Browser(address)
        made = browser.make(GAME, "you", "open")
        cookies = dict(browser.http.cookies)
    storage = Storage(kept)
    with storage.engine.begin() as connection:
        state = json.loads(connection.execute(sa.select(TABLES.c.state)).scalar_one())
        del state["notices"]
        for seat in state["seats"]:
            for name in ("awaited", "device", "browsers", "shares_screen"):
                del seat[name]
        connection.execute(TABLES.update().values(state=json.dumps(state)))
    storage.engine.dispose()
    with serving(kept) as address:
        assert back(address, cookies).get(f"/tables/{made['table']}").json()["seats"][0]["yours"]


# Opening a database


def test_a_second_server_on_one_file_does_not_start(kept: str) -> None:
    with serving(kept):
        told = serve(kept)
    assert told.returncode == 2 and "Another server is using the database" in told.stderr and "Traceback" not in told.stderr


def serve(database: str) -> "subprocess.CompletedProcess[str]":
    """What `tulips serve` says where it can't."""
    command = [sys.executable, "-m", "tulips", "serve", "--no-browser", "--port", "0", "--database", database]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_file_that_is_no_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_text("This is a letter to my aunt, and far longer than the head of a database would be." * 20)
    told = serve(f"sqlite:///{path}")
    assert told.returncode == 2 and told.stderr == f"The database {path} can't be opened: file is not a database.\n"
    assert told.stdout == "", "it is announced though nothing is served"


def test_a_database_of_a_newer_server_is_told_in_one_sentence(kept: str) -> None:
    storage = Storage(kept)
    storage.migrate()
    storage.close()
    changed(kept, sa.text("UPDATE alembic_version SET version_num = 'zzz'"))
    told = serve(kept)
    assert told.returncode == 2 and told.stdout == ""
    start = f"The database {kept.removeprefix('sqlite:///')} was kept by a newer version of Tulips: "
    assert told.stderr.startswith(start) and told.stderr.count("\n") == 1, told.stderr


def damaged(path: Path) -> None:
    """Write over a part of every third page of a database, but for the first ones."""
    storage = Storage(f"sqlite:///{path}")
    storage.migrate()
    with storage.engine.begin() as connection:
        rows = [Event("m", n, 0, 1, None, f"{n:0100}", "human", 0.0) for n in range(1, 10_000)]
        connection.execute(EVENTS.insert(), [msgspec.structs.asdict(row) for row in rows])
    storage.close()
    with path.open("r+b") as file:
        for page in range(20, path.stat().st_size // 4096, 3):
            file.seek(page * 4096)
            file.write(b"\xa5" * 512)


def test_a_damaged_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    damaged(path)
    told = serve(f"sqlite:///{path}")
    assert told.returncode == 2 and f"The database {path} is damaged" in told.stderr, told.stderr
    assert told.stderr.strip().count("\n") == 0


def test_damage_that_is_met_later_stays_in_the_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_probe, "TRIED_AGAIN", 0.01)
    monkeypatch.setattr(write_probe, "KNOWN_FOR", 0.0)
    path = tmp_path / "tables.sqlite"
    damaged(path)
    storage = Storage(f"sqlite:///{path}")

    async def use() -> list[str | None]:
        storage.start(asyncio.get_running_loop())
        known = WriteProbe(storage)
        before = await known.check()
        with pytest.raises(Unavailable):
            await storage.events("m", 0)
        await storage.write(A_WRITE)
        for _ in range(3):
            await known._try()
        known.close()
        return [before, await known.check()]

    try:
        assert asyncio.run(use()) == [None, DAMAGED]
    finally:
        storage.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_not_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    told = serve(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert told.returncode == 2 and "can't be opened" in told.stderr and "Traceback" not in told.stderr


def test_a_folder_in_the_place_of_the_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TulipsError, match=r"can't be opened: Is a directory\."):
        Storage(f"sqlite:///{tmp_path}")


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.sqlite"
    old = os.umask(0)
    try:
        with serving(f"sqlite:///{path}") as address:
            Browser(address).make(GAME, "you", "open")
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
            for file in path.parent.glob("tables.sqlite*"):
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
        old_files = [path, path.with_name(f"{path.name}.lock")]
        for file in old_files:
            file.chmod(0o644)  # as a server before this one has left it
        with serving(f"sqlite:///{path}"):
            assert [stat.S_IMODE(file.stat().st_mode) for file in old_files] == [0o600, 0o600]
    finally:
        os.umask(old)


@pytest.mark.parametrize(("mode", "times"), [(0o777, 1), (0o755, 0)])
def test_a_folder_that_others_may_write_in_is_told_once_and_left_as_it_is(tmp_path: Path, mode: int, times: int) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(mode)
    with Process(tmp_path, "--database", f"sqlite:///{folder}/tables.sqlite") as server:
        lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    told = [line for line in lines if line["event"] == "others may write in the database's folder"]
    assert [(line["folder"], line["mode"]) for line in told] == [(str(folder), "0777")] * times
    assert stat.S_IMODE(folder.stat().st_mode) == mode


def test_a_claim_ends_with_whoever_held_it(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 't.sqlite'}")
    with claim(storage), pytest.raises(TulipsError, match="Another server"):
        claim(storage)
    claim(storage).close()
    storage.close()


# Requests that were answered with 500


def test_odd_requests_are_refused_and_not_stumbled_over(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.play_on()
    path = f"/tables/{made['table']}"
    assert browser.http.post(f"{path}/start", headers={"Origin": "http://["}).status_code == 403
    assert browser.get(f"{path}/positions/{'9' * 5000}").status_code == 404
    assert browser.get(f"{path}/positions/1?as=000000000012345").status_code == 200, "that is no seat: seen as a spectator"
    assert browser.http.post(f"{path}/seats/{'1' * 4400}", json={}).status_code == 404
    assert browser.http.post("/tables", content=b'{"game":' + b"1" * 5000 + b"}").status_code == 400


# Records that somebody uploads


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r: r["events"].extend([{"undo": 1}] * 100_001), "error.record-too-long"),
        (lambda r: r["chance"].update(commitment="a" * 2_000), "commitment"),
        (lambda r: r["chance"].update(seed="s" * 2_000), "seed"),
        (lambda r: r["chance"].update(nonces=["n"] * 1_000), "nonces"),
        (lambda r: r["options"].update(first="x" * 5_000), "options"),
    ],
    ids=["events", "commitment", "seed", "nonces", "options"],
)
def test_a_record_is_no_larger_than_a_match_can_be(browser: Browser, change: Any, told: str) -> None:
    record = json.loads(record_file.encode(random_match(tulips.game(GAME), 2, 3)))
    assert browser.post("/records", record).status_code == 200
    change(record)
    answer = browser.post("/records", record)
    assert answer.status_code == 400 and told in json.dumps(answer.json()["why"]), answer.text
