"""What somebody who was sent a link is told before they come in, and what is left to them when they come too late."""

from typing import Any

import pytest

import tulips
from support.blocking_client import Browser
from tulips.table.joining import TABLE_FULL
from tulips.table.seating import LINK_USED

GAME = "gift-of-tulips"


def table_of(browser: Browser, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "bot", "name": "Rose"}, {"kind": "open"}, {"kind": "open"}]
    made: dict[str, Any] = browser.post("/tables", {"game": GAME, "seats": seats, **more}).json()
    return made


@pytest.mark.parametrize("role", ["table", "seat", "spectator", "host"])
def test_an_invitation_tells_game_host_length_and_players(browser: Browser, address: str, role: str) -> None:
    links = table_of(browser)["links"]
    looked = Browser(address).join(links["seats"][2] if role == "seat" else links[role], look=True)
    invitation = looked["invitation"]
    assert looked["role"] == role
    assert (invitation["host"], invitation["minutes"]) == ("Ada", tulips.game(GAME).about.minutes)
    assert invitation["table"]["title"] == tulips.game(GAME).about.title
    assert [(seat["name"], seat["kind"]) for seat in invitation["table"]["seats"]] == [
        ("Ada", "human"),
        ("Rose", "bot"),
        ("", "open"),
        ("", "open"),
    ]
    assert invitation["why"] is None


def test_a_host_who_does_not_sit_at_the_table_has_no_name(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "open", "open")
    friend = Browser(address)
    friend.join(made["links"]["table"], name="Bea")
    assert Browser(address).join(made["links"]["table"], look=True)["invitation"]["host"] == ""


@pytest.mark.parametrize("kind", ["table", "seat"])
def test_who_comes_too_late_is_told_so_and_may_watch(browser: Browser, address: str, kind: str) -> None:
    made = browser.make(GAME, "you", "open")
    link = made["links"]["table"] if kind == "table" else made["links"]["seats"][1]
    Browser(address).join(link, name="Bea")
    late = Browser(address)
    invitation = late.join(link, look=True)["invitation"]
    assert invitation["may_watch"] and invitation["why"]["name"] in (LINK_USED, TABLE_FULL)
    assert late.post("/join", {"secret": link.split("#")[1]}).status_code == 409
    assert late.get(f"/tables/{made['table']}").status_code == 404, "to look is not to watch"
    joined = late.join(link, watch=True)
    assert (joined["role"], joined["seat"]) == ("spectator", None)
    with late.sit(made["table"]) as page:
        position = page.hear_position()
        assert position["viewer"] < 0 and not position["offers"]


@pytest.mark.parametrize("kind", ["table", "seat"])
def test_where_nobody_may_watch_a_late_comer_is_told_no_more_than_that(browser: Browser, address: str, kind: str) -> None:
    made = browser.make(GAME, "you", "open", watching="nobody")
    link = made["links"]["table"] if kind == "table" else made["links"]["seats"][1]
    Browser(address).join(link, name="Bea")
    late, secret = Browser(address), link.split("#")[1]
    looked = late.post("/join", {"secret": secret, "look": True})
    assert looked.status_code == 409 and "Bea" not in looked.text
    assert late.post("/join", {"secret": secret, "watch": True}).status_code == 403
    spectator = late.post("/join", {"secret": made["links"]["spectator"].split("#")[1], "look": True})
    assert spectator.status_code == 403 and "Bea" not in spectator.text
    assert late.get(f"/tables/{made['table']}").status_code == 404


def test_a_link_for_another_device_lets_nobody_else_watch(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random")
    link = browser.post(f"/tables/{made['table']}/seats/0", {"action": "device"}).json()["link"]
    Browser(address).join(link)
    late, secret = Browser(address), link.split("#")[1]
    assert late.post("/join", {"secret": secret, "look": True}).status_code == 409
    assert late.post("/join", {"secret": secret, "watch": True}).status_code == 403


def test_whoever_sits_there_is_welcome_again_at_a_full_table(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open")
    friend = Browser(address)
    assert friend.join(made["links"]["table"])["seat"] == 1
    assert friend.join(made["links"]["table"], look=True)["invitation"]["why"] is None
    assert friend.join(made["links"]["table"])["seat"] == 1


def test_a_name_may_be_left_out(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open")
    Browser(address).join(made["links"]["table"], name="")
    seat = browser.get(f"/tables/{made['table']}").json()["seats"][1]
    assert (seat["name"], seat["kind"]) == ("", "human")
