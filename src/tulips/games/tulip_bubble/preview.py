"""What a move of Tulip Bubble would do, as far as its seat can know."""

import functools
from types import SimpleNamespace
from typing import Any

from tulips.engine.phrase import Phrase, join_phrases, say
from tulips.engine.preview import Change, Preview
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.components import (
    BONUS,
    COLOUR_NAMES,
    SET,
    SET_CARDS,
    SET_COLLECTOR,
    SUPPLY,
    Levels,
    card_name,
    card_phrase,
    colour_phrase,
    guilders_phrase,
    levels_moved,
    prices_phrase,
)
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    BUY_BACK,
    DECLARE,
    DECLINE,
    DONE,
    FINANCE,
    NO_SEAT,
    PAY_CASH,
    PLACE,
    PLACING,
    RAISE_TO,
    SELL,
    SELL_FINANCED,
    SELL_SET,
    SELLING,
)
from tulips.games.tulip_bubble.state import State, levels

market_price = on_lists(rules.market_price)
respond = on_lists(rules.respond)
supplies = on_lists(rules.supplies)
net_worth = on_lists(rules.net_worth)
set_price = on_lists(rules.set_price)
bid_premium = on_lists(rules.bid_premium)
bidders_of = on_lists(rules.bidders_of)

_SUPPLY = SUPPLY.tolist()


