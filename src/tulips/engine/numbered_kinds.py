"""What the numbers of the rules stand for, found by the names of kinds: a game's rules list these once, and its `moves.py` says
of each in a class of that name how its fields follow from a number."""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from tulips.engine.kinds import Kind, Move, Outcome
from tulips.engine.state.numbering import Numbering

K = TypeVar("K", bound=Kind)


def kinds_of(module: str, base: type[K], names: Iterable[str] | None = None) -> tuple[type[K], ...]:
    """The kinds of one sort that a module has defined so far: in the order of these names, each of which must have one.

    A class without a tag of its own is no kind, but what kinds have in common.
    """
    found = {}
    for cls in vars(sys.modules[module]).values():
        if isinstance(cls, type) and issubclass(cls, base) and cls.__module__ == module and _has_tag_of_its_own(cls):
            if cls.kind() in found:
                raise TypeError(f"{module} defines two kinds of {base.__name__} called {cls.kind()}.")
            found[cls.kind()] = cls
    if names is None:
        return tuple(found.values())
    listed = tuple(names)
    if set(listed) != found.keys():
        apart = ", ".join(sorted(set(listed) ^ found.keys()))
        raise TypeError(f"The rules list other kinds of {base.__name__} than {module} defines; only one of them has {apart}.")
    return tuple(found[name] for name in listed)


def _has_tag_of_its_own(cls: type[Kind]) -> bool:
    """Whether a class has said what it is called; otherwise it has its own name from msgspec, or the tag of the class above."""
    inherited = {above.kind() for above in cls.__bases__ if issubclass(above, Kind)}
    return cls.kind() not in {cls.__name__, *inherited}


def move_reader(numbering: Numbering, kinds: Sequence[type[Move]]) -> Callable[[Any, int, int], Move]:
    """The function `move(s, seat, number)` of a game: a move as data, by its number in the rules."""
    by_name = {cls.kind(): cls.read for cls in kinds}
    readers = [[(by_name[kind], which) for kind, which in numbering.all_of(number)] for number in range(numbering.total)]

    def move(s: Any, seat: int, number: int) -> Move:
        """A move as data, as its own seat knows it."""
        try:
            possible = readers[number]
        except IndexError:
            possible = [(by_name[kind], which) for kind, which in numbering.all_of(number)]
        for read, which in possible:
            made = read(s, seat, which)
            if made is not None:
                return made
        raise LookupError(f"No kind of move has the number {number} here.")

    return move


def outcome_reader(kinds: Sequence[type[Outcome]]) -> Callable[[Any, int], Outcome]:
    """The function `outcome(s, number)` of a game: an outcome of the pending chance as data."""

    def outcome(s: Any, number: int) -> Outcome:
        """An outcome of the pending chance as data."""
        pending: int = s.chance - 1
        return kinds[pending].read(s, number)

    return outcome
