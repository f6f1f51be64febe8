"""Bots at work: they think in threads of their own, from what their seat knows, with noise that only the server can foresee."""

import asyncio
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tulips import bots

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.record import States


class Thinking:
    """The threads in which bots think."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 2), "thinking")

    async def choose(self, game: "Game", states: "States", seat: int, level: str | None, seed: int) -> int:
        """The bot's move; the record given is the caller's to go on with."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, bots.choose, game, states.copy(), seat, best_known(game, level), seed
        )

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def best_known(game: "Game", level: str | None) -> str:
    """The bot of that name; the game's best if it has none such (any more)."""
    names = bots.names(game)
    return level if level in names else names[-1]


def bot_seed(seed: str | None, match: str, number: int, seat: int) -> int:
    """The noise for a bot's move: another for each match, event and seat, and unknown without the match's secret seed."""
    raw = hashlib.sha256(f"{seed}/bot/{match}/{number}/{seat}".encode()).digest()
    return int.from_bytes(raw[:8], "little")
