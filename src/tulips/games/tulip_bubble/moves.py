"""The moves of Tulip Bubble, what chance decides, and what is told beside them, as data."""

import functools
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from tulips.engine.kinds import Happening, Move, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.numbered_kinds import kinds_of
from tulips.engine.phrase import Phrase, read_gaps
from tulips.engine.preview import Change, Measure, Preview, changes, measures
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.seats import only
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip_bubble import components, rules
from tulips.games.tulip_bubble.components import CARD_NAMES, NO_CARD, Card, Levels, card_phrase, guilders_phrase, say
from tulips.games.tulip_bubble.rules import AUCTION, DECLARING, NO_SEAT, PLACING, PURCHASE, RESOLVING, SELLING, TULIP_DECK
from tulips.games.tulip_bubble.state import State, levels
from tulips.games.tulip_bubble.view import PILE_BONUS, bid_premium, forecast, market_price, names, owed, response, tulips_held

adjust_prices, settle_rarer = on_lists(rules.adjust_prices), on_lists(rules.settle_rarer)
bidders_of, cash_left = on_lists(rules.bidders_of), on_lists(rules.cash_left)
bulbs_dealt, next_bulb_rank = on_lists(rules.bulbs_dealt), on_lists(rules.next_bulb_rank)
collector_of, event_of = on_lists(rules.collector_of), on_lists(rules.event_of)
make_move, place_of_rank, resolve_bids = on_lists(rules.make_move), on_lists(rules.place_of_rank), on_lists(rules.resolve_bids)

NEXT_SHIPMENT, NEW_ARRIVALS, JUST_SOLD = components.ROW_NAMES
BONUS_OF = dict(zip(components.COLLECTOR_NAMES, components.BONUS.tolist(), strict=True))

HANDLES = (
    "hand:{Card}",
    "financed:{Card}:{int}",
    "collector:{Collector}",
    "collector:{int}",  # a pile without a collector, by its bonus
    "lot:{Row}:{int}",
    "next:{int}",
    "raise:{int}",
    "pay",
    "borrow",
    "black-tulip:buy",
    "black-tulip:leave",
    "level:{Colour}",
)

# What previews measure

SEATS = range(components.MAX_SEATS)
MEASURES = {
    "black-tulip:buy": Measure(say("black-tulip"), lambda s: int(s.end == rules.BLACK_TULIP_BOUGHT)),
    "bid": Measure(say("last-bid"), lambda s: s.bid),
    **measures("guilders:{}", lambda seat: say("guilders"), lambda s, p: s.cash[p], SEATS),
    **measures("markers:{}", lambda seat: say("markers"), lambda s, p: s.markers[p], SEATS),
    **measures("owed:{}", lambda seat: say("owed"), owed, SEATS),
    **measures("held:{}:{}", lambda seat, card: card_phrase(card), lambda s, p, card: s.hand[p][card], SEATS, CARD_NAMES),
}
LACKING = -(1 << 20)


def _is_certain(s: Any, after: Any, seat: int) -> bool:
    """Whether the seat owes no more than that when the next auction or purchase comes.

    The next lots may be the seat's too, once those before are sold; who has the cash to choose then, it can't know.
    """
    if after.phase != RESOLVING or only(seat) not in after.bids:
        return True
    poor = after.copy(cash=[after.cash[p] if p == seat else LACKING for p in SEATS])
    return owed(state_after(poor, resolve_bids), seat) == owed(after, seat)


@functools.lru_cache(maxsize=4096)
def _in_market(now: Levels, stands: Levels, then: Levels) -> tuple[list[Phrase], list[Change], Phrase | None]:
    """The levels that a move would alter after the market response, in words and as changes, and those that the response moves
    anyway."""
    altered = components.levels_moved(stands, then)
    instead = [say("preview.instead", colour=say(m.colour), level=m.after, other=m.before) for m in altered]
    found = [Change(say("after-response", colour=say(m.colour)), m.before, m.after, f"level:{m.colour}") for m in altered]
    same = tuple(new if new == other else old for old, other, new in zip(now, stands, then, strict=True))
    moved = components.moved_phrases(components.levels_moved(now, same))
    return instead, found, say("preview.anyway", moved=moved) if moved else None


# Moves


