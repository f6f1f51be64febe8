"""Both boards against tables written down from their description, played through the rules; and boards that are no good."""

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.tulipmania_position import GAME, burst, cash, position, price_of, sell
from tulips import bots
from tulips.engine.errors import BadOption
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import Lay, Play, Sell

# For each current price: after a purchase, paid for a speculation, after it, paid if all pass, after that
STANDARD = {
    25: (50, 75, 150, 25, 25),
    50: (75, 150, 250, 50, 25),
    75: (100, 225, 375, 75, 50),
    100: (150, 300, 500, 100, 75),
    150: (250, 450, 750, 75, 25),
    250: (375, 750, 1000, 150, 50),
    375: (500, 1125, 1500, 225, 75),
    500: (750, 1500, 2000, 300, 100),
    750: (1000, 2250, 3000, 450, 150),
    1000: (1500, 3000, 4000, 750, 250),
    1500: (2000, 4500, 6000, 1125, 375),
    2000: (3000, 6000, 8000, 1500, 500),
}
ALTERNATIVE = {
    25: (50, 100, 150, 25, 25),
    50: (75, 150, 250, 50, 25),
    75: (100, 250, 375, 75, 50),
    100: (150, 375, 500, 100, 75),
    150: (250, 500, 750, 100, 25),
    250: (375, 750, 1000, 150, 50),
    375: (500, 1000, 1500, 250, 75),
    500: (750, 1500, 2000, 375, 100),
    750: (1000, 2000, 3000, 500, 150),
    1000: (1500, 3000, 4000, 750, 250),
    1500: (2000, 4000, 5000, 1000, 375),
    2000: (3000, 5000, 6000, 1500, 500),
}
# The prices of a run-down from each burst space
RUN_DOWN = {
    "standard": [
        [3000, 2250, 750, 450, 150, 75, 25, 25, 25, 25, 25],
        [4000, 3000, 1000, 750, 250, 150, 50, 25, 25, 25, 25],
        [6000, 4500, 1500, 1125, 375, 225, 75, 50, 25, 25, 25],
        [8000, 6000, 2000, 1500, 500, 300, 100, 75, 50, 25, 25],
    ],
    "alternative": [
        [3000, 2000, 750, 500, 150, 100, 25, 25, 25, 25, 25],
        [4000, 3000, 1000, 750, 250, 150, 50, 25, 25, 25, 25],
        [5000, 4000, 1500, 1000, 375, 250, 75, 50, 25, 25, 25],
        [6000, 5000, 2000, 1500, 500, 375, 100, 75, 50, 25, 25],
    ],
}
EVERY = [("standard", price, to) for price, to in STANDARD.items()]
EVERY += [("alternative", price, to) for price, to in ALTERNATIVE.items()]


def orange_at(price: int, board: str, buyers: list[int]) -> Match:
    return position(
        board=board,
        cash=[0, 9000, 0, 0],
        tulips={"orange": [1, 0, 0, 0]},
        buyers={"orange": buyers},
        price={"orange": price},
        deck=1,
    )


@pytest.mark.parametrize(("board", "price", "to"), EVERY)
def test_every_purchase(board: str, price: int, to: tuple[int, ...]) -> None:
    match = orange_at(price, board, [0, 0, 0, 0])
    sell(match, "orange", {1: 2})
    if to[0] >= 3000:
        assert price_of(match, "orange") is None
        assert cash(match)[:2] == [price, 9000 - price + 3000]
    else:
        assert price_of(match, "orange") == to[0]
        assert cash(match)[:2] == [price, 9000 - price]


@pytest.mark.parametrize(("board", "price", "to"), EVERY)
def test_every_purchase_by_proxy(board: str, price: int, to: tuple[int, ...]) -> None:
    match = orange_at(price, board, [0, 1, 0, 0])
    sell(match, "orange", {1: 1})
    assert price_of(match, "orange") == (to[0] if to[0] < 3000 else None)
    assert cash(match)[:2] == [price, 9000]


@pytest.mark.parametrize(("board", "price", "to"), EVERY)
def test_every_speculation(board: str, price: int, to: tuple[int, ...]) -> None:
    match = orange_at(price, board, [0, 0, 0, 0])
    sell(match, "orange", {1: 4})
    if to[2] >= 3000:
        assert price_of(match, "orange") is None
        assert cash(match)[:2] == [to[1], 9000 - to[1] + to[2]]
    else:
        assert price_of(match, "orange") == to[2]
        assert cash(match)[:2] == [to[1], 9000 - to[1]]


