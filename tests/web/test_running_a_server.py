"""What somebody who runs a server sees of it: its logs, how it stops, where it keeps things."""

import asyncio
import contextlib
import json
import random
import socket
import sqlite3
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from platformdirs import user_cache_path
from websockets.exceptions import ConnectionClosed

from support.accounted_players import rows_of
from support.client import Guest, Page, browsing
from support.server_process import Process
from tulips.table.record_files import match_of

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"

# Logs

SEED, NONCES, SAID = "a-seed-nobody-may-know", ("NonceOfTheHost", "NonceOfTheGuest"), "what somebody said"


def test_logs_are_lines_of_json_without_a_secret(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with Process(tmp_path, "--database", f"sqlite:///{database}", "--pace", "0", "--seeds") as server:
        secrets = asyncio.run(live_and_break(server, database))
        server.ask_to_stop()
        server.stopped()
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(line, dict) and {"time", "level", "event", "logger"} <= line.keys() for line in lines)
    events = [line["event"] for line in lines]
    assert events[0] == "serving" and events[-1] == "stopped"
    assert {
        "table made",
        "match over",
        "nothing could be written",
        "a table can't be read",
        "Invalid HTTP request received.",
    } <= set(events), events
    assert any("Traceback" in line.get("problem", "") for line in lines), "nothing has failed"
    assert len(secrets) >= 12 and all(secrets)
    assert not [secret for secret in secrets if secret in text]


async def live_and_break(server: Process, database: Path) -> list[str]:
    """Make, join, move, refuse and fail; everything that must not be logged."""
    async with browsing() as http:
        host, guest = Guest(http, server.address), Guest(http, server.address)
        made = await host.make(GAME, ["you", "open"], seed=SEED, nonce=NONCES[0], listed=True)
        table, links = made["table"], made["links"]
        secrets = [link.split("#")[1] for link in (links["host"], links["spectator"], links["table"], links["seats"][1])]
        await guest.post("/join", {"secret": secrets[3], "nonce": NONCES[1], "name": "Ben"})
        assert host.cookie and guest.cookie
        secrets += [SEED, *NONCES, SAID, host.cookie, guest.cookie]
        pages = [await host.sit(table), await guest.sit(table)]
        await play_some(pages, 6)
        await pages[0].ask("chat", text=SAID)
        await pages[0].ask("move", number=0, move=secrets[2])
        await pages[0].ask("move", number=2**40, move=0)
        await pages[0].socket.send(json.dumps({"type": "move", "secret": secrets[2]}))
        await pages[0].flush()
        over = await host.make(GAME, ["random", "random"], seed=SEED)
        secrets += [over["links"][role].split("#")[1] for role in ("host", "spectator")]
        watching = await host.sit(over["table"])
        while watching.told.table["phase"] != "over":
            await watching.hear()
        await watching.close()
        await ask_for_what_can_not_be(host, secrets[2])
        for page in pages:
            await page.close()
        await break_the_database(host, database, over["table"])
        return secrets


async def play_some(pages: list[Page], moves: int) -> None:
    """Play at random, whoever's turn it is."""
    chooser = random.Random(1637)
    for number in range(moves):
        for page in pages:
            await page.reach(number)
        page = next(page for page in pages if page.turn)
        assert (await page.ask("move", **page.any_move(chooser)))["number"] == number + 1


async def ask_for_what_can_not_be(host: Guest, secret: str) -> None:
    """A secret where it does not belong: in an address, in a body that is wrong, in what is no request at all."""
    for path in (f"/join?secret={secret}", f"/tables/{secret}", f"/tables/{secret}/socket", f"/games/{secret}/rules"):
        assert (await host.get(path)).status_code >= 400
    for body in ({"secret": [secret]}, {"secret": "wrong" + secret}, secret):
        assert (await host.ask("POST", "/join", json=body)).status_code >= 400
    assert (await host.ask("POST", "/records", json={"secret": secret})).status_code == 400
    with pytest.raises(ConnectionClosed):
        await host.sit(secret)
    with socket.create_connection(("127.0.0.1", int(host.address.rsplit(":", 1)[1]))) as raw:
        raw.sendall(f"\0{secret}\r\nCookie: tulips={host.cookie}\r\n\r\n".encode())
        await asyncio.to_thread(raw.recv, 1000)


async def break_the_database(host: Guest, database: Path, over: str) -> None:
    """Spoil a table's row and a match's event, then take away where seats and tables are written."""
    seats = [{"kind": "you"}, {"kind": "open"}]
    spoilt = (await host.make(GAME, ["you", "open"], seed=SEED))["table"]
    uploaded = (await host.ask("POST", "/records", content=(await host.get(f"/tables/{over}/record")).content)).json()["table"]
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE tables SET state = replace(state, '{', '[') WHERE id = ?", (spoilt,))
        connection.commit()
        assert (await host.get(f"/tables/{spoilt}")).status_code == 404
        connection.execute("UPDATE events SET move = 'x' WHERE match = ? AND number = 3", (uploaded,))
        connection.commit()
        while (await host.get(f"/tables/{uploaded}")).json()["broken"] is None:
            await asyncio.sleep(0.02)
        connection.execute("DROP TABLE links")
        connection.commit()
    refused = await host.ask("POST", "/tables", json={"game": GAME, "seats": seats, "seed": SEED, "nonce": NONCES[0]})
    assert refused.status_code == 503


