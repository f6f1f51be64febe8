"""One server for one SQLite file: a second would not hear of what the first writes."""

import contextlib
import os
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tulips.engine.errors import TulipsError
from tulips.table.database.private_files import open_private

if TYPE_CHECKING:
    from tulips.table.database.storage import Storage

try:
    import fcntl
except ImportError:  # a system without such locks: then nobody is kept from a second server
    fcntl = None  # type: ignore[assignment]


PATIENCE = 6.0
"""Seconds in which a server that was told to stop has stopped, so that one that is started in its place finds it gone."""


def claim(storage: "Storage", patience: float = 0.0) -> contextlib.ExitStack:
    """Hold the database until the stack is closed, or the process ends in any way; an error if another server does."""
    held = contextlib.ExitStack()
    if storage.is_postgresql or fcntl is None:
        return held
    path = Path(f"{storage.url.database}.lock")
    try:
        file = held.enter_context(os.fdopen(open_private(path), "w"))
    except OSError as problem:
        raise TulipsError(f"The lock {path} can't be opened: {problem.strerror}.") from None
    until = time.monotonic() + patience
    while not _locked(file):
        if time.monotonic() >= until:
            held.close()
            raise TulipsError(
                f"Another server is using the database {storage.url.database}. Stop it, or use PostgreSQL for several."
            )
        time.sleep(0.1)
    return held


def _locked(file: "IO[str]") -> bool:
    """Whether this process has the lock now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
