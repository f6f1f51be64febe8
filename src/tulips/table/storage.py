"""The database: what is written in groups and acknowledged only after commit, and what is read.

Writing is for one thread. It takes everything that waits, writes it in one transaction and commits; what comes meanwhile
makes the next group. So a commit costs the same for one table as for fifty. What is asked for in one round of the event loop
is handed over together, and SQLite is given a group of events in one statement: every call into it, and every call that
wakes the thread, is a struggle for the interpreter's lock with the event loop.
"""

import asyncio
import contextlib
import functools
import itertools
import logging
import math
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tulips.engine.errors import TulipsError
from tulips.table.chat import MOST_SAID, SHOWN, SPECTATORS_KEPT
from tulips.table.clocks import now
from tulips.table.damage import check_for_damage, is_damage
from tulips.table.listener import Listener, Notice, notify
from tulips.table.lobby import Listed
from tulips.table.retention import removing
from tulips.table.schema import CHAT, EVENTS, GRANTS, LINKS, TABLES
from tulips.table.state import NO_SEAT, Event, Grant, Link, Said, TableState, decoded, encoded

LOG = logging.getLogger("tulips.table")

Result = TypeVar("Result")
Job = Callable[[sa.Connection], Any]

READERS = 4
CONNECT_SECONDS = 5
GROUP = 500
"""The most that goes into one transaction."""

MOST_AT_ONCE = 100
"""The most events in one statement of SQLite, which remembers about so many statements."""

PAGE = 1_000
"""Events that are read at once."""

A_FEW = 50
"""Events that the event loop itself reads; if there are more, a thread reads the rest."""

MOST_UNREADABLE = 1_000
"""Tables that can't be read of which the log tells, each once: the lobby meets them each time that it is asked for."""

EVENT_FIELDS = Event.__struct_fields__
CHAT_COLUMNS = [CHAT.c[name] for name in Said.__struct_fields__]
EVENT_COLUMNS = [EVENTS.c[name] for name in EVENT_FIELDS]


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


class Unavailable(Exception):
    """The database does not answer; whether the last thing was written is not known."""


class Unreadable(Unavailable):
    """A table that this server can't read: damaged, or kept by a newer one."""


class Stored(msgspec.Struct, frozen=True):
    """A table as it is in the database."""

    id: str
    version: int
    created: float
    state: TableState


