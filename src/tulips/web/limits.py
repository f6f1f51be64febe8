"""Rate limits: how much an address may ask for in a while."""

import functools
import ipaddress
import math
import time
from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

NETWORK = 64
"""Leading bits of an IPv6 address that count: whoever has one of them has all that begin with these."""

LONGEST_HOST = 64
"""Characters of a host that is no address."""

ADDRESSES = 10_000
"""How many addresses are remembered; the one that was quiet longest is forgotten first."""


class Bucket:
    """So many tokens at once, and so many a second after that (a token bucket)."""

    __slots__ = ("__weakref__", "_at", "_left", "_most", "_rate")

    def __init__(self, a_second: float, at_once: float) -> None:
        self._rate = a_second
        self._most = at_once
        self._left = float(at_once)
        self._at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Take tokens if there are enough. Returns whether there were."""
        self._fill()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take tokens for what is done already; that may leave a debt, which is bounded."""
        self._fill()
        self._left = max(self._left - cost, -self._most)

    def lacks(self, cost: float = 1) -> float:
        """Return the seconds until there are enough tokens."""
        self._fill()
        return 0.0 if self._left >= cost else (cost - self._left) / self._rate if self._rate else math.inf

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


DAY = 24 * 3600.0


class PerAddress:
    """A bucket for each address."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._rate, self._most = a_second, at_once
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[str, Bucket] = WeakValueDictionary()  # those in use are never forgotten

    def of(self, address: str) -> Bucket:
        """Return the address's bucket, which is one for all who hold it."""
        bucket = self._buckets.pop(address, None) or self._held.get(address)
        if bucket is None:
            bucket = self._held[address] = Bucket(self._rate, self._most)
        self._buckets[address] = bucket
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str, cost: float = 1) -> bool:
        """Take tokens of an address. Returns whether it had enough."""
        return self.of(address).take(cost)


def a_day(most: float) -> PerAddress:
    """Return buckets that allow an address so much at once, and as much again in a day."""
    return PerAddress(most / DAY, most)


def address_of(connection: "HTTPConnection") -> str:
    """Return who asks, as all limits per address count them: an IPv4 address, or the /64 of an IPv6 address."""
    return counted_as(connection.client.host) if connection.client else ""


@functools.lru_cache(ADDRESSES)
def counted_as(host: str) -> str:
    """Return a host's address as limits count it; an IPv4 address written as IPv6 counts as IPv4."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:  # a proxy may name whom it likes
        return host[:LONGEST_HOST]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, NETWORK), strict=False))
