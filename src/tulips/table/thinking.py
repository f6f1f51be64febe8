"""Bots at work, and hints for people, in threads: from what a seat knows, with noise that only the server can foresee.

There are as many threads as cores. Thoughts wait for one in a queue that is fair to all addresses and tables (`fair_queue`).
"""

import asyncio
import functools
import hashlib
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from tulips import bots
from tulips.table.compiling import can_search
from tulips.table.fair_queue import FairQueue, Turn

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States


Result = TypeVar("Result")

DECENT = "merchant"
"""The level of a bot that nobody has chosen a level for."""


STRONGEST = "master"
"""The level that thinks as long as it may: weaker ones are to stay as weak as they are."""


class Thinking:
    """The threads in which bots think."""

    def __init__(self, megabytes: float) -> None:
        self._megabytes = megabytes
        places = max(2, os.cpu_count() or 2)
        self._threads = ThreadPoolExecutor(places, "thinking")
        self._queue = FairQueue(places)
        self.simple = 0  # how often a bot chose more simply than it was asked to

    async def choose(
        self,
        game: "Game",
        states: "States",
        seat: int,
        level: str | None,
        seed: int,
        seconds: float = 0.0,
        turn: Turn | None = None,
    ) -> int:
        """The bot's move, once it is its turn to think; the state stays the caller's to go on with.

        The strongest bot takes all of the seconds; less where its address has more thoughts than its part of the places.
        """
        turn = turn or Turn()
        wanted = known_level(game, level)
        bot = _able(game, wanted)
        self.simple += bot != wanted
        states = states.copy()
        await self._queue.enter(turn)
        patience = seconds * turn.part if bot == STRONGEST else 0.0
        choose = functools.partial(bots.choose, megabytes=self._megabytes, seconds=patience or None)
        return await self._think(turn, functools.partial(choose, game, states, seat, bot, seed))

    async def find_out(self, turn: Turn, work: Callable[[float], Result]) -> Result:
        """What the work finds out for people at a table, once it is its turn; it is told the memory that it may take."""
        await self._queue.enter(turn)
        return await self._think(turn, functools.partial(work, self._megabytes))

    async def _think(self, turn: Turn, work: Callable[[], Result]) -> Result:
        """Do it in a thread; whoever does not want to know any more leaves the place when the thread is done."""
        began = time.monotonic()
        thought = asyncio.get_running_loop().run_in_executor(self._threads, work)
        thought.add_done_callback(lambda _: self._queue.leave(turn, time.monotonic() - began))
        return await asyncio.shield(thought)

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def known_level(game: "Game", level: str | None) -> str:
    """The bot of that name; a decent one if the game has none such (any more)."""
    if level in bots.names(game):
        return level
    return DECENT if DECENT in bots.names(game) else bots.names(game)[-1]


def _able(game: "Game", level: str) -> str:
    """The bot itself, or one that chooses at once as long as its search is not compiled."""
    if bots.number(game, level) is None and not can_search(game):
        return bots.instant(game)[-1]
    return level


def bot_seed(seed: str | None, match: str, number: int, seat: int) -> int:
    """The noise for a bot's move: another for each match, event and seat, and unknown without the match's secret seed."""
    raw = hashlib.sha256(f"{seed}/bot/{match}/{number}/{seat}".encode()).digest()
    return int.from_bytes(raw[:8], "little")
