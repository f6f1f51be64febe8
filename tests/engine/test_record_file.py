"""Record files: whole, checked, and refused in one sentence when they are not."""

import contextlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.paths import RECORDS
from support.random_play import random_match
from tulips.engine.errors import BadRecord, IllegalMove, TulipsError
from tulips.engine.match.match import Match
from tulips.engine.match.record_file import decode, encode, verify
from tulips.engine.phrase import Phrase
from tulips.games.gift_of_tulips.moves import Show

GAME = tulips.game("gift-of-tulips")


@pytest.fixture(scope="module")
def match() -> Match:
    return random_match(GAME, 3, 1)


def changed(match: Match, change: Any) -> bytes:
    record = json.loads(encode(match))
    change(record)
    return json.dumps(record).encode()


def test_a_match_survives_its_file(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "match.json")
    again = tulips.load(tmp_path / "match.json")
    assert again.states.tobytes() == match.states.tobytes()
    assert again.names == match.names
    assert again.options == match.options
    assert list(tmp_path.iterdir()) == [tmp_path / "match.json"]


def test_an_unfinished_match_with_undone_moves_survives_too(tmp_path: Path) -> None:
    match = random_match(GAME, 3, 2, moves=20)
    for _ in range(3):
        match.undo()
    match.redo()
    match.save(tmp_path / "match.json")
    again = tulips.load(tmp_path / "match.json")
    assert again.history == match.history
    assert again.states.tobytes() == match.states.tobytes()


def test_a_record_verifies_against_its_commitment(match: Match) -> None:
    found = verify(encode(match), tulips.game)
    assert found.commitment == match.commitment
    assert found.moves == match.moves_made
    assert found.from_seed == found.outcomes > 60
    assert found.given == 0
    assert found.complete


def swap_outcome(record: Any) -> None:
    deck = [event for event in record["events"] if event.get("chance") == "deck"]
    deck[5]["card"], deck[9]["card"] = "purple 2", "purple 3"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: r["chance"].update(seed="2"), "The seed of this record is not the one that was committed to"),
        (lambda r: r["chance"].update(commitment="00"), "The seed of this record is not the one that was committed to"),
        (swap_outcome, "Chance did not decide deck as “purple 2” here"),
        (lambda r: r["events"].pop(4), "Event 5 of this record is wrong"),
        (lambda r: r["events"].pop(), "This record breaks off"),
        (lambda r: r["events"].insert(30, {"undo": 50}), "Event .* of this record is wrong"),
        (lambda r: r["events"].insert(30, {"undo": 0}), "moves can be taken back, not 0"),
        (lambda r: r["events"].insert(30, {"undo": -1}), "moves can be taken back, not -1"),
        (lambda r: r["result"]["scores"].reverse(), "The result of this record is not what its moves lead to"),
        (lambda r: r.update(game="chess"), "no game called 'chess'"),
        (lambda r: r.update(rules="0"), "played by rules version '0'"),
        (lambda r: r.update(seats=["Ada"]), "can't be set up: .* is for 2 to 6 players, not 1"),
        (lambda r: r["options"].update(wind=3), "can't be set up: This game has no option 'wind'"),
        (lambda r: r.update(version=99), "has version 99 of the format; this program reads versions 1, 2"),
        (lambda r: r.update(version="2"), 'The field “version” should hold a whole number, not "2"'),
        (lambda r: r.update(version=2.0), "The field “version” should hold a whole number, not 2.0"),
        (lambda r: r.update(version=None), "The field “version” should hold a whole number, not null"),
        (lambda r: r.pop("version"), "does not say which version of the format it has: the field “version” is missing"),
        (lambda r: r["events"].append({"undo": 1, "revealed": "yes"}), '“revealed” should hold “true” or “false”, not "yes"'),
        (lambda r: r["events"].append({"undo": 1, "revealed": 1}), "“revealed” should hold “true” or “false”, not 1"),
        (lambda r: r.update(extra=1), "This record is damaged: .*extra"),
        (lambda r: r["events"].append({"seat": 1, "move": 7}), "The field “move” should hold a text, not 7"),
        (lambda r: r["events"].append({"seat": "1", "move": "keep"}), 'The field “seat” should hold a whole number, not "1"'),
        (lambda r: r["events"].append({"chance": ["deck"]}), "The field “chance” should hold a text, not ."),
        (lambda r: r["events"].append({"seat": 1}), "A move has “seat” and “move”; “move” is missing"),
        (lambda r: r["events"].append({"move": "keep"}), "A move has “seat” and “move”; “seat” is missing"),
        (lambda r: r["events"].append({"seat": 0, "move": "keep", "card": "pink 2"}), "no seat 0: this match has seats 1 to 3"),
        (lambda r: r["events"].append({"player": 1, "does": 2}), "An event is a move .*; this one has player, does"),
        (
            lambda r: r["events"].append({"undo": 1, "why": ""}),
            "An event is .* with its fields and no others; this one has undo",
        ),
        (lambda r: r["events"].append({"undo": "1"}), "The field “undo” should hold a whole number"),
        (lambda r: r["events"].append({}), "This event is empty"),
        (lambda r: r.update(events=7), "This record is damaged"),
        (lambda r: r.pop("format"), "This is not a record of ours"),
    ],
)
def test_a_tampered_or_damaged_record_is_refused_in_a_sentence(match: Match, change: Any, sentence: str) -> None:
    with pytest.raises(TulipsError, match=sentence):
        verify(changed(match, change), tulips.game)