class BubbleMove(Move, frozen=True):
    """A move that is tried by its own rule alone, not by what follows from it."""

    loans: ClassVar[int] = 0
    """How many more loans the seat has through the move itself."""

    def tried(self, s: Any, seat: int, number: int) -> Any:
        """The state after it, as far as the seat can know."""
        return state_after(s, make_move, seat, number)

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """What it would do, in a line."""
        return say(f"preview.{self.kind()}")

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What it changes of what is the seat's, and, while there is time to sell and bid, in the market."""
        after = self.tried(s, seat, number)
        text, found = self.summary(s, after, seat), changes(MEASURES, s, after, self.altered(seat))
        if s.phase not in (SELLING, PLACING):
            return Preview(text, [one for one in found if not one.handle.startswith("owed:") or _is_certain(s, after, seat)])
        instead, in_market, anyway = _in_market(levels(s), forecast(s), forecast(s) if after is s else response(after))
        if instead:
            text = say("preview.altered", what=text, altered=instead)
        return Preview(text, found + in_market, anyway)


class Done(BubbleMove, frozen=True):
    """A move by which the seat itself changes nothing, whatever the others then do."""

    def tried(self, s: Any, seat: int, number: int) -> Any:
        """The state as it is."""
        return s


def _decides(s: State, seat: int) -> bool:
    return not s.chance and not s.end and bool(s.actors >> seat & 1)


# 2. Selling Phase


class SellNoMore(Done, tag="sell-no-more", frozen=True):
    """End one's turn to sell."""


class Sell(BubbleMove, tag="sell", frozen=True):
    """Sell a tulip to the market. The log tells the price."""

    card: Card
    guilders: int | None = None

    told_after = ("guilders",)
    touches = ("hand:{card}",)
    alters = ("guilders:{seat}", "held:{seat}:{card}")

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """The price."""
        now, then = s.cash[seat], after.cash[seat]
        return say("preview.sell", guilders=guilders_phrase(then - now), before=now, after=then)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Tulips are sold in their phase."""
        held = names(tuple(s.hand[seat])) if _decides(s, seat) and s.phase != SELLING else []
        return {f"hand:{card}": say("why-not.sell") for card in held}


class SellSet(BubbleMove, tag="sell-set", frozen=True):
    """Sell three tulips to a collector. The log tells the sum."""

    cards: tuple[Card, ...]
    collector: components.Collector
    guilders: int | None = None

    told_after = ("guilders",)
    touches = ("collector:{collector}",)
    alters = ("guilders:{seat}", *(f"held:{{seat}}:{{cards[{i}]}}" for i in range(components.SET_CARDS)))

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """The price and the bonus."""
        now, then, bonus = s.cash[seat], after.cash[seat], BONUS_OF[self.collector]
        sums = {"guilders": guilders_phrase(then - now), "price": then - now - bonus, "bonus": bonus}
        return say("preview.sell-set", **sums, before=now, after=then)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A collector buys one set, in a turn to sell; where none is left, the pile bears its bonus."""
        reasons: dict[str, Phrase] = {}
        for pile, collector in enumerate(s.collector) if _decides(s, seat) else ():
            name = components.COLLECTOR_NAMES[collector]
            if collector == components.NO_COLLECTOR:
                reasons[f"collector:{PILE_BONUS[pile]}"] = say("why-not.no-collector")
            elif s.phase != SELLING or s.collector_sale:
                reasons[f"collector:{name}"] = say("why-not.second-set" if s.phase == SELLING else "why-not.sell-set")
            elif tulips_held(s, seat, collector) < components.SET_CARDS:
                reasons[f"collector:{name}"] = say("why-not.no-set", collector=say(name), wants=say(f"wants.{name}"))
        return reasons


