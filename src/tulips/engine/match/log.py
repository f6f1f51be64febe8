"""The log: the lines that tell of what has happened, as a viewer may know it."""

from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.phrase import Phrase

if TYPE_CHECKING:
    from tulips.engine.contract import Words


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log: its words, whose turn it stands under (None for nobody's), and who has moved (None for chance and
    for what came of a move). Lines that tell of dealing may be folded into one."""

    phrase: Phrase
    turn: int | None = None
    seat: int | None = None
    dealt: bool = False


def lines(words: "Words", s: Any, after: Any, now: Any, seat: int | None, what: int, viewer: int) -> list[LogLine]:
    """What a viewer is told of one step, from the state `s` to the state `after`, when it has come to `now`."""
    if seat is None:
        seen = words.outcome_seen(s, what, viewer)
        seen_lines = [] if seen is None else [LogLine(seen, words.turn_of(s), dealt=words.deals(s))]
    else:
        seen_lines = [LogLine(words.move_seen(s, now, seat, what, viewer), seat, seat)]
    return seen_lines + words.results(s, after, seat, what)