def refusals(match: Match) -> Iterator[BadRecord]:
    """What is said about records with mistakes of many kinds."""
    seated = {"seat": match.actors[0] + 1 if match.actors else 1}
    appended: list[dict[str, Any]] = [
        *({**seated, "move": move} for move in ("eat", "show", "keep", 7)),
        *({**seated, "move": "show", "card": card} for card in ("pink 9", "purple 2", 3)),
        *({"seat": seat, "move": "keep", "card": "pink 2"} for seat in (0, 1, 2, 3, 4)),
        *({"chance": chance, "card": card} for chance in ("weather", "deck") for card in ("pink 2", "pink 9")),
        *({"undo": moves} for moves in (0, 1000, "1")),
        {"undo": 1, "revealed": True},
        {"player": 1},
        {},
    ]
    changes: list[Any] = [
        lambda r: r["events"].pop(),
        lambda r: r["events"].pop(4),
        lambda r: r["result"]["scores"].reverse(),
        lambda r: r.update(rules="0"),
        lambda r: r.update(seats=["Ada"]),
        lambda r: r.update(seats=["Ada", "", "Cy"]),
        lambda r: r["options"].update(wind=3),
        lambda r: r["options"].update(frist=3),
        lambda r: r["options"].update(first=9),
        lambda r: r["chance"].update(given={"weather": ["fine"]}),
        lambda r: r["chance"].update(given={"deck": ["pink 9"]}),
        lambda r: (r["chance"].clear(), r.update(events=[{"seat": 1, "move": "keep", "card": "pink 2"}])),
        lambda r: (r["chance"].clear(), r.update(events=[{"chance": "tulips", "card": "pink 2"}])),
        *(lambda r, line=line, at=at: r["events"].insert(at, line) for line in appended for at in (0, 30, 10_000)),
    ]
    for change in changes:
        with contextlib.suppress(IndexError), pytest.raises(BadRecord) as caught:
            decode(changed(match, change), tulips.game)
        yield caught.value


def test_what_is_wrong_with_a_record_is_told_in_sentences_of_the_catalogues_only(match: Match) -> None:
    """A reader of any language understands all of it: no English is passed on inside, and no game's sentences are needed."""
    found = [part for refusal in refusals(match) for part in refusal.why.sentences()]
    assert len({part.name for part in found}) > 20
    assert [part for part in found if part.name == "problem" or part.name not in Phrase.texts] == []
    seats = [value for part in found for gap, value in part.values.items() if gap.startswith("seat")]
    assert seats and all(isinstance(value, str) for value in seats), "who reads it knows no seats by their numbers"


