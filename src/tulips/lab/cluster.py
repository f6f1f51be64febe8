"""Playing games on a Ray cluster: long-lived workers, one a core, each given ranges of games of a second or more.

Needs the extra `tulips[ray]`, here and on every machine of the cluster. A worker that is lost is started anew by Ray,
elsewhere if its machine is gone, and what it was playing is played again.
"""

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import tulips
from tulips.engine.errors import TulipsError
from tulips.lab.spread import LOSSES, Range, Task, WorkersLost

LOCAL = "local"
"""In the place of an address: a cluster of this machine alone, for as long as it is needed."""

NAMESPACE = "tulips"


class NoCluster(TulipsError):
    """A cluster that can't be used."""


class Worker:
    """What runs on a core of the cluster."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def version(self) -> str:
        """The version of the games here: another one may play differently."""
        return tulips.__version__

    def pid(self) -> int:
        """The process, for those who want to see it end."""
        import os

        return os.getpid()

    def play(self, first: int, games: int) -> Any:
        """Play a range of games."""
        return self.task(first, games)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Ray, connected; left as it was found."""
    try:
        import ray
    except ImportError:
        raise NoCluster("Ray is not installed: pip install 'tulips[ray]'.") from None
    if ray.is_initialized():
        yield ray
        return
    try:
        where: dict[str, Any] = {"include_dashboard": False} if address == LOCAL else {"address": address}
        ray.init(namespace=NAMESPACE, log_to_driver=False, logging_level=logging.ERROR, **where)
    except (ConnectionError, ValueError, RuntimeError) as problem:
        raise NoCluster(f"There is no Ray cluster at {address}: {problem}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def on_cluster(task: Task, ranges: Iterator[Range], address: str) -> Iterator[tuple[Range, Any]]:
    """What came of every range, as they come."""
    with _connected(address) as ray:
        remote = ray.remote(num_cpus=1, max_restarts=-1)(Worker)
        hired: list[Any] = []
        try:
            for i in range(max(int(ray.cluster_resources().get("CPU", 1)), 1)):
                hired.append(remote.options(name=f"worker-{i}", namespace=NAMESPACE).remote(task))
            _agree(ray, hired)
            yield from _share_out(ray, hired, ranges)
        finally:
            for worker in hired:
                ray.kill(worker)


def _agree(ray: Any, hired: list[Any]) -> None:
    """Refuse workers that have another version of the games."""
    for version in ray.get([worker.version.remote() for worker in hired]):
        if version != tulips.__version__:
            raise NoCluster(f"The cluster has tulips {version}, this is {tulips.__version__}: results could differ.")


def _share_out(ray: Any, hired: list[Any], ranges: Iterator[Range]) -> Iterator[tuple[Range, Any]]:
    """Two ranges under way for each worker; those that are lost with one are played again by whoever is free."""
    again: deque[Range] = deque()
    running: dict[Any, tuple[Any, Range]] = {}
    free = deque(hired * 2)
    losses = 0
    while True:
        while free and (part := again.popleft() if again else next(ranges, None)):
            worker = free.popleft()
            running[worker.play.remote(*part)] = (worker, part)
        if not running:
            return
        done, _ = ray.wait(list(running), num_returns=1)
        for reference in done:
            worker, part = running.pop(reference)
            free.append(worker)
            try:
                result = ray.get(reference)
            except ray.exceptions.RayActorError:
                again.append(part)
                losses += 1
                if losses > LOSSES * len(hired):
                    raise WorkersLost(
                        f"Workers of the cluster were lost {losses} times, the last with game {part[0]}."
                    ) from None
            else:
                yield part, result
