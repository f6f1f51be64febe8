"""Reviews of finished matches: each is computed once, in a process of its own, and kept with the match.

One is computed at a time, by all cores, at a lower priority than those who play. Whoever asks waits in a queue that is fair by
address (`fair_queue`); for one that waits or is computed already, they wait together. The process ends with the server; what it
was at is asked for again by the pages that wait for it.
"""

import asyncio
import contextlib
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from tulips.engine.phrase import Phrase, say
from tulips.table.fair_queue import FairQueue, Turn
from tulips.table.refusal import Refused
from tulips.table.review_worker import COMMAND, PROBLEM, REVIEW

if TYPE_CHECKING:
    from tulips.table.database.storage import Storage
    from tulips.table.room import Room

LOG = logging.getLogger("tulips.table")

ReviewStage = Literal["none", "waiting", "computing", "ready", "failed"]

AT_ONCE = 1
WAITING_AN_ADDRESS = 5
"""Reviews that may be wanted for an address at once, with the one that is being computed."""

WAITING_IN_ALL = 200
FAILURES_KEPT = 1_000
LONGEST_LINE = 64 * 2**20
"""Bytes of a review that a process may write."""

FAILED = "error.review-failed"
WAITING = "error.too-many-reviews-waiting"


class Progress(msgspec.Struct, frozen=True):
    """How far a review is, from 0 to 1, or why there is none."""

    state: ReviewStage
    done: float = 0.0
    why: Phrase | None = None


class _Job:
    """A review that waits or is computed."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.progress = Progress("waiting")
        self.task: asyncio.Task[None] | None = None


class Reviewing:
    """The reviews of one server process."""

    def __init__(self, storage: "Storage", part: float) -> None:
        self._storage = storage
        self._part = part
        self._queue = FairQueue(AT_ONCE)
        self._jobs: dict[str, _Job] = {}  # by table
        self._failures: OrderedDict[str, Phrase] = OrderedDict()
        self.computed = 0  # how many were begun

    @property
    def waiting(self) -> int:
        """How many reviews wait or are computed."""
        return len(self._jobs)

    async def ask(self, room: "Room", address: str, pay: Callable[[], None] = lambda: None) -> None:
        """Begin the review of a match that is over, unless there is one, or one has begun.

        Whoever begins one pays, or is refused.
        """
        if room.id in self._jobs or await self._storage.review(room.id) is not None or room.id in self._jobs:
            return
        mine = sum(job.address == address for job in self._jobs.values())
        if mine >= WAITING_AN_ADDRESS or len(self._jobs) >= WAITING_IN_ALL:
            raise Refused("busy", WAITING)
        pay()
        self._failures.pop(room.id, None)
        job = self._jobs[room.id] = _Job(address)
        job.task = asyncio.get_running_loop().create_task(self._make(job, room))

    def progress(self, id: str) -> Progress:
        """How far the review of a match is that is not kept yet."""
        if job := self._jobs.get(id):
            return job.progress
        if why := self._failures.get(id):
            return Progress("failed", 0.0, why)
        return Progress("none")

    async def _make(self, job: _Job, room: "Room") -> None:
        """Compute a review when it is its turn, and keep it."""
        turn, began = Turn(job.address, room.id), 0.0
        try:
            await self._queue.enter(turn)
            began = time.monotonic()
            try:
                if await self._storage.review(room.id) is None:
                    job.progress = Progress("computing")
                    await self._storage.keep_review(room.id, await self._compute(job, await room.record(job.address)))
            finally:
                self._queue.leave(turn, time.monotonic() - began)
            LOG.info("match reviewed", extra={"table": room.id, "seconds": round(time.monotonic() - began, 1)})
        except _Unable as problem:
            self._fail(room.id, problem.why)
        except Refused as problem:
            self._fail(room.id, problem.why)
        except Exception as problem:  # whatever it was, the server goes on, and whoever asked is told
            LOG.error("a match can't be reviewed", exc_info=problem, extra={"table": room.id})
            self._fail(room.id, say(FAILED))
        finally:
            del self._jobs[room.id]

    def _fail(self, id: str, why: Phrase) -> None:
        self._failures[id] = why
        while len(self._failures) > FAILURES_KEPT:
            self._failures.popitem(last=False)

    async def _compute(self, job: _Job, record: bytes) -> str:
        """The review of a record, in JSON, by a process that is ended when nobody waits for it."""
        self.computed += 1
        worker = await asyncio.create_subprocess_exec(
            *COMMAND,
            str(os.cpu_count() or 1),
            str(self._part),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        assert worker.stdin is not None and worker.stdout is not None
        try:
            worker.stdin.write(b"%d\n%b" % (len(record), record))
            await worker.stdin.drain()
            async for line in worker.stdout:
                word = line.decode().strip()
                if word in (REVIEW, PROBLEM):
                    told = (await worker.stdout.readline()).decode()
                    if word == PROBLEM:
                        raise _Unable(msgspec.json.decode(told, type=Phrase))
                    if told.endswith("\n"):  # it is whole
                        return told.strip()
                    break
                job.progress = Progress("computing", float(word))
        finally:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()
        raise RuntimeError(f"the process ended with {worker.returncode}")

    async def close(self) -> None:
        """Compute no more."""
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Unable(Exception):
    """A match that can't be reviewed, and why."""

    def __init__(self, why: Phrase) -> None:
        self.why = why
        super().__init__(str(why))
