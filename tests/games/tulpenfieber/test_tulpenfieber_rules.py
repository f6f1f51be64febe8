"""Tulpenfieber against its rulebook, section by section. The tables here are written from the rulebook, not from the code."""

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import tulips
from support.random_play import positions
from support.told import legal
from tulips.engine.errors import BadChance, BadOption, BadSeats, IllegalMove
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulpenfieber import components, dice, moves, rules
from tulips.games.tulpenfieber.moves import (
    Carry,
    CarryNone,
    Keep,
    LayAbove,
    LayTile,
    NoTile,
    Plant,
    RollAll,
    SetDice,
    Stop,
    Turn,
    TurnAbove,
)
from tulips.games.tulpenfieber.state import State

GAME = tulips.game("tulpenfieber")
WATCHER = tulips.SPECTATOR

ALIKE = {1: 2, 2: 3, 3: 3, 4: 4, 5: 5}
RUNS = {1: ["123", "234", "345", "456"], 2: ["2345", "3456"], 3: ["1234"], 4: ["12345", "23456"], 5: ["123456"]}
FACES = {"rulebook": {1: 2, 2: 1, 3: 3, 5: 4, 6: 6, 7: 5}, "reviews": {1: 1, 2: 2, 3: 3, 5: 4, 6: 5, 7: 6}}
FLOWERS = [{(1, 4), (1, 6), (1, 7)}, {(1, 1), (1, 7), (2, 3)}, {(1, 4), (2, 1), (2, 6)}, {(2, 1), (2, 4), (2, 7)}]
SOLO = {(1, 2), (1, 6)}
ALL = [(r, c) for r in range(1, 6) for c in range(1, 8)]
Spaces = set[tuple[int, int]]


def bits(spaces: Any) -> int:
    return sum(1 << 7 * (r - 1) + c - 1 for r, c in spaces)


def spaces(mask: int) -> Spaces:
    return {(r, c) for r, c in ALL if mask >> 7 * (r - 1) + c - 1 & 1}


def packed(shown: Any) -> int:
    return sum(1 << 3 * (int(face) - 1) for face in shown)


def start(seats: int, *rolls: str, **options: Any) -> Match:
    """A match whose rolls are known as far as they are given; chance waits for more."""
    return GAME.match(seats, given={"dice": list(rolls)}, options=options if seats == 1 else {"first": 1, **options})


def covered(match: Match, seat: int = 0) -> Spaces:
    return {(r, c) for r, c in ALL if match.view(WATCHER).seats[seat].rows[r - 1][c - 1] != "."}


def at(r: int, c: int) -> str:
    return f"{r}/{c}"


def position(seats: int, fields: dict[int, Spaces], phase: int = rules.PLACE, shown: str = "", **more: Any) -> Match:
    """A match with these spaces covered, at seat 1's turn, its dice showing this."""
    match = start(seats)
    s = row(match.states)
    for seat, field in fields.items():
        s.covered[seat] = bits(field)
        s.tulips[seat] = len(field)
    s.number = rules.dice_earned(s.covered[0]) if not shown else len(shown)
    s.dice = packed(shown)
    s.phase, s.rolls, s.chance, s.actors = phase, 3, 0, 1
    for name, value in more.items():
        setattr(s, name, value)
    return match


# Setup


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [1, 2])
def test_setup_fields_follow_the_turn_order_and_flowers_become_tulips(seats: int, first: int) -> None:
    match = GAME.match(seats, given={}, options={"first": first})
    view = match.view(WATCHER)
    for i in range(seats):
        seat = (first - 1 + i) % seats
        assert view.seats[seat].field == i + 1
        assert covered(match, seat) == FLOWERS[i]
        assert (view.seats[seat].tulips, view.seats[seat].dice, view.seats[seat].above) == (3, 4, 0)
    assert view.supply == 10
    assert match.awaits == "dice"
    assert row(match.states).turn == first - 1


def test_setup_the_first_seat_may_be_random() -> None:
    starters = [GAME.match(3, seed=seed).line[0].words for seed in range(40)]
    assert set(starters) == {"seat 1", "seat 2", "seat 3"}
    assert GAME.match(3, given={"first seat": ["seat 2"]}).view(0).seats[1].field == 1


