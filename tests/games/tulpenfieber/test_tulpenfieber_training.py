"""Learning the value of fields anew."""

from pathlib import Path

import numpy as np
import pytest

from tulips.cli import main
from tulips.engine.errors import TulipsError
from tulips.games.tulpenfieber import train, value

pytestmark = pytest.mark.slow


def test_training_begins_with_a_guess_and_comes_nearer_to_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some hundred games already move the guess towards the weights that 140,000 have found."""
    known = value.read_weights()
    guess = np.zeros(value.NUMBER_OF_WEIGHTS)
    for tier, tulips_left in enumerate(train.FIRST_GUESS):
        guess[value.payable_weights(tier)] = tulips_left
    monkeypatch.setattr(value, "FILE", tmp_path / "value.toml")
    assert main(["train", "tulpenfieber", "--games", "500", "--last-rate", "0.1", "--seed", "again"]) == 0
    learned = value.read_weights()
    assert np.abs(learned - guess).max() > 0.5
    used = np.abs(known) > 0
    assert np.abs(learned - known)[used].mean() < np.abs(guess - known)[used].mean()
    assert (
        (tmp_path / "value.toml").read_text().startswith("# tulips train tulpenfieber --games 500 --rate 0.5 --last-rate 0.1")
    )


@pytest.mark.parametrize("name", ["tulip", "tulipmania-1637", "tulpenfieber"])
@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        (["--games", "0"], "at least one game, not 0"),
        (["--games", "-3"], "at least one game, not -3"),
        (["--seed", "two\nlines"], "a seed is one line"),
    ],
)
def test_training_from_nothing_is_refused(name: str, how: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", name, *how])
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "dial"),
    [("tulip", "--ridge"), ("tulipmania-1637", "--ridge"), ("tulpenfieber", "--rate"), ("tulpenfieber", "--last-rate")],
)
@pytest.mark.parametrize("given", ["0", "nan", "inf", "much"])
def test_training_by_no_measure_is_refused(name: str, dial: str, given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", name, dial, given])
    assert f"it must be a number above 0, not {given}" in capsys.readouterr().err


def test_what_went_astray_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "FILE", tmp_path / "value.toml")
    value.write_weights(np.ones(value.NUMBER_OF_WEIGHTS), "as it was")
    with pytest.raises(TulipsError, match=r"value\.toml is left as it was"):
        value.write_weights(np.full(value.NUMBER_OF_WEIGHTS, np.nan), "astray")
    assert (value.read_weights() == 1).all()
    assert [file.name for file in tmp_path.iterdir()] == ["value.toml"]
