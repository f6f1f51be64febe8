"""Where scores come from: what each step of a match brought to each seat, or cost it, by kind."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.phrase import Phrase, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.viewers import ALL_SEEING

if TYPE_CHECKING:
    from tulips.engine.game import Game


START = say("end-page.at-the-start")
"""The kind of what seats begin with."""


class Gain(msgspec.Struct, frozen=True, gc=False):
    """What a step brought to a seat's score, or cost it, and of which kind that is.

    `what` says it where the words of the step do not. `event` names what struck several seats at once, such as a burst: it is
    told once, with each seat's share, which may be nothing.
    """

    seat: int
    amount: int
    kind: Phrase
    what: Phrase | None = None
    event: Phrase | None = None


class Income(msgspec.Struct, frozen=True, gc=False):
    """A gain of a match: after how many moves, whose it is, in which words, and whose move these tell (None for nobody's)."""

    at: int
    seat: int
    amount: int
    kind: Phrase
    what: Phrase
    mover: int | None
    event: Phrase | None


class Step(msgspec.Struct, frozen=True):
    """A step of a match: how many moves had been made then, itself included, who moved (None for chance), which move or
    outcome, and a snapshot of the state before."""

    at: int
    seat: int | None
    what: int
    before: Any


def incomes(game: "Game", steps: Iterable[Step], end: Any) -> list[Income]:
    """Every gain of a match that is over: each seat's add up to its score."""
    made = list(steps)
    snapshots = [step.before for step in made] + [end]
    score = on_lists(game.rules.score)
    scores = [int(score(snapshots[0], p)) for p in range(end.seats)]
    found = [Income(0, p, amount, START, START, None, None) for p, amount in enumerate(scores) if amount]
    for step, after in zip(made, snapshots[1:], strict=True):
        s = step.before
        for gain in game.income(s, after, step.seat, step.what):
            what, mover = (gain.what, None) if gain.what else (_words(game, step, end), step.seat)
            found.append(Income(step.at, gain.seat, gain.amount, gain.kind, what, mover, gain.event))
    return found


def _words(game: "Game", step: Step, end: Any) -> Phrase:
    """The words of a step; the match is over, so everybody may know them."""
    if step.seat is not None:
        return game.kinds.move_seen(step.before, end, step.seat, step.what, ALL_SEEING).phrase()
    seen = game.kinds.outcome_seen(step.before, step.what, ALL_SEEING)
    assert seen is not None, "who sees all is told of every outcome"
    return seen.phrase()
