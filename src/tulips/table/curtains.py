"""The curtains of a room: pages that several seats share, each hidden until the next player lifts it.

Where there is a clock, what they show is part of the table's state (`clocks`), so it is written again and again.
"""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from tulips.table import clocks
from tulips.table.database.group_commit import TRIES_AGAIN, Unavailable

if TYPE_CHECKING:
    from tulips.table.broadcast import Watcher
    from tulips.table.room import Room
    from tulips.table.state import TableState


class Curtains:
    """The pages with a curtain at one table: before which seat it hangs, and whether that seat has lifted it."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._hanging: dict[Watcher, tuple[int, bool]] = {}
        self._moved = asyncio.Event()
        self._writing = False

    def draw(self, watcher: "Watcher", seat: int, lifted: bool) -> None:
        """A page says that its curtain has closed before a seat, or that the seat has lifted it."""
        room = self._room
        sharing = [p for p in room.people.get(watcher, ()) if room.state.seats[p].shares_screen]
        if len(sharing) > 1 and seat in sharing and seat == watcher.viewer and room.game.secret_options is not None:
            self._draw(watcher, seat, lifted)

    def close_before(self, watcher: "Watcher", seat: int) -> None:
        """A page turns to another seat: its curtain, if it has one, closes before that."""
        if watcher in self._hanging:
            self._draw(watcher, seat, False)

    def remove(self, watcher: "Watcher") -> None:
        """A page is gone."""
        if self._hanging.pop(watcher, None):
            self._moved.set()

    def _draw(self, watcher: "Watcher", seat: int, lifted: bool) -> None:
        self._hanging[watcher] = (seat, lifted)
        self._moved.set()
        if self._room.state.clock is not None and not self._writing:
            self._writing = True
            self._room.run(self._write())

    async def _write(self) -> None:
        """Write how the curtains hang, as long as there is one; a clock that stands must stand in every process."""
        while self._hanging and self._room.state.phase == "playing":
            self._moved.clear()
            try:
                await self._room.change(self._hang)
            except Unavailable:
                await asyncio.sleep(TRIES_AGAIN)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), clocks.SAID_AGAIN)
        self._writing = False

    def _hang(self, state: "TableState") -> None:
        """If one of several pages is open to somebody, that counts."""
        if self._hanging:
            room = self._room
            seat, lifted = max(self._hanging.values(), key=lambda hanging: hanging[1])
            state.curtain = clocks.curtain_after(state, seat, lifted, room.number, room.last_event, clocks.now())
