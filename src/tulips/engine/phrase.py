"""Phrases: sentences by name, with named gaps, so that one phrase serves the terminal, the page and every language.

A phrase is the name of a sentence, such as "give", and what goes into its gaps. The sentence itself stands in a catalogue, one
file a language: a game's own in its folder `catalogue/`, everything else's in `tulips/catalogue/`. English is a language like
the others. A gap may hold a phrase again ("give {card} to {seat_to}", the card being "{variety} {value}" with the variety
"pink"), down to numbers and signs that are the same in every language, or a list of phrases.
"""

import functools
import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Union

import msgspec

SEAT = "seat"
"""A gap whose name begins so holds a seat, counted from 0; or already its name, where nobody knows the seats."""

CLAUSES = "clauses"
"""A gap of this name holds a list that is joined by semicolons; other lists are joined by commas."""

ENGLISH = "en"

CATALOGUE = "catalogue"
"""The folder with a file for each language."""

SHARED = Path(__file__).parents[1]
"""Beside the catalogue of whatever is not a game's."""

Value = Union[str, int, "Phrase", "list[Phrase]"]


@functools.cache
def catalogue(folder: Path, language: str = ENGLISH) -> Mapping[str, str]:
    """The sentences of a folder's catalogue in a language, by name; none where it has no such file."""
    file = folder / CATALOGUE / f"{language}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The name of a sentence such as "give {card} to {seat_to}", and what goes into its gaps."""

    name: str
    values: dict[str, Value] = {}

    folder: ClassVar[Path] = SHARED
    texts: ClassVar[Mapping[str, str]] = catalogue(SHARED)

    @property
    def text(self) -> str:
        """The sentence in English, its gaps left open."""
        return self.texts.get(self.name, self.name)

    def __str__(self) -> str:
        """The phrase in English, with seats by number, counted from 1."""
        return self._filled(_by_number)

    def named(self, names: Sequence[str]) -> str:
        """The same with the seats' names."""
        return self._filled(lambda seat: names[seat])

    def told(self, texts: Mapping[str, str] | None) -> str:
        """The phrase with the sentences of another catalogue, seats by number; in English where none is given."""
        return self._filled(_by_number, texts)

    def told_to(self, reader: int, names: Sequence[str]) -> str:
        """The same in English, spoken to whoever sits on a seat: "you draw pink" in the place of "Ada draws pink"."""
        you = self.texts["people.reader"]
        return self._filled(lambda seat: you if seat == reader else names[seat], reader=reader)

    def _filled(self, name: Callable[[int], str], texts: Mapping[str, str] | None = None, reader: int | None = None) -> str:
        known = self.texts if texts is None else texts
        text = known.get(self.name, self.name)
        if not self.values:
            return text
        if reader is not None:
            text = known.get(self._spoken_to(reader), text)
        return text.format_map({gap: _fill(gap, value, name, texts, reader) for gap, value in self.values.items()})

    def _spoken_to(self, reader: int) -> str:
        """The name of the sentence that speaks to a reader whose seat is in some gaps, told in the order of the alphabet."""
        own = [gap for gap, value in self.values.items() if gap.startswith(SEAT) and value == reader]
        return self.name + "".join(sorted(gap.replace(SEAT, ".you", 1) for gap in own))

    def __reduce__(self) -> tuple[Any, ...]:
        return _say_again, (self.folder, self.name, self.values)

    def sentences(self) -> "Iterator[Phrase]":
        """The phrase itself, and every one in its gaps."""
        yield self
        for value in self.values.values():
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, Phrase):
                    yield from part.sentences()


def _by_number(seat: int) -> str:
    return f"seat {seat + 1}"


def _fill(
    gap: str, value: Value, name: Callable[[int], str], texts: Mapping[str, str] | None, reader: int | None = None
) -> str:
    if isinstance(value, Phrase):
        return value._filled(name, texts, reader)
    if isinstance(value, list):
        return ("; " if gap == CLAUSES else ", ").join(part._filled(name, texts, reader) for part in value)
    return str(value) if isinstance(value, str) or not gap.startswith(SEAT) else name(int(value))


def say(name: str, /, **values: Value) -> Phrase:
    """A phrase that is not a game's own: `say("table.late")`."""
    return Phrase(name, values)


@functools.cache
def speaker(folder: Path) -> Callable[..., Phrase]:
    """What says a game's own sentences.

    With `say = speaker(folder)` a game says `say("give", card=card, seat_to=2)`.
    """

    class Spoken(Phrase, frozen=True, omit_defaults=True, gc=False):
        """A phrase of one game."""

    Spoken.folder = folder
    Spoken.texts = ChainMap(catalogue(folder), catalogue(SHARED))  # type: ignore[arg-type]

    def say(name: str, /, **values: Value) -> Phrase:
        return Spoken(name, values)

    return say


def _say_again(folder: Path, name: str, values: dict[str, Value]) -> Phrase:
    """A phrase that another process has sent."""
    return Phrase(name, values) if folder == SHARED else speaker(folder)(name, **values)


def join_phrases(phrases: Iterable[Phrase]) -> Phrase:
    """Phrases one after the other, parted by commas; one alone stays as it is."""
    parts = list(phrases)
    return parts[0] if len(parts) == 1 else Phrase("list", {"parts": parts})


def join_clauses(phrases: Iterable[Phrase]) -> Phrase:
    """Phrases one after the other, parted by semicolons; one alone stays as it is."""
    parts = list(phrases)
    return parts[0] if len(parts) == 1 else Phrase(CLAUSES, {CLAUSES: parts})


def read_gaps(text: str, words: str) -> dict[str, str] | None:
    """What stands in the gaps of a sentence, if the words are that sentence; capitals and spaces do not matter."""
    parts = re.split(r"\{(\w+)\}", " ".join(text.casefold().split()))
    pattern = "".join(f"(?P<{part}>.+)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    found = re.fullmatch(pattern, " ".join(words.casefold().split()))
    return found.groupdict() if found else None


def same_words(one: str, other: str) -> bool:
    """Whether two notations agree but for capitals and spaces."""
    return one.casefold().split() == other.casefold().split()
