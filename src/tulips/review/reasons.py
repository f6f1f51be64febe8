"""Reasons: why a move is better than another one, in the game's own words.

What is said comes from the two moves' previews, which try the rules on what the seat knows: what the better move would have
changed that the other did not, and the points that continuations found it to bring at the end.
"""

from typing import TYPE_CHECKING

from tulips.engine.phrase import Phrase, join_clauses, say

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.preview import Change
    from tulips.engine.state.state import States

WORTH_TELLING = 1
"""Points at the end below which none are told."""

MOST_CHANGES = 3


def reason(game: "Game", states: "States", seat: int, played: int, best: int, points: float) -> Phrase:
    """Why the best move is better than the one played; `points` is how many more it brings at the end, on average."""
    better, made = game.preview(states, seat, best), game.preview(states, seat, played)
    gains = [change for change in better.changes if change not in made.changes]
    losses = [change for change in made.changes if change not in better.changes]
    clauses = []
    if gains:
        clauses.append(say("review.better-changes", changes=_changes_told(gains)))
    else:
        clauses.append(say("review.better-does", summary=better.summary))
    if losses:
        clauses.append(say("review.played-changes", changes=_changes_told(losses)))
    elif made.summary != better.summary:
        clauses.append(say("review.played-does", summary=made.summary))
    if abs(points) >= WORTH_TELLING and not game.race:
        more = round(abs(points))
        clauses.append(say("review.points-more", points=more) if points > 0 else say("review.points-less", points=more))
    return join_clauses(clauses)


def _changes_told(changes: "list[Change]") -> list[Phrase]:
    return [say("review.change", what=c.what, before=c.before, after=c.after) for c in changes[:MOST_CHANGES]]