def test_setup_is_for_one_to_four_players() -> None:
    for seats in (0, 5):
        with pytest.raises(BadSeats, match="1 to 4 players"):
            GAME.match(seats)


def test_setup_solo_has_two_tulips() -> None:
    assert covered(start(1)) == SOLO


def test_options_take_other_layouts_and_flowers_and_refuse_what_can_not_be() -> None:
    mirrored = start(2, layout={"columns": [6, 5, 4, 3, 2, 1]})
    assert mirrored.view(0).columns == [6, 5, 4, 0, 3, 2, 1]
    flowers = {"fields": [[[5, 1]], [[3, 3], [3, 4]], [], [[1, 1]]], "solo": [[2, 2]]}
    match = start(2, flowers=flowers)
    assert (covered(match, 0), covered(match, 1)) == ({(5, 1)}, {(3, 3), (3, 4)})
    assert covered(start(1, flowers=flowers)) == {(2, 2)}
    for layout in ({}, {"columns": [1, 2, 3]}, {"columns": [1, 1, 2, 3, 4, 5]}, {"columns": 7}):
        with pytest.raises(BadOption, match="faces 1 to 6"):
            start(2, layout=layout)
    nonsense: list[dict[str, Any]] = [{}, {"fields": [[], []]}]
    for bad in nonsense:
        with pytest.raises(BadOption, match="four lists"):
            start(2, flowers=bad)
    for space in ([6, 1], [1, 8], [0, 1], [1], "x"):
        with pytest.raises(BadOption, match="row, column"):
            start(2, flowers={"fields": [[space], [], [], []]})
    with pytest.raises(BadOption, match="win the game"):
        start(2, flowers={"fields": [[[5, 1], [5, 2], [5, 3]], [], [], []]})
    with pytest.raises(BadOption, match="'colums'"):
        start(2, layout={"columns": [1, 2, 3, 4, 5, 6], "colums": []})
    with pytest.raises(BadOption, match="'field'"):
        start(1, flowers={"solo": [], "field": []})
    with pytest.raises(BadOption, match="twice"):
        start(1, flowers={"solo": [[1, 1], [1, 1]]})


@pytest.mark.parametrize("solo", [[[5, 1], [5, 2]], [[5, 1], [5, 3]], [[5, 1], [5, 4], [5, 7]], [[4, c] for c in range(1, 7)]])
def test_solo_flowers_that_a_carried_tulip_would_make_a_won_field_are_refused(solo: list[list[int]]) -> None:
    with pytest.raises(BadOption, match="carried over"):
        start(1, flowers={"solo": solo})
    flowers = [solo, [], [], []]
    assert covered(start(2, flowers={"fields": flowers})) == {(r, c) for r, c in solo}, "in a race nothing is carried over"


# 1 Roll the dice and gain new tulips


def test_three_rolls_and_any_dice_kept_or_rerolled_freely() -> None:
    match = start(2, "3 3 1 5", "2 6", "1 1")
    assert match.view(0).dice == [1, 3, 3, 5]
    match.play(0, Keep((3, 3), roll=2))
    assert match.view(0).dice == [2, 3, 3, 6]
    match.play(0, Keep((2, 6), roll=2))  # what was kept before may be rolled now
    view = match.view(0)
    assert (view.dice, view.rolls, view.phase) == ([1, 1, 2, 6], 3, "pay")
    assert Keep((1, 1), roll=2) not in legal(match, 0)


def test_a_reroll_is_of_at_least_one_die_and_equal_keeps_appear_once() -> None:
    match = start(2, "3 3 3 1")
    assert Counter(legal(match, 0)) == Counter(
        [
            Stop(),
            RollAll(4),
            Keep((1,), roll=3),
            Keep((3,), roll=3),
            Keep((3, 3), roll=2),
            Keep((3, 3, 3), roll=1),
            Keep((1, 3), roll=2),
            Keep((1, 3, 3), roll=1),
        ]
    )


