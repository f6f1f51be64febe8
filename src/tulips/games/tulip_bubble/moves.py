"""The moves of Tulip Bubble as data; what chance decides and what comes of it is in `happenings`."""

import functools
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

import msgspec

from tulips.engine.kinds import Move, give_words
from tulips.engine.phrase import Phrase, read_gaps
from tulips.engine.preview import Change, Measure, Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip_bubble import components, rules, view
from tulips.games.tulip_bubble.components import CARD_NAMES, Card, Levels, card_phrase, guilders_phrase, say
from tulips.games.tulip_bubble.happenings import HAPPENINGS as HAPPENINGS
from tulips.games.tulip_bubble.happenings import OUTCOMES as OUTCOMES
from tulips.games.tulip_bubble.happenings import SHOWN, to_phrase
from tulips.games.tulip_bubble.happenings import deals as deals
from tulips.games.tulip_bubble.happenings import outcome as outcome
from tulips.games.tulip_bubble.happenings import outcome_seen as outcome_seen
from tulips.games.tulip_bubble.happenings import results as results
from tulips.games.tulip_bubble.happenings import turn_of as turn_of
from tulips.games.tulip_bubble.rules import AUCTION, DECLARING, PLACING, PURCHASE, SELLING
from tulips.games.tulip_bubble.state import State, levels
from tulips.games.tulip_bubble.view import PILE_BONUS, bid_premium, market_price, owed, response, tulips_held, unwanted

make_move, buy_back_all = on_lists(rules.make_move), on_lists(rules.buy_back_all)

CARDS = range(components.FACES)
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
    "owed:{int}",
    "level:{Colour}",
)


def _of_seats(handle: str, what: Phrase, read: Callable[[int, Any], int]) -> dict[str, Measure]:
    return {handle.format(p): Measure(what, functools.partial(read, p)) for p in range(components.MAX_SEATS)}


def _held(card: int) -> dict[str, Measure]:
    name = CARD_NAMES[card]
    return _of_seats(f"held:{{}}:{name}", card_phrase(name), lambda p, s: s.hand[p][card])


MEASURES: dict[str, Measure] = {"bid": Measure(say("last-bid"), lambda s: s.bid)}
MEASURES |= _of_seats("guilders:{}", say("guilders"), lambda p, s: s.cash[p])
MEASURES |= _of_seats("markers:{}", say("markers"), lambda p, s: s.markers[p])
MEASURES |= {handle: held for card in CARDS for handle, held in _held(card).items()}
# What is owed may be more at once: for further lots, too, if other buyers can pay for theirs, which the seat can't know.
MEASURED = MEASURES | _of_seats("owed:{}", say("owed"), lambda p, s: owed(s, p))
Market = tuple[list[Phrase], list[Change], Phrase | None]
Effect = tuple[tuple[int, ...], int]
EFFECTS: dict[Any, Effect] = {}
MOST_EFFECTS = 1 << 15


class BubbleMove(Move, frozen=True):
    """A move that is made by touching one thing at most, and is tried by its own rule alone, not by what follows from it."""

    touched: ClassVar[str] = ""  # the handle of that thing; "{0.card}" is the move's card
    alters: ClassVar[tuple[str, ...]] = ()  # what is measured beside guilders; "{1}" is the seat

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """What is touched."""
        return _handles(self, seat)[0]

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What the move's own rule changes of what is the seat's, and, while there is time to sell and bid, in the market."""
        altered = _handles(self, seat)[1]
        more, supply = _effect(self, s, seat, number, altered)
        text, own = self.summary(s, seat, s.cash[seat], s.cash[seat] + more[0]), []
        for handle, difference in zip(altered, more, strict=True):
            if difference:
                before: Any = MEASURED[handle].read(s)
                own.append(Change(MEASURED[handle].what, before, before + difference, handle))
        if s.phase not in (SELLING, PLACING):
            return Preview(text, own)
        instead, in_market, anyway = _market(s, supply)
        if not instead:
            return Preview(text, own, anyway)
        return Preview(say("preview.altered", what=text, altered=instead), own + in_market, anyway)

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """What it would do, in a line, with the seat's guilders now and then."""
        return say(f"preview.{self.kind()}")


