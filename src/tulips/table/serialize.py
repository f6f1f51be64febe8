"""Positions for viewers: the whole of one, or only what a viewer has not got yet."""

from typing import TYPE_CHECKING

import msgspec

from tulips.engine import income
from tulips.engine.match.log import LogLine, lines_of, seen_by
from tulips.engine.offer import Offer, offer
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING
from tulips.table.position import FiguresPart, LogEntry, LogPart, Position, Result
from tulips.table.replay_pool import each

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tulips.engine.match.match import Match
    from tulips.table.live_match import LiveMatch, Step
    from tulips.table.state import Player


class Cursor(msgspec.Struct):
    """How far a viewer has got: events, steps whose words are final, the log's entries among them, rows of figures."""

    viewer: int
    number: int
    final: int
    entries: int
    rows: int


def whole(live: "LiveMatch", viewer: int) -> Position:
    """The position with all of the log and the figures; the live match must have kept its steps."""
    steps = _steps(live, 0)
    log = LogPart(0, _entries(live, viewer, each(steps)))
    figures = FiguresPart(0, _rows(live, viewer, 0, each(steps)))
    return _position(live, viewer, log, figures, _result(live) if live.over else None)


def cursor_of(live: "LiveMatch", viewer: int, final: int) -> Cursor:
    """Returns the cursor of a viewer who has got everything and goes on from the final steps of another live match."""
    return Cursor(viewer, live.number, final, len(_entries(live, viewer, each(_steps(live, 0, final)))), live.moves_made + 1)


def news(live: "LiveMatch", cursor: Cursor) -> Position:
    """The position with the parts of log and figures that are new to the reader, who is up to date after this."""
    final = live.final
    entries = _entries(live, cursor.viewer, _steps(live, cursor.final))
    rows = _rows(live, cursor.viewer, cursor.rows, _steps(live, live.first))
    position = _position(live, cursor.viewer, LogPart(cursor.entries, entries), FiguresPart(cursor.rows, rows))
    if final == live.length:
        cursor.entries += len(entries)
    else:
        cursor.entries += len(_entries(live, cursor.viewer, _steps(live, cursor.final, final)))
    cursor.number = live.number
    cursor.final = final
    cursor.rows = live.moves_made + 1
    return position


def offer_of(live: "LiveMatch", seat: int, move: int) -> Offer:
    """A legal move as an offer."""
    return _as_offers(live, seat, [move])[0]


def _offers(live: "LiveMatch", seat: int) -> list[Offer]:
    if seat not in live.actors and not live.game.has_moves_out_of_turn:
        return []
    return _as_offers(live, seat, live.rules.moves(seat))


def _as_offers(live: "LiveMatch", seat: int, moves: list[int]) -> list[Offer]:
    move, s = live.game.kinds.move, live.now
    return [offer(move(s, seat, number), s, seat, number) for number in moves]


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
        why_not=game.why_not(s, viewer) if seated else {},
        unlisted=game.has_unlisted_moves and bool(offers),
        log=log,
        figures=figures,
        end=game.say(game.ends[s.end - 1]) if over else None,
        scores=game.scores(live.states) if over or viewer == ALL_SEEING else None,
        winners=game.winners(live.states) if over else [],
        places=game.places(live.states) if over else None,
        result=result,
    )


def _result(live: "LiveMatch") -> Result:
    """Where the scores came from; the live match must have kept its steps."""
    steps = [
        income.Step(step.at, step.seat, step.what, live.snapshot_before(place)) for place, step in enumerate(each(live.steps))
    ]
    return Result(income.incomes(live.game, steps, live.now), [live.game.short(live.now, p) for p in range(live.now.seats)])


def _steps(live: "LiveMatch", start: int, stop: int | None = None) -> "list[tuple[int, Step]]":
    """Returns the steps of a part of the line, with their places."""
    first = live.first
    return list(enumerate(live.steps[start - first : None if stop is None else stop - first], start))


def _entries(live: "LiveMatch", viewer: int, steps: "Iterable[tuple[int, Step]]") -> list[LogEntry]:
    """Returns the log's entries for some steps, as the viewer may know them now: made once for all who see the same."""
    kinds, now = live.game.kinds, live.now
    entries: list[LogEntry] = []
    for place, step in steps:
        s = live.snapshot_before(place)
        seen = seen_by(kinds, s, now, step.seat, step.what, viewer)
        key = _entries, step.seat, step.what, step.player, seen
        made: list[LogEntry] | None = s.shared.get(key)
        if made is None:
            after = now if place + 1 == live.length else live.snapshot_before(place + 1)
            lines = lines_of(kinds, s, after, step.seat, step.what, seen)
            made = s.shared[key] = [_log_entry(step.at, line, step.player) for line in lines]
        entries += made
    return entries


def _log_entry(at: int, line: LogLine, player: "Player" = "human") -> LogEntry:
    """Returns a line as an entry; what came of a move is nobody's."""
    if line.seat is None:
        return LogEntry(at, None, line.what, line.phrase, line.turn, dealt=line.dealt)
    return LogEntry(at, line.seat, line.what, line.phrase, player=None if player == "human" else player)


def _rows(live: "LiveMatch", viewer: int, start: int, steps: "Iterable[tuple[int, Step]]") -> list[dict[str, int]]:
    """Returns the figures after `start` moves, and after each move since."""
    figures = live.game.views.figures
    rows = [figures(live.snapshot_before(place), viewer) for place, step in steps if step.at > start and step.seat is not None]
    if start <= live.moves_made:
        rows.append(figures(live.now, viewer))
    return rows


def position_of(match: "Match", viewer: int) -> Position:
    """Returns the whole position of a match that keeps everything, with all of the log and the figures."""
    game, states = match.game, match.states
    s = snapshot(states)
    over = match.end is not None
    seated = viewer >= 0 and not over
    offers = game.offers(states, viewer) if seated else []
    return Position(
        moves=match.moves_made,
        viewer=viewer,
        view=match.view(viewer),
        status=game.words.status(s),
        acting=list(match.actors),
        offers=offers,
        why_not=game.why_not(s, viewer) if seated else {},
        unlisted=game.has_unlisted_moves and bool(offers),
        log=LogPart(0, [_log_entry(e.at, LogLine(e.what, e.turn, e.seat, e.dealt)) for e in match.log(viewer)]),
        figures=FiguresPart(0, [game.views.figures(snapshot(r), viewer) for r in match.positions()]),
        end=game.say(match.end) if match.end else None,
        scores=match.scores if over or viewer == ALL_SEEING else None,
        winners=match.winners,
        places=game.places(states) if over else None,
        result=Result(match.income, [game.short(s, p) for p in range(match.seats)]) if over else None,
    )
