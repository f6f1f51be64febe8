"""Offers: the legal moves of a seat as people are shown them, from the engine to the page."""

import msgspec

from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A move that the viewer may make: its words, what it would do, and the handles that one touches to make it."""

    move: int
    phrase: Phrase
    preview: Preview
    handles: tuple[str, ...]

    @property
    def words(self) -> str:
        """The move's notation."""
        return str(self.phrase)