@functools.lru_cache(maxsize=1 << 12)
def _handles(move: BubbleMove, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a move touches, and what it may alter."""
    altered = dict.fromkeys(form.format(move, seat) for form in ("guilders:{1}", *move.alters))
    return (move.touched.format(move),) if move.touched else (), tuple(altered)


def _effect(move: BubbleMove, s: State, seat: int, number: int, altered: tuple[str, ...]) -> Effect:
    """How much more a move makes of what it may alter, and of the supply in the market.

    For a sale that depends on the prices, for a bid on whether somebody else has bid on the lot, in an auction on the last bid,
    and for whoever is to pay it on the purse. The rule is tried where nobody has tried the like before.
    """
    what = (move.card, s.bids[number - rules.PLACE] != 0) if isinstance(move, Bid) else move
    prices = levels(s) if s.phase == SELLING else None
    bid = s.bid if s.phase in (AUCTION, PURCHASE) else None
    like = (what, prices, bid, s.cash[seat] if s.phase == PURCHASE and s.turn == seat else None)
    found = EFFECTS.get(like)
    if found is None:
        after: Any = state_after(s, make_move, seat, number)
        measured: list[Callable[[Any], Any]] = [MEASURED[handle].read for handle in altered]
        found = tuple([read(after) - read(s) for read in measured]), unwanted(after) - unwanted(s)
        if len(EFFECTS) >= MOST_EFFECTS:
            EFFECTS.clear()
        EFFECTS[like] = found
    return found


@memoized
def _market(s: State, supply: int) -> Market:
    """The levels that so much more supply would alter after the market response, in words and as changes, and those that the
    response moves anyway."""
    return _responses(levels(s), response(s, 0), response(s, supply))


@functools.lru_cache(maxsize=4096)
def _responses(now: Levels, stands: Levels, then: Levels) -> Market:
    instead, found = [], []
    for m in components.levels_moved(stands, then):
        instead.append(say("preview.instead", colour=say(m.colour), level=m.after, other=m.before))
        found.append(Change(say("after-response", colour=say(m.colour)), m.before, m.after, f"level:{m.colour}"))
    same = tuple(new if new == other else old for old, other, new in zip(now, stands, then, strict=True))
    moved = components.moved_phrases(components.levels_moved(now, same))
    return instead, found, say("preview.anyway", moved=moved) if moved else None


def _decides(s: State, seat: int) -> bool:
    return not s.chance and not s.end and bool(s.actors >> seat & 1)


# 2. Selling Phase


class SellNoMore(BubbleMove, tag="sell-no-more", frozen=True):
    """End one's turn to sell."""


class Sell(BubbleMove, tag="sell", frozen=True):
    """Sell a tulip to the market. The log tells the price."""

    card: Card
    guilders: int | None = None

    told_after = ("guilders",)
    touched = "hand:{0.card}"
    alters = ("held:{1}:{0.card}",)

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """The price."""
        return say("preview.sell", guilders=guilders_phrase(then - now), before=now, after=then)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Tulips are sold in their phase."""
        held = CARDS if _decides(s, seat) and s.phase != SELLING else ()
        return {f"hand:{CARD_NAMES[c]}": say("why-not.sell") for c in held if s.hand[seat][c]}


class SellSet(BubbleMove, tag="sell-set", frozen=True):
    """Sell three tulips to a collector. The log tells the sum."""

    cards: tuple[Card, ...]
    collector: components.Collector
    guilders: int | None = None

    told_after = ("guilders",)
    touched = "collector:{0.collector}"
    alters = ("held:{1}:{0.cards[0]}", "held:{1}:{0.cards[1]}", "held:{1}:{0.cards[2]}")

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """The price and the bonus."""
        bonus = BONUS_OF[self.collector]
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

    touched = "financed:{0.card}:{0.loan}"
    alters = ("markers:{1}", "owed:{1}", "held:{1}:{0.card}")

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """The loan, and what is left."""
        return say("preview.buy-back", guilders=guilders_phrase(self.loan), left=then)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """The seat lacks the guilders, even with those that a sale would bring."""
        reasons: dict[str, Phrase] = {}
        cash, selling = guilders_phrase(s.cash[seat]), s.phase == SELLING and _decides(s, seat)
        for card, loan in zip(s.financed[seat][: s.loans[seat]], s.loan[seat], strict=False):
            price, handle = market_price(s, card), f"financed:{CARD_NAMES[card]}:{loan}"
            if s.end or s.cash[seat] >= loan:
                continue
            if not selling:
                reasons[handle] = say("why-not.buy-back", loan=loan, guilders=cash)
            elif s.no_leverage:
                reasons[handle] = say("why-not.sell-financed")
            elif s.cash[seat] + price < loan:
                reasons[handle] = say("why-not.repay", loan=loan, price=price, guilders=cash)
        return reasons


class SellFinanced(BubbleMove, tag="sell-financed", frozen=True):
    """Sell a financed tulip to the market and pay its loan. The log tells the price."""

    card: Card
    loan: int
    guilders: int | None = None

    told_after = ("guilders",)
    touched = BuyBack.touched
    alters = ("markers:{1}", "owed:{1}")

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """The price, less the loan."""
        return say("preview.sell-financed", price=then - now + self.loan, loan=self.loan, before=now, after=then)


# 3. Buying Phase


class Answer(BubbleMove, tag="answer", frozen=True):
    """Say whether one buys the Black Tulip or leaves it; the others hear it when all have answered."""

    black_tulip: Literal["buy", "leave"] | None = None

    touched = "black-tulip:{0.black_tulip}"
    alters = ("owed:{1}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """Whoever buys it pays all loans first, and then wins, unless another has more."""
        if number == rules.DECLINE:
            return Preview(say("preview.leave"))
        bought = Change(say("black-tulip"), 0, 1, self.touched.format(self))
        found = changes(MEASURED, s, state_after(s, buy_back_all, seat), _handles(self, seat)[1])
        text = say("preview.win", worth=view.net_worth(s, seat))
        if found:
            text = say("preview.pay-loans", guilders=guilders_phrase(owed(s, seat)), what=text)
        return Preview(text, [bought, *found])


class PlaceNoMore(BubbleMove, tag="place-no-more", frozen=True):
    """End one's turn to place bids."""


class Bid(BubbleMove, tag="bid", frozen=True):
    """Place a marker on a lot: the card at a place of its row, counted from 1."""

    card: Card
    row: components.Row
    place: int

    touched = "lot:{0.row}:{0.place}"
    alters = ("markers:{1}",)

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """What it costs without an auction, and how many others would be in one."""
        lot = self.place - 1 + (s.arrivals if self.row == JUST_SOLD else 0)
        price, others = market_price(s, s.lot[lot]), s.bids[lot].bit_count()
        text = say("preview.bid", price=price, payment=_payment(s, seat, price))
        if others == 1:
            return say("preview.one-other", what=text)
        return say("preview.others", others=others, what=text) if others else text

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Bids are placed in their phase, one on a lot, with a free marker; on the Next Shipment next round."""
        if not _decides(s, seat):
            return {}
        reasons = {f"next:{i}": say("why-not.next") for i in range(s.row) if s.next_shipment[i] != components.NO_CARD}
        phase = {SELLING: "why-not.bid-later", DECLARING: "why-not.answer-first", PLACING: ""}.get(
            s.phase, "why-not.bid-no-more"
        )
        for lot in range(s.lots):
            mine = "why-not.marked" if s.bids[lot] >> seat & 1 else "" if s.markers[seat] else "why-not.no-marker"
            if s.lot[lot] != components.NO_CARD and (phase or mine):
                row, place = _place(s, lot)
                reasons[f"lot:{row}:{place}"] = say(phase or mine)
        return reasons


class Pass(BubbleMove, tag="pass", frozen=True):
    """Leave an auction."""

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The premium is not certain, so no change."""
        if s.leader == rules.NO_SEAT:
            return Preview(say("preview.out"))
        return Preview(say("preview.pass", guilders=guilders_phrase(bid_premium(s, s.bid))))


class Raise(BubbleMove, tag="raise", frozen=True):
    """Bid more in an auction. Only some raises are listed."""

    bid: int

    touched = "raise:{0.bid}"
    alters = ("bid",)

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """How the bid could be paid, and what the others would get."""
        return _and_premium(s, self.bid, say("preview.raise", payment=_payment(s, seat, self.bid)))


class Pay(BubbleMove, tag="pay", frozen=True):
    """Buy a tulip in cash."""

    price: int
    card: Card

    touched = "pay"
    alters = ("markers:{1}", "held:{1}:{0.card}")

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """What is left, and what the others get."""
        return _and_premium(s, self.price, say("preview.pay", before=now, after=then))


class Borrow(BubbleMove, tag="borrow", frozen=True):
    """Buy a tulip on a loan."""

    price: int
    card: Card

    touched = "borrow"
    alters = ("owed:{1}",)

    def summary(self, s: Any, seat: int, now: int, then: int) -> Phrase:
        """The loan, and what the others get."""
        return _and_premium(s, self.price, say("preview.borrow", price=self.price))


def _payment(s: State, seat: int, price: int) -> Phrase:
    """How the seat could pay a price."""
    left = s.cash[seat] - price
    return say("preview.loan", price=price) if left < 0 else say("preview.left", guilders=guilders_phrase(left))


def _and_premium(s: State, bid: int, text: Phrase) -> Phrase:
    premium = bid_premium(s, bid)
    return say("preview.premium", what=text, premium=premium) if premium else text


MOVES = (SellNoMore, Sell, SellSet, BuyBack, SellFinanced, Answer, PlaceNoMore, Bid, Pass, Raise, Pay, Borrow)
give_words(say, SHOWN, *MOVES)
give_words(say, SHOWN | {"collector": to_phrase}, SellSet)


def move(s: State, seat: int, number: int) -> Move:
    """A move as data."""
    kind, which = rules.MOVES.find(number)
    match kind:
        case "done":
            return SellNoMore() if s.phase == SELLING else PlaceNoMore() if s.phase == PLACING else Pass()
        case "sell":
            return Sell(CARD_NAMES[which])
        case "sell-set":
            return SETS[which]
        case "buy-back" | "sell-financed":
            cls = BuyBack if kind == "buy-back" else SellFinanced
            return cls(CARD_NAMES[s.financed[seat][which]], s.loan[seat][which])
        case "declare" | "decline":
            return Answer("buy" if kind == "declare" else "leave")
        case "bid":
            return Bid(CARD_NAMES[s.lot[which]], *_place(s, which))
        case "raise":
            return Raise(which)
    return (Pay if kind == "pay" else Borrow)(s.bid, CARD_NAMES[s.lot[s.auction]])


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
    thinking = now.phase == DECLARING and now.round == s.round
    secret = number in (rules.DECLARE, rules.DECLINE) and thinking and viewer not in (seat, ALL_SEEING)
    return Answer() if secret else _made(s, seat, number)


@memoized
def _made(s: State, seat: int, number: int) -> Move:
    """A move, with what a sale brings."""
    made = move(s, seat, number)
    if not isinstance(made, Sell | SellSet | SellFinanced):
        return made
    gain = state_after(s, make_move, seat, number).cash[seat] - s.cash[seat]
    return msgspec.structs.replace(made, guilders=gain + (made.loan if isinstance(made, SellFinanced) else 0))


SETS = [
    SellSet(tuple(CARD_NAMES[card] for card in cards), components.COLLECTOR_NAMES[collector])
    for cards, collector in zip(components.SET.reshape(-1, components.SET_CARDS), components.SET_COLLECTOR, strict=True)
]
"""Every set that can be sold, by its number."""
