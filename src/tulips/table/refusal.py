"""Refusals: why something can't be, as a kind for programs and a sentence for people."""

from typing import Literal

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
    """Something that can't be; nothing has changed."""

    def __init__(self, code: Code, why: str | Phrase, /, **values: Value) -> None:
        self.code: Code = code
        self.why = _shortened(why if isinstance(why, Phrase) else Phrase(why, values))
        super().__init__(self.why.text)


def _shortened(why: Phrase) -> Phrase:
    """The same with no part that is too long."""
    if len(why.text) > LONGEST_PART:  # somebody's words, not a template of ours
        return Phrase("{problem}", {"problem": _cut(str(why))})
    if not any(isinstance(value, Phrase) or len(str(value)) > LONGEST_PART for value in why.values.values()):
        return why
    return Phrase(why.text, {gap: _short_value(value) for gap, value in why.values.items()})


def _short_value(value: Value) -> Value:
    if isinstance(value, Phrase):
        return _shortened(value)
    return _cut(value) if isinstance(value, str) else value


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_PART else text[:LONGEST_PART] + "…"


LATE = "The table has moved on meanwhile; look again and decide anew."
WAITING = "The game has not started yet: the table waits for players."
OVER = "The match is over."
NOT_YOURS = "This seat is not yours."
STANDING_IN = "A bot plays for you; take over first."
BUSY = "The server can't write to its database at the moment; try again in a few seconds."
TOO_FAST = "That was too much at once; wait a moment."
MALFORMED = "This message can't be understood: {problem}"
NO_TABLE = "There is no such table, or it is not open to you."
NOT_HOST = "Only the host of the table can do that."
