"""The database: what is kept of tables, and how it is read and written.

Whatever is written goes through one writer (`group_commit`) and is acknowledged after its commit. What is read often and by an
index is read on the event loop; everything else in a few threads.
"""

import asyncio
import contextlib
import functools
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tulips.engine.errors import TulipsError
from tulips.table.clocks import now
from tulips.table.database import chat_rows, review_rows
from tulips.table.database.damage import check_for_damage, is_damage
from tulips.table.database.group_commit import EVENT_COLUMNS, GroupCommit, Job, Unavailable
from tulips.table.database.listener import Listener, Notice
from tulips.table.database.private_files import keep_private
from tulips.table.database.retention import remove_table
from tulips.table.database.schema import EVENTS, GRANTS, LINKS, TABLES
from tulips.table.lobby import Listed
from tulips.table.state import NO_SEAT, Event, Grant, Link, Said, TableState, decode_state, encode_state

LOG = logging.getLogger("tulips.table")

Result = TypeVar("Result")

READERS = 4
CONNECT_SECONDS = 5
PAGE = 1_000
"""Events that are read at once."""

A_FEW = 50
"""Events that the event loop itself reads; if there are more, a thread reads the rest."""

MOST_UNREADABLE = 1_000
"""Tables that can't be read of which the log tells, each once: the lobby meets them each time that it is asked for."""


# Questions that are asked often


