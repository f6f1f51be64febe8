"""The golden transcripts: whole games in words, one for each way a game can end, replayed and compared."""

import pytest

import tulips
from support import transcripts
from support.endings import Ending, all_endings, told_by
from support.paths import GOLDEN
from tulips.engine.match.record_file import encode_record, parse

ENDINGS = all_endings()


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.file.stem)
def test_golden_transcript_is_told_the_same_when_its_moves_are_played_again(ending: Ending) -> None:
    text = ending.file.read_text(encoding="utf-8")
    match = transcripts.again(ending.moves.read_bytes(), ending)
    assert ending.reached(match), f"{ending.file.name} no longer ends as its name says; `make golden` looks for one that does."
    assert transcripts.transcript(match) == text, (
        f"If {ending.game} is meant to play or speak otherwise now, run `make golden`."
    )


@pytest.mark.parametrize("name", [name for name in tulips.game_names() if told_by(name)])
def test_every_way_a_game_can_end_has_a_transcript(name: str) -> None:
    assert {ending.end for ending in ENDINGS if ending.game == name} == set(tulips.game(name).ends)


def test_there_is_no_transcript_that_nobody_replays() -> None:
    assert set(GOLDEN.iterdir()) == {path for ending in ENDINGS for path in (ending.file, ending.moves)}


GIFT = next(ending for ending in ENDINGS if ending.game == "gift-of-tulips")


def test_a_move_that_is_not_legal_any_more_is_noticed() -> None:
    record = parse(GIFT.moves.read_bytes())
    at = next(n for n, event in enumerate(record.events) if event["move"] == "give")
    event = record.events[at]
    event["to"] = event["seat"]
    with pytest.raises(transcripts.Changed, match=f"Event {at + 1} of this record is wrong"):
        transcripts.again(encode_record(record), GIFT)


def test_moves_that_lead_to_no_end_any_more_are_noticed() -> None:
    record = parse(GIFT.moves.read_bytes())
    record.events.pop()
    with pytest.raises(transcripts.Changed, match="no longer lead to an end"):
        transcripts.again(encode_record(record), GIFT)


def test_a_transcript_tells_the_same_game_when_its_sentences_change(monkeypatch: pytest.MonkeyPatch) -> None:
    text, moves = GIFT.file.read_text(encoding="utf-8"), GIFT.moves.read_bytes()
    spoken = type(tulips.game(GIFT.game).say("give"))
    monkeypatch.setattr(
        spoken, "texts", {name: text.upper() if "{" not in text else f"well, {text}" for name, text in spoken.texts.items()}
    )
    match = transcripts.again(moves, GIFT)
    assert transcripts.moves_of(match) == moves
    assert transcripts.transcript(match) != text