def test_a_move_that_was_not_legal_is_found(match: Match) -> None:
    def cheat(record: Any) -> None:
        event = next(e for e in record["events"] if e.get("move") == "show")
        event["card"] = "purple 2" if event["card"] != "purple 2" else "purple 3"
        cheated.append(re.escape(str(Show(event["card"]))))

    cheated: list[str] = []
    tampered = changed(match, cheat)
    with pytest.raises(BadRecord, match=rf"Event \d+ of this record is wrong: Seat \d can't “{cheated[0]}” now"):
        decode(tampered, tulips.game)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"move": "eat", "card": "pink 2"}, "Gift of Tulips has no move “eat”: its moves are choose, keep, give, show, hide"),
        ({"move": "show"}, "“show” needs the field “card”, which is missing"),
        ({"move": "hide"}, "“hide” needs the field “card”, which is missing"),
        ({"move": "show", "card": None}, "“show” needs the field “card”, which is missing"),
        ({"move": "show", "card": 3}, "The field “card” should hold a text, not 3"),
        ({"move": "show", "card": True}, "The field “card” should hold a text, not true"),
        (
            {"move": "show", "card": "pink 9"},
            'The field “card” can\'t be "pink 9": there is no such card. It is one of purple 2, purple 3',
        ),
        ({"move": "show", "card": "pink 2", "to": 1}, "“show” has no field “to”: its fields are card"),
        ({"move": "give", "card": "pink 2", "to": 0}, "The field “to” is 0, but seats are counted from 1: it is from 1 to 3"),
        ({"move": "give", "card": "pink 2", "to": 4}, "The field “to” can't be 4: there is no such seat. The seats are 1 to 3"),
        ({"move": "give", "card": "pink 2", "to": -1}, "The field “to” can't be -1: there is no such seat"),
        ({"move": "give", "card": "pink 2", "to": "Ben"}, 'The field “to” should hold a whole number, not "Ben"'),
        ({"move": "give", "card": "pink 2", "to": 1.0}, "The field “to” should hold a whole number, not 1.0"),
        ({"move": "give", "card": "pink 2", "to": True}, "The field “to” should hold a whole number, not true"),
        ({"move": "give", "card": "pink 2", "to": 1, "points": 7}, "The field “points” of “give” tells what came of the move"),
    ],
)
def test_a_move_that_is_not_told_rightly_is_refused_in_a_sentence(match: Match, fields: Any, sentence: str) -> None:
    def replace(record: Any) -> None:
        at = next(n for n, event in enumerate(record["events"]) if event.get("move") == "show")
        record["events"][at] = {"seat": record["events"][at]["seat"], **fields}

    with pytest.raises(BadRecord, match=sentence):
        decode(changed(match, replace), tulips.game)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"chance": "weather"}, "Nothing called “weather” is decided by chance here: there is first seat, deck, "),
        ({"chance": "deck"}, "“deck” needs the field “card”, which is missing"),
        ({"chance": "deck", "card": "pink 9"}, 'The field “card” can\'t be "pink 9": there is no such card'),
        ({"chance": "deck", "outcome": "pink 2"}, "“deck” has no field “outcome”: its fields are card"),
        ({"chance": "first seat", "seat": 0}, "The field “seat” is 0, but seats are counted from 1: it is from 1 to 3"),
        ({"chance": "first seat", "seat": 4}, "The field “seat” can't be 4: there is no such seat. The seats are 1 to 3"),
    ],
)
def test_an_outcome_that_is_not_told_rightly_is_refused_in_a_sentence(match: Match, fields: Any, sentence: str) -> None:
    with pytest.raises(BadRecord, match=f"Event 1 of this record is wrong: {sentence}"):
        decode(changed(match, lambda record: record["events"].insert(0, fields)), tulips.game)


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("tulpenfieber", {"move": "stop", "now": 1}, "“stop” has no fields, so “now” can't stand there"),
        ("tulpenfieber", {"move": "set", "dice": 3}, "The field “dice” should hold a list, not 3"),
        ("tulpenfieber", {"move": "set", "dice": [1, 7]}, "The field “dice” is from 1 to 6, not 7"),
        ("tulpenfieber", {"move": "set", "dice": ["1"]}, 'The field “dice” should hold a whole number, not "1"'),
        ("tulpenfieber", {"move": "plant", "space": "6/1"}, 'The field “space” can\'t be "6/1": there is no such space'),
        ("tulpenfieber", {"move": "plant", "space": "1/1", "dice_earned": 5}, "tells what came of the move"),
        ("tulip-bubble", {"move": "sell-set", "cards": ["red D"], "collector": "Madame"}, "there is no such card"),
        ("tulip-bubble", {"move": "answer", "black_tulip": "maybe"}, 'can\'t be "maybe": it is one of buy, leave'),
        ("tulipmania-1637", {"move": "lay"}, "“lay” needs the field “card”, which is missing"),
        ("tulipmania-1637", {"move": "lay", "card": "sell"}, "there is no such action card. It is one of pass, purchase by"),
    ],
)
def test_each_type_of_field_has_its_sentences(name: str, fields: Any, sentence: str) -> None:
    match = tulips.game(name).match(3, seed=1)
    with pytest.raises(BadRecord, match=sentence):
        decode(changed(match, lambda record: record["events"].append({"seat": 1, **fields})), tulips.game)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "give", "card": "pink 2", "to": 3}, "can't be 3: there is no such seat. The seats are 0 to 2"),
        ({"kind": "give", "card": "pink 9", "to": 0}, "there is no such card"),
        ({"card": "pink 2"}, "has no move “”: its moves are"),
    ],
)
def test_a_program_s_mistakes_are_told_with_seats_from_0(fields: Any, sentence: str) -> None:
    opening = GAME.match(3, seed=1)
    with pytest.raises(IllegalMove, match=sentence):
        opening.play(0, fields)


