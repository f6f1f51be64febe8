"""Reviews over HTTP: computed once, kept, told to those who sat there and to whom they give it, and never before the end."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import tulips
from support.blocking_client import Browser, until
from support.postgres import Postgres
from support.server_thread import Inside, served, serving
from tulips.engine.match import record_file
from tulips.table import reviewing
from tulips.table.database.schema import REVIEWS
from tulips.table.database.storage import Storage
from tulips.table.refusal import Refused

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"
EFFORT = 0.02


@pytest.fixture(scope="module")
def server(database: str) -> Any:
    with served(database, review_effort=EFFORT) as server:
        yield server


@pytest.fixture
def fresh(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> str:
    """A database of the same kind that is a test's own."""
    if database.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


@pytest.fixture
def browser(server: Inside) -> Browser:
    return Browser(server.address)


def record(seed: str = "reviewed") -> bytes:
    """The record of a match that is over."""
    match = tulips.game(GAME).match(2, seed=seed, names=["Ada", "Ben"])
    while match.end is None:
        seat = match.actors[0]
        moves = match.moves(seat)
        match.play(seat, moves[match.moves_made % len(moves)])
    return record_file.encode(match)


def uploaded(browser: Browser, seed: str = "reviewed") -> dict[str, Any]:
    """A table to look at a match."""
    answer = browser.http.post("/records", content=record(seed))
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def begun(browser: Browser, table: str) -> dict[str, Any]:
    answer = browser.post(f"/tables/{table}/review")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def reviewed(browser: Browser, table: str) -> dict[str, Any]:
    """The review of a match, once it is there."""
    review: dict[str, Any] = browser.review(table)["reviewed"]["review"]
    return review


