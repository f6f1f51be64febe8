"""Who looks at a table at other server processes. Each process tells the others which seats are with it, and says it again
and again: one that is gone is not heard any more."""

import time

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
