"""Where the points come from."""

from tulips.engine.income import Gain
from tulips.scaffold.new_game.components import CARD_NAMES, card_phrase, say
from tulips.scaffold.new_game.state import State

TULIPS = say("income.tulips")


def income(s: State, after: State, seat: int | None, number: int) -> list[Gain]:
    """The tulip that a seat has taken, when the last card of a round is laid."""
    taken = [(p, after.points[p] - s.points[p]) for p in range(s.seats) if after.points[p] > s.points[p]]
    return [Gain(p, points, TULIPS, say("income.tulip", tulip=card_phrase(CARD_NAMES[s.tulip]))) for p, points in taken]
