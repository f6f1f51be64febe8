"""The schema of the record file says what a record file is."""

import json
from typing import Any

import jsonschema
import pytest

import tulips
from support.paths import DOCS
from support.random_play import random_match
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