@pytest.mark.parametrize(("board", "price", "to"), EVERY)
def test_every_speculation_by_proxy(board: str, price: int, to: tuple[int, ...]) -> None:
    match = orange_at(price, board, [0, 2, 0, 0])
    sell(match, "orange", {1: 3})
    assert price_of(match, "orange") == (to[2] if to[2] < 3000 else None)
    assert cash(match)[:2] == [to[1], 9000]


@pytest.mark.parametrize(("board", "price", "to"), EVERY)
def test_every_sale_that_nobody_wants(board: str, price: int, to: tuple[int, ...]) -> None:
    match = orange_at(price, board, [0, 0, 0, 0])
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert price_of(match, "orange") == to[4]
    assert cash(match)[:2] == [to[3], 9000]


@pytest.mark.parametrize("tulips_held", range(1, 12))
@pytest.mark.parametrize("column", range(4))
@pytest.mark.parametrize("board", ["standard", "alternative"])
def test_every_run_down(board: str, column: int, tulips_held: int) -> None:
    prices = RUN_DOWN[board]
    top = [750, 1000, 1500, 2000][column]
    match = position(
        board=board, cash=[0, 9000, 0, 0], tulips={"orange": [1, tulips_held - 1, 0, 0]}, price={"orange": top}, deck=1
    )
    paid = {"standard": STANDARD, "alternative": ALTERNATIVE}[board][top][1]
    sell(match, "orange", {1: 4})
    assert cash(match)[1] == 9000 - paid + sum(prices[column][:tulips_held])


def test_the_last_colour_runs_down_from_its_current_price() -> None:
    match = position(
        3, cash=[0, 9000, 0], tulips={"orange": [1, 0, 0], "yellow": [0, 0, 4]}, price={"orange": 1000, "yellow": 375}
    )
    burst(match, "purple")
    sell(match, "orange", {1: 4})
    assert match.end == "the last bubble burst"
    assert cash(match)[2] == 375 + 225 + 75 + 50


def test_a_board_lives_in_the_record_and_needs_no_compiling(tmp_path: Path) -> None:
    board = standard()
    board["spaces"]["b1"]["price"] = 60
    file = tmp_path / "mine.toml"
    file.write_text(toml(board), encoding="utf-8")
    sell(position(), "purple", {})
    compiled = set(GAME.kernel("apply_move")._native)
    match = GAME.match(3, seed=1, options={"board": str(file), "first": 1})
    assert price_of(match, "purple") == 60
    match.play(0, Sell("purple"))
    match.play(1, Lay("purchase"))
    match.play(2, Lay("pass"))
    assert cash(match) == [760, 640, 700]
    assert set(GAME.kernel("apply_move")._native) == compiled
    match.save(tmp_path / "match.json")
    file.unlink()
    again = tulips.load(tmp_path / "match.json")
    assert again.states.tobytes() == match.states.tobytes()
    assert again.options["board"]["spaces"]["b1"]["price"] == 60


def test_a_board_may_be_of_another_shape() -> None:
    """Two columns, one of them higher than the other, and a purchase arrow of its own."""
    board = {
        "start": "a1",
        "spaces": {
            "a1": {"kind": "current", "price": 100, "purchase": "b1", "speculate": "a2", "sale": "a1"},
            "b1": {"kind": "current", "price": 200, "purchase": "a3", "speculate": "b2", "sale": "a1"},
            "a2": {"kind": "transition", "price": 300, "speculate": "a3", "sale": "a1"},
            "b2": {"kind": "transition", "price": 500, "speculate": "a3", "sale": "b1"},
            "a3": {"kind": "burst", "price": 1000, "sale": "b2"},
        },
    }
    match = GAME.match(3, seed=1, options={"board": board, "first": 1})
    sell(match, "purple", {1: 2})
    assert price_of(match, "purple") == 200
    match = GAME.match(3, seed=1, options={"board": board, "first": 1})
    s = row(match.states)
    for p in range(3):
        for c in range(3):
            s.buyers[p, c] = 0
    sell(match, "purple", {1: 4})
    # seats 1 and 2 hold two and one purple tulips: a1 pays 300, then 1,000 for one each and 500 for the second
    assert cash(match) == [1000, 700 - 300 + 1000 + 500, 1700]


def standard() -> dict[str, Any]:
    return tomllib.loads((GAME.folder / "boards" / "standard.toml").read_text(encoding="utf-8"))


