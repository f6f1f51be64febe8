"""What chance decides in Tulip Bubble, and what comes of it and of moves, as data."""

import functools

import msgspec

from tulips.engine.kinds import Happening, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip_bubble import components, rules
from tulips.games.tulip_bubble.components import CARD_NAMES, Card, Moved, card_phrase, say
from tulips.games.tulip_bubble.income import forced_loans, premiums, tulips_left
from tulips.games.tulip_bubble.rules import AUCTION, SELLING, TULIP_DECK
from tulips.games.tulip_bubble.state import State, levels

settle_rarer, adjust_prices = on_lists(rules.settle_rarer), on_lists(rules.adjust_prices)
event_of, collector_of, bulbs_dealt = on_lists(rules.event_of), on_lists(rules.collector_of), on_lists(rules.bulbs_dealt)
next_bulb_rank, place_of_rank = on_lists(rules.next_bulb_rank), on_lists(rules.place_of_rank)

# What chance decides


class PriceMarkers(Outcome, tag="price markers", frozen=True):
    """Each colour's first price level."""

    red: components.Level
    white: components.Level
    yellow: components.Level

    def notation(self) -> str:
        """Each colour with its level."""
        return ", ".join(f"{colour} {level}" for colour, level in msgspec.structs.asdict(self).items())


class Bulb(Outcome, tag="starting bulbs", frozen=True):
    """A tulip for a seat to start with."""

    card: Card


class DeckCard(Outcome, tag="tulips", frozen=True):
    """A tulip from the deck."""

    card: Card


class EventCard(Outcome, tag="events", frozen=True):
    """The next market event."""

    event: components.EventName


class CollectorCard(Outcome, tag="collectors", frozen=True):
    """The next collector of a pile."""

    collector: components.Collector


class FirstSeat(Outcome, tag="first seat", frozen=True):
    """The seat that starts."""

    seat: Seat


OUTCOMES = (PriceMarkers, Bulb, DeckCard, EventCard, CollectorCard, FirstSeat)


def outcome(s: State, number: int) -> Outcome:
    """An outcome of the pending chance as data."""
    if s.chance == TULIP_DECK:
        return DeckCard(CARD_NAMES[s.deck[number]])
    if s.chance == rules.EVENT_DECK:
        return EventCard(components.EVENT_NAMES[event_of(s, number)])
    if s.chance == rules.COLLECTOR_PILE:
        return CollectorCard(components.COLLECTOR_NAMES[collector_of(s, number)])
    if s.chance == rules.PRICE_MARKERS:
        return PriceMarkers(*(components.LEVEL_NAMES[level] for level in levels(state_after(s, settle_rarer, number))))
    if s.chance == rules.STARTING_BULB:
        return Bulb(CARD_NAMES[s.deck[place_of_rank(s, next_bulb_rank(s), 0, number)]])
    return FirstSeat(number)


# What is told of it, and what came of a move


class PriceLevels(Happening, tag="price-levels", frozen=True):
    """At set-up: each colour's price level."""

    red: components.Level
    white: components.Level
    yellow: components.Level


class StartsWith(Happening, tag="starts-with", frozen=True):
    """A starting bulb; only its seat hears of it, unless hands are open."""

    seat: Seat
    card: Card


class Dealt(Happening, tag="dealt", frozen=True):
    """A tulip that is laid out in a row."""

    card: Card
    row: components.Row


class MarketEvent(Happening, tag="market-event", frozen=True):
    """An event, and the price that it moves, if it does."""

    event: components.EventName
    moved: tuple[Moved, ...] | None = None


class TurnedUp(Happening, tag="turned-up", frozen=True):
    """A collector."""

    collector: components.Collector


class Starts(Happening, tag="starts", frozen=True):
    """The seat that starts."""

    seat: Seat


class AuctionOpens(Happening, tag="auction", frozen=True):
    """A lot on which several have bid, and its price."""

    card: Card
    price: int
    bidders: tuple[Seat, ...]


class AuctionWon(Happening, tag="auction-won", frozen=True):
    """The end of an auction: who gets the card, for the last bid."""

    card: Card
    seat: Seat
    price: int


class NobodyBids(AuctionWon, tag="nobody-bids", frozen=True):
    """The end of an auction without a bid: who gets the card, at its market price."""


class ForcedLoan(Happening, tag="forced-loan", frozen=True):
    """A tulip that its buyer could not pay for."""

    seat: Seat
    loan: int
    card: Card


class Share(msgspec.Struct, frozen=True):
    """What a seat gets of a premium."""

    seat: Seat
    guilders: int


class Premium(Happening, tag="premium", frozen=True):
    """What those get who lost an auction."""

    paid: tuple[Share, ...]


class MarketResponse(Happening, tag="market-response", frozen=True):
    """The price markers that the market moves at the end of a round."""

    moved: tuple[Moved, ...]


