"""Several at one screen, with a curtain and a clock, which stands until whoever acts has lifted the curtain."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tulips
from support.blocking_client import Browser, Page, until
from support.postgres import Postgres
from support.server_thread import served, serving
from tulips.table import clocks, making
from tulips.table.refusal import STANDING_IN

pytestmark = pytest.mark.slow

CLOCK = 2
SECRETIVE = [name for name in tulips.game_names() if tulips.game(name).secret_options is not None]
GAME = "gift-of-tulips"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "CLOCKS", (CLOCK, 60))


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address:
        yield address


def sit_together(browser: Browser, game: str = GAME, *others: str, **more: object) -> Page:
    """Two at one screen, whose page has told that its curtain is closed."""
    table = browser.make(game, "you", "you", *others, **{"one_screen": True, "clock": CLOCK, **more})["table"]
    page = browser.sit(table)
    page.my_turn()
    draw(page, lifted=False)
    return page


def draw(page: Page, lifted: bool) -> None:
    """The page tells about the curtain, and hears that it counts."""
    assert page.position is not None
    seat = page.position["viewer"]
    page.send("curtain", seat=seat, lifted=lifted)
    if page.table["clock"]:
        page.hear_until(lambda: page.table["seats"][seat]["clock_stopped"] is not lifted)


def flush(page: Page) -> None:
    """Hear all that has been told."""
    page.send("ping")
    page.hear_type("pong")


def stands(*pages: Page, seconds: float = 1.5 * CLOCK) -> bool:
    """Whether nobody at a screen moves for longer than the clock gives, and its page is told that the clock stands."""

    def own_moves(page: Page) -> int:
        flush(page)
        return sum(entry["seat"] in (0, 1) for entry in page.log)

    def stopped(page: Page) -> bool:
        assert page.position is not None
        there = page.table["seats"][page.position["viewer"]]
        return there["deadline"] is None and bool(there["clock_stopped"])

    before = [own_moves(page) for page in pages]
    time.sleep(seconds)
    return before == [own_moves(page) for page in pages] and all(map(stopped, pages))


def play_on(page: Page, seat: int) -> None:
    """Make a seat's moves until others are to move: in Tulip a card may need a second choice."""
    page.play()
    flush(page)
    while page.position is not None and page.position["viewer"] == seat and seat in page.position["acting"]:
        page.play()
        flush(page)


def turn_of_another(page: Page, seat: int) -> None:
    """Wait until the page is for another at the screen."""
    page.hear_until(
        lambda: page.position and page.position["viewer"] in page.position["acting"] and page.position["viewer"] != seat
    )


def test_the_clock_stands_behind_the_curtain_and_runs_once_it_is_lifted(address: str) -> None:
    """At a table of every game with secrets, all at the same time: what has to be waited for is the clock."""
    pages = [sit_together(Browser(address), name, *["random"] * (tulips.game(name).about.seats[0] - 2)) for name in SECRETIVE]
    for _ in range(2):
        assert stands(*pages)
        lifted = [lift(page) for page in pages]
        for page, (seat, number, at) in zip(pages, lifted, strict=True):
            page.hear_until(lambda: page.number > number)  # noqa: B023 - heard at once
            assert time.monotonic() - at > 0.8 * CLOCK
            turn_of_another(page, seat)


def lift(page: Page) -> tuple[int, int, float]:
    """Lift the curtain, after which the clock runs; the seat, the number of events and when that was."""
    draw(page, lifted=True)
    assert page.position is not None
    seat, number = page.position["viewer"], page.number
    left = page.table["seats"][seat]["deadline"]
    assert 0 < left <= CLOCK and page.table["deadline"] <= left
    return seat, number, time.monotonic()


def test_when_the_screen_comes_back_to_somebody_their_curtain_is_closed_again(address: str) -> None:
    page = sit_together(Browser(address))
    for _ in range(6):
        draw(page, lifted=True)
        assert page.position is not None
        seat = page.position["viewer"]
        play_on(page, seat)
        turn_of_another(page, seat)
        page.hear_until(lambda: page.table["seats"][page.position["viewer"]]["clock_stopped"])  # type: ignore[index]
    assert stands(page)


