"""Phrases: words with named gaps, so that one notation serves the record file, the log with names, and translations."""

from collections.abc import Sequence

import msgspec

SEAT = "seat"
"""A gap whose name begins so holds a seat, counted from 0."""


class Phrase(msgspec.Struct, frozen=True):
    """A template such as "give {card} to {seat}", and what goes into its gaps."""

    text: str
    values: dict[str, str | int] = {}

    def __str__(self) -> str:
        """The notation of record files: seats by number, counted from 1."""
        return self.text.format_map({k: f"seat {int(v) + 1}" if k.startswith(SEAT) else v for k, v in self.values.items()})

    def named(self, names: Sequence[str]) -> str:
        """The same with the seats' names."""
        return self.text.format_map({k: names[int(v)] if k.startswith(SEAT) else v for k, v in self.values.items()})


def say(text: str, /, **values: str | int) -> Phrase:
    """A phrase: `say("give {card} to {seat}", card="pink 3", seat=2)`."""
    return Phrase(text, values)


def same_words(one: str, other: str) -> bool:
    """Whether two notations agree but for capitals and spaces."""
    return one.casefold().split() == other.casefold().split()
