"""Who sits where: every change of a table's seats, as a plain function on the table's state.

A seat's link is used up when somebody sits down by it. Whoever loses a seat (`links` goes up) loses it on every page at once;
who took it away also makes the old grants and links void, in the same transaction (`Storage.clear_seat`).
"""

from typing import TYPE_CHECKING

from tulips.engine.match.match import LONGEST_NAME
from tulips.table.clocks import now
from tulips.table.refusal import LATE, Refused
from tulips.table.state import Notice, NoticeKind, SeatState, TableState
from tulips.table.thinking import known_level

if TYPE_CHECKING:
    from tulips.engine.game import Game

NOTICES_KEPT = 12
AGAIN_SECONDS = 60.0
"""A link that is opened again and again is told of once in so many seconds."""

NOT_OPEN = "This seat is not open any more."
STARTED = "The game has started; a seat can be given to a bot, or its link revoked."


def sit(state: TableState, seat: int, name: str | None) -> None:
    """Somebody sits down on a free seat: one that is open, or one whose player has not come yet when the match begins."""
    there = state.seats[seat]
    if not there.is_free or state.phase == "over":
        raise Refused("late", NOT_OPEN)
    there.name = checked_name(name, "" if there.kind == "human" else there.name)  # nobody is called as the one before
    there.kind = "human"
    there.standing_in = there.awaited = there.device = False
    there.browsers = 1
    # Whoever sat there before was told of a device of theirs.
    state.notices = [notice for notice in state.notices if notice.kind != "device" or notice.seat != seat]
    tell(state, "taken", seat)


def add_device(state: TableState, seat: int) -> None:
    """Whoever sits there comes from another browser too."""
    there = state.seats[seat]
    there.device = False
    there.browsers += 1
    tell(state, "device", seat)


def only_here(state: TableState, seat: int) -> None:
    """One browser goes on holding the seat, the others are out."""
    there = state.seats[seat]
    there.links += 1
    there.browsers = 1
    there.device = False


def leave(state: TableState, seat: int, level: str | None, game: "Game", *, waits: bool) -> None:
    """Whoever sits there goes: while the table waits the seat is open again, later a bot stands in until they return."""
    _still(state, waits)
    there = state.seats[seat]
    if waits:
        tell(state, "left", seat)
        _vacate(there)
        there.kind = "open"
    elif state.phase == "playing":
        there.standing_in = True
        there.level = known_level(game, level or there.level)


def for_rematch(there: SeatState, browsers: int) -> SeatState:
    """A seat of the table where the same people play again. One that nobody holds any more is open."""
    if there.kind == "human" and not browsers:
        return SeatState("", "open", there.level)
    return SeatState(there.name, there.kind, there.level, browsers=max(1, browsers), shares_screen=there.shares_screen)


def come_back(state: TableState, seat: int) -> None:
    """Whoever sits there plays again where a bot has stood in."""
    if state.phase == "playing":
        state.seats[seat].standing_in = False


def give_to_bot(state: TableState, seat: int, level: str | None, game: "Game", *, waits: bool) -> None:
    """The host lets a bot play: for good while the table waits, later until the one who sits there returns."""
    _still(state, waits)
    there = state.seats[seat]
    if waits:
        if there.kind == "human":
            tell(state, "revoked", seat)
        _vacate(there)
        there.kind = "bot"
        begin_if_full(state)
    elif there.kind == "human":
        there.standing_in = True
    there.level = known_level(game, level or there.level)


def reopen(state: TableState, seat: int) -> None:
    """The host opens a seat for somebody, before the match."""
    if state.phase != "waiting":
        raise Refused("late", STARTED)
    revoke(state, seat)


def revoke(state: TableState, seat: int) -> None:
    """The host takes a seat back: whoever sits there is out, and somebody else may come by its new link."""
    there = state.seats[seat]
    if there.kind == "human":
        tell(state, "revoked", seat)
    name = there.name
    _vacate(there)
    if state.phase == "waiting":
        there.kind = "open"
    else:
        there.awaited, there.name = True, name  # the log goes on calling it so until somebody comes


def start(state: TableState, level: str | None, game: "Game") -> None:
    """The host begins, with bots on the seats that are still open; who comes late by a link plays on for the bot."""
    if state.phase != "waiting":
        return
    for seat in state.seats:
        if seat.kind == "open":
            seat.kind, seat.level, seat.awaited = "bot", known_level(game, level or seat.level), True
    begin(state)


def begin_if_full(state: TableState) -> None:
    """A table where nobody is missing begins."""
    if state.phase == "waiting" and all(seat.kind != "open" for seat in state.seats):
        begin(state)


def begin(state: TableState) -> None:
    """The match starts; from now on its chance can't be changed."""
    state.phase = "playing"
    state.started = now()


def next_free(state: TableState) -> int | None:
    """The seat that somebody with the table's link gets: an open one first, then one that a bot keeps for a friend."""
    free = [p for p, seat in enumerate(state.seats) if seat.is_free]
    return min(free, key=lambda p: (state.seats[p].kind != "open", p)) if free and state.phase != "over" else None


def tell(state: TableState, kind: NoticeKind, seat: int) -> None:
    """Let the table know of something about a seat."""
    number = state.notices[-1].number + 1 if state.notices else 1
    notice = Notice(number, kind, seat, state.seats[seat].name, now())
    state.notices = [*state.notices[1 - NOTICES_KEPT :], notice]


def was_told(state: TableState, kind: NoticeKind, seat: int) -> bool:
    """Whether the table knows of it already, from a moment ago."""
    lately = now() - AGAIN_SECONDS
    return any((notice.kind, notice.seat) == (kind, seat) and notice.at > lately for notice in state.notices)


def checked_name(name: str | None, otherwise: str) -> str:
    """A name that can stand in a log."""
    if name is None or not name.strip():
        return otherwise
    name = " ".join(name.split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused("malformed", "A name is 1 to {most} visible characters.", most=LONGEST_NAME)
    return name


def _still(state: TableState, waits: bool) -> None:
    """Refuse what was decided on before the match began, if it has begun meanwhile: then another thing would happen."""
    if (state.phase == "waiting") != waits:
        raise Refused("late", LATE)


def _vacate(there: SeatState) -> None:
    """Nobody holds the seat any more."""
    there.links += 1
    there.browsers = 0
    there.name = ""
    there.standing_in = there.awaited = there.device = False
    there.shares_screen = False
