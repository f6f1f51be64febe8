"""Where the florins of Tulipmania 1637 come from: sales, purchases and bursts."""

from tulips.engine.income import Gain
from tulips.engine.phrase import say
from tulips.games.tulipmania_1637.naming import colour_phrase
from tulips.games.tulipmania_1637.preview import without_bursts
from tulips.games.tulipmania_1637.rules import BUY
from tulips.games.tulipmania_1637.state import State
from tulips.games.tulipmania_1637.words import burst_brings, carry_out_move, decides, left_over

SOLD = say("tulips sold")
BOUGHT = say("tulips bought from players")
STOCKPILE = say("tulips bought from the stockpile")
BURSTS = say("bubbles that burst")
LEFT = say("tulips left at the end")


def income(s: State, after: State, seat: int | None, what: int) -> list[Gain]:
    """What a sale, a purchase, a burst, or the end without one brings to whom."""
    if seat is None:
        return []
    found = [Gain(p, paid, LEFT, LEFT) for p, paid in left_over(s, after, seat, what) if paid]
    if not decides(s, seat):
        return found
    burst = burst_brings(s, seat, what)
    calm = burst[2] if burst else without_bursts(s, carry_out_move, seat, what)
    for p in range(s.seats):
        paid = calm.cash[p] - s.cash[p]
        if paid and s.phase == BUY:
            found.append(Gain(p, paid, STOCKPILE))
        elif paid > 0:
            found.append(Gain(p, paid, SOLD, say("sell {colour}", colour=colour_phrase(s.sold))))
        elif paid:
            found.append(Gain(p, paid, BOUGHT, say("buy {colour}", colour=colour_phrase(s.sold))))
    if burst:
        found += [Gain(p, paid, BURSTS, burst[0], burst[0]) for p, paid in enumerate(burst[1])]
    return found
