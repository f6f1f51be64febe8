"""Limits: how much anybody may ask for in a while."""

import time
from collections import OrderedDict

ADDRESSES = 10_000
"""How many addresses are remembered; the one that was quiet longest is forgotten first."""


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, a_second: float, at_once: float) -> None:
        self._rate = a_second
        self._most = at_once
        self._left = float(at_once)
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more may be, or so many."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


DAY = 24 * 3600.0


class PerAddress:
    """A bucket for each address."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._rate, self._most = a_second, at_once
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether the address may have one more, or so many."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._most)
        self._buckets[address] = bucket
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(cost)


def a_day(most: float) -> PerAddress:
    """So much at once for an address, and no more than that again in a day."""
    return PerAddress(most / DAY, most)
