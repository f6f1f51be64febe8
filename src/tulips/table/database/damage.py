"""Damage to a database's file: found when a server starts, and recognised when SQLite meets it later."""

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tulips.engine.errors import TulipsError

if TYPE_CHECKING:
    from pathlib import Path

DAMAGED = "The database is damaged."

CHECKED_UP_TO = 2 * 2**30
"""Bytes of a file that is read through before it is used.

`quick_check` took 0.13 s for 100 MB of events in memory, so up to 3 s for so many, or as long as the disk takes to read them.
In a larger file damage is noticed when SQLite meets it.
"""


def check_for_damage(engine: sa.Engine, path: "Path") -> None:
    """Read a SQLite file through; an error in one sentence if it is damaged."""
    if path.stat().st_size > CHECKED_UP_TO:
        return
    with engine.connect() as connection:
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    if found != "ok":
        why = found.strip().splitlines()[-1].rstrip(".")
        raise TulipsError(f"The database {path} is damaged: {why}. Put a backup in its place.")


def is_damage(problem: Exception) -> bool:
    """Whether SQLite has found what no write of its own can have left."""
    cause: Any = getattr(problem, "orig", None) or problem
    return (getattr(cause, "sqlite_errorname", None) or "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