# Stopping

STOPS = 4
GRACE = 5.0
"""Seconds that a server waits for what is under way."""

RESTARTS = 1012
"""What a socket is closed with that may connect again at once."""


def test_a_server_that_is_asked_to_stop_loses_no_move_and_nobody(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with Process(tmp_path, "--database", database, "--pace", "0") as server:
        asyncio.run(stop_and_start(server, database))
    assert "timeout graceful shutdown exceeded" not in server.log.read_text()


async def stop_and_start(server: Process, database: str) -> None:
    """Stop a server again and again while moves are on their way; players come back and go on."""
    chooser = random.Random(1637)
    acknowledged: dict[str, int] = {}
    async with browsing() as http:
        host, guest = Guest(http, server.address), Guest(http, server.address)
        made = await host.make(GAME, ["you", "open"], watching="at once")
        await guest.join(made["links"]["seats"][1])
        busy = await host.make(GAME, ["you", "master", "master"])
        for _ in range(STOPS):
            pages = [await host.sit(made["table"]), await guest.sit(made["table"])]
            bots = await host.sit(busy["table"])
            await move(bots, chooser)  # so that they think
            for _ in range(3):
                await move_on(pages, chooser, acknowledged)
            mover, message = await whose_turn(pages), f"{chooser.getrandbits(60):x}"
            chosen = mover.any_move(chooser)
            await mover.send("move", id=message, **chosen)
            await asyncio.sleep(chooser.random() / 50)
            server.ask_to_stop()
            asked = time.monotonic()
            for page in (*pages, bots):
                acknowledged |= await last_words(page)
            assert await asyncio.to_thread(server.stopped) == 0
            assert time.monotonic() - asked < GRACE + 10, "it took its time"
            check_kept(database, made["table"], acknowledged)
            await asyncio.to_thread(server.start)
            again = await mover.guest.sit(made["table"])
            await again.ready()
            answer = await again.ask("move", id=message, **chosen)
            assert answer["type"] == "done" and acknowledged.setdefault(message, answer["number"]) == answer["number"]
            await again.close()
        check_kept(database, made["table"], acknowledged)
        assert len(acknowledged) == 4 * STOPS


async def whose_turn(pages: list[Page]) -> Page:
    """The page that is to move, once all have heard what happened."""
    for page in pages:
        await page.ready()
        await page.reach(max(other.told.number for other in pages))
    return next(page for page in pages if page.turn)


async def move_on(pages: list[Page], chooser: random.Random, acknowledged: dict[str, int]) -> None:
    """One more move, and what came of it."""
    mover, message = await whose_turn(pages), f"{chooser.getrandbits(60):x}"
    acknowledged[message] = (await mover.ask("move", id=message, **mover.any_move(chooser)))["number"]
    for page in pages:
        await page.reach(acknowledged[message])


async def move(page: Page, chooser: random.Random) -> None:
    """Move at a table of bots, if it is one's turn."""
    await page.ready()
    if page.turn:
        await page.send("move", **page.any_move(chooser))


async def last_words(page: Page) -> dict[str, int]:
    """Hear until the socket is closed, in the way after which a page comes back; what was acknowledged."""
    heard: dict[str, int] = {}
    with pytest.raises(ConnectionClosed) as closed:
        while frame := await page.hear():
            if frame["type"] == "done":
                heard[frame["id"]] = frame["number"]
    assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTS
    return {id: number for id, number in heard.items() if not id.startswith("p")}


def check_kept(database: str, table: str, acknowledged: dict[str, int]) -> None:
    """All that was acknowledged is on disk, in a match that the rules allow."""
    rows = rows_of(sa.create_engine(database, poolclass=sa.NullPool), table)
    kept = {event.message.split(":")[1]: event.number for event in rows.events}
    assert acknowledged.items() <= kept.items()
    match_of(rows.state, rows.events)


# Where things are kept


def test_without_options_everything_is_in_the_users_data_folder(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path), "XDG_CACHE_HOME": str(user_cache_path())}
    with Process(tmp_path, **home) as server:
        table = asyncio.run(make_one(server))
        server.ask_to_stop()
        assert server.stopped() == 0
    database = tmp_path / "data" / "tulips" / "tables.sqlite"
    assert rows_of(sa.create_engine(f"sqlite:///{database}", poolclass=sa.NullPool), table).state.game == GAME


async def make_one(server: Process) -> str:
    async with browsing() as http:
        made: str = (await Guest(http, server.address).make(GAME, ["you", "open"]))["table"]
        return made
