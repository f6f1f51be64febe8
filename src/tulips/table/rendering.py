"""Positions for viewers: the whole of one, or only what a viewer has not been told yet."""

from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.phrase import Phrase
from tulips.engine.reading import read_out
from tulips.engine.spectator import ALL_SEEING
from tulips.table.position import FiguresPart, LogEntry, LogPart, Offer, Position

if TYPE_CHECKING:
    from tulips.table.course import Course


class Reader(msgspec.Struct):
    """How far a viewer has been told: steps whose words are settled, the log's entries among them, rows of figures."""

    viewer: int
    settled: int
    entries: int
    rows: int


def whole(course: "Course", viewer: int) -> Position:
    """The position with all of the log and the figures; the course must have kept its steps."""
    return _position(course, viewer, LogPart(0, _entries(course, viewer, 0)), FiguresPart(0, _rows(course, viewer, 0)))


def reader_of(course: "Course", viewer: int, settled: int) -> Reader:
    """A reader who has been told everything, as the one who goes on from the settled steps of another course."""
    return Reader(viewer, settled, len(_entries(course, viewer, 0, settled)), course.moves_made + 1)


def news(course: "Course", reader: Reader) -> Position:
    """The position with the parts of log and figures that are new to the reader, who is up to date after this."""
    settled = course.settled
    entries = _entries(course, reader.viewer, reader.settled)
    rows = _rows(course, reader.viewer, reader.rows)
    position = _position(course, reader.viewer, LogPart(reader.entries, entries), FiguresPart(reader.rows, rows))
    if settled == course.length:
        reader.entries += len(entries)
    else:
        reader.entries += len(_entries(course, reader.viewer, reader.settled, settled))
    reader.settled = settled
    reader.rows = course.moves_made + 1
    return position


def offer_of(course: "Course", seat: int, move: int) -> Offer:
    """A legal move as an offer."""
    game, s = course.game, read_out(course.states)
    handles = getattr(game.views, "handles", lambda *_: ())  # until every game has them
    return Offer(move, game.words.move(s, seat, move), game.views.preview(s, seat, move), handles(s, seat, move))


def _position(course: "Course", viewer: int, log: LogPart, figures: FiguresPart) -> Position:
    game, states = course.game, course.states
    s = read_out(states)
    over = course.over
    seated = viewer >= 0 and not over
    offers = [Offer(c.move, c.phrase, c.preview, c.handles) for c in game.choices(states, viewer)] if seated else []
    return Position(
        moves=course.moves_made,
        viewer=viewer,
        view=game.views.view(s, viewer),
        status=_status(game, s),
        acting=list(course.actors),
        offers=offers,
        why_not=_why_not(game, s, viewer) if seated else {},
        free_words=game.has_unlisted_moves and bool(offers),
        log=log,
        figures=figures,
        end=Phrase(end) if (end := game.end(states)) else None,
        scores=game.scores(states) if over or viewer == ALL_SEEING else None,
        winners=game.winners(states) if over else [],
    )


def _entries(course: "Course", viewer: int, start: int, stop: int | None = None) -> list[LogEntry]:
    """The log's entries for the steps of a part of the line, as the viewer may know them now."""
    words = course.game.words
    now = read_out(course.states)
    entries = []
    for place in range(start, course.length if stop is None else stop):
        step = course.steps[place - course.first]
        s = course.reading(place)
        if step.seat is None:
            told = words.outcome_seen(s, step.what, viewer)
        else:
            told = words.move_seen(s, now, step.seat, step.what, viewer)
        if told is not None:
            entries.append(LogEntry(step.at, step.seat, told))
    return entries


def _rows(course: "Course", viewer: int, start: int) -> list[dict[str, int]]:
    """The figures after `start` moves, and after each move since."""
    figures = getattr(course.game.views, "figures", None)  # until every game has them
    if figures is None:
        return []
    rows = []
    for place in range(course.first, course.length):
        step = course.steps[place - course.first]
        if step.seat is not None and step.at > start:
            rows.append(figures(course.reading(place), viewer))
    rows.append(figures(read_out(course.states), viewer))
    return rows


def _status(game: Any, s: Any) -> Phrase:
    status = getattr(game.words, "status", None)  # until every game has it
    return status(s) if status else Phrase("")


def _why_not(game: Any, s: Any, viewer: int) -> dict[str, Phrase]:
    why_not = getattr(game.views, "why_not", None)  # until every game has it
    return why_not(s, viewer) if why_not else {}
