"""The lobby: how many tables one maker may have in it, and which are shown if there are more than fit.

Who made a listed table (an address) is known only here, in the memory of this process: addresses are not stored. So after a
restart the count starts anew, and each of several processes counts for itself.
"""

import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec

from tulips.table.clocks import now
from tulips.table.refusal import Refused
from tulips.table.state import Phase, TableState

SHOWN = 100
"""Tables that the lobby shows."""

CONSIDERED = 1000
"""The newest listed tables of each phase; those shown are chosen from them."""

WAITING_AT_ONCE = 5
"""Listed tables of one maker that may wait for players; as many of one maker's are shown before those of others."""

REMEMBERED = 10_000
"""How many makers, and tables of theirs, are remembered; those that were listed longest ago are forgotten first."""

THERE_FOR = 180.0
"""Seconds for which somebody is taken to be at a table that they have made, or left."""

TOO_MANY_WAIT = "error.too-many-listed"


class Listed(msgspec.Struct, frozen=True):
    """A listed table, as far as its place in the lobby depends on it."""

    id: str
    phase: Phase
    created: float


class Lobby:
    """Who has listed which tables, and where somebody was lately."""

    def __init__(self, state_of: Callable[[str], Awaitable[TableState | None]], most: int = WAITING_AT_ONCE) -> None:
        self._state_of = state_of
        self.most = most
        self._made: OrderedDict[str, dict[str, bool]] = OrderedDict()  # by maker: tables, and whether they are on disk
        self._maker: OrderedDict[str, str] = OrderedDict()  # by table, also of those that have begun
        self._seen: OrderedDict[str, float] = OrderedDict()  # by table: when somebody was there last

    # Putting tables on the list

    @contextlib.asynccontextmanager
    async def place(self, maker: str, id: str) -> AsyncIterator[None]:
        """Keep a place for a table while it is made, or put on the list; refuse if the maker has enough that wait."""
        mine = self._of(maker)
        if len(mine) >= self.most:
            await self._drop_begun(mine)
        if len(mine) >= self.most:
            raise Refused("forbidden", TOO_MANY_WAIT, most=self.most)
        mine[id] = False
        try:
            yield
        except BaseException:
            mine.pop(id, None)
            raise
        mine[id] = True
        self.know(maker, id)

    def know(self, maker: str, id: str) -> None:
        """Remember who has listed a table."""
        self._maker[id] = maker
        self._maker.move_to_end(id)
        while len(self._maker) > REMEMBERED:
            self._maker.popitem(last=False)

    def _of(self, maker: str) -> dict[str, bool]:
        """The maker's tables that count."""
        mine = self._made.setdefault(maker, {})
        self._made.move_to_end(maker)
        while len(self._made) > REMEMBERED:
            self._made.popitem(last=False)
        return mine

    async def _drop_begun(self, mine: dict[str, bool]) -> None:
        """Count no longer what has begun, is off the list or is gone."""
        for id in [id for id, kept in mine.items() if kept]:
            state = await self._state_of(id)
            if state is None or not state.listed or state.phase != "waiting":
                mine.pop(id, None)

    # Who is there

    def saw(self, id: str) -> None:
        """Somebody is at a table, or was until now."""
        at = now()
        self._seen[id] = at
        self._seen.move_to_end(id)
        while next(iter(self._seen.values())) < at - THERE_FOR:
            self._seen.popitem(last=False)

    def _is_attended(self, table: Listed) -> bool:
        seen = self._seen.get(table.id)
        return table.created > now() - THERE_FOR or (seen is not None and seen >= now() - THERE_FOR)

    # What is shown

    def choose(self, tables: Sequence[Listed]) -> list[str]:
        """The tables to show, of those given with the newest first.

        Those come first where somebody is, then the newest. What one maker has listed beyond their share comes last, so that
        nobody's tables push out all others.
        """
        ordered = sorted(tables, key=lambda table: (not self._is_attended(table), -table.created))
        shares: dict[str, int] = {}
        within: list[str] = []
        beyond: list[str] = []
        for table in ordered:
            maker = self._maker.get(table.id)
            if maker is not None:
                shares[maker] = shares.get(maker, 0) + 1
            (beyond if maker is not None and shares[maker] > self.most else within).append(table.id)
        return [*within, *beyond][:SHOWN]
