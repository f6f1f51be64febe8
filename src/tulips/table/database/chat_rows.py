"""The chat in the database: a line is kept, and the last ones are read."""

from typing import Any

import sqlalchemy as sa

from tulips.table.chat import MOST_SAID, SHOWN, SPECTATORS_KEPT
from tulips.table.clocks import now
from tulips.table.database.group_commit import Job
from tulips.table.database.schema import CHAT
from tulips.table.state import Said

CHAT_COLUMNS = [CHAT.c[name] for name in Said.__struct_fields__]


def saying(id: str, seat: int | None, name: str, text: str, message: str) -> Job:
    """Return the job that keeps a line and returns it; None if the players have said enough."""

    def job(connection: sa.Connection) -> Said | None:
        before = sa.select(*CHAT_COLUMNS).where((CHAT.c.match == id) & (CHAT.c.message == message))
        if row := connection.execute(before).first():
            return Said(*row)
        last = sa.select(sa.func.coalesce(sa.func.max(CHAT.c.number), 0)).where(CHAT.c.match == id)
        number = connection.execute(last).scalar_one() + 1
        if seat is None:
            connection.execute(_spectators_before(id, SPECTATORS_KEPT - 1))
        elif number > MOST_SAID and connection.execute(_said_by_players(id)).scalar_one() >= MOST_SAID:
            return None
        values = {"match": id, "number": number, "seat": seat, "name": name, "text": text, "message": message}
        connection.execute(CHAT.insert(), {**values, "said": now()})
        return Said(number, seat, name, text)

    return job


def last_lines(connection: sa.Connection, id: str) -> list[Said]:
    """The last lines of both channels, in the order in which they were said."""
    rows = sa.select(*CHAT_COLUMNS).where(CHAT.c.match == id).order_by(CHAT.c.number.desc())
    players = connection.execute(rows.where(CHAT.c.seat.is_not(None)).limit(SHOWN))
    spectators = connection.execute(rows.where(CHAT.c.seat.is_(None)).limit(SPECTATORS_KEPT))
    return sorted((Said(*row) for row in [*players, *spectators]), key=lambda line: line.number)


def _said_by_players(id: str) -> sa.Select[Any]:
    """How many lines the players have said at a table."""
    return sa.select(sa.func.count()).where((CHAT.c.match == id) & CHAT.c.seat.is_not(None))


def _spectators_before(id: str, kept: int) -> sa.Delete:
    """What forgets all that spectators have said at a table but for the last lines."""
    theirs = (CHAT.c.match == id) & CHAT.c.seat.is_(None)
    newest = sa.select(CHAT.c.number).where(theirs).order_by(CHAT.c.number.desc())
    return CHAT.delete().where(theirs, CHAT.c.number <= newest.offset(kept).limit(1).scalar_subquery())
