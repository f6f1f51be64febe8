"""Every golden transcript, played again, reads the same; and there is one for each way a game can end."""

from pathlib import Path

import pytest

import tulips
from tulips.lab.transcripts import again

FOLDER = Path(__file__).parent.parent / "transcripts"
KEPT = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_transcript_played_again_reads_the_same(path: Path) -> None:
    assert again(tulips.game(path.parent.name), path.stem) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", tulips.game_names())
def test_every_way_to_end_has_its_transcript(name: str) -> None:
    told = {
        path.read_text(encoding="utf-8").rsplit("The end: ", 1)[1].split(". Scores")[0]
        for path in KEPT
        if path.parent.name == name
    }
    assert told == set(tulips.game(name).ends)