def why(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["why"]["name"]


def test_ten_ask_at_once_and_get_one_computation(server: Inside, browser: Browser) -> None:
    table = uploaded(browser)["table"]
    assert browser.get(f"/tables/{table}/review").json() == {"state": "none", "done": 0.0, "why": None, "reviewed": None}
    before = server.web.registry.reviewing.computed
    with ThreadPoolExecutor(10) as askers:
        told = list(askers.map(lambda _: begun(browser, table), range(10)))
    assert {one["state"] for one in told} <= {"waiting", "computing"}
    review = reviewed(browser, table)
    assert server.web.registry.reviewing.computed == before + 1
    assert review["game"] == GAME and [seat["name"] for seat in review["seats"]] == ["Ada", "Ben"]
    assert sum(seat["final"] for seat in review["seats"]) == pytest.approx(1.0)
    assert begun(browser, table)["reviewed"]["review"] == review
    assert server.web.registry.reviewing.computed == before + 1


def test_a_review_is_there_after_a_restart(fresh: str) -> None:
    with serving(fresh, review_effort=EFFORT) as address:
        first = Browser(address)
        table = uploaded(first)["table"]
        review = reviewed(first, table)
        cookie = first.http.cookies["tulips"]
    with served(fresh) as again:
        later = Browser(again.address)
        later.http.cookies.set("tulips", cookie)
        assert later.get(f"/tables/{table}/review").json()["reviewed"]["review"] == review
        assert again.web.registry.reviewing.computed == 0


def test_a_review_kept_by_another_version_is_made_anew(database: str, server: Inside, browser: Browser) -> None:
    table = uploaded(browser)["table"]
    review = reviewed(browser, table)
    storage = Storage(database)
    with storage.engine.begin() as connection:
        connection.execute(REVIEWS.update().where(REVIEWS.c.match == table).values(version=0, review='{"old": true}'))
    assert browser.get(f"/tables/{table}/review").json()["state"] == "none"
    assert reviewed(browser, table) == review
    with storage.engine.connect() as connection:
        kept = connection.execute(sa.select(sa.func.count()).where(REVIEWS.c.match == table)).scalar_one()
    storage.close()
    assert kept == 1


def test_there_is_no_review_before_the_end(browser: Browser) -> None:
    table = browser.make(GAME, "you", "random")["table"]
    for answer in (
        browser.get(f"/tables/{table}/review"),
        browser.post(f"/tables/{table}/review"),
        browser.post(f"/tables/{table}/review/link"),
    ):
        assert why(answer) == (409, "error.review-at-the-end")
        assert "reviewed" not in answer.json()


def test_a_review_is_for_those_who_sat_there_and_to_whom_they_give_it(server: Inside, browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    table = made["table"]
    watcher, friend, stranger = (Browser(server.address) for _ in range(3))
    watcher.join(made["links"]["spectator"])
    with browser.sit(table) as page:
        page.play_on()
        page.hear_until(lambda: page.table["phase"] == "over")
    review = reviewed(browser, table)
    for method in (watcher.get, watcher.post):
        assert why(method(f"/tables/{table}/review")) == (403, "error.review-of-players")
    assert stranger.get(f"/tables/{table}/review").status_code == 404
    link = browser.post(f"/tables/{table}/review/link").json()["link"]
    assert link.startswith(f"/t/{table}/review#")
    assert friend.join(link)["role"] == "review"
    assert friend.get(f"/tables/{table}/review").json()["reviewed"]["review"] == review
    assert friend.get(f"/tables/{table}/positions/1?as=all").status_code == 200
    assert friend.get(f"/tables/{table}").json()["phase"] == "over"
    assert why(friend.post(f"/tables/{table}/review/link"))[0] == 403, "who was given it does not hand it on"


def test_who_was_given_a_review_does_not_come_to_the_table(server: Inside, browser: Browser) -> None:
    """They read no talk, play no rematch, and are at no table that comes after."""
    made = browser.make(GAME, "you", "random", watching="nobody")
    table = made["table"]
    with browser.sit(table) as page:
        page.play_on()
        page.hear_until(lambda: page.table["phase"] == "over")
    friend = Browser(server.address)
    link = browser.post(f"/tables/{table}/review/link").json()["link"]
    friend.join(link)
    assert friend.get(f"/tables/{table}").status_code == 200
    for path in ("rematch", "fork"):
        body = {"at": 0, "seats": []} if path == "fork" else {}
        assert friend.post(f"/tables/{table}/{path}", body).status_code == 404
    assert friend.get(f"/tables/{table}/record").status_code == 404
    assert why(friend.post("/join", {"secret": link.split("#")[1], "watch": True}))[0] == 403
    again = browser.post(f"/tables/{table}/rematch").json()["table"]
    assert friend.get(f"/tables/{again}").status_code == 404


def test_a_newer_link_to_a_review_ends_the_one_before(server: Inside, browser: Browser) -> None:
    table = uploaded(browser)["table"]
    first, second = (browser.post(f"/tables/{table}/review/link").json()["link"] for _ in range(2))
    assert why(Browser(server.address).post("/join", {"secret": first.split("#")[1]})) == (404, "error.no-link")
    for _ in range(2):
        assert Browser(server.address).join(second)["role"] == "review"


def test_whoever_asks_for_much_waits_and_is_told_so(fresh: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    async def compute(self: Any, job: Any, text: bytes) -> str:
        import asyncio

        await asyncio.to_thread(go_on.wait)
        return json.dumps({"of": json.loads(text)["chance"]["seed"]})

    monkeypatch.setattr(reviewing.Reviewing, "_compute", compute)
    with served(fresh) as server:
        browser = Browser(server.address)
        tables = [uploaded(browser, str(n))["table"] for n in range(reviewing.WAITING_AN_ADDRESS + 1)]
        states = [begun(browser, table)["state"] for table in tables[:-1]]
        assert set(states) <= {"waiting", "computing"}
        until(lambda: browser.get(f"/tables/{tables[0]}/review").json()["state"] == "computing")
        assert [browser.get(f"/tables/{table}/review").json()["state"] for table in tables[1:-1]] == ["waiting"] * 4
        assert why(browser.post(f"/tables/{tables[-1]}/review")) == (503, "error.too-many-reviews-waiting")
        go_on.set()
        until(lambda: server.web.registry.reviewing.waiting == 0)
        assert [begun(browser, table)["reviewed"] for table in tables[:-1]] == [{"of": str(n)} for n in range(5)]


def test_an_address_has_so_many_reviews_a_day(fresh: str) -> None:
    with serving(fresh, review_effort=EFFORT, reviews_a_day=1) as address:
        browser = Browser(address)
        tables = [uploaded(browser, seed)["table"] for seed in ("one", "two")]
        reviewed(browser, tables[0])
        assert why(browser.post(f"/tables/{tables[1]}/review")) == (429, "error.too-many-reviews")
        assert begun(browser, tables[0])["state"] == "ready", "what is there costs nothing"


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(
    server: Inside, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = uploaded(browser)["table"]
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "COMMAND", ("false",))
        begun(browser, table)
        told = until(lambda: (found := browser.get(f"/tables/{table}/review").json())["state"] == "failed" and found)
        assert told["why"]["name"] == "error.review-failed" and told["reviewed"] is None
    assert reviewed(browser, table)["game"] == GAME


def test_what_the_process_refuses_is_told(server: Inside, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(self: Any, address: str) -> bytes:
        return record().replace(b'"rules": "', b'"rules": "9')

    table = uploaded(browser)["table"]
    monkeypatch.setattr("tulips.table.room.Room.record", refuses)
    begun(browser, table)
    told = until(lambda: (found := browser.get(f"/tables/{table}/review").json())["state"] == "failed" and found)
    assert told["why"]["name"] == "error.record-rules"


def test_a_record_that_breaks_off_is_refused_in_a_sentence(server: Inside, browser: Browser) -> None:
    match = tulips.game(GAME).match(2, seed="short")
    match.play(match.actors[0], match.moves(match.actors[0])[0])
    table = browser.http.post("/records", content=record_file.encode(match)).json()["table"]
    begun(browser, table)
    told = until(lambda: (found := browser.get(f"/tables/{table}/review").json())["state"] == "failed" and found)
    assert told["why"]["name"] == "error.review-unfinished"


def test_a_match_that_cannot_be_replayed_is_not_reviewed(fresh: str) -> None:
    from tulips.table.database.schema import EVENTS

    with served(fresh) as server:
        browser = Browser(server.address)
        table = uploaded(browser)["table"]
        cookie = browser.http.cookies["tulips"]
        with server.web.registry.storage.engine.begin() as connection:
            connection.execute(EVENTS.update().where(EVENTS.c.match == table, EVENTS.c.number == 1).values(move=10_000))
    with served(fresh) as server:
        browser = Browser(server.address)
        browser.http.cookies.set("tulips", cookie)
        until(lambda: browser.get(f"/tables/{table}").json()["broken"])
        answer = browser.post(f"/tables/{table}/review")
        assert answer.status_code == 409 and answer.json()["code"] == "waiting"


def test_a_server_that_stops_ends_the_review_at_once(fresh: str) -> None:
    with served(fresh, review_effort=100.0) as server:
        browser = Browser(server.address)
        table = uploaded(browser)["table"]
        begun(browser, table)
        until(lambda: browser.get(f"/tables/{table}/review").json()["state"] == "computing")
        jobs = server.web.registry.reviewing
    assert jobs.waiting == 0


def test_the_permission_is_asked_before_anything_else() -> None:
    """What somebody may not see tells them nothing, not even how far the match is."""
    from tulips.table.permissions import need_review
    from tulips.table.state import Grant, SeatState, TableState

    state = TableState(game=GAME, rules="1", seats=[SeatState("Ada", "human")], phase="playing", seed=None, commitment=None)
    with pytest.raises(Refused) as refused:
        need_review(state, frozenset({Grant("spectator")}))
    assert refused.value.why.name == "error.review-of-players"