@pytest.mark.parametrize("text", [b"", b"tulip", b"{", b"[]", b"[" * 100_000, b'{"format": "pgn"}', b"\xff\xfe"])
def test_a_foreign_file_is_refused_in_a_sentence(text: bytes) -> None:
    with pytest.raises(BadRecord, match="not a record"):
        decode(text, tulips.game)


def test_what_an_editor_puts_before_a_text_does_not_matter(match: Match) -> None:
    assert verify(b"\xef\xbb\xbf" + encode(match), tulips.game) == verify(encode(match), tulips.game)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"nowhere.json can't be read: No such file"):
        tulips.load(tmp_path / "nowhere.json")
    with pytest.raises(BadRecord, match="can't be written"):
        GAME.match(2).save(tmp_path / "no" / "folder.json")


def test_a_stranger_can_write_one_without_a_seed() -> None:
    """A game that was played on a real table: outcomes as they were, no seed, not even a result."""
    deck = ["pink 2", "blue 4", "orange 2", "orange 3", "orange 2", "pink 3"]
    record = {
        "format": "tulips-record",
        "version": 2,
        "game": "gift-of-tulips",
        "rules": "1",
        "seats": ["Ada", "Ben"],
        "options": {"first": "2"},
        "events": [
            *({"chance": "deck", "card": card} for card in deck),
            {"seat": 1, "move": "choose", "keep": "orange 2", "hide": "orange 3"},
            {"seat": 2, "move": "choose", "keep": "pink 3", "hide": "orange 2"},
            {"chance": "deck", "card": "blue 2"},
            {"seat": 2, "move": "give", "card": "blue 2", "to": 1},
        ],
    }
    match = decode(json.dumps(record).encode(), tulips.game)
    assert match.scores == [0, 5]
    assert match.awaits == "deck"
    assert verify(json.dumps(record).encode(), tulips.game).given == 7
    assert decode(encode(match), tulips.game).states.tobytes() == match.states.tobytes()


def test_moves_taken_back_together_are_one_event() -> None:
    match = random_match(GAME, 3, 2, moves=20)
    match.undo(4)
    again = decode(encode(match), tulips.game)
    assert again.history == match.history
    assert encode(match).count(b"undo") == 1


WRITTEN_IN_WORDS = sorted((RECORDS / "format-1").glob("*.json"))


@pytest.mark.parametrize("path", WRITTEN_IN_WORDS, ids=lambda path: path.stem)
def test_a_file_of_version_1_is_read_verified_and_saved_as_version_2(path: Path) -> None:
    text = path.read_bytes()
    record = json.loads(text)
    assert record["version"] == 1
    match = decode(text, tulips.game)
    found = verify(text, tulips.game)
    assert found.complete == ("result" in record) and found.moves == match.moves_made > 30
    assert verify(encode(match), tulips.game) == found
    assert {**json.loads(encode(match)), "version": 1, "events": record["events"]} == record


