"""What searching bots lose beside a very long search."""

import json
from typing import Any

import numpy as np
import pytest

import tulips
from tulips import bots
from tulips.cli import main
from tulips.engine.errors import TulipsError, UnknownBot
from tulips.lab import regret
from tulips.lab.regret import Positions, curve, decisions, regrets

pytestmark = pytest.mark.slow

GAME = tulips.game("gift-of-tulips")


def test_every_choice_of_a_game_is_met_once() -> None:
    met = decisions(GAME, 3, "a game")
    assert {seat for _, seat in met} == {0, 1, 2}
    assert all(len(GAME.moves(states, seat)) > 1 for states, seat in met)
    assert len({states.tobytes() for states, _ in met}) == len(met)


def test_positions_are_the_same_wherever_they_are_looked_at() -> None:
    look = Positions(GAME.name, 3, ["master@5", "random"], 50, "again")
    assert np.array_equal(look(0, 4), np.concatenate([look(0, 1), look(1, 3)]))


def test_a_choice_loses_what_the_long_search_s_own_choice_brought_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for the long search that tried the last move most, though another, seldom tried, brought more."""

    def worth(game: Any, states: Any, seat: int, iterations: int, seed: str) -> dict[int, tuple[int, float]]:
        moves = game.moves(states, seat)
        return {move: (100 if move == moves[-1] else 3, 0.9 if move == moves[0] else 0.4) for move in moves}

    monkeypatch.setattr(regret, "worth_of_moves", worth)
    monkeypatch.setattr(bots, "choose", lambda game, states, seat, bot, seed: game.moves(states, seat)[int(bot)])
    states = GAME.batch(1, 3, 1).states
    while states["chance"][0]:
        GAME.settle(states, GAME.draw(states))
    seat = GAME.actors(states)[0]
    monkeypatch.setattr(regret, "decisions", lambda game, seats, seed: [(states, seat)] * 6)
    assert Positions(GAME.name, 3, ["-1", "0"], 1, "")(0, 1).tolist() == [[2, 0, pytest.approx(-0.5), 1, 1]]


def test_who_goes_by_noise_does_not_choose_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(game: Any, states: Any, seat: int, bot: str, seed: int) -> int:
        moves: list[int] = game.moves(states, seat)
        return moves[0] if bot == "sure" else moves[seed % len(moves)]

    met = decisions(GAME, 3, "a game")
    monkeypatch.setattr(regret, "decisions", lambda game, seats, seed: met)
    monkeypatch.setattr(bots, "choose", choose)
    sure, fickle = Positions(GAME.name, 3, ["sure", "fickle"], 50, "again")(0, 40)[:, 3:].mean(axis=0)
    assert sure == 1
    assert 0 < fickle < 0.6


def test_who_thinks_longer_loses_less_and_chance_loses_much() -> None:
    found = regrets(GAME, 40, 3, ["random", "master@20", "master@2000"], 20_000)
    random, little, much = (bot.loss for bot in found.bots)
    assert random is not None and little is not None and much is not None
    assert random.a_choice > 3 * little.a_choice > 3 * much.a_choice
    assert random.low < random.a_choice < random.high
    assert random.a_game == pytest.approx(random.a_choice * found.choices, rel=0.2)
    by_chance, after_little, after_much = (bot.alike for bot in found.bots)
    assert 0.05 < by_chance < 0.5 < after_much < 1
    assert after_little < after_much


def test_what_the_long_search_never_tried_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    short = regrets(GAME, 5, 3, ["random"], 1).bots[0]
    assert short.loss is None
    assert 0 <= short.alike <= 1
    words = ["regret", GAME.name, "--positions", "5", "--iterations", "1", "--seats", "3", "--jobs", "1", "--bot", "random"]
    assert main(words) == 0
    assert "give it more --iterations" in capsys.readouterr().out


def test_the_curve_is_around_the_master_s_thought() -> None:
    assert curve(tulips.game("gift-of-tulips")) == ["master@250", "master@1000", "master@4000", "master@16000", "master@64000"]


def test_what_can_t_be_told_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownBot, match="In Tulpenfieber master does not search"):
        regrets(tulips.game("tulpenfieber"), 1, 2, ["greedy"], 10)
    with pytest.raises(TulipsError, match="0 positions"):
        regrets(GAME, 0, 3, ["random"], 10)
    with pytest.raises(UnknownBot, match="no bot called"):
        regrets(GAME, 1, 3, ["nobody"], 10)


def test_the_regret_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["regret", GAME.name, "--positions", "2", "--iterations", "100", "--seats", "2", "--jobs", "1", "--bot", "master@9"]
    assert main(words) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "2 positions of 2 players, seed 0, beside a search of 100 iterations" in shown
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["positions"] == 2
    assert told["bots"][0]["bot"] == "master@9"
    assert main(["regret", "tulpenfieber"]) == 2
    assert "does not search" in capsys.readouterr().err
