"""Positions for viewers: the whole of one, or only what a viewer has not been told yet."""

from typing import TYPE_CHECKING

import msgspec

from tulips.engine.income import Step, incomes
from tulips.engine.match.log import lines
from tulips.engine.offer import Offer
from tulips.engine.phrase import Phrase
from tulips.engine.viewers import ALL_SEEING
from tulips.table.position import FiguresPart, LogEntry, LogPart, Position, Result, entry
from tulips.table.replay_pool import between_events, each

if TYPE_CHECKING:
    from tulips.table.live_match import LiveMatch


class Cursor(msgspec.Struct):
    """How far a viewer has been told: events, steps whose words are final, the log's entries among them, rows of figures."""

    viewer: int
    number: int
    final: int
    entries: int
    rows: int


def whole(live: "LiveMatch", viewer: int) -> Position:
    """The position with all of the log and the figures; the live match must have kept its steps."""
    log, figures = LogPart(0, _entries(live, viewer, 0)), FiguresPart(0, _rows(live, viewer, 0))
    return _position(live, viewer, log, figures, _result(live) if live.over else None)


def cursor_of(live: "LiveMatch", viewer: int, final: int) -> Cursor:
    """A cursor of a viewer who has been told everything, as the one who goes on from the final steps of another live match."""
    return Cursor(viewer, live.number, final, len(_entries(live, viewer, 0, final)), live.moves_made + 1)


def news(live: "LiveMatch", cursor: Cursor) -> Position:
    """The position with the parts of log and figures that are new to the reader, who is up to date after this."""
    final = live.final
    entries = _entries(live, cursor.viewer, cursor.final)
    rows = _rows(live, cursor.viewer, cursor.rows)
    position = _position(live, cursor.viewer, LogPart(cursor.entries, entries), FiguresPart(cursor.rows, rows))
    if final == live.length:
        cursor.entries += len(entries)
    else:
        cursor.entries += len(_entries(live, cursor.viewer, cursor.final, final))
    cursor.number = live.number
    cursor.final = final
    cursor.rows = live.moves_made + 1
    return position


def offer_of(live: "LiveMatch", seat: int, move: int) -> Offer:
    """A legal move as an offer."""
    return _offered(live, seat, [move])[0]


def _offers(live: "LiveMatch", seat: int) -> list[Offer]:
    if seat not in live.actors and not live.game.has_moves_out_of_turn:
        return []
    return _offered(live, seat, live.rules.moves(seat))


def _offered(live: "LiveMatch", seat: int, moves: list[int]) -> list[Offer]:
    words, preview, handles, s = live.game.words.move, live.game.views.preview, live.game.views.handles, live.now
    return [Offer(move, words(s, seat, move), preview(s, seat, move), handles(s, seat, move)) for move in moves]


def _position(live: "LiveMatch", viewer: int, log: LogPart, figures: FiguresPart, result: Result | None = None) -> Position:
    game, s = live.game, live.now
    over = bool(s.end)
    seated = viewer >= 0 and not over
    offers = _offers(live, viewer) if seated else []
    return Position(
        moves=live.moves_made,
        viewer=viewer,
        view=game.views.view(s, viewer),
        status=live.status,
        acting=list(live.actors),
        offers=offers,
        why_not=game.views.why_not(s, viewer) if seated else {},
        free_words=game.has_unlisted_moves and bool(offers),
        log=log,
        figures=figures,
        end=Phrase(game.ends[s.end - 1]) if over else None,
        scores=game.scores(live.states) if over or viewer == ALL_SEEING else None,
        winners=game.winners(live.states) if over else [],
        places=game.places(live.states) if over else None,
        result=result,
    )


def _result(live: "LiveMatch") -> Result:
    """Where the scores came from; the live match must have kept its steps."""
    steps = [Step(step.at, step.seat, step.what, live.reading(place)) for place, step in enumerate(each(live.steps))]
    return Result(incomes(live.game, steps, live.now), [live.game.short(live.now, p) for p in range(live.now.seats)])


def _entries(live: "LiveMatch", viewer: int, start: int, stop: int | None = None) -> list[LogEntry]:
    """The log's entries for the steps of a part of the line, as the viewer may know them now."""
    first, words, now = live.first, live.game.words, live.now
    entries = []
    for place, step in enumerate(live.steps[start - first : None if stop is None else stop - first], start):
        between_events()
        s, after = live.reading(place), now if place + 1 == live.length else live.reading(place + 1)
        entries += [entry(step.at, line, step.player) for line in lines(words, s, after, now, step.seat, step.what, viewer)]
    return entries


def _rows(live: "LiveMatch", viewer: int, start: int) -> list[dict[str, int]]:
    """The figures after `start` moves, and after each move since."""
    figures = live.game.views.figures
    rows = [
        figures(live.reading(place), viewer)
        for place, step in enumerate(each(live.steps), live.first)
        if step.at > start and step.seat is not None
    ]
    if start <= live.moves_made:
        rows.append(figures(live.now, viewer))
    return rows
