"""Compiling games for this machine in processes of their own, so that no table and no move ever waits for the compiler.

Until a game is compiled its rules are interpreted, and bots that would search choose at once instead.
"""

import asyncio
import functools
import logging
import math
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Literal

import tulips
from tulips import games
from tulips.bots.warm import MARK, SEARCH_MARK, is_warm, warm, warm_search
from tulips.engine.state.rule import INTERPRETED
from tulips.review import hints
from tulips.table.machine_code import cache_home, why_not_kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game

LOG = logging.getLogger("tulips.table")

CompileState = Literal["ready", "compiling", "cold"]

COMMAND = (sys.executable, "-m", "tulips.table.compiling")
"""What compiles the game named after it, for as long as somebody holds its standard input."""


HINTS = "hints"
"""What follows the name where only that is compiled which hints need."""

TRIED_AGAIN = 600.0
"""Seconds after which a game is compiled again whose machine code could not be made or kept."""

LOOKED_AGAIN = 30.0
"""Seconds after which a machine that keeps machine code, or does not, is asked again."""

SIMPLER = "The rules are interpreted, which is slow, and bots that search choose more simply."


class Compiling:
    """Which games are ready, and how far the others are."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hints: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self._ready: set[str] = set()
        self._in_vain: dict[str, float] = {}  # when a game was compiled without getting ready
        self._one_by_one = asyncio.Lock()
        self._problem: str | None = None
        self._looked = -math.inf
        self.on_progress: Callable[[str], None] = lambda name: None

    def state(self, name: str) -> CompileState:
        """Whether the game is compiled."""
        if self.is_ready(name):
            return "ready"
        return "compiling" if name in self._tasks else "cold"

    def is_ready(self, name: str) -> bool:
        """Whether all of the game's machine code is there."""
        if name not in self._ready and name not in self._tasks and can_search(tulips.game(name)) and is_warm(tulips.game(name)):
            self._ready.add(name)
        return name in self._ready

    def problem(self) -> str | None:
        """Why games can't be compiled, in a sentence; None if they can, or need not be any more."""
        if time.monotonic() - self._looked >= LOOKED_AGAIN:
            self._looked = time.monotonic()
            why = why_not_kept()
            found = (
                f"Machine code can't be kept: {why}. {SIMPLER}" if why and not all(map(self.is_ready, games.names())) else None
            )
            if found and self._problem is None:
                LOG.warning("machine code can't be kept", extra={"why": found, "folder": str(cache_home())})
            elif self._problem and not found:
                LOG.warning("machine code can be kept again")
            self._problem = found
        return self._problem

    def progress(self, name: str) -> tuple[int, int] | None:
        """How many steps are done of how many, while it compiles."""
        return self._progress.get(name, (0, 1)) if name in self._tasks else None

    def begin(self, name: str) -> None:
        """Compile the game, if nobody has."""
        lately = time.monotonic() - self._in_vain.get(name, -math.inf) < TRIED_AGAIN
        if name in self._tasks or lately or self.problem() is not None:
            return
        if not self.is_ready(name):
            self._tasks[name] = asyncio.get_running_loop().create_task(self._compile(name))
        elif name not in self._hints and not hints.is_ready(tulips.game(name)):
            self._hints[name] = asyncio.get_running_loop().create_task(self._compile_hints(name))

    async def _compile_hints(self, name: str) -> None:
        """Compile what hints need, which nobody waits for who only wants to play."""
        try:
            async with self._one_by_one:
                worker = await asyncio.create_subprocess_exec(*COMMAND, name, HINTS, stdin=asyncio.subprocess.PIPE)
                try:
                    await worker.wait()
                except asyncio.CancelledError:
                    worker.kill()
                    await worker.wait()
                    raise
        finally:
            del self._hints[name]
        if not hints.is_ready(tulips.game(name)):
            self._in_vain[name] = time.monotonic()
            LOG.warning("what hints need could not be compiled", extra={"game": name})

    async def _compile(self, name: str) -> None:
        try:
            async with self._one_by_one:
                worker = await asyncio.create_subprocess_exec(
                    *COMMAND, name, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
                )
                assert worker.stdout is not None
                try:
                    async for line in worker.stdout:
                        done, total = map(int, line.split())
                        self._progress[name] = done, total
                        self.on_progress(name)
                    await worker.wait()
                except asyncio.CancelledError:
                    worker.kill()
                    await worker.wait()
                    raise
            await asyncio.to_thread(load_kernels, tulips.game(name))
        finally:
            del self._tasks[name]
            self.on_progress(name)
        if not self.is_ready(name):
            self._in_vain[name] = time.monotonic()
            LOG.warning("a game could not be compiled", extra={"game": name})
        else:
            self.begin(name)

    async def close(self) -> None:
        """Stop compiling."""
        tasks = [*self._tasks.values(), *self._hints.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def can_search(game: "Game") -> bool:
    """Whether what searching bots need is compiled; interpreted, they would think for hours, unless that is what is wanted."""
    return INTERPRETED or (game.cache is not None and is_warm(game, SEARCH_MARK))


def load_kernels(game: "Game") -> None:
    """Load the machine code that a table calls, so that the event loop never has to."""
    seats = game.about.seats[0]
    states = game.batch(1, seats).states.copy()
    seat = game.actors(states)[0]
    move = game.moves(states, seat)[0]
    game.is_legal(states, seat, move)
    game.scores(states)
    game.apply(states, seat, move)
    fresh = game.set_up(seats)
    while game.chance(fresh):
        game.settle(fresh, game.draw(fresh))


@functools.cache
def load_kernels_once(game: "Game") -> None:
    """Load it, unless this process has."""
    load_kernels(game)


def end_with_server() -> None:
    """End once the server has: also one that was killed lets go of the pipe that it held."""

    def wait() -> None:
        while os.read(0, 1024):  # not through `sys.stdin`, which must not be in use when Python ends
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def main(name: str, what: str = "") -> None:
    """Compile everything, telling how far it is; the last third is for the search. What hints need comes by itself."""
    end_with_server()
    game = tulips.game(name)
    if what == HINTS:
        hints.warm_up(game)
        return
    total = 0

    def tell(done: int, steps: int) -> None:
        nonlocal total
        total = steps * 3 // 2
        print(done, total, flush=True)

    if not is_warm(game, MARK):
        warm(game, tell)
    warm_search(game)
    print(total or 1, total or 1, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
