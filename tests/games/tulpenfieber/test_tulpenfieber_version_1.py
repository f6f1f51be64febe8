"""Records that version 1 of the rules has written are shown, verified and played on by the rules they were played by.

The files of `tests/records` were written by the program when its rules were version 1: a race, a solo game, and a solo game
in which no tulip of row 4 was carried over though there was one.
"""

import json
from typing import Any

import pytest

import tulips
from support.paths import RECORDS
from support.told import legal
from tulips import bots
from tulips.cli import main
from tulips.engine.errors import BadRecord, TulipsError
from tulips.engine.match.record_file import decode, encode, verify
from tulips.games.tulpenfieber.moves import CarryNone

GAME = tulips.game("tulpenfieber")
FILES = {name: RECORDS / f"tulpenfieber-1-{name}.json" for name in ("race", "solo", "solo-declined")}
DECLINED = CarryNone()
IN_WORDS = GAME.words_of_version_1 or {}


def read(name: str) -> Any:
    return json.loads(FILES[name].read_text(encoding="utf-8"))


def written(record: Any) -> bytes:
    return json.dumps(record).encode()


def until_declined() -> Any:
    """The record up to where the seat declined."""
    record = read("solo-declined")
    at = next(i for i, event in enumerate(record["events"]) if event.get("move") == IN_WORDS["carry-none"])
    record["events"] = record["events"][:at]
    del record["result"]
    return record


@pytest.mark.parametrize("name", FILES)
def test_a_record_of_version_1_is_verified_and_shown_as_what_it_was(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = FILES[name]
    found, record = verify(path.read_bytes(), tulips.game), read(name)
    assert found.complete and found.outcomes == found.from_seed > 0
    match = tulips.load(path)
    assert match.rules == record["rules"] == "1"
    assert match.view(0).columns == [1, 2, 3, 0, 4, 5, 6]
    assert (match.end, match.scores) == (record["result"]["end"], record["result"]["scores"])
    assert main(["replay", str(path), "--verify"]) == 0
    assert main(["replay", str(path)]) == 0
    assert "1 2 3 R 4 5 6" in capsys.readouterr().out


@pytest.mark.parametrize("name", FILES)
def test_options_that_a_record_of_version_1_leaves_out_are_those_of_version_1(name: str) -> None:
    record = read(name)
    del record["options"]
    match = decode(written(record), tulips.game)
    assert match.options == {"first": "random", "layout": "reviews", "flowers": "reconstructed", "may_decline": True}
    assert match.states.tobytes() == tulips.load(FILES[name]).states.tobytes()


def test_the_same_moves_are_none_of_version_2() -> None:
    declined = read("solo-declined") | {"rules": "2"}
    match = decode(written(until_declined()), tulips.game)
    carries = ", ".join(f"“{move}”" for move in legal(match, 0) if move != DECLINED)
    with pytest.raises(BadRecord, match=f"can't “{IN_WORDS['carry-none']}” now; the moves are {carries}"):
        decode(written(declined), tulips.game)
    for name in FILES:
        record = read(name) | {"rules": "2", "options": {}}
        with pytest.raises(TulipsError, match="is wrong"):
            decode(written(record), tulips.game)


def test_a_match_of_version_1_is_played_on_by_its_rules_and_written_as_one() -> None:
    match = decode(written(until_declined()), tulips.game)
    assert DECLINED in legal(match, 0)
    match.play(0, DECLINED)
    assert [choice.what for choice in match.offers(0)]
    while not match.end:
        match.play(0, bots.choose(GAME, match.states, 0, "greedy", match.moves_made))
    again = json.loads(encode(match))
    assert again["rules"] == "1" and again["options"]["may_decline"] is True and again["options"]["layout"] == "reviews"
    assert decode(encode(match), tulips.game).states.tobytes() == match.states.tobytes()
    assert match.at(5).rules == "1"


def test_a_new_match_goes_by_version_2() -> None:
    match = GAME.match(1, seed=1)
    assert match.rules == "2" and json.loads(encode(match))["rules"] == "2"
    assert match.options == {"first": "random", "layout": "rulebook", "flowers": "reconstructed", "may_decline": False}
