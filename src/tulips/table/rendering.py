"""Positions for viewers: the whole of one, or only what a viewer has not been told yet."""

from typing import TYPE_CHECKING

import msgspec

from tulips.engine.income import Step, incomes
from tulips.engine.log import lines
from tulips.engine.phrase import Phrase
from tulips.engine.spectator import ALL_SEEING
from tulips.table.position import FiguresPart, LogEntry, LogPart, Offer, Position, Result, entry
from tulips.table.replaying import between_events, each

if TYPE_CHECKING:
    from tulips.table.course import Course


class Reader(msgspec.Struct):
    """How far a viewer has been told: events, steps whose words are settled, the log's entries among them, rows of figures."""

    viewer: int
    number: int
    settled: int
    entries: int
    rows: int


def whole(course: "Course", viewer: int) -> Position:
    """The position with all of the log and the figures; the course must have kept its steps."""
    log, figures = LogPart(0, _entries(course, viewer, 0)), FiguresPart(0, _rows(course, viewer, 0))
    return _position(course, viewer, log, figures, _result(course) if course.over else None)


def reader_of(course: "Course", viewer: int, settled: int) -> Reader:
    """A reader who has been told everything, as the one who goes on from the settled steps of another course."""
    return Reader(viewer, course.number, settled, len(_entries(course, viewer, 0, settled)), course.moves_made + 1)


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
    reader.number = course.number
    reader.settled = settled
    reader.rows = course.moves_made + 1
    return position


def offer_of(course: "Course", seat: int, move: int) -> Offer:
    """A legal move as an offer."""
    return _offered(course, seat, [move])[0]


def _offers(course: "Course", seat: int) -> list[Offer]:
    if seat not in course.actors and not course.game.has_moves_aside:
        return []
    return _offered(course, seat, course.rules.moves(seat))


def _offered(course: "Course", seat: int, moves: list[int]) -> list[Offer]:
    words, preview, handles, s = course.game.words.move, course.game.views.preview, course.game.views.handles, course.now
    return [Offer(move, words(s, seat, move), preview(s, seat, move), handles(s, seat, move)) for move in moves]


def _position(course: "Course", viewer: int, log: LogPart, figures: FiguresPart, result: Result | None = None) -> Position:
    game, s = course.game, course.now
    over = bool(s.end)
    seated = viewer >= 0 and not over
    offers = _offers(course, viewer) if seated else []
    return Position(
        moves=course.moves_made,
        viewer=viewer,
        view=game.views.view(s, viewer),
        status=course.status,
        acting=list(course.actors),
        offers=offers,
        why_not=game.views.why_not(s, viewer) if seated else {},
        free_words=game.has_unlisted_moves and bool(offers),
        log=log,
        figures=figures,
        end=Phrase(game.ends[s.end - 1]) if over else None,
        scores=game.scores(course.states) if over or viewer == ALL_SEEING else None,
        winners=game.winners(course.states) if over else [],
        places=game.places(course.states) if over else None,
        result=result,
    )


def _result(course: "Course") -> Result:
    """Where the scores came from; the course must have kept its steps."""
    steps = [Step(step.at, step.seat, step.what, course.reading(place)) for place, step in enumerate(each(course.steps))]
    return Result(incomes(course.game, steps, course.now), [course.game.short(course.now, p) for p in range(course.now.seats)])


def _entries(course: "Course", viewer: int, start: int, stop: int | None = None) -> list[LogEntry]:
    """The log's entries for the steps of a part of the line, as the viewer may know them now."""
    first, words, now = course.first, course.game.words, course.now
    entries = []
    for place, step in enumerate(course.steps[start - first : None if stop is None else stop - first], start):
        between_events()
        s, after = course.reading(place), now if place + 1 == course.length else course.reading(place + 1)
        entries += [entry(step.at, line, step.player) for line in lines(words, s, after, now, step.seat, step.what, viewer)]
    return entries


def _rows(course: "Course", viewer: int, start: int) -> list[dict[str, int]]:
    """The figures after `start` moves, and after each move since."""
    figures = course.game.views.figures
    rows = [
        figures(course.reading(place), viewer)
        for place, step in enumerate(each(course.steps), course.first)
        if step.at > start and step.seat is not None
    ]
    if start <= course.moves_made:
        rows.append(figures(course.now, viewer))
    return rows
