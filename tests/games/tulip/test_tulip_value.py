"""What tables of Tulip are worth, as learned."""

import shlex
import tomllib
from pathlib import Path

import numpy as np
import pytest

import tulips
from support.random_play import positions
from tulips.cli import main
from tulips.engine.state.state import row
from tulips.engine.weights_file import read_rows
from tulips.games.tulip import hands, value
from tulips.games.tulip.train import fitted

pytestmark = pytest.mark.slow


def test_a_table_s_worth_is_the_sum_of_what_was_learned() -> None:
    """The terms that are counted when learning are those that are added up when playing."""
    game = tulips.game("tulip")
    for seats in (2, 4):
        for states in positions(game, seats, 5, every=4):
            s = row(states)
            for seat in range(seats):
                terms: list[int] = [0] * 96
                n = value.list_terms(s, seat, terms)
                first = value.stage_of(s) * value.OF_STAGE
                total = sum(value.WEIGHTS[first + term] for term in terms[:n])
                assert value.worth_to(s, seat) == pytest.approx(total)


def test_tulips_that_pay_are_worth_something() -> None:
    """With three krashes and three black tulips so far, a florin on the table is worth most."""
    last = value.WEIGHTS.reshape(-1, value.OF_STAGE)[-1]
    first = value.WEIGHTS.reshape(-1, value.OF_STAGE)[value.STAGES]
    assert last[value.SURE] > first[value.SURE] > 0
    assert last[value.ON_TABLE] > last[value.ON_TABLE + 2 * 2 * value.OTHERS] > 0, "at 5 more than at 2"


def test_weights_are_found_again_in_victories_that_were_drawn_by_them() -> None:
    chance = np.random.default_rng(2)
    weights = np.zeros(value.OF_STAGE)
    weights[:3] = (0.8, -0.5, 0.2)
    sums = np.zeros((4_000, 4, value.OF_STAGE), np.float32)
    sums[:, :, :4] = chance.integers(0, 4, (4_000, 4, 4))
    odds = np.exp(sums @ weights)
    shares = chance.multinomial(1, odds / odds.sum(axis=1, keepdims=True)).astype(float)
    assert fitted(sums, shares, ridge=1.0) == pytest.approx(weights, abs=0.08)


def test_training_writes_what_it_has_learned_and_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games are enough to see that a florin on the table is good to have, at every stage that came up."""
    monkeypatch.setattr(value, "FILE", tmp_path / "value.toml")
    monkeypatch.setattr(hands, "FILE", tmp_path / "hands.toml")
    assert main(["train", "tulip", "--games", "300", "--seed", 'a"gain']) == 0
    learned = read_rows(tmp_path / "value.toml", np.zeros(0)).reshape(-1, value.OF_STAGE)
    assert learned.shape == value.WEIGHTS.reshape(-1, value.OF_STAGE).shape
    assert np.isfinite(learned).all()
    assert (learned[:, value.SURE] > 0).mean() > 0.8
    kept = read_rows(tmp_path / "hands.toml", np.zeros(0))
    assert kept.shape == hands.KEEPINGS.shape and 0 < kept.min() < kept.max() == 1
    for file in (tmp_path / "value.toml", tmp_path / "hands.toml"):
        words = shlex.split(tomllib.loads(file.read_text(encoding="utf-8"))["made_by"])
        assert words[:7] == ["tulips", "train", "tulip", "--games", "300", "--seed", 'a"gain']
