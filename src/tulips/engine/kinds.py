"""Kinds: moves, outcomes of chance and happenings as data: a stable name and typed fields.

Compiled rules see integers. A game's `moves.py` turns each into a value of one of its kinds, and everything outside the rules
(log, page, record files, reports, programs) sees the value. A kind is a struct with a tag, so its JSON, its schema and its
TypeScript follow from the class:

    class Give(Move, tag="give", frozen=True):
        card: Card
        to: Seat
        points: int | None = None

`{"kind": "give", "card": "pink 3", "to": 1}` is such a value. Its sentence is found in the catalogue by its name: the kind,
followed by the optional fields that are told. Here these are "give" ("give {card} to {seat_to}") and "give.points". A viewer
who may not know a field gets the value without it.
"""

import functools
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from tulips.engine.phrase import SEAT, Phrase, Value, say
from tulips.engine.preview import Preview

TAG = "kind"

Seat = Annotated[int, msgspec.Meta(ge=0, title="Seat")]
"""A field that holds a seat, counted from 0. Record files count seats from 1."""

Shown = Callable[[Any], Value]
"""What makes a field's value a part of a phrase."""


class Kind(msgspec.Struct, frozen=True, tag_field=TAG, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something that happens in a game: its kind and its fields."""

    say: ClassVar[Callable[..., Phrase]] = staticmethod(say)
    shown: ClassVar[Mapping[str, Shown]] = {}
    """How fields are put into sentences, by field; seats, numbers and texts need no entry."""
    told_after: ClassVar[tuple[str, ...]] = ()
    """Fields that tell what came of a move. They are no part of it, so no offer and no record file has them."""

    @classmethod
    def kind(cls) -> str:
        """The stable name."""
        tag = cls.__struct_config__.tag
        assert isinstance(tag, str), f"{cls.__name__} has no tag"
        return tag

    def phrase(self) -> Phrase:
        """The sentence that tells it."""
        return _phrase(self)

    def __str__(self) -> str:
        return str(self.phrase())


@functools.lru_cache(maxsize=1 << 14)  # the same values come again and again: hands, lots, prices
def _phrase(value: Kind) -> Phrase:
    layout = sentence_layout(value.__class__)
    name, values = layout.kind, {}
    for field in layout.fields:
        told = getattr(value, field.name)
        if told is None:
            continue
        if field.optional:
            name = f"{name}.{field.name}"
        values[field.gap] = told if field.show is None else field.show(told)
    return value.say(name, **values)


class FieldLayout(NamedTuple):
    """How a field goes into a sentence: its gap, what makes it a part of a phrase, and whether it may be untold."""

    name: str
    gap: str
    show: Shown | None
    optional: bool


class SentenceLayout(NamedTuple):
    """How a kind becomes a phrase."""

    kind: str
    fields: list[FieldLayout]


@functools.cache
def sentence_layout(cls: type[Kind]) -> SentenceLayout:
    """How values of a kind become phrases."""
    hints = get_type_hints(cls, include_extras=True)
    fields = []
    for field in msgspec.structs.fields(cls):
        is_seat = Seat in _parts(hints[field.name])
        gap = f"{SEAT}_{field.name}" if is_seat and not field.name.startswith(SEAT) else field.name
        fields.append(FieldLayout(field.name, gap, cls.shown.get(field.name), not field.required and field.default is None))
    return SentenceLayout(cls.kind(), fields)


def _parts(hint: Any) -> tuple[Any, ...]:
    """The types in a union, or the one type."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def sentence_names(cls: type[Kind]) -> list[str]:
    """Every name that the sentence of such a value may have, and with which gaps the catalogue can fill it."""
    layout = sentence_layout(cls)
    names = [layout.kind]
    for field in layout.fields:
        if field.optional:
            names += [f"{name}.{field.name}" for name in names]
    return names


class Move(Kind, frozen=True):
    """A kind of move. A value is what one seat decides; see `tulips.engine.contract.Moves` for how a game lists them."""

    touches: ClassVar[tuple[str, ...]] = ()
    """The forms of its handles, with its fields in their gaps: "hand:{card}"."""
    alters: ClassVar[tuple[str, ...]] = ()
    """The forms of what it may change of what previews measure; {seat} is whoever makes it: "held:{seat}:{card}"."""

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Move | None":
        """The move of this kind that a number of the rules stands for, its optional fields left out: `which` counts from the
        kind's first number. None where the number is now one of another kind that shares it. It is for games whose `move` is
        made by `move_reader` of `tulips.engine.numbered_kinds`; a `move` of the game's own needs none."""
        raise NotImplementedError

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The things on the table that one touches to make it, such as "card" or "seat:2".

        Moves that touch the same things are told apart by their words.
        """
        return _filled(self, self.touches, seat)

    def altered(self, seat: int) -> tuple[str, ...]:
        """What it may change of what previews measure, by handle."""
        return _filled(self, self.alters, seat)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What it would do, as far as the seat can know; `number` is the move's in the rules."""
        raise NotImplementedError

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Handles of this kind that a seat might reach for and can't use now, each with the reason in a sentence."""
        return {}


@functools.lru_cache(maxsize=1 << 14)
def _filled(move: Move, forms: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """Forms of handles with a move's fields in their gaps, each once."""
    fields = {"seat": seat} | msgspec.structs.asdict(move)
    return tuple(dict.fromkeys(form.format_map(fields) for form in forms))


class Outcome(Kind, frozen=True):
    """A kind of outcome of chance; its name is what chance decides, such as "deck"."""

    @classmethod
    def read(cls, s: Any, number: int) -> "Outcome":
        """The outcome that a number stands for while this is what chance decides: for games that use `outcome_reader`."""
        raise NotImplementedError

    def notation(self) -> str:
        """The outcome as record files and people write it; it does not depend on any catalogue."""
        hints = get_type_hints(self.__class__, include_extras=True)
        fields = [(getattr(self, name), hints[name]) for name in self.__struct_fields__]
        return ", ".join(f"seat {value + 1}" if hint == Seat else str(value) for value, hint in fields)

    def __str__(self) -> str:
        return self.notation()


class Happening(Kind, frozen=True):
    """A kind of thing that is told in the log and is no move: a draw as a viewer sees it, a market response, a burst."""


# Seats in files and for people


def fields_for_files(value: Kind) -> dict[str, Any]:
    """A value's fields as record files write them: seats counted from 1, the kind left out."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    fields.pop(TAG)
    for name in seat_fields(value.__class__) & fields.keys():
        fields[name] += 1
    return fields


def seats_from_0(cls: type[Kind], fields: Mapping[str, Any], first: int) -> dict[str, Any]:
    """The fields of a kind with its seats counted from 0, where they were counted from `first`."""
    seats = seat_fields(cls)
    return {name: value - first if name in seats and isinstance(value, int) else value for name, value in fields.items()}


@functools.cache
def seat_fields(cls: type[msgspec.Struct]) -> frozenset[str]:
    """The fields that hold a seat."""
    hints = get_type_hints(cls, include_extras=True)
    return frozenset(field for field in cls.__struct_fields__ if Seat in _parts(hints[field]))


def give_words(say: Callable[..., Phrase], shown: Mapping[str, Shown], *kinds: type[Kind]) -> None:
    """Let a game's kinds speak: whose sentences they say, and how fields are put into them."""
    for cls in kinds:
        cls.say, cls.shown = staticmethod(say), shown


def names_type(title: str, names: Iterable[str]) -> Any:
    """What the annotation of a field says whose values are names.

    `Card = Annotated[str, names_type("Card", CARD_NAMES)]` is the type of such a field.
    """
    return msgspec.Meta(title=title, extra_json_schema={"enum": list(names)})
