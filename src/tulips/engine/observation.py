"""Observations: what a seat knows, as numbers for learners, in named pieces.

A game lists its pieces once; the layout's length and its documentation follow from that list, and a test holds the rule
that writes the numbers to it. Seats are counted from the observing one: itself, then the next to the left, and so on.
A spectator observes what everyone knows, as seen from the first seat.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """A run of numbers in an observation."""

    name: str
    size: int
    meaning: str


def offsets(pieces: Sequence[Piece]) -> Iterator[int]:
    """Where each piece begins.

    `PHASE, ACTION, TURN = offsets(PIECES)` names the places once.
    """
    start = 0
    for piece in pieces:
        yield start
        start += piece.size


class Observation:
    """A game's observation: the rule that writes it, and its pieces in order."""

    def __init__(self, rule: Callable[[Any, int, Any], None], *pieces: Piece) -> None:
        self.rule = rule
        self.pieces = pieces
        self.size = sum(piece.size for piece in pieces)

    def slices(self) -> dict[str, slice]:
        """Where each piece lies."""
        starts = zip(self.pieces, offsets(self.pieces), strict=True)
        return {piece.name: slice(start, start + piece.size) for piece, start in starts}