def _is(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return column == sa.bindparam(column.name)


EVENTS_AFTER = (
    sa.select(*EVENT_COLUMNS)
    .where(_is(EVENTS.c.match), EVENTS.c.number > sa.bindparam("number"))
    .order_by(EVENTS.c.number)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
LAST_MADE = sa.select(sa.func.max(EVENTS.c.made)).where(_is(EVENTS.c.match))
EVENT_OF_MESSAGE = sa.select(*EVENT_COLUMNS).where(_is(EVENTS.c.match), _is(EVENTS.c.message))
GRANTS_OF_HOLDER = sa.select(GRANTS.c.role, GRANTS.c.seat).where(_is(GRANTS.c.holder), _is(GRANTS.c.match))
HOLDERS = sa.select(GRANTS.c.holder, GRANTS.c.role, GRANTS.c.seat).where(_is(GRANTS.c.match))


class Unreadable(Unavailable):
    """A table that this server can't read: damaged, or kept by a newer one."""


class Stored(msgspec.Struct, frozen=True):
    """A table as it is in the database."""

    id: str
    version: int
    created: float
    state: TableState


class Storage:
    """The way to the database, for one event loop."""

    def __init__(self, url: str) -> None:
        self.url = _with_driver(url)
        self.is_postgresql = self.url.get_backend_name() == "postgresql"
        self._insert: Any = (postgresql if self.is_postgresql else sqlite).insert
        if not self.is_postgresql and self.url.database:
            keep_private(Path(self.url.database))
        patience = {"connect_timeout": CONNECT_SECONDS} if self.is_postgresql else {}
        self.engine = sa.create_engine(
            self.url,
            pool_size=READERS + 2,
            pool_pre_ping=self.is_postgresql,
            connect_args=patience,
            hide_parameters=True,  # seeds are among them, and what went wrong is logged
        )
        if not self.is_postgresql:
            sa.event.listen(self.engine, "connect", _set_up_sqlite)
            sa.event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self.writer = GroupCommit(self.engine)
        self.append = self.writer.append  # an event; it is what tables write most, and goes there directly
        self._readers = ThreadPoolExecutor(READERS, "reading")
        self._lookups: sqlite3.Connection | None = None  # for short questions to SQLite
        self.on_notice: Callable[[Notice | None], None] = lambda notice: None
        self._listener: Listener | None = None
        self._unreadable: set[str] = set()  # tables that the log has named

    # Opening and closing

    @property
    def place(self) -> str:
        """Where the database is, as people write it: a path, or an address without its password."""
        return self.url.render_as_string() if self.is_postgresql else str(self.url.database)

    def check(self) -> None:
        """Look for damage, where that can be done before anything is asked; an error in one sentence if there is any."""
        if not self.is_postgresql:
            with self._explain_failure():
                check_for_damage(self.engine, Path(str(self.url.database)))

    def migrate(self) -> None:
        """Bring the schema up to date; an error in one sentence if the database can't be opened."""
        from tulips.table.database.schema_upgrade import Newer, migrate

        with self._explain_failure():
            try:
                migrate(self.engine)
            except Newer as problem:
                raise TulipsError(f"The database {self.place} was kept by a newer version of Tulips: {problem}.") from None

    @contextlib.contextmanager
    def _explain_failure(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.SQLAlchemyError as problem:
            why = str(getattr(problem, "orig", None) or problem).strip().splitlines()[0].rstrip(".")
            raise TulipsError(f"The database {self.place} can't be opened: {why}.") from None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to write."""
        self.writer.start(loop)
        if self.is_postgresql:
            self._listener = Listener(self.url, lambda notice: loop.call_soon_threadsafe(self.on_notice, notice))
            self._listener.start()

    def close(self) -> None:
        """Write what waits and stop."""
        if self._listener:
            self._listener.close()
        self.writer.close()
        self._readers.shutdown()
        self._close_lookups()
        self.engine.dispose()

    # Writing

    def write(self, statement: sa.Executable) -> "asyncio.Future[None]":
        """Carry out a statement that concerns no table."""
        return self.writer.put(lambda connection: connection.execute(statement) and None, ("table", "", 0))

    def new_table(self, id: str, making: Job) -> "asyncio.Future[None]":
        """Keep a new table."""
        return self.writer.put(making, ("table", id, 1))

    def making(
        self,
        id: str,
        state: TableState,
        links: Iterable[tuple[str, Link]],
        grants: Iterable[tuple[str, Grant]],
        events: Sequence[Event] = (),
    ) -> Job:
        """What keeps a new table, with its links (digest, what it grants), its first people (holder, grant), and its past."""
        event_rows = [msgspec.structs.asdict(event) for event in events]
        row = {"id": id, "created": now(), "version": 1, **_columns(state)}
        link_rows = [{"digest": digest, "match": id, "role": g.role, "seat": g.seat} for digest, g in links]
        grant_rows = [{"holder": holder, "match": id, "role": g.role, "seat": g.seat} for holder, g in grants]

        def job(connection: sa.Connection) -> None:
            connection.execute(TABLES.insert(), row)
            if link_rows:
                connection.execute(LINKS.insert(), link_rows)
            if grant_rows:
                connection.execute(self._insert(GRANTS).on_conflict_do_nothing(), grant_rows)
            if event_rows:
                connection.execute(EVENTS.insert(), event_rows)

        return job

    def change_table(self, id: str, version: int, state: TableState, also: Job | None = None) -> "asyncio.Future[bool]":
        """Replace a table's state if nobody else has since that version (an optimistic lock). The future has whether it did."""
        columns = _columns(state)

        def job(connection: sa.Connection) -> bool:
            mine = (TABLES.c.id == id) & (TABLES.c.version == version)
            changed = connection.execute(TABLES.update().where(mine).values(version=version + 1, **columns))
            if changed.rowcount and also:
                also(connection)
            return bool(changed.rowcount)

        return self.writer.put(job, ("table", id, version + 1))

    def grant(self, holder: str, id: str, grant: Grant) -> "asyncio.Future[None]":
        """Let somebody do something at a table."""
        return self.writer.put(self.granting(holder, id, grant), ("table", id, 0))

    def granting(self, holder: str, id: str, grant: Grant) -> Job:
        """What lets somebody do something at a table."""
        row = {"holder": holder, "match": id, "role": grant.role, "seat": grant.seat}
        return lambda connection: connection.execute(self._insert(GRANTS).on_conflict_do_nothing(), row) and None

    def clear_seat(self, id: str, seat: int, digest: str | None, table_digest: str | None = None) -> Job:
        """What takes a seat away from all who hold it, makes its links void, and puts a new link in their place, if any.

        With another link for the table too, who was thrown out does not come back by the old one.
        """

        def job(connection: sa.Connection) -> None:
            for table in (LINKS, GRANTS):
                connection.execute(table.delete().where((table.c.match == id) & (table.c.seat == seat)))
            if digest:
                connection.execute(LINKS.insert(), {"digest": digest, "match": id, "role": "seat", "seat": seat})
            if table_digest:
                connection.execute(LINKS.delete().where((LINKS.c.match == id) & (LINKS.c.role == "table")))
                connection.execute(LINKS.insert(), {"digest": table_digest, "match": id, "role": "table", "seat": NO_SEAT})

        return job

    def replacing_link(self, id: str, link: Link, digest: str) -> Job:
        """What puts a link of a seat's in the place of the one before: for another device, or to the review."""

        def job(connection: sa.Connection) -> None:
            same = (LINKS.c.match == id) & (LINKS.c.role == link.role) & (LINKS.c.seat == link.seat)
            connection.execute(LINKS.delete().where(same))
            connection.execute(LINKS.insert(), {"digest": digest, "match": id, "role": link.role, "seat": link.seat})

        return job

    def keep_only(self, id: str, seat: int, holder: str) -> Job:
        """What takes a seat away from all but one of its holders."""
        others = (GRANTS.c.match == id) & (GRANTS.c.role == "seat") & (GRANTS.c.seat == seat) & (GRANTS.c.holder != holder)
        return lambda connection: connection.execute(GRANTS.delete().where(others)) and None

    def say(self, id: str, seat: int | None, name: str, text: str, message: str) -> "asyncio.Future[Said | None]":
        """Keep a line of the chat; one that was sent before is the same line. None if the players have said enough.

        The oldest lines of spectators make room for a new one.
        """
        return self.writer.put(chat_rows.saying(id, seat, name, text, message), ("chat", id, 0))

    def keep_review(self, id: str, review: str) -> "asyncio.Future[None]":
        """Keep the review of a match, in JSON."""
        return self.writer.put(review_rows.keeping(id, review), ("table", id, 0))

    def share_review(self, id: str, seat: int, digest: str) -> "asyncio.Future[None]":
        """Keep a link to the review of a match; the one that the seat gave before leads nowhere any more."""
        return self.writer.put(self.replacing_link(id, Link("review", seat), digest), ("table", id, 0))

    def announce(self, id: str, number: int) -> None:
        """Notify other processes who looks at a table here; if the database does not answer, it is said again soon."""
        if self.is_postgresql:
            self.writer.put(lambda connection: None, ("here", id, number)).add_done_callback(_ignore_failure)

    def remove(self, id: str, which: "sa.ColumnElement[bool]") -> "asyncio.Future[bool]":
        """Remove a table with all that belongs to it, if it is still such a table; whether it was."""
        return self.writer.put(remove_table(id, which), ("table", id, 0))

    # Reading

    async def read(self, question: Callable[[sa.Connection], Result]) -> Result:
        """Ask the database, off the event loop."""

        def ask() -> Result:
            try:
                with self.engine.connect() as connection:
                    return question(connection)
            except (sa.exc.DBAPIError, sa.exc.InvalidRequestError) as problem:
                raise self._unavailable(problem) from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    def _unavailable(self, problem: Exception) -> Unavailable:
        """What is raised for a question that was not answered; damage is a failure also where nothing is written."""
        if is_damage(problem):
            self.writer.report(problem)
        return Unavailable(str(problem))

    async def _look_up(self, question: sa.Select[Any], *values: Any) -> list[Any]:
        """The rows that an index leads to.

        SQLite finds a few rows in a few dozen microseconds, without waiting for whoever writes: ten times faster than a thread
        could be asked. Should it be locked nevertheless, a thread waits for it.
        """
        if not self.is_postgresql:
            with contextlib.suppress(sqlite3.Error):
                self._lookups = self._lookups or _open_for_lookups(str(self.url.database))
                return self._lookups.execute(_text(question), values).fetchall()
            self._close_lookups()
        names = question.compile().params
        given = dict(zip(names, values, strict=True))
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(question, given)])

    def _close_lookups(self) -> None:
        if self._lookups is not None:
            self._lookups.close()
            self._lookups = None

    async def table(self, id: str) -> Stored | None:
        """A table by its name."""
        return await self.read(lambda connection: self._table(connection, id))

    async def table_and_chat(self, id: str) -> tuple[Stored, float | None, list[Said]] | None:
        """A table, when the last event of its match was made, and what was said at it."""

        def question(connection: sa.Connection) -> tuple[Stored, float | None, list[Said]] | None:
            table = self._table(connection, id)
            if table is None:
                return None
            made: Any = connection.execute(LAST_MADE, {"match": id}).scalar()
            # SQLite keeps text in any column; whoever replays the match finds that out
            return table, made if isinstance(made, float) else None, chat_rows.last_lines(connection, id)

        return await self.read(question)

    async def events(self, id: str, after: int) -> list[Event]:
        """The events of a match after so many; for those that have just come. Whole matches are for `each_event`."""
        events = [Event(*row) for row in await self._look_up(EVENTS_AFTER, id, after, A_FEW)]
        if len(events) == A_FEW:
            events += await self.read(lambda connection: read_events(connection, id, events[-1].number))
        return events

    def each_event(self, id: str) -> Iterator[Event]:
        """The events of a match one after the other, read in pages; not for the event loop."""
        last = 0
        while True:
            try:
                with self.engine.connect() as connection:
                    page = _page(connection, id, last)
            except (sa.exc.DBAPIError, sa.exc.InvalidRequestError) as problem:
                raise self._unavailable(problem) from None
            yield from page
            if len(page) < PAGE:
                return
            last = page[-1].number

    async def chat(self, id: str) -> list[Said]:
        """The last things said at a table."""
        return await self.read(lambda connection: chat_rows.last_lines(connection, id))

    async def review(self, id: str) -> str | None:
        """The review of a match, in JSON, if one is kept."""
        return await self.read(review_rows.finding(id))

    async def event_of(self, id: str, message: str) -> Event | None:
        """The event that a message has become."""
        found = await self._look_up(EVENT_OF_MESSAGE, id, message)
        return Event(*found[0]) if found else None

    async def link(self, digest: str) -> tuple[str, Link] | None:
        """The table that a link leads to, and what it is for."""

        def question(connection: sa.Connection) -> tuple[str, Link] | None:
            found = connection.execute(sa.select(LINKS.c.match, LINKS.c.role, LINKS.c.seat).where(LINKS.c.digest == digest))
            row = found.first()
            return (row.match, Link(row.role, row.seat)) if row else None

        return await self.read(question)

    async def grants(self, holder: str, id: str) -> list[Grant]:
        """What somebody may do at a table."""
        return [Grant(role, seat) for role, seat in await self._look_up(GRANTS_OF_HOLDER, holder, id)]

    async def holders(self, id: str) -> list[tuple[str, Grant]]:
        """Everybody who may do something at a table."""
        return [(holder, Grant(role, seat)) for holder, role, seat in await self._look_up(HOLDERS, id)]

    async def listed_tables(self, most: int) -> list[Listed]:
        """The newest listed tables that wait, and as many that are being played."""
        rows = sa.select(TABLES.c.id, TABLES.c.phase, TABLES.c.created).where(TABLES.c.listed)
        newest = rows.order_by(TABLES.c.created.desc()).limit(most)
        both = [newest.where(TABLES.c.phase == phase) for phase in ("waiting", "playing")]
        return await self.read(lambda connection: [Listed(*row) for rows in both for row in connection.execute(rows)])

    async def tables(self, ids: Sequence[str]) -> list[Stored]:
        """Tables by their names, in that order; those that can be read."""
        rows = sa.select(TABLES).where(TABLES.c.id.in_(ids))
        found = {table.id: table for table in await self.read(lambda connection: self._readable(connection.execute(rows)))}
        return [found[id] for id in ids if id in found]

    def _readable(self, rows: Iterable[Any]) -> list[Stored]:
        """The tables that can be read; one that can't is no reason to show none."""
        found = []
        for row in rows:
            with contextlib.suppress(Unreadable):
                found.append(self._read_row(row))
        return found

    def _table(self, connection: sa.Connection, id: str) -> Stored | None:
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).first()
        return self._read_row(row) if row else None

    def _read_row(self, row: Any) -> Stored:
        try:
            return Stored(row.id, row.version, row.created, decode_state(row.state))
        except (msgspec.DecodeError, RecursionError) as problem:
            if row.id not in self._unreadable and len(self._unreadable) < MOST_UNREADABLE:
                self._unreadable.add(row.id)
                LOG.error("a table can't be read", extra={"table": row.id, "why": str(problem)})
            raise Unreadable(str(problem)) from None


