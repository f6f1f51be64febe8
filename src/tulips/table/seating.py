"""Every change of a table around its match, as a plain function on the table's state: seats, phases, chance, settings.

Each function changes the state that it is given, or raises `Refused` and the change does not happen. They know nothing of
databases and pages: `Room.change` applies them to a copy, writes it and shows it.

A seat's link is used up when somebody sits down by it. Whoever loses a seat (`links` goes up) loses it on every page at once;
who took it away also makes the old grants and links void, in the same transaction (`Storage.clear_seat`).
"""

from typing import TYPE_CHECKING, Any

from tulips.engine.state.chance import commitment
from tulips.table.checks import checked_name, checked_nonce
from tulips.table.clocks import now
from tulips.table.refusal import LATE, OVER, Refused
from tulips.table.state import (
    Help,
    HelpAsked,
    HelpNote,
    NextChance,
    Notice,
    NoticeKind,
    SeatState,
    TableState,
    settings_of,
)
from tulips.table.thinking import known_level

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tulips.engine.game import Game
    from tulips.table.state import UndoState

NOTICES_KEPT = 12
AGAIN_SECONDS = 60.0
"""The table hears once in so many seconds of a link that is opened again and again."""

MOST_NONCES = 5
"""How much each seat, and the host, can mix into the chance of a match."""

NOT_OPEN = "error.seat-not-open"
STARTED = "error.started"
LINK_USED = "error.link-used"
CHANCE_FIXED = "error.chance-settled"
ENOUGH_MIXED = "error.enough-mixed"
ASKED_ALREADY = "error.undo-asked"
NO_HELP_ASKED = "error.no-help-asked"


class SeatGone(Refused):
    """Somebody else was quicker."""

    def __init__(self) -> None:
        super().__init__("late", NOT_OPEN)


class Overtaken(Exception):
    """What something new was made from has changed meanwhile."""


# Whoever sits, or wants to


def sit(state: TableState, seat: int, name: str | None, nonce: str | None = None, *, only_open: bool = False) -> bool:
    """Somebody sits down on a free seat: one that is open, or one whose player has not come yet when the match begins.

    If nobody is missing now, the match begins. Returns whether the nonce was mixed into its chance.
    """
    if nonce:
        checked_nonce(nonce)
    there = state.seats[seat]
    if not there.is_free or state.phase == "over" or (only_open and there.kind != "open"):
        raise SeatGone
    there.name = checked_name(name, "" if there.kind == "human" else there.name)  # nobody is called as the one before
    there.kind = "human"
    there.standing_in = there.awaited = there.device = False
    there.browsers = 1
    state.help_asked = None  # whoever sits down agrees to what holds, not to what is asked
    # A notice of another device was for whoever sat there before.
    state.notices = [notice for notice in state.notices if notice.kind != "device" or notice.seat != seat]
    add_notice(state, "taken", seat)
    if state.phase != "waiting":
        return False
    mixed = bool(nonce) and _mix(state.nonces, str(seat), nonce or "")
    begin_if_full(state)
    return mixed


def rename(state: TableState, seat: int, name: str | None) -> None:
    """Whoever sits there is called otherwise from now on."""
    state.seats[seat].name = checked_name(name, state.seats[seat].name)


def expect_device(state: TableState, seat: int) -> None:
    """Whoever sits there has a link for another device."""
    state.seats[seat].device = True


def add_device(state: TableState, seat: int) -> None:
    """Whoever sits there comes from another browser too, by a link that is good for one."""
    there = state.seats[seat]
    if not there.device:
        raise Refused("late", LINK_USED)
    there.device = False
    there.browsers += 1
    add_notice(state, "device", seat)


def only_here(state: TableState, seat: int) -> None:
    """One browser goes on holding the seat, the others are out."""
    there = state.seats[seat]
    there.links += 1
    there.browsers = 1
    there.device = False


