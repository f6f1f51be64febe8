"""Where the guilders of Tulip Bubble come from: sales, purchases, premiums, and what the burst makes worthless."""

from tulips.engine.income import Gain
from tulips.engine.phrase import Phrase, listed, say
from tulips.engine.plain import plain
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.rules import BUBBLE_BUST, FINANCE, PAY_CASH, PLACE, SELL, SELL_SET
from tulips.games.tulip_bubble.table import Table, card_told
from tulips.games.tulip_bubble.words import forced_loans, market_price, premiums, tulips_held

net_worth = plain(rules.net_worth)

BOUGHT = say("tulips bought")
SOLD = say("tulips sold to the market")
SETS = say("sets sold to collectors")
PREMIUMS = say("premiums of lost auctions")
BURST = say("the burst")


def income(s: Table, after: Table, seat: int | None, what: int) -> list[Gain]:
    """What is bought counts when it is bought, in cash or on a loan; to pay a loan back changes nothing."""
    if seat is None:
        return [_burst(after, p) for p in range(after.seats)] if after.end == BUBBLE_BUST else []
    found = []
    if what in (PAY_CASH, FINANCE):
        found.append(Gain(seat, -s.bid, BOUGHT))
    elif SELL <= what < PLACE:
        sold = int(net_worth(after, seat)) - int(net_worth(s, seat))
        found.append(Gain(seat, sold, SOLD if what < SELL_SET else SETS))
    for p in range(s.seats):
        for card, loan in forced_loans(s, after, p, what if p == seat else None):
            borrowed = say("{seat} borrows {loan} for {card}", seat=p, loan=loan, card=card_told(card))
            found.append(Gain(p, -loan, BOUGHT, borrowed))
    for p, premium in premiums(s, after):
        found.append(Gain(p, premium, PREMIUMS, say("premium for {card}", card=card_told(s.lot[s.auction]))))
    return found


def _burst(s: Table, seat: int) -> Gain:
    """The burst costs nobody a guilder, but whoever has tulips can't sell them any more."""
    return Gain(seat, 0, BURST, _worthless(s, seat), say("the bubble bursts"))


def _worthless(s: Table, seat: int) -> Phrase:
    cards = tulips_held(s, seat)
    if not cards:
        return say("no tulip")
    worth = sum(int(market_price(s, card)) for card in cards)
    told = listed(card_told(card) for card in cards)
    return say("{cards}, which would have brought {guilders}", cards=told, guilders=worth)
