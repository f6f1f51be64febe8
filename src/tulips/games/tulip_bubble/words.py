"""Tulip Bubble in words: the notation of its moves and outcomes, and the view as text for the terminal."""

import re
import textwrap
from collections import Counter
from collections.abc import Sequence

from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase, Value, join_phrases, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.components import (
    BULBS,
    BUST,
    COLLECTOR_NAMES,
    EVENT_NAMES,
    EVENTS_IN_DECK,
    FACES,
    LAST_EVENTS,
    LEVEL_NAMES,
    RANK_NAMES,
    SET,
    SET_CARDS,
    SET_COLLECTOR,
    START_LEVELS,
    card_phrase,
    collector_phrase,
    colour_phrase,
    prices_phrase,
)
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    BLACK_TULIP_BOUGHT,
    BUBBLE_BUST,
    BUY_BACK,
    COLLECTOR_PILE,
    DECLARE,
    DECLARING,
    DECLINE,
    DONE,
    EVENT_DECK,
    FINANCE,
    MARKER_ORDERS,
    NO_SEAT,
    PAY_CASH,
    PLACE,
    PLACING,
    PRICE_MARKERS,
    PURCHASE,
    RAISE_TO,
    SELL,
    SELL_FINANCED,
    SELL_SET,
    SELLING,
    SET_UP,
    STARTING_BULB,
    TULIP_DECK,
)
from tulips.games.tulip_bubble.state import State, levels
from tulips.games.tulip_bubble.view import Auction, Lot, Seat, View, bids_left, bust_in

adjust_prices = on_lists(rules.adjust_prices)
event_of = on_lists(rules.event_of)
collector_of = on_lists(rules.collector_of)
bulbs_dealt = on_lists(rules.bulbs_dealt)
market_price = on_lists(rules.market_price)
next_bulb_rank = on_lists(rules.next_bulb_rank)
place_of_rank = on_lists(rules.place_of_rank)
set_price = on_lists(rules.set_price)


