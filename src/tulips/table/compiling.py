"""Compiling games for this machine in processes of their own, so that no table and no move ever waits for the compiler."""

import asyncio
import sys
from typing import TYPE_CHECKING, Literal

import tulips
from tulips.bots.warm import is_warm, warm

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game

CompileState = Literal["ready", "compiling", "cold"]


class Compiling:
    """Which games are ready, and how far the others are."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self._ready: set[str] = set()
        self._one_by_one = asyncio.Lock()
        self.on_progress: Callable[[str], None] = lambda name: None

    def state(self, name: str) -> CompileState:
        """Whether the game can be played at once."""
        if self.is_ready(name):
            return "ready"
        return "compiling" if name in self._tasks else "cold"

    def is_ready(self, name: str) -> bool:
        """Whether the game's machine code is there."""
        if name not in self._ready and name not in self._tasks and is_warm(tulips.game(name)):
            self._ready.add(name)
        return name in self._ready

    def progress(self, name: str) -> tuple[int, int] | None:
        """How many steps are done of how many, while it compiles."""
        return None if name in self._ready else self._progress.get(name, (0, 1))

    async def ready(self, name: str) -> None:
        """Wait until the game is compiled; begin with it if nobody has."""
        if self.is_ready(name):
            return
        if name not in self._tasks:
            self._tasks[name] = asyncio.create_task(self._compile(name))
        await asyncio.shield(self._tasks[name])

    async def _compile(self, name: str) -> None:
        try:
            async with self._one_by_one:
                worker = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tulips.table.compiling", name, stdout=asyncio.subprocess.PIPE
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
                    raise
            self._ready.add(name)  # if the worker failed, the first use compiles, in a thread, and says what is wrong
            self.on_progress(name)
        finally:
            del self._tasks[name]

    async def close(self) -> None:
        """Stop compiling."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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


if __name__ == "__main__":
    warm(tulips.game(sys.argv[1]), lambda done, total: print(done, total, flush=True))
