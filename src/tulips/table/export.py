"""All matches of a database as record files."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
import sqlalchemy as sa

import tulips
from tulips.engine.errors import TulipsError
from tulips.table.database.schema import TABLES
from tulips.table.database.storage import Storage, read_events
from tulips.table.record_files import record_of, stored_of
from tulips.table.state import decode_state

Which = Literal["over", "all"]


class Exported(msgspec.Struct, frozen=True):
    """How many matches were written; how many can't be replayed and were written as they are stored; how many were still
    being played and left out; and those that could not be read."""

    written: int
    as_stored: int
    left_out: int
    problems: dict[str, str]


def export(database: str, folder: Path, which: Which, ready: Callable[[str], object]) -> Exported:
    """Write every match that is over, or that has begun, into a folder; `ready` makes a game ready to be played.

    A record tells everything, also what is still secret in a match that is being played.
    """
    storage = Storage(database)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with storage.engine.connect() as connection:
            return _export(connection, folder, which, ready)
    except OSError as problem:
        raise TulipsError(f"The records can't be written to {folder}: {problem.strerror}.") from None
    except sa.exc.SQLAlchemyError as problem:
        raise TulipsError(f"The database can't be read: {str(problem).splitlines()[0]}") from None
    finally:
        storage.close()


def _export(connection: sa.Connection, folder: Path, which: Which, ready: Callable[[str], object]) -> Exported:
    written, as_stored, left_out, problems = 0, 0, 0, {}
    for id in _begun(connection):
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).one()
        if row.phase != "over" and which == "over":
            left_out += 1
            continue
        try:
            ready(row.game)
            state, events = decode_state(row.state), read_events(connection, id, 0)
        except (TulipsError, msgspec.DecodeError) as problem:
            problems[id] = str(problem)
            continue
        try:
            if state.rules not in tulips.game(row.game).about.known_versions:
                raise TulipsError(f"It was played by version {state.rules} of the rules.")
            (folder / f"{row.game}-{id}.json").write_bytes(record_of(state, events))
            written += 1
        except TulipsError as problem:
            problems[id] = str(problem)
            (folder / f"{row.game}-{id}.stored.json").write_bytes(stored_of(state, events))
            as_stored += 1
    return Exported(written, as_stored, left_out, problems)


def _begun(connection: sa.Connection) -> Iterator[str]:
    yield from list(
        connection.execute(sa.select(TABLES.c.id).where(TABLES.c.phase != "waiting").order_by(TABLES.c.created)).scalars()
    )
