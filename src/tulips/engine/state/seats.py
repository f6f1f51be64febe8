"""Sets of seats as bits of a number: bit p for seat p."""

import numpy as np

from tulips.engine.state.rule import rule

MOST_SEATS = 7
"""As many as a state's set of actors has bits for."""


@rule
def only(seat: int) -> int:
    """The set of one seat."""
    return 1 << seat


@rule
def all_seats(seats: int) -> int:
    """The set of all seats."""
    return (1 << seats) - 1


_FIRST = np.array([0] + [(actors & -actors).bit_length() - 1 for actors in range(1, 256)])


@rule
def first_seat(actors: int) -> int:
    """The lowest seat of a set that is not empty."""
    return _FIRST[np.uint8(actors)]  # type: ignore[no-any-return]
