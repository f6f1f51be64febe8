"""What is replayed waits its turn: nobody takes all workers, nothing is done twice, and everything can be ended."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tulips.engine.phrase import say
from tulips.table import replay_pool
from tulips.table.refusal import Refused
from tulips.table.replay_pool import FULL, STOPPING, ReplayPool, ResultCache, each


class Gate:
    """Work that notes when it begins, and waits until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self._open = threading.Semaphore(0)

    def work(self, name: str) -> str:
        self.begun.append(name)
        assert self._open.acquire(timeout=60)
        self.ended.append(name)
        return name

    def running(self) -> list[str]:
        """The addresses of what has begun and not ended."""
        return [name[0] for name in self.begun if name not in self.ended]

    async def open(self, jobs: int = 1) -> None:
        """Let some go, one after the other: the next ones have begun before this returns."""
        for _ in range(jobs):
            self._open.release()
            await asyncio.sleep(0.05)


async def soon(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


def in_turns(test: Callable[[ReplayPool, Gate], Coroutine[Any, Any, None]], workers: int = 2) -> None:
    async def run() -> None:
        queue = ReplayPool(workers)
        try:
            await test(queue, Gate())
        finally:
            queue.close()

    asyncio.run(run())


def ask(queue: ReplayPool, gate: Gate, *names: str) -> "list[asyncio.Task[str]]":
    """Jobs whose names begin with the address that asks for them."""
    return [asyncio.create_task(queue.run(gate.work, name, address=name[0])) for name in names]


def test_addresses_take_turns_and_each_runs_one_job_at_a_time() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        tasks = ask(queue, gate, "a1", "a2", "a3", "a4")
        await soon(lambda: gate.begun == ["a1"])
        await asyncio.sleep(0.02)
        assert gate.begun == ["a1"], "one address has both workers"
        tasks += ask(queue, gate, "b1", "b2", "c1")
        await soon(lambda: gate.begun == ["a1", "b1"])
        for expected in range(1, 8):
            assert len(set(gate.running())) == len(gate.running()), "an address runs two"
            gate._open.release()
            await soon(lambda expected=expected: len(gate.ended) == expected)  # type: ignore[misc]
            await asyncio.sleep(0.01)
        assert sorted(await asyncio.gather(*tasks)) == sorted(gate.begun)
        assert gate.begun.index("c1") < gate.begun.index("a3") and gate.begun.index("b2") < gate.begun.index("a4")

    in_turns(play)


def test_one_worker_goes_round_the_addresses() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        tasks = ask(queue, gate, "a1", "a2", "a3", "b1", "b2", "c1")
        for expected in range(1, 7):
            await soon(lambda expected=expected: len(gate.begun) == expected)  # type: ignore[misc]
            gate._open.release()
        await asyncio.gather(*tasks)
        assert gate.begun == ["a1", "b1", "c1", "a2", "b2", "a3"]

    in_turns(play, workers=1)


def test_who_waits_for_too_much_is_refused_and_nobody_else() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        tasks = ask(queue, gate, *(f"a{i}" for i in range(1 + replay_pool.WAITING_AN_ADDRESS)))
        await soon(lambda: bool(gate.begun))
        with pytest.raises(Refused, match=str(say(FULL))):
            await queue.run(gate.work, "a", address="a")
        other = ask(queue, gate, "b1")
        await soon(lambda: "b1" in gate.begun)
        for _ in range(len(tasks) + 1):
            gate._open.release()
        await asyncio.gather(*tasks, *other)

    in_turns(play)


def test_what_many_ask_for_is_done_once_and_kept() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        asked = [asyncio.create_task(queue.run_cached("key", gate.work, "x", address=f"{i}")) for i in range(44)]
        await soon(lambda: gate.begun == ["x"])
        asked[0].cancel()
        await gate.open()
        assert set(await asyncio.gather(*asked[1:])) == {"x"}
        assert await queue.run_cached("key", gate.work, "y") == "x" and gate.begun == ["x"]

    in_turns(play)


def test_a_job_that_another_waits_for_too_is_done_at_the_turn_of_either() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        tasks = ask(queue, gate, "a1", "a2", "a3")
        shared = [asyncio.create_task(queue.run(gate.work, "shared", address="a", key="shared"))]
        await soon(lambda: gate.begun == ["a1"])
        shared.append(asyncio.create_task(queue.run(gate.work, "again", address="b", key="shared")))
        await soon(lambda: gate.begun == ["a1", "shared"])
        for _ in range(4):
            gate._open.release()
        assert await asyncio.gather(*shared) == ["shared", "shared"]
        await asyncio.gather(*tasks)
        assert "again" not in gate.begun
        await soon(lambda: not (queue._jobs or queue._queues or queue._running or queue._turns))

    in_turns(play)


def test_a_job_that_nobody_waits_for_any_more_is_dropped_or_ended() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        steps: list[int] = []

        def endless() -> None:
            for step in each(iter(int, 1)):
                steps.append(step)
                del steps[1:]

        running = asyncio.create_task(queue.run(endless, address="a"))
        waiting = asyncio.create_task(queue.run(gate.work, "dropped", address="a"))
        await soon(lambda: bool(steps))
        waiting.cancel()
        running.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        await soon(lambda: not queue._running)
        last = asyncio.create_task(queue.run(gate.work, "last", address="a"))
        await gate.open()
        assert await last == "last" and gate.begun == ["last"] and not queue._queues

    in_turns(play)


def test_closing_ends_what_runs_and_refuses_what_waits() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        def endless() -> None:
            for _ in each(iter(int, 1)):
                pass

        tasks = [asyncio.create_task(queue.run(endless, address=address)) for address in "abab"]
        await soon(lambda: len(queue._running) == 2)
        queue.close()
        for problem in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(problem, Refused) and problem.why.name == STOPPING
        for thread in queue._threads:
            thread.join(60)
            assert not thread.is_alive()
        with pytest.raises(Refused, match=str(say(STOPPING))):
            await queue.run(endless)

    in_turns(play)


def test_an_error_of_the_work_reaches_everybody_who_waits_for_it() -> None:
    async def play(queue: ReplayPool, gate: Gate) -> None:
        def fails() -> None:
            gate.work("fails")
            raise ValueError("so it is")

        tasks = [asyncio.create_task(queue.run(fails, key=1)) for _ in range(3)]
        await gate.open()
        assert [str(problem) for problem in await asyncio.gather(*tasks, return_exceptions=True)] == ["so it is"] * 3

    in_turns(play)


def test_what_was_not_asked_for_longest_makes_room() -> None:
    kept = ResultCache(10)
    for key, size in (("a", 4), ("b", 4)):
        kept.put(key, b"x" * size)
    assert kept.get("a")
    kept.put("c", (b"x" * 4, 1))
    assert kept.get("b") is None and kept.get("a") and kept.get("c") == (b"xxxx", 1) and kept.bytes == 8
    kept.put("d", b"x" * 11)
    assert kept.get("d") is None and kept.bytes == 0
