"""How machine code is called: the only place that lays out a kernel's arguments for C.

A kernel is a C function that returns a status, 0 unless it failed. It is given where its result goes and where an error would
be pointed out, then its arguments. A number is passed as it is, an array as two pointers that stay empty, its number of
elements, the size of one, the address of the first, its shape and its strides. That is how Numba's own code passes arrays, so
that its functions are called as they are; `tulips.engine.compile.compiler` holds what it gets from Numba to it.

What decides which machine code an argument needs is its kind: for an array its type and number of dimensions, for a number
`int`, or `np.uint64` for a word of chance.
"""

import ctypes
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Kind: TypeAlias = Any
"""`(dtype, dimensions)` for an array, else `int` or `np.uint64`."""

Kinds: TypeAlias = tuple[Kind, ...]

Status, Whole, Pointer = ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p

Answer = Whole * 2
"""What a kernel writes: its result, and where it would point out an error."""


class Parameter(NamedTuple):
    """One parameter of a kernel's C function."""

    argument: int  # the number of the kernel's argument that it is a part of
    part: str  # which part: `value` of a number; `parent`, `size`, `data`, `shape_0` and so on of an array
    type: Any  # what ctypes passes it as


def kind_of(argument: Any) -> Kind:
    """The kind of an argument."""
    if isinstance(argument, np.ndarray):
        assert argument.flags.c_contiguous, "kernels take contiguous arrays"
        return argument.dtype, argument.ndim
    return np.uint64 if isinstance(argument, np.uint64) else int


def is_array(kind: Kind) -> bool:
    """Whether a kind is that of an array."""
    return isinstance(kind, tuple)


def array_of(dtype: Any, dimensions: int = 1) -> Kind:
    """The kind of an array."""
    return np.dtype(dtype), dimensions


def parameters(kinds: Kinds) -> Iterator[Parameter]:
    """The parameters for arguments of these kinds, after the two places for the answer."""
    for i, kind in enumerate(kinds):
        if is_array(kind):
            shape = [(f"{part}_{j}", Whole) for part in ("shape", "stride") for j in range(kind[1])]
            parts = [("meminfo", Pointer), ("parent", Pointer), ("size", Whole), ("itemsize", Whole), ("data", Pointer), *shape]
        else:
            parts = [("value", Whole)]
        for part, type in parts:
            yield Parameter(i, part, type)


def signature(kinds: Kinds) -> list[Any]:
    """All parameters' types, for ctypes."""
    return [Pointer, Pointer, *(parameter.type for parameter in parameters(kinds))]


def passed(argument: Any) -> list[Any]:
    """An argument as it is passed. Of an array this holds the address, and not the memory."""
    if isinstance(argument, np.ndarray):
        address = argument.ctypes.data  # __array_interface__ would describe every field of a state first
        return [None, None, argument.size, argument.itemsize, address, *argument.shape, *argument.strides]
    return [int(argument)]


def passed_row(row: "ctypes.Array[Any]") -> list[Any]:
    """One of ctypes' own arrays as it is passed: code that reads it again and again does so faster than of numpy's."""
    size = ctypes.sizeof(row._type_)
    return [None, None, len(row), size, ctypes.addressof(row), len(row), size]


def places(answer: "ctypes.Array[ctypes.c_int64]") -> list[int]:
    """Where the result and an error go."""
    address = ctypes.addressof(answer)
    return [address, address + ctypes.sizeof(Whole)]


def all_passed(answer: "ctypes.Array[ctypes.c_int64]", arguments: Iterable[Any]) -> list[Any]:
    """Everything that a kernel's C function takes."""
    values: list[Any] = places(answer)
    for argument in arguments:
        values += passed(argument)
    return values
