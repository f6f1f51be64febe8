"""A position as one viewer may see it: all that the page needs to show the table and to offer every choice."""

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tulips.engine.income import Income
from tulips.engine.match.log import LogLine
from tulips.engine.offer import Offer
from tulips.engine.phrase import Phrase
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING
from tulips.table.state import Player

if TYPE_CHECKING:
    from tulips.engine.match.match import Match


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the log: after how many moves, who has moved (null for chance, and for what came of a move), and the words.

    `turn` is the seat whose turn it stands under, if that did not move. `player` is who has moved if it was no person.
    Lines that tell of dealing may be folded into one.
    """

    at: int
    seat: int | None
    phrase: Phrase
    turn: int | None = None
    player: Literal["bot", "clock"] | None = None
    dealt: bool = False


def entry(at: int, line: LogLine, player: Player = "human") -> LogEntry:
    """A line as an entry; what came of a move is nobody's."""
    if line.seat is None:
        return LogEntry(at, None, line.phrase, line.turn, dealt=line.dealt)
    return LogEntry(at, line.seat, line.phrase, player=None if player == "human" else player)


class LogPart(msgspec.Struct, frozen=True):
    """Entries of the log from a place on; what the page had from there on is replaced by them."""

    start: int
    entries: list[LogEntry]


class FiguresPart(msgspec.Struct, frozen=True):
    """Numbers worth a curve, one row for each position from the one after `start` moves on."""

    start: int
    rows: list[dict[str, int]]


class Result(msgspec.Struct, frozen=True):
    """Where the scores came from, and in a race what each seat lacked to win."""

    income: list[Income]
    short: list[list[Phrase]]


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
    places: list[int] | None  # at the end, unless it was a race: each seat's, equal ones share one
    result: Result | None  # at the end, unless only what is new is told


def position_of(match: "Match", viewer: int) -> Position:
    """The whole position, with all of the log and the figures."""
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
        why_not=game.views.why_not(s, viewer) if seated else {},
        free_words=game.has_unlisted_moves and bool(offers),
        log=LogPart(0, [entry(e.at, LogLine(e.phrase, e.turn, e.seat, e.dealt)) for e in match.log(viewer)]),
        figures=FiguresPart(0, [game.views.figures(snapshot(r), viewer) for r in match.positions()]),
        end=Phrase(match.end) if match.end else None,
        scores=match.scores if over or viewer == ALL_SEEING else None,
        winners=match.winners,
        places=game.places(states) if over else None,
        result=Result(match.income, [game.short(s, p) for p in range(match.seats)]) if over else None,
    )
