"""The board of Tulipmania 1637: read from data, checked, and laid onto the state."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tulips.engine.errors import BadOption

if TYPE_CHECKING:
    from tulips.games.tulipmania_1637.state import State

FOLDER: Final = Path(__file__).parent / "boards"

CURRENT: Final = 0
TRANSITION: Final = 1
BURST: Final = 2
KINDS: Final = ("current", "transition", "burst")

# The kinds of space that each arrow of a space may lead to; a space has these arrows and no others
ARROWS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "current": {"purchase": ("current", "burst"), "speculate": ("transition",), "sale": ("transition", "current")},
    "transition": {"speculate": ("current", "burst"), "sale": ("current",)},
    "burst": {"sale": ("transition", "current")},
}
MAX_SPACES: Final = 48
COLUMNS: Final = 16
ROWS: Final = 16
MAX_PRICE: Final = 30_000
NAME: Final = re.compile(r"([a-p])([1-9]\d?)")


class Space(msgspec.Struct, frozen=True):
    """A space of the board: where it lies, what it is, its price and where its arrows lead, by name."""

    name: str
    kind: str
    price: int
    arrows: dict[str, str]

    @property
    def column(self) -> int:
        """Its column, 0 for the left one."""
        return ord(self.name[0]) - ord("a")

    @property
    def row(self) -> int:
        """Its row, 0 for the lowest."""
        return int(self.name[1:]) - 1


class Board(msgspec.Struct, frozen=True):
    """A board that is fit to play on."""

    start: str
    spaces: dict[str, Space]


def space_name(column: int, row: int) -> str:
    """A space's name, such as "b1"."""
    return f"{chr(ord('a') + column)}{row + 1}"


def read_board(asked: str | Mapping[str, Any]) -> Board:
    """The board of that name in the game's folder, or the one that a table of data describes; a `BadOption` if it's no good."""
    data = _preset(asked) if isinstance(asked, str) else asked
    for entry in data:
        if entry not in ("start", "spaces"):
            raise BadOption(f"The board has an entry {entry!r}: it has only start and spaces.")
    spaces = data.get("spaces")
    if not isinstance(spaces, Mapping) or not spaces:
        raise BadOption('The board has no spaces: list them under [spaces], such as a1 = { kind = "current", price = 25, … }.')
    if len(spaces) > MAX_SPACES:
        raise BadOption(
            f"The board has {len(spaces)} spaces: there is room for {MAX_SPACES}, so {list(spaces)[MAX_SPACES]} is too many."
        )
    board = Board(_start(data, spaces), {name: _space(name, space) for name, space in spaces.items()})
    _check_arrows(board)
    _check_burst_row(board)
    _check_all_reached(board)
    _check_run_down(board)
    _check_speculations(board)
    return board


