"""Tulip Bubble in words: the notation of its moves and outcomes, and the table for the terminal."""

import re
import textwrap
from collections.abc import Sequence

from tulips.engine.phrase import Phrase, say
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    BUY_BACK,
    COLLECTOR_PILE,
    DECLARE,
    DECLARING,
    DECLINE,
    DONE,
    EVENT_DECK,
    FINANCE,
    MARKER_ORDERS,
    PAY_CASH,
    PLACE,
    PRICE_MARKERS,
    RAISE_TO,
    SELL,
    SELL_FINANCED,
    SELL_SET,
    SELLING,
    STARTING_BULB,
    TULIP_DECK,
)
from tulips.games.tulip_bubble.table import (
    BULBS,
    COLLECTOR_NAMES,
    COLOUR_NAMES,
    EVENT_NAMES,
    LEVEL_NAMES,
    RANK_NAMES,
    SET,
    SET_CARDS,
    SET_COLLECTOR,
    START_LEVELS,
    Table,
    card_name,
)
from tulips.games.tulip_bubble.view import Lot, Seat, View

event_of = rules.event_of
collector_of = rules.collector_of
bulbs_dealt = rules.bulbs_dealt
next_bulb_rank = rules.next_bulb_rank
place_of_rank = rules.place_of_rank