class Write(NamedTuple):
    """Something to be written, whom to tell, and what to tell other processes."""

    work: Event | Job
    future: "asyncio.Future[Any]"
    notice: Notice


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
        insert = self._insert(EVENTS).on_conflict_do_nothing()
        self._insert_events = insert.compile(dialect=self.engine.dialect, column_keys=list(EVENT_FIELDS))
        self._readers = ThreadPoolExecutor(READERS, "reading")
        self._at_hand: sqlite3.Connection | None = None  # for short questions to SQLite
        self._jobs: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._gathered: list[Write] = []  # what this round of the event loop has asked for
        self._connection: sa.Connection | None = None  # the writer's
        self._committing = False  # from then on nobody knows whether it is written, until it is
        self._writer = threading.Thread(target=self._write, name="writing", daemon=True)
        self.commits = 0
        self.written = -math.inf  # when something was written last, by the monotonic clock
        self.on_failure: Callable[[Exception], None] = lambda problem: None
        self.on_notice: Callable[[Notice | None], None] = lambda notice: None
        self._listener: Listener | None = None
        self._unreadable: set[str] = set()  # tables of which the log has told

    # Opening and closing

    @property
    def place(self) -> str:
        """Where the database is, as people write it: a path, or an address without its password."""
        return self.url.render_as_string() if self.is_postgresql else str(self.url.database)

    def check(self) -> None:
        """Look for damage, where that can be done before anything is asked; an error in one sentence if there is any."""
        if not self.is_postgresql:
            with self._told_if_not_opened():
                check_for_damage(self.engine, Path(str(self.url.database)))

    def migrate(self) -> None:
        """Bring the schema up to date; an error in one sentence if the database can't be opened."""
        from tulips.table.schema_upgrade import Newer, migrate

        with self._told_if_not_opened():
            try:
                migrate(self.engine)
            except Newer as problem:
                raise TulipsError(f"The database {self.place} was kept by a newer version of Tulips: {problem}.") from None

    @contextlib.contextmanager
    def _told_if_not_opened(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.SQLAlchemyError as problem:
            why = str(getattr(problem, "orig", None) or problem).strip().splitlines()[0].rstrip(".")
            raise TulipsError(f"The database {self.place} can't be opened: {why}.") from None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to write."""
        self._loop = loop
        self._writer.start()
        if self.is_postgresql:
            self._listener = Listener(self.url, lambda notice: loop.call_soon_threadsafe(self.on_notice, notice))
            self._listener.start()

    def close(self) -> None:
        """Write what waits and stop."""
        if self._listener:
            self._listener.close()
        if self._writer.is_alive():
            self._hand_over()
            self._jobs.put(None)
            self._writer.join()
        self._readers.shutdown()
        self._put_away()
        self.engine.dispose()

    # Writing

    def append(self, event: Event) -> "asyncio.Future[Event | None]":
        """Write an event; the future tells, after commit, which event its message has become.

        That is another one if the same message has come before, and None if the number was taken by another message.
        """
        return self._put(event, ("events", event.match, event.number))

    def _put(self, work: "Event | Callable[[sa.Connection], Result]", notice: Notice) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Write(work, future, notice))
        return future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._jobs.put(gathered)

    def _write(self) -> None:
        going = True
        while going:
            groups = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while sum(map(len, filter(None, groups))) < GROUP:
                    groups.append(self._jobs.get_nowait())
            going = None not in groups
            work = [write for group in groups if group is not None for write in group]
            if work:
                results = self._written(work)
                with contextlib.suppress(RuntimeError):  # the loop may be closed already
                    self._loop.call_soon_threadsafe(_settle, [write.future for write in work], results)
        self._hang_up()

    def _written(self, group: list[Write]) -> list[Any]:
        """What came of a group of writes. A connection that was lost before anything was committed is made anew, once."""
        for again in (True, False):
            self._committing = False
            try:
                self._connection = self._connection or self.engine.connect()
                results = self._write_group(self._connection, group)
                self.written = time.monotonic()
                return results
            except Exception as problem:  # whatever it is, the next group must find a writer
                self._hang_up()
                if not again or self._committing or not getattr(problem, "connection_invalidated", False):
                    with contextlib.suppress(RuntimeError):  # the loop may be closed already
                        self._loop.call_soon_threadsafe(self.on_failure, problem)
                    return [Unavailable(str(problem))] * len(group)
        raise AssertionError

    def _hang_up(self) -> None:
        """Let go of the writer's connection, in whatever state it is."""
        if self._connection is not None:
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None

    def _write_group(self, connection: sa.Connection, group: list[Write]) -> list[Any]:
        if not self.is_postgresql and self._write_at_once(connection, [write.work for write in group]):
            self.commits += 1
            return [write.work for write in group]
        with connection.begin():
            events = self._write_events(connection, [write.work for write in group if isinstance(write.work, Event)])
            results = []
            for work, _, _ in group:
                if isinstance(work, Event):
                    results.append(events[work.match, work.message])
                else:
                    results.append(_in_savepoint(connection, work))
            if self.is_postgresql:
                notify(connection, [write.notice for write in group])
            self._committing = True
        self.commits += 1
        return results

    def _write_at_once(self, connection: sa.Connection, group: Sequence[Event | Job]) -> bool:
        """Write a group of nothing but events by one statement, which is a transaction of its own; whether all were new."""
        events = [work for work in group if isinstance(work, Event)]
        if len(events) < len(group) or len(events) > MOST_AT_ONCE:
            return False
        text = self._insert_events.string
        row = text[text.index("VALUES ") + len("VALUES ") : text.index(" ON CONFLICT")]
        rows = text.replace(row, ", ".join([row] * len(events)))
        self._committing = True
        database: Any = connection.connection.driver_connection
        values = itertools.chain.from_iterable(map(msgspec.structs.astuple, events))
        return bool(database.execute(rows, tuple(values)).rowcount == len(events))

    def _write_events(self, connection: sa.Connection, events: list[Event]) -> dict[tuple[str, str], Event | None]:
        if not events:
            return {}
        row: Any = msgspec.structs.astuple if self._insert_events.positional else msgspec.structs.asdict
        rows = [row(event) for event in events]
        written = connection.exec_driver_sql(self._insert_events.string, rows)
        if written.rowcount == len(events):
            return {(event.match, event.message): event for event in events}
        keys = sa.tuple_(EVENTS.c.match, EVENTS.c.message)
        wanted = [(event.match, event.message) for event in events]
        stand = sa.select(*EVENT_COLUMNS).where(keys.in_(wanted))
        found = {(event.match, event.message): event for event in (Event(*row) for row in connection.execute(stand))}
        return {key: found.get(key) for key in wanted}

    def write(self, statement: sa.Executable) -> "asyncio.Future[None]":
        """Carry out a statement that concerns no table."""
        return self._put(lambda connection: connection.execute(statement) and None, ("table", "", 0))

    def new_table(self, id: str, making: Job) -> "asyncio.Future[None]":
        """Keep a new table."""
        return self._put(making, ("table", id, 1))

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
        """Replace a table's state if nobody else has since that version; whether it was so."""
        columns = _columns(state)

        def job(connection: sa.Connection) -> bool:
            mine = (TABLES.c.id == id) & (TABLES.c.version == version)
            changed = connection.execute(TABLES.update().where(mine).values(version=version + 1, **columns))
            if changed.rowcount and also:
                also(connection)
            return bool(changed.rowcount)

        return self._put(job, ("table", id, version + 1))

    def grant(self, holder: str, id: str, grant: Grant) -> "asyncio.Future[None]":
        """Let somebody do something at a table."""
        return self._put(self.granting(holder, id, grant), ("table", id, 0))

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

    def device_link(self, id: str, seat: int, digest: str) -> Job:
        """What puts a link for another device of whoever sits there in the place of the one before."""

        def job(connection: sa.Connection) -> None:
            same = (LINKS.c.match == id) & (LINKS.c.role == "device") & (LINKS.c.seat == seat)
            connection.execute(LINKS.delete().where(same))
            connection.execute(LINKS.insert(), {"digest": digest, "match": id, "role": "device", "seat": seat})

        return job

    def keep_only(self, id: str, seat: int, holder: str) -> Job:
        """What takes a seat away from all but one of its holders."""
        others = (GRANTS.c.match == id) & (GRANTS.c.role == "seat") & (GRANTS.c.seat == seat) & (GRANTS.c.holder != holder)
        return lambda connection: connection.execute(GRANTS.delete().where(others)) and None

    def say(self, id: str, seat: int | None, name: str, text: str, message: str) -> "asyncio.Future[Said | None]":
        """Keep a line of the chat; one that was sent before is the same line. None if the players have said enough.

        The oldest lines of spectators make room for a new one.
        """

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

        return self._put(job, ("chat", id, 0))

    def announce(self, id: str, number: int) -> None:
        """Tell other processes who looks at a table here; if the database does not answer, it is told again soon."""
        if self.is_postgresql:
            self._put(lambda connection: None, ("here", id, number)).add_done_callback(_or_not)

    def remove(self, id: str, which: "sa.ColumnElement[bool]") -> "asyncio.Future[bool]":
        """Remove a table with all that belongs to it, if it is still such a table; whether it was."""
        return self._put(removing(id, which), ("table", id, 0))

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
            with contextlib.suppress(RuntimeError):  # the loop may be closed already
                self._loop.call_soon_threadsafe(self.on_failure, problem)
        return Unavailable(str(problem))

    async def _look_up(self, question: sa.Select[Any], *values: Any) -> list[Any]:
        """The rows that an index leads to.

        SQLite finds a few rows in a few dozen microseconds, without waiting for whoever writes: ten times faster than a thread
        could be asked. Should it be locked nevertheless, a thread waits for it.
        """
        if not self.is_postgresql:
            with contextlib.suppress(sqlite3.Error):
                self._at_hand = self._at_hand or _opened_to_look_up(str(self.url.database))
                return self._at_hand.execute(_text(question), values).fetchall()
            self._put_away()
        names = question.compile().params
        given = dict(zip(names, values, strict=True))
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(question, given)])

    def _put_away(self) -> None:
        if self._at_hand is not None:
            self._at_hand.close()
            self._at_hand = None

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
            return table, made if isinstance(made, float) else None, _chat(connection, id)

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
        return await self.read(lambda connection: _chat(connection, id))

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
                found.append(self._stored(row))
        return found

    def _table(self, connection: sa.Connection, id: str) -> Stored | None:
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).first()
        return self._stored(row) if row else None

    def _stored(self, row: Any) -> Stored:
        try:
            return Stored(row.id, row.version, row.created, decoded(row.state))
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


