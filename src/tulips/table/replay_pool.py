"""Replays matches apart from the event loop, in a few workers that nobody can keep for themselves and that can be ended.

What takes long because a match is long goes through here: opening a match, looking at it or back, its record, an uploaded
record, playing on from a position. Jobs wait in a queue for each address that asks, and the queues take turns, so whoever
asks for much waits for themselves alone. What several ask for at the same time is done once, and results that stay as they
are, such as the record file of a match that is over, are kept as long as there is room (an LRU cache).
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

from tulips.table.refusal import Refused

Result = TypeVar("Result")
Item = TypeVar("Item")

WORKERS = 2
"""Threads that replay; more would only wait for each other, each with memory of its own."""

RUNNING_AN_ADDRESS = 1
"""Jobs of one address that run at once, so that there is a worker for the others."""

WAITING_AN_ADDRESS = 16
WAITING_IN_ALL = 1_000
KEPT_BYTES = 64 * 2**20

LOOKS_UP = 4
"""After so many events a replay looks whether it is to end, and lets other threads on.

The event loop would otherwise wait for the interpreter's lock (the GIL) each time that it wakes. With two workers busy, half of
a quiet table's moves were done within 4 ms, within 10 ms with 16 events, and within 75 ms if nothing was let on; a shorter
switch interval of the interpreter's in its place (1 ms) made that 25 ms, and would make all other threads change places more
often.
"""

FULL = "error.too-many-replays"
STOPPING = "error.server-stopping"


class Ended(BaseException):
    """A replay that is to end: nobody waits for it any more. Whoever catches errors of a match must not catch this."""


class Job:
    """Something to be replayed, for all who wait for it."""

    __slots__ = ("addresses", "end", "key", "run_for", "waiters", "work")

    def __init__(self, work: Callable[[], Any], key: Hashable) -> None:
        self.work = work
        self.key = key
        self.addresses: set[str] = set()  # in whose queues it waits
        self.run_for: str | None = None  # the address whose turn it was
        self.waiters: set[asyncio.Future[Any]] = set()
        self.end = False


class ReplayPool:
    """The workers, what waits for them, and what is kept. All but the work itself happens on the event loop."""

    def __init__(self, workers: int = WORKERS, kept: int = KEPT_BYTES) -> None:
        self._workers = workers
        self._jobs: dict[Hashable, Job] = {}  # what waits or runs, by what it makes
        self._queues: dict[str, deque[Job]] = {}
        self._started = 0  # jobs so far
        self._turns: dict[str, int] = {}  # how many had been started when an address had its last turn, or came
        self._running: list[Job] = []
        self._to_do: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._closed = False
        self.cache = ResultCache(kept)

    async def run(self, work: Callable[..., Result], *given: Any, address: str = "", key: Hashable = None) -> Result:
        """What the work gives, done in a worker when it is the address's turn; the server itself is the address "".

        Who gives a key gets the result of another job with that key, if there is one. An address that waits for too much is
        refused. If nobody waits any more, the job is dropped, or ended where it runs.
        """
        if self._closed:
            raise Refused("busy", STOPPING)
        job = self._jobs.get(key) if key is not None else None
        if job is None:
            if len(self._queues.get(address, ())) >= WAITING_AN_ADDRESS or self.waiting >= WAITING_IN_ALL:
                raise Refused("busy", FULL)
            job = Job(lambda: work(*given), object() if key is None else key)
            self._jobs[job.key] = job
        waiter: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        job.waiters.add(waiter)
        self._line_up(job, address)
        try:
            return await waiter
        finally:
            job.waiters.discard(waiter)
            if not job.waiters:
                self._drop(job)

    async def run_cached(self, key: Hashable, work: Callable[..., Result], *given: Any, address: str = "") -> Result:
        """The same, and the result is kept: whoever asks again finds it, unless it had to make room for others."""
        found: Result | None = self.cache.get(key)
        if found is None:
            found = await self.run(work, *given, address=address, key=key)
            self.cache.put(key, found)
        return found

    def also_for(self, key: Hashable, address: str) -> None:
        """Another address waits for a job too: it is done when it is the turn of either."""
        if job := self._jobs.get(key):
            self._line_up(job, address)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return sum(job.run_for is None for job in self._jobs.values())

    def _line_up(self, job: Job, address: str) -> None:
        if job.run_for is None and address not in job.addresses:
            job.addresses.add(address)
            self._queues.setdefault(address, deque()).append(job)
            self._turns.setdefault(address, self._started - 1)  # before whoever has just had a turn
            self._start_next()

    def _drop(self, job: Job) -> None:
        """Nobody waits for it: let it go, or end it."""
        job.end = True
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        if job.run_for is None:
            self._leave_queues(job)

    def _leave_queues(self, job: Job) -> None:
        for address in job.addresses:
            line = self._queues[address]
            line.remove(job)
            if not line:
                del self._queues[address]
            self._drop_turn(address)
        job.addresses.clear()

    def _drop_turn(self, address: str) -> None:
        """Forget whose turn it was, where nothing waits or runs."""
        if address not in self._queues and all(job.run_for != address for job in self._running):
            self._turns.pop(address, None)

    def _start_next(self) -> None:
        """Give the free workers something to do, address by address."""
        while len(self._running) < self._workers and (address := self._next_address()) is not None:
            job = self._queues[address][0]
            job.run_for = address
            self._running.append(job)
            self._leave_queues(job)
            self._started += 1
            self._turns[address] = self._started
            if len(self._threads) < self._workers:
                loop = asyncio.get_running_loop()
                name = f"replaying-{len(self._threads)}"
                self._threads.append(threading.Thread(target=self._work, args=(loop,), name=name, daemon=True))
                self._threads[-1].start()
            self._to_do.put(job)

    def _next_address(self) -> str | None:
        """Of the addresses that have no more running than they may, the one that has waited longest for a turn."""
        busy = [job.run_for for job in self._running]
        free = [address for address in self._queues if busy.count(address) < RUNNING_AN_ADDRESS]
        return min(free, key=self._turns.__getitem__, default=None)

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        """What a worker does as long as there is a server."""
        while (job := self._to_do.get()) is not None:
            _now.job, _now.events = job, 0
            result, problem = None, None
            try:
                _look_up()
                result = job.work()
            except BaseException as raised:
                problem = raised
            _now.job = None
            with contextlib.suppress(RuntimeError):  # the loop may be closed already
                loop.call_soon_threadsafe(self._done, job, result, problem)
            del job, result, problem

    def _done(self, job: Job, result: Any, problem: BaseException | None) -> None:
        self._running.remove(job)
        self._drop_turn(job.run_for or "")
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        for waiter in job.waiters:
            if waiter.done():
                continue
            if problem is not None:
                waiter.set_exception(Refused("busy", STOPPING) if isinstance(problem, Ended) else problem)
            else:
                waiter.set_result(result)
        if not self._closed:
            self._start_next()

    def close(self) -> None:
        """End what runs, drop what waits, and let the workers go."""
        if self._closed:
            return
        self._closed = True
        for job in list(self._jobs.values()):
            job.end = True
            if job.run_for is None:
                self._leave_queues(job)
                del self._jobs[job.key]
                for waiter in job.waiters:
                    if not waiter.done():
                        waiter.set_exception(Refused("busy", STOPPING))
        for _ in self._threads:
            self._to_do.put(None)


class ResultCache:
    """Results that stay as they are, up to so many bytes; those that nobody has asked for longest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[Hashable, Any] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> Any:
        """What is kept under a key, or None."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def put(self, key: Hashable, result: Any) -> None:
        """Keep a result: bytes, or a tuple that begins with them."""
        if key not in self._found:
            self._found[key] = result
            self.bytes += _size(result)
        while self.bytes > self._most:
            _, gone = self._found.popitem(last=False)
            self.bytes -= _size(gone)


def _size(result: Any) -> int:
    return len(result[0] if isinstance(result, tuple) else result)


class _Now(threading.local):
    """The job that a thread is at, and how many events of it have passed; none on the event loop."""

    job: Job | None = None
    events = 0


_now = _Now()


def between_events() -> None:
    """For whatever replays, from event to event: end here if nobody waits for the result any more."""
    if _now.job is not None:
        _now.events += 1
        if _now.events % LOOKS_UP == 0:
            _look_up()


def _look_up() -> None:
    if _now.job is not None and _now.job.end:
        raise Ended
    time.sleep(0)


def each(items: Iterable[Item]) -> Iterator[Item]:
    """Some events, one after the other, for a replay that can be ended between them."""
    for item in items:
        between_events()
        yield item
