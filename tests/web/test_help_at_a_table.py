"""Hints and the tutor at a table: who may have them, what they tell whom, and that nobody else waits for them."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.blocking_client import Browser, Page
from support.client import PATIENCE
from support.server_thread import Inside, served, serving
from tulips.engine.match import record_file
from tulips.review import hints
from tulips.web.limits import PerAddress

GAME = "gift-of-tulips"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    for name in (GAME, "tulip", "tulip-bubble"):
        hints.warm_up(tulips.game(name))
    with served(f"sqlite:///{tmp_path_factory.mktemp('help') / 'tables.sqlite'}") as inside:
        yield inside


def alone(server: Inside, *bots: str, game: str = GAME, **more: Any) -> Page:
    """Somebody who plays against bots, once it is their turn."""
    browser = Browser(server.address)
    page = browser.sit(browser.make(game, "you", *(bots or ("random", "random")), seed="7", **more)["table"])
    page.my_turn()
    return page


def two(server: Inside, game: str = "tulip", **more: Any) -> tuple[Browser, Page, Page]:
    """Two people at a table of two; the browser is the host's."""
    host = Browser(server.address)
    made = host.make(game, "you", "open", seed="7", **more)
    other = Browser(server.address)
    other.join(made["links"]["seats"][1], name="Bea")
    pages = host.sit(made["table"]), other.sit(made["table"])
    for page in pages:
        page.hear_position()
    return host, *pages


def acting(*pages: Page) -> tuple[Page, Page]:
    """Whoever acts, and the other."""
    first = next(page for page in pages if page.position and page.position["viewer"] in page.position["acting"])
    return first, next(page for page in pages if page is not first)


def hint(page: Page) -> dict[str, Any]:
    return page.ask("hint", number=page.number)  # type: ignore[no-any-return]


# Who has it


def test_who_plays_alone_has_hints_unless_they_want_none(server: Inside) -> None:
    with alone(server) as page:
        assert page.table["helps"] == "hints"
        assert hint(page)["moves"]
    with alone(server, help="none") as page:
        assert page.table["helps"] == "none"
        answer = hint(page)
        assert (answer["type"], answer["why"]["name"]) == ("refused", "error.no-hints")
        assert page.ask("check", number=page.number, move=None)["why"]["name"] == "error.no-tutor"


def test_several_people_have_none_until_all_agree(server: Inside) -> None:
    host, one, other = two(server)
    path = f"/tables/{one.id}/settings"
    assert one.table["helps"] == "none"
    assert hint(acting(one, other)[0])["why"]["name"] == "error.no-hints"
    asked = host.post(path, {"help": "hints"}).json()
    assert asked["helps"] == "none" and asked["help_asked"] == {"help": "hints", "waiting_for": [1]}
    other.hear_until(lambda: other.table["help_asked"])
    assert one.ask("help", agree=True)["type"] == "refused", "the host can't agree for others"
    assert other.ask("help", agree=True)["type"] == "done"
    one.hear_until(lambda: one.table["helps"] == "hints")
    assert hint(acting(one, other)[0])["moves"]
    host.post(path, {"help": "tutor"})
    other.hear_until(lambda: other.table["help_asked"])
    other.ask("help", agree=False)
    one.hear_until(lambda: not one.table["help_asked"])
    assert one.table["helps"] == "hints"


def test_who_sits_down_at_a_table_with_hints_agrees_to_them(server: Inside) -> None:
    """The invitation says so before they come in."""
    host = Browser(server.address)
    made = host.make(GAME, "you", "open", seed="7", help="tutor")
    stranger = Browser(server.address)
    looked = stranger.post("/join", {"secret": made["links"]["seats"][1].split("#")[1], "look": True}).json()
    assert looked["invitation"]["table"]["helps"] == "tutor"
    stranger.join(made["links"]["seats"][1], name="Bea")
    with stranger.sit(made["table"]) as page:
        page.hear_position()
        assert page.table["helps"] == "tutor"


def test_only_the_host_asks_for_other_help(server: Inside) -> None:
    _, one, other = two(server)
    assert Browser(server.address).post(f"/tables/{one.id}/settings", {"help": "hints"}).status_code in (403, 404)
    assert other.table["help_asked"] is None


def test_spectators_have_none(server: Inside) -> None:
    browser = Browser(server.address)
    made = browser.make(GAME, "you", "random", seed="7")
    watcher = Browser(server.address)
    watcher.join(made["links"]["spectator"])
    with watcher.sit(made["table"]) as page:
        page.hear_position()
        assert hint(page)["code"] == "not yours"


def test_there_is_no_hint_when_it_is_another_s_turn_or_the_table_has_moved_on(server: Inside) -> None:
    _, one, other = two(server, help="hints")
    first, second = acting(one, other)
    assert hint(second)["why"]["name"] == "error.no-hint-now"
    number = first.number
    first.play()
    assert first.ask("hint", number=number)["code"] == "late"


# What it tells


def test_a_hint_shows_the_best_moves_as_offers_with_chance_interval_and_reason(server: Inside) -> None:
    with alone(server) as page:
        told = hint(page)["moves"]
        offers = {offer["move"]: offer for offer in page.position["offers"]}  # type: ignore[index]
        assert 1 <= len(told) <= 3
        for move in told:
            assert move["offer"] == offers[move["offer"]["move"]]
            assert 0 <= move["low"] <= move["chance"] <= move["high"] <= 1
            assert move["reason"]["name"]