def test_keeps_of_every_handful_are_all_its_parts_once() -> None:
    for number in range(dice.HANDFULS):
        counts = dice.COUNTS[number].tolist()
        keeps = dice.KEEPS[dice.KEEPS_FROM[number] : dice.KEEPS_FROM[number + 1]].tolist()
        if 4 <= sum(counts) <= 7:
            parts = {tuple(dice.COUNTS[keep].tolist()) for keep in keeps}
            assert len(parts) == len(keeps) == np.prod([n + 1 for n in counts]) - 1
            assert all(part[f] <= counts[f] for part in parts for f in range(6))
            assert tuple(counts) not in parts
    assert dice.HANDFULS == 1716
    assert [dice.handful(int(p)) for p in dice.PACKED] == list(range(1716))


@pytest.mark.parametrize("number", range(8))
def test_every_roll_is_one_outcome_and_its_words_lead_back(number: int) -> None:
    chooser = random.Random(number)
    for roll in range(6**number) if number <= 4 else [chooser.randrange(6**number) for _ in range(500)]:
        shown = dice.roll_faces(number, roll)
        assert len(shown) == number
        assert dice.roll_of_faces(shown) == roll
        assert dice.faces(int(dice.rolled(number, roll))) == sorted(shown)
    assert dice.ROLLS[number] == 6**number


def test_outcomes_that_can_not_be_are_refused() -> None:
    match = start(2)
    for roll in ("1 2 3", "1 2 3 4 5", "1 2 3 7", "0 1 2 3", "a b c d", ""):
        with pytest.raises(BadChance):
            match.give("dice", roll)
    match.give("dice", "6  1 2 2")
    assert match.view(0).dice == [1, 2, 2, 6]


def test_example_marieke_turns_two_start_tulips_for_a_fourth_roll() -> None:
    match = start(2, "1 2 4 6", "1 2 4 6", "1 2 4 6", "6 6 6")
    match.play(0, RollAll(4))
    match.play(0, RollAll(4))
    assert legal(match, 0) == [Stop(), *(Turn(at(*space)) for space in sorted(FLOWERS[0]))]
    match.play(0, Turn(at(1, 4)))
    assert legal(match, 0) == [Turn(at(1, 6)), Turn(at(1, 7))]
    match.play(0, Turn(at(1, 7)))
    assert Stop() not in legal(match, 0), "who has paid rolls"
    match.play(0, Keep((6,), roll=3))
    view = match.view(0)
    assert (view.rolls, view.phase) == (4, "place"), "one tulip is left to turn: no fifth roll"
    assert view.seats[0].rows[0] == "...$.T$"
    assert covered(match) == FLOWERS[0], "turned tulips stay where they are"


def test_a_fourth_and_a_fifth_roll_and_no_sixth() -> None:
    field = {(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)}
    match = position(2, {0: field}, rules.PAY, "1246")
    match.given = {"dice": ["1 2 3 5", "1 2 3 5"]}
    for roll in (4, 5):
        for column in (2 * roll - 7, 2 * roll - 6):
            match.play(0, Turn(at(1, column)))
        match.play(0, RollAll(4))
        assert match.view(0).rolls == roll
    assert match.view(0).phase == "place"


def test_tulips_above_the_field_can_pay_and_turned_or_tiled_ones_can_not() -> None:
    match = position(2, {0: {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (5, 1)}}, rules.PAY, "1246")
    s = row(match.states)
    s.tiled[0] = bits({(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)})
    s.above[0], s.above_turned[0] = 3, 2
    assert match.view(0).seats[0].to_turn == 2
    assert legal(match, 0) == [Stop(), Turn(at(5, 1)), TurnAbove()]
    match.play(0, TurnAbove())
    assert (s.above[0], s.above_turned[0]) == (3, 3)
    assert legal(match, 0) == [Turn(at(5, 1))]


@pytest.mark.parametrize(
    ("up", "above", "turned", "may"),
    [
        (0, 0, 0, False),
        (1, 0, 0, False),
        (2, 0, 0, True),
        (1, 1, 0, True),
        (0, 2, 0, True),
        (0, 2, 1, False),
        (1, 2, 2, False),
        (0, 1, 0, False),
        (9, 0, 0, True),
    ],
)
def test_two_tulips_are_needed_to_buy_a_roll(up: int, above: int, turned: int, may: bool) -> None:
    match = position(2, {0: set(ALL[:up])})
    s = row(match.states)
    s.above[0], s.above_turned[0] = above, turned
    assert bool(rules.may_pay(s, 0)) == may
    s.rolls = 5
    assert not rules.may_pay(s, 0)