def toml(board: dict[str, Any]) -> str:
    lines = [f'start = "{board["start"]}"', "[spaces]"]
    for name, space in board["spaces"].items():
        fields = ", ".join(f"{k} = {v}" if isinstance(v, int) else f'{k} = "{v}"' for k, v in space.items())
        lines.append(f"{name} = {{ {fields} }}")
    return "\n".join(lines) + "\n"


def without(name: str, entry: str) -> Callable[[dict[str, Any]], object]:
    return lambda board: board["spaces"][name].pop(entry)


def with_(name: str, entry: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda board: board["spaces"][name].__setitem__(entry, value)


def no_burst_row(board: dict[str, Any]) -> None:
    for column in "abcd":
        del board["spaces"][f"{column}7"]
        board["spaces"][f"{column}6"]["speculate"] = f"{column}5"
    board["spaces"]["d5"]["purchase"] = "a1"


def too_many_spaces(board: dict[str, Any]) -> None:
    for name in [f"{column}8" for column in "abcdefghijklmnop"] + [f"{column}9" for column in "abcdefgh"]:
        board["spaces"][name] = board["spaces"]["a7"]


def circle(board: dict[str, Any]) -> None:
    board["spaces"]["a1"]["sale"] = "d1"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda board: board.pop("start"), "The board has no start"),
        (lambda board: board.__setitem__("start", "e9"), "start is e9, which is not on the board"),
        (lambda board: board.__setitem__("start", "b2"), "start is b2, a transition space"),
        (lambda board: board.__setitem__("start", 3), "start is 3, which is not on the board"),
        (lambda board: board.pop("spaces"), "The board has no spaces"),
        (lambda board: board.__setitem__("colour", "red"), "has an entry 'colour'"),
        (lambda board: board["spaces"].__setitem__("q1", board["spaces"]["a1"]), "space q1 has no place"),
        (lambda board: board["spaces"].__setitem__("a17", board["spaces"]["a1"]), "space a17 has no place"),
        (lambda board: board["spaces"].__setitem__("e1", 25), "space e1 should be a table"),
        (too_many_spaces, "e9 is too many"),
        (with_("b3", "kind", "white"), "space b3 has the unknown kind 'white'"),
        (without("b3", "kind"), "space b3 has no kind"),
        (without("b3", "price"), "space b3 has no price"),
        (with_("b3", "price", 0), "space b3 has the price 0"),
        (with_("b3", "price", 2.5), "space b3 has the price 2.5"),
        (with_("b3", "price", True), "space b3 has the price True"),
        (with_("b3", "price", 40_000), "space b3 has the price 40000"),
        (with_("b3", "purchse", "c3"), "space b3 has an entry 'purchse'"),
        (with_("b7", "purchase", "a1"), "space b7 has an entry 'purchase'"),
        (without("c5", "speculate"), "space c5 has no speculate arrow"),
        (without("a7", "sale"), "space a7 has no sale arrow"),
        (with_("c5", "speculate", "c9"), "speculate arrow of the board's space c5 leads to c9, which is not on the board"),
        (with_("c5", "speculate", 7), "speculate arrow of the board's space c5 leads to 7, which is not on the board"),
        (with_("c5", "purchase", "d6"), "purchase arrow of the board's space c5 leads to d6, a transition space"),
        (with_("b2", "sale", "b2"), "sale arrow of the board's space b2 leads to b2, a transition space"),
        (with_("d6", "speculate", "c7"), "space d7 can't be reached"),
        (no_burst_row, "no burst row: its highest space, a6"),
        (circle, "sale arrows from the board's space a1 go round in a circle at a1"),
        (with_("a2", "speculate", "a1"), "speculate arrows from the board's space a1 go round in a circle at a1"),
        (with_("b4", "speculate", "b1"), "speculate arrows from the board's space b1 go round in a circle at b1"),
    ],
)
def test_a_malformed_board_is_refused_by_name(damage: Callable[[dict[str, Any]], object], sentence: str) -> None:
    board = copy.deepcopy(standard())
    damage(board)
    with pytest.raises(BadOption) as refusal:
        GAME.match(3, options={"board": board})
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_greedy_does_not_hang_where_speculations_go_round_in_a_circle() -> None:
    """No board that passes the checks is like that; the bot is safe without them."""
    match = position()
    s = row(match.states)
    start = s.indicator[2]
    s.speculate[s.speculate[start]] = start
    assert bots.choose(GAME, match.states, 0, "greedy", 1) in range(4)


def test_a_board_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadOption, match="can't be read"):
        GAME.match(3, options={"board": "nowhere.toml"})
    with pytest.raises(BadOption, match="standard, alternative"):
        GAME.match(3, options={"board": "wooden"})
