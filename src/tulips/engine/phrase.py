"""Phrases: words with named gaps, so that one notation serves the record file, the log with names, and translations.

A gap may hold a phrase again ("give {card} to {seat}", the card being "{colour} {value}" with the colour "pink"), down to
numbers and signs that are the same in every language. A translator needs only the templates.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Union

import msgspec

SEAT = "seat"
"""A gap whose name begins so holds a seat, counted from 0."""

Value = Union[str, int, "Phrase"]


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A template such as "give {card} to {seat}", and what goes into its gaps."""

    text: str
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        """The notation of record files: seats by number, counted from 1."""
        return self._filled(lambda seat: f"seat {seat + 1}")

    def named(self, names: Sequence[str]) -> str:
        """The same with the seats' names."""
        return self._filled(lambda seat: names[seat])

    def _filled(self, name: Callable[[int], str]) -> str:
        if not self.values:
            return self.text
        return self.text.format_map({gap: _fill(gap, value, name) for gap, value in self.values.items()})

    def templates(self) -> Iterator[str]:
        """Every template in it: its own, and those of the phrases in its gaps."""
        yield self.text
        for value in self.values.values():
            if isinstance(value, Phrase):
                yield from value.templates()


def _fill(gap: str, value: Value, name: Callable[[int], str]) -> str:
    if isinstance(value, Phrase):
        return value._filled(name)
    return name(int(value)) if gap.startswith(SEAT) else str(value)


def say(text: str, /, **values: Value) -> Phrase:
    """A phrase: `say("give {card} to {seat}", card="pink 3", seat=2)`."""
    return Phrase(text, values)


def join_phrases(phrases: Iterable[Phrase], between: str = ", ") -> Phrase:
    """Phrases one after the other; one alone stays as it is."""
    parts = list(phrases)
    if len(parts) == 1:
        return parts[0]
    text, gaps = _list_of(len(parts), between)
    return Phrase(text, dict(zip(gaps, parts, strict=True)))


@functools.lru_cache(maxsize=256)
def _list_of(number: int, between: str) -> tuple[str, list[str]]:
    """The template of so many phrases one after the other, and its gaps."""
    gaps = [f"part_{i}" for i in range(1, number + 1)]
    return between.join(f"{{{gap}}}" for gap in gaps), gaps


def same_words(one: str, other: str) -> bool:
    """Whether two notations agree but for capitals and spaces."""
    return one.casefold().split() == other.casefold().split()
