"""How often the tests repeat what they do: a few times in `make test`, for long and with fresh examples in `make soak`."""

import os

SOAKING = "TULIPS_SOAK_SECONDS" in os.environ
SECONDS = float(os.environ.get("TULIPS_SOAK_SECONDS", "60"))
"""How long a test goes on that is only for `make soak`."""

KILLS = int(os.environ.get("TULIPS_KILLS", "20"))
"""How often each of the tests that kill a process kills it."""


def times(usually: int, soaking: int) -> int:
    """How often something is done."""
    return soaking if SOAKING else usually