class BuyBack(BubbleMove, tag="buy-back", frozen=True):
    """Pay the loan for a financed tulip: at any time."""

    card: Card
    loan: int

    loans = -1
    touches = ("financed:{card}:{loan}",)
    alters = ("guilders:{seat}", "markers:{seat}", "owed:{seat}", "held:{seat}:{card}")

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """The loan, and what is left."""
        return say("preview.buy-back", guilders=guilders_phrase(self.loan), left=after.cash[seat])

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """The seat lacks the guilders, even with those that a sale would bring."""
        reasons: dict[str, Phrase] = {}
        cash, selling = guilders_phrase(s.cash[seat]), s.phase == SELLING and _decides(s, seat)
        for card, loan in zip(s.financed[seat][: s.loans[seat]], s.loan[seat], strict=False):
            price, handle = market_price(s, card), f"financed:{CARD_NAMES[card]}:{loan}"
            if s.end or cash_left(s, seat, loan) >= 0:
                continue
            if not selling:
                reasons[handle] = say("why-not.buy-back", loan=loan, guilders=cash)
            elif s.no_leverage:
                reasons[handle] = say("why-not.sell-financed")
            elif cash_left(s, seat, loan) + price < 0:
                reasons[handle] = say("why-not.repay", loan=loan, price=price, guilders=cash)
        return reasons


class SellFinanced(BubbleMove, tag="sell-financed", frozen=True):
    """Sell a financed tulip to the market and pay its loan. The log tells the price."""

    card: Card
    loan: int
    guilders: int | None = None

    loans = -1
    told_after = ("guilders",)
    touches = BuyBack.touches
    alters = ("guilders:{seat}", "markers:{seat}", "owed:{seat}")

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """The price, less the loan."""
        now, then = s.cash[seat], after.cash[seat]
        return say("preview.sell-financed", price=then - now + self.loan, loan=self.loan, before=now, after=then)


# 3. Buying Phase


class Answer(BubbleMove, tag="answer", frozen=True):
    """Say whether one buys the Black Tulip or leaves it; the others hear it when all have answered."""

    black_tulip: Literal["buy", "leave"] | None = None

    touches = ("black-tulip:{black_tulip}",)
    alters = ("black-tulip:buy", "guilders:{seat}", "owed:{seat}")

    def tried(self, s: Any, seat: int, number: int) -> Any:
        """As if nobody else was asked: what others answer is secret."""
        alone = s.copy(actors=only(seat), answer=[rules.NOT_ANSWERED] * len(SEATS))
        return state_after(alone, make_move, seat, number)

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """Whoever buys it pays all loans first, and then wins, unless another has more."""
        if not after.end:
            return say("preview.leave")
        text, paid = say("preview.win", worth=after.cash[seat]), s.cash[seat] - after.cash[seat]
        return say("preview.pay-loans", guilders=guilders_phrase(paid), what=text) if paid else text


class PlaceNoMore(Done, tag="place-no-more", frozen=True):
    """End one's turn to place bids."""


