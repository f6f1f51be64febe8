"""Whether the database can be written: noticed also when nobody writes, logged once, and tried until it can again.

A database that is damaged stays so until the server is started anew.
"""

import asyncio
import contextlib
import errno
import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tulips.table.database.damage import DAMAGED, is_damage

if TYPE_CHECKING:
    from tulips.table.database.storage import Storage

LOG = logging.getLogger("tulips.table")

KNOWN_FOR = 5.0
"""Seconds for which a write that went well tells enough: asking for the health costs at most one write in so many."""

TRIED_AGAIN = 2.0
"""Seconds between attempts while nothing can be written."""

ROOM = 256 * 1024
"""Bytes that must find room beside a SQLite file: its log is used again, so a small write may go well on a full disk."""

NO_ANSWER = "The database does not answer."
NO_ROOM = "The database's disk is full."
READ_ONLY = "The database is read-only."
SQLITE = {
    "SQLITE_FULL": NO_ROOM,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_IOERR": "The database's disk does not take what is written.",
    "SQLITE_BUSY": "Another program holds the database.",
    "SQLITE_CANTOPEN": "The database can't be opened.",
}
POSTGRESQL = {"53100": NO_ROOM, "25006": READ_ONLY}
SYSTEM = {errno.ENOSPC: NO_ROOM, errno.EDQUOT: NO_ROOM, errno.EROFS: READ_ONLY}

A_WRITE = sa.text("UPDATE alembic_version SET version_num = version_num")
"""A write that changes nothing."""


class WriteProbe:
    """What is known about writing to one database."""

    def __init__(self, storage: "Storage") -> None:
        self._storage = storage
        self.why: str | None = None  # in a sentence, while nothing can be written
        self._since = 0.0
        self._tried = 0.0
        self._trying: asyncio.Task[None] | None = None
        self._again: asyncio.Task[None] | None = None
        storage.writer.on_failure = self._failed

    async def check(self) -> str | None:
        """Why nothing can be written, if so; tries it, unless that is known."""
        if self.why is None and time.monotonic() - max(self._storage.writer.written, self._tried) >= KNOWN_FOR:
            if self._trying is None or self._trying.done():
                self._trying = asyncio.create_task(self._try())
            await asyncio.shield(self._trying)
        return self.why

    def close(self) -> None:
        """Try no more."""
        for task in (self._trying, self._again):
            if task:
                task.cancel()

    async def _try(self) -> None:
        try:
            if not self._storage.is_postgresql:
                database = Path(str(self._storage.url.database))
                await self._storage.read(lambda _: _need_room(database))
            await self._storage.write(A_WRITE)
        except OSError as problem:
            self._failed(problem)
        except Exception:  # the writer has reported why
            pass
        else:
            self._went_well()
        self._tried = time.monotonic()

    async def _try_again(self) -> None:
        while self.why not in (None, DAMAGED):
            await asyncio.sleep(TRIED_AGAIN)
            await self._try()

    def _failed(self, problem: Exception) -> None:
        if self.why == DAMAGED:
            return
        why = reason(problem)
        if self.why is None:
            self._since = time.monotonic()
            self._again = asyncio.get_running_loop().create_task(self._try_again())
        if self.why is None or why == DAMAGED:
            LOG.error("nothing could be written", extra={"why": why, "database": self._storage.url.render_as_string()})
        self.why = why

    def _went_well(self) -> None:
        if self.why not in (None, DAMAGED):  # damage does not heal, though a write to another page goes well
            self.why = None
            LOG.warning("the database can be written again", extra={"seconds": round(time.monotonic() - self._since)})


def reason(problem: Exception) -> str:
    """What is wrong, in a sentence without anything that was to be written."""
    if isinstance(problem, OSError):
        return SYSTEM.get(problem.errno or 0, NO_ANSWER)
    if is_damage(problem):
        return DAMAGED
    cause: Any = getattr(problem, "orig", None) or problem
    if name := getattr(cause, "sqlite_errorname", None):
        known = next((sentence for start, sentence in SQLITE.items() if name.startswith(start)), None)
        return known or f"The database does not write ({name})."
    if known := POSTGRESQL.get(getattr(cause, "sqlstate", None) or ""):
        return known
    if isinstance(problem, sa.exc.OperationalError | sa.exc.InterfaceError):
        return NO_ANSWER
    return f"The database does not write ({type(cause).__name__})."


def _need_room(database: Path) -> None:
    """Write a file beside the database and remove it; an error if the disk has no room for it."""
    file = database.with_name(f"{database.name}-room")
    try:
        file.write_bytes(os.urandom(ROOM))
    except OSError as problem:
        if problem.errno in SYSTEM:
            raise
    finally:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