def move(s: Table, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if chosen == DONE:
        return say("pass" if s.phase == AUCTION else "sell no more" if s.phase == SELLING else "place no more")
    if chosen == DECLARE:
        return say("buy the Black Tulip")
    if chosen == DECLINE:
        return say("leave the Black Tulip")
    if chosen == PAY_CASH:
        return say("pay {price} for {card}", price=s.bid, card=card_name(s.lot[s.auction]))
    if chosen == FINANCE:
        return say("borrow {price} for {card}", price=s.bid, card=card_name(s.lot[s.auction]))
    if chosen < SELL:
        return say("buy back {card} for {loan}", **_loan(s, seat, chosen - BUY_BACK))
    if chosen < SELL_FINANCED:
        return say("sell {card}", card=card_name(chosen - SELL))
    if chosen < SELL_SET:
        return say("sell financed {card} with loan {loan}", **_loan(s, seat, chosen - SELL_FINANCED))
    if chosen < PLACE:
        return _set_sale(chosen - SELL_SET)
    if chosen < RAISE_TO:
        lot = chosen - PLACE
        return say("bid on {card} ({place})", card=card_name(s.lot[lot]), place=lot_name(s, lot))
    return say("raise to {bid}", bid=chosen - RAISE_TO)


def _loan(s: Table, seat: int, place: int) -> dict[str, str | int]:
    return {"card": card_name(s.financed[seat, place]), "loan": s.loan[seat, place]}


def _set_sale(which: int) -> Phrase:
    """A set's cards and its collector."""
    cards = [card_name(SET[SET_CARDS * which + i]) for i in range(SET_CARDS)]
    return say("sell {cards} to the {collector}", cards=", ".join(cards), collector=COLLECTOR_NAMES[SET_COLLECTOR[which]])


def lot_name(s: Table, lot: int) -> str:
    """A lot's place, such as "Just Sold 2"."""
    return f"New Arrivals {lot + 1}" if lot < s.arrivals else f"Just Sold {lot - s.arrivals + 1}"


def parse_move(s: Table, seat: int, words: str) -> int | None:
    """A raise that the list of moves leaves out."""
    bid = re.fullmatch(r"\s*raise\s+to\s+(\d{1,6})\s*", words, re.IGNORECASE)
    return RAISE_TO + int(bid[1]) if bid and s.phase == AUCTION and s.actors >> seat & 1 else None


def move_seen(s: Table, now: Table, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: what a seat says on the Black Tulip is secret until all have answered."""
    thinking = now.phase == DECLARING and now.round == s.round
    if chosen in (DECLARE, DECLINE) and thinking and viewer != seat:
        return say("answer in secret")
    return move(s, seat, chosen)


def outcome(s: Table, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance."""
    if s.chance == TULIP_DECK:
        return say("{card}", card=card_name(s.deck[decided]))
    if s.chance == EVENT_DECK:
        return say("{event}", event=EVENT_NAMES[event_of(s, decided)])
    if s.chance == COLLECTOR_PILE:
        return say("{collector}", collector=COLLECTOR_NAMES[collector_of(s, decided)])
    if s.chance == PRICE_MARKERS:
        levels = zip(MARKER_ORDERS[decided], START_LEVELS, strict=True)
        return say("{levels}", levels=", ".join(f"{COLOUR_NAMES[c]} {LEVEL_NAMES[level]}" for c, level in sorted(levels)))
    if s.chance == STARTING_BULB:
        return say("{card}", card=card_name(s.deck[place_of_rank(s, next_bulb_rank(s), 0, decided)]))
    return say("{seat}", seat=decided)


def outcome_seen(s: Table, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: a starting bulb is for its seat alone, unless hands are open."""
    what = str(outcome(s, decided))
    if s.chance == TULIP_DECK:
        row = "the Next Shipment" if s.dealt < s.row else "New Arrivals" if s.dealt < 2 * s.row else "Just Sold"
        return say("{card} is dealt to {row}", card=what, row=row)
    if s.chance == EVENT_DECK:
        return say("market event: {event}", event=what)
    if s.chance == COLLECTOR_PILE:
        return say("the {collector} is turned up", collector=what)
    if s.chance == PRICE_MARKERS:
        return say("price levels: {levels}", levels=what)
    if s.chance == STARTING_BULB:
        owner = bulbs_dealt(s) // BULBS
        return say("{seat} starts with {card}", seat=owner, card=what) if viewer == owner or s.open_hands else None
    return say("{seat} will start", seat=decided)


# The table for the terminal

WIDTH = 100


def table(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    lines = [_headline(view), "", f"{'':8} level " + "".join(f"{rank:>5}" for rank in RANK_NAMES) + "   supply"]
    for colour in sorted(view.colours, key=lambda c: -LEVEL_NAMES.index(c.level)):
        prices = "".join(f"{colour.prices[rank]:>5}" for rank in RANK_NAMES)
        lines.append(f"{colour.colour:8} {colour.level:<6}{prices}{colour.supply:>9}")
    lines += ["", f"Next Shipment: {', '.join(view.next_shipment) or '–'}"]
    lines += _lots("New Arrivals", view.new_arrivals, names)
    lines += _lots("Just Sold", view.just_sold, names)
    lines.append("")
    for pile in view.collectors:
        if pile.collector is not None:
            lines.append(f"{pile.collector} (+{pile.bonus}) wants {pile.wants}; {pile.face_down} more under it")
    width = max(len(name) for name in names) + 2
    lines += ["", f"{'':{width}} guilders  loans  markers  tulips"]
    lines += [_seat(view, p, f"{names[p]:{width - 2}}") for p in range(len(view.seats))]
    if view.auction is not None:
        a = view.auction
        bid = f"{names[a.leader]} bids {a.bid}" if a.leader is not None else f"no bid yet, market price {a.bid}"
        lines += ["", f"Under the hammer: {a.card}. {bid}. In: {', '.join(names[p] for p in a.bidders)}."]
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent=" " * 4, drop_whitespace=False) for line in lines)


def _headline(view: View) -> str:
    """The round, the phase and the decks."""
    return (
        f"Round {view.round}, {view.phase}. Last event: {view.event or '–'}; {view.events_left} events left, "
        f"{view.deck} tulips in the deck, {view.discard} discarded."
    )


def _lots(row: str, lots: Sequence[Lot | None], names: Sequence[str]) -> list[str]:
    lines = []
    for i, lot in enumerate(lots, 1):
        if lot is not None:
            bidders = f"  ← {', '.join(names[p] for p in lot.bidders)}" if lot.bidders else ""
            lines.append(f"{row} {i}: {lot.card}, {lot.price}{bidders}")
    return lines or [f"{row}: –"]


def _seat(view: View, p: int, name: str) -> str:
    seat: Seat = view.seats[p]
    mark = ">" if p in view.acting else " "
    guilders = "?" if seat.guilders is None else str(seat.guilders)
    tulips = ["behind the screen"] if seat.tulips is None else seat.tulips
    financed = [f"{f.card} (loan {f.loan})" for f in seat.financed]
    start = " (start player)" if p == view.start else ""
    held = ", ".join([*tulips, *financed]) or "–"
    return f"{mark} {name} {guilders:>8} {seat.loans:>6} {seat.markers:>8}  {held}{start}"
