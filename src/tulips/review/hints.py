"""Hints: each move of a seat with its chance, by nothing but what the seat knows.

A search finds the moves that a master would think about, as it does for the bots. Each is then played on in the same worlds
(`continuations`), so that luck cancels where moves are compared: the judgement of a review, given before the move is made. The
same knowledge, seed and effort give the same hint.
"""

import functools
import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from tulips import bots
from tulips.bots import levels
from tulips.bots.search import Dials, MoveStats, think
from tulips.bots.warm import HINT_MARK, is_warm, warm_hints
from tulips.defaults import HINT_SECONDS, MEGABYTES
from tulips.engine.errors import TulipsError, WrongSeat
from tulips.engine.phrase import Phrase, join_clauses, say
from tulips.engine.prebuilt import prebuilt
from tulips.engine.state.rule import INTERPRETED
from tulips.engine.state.state import row
from tulips.review.chances import CONFIDENCE, chance_of
from tulips.review.continuations import Continuations, Shares
from tulips.review.judge import ENOUGH, MARKS
from tulips.review.reasons import reason
from tulips.review.warm import is_warm as is_warm_for_reviews
from tulips.review.warm import warm_review

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.match.match import Match
    from tulips.engine.state.state import States

FILE = "hints.toml"

THOUGHT = 0.4
"""The part of the time that goes into the search."""

WORLDS = 400
"""Worlds for each of the best moves, where iterations are told and nothing of worlds."""

BEST = 5
"""The moves tried most, which are played on in more worlds than the others."""

OTHERS = 4
"""The others get one in so many of the worlds."""

LAP = 25
"""Worlds between two looks at the clock."""

NEARLY = 0.01
"""Chances that differ by less count as equal."""

EQUAL = MARKS[-1][1]
"""A move that surely costs less than the smallest mark of a review is about as good as the best."""

WARNED = dict(MARKS)["mistake"]
"""The chance that a move must surely cost for a tutor to ask."""

ONLY = "hint.only"
BETTER = "hint.better"
SHARED = "hint.shared"
UNSURE = "hint.unsure"
AS_GOOD = "hint.as-good"
MORE_POINTS = "hint.more-points"
LESS_POINTS = "hint.less-points"
WORSE = "hint.worse"
PREFERRED = "hint.preferred"
PERHAPS = "hint.perhaps"
UNTRIED = "hint.untried"