def test_a_delayed_spectator_does_not_hear_the_curtain(address: str) -> None:
    browser, watcher = Browser(address), Browser(address)
    made = browser.make(GAME, "you", "you", one_screen=True, clock=60, watching="delayed", delay=10)
    watcher.join(made["links"]["spectator"])
    page = browser.sit(made["table"])
    page.my_turn()
    far = watcher.sit(made["table"])
    far.hear_position()
    flush(far)
    before = len(far.texts)
    draw(page, lifted=False)
    for _ in range(3):
        draw(page, lifted=True)
        assert page.position is not None
        seat = page.position["viewer"]
        play_on(page, seat)
        turn_of_another(page, seat)
        page.hear_until(lambda: page.table["seats"][page.position["viewer"]]["clock_stopped"])  # type: ignore[index]
    flush(far)
    assert [text for text in far.texts[before:] if '"type":"table"' in text] == []


def test_a_curtain_that_is_closed_and_lifted_again_gives_no_new_time(address: str) -> None:
    page = sit_together(Browser(address), clock=10)
    draw(page, lifted=True)
    time.sleep(1)
    draw(page, lifted=False)
    time.sleep(1)
    draw(page, lifted=True)
    assert page.position is not None
    assert 8 < page.table["seats"][page.position["viewer"]]["deadline"] < 9.1


def test_a_page_that_knows_no_curtain_has_the_usual_clock(address: str) -> None:
    browser = Browser(address)
    page = browser.sit(browser.make(GAME, "you", "you", one_screen=True, clock=CLOCK)["table"])
    page.my_turn()
    page.hear_number(2)


def test_when_the_page_is_gone_the_clock_runs(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "KNOWN_FOR", 1.0)
    browser = Browser(address)
    page = sit_together(browser)
    table = page.url.split("/")[-2]
    page.close()
    time.sleep(2 * CLOCK)
    with browser.sit(table) as page:
        page.hear_number(1)  # it ran out while nobody looked; now that somebody does, a bot moves


def test_a_friend_elsewhere_has_the_usual_clock_at_a_table_with_a_shared_screen(address: str) -> None:
    browser, friend = Browser(address), Browser(address)
    made = browser.make("tulip", "you", "you", "open", one_screen=True, clock=CLOCK, options={"first": 3})
    friend.join(made["links"]["seats"][2])
    with browser.sit(made["table"]) as here, friend.sit(made["table"]) as there:
        for page in (here, there):
            page.hear_position()
        draw(here, lifted=False)
        there.send("curtain", seat=2, lifted=False)
        there.my_turn()
        assert there.table["seats"][2]["deadline"] is not None and not there.table["seats"][2]["shares_screen"]
        there.hear_until(lambda: 2 not in there.position["acting"])  # type: ignore[index]
        flush(here)
        assert stands(here), "and then the screen's clock stands"


def test_nobody_tells_about_a_curtain_of_others(address: str) -> None:
    browser, friend = Browser(address), Browser(address)
    made = browser.make("tulip", "you", "you", "open", one_screen=True, clock=30)
    friend.join(made["links"]["seats"][2])
    with friend.sit(made["table"]) as there:
        there.hear_position()
        there.send("curtain", seat=0, lifted=False)
        assert there.hear_type("refused")["code"] == "not yours"


# Whose side the screen shows


def test_the_screen_never_turns_to_a_seat_that_a_bot_plays(address: str) -> None:
    browser = Browser(address)
    page = sit_together(browser, clock=None)
    table = page.url.split("/")[-2]
    assert page.position is not None
    left = page.position["viewer"]
    assert browser.post(f"/tables/{table}/seats/{left}", {"action": "leave", "level": "random"}).status_code == 200
    page.hear_until(lambda: page.position and page.position["viewer"] != left)
    for _ in range(8):
        page.hear_until(lambda: page.position["viewer"] in page.position["acting"])  # type: ignore[index]
        page.play()
    for text in page.texts[-20:]:
        assert f'"viewer":{left},' not in text
    assert browser.post(f"/tables/{table}/seats/{left}", {"action": "return"}).status_code == 200
    for _ in range(3):
        page.hear_until(lambda: page.position["viewer"] in page.position["acting"])  # type: ignore[index]
        if page.position["viewer"] == left:
            break
        page.play()
    assert page.position["viewer"] == left


