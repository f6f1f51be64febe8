"""The messages between the page and the server, typed. docs/protocol.md tells how they are used."""

from typing import Any, Literal

import msgspec

from tulips.engine.offer import Offer
from tulips.engine.phrase import Phrase
from tulips.table.field_order import field_order
from tulips.table.helping import HintedMove, Warned
from tulips.table.position import Position
from tulips.table.state import Channel, Help, NoticeKind, Phase, SeatKind, TableSettings

PROTOCOL = 2
"""Raised whenever an older page could not speak with this server."""

# From the page


class MoveMessage(msgspec.Struct, tag="move", frozen=True, forbid_unknown_fields=True):
    """Make a move: `number` is the number of events that the page has seen, `id` the page's own name for this message."""

    id: str
    number: int
    move: int | str | dict[str, Any]  # by its number, in words, or as data: its kind and fields
    seat: int | None = None  # for whom, where several seats share one screen


class AskMessage(msgspec.Struct, tag="ask", frozen=True, forbid_unknown_fields=True):
    """What would this move do? For moves that are legal and not offered."""

    id: str
    move: int | str | dict[str, Any]
    seat: int | None = None


class UndoMessage(msgspec.Struct, tag="undo", frozen=True, forbid_unknown_fields=True):
    """Ask to take back one's last move."""

    id: str
    number: int
    seat: int | None = None


class ConsentMessage(msgspec.Struct, tag="consent", frozen=True, forbid_unknown_fields=True):
    """Agree or not to the taking back that another asks for."""

    id: str
    agree: bool


class HintMessage(msgspec.Struct, tag="hint", frozen=True, forbid_unknown_fields=True):
    """What would be best now? Where the table has agreed on hints; everybody is told that one was given."""

    id: str
    number: int
    seat: int | None = None


class CheckMessage(msgspec.Struct, tag="check", frozen=True, forbid_unknown_fields=True):
    """Has the tutor anything against this move? Without a move the tutor only thinks ahead."""

    id: str
    number: int
    move: int | str | dict[str, Any] | None = None
    seat: int | None = None


class HelpMessage(msgspec.Struct, tag="help", frozen=True, forbid_unknown_fields=True):
    """Agree or not to the help that the host asks for."""

    id: str
    agree: bool


class ChatMessage(msgspec.Struct, tag="chat", frozen=True, forbid_unknown_fields=True):
    """Say something at the table."""

    id: str
    text: str


class LookMessage(msgspec.Struct, tag="look", frozen=True, forbid_unknown_fields=True):
    """Show the table with the eyes of another of one's seats, where several share one screen."""

    seat: int


class CurtainMessage(msgspec.Struct, tag="curtain", frozen=True, forbid_unknown_fields=True):
    """On a screen that several seats share, the curtain has closed before one of them, or that one has lifted it."""

    id: str
    seat: int
    lifted: bool


class ResyncMessage(msgspec.Struct, tag="resync", frozen=True, forbid_unknown_fields=True):
    """A frame is missing: send everything anew."""


