"""The log: the lines that tell of what has happened, as a viewer may know it."""

from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.kinds import Kind
from tulips.engine.phrase import Phrase

if TYPE_CHECKING:
    from tulips.engine.contract import Moves


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log: what it tells, whose turn it stands under (None for nobody's), and who has moved (None for chance and
    for what came of a move). Lines that tell of dealing may be folded into one."""

    what: Kind
    turn: int | None = None
    seat: int | None = None
    dealt: bool = False

    @property
    def phrase(self) -> Phrase:
        """The line's words."""
        return self.what.phrase()


def lines(moves: "Moves", s: Any, after: Any, now: Any, seat: int | None, what: int, viewer: int) -> list[LogLine]:
    """What a viewer is told of one step, from the state `s` to the state `after`, when it has come to `now`."""
    if seat is None:
        seen = moves.outcome_seen(s, what, viewer)
        seen_lines = [] if seen is None else [LogLine(seen, moves.turn_of(s), dealt=moves.deals(s))]
    else:
        seen_lines = [LogLine(moves.move_seen(s, now, seat, what, viewer), seat, seat)]
    return seen_lines + _results(moves, s, after, seat, what)


def _results(moves: "Moves", s: Any, after: Any, seat: int | None, what: int) -> list[LogLine]:
    """What everybody sees come of a step: found once for all viewers of a snapshot, since the step decides it."""
    shared: dict[Any, Any] = s.shared
    key = _results, seat, what
    found: list[LogLine] | None = shared.get(key)
    if found is None:
        found = shared[key] = moves.results(s, after, seat, what)
    return found
