"""JSON Schema of the record file, from the kinds of all games, for whoever writes or reads one with another program.

`python -m tulips.web.record_schema docs/record.schema.json` writes it; a test compares.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

import tulips
from tulips.engine.game import Game
from tulips.engine.kinds import TAG, Kind, seat_fields
from tulips.engine.match.record_file import FORMAT, VERSION, RecordFile

SEAT = {"type": "integer", "minimum": 1}
UNDO = {
    "title": "moves taken back",
    "type": "object",
    "properties": {"undo": {"type": "integer", "minimum": 1}, "revealed": {"type": "boolean"}},
    "required": ["undo"],
    "additionalProperties": False,
}


def schema() -> dict[str, Any]:
    """Return the schema of the whole file."""
    games = [tulips.game(name) for name in tulips.game_names()]
    whole = msgspec.json.schema(RecordFile)
    parts: dict[str, Any] = whole["$defs"]
    file = parts.pop("RecordFile")
    file["properties"] |= {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "game": {"enum": [game.name for game in games]},
    }
    file["properties"]["events"] = {"type": "array"}
    events = {}
    for game in games:
        events[f"{game.name}-event"], more = _event(game)
        parts |= {f"{game.name}-{name}": part for name, part in more.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A record file of Tulips, version {VERSION}",
        **{key: value for key, value in file.items() if key != "title"},
        "allOf": [_if_game(game) for game in games],
        "$defs": parts | events,
    }


def _if_game(game: Game) -> dict[str, Any]:
    """Return what holds for the events of a game's file."""
    least, most = game.about.seats
    items = {"$ref": f"#/$defs/{game.name}-event"}
    return {
        "if": {"properties": {"game": {"const": game.name}}},
        "then": {"properties": {"seats": {"minItems": least, "maxItems": most}, "events": {"items": items}}},
    }


def _event(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a game's events, and of the structs in their fields."""
    moves, more = _kinds(game, "move", game.kinds.MOVES)
    for move in moves:
        move["properties"] = {"seat": SEAT, **move["properties"]}
        move["required"] = ["seat", *move["required"]]
    outcomes, others = _kinds(game, "chance", game.kinds.OUTCOMES)
    return {"title": f"an event of {game.about.title}", "anyOf": [*moves, *outcomes, UNDO]}, more | others


def _kinds(game: Game, tag: str, kinds: Iterable[type[Kind]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the schemas of kinds as they stand in files: their tag under another name, seats counted from 1."""
    classes = list(kinds)
    roots, parts = msgspec.json.schema_components(classes, ref_template=f"#/$defs/{game.name}-{{name}}")
    names = [root["$ref"].removeprefix(f"#/$defs/{game.name}-") for root in roots]
    found = []
    for cls, name in zip(classes, names, strict=True):
        part = parts.pop(name)
        properties = {tag: part["properties"].pop(TAG)}
        for field, told in part["properties"].items():
            if field not in cls.told_after:
                properties[field] = SEAT if field in seat_fields(cls) else _known(told)
        found.append({**part, "properties": properties, "required": list(properties)})
    return found, dict(parts)


def _known(told: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a field that some viewers may not know: a file knows them all."""
    known = [one for one in told.get("anyOf", []) if one != {"type": "null"}]
    return known[0] if len(known) == 1 else told


def text() -> str:
    """Return the schema as it is written."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