def test_stopping_early_goes_on_to_placing() -> None:
    match = start(2, "1 2 3 4")
    match.play(0, Stop())
    assert match.view(0).phase == "place"


# Where can you put your tulips?


def fitting(shown: tuple[int, ...], layout: str) -> Spaces:
    """The spaces that dice fit, straight from the rulebook's words."""
    fit = set()
    for r, c in ALL:
        if c == 4:
            fits = any(all(int(face) in shown for face in run) for run in RUNS[r])
        else:
            fits = shown.count(FACES[layout][c]) >= ALIKE[r]
        if fits or max(shown.count(face) for face in shown) >= 6:
            fit.add((r, c))
    return fit


@pytest.mark.parametrize("layout", ["rulebook", "reviews"])
def test_every_space_s_requirement_by_all_results_of_the_dice(layout: str) -> None:
    s = row(start(2, layout=layout).states)
    for number in range(4, 8):
        for counts in product(range(number + 1), repeat=6):
            if sum(counts) == number:
                shown = tuple(face + 1 for face in range(6) for _ in range(counts[face]))
                assert spaces(rules.fitting_spaces(s, packed(shown))) == fitting(shown, layout)


def test_example_marieke_three_ones_fit_the_top_three_rows_of_the_second_column() -> None:
    match = start(2, "1 1 1 5")
    assert match.view(0).columns == [2, 1, 3, 0, 4, 6, 5]
    match.play(0, Stop())
    assert legal(match, 0) == [Plant(at(r, 2)) for r in (1, 2, 3)]


def test_the_columns_of_two_reviews_are_an_option() -> None:
    match = start(2, "1 1 1 5", layout="reviews")
    assert match.view(0).columns == [1, 2, 3, 0, 4, 5, 6]
    match.play(0, Stop())
    assert legal(match, 0) == [Plant(at(r, 1)) for r in (1, 2, 3)]


def test_the_pages_of_rules_show_the_columns_that_a_table_has() -> None:
    for name in ("rules.md", "rules.de.md", "rules.fr.md"):
        lines = (GAME.folder / name).read_text(encoding="utf-8").splitlines()
        heads = next([cell.strip() for cell in line.split("|")] for line in lines if line.count("|") == 9)
        assert [heads[c + 1] for c in range(1, 8) if c != 4] == [str(FACES["rulebook"][c]) for c in range(1, 8) if c != 4]
        for r in ALIKE:
            cells = [" ".join([str(face)] * ALIKE[r]) for face in FACES["rulebook"].values()]
            assert any(line.startswith(f"| {r} | {' | '.join(cells[:3])} | ") for line in lines), (name, r)
            assert any(line.startswith(f"| {r} | ") and line.endswith(f" | {' | '.join(cells[3:])} |") for line in lines)


def test_example_floris_1234_fits_the_top_or_the_third_row_of_the_middle_column() -> None:
    match = position(2, {0: set()}, shown="1234")
    assert legal(match, 0) == [Plant(at(r, 4)) for r in (1, 3)]


def test_six_or_seven_alike_fit_any_empty_space() -> None:
    for shown in ("444444", "4444441", "4444444"):
        match = position(2, {0: {(1, 1), (5, 5)}}, shown=shown)
        assert legal(match, 0) == [Plant(at(*s)) for s in ALL if s not in {(1, 1), (5, 5)}]
    assert len(legal(position(2, {0: set()}, shown="444441"), 0)) == 5


def test_above_the_field_only_if_no_space_fits() -> None:
    match = position(2, {0: {(1, 2)}}, shown="1156")
    assert legal(match, 0) == [LayAbove()]
    match.play(0, LayAbove())
    seat = match.view(0).seats[0]
    assert (seat.above, seat.tulips, covered(match)) == (1, 2, {(1, 2)})
    assert LayAbove() not in legal(position(2, {0: set()}, shown="1156"), 0)


def test_exactly_one_tulip_a_turn_then_the_neighbour_to_the_left() -> None:
    match = start(3, "1 1 2 6")
    match.play(0, Stop())
    match.play(0, Plant(at(1, 2)))
    assert covered(match) == FLOWERS[0] | {(1, 2)}
    assert row(match.states).turn == 1
    assert match.awaits == "dice"