def _chat(connection: sa.Connection, id: str) -> list[Said]:
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


def _columns(state: TableState) -> dict[str, Any]:
    return {"game": state.game, "phase": state.phase, "listed": state.listed, "state": encoded(state)}


def _in_savepoint(connection: sa.Connection, job: Job) -> Any:
    """What a job gives; its own failure is its own, and the rest of the group goes on."""
    try:
        with connection.begin_nested():
            return job(connection)
    except (sa.exc.DBAPIError, ValueError) as problem:
        if isinstance(problem, sa.exc.OperationalError) or getattr(problem, "connection_invalidated", False):
            raise
        return Unavailable(str(problem))


def _or_not(future: "asyncio.Future[Any]") -> None:
    """Whether it was done does not matter."""
    if not future.cancelled():
        future.exception()


def _settle(futures: "Sequence[asyncio.Future[Any]]", results: Sequence[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.cancelled():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def keep_private(path: Path) -> None:
    """Keep a database's file, and a folder that is made for it, to the owner alone: live seeds are in it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, *(path.with_name(path.name + more) for more in ("-wal", "-shm"))):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)
    except OSError as problem:
        raise TulipsError(f"The database {path} can't be opened: {problem.strerror}.") from None


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


def _opened_to_look_up(database: str) -> sqlite3.Connection:
    """A connection for the event loop, which never waits."""
    address = f"{Path(database).absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, timeout=0, isolation_level=None, check_same_thread=False, uri=True)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, or savepoints would not hold
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA busy_timeout=10000")
