"""Clocks go by time that passes, whatever somebody does to the machine's wall clock."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from support.blocking_client import Browser, Page, until
from support.server_thread import serving
from tulips.table import clocks

GAME = "gift-of-tulips"
CLOCK = 60
HOUR = 3600.0


def jump(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the wall clock ahead, or back."""
    real = time.time  # noqa: TID251 - this is what jumps
    monkeypatch.setattr(time, "time", lambda: real() + seconds)


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_a_jump_of_the_wall_clock_does_not_change_what_time_it_is(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    before = clocks.now()
    jump(monkeypatch, seconds)
    assert before <= clocks.now() < before + HOUR / 2


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_deadlines_stay_when_the_wall_clock_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address:
        browser = Browser(address)
        table = browser.make(GAME, "you", "random", clock=CLOCK)["table"]
        with browser.sit(table) as page:
            only_mine(page)
            left = deadline_of(browser, table)
            until(lambda: left() < CLOCK)
            before = left()
            jump(monkeypatch, seconds)
            assert 0 < left() <= before
            page.play()
            only_mine(page)
            assert CLOCK / 2 < left() <= CLOCK
            assert not any(entry.get("player") == "clock" for entry in page.log)


def test_a_clock_runs_though_the_last_event_was_stored_under_a_clock_that_was_ahead(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as address:
        browser = Browser(address)
        table = browser.make(GAME, "you", "random", clock=CLOCK)["table"]
        with browser.sit(table) as page:
            only_mine(page)
            page.play()
            only_mine(page)
        cookie = browser.http.cookies.get("tulips")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.execute("UPDATE events SET made = made + ?", (HOUR,))
        connection.commit()
    with serving(database) as address:
        browser = Browser(address)
        browser.http.cookies.set("tulips", str(cookie))
        left = deadline_of(browser, table)
        until(lambda: left() < CLOCK)


def only_mine(page: Page) -> None:
    """Wait until nobody else is to choose: each choice lets the clock begin anew."""
    page.hear_until(lambda: page.position and page.position["acting"] == [page.position["viewer"]])


def deadline_of(browser: Browser, table: str) -> Callable[[], float]:
    """What asks how many seconds are left, once the match can be played."""

    def left() -> float:
        info = until(lambda: (found := browser.get(f"/tables/{table}").json())["deadline"] is not None and found)
        seconds: float = info["deadline"]
        return seconds

    return left
