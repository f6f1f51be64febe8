"""Where the points of Gift of Tulips come from."""

from tulips.engine.income import Gain
from tulips.games.gift_of_tulips.components import say
from tulips.games.gift_of_tulips.moves import Give, Keep, move
from tulips.games.gift_of_tulips.state import State
from tulips.games.gift_of_tulips.view import majorities

GIVEN = say("income.given")
KEPT = say("income.kept")
MAJORITIES = say("income.majorities")


def income(s: State, after: State, seat: int | None, what: int) -> list[Gain]:
    """What a tulip given or kept brings at once, and at the end each majority."""
    counted = [
        Gain(p, points, MAJORITIES, say("income.majority", variety=say(paid.variety)))
        for paid in (majorities(after) if after.end else [])
        for p, points in enumerate(paid.points)
        if points
    ]
    made = None if seat is None else move(s, seat, what)
    if seat is None or not isinstance(made, Keep | Give):
        return counted
    points = after.points[seat] - s.points[seat] - sum(gain.amount for gain in counted if gain.seat == seat)
    return [Gain(seat, points, KEPT if isinstance(made, Keep) else GIVEN), *counted] if points else counted
