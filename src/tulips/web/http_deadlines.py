"""uvicorn's HTTP protocol with deadlines for slow peers, and with a cap on connections.

uvicorn waits for a request's headers, and for a peer to read an answer, as long as the peer likes (a "slowloris" holds a
connection for ever). What we need of uvicorn's insides is listed in `uvicorn_private`.
"""

import functools
from typing import TYPE_CHECKING, Any

from tulips.web.flow_control import FlowControlledSocket
from tulips.web.uvicorn_private import H11Protocol, ProxyHeadersMiddleware

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    import uvicorn
    from h11 import Request

    from tulips.web.connection_cap import ConnectionCap

REQUEST_SECONDS = 10.0
"""From connecting, or from the first byte of a further request, until its headers are whole."""

ANSWER_SECONDS = 60.0
"""Until a peer has taken what was written for it."""

NO_ROOM = b"The server has no room at the moment; come later.\r\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(NO_ROOM), NO_ROOM)
)


class HttpDeadlines(H11Protocol):
    """One HTTP connection, until it is upgraded to a websocket."""

    def __init__(self, cap: "ConnectionCap", **more: Any) -> None:
        super().__init__(**more)
        self.cap = cap
        self.admitted = False
        self.deadline: asyncio.TimerHandle | None = None  # for the headers of a request
        self.unread: asyncio.TimerHandle | None = None  # for the peer to take what was written

    @property
    def peer(self) -> str:
        """Who is connected: a proxy, or somebody's own address."""
        return self.client[0] if self.client else ""

    def connection_made(self, transport: "asyncio.Transport") -> None:  # type: ignore[override]
        """Admit the peer, or answer that the server is full."""
        super().connection_made(transport)
        self.admitted = self.cap.admit(self.peer)
        if self.admitted:
            self.wait_for_request()
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the peer's place."""
        super().connection_lost(exc)
        self._stop_waiting()
        self._stop_expecting()
        if self.admitted:
            self.admitted = False
            self.cap.release(self.peer)

    def data_received(self, data: bytes) -> None:
        """Read part of a request, or of a body that nobody reads any more."""
        if not self.admitted:
            return
        super().data_received(data)
        if self.transport.is_closing() or not self.admitted:
            return
        if self.cycle is None or self.cycle.response_complete:
            self.wait_for_request()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Note that the connection is idle again, or that the peer has to read the last answer in time."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.cycle.response_complete:
            self.cap.idle[self] = None
        elif self.transport.is_closing():
            self._expect_reading()

    def wait_for_request(self) -> None:
        """Set the deadline for a whole request, however slowly its bytes come."""
        self.cap.idle.setdefault(self, None)
        if self.deadline is None:
            self.deadline = self.loop.call_later(REQUEST_SECONDS, self.too_slow)

    def _stop_waiting(self) -> None:
        self.cap.idle.pop(self, None)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def too_slow(self) -> None:
        """Cut the peer off: no request has come in time."""
        self.cap.on_limited("slow")
        self.transport.abort()

    def give_way(self) -> None:
        """Close: another peer needs the place, and this one has asked for nothing."""
        self.transport.abort()

    def timeout_keep_alive_handler(self) -> None:
        """Close after the last answer: no further request has come."""
        super().timeout_keep_alive_handler()
        self._expect_reading()

    def pause_writing(self) -> None:
        """Set the deadline for a peer that reads more slowly than we write."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """Drop that deadline: the peer has read most of it."""
        super().resume_writing()
        self._stop_expecting()

    def _expect_reading(self) -> None:
        """Close unless the peer reads in time what was written."""
        if self.unread is None and self.transport.get_write_buffer_size():
            self.unread = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def _stop_expecting(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def handle_websocket_upgrade(self, event: "Request") -> None:
        """Hand the connection over to the websocket protocol; it goes on to count."""
        self._stop_waiting()
        self._stop_expecting()
        super().handle_websocket_upgrade(event)
        self.admitted = False
        upgraded = self.transport.get_protocol()
        assert isinstance(upgraded, FlowControlledSocket)
        if upgraded.disconnected:
            self.cap.release(self.peer)
        else:
            upgraded.on_lost = functools.partial(self.cap.release, self.peer)


def proxies(config: "uvicorn.Config") -> "Callable[[str], bool]":
    """Return the test whether a peer is a proxy whose word for the client's address uvicorn takes."""
    if not config.proxy_headers:
        return lambda peer: False
    return ProxyHeadersMiddleware(config.app, config.forwarded_allow_ips).trusted_hosts.__contains__  # type: ignore[arg-type]
