"""On a machine that has never played a game, people play at once while it is compiled, and see how far that is."""

import asyncio
import random
import statistics
import time
from pathlib import Path

import pytest

import tulips
from support.client import Guest, Page, browsing
from support.server_process import Process

pytestmark = pytest.mark.slow

FASTEST = "tulpenfieber"
"""The game that is compiled in the shortest time."""

MOVES = 4
AT_ONCE, AT_MOST = 1.0, 5.0
"""Seconds in which most moves are answered, and all, however busy the machine is; on a quiet one it takes milliseconds."""

PATIENCE = 300.0


def test_nobody_waits_for_the_compiler_and_everybody_sees_how_far_it_is(tmp_path: Path) -> None:
    cold = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with Process(tmp_path, "--database", f"sqlite:///{tmp_path}/tables.db", "--pace", "0", **cold) as server:
        asyncio.run(play_while_compiling(server))


async def play_while_compiling(server: Process) -> None:
    chooser = random.Random(1637)
    async with browsing() as http:
        guest = Guest(http, server.address)
        assert await compiled(guest) == dict.fromkeys(tulips.game_names(), "cold")
        first = await sit_down(guest, FASTEST)
        assert (await compiled(guest))[FASTEST] == "compiling"
        seen, waited = [percent(first)], list[float]()
        for game in tulips.game_names():
            page = first if game == FASTEST else await sit_down(guest, game)
            assert percent(page) is not None, "nobody is told"
            for _ in range(MOVES):
                waited.append(await move(page, chooser))
            if page is not first:
                await page.close()
        end = time.monotonic() + PATIENCE
        while percent(first) is not None:
            assert time.monotonic() < end, "the compiler does not come to an end"
            await asyncio.sleep(0.2)
            if not await turn(first):
                await first.close()
                first = await sit_down(guest, FASTEST)
            waited.append(await move(first, chooser))
            await first.flush()
            seen.append(percent(first))
        told = [share for share in dict.fromkeys(seen) if share is not None]
        assert told[0] < 20 and len(told) >= 4 and told == sorted(told), "the progress was not told"
        assert (await compiled(guest))[FASTEST] == "ready"
        assert statistics.median(waited) < AT_ONCE and max(waited) < AT_MOST, "moves waited for the compiler"
        await first.close()


async def compiled(guest: Guest) -> dict[str, str]:
    """Which games are compiled."""
    return {game["name"]: game["compiled"] for game in (await guest.get("/games")).json()["games"]}


async def sit_down(guest: Guest, game: str) -> Page:
    """A table with bots, among them one that would search."""
    bots = ["master", "random"][: min(tulips.game(game).seat_counts[-1], 3) - 1]
    page = await guest.sit((await guest.make(game, ["you", *bots]))["table"])
    await page.ready()
    return page


def percent(page: Page) -> int | None:
    """How far the compiler is, as the table tells; None once it is done."""
    told: int | None = page.told.table["compiling"]
    return told


async def turn(page: Page) -> bool:
    """Wait for one's turn; False if the match is over instead."""
    while not page.turn and not (await page.ready())["end"]:
        await page.hear()
    return page.turn is not None


async def move(page: Page, chooser: random.Random) -> float:
    """Make a move as soon as it is one's turn; the seconds until its answer."""
    assert await turn(page)
    sent = time.monotonic()
    answer = await page.ask("move", **page.any_move(chooser))
    waited = time.monotonic() - sent
    assert answer["type"] == "done", answer
    await page.reach(answer["number"])
    return waited
