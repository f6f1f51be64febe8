"""Where the guilders of Tulip Bubble come from: sales, purchases, premiums, and what the burst makes worthless."""

from tulips.engine.income import Gain
from tulips.engine.phrase import Phrase, join_phrases, say
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.components import card_phrase
from tulips.games.tulip_bubble.rules import BUBBLE_BUST, FINANCE, PAY_CASH, PLACE, SELL, SELL_SET
from tulips.games.tulip_bubble.state import State
from tulips.games.tulip_bubble.words import forced_loans, market_price, premiums, tulips_held

net_worth = on_lists(rules.net_worth)

BOUGHT = say("tulips bought")
SOLD = say("tulips sold to the market")
SETS = say("sets sold to collectors")
PREMIUMS = say("premiums of lost auctions")
BURST = say("the burst")


def income(s: State, after: State, seat: int | None, what: int) -> list[Gain]:
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
            borrowed = say("{seat} borrows {loan} for {card}", seat=p, loan=loan, card=card_phrase(card))
            found.append(Gain(p, -loan, BOUGHT, borrowed))
    for p, premium in premiums(s, after):
        found.append(Gain(p, premium, PREMIUMS, say("premium for {card}", card=card_phrase(s.lot[s.auction]))))
    return found


def _burst(s: State, seat: int) -> Gain:
    """The burst costs nobody a guilder, but whoever has tulips can't sell them any more."""
    return Gain(seat, 0, BURST, _worthless(s, seat), say("the bubble bursts"))


def _worthless(s: State, seat: int) -> Phrase:
    cards = tulips_held(s, seat)
    if not cards:
        return say("no tulip")
    worth = sum(int(market_price(s, card)) for card in cards)
    told = join_phrases(card_phrase(card) for card in cards)
    return say("{cards}, which would have brought {guilders}", cards=told, guilders=worth)
