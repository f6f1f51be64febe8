"""A long match makes nobody wait: what can't be a match is refused, records are made once, and a server with replays stops."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

import tulips
from support.accounted_players import rows_of
from support.client import Guest, browsing, until
from support.random_play import random_match
from support.server_process import Process
from support.server_thread import Inside, served
from tulips.engine.match import record_file
from tulips.engine.match.match import Match
from tulips.table import broadcast, replay_pool, room
from tulips.table.database import storage
from tulips.table.record_files import TOO_LONG_A_MATCH, can_take_back, most_events
from tulips.table.state import Event

pytestmark = pytest.mark.slow

SHORT, LONG = "gift-of-tulips", "tulpenfieber"
REQUESTS = 44


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite"


@pytest.fixture
def server(database: str) -> Iterator[Inside]:
    with served(database) as server:
        yield server


def long_match(moves: int) -> Match:
    """A match of a game that random players need thousands of moves for."""
    match, chooser = tulips.game(LONG).match(4, seed=1), random.Random(1)
    while match.moves_made < moves:
        seat = match.actors[0]
        match.play(seat, chooser.choice(match.game.moves(match.states, seat)))
    return match


def back_and_forth(match: Match, times: int) -> bytes:
    """The record of a match whose last move was taken back and made again so often, without its result."""
    fields = json.loads(record_file.encode(match))
    last = next(line for line in reversed(fields["events"]) if "move" in line)
    told = [line for line in fields["events"] if "chance" not in line]
    again = [{"undo": 1}, last] * times
    return json.dumps({**fields, "events": told + again, "result": None}).encode()


async def upload(guest: Guest, text: bytes) -> str:
    answer = await guest.ask("POST", "/records", content=text)
    assert answer.status_code == 200, answer.text
    table: str = answer.json()["table"]
    return table


# Uploads


@pytest.mark.parametrize(("events", "longest"), [(100_001, False), (2_001, False), (101, True)])
def test_a_record_of_more_than_a_match_of_its_game_can_have_is_refused_and_not_played(
    server: Inside, monkeypatch: pytest.MonkeyPatch, events: int, longest: bool
) -> None:
    match = random_match(tulips.game(SHORT), 2, 1, moves=10)
    fields = json.loads(record_file.encode(match))
    moves = [line for line in fields["events"] if "move" in line]
    fields["events"] = [moves[0]] * events if longest else [moves[0]] + [{"undo": 1}] * (events - 1)

    def play(*_: Any) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr(Match, "play", play)
    answer = httpx.post(
        f"{server.address}/api/v1/records",
        content=json.dumps(fields, separators=(",", ":")),
        headers={"Origin": server.address},
        trust_env=False,
        timeout=60,
    )
    assert answer.status_code == 400
    assert answer.json()["why"]["name"] == TOO_LONG_A_MATCH
    assert answer.json()["why"]["values"]["found"] == events


def test_a_live_match_never_has_more_events_than_its_record_may_tell() -> None:
    for name in tulips.game_names():
        game = tulips.game(name)
        last = most_events(game) - game.about.longest
        assert can_take_back(game, last - 1) and not can_take_back(game, last)
        assert last >= 5 * 150, "too few for people who try things out"


# Reading


def test_a_match_is_read_in_pages_and_none_of_them_on_the_event_loop(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "PAGE", 100)
    read: list[tuple[str, int]] = []
    page, look_up = storage._page, storage.Storage._look_up

    def noted_page(*given: Any) -> list[Event]:
        events = page(*given)
        read.append(("page", len(events)))
        return events

    async def noted_look_up(self: Any, *given: Any) -> list[Any]:
        rows = await look_up(self, *given)
        read.append(("event loop", len(rows)))
        return rows

    monkeypatch.setattr(storage, "_page", noted_page)
    monkeypatch.setattr(storage.Storage, "_look_up", noted_look_up)

    async def play() -> None:
        async with browsing() as http:
            guest = Guest(http, server.address)
            table = await upload(guest, record_file.encode(long_match(450)))
            spectator = await guest.sit(table)
            await spectator.ready()
            assert spectator.told.number == 450
            assert (await guest.get(f"/tables/{table}/record")).status_code == 200
            await spectator.close()

    asyncio.run(play())
    assert read.count(("page", 100)) == 2 * 4 and read.count(("page", 50)) == 2
    assert max(rows for where, rows in read if where == "event loop") <= 10


# Records and positions


def test_a_record_that_many_ask_for_is_made_once(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    encode = record_file.encode

    def counted(match: Match) -> bytes:
        nonlocal made
        made += 1
        return encode(match)

    async def play() -> None:
        async with browsing() as http:
            guest = Guest(http, server.address)
            text = encode(random_match(tulips.game(SHORT), 3, 2))
            table = await upload(guest, text)
            monkeypatch.setattr(record_file, "encode", counted)
            answers = await asyncio.gather(*(guest.get(f"/tables/{table}/record") for _ in range(REQUESTS)))
            assert {answer.content for answer in answers} == {text}
            assert (await guest.get(f"/tables/{table}/record")).content == text

    asyncio.run(play())
    assert made == 1


def test_a_position_of_the_past_that_many_ask_for_is_made_once(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    position = broadcast.replay_position

    def counted(*given: Any) -> bytes:
        nonlocal made
        made += 1
        return position(*given)

    monkeypatch.setattr(room, "replay_position", counted)

    async def play() -> None:
        async with browsing() as http:
            guest = Guest(http, server.address)
            table = await upload(guest, record_file.encode(random_match(tulips.game(SHORT), 3, 2)))
            while (await guest.get(f"/tables/{table}/positions/7?as=1")).status_code != 200:
                await asyncio.sleep(0.01)
            answers = await asyncio.gather(*(guest.get(f"/tables/{table}/positions/7?as=1") for _ in range(REQUESTS)))
            other = await guest.get(f"/tables/{table}/positions/7?as=all")
            assert len({answer.content for answer in answers}) == 1 and other.content != answers[0].content

    asyncio.run(play())
    assert made == 2


def test_a_request_whose_client_has_gone_leaves_the_queue(server: Inside) -> None:
    registry = server.web.registry

    async def play() -> None:
        async with browsing() as http:
            guest = Guest(http, server.address)
            table = await upload(guest, record_file.encode(random_match(tulips.game(SHORT), 3, 2)))
            while (await guest.get(f"/tables/{table}/positions/1?as=1")).status_code != 200:
                await asyncio.sleep(0.01)
            registry.replay_pool._workers = 0  # nothing is begun from now on
            asked = [asyncio.create_task(guest.get(f"/tables/{table}/positions/{at}?as=1")) for at in (2, 3, 4)]
            await until(lambda: registry.replay_pool.waiting == 3)
            for task in asked:
                task.cancel()
            await until(lambda: registry.replay_pool.waiting == 0)

    asyncio.run(play())


def test_who_asks_for_too_much_is_told_to_come_again(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_pool, "WAITING_AN_ADDRESS", 0)
    queue = server.web.registry.replay_pool

    async def play() -> None:
        async with browsing() as http:
            guest = Guest(http, server.address)
            answer = await guest.ask("POST", "/records", content=record_file.encode(long_match(5)))
            assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0
            assert answer.json() == {"code": "busy", "why": {"name": replay_pool.FULL}}

    asyncio.run(play())
    assert not queue._jobs


# Taking back


def test_moves_are_taken_back_beyond_a_checkpoint_at_a_live_table(server: Inside, database: str) -> None:
    async def play() -> None:
        chooser = random.Random(3)
        async with browsing() as http:
            guest, watcher = Guest(http, server.address), Guest(http, server.address)
            made = await guest.make(LONG, ["you"], watching="delayed", delay=30)
            await watcher.join(made["links"]["spectator"])
            page = await guest.sit(made["table"])
            await page.ready()
            for number in range(120):
                await page.reach(number)
                await page.ask("move", **page.any_move(chooser))
            await page.reach(120)
            late = await watcher.sit(made["table"])
            await late.ready()
            assert late.told.number == 90
            for number in range(120, 160):
                assert (await page.ask("undo", number=number))["number"] == number + 1
                await page.reach(number + 1)
            assert page.told.whole["moves"] == 80
            await late.reach(130)
            again = await guest.sit(made["table"])
            await again.ready()
            assert again.told.whole == page.told.whole
            for one in (page, late, again):
                await one.close()
            assert len(rows_of(sa.create_engine(database), made["table"]).events) == 160

    asyncio.run(play())


# Stopping


def test_a_server_with_busy_replays_stops_at_once(tmp_path: Path, database: str) -> None:
    text = back_and_forth(long_match(2_000), 100)
    with Process(tmp_path, "--database", database, "--pace", "0") as server:

        async def play() -> None:
            async with browsing() as http:
                guest = Guest(http, server.address)
                table = await upload(guest, text)
                while (await guest.get(f"/tables/{table}/positions/1?as=all")).status_code != 200:
                    await asyncio.sleep(0.02)
                asked = [asyncio.create_task(guest.get(f"/tables/{table}/positions/{2_000 - i}?as=all")) for i in range(250)]
                await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
                server.ask_to_stop()
                await asyncio.gather(*asked, return_exceptions=True)

        asyncio.run(play())
        assert server.stopped() == 0
    assert "timeout graceful shutdown exceeded" not in server.log.read_text()
