"""A server inside the test's own process, so that the test can look at it and break it."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from tulips.table.server_settings import ServerSettings
from tulips.web.app import Web
from tulips.web.budget import Budgets
from tulips.web.flow_control import FlowControlledSocket
from tulips.web.limits import PerAddress
from tulips.web.serve import server as new_server
from tulips.web.socket import Connection

PATIENCE = 60.0


class Inside(NamedTuple):
    """A server: its address and its handlers."""

    address: str
    web: Web


@contextlib.contextmanager
def serving(database: str, **settings: Any) -> Iterator[str]:
    """A server in a thread of its own, with the limits that servers have; its address."""
    with _running(database, settings, limited=True) as server:
        yield server.address


@contextlib.contextmanager
def served(database: str, **settings: Any) -> Iterator[Inside]:
    """A server in a thread of its own, without limits for an address: here all traffic comes from one."""
    with _running(database, settings, limited=False) as server:
        yield server


@contextlib.contextmanager
def _running(database: str, settings: dict[str, Any], limited: bool) -> Iterator[Inside]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    known = ServerSettings(database=database, **{"pace": 0.0, "seeds": True, **settings})
    server = new_server(known, "127.0.0.1", port)
    web: Web = server.config.app.inner.state.web  # type: ignore[union-attr]
    if not limited:
        _lift_limits(web)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < end, "the server did not start"
        time.sleep(0.01)
    try:
        yield Inside(f"http://127.0.0.1:{port}", web)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def _lift_limits(web: Web) -> None:
    web.budgets = Budgets(1e9, 10**9)
    web.requests.general = web.requests.checks = Budgets(1e9, 10**9)
    web.making = web.joining = web.asking = web.uploading = PerAddress(1e9, 10**9)
    web.sockets.seat_chat = web.sockets.spectator_chat = web.sockets.table_chat = PerAddress(1e9, 10**9)
    web.made_today = web.uploaded_today = web.reviewed_today = PerAddress(1e9, 10**9)
    web.sockets.hints = PerAddress(1e9, 10**9)
    web.registry.lobby.most = 10**9


def protocol_of(connection: Connection) -> FlowControlledSocket:
    """The protocol that writes a connection's frames."""
    found = connection.socket._send.__self__  # type: ignore[attr-defined]
    assert isinstance(found, FlowControlledSocket)
    return found
