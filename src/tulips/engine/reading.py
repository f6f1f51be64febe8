"""Records read out into Python's own numbers, for words, views and previews: many times faster to look at than an array."""

import functools
import math
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import numpy as np

if TYPE_CHECKING:
    from tulips.engine.record import States


class Cells(list[Any]):
    """A field of one dimension, or a row of one."""

    __slots__ = ()

    def __setitem__(self, at: Any, value: Any) -> None:
        list.__setitem__(self, at, int(value))  # not one of numpy's, as a rule's tables have them

    def tolist(self) -> list[int]:
        """The numbers as a list."""
        return list(self)

    def copied(self) -> "Cells":
        """The same numbers, to be changed."""
        return Cells(self)


class Grid(list[Cells]):
    """A field of two dimensions, with cells by `[a, b]` and rows by `[a]`."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if at.__class__ is tuple:
            return list.__getitem__(self, at[0])[at[1]]
        return list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if at.__class__ is tuple:
            list.__getitem__(self, at[0])[at[1]] = value
        else:
            list.__setitem__(self, at, value)

    def tolist(self) -> list[list[int]]:
        """The numbers as a list of lists."""
        return [list(cells) for cells in self]

    def copied(self) -> "Grid":
        """The same numbers, to be changed."""
        return Grid(Cells(cells) for cells in self)


class Reading:
    """One record's fields by name, to be looked at; rules are tried on a copy. Nothing is written back."""

    __slots__ = ("__dict__", "shared")

    shared: dict[Any, Any]  # what is made once, by the function that makes it and what is given to it

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = int(value)

    def copy(self) -> "Tried":
        """The same record, to try rules on."""
        return Tried(self)


class Tried(Reading):
    """A copy to try rules on; no width is checked. A field is copied when a rule first asks for it: most never are."""

    __slots__ = ("_source",)

    def __init__(self, source: Reading) -> None:
        object.__setattr__(self, "_source", source)

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._source.__dict__[name]
        except KeyError:
            raise AttributeError(name) from None
        if value.__class__ is not int:
            value = value.copied()
        self.__dict__[name] = value
        return value

    def copy(self) -> "Tried":
        """The same as it is now, to try more on."""
        other = Tried(self._source)
        for name, value in self.__dict__.items():
            other.__dict__[name] = value if value.__class__ is int else value.copied()
        return other


Part = TypeVar("Part")
Given = ParamSpec("Given")


def made_once(part: Callable[Concatenate[Any, Given], Part]) -> Callable[Concatenate[Any, Given], Part]:
    """A part of what people are told that depends on nothing but the record and what is given with it.

    It is made once for a reading that several viewers share, and for nothing that rules are still tried on.
    """

    @functools.wraps(part)
    def shared(s: Any, /, *given: Given.args, **named: Given.kwargs) -> Part:
        if s.__class__ is not Reading and s.__class__ is not Tried:
            return part(s, *given, **named)
        try:
            parts = s.shared
        except AttributeError:  # nothing was made for it yet
            parts = {}
            object.__setattr__(s, "shared", parts)
        key = (part, *given, *named.items()) if named else (part, *given)
        if key not in parts:
            parts[key] = part(s, *given, **named)
        made: Part = parts[key]
        return made

    return shared


def read_out(states: "States", i: int = 0) -> Any:
    """The i-th record, to be read by names in views and words."""
    unpack, fields = _layout(states.dtype)
    numbers = unpack(states[i].tobytes())
    reading = Reading()
    new = reading.__dict__
    for name, start, shape in fields:
        if not shape:
            new[name] = numbers[start]
        elif len(shape) == 1:
            new[name] = Cells(numbers[start : start + shape[0]])
        else:
            wide = shape[1]
            new[name] = Grid(Cells(numbers[at : at + wide]) for at in range(start, start + shape[0] * wide, wide))
    return reading


@functools.cache
def _layout(dtype: np.dtype[np.void]) -> tuple[Any, list[tuple[str, int, tuple[int, ...]]]]:
    """How to unpack a record's bytes, and where each field's numbers begin."""
    codes = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q"}
    parts, fields, start = ["<"], [], 0
    assert dtype.names is not None and dtype.fields is not None
    for name in dtype.names:
        kind, shape = dtype.fields[name][0].base, dtype.fields[name][0].shape
        if len(shape) > 2:
            raise TypeError(f"The field {name!r} has more than two dimensions, which views can't read.")
        number = math.prod(shape)
        parts.append(f"{number}{codes[kind.str[1:]]}")
        fields.append((name, start, shape))
        start += number
    return struct.Struct("".join(parts)).unpack, fields
