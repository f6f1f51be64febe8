"""A cap on the connections that are open at once: in all, and from one peer.

Each takes a file descriptor, and a server without free ones can't even open its database. So there are fewer connections than
descriptors. At the cap, the connection that has waited longest without a request gives way to the next one.
"""

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from tulips.web.limits import counted_as

if sys.platform != "win32":
    import resource

LOG = logging.getLogger("tulips.web")

DESCRIPTORS = 65_536
"""The limit of open files is raised to so many, if the system allows it; a connection takes some 30 kB of memory too."""

RESERVE = 200
"""Descriptors that connections leave free: for the database, files of the page, and processes that compile and think."""

WITHOUT_LIMIT = 4000
"""Connections where the system tells no limit."""

SOCKETS_SHARE = 0.9
"""The part of the connections that sockets may take; the rest is for requests, so that newcomers are told that it is full."""

PEER = 600
"""Connections of one peer: as many as an address may have sockets, and some for requests."""

LOGGED_EVERY = 60.0
"""Seconds between two lines of the log about the same thing."""


class IdleConnection(Protocol):
    """A connection that waits for a request."""

    def give_way(self) -> None:
        """Close."""


class ConnectionCap:
    """Counts the connections of one server and says whether there may be more."""

    def __init__(self, most: int | None = None, is_proxy: Callable[[str], bool] = lambda peer: False) -> None:
        self.most = connections_allowed() if most is None else most
        self.is_proxy = is_proxy
        self.present = 0
        self.peers: Counter[str] = Counter()
        self.idle: dict[IdleConnection, None] = {}  # those that have waited longest first
        self.on_limited: Callable[[str], None] = lambda kind: None
        self._logged = -LOGGED_EVERY
        self._turned_away = 0

    @property
    def most_sockets(self) -> int:
        """The number of sockets that there may be."""
        return int(self.most * SOCKETS_SHARE)

    def admit(self, peer: str) -> bool:
        """Count a peer that connects. Returns whether it may stay; each that may is to be released (`release`).

        A trusted proxy brings many people, and only it knows whom: it has to limit how many connections one of them has.
        """
        counted = counted_as(peer)
        if self.peers[counted] >= PEER and not self.is_proxy(peer):
            self.on_limited("peer")
            return False
        if self.present >= self.most:
            self._full()
            if not self.idle:
                self.on_limited("full")
                return False
            longest = next(iter(self.idle))
            del self.idle[longest]
            longest.give_way()
        self.present += 1
        self.peers[counted] += 1
        return True

    def release(self, peer: str) -> None:
        """Count a peer that was admitted as gone."""
        counted = counted_as(peer)
        self.present -= 1
        self.peers[counted] -= 1
        if not self.peers[counted]:
            del self.peers[counted]

    def has_room_for_sockets(self, sockets: int) -> bool:
        """Return whether there may be more sockets than these."""
        if sockets < self.most_sockets:
            return True
        self._full()
        self.on_limited("full")
        return False

    def _full(self) -> None:
        self._turned_away += 1
        now = time.monotonic()
        if now - self._logged < LOGGED_EVERY:
            return
        self._logged = now
        counts: dict[str, Any] = {"connections": self.present, "most": self.most, "times": self._turned_away}
        LOG.warning("the house is full: a higher limit of open files would make room for more connections", extra=counts)
        self._turned_away = 0


def raise_descriptor_limit() -> None:
    """Let this process have as many open files as the system allows it, up to a bound."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as problem:  # some systems allow less than they tell
        LOG.warning("the limit of open files could not be raised", extra={"limit": soft, "why": str(problem)})


def connections_allowed() -> int:
    """Return how many connections the limit of open files allows."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return DESCRIPTORS - RESERVE
    return max(min(soft, DESCRIPTORS) - RESERVE, soft // 2)
