"""The greedy player of Tulip: what it chooses, and how often it wins."""

from typing import Any

import numpy as np
import pytest

from support.tulip_position import COLOURS, TRACK, TULIP, arrange, deal, garden
from tulips import bots
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulip.greedy import AVERAGES
from tulips.games.tulip.moves import Lower, Play, PlayAction, Take

PLAIN = "red orange yellow pink"


def best(match: Match) -> Move:
    seat = match.actors[0]
    move = bots.choose(TULIP, match.states, seat, "greedy", 1)
    return TULIP.kinds.move(row(match.states), seat, move)


def test_greedy_ends_the_game_when_it_leads_and_not_when_it_trails() -> None:
    leading = deal("black red red red", PLAIN, PLAIN)
    arrange(leading, gardens=[{"black": 3, "blue": 5}, {"red": 1}, {"pink": 1}], blacks=3)
    assert best(leading) == Play("black")
    arrange(leading, gardens=[{"red": 1}, {"black": 3, "blue": 5}, {"pink": 1}], blacks=3)
    assert best(leading) != Play("black")


def test_greedy_krashes_a_rival_s_tulips_and_not_its_own() -> None:
    nothing = dict.fromkeys(COLOURS[1:5], 0)
    match = deal("red blue blue blue", PLAIN)
    arrange(match, gardens=[{"red": 3}, {"blue": 3}], prices={"red": 1, "blue": 1} | nothing, krashes=2)
    assert best(match) == Play("blue")
    variation = deal("variation variation variation variation", PLAIN)
    arrange(variation, gardens=[{"red": 3}, {"blue": 3}], prices={"red": 5, "blue": 1} | nothing, krashes=3)
    variation.play(0, PlayAction("variation"))
    assert best(variation) == Lower("blue")


def test_greedy_exchanges_a_cheap_tulip_for_a_dear_one_of_a_rival() -> None:
    match = deal("exchange exchange exchange exchange", PLAIN)
    prices = {"red": 1, "blue": 5} | dict.fromkeys(COLOURS[1:5], 0)
    arrange(match, gardens=[{"red": 1}, {"blue": 1}], prices=prices, krashes=3)
    match.play(0, PlayAction("exchange"))
    match.play(0, best(match))
    match.play(0, best(match))
    assert garden(match, 0)["blue"] == 1
    assert garden(match, 1) == {"red": 1}


def test_greedy_takes_from_the_rival_in_front() -> None:
    match = deal("take red red red", PLAIN, PLAIN)
    arrange(match, gardens=[{"red": 1}, {"pink": 1}, {"black": 3, "pink": 1}], krashes=3)
    match.play(0, PlayAction("take"))
    assert best(match) == Take(2)


@pytest.mark.parametrize("place", [0, 3])
def test_greedy_wins_over_60_percent_against_three_random_players(place: int) -> None:
    players = ["random"] * 4
    players[place] = "greedy"
    results = bots.play_games(TULIP, TULIP.set_up(4), players, "greedy", 0, 10_000)
    best_standing = results.standings.max(axis=1, keepdims=True)
    wins = results.standings == best_standing
    share = (wins / wins.sum(axis=1, keepdims=True))[:, place]
    assert share.mean() - 1.96 * share.std() / 100 > 0.60


def test_what_greedy_expects_of_a_tulip_is_the_average_of_random_games() -> None:
    """Plays random games of four and looks at each colour in every turn: its price then, and what it came to."""
    games = 6000
    chooser = np.random.default_rng(1)
    batch = TULIP.batch(games, 4, seed=1)
    looks: list[tuple[Any, ...]] = []
    while not batch.over.all():
        states = batch.states
        at_turn = (batch.moves()[0] >= 0) & (states["offered"] < 0) & (states["krashes"] < 4) & (states["blacks"] < 4)
        looks.append((at_turn, states["krashes"] * 4 + states["blacks"], states["step"].copy(), states["discard"].copy()))
        _, moves, counts = batch.moves()
        batch.step(moves[np.arange(games), chooser.integers(0, np.maximum(counts, 1))])
    final = np.array(TRACK)[batch.states["step"]]
    sums, seen = np.zeros((16, 10)), np.zeros((16, 10))
    for going_on, at, step, discard in looks:
        rows = np.broadcast_to(at[:, None], step.shape)[going_on]
        kept = (discard == batch.states["discard"])[going_on]
        for column, worth in ((step[going_on], final[going_on]), (step[going_on] + 5, final[going_on] * kept)):
            np.add.at(sums, (rows, column), worth)
            np.add.at(seen, (rows, column), 1)
    often = seen > 3000
    often[:, 9] = False  # a colour at 0 has no tulip on the table
    assert often.sum() > 100
    assert np.abs(sums / np.maximum(seen, 1) - AVERAGES)[often].max() < 0.3
