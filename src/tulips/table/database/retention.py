"""How long tables are kept: those that were left, and records that were uploaded, are removed after a time."""

from collections.abc import Callable, Iterable

import sqlalchemy as sa

from tulips.table.database.schema import CHAT, EVENTS, GRANTS, LINKS, REVIEWS, TABLES

FOUND_AT_ONCE = 200
"""Tables that are looked up together; each is removed by itself, so that no move waits for many."""

NEVER_BEGAN = '%"started":null%'
"""In a table's state as JSON. No text in it can hold this, since a quotation mark in a text has a backslash before it."""


def never_begun(before: float) -> "sa.ColumnElement[bool]":
    """Tables that were made before some time and never began."""
    return (TABLES.c.phase == "waiting") & (TABLES.c.created < before)


def abandoned(before: float) -> "sa.ColumnElement[bool]":
    """Tables whose match has begun and at which nothing has happened since some time."""
    return (TABLES.c.phase == "playing") & _quiet_since(before)


def finished(before: float) -> "sa.ColumnElement[bool]":
    """Tables whose match was played to its end before some time, and nobody has said anything since."""
    return (TABLES.c.phase == "over") & TABLES.c.state.not_like(NEVER_BEGAN) & _quiet_since(before)


def uploaded(before: float) -> "sa.ColumnElement[bool]":
    """Tables to look at a record that was uploaded before some time: nobody has begun the match or moved here."""
    moved = sa.func.coalesce(_last(EVENTS.c.made, EVENTS), 0.0) > 0.0
    return (TABLES.c.phase == "over") & (TABLES.c.created < before) & TABLES.c.state.like(NEVER_BEGAN) & ~moved


def _quiet_since(before: float) -> "sa.ColumnElement[bool]":
    """Whether the last move was made, and the last word said, before some time."""
    last_move = _last(EVENTS.c.made, EVENTS)
    last_word = _last(CHAT.c.said, CHAT)
    quiet = [sa.func.coalesce(last, 0.0) < before for last in (last_move, last_word)]
    return sa.and_(TABLES.c.created < before, *quiet)


def _last(when: "sa.Column[float]", rows: sa.Table) -> "sa.ScalarSelect[float]":
    """When the last row of a table was written."""
    found = sa.select(when).where(rows.c.match == TABLES.c.id).order_by(rows.c.number.desc()).limit(1)
    return found.correlate(TABLES).scalar_subquery()


def find_tables(which: "sa.ColumnElement[bool]", but: Iterable[str] = ()) -> "Callable[[sa.Connection], list[str]]":
    """A question for the names of some such tables, the oldest first, but none of those."""
    wanted = sa.select(TABLES.c.id).where(which, TABLES.c.id.not_in(list(but))).order_by(TABLES.c.created).limit(FOUND_AT_ONCE)
    return lambda connection: list(connection.execute(wanted).scalars())


def remove_table(id: str, which: "sa.ColumnElement[bool]") -> "Callable[[sa.Connection], bool]":
    """What removes a table and all that belongs to it, if it is still such a table; whether it was."""

    def job(connection: sa.Connection) -> bool:
        if not connection.execute(TABLES.delete().where(TABLES.c.id == id, which)).rowcount:
            return False
        for table in (EVENTS, CHAT, LINKS, GRANTS, REVIEWS):
            connection.execute(table.delete().where(table.c.match == id))
        return True

    return job