def test_a_hint_asked_for_twice_is_thought_out_once_and_the_same(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    advise = hints.advise

    def counting(*given: Any, **more: Any) -> hints.Advice:
        counted.append(1)
        return advise(*given, **more)

    monkeypatch.setattr(hints, "advise", counting)
    with alone(server) as page:
        first, second = hint(page), hint(page)
        assert first["moves"] == second["moves"] and len(counted) == 1
        page.flush()
        assert len(page.table["help_used"]) == 1, "it was one hint"


def test_everybody_hears_that_a_hint_was_used_and_nobody_else_what_it_said(server: Inside) -> None:
    _, one, other = two(server, help="hints")
    first, second = acting(one, other)
    seat = first.position["viewer"]  # type: ignore[index]
    second.flush()
    before = len(second.texts)
    hint(first)
    second.hear_until(lambda: second.table["help_used"])
    assert second.table["help_used"] == [{"moves": 0, "seat": seat, "warning": False}]
    second.flush()
    heard = second.texts[before:]
    assert not {json.loads(text)["type"] for text in heard} & {"hint", "checked", "position"}
    assert not any('"low":' in text for text in heard), "what was found out is the seat's own"


def test_the_record_and_the_table_made_of_it_say_that_a_hint_was_used(server: Inside) -> None:
    with alone(server) as page:
        hint(page)
        seat = page.position["viewer"]  # type: ignore[index]
        page.play_on()
        browser = Browser(server.address)
        browser.http.cookies.set("tulips", page.headers["Cookie"].split("=")[1])
        record = browser.get(f"/tables/{page.id}/record").content
    match = record_file.decode(record, tulips.game)
    assert [(used.seat, used.warning) for used in match.help] == [(seat, False)]
    seen = browser.http.post("/records", content=record).json()["table"]
    with browser.sit(seen) as shown:
        shown.hear_position()
        assert shown.table["help_used"] == [{"moves": match.help[0].at, "seat": seat, "warning": False}]


def test_a_restart_forgets_no_hint(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database) as address:
        browser = Browser(address)
        made = browser.make(GAME, "you", "random", seed="7")
        cookie = browser.http.cookies["tulips"]
        with browser.sit(made["table"]) as page:
            page.my_turn()
            hint(page)
    with serving(database) as address:
        browser = Browser(address)
        browser.http.cookies.set("tulips", cookie)
        with browser.sit(made["table"]) as page:
            page.my_turn()
            assert len(page.table["help_used"]) == 1


# The tutor


def test_a_tutor_asks_before_a_costly_mistake_and_is_content_with_the_best_move(server: Inside) -> None:
    """In a match of Tulip Bubble some of the moves that are offered throw the game away."""
    with alone(server, "merchant", "merchant", game="tulip-bubble", help="tutor") as page:
        warned = 0
        for _ in range(40):
            position = page.my_turn()
            best = hint(page)["moves"][0]["offer"]["move"]
            assert page.ask("check", number=page.number, move=best)["warning"] is None
            for offer in position["offers"][-3:]:
                warning = page.ask("check", number=page.number, move=offer["move"])["warning"]
                if warning:
                    warned += 1
                    assert warning["low"] >= hints.WARNED and warning["low"] <= warning["lost"] <= warning["high"]
                    assert warning["better"]["offer"]["move"] == best
                    page.hear_until(lambda: any(used["warning"] for used in page.table["help_used"]))
            if warned:
                assert page.move(offer["move"])["type"] == "done", "one may play it anyhow"
                return
            page.play(best)
        pytest.fail("the tutor never asked")


def test_a_tutor_who_thinks_ahead_tells_nothing(server: Inside) -> None:
    with alone(server, help="tutor") as page:
        answer = page.ask("check", number=page.number, move=None)
        assert (answer["type"], answer["warning"]) == ("checked", None)
        assert page.table["help_used"] == []


def test_what_is_not_compiled_holds_up_nobody(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "is_ready", lambda game: False)
    with alone(server, help="tutor") as page:
        assert hint(page)["why"]["name"] == "error.hints-not-ready"
        assert page.ask("check", number=page.number, move=page.position["offers"][0]["move"])["warning"] is None  # type: ignore[index]


# Others


def test_moves_go_on_while_hints_are_found_out(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """At another table, and at the same one: whoever has asked may move before the answer comes."""
    advise, begun, go_on = hints.advise, threading.Event(), threading.Event()

    def held(*given: Any, **more: Any) -> hints.Advice:
        begun.set()
        assert go_on.wait(PATIENCE)
        return advise(*given, **more)

    monkeypatch.setattr(hints, "advise", held)
    with alone(server) as thinks, alone(server) as plays:
        thinks.send("hint", number=thinks.number)
        assert begun.wait(PATIENCE)
        try:
            for _ in range(3):
                plays.my_turn()
                plays.play()
            assert thinks.move()["type"] == "done"
        finally:
            go_on.set()


def test_an_address_that_asks_for_too_many_hints_has_to_wait(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.web.sockets, "hints", PerAddress(0.001, 1))
    with alone(server) as page:
        assert hint(page)["moves"]
        assert hint(page)["moves"], "the same again costs nothing"
        page.play()
        page.my_turn()
        assert hint(page)["code"] == "too fast"
