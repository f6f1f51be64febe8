"""Record files that were made by an older version of a game's rules, when that was the current one: tests/records/."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tulips
from support.paths import RECORDS
from tulips.engine.match.match import Match
from tulips.engine.match.match import MoveEvent as Move

FILES = sorted(RECORDS.glob("*.json"))
AT_120 = RECORDS / "tulip-bubble-1-black-tulip-at-120.json"
BLOCKED_FALL = RECORDS / "tulip-bubble-1-blocked-fall.json"
UNFINISHED = RECORDS / "tulip-bubble-1-unfinished.json"


def parsed(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Fall(NamedTuple):
    """A move after which two markers were to fall and could not: how many were made before it, and it."""

    at: int
    move: Move


def blocked_falls(match: Match) -> Iterator[Fall]:
    """Every move that leads to other prices if a blocked fall moves no marker."""
    moves = [event for event in match.line if isinstance(event, Move)]
    for at, (move, states) in enumerate(zip(moves, match.positions(), strict=False)):
        levels = []
        for option in (0, 1):
            copy = states.copy()
            copy["blocked_fall_moves_others"] = option
            match.game.apply(copy, move.seat, move.move)
            levels.append(copy["level"].tolist())
        if levels[0] != levels[1]:
            yield Fall(at, move)


def the_fall() -> Fall:
    """The blocked fall of the record that has one."""
    return next(blocked_falls(tulips.load(BLOCKED_FALL)))
