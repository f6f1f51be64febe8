"""The wire to a page: uvicorn's own, with a way to write a frame at once where nothing holds it up.

An application sends through a coroutine that may have to wait. Most frames have nothing to wait for, and a table that has moved
sends several: to wake a task for each would take longer than to write them.

What comes in is taken in small pieces, and no more than the application reads: a flood stays with whoever sends it.

A page that does not read what waits for it is cut off: it would cost memory, and it comes back by itself. What waits for it is
bounded here by the transport's own mark, above which nothing is written at once, and by what a connection keeps (`socket`).
"""

import logging
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tulips.web.limits import Bucket

if TYPE_CHECKING:
    from asyncio import TimerHandle
    from collections.abc import Callable

    from starlette.websockets import WebSocket
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from websockets.frames import Frame
    from websockets.http11 import Request

LOG = logging.getLogger("tulips.web")

AT_ONCE = "tulips.write"
"""Where in a connection's scope the application finds what writes at once."""

MESSAGES_HELD = 8
"""So many messages that were not read yet, and no more are taken from the wire."""

PIECE = 1024
"""Bytes that are taken apart in one go: with the smallest frames it takes a few milliseconds."""

OTHERS_A_SECOND, OTHERS_AT_ONCE = 1.0, 50
"""Frames that are no whole messages: browsers send a few, to show that they are alive. Whoever sends more is cut off."""

SLOW = 20.0
"""Seconds in which a page must take something of what waits for it."""

TAKEN = 16 * 1024
"""Bytes that it must take in that time, if not all: less than that would be a page that only pretends to read."""


class FastSocket(WebSocketsSansIOProtocol):
    """One connection."""

    unread: bytes = b""  # what has come and was not taken apart yet
    taking: bool = False  # whether `take_apart` will be called
    others: Bucket | None = None  # for frames that are no whole messages
    on_lost: "Callable[[], None] | None" = None
    slow_timer: "TimerHandle | None" = None  # while something waits that the page does not read
    waited = 0  # bytes that waited when the timer was set

    def handle_connect(self, event: "Request") -> None:
        """A page asks for a socket."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[AT_ONCE] = self.write_text

    def send_receive_event_to_app(self) -> None:
        """A message has come: let the application have it, and hear no more only if it does not come to read them.

        uvicorn would stop and begin to listen for each message.
        """
        held, self.read_paused = self.read_paused, True  # so that it does not
        super().send_receive_event_to_app()
        self.read_paused = held
        if not held and self.queue.qsize() >= MESSAGES_HELD:
            self.read_paused = True
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        if not self.handshake_initiated or (len(data) <= PIECE and not self.unread):
            super().data_received(data)
            return
        self.unread += data
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if not self.taking:
            self.take_apart()

    def take_apart(self) -> None:
        """Take a piece of what has come; the next one in the next round of the event loop, if the application keeps up."""
        self.taking = False
        if self.disconnected or self.transport.is_closing():
            self.unread = b""
        elif not self.close_sent and self.queue.qsize() >= MESSAGES_HELD:
            return  # until some were read
        elif self.unread:
            piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
            super().data_received(piece)
            self.take_on()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def take_on(self) -> None:
        """Go on taking in what comes."""
        if not self.taking:
            self.taking = True
            self.loop.call_soon(self.take_apart)

    async def receive(self) -> "ASGIReceiveEvent":
        """The next message, for the application; more is taken from the wire once it has had all."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.take_on()
        return message

    def handle_ping(self) -> None:
        """A sign of life is asked for; it is given unless the page does not read the answers."""
        if not self.allows_other():
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: "Frame") -> None:
        """A sign of life."""
        if self.allows_other():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        """A message goes on."""
        if self.allows_other():
            super().handle_cont(event)

    def allows_other(self) -> bool:
        """Whether one more frame that is no whole message is all right; if not, the connection ends."""
        if self.others is None:
            self.others = Bucket(OTHERS_A_SECOND, OTHERS_AT_ONCE)
        if self.others.take():
            return True
        self.transport.abort()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The page is gone."""
        self.forget_slowness()
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def write_text(self, text: bytes) -> bool:
        """Write a frame of text, as `send` would. Returns False, and writes nothing, if it would have to wait."""
        if self.disconnected or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def send(self, message: "ASGISendEvent") -> None:
        """Send what the application sends through its coroutine."""
        await super().send(message)
        if self.unread:  # the page's answer to a close may be in it
            self.take_on()

    def pause_writing(self) -> None:
        """More waits for the page than it should."""
        super().pause_writing()
        self.mind_slowness()

    def resume_writing(self) -> None:
        """The page has read most of it."""
        super().resume_writing()
        self.forget_slowness()

    def mind_slowness(self) -> None:
        """Look again after a while whether the page has read anything."""
        self.forget_slowness()
        self.waited = self.transport.get_write_buffer_size()
        self.slow_timer = self.loop.call_later(SLOW, self.look_for_slowness)

    def forget_slowness(self) -> None:
        """All is well, or over."""
        if self.slow_timer is not None:
            self.slow_timer.cancel()
            self.slow_timer = None

    def look_for_slowness(self) -> None:
        """Cut the page off if it has not read."""
        if self.waited - self.transport.get_write_buffer_size() < TAKEN:
            LOG.info("a page that does not read was cut off", extra={"bytes": self.transport.get_write_buffer_size()})
            self.transport.abort()
        else:
            self.mind_slowness()

    async def run_asgi(self) -> None:
        """Speak with the application; a page that does not read what waits for it then does not keep the connection open."""
        await super().run_asgi()
        if not self.disconnected and self.transport.get_write_buffer_size():
            self.mind_slowness()

    def keepalive_timeout(self) -> None:
        """The page is not there any more: what waits for it will not be read."""
        super().keepalive_timeout()
        self.transport.abort()


def writes_at_once(socket: "WebSocket") -> "Callable[[bytes], bool]":
    """What writes a frame to the socket at once, if it can be; on another server's wire it never can."""
    at_once: Callable[[bytes], bool] = socket.scope.get("extensions", {}).get(AT_ONCE, lambda text: False)
    return at_once
