"""Numbers for a game's kinds of moves, chances and ends, from one list each, so that nobody writes an index twice."""

from collections.abc import Sequence


class Numbering:
    """Kinds of moves side by side: `Numbering(pass_=1, sell=21)` numbers a pass 0 and the sales 1 to 21.

    The rules take the first number of a kind as a constant: `SELL: Final = MOVES["sell"]`.
    """

    def __init__(self, **sizes: int) -> None:
        self._first: dict[str, int] = {}
        self.total = 0
        for name, size in sizes.items():
            self._first[name.rstrip("_").replace("_", "-")] = self.total
            self.total += size
        self._of = [name for name, size in zip(self._first, sizes.values(), strict=True) for _ in range(size)]

    def __getitem__(self, kind: str) -> int:
        """The first number of a kind."""
        return self._first[kind]

    def find(self, number: int) -> tuple[str, int]:
        """The kind of a number, and which of that kind it is, counted from 0; beyond the last it is one of the last kind."""
        kind = self._of[number] if number < self.total else self._of[-1]
        return kind, number - self._first[kind]


def numbered(names: Sequence[str]) -> range:
    """Numbers for chances or ends, counted from 1.

    `FIRST_SEAT, DECK = numbered(CHANCES)` makes the constants of the rules.
    """
    return range(1, len(names) + 1)