def leave(state: TableState, seat: int, level: str | None, game: "Game", *, waits: bool) -> None:
    """Whoever sits there goes: while the table waits the seat is open again, later a bot stands in until they return."""
    _need_phase(state, waits)
    there = state.seats[seat]
    if waits:
        state.help_asked = None
        add_notice(state, "left", seat)
        _vacate(there)
        there.kind = "open"
    elif state.phase == "playing":
        there.standing_in = True
        there.level = known_level(game, level or there.level)


def come_back(state: TableState, seat: int) -> None:
    """Whoever sits there plays again where a bot has stood in."""
    if state.phase == "playing":
        state.seats[seat].standing_in = False


# The host


def give_to_bot(state: TableState, seat: int, level: str | None, game: "Game", *, waits: bool) -> None:
    """The host lets a bot play: for good while the table waits, later until the one who sits there returns."""
    _need_phase(state, waits)
    there = state.seats[seat]
    if waits:
        state.help_asked = None
        if there.kind == "human":
            add_notice(state, "revoked", seat)
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
    state.help_asked = None
    if there.kind == "human":
        add_notice(state, "revoked", seat)
    name = there.name
    _vacate(there)
    if state.phase == "waiting":
        there.kind = "open"
    else:
        there.awaited, there.name = True, name  # the log goes on calling it so until somebody comes


def change_settings(state: TableState, changes: "Mapping[str, Any]", own: "Collection[int]" = ()) -> None:
    """The host, who holds some seats, sets some settings anew; None leaves one as it is. Others have to agree to other help."""
    for name, value in changes.items():
        if value is not None and name != "help":
            setattr(state, name, value)
    if (help := changes.get("help")) is not None:
        ask_for_help(state, help, own)


# Help


def ask_for_help(state: TableState, help: Help, own: "Collection[int]") -> None:
    """The host wants hints, a tutor or neither: it holds at once if nobody else is there, or once all others have agreed."""
    if state.phase == "over":
        raise Refused("over", OVER)
    others = [p for p, seat in enumerate(state.seats) if seat.kind == "human" and p not in own]
    if not others:
        state.help = help
    state.help_asked = HelpAsked(help, others) if others and help != state.helps else None


def answer_help(state: TableState, seats: "Collection[int]", agree: bool) -> None:
    """Somebody answers the host, who wants other help: all have to agree, and one who does not is enough."""
    asked = state.help_asked
    if asked is None or not set(seats) & set(asked.waiting_for):
        raise Refused("late", NO_HELP_ASKED)
    left = [seat for seat in asked.waiting_for if seat not in seats]
    if agree and not left:
        state.help = asked.help
    state.help_asked = HelpAsked(asked.help, left) if agree and left else None


def note_help(state: TableState, note: HelpNote) -> None:
    """A seat was given a hint or a warning; asked for again at the same place, it is the same."""
    if not is_noted(state, note):
        state.help_used = [*state.help_used, note]


def is_noted(state: TableState, note: HelpNote) -> bool:
    """Whether the table knows of such help at that place."""
    return any((had.number, had.seat, had.warning) == (note.number, note.seat, note.warning) for had in state.help_used)


# Phases


def start(state: TableState, level: str | None, game: "Game") -> None:
    """The host begins, with bots on the seats that are still open; who comes late by a link plays on for the bot."""
    if state.phase != "waiting":
        return
    for seat in state.seats:
        if seat.kind == "open":
            seat.kind, seat.level, seat.awaited = "bot", known_level(game, level or seat.level), True
    _begin(state)


def begin_if_full(state: TableState) -> None:
    """A table where nobody is missing begins."""
    if state.phase == "waiting" and all(seat.kind != "open" for seat in state.seats):
        _begin(state)


def _begin(state: TableState) -> None:
    """The match starts; from now on its chance can't be changed."""
    state.phase = "playing"
    state.started = now()


def finish(state: TableState, seed: str) -> None:
    """The match is over. The chance of a rematch is committed to, by the seed given if there is none yet."""
    state.phase = "over"
    state.undo = state.help_asked = None
    state.next = state.next or NextChance(seed, commitment(seed))