# 2 Gain more dice


def lines(rows: int) -> list[Spaces]:
    """All straight lines through the first rows: down, or along a diagonal."""
    found = []
    for c in range(1, 8):
        for step in (-1, 0, 1):
            line = {(r, c + step * (r - 1)) for r in range(1, rows + 1)}
            if all(1 <= column <= 7 for _, column in line):
                found.append(line)
    return found


def dice_by_lines(field: Spaces) -> int:
    return max([4] + [rows + 2 for rows in (3, 4, 5) if any(line <= field for line in lines(rows))])


def test_dice_of_every_line_and_of_no_line_with_a_gap() -> None:
    assert [len(lines(rows)) for rows in (3, 4, 5)] == [7 + 10, 7 + 8, 7 + 6]
    for rows in (3, 4, 5):
        for line in lines(rows):
            assert rules.dice_earned(bits(line)) == rows + 2
            for space in line:
                assert rules.dice_earned(bits(line - {space})) == max(4, space[0] - 1 + 2 if space[0] > 3 else 4)


def test_dice_of_random_fields() -> None:
    chooser = random.Random(1)
    for _ in range(4000):
        field = set(chooser.sample(ALL, chooser.randint(0, 30)))
        assert rules.dice_earned(bits(field)) == dice_by_lines(field)


def test_horizontal_lines_and_bent_ones_give_no_dice() -> None:
    assert rules.dice_earned(bits({(1, c) for c in range(1, 8)})) == 4
    assert rules.dice_earned(bits({(1, 1), (2, 2), (3, 1)})) == 4
    assert rules.dice_earned(bits({(2, 1), (3, 1), (4, 1), (5, 1)})) == 4
    assert rules.dice_earned(bits({(1, 1), (2, 1), (3, 1), (4, 2)})) == 5


@pytest.mark.parametrize("field", [{(1, 5), (2, 4)}, {(1, 4), (2, 4)}])
def test_examples_a_fifth_die_from_the_next_turn_on(field: Spaces) -> None:
    last = (3, 3) if (1, 5) in field else (3, 4)
    match = position(2, {0: field}, shown="3331" if last == (3, 3) else "1234")
    row(match.states).turned[0] = bits(field)  # whether turned or not
    match.play(0, Plant(at(*last)))
    assert match.view(0).seats[0].dice == 5
    match.give("dice", "1 2 4 6")
    assert len(match.view(0).dice) == 4, "the other seat's turn"
    match.play(1, Stop())
    match.play(1, legal(match, 1)[0])
    match.give("dice", "1 2 4 6 6")
    assert len(match.view(0).dice) == 5


# 3 Gaining and using bonus tiles


def areas() -> list[Spaces]:
    found = []
    for height, width in ((2, 3), (3, 2)):
        for r in range(1, 7 - height):
            for c in range(1, 9 - width):
                found.append({(r + i, c + j) for i in range(height) for j in range(width)})
    return found


def tile_on(area: Spaces) -> LayTile:
    return LayTile(tuple(sorted({r for r, _ in area})), columns=tuple(sorted({c for _, c in area})))


def test_every_area_can_take_a_tile_and_none_with_a_gap() -> None:
    assert len(areas()) == 4 * 5 + 3 * 6
    for area in areas():
        match = position(2, {0: area}, rules.TILE)
        assert legal(match, 0) == [NoTile(), tile_on(area)]
        for space in area:
            free = bits(area - {space})
            assert rules.flat_places(free) == rules.upright_places(free) == 0


def test_places_of_tiles_on_random_fields() -> None:
    chooser = random.Random(2)
    for _ in range(500):
        field = set(chooser.sample(ALL, chooser.randint(6, 35)))
        tiled = set(chooser.sample(sorted(field), chooser.randint(0, 4)))
        match = position(2, {0: field}, rules.TILE)
        row(match.states).tiled[0] = bits(tiled)
        assert set(legal(match, 0)) == {NoTile(), *(tile_on(area) for area in areas() if area <= field - tiled)}


