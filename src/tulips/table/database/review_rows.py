"""Reviews in the database: one is kept for a match, and read."""

from collections.abc import Callable

import sqlalchemy as sa

from tulips.table.clocks import now
from tulips.table.database.group_commit import Job
from tulips.table.database.schema import REVIEWS, TABLES

VERSION = 1
"""Of what is kept. Raise it when `Reviewed` changes: older reviews are then made anew when somebody asks."""


def keeping(id: str, review: str) -> Job:
    """Return the job that keeps a match's review in the place of another; nothing if the table was removed meanwhile."""

    def job(connection: sa.Connection) -> None:
        if connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == id)).first() is None:
            return
        connection.execute(REVIEWS.delete().where(REVIEWS.c.match == id))
        connection.execute(REVIEWS.insert(), {"match": id, "version": VERSION, "made": now(), "review": review})

    return job


def finding(id: str) -> Callable[[sa.Connection], str | None]:
    """Return the question for a match's review, in JSON."""
    mine = (REVIEWS.c.match == id) & (REVIEWS.c.version == VERSION)
    return lambda connection: connection.execute(sa.select(REVIEWS.c.review).where(mine)).scalar()