def move(s: State, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if chosen == DONE:
        return say("pass") if s.phase == AUCTION else say("sell no more") if s.phase == SELLING else say("place no more")
    if chosen == DECLARE:
        return say("buy the Black Tulip")
    if chosen == DECLINE:
        return say("leave the Black Tulip")
    if chosen == PAY_CASH:
        return say("pay {price} for {card}", price=s.bid, card=card_phrase(s.lot[s.auction]))
    if chosen == FINANCE:
        return say("borrow {price} for {card}", price=s.bid, card=card_phrase(s.lot[s.auction]))
    if chosen < SELL:
        return say("buy back {card} for {loan}", **_loan(s, seat, chosen - BUY_BACK))
    if chosen < SELL_FINANCED:
        return say("sell {card}", card=card_phrase(chosen - SELL))
    if chosen < SELL_SET:
        return say("sell financed {card} with loan {loan}", **_loan(s, seat, chosen - SELL_FINANCED))
    if chosen < PLACE:
        return _set_sale(chosen - SELL_SET)
    if chosen < RAISE_TO:
        lot = chosen - PLACE
        return say("bid on {card} ({place})", card=card_phrase(s.lot[lot]), place=lot_phrase(s, lot))
    return say("raise to {bid}", bid=chosen - RAISE_TO)


def _loan(s: State, seat: int, place: int) -> dict[str, Value]:
    return {"card": card_phrase(s.financed[seat][place]), "loan": s.loan[seat][place]}


def _set_sale(which: int) -> Phrase:
    """A set's cards and its collector, whose name has its article since other languages join it to the "to"."""
    cards = [card_phrase(SET[SET_CARDS * which + i]) for i in range(SET_CARDS)]
    to = say(f"the {COLLECTOR_NAMES[SET_COLLECTOR[which]]}")
    return say("sell {cards} to {collector}", cards=join_phrases(cards), collector=to)


def lot_phrase(s: State, lot: int) -> Phrase:
    """A lot's place, such as "Just Sold 2"."""
    if lot < s.arrivals:
        return say("New Arrivals {number}", number=lot + 1)
    return say("Just Sold {number}", number=lot - s.arrivals + 1)


def parse_move(s: State, seat: int, words: str) -> int | None:
    """A raise that the list of moves leaves out."""
    bid = re.fullmatch(r"\s*raise\s+to\s+(\d{1,6})\s*", words, re.IGNORECASE)
    return RAISE_TO + int(bid[1]) if bid and s.phase == AUCTION and s.actors >> seat & 1 else None


def move_seen(s: State, now: State, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it.

    What a seat says on the Black Tulip is secret until all have answered.
    """
    thinking = now.phase == DECLARING and now.round == s.round
    if chosen in (DECLARE, DECLINE) and thinking and viewer not in (seat, ALL_SEEING):
        return say("answer in secret")
    return _made(s, seat, chosen)


@memoized
def _made(s: State, seat: int, chosen: int) -> Phrase:
    """A move, with what a sale brings: the market's price is known to all."""
    told = move(s, seat, chosen)
    if SELL <= chosen < SELL_FINANCED:
        return say("{move}: {guilders} guilders", move=told, guilders=int(market_price(s, chosen - SELL)))
    if SELL_FINANCED <= chosen < SELL_SET:
        place = chosen - SELL_FINANCED
        price, loan = int(market_price(s, s.financed[seat][place])), s.loan[seat][place]
        return say("{move}: {guilders} guilders, and the loan of {loan} is paid back", move=told, guilders=price, loan=loan)
    if SELL_SET <= chosen < PLACE:
        return say("{move}: {guilders} guilders", move=told, guilders=int(set_price(s, chosen - SELL_SET)))
    return told


# What came of it


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: what the market does is nobody's, a collector follows one in a sale."""
    return s.turn if s.chance == COLLECTOR_PILE and s.phase == SELLING else None


def deals(s: State) -> bool:
    """Whether tulips are dealt to the rows, or bulbs to the seats."""
    return s.chance in (TULIP_DECK, STARTING_BULB)


@memoized
def results(s: State, after: State, seat: int | None, what: int) -> list[LogLine]:
    """What everyone sees happen through a move or an outcome: who wins an auction, forced loans, premiums, the next auction,
    the market response, and what is left behind the screens when the bubble bursts."""
    if seat is None:
        return _after_outcome(s, after)
    told = []
    if s.phase == AUCTION and (after.auction != s.auction or after.phase != AUCTION):
        told.append(_auction_won(s, after))
    told += [
        say("{seat} borrows {loan} for {card}", seat=p, loan=loan, card=card_phrase(card))
        for p in range(s.seats)
        for card, loan in forced_loans(s, after, p, what if p == seat else None)
    ]
    if paid := [say("{guilders} to {seat}", guilders=premium, seat=p) for p, premium in premiums(s, after)]:
        told.append(say("premium: {paid}", paid=join_phrases(paid)))
    if after.phase == AUCTION and (s.phase != AUCTION or after.auction != s.auction):
        bidders = join_phrases(say("{seat}", seat=p) for p in range(after.seats) if after.bidders >> p & 1)
        card, price = card_phrase(after.lot[after.auction]), after.bid
        told.append(say("auction of {card} at {price}: {bidders}", card=card, price=price, bidders=bidders))
    return [LogLine(phrase) for phrase in told] + _market_moved(s, after)


def _auction_won(s: State, after: State) -> Phrase:
    """Who gets the card that was under the hammer: the bidder whom the last to pass leaves."""
    left = s.bidders & ~(1 << s.turn)
    winner = next(p for p in range(s.seats) if left >> p & 1)
    card = card_phrase(s.lot[s.auction])
    if s.leader == NO_SEAT:
        return say("nobody bids: {card} goes to {seat} at its price of {price}", card=card, seat=winner, price=s.bid)
    return say("{card} goes to {seat} for {price}", card=card, seat=winner, price=s.bid)


def premiums(s: State, after: State) -> list[tuple[int, int]]:
    """What the losers of an auction get from the bank through a move: each seat, and how many guilders."""
    if s.phase not in (AUCTION, PURCHASE):
        return []
    gains = [(p, after.cash[p] - s.cash[p]) for p in range(s.seats)]
    return [(p, gain) for p, gain in gains if gain > 0]


def _market_moved(s: State, after: State) -> list[LogLine]:
    moved = prices_phrase(levels(s), levels(after))
    return [LogLine(say("market response: {moved}", moved=moved))] if moved else []


def _after_outcome(s: State, after: State) -> list[LogLine]:
    if s.chance == TULIP_DECK:
        return _market_moved(s, after)
    if after.end != BUBBLE_BUST:
        return []
    left = [(p, tulips_held(after, p)) for p in range(after.seats)]
    return [
        LogLine(say("{seat} is left with {cards}", seat=p, cards=join_phrases(map(card_phrase, cards))))
        for p, cards in left
        if cards
    ]


def tulips_held(s: State, seat: int) -> list[int]:
    """All cards of a seat, those behind its screen and those that are financed."""
    hidden = [card for card in range(FACES) for _ in range(s.hand[seat][card])]
    return hidden + [s.financed[seat][i] for i in range(s.loans[seat])]


def forced_loans(s: State, after: State, p: int, chosen: int | None) -> list[tuple[int, int]]:
    """The cards, with their loans, that the seat has had to finance; `chosen` is its own move, if it made one."""
    own = chosen == FINANCE or (chosen is not None and BUY_BACK <= chosen < SELL)
    if not own and s.financed[p] == after.financed[p] and s.loan[p] == after.loan[p]:
        return []
    before = Counter((s.financed[p][i], s.loan[p][i]) for i in range(s.loans[p]))
    if chosen == FINANCE:
        before[s.lot[s.auction], s.bid] += 1
    elif chosen is not None and BUY_BACK <= chosen < SELL:
        before[s.financed[p][chosen - BUY_BACK], s.loan[p][chosen - BUY_BACK]] -= 1
    now = Counter((after.financed[p][i], after.loan[p][i]) for i in range(after.loans[p]))
    now.subtract(before)
    return list(now.elements())


def outcome(s: State, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance."""
    if s.chance == TULIP_DECK:
        return card_phrase(s.deck[decided])
    if s.chance == EVENT_DECK:
        return say(EVENT_NAMES[event_of(s, decided)])
    if s.chance == COLLECTOR_PILE:
        return collector_phrase(collector_of(s, decided))
    if s.chance == PRICE_MARKERS:
        marked = sorted(zip(MARKER_ORDERS[decided], START_LEVELS, strict=True))
        return join_phrases(say("{colour} {level}", colour=colour_phrase(c), level=LEVEL_NAMES[level]) for c, level in marked)
    if s.chance == STARTING_BULB:
        return card_phrase(s.deck[place_of_rank(s, next_bulb_rank(s), 0, decided)])
    return say("{seat}", seat=decided)


def outcome_seen(s: State, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: a starting bulb is for its seat alone, unless hands are open."""
    what = outcome(s, decided)
    if s.chance == TULIP_DECK:
        return _dealt(s, decided)
    if s.chance == EVENT_DECK:
        return _market_event(s, event_of(s, decided))
    if s.chance == COLLECTOR_PILE:
        return say("the {collector} is turned up", collector=what)
    if s.chance == PRICE_MARKERS:
        return say("price levels: {levels}", levels=what)
    if s.chance == STARTING_BULB:
        owner = bulbs_dealt(s) // BULBS
        seen = viewer in (owner, ALL_SEEING) or s.open_hands
        return say("{seat} starts with {card}", seat=owner, card=what) if seen else None
    return say("{seat} will start", seat=decided)


def _dealt(s: State, place: int) -> Phrase:
    """A card laid out from its place in the deck."""
    card = card_phrase(s.deck[place])
    if s.dealt < s.row:
        return say("{card} is dealt to the Next Shipment", card=card)
    if s.dealt < 2 * s.row:
        return say("{card} is dealt to New Arrivals", card=card)
    return say("{card} is dealt to Just Sold", card=card)


@memoized
def _market_event(s: State, event: int) -> Phrase:
    """A market event, and the price that it moves."""
    moved = prices_phrase(levels(s), levels(state_after(s, adjust_prices, event))) if event != BUST else None
    if moved:
        return say("market event: {event}, {moved}", event=say(EVENT_NAMES[event]), moved=moved)
    return say("market event: {event}", event=say(EVENT_NAMES[event]))


# What is being waited for


def status(s: State) -> Phrase:
    """Whose turn it is and what for, and when the bubble may burst."""
    if s.end == BLACK_TULIP_BOUGHT:
        return say("The Black Tulip has been bought.")
    if s.end:
        return say("The bubble has burst: tulips are worth nothing, and loans must be paid.")
    if s.phase == SET_UP:
        return say("The market is being laid out.")
    return say("Round {round}: {doing}. {bust}", round=s.round, doing=_doing(s), bust=_bust(s))


def _doing(s: State) -> Phrase:
    """What the seats that act are to decide."""
    if s.chance or not s.actors:
        return say("the market moves")
    if s.phase == DECLARING:
        who = join_phrases(say("{seat}", seat=p) for p in range(s.seats) if s.actors >> p & 1)
        return say("secret decision on the Black Tulip: {who}", who=who)
    if s.phase == SELLING:
        return say("{seat} may sell tulips", seat=s.turn)
    if s.phase == PLACING:
        return _placing(s)
    card = card_phrase(s.lot[s.auction])
    if s.phase == PURCHASE:
        return say("{seat} buys {card} for {price}, in cash or on a loan", seat=s.turn, card=card, price=s.bid)
    if s.leader == NO_SEAT:
        return say("auction for {card}, {seat} bids more than {price} or passes", card=card, seat=s.turn, price=s.bid)
    return say(
        "auction for {card}, {seat} raises the {bid} of {seat_leading} or passes",
        card=card,
        seat=s.turn,
        bid=s.bid,
        seat_leading=s.leader,
    )


def _placing(s: State) -> Phrase:
    """How many bids the seat may still place this turn."""
    may = min(bids_left(s), s.markers[s.turn])
    if may == 0:
        return say("{seat} has no free marker and may buy a tulip back", seat=s.turn)
    if may == 1:
        return say("{seat} may place 1 bid", seat=s.turn)
    return say("{seat} may place {bids} bids", seat=s.turn, bids=may)


def _bust(s: State) -> Phrase:
    """When the bubble may burst, which ends the game."""
    events = bust_in(s)
    if events is None:
        return say("The bubble can't burst before round {round} is over.", round=EVENTS_IN_DECK - LAST_EVENTS)
    if events == 1:
        return say("After this round the bubble bursts.")
    return say("After this round the bubble bursts with a chance of 1 in {events}.", events=events)


# The view as text for the terminal

WIDTH = 80
UNBROKEN = "\N{NO-BREAK SPACE}"


def text(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    lines = [*_headlines(view), "", f"{'':8} level " + "".join(f"{rank:>5}" for rank in RANK_NAMES) + "   supply"]
    for colour in sorted(view.colours, key=lambda c: -LEVEL_NAMES.index(c.level)):
        prices = "".join(f"{colour.prices[rank]:>5}" for rank in RANK_NAMES)
        lines.append(f"{colour.colour:8} {colour.level:<6}{prices}{colour.supply:>9}")
    lines += ["", *_wrapped("Next Shipment: ", view.next_shipment or ["–"])]
    lines += _lots("New Arrivals", view.new_arrivals, names)
    lines += _lots("Just Sold", view.just_sold, names)
    lines.append("")
    for pile in view.collectors:
        if pile.collector is not None:
            text = f"{pile.collector} (+{pile.bonus}) wants {pile.wants}; {pile.face_down} more under it"
            lines += _wrapped("", text.split(" "), " ")
    width = max(len(name) for name in names) + 2
    lines += ["", f"{'':{width}} guilders   owed  markers  tulips"]
    for p in range(len(view.seats)):
        lines += _seat(view, p, f"{names[p]:{width - 2}}")
    state = _state(view, names)
    return "\n".join([*lines, "", *_wrapped("", state.split(" "), " ")] if state else lines)


def _wrapped(start: str, items: Sequence[str], between: str = ", ") -> list[str]:
    """Items after the start of a line, which goes on below the first item where it gets too long; items stay whole."""
    indent = " " * min(len(start), WIDTH // 2)
    text = between.join(item.replace(" ", UNBROKEN) for item in items)
    first = start.replace(" ", UNBROKEN)
    lines = textwrap.wrap(first + text, WIDTH, subsequent_indent=indent or " " * 4, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def _headlines(view: View) -> list[str]:
    """The round, the phase, the deck, and the events so far."""
    tulips = "1 tulip" if view.deck == 1 else f"{view.deck} tulips"
    events = "1 event" if view.events_left == 1 else f"{view.events_left} events"
    seen = [name if n == 1 else f"{name} ×{n}" for name, n in Counter(view.events_seen).items()]
    return [
        f"Round {view.round}, {view.phase}. {tulips} in the deck, {view.discard} discarded.",
        f"Last event: {view.event or '–'}; {events} left.",
        *_wrapped("Events seen: ", seen or ["–"]),
    ]


def _lots(row: str, lots: Sequence[Lot | None], names: Sequence[str]) -> list[str]:
    lines = []
    for i, lot in enumerate(lots, 1):
        if lot is not None:
            start = f"{row} {i}: {lot.card}, {lot.price}"
            lines += _wrapped(f"{start}  ← ", [names[p] for p in lot.bidders]) if lot.bidders else [start]
    return lines or [f"{row}: –"]


def _seat(view: View, p: int, name: str) -> list[str]:
    seat: Seat = view.seats[p]
    mark = ">" if p in view.acting else " "
    guilders = "?" if seat.guilders is None else str(seat.guilders)
    tulips = ["behind the screen"] if seat.tulips is None else seat.tulips
    financed = [f"{f.card} (loan {f.loan})" for f in seat.financed]
    held = [*tulips, *financed] or ["–"]
    if p == view.start:
        held = [*held[:-1], f"{held[-1]} (start player)"]
    return _wrapped(f"{mark} {name} {guilders:>8} {seat.loans:>6} {seat.markers:>8}  ", held)


def _state(view: View, names: Sequence[str]) -> str:
    """What matters to the decision at hand, or how the game has ended."""
    if view.phase == "over":
        return _result(view, names)
    if view.auction is not None:
        return _auction(view.auction, view.phase, names)
    if view.phase == "selling" and view.collector_sale and view.acting:
        return f"{names[view.acting[0]]} has sold to a collector, and may not again this turn."
    if view.bids_left is not None and view.acting:
        return _bids_left(view.bids_left, view.seats[view.acting[0]].markers, names[view.acting[0]])
    return ""


def _auction(a: Auction, phase: str, names: Sequence[str]) -> str:
    """The lot being resolved."""
    card = a.card.replace(" ", UNBROKEN)
    if phase == "purchase":
        price = f"at market price {a.bid}" if a.leader is None else f"for the bid of {a.bid}"
        return f"{names[a.bidders[0]]} must buy {card} {price}."
    bid = f"{names[a.leader]} bids {a.bid}" if a.leader is not None else f"No bid yet, market price {a.bid}"
    return f"Under the hammer: {card}. {bid}. In: {', '.join(names[p] for p in a.bidders)}."


def _bids_left(left: int, free: int, name: str) -> str:
    """How many markers the seat whose turn it is may still place."""
    if free == 0:
        return f"{name} has no free marker, unless a tulip is bought back."
    may = min(left, free)
    return f"{name} may still place {may} marker{'' if may == 1 else 's'} this turn."


def _result(view: View, names: Sequence[str]) -> str:
    """Every seat's score, and who has the Black Tulip."""
    scores = [f"{name} {(seat.guilders or 0) - seat.loans}" for name, seat in zip(names, view.seats, strict=True)]
    owners = [name for name, seat in zip(names, view.seats, strict=True) if seat.black_tulip]
    tulip = f" The Black Tulip: {' and '.join(owners)}." if owners else ""
    return f"Scores: {', '.join(scores)}.{tulip}"
