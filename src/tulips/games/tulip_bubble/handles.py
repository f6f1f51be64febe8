"""What can be touched in Tulip Bubble to make a move, and why the rest can't."""

import functools
from typing import Any

from tulips.engine.phrase import Phrase, say
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.components import (
    FACES,
    NO_CARD,
    NO_COLLECTOR,
    PILE,
    PILES,
    SET_CARDS,
    SET_COLLECTOR,
    WANTS,
    card_name,
    collector_phrase,
    fulfilling,
    guilders_phrase,
)
from tulips.games.tulip_bubble.rules import (
    BUY_BACK,
    DECLARE,
    DECLARING,
    DECLINE,
    DONE,
    FINANCE,
    PAY_CASH,
    PLACE,
    PLACING,
    RAISE_TO,
    SELL,
    SELL_FINANCED,
    SELL_SET,
    SELLING,
)
from tulips.games.tulip_bubble.state import State

market_price = on_lists(rules.market_price)


HAND_HANDLES = [f"hand:{card_name(card)}" for card in range(FACES)]


def handles(s: State, seat: int, move: int) -> tuple[str, ...]:
    """The thing that one touches to make a move: a lot, a tulip, a collector, what stands for an answer; none to be done."""
    if BUY_BACK <= move < SELL:
        return (f"financed:{move - BUY_BACK}",)
    if move == DONE:
        return ()
    if move < SELL:
        return ({DECLARE: "declare", DECLINE: "decline", PAY_CASH: "pay", FINANCE: "borrow"}[move],)
    if move < SELL_FINANCED:
        return (f"hand:{card_name(move - SELL)}",)
    if move < SELL_SET:
        return (f"financed:{move - SELL_FINANCED}",)
    if move < PLACE:
        return (f"collector:{PILE[SET_COLLECTOR[move - SELL_SET]]}",)
    if move < RAISE_TO:
        return (f"lot:{move - PLACE}",)
    return (f"raise:{move - RAISE_TO}",)


def why_not(s: State, seat: int) -> dict[str, Phrase]:
    """Why a lot, a tulip or a collector can't be touched now."""
    reasons = _why_not_financed(s, seat)
    if s.chance or s.end or not s.actors >> seat & 1:
        return reasons
    for i in range(s.row):
        if s.next_shipment[i] != NO_CARD:
            reasons[f"next:{i}"] = say("The Next Shipment can be bid on next round.")
    return reasons | _why_not_lots(s, seat) | _why_not_hand(s, seat) | _why_not_collectors(s, seat)


def _why_not_lots(s: State, seat: int) -> dict[str, Phrase]:
    """Why a lot can't be bid on."""
    reasons: dict[str, Phrase] = {}
    for i in range(s.lots):
        if s.lot[i] == NO_CARD:
            continue
        if s.phase == SELLING:
            reasons[f"lot:{i}"] = say("Bids are placed when everyone has sold.")
        elif s.phase == DECLARING:
            reasons[f"lot:{i}"] = say("First the Black Tulip is answered for.")
        elif s.phase != PLACING:
            reasons[f"lot:{i}"] = say("No more bids are placed this round.")
        elif s.bids[i] >> seat & 1:
            reasons[f"lot:{i}"] = say("Your marker is on it already.")
        elif s.markers[seat] == 0:
            reasons[f"lot:{i}"] = say("You have no free marker.")
    return reasons


def _why_not_hand(s: State, seat: int) -> dict[str, Phrase]:
    """Why a tulip behind the screen can't be sold."""
    if s.phase == SELLING:
        return {}
    later = say("Tulips are sold in the Selling Phase, at the start of a round.")
    hand: Any = s.hand[seat]
    return {HAND_HANDLES[card]: later for card, copies in enumerate(hand) if copies}


def _why_not_collectors(s: State, seat: int) -> dict[str, Phrase]:
    """Why a collector buys nothing."""
    reasons: dict[str, Phrase] = {}
    for pile in range(PILES):
        collector = s.collector[pile]
        if collector == NO_COLLECTOR:
            reasons[f"collector:{pile}"] = say("No collector of this bonus is left.")
        elif s.phase != SELLING:
            reasons[f"collector:{pile}"] = say("Collectors buy in the Selling Phase, at the start of a round.")
        elif s.collector_sale:
            reasons[f"collector:{pile}"] = say("You have sold to a collector this turn.")
        elif tulips_held(s, seat, collector) < SET_CARDS:
            reasons[f"collector:{pile}"] = say(
                "You have no set for this collector ({collector}): {wants}.",
                collector=collector_phrase(collector),
                wants=say(WANTS[collector]),
            )
    return reasons


def _why_not_financed(s: State, seat: int) -> dict[str, Phrase]:
    """Why a financed tulip can neither be bought back nor sold."""
    reasons: dict[str, Phrase] = {}
    for i in range(s.loans[seat]):
        loan, price = s.loan[seat][i], int(market_price(s, s.financed[seat][i]))
        if s.end or s.cash[seat] >= loan or first_like(s, seat, i) != i:
            continue
        selling = s.phase == SELLING and s.actors >> seat & 1 and not s.chance
        if not selling:
            reasons[f"financed:{i}"] = say(
                "The loan is {loan}, and you have {guilders}.", loan=loan, guilders=guilders_phrase(s.cash[seat])
            )
        elif s.no_leverage:
            reasons[f"financed:{i}"] = say("A financed tulip is bought back before it is sold.")
        elif s.cash[seat] + price < loan:
            reasons[f"financed:{i}"] = say(
                "The loan is {loan}; with its price of {price} and your {guilders} you could not pay it.",
                loan=loan,
                price=price,
                guilders=guilders_phrase(s.cash[seat]),
            )
    return reasons


def tulips_held(s: State, seat: int, collector: int) -> int:
    """How many tulips of a collector's set the seat has, at best."""
    return _held_of(tuple(s.hand[seat]), collector)  # type: ignore[arg-type]


@functools.lru_cache(maxsize=1024)
def _held_of(hand: tuple[int, ...], collector: int) -> int:
    return max(sum(min(copies, hand[card]) for card, copies in chosen) for chosen in fulfilling(collector))


def first_like(s: State, seat: int, place: int) -> int:
    """The first financed tulip with the same card and loan."""
    like = (s.financed[seat][place], s.loan[seat][place])
    return next(i for i in range(place + 1) if (s.financed[seat][i], s.loan[seat][i]) == like)