def rematch_of(old: TableState, browsers: "Mapping[int, int]", seed: str) -> TableState:
    """Returns a table where the same people play again, each seat held by so many browsers.

    Its chance is the one that the old table has committed to; the seed is for one that has not.
    """
    chance = old.next or NextChance(seed, commitment(seed))
    return TableState(
        **settings_of(old),
        game=old.game,
        rules=old.rules,
        seats=[_for_rematch(seat, browsers.get(p, 0)) for p, seat in enumerate(old.seats)],
        seed=chance.seed,
        commitment=chance.commitment,
        nonces=chance.nonces,
    )


def _for_rematch(there: SeatState, browsers: int) -> SeatState:
    """A seat of a rematch. One that nobody holds any more is open."""
    if there.kind == "human" and not browsers:
        return SeatState("", "open", there.level)
    return SeatState(there.name, there.kind, there.level, browsers=max(1, browsers), shares_screen=there.shares_screen)


def go_on_at(state: TableState, rematch: str, before: TableState) -> None:
    """People go on at a rematch, if nothing has changed of what it was made from; else `Overtaken`."""
    if state.rematch is not None or state.next != before.next:
        raise Overtaken
    state.rematch = rematch


# Chance


def mix_in(state: TableState, who: str, nonce: str) -> None:
    """Somebody adds to the chance before the match starts; when it is over, to that of a rematch."""
    checked_nonce(nonce)
    if state.phase == "waiting":
        nonces = state.nonces
    elif state.next and state.rematch is None:
        nonces = state.next.nonces
    else:
        raise Refused("late", CHANCE_FIXED)
    if not _mix(nonces, who, nonce):
        raise Refused("late", ENOUGH_MIXED)


def _mix(nonces: dict[str, str], who: str, nonce: str) -> bool:
    """Add to the chance, beside what was added before. Returns whether there was room."""
    before = sum(key.partition(".")[0] == who for key in nonces)
    if before < MOST_NONCES:
        nonces[f"{who}.{before}" if before else who] = nonce
    return before < MOST_NONCES


# Taking moves back


def people_to_ask(state: TableState, seat: int) -> list[int]:
    """Returns who has to agree when a seat takes back what others have seen: all other people.

    Also those for whom a bot stands in, but not those who share the seat's screen.
    """
    seats = state.seats
    together = {p for p, other in enumerate(seats) if seats[seat].shares_screen and other.shares_screen}
    return [p for p, other in enumerate(seats) if p != seat and other.kind == "human" and p not in together]


def ask_to_take_back(state: TableState, asked: "UndoState") -> None:
    """Put a question to the table, if no other stands, also at another process."""
    standing = state.undo
    if standing is None or standing.number < asked.number:  # one that play has passed stands no longer
        state.undo = asked
    elif standing.number > asked.number:
        raise Refused("late", LATE)
    elif standing.message != asked.message:
        raise Refused("waiting", ASKED_ALREADY, seat=standing.seat)


def answer_question(state: TableState, asked: "UndoState", after: "UndoState | None") -> None:
    """Somebody has answered the question: what is left of it stands, or nothing."""
    if state.undo != asked:  # somebody else has answered at another process
        raise Refused("late", LATE)
    state.undo = after


# Asking


def next_free(state: TableState) -> int | None:
    """Returns the seat that somebody with the table's link gets: an open one first, then one that a bot keeps for a friend."""
    free = [p for p, seat in enumerate(state.seats) if seat.is_free]
    return min(free, key=lambda p: (state.seats[p].kind != "open", p)) if free and state.phase != "over" else None


def add_notice(state: TableState, kind: NoticeKind, seat: int) -> None:
    """Let the table know of something about a seat."""
    number = state.notices[-1].number + 1 if state.notices else 1
    notice = Notice(number, kind, seat, state.seats[seat].name, now())
    state.notices = [*state.notices[1 - NOTICES_KEPT :], notice]


def has_fresh_notice(state: TableState, kind: NoticeKind, seat: int) -> bool:
    """Whether the table knows of it already, from a moment ago."""
    lately = now() - AGAIN_SECONDS
    return any((notice.kind, notice.seat) == (kind, seat) and notice.at > lately for notice in state.notices)


def _need_phase(state: TableState, waits: bool) -> None:
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
