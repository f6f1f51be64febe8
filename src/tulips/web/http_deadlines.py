"""The door: uvicorn's HTTP protocol, with deadlines for those who are slow, and no more people than there is room for.

uvicorn waits for a request's headers as long as a peer likes, and for a peer to take an answer. What that needs of uvicorn's
insides is here and in `wire`.
"""

import functools
from typing import TYPE_CHECKING, Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from tulips.web.fast_socket import FastSocket

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
    """One connection, until it becomes a socket's wire."""

    def __init__(self, cap: "ConnectionCap", **more: Any) -> None:
        super().__init__(**more)
        self.cap = cap
        self.inside = False
        self.deadline: asyncio.TimerHandle | None = None  # for the headers of a request
        self.unread: asyncio.TimerHandle | None = None  # for the peer to take what was written

    @property
    def peer(self) -> str:
        """Who is connected: a proxy, or somebody's own address."""
        return self.client[0] if self.client else ""

    def connection_made(self, transport: "asyncio.Transport") -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self.inside = self.cap.enter(self.peer)
        if self.inside:
            self.wait_for_request()
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        super().connection_lost(exc)
        self._stop_waiting()
        self._taken()
        if self.inside:
            self.inside = False
            self.cap.leave(self.peer)

    def data_received(self, data: bytes) -> None:
        """Something has come: of a request, or of a body that nobody reads any more."""
        if not self.inside:
            return
        super().data_received(data)
        if self.transport.is_closing() or not self.inside:
            return
        if self.cycle is None or self.cycle.response_complete:
            self.wait_for_request()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """A request is answered."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.cycle.response_complete:
            self.cap.idle[self] = None
        elif self.transport.is_closing():
            self._soon_taken()

    def wait_for_request(self) -> None:
        """Go if there is no whole request in time, however slowly its bytes come."""
        self.cap.idle.setdefault(self, None)
        if self.deadline is None:
            self.deadline = self.loop.call_later(REQUEST_SECONDS, self.too_slow)

    def _stop_waiting(self) -> None:
        self.cap.idle.pop(self, None)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def too_slow(self) -> None:
        """No request has come."""
        self.cap.on_limited("slow")
        self.transport.abort()

    def make_room(self) -> None:
        """Another one needs the place, and this one has asked for nothing."""
        self.transport.abort()

    def timeout_keep_alive_handler(self) -> None:
        """No further request has come."""
        super().timeout_keep_alive_handler()
        self._soon_taken()

    def pause_writing(self) -> None:
        """The peer takes what is written more slowly than it is written."""
        super().pause_writing()
        self._soon_taken()

    def resume_writing(self) -> None:
        """The peer has taken most of it."""
        super().resume_writing()
        self._taken()

    def _soon_taken(self) -> None:
        """Go if the peer has not taken in time what was written."""
        if self.unread is None and self.transport.get_write_buffer_size():
            self.unread = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def _taken(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def handle_websocket_upgrade(self, event: "Request") -> None:
        """It becomes a socket, which stays in the hall."""
        self._stop_waiting()
        self._taken()
        super().handle_websocket_upgrade(event)
        self.inside = False
        wire = self.transport.get_protocol()
        assert isinstance(wire, FastSocket)
        if wire.disconnected:
            self.cap.leave(self.peer)
        else:
            wire.on_lost = functools.partial(self.cap.leave, self.peer)


def proxies(config: "uvicorn.Config") -> "Callable[[str], bool]":
    """Which peers are proxies that uvicorn believes whom they bring."""
    if not config.proxy_headers:
        return lambda peer: False
    return ProxyHeadersMiddleware(config.app, config.forwarded_allow_ips).trusted_hosts.__contains__  # type: ignore[arg-type]
