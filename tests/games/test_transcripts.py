"""The golden transcripts: whole games in words, one for each way a game can end, replayed and compared."""

import pytest

import tulips
from support import transcripts
from support.endings import Ending, all_endings, told_by
from support.paths import GOLDEN

ENDINGS = all_endings()


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.file.stem)
def test_golden_transcript_is_told_the_same_when_its_moves_are_played_again(ending: Ending) -> None:
    text = ending.file.read_text(encoding="utf-8")
    match = transcripts.again(text, ending)
    assert ending.reached(match), f"{ending.file.name} no longer ends as its name says; `make golden` looks for one that does."
    assert transcripts.transcript(match) == text, (
        f"If {ending.game} is meant to play or speak otherwise now, run `make golden`."
    )


@pytest.mark.parametrize("name", [name for name in tulips.game_names() if told_by(name)])
def test_every_way_a_game_can_end_has_a_transcript(name: str) -> None:
    assert {ending.end for ending in ENDINGS if ending.game == name} == set(tulips.game(name).ends)


def test_there_is_no_transcript_that_nobody_replays() -> None:
    assert set(GOLDEN.iterdir()) == {ending.file for ending in ENDINGS}


def test_transcript_with_a_move_that_is_not_legal_is_noticed() -> None:
    ending = next(ending for ending in ENDINGS if ending.game == "gift-of-tulips")
    text = ending.file.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("  Ada: "))
    with pytest.raises(transcripts.Changed, match="can't “eat white 9"):
        transcripts.again(text.replace(line, "  Ada: eat white 9"), ending)
