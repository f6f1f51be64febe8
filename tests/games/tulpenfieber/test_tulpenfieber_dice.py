"""Dice play of Tulpenfieber: the odds of the sheet, the solver against brute force."""

import functools
import random
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import tulips
from tulips import bots
from tulips.engine.compile.kernel import Kernel
from tulips.engine.state.state import row
from tulips.games.tulpenfieber import dice, rules
from tulips.games.tulpenfieber.greedy import NO_AIM, best_later_rounds, make_plan, tulip_to_carry
from tulips.games.tulpenfieber.moves import Keep
from tulips.games.tulpenfieber.odds import RUN, odds, of_space
from tulips.games.tulpenfieber.solver import PLACE_OF, solve
from tulips.games.tulpenfieber.value import WEIGHTS
from tulips.lab.arena import contest

GAME = tulips.game("tulpenfieber")

# Within three rolls, for a named kind of 2, 3, 4, 5 and the runs of rows 1 to 5
NAMED = {
    4: [0.561, 0.205, 0.032, 0, 0.774, 0.280, 0.205, 0, 0],
    5: [0.699, 0.355, 0.104, 0.013, 0.916, 0.541, 0.448, 0.261, 0],
    6: [0.798, 0.500, 0.210, 0.052, 0.971, 0.726, 0.644, 0.518, 0.197],
    7: [0.867, 0.626, 0.332, 0.118, 0.991, 0.840, 0.779, 0.707, 0.437],
}
# The same for filling a space: six or seven alike fit anywhere
FILLING = {
    6: [0.7985, 0.5001, 0.2117, 0.0586, 0.9715, 0.7256, 0.6439, 0.5179, 0.1978],
    7: [0.8679, 0.6276, 0.3414, 0.1493, 0.9908, 0.8404, 0.7796, 0.7075, 0.4406],
}
KINDS = {2: 0, 3: 1, 4: 3, 5: 4}  # a row that asks for so many alike


def nine(number: int, named: bool) -> list[list[float]]:
    """The odds of the sheet's nine columns, for each face where there is one."""
    table = odds(number, 3, named)
    kinds = [[of_space(table, 0, KINDS[alike], face) for face in range(6)] for alike in (2, 3, 4, 5)]
    return kinds + [[of_space(table, 0, r, RUN)] for r in range(5)]


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_odds_of_named_kinds_and_runs_are_those_of_the_sheet(number: int) -> None:
    for column, expected in zip(nine(number, named=True), NAMED[number], strict=True):
        assert column == pytest.approx([expected] * len(column), abs=0.0006)


@pytest.mark.parametrize("number", [6, 7])
def test_odds_of_filling_a_space_are_those_of_the_sheet(number: int) -> None:
    for column, expected in zip(nine(number, named=False), FILLING[number], strict=True):
        assert column == pytest.approx([expected] * len(column), abs=0.00006)


def test_odds_of_a_kind_by_the_binomial_formula() -> None:
    """A die that shows the face is kept, so after three rolls it shows it with 1 - (5/6)³."""
    p = 1 - (5 / 6) ** 3
    for number, alike in ((4, 2), (5, 3), (4, 4), (5, 5)):
        expected = sum(
            len(list(combinations(range(number), k))) * p**k * (1 - p) ** (number - k) for k in range(alike, number + 1)
        )
        assert of_space(odds(number, 3), 0, KINDS[alike], 2) == pytest.approx(expected)


def test_hints_tell_the_odds_of_what_is_kept() -> None:
    match = GAME.match(2, given={"dice": ["3 3 3 1"]}, options={"first": 1})
    hints = {choice.what: str(choice.preview.summary) for choice in match.offers(0)}
    assert hints[Keep((3, 3, 3), roll=1)].endswith("3s in row 2: certain, 3s in row 3: certain, 3s in row 4: 3 in 10")


# The solver


def solution(number: int, ending: Any, most_rolls: int) -> Any:
    """A scratch with what turns are worth by rolls paid and handful, solved."""
    m = GAME.scratch()
    m["ending"][0] = np.concatenate([[worth[n] for n in dice.OF_SIZE] for worth in ending])
    kernel()(m, number, 1, most_rolls)
    return m[0]