@pytest.mark.parametrize("path", WRITTEN_IN_WORDS, ids=lambda path: path.stem)
def test_a_file_of_version_1_does_not_depend_on_todays_english(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tulips.game(json.loads(path.read_bytes())["game"])
    spoken = type(game.kinds.MOVES[0].say("pass"))
    monkeypatch.setattr(spoken, "texts", dict.fromkeys(spoken.texts, "something else"))
    assert decode(path.read_bytes(), tulips.game).moves_made > 30


@pytest.mark.parametrize("path", WRITTEN_IN_WORDS, ids=lambda path: path.stem)
def test_capitals_and_spaces_do_not_matter_in_words(path: Path) -> None:
    record = json.loads(path.read_bytes())
    for event in record["events"]:
        for part in ("move", "outcome"):
            if part in event:
                event[part] = event[part].upper().replace(" ", "  ")
    again = decode(json.dumps(record).encode(), tulips.game)
    assert again.states.tobytes() == tulips.load(path).states.tobytes()


def test_what_a_record_does_not_hold_is_not_called_checked(match: Match) -> None:
    def strip(record: Any) -> None:
        del record["chance"]["commitment"], record["result"]

    found = verify(changed(match, strip), tulips.game)
    assert found.seed
    assert found.commitment is None
    assert not found.result


def test_a_seeded_record_may_leave_the_outcomes_out(match: Match) -> None:
    def forget(record: Any) -> None:
        record["events"] = [event for event in record["events"] if "chance" not in event]

    assert decode(changed(match, forget), tulips.game).states.tobytes() == match.states.tobytes()


def test_a_record_keeps_the_seed_to_itself_until_it_is_told(match: Match) -> None:
    """With the commitment alone a record can be followed; with the seed added it can be checked."""

    def hide(record: Any) -> None:
        del record["chance"]["seed"]

    followed = decode(changed(match, hide), tulips.game)
    assert followed.scores == match.scores
    assert followed.commitment == match.commitment
    assert verify(changed(match, hide), tulips.game).commitment is None


@pytest.mark.parametrize("events", [[("dice", "1 1 1 1")], [("first seat", "seat 1"), ("first seat", "seat 1")]])
def test_a_chance_that_is_not_due_is_refused(events: list[tuple[str, str]]) -> None:
    record = {
        "format": "tulips-record",
        "version": 1,
        "game": "tulpenfieber",
        "rules": "2",
        "seats": ["A", "B"],
        "events": [{"chance": chance, "outcome": outcome} for chance, outcome in events],
    }
    with pytest.raises(BadRecord, match=f"Event {len(events)} of this record is wrong: Chance did not decide {events[-1][0]}"):
        decode(json.dumps(record).encode(), tulips.game)


def disturb(events: list[dict[str, Any]], chances: tuple[str, ...], chooser: random.Random) -> None:
    """Make a small change to a record's events, of the kind that somebody may try who wants the replay to fail."""
    place = chooser.randrange(len(events))
    line = events[place]
    match chooser.choice(["drop", "repeat", "swap", "rename", "cut", "seat", "undo"]):
        case "drop":
            del events[place]
        case "repeat":
            events.insert(chooser.randrange(len(events)), dict(line))
        case "swap":
            other = chooser.choice([place - 1, chooser.randrange(len(events))])
            events[place], events[other] = events[other], line
        case "rename" if "chance" in line:
            events[place] = {**line, "chance": chooser.choice([*chances, "weather", ""])}
        case "cut":
            del events[place:]
        case "seat" if "seat" in line:
            events[place] = {**line, "seat": chooser.choice([-1, 0, 1, 2, 3, 2**40])}
        case _:
            events.insert(place, {"undo": chooser.choice([-1, 0, 1, 2, 2**40])})


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize("name", ["gift-of-tulips", "tulpenfieber"])
def test_a_disturbed_record_is_a_match_or_refused(name: str, seeded: bool) -> None:
    game, chooser = tulips.game(name), random.Random(f"{name} {seeded}")
    record = json.loads(encode(random_match(game, 3, 4, moves=12)))
    if not seeded:
        del record["chance"]["seed"]
    refused = 0
    for _ in range(100):
        events = [dict(line) for line in record["events"]]
        for _ in range(chooser.choice([1, 1, 2, 3])):
            if events:
                disturb(events, game.chances, chooser)
        try:
            decode(json.dumps({**record, "events": events}).encode(), tulips.game)
        except BadRecord:
            refused += 1
    assert refused > 30
