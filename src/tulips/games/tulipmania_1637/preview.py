"""What a move of Tulipmania 1637 would do, as far as the seat that may make it can know."""

import functools
from collections.abc import Callable
from typing import Any

from tulips.engine.phrase import Phrase, say
from tulips.engine.preview import Change, Preview
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.board import BURST, COLUMNS, CURRENT, space_name
from tulips.games.tulipmania_1637.components import BUYERS_NEEDED, COLOUR_NAMES
from tulips.games.tulipmania_1637.naming import (
    buyers_phrase,
    colour_phrase,
    florins,
    number_of_buyers,
    tulips_phrase,
)
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    DRAW,
    GONE,
    NOTHING,
    PASS,
    SELL,
    SELLER,
    SPECULATE_BY_PROXY,
)
from tulips.games.tulipmania_1637.state import State

all_passed = on_lists(rules.all_passed)
can_carry_out = on_lists(rules.can_carry_out)
carry_out = on_lists(rules.carry_out)
held_buyers = on_lists(rules.held_buyers)
price_of = on_lists(rules.price_of)
purchase_tulip = on_lists(rules.purchase_tulip)
speculation_price = on_lists(rules.speculation_price)
unwanted_price = on_lists(rules.unwanted_price)

LAST = 2  # with so many colours left the burst of one bursts the other


