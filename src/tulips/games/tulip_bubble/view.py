"""What people see of Tulip Bubble, built field by field from what is theirs to know, and what a move would do."""

from typing import Literal

import msgspec

from tulips.engine.preview import Change, Preview
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    BUY_BACK,
    DECLARE,
    DECLARING,
    DECLINE,
    DONE,
    EVENT,
    FINANCE,
    NO_SEAT,
    NOT_ANSWERED,
    OVER,
    PAY_CASH,
    PLACE,
    PLACING,
    PURCHASE,
    RAISE_TO,
    SELL,
    SELL_FINANCED,
    SELL_SET,
    SELLING,
    SET_UP,
)
from tulips.games.tulip_bubble.table import (
    BONUS,
    BUST,
    COLLECTOR_NAMES,
    COLOUR_NAMES,
    COLOURS,
    EVENT_COPIES,
    EVENT_NAMES,
    FACES,
    FACTS,
    LEVEL_NAMES,
    NO_CARD,
    NO_COLLECTOR,
    PILE,
    PILES,
    RANK_NAMES,
    SET_COLLECTOR,
    WANTS,
    Table,
    card_name,
)

market_price = rules.market_price
market_response = rules.market_response
net_worth = rules.net_worth
supply = rules.supply
supplies = rules.supplies
set_price = rules.set_price
bid_premium = rules.bid_premium
bidders_of = rules.bidders_of
collectors_face_down = rules.collectors_face_down
events_left = rules.events_left
owns_black_tulip = rules.owns_black_tulip

Phase = Literal["set-up", "event", "selling", "declaring", "placing", "auction", "purchase", "over"]
PHASES: dict[int, Phase] = {
    SET_UP: "set-up",
    EVENT: "event",
    SELLING: "selling",
    DECLARING: "declaring",
    PLACING: "placing",
    AUCTION: "auction",
    PURCHASE: "purchase",
    OVER: "over",
}


class Colour(msgspec.Struct, frozen=True):
    """A colour on the market: its price level, the price of each rank there, and how many of its cards lie out."""

    colour: str
    level: str
    prices: dict[str, int]
    supply: int


class Lot(msgspec.Struct, frozen=True):
    """A card that can be bid on, and the seats that do."""

    card: str
    price: int
    bidders: list[int]


class Pile(msgspec.Struct, frozen=True):
    """A pile of collectors: the bonus, who is face up and what they want, and how many lie below."""

    bonus: int
    collector: str | None
    wants: str | None
    face_down: int


class Financed(msgspec.Struct, frozen=True):
    """A financed tulip before a seat's screen."""

    card: str
    loan: int


class Auction(msgspec.Struct, frozen=True):
    """The lot being resolved: last bid, who made it, who is still in, and what each loser would get."""

    card: str
    place: int
    market_price: int
    bid: int
    leader: int | None
    bidders: list[int]
    premium: int


class Seat(msgspec.Struct, frozen=True):
    """What one may see of a seat: guilders and tulips behind the screen only if they are one's own, open, or at the end."""

    guilders: int | None
    tulips: list[str] | None
    financed: list[Financed]
    loans: int
    markers: int
    answered: bool
    black_tulip: bool


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    round: int
    start: int | None
    acting: list[int]
    colours: list[Colour]
    chart: dict[str, list[int]]
    next_shipment: list[str]
    new_arrivals: list[Lot | None]
    just_sold: list[Lot | None]
    collectors: list[Pile]
    event: str | None
    events_seen: list[str]
    events_left: int
    deck: int
    discard: int
    seats: list[Seat]
    auction: Auction | None
    collector_sale: bool
    bids_left: int | None


