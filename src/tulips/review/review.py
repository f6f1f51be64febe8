"""The review of a finished match: every seat's chances from the first deal to the result, what luck and choices did to them,
and what each choice cost. See `tulips.review.ledger` and `tulips.review.judge` for how that is found."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from tulips.engine.errors import TulipsError
from tulips.engine.phrase import Phrase, say
from tulips.review.facts import Effort, Typical, typical
from tulips.review.judge import Decision, Judge, effort_of
from tulips.review.ledger import UNIT, Ledger, Part, filled_ledger, moves_of, points, sections

if TYPE_CHECKING:
    from tulips.engine.match.match import Match

LARGEST = 5
"""How many parts of the ledger are named."""


class Seat(msgspec.Struct, frozen=True):
    """A seat's ledger: `first` + `luck` + `own` + `others` is `final`; `lost` is what its choices gave away in all.

    Each `_margin` is half the width of a 95 % interval.
    """

    seat: int  # counted from 1
    name: str
    first: float
    final: float
    luck: float
    own: float
    others: float
    lost: float
    first_margin: float
    luck_margin: float
    own_margin: float
    others_margin: float
    told: Phrase  # what was lost in all, beside what a master and a novice lose


class Review(msgspec.Struct, frozen=True):
    """What a match was decided by."""

    game: str
    rules: str
    seed: str
    moves: int
    seats: list[Seat]
    decisions: list[Decision]
    parts: list[Part]
    largest: list[int]  # the places of the largest parts, the largest first
    chances: list[list[float]]  # each seat's chance before each part of the ledger, and at the end
    lows: list[list[float]]  # and their 95 % intervals
    highs: list[list[float]]
    typical: Typical | None  # what others lose in such a game; None if that was never measured


class Unreviewable(TulipsError):
    """A match that can't be reviewed."""


Progress = Callable[[float], None]


def review(
    match: "Match",
    *,
    seed: str | int = 0,
    threads: int = 1,
    effort: Effort | None = None,
    progress: Progress = lambda done: None,
) -> Review:
    """Review a match that is over. The same match, seed and effort give the same review, on however many threads.

    `progress` is told the part that is done, from 0 to 1.
    """
    check_over(match)
    effort = effort if effort is not None else effort_of(match.game)
    judge = Judge(match.game, seed, effort)
    line = points(match)
    parts = sections(line)
    moves = moves_of(match)
    choices = [point for point in line if point.seat is not None and not point.forced]
    decisions: list[Decision] = []
    done, steps = 0, len(parts) + len(choices)
    with ThreadPoolExecutor(threads) as pool:
        found = []
        for shares in pool.map(lambda section: judge.shares(section[0]), parts):
            found.append(shares)
            done += 1
            progress(done / steps)
        for decision in pool.map(lambda point: judge.decision(point, moves[point.at]), choices):
            decisions.append(decision)
            done += 1
            progress(done / steps)
    ledger = filled_ledger(match, parts, found)
    usual = typical(match.game, match.seats)
    return Review(
        game=match.game.name,
        rules=match.rules,
        seed=str(seed),
        moves=match.moves_made,
        seats=[_seat(ledger, p, match.names[p], decisions, usual) for p in range(match.seats)],
        decisions=decisions,
        parts=ledger.parts,
        largest=_largest(ledger.parts),
        chances=[[units / UNIT for units in row] for row in ledger.units],
        lows=ledger.lows,
        highs=ledger.highs,
        typical=usual,
    )


def check_over(match: "Match") -> None:
    """Refuse a match that goes on."""
    if match.end is None:
        raise Unreviewable("This match is not over yet: a review tells what decided it, so it has to have an end.")


def _seat(ledger: Ledger, p: int, name: str, decisions: list[Decision], usual: Typical | None) -> Seat:
    lost = sum(round(UNIT * decision.lost) for decision in decisions if decision.seat == p + 1)
    units = [ledger.units[0][p], ledger.units[-1][p], *ledger.sums[:, p].tolist(), lost]
    first, final, luck, own, others, gave = (unit / UNIT for unit in units)
    return Seat(p + 1, name, first, final, luck, own, others, gave, *ledger.margins(p), told=_given_away(p, gave, usual))


def _given_away(p: int, lost: float, usual: Typical | None) -> Phrase:
    """What a seat gave away, in words."""
    if usual is None:
        return say("review.gave-away", seat=p, points=_percent(lost))
    beside = {"master": _percent(usual.master), "novice": _percent(usual.novice)}
    return say("review.gave-away-beside", seat=p, points=_percent(lost), **beside)


def _percent(share: float) -> int:
    return round(100 * share)


def _largest(parts: list[Part]) -> list[int]:
    """The places of the parts that moved some seat's chance most."""
    moved = [max(map(abs, part.gained)) for part in parts]
    return sorted(range(len(parts)), key=lambda i: (-moved[i], i))[:LARGEST]
