"""Learning a prior from a search's own choices."""

import shlex
import tomllib
from pathlib import Path

import numpy as np
import pytest

from tulips.bots.search import MoveStats, Thought
from tulips.cli import main
from tulips.engine.logit import BITS, read_weights
from tulips.games.tulipmania_1637 import prior
from tulips.lab.train_prior import DECIDED, Decisions, SelfPlay, agreement, fitted, joined, tries_of

NUMBER = 10
WEIGHTS = np.array([0.0, 1.0, -1.0, 0.5, -0.5, 0.3, -0.3, 0.0, 0.4, -0.4])


def decisions_by(weights: np.ndarray, number: int) -> Decisions:
    """Decisions among three moves, each with three weights, tried as often as the weights say."""
    chance = np.random.default_rng(4)
    first, second, third = (chance.integers(low, high, (number, 3)) for low, high in ((1, 5), (5, 8), (8, NUMBER)))
    tries = np.exp((weights[first] + weights[second] + weights[third]) / DECIDED)
    return Decisions(np.full(number, 3), (first | second << BITS | third << 2 * BITS).ravel(), 100 * tries.ravel())


def test_weights_are_found_again_in_choices_that_were_made_by_them() -> None:
    decisions = decisions_by(WEIGHTS, 4000)
    found = fitted(decisions, NUMBER, ridge=0.01)
    assert found[0] == 0
    for part in (slice(1, 5), slice(5, 8), slice(8, NUMBER)):  # only differences between moves are told
        assert found[part] - found[part].mean() == pytest.approx(WEIGHTS[part] - WEIGHTS[part].mean(), abs=0.02)
    assert agreement(decisions, found) > 0.99
    assert agreement(decisions, -found) < 0.2


def test_a_strong_ridge_keeps_weights_small() -> None:
    decisions = decisions_by(WEIGHTS, 200)
    assert np.abs(fitted(decisions, NUMBER, ridge=1e4)).max() < 0.05


def test_a_move_that_comes_to_another_counts_for_that() -> None:
    """Cards 2 and 4 can't be carried out: they were tried as passes."""
    tried = [MoveStats(move, visits, 0.5, 0.5, 0.0) for move, visits in enumerate((10, 20, 30, 40, 50))]
    thought = Thought(tried, 150, 0, 0.0)
    places = np.array([7, 8, prior.VOID, 9, prior.VOID])
    assert tries_of(thought, places, prior.INSTEAD).tolist() == [90, 20, 0, 40, 0]


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
    monkeypatch.setattr(prior, "FILE", tmp_path / "prior.toml")
    assert main(["train", "tulipmania-1637", "--games", "3", "--iterations", "30", "--seed", 'a"gain']) == 0
    assert "decisions of 3 games; in " in capsys.readouterr().out
    learned = read_weights(tmp_path / "prior.toml", 0)
    assert len(learned) == len(prior.WEIGHTS)
    assert learned[prior.VOID] == prior.NEVER[prior.VOID]
    assert np.abs(learned).max() == -learned[prior.VOID]
    assert (learned != 0).sum() > 50
    words = shlex.split(tomllib.loads((tmp_path / "prior.toml").read_text(encoding="utf-8"))["made_by"])
    how = ["--games", "3", "--iterations", "30", "--ridge", "2.0", "--seed", 'a"gain']
    assert words == ["tulips", "train", "tulipmania-1637", *how]


@pytest.mark.parametrize("dial", ["--iterations", "--jobs"])
def test_training_with_nothing_is_refused(dial: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "tulipmania-1637", dial, "0"])
    assert "it must be a whole number above 0, not 0" in capsys.readouterr().err
