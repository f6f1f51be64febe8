"""The seats' clocks: each runs from the last event on, but not while a curtain hides a seat's side of a shared screen.

Several server processes may look at one clock, and the page with the curtain is known to one of them. So what that page has
told is part of the table's state, and so is how long the page is known to be there: its process says so again and again. When
that ends, because the page is gone or its process is, the clock runs, or the others would wait for ever.

Every time that is stored, or compared with one that is, comes from `now`, which no change of the wall clock moves. What two
processes call now differs by as much as their wall clocks did when they started.
"""

import time
from typing import TYPE_CHECKING

import msgspec

from tulips.table.state import CurtainState

if TYPE_CHECKING:
    from tulips.table.state import TableState

KNOWN_FOR = 20.0
"""Seconds that a page with a curtain is taken to be there after its process has said so; it may just be loaded anew."""

SAID_AGAIN = 8.0
"""Seconds after which its process says so again."""


def _elapsed() -> float:
    """Seconds that pass steadily."""
    # On Linux also while the machine sleeps, which `time.monotonic` leaves out: a seat's clock runs on then, as it does while
    # no server is up, and a process that has slept agrees with others and with itself after a restart.
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


_BEGAN = time.time() - _elapsed()  # noqa: TID251 - the one look at the wall clock


def now() -> float:
    """The time, in seconds since 1970, as the wall clock told it when the process began and as time has passed since."""
    return _BEGAN + _elapsed()


def not_later(event: float) -> float:
    """When an event was made, or now if it was stored under a clock that was ahead: a seat must not get that time as well."""
    return min(event, now())


def runs_since(state: "TableState", seat: int, event: float, now: float) -> float | None:
    """Since when an acting seat's clock runs, with the time of the last event; None while it stands behind a curtain."""
    curtain = state.curtain
    if curtain is None or not state.seats[seat].shares_screen:
        return event
    if curtain.shows == seat:
        return max(event, curtain.since)
    return None if now < curtain.until else max(event, curtain.until)


def used(state: "TableState", seat: int, number: int, event: float, now: float) -> float:
    """How many seconds of its clock an acting seat has used, after so many events."""
    curtain = state.curtain
    before = curtain.used if curtain and (curtain.seat, curtain.number) == (seat, number) else 0.0
    since = runs_since(state, seat, event, now)
    return before if since is None else before + max(0.0, now - since)


def curtain_after(state: "TableState", seat: int, lifted: bool, number: int, event: float, now: float) -> CurtainState:
    """The curtain as a page tells it now: closed before a seat, or lifted by it. What the clock has used stays used."""
    shows = seat if lifted else None
    curtain = state.curtain
    if curtain and curtain.shows == shows and now < curtain.until:
        return msgspec.structs.replace(curtain, until=now + KNOWN_FOR)
    before = used(state, seat, number, event, now) if curtain else 0.0  # the first time, the page has just been loaded
    return CurtainState(shows, now, now + KNOWN_FOR, seat, number, before)
