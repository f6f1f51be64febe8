"""Learning habits from a search's own choices."""

import shlex
import tomllib
from pathlib import Path

import numpy as np
import pytest

from tulips.cli import main
from tulips.engine.habits import BITS, read_weights
from tulips.games.tulipmania_1637 import habits
from tulips.lab.habits import DECIDED, Decisions, SelfPlay, agreement, fitted, joined

NUMBER = 8


def decisions_by(weights: np.ndarray, number: int) -> Decisions:
    """Decisions among three moves, each with two weights, tried as often as the weights say."""
    chance = np.random.default_rng(4)
    first, second = chance.integers(1, 5, (number, 3)), chance.integers(5, NUMBER, (number, 3))
    appeal = weights[first] + weights[second]
    tries = np.exp(appeal / DECIDED)
    return Decisions(np.full(number, 3), (first | second << BITS).ravel(), 100 * tries.ravel())


def test_weights_are_found_again_in_choices_that_were_made_by_them() -> None:
    weights = np.array([0.0, 1.0, -1.0, 0.5, -0.5, 0.3, -0.3, 0.0])
    decisions = decisions_by(weights, 4000)
    found = fitted(decisions, NUMBER, ridge=0.01)
    assert found[0] == 0
    assert found[1:5] - found[1:5].mean() == pytest.approx(weights[1:5] - weights[1:5].mean(), abs=0.02)
    assert found[5:] - found[5:].mean() == pytest.approx(weights[5:] - weights[5:].mean(), abs=0.02)
    assert agreement(decisions, found) > 0.99
    assert agreement(decisions, -found) < 0.2


def test_a_strong_ridge_keeps_weights_small() -> None:
    decisions = decisions_by(np.array([0.0, 1.0, -1.0, 0.5, -0.5, 0.3, -0.3, 0.0]), 200)
    assert np.abs(fitted(decisions, NUMBER, ridge=1e4)).max() < 0.05


def test_games_are_the_same_wherever_they_are_played() -> None:
    play = SelfPlay("tulipmania-1637", 20, "again")
    whole, parts = play(0, 3), joined([play(0, 1), play(1, 2)])
    for name in Decisions.__struct_fields__:
        assert np.array_equal(getattr(whole, name), getattr(parts, name))
    assert (whole.moves > 1).all()
    assert whole.tries.sum() == 20 * len(whole.moves)


def test_training_writes_what_it_has_learned_and_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(habits, "FILE", tmp_path / "habits.toml")
    assert main(["train", "tulipmania-1637", "--games", "3", "--iterations", "30", "--seed", 'a"gain']) == 0
    assert "decisions of 3 games; in " in capsys.readouterr().out
    learned = read_weights(tmp_path / "habits.toml", 0)
    assert len(learned) == len(habits.WEIGHTS)
    assert learned[habits.VOID] == habits.NEVER[habits.VOID]
    assert np.abs(learned).max() == -learned[habits.VOID]
    assert (learned != 0).sum() > 50
    words = shlex.split(tomllib.loads((tmp_path / "habits.toml").read_text(encoding="utf-8"))["made_by"])
    how = ["--games", "3", "--iterations", "30", "--ridge", "2.0", "--seed", 'a"gain']
    assert words == ["tulips", "train", "tulipmania-1637", *how]


@pytest.mark.parametrize("dial", ["--iterations", "--jobs"])
def test_training_with_nothing_is_refused(dial: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "tulipmania-1637", dial, "0"])
    assert "it must be a whole number above 0, not 0" in capsys.readouterr().err
