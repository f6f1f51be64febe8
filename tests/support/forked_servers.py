"""Server processes that start in a moment: forked from one that has loaded everything, so that they can be killed often.

As a script this is that one: it reads a port and a database from each line, forks a `tulips serve`, and tells its process id.
"""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

PATIENCE = 60.0
LOG_VARIABLE = "TULIPS_TEST_LOG"
_PORTS = random.Random(os.getpid())


class ForkServer:
    """A process that has loaded everything and forks servers when it is asked to (a fork server)."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.log = Path(self._folder.name) / "log"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), LOG_VARIABLE: str(self.log)}
        self._loaded = subprocess.Popen(
            [sys.executable, str(Path(__file__))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def fork(self, port: int, database: str) -> int:
        """A new `tulips serve`; its process id."""
        assert self._loaded.stdin and self._loaded.stdout
        print(port, database, file=self._loaded.stdin, flush=True)
        return int(self._loaded.stdout.readline())

    def __enter__(self) -> "ForkServer":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loaded.stdin and self._loaded.stdout
        self._loaded.stdin.close()
        self._loaded.wait(PATIENCE)
        self._loaded.stdout.close()
        self._folder.cleanup()

    def last_words(self) -> str:
        """What servers have logged lately, and what became of them."""
        return self.log.read_text()[-3000:] if self.log.exists() else ""


class Server:
    """A place where one server process after another serves the same database."""

    def __init__(self, forks: ForkServer, database: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = database
        self._forks = forks
        self.pid: int | None = None

    def start(self) -> None:
        """Begin to serve; it takes a moment until the server answers."""
        assert self.pid is None
        self.pid = self._forks.fork(self.port, self.database)

    def answers(self) -> bool:
        """Whether it takes connections."""
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < end and self.lives(), f"the server did not start: {self._forks.last_words()}"
            time.sleep(0.005)

    def lives(self) -> bool:
        """Whether the process is there."""
        return self.pid is not None and Path(f"/proc/{self.pid}").exists()

    def memory(self) -> int:
        """Its memory, in bytes."""
        assert self.pid is not None
        return memory_of(self.pid)

    def kill(self) -> None:
        """Pull the plug."""
        if self.pid is not None:
            assert self.lives(), f"the server ended before anybody killed it: {self._forks.last_words()}"
            os.kill(self.pid, signal.SIGKILL)
            while self.lives():  # its threads may hold the database and the port a little longer
                time.sleep(0.001)
            self.pid = None

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        if self.lives():
            self.kill()


def memory_of(process: int) -> int:
    """What it holds of the machine's memory, in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    """A port that no outgoing connection is given while the server is away."""
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for port in _PORTS.sample(range(lowest // 2, lowest), 100):
        with socket.socket() as tried, contextlib.suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def _serve(port: str, database: str) -> None:
    from tulips.cli import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(os.environ[LOG_VARIABLE], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    main(["serve", "--port", port, "--database", database, "--pace", "0", "--seeds", "--no-browser"])


def _reap(*_: object) -> None:
    """Let go of those who were killed."""
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            with Path(os.environ[LOG_VARIABLE]).open("a") as log:
                print(f"process {ended[0]} ended: {os.waitstatus_to_exitcode(ended[1])}", file=log)


def _fork_on_demand() -> None:
    import psycopg  # noqa: F401
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import tulips
    from tulips.bots.warm import is_warm
    from tulips.table.compiling import load_kernels
    from tulips.table.database.storage import Storage
    from tulips.table.server_settings import ServerSettings
    from tulips.web.serve import config

    signal.signal(signal.SIGCHLD, _reap)
    for name in tulips.game_names():
        if is_warm(tulips.game(name)):
            load_kernels(tulips.game(name))
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(f"sqlite:///{folder}/first.db")
        storage.migrate()
        config(ServerSettings(database=f"sqlite:///{folder}/first.db"), "127.0.0.1", 0).load()
        storage.close()
    for line in sys.stdin:
        port, database = line.split()
        child = os.fork()
        if not child:
            os.close(0)
            try:
                _serve(port, database)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    _fork_on_demand()
