"""Sweeping: rooms that nobody is in leave the memory, and tables that are not kept any longer leave the database."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from tulips.table import clocks
from tulips.table.database.retention import abandoned, find_tables, finished, never_begun, uploaded
from tulips.table.server_settings import FOREVER

if TYPE_CHECKING:
    import sqlalchemy as sa

    from tulips.table.registry import Registry

LOG = logging.getLogger("tulips.table")

TIDIES_FIRST, TIDIES_AGAIN = 60.0, 3600.0
"""Seconds after which old tables are looked for. Before the first time, this process has heard what others look at."""

BREATH = 0.02
"""Seconds between two tables that are removed, for those who wait to write."""


class Sweeper:
    """What removes rooms and tables of a registry, again and again."""

    def __init__(self, registry: "Registry") -> None:
        self._registry = registry
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to sweep."""
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._tidy())]

    def close(self) -> None:
        """Sweep no more."""
        for task in self._tasks:
            task.cancel()

    async def _sweep(self) -> None:
        """From time to time, let go of what nobody needs."""
        idle = self._registry.settings.idle
        while True:
            await asyncio.sleep(min(30.0, idle))
            self._registry.close_idle(idle)
            with contextlib.suppress(Exception):
                await self.remove_waiting(clocks.now())

    async def _tidy(self) -> None:
        """From time to time, remove what is not kept any longer."""
        await asyncio.sleep(TIDIES_FIRST)
        while True:
            with contextlib.suppress(Exception):
                await self.remove_old(clocks.now())
            await asyncio.sleep(TIDIES_AGAIN)

    async def remove_waiting(self, now: float) -> int:
        """Remove tables that have waited too long for their match to begin, unless somebody is there. Returns how many."""
        return await self._remove_all(never_begun(now - self._registry.settings.unstarted), spare_idle=False)

    async def remove_old(self, now: float) -> int:
        """Remove tables that were left and records that were uploaded, after their time, unless they are open.

        Returns how many.
        """
        settings = self._registry.settings
        kept = ((abandoned, settings.keep_left), (uploaded, settings.keep_uploads), (finished, settings.keep_finished))
        old = [which(now - seconds) for which, seconds in kept if seconds < FOREVER]
        return sum([await self._remove_all(which, spare_idle=True) for which in old])

    async def _remove_all(self, which: "sa.ColumnElement[bool]", *, spare_idle: bool) -> int:
        """Remove such tables one by one, but none that is open here or at another process; or none at which somebody is."""
        registry = self._registry
        registry.drop_unheard()
        removed = 0
        while True:
            open_here = (id for id, room in registry.rooms.items() if spare_idle or not room.idle)
            ids = await registry.storage.read(find_tables(which, but=[*open_here, *registry.opening, *registry.heard]))
            for id in ids:
                removed += await self._remove(id, which, spare_idle=spare_idle)
                await asyncio.sleep(BREATH)
            if not ids:
                return removed

    async def _remove(self, id: str, which: "sa.ColumnElement[bool]", *, spare_idle: bool) -> bool:
        """Remove a table if it is not open. Returns whether it was removed. Nobody can open it meanwhile."""
        registry = self._registry
        if room := registry.rooms.get(id):
            if spare_idle or not room.idle:
                return False
            room.close()
            del registry.rooms[id]
        if id in registry.opening:
            return False
        registry.removing.add(id)
        try:
            gone = await registry.storage.remove(id, which)
        finally:
            registry.removing.discard(id)
        if gone:
            LOG.info("table removed", extra={"table": id})
        return gone