def solve_all(m: Any, number: int, first_roll: int, most_rolls: int) -> None:
    """The solver as a kernel."""
    solve(m[0], number, first_roll, most_rolls)


@functools.cache
def kernel() -> Kernel:
    return GAME.specialise(solve_all, label="test")


def brute_force(number: int, ending: list[list[float]], most_rolls: int) -> Any:
    """What it is worth to keep some dice for a roll, by trying every result and every subset."""

    @functools.cache
    def after(roll: int, shown: tuple[int, ...]) -> float:
        best = ending[max(roll - 3, 0)][number_of(shown)]
        if roll < most_rolls:
            parts = {kept for size in range(number) for kept in combinations(shown, size)}
            best = max([best, *(keeping(roll + 1, kept) for kept in parts)])
        return best

    @functools.cache
    def keeping(roll: int, kept: tuple[int, ...]) -> float:
        rolls = list(product(range(1, 7), repeat=number - len(kept)))
        return sum(after(roll, tuple(sorted(kept + rolled))) for rolled in rolls) / len(rolls)

    return keeping


def number_of(shown: tuple[int, ...]) -> int:
    return int(dice.handful(sum(1 << 3 * (face - 1) for face in shown)))


@pytest.mark.parametrize(("number", "most_rolls"), [(1, 5), (2, 3), (3, 4), (3, 5), (4, 5)])
def test_the_solver_equals_brute_force_with_few_dice(number: int, most_rolls: int) -> None:
    chooser = random.Random(number)
    ending = [[chooser.random() - 0.2 * paid for _ in range(dice.HANDFULS)] for paid in range(3)]
    m = solution(number, ending, most_rolls)
    keeping = brute_force(number, ending, most_rolls)
    for roll in range(1, most_rolls + 1):
        for size in range(number):
            for kept in {tuple(sorted(kept)) for kept in product(range(1, 7), repeat=size)}:
                place = PLACE_OF[number_of(kept)]
                assert m["worth"][roll * dice.HANDFULS + place] == pytest.approx(keeping(roll, kept))


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_the_solver_gives_the_odds_of_the_sheet(number: int) -> None:
    for column, expected in enumerate(NAMED[number]):
        targets = [["22"], ["222"], ["2222"], ["22222"], ["123", "234", "345", "456"], ["2345", "3456"], ["1234"]]
        targets += [["12345", "23456"], ["123456"]]
        ending = [[0.0] * dice.HANDFULS for _ in range(3)]
        for handful in range(dice.HANDFULS):
            counts = dice.COUNTS[handful]
            ending[0][handful] = any(all(counts[int(f) - 1] >= run.count(f) for f in run) for run in targets[column])
        assert solution(number, ending, 3)["worth"][dice.HANDFULS] == pytest.approx(expected, abs=0.0006)


def test_a_whole_turn_with_seven_dice_is_decided() -> None:
    """The largest plan there is; `bench/decisions.py` measures how long it takes."""
    match = GAME.match(2, given={"dice": ["1 2 4 6"]}, options={"first": 1})
    s = row(match.states)
    s.covered[0] = sum(1 << 7 * r + 3 for r in range(5)) | 0b1010101
    s.number, s.dice = 7, sum(1 << 3 * (face - 1) for face in (1, 2, 2, 4, 5, 6, 6))
    assert bots.choose(GAME, match.states, 0, "greedy", 0) in GAME.moves(match.states, 0)


@pytest.mark.slow
def test_the_planned_worth_of_a_turn_is_what_it_comes_to_on_average() -> None:
    """Play one turn many times by the plan: the mean of what it ends with is what the solver said before."""
    match = GAME.match(1, seed=1)
    m = GAME.scratch()
    planned(match.states, m)
    worth = float(m["worth_now"][0])
    ended = [end_of_turn(match.states, key) for key in range(1500)]
    assert np.mean(ended) == pytest.approx(worth, abs=4 * np.std(ended) / len(ended) ** 0.5)


