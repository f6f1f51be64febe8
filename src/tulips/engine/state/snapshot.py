"""States read out into Python's own numbers, for words, views and previews: many times faster to look at than an array."""

import functools
import itertools
import math
import operator
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar, TypeVarTuple

import numpy as np

if TYPE_CHECKING:
    from tulips.engine.state.state import States


S = TypeVar("S")
Part = TypeVar("Part")
Given = ParamSpec("Given")
Things = TypeVarTuple("Things")

_set = object.__setattr__


class Snapshot:
    """One state's fields by name, to be looked at; rules are tried on a copy. Nothing is written back."""

    __slots__ = ("__dict__", "cut", "layout", "of_numbers", "shared")

    of_numbers: dict[str, int]  # the fields that are one number each, once somebody has asked
    shared: dict[Any, Any]  # what is made once, by the function that makes it and what is given to it
    cut: tuple[bytes, ...]  # the state, cut into its fields
    layout: "Layout"

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = int(value)

    @property
    def numbers(self) -> dict[str, int]:
        """The fields that are one number each, gathered once for all copies."""
        try:
            return self.of_numbers
        except AttributeError:
            single = self.layout.single
            numbers = dict(zip(single, map(self.__dict__.__getitem__, single), strict=True))
            _set(self, "of_numbers", numbers)
            return numbers

    def copy(self, **fields: Any) -> "Trial":
        """The same state, but for the fields that are given, to try rules on."""
        trial = Trial(self)
        trial.__dict__.update(fields)
        return trial


class Trial(Snapshot):
    """A copy to try rules on; no width is checked. A field is copied when a rule first asks for it: most never are."""

    __slots__ = ("_source",)

    _source: Snapshot

    def __init__(self, source: Snapshot) -> None:
        _set(self, "_source", source)
        _set(self, "shared", {})
        self.__dict__.update(source.numbers)

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = _copied(self._source.__dict__[name])
        return value

    def frozen(self) -> "FrozenTrial":
        """The same, only to be looked at from now on."""
        _set(self, "__class__", FrozenTrial)
        return self  # type: ignore[return-value]

    def copy(self, **fields: Any) -> "Trial":
        """The same as it is now, but for the fields that are given, to try more on."""
        other = Trial(self._source)
        for name, value in self.__dict__.items():
            other.__dict__[name] = value if value.__class__ is int else _copied(value)
        other.__dict__.update(fields)
        return other


class FrozenTrial(Trial):
    """A copy on which rules were tried. What they did not ask for is not copied any more."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = self._source.__dict__[name]
        return value


def state_after(s: S, rule: Callable[Concatenate[S, Given], object], *given: Given.args, **named: Given.kwargs) -> S:
    """A state that was read out as it would be after a rule, to be looked at."""
    copy: Any = s.copy()  # type: ignore[attr-defined]
    rule(copy, *given, **named)
    return copy.frozen() if isinstance(copy, Trial) else copy  # type: ignore[return-value]


def origin(s: Any) -> Any:
    """What a copy was made of, for whatever no rule ever changes."""
    return s._source if isinstance(s, Trial) else s


def _copied(cells: list[Any]) -> list[Any]:
    """A field of one dimension or two, to be changed."""
    return [row[:] for row in cells] if cells[0].__class__ is list else cells[:]


def memoized(part: Callable[[Any, *Things], Part]) -> Callable[[Any, *Things], Part]:
    """A part of what people are told that depends on nothing but the state and what is given with it.

    It is made once for a snapshot that several viewers share, or for a copy once no more rules are tried on it.
    """

    @functools.wraps(part)
    def shared(s: Any, /, *given: *Things) -> Part:
        try:
            parts = s.shared
        except AttributeError:  # a state that was not read out
            return part(s, *given)
        key = (part, given)
        made: Part | None = parts.get(key)
        if made is None:
            made = parts[key] = part(s, *given)
        return made

    return shared


def snapshot(states: "States", i: int = 0) -> Any:
    """The i-th state, to be read by names in views and words."""
    layout = _layout(states.dtype)
    made = Snapshot()
    cut = layout.cut(states[i].tobytes())
    _set(made, "cut", cut)
    _set(made, "layout", layout)
    _set(made, "shared", {})
    new = made.__dict__
    for (name, read), piece in zip(layout.fields, cut, strict=True):
        new[name] = read(piece)
    return made


def next_snapshot(before: Any, state: bytes) -> Any:
    """The state as it is now, read on from how it was before.

    Fields that are the same are taken over: little changes from one move to the next.
    """
    layout: Layout = before.layout
    cut = layout.cut(state)
    made = Snapshot()
    _set(made, "cut", cut)
    _set(made, "layout", layout)
    _set(made, "shared", {})
    new = made.__dict__
    new.update(before.__dict__)
    for at in itertools.compress(layout.places, map(operator.ne, before.cut, cut)):
        name, read = layout.fields[at]
        new[name] = read(cut[at])
    return made


class Layout(NamedTuple):
    """How a type of state is read: cut into its fields, and each field by its name."""

    cut: Callable[[bytes], tuple[bytes, ...]]
    fields: list[tuple[str, Callable[[bytes], Any]]]
    places: range
    single: tuple[str, ...]  # the fields that are one number each


@functools.cache
def _layout(dtype: np.dtype[np.void]) -> Layout:
    assert dtype.names is not None and dtype.fields is not None
    fields, sizes, single = [], ["<"], []
    for name in dtype.names:
        kind, shape = dtype.fields[name][0].base, dtype.fields[name][0].shape
        if len(shape) > 2:
            raise TypeError(f"The field {name!r} has more than two dimensions, which views can't read.")
        fields.append((name, _reader(CODES[kind.str[1:]], shape)))
        sizes.append(f"{dtype.fields[name][0].itemsize}s")
        if not shape:
            single.append(name)
    return Layout(struct.Struct("".join(sizes)).unpack, fields, range(len(fields)), tuple(single))


CODES = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q"}


def _reader(code: str, shape: tuple[int, ...]) -> Callable[[bytes], Any]:
    """What makes Python's own numbers of a field's bytes."""
    unpack = struct.Struct(f"<{math.prod(shape)}{code}").unpack
    if not shape:
        return lambda piece: unpack(piece)[0]
    if len(shape) == 1:
        return lambda piece: list(unpack(piece))
    high, wide = shape
    rows = [slice(start, start + wide) for start in range(0, high * wide, wide)]

    def read(piece: bytes) -> list[list[int]]:
        numbers = list(unpack(piece))
        return [numbers[row] for row in rows]

    return read
