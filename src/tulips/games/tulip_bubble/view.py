"""What people see of Tulip Bubble, built field by field from what is theirs to know."""

import functools
from types import SimpleNamespace
from typing import Any, Literal

import msgspec

from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.components import (
    BONUS,
    BUST,
    CARD_NAMES,
    COLLECTOR_NAMES,
    COLOUR_NAMES,
    COLOURS,
    EVENT_COPIES,
    EVENT_NAMES,
    EVENTS_IN_DECK,
    FACTS,
    HIGHEST_BID,
    LAST_EVENTS,
    LEVEL_NAMES,
    MAX_SEATS,
    NO_CARD,
    NO_COLLECTOR,
    PILE,
    PILES,
    RANK_NAMES,
    Card,
    Collector,
    Colour,
    EventName,
    Level,
    Levels,
    fulfilling,
)
from tulips.games.tulip_bubble.rules import (
    AUCTION,
    BUBBLE_BUST,
    DECLARE,
    DECLARING,
    EVENT,
    NO_SEAT,
    NOT_ANSWERED,
    OVER,
    PLACING,
    PURCHASE,
    SELLING,
    SET_UP,
)
from tulips.games.tulip_bubble.state import State, levels

market_price = on_lists(rules.market_price)
net_worth = on_lists(rules.net_worth)
supply = on_lists(rules.supply)
supplies = on_lists(rules.supplies)
bid_premium = on_lists(rules.bid_premium)
collectors_face_down = on_lists(rules.collectors_face_down)
events_left = on_lists(rules.events_left)
owed = on_lists(rules.owed)
owns_black_tulip = on_lists(rules.owns_black_tulip)
most_placed = on_lists(rules.most_placed)
respond = on_lists(rules.respond)

FIGURES = ("price:{Colour}", "score:{int}", "bust")

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


class MarketColour(msgspec.Struct, frozen=True):
    """A colour on the market: its price level, the price of each rank there, and how many of its cards lie out."""

    colour: Colour
    level: Level
    forecast: Level  # its level after the market response if all lots with markers, and no others, are bought
    prices: dict[str, int]
    supply: int


class Lot(msgspec.Struct, frozen=True):
    """A card that can be bid on, and the seats that do."""

    card: Card
    price: int
    bidders: list[int]


class Pile(msgspec.Struct, frozen=True):
    """A pile of collectors: the bonus, who is face up, and how many lie below."""

    bonus: int
    collector: Collector | None
    face_down: int
    held: int  # how many tulips of the set the viewer has behind the screen, at best


class Financed(msgspec.Struct, frozen=True):
    """A financed tulip before a seat's screen."""

    card: Card
    loan: int


class Auction(msgspec.Struct, frozen=True):
    """The lot being resolved: last bid, who made it, who is still in, and what each loser would get."""

    card: Card
    place: int
    market_price: int
    bid: int
    leader: int | None
    bidders: list[int]
    premium: int
    highest: int  # bid that is allowed


class Seat(msgspec.Struct, frozen=True):
    """What one may see of a seat: guilders and tulips behind the screen only if they are one's own, open, or at the end."""

    guilders: int | None
    tulips: list[Card] | None
    financed: list[Financed]
    loans: int
    markers: int
    answered: bool
    declares: bool | None  # the answer on the Black Tulip while others think, for the seat itself
    black_tulip: bool


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    round: int
    start: int | None
    acting: list[int]
    colours: list[MarketColour]
    levels: list[Level]
    chart: dict[str, list[int]]
    next_shipment: list[Card]
    new_arrivals: list[Lot | None]
    just_sold: list[Lot | None]
    collectors: list[Pile]
    event: EventName | None
    events_seen: list[EventName]
    events_left: int
    events: int  # cards that the event deck had
    last_events: int  # of which the Bust is one
    bust_in: int | None  # the next event is the Bust with a chance of 1 in so many; None if it can't be
    black_tulip: int  # the fewest guilders, loans taken off, that buy it
    deck: int
    discard: int
    seats: list[Seat]
    auction: Auction | None
    collector_sale: bool
    bids_left: int | None