class LeftWith(Happening, tag="left-with", frozen=True):
    """At the burst: tulips that are worth nothing now."""

    seat: Seat
    cards: tuple[Card, ...]


DECIDED = (PriceLevels, StartsWith, Dealt, MarketEvent, TurnedUp, Starts)
HAPPENINGS = (*DECIDED, AuctionOpens, AuctionWon, NobodyBids, ForcedLoan, Premium, MarketResponse, LeftWith)


def to_phrase(name: str) -> Phrase:
    """A collector or a row after a "to", which other languages join to the article."""
    return say(f"to.{name}")


def _level(colour: str, level: str) -> Phrase:
    return say("level", colour=say(colour), level=level)


SHOWN: dict[str, Shown] = {
    "card": card_phrase,
    "cards": lambda cards: [card_phrase(card) for card in cards],
    "black_tulip": lambda answer: say(f"black-tulip.{answer}"),
    **{colour: functools.partial(_level, colour) for colour in components.COLOUR_NAMES},
    "row": say,
    "event": say,
    "collector": say,
    "moved": components.moved_phrases,
    "bidders": lambda seats: [say("seat", seat=seat) for seat in seats],
    "paid": lambda paid: [say("share", seat=share.seat, guilders=share.guilders) for share in paid],
}
give_words(say, SHOWN, *OUTCOMES, *HAPPENINGS)
give_words(say, SHOWN | {"row": to_phrase}, Dealt)


def outcome_seen(s: State, number: int, viewer: int) -> Happening | None:
    """An outcome as a viewer knows it: a starting bulb is for its seat alone, unless hands are open."""
    match outcome(s, number):
        case DeckCard(card):
            return Dealt(card, components.ROW_NAMES[min(s.dealt // s.row, 2)])
        case EventCard(event):
            return _market_event(s, event)
        case CollectorCard(collector):
            return TurnedUp(collector)
        case PriceMarkers(red, white, yellow):
            return PriceLevels(red, white, yellow)
        case Bulb(card):
            owner = bulbs_dealt(s) // components.BULBS
            return StartsWith(owner, card) if viewer in (owner, ALL_SEEING) or s.open_hands else None
    return Starts(number)


@memoized
def _market_event(s: State, event: str) -> MarketEvent:
    which = components.EVENT_NAMES.index(event)
    after = s if which == components.BUST else state_after(s, adjust_prices, which)
    return MarketEvent(event, components.levels_moved(levels(s), levels(after)) or None)


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: what the market does is nobody's, a collector follows one in a sale."""
    return s.turn if s.chance == rules.COLLECTOR_PILE and s.phase == SELLING else None


def deals(s: State) -> bool:
    """Whether tulips are dealt to the rows, or bulbs to the seats."""
    return s.chance in (TULIP_DECK, rules.STARTING_BULB)


@memoized
def results(s: State, after: State, seat: int | None, number: int) -> list[LogLine]:
    """What everyone sees happen through a move or an outcome: who wins an auction, forced loans, premiums, the next auction,
    the market response, and what is left behind the screens when the bubble bursts."""
    told: list[Happening] = []
    if seat is not None:
        told += _bought(s, after, seat, number)
    elif after.end == rules.BUBBLE_BUST:
        left = [(p, tuple(CARD_NAMES[card] for card in tulips_left(after, p))) for p in range(after.seats)]
        told += [LeftWith(p, cards) for p, cards in left if cards]
    responds = seat is not None or s.chance == TULIP_DECK
    if responds and (moved := components.levels_moved(levels(s), levels(after))):
        told.append(MarketResponse(moved))
    return [LogLine(what) for what in told]


def _bought(s: State, after: State, seat: int, number: int) -> list[Happening]:
    """What came of a move in the Buying Phase."""
    told: list[Happening] = []
    other_lot = after.phase != AUCTION or s.phase != AUCTION or after.auction != s.auction
    if s.phase == AUCTION and other_lot:
        winner = (s.bidders & ~(1 << s.turn)).bit_length() - 1  # the last to pass leaves one
        won = NobodyBids if s.leader == rules.NO_SEAT else AuctionWon
        told.append(won(CARD_NAMES[s.lot[s.auction]], winner, s.bid))
    for p in range(s.seats):
        loans = forced_loans(s, after, p, number if p == seat else None)
        told += [ForcedLoan(p, loan, CARD_NAMES[card]) for card, loan in loans]
    if paid := premiums(s, after):
        told.append(Premium(tuple(Share(p, guilders) for p, guilders in paid)))
    if after.phase == AUCTION and other_lot:
        bidders = tuple(p for p in range(s.seats) if after.bidders >> p & 1)
        told.append(AuctionOpens(CARD_NAMES[after.lot[after.auction]], after.bid, bidders))
    return told