def plan_all(states: Any, m: Any) -> None:
    """A plan for the seat's turn as a kernel."""
    make_plan(WEIGHTS, states[0], 0, m[0], NO_AIM)


def planned(states: Any, m: Any) -> None:
    plan_kernel()(states, m)


@functools.cache
def plan_kernel() -> Kernel:
    return GAME.specialise(plan_all, label="test")


def end_of_turn(states: Any, key: int) -> float:
    """What a turn came to that is played from before its first roll."""
    states = GAME.set_up(1)
    states["key"] = (key, 7)
    m = GAME.scratch()
    while True:
        while GAME.chance(states):
            GAME.settle(states, GAME.draw(states))
        move = bots.choose(GAME, states, 0, "greedy", 0)
        s = row(states)
        if s.phase == rules.PLACE:
            planned(states, m)
            paid = max(s.rolls - 3, 0)
            return float(m["space"][0][paid * 36 + move - rules.PLANT])
        GAME.apply(states, 0, move)


# The bot


@pytest.mark.slow
def test_the_solo_bot_needs_no_more_than_48_tulips_and_42_in_a_quarter_of_its_games() -> None:
    totals = bots.play_games(GAME, GAME.set_up(1), ["greedy"], "solo", 0, 3000).scores[:, 0]
    assert totals.mean() < 48
    assert (totals <= 42).mean() > 0.23


def between_rounds(after: int, field: int, may_decline: bool) -> Any:
    """A solo game in which this field has ended a round."""
    states = GAME.match(1, given={}, options={"may_decline": may_decline}).states
    s = row(states)
    s.covered[0], s.round, s.phase, s.chance, s.actors = field, after, rules.CARRY, 0, 1
    return states


@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("may_decline", [False, True])
def test_the_tulip_to_carry_is_the_same_interpreted_and_one_of_the_right_row(after: int, may_decline: bool) -> None:
    for columns in range(1, 128):
        states = between_rounds(after, columns << 7 * (3 + after), may_decline)
        moves = GAME.move_buffer()
        n = rules.legal_moves(row(states), 0, moves)
        chosen = tulip_to_carry(row(states), 0, moves, n, WEIGHTS)
        assert chosen in moves[:n] and (may_decline or chosen != rules.CARRY_NONE)
        if columns.bit_count() == 1 or columns == 127:
            assert chosen == bots.choose(GAME, states, 0, "greedy", 1)


def test_what_must_be_carried_over_is_never_taken_for_better_than_what_may_be() -> None:
    """With a choice more the rounds to come are worth as much or more; without a tulip in the row there is none to make."""
    for after, columns in product((0, 1), range(128)):
        field = columns << 7 * (3 + after)
        must, may = (best_later_rounds(WEIGHTS, row(between_rounds(after, field, choice)), field) for choice in (False, True))
        assert must >= may if columns else must == may


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["rulebook", "reviews"])
def test_the_bot_plays_as_well_in_either_layout(layout: str) -> None:
    totals = bots.play_games(GAME, GAME.set_up(1, {"layout": layout}), ["greedy"], "layouts", 0, 2000).scores[:, 0]
    assert totals.mean() == pytest.approx(46.8, abs=0.6)  # four standard errors


def test_the_race_bot_wins_in_15_turns_or_fewer() -> None:
    results = bots.play_games(GAME, GAME.set_up(4), ["greedy"] * 4, "race", 0, 500)
    winners = results.standings.argmax(axis=1)
    turns = results.scores[np.arange(500), winners] - 3
    assert turns.mean() <= 15


def test_playing_for_the_odds_of_being_first_is_no_worse_in_a_race_and_another_game() -> None:
    game = tulips.game("tulpenfieber")
    found = {bot.name: bot for bot in contest(game, 1000, 2, ["daring", "greedy"]).bots}
    assert 0.46 < found["daring"].win_share < 0.56
    assert found["daring"].mean_score != found["greedy"].mean_score
