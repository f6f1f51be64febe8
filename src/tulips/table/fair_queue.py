"""A fair queue for a few places: first by address, then by table, so that a crowd waits for itself before others wait for it.

Whoever has the fewest places goes first, then whoever has used the fewest seconds. So one address has at most half of the
places while another waits. A turn for a table that nobody looks at comes after all others, and such turns take at most half of
the places: one is left for whoever comes to look.
"""

import asyncio
from collections import deque

LEAST_SECONDS = 0.001
"""What a turn counts at least: many short ones take their time too."""


class Turn:
    """One who waits for a place, on behalf of a table and of the address that has opened it."""

    __slots__ = ("address", "admitted", "part", "seen", "table", "waits")

    admitted: "asyncio.Future[None]"

    def __init__(self, address: str = "", table: str = "", *, seen: bool = True) -> None:
        self.address = address
        self.table = table
        self.seen = seen  # whether somebody looks at the table
        self.waits = True  # until it has a place, or is given up
        self.part = 1.0  # of the time that it would like


class _Share:
    """What an address, or one of its tables, has and has used."""

    __slots__ = ("places", "used", "waiting")

    def __init__(self, used: float) -> None:
        self.places = {True: 0, False: 0}  # of turns seen, and of those not
        self.used = used  # seconds; who comes anew begins with the least of the others
        self.waiting: dict[bool, deque[Turn]] = {True: deque(), False: deque()}  # of a table

    @property
    def rank(self) -> tuple[int, float]:
        """Who has less goes first."""
        return sum(self.places.values()), self.used


class FairQueue:
    """So many places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._taken = {True: 0, False: 0}
        self._addresses: dict[str, _Share] = {}  # of whoever has a place or waits
        self._tables: dict[tuple[str, str], _Share] = {}

    async def enter(self, turn: Turn) -> None:
        """Wait for a place. Who is cancelled waits no longer."""
        turn.admitted = asyncio.get_running_loop().create_future()
        _, table = self._shares(turn)
        table.waiting[turn.seen].append(turn)
        turn.part = self._part(turn.address)
        self._admit()
        try:
            await turn.admitted
        except asyncio.CancelledError:
            if turn.waits:
                turn.waits = False
                table.waiting[turn.seen].remove(turn)
                self._tidy(turn)
            else:  # the place came in the same moment
                self.leave(turn, 0.0)
            raise

    def leave(self, turn: Turn, seconds: float) -> None:
        """Free the place, which was used so long."""
        self._taken[turn.seen] -= 1
        for share in self._shares(turn):
            share.places[turn.seen] -= 1
            share.used += max(seconds, LEAST_SECONDS)
        self._tidy(turn)
        self._admit()

    def _shares(self, turn: Turn) -> tuple[_Share, _Share]:
        """The address's and the table's."""
        key = turn.address, turn.table
        if key not in self._tables:
            if turn.address not in self._addresses:
                self._addresses[turn.address] = _Share(min((share.used for share in self._addresses.values()), default=0.0))
            siblings = (share.used for (address, _), share in self._tables.items() if address == turn.address)
            self._tables[key] = _Share(min(siblings, default=0.0))
        return self._addresses[turn.address], self._tables[key]

    def _tidy(self, turn: Turn) -> None:
        """Forget a table, and an address, that has no place and waits for none."""
        table = self._tables[turn.address, turn.table]
        if not any((*table.places.values(), *table.waiting.values())):
            del self._tables[turn.address, turn.table]
            if not any(address == turn.address for address, _ in self._tables):
                del self._addresses[turn.address]

    def _admit(self) -> None:
        """Give the free places to those whose turn it is."""
        while sum(self._taken.values()) < self._places and (turn := self._next()):
            turn.waits = False
            self._taken[turn.seen] += 1
            for share in self._shares(turn):
                share.places[turn.seen] += 1
            if not turn.admitted.done():  # else it was cancelled, and leaves as soon as it knows
                turn.admitted.set_result(None)

    def _next(self) -> Turn | None:
        for seen in (True, False):
            if not seen and self._taken[False] >= max(1, self._places // 2):
                return None
            waiting = [key for key, table in self._tables.items() if table.waiting[seen]]
            if waiting:
                first = min(waiting, key=lambda key: (self._addresses[key[0]].rank, self._tables[key].rank))
                return self._tables[first].waiting[seen].popleft()
        return None

    def _part(self, address: str) -> float:
        """What part of its time a turn of the address gets: all, unless there are more of them than its fair share of places.

        The places are shared out evenly, and what an address does not need goes to the others. Turns for tables that
        nobody looks at do not count.
        """
        wanted = dict.fromkeys(self._addresses, 0)
        for (name, _), table in self._tables.items():
            wanted[name] += table.places[True] + len(table.waiting[True])
        left = float(self._places)
        for others, (name, want) in enumerate(sorted(wanted.items(), key=lambda one: one[1])):
            fair = min(want, left / (len(wanted) - others))
            if name == address:
                return fair / want if want else 1.0
            left -= fair
        return 1.0