def test_example_floris_takes_a_tile_and_sets_a_die_to_2_before_rolling() -> None:
    field = {(r, c) for r in (1, 2, 3) for c in (2, 3)} - {(3, 3)} | {(1, 1), (4, 4)}
    match = position(2, {0: field}, shown="33312")
    match.play(0, Plant(at(3, 3)))
    assert match.view(0).phase == "tile"
    match.play(0, LayTile((1, 2, 3), columns=(2, 3)))
    view = match.view(0)
    assert view.supply == 9
    assert [(t.row, t.column, t.rows, t.columns) for t in view.seats[0].tiles] == [(1, 2, 3, 2)]
    assert view.seats[0].to_turn == 2, "covered tulips can't be turned"
    match.give("dice", "1 2 4 6")
    match.play(1, Stop())
    match.play(1, legal(match, 1)[0])
    assert match.view(0).seats[0].dice == 6, "rows 1 to 4 along the diagonal"
    assert legal(match, 0) == [SetDice((face,)) for face in range(1, 7)]
    match.play(0, SetDice((2,)))
    match.give("dice", "1 1 4 5 6")
    assert match.view(0).dice == [1, 1, 2, 4, 5, 6]
    assert Keep((1, 1), roll=4) in legal(match, 0), "from the second roll on it may be rolled like any other"


def test_bonus_dice_are_set_as_one_choice() -> None:
    for tiles, offers in ((1, 6), (2, 21), (3, 56), (4, 126)):
        match = position(2, {0: set()}, rules.SET, number=7, rolls=0)
        row(match.states).bonus[0] = tiles
        moves = legal(match, 0)
        assert len(set(moves)) == offers
        match.play(0, SetDice((5,) * tiles))
        match.give("dice", " ".join(["1"] * (7 - tiles)))
        assert match.view(0).dice == [1] * (7 - tiles) + [5] * tiles
        assert match.view(0).rolls == 1


def test_all_dice_may_be_set_and_then_none_is_rolled_first() -> None:
    match = position(2, {0: set()}, rules.SET, number=4, rolls=0)
    row(match.states).bonus[0] = 4
    match.play(0, SetDice((1, 1, 1, 1)))
    match.give("dice", "no dice")
    assert (match.view(0).rolls, match.view(0).phase) == (1, "rolled")


def test_a_tile_is_optional_and_at_most_one_a_turn_and_may_come_later_even_after_a_tulip_above() -> None:
    field = {(r, c) for r in (1, 2) for c in range(1, 7)} - {(1, 6)}
    match = position(2, {0: field | {(1, 7), (1, 4)}}, shown="6612")
    match.play(0, Plant(at(1, 6)))
    match.play(0, NoTile())
    assert row(match.states).turn == 1
    later = position(2, {0: field | {(1, 4), (1, 6), (1, 7)}}, shown="1156")
    later.play(0, LayAbove())
    assert later.view(0).phase == "tile"
    later.play(0, LayTile((1, 2), columns=(1, 2, 3)))
    assert row(later.states).turn == 1, "one tile, though there is room for another"


def test_no_tile_on_spaces_that_one_covers_already() -> None:
    area = {(r, c) for r in (1, 2) for c in (1, 2, 3)}
    match = position(2, {0: area}, shown="6612")
    row(match.states).tiled[0] = bits(area)
    match.play(0, Plant(at(1, 6)))
    assert row(match.states).turn == 1


def test_no_tile_when_the_ten_are_gone() -> None:
    field = {(r, c) for r in (1, 2) for c in (1, 2, 3)} - {(1, 1)}
    match = position(2, {0: field}, shown="2213", supply=0)
    match.play(0, Plant(at(1, 1)))
    assert row(match.states).turn == 1


def test_no_tile_after_a_winning_placement() -> None:
    field = {(r, c) for r in (4, 5) for c in (1, 2, 3)} - {(5, 1)}
    match = position(2, {0: field}, shown="22222")
    match.play(0, Plant(at(5, 1)))
    assert match.end == "three adjacent tulips in row 5"
    assert match.view(0).seats[0].tiles == []


def test_never_more_than_four_tiles_fit_a_field_that_has_not_won() -> None:
    masks = [bits(area) for area in areas()]

    def most(first: int, taken: int) -> int:
        best = 0
        for i in range(first, len(masks)):
            if not masks[i] & taken and rules.victory(taken | masks[i]) == 0:
                best = max(best, 1 + most(i + 1, taken | masks[i]))
        return best

    assert most(0, 0) == 4 == components.MOST_TILES


