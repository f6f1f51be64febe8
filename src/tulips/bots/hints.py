"""Hints: each move of a seat with what a search expects of it, by nothing but what the seat knows."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from tulips.bots import levels
from tulips.bots.search import MEGABYTES, TO_THE_END, Dials, MoveStats, think
from tulips.engine.errors import TulipsError, WrongSeat
from tulips.engine.state.state import row

if TYPE_CHECKING:
    from tulips.engine.match.match import Match

SECONDS = 1.0
"""How long a hint may take unless it is told otherwise."""

CURIOSITY = 2.0
"""How much more a hint explores than a player: each move is to be told about, not only the best."""

NEARLY = 0.01
"""Win chances that differ by less count as equal."""


class Hint(msgspec.Struct, frozen=True):
    """A move and what the search expects of it."""

    move: int
    words: str
    win_chance: float
    score: float  # the points at the end, on average
    visits: int  # how often the search has tried it: the more, the surer
    reason: str


def hints(
    match: "Match",
    seat: int | None = None,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    threads: int = 1,
    megabytes: float = MEGABYTES,
    seed: int = 0,
) -> list[Hint]:
    """Each move that a seat is offered (the first seat that has to decide, if none is named), the best one first.

    Where more is legal than can be listed, such as any raise, those are the raises that the game offers.
    Iterations instead of seconds make the same hint on every machine.

    >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
    >>> best, other = hints(match, seat=0, iterations=500)
    >>> best.visits >= other.visits
    True
    >>> best.words in match.moves(0)
    True
    """
    game = match.game
    for what, given in (("iterations", iterations), ("seconds", seconds), ("threads", threads), ("megabytes", megabytes)):
        if given is not None and not 0 < given < math.inf:
            raise TulipsError(f"A hint can't be made with {given} {what}: there must be more than none, and an end to it.")
    if not match.actors:
        raise WrongSeat("Nobody has a decision to make there, so there is nothing to give a hint on.")
    who = match.actors[0] if seat is None else seat
    if who not in match.actors:
        raise WrongSeat(f"Seat {who + 1} has no decision to make there; seat {match.actors[0] + 1} has.")
    if seconds is None and iterations is None:
        seconds = SECONDS
    master = levels.level(game, "master")
    dials = master.dials if master is not None else Dials()
    # A hint tells points, so games are played to their end and not appraised.
    dials = msgspec.structs.replace(dials, explore=CURIOSITY * dials.explore, horizon=TO_THE_END)
    thought = think(
        game,
        match.states,
        who,
        seed,
        dials=dials,
        iterations=iterations,
        seconds=seconds,
        threads=threads,
        megabytes=megabytes,
    )
    state = row(match.states)
    ranked = sorted(thought.moves, key=lambda tried: (tried.visits, tried.reward), reverse=True)
    return [
        Hint(
            move=tried.move,
            words=game.kinds.move(state, who, tried.move).phrase().named(match.names),
            win_chance=tried.win_chance,
            score=tried.score,
            visits=tried.visits,
            reason=f"{_verdict(ranked, place)}; {game.preview(match.states, who, tried.move).summary}",
        )
        for place, tried in enumerate(ranked)
    ]


def _verdict(ranked: Sequence[MoveStats], place: int) -> str:
    """In words, how a move compares with the best, which is the first, or how that one does with the others.

    What is best is not always what wins most often: points count too, and what was seldom tried may have been lucky.
    """
    best, this = ranked[0], ranked[place]
    if len(ranked) == 1:
        return "the only move"
    if this.visits == 0:
        return "not tried"
    if place == 0:
        next_best = max((tried for tried in ranked[1:] if tried.visits), key=lambda tried: tried.win_chance, default=ranked[1])
        lead = best.win_chance - next_best.win_chance
        if lead >= NEARLY:
            return f"best: wins {lead:.0%} more often than the next"
        if lead > -NEARLY:
            return "best, but others are as good"
        if next_best.reward <= best.reward:
            return f"best in points, though another wins {-lead:.0%} more often"
        return "best so far, but tried too seldom to be sure"
    less = best.win_chance - this.win_chance
    if less <= -NEARLY and this.reward <= best.reward:
        return f"wins {-less:.0%} more often than the best, but stands worse in points"
    if less <= -NEARLY:
        return f"has won {-less:.0%} more often than the best, but was tried too seldom to be sure"
    if less < NEARLY:
        fewer = best.score - this.score
        return (
            f"about as good, with {abs(fewer):.0f} {'less' if fewer > 0 else 'more'} at the end"
            if abs(fewer) >= 1
            else "about as good"
        )
    return f"wins {less:.0%} less often than the best"
