"""Spreading games over the cores of this machine, or over a Ray cluster: whose cores played a game changes nothing in it.

A task plays games by their numbers and is the same object wherever it runs, so any range of numbers can be played anywhere, and
once more if whoever played it is lost.
"""

import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol

from tulips.engine.errors import TulipsError

WARMING = 0.01
"""Seconds of games by which the speed is known well enough."""

GROWTH = 32
"""How many times as many games are played in the next call while the speed is not known: few calls, none of them long."""

CALL = 0.25
"""Seconds of games in one call here: progress shows, and all cores end at about the same time."""

CALL_TO_CLUSTER = 1.5
"""Seconds of games in one call to another machine, so that calling costs next to nothing."""

WORTH_PROCESSES = 3.0
"""Seconds of work for which processes are started, which takes them half a second; threads do for less."""

LOSSES = 20
"""How often workers may be lost before something must be wrong."""

Range = tuple[int, int]


class Task(Protocol):
    """Something that plays games `first` to `first + games - 1` and tells what came of them; it can be sent elsewhere."""

    def __call__(self, first: int, games: int) -> Any:
        """Play them."""


class WorkersLost(TulipsError):
    """Workers end again and again."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(task: Task, games: int, jobs: int = 1, ray: str | None = None) -> Iterator[tuple[Range, Any]]:
    """What came of every range of games, in whatever order they are done.

    The first games are played here: that compiles whatever is needed before others start, and tells how large ranges may be.
    """
    first, speed = 0, 0.0
    size = 1
    while first < games and speed == 0.0:
        start = time.perf_counter()
        n = min(size, games - first)
        yield (first, n), task(first, n)
        took = time.perf_counter() - start
        if took >= WARMING and first > 0:  # the first may have waited for the compiler
            speed = n / took
        first, size = first + n, size if took >= WARMING else size * GROWTH
    left = games - first
    if left == 0:
        return
    ranges = _ranges(first, games, int(speed * (CALL_TO_CLUSTER if ray else CALL)))
    if ray:
        from tulips.lab.cluster import on_cluster

        yield from on_cluster(task, ranges, ray)
    elif jobs == 1:
        yield from ((part, task(*part)) for part in ranges)
    elif left / speed < WORTH_PROCESSES:
        yield from _in_threads(task, ranges, jobs)
    else:
        yield from _in_processes(task, ranges, jobs)


def _ranges(first: int, games: int, size: int) -> Iterator[Range]:
    size = max(size, 1)
    return ((start, min(size, games - start)) for start in range(first, games, size))


def _in_threads(task: Task, ranges: Iterator[Range], jobs: int) -> Iterator[tuple[Range, Any]]:
    """Compiled code lets go of the interpreter, so threads run side by side; few calls are under way at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        running: dict[Future[Any], Range] = {}
        for part in ranges:
            running[pool.submit(task, *part)] = part
            if len(running) > 2 * jobs:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        for future, part in running.items():
            yield part, future.result()


_task: Any = None


def _take(task: Any) -> None:
    """Remember the task in a worker, which it is sent to once."""
    global _task
    _task = task


def _play(first: int, games: int) -> Any:
    return _task(first, games)


def _in_processes(task: Task, ranges: Iterator[Range], jobs: int) -> Iterator[tuple[Range, Any]]:
    """As many processes as jobs. If one is killed, all begin anew and play again what was under way."""
    again: deque[Range] = deque()
    context = get_context("spawn")  # a fork of a process with threads may never wake up
    for _ in range(LOSSES):
        running: dict[Future[Any], Range] = {}
        try:
            with ProcessPoolExecutor(jobs, context, _take, (task,)) as pool:
                while True:
                    while len(running) < 2 * jobs:
                        if not again and (part := next(ranges, None)):
                            again.append(part)
                        if not again:
                            break
                        running[pool.submit(_play, *again[0])] = again[0]
                        again.popleft()
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        result = future.result()
                        yield running.pop(future), result
        except BrokenProcessPool:
            again.extend(running.values())
    raise WorkersLost(
        f"Processes that play have ended {LOSSES} times before they were done. Is there enough memory? "
        'And a program of your own must do its work under `if __name__ == "__main__":`, since its processes import it.'
    )
