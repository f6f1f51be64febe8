"""The state of a game: numbers of fixed size in one numpy structured type, laid out once, in a class.

A game writes its layout as a class of annotated fields, each with a comment on its meaning and range::

    class State(GameState):
        turn: int = int8()  # the seat whose turn it is
        points: Cells = int16(6)  # by seat, never negative

The rules read and write those fields by name. Compiled, a field is a load or a store at a fixed offset; interpreted,
it goes through `Row` below, which gives plain Python numbers and refuses one that does not fit its field.
"""

from typing import Any, Protocol, TypeAlias, overload

import numpy as np
import numpy.typing as npt

States: TypeAlias = npt.NDArray[np.void]
"""An array of states. One game is an array of length one."""


class Cells(Protocol):
    """A field of several numbers, or a row of such a field, as the rules see it."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


class Grid(Protocol):
    """A field of two dimensions."""

    @overload
    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> Cells: ...
    def __setitem__(self, at: tuple[int, int], value: int, /) -> None: ...


class Field:
    """A field's number type and shape."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape


def int8(*shape: int) -> Any:
    """A field of whole numbers from -128 to 127."""
    return Field("i1", shape)


def uint8(*shape: int) -> Any:
    """A field of whole numbers from 0 to 255. Indexing by one is a little cheaper: it can't count from the end."""
    return Field("u1", shape)


def int16(*shape: int) -> Any:
    """A field of whole numbers from -32,768 to 32,767."""
    return Field("i2", shape)


def int32(*shape: int) -> Any:
    """A field of whole numbers of up to nine digits."""
    return Field("i4", shape)


def int64(*shape: int) -> Any:
    """A field of whole numbers of up to eighteen digits, or a set of up to 62 things by bits."""
    return Field("i8", shape)


def uint64(*shape: int) -> Any:
    """A field of 64 bits, for words of chance only: in the rules, unsigned and signed numbers do not mix."""
    return Field("u8", shape)


WORD = 8
"""States are laid out in whole words, wide fields first: every field lies where the processor likes it, and there is no
padding, whose bytes would be undefined and make equal states compare as different."""


class GameState:
    """What every game's state begins with: its chance, who acts, and whether it is over.

    Before each decision or outcome exactly one of three holds: `end` is set (the game is over), `chance` is set (nature
    moves next), or `actors` names at least one seat.
    """

    key: Cells = uint64(2)  # the secret that this game's chance is drawn with
    words: Cells = uint64(2)  # the two words of the stream in use
    drawn: int = int32()  # how many words of the stream have been drawn
    pieces: int = int8()  # how many 16-bit pieces of `words` are left, 0 to 8
    seats: int = int8()  # how many play
    actors: int = int8()  # bit p is set while seat p has a decision to make; several bits: they choose at once
    chance: int = int8()  # 0, or 1 + the index of what nature decides next in the game's list of chances
    end: int = int8()  # 0, or 1 + the index of the reason in the game's list of ends

    dtype: np.dtype[np.void]

    def __init_subclass__(cls) -> None:
        fields = {**GameState.__dict__, **cls.__dict__}
        layout = [(name, f.kind, f.shape) for name, f in fields.items() if isinstance(f, Field)]
        layout.sort(key=lambda field: np.dtype(field[1]).itemsize, reverse=True)
        filler = -np.dtype(layout).itemsize % WORD
        cls.dtype = np.dtype([*layout, ("filler", "u1", (filler,))] if filler else layout)


class Row:
    """One state for code that is not compiled: fields by name, as Python numbers, written through to the array."""

    __slots__ = ("_row",)

    def __init__(self, row: np.void) -> None:
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._row[name]
        except ValueError:
            raise AttributeError(f"this state has no field {name!r}") from None
        if isinstance(value, np.ndarray):
            return RowCells(value)
        return _python_number(value)

    def __setattr__(self, name: str, value: int) -> None:
        self._row[name] = fitting(value, self._row.dtype[name])

    def copy(self) -> "Row":
        """The same state, to be tried things on."""
        return Row(self._row.copy())


class RowCells:
    """A shaped field of a `Row`."""

    __slots__ = ("_cells",)

    def __init__(self, cells: npt.NDArray[Any]) -> None:
        self._cells = cells

    def __getitem__(self, at: Any) -> Any:
        value = self._cells[at]
        if isinstance(value, np.ndarray):
            return RowCells(value)
        return _python_number(value)

    def __setitem__(self, at: Any, value: int) -> None:
        self._cells[at] = fitting(value, self._cells.dtype)

    def __len__(self) -> int:
        return len(self._cells)

    def tolist(self) -> Any:
        """The whole field as a list (of lists) of Python numbers."""
        return self._cells.tolist()


def _python_number(value: Any) -> Any:
    """A number of a state as Python's own; words of chance stay as they are, for they wrap around."""
    if value.dtype == np.uint64:
        return value
    return float(value) if value.dtype.kind == "f" else int(value)


def fitting(value: Any, kind: np.dtype[Any]) -> Any:
    """The value as its field's number type; an OverflowError if it does not fit, where compiled code would wrap."""
    return kind.type(value) if kind == np.uint64 or kind.kind == "f" else np.array(int(value), kind)


class Rows:
    """An array of states for code that is not compiled: `rows[i]` is a `Row`, and `rows[i] = rows[j]` copies."""

    __slots__ = ("_states",)

    def __init__(self, states: States) -> None:
        self._states = states

    def __getitem__(self, i: int) -> Row:
        return Row(self._states[i])

    def __setitem__(self, i: int, row: Row) -> None:
        self._states[i] = row._row

    def __len__(self) -> int:
        return len(self._states)


def row(states: States, i: int = 0) -> Any:
    """The i-th state, to be read by names in views and words."""
    return Row(states[i])
