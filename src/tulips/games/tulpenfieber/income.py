"""Where the tulips of Tulpenfieber lie, and what a seat lacked to win."""

from tulips.engine.income import START, Gain
from tulips.engine.phrase import Phrase
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import (
    ANY_FOUR,
    BOTTOM_ROW,
    BOTTOM_WINS,
    COLUMNS,
    FULL_ROW,
    NOT_WON,
    OUTSTANDING,
    ROUNDS,
    ROW,
    SPACE_NAMES,
    THREE_ADJACENT,
    VERY_GOOD,
    WON,
    say,
)
from tulips.games.tulpenfieber.moves import LayAbove, Plant, move
from tulips.games.tulpenfieber.rules import SOLO_LOST
from tulips.games.tulpenfieber.state import State

score = on_lists(rules.score)
solo_total = on_lists(rules.solo_total)
victory = on_lists(rules.victory)


def income(s: State, after: State, seat: int | None, what: int) -> list[Gain]:
    """One tulip a turn, by the row where it is planted; and those on the start flowers, in the solo game each round anew."""
    made = None if seat is None else move(s, seat, what)
    planted = [Gain(seat, 1, _place(made))] if seat is not None and isinstance(made, Plant | LayAbove) else []
    laid = [int(score(after, p)) - int(score(s, p)) - sum(gain.seat == p for gain in planted) for p in range(s.seats)]
    return planted + [Gain(p, tulips, START, START) for p, tulips in enumerate(laid) if tulips]


def _place(made: Plant | LayAbove) -> Phrase:
    if isinstance(made, LayAbove):
        return say("income.above")
    return say("income.row", row=SPACE_NAMES.index(made.space) // COLUMNS + 1)


def short(s: State, seat: int) -> list[Phrase]:
    """What a seat lacks to win, the nearest way first; in the solo game how good its total is."""
    if s.seats == 1:
        return _rounds(s)
    if victory(s.covered[seat]) != NOT_WON:
        return []
    bottom = s.covered[seat] >> COLUMNS * BOTTOM_ROW & ROW
    ways = [
        (COLUMNS - (s.covered[seat] >> COLUMNS * FULL_ROW & ROW).bit_count(), "short.full-row"),
        (_missing(bottom, ANY_FOUR), "short.any-four"),
        (_missing(bottom, THREE_ADJACENT), "short.three-adjacent"),
    ]
    return [_lacks(tulips, way) for tulips, way in sorted(ways, key=lambda lacking: lacking[0])]


def _missing(bottom: int, won: int) -> int:
    """How many tulips the bottom row lacks until it wins in this way."""
    more = (row for row in range(ROW + 1) if row & bottom == bottom and BOTTOM_WINS[row] == won)
    return min(row.bit_count() for row in more) - bottom.bit_count()


def _lacks(tulips: int, way: str) -> Phrase:
    if tulips == 1:
        return say("short.one", way=say(way))
    return say("short.some", tulips=tulips, way=say(way))


def _rounds(s: State) -> list[Phrase]:
    rounds = [say("short.round", round=i + 1, tulips=s.sums[i]) for i in range(ROUNDS)]
    total = int(solo_total(s))
    if s.end == SOLO_LOST:
        return [*rounds, say("short.too-many", tulips=total - WON, most=WON)]
    if total > VERY_GOOD:
        return [*rounds, say("short.of-very-good", tulips=total - VERY_GOOD)]
    if total > OUTSTANDING:
        return [*rounds, say("short.of-outstanding", tulips=total - OUTSTANDING)]
    return rounds
