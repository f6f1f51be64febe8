"""Who looks at a table at other server processes. Each process tells the others which seats are with it, and says it again
and again: one that is gone is not heard any more."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tulips.table.room import Room

HERE_FOR = 25.0
"""Seconds that seats are taken to be there after their process has said so."""

SAID_AGAIN = 10.0
"""Seconds after which their process says so again."""

_SEATS = 0x7F
_ASKS = 0x80


def notice_number(process: int, seats: frozenset[int], *, asks: bool) -> int:
    """The number of a notice: which process, the seats with it, and whether it asks the others for theirs."""
    return process << 8 | sum(1 << seat for seat in seats) | (_ASKS if asks else 0)


def has_seats(number: int) -> bool:
    """Whether a notice tells of a seat that is there."""
    return bool(number & _SEATS)


class Elsewhere:
    """The seats of one table that are connected to other processes."""

    def __init__(self) -> None:
        self._heard: dict[int, tuple[int, float]] = {}  # by process: its seats, and when it said so

    def hear(self, number: int) -> tuple[bool, bool]:
        """Take in another process's notice; whether something has changed, and whether it asks."""
        process, seats = number >> 8, number & _SEATS
        before = self._heard.get(process, (0, 0.0))[0]
        self._heard[process] = (seats, time.monotonic())
        return before != seats, bool(number & _ASKS)

    def drop_silent(self) -> bool:
        """Let go of those that were not heard for long; whether there were any."""
        late = time.monotonic() - HERE_FOR
        gone = [process for process, (_, at) in self._heard.items() if at < late]
        seats = [self._heard.pop(process)[0] for process in gone]
        return any(seats)

    @property
    def anybody(self) -> bool:
        """Whether any seat is."""
        return any(seats for seats, _ in self._heard.values())

    def has(self, seat: int) -> bool:
        """Whether a seat is connected to another process."""
        return any(seats >> seat & 1 for seats, _ in self._heard.values())


class Presence:
    """Which seats are with this process and with others, for one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.elsewhere = Elsewhere()
        self._announced: frozenset[int] | None = frozenset()

    def announce(self, *, asks: bool = False) -> None:
        """Tell other processes who is here, if that has changed or they are asked for the same."""
        room, here = self._room, frozenset[int]().union(*self._room.people.values())
        if asks or here != self._announced:
            self._announced = here
            room.registry.storage.announce(room.id, notice_number(room.registry.process, here, asks=asks))

    def announce_again(self) -> None:
        """Say it once more, if somebody is here; and notice who has not for long."""
        if self.elsewhere.drop_silent():
            self._room.table_changed()
        if self._room.people:
            self._announced = None
            self.announce()

    def hear(self, number: int) -> None:
        """Take in the notice of a process, which may be this one."""
        if number >> 8 == self._room.registry.process:
            return
        changed, asks = self.elsewhere.hear(number)
        if changed:
            self._room.table_changed()
        if asks:
            self.announce_again()
