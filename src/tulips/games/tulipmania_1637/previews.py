"""What a move of Tulipmania 1637 would do, told by trying its rule on what the seat knows."""

import functools
import itertools
from collections.abc import Callable
from typing import Any

from tulips.engine.phrase import Phrase
from tulips.engine.preview import Change, Measure, Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, origin, state_after
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.board import BURST, CURRENT
from tulips.games.tulipmania_1637.components import (
    COLOUR_NAMES,
    MAX_SEATS,
    colour_phrase,
    florins,
    number_of_buyers,
    of_colour,
    say,
)
from tulips.games.tulipmania_1637.rules import ACTION, GONE, SELL, SPECULATE_BY_PROXY
from tulips.games.tulipmania_1637.state import State
from tulips.games.tulipmania_1637.view import name_of_space

bubble_bursts = on_lists(rules.bubble_bursts)
can_carry_out = on_lists(rules.can_carry_out)
held_buyers = on_lists(rules.held_buyers)
lose_buyers = on_lists(rules.lose_buyers)
play_own_card = on_lists(rules.play_own_card)
price_of = on_lists(rules.price_of)
purchase_tulip = on_lists(rules.purchase_tulip)
run_down = on_lists(rules.run_down)
speculation_price = on_lists(rules.speculation_price)
take_from_seller = on_lists(rules.take_from_seller)
unwanted_price = on_lists(rules.unwanted_price)

UNSETTLED = "unsettled:"
"""Before the handle of a change that the move alone does not settle: a sale has yet to end, a card to be drawn, or a burst
changes the same thing again at once."""


# What is measured


def _in_hands(p: int, c: int, colour: str) -> dict[str, Measure]:
    """A seat's tulips and buyers of a colour, and what it would get for them; only that seat is told."""
    return {
        f"tulips:{p}:{colour}": Measure(say("your-tulips", tulips=of_colour("tulips", colour)), lambda s: s.tulips[p][c]),
        f"hand:{p}:{colour}": Measure(say("your-buyers", buyers=of_colour("buyers", colour)), lambda s: s.buyers[p][c]),
        f"worth:{p}:{colour}": Measure(say("if-sold-off", colour=say(colour)), lambda s: burst_now(s, p, c)),
    }


def _on_the_market(c: int, colour: str) -> dict[str, Measure]:
    return {
        f"stock:{colour}": Measure(say("in-stock", colour=say(colour)), lambda s: s.stock[c]),
        f"price:{colour}": Measure(say("price-of", colour=say(colour)), lambda s: florins(price_of(s, c))),
    }


def _of_seat(p: int) -> dict[str, Measure]:
    return {
        f"cash:{p}": Measure(say("cash-of", seat=p), lambda s: florins(s.cash[p])),
        f"buyers:{p}": Measure(say("your-hand"), lambda s: held_buyers(s, p)),
    }


MEASURES: dict[str, Measure] = {}
for _p in range(MAX_SEATS):
    MEASURES |= _of_seat(_p)
for _c, _colour in enumerate(COLOUR_NAMES):
    MEASURES |= _on_the_market(_c, _colour)
    for _p in range(MAX_SEATS):
        MEASURES |= _in_hands(_p, _c, _colour)


TOLD = MEASURES | {UNSETTLED + handle: measure for handle, measure in MEASURES.items()}


def prefix(s: State) -> str:
    """What stands before the handles of a move's changes: a sale has yet to end once a tulip is put up or a card laid."""
    return UNSETTLED if s.phase in (SELL, ACTION) else ""


@functools.cache
def _cash(prefix: str, seat: int, turn: int) -> list[str]:
    """The seat's own cash, and the current player's if that is someone else."""
    return [f"{prefix}cash:{p}" for p in ((seat,) if seat == turn else (seat, turn))]


@functools.cache
def _counts(prefix: str, seat: int, turn: int, colour: int) -> list[str]:
    own = f"{seat}:{COLOUR_NAMES[colour]}"
    things = [f"{prefix}tulips:{own}", f"{prefix}hand:{own}", f"{prefix}stock:{COLOUR_NAMES[colour]}"]
    return _cash(prefix, seat, turn) + things


def _worth(prefix: str, seat: int, colour: int) -> str:
    return f"{prefix}worth:{seat}:{COLOUR_NAMES[colour]}"


