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
    return lines_of(moves, s, after, seat, what, seen_by(moves, s, now, seat, what, viewer))


def seen_by(moves: "Moves", s: Any, now: Any, seat: int | None, what: int, viewer: int) -> Kind | None:
    """What a viewer sees of one step from the state `s`, when the match has come to `now`; None if it is nothing."""
    return moves.outcome_seen(s, what, viewer) if seat is None else moves.move_seen(s, now, seat, what, viewer)


def lines_of(moves: "Moves", s: Any, after: Any, seat: int | None, what: int, seen: Kind | None) -> list[LogLine]:
    """The lines that tell what was seen of a step that led to the state `after`, and what came of it."""
    if seen is None:
        lines = []
    elif seat is None:
        lines = [LogLine(seen, moves.turn_of(s), dealt=moves.deals(s))]
    else:
        lines = [LogLine(seen, seat, seat)]
    return lines + moves.results(s, after, seat, what)
