"""A careful beginner of Tulip Bubble, who looks ahead to the prices of the next Selling Phase.

It knows what everyone can know: the market, the events still to come, its own hand and cash. A card is worth to it what it
will probably sell for next round, and a share of a collector's bonus if it helps to complete a set.
"""

from typing import Any, Final

from tulips.engine.best import best_of, draw_lot_by_remainder
from tulips.engine.state.rule import rule, rule_apart
from tulips.games.tulip_bubble.components import (
    BONUS,
    BUST,
    COLOUR,
    COLOURS,
    FIRST_SET,
    LAST_EVENTS,
    LEVELS,
    NEEDED,
    NO_COLLECTOR,
    PILES,
    PRICE,
    SET,
    SET_CARDS,
    SUPPLY,
)
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    BUY_BACK,
    DECLARE,
    DONE,
    PAY_CASH,
    PLACE,
    PLACING,
    PURCHASE,
    RAISE_TO,
    SELL,
    SELL_FINANCED,
    SELL_SET,
    SELLING,
    adjust_prices,
    bid_premium,
    bidders_of,
    can_fulfil,
    events_left,
    events_unseen,
    hand_bits,
    market_price,
    respond,
    set_price,
)
from tulips.games.tulip_bubble.state import State

# The chance to sell to a collector, by how many cards of the set one holds
COMPLETED: Final = (0.0, 0.03, 0.25, 0.7)
MARGIN: Final = 0.5  # what a card should gain to be bid on
LOAN_MARGIN: Final = 1.5  # and if it would take a loan
BOUND_MARGIN: Final = 6.0  # and if that loan must be paid before the card can be sold
RIVAL: Final = 1.0  # how much dearer each other marker on a lot makes it
FREE_MARKER: Final = 1.0  # what a bid marker is worth


@rule
def look_ahead(s: State, scratch: Any) -> None:
    """Foresee the market response on a copy of the state."""
    scratch[0] = s
    foresee_response(s, scratch[0])


@rule
def promise(s: State, seat: int, move: int, scratch: Any) -> float:
    """What a move gains over doing no more, in guilders; moves that must be decided otherwise get a fixed value."""
    ahead: Any = scratch[0]
    if s.phase == SELLING:
        return sale_promise(s, ahead, seat, move)
    if s.phase == PLACING:
        return bid_promise(s, ahead, seat, move)
    if s.phase == AUCTION:
        return raise_promise(s, ahead, seat, move)
    if s.phase == PURCHASE:
        return 1.0 if move == PAY_CASH else 0.0
    return 1.0 if move == DECLARE else 0.0


# Prices to come


@rule_apart
def foresee_response(s: State, ahead: State) -> None:
    """Move the markers as the market will probably respond: lots with a marker will go, of the others, while there is still
    time to bid, every other one."""
    staying = 1 if s.phase <= PLACING else 2
    respond(ahead, likely_supplies(s, staying))


@rule
def likely_supplies(s: State, staying: int) -> int:
    """Twice the number of cards of each colour that will probably be left."""
    number = 0
    for i in range(s.row):
        number += 2 * SUPPLY[s.next_shipment[i]]
    for i in range(s.lots):
        number += staying * SUPPLY[s.lot[i]] if s.bids[i] == 0 else 0
    return number


@rule
def survival(s: State) -> float:
    """The chance that the next event is not the Bust."""
    left = events_left(s)
    return 1.0 - 1.0 / left if left <= LAST_EVENTS else 1.0


@rule_apart
def next_price(ahead: State, card: int) -> float:
    """What a card will sell for next round on average, over all events that may come; nothing after the Bust."""
    colour = COLOUR[card]
    levels = (ahead.level[0], ahead.level[1], ahead.level[2])
    total = 0
    for event in range(BUST):
        if ahead.events[event] > 0:
            adjust_prices(ahead, event)
            total += ahead.events[event] * PRICE[LEVELS * card + ahead.level[colour]]
            for c in range(COLOURS):
                ahead.level[c] = levels[c]
    return survival(ahead) * total / events_unseen(ahead)


# Collectors


