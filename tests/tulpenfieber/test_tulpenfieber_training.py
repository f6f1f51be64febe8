"""Learning the value of fields anew."""

from pathlib import Path

import numpy as np
import pytest

from tulips.cli import main
from tulips.games.tulpenfieber import train, value


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