def read_events(connection: sa.Connection, id: str, after: int) -> list[Event]:
    """The events of a match after so many; not for the event loop."""
    events = page = _page(connection, id, after)
    while len(page) == PAGE:
        page = _page(connection, id, page[-1].number)
        events = events + page
    return events


def _page(connection: sa.Connection, id: str, after: int) -> list[Event]:
    rows = connection.execute(EVENTS_AFTER, {"match": id, "number": after, "most": PAGE})
    return [Event(*row) for row in rows]


def _columns(state: TableState) -> dict[str, Any]:
    return {"game": state.game, "phase": state.phase, "listed": state.listed, "state": encode_state(state)}


def _ignore_failure(future: "asyncio.Future[Any]") -> None:
    """Whether it was done does not matter."""
    if not future.cancelled():
        future.exception()


def _with_driver(url: str) -> sa.URL:
    """The database's address as people write it, with the driver that we use."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise TulipsError(f"{url!r} is no database: write sqlite:///path or postgresql://user@host/name.") from None
    backend = parsed.drivername.split("+")[0]
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and parsed.database and parsed.database != ":memory:":
        return parsed.set(drivername="sqlite+pysqlite")
    raise TulipsError(
        f"{url!r} is no database that tables can be kept in: write sqlite:///path or postgresql://user@host/name."
    )


@functools.cache
def _text(question: sa.Select[Any]) -> str:
    """A question as SQLite takes it, with its values in the order in which they stand in it."""
    return str(question.compile(dialect=sqlite.dialect(paramstyle="qmark")))


def _open_for_lookups(database: str) -> sqlite3.Connection:
    """A connection for the event loop, which never waits."""
    address = f"{Path(database).absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, timeout=0, isolation_level=None, check_same_thread=False, uri=True)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, or savepoints would not hold
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA busy_timeout=10000")