def _preset(name: str) -> dict[str, Any]:
    """A board of the game's folder."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _start(data: Mapping[str, Any], spaces: Mapping[str, Any]) -> str:
    start = data.get("start")
    if start is None:
        raise BadOption(
            f'The board has no start: name the space where the prices begin, such as start = "{next(iter(spaces))}".'
        )
    if not isinstance(start, str) or start not in spaces:
        raise BadOption(f"The board's start is {start}, which is not on the board.")
    return start


def _space(name: str, data: Any) -> Space:
    """One space, checked by itself."""
    place = NAME.fullmatch(name)
    if place is None or int(place[2]) > ROWS:
        raise BadOption(
            f"The board's space {name} has no place: a name is a column from a to p and a row from 1 to {ROWS}, such as b1."
        )
    if not isinstance(data, Mapping):
        raise BadOption(f"The board's space {name} should be a table with kind, price and arrows, not {data!r}.")
    kind, price = data.get("kind"), data.get("price")
    if kind not in KINDS:
        told = "no kind" if kind is None else f"the unknown kind {kind!r}"
        raise BadOption(f"The board's space {name} has {told}: it should be {', '.join(KINDS[:-1])} or {KINDS[-1]}.")
    if type(price) is not int or not 1 <= price <= MAX_PRICE:
        told = "no price" if price is None else f"the price {price!r}"
        raise BadOption(f"The board's space {name} has {told}: it should be a whole number from 1 to {MAX_PRICE:,}.")
    arrows = {entry: to for entry, to in data.items() if entry not in ("kind", "price")}
    for arrow in arrows:
        if arrow not in ARROWS[kind]:
            raise BadOption(
                f"The board's space {name} has an entry {arrow!r}: a {kind} space has kind, price, {', '.join(ARROWS[kind])}."
            )
    for arrow in ARROWS[kind]:
        if arrow not in arrows:
            raise BadOption(
                f"The board's space {name} has no {arrow} arrow: a {kind} space needs {' and '.join(ARROWS[kind])}."
            )
    return Space(name, kind, price, arrows)


def _check_arrows(board: Board) -> None:
    """Every arrow leads to a space of the right kind, and the start is a current space."""
    kind = board.spaces[board.start].kind
    if kind != "current":
        raise BadOption(f"The board's start is {board.start}, a {kind} space: it should be a current space.")
    for space in board.spaces.values():
        for arrow, to in space.arrows.items():
            if not isinstance(to, str) or to not in board.spaces:
                raise BadOption(
                    f"The {arrow} arrow of the board's space {space.name} leads to {to}, which is not on the board."
                )
            right = ARROWS[space.kind][arrow]
            if board.spaces[to].kind not in right:
                raise BadOption(
                    f"The {arrow} arrow of the board's space {space.name} leads to {to}, a {board.spaces[to].kind} space: "
                    f"it should be a {' or '.join(right)} space."
                )


def _check_burst_row(board: Board) -> None:
    if all(space.kind != "burst" for space in board.spaces.values()):
        top = max(board.spaces.values(), key=lambda space: space.row)
        raise BadOption(
            f"The board has no burst row: its highest space, {top.name}, is a {top.kind} space, so no bubble could burst."
        )


def _check_all_reached(board: Board) -> None:
    """From the start, arrows lead to every space."""
    reached, new = {board.start}, [board.start]
    while new:
        for to in board.spaces[new.pop()].arrows.values():
            if to not in reached:
                reached.add(to)
                new.append(to)
    for name in board.spaces:
        if name not in reached:
            raise BadOption(f"The board's space {name} can't be reached: no arrows lead there from the start, {board.start}.")


def _check_run_down(board: Board) -> None:
    """From every space the sale arrows lead down to one that keeps its price, and not round in a circle."""
    for name in board.spaces:
        here, seen = name, {name}
        while (below := board.spaces[here].arrows["sale"]) != here:
            if below in seen:
                raise BadOption(
                    f"The sale arrows from the board's space {name} go round in a circle at {below}, so the price never rests."
                )
            seen.add(below)
            here = below


def _check_speculations(board: Board) -> None:
    """From every current space one speculation after the other leads to a burst, and not round in a circle."""
    for name, space in board.spaces.items():
        here, seen = name, {name}
        while space.kind == "current" and board.spaces[here].kind != "burst":
            here = board.spaces[board.spaces[here].arrows["speculate"]].arrows["speculate"]
            if here in seen:
                raise BadOption(
                    f"The speculate arrows from the board's space {name} go round in a circle at {here}, "
                    "so speculations never burst the bubble."
                )
            seen.add(here)


def lay_board(s: "State", board: Board) -> int:
    """Write the board into the state; the number of its start."""
    number = {name: i for i, name in enumerate(board.spaces)}
    for i, space in enumerate(board.spaces.values()):
        s.kind[i] = KINDS.index(space.kind)
        s.price[i] = space.price
        s.cell[i] = space.row * COLUMNS + space.column
        s.purchase[i] = number[space.arrows.get("purchase", space.name)]
        s.speculate[i] = number[space.arrows.get("speculate", space.name)]
        s.sale[i] = number[space.arrows["sale"]]
    s.spaces = len(board.spaces)
    return number[board.start]
