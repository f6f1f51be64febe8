"""A server's counters, gauges and histograms, in Prometheus' format."""

import functools
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from tulips.table.registry import Registry
from tulips.web.connection_cap import ConnectionCap

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self, registry: Registry, cap: ConnectionCap) -> None:
        self.registry = CollectorRegistry()
        self._moves = Counter("tulips_moves", "Events on disk", ["player"], registry=self.registry)
        self._seconds = Histogram(
            "tulips_move_seconds", "From a legal move to its commit", registry=self.registry, buckets=SECONDS
        )
        self._thought = Histogram("tulips_bot_seconds", "A bot's thinking", registry=self.registry, buckets=SECONDS)
        self._refused = Counter("tulips_refused", "What was refused over sockets", ["code"], registry=self.registry)
        self._limited = Counter("tulips_limited", "What a limit has held up or refused", ["kind"], registry=self.registry)
        self._gauge("tulips_tables", "Tables in memory", lambda: len(registry.rooms))
        self._gauge("tulips_connections", "Pages connected", lambda: sum(len(room.people) for room in registry.rooms.values()))
        self._gauge("tulips_open_connections", "Connections, with those of requests", lambda: cap.present)
        self._gauge("tulips_commits", "Transactions committed", lambda: registry.storage.writer.commits)
        self._gauge("tulips_writable", "Whether the database can be written", lambda: registry.writable.why is None)
        self._gauge("tulips_simple_choices", "Choices of bots that could not search", lambda: registry.thinking.simple)
        self._gauge("tulips_replays_waiting", "Replays that wait for a worker", lambda: registry.replay_pool.waiting)
        self._gauge("tulips_reviews_waiting", "Reviews that wait or are computed", lambda: registry.reviewing.waiting)
        self._moves_of = functools.cache(self._moves.labels)
        registry.on_move = self.moved
        registry.on_bot = self._thought.observe
        cap.on_limited = self.limited

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        Gauge(name, text, registry=self.registry).set_function(value)

    def moved(self, seconds: float, player: str) -> None:
        """Count an event that is on disk."""
        self._moves_of(player).inc()
        self._seconds.observe(seconds)

    def refused(self, code: str) -> None:
        """Count a message that was refused."""
        self._refused.labels(code).inc()

    def limited(self, kind: str) -> None:
        """Count what a limit has held up or refused."""
        self._limited.labels(kind).inc()

    def text(self) -> bytes:
        """Return all metrics as Prometheus reads them."""
        return generate_latest(self.registry)