@rule_apart
def set_prospects(s: State, seat: int, card: int, more: int) -> float:
    """The best chance of a bonus with the card, in guilders: with `more` copies beside those in the hand."""
    best = 0.0
    for pile in range(PILES):
        collector = s.collector[pile]
        if collector != NO_COLLECTOR:
            for which in range(FIRST_SET[collector], FIRST_SET[collector + 1]):
                held = 0
                wanted = False
                for i in range(SET_CARDS * which, SET_CARDS * (which + 1)):
                    extra = more if SET[i] == card else 0
                    held += s.hand[seat, SET[i]] + extra >= NEEDED[i]
                    wanted |= SET[i] == card
                value = COMPLETED[held] * BONUS[collector] if wanted else 0.0
                best = value if value > best else best
    return best * survival(s)


@rule_apart
def completes_set(s: State, seat: int, card: int) -> bool:
    """Whether one more copy of the card makes a set that a collector wants now."""
    completes = False
    s.hand[seat, card] += 1
    bits = hand_bits(s, seat)
    s.hand[seat, card] -= 1
    for pile in range(PILES):
        collector = s.collector[pile]
        if collector != NO_COLLECTOR:
            for which in range(FIRST_SET[collector], FIRST_SET[collector + 1]):
                completes |= can_fulfil(bits, which)
    return completes


# Decisions


@rule_apart
def sale_promise(s: State, ahead: State, seat: int, move: int) -> float:
    """Sell to a collector when possible, and what is not likely to be worth more next round.

    A tulip is bought back for a collector, and where financed ones can't be sold also to be sold to the market.
    """
    if move == DONE:
        return 0.0
    if move >= SELL_SET:
        value = 100.0 + set_price(s, move - SELL_SET)
        for i in range(SET_CARDS):
            value -= next_price(ahead, SET[SET_CARDS * (move - SELL_SET) + i])
        return value
    if move >= SELL_FINANCED:
        card = s.financed[seat, move - SELL_FINANCED]
        return market_price(s, card) - next_price(ahead, card) + FREE_MARKER
    if move >= SELL:
        card = move - SELL
        return market_price(s, card) - next_price(ahead, card) - set_prospects(s, seat, card, 0) / SET_CARDS
    card = s.financed[seat, move - BUY_BACK]
    if not s.collector_sale and completes_set(ahead, seat, card):
        return 50.0
    return market_price(s, card) - next_price(ahead, card) + FREE_MARKER if s.no_leverage else -1.0


@rule_apart
def worth(s: State, ahead: State, seat: int, card: int) -> float:
    """What a card is worth to a seat that does not have it yet."""
    return next_price(ahead, card) + set_prospects(s, seat, card, 1) - set_prospects(s, seat, card, 0)


@rule
def promised(s: State, seat: int) -> int:
    """What the seat's bids cost at market price."""
    total = 0
    for i in range(s.lots):
        total += market_price(s, s.lot[i]) if s.bids[i] >> seat & 1 else 0
    return total


@rule_apart
def bid_promise(s: State, ahead: State, seat: int, move: int) -> float:
    """Bid on what will gain most; on a loan only if it gains more. Without a marker, buy a tulip back to have one."""
    if move == DONE:
        return 0.0
    if move < PLACE:
        return MARGIN if s.markers[seat] == 0 and survival(s) == 1.0 else -1.0
    lot = move - PLACE
    card = s.lot[lot]
    price = market_price(s, card)
    margin = MARGIN
    if promised(s, seat) + price > s.cash[seat]:
        margin = BOUND_MARGIN if s.no_leverage else LOAN_MARGIN
    return worth(s, ahead, seat, card) - price - RIVAL * bidders_of(s, lot) - margin


@rule_apart
def raise_promise(s: State, ahead: State, seat: int, move: int) -> float:
    """Raise by as little as possible while that gains more than the premium for passing."""
    if move == DONE:
        return float(bid_premium(s, s.bid))
    if move != RAISE_TO + s.bid + 1:
        return -1e6
    return worth(s, ahead, seat, s.lot[s.auction]) - (s.bid + 1)


greedy = best_of(promise, look_ahead=look_ahead, draw_lot=draw_lot_by_remainder)

POLICIES = {"greedy": greedy}
