"""A position as one viewer may see it: all that the page needs to show the table and to offer every choice."""

from typing import Annotated, Any, Literal

import msgspec

from tulips.engine.income import Income
from tulips.engine.kinds import Kind
from tulips.engine.offer import Offer
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Handle

View = Annotated[Any, msgspec.Meta(title="View")]
"""What a game's `view` returns, of a type of its own."""

Figure = Annotated[str, msgspec.Meta(title="Figure")]
"""What a number worth a curve is called, such as "price:pink". A game lists the forms of its own (`FIGURES`)."""


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the log: after how many moves, who has moved (null for chance, and for what came of a move), what
    it tells as data, and the words.

    `turn` is the seat whose turn it stands under, if that did not move. `player` is who has moved if it was no person.
    Lines that tell of dealing may be folded into one.
    """

    at: int
    seat: int | None
    what: Kind
    phrase: Phrase
    turn: int | None = None
    player: Literal["bot", "clock"] | None = None
    dealt: bool = False


class LogPart(msgspec.Struct, frozen=True):
    """Entries of the log from a place on; what the page had from there on is replaced by them."""

    start: int
    entries: list[LogEntry]


class FiguresPart(msgspec.Struct, frozen=True):
    """Numbers worth a curve, one row for each position from the one after `start` moves on."""

    start: int
    rows: list[dict[Figure, int]]


class Result(msgspec.Struct, frozen=True):
    """Where the scores came from, and in a race what each seat lacked to win."""

    income: list[Income]
    short: list[list[Phrase]]


class Position(msgspec.Struct, frozen=True):
    """The table as a viewer sees it after so many moves."""

    moves: int
    viewer: int
    view: View
    status: Phrase
    acting: list[int]
    offers: list[Offer]
    why_not: dict[Handle, Phrase]
    unlisted: bool  # more moves are legal than are offered, such as any raise: they can be sent as data
    log: LogPart
    figures: FiguresPart
    end: Phrase | None
    scores: list[int] | None  # at the end
    winners: list[int]
    places: list[int] | None  # at the end, unless it was a race: each seat's, equal ones share one
    result: Result | None  # at the end, unless only what is new is told
