"""Tables of Tulpenfieber that were begun by version 1 of its rules are played on by them, and its record files shown."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

import tulips
from support.blocking_client import Browser
from support.paths import RECORDS
from support.server_thread import serving
from tulips.engine.match.match import MoveEvent
from tulips.engine.match.record_file import decode, verify
from tulips.table.database.schema import TABLES
from tulips.table.database.storage import Storage

GAME = "tulpenfieber"


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """A database of its own."""
    return f"sqlite:///{tmp_path / 'kept' / 'tables.sqlite'}"


def make_it_version_1(database: str, table: str, options: dict[str, Any]) -> None:
    """Let the table's document say what a server with version 1 of the rules wrote there."""
    storage = Storage(database)
    with storage.engine.begin() as connection:
        state = json.loads(connection.execute(sa.select(TABLES.c.state).where(TABLES.c.id == table)).scalar_one())
        state |= {"rules": "1", "options": options}
        connection.execute(TABLES.update().where(TABLES.c.id == table).values(state=json.dumps(state)))
    storage.engine.dispose()


def test_a_table_of_version_1_is_played_on_by_its_rules(kept: str) -> None:
    """A solo game that was left where a multicoloured tulip is declined, and then goes on as it once did."""
    text = (RECORDS / "tulpenfieber-1-solo-declined.json").read_bytes()
    record = json.loads(text)
    played = [event for event in decode(text, tulips.game).history if isinstance(event, MoveEvent)]
    moves = [msgspec.to_builtins(event.what) for event in played]
    at = moves.index({"kind": "carry-none"})
    assert "may_decline" not in record["options"], "version 1 had no such option"
    with serving(kept) as address:
        browser = Browser(address)
        options = {"layout": "reviews", "may_decline": True}
        table = browser.make(GAME, "you", seed=record["chance"]["seed"], options=options)["table"]
        with browser.sit(table) as page:
            for move in moves[:at]:
                page.my_turn()
                page.play(move)
        cookies = dict(browser.http.cookies)
    make_it_version_1(kept, table, record["options"])
    with serving(kept) as address:
        browser = Browser(address)
        browser.http.cookies.update(cookies)
        with browser.sit(table) as page:
            position = page.my_turn()
            assert position["view"]["columns"] == [1, 2, 3, 0, 4, 5, 6]
            assert (page.table["rules"], page.table["rules_are_current"]) == ("1", False)
            assert position["offers"][0]["what"]["kind"] == "carry-none"
            for move in moves[at:]:
                page.my_turn()
                page.play(move)
            page.hear_until(lambda: page.table["phase"] == "over")
        written = browser.get(f"/tables/{table}/record")
        assert written.status_code == 200
        again = written.json()
        assert again["rules"] == "1"
        assert again["result"] == record["result"]
        assert decode(written.content, tulips.game).history == decode(text, tulips.game).history
        assert verify(written.content, tulips.game).complete


@pytest.mark.parametrize("name", ["race", "solo", "solo-declined"])
def test_a_record_file_of_version_1_is_shown(kept: str, name: str) -> None:
    text = (RECORDS / f"tulpenfieber-1-{name}.json").read_bytes()
    with serving(kept) as address:
        browser = Browser(address)
        answer = browser.http.post("/records", content=text)
        assert answer.status_code == 200, answer.text
        with browser.sit(answer.json()["table"]) as page:
            position = page.hear_position()
            assert position["view"]["columns"] == [1, 2, 3, 0, 4, 5, 6]
            assert position["scores"] == json.loads(text)["result"]["scores"]
            assert page.table["rules"] == "1"