class Bid(BubbleMove, tag="bid", frozen=True):
    """Place a marker on a lot: the card at a place of its row, counted from 1."""

    card: Card
    row: components.Row
    place: int

    touches = ("lot:{row}:{place}",)
    alters = ("markers:{seat}",)

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """What it costs without an auction, and how many others would be in one."""
        lot = self.place - 1 + (s.arrivals if self.row == JUST_SOLD else 0)
        price, others = market_price(s, s.lot[lot]), bidders_of(s, lot)
        text = say("preview.bid", price=price, payment=_payment(s, seat, price))
        if others == 1:
            return say("preview.one-other", what=text)
        return say("preview.others", others=others, what=text) if others else text

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Bids are placed in their phase, one on a lot, with a free marker; on the Next Shipment next round."""
        if not _decides(s, seat):
            return {}
        waiting = [f"next:{i}" for i in range(s.row) if s.next_shipment[i] != NO_CARD]
        reasons = dict.fromkeys(waiting, say("why-not.next"))
        phase = {SELLING: "why-not.bid-later", DECLARING: "why-not.answer-first", PLACING: ""}.get(
            s.phase, "why-not.bid-no-more"
        )
        for lot, bids in enumerate(s.bids[: s.lots]):
            mine = "why-not.marked" if bids >> seat & 1 else "" if s.markers[seat] else "why-not.no-marker"
            if s.lot[lot] != NO_CARD and (phase or mine):
                row, place = _place(s, lot)
                reasons[f"lot:{row}:{place}"] = say(phase or mine)
        return reasons


class Pass(Done, tag="pass", frozen=True):
    """Leave an auction."""

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """The premium, which is not certain."""
        if s.leader == NO_SEAT:
            return say("preview.out")
        return say("preview.pass", guilders=guilders_phrase(bid_premium(s, s.bid)))


class Raise(BubbleMove, tag="raise", frozen=True):
    """Bid more in an auction. Only some raises are listed."""

    bid: int

    touches = ("raise:{bid}",)
    alters = ("bid",)

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """How the bid could be paid, and what the others would get."""
        return _and_premium(s, self.bid, say("preview.raise", payment=_payment(s, seat, self.bid)))


class Pay(BubbleMove, tag="pay", frozen=True):
    """Buy a tulip in cash."""

    price: int
    card: Card

    touches = ("pay",)
    alters = ("guilders:{seat}", "markers:{seat}", "held:{seat}:{card}")

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """What is left, and what the others get."""
        return _and_premium(s, self.price, say("preview.pay", before=s.cash[seat], after=after.cash[seat]))


class Borrow(BubbleMove, tag="borrow", frozen=True):
    """Buy a tulip on a loan."""

    price: int
    card: Card

    loans = 1
    touches = ("borrow",)
    alters = ("owed:{seat}",)

    def summary(self, s: Any, after: Any, seat: int) -> Phrase:
        """The loan, and what the others get."""
        return _and_premium(s, self.price, say("preview.borrow", price=self.price))


def _payment(s: State, seat: int, price: int) -> Phrase:
    """How the seat could pay a price."""
    left = cash_left(s, seat, price)
    return say("preview.loan", price=price) if left < 0 else say("preview.left", guilders=guilders_phrase(left))


def _and_premium(s: State, bid: int, text: Phrase) -> Phrase:
    premium = bid_premium(s, bid)
    return say("preview.premium", what=text, premium=premium) if premium else text


MOVES = kinds_of(__name__, Move, rules.MOVES.kinds)
SETS = [
    SellSet(tuple(CARD_NAMES[card] for card in cards), components.COLLECTOR_NAMES[collector])
    for cards, collector in zip(components.SET.reshape(-1, components.SET_CARDS), components.SET_COLLECTOR, strict=True)
]
"""Every set that can be sold, by its number."""


def move(s: State, seat: int, number: int) -> BubbleMove:
    """A move as data."""
    kind, which = rules.MOVES.find(number)
    match kind:
        case "sell-no-more":  # and the others that share its number
            return SellNoMore() if s.phase == SELLING else PlaceNoMore() if s.phase == PLACING else Pass()
        case "sell":
            return Sell(CARD_NAMES[which])
        case "sell-set":
            return SETS[which]
        case "buy-back" | "sell-financed":
            cls = BuyBack if kind == "buy-back" else SellFinanced
            return cls(CARD_NAMES[s.financed[seat][which]], s.loan[seat][which])
        case "answer":
            return Answer("buy" if number == rules.DECLARE else "leave")
        case "bid":
            return Bid(CARD_NAMES[s.lot[which]], *_place(s, which))
        case "raise":
            return Raise(which)
        case "pay" | "borrow":
            return (Pay if kind == "pay" else Borrow)(s.bid, CARD_NAMES[s.lot[s.auction]])
    raise LookupError(f"Nothing tells how a move of the kind {kind} follows from its number.")


def _place(s: State, lot: int) -> tuple[str, int]:
    """The row of a lot, and its place there."""
    return (NEW_ARRIVALS, lot + 1) if lot < s.arrivals else (JUST_SOLD, lot + 1 - s.arrivals)


def number(s: State, seat: int, move: Move) -> int | None:
    """A raise that the list of moves leaves out."""
    return rules.RAISE_TO + move.bid if isinstance(move, Raise) and s.phase == AUCTION and _decides(s, seat) else None


def parse(s: State, seat: int, words: str, texts: Mapping[str, str] | None) -> int | None:
    """Such a raise in words."""
    gaps = read_gaps(texts["raise"] if texts else say("raise").text, words)
    return number(s, seat, Raise(int(gaps["bid"]))) if gaps and gaps["bid"].isdecimal() and len(gaps["bid"]) < 7 else None


def move_seen(s: State, now: State, seat: int, number: int, viewer: int) -> Move:
    """A move as a viewer knows it: an answer is secret until all have answered."""
    made, thinking = move_made(s, seat, number), now.phase == DECLARING and now.round == s.round
    return Answer() if isinstance(made, Answer) and thinking and viewer not in (seat, ALL_SEEING) else made


@memoized
def move_made(s: State, seat: int, number: int) -> BubbleMove:
    """A move, with what a sale brings."""
    made = move(s, seat, number)
    if not isinstance(made, Sell | SellSet | SellFinanced):
        return made
    gain = made.tried(s, seat, number).cash[seat] - s.cash[seat]
    return msgspec.structs.replace(made, guilders=gain + (made.loan if isinstance(made, SellFinanced) else 0))


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


OUTCOMES = kinds_of(__name__, Outcome, rules.CHANCES)


def outcome(s: State, number: int) -> Outcome:
    """An outcome of the pending chance as data."""
    match chance := rules.CHANCES[s.chance - 1]:
        case "tulips":
            return DeckCard(CARD_NAMES[s.deck[number]])
        case "events":
            return EventCard(components.EVENT_NAMES[event_of(s, number)])
        case "collectors":
            return CollectorCard(components.COLLECTOR_NAMES[collector_of(s, number)])
        case "price markers":
            return PriceMarkers(*(components.LEVEL_NAMES[level] for level in levels(state_after(s, settle_rarer, number))))
        case "starting bulbs":
            return Bulb(CARD_NAMES[s.deck[place_of_rank(s, next_bulb_rank(s), 0, number)]])
        case "first seat":
            return FirstSeat(number)
    raise LookupError(f"Nothing tells how an outcome of {chance} follows from its number.")


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
    moved: tuple[components.Moved, ...] | None = None


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

    moved: tuple[components.Moved, ...]


class LeftWith(Happening, tag="left-with", frozen=True):
    """At the burst: tulips that are worth nothing now."""

    seat: Seat
    cards: tuple[Card, ...]


HAPPENINGS = kinds_of(__name__, Happening)


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
    **dict.fromkeys(("row", "event", "collector"), say),
    "moved": components.moved_phrases,
    "bidders": lambda seats: [say("seat", seat=seat) for seat in seats],
    "paid": lambda paid: [say("share", seat=share.seat, guilders=share.guilders) for share in paid],
}
give_words(say, SHOWN, *MOVES, *OUTCOMES, *HAPPENINGS)
give_words(say, SHOWN | {"row": to_phrase, "collector": to_phrase}, Dealt, SellSet)


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
        told += _bought(s, after, seat, move(s, seat, number))
    elif after.end == rules.BUBBLE_BUST:
        told += [LeftWith(p, cards) for p in range(s.seats) if (cards := tuple(_tulips_left(after, p)))]
    responds = seat is not None or s.chance == TULIP_DECK
    if responds and (moved := components.levels_moved(levels(s), levels(after))):
        told.append(MarketResponse(moved))
    return [LogLine(what) for what in told]


def _tulips_left(s: Any, seat: int) -> list[str]:
    """All cards of a seat, those behind its screen and those that are financed."""
    return names(tuple(s.hand[seat])) + [CARD_NAMES[card] for card in s.financed[seat][: s.loans[seat]]]


def _bought(s: Any, after: Any, seat: int, made: BubbleMove) -> list[Happening]:
    """What came of a move in the Buying Phase."""
    told: list[Happening] = []
    other_lot = after.phase != AUCTION or s.phase != AUCTION or after.auction != s.auction
    if s.phase == AUCTION and other_lot:
        winner = (s.bidders & ~(1 << s.turn)).bit_length() - 1  # the last to pass leaves one
        won = NobodyBids if s.leader == NO_SEAT else AuctionWon
        told.append(won(CARD_NAMES[s.lot[s.auction]], winner, s.bid))
    for p in range(s.seats):
        kept = s.loans[p] + (made.loans if p == seat else 0)  # the others have come since, the last ones in the row
        loans = zip(after.loan[p][kept : after.loans[p]], after.financed[p][kept:], strict=False)
        told += [ForcedLoan(p, loan, CARD_NAMES[card]) for loan, card in loans]
    if s.phase in (AUCTION, PURCHASE):
        paid = [Share(p, gain) for p in range(s.seats) if (gain := after.cash[p] - s.cash[p]) > 0]
        told += [Premium(tuple(paid))] if paid else []
    if after.phase == AUCTION and other_lot:
        bidders = tuple(p for p in range(s.seats) if after.bidders >> p & 1)
        told.append(AuctionOpens(CARD_NAMES[after.lot[after.auction]], after.bid, bidders))
    return told