def _differences(s: State, after: State, seat: int, colour: int) -> list[Change]:
    """What differs between two states in a colour, and last what the seat would get if it were sold off at once."""
    at = prefix(s)
    found = changes(TOLD, s, after, _counts(at, seat, s.turn, colour))
    if s.indicator[colour] != after.indicator[colour]:
        found.append(_moved(at, s, after, colour, florins(price_of(after, colour))))
    return found + changes(TOLD, s, after, (_worth(at, seat, colour),))


def _moved(prefix: str, s: State, after: State, colour: int, price: Phrase) -> Change:
    """What the price becomes, and where on the board it goes, which is another space even where the price is the same."""
    handle = f"{prefix}price:{COLOUR_NAMES[colour]}"
    what, read = TOLD[handle]
    return Change(what, read(s), price, handle, name_of_space(s, after.indicator[colour]))


# Sales and purchases


def without_bursts(s: Any, rule: Callable[..., object], *given: int) -> State:
    """The state as it would be after a rule if no bubble burst: that would tell what others hold."""
    calm = s.copy(kind=_calm(s))
    rule(calm, *given)
    after: State = calm.frozen()
    return after


@memoized
def _calm(s: Any) -> list[int]:
    """The kinds of the board's spaces, in which no bubble bursts."""
    return [CURRENT if kind == BURST else kind for kind in s.kind]


def preview_of_sale(s: State, seat: int, colour: int) -> Preview:
    """The three prices that a sale can bring; the tulip is gone in any case."""
    sold = state_after(s, take_from_seller, colour)
    summary = say(
        "preview.sell",
        purchased=florins(price_of(s, colour)),
        speculated=florins(speculation_price(s, colour)),
        unwanted=florins(unwanted_price(s, colour)),
        now=burst_now(s, seat, colour),
        then=burst_now(sold, seat, colour),
    )
    return Preview(summary, _differences(s, sold, seat, colour))


def preview_of_all_passed(s: State, seat: int, card: int) -> Preview:
    """The seller's own pass: nobody wants the tulip."""
    after = without_bursts(s, play_own_card, seat, card)
    summary = say(
        "preview.stays" if after.indicator[s.sold] == s.indicator[s.sold] else "preview.falls",
        paid=florins(after.paid),
        colour=colour_phrase(s.sold),
        price=florins(price_of(after, s.sold)),
        then=burst_now(after, seat, s.sold),
        now=burst_now(s, seat, s.sold),
    )
    return Preview(summary, _differences(s, after, seat, s.sold))


def preview_of_card(s: State, seat: int, card: int) -> Preview:
    """What an action card does if it wins the sale."""
    if not can_carry_out(s, seat, card):
        return Preview(say("preview.bluff"))
    after = without_bursts(s, play_own_card, seat, card)
    colour, paid = s.sold, florins(after.paid)
    buyers = s.buyers[seat][colour] - after.buyers[seat][colour]
    if not buyers:
        deed = say("preview.pay", seat=s.turn, paid=paid)
    elif s.turn == seat:
        deed = say("preview.own-buyers", buyers=number_of_buyers(buyers, COLOUR_NAMES[colour]), paid=paid)
    else:
        deed = say("preview.buyers", buyers=number_of_buyers(buyers, COLOUR_NAMES[colour]), seat=s.turn, paid=paid)
    return _preview_of_rise(s, after, seat, colour, deed, card >= SPECULATE_BY_PROXY)


def preview_of_purchase(s: State, seat: int, colour: int) -> Preview:
    """What a tulip from the stockpile costs, and where its price goes."""
    after = without_bursts(s, purchase_tulip, colour)
    deed = say("preview.pay-bank", paid=florins(s.cash[seat] - after.cash[seat]))
    return _preview_of_rise(s, after, seat, colour, deed, False)


def _preview_of_rise(s: State, after: State, seat: int, colour: int, deed: Phrase, speculates: bool) -> Preview:
    """Tell where the price goes, and what the burst brings if it goes there."""
    if s.kind[after.indicator[colour]] == BURST:
        return _preview_of_burst(s, after, seat, colour, deed, speculates)
    summary = say(
        "preview.rises",
        deed=deed,
        colour=colour_phrase(colour),
        price=florins(price_of(after, colour)),
        then=burst_now(after, seat, colour),
        now=burst_now(s, seat, colour),
    )
    return Preview(summary, _differences(s, after, seat, colour))


