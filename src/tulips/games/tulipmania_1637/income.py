"""Where the florins of Tulipmania 1637 come from: sales, purchases and bursts."""

from tulips.engine.income import Gain
from tulips.games.tulipmania_1637.components import colour_phrase, say
from tulips.games.tulipmania_1637.moves import Burst, burst_of, decides, left_over, made_without_bursts
from tulips.games.tulipmania_1637.rules import BUY
from tulips.games.tulipmania_1637.state import State

SOLD = say("income.sold")
BOUGHT = say("income.bought")
STOCKPILE = say("income.stockpile")
BURSTS = say("income.bursts")
LEFT = say("income.left")


def income(s: State, after: State, seat: int | None, number: int) -> list[Gain]:
    """What a sale, a purchase, a burst, or the end without one brings to whom."""
    if seat is None:
        return []
    found = [Gain(p, paid, LEFT, LEFT) for p, paid in enumerate(left_over(s, after, seat, number)) if paid]
    if not decides(s, seat):
        return found
    calm = made_without_bursts(s, seat, number)
    for p in range(s.seats):
        paid = calm.cash[p] - s.cash[p]
        if paid and s.phase == BUY:
            found.append(Gain(p, paid, STOCKPILE))
        elif paid > 0:
            found.append(Gain(p, paid, SOLD, say("sell", colour=colour_phrase(s.sold))))
        elif paid:
            found.append(Gain(p, paid, BOUGHT, say("buy", colour=colour_phrase(s.sold))))
    burst = burst_of(s, seat, number)
    if burst:
        what = Burst(burst.colour, burst.other).phrase()
        paid_to = {share.seat: share.amount for share in burst.paid or ()}
        found += [Gain(p, paid_to.get(p, 0), BURSTS, what, what) for p in range(s.seats)]
    return found
