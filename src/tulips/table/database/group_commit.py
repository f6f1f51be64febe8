"""Writing to the database in groups, each acknowledged after its commit (group commit).

Writing is for one thread. It takes everything that waits, writes it in one transaction and commits; what comes meanwhile
makes the next group. So a commit costs the same for one table as for fifty. What is asked for in one round of the event loop
is handed over together, and SQLite gets a group of events in one statement: every call into it, and every call that wakes the
thread, is a struggle with the event loop for the interpreter's lock (the GIL).
"""

import asyncio
import contextlib
import functools
import itertools
import math
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tulips.table.database.listener import Notice, notify
from tulips.table.database.schema import EVENTS
from tulips.table.state import Event

Job = Callable[[sa.Connection], Any]

GROUP = 500
"""The most that goes into one transaction."""

MOST_AT_ONCE = 100
"""The most events in one statement of SQLite, which remembers about so many statements."""

TRIES_AGAIN = 1.0
"""Seconds after which whoever got no answer from the database tries again."""

EVENT_FIELDS = Event.__struct_fields__
EVENT_COLUMNS = [EVENTS.c[name] for name in EVENT_FIELDS]


class Unavailable(Exception):
    """The database does not answer; whether the last thing was written is not known."""


class Write(NamedTuple):
    """Something to be written, whom to answer, and what to notify other processes of."""

    work: Event | Job
    future: "asyncio.Future[Any]"
    notice: Notice


class GroupCommit:
    """The writer of one database, for one event loop."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._is_postgresql = engine.dialect.name == "postgresql"
        dialect: Any = postgresql if self._is_postgresql else sqlite
        insert = dialect.insert(EVENTS).on_conflict_do_nothing()
        self._insert = insert.compile(dialect=engine.dialect, column_keys=list(EVENT_FIELDS))
        self._jobs: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._gathered: list[Write] = []  # what this round of the event loop has asked for
        self._connection: sa.Connection | None = None
        self._committing = False  # from then on nobody knows whether it is written, until it is
        self._thread = threading.Thread(target=self._run, name="writing", daemon=True)
        self.commits = 0
        self.written = -math.inf  # when something was written last, by the monotonic clock
        self.on_failure: Callable[[Exception], None] = lambda problem: None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to write."""
        self._loop = loop
        self._thread.start()

    def close(self) -> None:
        """Write what waits and stop."""
        if self._thread.is_alive():
            self._hand_over()
            self._jobs.put(None)
            self._thread.join()

    def report(self, problem: Exception) -> None:
        """Let the event loop know of a failure, from whatever thread."""
        with contextlib.suppress(RuntimeError):  # the loop may be closed already
            self._loop.call_soon_threadsafe(self.on_failure, problem)

    # On the event loop

    def append(self, event: Event) -> "asyncio.Future[Event | None]":
        """Write an event; the future has, after commit, the event that its message has become.

        A message that comes again is the event that it was before (it is idempotent). The future has None if another message
        has taken the number.
        """
        return self.put(event, ("events", event.match, event.number))

    def put(self, work: "Event | Job", notice: Notice) -> "asyncio.Future[Any]":
        """Let something be written with the next group; the future has what the job returned, after commit."""
        future: asyncio.Future[Any] = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Write(work, future, notice))
        return future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._jobs.put(gathered)

    # In the thread

    def _run(self) -> None:
        going = True
        while going:
            groups = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while sum(map(len, filter(None, groups))) < GROUP:
                    groups.append(self._jobs.get_nowait())
            going = None not in groups
            writes = [write for group in groups if group is not None for write in group]
            if writes:
                results = self._write(writes)
                with contextlib.suppress(RuntimeError):  # the loop may be closed already
                    self._loop.call_soon_threadsafe(_resolve, [write.future for write in writes], results)
        self._hang_up()

    def _write(self, group: list[Write]) -> list[Any]:
        """Returns what came of a group. A connection that was lost before anything was committed is made anew, once."""
        for again in (True, False):
            self._committing = False
            try:
                self._connection = self._connection or self._engine.connect()
                results = self._write_group(self._connection, group)
                self.written = time.monotonic()
                return results
            except Exception as problem:  # whatever it is, the next group must find a writer
                self._hang_up()
                if not again or self._committing or not getattr(problem, "connection_invalidated", False):
                    self.report(problem)
                    return [Unavailable(str(problem))] * len(group)
        raise AssertionError

    def _hang_up(self) -> None:
        """Let go of the connection, in whatever state it is."""
        if self._connection is not None:
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None

    def _write_group(self, connection: sa.Connection, group: list[Write]) -> list[Any]:
        if not self._is_postgresql and self._write_at_once(connection, [write.work for write in group]):
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
            if self._is_postgresql:
                notify(connection, [write.notice for write in group])
            self._committing = True
        self.commits += 1
        return results

    def _write_at_once(self, connection: sa.Connection, group: Sequence[Event | Job]) -> bool:
        """Write a group of nothing but events by one statement, which is a transaction of its own.

        Returns whether all were new.
        """
        events = [work for work in group if isinstance(work, Event)]
        if len(events) < len(group) or len(events) > MOST_AT_ONCE:
            return False
        self._committing = True
        database: Any = connection.connection.driver_connection
        values = itertools.chain.from_iterable(map(msgspec.structs.astuple, events))
        return bool(database.execute(_insert_of(len(events)), tuple(values)).rowcount == len(events))

    def _write_events(self, connection: sa.Connection, events: list[Event]) -> dict[tuple[str, str], Event | None]:
        if not events:
            return {}
        row: Any = msgspec.structs.astuple if self._insert.positional else msgspec.structs.asdict
        rows = [row(event) for event in events]
        written = connection.exec_driver_sql(self._insert.string, rows)
        if written.rowcount == len(events):
            return {(event.match, event.message): event for event in events}
        keys = sa.tuple_(EVENTS.c.match, EVENTS.c.message)
        wanted = [(event.match, event.message) for event in events]
        stand = sa.select(*EVENT_COLUMNS).where(keys.in_(wanted))
        found = {(event.match, event.message): event for event in (Event(*row) for row in connection.execute(stand))}
        return {key: found.get(key) for key in wanted}


@functools.cache
def _insert_of(events: int) -> str:
    """Returns the statement of SQLite that inserts so many events, with their values in the order of an event's fields."""
    row = dict.fromkeys(EVENT_FIELDS)
    insert = sqlite.insert(EVENTS).values([row] * events).on_conflict_do_nothing()
    compiled = insert.compile(dialect=sqlite.dialect(paramstyle="qmark"))
    assert [name.removesuffix("_m0") for name in (compiled.positiontup or [])[: len(row)]] == list(EVENT_FIELDS)
    return str(compiled)


def _in_savepoint(connection: sa.Connection, job: Job) -> Any:
    """Returns what a job returns; its own failure is its own, and the rest of the group goes on."""
    try:
        with connection.begin_nested():
            return job(connection)
    except (sa.exc.DBAPIError, ValueError) as problem:
        if isinstance(problem, sa.exc.OperationalError) or getattr(problem, "connection_invalidated", False):
            raise
        return Unavailable(str(problem))


def _resolve(futures: "Sequence[asyncio.Future[Any]]", results: Sequence[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.cancelled():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
