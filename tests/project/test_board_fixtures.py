"""The positions that boards are worked on and tested with, by web/tools/fixtures.py."""

import json
import runpy
from pathlib import Path

import pytest

import tulips
from support.paths import PAGE

FIXTURES = runpy.run_path(str(PAGE / "tools" / "fixtures.py"))


@pytest.mark.parametrize("name", tulips.game_names())
def test_the_longest_list_of_choices_is_found_again(name: str, tmp_path: Path) -> None:
    FIXTURES["write_longest"](name, tmp_path)
    frame = json.loads((tmp_path / name / "longest.json").read_text(encoding="utf-8"))
    known = FIXTURES["longest"](tulips.game(name)).choices
    assert known in (None, len(frame["position"]["offers"])), (
        "A bot or a rule has changed: look for another way to such a list."
    )
    assert [seat["yours"] for seat in frame["table"]["seats"]].index(True) == frame["position"]["viewer"]
