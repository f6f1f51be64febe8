"""Lessons: for each marked decision, what every move would have cost there: whoever chooses anew is told at once."""

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from tulips.engine.kinds import Move
from tulips.engine.state.snapshot import snapshot
from tulips.review.continuations import Continuations
from tulips.review.ledger import Point, points

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.match.match import Match
    from tulips.review.review import Review

WORLDS = 4000
"""Worlds for one lesson, shared out among its moves."""

MOST_WORLDS, MOST_MOVES = 400, 40
"""Of one move, and of one lesson; where there are more moves, such as any number as a bid, every so many of them is tried."""


class Tried(msgspec.Struct, frozen=True):
    """A move that was possible, and the chance lost by it beside the best, by what the seat could know."""

    what: Move
    lost: float


class Lesson(msgspec.Struct, frozen=True):
    """What each move would have cost at a marked decision."""

    number: int  # the decision's
    moves: list[Tried]


def lessons(match: "Match", review: "Review", *, seed: str | int = 0, threads: int = 1, part: float = 1.0) -> list[Lesson]:
    """The lessons of a reviewed match, from a part of the usual worlds."""
    marked = {decision.number: decision for decision in review.decisions if decision.mark and decision.better}
    chosen = [point for point in points(match) if point.seat is not None and point.at + 1 in marked]
    continuations = Continuations(match.game, seed)

    def lesson(point: Point) -> Lesson:
        better = marked[point.at + 1].better
        assert better is not None
        return _lesson(match.game, continuations, point, better, part)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lesson, chosen))


def _lesson(game: "Game", continuations: Continuations, point: Point, better: Move, part: float) -> Lesson:
    """Try the moves of a position in the same worlds, so that luck cancels."""
    seat, s = point.seat, snapshot(point.states)
    assert seat is not None
    moves = {move: game.kinds.move(s, seat, move) for move in game.moves(point.states, seat)}
    every = -(-len(moves) // MOST_MOVES)
    tried = [move for n, (move, what) in enumerate(moves.items()) if n % every == 0 or what == better]
    worlds = max(20, round(part * min(MOST_WORLDS, WORLDS // len(tried))))
    play = continuations.play
    worth = {move: float(play(point.states, worlds, viewer=seat, seat=seat, move=move)[:, seat].mean()) for move in tried}
    best = next(worth[move] for move in tried if moves[move] == better)
    return Lesson(point.at + 1, [Tried(moves[move], round(best - worth[move], 6)) for move in tried])
