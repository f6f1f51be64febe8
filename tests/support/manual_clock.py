"""The clock of the limits, for tests."""

from types import SimpleNamespace


class Clock(SimpleNamespace):
    """A clock that goes on only when it is told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now
