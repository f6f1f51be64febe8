"""`tulips serve`: the application on uvicorn."""

import functools
import gc
import logging
import signal
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy import make_url

import tulips
from tulips.engine.errors import TulipsError
from tulips.table.database.private_files import is_open_to_others
from tulips.table.database.server_lock import PATIENCE, claim
from tulips.table.database.storage import Storage
from tulips.table.server_settings import ServerSettings
from tulips.web.app import application
from tulips.web.connection_cap import ConnectionCap, raise_descriptor_limit
from tulips.web.flow_control import FlowControlledSocket
from tulips.web.http_deadlines import HttpDeadlines, proxies
from tulips.web.json_log import log_as_lines
from tulips.web.reach import Reach

LOG = logging.getLogger("tulips.web")
LARGEST_FRAME = 16 * 1024
KEEP_ALIVE = 5
"""Seconds that a connection stays open for a further request."""

COLLECT = (20_000, 20, 20)
"""After how many new objects Python looks through the youngest, and after how many such looks through older ones."""


def server(settings: ServerSettings, host: str, port: int) -> uvicorn.Server:
    """Return the uvicorn server of the application, which can ask it where it listens."""
    listening = Reach()
    listening.server = Server(config(settings, host, port, listening))
    return listening.server


class Server(uvicorn.Server):
    """A uvicorn server that first ends what is being replayed: requests for that would hold up its end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        self.config.app.inner.state.web.registry.replay_pool.close()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def config(settings: ServerSettings, host: str, port: int, listening: Reach | None = None, **more: Any) -> uvicorn.Config:
    """Return how uvicorn is to run: with our protocols, and without compression or access log."""
    cap = ConnectionCap()
    made = uvicorn.Config(
        application(settings, listening, cap),
        host=host,
        port=port,
        loop="auto",
        http=functools.partial(HttpDeadlines, cap),  # type: ignore[arg-type]
        ws=FlowControlledSocket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # each would cost a connection more memory than all else
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=5,
        **more,
    )
    cap.is_proxy = proxies(made)
    return made


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; a `TulipsError` says why if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as problem:
        listener.close()
        why = getattr(problem, "strerror", None) or str(problem)
        raise TulipsError(
            f"Nothing can be served at {host}, port {port}: {why}. Another port can be chosen with --port."
        ) from None
    return listener


def check_database(url: str) -> None:
    """Open the database, bring it up to date and close it: what is wrong with it is told at once, in a sentence."""
    storage = Storage(url)
    try:
        with claim(storage, PATIENCE):
            storage.check()
            storage.migrate()
    finally:
        storage.close()


def warn_of_open_folder(url: str) -> None:
    """Warn if others may write in the folder of a SQLite file; we have not made it, so its rights are not ours to change."""
    database = make_url(url)
    folder = Path(database.database or "").absolute().parent
    if database.get_backend_name() == "sqlite" and is_open_to_others(folder):
        mode = f"{stat.S_IMODE(folder.stat().st_mode):04o}"
        LOG.warning("others may write in the database's folder", extra={"folder": str(folder), "mode": mode})


def collect_rarely() -> None:
    """Let Python look for forgotten cycles of objects less often.

    What is told to pages is made of thousands of small objects that go by themselves; counting them would start a search
    through everything that is loaded many times a second.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT)


def serve(settings: ServerSettings, host: str, port: int, announce: Callable[[], None] = lambda: None) -> None:
    """Serve until somebody stops it. `announce` is called once nothing is known that would keep it from serving."""
    raise_descriptor_limit()
    listener = listening(host, port)
    check_database(settings.database)
    announce()
    log_as_lines()
    collect_rarely()
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn hears it, stops, and raises it again: that is no failure
    LOG.info("serving", extra={"host": host, "port": port, "version": tulips.__version__})
    warn_of_open_folder(settings.database)
    try:
        server(settings, host, port).run([listener])
    finally:
        LOG.info("stopped")