@prebuilt
class HintEffort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a hint at a table works, so that it takes less than two seconds; a game may have its own in a `hints.toml`."""

    iterations: int = 4000
    worlds: int = WORLDS


class Hint(msgspec.Struct, frozen=True):
    """A move, its chance with the 95 % interval, and what is to be said of it."""

    move: int
    words: str
    chance: float | None  # the seat's share of the victory; None for a move that was not played on
    low: float | None
    high: float | None
    score: float | None  # the points at the end, on average
    visits: int  # how often the search has tried it
    reason: Phrase


class Loss(NamedTuple):
    """What a move gives away beside the best, with the 95 % interval, and by how many points; all in the same worlds."""

    lost: float
    low: float
    high: float
    points: float
    points_sure: bool


class Advice:
    """What was found out about a seat's moves at one point of a match."""

    def __init__(self, game: "Game", states: "States", seat: int, seed: str | int) -> None:
        self.game = game
        self.seat = seat
        self._states = states.copy()
        self._worlds = Continuations(game, f"hint {seed}")
        self._other_worlds = Continuations(game, f"check {seed}")
        self._found: dict[int, Shares] = {}
        self._visits: dict[int, int] = {}
        self._decided = False  # by a master who does not search
        self.ranked: list[int] = []  # the best first

    def rank(self, tried: Sequence[MoveStats], first: int | None = None) -> None:
        """Take in what the search has found; `first` is the choice of a master who does not search."""
        self._decided = first is not None
        self._visits = {stats.move: stats.visits for stats in tried}
        in_order = sorted(tried, key=lambda stats: (stats.move == first, stats.visits, stats.reward), reverse=True)
        self.ranked = [stats.move for stats in in_order]

    def play_on(self, move: int, worlds: int) -> None:
        """Play on after a move until it has been in so many worlds."""
        before = self._found.get(move)
        done = 0 if before is None else len(before)
        if done < worlds:
            more = self._worlds.play(self._states, worlds - done, first=done, viewer=self.seat, seat=self.seat, move=move)
            self._found[move] = more if before is None else np.concatenate([before, more])

    def put_in_order(self) -> None:
        """Put the moves in order.

        The best is the one that does best of those that the search thinks worth trying, as in a review, and of those that are
        surely better than its first; or what a master chooses who does not search. All others follow by their chance, those
        that were played on less after the others.
        """
        if not self._found:
            return
        first = self.ranked[0]
        most = max(len(found) for found in self._found.values())
        full = [move for move in self.ranked if len(self._found.get(move, ())) == most]
        best = first if self._decided else max((move for move in full if self._is_worthy(move, first)), key=self._chance)
        self.ranked.sort(key=lambda move: (move == best, move in full, move in self._found, self._chance(move)), reverse=True)

    def _is_worthy(self, move: int, first: int) -> bool:
        """Whether a move may be the best: tried nearly as often as the search's first, or surely better in the same worlds."""
        return self._visits.get(move, 0) >= ENOUGH * self._visits.get(first, 0) or self._compare(first, move).low > 0

    def _chance(self, move: int) -> float:
        found = self._found.get(move)
        return -1.0 if found is None else float(found[:, self.seat].mean())

    def was_tried(self, move: int) -> bool:
        """Whether a move was played on."""
        return move in self._found

    def loss(self, move: int, worlds: int) -> Loss:
        """What a move, listed or not, gives away beside the best one.

        Both are played on in worlds other than those by which the best one was found: there its luck is not part of its merit.
        """
        best, made = (
            self._other_worlds.play(self._states, worlds, viewer=self.seat, seat=self.seat, move=tried)
            for tried in (self.ranked[0], move)
        )
        return _loss(best, made, self.seat)

    def why(self, move: int, loss: Loss) -> Phrase:
        """Why the best move is better than another one, in the game's own words."""
        return reason(self.game, self._states, self.seat, move, self.ranked[0], loss.points)

    def _compare(self, move: int, better: int) -> Loss:
        """What a move gives away beside another, in the worlds that both were tried in."""
        return _loss(self._found[better], self._found[move], self.seat)

    def is_warning(self, loss: Loss) -> bool:
        """Whether a tutor asks before such a move is made."""
        return loss.low >= WARNED

    def hint(self, move: int, names: Sequence[str]) -> Hint:
        """A move as a hint."""
        found = self._found.get(move)
        seats = int(self._states["seats"][0])
        chance = None if found is None else chance_of(found[:, self.seat], float(found[:, seats + self.seat].mean()))
        share, low, high, score = (None, None, None, None) if chance is None else msgspec.structs.astuple(chance)
        game = self.game
        return Hint(
            move=move,
            words=game.kinds.move(row(self._states), self.seat, move).phrase().named(names),
            chance=share,
            low=low,
            high=high,
            score=score,
            visits=self._visits.get(move, 0),
            reason=join_clauses([self._verdict(move), game.preview(self._states, self.seat, move).summary]),
        )

    def hints(self, names: Sequence[str]) -> list[Hint]:
        """All moves as hints, the best first."""
        return [self.hint(move, names) for move in self.ranked]

    def _verdict(self, move: int) -> Phrase:
        """In words, how a move compares with the best one, or how that does with the others."""
        if len(self.ranked) == 1:
            return say(ONLY)
        if move not in self._found:
            return say(UNTRIED)
        best = self.ranked[0]
        if move == best:
            others = [self._compare(other, best) for other in self.ranked[1:] if other in self._found]
            if not others:
                return say(UNSURE)
            nearest = min(others, key=lambda loss: loss.lost)
            if nearest.low > 0 and nearest.lost >= NEARLY:
                return say(BETTER, games=round(100 * nearest.lost))
            return say(SHARED if any(loss.high < EQUAL for loss in others) else UNSURE)
        return verdict_on(self._compare(move, best))