def preview(s: State, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know."""
    if s.phase == SELL:
        return _sell(s, seat, move)
    if s.phase == ACTION:
        return _card(s, seat, move) if move != PASS else _leave(s, seat)
    if s.phase == SELLER:
        return _card(s, seat, move) if move != PASS else _all_pass(s, seat)
    return _draw(s, seat, move) if s.phase == DRAW else _buy(s, seat, move)


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


def _sell(s: State, seat: int, colour: int) -> Preview:
    """The three prices that a sale can bring."""
    if colour == NOTHING:
        return Preview(say("you keep your only tulip"))
    sold = without_bursts(s, _give_away, seat, colour)
    summary = say(
        "if purchased {purchased}, if speculated with {speculated}, if all pass {unwanted}; "
        "a burst now would bring you {now}, without this tulip {then}",
        purchased=florins(price_of(s, colour)),
        speculated=florins(speculation_price(s, colour)),
        unwanted=florins(unwanted_price(s, colour)),
        now=_burst_now(s, seat, colour),
        then=_burst_now(sold, seat, colour),
    )
    return Preview(summary, _changes(s, sold, seat, colour))


def _give_away(s: State, seat: int, colour: int) -> None:
    s.tulips[seat][colour] -= 1


def _leave(s: State, seat: int) -> Preview:
    """A pass while others may still want the tulip."""
    now = _burst_now(s, seat, s.sold)
    return Preview(say("you leave the tulip to others"), anyway=say("a burst now would bring you {now}", now=now))


def _all_pass(s: State, seat: int) -> Preview:
    """The seller's own pass: nobody wants the tulip."""
    after = without_bursts(s, all_passed)
    values: dict[str, Phrase] = {
        "paid": florins(unwanted_price(s, s.sold)),
        "colour": colour_phrase(s.sold),
        "price": florins(price_of(after, s.sold)),
        "then": _burst_now(after, seat, s.sold),
        "now": _burst_now(s, seat, s.sold),
    }
    falls = "the bank pays you {paid}; {colour} falls to {price}, where a burst would bring you {then} (now {now})"
    stays = "the bank pays you {paid}; {colour} stays at {price}, where a burst would bring you {then} (now {now})"
    same = after.indicator[s.sold] == s.indicator[s.sold]
    return Preview(say(stays if same else falls, **values), _changes(s, after, seat, s.sold))


def _card(s: State, seat: int, card: int) -> Preview:
    """What an action card does if it wins the sale."""
    colour, seller = s.sold, s.turn
    if not can_carry_out(s, seat, card):
        return Preview(say("you can't carry that out: it becomes a pass when revealed"))
    after = without_bursts(s, _win_with, seat, card)
    speculation = card >= SPECULATE_BY_PROXY
    paid = florins(speculation_price(s, colour) if speculation else price_of(s, colour))
    buyers = number_of_buyers(int(BUYERS_NEEDED[card]), colour)
    if not BUYERS_NEEDED[card]:
        deed = say("you pay {seat} {paid}", seat=seller, paid=paid)
    elif seller == seat:
        deed = say("{buyers}; the bank pays you {paid}", buyers=buyers, paid=paid)
    else:
        deed = say("{buyers}; the bank pays {seat} {paid}", buyers=buyers, seat=seller, paid=paid)
    return _rise(s, after, seat, colour, deed, seat if speculation else None)


def _win_with(s: State, seat: int, card: int) -> None:
    s.laid[seat] = card
    carry_out(s, seat)


def _draw(s: State, seat: int, colour: int) -> Preview:
    number = held_buyers(s, seat)
    change = Change(say("your buyers"), number, number + 1, f"buyers:{seat}")
    if colour == NOTHING:
        return Preview(say("a secret buyer from the deck"), [change])
    held = s.buyers[seat][colour]
    return Preview(
        say("a buyer of {colour} that all know of", colour=colour_phrase(colour)),
        [change, Change(_your_buyers(colour), held, held + 1, f"hand:{COLOUR_NAMES[colour]}")],
    )


def _buy(s: State, seat: int, colour: int) -> Preview:
    if colour == NOTHING:
        return Preview(say("your turn ends"))
    after = without_bursts(s, purchase_tulip, colour)
    return _rise(s, after, seat, colour, say("you pay the bank {paid}", paid=florins(price_of(s, colour))), None)


def _rise(s: State, after: State, seat: int, colour: int, deed: Phrase, speculator: int | None) -> Preview:
    """Tell where the price goes, and what the burst brings if it goes there."""
    told, to = colour_phrase(colour), after.indicator[colour]
    if s.kind[to] == BURST:
        return _burst(s, after, seat, colour, deed, speculator)
    summary = say(
        "{deed}; {colour} rises to {price}, where a burst would bring you {then} (now {now})",
        deed=deed,
        colour=told,
        price=florins(s.price[to]),
        then=_burst_now(after, seat, colour),
        now=_burst_now(s, seat, colour),
    )
    return Preview(summary, _changes(s, after, seat, colour))


def _burst(s: State, after: State, seat: int, colour: int, deed: Phrase, speculator: int | None) -> Preview:
    """Tell what the burst brings; of tulips and buyers nothing is left, so only money and the price are worth telling."""
    price = florins(price_of(after, colour))
    brings = _range(*burst_brings(after, seat, colour, speculator))
    changes = [
        *_cash_changes(s, after, seat),
        _moved(s, after, colour, say("burst at {price}", price=price)),
        *_brought(colour, brings),
    ]
    summary = say(
        "{deed}; {colour} bursts at {price} and brings you {brings}",
        deed=deed,
        colour=colour_phrase(colour),
        price=price,
        brings=brings,
    )
    if s.live > LAST:
        return Preview(summary, changes)
    last = next(c for c in range(s.colours) if c != colour and s.indicator[c] != GONE)
    sold_off = _burst_now(after, seat, last)
    changes += _brought(last, sold_off)
    ends = "{burst}; {colour} bursts too, brings you {brings} and ends the game"
    return Preview(say(ends, burst=summary, colour=colour_phrase(last), brings=sold_off), changes)


# The changes


def _brought(colour: int, cash: Phrase) -> list[Change]:
    """What a burst brings, if it brings anything."""
    nothing = florins(0)
    return [] if cash == nothing else [Change(_burst_cash(colour), nothing, cash, _named("worth", colour))]


def _changes(s: State, after: State, seat: int, colour: int) -> list[Change]:
    """What differs between two states in a colour, and last what the seat would get if it were sold off at once."""
    counts = [
        (_your_tulips(colour), s.tulips[seat][colour], after.tulips[seat][colour], "tulip"),
        (_your_buyers(colour), s.buyers[seat][colour], after.buyers[seat][colour], "hand"),
        (_in_stock(colour), s.stock[colour], after.stock[colour], "stock"),
    ]
    changes = _cash_changes(s, after, seat)
    changes += [Change(what, before, then, _named(kind, colour)) for what, before, then, kind in counts if before != then]
    if s.indicator[colour] != after.indicator[colour]:
        changes.append(_moved(s, after, colour, florins(price_of(after, colour))))
    now, then = _burst_now(s, seat, colour), _burst_now(after, seat, colour)
    return changes if now == then else [*changes, Change(_if_sold_off(colour), now, then, _named("worth", colour))]


def _cash_changes(s: State, after: State, seat: int) -> list[Change]:
    """The seat's own cash, and the current player's if that is someone else."""
    return [
        Change(
            say("your cash") if p == seat else say("cash of {seat}", seat=p),
            florins(s.cash[p]),
            florins(after.cash[p]),
            f"cash:{p}",
        )
        for p in ((seat,) if seat == s.turn else (seat, s.turn))
        if s.cash[p] != after.cash[p]
    ]


def _moved(s: State, after: State, colour: int, price: Phrase) -> Change:
    """What the price becomes, and where on the board it goes, which is another space even where the price is the same."""
    to = name_of_space(s, after.indicator[colour])
    return Change(_price_of(colour), florins(price_of(s, colour)), price, _named("price", colour), to)


def name_of_space(s: State, space: int) -> str:
    """A space's name, such as "b1"."""
    return name_of_cell(s.cell[space])


@functools.cache
def name_of_cell(cell: int) -> str:
    """The name of the space in a cell of the board."""
    return space_name(cell % COLUMNS, cell // COLUMNS)


@functools.cache
def _named(kind: str, colour: int) -> str:
    return f"{kind}:{COLOUR_NAMES[colour]}"


@functools.cache
def _price_of(colour: int) -> Phrase:
    return say("{colour} price", colour=colour_phrase(colour))


@functools.cache
def _your_buyers(colour: int) -> Phrase:
    return say("your {buyers}", buyers=buyers_phrase(colour))


@functools.cache
def _your_tulips(colour: int) -> Phrase:
    return say("your {tulips}", tulips=tulips_phrase(colour))


@functools.cache
def _in_stock(colour: int) -> Phrase:
    return say("{colour} in the stockpile", colour=colour_phrase(colour))


@functools.cache
def _if_sold_off(colour: int) -> Phrase:
    return say("your cash if {colour} were sold off", colour=colour_phrase(colour))


@functools.cache
def _burst_cash(colour: int) -> Phrase:
    return say("your cash from the burst of {colour}", colour=colour_phrase(colour))


# What a burst brings


@memoized
def _burst_now(s: State, seat: int, colour: int) -> Phrase:
    """What a burst from where the price is would bring the seat, if nobody speculates."""
    return _range(*burst_brings(s, seat, colour, None))


def burst_brings(s: State, seat: int, colour: int, speculator: int | None) -> tuple[int, int]:
    """The least and the most that a burst from where the price is would bring the seat.

    It sells to its own buyers first, whatever others do. When its other tulips are sold depends on how many pairs the
    others have, of which it knows only the least and the most.
    """
    own = _pairs(s, seat, colour, s.buyers[seat][colour], speculator)
    single = s.tulips[seat][colour] - own
    first = last = own
    for p in range(s.seats):
        if p != seat and s.tulips[p][colour] > first:  # else it has no more pairs than those counted
            first = max(first, _pairs(s, p, colour, s.least[p][colour], speculator))
            last = max(last, _pairs(s, p, colour, min(s.most[p][colour], s.known[p][colour] + _hidden(s, p)), speculator))
    space, paid = s.indicator[colour], []
    for _ in range(last + single):
        paid.append(s.price[space])
        space = s.sale[space]
    early = sum(paid[:own]) + sum(paid[first : first + single])
    late = sum(paid[:own]) + sum(paid[last : last + single])
    return min(early, late), max(early, late)


def _pairs(s: State, p: int, colour: int, buyers: int, speculator: int | None) -> int:
    """How many tulips a seat can sell to buyers if it has so many; all but the speculator lose one."""
    return min(s.tulips[p][colour], buyers if speculator is None or p == speculator else max(buyers - 1, 0))


def _hidden(s: Any, p: int) -> int:
    """How many buyers a seat holds that not all know of."""
    return int(held_buyers(s, p) - sum(s.known[p][: s.colours]))


@functools.lru_cache(maxsize=4096)
def _range(low: int, high: int) -> Phrase:
    return florins(low) if low == high else say("{low} to {high}", low=florins(low), high=florins(high))
