"""Previews: what a move would cost, pay and change, for whoever is about to make it.

A game tries the rule itself on what the seat knows (`state_after`), and tells the difference: it lists what it measures once,
by handle, and `changes` reads each before and after. So a preview is never a second computation of a rule.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from tulips.engine.phrase import Phrase, Value

Handle = Annotated[str, msgspec.Meta(title="Handle")]
"""What a thing on the table is called that one touches, such as "seat:2". A game lists the forms of its own (`HANDLES`)."""


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that would change: "points" from 12 to 17, "purple" from "3rd" to "1st".

    `handle` names what on the table it stands beside, if it has a place there, and `to` where that would go, if it moves: a
    place as the view names it.
    """

    what: Phrase
    before: Value
    after: Value
    handle: Handle = ""
    to: str = ""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a move would do, as far as the seat can know: one line of words, and each change.

    `anyway` tells what is to come whether the move is made or not: nothing of it is the move's doing, so a move without
    changes, such as a pass, needs no second thought because of it.
    """

    summary: Phrase
    changes: list[Change] = []
    anyway: Phrase | None = None


class Measure(NamedTuple):
    """Something on the table that a move may change: what it is called, and how it is read off a state."""

    what: Phrase
    read: Callable[[Any], Value]


def measures(
    form: str, what: Callable[..., Phrase], read: Callable[..., Value], *places: Sequence[object]
) -> dict[str, Measure]:
    """The same measure for every seat, for every seat and colour, or the like: their names go into the form of the handle,
    such as "tulips:{}:{}", and into what it is called, their indices into what reads it off a state."""

    def measure(indices: tuple[int, ...], names: tuple[object, ...]) -> Measure:
        return Measure(what(*names), lambda s: read(s, *indices))

    at = [tuple(zip(*place, strict=True)) for place in itertools.product(*map(enumerate, places))]
    return {form.format(*names): measure(indices, names) for indices, names in at}


def changes(measures: Mapping[str, Measure], s: Any, after: Any, handles: Iterable[str]) -> list[Change]:
    """What differs from one state to the other, of what stands at these handles."""
    found = []
    for handle in handles:
        what, read = measures[handle]
        before, then = read(s), read(after)
        if before != then:
            found.append(Change(what, before, then, handle))
    return found
