"""Options: every kind, read and refused."""

from pathlib import Path
from typing import Any

import pytest

from tulips.engine.errors import BadOption
from tulips.engine.options import Option, read_options

DECLARED = {
    "deck": Option("the deck", kind="data", default="small", choices=["small", "large"]),
    "first": Option("who starts", kind="seat"),
    "open": Option("all hands open", kind="flag", default=False),
    "pace": Option("how fast", kind="choice", default="slow", choices=["slow", "quick"]),
    "rounds": Option("how many", kind="number", default=3, least=-1, most=9),
}


def test_defaults_are_taken_where_nothing_is_asked() -> None:
    expected = {"deck": "small", "first": "random", "open": False, "pace": "slow", "rounds": 3}
    assert read_options(DECLARED, {}, 4) == expected


def test_an_older_version_of_the_rules_has_defaults_of_its_own() -> None:
    older = {"open": True, "rounds": 5}
    assert read_options(DECLARED, {}, 4, older) == {**read_options(DECLARED, {}, 4), **older}
    assert read_options(DECLARED, {"open": False}, 4, older)["open"] is False
    with pytest.raises(BadOption, match="The option rounds can't be '12'"):
        read_options(DECLARED, {}, 4, {"rounds": 12})


@pytest.mark.parametrize(
    ("name", "asked", "value"),
    [
        ("first", "3", 3),
        ("first", 4, 4),
        ("open", "TRUE", True),
        ("open", True, True),
        ("pace", "quick", "quick"),
        ("rounds", "-1", -1),
        ("rounds", 9, 9),
        ("deck", "large", "large"),
        ("deck", {"red": 3}, {"red": 3}),
    ],
)
def test_values_are_read_in_their_own_type(name: str, asked: Any, value: Any) -> None:
    assert read_options(DECLARED, {name: asked}, 4)[name] == value


@pytest.mark.parametrize(
    ("name", "asked", "sentence"),
    [
        ("first", 5, "first can't be '5': it is random or a seat from 1 to 4"),
        ("first", 0, "seat from 1 to 4"),
        ("open", "maybe", "“true” or “false”"),
        ("pace", "fast", "one of slow, quick"),
        ("rounds", 10, "a whole number from -1 to 9"),
        ("rounds", "two", "a whole number"),
        ("deck", "huge", "small, large, or the path of a TOML file"),
        ("deck", "nowhere.toml", "can't be read"),
        ("dekc", 1, "did you mean deck"),
        ("xyz", 1, "it has deck, first, open, pace, rounds"),
    ],
)
def test_other_values_are_refused_with_what_would_be_right(name: str, asked: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        read_options(DECLARED, {name: asked}, 4)


def test_data_may_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text("red = 7")
    assert read_options(DECLARED, {"deck": str(tmp_path / "deck.toml")}, 2)["deck"] == {"red": 7}
    (tmp_path / "deck.toml").write_text("red = = 7")
    with pytest.raises(BadOption, match="which is not a TOML file"):
        read_options(DECLARED, {"deck": str(tmp_path / "deck.toml")}, 2)
