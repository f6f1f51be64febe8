"""uvicorn's websocket protocol with flow control in both directions.

What comes in is taken in small pieces, and no more than the application reads: a flood stays with whoever sends it
(backpressure).

A page that does not read what waits for it is cut off: it would cost memory, and it comes back by itself. What waits for it is
bounded here by the transport's high-water mark, above which `send` waits, and by what a connection holds (`socket`).

What is written in one round of the event loop, such as that a move is done and what came of it, leaves together (`Gathered`).

What we need of uvicorn's insides is listed in `uvicorn_private`. It is all for these limits, and nothing for speed.
"""

import logging
from typing import TYPE_CHECKING, Any

from tulips.web.limits import Bucket
from tulips.web.uvicorn_private import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, BaseTransport, TimerHandle, Transport
    from collections.abc import Callable, Coroutine

    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from websockets.frames import Frame

LOG = logging.getLogger("tulips.web")

MESSAGES_HELD = 8
"""Unread messages at which no more are taken from the network."""

PIECE = 1024
"""Bytes that are parsed in one go: with the smallest frames it takes a few milliseconds."""

OTHERS_A_SECOND, OTHERS_AT_ONCE = 1.0, 50
"""Frames that are no whole messages: browsers send a few, to show that they are alive. Whoever sends more is cut off."""

LARGE = 16 * 1024
"""Bytes that leave at once, so that what is written in one round of the event loop is bounded."""

SLOW = 20.0
"""Seconds in which a page must take something of what waits for it."""

TAKEN = 16 * 1024
"""Bytes that it must take in that time, if not all: less than that would be a page that only pretends to read."""


class Gathered:
    """A transport whose writes leave together: all of one round of the event loop.

    Each write is a call into the kernel, which costs more than to make a small frame. It is an asyncio transport like any
    other, so whoever writes to it need not know.
    """

    __slots__ = ("_loop", "_parts", "_size", "_transport")  # there are many of them

    def __init__(self, transport: "Transport", loop: "AbstractEventLoop") -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write with what else is written in this round."""
        if not self._parts:
            self._loop.call_soon(self.flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size >= LARGE:
            self.flush()

    def flush(self) -> None:
        """Hand over what was written."""
        if self._parts:
            data, self._parts, self._size = b"".join(self._parts), [], 0
            if not self._transport.is_closing():
                self._transport.write(data)

    def get_write_buffer_size(self) -> int:
        """Return the bytes that wait here and in the transport."""
        return self._size + self._transport.get_write_buffer_size()

    def close(self) -> None:
        """Close the transport once everything is written."""
        self.flush()
        self._transport.close()


class FlowControlledSocket(WebSocketsSansIOProtocol):
    """The server's end of one page's websocket."""

    unread: bytes = b""  # what has come and was not parsed yet
    parsing: bool = False  # whether `parse_piece` will be called
    others: Bucket | None = None  # for frames that are no whole messages
    on_lost: "Callable[[], None] | None" = None
    slow_timer: "TimerHandle | None" = None  # while something waits that the page does not read
    waited = 0  # bytes that waited when the timer was set

    def connection_made(self, transport: "BaseTransport") -> None:
        """Begin, with a transport that gathers what is written."""
        super().connection_made(Gathered(transport, self.loop))  # type: ignore[arg-type]

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application; stop reading only once several are queued.

        uvicorn would stop and start reading for each message.
        """
        held, self.read_paused = self.read_paused, True  # so that it does not
        super().send_receive_event_to_app()
        self.read_paused = held
        if not held and self.queue.qsize() >= MESSAGES_HELD:
            self.read_paused = True
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Parse what has come, at once if it is little."""
        if not self.handshake_initiated or (len(data) <= PIECE and not self.unread):
            super().data_received(data)
            return
        self.unread += data
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if not self.parsing:
            self.parse_piece()

    def parse_piece(self) -> None:
        """Parse a piece of what has come; the next one in the next round of the event loop, if the application keeps up."""
        self.parsing = False
        if self.disconnected or self.transport.is_closing():
            self.unread = b""
        elif not self.close_sent and self.queue.qsize() >= MESSAGES_HELD:
            return  # until some were read
        elif self.unread:
            piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
            super().data_received(piece)
            self.parse_soon()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def parse_soon(self) -> None:
        """Go on parsing in the next round of the event loop."""
        if not self.parsing:
            self.parsing = True
            self.loop.call_soon(self.parse_piece)

    async def receive(self) -> "ASGIReceiveEvent":
        """Return the next message to the application; more is read from the network once it has had all."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.parse_soon()
        return message

    def handle_ping(self) -> None:
        """Answer a ping (heartbeat), unless the page does not read the answers."""
        if not self.allows_other():
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: "Frame") -> None:
        """Take a pong, the answer to our heartbeat."""
        if self.allows_other():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        """Take a further part of a message."""
        if self.allows_other():
            super().handle_cont(event)

    def allows_other(self) -> bool:
        """Return whether one more frame that is no whole message is within its rate limit; if not, end the connection."""
        if self.others is None:
            self.others = Bucket(OTHERS_A_SECOND, OTHERS_AT_ONCE)
        if self.others.take():
            return True
        self.transport.abort()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a page that is gone."""
        self.stop_slow_timer()
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def send(self, message: "ASGISendEvent") -> "Coroutine[Any, Any, None]":
        """Send what the application sends; a close in a coroutine of its own."""
        return self.send_close(message) if message["type"] == "websocket.close" else super().send(message)

    async def send_close(self, message: "ASGISendEvent") -> None:
        """Send a close; the page's answer may be in what was not parsed yet."""
        await super().send(message)
        if self.unread:
            self.parse_soon()

    def pause_writing(self) -> None:
        """Watch a page that is behind with reading."""
        super().pause_writing()
        self.start_slow_timer()

    def resume_writing(self) -> None:
        """Trust a page that has read most of what waited."""
        super().resume_writing()
        self.stop_slow_timer()

    def start_slow_timer(self) -> None:
        """Check after a while whether the page has read anything."""
        self.stop_slow_timer()
        self.waited = self.transport.get_write_buffer_size()
        self.slow_timer = self.loop.call_later(SLOW, self.check_slow_reader)

    def stop_slow_timer(self) -> None:
        """Stop watching: the page has read, or is gone."""
        if self.slow_timer is not None:
            self.slow_timer.cancel()
            self.slow_timer = None

    def check_slow_reader(self) -> None:
        """Cut the page off if it has read too little."""
        if self.waited - self.transport.get_write_buffer_size() < TAKEN:
            LOG.info("a page that does not read was cut off", extra={"bytes": self.transport.get_write_buffer_size()})
            self.transport.abort()
        else:
            self.start_slow_timer()

    async def run_asgi(self) -> None:
        """Run the application; afterwards a page that does not read must not keep the connection open."""
        await super().run_asgi()
        if not self.disconnected and self.transport.get_write_buffer_size():
            self.start_slow_timer()

    def keepalive_timeout(self) -> None:
        """Abort: the page has answered no heartbeat, so what waits for it will not be read."""
        super().keepalive_timeout()
        self.transport.abort()
