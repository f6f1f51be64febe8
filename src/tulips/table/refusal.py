"""Refusals: why something can't be, as a kind for programs and a sentence for people."""

from typing import Literal

import msgspec

from tulips.engine.phrase import Phrase, Value

Code = Literal[
    "late",
    "illegal",
    "not yours",
    "waiting",
    "over",
    "nothing to undo",
    "too fast",
    "malformed",
    "busy",
    "unknown",
    "forbidden",
    "too many",
]


LONGEST_PART = 1_000
"""Characters of a text that stand in a refusal: what somebody has sent is not sent back at length."""


class Refused(Exception):
    """Something that can't be; nothing has changed. It tells why by a phrase, or by the name of a sentence and its values."""

    def __init__(self, code: Code, why: str | Phrase, /, **values: Value) -> None:
        self.code: Code = code
        self.why = _shortened(why if isinstance(why, Phrase) else Phrase(why, values))
        super().__init__(str(self.why))


def _shortened(why: Phrase) -> Phrase:
    """The same with no part that is too long."""
    if not any(isinstance(value, Phrase | list) or len(str(value)) > LONGEST_PART for value in why.values.values()):
        return why
    return msgspec.structs.replace(why, values={gap: _short_value(value) for gap, value in why.values.items()})


def _short_value(value: Value) -> Value:
    if isinstance(value, Phrase):
        return _shortened(value)
    if isinstance(value, list):
        return [_shortened(part) for part in value]
    return _cut(value) if isinstance(value, str) else value


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_PART else text[:LONGEST_PART] + "…"


LATE = "error.late"
WAITING = "error.waiting"
OVER = "table.over"
NOT_YOURS = "error.not-yours"
STANDING_IN = "error.standing-in"
BUSY = "error.busy"
TOO_FAST = "error.too-fast"
MALFORMED = "error.malformed"
NO_TABLE = "error.no-table"
NOT_HOST = "error.not-host"