def _loss(tried: Shares, made: Shares, seat: int) -> Loss:
    """What is given away by a move beside another one, from what came of both."""
    worlds = min(len(tried), len(made))
    gained = tried[:worlds] - made[:worlds]
    shares, points = gained[:, seat], gained[:, gained.shape[1] // 2 + seat]
    lost, half = float(shares.mean()), CONFIDENCE * float(shares.std()) / math.sqrt(worlds)
    sure = abs(float(points.mean())) > CONFIDENCE * float(points.std()) / math.sqrt(worlds)
    return Loss(lost, lost - half, lost + half, float(points.mean()), sure)


def verdict_on(loss: Loss) -> Phrase:
    """In words, what a move that is not the best gives away."""
    if loss.low > 0 and loss.lost >= NEARLY:
        return say(WORSE, games=round(100 * loss.lost))
    if loss.lost <= -NEARLY:
        return say(PREFERRED)
    if loss.high >= EQUAL:
        return say(PERHAPS)
    if loss.points_sure and abs(loss.points) >= 1:
        return say(LESS_POINTS if loss.points > 0 else MORE_POINTS, points=round(abs(loss.points)))
    return say(AS_GOOD)


def advise(
    game: "Game",
    states: "States",
    seat: int,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    worlds: int | None = None,
    all_moves: bool = True,
    threads: int = 1,
    megabytes: float = MEGABYTES,
    seed: int = 0,
) -> Advice:
    """Find out about a seat's moves, for so many iterations and worlds, or so long.

    With `all_moves` every one is played on; else only the best, which is enough where the others are not shown.
    """
    advice = Advice(game, states, seat, seed)
    start = time.perf_counter()
    master = levels.level(game, "master")
    tried = think(
        game,
        states,
        seat,
        seed % 2**64,
        dials=master.dials if master is not None else Dials(),
        iterations=iterations,
        seconds=None if seconds is None else THOUGHT * seconds,
        threads=threads,
        megabytes=megabytes,
    )
    advice.rank(tried.moves, bots.choose(game, states, seat, master.policy, seed) if master and master.policy else None)
    best, others = advice.ranked[:BEST], advice.ranked[BEST:] if all_moves else []
    if seconds is None:
        most = worlds or min(iterations or WORLDS, WORLDS)
        for move in best:
            advice.play_on(move, most)
        for move in others:
            advice.play_on(move, max(most // OTHERS, 1))
    else:
        lap = 0
        while lap == 0 or time.perf_counter() - start < seconds:
            lap += 1
            for move in best:
                advice.play_on(move, lap * LAP)
            for move in others:
                advice.play_on(move, max(lap * LAP // OTHERS, 1))
    advice.put_in_order()
    return advice


def hints(
    match: "Match",
    seat: int | None = None,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    worlds: int | None = None,
    threads: int = 1,
    megabytes: float = MEGABYTES,
    seed: int = 0,
) -> list[Hint]:
    """Each move that a seat is offered (the first seat that has to decide, if none is named), the best one first.

    Where more is legal than can be listed, such as any raise, those are the raises that the game offers.
    Iterations instead of seconds make the same hint on every machine.
    """
    for what, given in (
        ("iterations", iterations),
        ("worlds", worlds),
        ("seconds", seconds),
        ("threads", threads),
        ("megabytes", megabytes),
    ):
        if given is not None and not 0 < given < math.inf:
            raise TulipsError(f"A hint can't be made with {given} {what}: there must be more than none, and an end to it.")
    if not match.actors:
        raise WrongSeat("Nobody has a decision to make there, so there is nothing to give a hint on.")
    who = match.actors[0] if seat is None else seat
    if who not in match.actors:
        raise WrongSeat(f"Seat {who + 1} has no decision to make there; seat {match.actors[0] + 1} has.")
    if seconds is None and iterations is None:
        seconds = HINT_SECONDS
    effort = {"seconds": seconds, "iterations": iterations, "worlds": worlds}
    advice = advise(match.game, match.states, who, threads=threads, megabytes=megabytes, seed=seed, **effort)  # type: ignore[arg-type]
    return advice.hints(match.names)


@functools.cache
def hint_effort(game: "Game") -> HintEffort:
    """How much a hint at a table works."""
    file = game.folder / FILE
    return msgspec.toml.decode(file.read_bytes(), type=HintEffort) if file.is_file() else HintEffort()


def warm_up(game: "Game") -> None:
    """Compile what hints need: the search, also where no bot searches, and the continuations."""
    warm_hints(game)
    warm_review(game)


def is_ready(game: "Game") -> bool:
    """Whether what hints need is compiled; interpreted, they would take hours."""
    return INTERPRETED or (game.cache is not None and is_warm(game, HINT_MARK) and is_warm_for_reviews(game))
