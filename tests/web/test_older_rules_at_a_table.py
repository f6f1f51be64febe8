"""Tables whose matches go by an older version of the rules: uploaded, looked at, played on, stored before the rules changed."""

import json
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.blocking_client import Browser
from support.old_records import AT_120, BLOCKED_FALL, UNFINISHED, parsed, the_fall
from support.server_thread import serving
from tulips.engine.match import record_file
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.match.match import UndoEvent as Undo
from tulips.table.database.schema import EVENTS, GRANTS, TABLES
from tulips.table.database.schema_upgrade import migrate
from tulips.table.database.storage import Storage
from tulips.table.export import export
from tulips.table.links import digest

COOKIE, TABLE = "cookie-of-whoever-plays-all-seats", "beforethen"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('older') / 'tables.sqlite'}"


def uploaded(browser: Browser, path: Path) -> str:
    answer = browser.http.post("/records", content=path.read_bytes())
    assert answer.status_code == 200, answer.text
    table: str = answer.json()["table"]
    return table


@pytest.mark.parametrize("path", [AT_120, BLOCKED_FALL, UNFINISHED], ids=lambda path: path.stem)
def test_an_uploaded_record_of_older_rules_is_shown_by_them(browser: Browser, path: Path) -> None:
    match = tulips.load(path)
    table = uploaded(browser, path)
    with browser.sit(table) as page:
        position = page.hear_position()
        assert (page.table["rules"], page.table["rules_are_current"]) == ("1", False)
        assert position["scores"] == (match.scores if match.end else None)
        assert position["view"]["black_tulip"] == 120
    back = browser.get(f"/tables/{table}/record").content
    assert json.loads(back)["rules"] == "1" and record_file.decode(back, tulips.game).history == match.history
    assert record_file.verify(back, tulips.game) == record_file.verify(path.read_bytes(), tulips.game)


def test_a_new_table_goes_by_the_current_rules(browser: Browser) -> None:
    made = browser.make("tulip-bubble", "you", "random", "random")
    with browser.sit(made["table"]) as page:
        assert (page.table["rules"], page.table["rules_are_current"]) == ("2", True)
        assert page.hear_position()["view"]["black_tulip"] == 121
        assert page.table["options"]["blocked_fall_moves_others"] is False


def response(page: Any) -> list[Any]:
    return [entry for entry in page.log if entry["what"]["kind"] == "market-response"]


def test_what_is_played_on_from_an_older_match_keeps_its_rules(browser: Browser) -> None:
    table = uploaded(browser, BLOCKED_FALL)
    at, move = the_fall()
    seats = [{"kind": "you" if seat == move.seat else "bot", "level": "random"} for seat in range(3)]
    fork = browser.post(f"/tables/{table}/fork", {"at": at, "seats": seats}).json()["table"]
    with browser.sit(fork) as page:
        page.my_turn()
        assert (page.table["rules"], page.table["rules_are_current"]) == ("1", False)
        before = len(response(page))
        page.play(move.words)
        assert len(response(page)) == before + 1
        page.play_on()
    record = browser.get(f"/tables/{fork}/record").content
    assert json.loads(record)["rules"] == "1"
    assert record_file.verify(record, tulips.game).complete
    rematch = browser.post(f"/tables/{fork}/rematch").json()["table"]
    assert browser.get(f"/tables/{rematch}").json()["rules"] == "1"


# Tables that were stored before


def store(database: str, path: Path, phase: str) -> None:
    """Keep a match as the server of that version did: with the options that there were then, and no others."""
    record, match = parsed(path), tulips.load(path)
    state = {
        "game": "tulip-bubble",
        "rules": record["rules"],
        "seats": [{"name": name, "kind": "human"} for name in record["seats"]],
        "options": record["options"],
        "phase": phase,
        "seed": record["chance"]["seed"],
        "commitment": record["chance"]["commitment"],
        "nonces": {str(p): nonce for p, nonce in enumerate(record["chance"].get("nonces", []))},
        "one_screen": True,
        "started": 1.0,
    }
    row = {"id": TABLE, "game": "tulip-bubble", "phase": phase, "listed": False, "created": 1.0, "version": 1}
    told = [event for event in match.history if isinstance(event, Move | Undo)]
    events = [
        {
            "match": TABLE,
            "number": number,
            "seat": event.seat if isinstance(event, Move) else 0,
            "move": event.move if isinstance(event, Move) else None,
            "undone": event.moves if isinstance(event, Undo) else None,
            "message": f"old:{number}",
            "player": "human",
            "made": 1.0,
        }
        for number, event in enumerate(told, 1)
    ]
    grants = [{"holder": digest(COOKIE), "match": TABLE, "role": "host", "seat": -1}]
    grants += [{"holder": digest(COOKIE), "match": TABLE, "role": "seat", "seat": p} for p in range(match.seats)]
    storage = Storage(database)
    migrate(storage.engine)
    with storage.engine.begin() as connection:
        connection.execute(TABLES.insert(), [{**row, "state": json.dumps(state)}])
        connection.execute(EVENTS.insert(), events)
        connection.execute(GRANTS.insert(), grants)
    storage.close()


def test_a_match_that_was_stored_before_is_played_on_by_its_rules(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store(database, UNFINISHED, "playing")
    match = tulips.load(UNFINISHED)
    with serving(database) as address:
        browser = Browser(address)
        browser.http.cookies.set("tulips", COOKIE)
        with browser.sit(TABLE) as page:
            position = page.hear_position()
            assert (page.table["rules"], page.table["broken"]) == ("1", None)
            assert position["view"]["black_tulip"] == 120
            assert position["acting"] == list(match.actors)
            for _ in range(3):
                page.my_turn()
                page.play()
    assert export(database, tmp_path / "records", "all", tulips.game).written == 1
    (text,) = [path.read_bytes() for path in (tmp_path / "records").glob("*.json")]
    again = record_file.decode(text, tulips.game)
    assert again.rules == "1" and again.moves_made == match.moves_made + 3


def test_a_match_that_was_over_before_is_shown_and_exported_by_its_rules(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store(database, AT_120, "over")
    with serving(database) as address:
        browser = Browser(address)
        browser.http.cookies.set("tulips", COOKIE)
        with browser.sit(TABLE) as page:
            position = page.hear_position()
            assert position["end"]["name"] == "the Black Tulip was bought" and 120 in position["scores"]
        assert browser.get(f"/tables/{TABLE}/positions/20?as=all").status_code == 200
        assert json.loads(browser.get(f"/tables/{TABLE}/record").content)["result"] == parsed(AT_120)["result"]
    found = export(database, tmp_path / "records", "over", tulips.game)
    assert (found.written, found.as_stored) == (1, 0)
    (text,) = [path.read_bytes() for path in (tmp_path / "records").glob("*.json")]
    assert record_file.verify(text, tulips.game).complete
