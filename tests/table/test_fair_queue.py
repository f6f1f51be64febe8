"""The fair queue: who thinks next, with thoughts that take no time."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from tulips.table.fair_queue import FairQueue, Turn


class Thoughts:
    """Thoughts that end when the test says so."""

    def __init__(self, places: int) -> None:
        self.queue = FairQueue(places)
        self.begun: list[Turn] = []
        self.going: list[Turn] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, address: str, table: str = "t", *, seen: bool = True) -> "asyncio.Task[None]":
        """Somebody wants to think."""
        return self.take(Turn(address, table, seen=seen))

    def take(self, turn: Turn) -> "asyncio.Task[None]":
        """It wants to be thought."""
        task = asyncio.create_task(self._think(turn))
        self._tasks.add(task)
        return task

    async def _think(self, turn: Turn) -> None:
        await self.queue.enter(turn)
        self.begun.append(turn)
        self.going.append(turn)

    async def end(self, seconds: float = 1.0, of: str | None = None) -> None:
        """The thought that was begun first, or that address's first, is done."""
        turn = next(turn for turn in self.going if of in (None, turn.address))
        self.going.remove(turn)
        self.queue.leave(turn, seconds)
        await soon()

    @property
    def addresses(self) -> str:
        """Who has thought, in order."""
        return "".join(turn.address for turn in self.begun)

    def cancel(self) -> None:
        """Let nobody wait."""
        for task in self._tasks:
            task.cancel()


async def soon() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def thinking(places: int) -> "Callable[[Callable[[Thoughts], Awaitable[None]]], None]":
    """Run what follows on a queue with so many places."""

    def run(body: "Callable[[Thoughts], Awaitable[None]]") -> None:
        async def alone() -> None:
            thoughts = Thoughts(places)
            await body(thoughts)
            thoughts.cancel()

        asyncio.run(alone())

    return run


def test_a_quiet_address_is_next_however_many_wait_from_another() -> None:
    @thinking(2)
    async def _(thoughts: Thoughts) -> None:
        for i in range(90):
            thoughts.ask("c", f"t{i}")
        await soon()
        assert thoughts.addresses == "cc"
        thoughts.ask("q")
        await soon()
        await thoughts.end()
        assert thoughts.addresses == "ccq"
        for _ in range(20):
            await thoughts.end(of="c")
            assert Counter(turn.address for turn in thoughts.going) == {"c": 1, "q": 1}, "half of the places are the other's"
            if thoughts.going[0].address == "q":
                await thoughts.end(0.7, of="q")
                thoughts.ask("q")
                await soon()


@pytest.mark.parametrize("places", [2, 3, 4, 8])
def test_one_address_has_at_most_half_of_the_places_while_another_waits(places: int) -> None:
    @thinking(places)
    async def _(thoughts: Thoughts) -> None:
        for i in range(40):
            thoughts.ask("c", f"t{i}")
            thoughts.ask("d", f"t{i}")
        await soon()
        for _ in range(40):
            await thoughts.end()
            assert max(Counter(turn.address for turn in thoughts.going).values()) <= (places + 1) // 2


def test_tables_of_one_address_take_turns() -> None:
    @thinking(2)
    async def _(thoughts: Thoughts) -> None:
        for _ in range(8):
            thoughts.ask("a", "many")
        thoughts.ask("a", "one")
        thoughts.ask("a", "two")
        await soon()
        for _ in range(3):
            await thoughts.end()
        assert {turn.table for turn in thoughts.begun[2:4]} == {"one", "two"}


def test_who_thinks_long_has_fewer_turns_than_who_thinks_shortly() -> None:
    @thinking(1)
    async def _(thoughts: Thoughts) -> None:
        for _ in range(60):
            thoughts.ask("l")
            thoughts.ask("s")
        await soon()
        for _ in range(40):
            await thoughts.end(0.9 if thoughts.going[0].address == "l" else 0.1)
        counted = Counter(thoughts.addresses)
        assert counted["s"] > 6 * counted["l"]


def test_where_nobody_looks_the_others_come_first_and_one_place_is_left_for_them() -> None:
    @thinking(2)
    async def _(thoughts: Thoughts) -> None:
        for i in range(4):
            thoughts.ask("u", f"t{i}", seen=False)
        await soon()
        assert thoughts.addresses == "u", "the other place is for somebody who looks"
        for i in range(3):
            thoughts.ask("s", f"t{i}")
        await soon()
        for _ in range(4):
            await thoughts.end()
        assert thoughts.addresses[:5] == "usssu"


def test_a_thought_that_is_cancelled_leaves_the_queue_and_its_place() -> None:
    @thinking(1)
    async def _(thoughts: Thoughts) -> None:
        first, waits, also = [thoughts.ask(address) for address in "abc"]
        await soon()
        waits.cancel()
        await thoughts.end()
        assert thoughts.addresses == "ac" and waits.cancelled() and first.done() and also.done()
        d, e = thoughts.ask("d"), thoughts.ask("e")
        await soon()
        d.cancel()  # in the very moment in which it would be its turn
        await thoughts.end()
        assert thoughts.addresses == "ace" and e.done()
        await thoughts.end()
        assert not thoughts.queue._addresses and not thoughts.queue._tables, "nobody is remembered for having thought"


def test_a_crowd_shortens_its_own_thoughts_first() -> None:
    @thinking(2)
    async def _(thoughts: Thoughts) -> None:
        for i in range(20):
            thoughts.ask("u", f"t{i}", seen=False)
        crowd = [Turn("c", f"t{i}") for i in range(20)]
        for turn in crowd:
            thoughts.take(turn)
        await soon()
        assert [round(20 * turn.part, 9) for turn in (crowd[0], crowd[1], crowd[-1])] == [20, 20, 2]
        quiet = Turn("q")
        thoughts.take(quiet)
        await soon()
        assert quiet.part == 1.0
        thoughts.take(another := Turn("c", "t20"))
        await soon()
        assert another.part == 1 / 21, "it has one of two places"


def test_what_an_address_does_not_need_is_shared_by_the_others() -> None:
    @thinking(4)
    async def _(thoughts: Thoughts) -> None:
        for address, wanted in (("a", 1), ("b", 5), ("c", 2)):
            for i in range(wanted):
                thoughts.ask(address, f"t{i}")
        last = [Turn("b"), Turn("c")]
        for turn in last:
            thoughts.take(turn)
        await soon()
        assert [turn.part for turn in last] == [1.5 / 6, 1.5 / 3]