def _preview_of_burst(s: State, after: State, seat: int, colour: int, deed: Phrase, speculates: bool) -> Preview:
    """Tell what the burst brings; of tulips and buyers nothing is left, so only money and the price are worth telling."""
    price = florins(price_of(after, colour))
    brings = _burst_brings(after, seat, colour, speculates=speculates)
    found = changes(TOLD, s, after, _cash(UNSETTLED, seat, s.turn))
    found += [_moved(UNSETTLED, s, after, colour, say("burst-at", price=price)), *_brought(seat, colour, brings)]
    summary = say("preview.bursts", deed=deed, colour=colour_phrase(colour), price=price, brings=brings)
    for last in _burst_with(s, after, colour):
        sold_off = burst_now(after, seat, last)
        found += _brought(seat, last, sold_off)
        summary = say("preview.last-burst", burst=summary, colour=colour_phrase(last), brings=sold_off)
    return Preview(summary, found)


def _burst_with(s: Any, after: Any, colour: int) -> list[int]:
    """The colours that burst beside the one whose price has."""
    burst = after.copy(kind=s.kind)
    bubble_bursts(burst)
    return [c for c in range(s.colours) if c != colour and s.indicator[c] != GONE and burst.indicator[c] == GONE]


def _brought(seat: int, colour: int, cash: Phrase) -> list[Change]:
    """What a burst brings, if it brings anything."""
    nothing = florins(0)
    what = say("from-burst", colour=colour_phrase(colour))
    return [] if cash == nothing else [Change(what, nothing, cash, _worth(UNSETTLED, seat, colour))]


# What a burst brings


@memoized
def burst_now(s: State, seat: int, colour: int) -> Phrase:
    """What a burst from where the price is would bring the seat, if nobody speculates."""
    return _burst_brings(s, seat, colour, speculates=False)


def _burst_brings(s: Any, seat: int, colour: int, *, speculates: bool) -> Phrase:
    """The least and the most that a burst from where the price is would bring the seat, by its own speculation or without one.

    It sells to its own buyers first, whatever others do. When its other tulips are sold depends on how many buyers the others
    have, of which it knows only the fewest and the most: the burst is tried with these.
    """
    if s.tulips[seat][colour] == 0:
        return florins(0)
    fewest, most = [], []
    for p in range(s.seats):
        held = s.buyers[p]
        if p == seat:
            few = many = held[colour]
        elif s.tulips[p][colour] == 0:
            few = many = 0  # they sell nothing
        else:
            hidden = sum(held) - sum(s.known[p])  # so many of its buyers are of a colour that not all know
            few, many = s.least[p][colour], min(s.most[p][colour], s.known[p][colour] + hidden)
        fewest.append(few)
        most.append(many)
    early = _sold_off(s, seat, colour, fewest, speculates)
    late = early if fewest == most else _sold_off(s, seat, colour, most, speculates)
    return _range(min(early, late), max(early, late))


def _sold_off(s: Any, seat: int, colour: int, buyers: list[int], speculates: bool) -> int:
    """What the seat gets when the colour is sold off to these buyers. The rule is tried where nobody has tried the like: the
    same numbers come again and again, from move to move and for every viewer."""
    tulips = [held[colour] for held in s.tulips[: s.seats]]
    like = (_board(origin(s)), s.indicator[colour], seat, speculates, *tulips, *buyers)
    brought = BURSTS.get(like)
    if brought is None:
        burst = s.copy()
        for p, number in enumerate(buyers):
            burst.buyers[p][colour] = number
        if speculates:
            lose_buyers(burst, colour, seat)
        run_down(burst, colour)
        if len(BURSTS) >= MOST_BURSTS:
            BURSTS.clear()
        brought = BURSTS[like] = burst.cash[seat] - s.cash[seat]
    return brought


BURSTS: dict[Any, int] = {}
MOST_BURSTS = 1 << 14


@memoized
def _board(s: Any) -> int:
    """A number for the prices of the board's spaces and where each falls to: quicker to look up than these."""
    return _number_of_board((*s.price, *s.sale))


@functools.lru_cache(maxsize=256)
def _number_of_board(board: tuple[int, ...]) -> int:
    return next(_numbers)


_numbers = itertools.count()


@functools.lru_cache(maxsize=4096)
def _range(low: int, high: int) -> Phrase:
    return florins(low) if low == high else say("range", low=florins(low), high=florins(high))
