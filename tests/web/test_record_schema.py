"""The schema of the record file says what a record file is."""

import json
from typing import Any

import jsonschema
import pytest

import tulips
from support.paths import DOCS
from support.random_play import random_match
from tulips.engine.errors import TulipsError
from tulips.engine.match.record_file import encode
from tulips.web import record_schema

SCHEMA = json.loads(record_schema.text())


def test_the_documents_hold_the_schema_as_it_is() -> None:
    written = (DOCS / "record.schema.json").read_text(encoding="utf-8")
    assert written == record_schema.text(), "run python -m tulips.web.record_schema docs/record.schema.json"


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def record(name: str, seats: int) -> Any:
    match = random_match(tulips.game(name), seats, seats, moves=60)
    match.undo(2)
    return json.loads(encode(match))


@pytest.mark.parametrize("name", tulips.game_names())
def test_what_is_written_fits_the_schema(name: str) -> None:
    for seats in tulips.game(name).seat_counts:
        jsonschema.validate(record(name, seats), SCHEMA)


@pytest.mark.parametrize("name", tulips.game_names())
def test_what_is_no_record_does_not_fit(name: str) -> None:
    good = record(name, max(tulips.game(name).seat_counts))
    move = next(event for event in good["events"] if "move" in event)
    outcome = next(event for event in good["events"] if "chance" in event)
    for wrong in (
        {**move, "move": "juggle"},
        {**move, "seat": 0},
        {**move, "wind": "north"},
        {**outcome, "chance": "weather"},
        {"chance": outcome["chance"]},
        {"undo": 0},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**good, "events": [wrong]}, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**good, "version": 1}, SCHEMA)


@pytest.mark.parametrize("name", tulips.game_names())
def test_the_number_of_seats_is_the_game_s(name: str) -> None:
    good = record(name, max(tulips.game(name).seat_counts))
    for seats in (min(tulips.game(name).seat_counts) - 1, max(tulips.game(name).seat_counts) + 1):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**good, "events": [], "seats": ["Ada"] * seats}, SCHEMA)


SELDOM: list[dict[str, Any]] = [
    {"seat": 1, "move": "answer", "black_tulip": "buy"},
    {"seat": 1, "move": "carry-none"},
    {"chance": "starting bulbs", "card": "red B1"},
    {"chance": "secret festival", "card": "pink 2"},
]
"""Events that random matches may not come to."""


def each_kind(name: str) -> dict[str, dict[str, Any]]:
    """An event of each kind of move and outcome of the game."""
    kinds = {kind.kind() for kind in (*tulips.game(name).kinds.MOVES, *tulips.game(name).kinds.OUTCOMES)}
    found = {kind: event for event in SELDOM if (kind := event.get("move") or event["chance"]) in kinds}
    for seats in tulips.game(name).seat_counts:
        for seed in range(4):
            for event in json.loads(encode(random_match(tulips.game(name), seats, seed)))["events"]:
                found.setdefault(event.get("move") or event["chance"], event)
    assert found.keys() == kinds
    return found


def is_read(name: str, seats: int, event: dict[str, Any]) -> bool:
    """Whether the reader knows such a move or outcome, wherever it may be legal."""
    game, fields = tulips.game(name), dict(event)
    try:
        if "chance" in fields:
            game.read_outcome(fields.pop("chance"), fields, seats, seats_from=1)
        else:
            del fields["seat"]
            game.read_move(fields.pop("move"), fields, seats, seats_from=1)
    except TulipsError:
        return False
    return True


@pytest.mark.parametrize("name", tulips.game_names())
def test_what_the_schema_wants_of_a_move_is_what_the_reader_wants(name: str) -> None:
    seats = max(tulips.game(name).seat_counts)
    part = {**SCHEMA["$defs"][f"{name}-event"], "$defs": SCHEMA["$defs"]}
    fits = jsonschema.Draft202012Validator(part).is_valid
    for event in each_kind(name).values():
        assert fits(event) and is_read(name, seats, event), event
        for field in event.keys() - ({"seat", "move"} if "move" in event else {"chance"}):
            without = {other: value for other, value in event.items() if other != field}
            for wrong in (without, {**without, field: None}):
                assert not is_read(name, seats, wrong), wrong
                assert not fits(wrong), wrong
