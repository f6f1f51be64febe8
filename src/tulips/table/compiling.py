"""Compiling games for this machine in processes of their own, so that no table and no move ever waits for the compiler.

Until a game is compiled its rules are interpreted, and bots that would search choose at once instead.
"""

import asyncio
import functools
import os
import sys
import threading
from typing import TYPE_CHECKING, Literal

import tulips
from tulips.bots.warm import MARK, SEARCH_MARK, is_warm, warm, warm_search

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game

CompileState = Literal["ready", "compiling", "cold"]

COMMAND = (sys.executable, "-m", "tulips.table.compiling")
"""What compiles the game named after it, for as long as somebody holds its standard input."""


class Compiling:
    """Which games are ready, and how far the others are."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self._ready: set[str] = set()
        self._one_by_one = asyncio.Lock()
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

    def progress(self, name: str) -> tuple[int, int] | None:
        """How many steps are done of how many, while it compiles."""
        return self._progress.get(name, (0, 1)) if name in self._tasks else None

    def begin(self, name: str) -> None:
        """Compile the game, if nobody has."""
        if not self.is_ready(name) and name not in self._tasks:
            self._tasks[name] = asyncio.get_running_loop().create_task(self._compile(name))

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
            await asyncio.to_thread(touch, tulips.game(name))
        finally:
            del self._tasks[name]
            self.on_progress(name)

    async def close(self) -> None:
        """Stop compiling."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def can_search(game: "Game") -> bool:
    """Whether what searching bots need is compiled; interpreted, they would think for hours."""
    return is_warm(game, SEARCH_MARK)


def touch(game: "Game") -> None:
    """Load the machine code that a table calls, so that the event loop never has to."""
    seats = game.about.seats[0]
    states = game.batch(1, seats).states.copy()
    seat = game.actors(states)[0]
    move = game.moves(states, seat)[0]
    game.allows(states, seat, move)
    game.scores(states)
    game.apply(states, seat, move)
    fresh = game.table(seats)
    while game.chance(fresh):
        game.settle(fresh, game.draw(fresh))


@functools.cache
def touch_once(game: "Game") -> None:
    """Load it, unless this process has."""
    touch(game)


def end_with_server() -> None:
    """End once the server has: also one that was killed lets go of the pipe that it held."""

    def wait() -> None:
        while os.read(0, 1024):  # not through `sys.stdin`, which must not be in use when Python ends
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def main(name: str) -> None:
    """Compile everything, telling how far it is; the last third is for the search."""
    end_with_server()
    game = tulips.game(name)
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
    main(sys.argv[1])
