"""Numbers for a game's kinds of moves, chances and ends, from one list each, so that nobody writes an index twice."""

from collections.abc import Sequence
from typing import NamedTuple


class Sharing(NamedTuple):
    """How many numbers a kind has, the first of them the same as another kind's first."""

    kind: str
    size: int


sharing = Sharing


class Numbering:
    """Kinds of moves side by side, by the names that they have everywhere.

    `Numbering(pass_=1, sell=21)` numbers a pass 0 and the sales 1 to 21. Kinds among which nobody ever has to choose may share
    numbers: after `buy=sharing("sell", 21)` the purchases are 1 to 21 too. The rules take the first number of a kind as a
    constant: `SELL: Final = MOVES["sell"]`. What a number stands for, `tulips.engine.numbered_kinds` finds out.
    """

    def __init__(self, **sizes: int | Sharing) -> None:
        self._first: dict[str, int] = {}
        self._of: list[list[tuple[str, int]]] = []
        end = 0
        for name, size in sizes.items():
            kind = name.rstrip("_").replace("_", "-")
            first, number = (self._first[size.kind], size.size) if isinstance(size, Sharing) else (end, size)
            end = first + number
            self._of += [[] for _ in range(end - self.total)]
            for which in range(number):
                self._of[first + which].append((kind, which))
            self._first[kind] = first

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds, in order."""
        return tuple(self._first)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return len(self._of)

    def __getitem__(self, kind: str) -> int:
        """The first number of a kind."""
        return self._first[kind]

    def all_of(self, number: int) -> list[tuple[str, int]]:
        """The kinds that share a number, in order, each with which of that kind it is, counted from 0; beyond the last it is
        one of the last kind."""
        if number < self.total:
            return self._of[number]
        kind = self._of[-1][-1][0]
        return [(kind, number - self._first[kind])]

    def find(self, number: int) -> tuple[str, int]:
        """The kind of a number that no others share, and which of that kind it is; of several, the first."""
        return self.all_of(number)[0]


def numbered(names: Sequence[str]) -> range:
    """Numbers for chances or ends, counted from 1.

    `FIRST_SEAT, DECK = numbered(CHANCES)` makes the constants of the rules.
    """
    return range(1, len(names) + 1)
