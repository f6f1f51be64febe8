"""Strangers at listed tables: their talk is apart from the players' and can be closed, and nobody fills the lobby alone."""

import asyncio
import contextlib
import functools
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from support.blocking_client import Browser, Page, until
from support.client import Guest, browsing
from support.postgres import Postgres
from support.server_thread import Inside, served
from tulips.table import chat, clocks, lobby
from tulips.table.chat import ENOUGH_SAID, SPECTATORS_CLOSED, SPECTATORS_KEPT
from tulips.table.database import chat_rows
from tulips.table.database.schema import CHAT
from tulips.table.lobby import TOO_MANY_WAIT, WAITING_AT_ONCE, Listed, Lobby
from tulips.table.refusal import NOT_HOST, TOO_FAST, Refused
from tulips.table.state import Said
from tulips.web import socket_endpoint
from tulips.web.limits import PerAddress

GAME = "gift-of-tulips"
CROWD = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path}/tables.db") as server:
        yield server


def seated(address: str) -> tuple[Browser, Browser, dict[str, Any]]:
    """A listed table of a host and Bea, which is being played."""
    host, bea = Browser(address), Browser(address)
    made = host.make(GAME, "you", "open", listed=True)
    bea.join(made["links"]["seats"][1], name="Bea")
    return host, bea, made


def said(page: Page, channel: str) -> list[str]:
    return [line["text"] for line in page.chat if line["channel"] == channel]


def has_heard(page: Page, lines: int) -> bool:
    return len(page.chat) == lines


def is_closed(page: Page) -> bool:
    return page.table["spectators_talk"] is False


# Talk