def preview(s: State, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know."""
    if BUY_BACK <= move < SELL:
        return _buy_back(s, seat, move - BUY_BACK)
    if move == DECLARE:
        return _declare(s, seat)
    if move == DECLINE:
        return Preview(say("the game goes on if nobody buys it"))
    if s.phase == SELLING:
        return _selling(s, seat, move)
    if s.phase == PLACING:
        return _placing(s, seat, move)
    return _bidding(s, seat, move)


def owed(s: Any, seat: int) -> int:
    """The sum of a seat's loans."""
    return sum(s.loan[seat][: s.loans[seat]])


def response(s: State, sold: int | None = None, bid_on: int | None = None) -> Levels:
    """The price levels after the market response: with one more card sold or bid on, and every lot that bears a marker
    bought, but nothing else."""
    counts = _unwanted(s)
    if sold is not None:
        counts += _SUPPLY[sold]
    if bid_on is not None and not s.bids[bid_on]:
        counts -= _SUPPLY[s.lot[bid_on]]
    return _responded(levels(s), counts, s.blocked_fall_moves_others)


@memoized
def _unwanted(s: Any) -> int:
    """The supplies without the lots that bear a marker."""
    return int(supplies(s) - sum([_SUPPLY[card] for card, bids in zip(s.lot[: s.lots], s.bids, strict=False) if bids]))


@functools.lru_cache(maxsize=1024)
def _responded(before: Levels, counts: int, blocked_fall_moves_others: int) -> Levels:
    """The levels after the response to such supplies, which looks at nothing else."""
    track: Any = SimpleNamespace(level=list(before), blocked_fall_moves_others=blocked_fall_moves_others)
    respond(track, counts)
    return levels(track)


# Each thing that may change, beside its place on the table


def _guilders(s: State, seat: int, more: int) -> Change:
    return Change(say("guilders"), s.cash[seat], s.cash[seat] + more, f"guilders:{seat}")


def _markers(s: State, seat: int, more: int) -> Change:
    return Change(say("markers"), s.markers[seat], s.markers[seat] + more, f"markers:{seat}")


def _owed(s: State, seat: int, after: int) -> Change:
    return Change(say("owed"), owed(s, seat), after, f"owed:{seat}")


def _held(s: State, seat: int, card: int, more: int) -> Change:
    """Copies of a card behind the screen."""
    return Change(card_phrase(card), s.hand[seat][card], s.hand[seat][card] + more, f"hand:{card_name(card)}")


@functools.lru_cache(maxsize=4096)
def _levels(before: Levels, after: Levels) -> list[Change]:
    """Each colour whose level after the market response would be another: as things stand, and after the move."""
    return [
        Change(say("{colour} after the market response", colour=colour_phrase(c)), old, new, f"level:{COLOUR_NAMES[c]}")
        for c, old, new in levels_moved(before, after)
    ]


def _with_response(s: State, text: Phrase, changes: list[Change], after: Levels | None = None) -> Preview:
    """A preview with the levels that the move would alter after the market response, and apart from them those that the
    response moves anyway."""
    stands = response(s)
    after = after or stands
    altered = _levels_phrase(stands, after)
    if altered:
        text = say("{what}; after the market response {altered}", what=text, altered=altered)
    return Preview(text, [*changes, *_levels(stands, after)], _anyway(levels(s), stands, after))


@functools.lru_cache(maxsize=4096)
def _levels_phrase(stands: Levels, after: Levels) -> Phrase | None:
    """The levels that a move would alter, such as "yellow at IV instead of II"; nothing if there is none."""
    altered = [
        say("{colour} at {level} instead of {other}", colour=colour_phrase(c), level=new, other=old)
        for c, old, new in levels_moved(stands, after)
    ]
    return join_phrases(altered) if altered else None


@functools.lru_cache(maxsize=4096)
def _anyway(now: Levels, stands: Levels, after: Levels) -> Phrase | None:
    """What the market response moves with the move or without it."""
    same = tuple(new if new == other else old for old, other, new in zip(now, stands, after, strict=True))
    moved = prices_phrase(now, same)
    return say("market response as things stand: {moved}", moved=moved) if moved else None


# Each kind of move


def _declare(s: State, seat: int) -> Preview:
    """The Black Tulip, for which all loans are paid first."""
    worth, loans = int(net_worth(s, seat)), owed(s, seat)
    text = say("you win with {worth} guilders, unless another who declares has more; equal ones share the victory", worth=worth)
    bought = Change(say("Black Tulip"), 0, 1, "declare")
    if not loans:
        return Preview(text, [bought])
    text = say("{guilders} for your loans; {what}", guilders=guilders_phrase(loans), what=text)
    return Preview(text, [bought, _guilders(s, seat, -loans), _owed(s, seat, 0)])


def _buy_back(s: State, seat: int, place: int) -> Preview:
    loan, card = s.loan[seat][place], s.financed[seat][place]
    text = say(
        "{guilders} for the loan, {left} left; your marker comes back",
        guilders=guilders_phrase(loan),
        left=s.cash[seat] - loan,
    )
    changes = [
        _guilders(s, seat, -loan),
        _markers(s, seat, 1),
        _owed(s, seat, owed(s, seat) - loan),
        _held(s, seat, card, 1),
    ]
    return _with_response(s, text, changes) if s.phase in (SELLING, PLACING) else Preview(text, changes)


def _selling(s: State, seat: int, move: int) -> Preview:
    """A sale, and how the market would respond if nothing else were sold or bought."""
    if move == DONE:
        return _with_response(s, say("nothing more is sold"), [])
    if move >= SELL_SET:
        return _set_sale(s, seat, move - SELL_SET)
    if move >= SELL_FINANCED:
        return _financed_sale(s, seat, move - SELL_FINANCED)
    card = move - SELL
    price = int(market_price(s, card))
    text = say("{guilders}: {before} → {after}", guilders=guilders_phrase(price), **_before_and_after(s, seat, price))
    return _with_response(s, text, [_guilders(s, seat, price), _held(s, seat, card, -1)], response(s, sold=card))


def _set_sale(s: State, seat: int, which: int) -> Preview:
    """A set for a collector, which leaves the market response as things stand."""
    bonus = int(BONUS[SET_COLLECTOR[which]])
    total = int(set_price(s, which))
    text = say(
        "{guilders} ({price} and a bonus of {bonus}): {before} → {after}",
        guilders=guilders_phrase(total),
        price=total - bonus,
        bonus=bonus,
        **_before_and_after(s, seat, total),
    )
    cards = SET[SET_CARDS * which : SET_CARDS * (which + 1)].tolist()
    given = [_held(s, seat, card, -cards.count(card)) for card in sorted(set(cards))]
    return _with_response(s, text, [_guilders(s, seat, total), *given])


def _financed_sale(s: State, seat: int, place: int) -> Preview:
    """A financed tulip, its loan paid at once."""
    card, loan = s.financed[seat][place], s.loan[seat][place]
    price = int(market_price(s, card))
    text = say(
        "{price} less the loan of {loan}: {before} → {after}; your marker comes back",
        price=price,
        loan=loan,
        **_before_and_after(s, seat, price - loan),
    )
    gain = [_guilders(s, seat, price - loan)] if price != loan else []
    changes = [*gain, _markers(s, seat, 1), _owed(s, seat, owed(s, seat) - loan)]
    return _with_response(s, text, changes, response(s, sold=card))


def _before_and_after(s: State, seat: int, more: int) -> dict[str, int]:
    return {"before": s.cash[seat], "after": s.cash[seat] + more}


def _placing(s: State, seat: int, move: int) -> Preview:
    """A bid: what it costs if nobody else bids, and how the market would respond if the lots with bids are bought."""
    if move == DONE:
        return _with_response(s, say("no more bids this turn"), [])
    lot = move - PLACE
    price = int(market_price(s, s.lot[lot]))
    others = int(bidders_of(s, lot))
    text = say("market price {price}: {payment}", price=price, payment=_payment(s, seat, price))
    if others == 1:
        text = say("auction with 1 other, {what}", what=text)
    elif others:
        text = say("auction with {others} others, {what}", others=others, what=text)
    return _with_response(s, text, [_markers(s, seat, -1)], response(s, bid_on=lot))


def _bidding(s: State, seat: int, move: int) -> Preview:
    """A raise, a pass or a payment, on which the market response does not depend: somebody must buy the card anyhow.

    The premium for a pass is not certain, so no change.
    """
    if s.phase == AUCTION and move == DONE:
        if s.leader == NO_SEAT:
            return Preview(say("you are out of the auction"))
        premium = int(bid_premium(s, s.bid))
        return Preview(say("{guilders} for you if the last bid wins", guilders=guilders_phrase(premium)))
    bid = move - RAISE_TO if move >= RAISE_TO else s.bid
    if move == PAY_CASH:
        text = say("{before} → {after} guilders", **_before_and_after(s, seat, -bid))
        changes = [_guilders(s, seat, -bid), _markers(s, seat, 1), _held(s, seat, s.lot[s.auction], 1)]
    elif move == FINANCE:
        text = say("a loan of {price}, your marker stays on the card", price=bid)
        changes = [_owed(s, seat, owed(s, seat) + bid)]
    else:
        text = say("if it wins: {payment}", payment=_payment(s, seat, bid))
        changes = [Change(say("bid"), s.bid, bid, "bid")]
    premium = int(bid_premium(s, bid))
    if premium:
        text = say("{what}; {premium} to each other bidder", what=text, premium=premium)
    return Preview(text, changes)


def _payment(s: State, seat: int, price: int) -> Phrase:
    """How the seat could pay a price."""
    left = s.cash[seat] - price
    if left < 0:
        return say("a loan of {price}", price=price)
    return say("{guilders} left, or a loan", guilders=guilders_phrase(left))
