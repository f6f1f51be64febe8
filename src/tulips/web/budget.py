"""One budget an address (a token bucket): what all its sockets together may cost, and whose turn it is among them.

A token stands for about half a millisecond of a core. On a busy machine `bench/costs.py` measured: a whole position takes
1.7 ms, a move in wrong words that is refused with the position 2 ms, `ask` in right words 0.25 ms, a socket that opens and
closes 3.3 ms, a ping 0.05 ms; by `bench/load.py` a move with all that is told of it takes 0.6 ms. By these costs an address at
its limit takes about a tenth of a core. Thirty-five people behind one address who each send three messages a second stay
below the limit.

Whoever is over the budget is not refused: the message waits, and what comes after it is not even read (backpressure).
"""

import asyncio
import time
from collections import deque
from weakref import WeakValueDictionary

from tulips.web.limits import PerAddress

A_SECOND, AT_ONCE = 160.0, 1000
"""Tokens of an address."""

OPENING = 6.0
"""For opening a socket: rights are looked up and a whole position is told."""

# What a message costs beyond the one token that each takes:
REFUSAL = 2.0
POSITION = 3.0  # a whole one
ASK = 1.0
HINT = 20.0  # what is found out takes a second of a core; how often is limited apart from this
TOLD = 0.05  # for each page at the table that hears of it
ANEW = 0.5  # for each page at the table that is told everything anew

WAITING = 1000
"""More than so many that wait for their turn, and an address is turned away."""

MOMENT = 0.001
"""Seconds. Nobody waits for less; after so long others have had their turns, and a message may begin at once."""


class Budget:
    """What one address may cost, over all its sockets.

    Messages of one address do not begin in one go: one begins at once only if no other of the address waits and the last one is
    over for a moment, and those who wait begin in the order in which they came, one in a round of the event loop. However many
    sockets an address has, others wait for one message of it and not for one of each.
    """

    __slots__ = ("__weakref__", "_busy", "_quiet_at", "_waiting", "bucket")

    def __init__(self, buckets: PerAddress, address: str) -> None:
        self.bucket = buckets.of(address)
        self._waiting: deque[tuple[asyncio.Future[None], float]] = deque()
        self._busy = False  # whether `_go_on` will be called
        self._quiet_at = 0.0  # when a message may begin without a look at who else wants to

    @property
    def crowded(self) -> bool:
        """Whether too many wait."""
        return len(self._waiting) >= WAITING

    @property
    def spent(self) -> bool:
        """Whether the next message has to wait for tokens."""
        return self.bucket.lacks() > 0

    def begin(self, cost: float = 1) -> bool:
        """Begin a message at once if its address is quiet and has the tokens. Returns whether it has begun.

        This is the usual case, and it costs no round of the event loop. Whoever has begun tells when it is over (`over`).
        """
        if self._busy or time.monotonic() < self._quiet_at or not self.bucket.take(cost):
            return False
        self.over()
        return True

    def over(self) -> None:
        """Note that a message has begun, or is over: the next one is not to follow in the same round of the event loop."""
        self._quiet_at = time.monotonic() + MOMENT

    async def turn(self, cost: float = 1) -> None:
        """Wait for one's turn, and for its tokens."""
        loop = asyncio.get_running_loop()
        if not self._busy:
            self._busy = True
            loop.call_soon(self._go_on)
            if time.monotonic() >= self._quiet_at and self.bucket.take(cost):
                return
        waiter: asyncio.Future[None] = loop.create_future()
        self._waiting.append((waiter, cost))
        await waiter

    def charge(self, cost: float) -> None:
        """Take tokens for what a message has cost beyond its turn."""
        self.bucket.charge(cost)

    def _go_on(self) -> None:
        """Let the next one have its turn, now or once there are tokens."""
        loop = asyncio.get_running_loop()
        while self._waiting and self._waiting[0][0].done():  # it has gone
            self._waiting.popleft()
        if not self._waiting:
            self._busy = False
            return
        waiter, cost = self._waiting[0]
        if self.bucket.take(cost):
            self._waiting.popleft()
            waiter.set_result(None)
            loop.call_soon(self._go_on)
        else:
            loop.call_later(min(max(self.bucket.lacks(cost), MOMENT), 1.0), self._go_on)


class Budgets:
    """The budgets of all addresses. One lasts as long as somebody holds it; what it has spent is known for longer."""

    def __init__(self, a_second: float = A_SECOND, at_once: int = AT_ONCE) -> None:
        self._buckets = PerAddress(a_second, at_once)
        self._held: WeakValueDictionary[str, Budget] = WeakValueDictionary()

    def of(self, address: str) -> Budget:
        """Return the budget of an address, which is one for all who hold it."""
        budget = self._held.get(address)
        if budget is None:
            budget = self._held[address] = Budget(self._buckets, address)
        return budget
