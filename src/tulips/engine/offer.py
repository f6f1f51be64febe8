"""Offers: the legal moves of a seat as people are shown them, from the engine to the page."""

from typing import Any

import msgspec

from tulips.engine.kinds import Move
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Handle, Preview


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A move that the viewer may make: its number in the rules, its kind with its fields, its words, what it would do, and the
    handles that one touches to make it."""

    move: int
    what: Move
    phrase: Phrase
    preview: Preview
    handles: tuple[Handle, ...]

    @property
    def words(self) -> str:
        """The move in words."""
        return str(self.phrase)


def offer(what: Move, s: Any, seat: int, number: int) -> Offer:
    """A legal move as an offer."""
    return Offer(number, what, what.phrase(), what.preview(s, seat, number), what.handles(s, seat))