def test_a_flood_of_spectators_leaves_the_players_talk_as_it_is(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are smaller here, so that the flood is short; each is exceeded all the same."""
    monkeypatch.setattr(chat_rows, "MOST_SAID", 30)
    monkeypatch.setattr(chat_rows, "SPECTATORS_KEPT", 40)

    async def flood() -> None:
        async with browsing() as http:
            host = Guest(http, server.address)
            made = await host.make(GAME, ["you", "open"], listed=True)
            page = await host.sit(made["table"])
            assert (await page.ask("chat", text="before"))["type"] == "done"
            crowd = [await Guest(http, server.address).sit(made["table"]) for _ in range(CROWD)]
            for number in range(4):
                answers = await asyncio.gather(*(one.ask("chat", text=f"flood {number}") for one in crowd))
                assert {answer["type"] for answer in answers} == {"done"}, "the spectators' talk is never full"
            assert (await page.ask("chat", text="after"))["type"] == "done", "the spectators have used up the players' lines"
            late = await host.sit(made["table"])
            lines = late.told.chat
            assert [line["text"] for line in lines if line["channel"] == "players"] == ["before", "after"]
            rows = sa.select(CHAT.c.number, CHAT.c.seat).where(CHAT.c.match == made["table"]).order_by(CHAT.c.number)
            kept = await server.web.registry.storage.read(lambda connection: connection.execute(rows).all())
            assert sum(seat is None for _, seat in kept) == 40, "older ones are deleted"
            assert kept[-1].number == 4 * CROWD + 2, "numbers go on"
            await asyncio.gather(*(one.close() for one in [page, late, *crowd]))

    asyncio.run(flood())


def test_the_players_can_say_so_much_and_spectators_do_not_count(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chat.MOST_SAID == 5_000
    monkeypatch.setattr(chat_rows, "MOST_SAID", 3)
    host, bea, made = seated(server.address)
    with host.sit(made["table"]) as mine, bea.sit(made["table"]) as theirs, Browser(server.address).sit(made["table"]) as seen:
        for page in (seen, mine, seen, theirs, seen, mine):
            assert page.ask("chat", text="hello")["type"] == "done"
        refused = theirs.ask("chat", text="one more")
        assert (refused["type"], refused["why"]["name"]) == ("refused", ENOUGH_SAID)
        assert seen.ask("chat", text="one more")["type"] == "done"


def test_channels_are_told_apart(server: Inside) -> None:
    host, bea, made = seated(server.address)
    with host.sit(made["table"]) as mine, bea.sit(made["table"]) as theirs, Browser(server.address).sit(made["table"]) as seen:
        assert theirs.ask("chat", text="well played")["type"] == "done"
        assert seen.ask("chat", text="what a fool")["type"] == "done"
        for page in (mine, theirs, seen):
            page.hear_until(functools.partial(has_heard, page, 2))
            assert page.chat == [
                {"number": 1, "seat": 1, "name": "Bea", "text": "well played", "channel": "players"},
                {"number": 2, "seat": None, "name": "", "text": "what a fool", "channel": "spectators"},
            ]
        with host.sit(made["table"]) as late:
            assert late.chat == mine.chat, "whoever comes later hears both"


def test_the_host_without_a_seat_speaks_among_the_players(server: Inside) -> None:
    host = Browser(server.address)
    made = host.make(GAME, "open", "open")
    with host.sit(made["table"]) as mine:
        assert mine.ask("chat", text="welcome")["type"] == "done"
        mine.hear_until(lambda: mine.chat)
        line = {"number": 1, "seat": None, "name": "", "text": "welcome", "channel": "players"}
        assert mine.chat == [line]
        with host.sit(made["table"]) as late:
            assert late.chat == [line]


def test_many_lines_of_one_channel_do_not_push_out_the_other(server: Inside) -> None:
    host, _, made = seated(server.address)
    room = server.web.registry.rooms[made["table"]]
    for number in range(1, 3 * chat.SHOWN):
        room.chat.hear(Said(number, None if number > 5 else 0, "", str(number)))
    with host.sit(made["table"]) as mine:
        assert said(mine, "players") == ["1", "2", "3", "4", "5"]
        assert len(said(mine, "spectators")) == SPECTATORS_KEPT
        assert said(mine, "spectators")[-1] == str(3 * chat.SHOWN - 1)


def test_what_was_read_late_is_not_told_again() -> None:
    lines = [Said(number, None, "", "") for number in range(1, SPECTATORS_KEPT + 3)]
    known = chat.Chat(lines)
    assert not any(known.hear(line) for line in lines), "the oldest were forgotten, and are no news"
    assert known.hear(Said(1, 0, "", "")), "of the other channel nothing was known"


def test_a_spectators_line_sent_again_is_said_once(server: Inside) -> None:
    _, _, made = seated(server.address)
    with Browser(server.address).sit(made["table"]) as page:
        for _ in range(2):
            assert page.ask("chat", id="same", text="hello")["type"] == "done"
        page.send("resync")
        assert [line["text"] for line in page.hear_type("state")["chat"]] == ["hello"]


# Closing it


def test_the_host_closes_the_spectators_talk_and_opens_it_again(server: Inside) -> None:
    host, bea, made = seated(server.address)
    path = f"/tables/{made['table']}/settings"
    with host.sit(made["table"]) as mine, bea.sit(made["table"]) as theirs, Browser(server.address).sit(made["table"]) as seen:
        assert seen.table["spectators_talk"] is True
        closed = host.post(path, {"spectators_talk": False})
        assert closed.status_code == 200 and closed.json()["spectators_talk"] is False and closed.json()["listed"] is True
        for page in (mine, theirs, seen):
            page.hear_until(functools.partial(is_closed, page))
        refused = seen.ask("chat", text="hello")
        assert (refused["type"], refused["code"], refused["why"]["name"]) == ("refused", "not yours", SPECTATORS_CLOSED)
        assert theirs.ask("chat", text="peace")["type"] == "done", "players talk as before"
        assert host.post(path, {"spectators_talk": True}).status_code == 200
        seen.hear_until(lambda: seen.table["spectators_talk"] is True)
        assert seen.ask("chat", text="hello")["type"] == "done"
        seen.hear_until(lambda: len(seen.chat) == 2)
        assert [line["text"] for line in seen.chat] == ["peace", "hello"]


def test_only_the_host_closes_it(server: Inside) -> None:
    _, bea, made = seated(server.address)
    for stranger in (bea, Browser(server.address)):
        refused = stranger.post(f"/tables/{made['table']}/settings", {"spectators_talk": False})
        assert refused.status_code == 403 and refused.json()["why"]["name"] == NOT_HOST


def test_a_rematch_keeps_the_settings(server: Inside) -> None:
    host = Browser(server.address)
    table = host.make(GAME, "you", "random", listed=True)["table"]
    assert host.post(f"/tables/{table}/settings", {"spectators_talk": False}).status_code == 200
    with host.sit(table) as page:
        page.play_on()
    again = host.post(f"/tables/{table}/rematch").json()["table"]
    assert host.get(f"/tables/{again}").json()["spectators_talk"] is False
    assert server.web.registry.lobby._maker[again] == "127.0.0.1", "its place in the lobby counts like any other of the address"


def test_closing_it_reaches_other_processes(postgres: Postgres) -> None:
    database = postgres.database()
    with served(database) as one, served(database) as two:
        host = Browser(one.address)
        made = host.make(GAME, "you", "open", listed=True)
        with Browser(two.address).sit(made["table"]) as seen:
            assert host.post(f"/tables/{made['table']}/settings", {"spectators_talk": False}).status_code == 200
            seen.hear_until(lambda: seen.table["spectators_talk"] is False)
            assert seen.ask("chat", text="hello")["why"]["name"] == SPECTATORS_CLOSED


# One address


def test_spectators_of_one_address_share_what_they_may_say(server: Inside) -> None:
    most = socket_endpoint.SPECTATORS_CHATS_AT_ONCE
    server.web.sockets.spectator_chat = PerAddress(0.0, most)
    host, bea, made = seated(server.address)
    crowd = [Browser(server.address).sit(made["table"]) for _ in range(most + 2)]
    answers = [page.ask("chat", text="hello") for page in crowd]
    assert [answer["type"] for answer in answers] == ["done"] * most + ["refused"] * 2
    assert (answers[-1]["code"], answers[-1]["why"]["name"]) == ("too fast", TOO_FAST)
    with host.sit(made["table"]) as mine, bea.sit(made["table"]) as theirs:
        for page in (mine, theirs, mine, theirs):
            assert page.ask("chat", text="we are not of the crowd")["type"] == "done"


def test_a_seat_has_its_lines_over_all_its_sockets_and_connections(server: Inside) -> None:
    assert (socket_endpoint.CHATS_A_SECOND, socket_endpoint.CHATS_AT_ONCE) == (0.5, 8)
    server.web.sockets.seat_chat = PerAddress(0.0, 3)
    host, bea, made = seated(server.address)
    answers = []
    for _ in range(4):
        with bea.sit(made["table"]) as page:
            answers.append(page.ask("chat", text="hello")["type"])
    assert answers == ["done"] * 3 + ["refused"], "coming back gives nobody new lines"
    with host.sit(made["table"]) as mine:
        assert mine.ask("chat", text="another seat has its own")["type"] == "done"


def test_all_spectators_of_a_table_share_what_they_may_say(server: Inside) -> None:
    assert (socket_endpoint.TABLES_CHATS_A_SECOND, socket_endpoint.TABLES_CHATS_AT_ONCE) == (2.0, 20)
    server.web.sockets.table_chat = PerAddress(0.0, 3)
    host, _, made = seated(server.address)
    crowd = [Browser(server.address).sit(made["table"]) for _ in range(4)]
    assert [page.ask("chat", text="hello")["type"] for page in crowd] == ["done"] * 3 + ["refused"]
    _, _, other = seated(server.address)
    with Browser(server.address).sit(other["table"]) as seen, host.sit(made["table"]) as mine:
        assert seen.ask("chat", text="another table is another matter")["type"] == "done"
        assert mine.ask("chat", text="so are the players")["type"] == "done"


def test_an_address_lists_so_many_tables_that_wait(server: Inside) -> None:
    assert WAITING_AT_ONCE == 5
    server.web.registry.lobby.most = WAITING_AT_ONCE
    host = Browser(server.address)
    tables = [host.make(GAME, "you", "open", listed=True)["table"] for _ in range(WAITING_AT_ONCE)]
    wish = {"game": GAME, "seats": [{"kind": "you"}, {"kind": "open"}]}

    def list_another() -> Any:
        return host.post("/tables", {**wish, "listed": True})

    refused = list_another()
    assert refused.status_code == 403
    assert refused.json()["why"] == {"name": TOO_MANY_WAIT, "values": {"most": WAITING_AT_ONCE}}
    assert [table["id"] for table in host.get("/tables").json()["tables"]] == tables[::-1], "nothing was made"
    hidden = host.post("/tables", wish)
    assert hidden.status_code == 200, "one that is not listed may be made"
    full = host.post("/tables", {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "listed": True})
    assert full.status_code == 200, "one that begins at once waits for nobody"
    assert host.post(f"/tables/{tables[0]}/start").status_code == 200
    another = list_another()
    assert another.status_code == 200, "one that has begun waits no longer"
    assert list_another().status_code == 403
    assert host.post(f"/tables/{tables[1]}/settings", {"listed": False}).status_code == 200
    assert tables[1] not in [table["id"] for table in host.get("/tables").json()["tables"]]
    assert list_another().status_code == 200, "one that is off the list does not count"
    refused = host.post(f"/tables/{tables[1]}/settings", {"listed": True})
    assert refused.status_code == 403, "putting it on the list counts like making it"
    assert host.get(f"/tables/{tables[1]}").json()["listed"] is False


def test_tables_count_before_they_are_on_disk() -> None:
    async def make() -> None:
        shown = Lobby(nothing)
        async with contextlib.AsyncExitStack() as being_made:
            for number in range(WAITING_AT_ONCE):
                await being_made.enter_async_context(shown.place("a", str(number)))
            with pytest.raises(Refused):
                await being_made.enter_async_context(shown.place("a", "one more"))

    asyncio.run(make())


def test_a_table_that_could_not_be_made_does_not_count(server: Inside) -> None:
    server.web.registry.lobby.most = WAITING_AT_ONCE
    host = Browser(server.address)
    for _ in range(WAITING_AT_ONCE + 1):
        assert host.post("/tables", {"game": "chess", "seats": [], "listed": True}).status_code == 400
    host.make(GAME, "you", "open", listed=True)


# What the lobby shows


class Clock:
    """A clock that goes on only when it is told to."""

    now = 1e6

    def __call__(self) -> float:
        return self.now


def listed(number: int, *, ago: float = 0.0, phase: Any = "waiting") -> list[Listed]:
    """Tables, the newest first."""
    now = clocks.now() - ago
    return [Listed(f"{phase}-{ago}-{n}", phase, now - n / 1000) for n in range(number)]


async def nothing(_: str) -> None:
    return None


def made_by(registry: Lobby, maker: str, tables: list[Listed]) -> None:
    async def place() -> None:
        for table in tables:
            async with registry.place(maker, table.id):
                pass

    asyncio.run(place())


def test_the_newest_tables_come_first_where_somebody_is() -> None:
    shown = Lobby(nothing)
    old, new = listed(3, ago=1000.0), listed(2)
    shown.saw(old[2].id)
    order = shown.choose([*new, *old])
    assert order == [table.id for table in (*new, old[2], old[0], old[1])]


def test_somebody_counts_as_there_for_some_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(lobby, "now", clock)
    shown = Lobby(nothing)
    first, second = Listed("first", "waiting", clock.now - 1000), Listed("second", "waiting", clock.now - 2000)
    shown.saw("second")
    clock.now += lobby.THERE_FOR - 1
    assert shown.choose([first, second]) == ["second", "first"]
    clock.now += 2
    assert shown.choose([first, second]) == ["first", "second"]
    shown.saw("other")
    assert len(shown._seen) == 1, "who was there long ago is forgotten"


def test_a_table_that_was_left_long_ago_comes_after_one_where_the_host_sits(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = Browser(server.address), Browser(server.address)
    tables = [host.make(GAME, "you", "open", listed=True)["table"] for _ in range(3)]
    clock = Clock()
    clock.now = clocks.now() + 2 * lobby.THERE_FOR  # so long ago they were made
    monkeypatch.setattr(lobby, "now", clock)
    with host.sit(tables[0]):
        assert [table["id"] for table in guest.get("/tables").json()["tables"]] == [tables[0], tables[2], tables[1]]
    until(lambda: not server.web.registry.rooms[tables[0]].people)
    assert [table["id"] for table in guest.get("/tables").json()["tables"]] == [tables[0], tables[2], tables[1]]
    clock.now += 2 * lobby.THERE_FOR
    assert [table["id"] for table in guest.get("/tables").json()["tables"]] == tables[::-1]


@pytest.mark.parametrize("phase", ["waiting", "playing"])
def test_one_makers_tables_do_not_push_out_all_others(phase: Any) -> None:
    shown = Lobby(nothing)  # which takes all tables for begun, so that more may be listed
    many, few = listed(3 * lobby.SHOWN, phase=phase), listed(4, ago=100.0, phase="waiting")
    made_by(shown, "many", many)
    made_by(shown, "few", few)
    order = shown.choose([*few, *many])
    assert len(order) == lobby.SHOWN
    assert order[: WAITING_AT_ONCE + 4] == [table.id for table in (*many[:WAITING_AT_ONCE], *few)]


def test_makers_are_remembered_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "REMEMBERED", 3)
    shown = Lobby(nothing)
    for number in range(10):
        made_by(shown, f"maker {number}", [Listed(str(number), "waiting", 0.0)])
    assert len(shown._made) == len(shown._maker) == 3


def test_a_maker_is_refused_while_all_of_theirs_wait() -> None:
    class Waiting(SimpleNamespace):
        listed, phase = True, "waiting"

    async def waits(_: str) -> Any:
        return Waiting()

    shown = Lobby(waits)
    made_by(shown, "a", listed(WAITING_AT_ONCE))
    with pytest.raises(Refused):
        made_by(shown, "a", listed(1, ago=5.0))
    made_by(shown, "b", listed(1, ago=6.0))