CHART = {rank: FACTS["prices"][rank] for rank in RANK_NAMES}
PRICES_AT = [{rank: CHART[rank][level] for rank in RANK_NAMES} for level in range(len(LEVEL_NAMES))]


def view(s: State, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    piles = [_pile(s, pile, seat) for pile in range(PILES)]
    seats = [_seat(s, p, _may_see(s, p, seat), seat in (p, ALL_SEEING)) for p in range(s.seats)]
    return msgspec.structs.replace(_table(s), collectors=piles, seats=seats)


@memoized
def _table(s: State) -> View:
    """What lies open before everybody, without the collectors and the seats."""
    return View(
        phase=PHASES[s.phase],
        round=s.round,
        start=None if s.start == NO_SEAT else s.start,
        acting=[] if s.chance or s.end else _seats(s, s.actors),
        colours=_colours(s),
        levels=LEVEL_NAMES,
        chart=CHART,
        next_shipment=_next_shipment(s),
        new_arrivals=_lots(s)[: s.arrivals],
        just_sold=_lots(s)[s.arrivals :],
        collectors=[],
        event=EVENT_NAMES[s.event] if s.round > 0 else None,
        events_seen=_events_seen(s),
        events_left=events_left(s) - (s.event == BUST),
        events=EVENTS_IN_DECK,
        last_events=LAST_EVENTS,
        bust_in=bust_in(s),
        black_tulip=s.black_tulip,
        deck=s.left,
        discard=s.discarded,
        seats=[],
        auction=_auction(s) if s.phase in (AUCTION, PURCHASE) else None,
        collector_sale=s.phase == SELLING and bool(s.collector_sale),
        bids_left=bids_left(s) if s.phase == PLACING else None,
    )


def _seats(s: State, bits: int) -> list[int]:
    return [p for p in range(s.seats) if bits >> p & 1]


def bust_in(s: State) -> int | None:
    """How many events may be the next one, of which one is the Bust; None if it can't be the next."""
    left = int(events_left(s))
    return left if left <= LAST_EVENTS and not s.end else None


@memoized
def _colours(s: State) -> list[MarketColour]:
    after = s.level if s.phase in (SET_UP, EVENT, OVER) else forecast(s)
    counts = supplies(s)
    return [
        MarketColour(
            colour=COLOUR_NAMES[c],
            level=LEVEL_NAMES[s.level[c]],
            forecast=LEVEL_NAMES[after[c]],
            prices=PRICES_AT[s.level[c]],
            supply=int(supply(counts, c)),
        )
        for c in range(COLOURS)
    ]


def response(s: Any) -> Levels:
    """The price levels after the market response if every lot that bears a marker is bought, and nothing else."""
    left = [NO_CARD if bids else card for card, bids in zip(s.lot[: s.lots], s.bids, strict=False)]
    lies: Any = SimpleNamespace(row=s.row, next_shipment=s.next_shipment, lots=s.lots, lot=left)
    return _responded(levels(s), supplies(lies), s.blocked_fall_moves_others)


forecast = memoized(response)


@functools.lru_cache(maxsize=1024)
def _responded(before: Levels, counts: int, blocked_fall_moves_others: int) -> Levels:
    """The levels after the response to such supplies, which looks at nothing else."""
    track: Any = SimpleNamespace(level=list(before), blocked_fall_moves_others=blocked_fall_moves_others)
    respond(track, counts)
    return levels(track)


@memoized
def _next_shipment(s: State) -> list[str]:
    return [CARD_NAMES[s.next_shipment[i]] for i in range(s.row) if s.next_shipment[i] != NO_CARD]


@memoized
def _lots(s: Any) -> list[Lot | None]:
    return [
        None if card == NO_CARD else Lot(CARD_NAMES[card], market_price(s, card), _seats(s, bids) if bids else [])
        for card, bids in zip(s.lot[: s.lots], s.bids, strict=False)
    ]


def _pile(s: State, pile: int, viewer: int) -> Pile:
    up = s.collector[pile]
    if up == NO_COLLECTOR:
        return Pile(PILE_BONUS[pile], None, _face_down(s, pile), 0)
    held = tulips_held(s, viewer, up) if viewer >= 0 else 0
    return Pile(PILE_BONUS[pile], COLLECTOR_NAMES[up], _face_down(s, pile), held)


def tulips_held(s: State, seat: int, collector: int) -> int:
    """How many tulips of a collector's set the seat has, at best."""
    return _held_of(tuple(s.hand[seat]), collector)  # type: ignore[arg-type]


@functools.lru_cache(maxsize=1024)
def _held_of(hand: tuple[int, ...], collector: int) -> int:
    return max(sum(min(copies, hand[card]) for card, copies in chosen) for chosen in fulfilling(collector))


PILE_BONUS = {int(pile): int(bonus) for pile, bonus in zip(PILE, BONUS, strict=True)}


@memoized
def _face_down(s: State, pile: int) -> int:
    return int(collectors_face_down(s, pile))


@memoized
def _events_seen(s: State) -> list[str]:
    seen = [EVENT_NAMES[event] for event in range(BUST) for _ in range(EVENT_COPIES[event] - s.events[event])]
    return [*seen, EVENT_NAMES[BUST]] if s.event == BUST else seen


@memoized
def _seat(s: Any, p: int, shown: bool, own: bool) -> Seat:
    answered = s.phase == DECLARING and s.answer[p] != NOT_ANSWERED
    return Seat(
        guilders=s.cash[p] if shown else None,
        tulips=names(tuple(s.hand[p])) if shown else None,
        financed=[Financed(CARD_NAMES[s.financed[p][i]], s.loan[p][i]) for i in range(s.loans[p])],
        loans=owed(s, p),
        markers=s.markers[p],
        answered=answered,
        declares=s.answer[p] == DECLARE if answered and own else None,
        black_tulip=bool(s.end and owns_black_tulip(s, p)),
    )


@functools.lru_cache(maxsize=1024)
def names(hand: tuple[int, ...]) -> list[str]:
    """The tulips behind a screen."""
    return [CARD_NAMES[card] for card, copies in enumerate(hand) for _ in range(copies)]


def _may_see(s: State, p: int, viewer: int) -> bool:
    """Whether the viewer may look behind a seat's screen."""
    return viewer in (p, ALL_SEEING) or bool(s.open_hands) or s.phase == OVER


def _auction(s: State) -> Auction:
    card = s.lot[s.auction]
    return Auction(
        card=CARD_NAMES[card],
        place=s.auction,
        market_price=int(market_price(s, card)),
        bid=s.bid,
        leader=None if s.leader == NO_SEAT else s.leader,
        bidders=_seats(s, s.bidders),
        premium=int(bid_premium(s, s.bid)),
        highest=HIGHEST_BID,
    )


def bids_left(s: State) -> int:
    """How many markers may still be placed this turn, by a seat that has them."""
    return most_placed(s) - s.placed


def figures(s: State, viewer: int) -> dict[str, int]:
    """Each colour's price level, counted from 1, and the guilders less loans of the seats that the viewer may look at.

    When the bubble has burst, that too.
    """
    return _levels(s) | {SCORES[p]: _worth(s, p) for p in range(s.seats) if _may_see(s, p, viewer)}


PRICES = [f"price:{colour}" for colour in COLOUR_NAMES]
SCORES = [f"score:{p}" for p in range(MAX_SEATS)]


@memoized
def _levels(s: State) -> dict[str, int]:
    levels = {PRICES[c]: s.level[c] + 1 for c in range(COLOURS)}
    return levels | {"bust": 1} if s.end == BUBBLE_BUST else levels


@memoized
def _worth(s: State, p: int) -> int:
    return int(net_worth(s, p))
