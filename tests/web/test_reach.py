"""How others get to the server: the addresses it tells, and the switch that lets the local network in."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from support.blocking_client import Browser
from support.client import Guest, browsing
from support.forked_servers import free_port
from support.server_process import Process
from support.server_thread import serving
from tulips.web.reach import ELSEWHERE, NAMED, others_find, own_addresses, page_addresses

GAME = "gift-of-tulips"
LET_IN, KEEP_OUT = {"let_in": True}, {"let_in": False}

LAN = "127.0.0.2"
"""Stands for this machine's address in a network: nothing that is sent in a test leaves the machine."""


@pytest.fixture
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, LAN)


def reach(browser: Browser) -> Any:
    return browser.get("/reach").json()


def test_a_server_for_this_machine_alone_says_so(address: str) -> None:
    assert reach(Browser(address)) == {"here": True, "addresses": [], "lets_in": False}


@pytest.mark.usefixtures("in_a_network")
def test_whoever_sits_at_the_machine_lets_the_network_in_and_out_again(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address:
        host = Browser(address)
        outside = address.replace("127.0.0.1", LAN)
        with pytest.raises(httpx.ConnectError):
            Browser(outside).get("/health")
        opened = host.post("/reach", LET_IN).json()
        assert opened == {"here": True, "addresses": [outside], "lets_in": True} == reach(host)
        assert host.post("/reach", LET_IN).json() == opened, "a second time changes nothing"
        asyncio.run(play_together_and_close(address, outside))
        assert reach(host) == {"here": True, "addresses": [], "lets_in": False}
        with pytest.raises(httpx.ConnectError):
            Browser(outside).get("/health")
        assert host.post("/reach", LET_IN).json() == opened, "it can be opened again"


async def play_together_and_close(inside: str, outside: str) -> None:
    """The host at loopback and a guest in the network play at one table, each with a cookie of their own address."""
    async with browsing() as http:
        host, guest = Guest(http, inside), Guest(http, outside)
        made = await host.make(GAME, ["you", "open"])
        await guest.join(made["links"]["seats"][1])
        pages = [await host.sit(made["table"]), await guest.sit(made["table"])]
        for page in pages:
            await page.ready()
        assert [page.told.position["viewer"] for page in pages if page.told.position] == [0, 1]
        mover = next(page for page in pages if page.turn)
        assert mover.turn
        assert (await mover.ask("move", number=0, move=mover.turn["offers"][0]["move"]))["type"] == "done"
        for page in pages:
            await page.reach(1)
        # Others have no say in it, and learn nothing of the machine.
        assert (await guest.get("/reach")).json() == {"here": False, "addresses": [], "lets_in": None}
        assert (await guest.ask("POST", "/reach", json=KEEP_OUT)).status_code == 403
        await host.post("/reach", KEEP_OUT)
        with pytest.raises(ConnectionClosed):
            while True:
                await pages[1].hear()
        await pages[0].flush()
        await pages[0].close()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=203.0.113.9"},
        {"X-Real-IP": "203.0.113.9"},
        {"Via": "1.1 proxy"},
        {"Host": "tulips.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": '"><script>'},
        {"Host": ""},
    ],
    ids=str,
)
def test_nobody_behind_a_proxy_is_told_or_lets_anybody_in(browser: Browser, headers: dict[str, str]) -> None:
    answer = browser.http.get("/reach", headers=headers)
    assert answer.json() == {"here": False, "addresses": [], "lets_in": None}
    assert browser.http.post("/reach", json=LET_IN, headers=headers).status_code == 403
    assert reach(browser)["lets_in"] is False


def test_another_site_lets_nobody_in(browser: Browser) -> None:
    assert browser.http.post("/reach", json=LET_IN, headers={"Origin": "http://evil.example"}).status_code == 403
    assert reach(browser)["lets_in"] is False


@pytest.mark.usefixtures("in_a_network")
def test_a_server_for_the_network_tells_its_addresses_and_has_nothing_to_switch(tmp_path: Path) -> None:
    with Process(tmp_path, "--database", f"sqlite:///{tmp_path}/tables.sqlite", "--lan") as server:
        browser = Browser(server.address)
        found = reach(browser)
        assert found["here"] and found["lets_in"] is None
        assert found["addresses"] == [f"http://{LAN}:{server.port}"]
        assert browser.post("/reach", LET_IN).status_code == 403
        assert all(Browser(outside).get("/health").status_code == 200 for outside in found["addresses"])


@pytest.mark.usefixtures("in_a_network")
def test_a_port_that_is_taken_in_the_network_is_told_in_a_sentence(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address, socket.socket() as taken:
        taken.bind((LAN, int(address.rsplit(":", 1)[1])))
        taken.listen()
        refused = Browser(address).post("/reach", LET_IN)
        assert refused.status_code == 409 and LAN in str(refused.json()["why"]["values"])


@pytest.mark.usefixtures("in_a_network")
def test_a_server_that_let_others_in_stops_as_any_other(tmp_path: Path) -> None:
    with Process(tmp_path, "--database", f"sqlite:///{tmp_path}/tables.sqlite") as server:
        Browser(server.address).post("/reach", LET_IN)
        server.ask_to_stop()
        assert server.stopped() == 0


def test_where_a_server_is_found_is_told_in_words_that_can_be_opened() -> None:
    port = free_port()
    assert page_addresses("127.0.0.1", port) == (f"http://127.0.0.1:{port}", [])
    assert page_addresses("::1", port) == (f"http://[::1]:{port}", [])
    assert page_addresses("tulips.local", port) == (f"http://tulips.local:{port}", [])
    own, others = page_addresses("0.0.0.0", port)
    assert own == f"http://127.0.0.1:{port}" and not any("0.0.0.0" in other for other in others)
    for address in own_addresses(4):
        assert others_find(address, 1637) == [f"http://{address}:1637"]
    assert not any(str(address) in ELSEWHERE for version in (4, 6) for address in own_addresses(version))