class PingMessage(msgspec.Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """A question whether the server is still there."""


FromPage = (
    MoveMessage
    | AskMessage
    | UndoMessage
    | ConsentMessage
    | HintMessage
    | CheckMessage
    | HelpMessage
    | ChatMessage
    | LookMessage
    | CurtainMessage
    | ResyncMessage
    | PingMessage
)

# To the page. Every frame has a number; they have no gaps on one connection.


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where."""

    name: str  # empty where nobody has given one
    kind: SeatKind
    level: str | None  # of a bot, or of the bot that stands in
    connected: bool
    yours: bool
    standing_in: bool  # a bot plays for a human who has left
    shares_screen: bool  # with whoever made the table
    awaited: bool  # somebody with a link may still come, though the match has begun
    browsers: int | None  # that hold it, told to whoever sits there
    deadline: float | None  # seconds left to it from when this was sent, if it acts and its clock runs
    clock_stopped: bool  # it acts, and its clock waits until it has lifted the curtain


class UndoInfo(msgspec.Struct, frozen=True):
    """Somebody asks to take moves back; those named have yet to agree."""

    seat: int
    moves: int
    waiting_for: list[int]


class HelpInfo(msgspec.Struct, frozen=True):
    """The host asks for other help; those named have yet to agree."""

    help: Help
    waiting_for: list[int]


class HelpUsedInfo(msgspec.Struct, frozen=True):
    """A seat was given a hint, or a tutor has warned it, when so many moves stood."""

    moves: int
    seat: int
    warning: bool


class NoticeInfo(msgspec.Struct, frozen=True):
    """Something about a seat that those at the table should know; `name` is of whoever sat there then."""

    number: int
    kind: NoticeKind
    seat: int
    name: str


@field_order(
    *("id", "game", "title", "rules", "rules_are_current", "phase", "seats", "options", "listed", "watching", "delay", "clock"),
    *("deadline", "host", "one_screen", "secrets", "spectators", "spectators_talk"),
    required=True,
)
class TableInfo(TableSettings, kw_only=True):
    """The table around the game."""

    id: str
    game: str
    title: str
    rules: str  # the version of the rules that its match goes by
    rules_are_current: bool  # no newer version is known; new tables go by the newest
    phase: Phase
    seats: list[SeatInfo]
    deadline: float | None  # the least of the seats'
    host: bool  # whether the viewer may manage the table
    secrets: bool  # whether a seat of this game may know what others must not
    spectators: int
    commitment: str | None  # SHA-256 of the seed
    seed: str | None  # once the match is over
    nonces: list[str]
    undo: UndoInfo | None
    can_undo: bool
    undo_reveals: bool  # it would take back what was revealed: others are asked, and the result is marked
    peeks: int  # how often what was revealed has been taken back
    notices: list[NoticeInfo]  # the latest
    rematch: str | None  # the id of the table that goes on
    rematch_commitment: str | None  # SHA-256 of its seed, once the match is over
    rematch_nonces: list[str]
    broken: Phrase | None  # why the match can be neither shown nor played on
    compiling: int | None  # how far that is, in per cent, the first time a game is used
    helps: Help  # the help that there is: `help`, or what that is if the table has not said
    help_asked: HelpInfo | None
    help_used: list[HelpUsedInfo]


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at the table; seat null for a spectator, and for the host without a seat, who speaks among the players."""

    number: int
    seat: int | None
    name: str
    text: str
    channel: Channel


class StateFrame(msgspec.Struct, tag="state", frozen=True):
    """Everything, at the start of a connection and after a gap."""

    frame: int
    protocol: int
    number: int
    table: TableInfo
    position: Position | None  # null while the table waits for players
    chat: list[ChatLine]


class TableFrame(msgspec.Struct, tag="table", frozen=True):
    """Something around the game has changed: people, clock, undo."""

    frame: int
    table: TableInfo


class PositionFrame(msgspec.Struct, tag="position", frozen=True):
    """Something has happened in the game: the new position, with the new parts of log and figures only."""

    frame: int
    number: int
    position: Position


class ChatFrame(msgspec.Struct, tag="chat", frozen=True):
    """Somebody has said something."""

    frame: int
    line: ChatLine


class DoneFrame(msgspec.Struct, tag="done", frozen=True):
    """What the page asked for is done, and is on disk."""

    frame: int
    id: str
    number: int
    offer: Offer | None = None  # the answer to an `ask`


class HintFrame(msgspec.Struct, tag="hint", frozen=True):
    """The best moves, the best first: the answer to a `hint`, which everybody at the table has been told of."""

    frame: int
    id: str
    moves: list[HintedMove]


class CheckedFrame(msgspec.Struct, tag="checked", frozen=True):
    """The tutor's answer to a `check`: null if it has nothing against the move."""

    frame: int
    id: str
    warning: Warned | None


RefusalCode = Literal["late", "illegal", "not yours", "waiting", "over", "nothing to undo", "too fast", "malformed", "busy"]


class RefusedFrame(msgspec.Struct, tag="refused", frozen=True):
    """What the page asked for can't be; why, in a sentence; and the table as it is."""

    frame: int
    id: str | None
    code: RefusalCode
    why: Phrase
    number: int
    position: Position | None


class PongFrame(msgspec.Struct, tag="pong", frozen=True):
    """The answer that it is."""

    frame: int


ToPage = StateFrame | TableFrame | PositionFrame | ChatFrame | DoneFrame | HintFrame | CheckedFrame | RefusedFrame | PongFrame
