"""A position as one viewer may see it: all that the page needs to show the table and to offer every choice."""

from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview
from tulips.engine.reading import read_out
from tulips.engine.spectator import ALL_SEEING

if TYPE_CHECKING:
    from tulips.engine.match import Match


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A move that the viewer may make: its words, what it would do, and the handles that one touches to make it."""

    move: int
    phrase: Phrase
    preview: Preview
    handles: tuple[str, ...]


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """A line of the log: after how many moves, who (null for chance), and the words."""

    at: int
    seat: int | None
    phrase: Phrase


class LogPart(msgspec.Struct, frozen=True):
    """Entries of the log from a place on; what the page had from there on is replaced by them."""

    start: int
    entries: list[LogEntry]


class FiguresPart(msgspec.Struct, frozen=True):
    """Numbers worth a curve, one row for each position from the one after `start` moves on."""

    start: int
    rows: list[dict[str, int]]


class Position(msgspec.Struct, frozen=True):
    """The table as a viewer sees it after so many moves."""

    moves: int
    viewer: int
    view: Any
    status: Phrase
    acting: list[int]
    offers: list[Offer]
    why_not: dict[str, Phrase]
    free_words: bool  # more moves are legal than are offered, such as any raise: they can be sent in words
    log: LogPart
    figures: FiguresPart
    end: Phrase | None
    scores: list[int] | None  # at the end
    winners: list[int]


def position_of(match: "Match", viewer: int) -> Position:
    """The whole position, with all of the log and the figures."""
    game, states = match.game, match.states
    s = read_out(states)
    over = match.end is not None
    seated = viewer >= 0 and not over
    offers = [Offer(c.move, c.phrase, c.preview, c.handles) for c in game.choices(states, viewer)] if seated else []
    return Position(
        moves=match.moves_made,
        viewer=viewer,
        view=match.view(viewer),
        status=game.words.status(s),
        acting=list(match.actors),
        offers=offers,
        why_not=game.views.why_not(s, viewer) if seated else {},
        free_words=game.has_unlisted_moves and bool(offers),
        log=LogPart(0, [LogEntry(e.at, e.seat, e.phrase) for e in match.log(viewer)]),
        figures=FiguresPart(0, [game.views.figures(read_out(r), viewer) for r in match.positions()]),
        end=Phrase(match.end) if match.end else None,
        scores=match.scores if over or viewer == ALL_SEEING else None,
        winners=match.winners,
    )
