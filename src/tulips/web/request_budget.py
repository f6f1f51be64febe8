"""The budget of an address over HTTP (a rate limit), whatever it asks for.

What is asked here has tokens of its own, so that nobody who plays waits for somebody who loads pages; a token stands for up to
a millisecond of a core (`bench/costs.py`). What is dear for other reasons, such as making a table, has a limit of its own
beside this one.
"""

import asyncio

from tulips.web.api import PREFIX
from tulips.web.budget import Budget, Budgets

A_SECOND, AT_ONCE = 50.0, 3000
"""Tokens of an address: thirty-five people who open the page at once, forty files each, need about two thousand."""

FILE, ANSWER = 1.0, 2.0
"""What a file of the page and an answer of the API cost: up to 1 ms and 2 ms of a core."""

MONITORING = frozenset({"/health", "/metrics", f"{PREFIX}/health", f"{PREFIX}/metrics"})
CHECKS_A_SECOND, CHECKS_AT_ONCE = 10.0, 200
"""What watches the server has tokens of its own: it must be answered when others have asked too much."""

HELD = 5.0
"""Seconds after which a refusal is sent: a flood becomes as slow as its connections are many."""


class RequestBudget:
    """The budgets of all addresses: one for what people ask for, one for what watches the server."""

    def __init__(self) -> None:
        self.general = Budgets(A_SECOND, AT_ONCE)
        self.checks = Budgets(CHECKS_A_SECOND, CHECKS_AT_ONCE)

    async def allowed(self, address: str, path: str) -> bool:
        """Wait for an address's turn to ask for a path. Returns False, after a while, if it has asked too much."""
        if path in MONITORING:
            budget, cost = self.checks.of(address), 1.0
        else:
            budget, cost = self.general.of(address), ANSWER if path.startswith("/api/") else FILE
        if await self._turn(budget, cost):
            return True
        await asyncio.sleep(HELD)
        return False

    async def _turn(self, budget: Budget, cost: float) -> bool:
        if budget.bucket.lacks(cost) > 0:
            return False
        await budget.turn(cost)
        return True
