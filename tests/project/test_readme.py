"""What the README shows is what happens."""

import re

import tulips
from support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_game_and_its_makers_are_credited() -> None:
    for name in tulips.game_names():
        about = tulips.game(name).about
        assert about.title in README
        assert about.designer in README
        assert f"{about.publisher} {about.year}" in README
    assert "unofficial" in README


def test_its_pictures_are_there_and_quickly_loaded() -> None:
    shown = [ROOT / path for path in re.findall(r'<img src="([^"]+)"', README)]
    assert len(shown) == 4
    assert sum(path.stat().st_size for path in shown) < 400_000