def test_when_a_friend_elsewhere_takes_back_the_screen_turns_to_whoever_acts(address: str) -> None:
    browser = Browser(address)
    page = sit_together(browser, "tulip", clock=None)
    assert page.position is not None
    first = page.position["viewer"]
    play_on(page, first)
    turn_of_another(page, first)
    assert page.ask("undo", number=page.number, seat=first)["type"] == "done"
    page.hear_until(lambda: page.position["viewer"] == first)  # type: ignore[index]
    assert first in page.position["acting"]


# Several processes, and restarts


def test_a_clock_that_stands_stands_in_every_process_until_the_one_with_the_page_is_gone(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "KNOWN_FOR", 2.0)
    monkeypatch.setattr(clocks, "SAID_AGAIN", 0.5)
    database = postgres.database()
    with served(database) as here, served(database) as there:
        browser, friend = Browser(here.address), Browser(there.address)
        made = browser.make("tulip", "you", "you", "open", one_screen=True, clock=CLOCK)
        friend.join(made["links"]["seats"][2])
        with browser.sit(made["table"]) as page, friend.sit(made["table"]) as far:
            page.my_turn()
            draw(page, lifted=False)
            far.hear_until(lambda: any(seat["clock_stopped"] for seat in far.table["seats"]))
            before = page.number
            time.sleep(3.0)  # longer than it is known for, so it was said again
            flush(page)
            flush(far)
            assert page.number == far.number == before
            renewing = [*here.web.registry.rooms[made["table"]]._tasks]
            for task in renewing:  # as if the process were gone
                here.web.registry.storage.writer._loop.call_soon_threadsafe(task.cancel)
            far.hear_number(before + 1)


def test_a_restarted_server_lets_the_clock_stand_until_the_page_is_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as address:
        browser = Browser(address)
        page = sit_together(browser)
        table, cookie, before = page.url.split("/")[-2], browser.http.cookies["tulips"], page.number
    time.sleep(1.5 * CLOCK)
    with serving(database) as address:
        page = Page(address, table, cookie)
        page.my_turn()
        draw(page, lifted=False)
        assert stands(page) and page.number == before


# Those who come back


def test_whose_seat_a_bot_plays_is_refused_and_taking_over_wins_over_a_bot_that_thinks(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", pace=1.0) as address:
        browser = Browser(address)
        table = browser.make("tulip", "you", "random", options={"first": 1})["table"]
        with browser.sit(table) as page:
            page.my_turn()
            assert browser.post(f"/tables/{table}/seats/0", {"action": "leave", "level": "random"}).status_code == 200
            page.hear_until(lambda: page.table["seats"][0]["standing_in"])
            refused = page.move()
            assert refused["code"] == "not yours" and refused["why"]["name"] == STANDING_IN
            assert page.ask("undo", number=page.number)["code"] in ("not yours", "nothing to undo")
            assert browser.post(f"/tables/{table}/seats/0", {"action": "return"}).status_code == 200
            time.sleep(1.5)
            flush(page)
            assert page.number == 0, "the bot has moved after all"
            assert page.play() == 1


def test_a_move_that_was_made_before_one_left_is_answered_as_before(address: str) -> None:
    browser = Browser(address)
    table = browser.make("tulip", "you", "random", options={"first": 1})["table"]
    with browser.sit(table) as page:
        sent = {"number": page.my_turn() and page.number, "move": page.position["offers"][0]["move"]}  # type: ignore[index]
        first = page.ask("move", id="mine", **sent)
        assert browser.post(f"/tables/{table}/seats/0", {"action": "leave"}).status_code == 200
        until(lambda: browser.get(f"/tables/{table}").json()["seats"][0]["standing_in"])
        again = page.ask("move", id="mine", **sent)
        assert first["type"] == again["type"] == "done" and first["number"] == again["number"]
