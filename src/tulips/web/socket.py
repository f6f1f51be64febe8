"""One page's connection to a table: its messages are carried out, and what happens at the table is sent to it.

A message has an id, and one that comes twice is carried out once (idempotent). A move names the number of events that its page
has seen, and is refused if there are more by now (an optimistic lock). Frames are numbered without gaps; a page that misses one
asks for everything anew. A page pings from time to time to see that the server is there (heartbeat).
"""

import asyncio
import contextlib
import types
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tulips.engine.viewers import SPECTATOR
from tulips.table import seating
from tulips.table.database.group_commit import Unavailable
from tulips.table.refusal import BUSY, MALFORMED, NOT_YOURS, TOO_FAST, Refused
from tulips.table.state import NO_SEAT, Grant, Said
from tulips.web.budget import ANEW, ASK, HINT, POSITION, REFUSAL, TOLD, Budget
from tulips.web.infos import chat_line, room_info
from tulips.web.limits import Bucket
from tulips.web.messages import (
    PROTOCOL,
    AskMessage,
    ChatFrame,
    ChatMessage,
    CheckedFrame,
    CheckMessage,
    ConsentMessage,
    CurtainMessage,
    DoneFrame,
    FromPage,
    HelpMessage,
    HintFrame,
    HintMessage,
    LookMessage,
    MoveMessage,
    PingMessage,
    PongFrame,
    PositionFrame,
    RefusedFrame,
    ResyncMessage,
    StateFrame,
    TableFrame,
    TableInfo,
    ToPage,
    UndoMessage,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator

    from starlette.types import Message, Send

    from tulips.table.position import Position
    from tulips.table.room import Room

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 50.0, 200
LOOKS_A_SECOND, LOOKS_AT_ONCE = 5.0, 30
"""Whole positions are replayed, which takes a while."""

WARNINGS_A_SECOND = 1.0
"""How often a page that has to wait is told so."""

HELP_AT_ONCE = 4
"""Hints and checks of one page that may be waited for: they are about the same position, so only one is thought out."""

LONGEST_CHAT = 500
LONGEST_WORDS = 1000
"""Characters of a move in words; they are compared with the words of each legal move."""

LONGEST_ID = 48
CLOSE_DISMISSED, CLOSE_BUSY = 4403, 4503
FRAMES_WAITING, BYTES_WAITING = 50, 256 * 1024
"""A page that is further behind gets everything anew."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromPage)

TOO_LONG = "error.chat-length"
SPECTATORS_WATCH = "error.spectators-watch"


class Waiting(NamedTuple):
    """A frame that waits to be written. It gets its own number when it leaves."""

    event: int  # the number of the event that a position shows; 0 for other frames
    frame: ToPage
    lacks_position: bool = False  # a refusal that shows the position as it is when it leaves

    @property
    def size(self) -> int:
        """The bytes of its position; all else is small."""
        return len(cast("msgspec.Raw", self.frame.position)) if isinstance(self.frame, PositionFrame) else 0


class Connection:
    """A page that is connected: it watches a room from one of its seats, or as a spectator."""

    __slots__ = (
        "__weakref__",
        "_address",
        "_anew",
        "_asleep",
        "_begun",
        "_budget",
        "_could_undo",
        "_dismissed",
        "_frame",
        "_helping",
        "_looks",
        "_may_chat",
        "_may_think",
        "_messages",
        "_on_refusal",
        "_rights",
        "_send_asgi",
        "_shown",
        "_table",
        "_waiting",
        "_warnings",
        "_was_free",
        "_who",
        "host",
        "room",
        "seats",
        "socket",
        "viewer",
    )  # there are many of them

    def __init__(
        self,
        socket: WebSocket,
        send: "Send",
        room: "Room",
        grants: frozenset[Grant],
        rights: tuple[int, ...],
        seat: int | None,
        who: str,
        budget: Budget,
        on_refusal: "Callable[[str], None]",
        may_chat: "Callable[[int | None], bool]",
        may_think: "Callable[[], bool]",
        address: str = "",
    ) -> None:
        self.socket = socket
        self._send_asgi = send  # the server's own: its layers above it would cost every frame
        self.room = room
        self._who = who
        self._budget = budget
        self._address = address
        self._on_refusal = on_refusal
        self.seats = frozenset(grant.seat for grant in grants if grant.role == "seat")
        self.host = Grant("host") in grants
        self._rights = rights
        self.viewer = seat if seat in self.seats else self._eyes()
        self._frame = 0
        self._shown = -1  # the number of the last position that was sent
        self._waiting: list[Waiting] = []
        self._anew = True
        self._table = False
        self._could_undo = False
        self._was_free = False  # whether the page was told that taking back shows nothing
        self._dismissed = False
        self._asleep: asyncio.Future[None] | None = None  # what the writer waits for
        self._begun: Awaitable[None] | None = None  # the rest of what was begun to be sent and has to wait
        self._messages = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._looks = Bucket(LOOKS_A_SECOND, LOOKS_AT_ONCE)
        self._warnings = Bucket(WARNINGS_A_SECOND, 1)
        self._may_chat = may_chat  # takes a line from what a seat may say, or a spectator (None)
        self._may_think = may_think  # takes a thought from what the address may have thought out
        self._helping: set[asyncio.Task[None]] = set()  # what is found out while other messages are carried out

    def _eyes(self) -> int:
        """Return the seat to look from: where several share a screen, one that acts and is not played by a bot."""
        if not self.seats:
            return SPECTATOR
        live = self.room.live
        present = self._present() or sorted(self.seats)
        acting = [seat for seat in present if seat in live.actors] if live else []
        return acting[0] if acting else present[0]

    def _present(self) -> list[int]:
        """Return the page's seats that no bot plays for."""
        return [seat for seat in sorted(self.seats) if not self.room.state.plays_itself(seat)]

    # What the room tells

    def position_changed(self, number: int, position: bytes) -> None:
        """Send what has happened in the game."""
        self._put(Waiting(number, PositionFrame(0, number, encoded(position))))
        reveals = self._was_free and not self.room.undo_is_free(self.seats)
        if reveals or self.room.can_undo(self.seats) != self._could_undo:
            self.table_changed()
        self._pass_on()

    def dismissed(self) -> None:
        """Close the connection: its seat was taken away, and nothing more is sent or carried out."""
        self._dismissed = True
        self.seats, self.host = frozenset(), False
        self._waiting.clear()
        self._wake()

    def table_changed(self) -> None:
        """Send what has changed around the game."""
        self._table = True
        self._pass_on()
        self._wake()

    def said(self, line: Said) -> None:
        """Send a line of the chat."""
        self._send(ChatFrame(0, chat_line(line)))

    def anew(self) -> None:
        """Send everything anew: what was sent no longer holds."""
        self._anew = True
        self._wake()

    def _pass_on(self) -> None:
        """Turn a shared screen to the seat that acts."""
        if self._should_pass_on():
            self.room.turn_to(self, self._eyes())

    def _should_pass_on(self) -> bool:
        """Return whether another seat of a shared screen acts, or a bot plays for the one whose side it shows."""
        if not self.room.state.one_screen:
            return False
        live, present = self.room.live, self._present()
        if live is None or live.over or not present:
            return False
        if self.viewer not in present:
            return True
        return self.viewer not in live.actors and not set(present).isdisjoint(live.actors)

    # Sending

    def _send(self, frame: ToPage) -> None:
        """Send a frame that shows no position."""
        self._put(Waiting(0, frame))

    def _put(self, waiting: Waiting) -> None:
        """Write a frame at once if nothing waits before it, or else let it wait for the writer."""
        if self._dismissed or (self._is_asleep and not waiting.lacks_position and self._write_now(waiting)):
            return
        if len(self._waiting) >= FRAMES_WAITING or self._bytes_waiting() + waiting.size > BYTES_WAITING:
            self._waiting.clear()
            self._anew = True
        self._waiting.append(waiting)
        self._wake()

    def _bytes_waiting(self) -> int:
        return sum(waiting.size for waiting in self._waiting)

    @property
    def _is_asleep(self) -> bool:
        """Whether the writer waits: all has been written."""
        return self._asleep is not None and not self._asleep.done()

    def _wake(self) -> None:
        """Wake the writer."""
        if self._asleep is not None and not self._asleep.done():
            self._asleep.set_result(None)

    def _write_now(self, waiting: Waiting) -> bool:
        """Send a frame without waking the writer, which does only what is left if it has to wait.

        Most frames have nothing to wait for, and to wake a task for each would take longer than to send it. Returns whether it
        was sent or will be; if not, the page is gone, and the writer will find that out.
        """
        if self._is_shown(waiting.event):
            return True
        sending = cast("Coroutine[Any, Any, None]", self._send_asgi(_numbered(waiting.frame, self._frame + 1)))
        try:
            waits_for = sending.send(None)
        except StopIteration:
            pass
        except (WebSocketDisconnect, RuntimeError, OSError):
            return False
        else:
            self._begun = _rest(sending, waits_for)
            self._wake()
        self._frame += 1
        self._shown = max(self._shown, waiting.event)
        return True

    def _is_shown(self, event: int) -> bool:
        """Return whether an event is part of a whole position that was sent."""
        return 0 < event <= self._shown

    async def _write_or_close(self) -> None:
        """Write until the page goes; if too much is being replayed for its address, close, and the page comes again."""
        try:
            await self._write()
        except Refused as refusal:
            await self.socket.close(CLOSE_BUSY, str(refusal.why))

    async def _write(self) -> None:
        while True:
            if not (self._dismissed or self._anew or self._table or self._waiting):
                self._asleep = asyncio.get_running_loop().create_future()
                await self._asleep
            if self._begun is not None:
                await self._begun
                self._begun = None
            if self._dismissed:
                await self.socket.close(CLOSE_DISMISSED)
                return
            if self._anew:
                await self._write_state()
            if self._table:
                self._table = False
                self._send(TableFrame(0, self._info()))
            while self._waiting and not self._anew:
                event, frame, lacks_position = self._waiting.pop(0)
                if lacks_position and isinstance(frame, RefusedFrame):
                    number, position = await self._look()
                    await self._write_frame(msgspec.structs.replace(frame, number=number, position=position))
                elif not self._is_shown(event):
                    self._shown = max(self._shown, event)
                    await self._write_frame(frame)

    async def _write_state(self) -> None:
        self._anew = False
        news = self._shown <= 0 or self._shown != self.room.number  # it begins, or something was taken back
        if news and self._should_pass_on():
            self.room.turn_to(self, self._eyes())
            self._anew = False
        number, position = await self._look()
        self._table = False
        self._waiting = [waiting for waiting in self._waiting if not isinstance(waiting.frame, ChatFrame)]
        chat = [chat_line(line) for line in self.room.chat]
        await self._write_frame(StateFrame(0, PROTOCOL, number, self._info(), position, chat))

    async def _look(self) -> "tuple[int, Position | None]":
        """Return the whole position, for a frame that leaves at once: the parts that follow begin where it ends."""
        number, position = await self.room.look(self, self._address)
        self._shown = number
        return number, None if position is None else encoded(position)

    def _info(self) -> TableInfo:
        info = room_info(self.room, self.seats, self.host)
        self._could_undo = info.can_undo
        self._was_free = info.can_undo and not info.undo_reveals
        return info

    async def _write_frame(self, frame: ToPage) -> None:
        if self._dismissed:
            return  # while the position was being made
        self._frame += 1
        await self._send_asgi(_numbered(frame, self._frame))

    # Receiving

    async def run(self) -> None:
        """Read and write until the page goes."""
        self.room.come(self, self.seats, self._rights)
        writer = asyncio.create_task(self._write_or_close())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([writer, reader], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.go(self)
            for task in (writer, reader, *self._helping):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await asyncio.gather(writer, reader)

    async def _read(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text") or received.get("bytes") or b""
            await self._turn()
            await self._answer(text)
            self._budget.over()

    async def _turn(self) -> None:
        """Wait until one more message may be carried out (rate limit). Meanwhile a few are queued, and no more are read."""
        while not self._messages.take():
            self._slow_down()
            await asyncio.sleep(self._messages.lacks())
        if self._budget.begin():
            return
        if self._budget.spent:
            self._slow_down()
        await self._budget.turn()

    def _slow_down(self) -> None:
        """Tell the page that it has to wait; nothing that it has sent is lost."""
        if self._warnings.take():
            self._send_refusal(None, Refused("too fast", TOO_FAST), "too fast")

    async def _answer(self, text: str | bytes) -> None:
        id = None
        try:
            try:
                message = _decoder.decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
                raise Refused("malformed", MALFORMED, problem=str(problem)) from None
            id = getattr(message, "id", None)
            if id is not None and not (0 < len(id) <= LONGEST_ID and id.isascii() and id.isprintable()):
                id = None
                raise Refused("malformed", MALFORMED, problem=f"a message's id is 1 to {LONGEST_ID} plain characters.")
            await self._carry_out(message)
        except Refused as refusal:
            self._refuse(id, refusal)
        except Unavailable:
            self._refuse(id, Refused("busy", BUSY))

    def _refuse(self, id: str | None, refusal: Refused) -> None:
        """Refuse a message; a page that did not know the table as it is gets the position with it."""
        code = refusal.code if refusal.code not in ("unknown", "forbidden", "too many") else "not yours"
        self._budget.charge(REFUSAL)
        shown = refusal.code in ("late", "illegal") and self._looks.take()
        if shown:
            self._budget.charge(POSITION)
        self._send_refusal(id, refusal, code, shown=shown)

    def _send_refusal(self, id: str | None, refusal: Refused, code: str, *, shown: bool = False) -> None:
        self._on_refusal(code)
        frame = RefusedFrame(0, id, code, refusal.why, self.room.shown_to(self.viewer), None)  # type: ignore[arg-type]
        self._put(Waiting(0, frame, lacks_position=shown))

    async def _carry_out(self, message: FromPage) -> None:
        room = self.room
        match message:
            case MoveMessage(move=str(words)) | AskMessage(move=str(words)) | CheckMessage(move=str(words)) if (
                len(words) > LONGEST_WORDS
            ):
                raise Refused("malformed", MALFORMED, problem=f"a move's words are up to {LONGEST_WORDS} characters.")
            case MoveMessage():
                seat = self._seat(message.seat)
                self._budget.charge(TOLD * len(room.people))
                self._send(DoneFrame(0, message.id, await room.move(seat, message.id, message.number, message.move)))
            case AskMessage():
                self._budget.charge(ASK)
                offer = room.ask(self._seat(message.seat), message.move)
                self._send(DoneFrame(0, message.id, room.number, offer))
            case UndoMessage():
                seat = self._seat(message.seat)
                self._budget.charge(POSITION + ANEW * len(room.people))
                self._send(DoneFrame(0, message.id, await room.taking_back.undo(seat, message.id, message.number)))
            case ConsentMessage():
                self._budget.charge(ANEW * len(room.people))
                self._send(DoneFrame(0, message.id, await room.taking_back.consent(self.seats, message.agree)))
            case HintMessage() | CheckMessage():
                self._budget.charge(HINT)
                if len(self._helping) >= HELP_AT_ONCE:
                    raise Refused("too fast", TOO_FAST)
                task = asyncio.get_running_loop().create_task(self._help(message, self._seat(message.seat)))
                self._helping.add(task)
                task.add_done_callback(self._helping.discard)
            case HelpMessage():
                self._budget.charge(ANEW * len(room.people))
                await room.change(lambda state: seating.answer_help(state, self.seats, message.agree))
                self._send(DoneFrame(0, message.id, room.shown_to(self.viewer)))
            case ChatMessage():
                self._budget.charge(TOLD * len(room.people))
                await self._say(message)
                self._send(DoneFrame(0, message.id, room.shown_to(self.viewer)))
            case LookMessage() | ResyncMessage() if not self._looks.take():
                raise Refused("too fast", TOO_FAST)
            case LookMessage():
                self._budget.charge(POSITION)
                room.turn_to(self, self._seat(message.seat))
            case CurtainMessage():
                room.draw_curtain(self, self._seat(message.seat), message.lifted)
                self._send(DoneFrame(0, message.id, room.shown_to(self.viewer)))
            case ResyncMessage():
                self._budget.charge(POSITION)
                self.anew()
            case PingMessage():
                self._send(PongFrame(0))

    async def _help(self, message: HintMessage | CheckMessage, seat: int) -> None:
        """Answer what takes a while to find out; other messages are carried out meanwhile."""
        helping, ask = self.room.helping, (self._address, self._may_think)
        try:
            if isinstance(message, HintMessage):
                found: ToPage = HintFrame(0, message.id, await helping.hint(seat, message.number, *ask))
            else:
                found = CheckedFrame(0, message.id, await helping.check(seat, message.number, message.move, *ask))
        except Refused as refusal:
            self._refuse(message.id, refusal)
        except Unavailable:
            self._refuse(message.id, Refused("busy", BUSY))
        else:
            self._send(found)

    async def _say(self, message: ChatMessage) -> None:
        text = " ".join(message.text.split())
        if not 0 < len(text) <= LONGEST_CHAT or "\0" in text:
            raise Refused("malformed", TOO_LONG, most=LONGEST_CHAT)
        seat = self._speaks_as()
        name = "" if seat is None or seat == NO_SEAT else self.room.state.seats[seat].name
        closed = seat is None and not self.room.state.spectators_talk
        if not closed and not self._may_chat(seat):
            raise Refused("too fast", TOO_FAST)
        await self.room.say(seat, name, text, f"{self._who}:{message.id}")

    def _speaks_as(self) -> int | None:
        """Return the seat that speaks; NO_SEAT for the host without one, None for a spectator."""
        if self.viewer in self.seats:
            return self.viewer
        return NO_SEAT if self.host else None

    def _seat(self, asked: int | None) -> int:
        if not self.seats:
            raise Refused("not yours", SPECTATORS_WATCH)
        seat = self.viewer if asked is None else asked
        if seat not in self.seats:
            raise Refused("not yours", NOT_YOURS)
        return seat


def encoded(position: bytes) -> "Position":
    """Return a position that is encoded already, for a frame: it is copied into the frame as it is."""
    return cast("Position", msgspec.Raw(position))


@types.coroutine
def _rest(sending: "Coroutine[Any, None, None]", waits_for: Any) -> "Generator[Any, None, None]":
    """Return what is left of a coroutine that was begun and waits for something, to be awaited."""
    try:
        yield waits_for
    except BaseException as problem:  # whoever awaits this is cancelled
        sending.throw(problem)
        raise
    yield from sending


def _numbered(frame: ToPage, number: int) -> "Message":
    """Return the frame as it is sent (an ASGI message), with its number among those of its connection."""
    text = _encoder.encode(msgspec.structs.replace(frame, frame=number)).decode()
    return {"type": "websocket.send", "text": text}
