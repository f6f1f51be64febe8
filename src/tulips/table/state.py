"""What a table is besides its moves: its settings, who sits where, and how far it has come. Kept as one JSON document."""

from typing import Any, Literal

import msgspec

from tulips.engine.prebuilt import prebuilt
from tulips.table.field_order import field_order

SeatKind = Literal["open", "human", "bot"]
Phase = Literal["waiting", "playing", "over"]
Watching = Literal["nobody", "at once", "delayed"]
Help = Literal["none", "hints", "tutor"]
"""What those who play may have: nothing; hints; or hints and a tutor, who asks before a costly mistake is made."""

Role = Literal["host", "seat", "spectator", "review"]
"""What somebody is at a table; who has the `review` sees what came of the match, and was not there."""

LinkRole = Literal["host", "seat", "spectator", "table", "device", "review"]
"""What a link is for: a role; any free seat of the `table`; or another `device` of whoever sits on a seat."""

NoticeKind = Literal["taken", "left", "revoked", "used again", "device"]
Player = Literal["human", "bot", "clock"]
Channel = Literal["players", "spectators"]

NO_SEAT = -1
"""Where a role has no seat."""


class SeatState(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits there: `level` is a bot's, or that of the bot which plays while a human is away."""

    name: str  # or nothing: then everybody calls it by its number, in their own language
    kind: SeatKind
    level: str | None = None
    standing_in: bool = False
    links: int = 0  # how often it was taken away from whoever sat there: pages that were opened before have lost it
    awaited: bool = False  # somebody with a link may still come, though the match has begun
    device: bool = False  # a link for another device is out and was not used
    browsers: int = 1  # that hold the seat
    shares_screen: bool = False  # with whoever made the table

    @property
    def is_free(self) -> bool:
        """Whether somebody with a link may sit down here. A link that was used does not free the seat again."""
        return self.kind == "open" or self.awaited

    @property
    def is_kept(self) -> bool:
        """Whether somebody sits here who plays by hand, and will come back if they are away."""
        return self.kind == "human" and not (self.standing_in or self.awaited)


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something about a seat that everybody at the table should know; `device` only whoever sits there.

    `taken`: somebody sat down. `left`: they got up again. `revoked`: the host has taken the seat back. `used again`: somebody
    has opened a link that was used before. `device`: the seat is held by another browser too.
    """

    number: int
    kind: NoticeKind
    seat: int
    name: str  # of whoever sat there then
    at: float


class UndoState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody asks to take moves back, after so many events; those named have yet to agree."""

    seat: int
    moves: int
    number: int
    waiting_for: list[int]
    message: str = ""  # that asks, with its seat: the taking back will be its event; nothing in tables from before


class HelpNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat was given a hint, or a warning, after so many events, when so many moves stood."""

    number: int
    moves: int
    seat: int
    warning: bool = False


class HelpAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host asks for another kind of help; those named have yet to agree."""

    help: Help
    waiting_for: list[int]


class CurtainState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The curtain on the screen that several seats share, where there is a clock: whose side it shows."""

    shows: int | None  # the seat that has lifted it; null while it is closed
    since: float  # when that was told
    until: float  # a page with the curtain is known to be there so long
    seat: int  # before whom it hangs, or who has lifted it
    number: int  # how many events there were then
    used: float  # seconds of that seat's clock before `since`, in that turn


class NextChance(msgspec.Struct, forbid_unknown_fields=True):
    """The chance of a rematch, committed to when the match before it ends, so that everybody can still add to it."""

    seed: str
    commitment: str
    nonces: dict[str, str] = {}


class InitialSettings(msgspec.Struct, kw_only=True):
    """The settings of a table that are chosen when it is made."""

    options: dict[str, Any] = {}  # of the game
    listed: bool = False  # whether the lobby shows the table
    watching: Watching = "at once"
    delay: int = 0  # moves that a delayed spectator is behind
    clock: int | None = None  # seconds a move, or no clock
    one_screen: bool = False  # several seats share the screen of whoever made the table
    help: Help | None = None  # or null: hints if one person plays, else none


class TableSettings(InitialSettings, kw_only=True):
    """All settings of a table. A rematch has the same; a new setting is written here and in the page, and nowhere else."""

    spectators_talk: bool = True  # whether those who watch may say something, in their own channel


@prebuilt
@field_order("game", "rules", "seats", "options", "phase", "listed", "watching", "delay", "clock", "one_screen")
class TableState(TableSettings, kw_only=True, forbid_unknown_fields=True):
    """Everything about a table that can change without a move being made."""

    game: str
    rules: str
    seats: list[SeatState]
    phase: Phase = "waiting"
    seed: str | None
    commitment: str | None
    nonces: dict[str, str] = {}  # by who gave it: a seat's number, or "host"; what they give later as "0.1", "0.2"
    given: dict[str, list[str]] = {}  # outcomes that a record file or another table has decided
    opening: list[tuple[int, int]] = []  # moves made before this table took over: seat and move
    started: float | None = None
    undo: UndoState | None = None
    curtain: CurtainState | None = None
    rematch: str | None = None
    next: NextChance | None = None
    notices: list[Notice] = []  # the latest
    help_asked: HelpAsked | None = None
    help_used: list[HelpNote] = []

    @property
    def helps(self) -> Help:
        """The help that there is: what was agreed on, or else hints for whoever plays alone."""
        if self.help is not None:
            return self.help
        people = sum(seat.kind != "bot" or seat.awaited for seat in self.seats)
        return "hints" if people == 1 else "none"

    @property
    def names(self) -> list[str]:
        """The seats' names, as a record file has them."""
        return [seat.name or usual_name(p, seat.kind) for p, seat in enumerate(self.seats)]

    def plays_itself(self, seat: int) -> bool:
        """Whether a bot plays there now."""
        return self.seats[seat].kind == "bot" or self.seats[seat].standing_in


def settings_of(settings: TableSettings) -> dict[str, Any]:
    """Returns a table's settings by name, to make another struct that has them."""
    return {name: getattr(settings, name) for name in TableSettings.__struct_fields__}


def usual_name(p: int, kind: SeatKind) -> str:
    """Returns what a seat without a name is called in a record file."""
    return f"{'Bot' if kind == 'bot' else 'Seat'} {p + 1}"


class Link(msgspec.Struct, frozen=True):
    """What a link is for, and which seat."""

    role: LinkRole
    seat: int = NO_SEAT


class Grant(msgspec.Struct, frozen=True):
    """What somebody may do at a table: manage it, sit somewhere, watch, or read its review."""

    role: Role
    seat: int = NO_SEAT


class Event(msgspec.Struct, frozen=True):
    """A row of a match: a move, or moves taken back."""

    match: str
    number: int
    seat: int
    move: int | None
    undone: int | None
    message: str
    player: Player
    made: float


class Said(msgspec.Struct, frozen=True):
    """A line of the chat. Lines of both channels are numbered together."""

    number: int
    seat: int | None  # none for a spectator; NO_SEAT for the host without a seat
    name: str
    text: str

    @property
    def channel(self) -> Channel:
        """Where it was said."""
        return "spectators" if self.seat is None else "players"


def copy_state(state: TableState) -> TableState:
    """Returns a copy, to be changed."""
    return decode_state(encode_state(state))


def encode_state(state: TableState) -> str:
    """Returns the state as JSON."""
    return msgspec.json.encode(state).decode()


def decode_state(text: str) -> TableState:
    """Returns the state that JSON holds.

    What a newer server has written there and this one does not know is an error: written back it would be lost.
    """
    return msgspec.json.decode(text, type=TableState)