# Victory conditions and the end of the game


def test_wins_by_all_sets_of_the_bottom_rows() -> None:
    for count in range(8):
        for columns in combinations(range(1, 8), count):
            adjacent = any({c, c + 1, c + 2} <= set(columns) for c in range(1, 6))
            expected = 2 if adjacent else 3 if count >= 4 else 0
            assert rules.victory(bits((5, c) for c in columns)) == expected
            assert rules.victory(bits((4, c) for c in columns)) == (1 if count == 7 else 0)
    for r in (1, 2, 3):
        assert rules.victory(bits((r, c) for c in range(1, 8))) == 0


@pytest.mark.parametrize(
    ("field", "last", "shown", "end"),
    [
        ({(4, c) for c in range(1, 7)}, (4, 7), "55551", "row 4 is full"),
        ({(5, 1), (5, 3)}, (5, 2), "11111", "three adjacent tulips in row 5"),
        ({(5, 1), (5, 3), (5, 5)}, (5, 7), "55555", "four tulips in row 5"),
    ],
)
def test_three_ways_to_win_at_once(field: Spaces, last: tuple[int, int], shown: str, end: str) -> None:
    match = position(3, {0: field, 1: {(1, 1)}}, shown=shown)
    row(match.states).turned[0] = bits(field)
    row(match.states).tiled[0] = bits(field)
    match.play(0, Plant(at(*last)))
    assert match.end == end
    assert match.winners == [0]
    with pytest.raises(IllegalMove, match="over"):
        match.play(1, Stop())


# Solo play


def solo_round(match: Match, last: tuple[int, int], field: Spaces, above: int = 0) -> None:
    """Finish the round with this field and one more tulip."""
    s = row(match.states)
    s.covered[0], s.above[0], s.tulips[0] = bits(field), above, len(field) + above
    s.number, s.phase, s.rolls, s.chance, s.actors = 5, rules.PLACE, 3, 0, 1
    s.dice = packed(str(FACES["rulebook"][last[1]]) * 5)
    match.play(0, Plant(at(*last)))


def test_solo_three_rounds_with_multicoloured_tulips() -> None:
    match = start(1)
    bottom = {(5, 1), (5, 2)}
    solo_round(match, (5, 3), SOLO | bottom | {(4, 2), (4, 6)}, above=5)
    assert match.view(0).phase == "carry"
    assert match.scores == [12]
    assert legal(match, 0) == [Carry(at(4, c)) for c in (2, 6)]
    match.play(0, Carry(at(4, 6)))
    view = match.view(0)
    assert covered(match) == SOLO | {(4, 6)}
    assert (view.round, view.sums, view.seats[0].tulips, view.seats[0].above) == (2, [12], 3, 0)
    row(match.states).turned[0] = bits({(4, 6)})
    assert match.view(0).seats[0].rows[3] == ".....m."
    solo_round(match, (5, 3), SOLO | bottom | {(4, 6)})
    assert legal(match, 0) == [Carry(at(5, c)) for c in (1, 2, 3)]
    match.play(0, Carry(at(5, 2)))
    assert covered(match) == SOLO | {(4, 6), (5, 2)}
    assert match.view(0).seats[0].rows[3:] == [".....M.", ".M....."], "turned back to the tulip side"
    assert match.scores == [12 + 6 + 4]
    solo_round(match, (5, 3), SOLO | bottom | {(4, 6)})
    assert match.view(0).sums == [12, 6, 6]
    assert match.scores == [24]
    assert match.end == "a total of 42 tulips or fewer, outstanding"


def test_solo_without_a_tulip_in_the_row_nothing_is_carried() -> None:
    match = start(1)
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2)})
    assert (match.view(0).round, covered(match)) == (2, SOLO)
    solo_round(match, (4, 7), SOLO | {(4, c) for c in range(1, 7)})
    assert (match.view(0).round, covered(match)) == (3, SOLO)


def test_solo_round_two_a_tulip_of_row_4_is_replaced_if_there_is_one() -> None:
    match = start(1)
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2), (4, 5)})
    assert legal(match, 0) == [Carry(at(4, 5))], "if there is one alone, it is that one"
    with pytest.raises(IllegalMove, match="the only move is"):
        match.play(0, CarryNone())
    with pytest.raises(IllegalMove):
        match.play(0, rules.CARRY_NONE)
    match.play(0, Carry(at(4, 5)))
    assert covered(match) == SOLO | {(4, 5)}, "the second round starts with three tulips"


