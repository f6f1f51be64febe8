"""Where the guilders of Tulip Bubble come from: sales, purchases, premiums, and what the burst makes worthless."""

from collections import Counter

from tulips.engine.income import Gain
from tulips.engine.phrase import Phrase
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.components import CARD_NAMES, FACES, card_phrase, say
from tulips.games.tulip_bubble.rules import AUCTION, BUBBLE_BUST, BUY_BACK, FINANCE, PAY_CASH, PLACE, PURCHASE, SELL, SELL_SET
from tulips.games.tulip_bubble.state import State

market_price = on_lists(rules.market_price)
net_worth = on_lists(rules.net_worth)

BOUGHT = say("income.bought")
SOLD = say("income.sold")
SETS = say("income.sets")
PREMIUMS = say("income.premiums")
BURST = say("income.burst")


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
            borrowed = say("forced-loan", seat=p, loan=loan, card=card_phrase(CARD_NAMES[card]))
            found.append(Gain(p, -loan, BOUGHT, borrowed))
    for p, premium in premiums(s, after):
        found.append(Gain(p, premium, PREMIUMS, say("income.premium", card=card_phrase(CARD_NAMES[s.lot[s.auction]]))))
    return found


def _burst(s: State, seat: int) -> Gain:
    """The burst costs nobody a guilder, but whoever has tulips can't sell them any more."""
    return Gain(seat, 0, BURST, _worthless(s, seat), say("income.bubble-bursts"))


def _worthless(s: State, seat: int) -> Phrase:
    cards = tulips_left(s, seat)
    if not cards:
        return say("income.no-tulip")
    worth = sum(market_price(s, card) for card in cards)
    return say("income.worthless", cards=[card_phrase(CARD_NAMES[card]) for card in cards], guilders=worth)


def tulips_left(s: State, seat: int) -> list[int]:
    """All cards of a seat, those behind its screen and those that are financed."""
    hidden = [card for card in range(FACES) for _ in range(s.hand[seat][card])]
    return hidden + [s.financed[seat][i] for i in range(s.loans[seat])]


def premiums(s: State, after: State) -> list[tuple[int, int]]:
    """What the losers of an auction get from the bank through a move: each seat, and how many guilders."""
    if s.phase not in (AUCTION, PURCHASE):
        return []
    gains = [(p, after.cash[p] - s.cash[p]) for p in range(s.seats)]
    return [(p, gain) for p, gain in gains if gain > 0]


def forced_loans(s: State, after: State, p: int, chosen: int | None) -> list[tuple[int, int]]:
    """The cards, with their loans, that the seat has had to finance; `chosen` is its own move, if it made one."""
    bought_back = chosen is not None and BUY_BACK <= chosen < SELL
    if chosen != FINANCE and not bought_back and s.financed[p] == after.financed[p] and s.loan[p] == after.loan[p]:
        return []
    before = Counter((s.financed[p][i], s.loan[p][i]) for i in range(s.loans[p]))
    if chosen == FINANCE:
        before[s.lot[s.auction], s.bid] += 1
    elif chosen is not None and bought_back:
        before[s.financed[p][chosen - BUY_BACK], s.loan[p][chosen - BUY_BACK]] -= 1
    now = Counter((after.financed[p][i], after.loan[p][i]) for i in range(after.loans[p]))
    now.subtract(before)
    return list(now.elements())
