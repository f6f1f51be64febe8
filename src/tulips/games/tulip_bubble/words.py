"""Tulip Bubble in words: what is being waited for, and the view as text for the terminal."""

from collections import Counter
from collections.abc import Sequence

from tulips.engine.phrase import Phrase
from tulips.engine.plain_text import counted, wrapped, wrapped_words
from tulips.games.tulip_bubble import components
from tulips.games.tulip_bubble.components import CARD_NAMES, LEVEL_NAMES, RANK_NAMES, card_phrase, say
from tulips.games.tulip_bubble.rules import BLACK_TULIP_BOUGHT, DECLARING, NO_SEAT, PLACING, PURCHASE, SELLING, SET_UP
from tulips.games.tulip_bubble.state import State
from tulips.games.tulip_bubble.view import Lot, Seat, View, bids_left, bust_in


def status(s: State) -> Phrase:
    """Whose turn it is and what for, and when the bubble may burst."""
    if s.end:
        return say("status.bought" if s.end == BLACK_TULIP_BOUGHT else "status.burst")
    return say("status.set-up") if s.phase == SET_UP else say("status.round", round=s.round, doing=_doing(s), bust=_bust(s))


def _doing(s: State) -> Phrase:
    """What the seats that act are to decide."""
    if s.chance or not s.actors:
        return say("status.market")
    if s.phase == DECLARING:
        return say("status.black-tulip", who=[say("seat", seat=p) for p in range(s.seats) if s.actors >> p & 1])
    if s.phase == SELLING:
        return say("status.selling", seat=s.turn)
    if s.phase == PLACING:
        may = min(bids_left(s), s.markers[s.turn])
        if may > 1:
            return say("status.placing", seat=s.turn, bids=may)
        return say("status.last-bid" if may else "status.no-marker", seat=s.turn)
    card = card_phrase(CARD_NAMES[s.lot[s.auction]])
    if s.phase == PURCHASE or s.leader == NO_SEAT:
        return say("status.purchase" if s.phase == PURCHASE else "status.first-bid", seat=s.turn, card=card, price=s.bid)
    return say("status.auction", card=card, seat=s.turn, bid=s.bid, seat_leading=s.leader)


def _bust(s: State) -> Phrase:
    """When the bubble may burst, which ends the game."""
    events = bust_in(s)
    if events is None:
        return say("status.no-bust", round=components.EVENTS_IN_DECK - components.LAST_EVENTS)
    return say("status.bust") if events == 1 else say("status.bust-in", events=events)


# The view as text for the terminal


def text(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    seen = [name if n == 1 else f"{name} ×{n}" for name, n in Counter(view.events_seen).items()]
    width = max(len(name) for name in names) + 2
    lines = [
        f"Round {view.round}, {view.phase}. {counted(view.deck, 'tulip')} in the deck, {view.discard} discarded.",
        f"Last event: {view.event or '–'}; {counted(view.events_left, 'event')} left.",
        *wrapped("Events seen: ", seen or ["–"]),
        *("", f"{'':8} level " + "".join(f"{rank:>5}" for rank in RANK_NAMES) + "   supply"),
    ]
    for colour in sorted(view.colours, key=lambda c: -LEVEL_NAMES.index(c.level)):
        prices = "".join(f"{colour.prices[rank]:>5}" for rank in RANK_NAMES)
        lines.append(f"{colour.colour:8} {colour.level:<6}{prices}{colour.supply:>9}")
    lines += ["", *wrapped("Next Shipment: ", view.next_shipment or ["–"])]
    lines += [*_lots("New Arrivals", view.new_arrivals, names), *_lots("Just Sold", view.just_sold, names), ""]
    for pile in view.collectors:
        if pile.collector is not None:
            wants = say(f"wants.{pile.collector}")
            lines += wrapped_words(f"{pile.collector} (+{pile.bonus}) wants {wants}; {pile.face_down} more under it")
    lines += ["", f"{'':{width}} guilders   owed  markers  tulips"]
    for p in range(len(view.seats)):
        lines += _seat(view, p, f"{names[p]:{width - 2}}")
    if view.phase == "over":
        lines += ["", *wrapped_words(_result(view, names))]
    if view.auction is not None and view.phase == "auction":
        lines += ["", *wrapped("Still in the auction: ", [names[p] for p in view.auction.bidders])]
    if view.collector_sale:
        lines += ["", "A set was sold to a collector in this turn."]
    return "\n".join(lines)


def _lots(row: str, lots: Sequence[Lot | None], names: Sequence[str]) -> list[str]:
    lines = []
    for i, lot in enumerate(lots, 1):
        if lot is not None:
            start = f"{row} {i}: {lot.card}, {lot.price}"
            lines += wrapped(f"{start}  ← ", [names[p] for p in lot.bidders]) if lot.bidders else [start]
    return lines or [f"{row}: –"]


def _seat(view: View, p: int, name: str) -> list[str]:
    seat: Seat = view.seats[p]
    guilders = "?" if seat.guilders is None else str(seat.guilders)
    tulips = ["behind the screen"] if seat.tulips is None else seat.tulips
    held = [*tulips, *(f"{one.card} (loan {one.loan})" for one in seat.financed)] or ["–"]
    held[-1] += " (start player)" if p == view.start else ""
    mark = ">" if p in view.acting else " "
    return wrapped(f"{mark} {name} {guilders:>8} {seat.loans:>6} {seat.markers:>8}  ", held)


def _result(view: View, names: Sequence[str]) -> str:
    """Every seat's score, and who has the Black Tulip."""
    scores = [f"{name} {(seat.guilders or 0) - seat.loans}" for name, seat in zip(names, view.seats, strict=True)]
    owners = [name for name, seat in zip(names, view.seats, strict=True) if seat.black_tulip]
    tulip = f" The Black Tulip: {' and '.join(owners)}." if owners else ""
    return f"Scores: {', '.join(scores)}.{tulip}"