def test_solo_round_three_a_tulip_of_row_5_is_replaced_if_there_is_one() -> None:
    match = start(1)
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2)})
    solo_round(match, (4, 7), SOLO | {(4, c) for c in range(1, 7)} | {(5, 6)})
    assert legal(match, 0) == [Carry(at(5, 6))]
    match.play(0, Carry(at(5, 6)))
    assert covered(match) == SOLO | {(5, 6)}


def test_solo_in_either_round_declining_is_an_option() -> None:
    match = start(1, may_decline=True)
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2), (4, 2), (4, 6)})
    assert legal(match, 0) == [CarryNone(), *(Carry(at(4, c)) for c in (2, 6))]
    match.play(0, CarryNone())
    assert (match.view(0).round, covered(match)) == (2, SOLO)
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2)})
    assert legal(match, 0) == [CarryNone(), *(Carry(at(5, c)) for c in (1, 2, 3))]
    match.play(0, CarryNone())
    assert (match.view(0).round, covered(match)) == (3, SOLO)


def test_solo_everything_but_the_multicoloured_tulip_starts_afresh() -> None:
    match = start(1)
    s = row(match.states)
    s.bonus[0], s.supply, s.tiled[0], s.turned[0], s.above_turned[0] = 1, 9, 3, 7, 2
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2), (4, 1)}, above=2)
    match.play(0, Carry(at(4, 1)))
    assert covered(match) == SOLO | {(4, 1)}
    assert (s.bonus[0], s.supply, s.tiled[0], s.turned[0], s.above[0], s.above_turned[0]) == (0, 10, 0, 0, 0, 0)
    assert (s.number, match.awaits) == (4, "dice")


@pytest.mark.parametrize(
    ("total", "end"),
    [
        (42, "42 tulips or fewer"),
        (43, "50 tulips or fewer"),
        (50, "50 tulips or fewer"),
        (51, "60 tulips or fewer"),
        (60, "60 tulips or fewer"),
        (61, "more than 60"),
    ],
)
def test_solo_grades(total: int, end: str) -> None:
    match = start(1)
    s = row(match.states)
    s.round, s.sums[0], s.sums[1] = 2, 10, 10
    solo_round(match, (5, 3), SOLO | {(5, 1), (5, 2)}, above=total - 20 - 5)
    assert match.scores == [total]
    assert match.winners == ([0] if total <= 60 else [])
    assert end in str(match.end)


# Along random games


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_tulips_tiles_and_dice_add_up_along_random_games(seats: int) -> None:
    for states in positions(GAME, seats, seats, every=3):
        s = row(states)
        assert s.supply + sum(s.bonus[p] for p in range(seats)) == 10
        for p in range(seats):
            held = [components.AREA[s.tile[p, i]] for i in range(s.bonus[p])]
            assert s.tulips[p] == s.covered[p].bit_count() + s.above[p]
            assert s.tiled[p] == sum(held)
            assert s.tiled[p] & ~s.covered[p] == 0
            assert s.turned[p] & ~s.covered[p] == 0
            assert 0 <= s.above_turned[p] <= s.above[p]
            assert s.bonus[p] <= rules.dice_earned(s.covered[p])
        if not s.chance and s.phase in (rules.ROLLED, rules.PAY, rules.PLACE):
            assert len(dice.faces(s.dice)) == s.number


def test_every_end_of_the_race_comes_about() -> None:
    states = GAME.batch(100, 2)
    states.play_out()
    ends = {GAME.ends[end - 1] for end in states.states["end"]}
    assert ends == {"row 4 is full", "three adjacent tulips in row 5", "four tulips in row 5"}


def test_the_record_is_small() -> None:
    assert State.dtype.itemsize <= 512


def test_words_of_dice() -> None:
    s = row(start(2).states)
    assert moves.find_outcome(s, "1 2 3 4") == 0 + 6 + 2 * 36 + 3 * 216
    assert moves.outcome(s, 0).notation() == "1 1 1 1"