def view(s: Table, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    return View(
        phase=PHASES[s.phase],
        round=s.round,
        start=None if s.start == NO_SEAT else s.start,
        acting=[] if s.chance or s.end else _seats(s, s.actors),
        colours=[_colour(s, colour) for colour in range(COLOURS)],
        chart={rank: FACTS["prices"][rank] for rank in RANK_NAMES},
        next_shipment=[card_name(s.next_shipment[i]) for i in range(s.row) if s.next_shipment[i] != NO_CARD],
        new_arrivals=[_lot(s, i) for i in range(s.arrivals)],
        just_sold=[_lot(s, i) for i in range(s.arrivals, s.lots)],
        collectors=[_pile(s, pile) for pile in range(PILES)],
        event=EVENT_NAMES[s.event] if s.round > 0 else None,
        events_seen=_events_seen(s),
        events_left=events_left(s) - (s.event == BUST),
        deck=s.left,
        discard=s.discarded,
        seats=[_seat(s, p, seat) for p in range(s.seats)],
        auction=_auction(s) if s.phase in (AUCTION, PURCHASE) else None,
        collector_sale=s.phase == SELLING and bool(s.collector_sale),
        bids_left=_bids_left(s) if s.phase == PLACING else None,
    )


def _seats(s: Table, bits: int) -> list[int]:
    return [p for p in range(s.seats) if bits >> p & 1]


def _colour(s: Table, colour: int) -> Colour:
    level = s.level[colour]
    prices = {rank: FACTS["prices"][rank][level] for rank in RANK_NAMES}
    return Colour(COLOUR_NAMES[colour], LEVEL_NAMES[level], prices, int(supply(supplies(s), colour)))


def _lot(s: Table, i: int) -> Lot | None:
    if s.lot[i] == NO_CARD:
        return None
    return Lot(card_name(s.lot[i]), int(market_price(s, s.lot[i])), _seats(s, s.bids[i]))


def _pile(s: Table, pile: int) -> Pile:
    up = s.collector[pile]
    bonus = next(int(b) for b, of in zip(BONUS, PILE, strict=True) if of == pile)
    name, wants = (None, None) if up == NO_COLLECTOR else (COLLECTOR_NAMES[up], WANTS[up])
    return Pile(bonus, name, wants, int(collectors_face_down(s, pile)))


def _events_seen(s: Table) -> list[str]:
    seen = [EVENT_NAMES[event] for event in range(BUST) for _ in range(EVENT_COPIES[event] - s.events[event])]
    return [*seen, EVENT_NAMES[BUST]] if s.event == BUST else seen


def _seat(s: Table, p: int, viewer: int) -> Seat:
    shown = p == viewer or s.open_hands or s.phase == OVER
    return Seat(
        guilders=s.cash[p] if shown else None,
        tulips=[card_name(card) for card in range(FACES) for _ in range(s.hand[p, card])] if shown else None,
        financed=[Financed(card_name(s.financed[p, i]), s.loan[p, i]) for i in range(s.loans[p])],
        loans=_owed(s, p),
        markers=s.markers[p],
        answered=s.phase == DECLARING and s.answer[p] != NOT_ANSWERED,
        black_tulip=bool(owns_black_tulip(s, p)),
    )


def _auction(s: Table) -> Auction:
    card = s.lot[s.auction]
    return Auction(
        card=card_name(card),
        place=s.auction,
        market_price=int(market_price(s, card)),
        bid=s.bid,
        leader=None if s.leader == NO_SEAT else s.leader,
        bidders=_seats(s, s.bidders),
        premium=int(bid_premium(s, s.bid)),
    )


def _bids_left(s: Table) -> int:
    most: int = FACTS["bidding"]["placed"][s.turns // s.seats]
    return most - s.placed


# What a move would do


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know."""
    if BUY_BACK <= move < SELL:
        return _buy_back(s, seat, move - BUY_BACK)
    if move == DECLARE:
        return _declare(s, seat)
    if move == DECLINE:
        return Preview("the game goes on if nobody buys it", [])
    if s.phase == SELLING:
        return _selling(s, seat, move)
    if s.phase == PLACING:
        return _placing(s, seat, move)
    return _bidding(s, seat, move)


def _guilders(s: Table, seat: int, more: int) -> Change:
    return Change("guilders", s.cash[seat], s.cash[seat] + more)


def _owed(s: Table, seat: int) -> int:
    return sum(s.loan[seat, i] for i in range(s.loans[seat]))


def _declare(s: Table, seat: int) -> Preview:
    """The Black Tulip, for which all loans are paid first."""
    worth, owed = int(net_worth(s, seat)), _owed(s, seat)
    text = f"you win with {worth} guilders, unless another who declares has more; equal ones share the victory"
    if not owed:
        return Preview(text, [])
    return Preview(f"{_amount(owed)} for your loans; {text}", [_guilders(s, seat, -owed), Change("owed", owed, 0)])


def _amount(guilders: int) -> str:
    return f"{guilders} guilder{'' if guilders == 1 else 's'}"


def _buy_back(s: Table, seat: int, place: int) -> Preview:
    loan = s.loan[seat, place]
    return Preview(
        f"{_amount(loan)} for the loan, {s.cash[seat] - loan} left; your marker comes back",
        [_guilders(s, seat, -loan), Change("markers", s.markers[seat], s.markers[seat] + 1)],
    )


def _selling(s: Table, seat: int, move: int) -> Preview:
    """A sale, and how the market would respond if nothing else were sold or bought."""
    if move == DONE:
        levels = _response(s, None, None)
        return Preview(_with_response("nothing more is sold", levels), levels)
    if move >= SELL_SET:
        which = move - SELL_SET
        bonus = int(BONUS[SET_COLLECTOR[which]])
        total = int(set_price(s, which))
        paid = f"{_amount(total)} ({total - bonus} and a bonus of {bonus}): {s.cash[seat]} → {s.cash[seat] + total}"
        return Preview(paid, [_guilders(s, seat, total)])
    if move >= SELL_FINANCED:
        place = move - SELL_FINANCED
        card, loan = s.financed[seat, place], s.loan[seat, place]
        price = int(market_price(s, card))
        levels = _response(s, card, None)
        marker = Change("markers", s.markers[seat], s.markers[seat] + 1)
        text = f"{price} less the loan of {loan}: {s.cash[seat]} → {s.cash[seat] + price - loan}; your marker comes back"
        return Preview(_with_response(text, levels), [_guilders(s, seat, price - loan), marker, *levels])
    card = move - SELL
    price = int(market_price(s, card))
    levels = _response(s, card, None)
    text = f"{_amount(price)}: {s.cash[seat]} → {s.cash[seat] + price}"
    return Preview(_with_response(text, levels), [_guilders(s, seat, price), *levels])


def _placing(s: Table, seat: int, move: int) -> Preview:
    """A bid: what it costs if nobody else bids, and how the market would respond if the lots with bids are bought."""
    if move == DONE:
        levels = _response(s, None, None)
        return Preview(_with_response("no more bids this turn", levels), levels)
    lot = move - PLACE
    price = int(market_price(s, s.lot[lot]))
    levels = _response(s, None, lot)
    others = int(bidders_of(s, lot))
    rivals = f"auction with {others} other{'' if others == 1 else 's'}, " if others else ""
    text = f"{rivals}market price {price}: {_payment(s, seat, price)}"
    return Preview(_with_response(text, levels), [Change("markers", s.markers[seat], s.markers[seat] - 1), *levels])


def _bidding(s: Table, seat: int, move: int) -> Preview:
    """A raise, a pass or a payment. The premium for a pass is not certain, so no change."""
    if s.phase == AUCTION and move == DONE:
        premium = int(bid_premium(s, s.bid))
        text = f"{_amount(premium)} for you if the last bid wins" if s.leader != NO_SEAT else "you are out of the auction"
        return Preview(text, [])
    bid = move - RAISE_TO if move >= RAISE_TO else s.bid
    premium = int(bid_premium(s, bid))
    others = f"; {premium} to each other bidder" if premium else ""
    levels = _response(s, None, None)
    if move == PAY_CASH:
        text = f"{s.cash[seat]} → {s.cash[seat] - bid} guilders{others}"
        return Preview(_with_response(text, levels), [_guilders(s, seat, -bid), *levels])
    if move == FINANCE:
        owed = _owed(s, seat)
        text = f"a loan of {bid}, your marker stays on the card{others}"
        return Preview(_with_response(text, levels), [Change("owed", owed, owed + bid), *levels])
    text = f"if it wins: {_payment(s, seat, bid)}{others}"
    return Preview(_with_response(text, levels), [Change("bid", s.bid, bid), *levels])


def _payment(s: Table, seat: int, price: int) -> str:
    """How the seat could pay a price."""
    return f"{s.cash[seat] - price} guilders left, or a loan" if s.cash[seat] >= price else f"a loan of {price}"


def _response(s: Table, sold: int | None, bid_on: int | None) -> list[Change]:
    """Each colour whose level the market response would change: with one more card sold or bid on, and every lot that
    bears a marker bought, but nothing else."""
    after = s.copy()  # type: ignore[attr-defined]
    if sold is not None:
        after.lot[after.lots] = sold
        after.lots += 1
    for i in range(after.lots):
        if after.bids[i] or i == bid_on:
            after.lot[i] = NO_CARD
    market_response(after)
    return [
        Change(f"{COLOUR_NAMES[c]} level", LEVEL_NAMES[s.level[c]], LEVEL_NAMES[after.level[c]])
        for c in range(COLOURS)
        if s.level[c] != after.level[c]
    ]


def _with_response(text: str, levels: list[Change]) -> str:
    """A summary with what the market response would change."""
    moved = ", ".join(f"{c.what.removesuffix(' level')} {c.before} → {c.after}" for c in levels)
    return f"{text}; market response as things stand: {moved}" if moved else text
