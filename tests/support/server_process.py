"""A `tulips serve` as somebody who runs a server starts it: a process of its own, its error stream in a file."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from support.forked_servers import free_port, memory_of

PATIENCE = 60.0


class Process:
    """A place where such processes serve, one after another."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        self.command = [sys.executable, "-m", "tulips", "serve", "--no-browser", "--port", str(self.port), *options]
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, and wait until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command, env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process.poll() is None and time.monotonic() < end, f"it did not start: {self.log.read_text()}"
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether it is there, and its database with it."""
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/api/v1/health", trust_env=False, timeout=PATIENCE).status_code == 200
        return False

    @property
    def id(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    def memory(self) -> int:
        """Its memory, in bytes."""
        return memory_of(self.id)

    def ask_to_stop(self) -> None:
        """As those do who end a service."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def stopped(self, seconds: float = PATIENCE) -> int:
        """Wait for its end; the code that it ends with."""
        assert self._process is not None
        code, self._process = self._process.wait(seconds), None
        return code

    def __enter__(self) -> "Process":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
