"""What people see of Tulipmania 1637, built field by field from what is theirs to know, and what a move would do."""

from typing import Any, Literal

import msgspec

from tulips.engine.preview import Change, Preview
from tulips.games.tulipmania_1637.board import BURST, COLUMNS, CURRENT, KINDS, space_name
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    DRAW,
    ENDLESS,
    GONE,
    NO_COLOUR,
    NOTHING,
    PASS,
    SELL,
    SELLER,
    SPECULATE_BY_PROXY,
    STALLED,
    all_passed,
    can_carry_out,
    carry_out,
    held_buyers,
    price_of,
    purchase_tulip,
    seller_has_played,
    speculation_price,
    unwanted_price,
)
from tulips.games.tulipmania_1637.table import BUYERS_NEEDED, BUYERS_PER_COLOUR, CARD_NAMES, COLOUR_NAMES, Table

LAST = 2  # with so many colours left the burst of one bursts the other
Phase = Literal["set-up", "sell", "action cards", "seller's card", "draw", "buy", "over"]
PHASES: tuple[Phase, ...] = (
    "set-up",
    "set-up",
    "sell",
    "action cards",
    "seller's card",
    "draw",
    "draw",
    "draw",
    "buy",
    "buy",
    "over",
)


class Space(msgspec.Struct, frozen=True):
    """A space of the board, with the colours whose price indicator stands there."""

    name: str
    column: int
    row: int
    kind: str
    price: int
    purchase: str | None
    speculate: str | None
    sale: str
    indicators: list[str]


class Market(msgspec.Struct, frozen=True):
    """One colour of tulips: its price (None once it has burst), the stockpile, and its buyers that all can see."""

    colour: str
    price: int | None
    space: str | None
    stock: int
    face_up: int
    gone: int


class Holding(msgspec.Struct, frozen=True):
    """A seat's tulips of one colour, and the buyers of that colour it is known to hold because it took them face up."""

    colour: str
    tulips: int
    known_buyers: int


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat. `card` is its action card of this turn's sale, once revealed.

    The seller has none unless all others have passed: then it is the one that the seller has played openly.
    """

    cash: int
    buyers: int
    holdings: list[Holding]
    chosen: bool
    card: str | None
    became_pass: bool


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int
    round: int
    priority: int
    sold: str | None
    market: list[Market]
    seats: list[Seat]
    deck: int
    reserve: int
    hand: list[str]
    card: str | None
    board: list[Space]


def view(s: Table, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    laid = s.phase == ACTION and seat >= 0 and seat != s.turn and not s.actors >> seat & 1
    unseen_cards: list[int] = s.unseen.tolist()[: s.deck + s.reserve]  # type: ignore[attr-defined]
    return View(
        phase=PHASES[s.phase],
        turn=s.turn,
        round=(s.turns - (s.end in (STALLED, ENDLESS))) // s.seats + 1,  # these ends come when the last turn is over
        priority=s.priority,
        sold=COLOUR_NAMES[s.sold] if s.sold != NO_COLOUR else None,
        market=[_market(s, colour, unseen_cards) for colour in range(s.colours)],
        seats=[_seat(s, p) for p in range(s.seats)],
        deck=s.deck,
        reserve=s.reserve,
        hand=[COLOUR_NAMES[c] for c in range(s.colours) for _ in range(s.buyers[seat, c])] if seat >= 0 else [],
        card=CARD_NAMES[s.laid[seat]] if laid else None,
        board=_board(s),
    )


def _market(s: Table, colour: int, unseen_cards: list[int]) -> Market:
    here = s.indicator[colour]
    unseen = unseen_cards.count(colour)
    in_play = unseen + s.face_up[colour] + sum(s.buyers[p, colour] for p in range(s.seats))
    return Market(
        colour=COLOUR_NAMES[colour],
        price=None if here == GONE else s.price[here],
        space=None if here == GONE else space_name(s.cell[here] % COLUMNS, s.cell[here] // COLUMNS),
        stock=s.stock[colour],
        face_up=s.face_up[colour],
        gone=BUYERS_PER_COLOUR - in_play,
    )


def _seat(s: Table, p: int) -> Seat:
    revealed = seller_has_played(s) if p == s.turn else s.sold != NO_COLOUR and s.phase > ACTION
    return Seat(
        cash=s.cash[p],
        buyers=held_buyers(s, p),
        holdings=[Holding(COLOUR_NAMES[c], s.tulips[p, c], s.known[p, c]) for c in range(s.colours)],
        chosen=s.phase == ACTION and p != s.turn and not s.actors >> p & 1,
        card=CARD_NAMES[s.laid[p]] if revealed else None,
        became_pass=revealed and bool(s.void >> p & 1),
    )


def _board(s: Any) -> list[Space]:
    """Every space; the fields are read whole, which is much faster than number by number."""
    kinds, prices, purchases, speculations, sales = (
        field.tolist() for field in (s.kind, s.price, s.purchase, s.speculate, s.sale)
    )
    names = [space_name(cell % COLUMNS, cell // COLUMNS) for cell in s.cell.tolist()]
    indicators = s.indicator.tolist()[: s.colours]
    return [
        Space(
            name=names[i],
            column=cell % COLUMNS,
            row=cell // COLUMNS,
            kind=KINDS[kinds[i]],
            price=prices[i],
            purchase=names[purchases[i]] if kinds[i] == CURRENT else None,
            speculate=names[speculations[i]] if kinds[i] != BURST else None,
            sale=names[sales[i]],
            indicators=[COLOUR_NAMES[c] for c, space in enumerate(indicators) if space == i],
        )
        for i, cell in enumerate(s.cell.tolist()[: s.spaces])
    ]


# Previews


def florins(amount: int) -> str:
    """An amount of money, such as "f1,500"."""
    return f"f{amount:,}"


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know."""
    if s.phase == SELL:
        return _sell(s, seat, move)
    if s.phase == ACTION:
        return _card(s, seat, move) if move != PASS else _leave(s, seat)
    if s.phase == SELLER:
        return _card(s, seat, move) if move != PASS else _all_pass(s, seat)
    return _draw(s, seat, move) if s.phase == DRAW else _buy(s, seat, move)


def without_bursts(s: Table) -> Table:
    """A copy of the table to try a move on, in which no bubble bursts: that would tell what others hold."""
    tried: Table = s.copy()  # type: ignore[attr-defined]
    for space in range(s.spaces):
        tried.kind[space] = CURRENT if s.kind[space] == BURST else s.kind[space]
    return tried


def _sell(s: Table, seat: int, colour: int) -> Preview:
    """The three prices that a sale can bring."""
    if colour == NOTHING:
        return Preview("you keep your only tulip")
    summary = (
        f"{florins(price_of(s, colour))} if purchased, {florins(speculation_price(s, colour))} if speculated with, "
        f"{florins(unwanted_price(s, colour))} if all pass"
    )
    sold = without_bursts(s)
    sold.tulips[seat, colour] -= 1
    now, then = (_range(*burst_brings(table, seat, colour, None)) for table in (s, sold))
    return Preview(f"{summary}; a burst now would bring you {now}, without this tulip {then}", _changes(s, sold, seat, colour))


def _leave(s: Table, seat: int) -> Preview:
    """A pass while others may still want the tulip."""
    now = _range(*burst_brings(s, seat, s.sold, None))
    return Preview(f"you leave the tulip to others; a burst now would bring you {now}")


def _all_pass(s: Table, seat: int) -> Preview:
    after = without_bursts(s)
    all_passed(after)
    price = florins(price_of(after, s.sold))
    summary = f"the bank pays you {florins(unwanted_price(s, s.sold))}; {COLOUR_NAMES[s.sold]} falls to {price}"
    return Preview(summary + _burst_there(s, after, seat, s.sold), _changes(s, after, seat, s.sold))


def _card(s: Table, seat: int, card: int) -> Preview:
    """What an action card does if it wins the sale."""
    colour, seller = s.sold, s.turn
    if not can_carry_out(s, seat, card):
        return Preview("you can't carry that out: it becomes a pass when revealed")
    after = without_bursts(s)
    after.laid[seat] = card
    carry_out(after, seat)
    speculation = card >= SPECULATE_BY_PROXY
    paid = florins(speculation_price(s, colour) if speculation else price_of(s, colour))
    buyers = int(BUYERS_NEEDED[card])
    if buyers == 0:
        summary = f"you pay seat {seller + 1} {paid}"
    else:
        cards = f"{buyers} {COLOUR_NAMES[colour]} buyer{'s' if buyers > 1 else ''}"
        summary = f"{cards}; the bank pays {'you' if seller == seat else f'seat {seller + 1}'} {paid}"
    return _rise(s, after, seat, colour, summary, seat if speculation else None)


def _draw(s: Table, seat: int, colour: int) -> Preview:
    number = held_buyers(s, seat)
    change = Change("your buyers", number, number + 1)
    if colour == NOTHING:
        return Preview("a secret buyer from the deck", [change])
    held = s.buyers[seat, colour]
    return Preview(
        f"a buyer of {COLOUR_NAMES[colour]} that all know of",
        [change, Change(f"your {COLOUR_NAMES[colour]} buyers", held, held + 1)],
    )


def _buy(s: Table, seat: int, colour: int) -> Preview:
    if colour == NOTHING:
        return Preview("your turn ends")
    after = without_bursts(s)
    purchase_tulip(after, colour)
    return _rise(s, after, seat, colour, f"you pay the bank {florins(price_of(s, colour))}", None)


def _rise(s: Table, after: Table, seat: int, colour: int, summary: str, speculator: int | None) -> Preview:
    """Tell where the price goes, and what the burst brings if it goes there."""
    name, to = COLOUR_NAMES[colour], after.indicator[colour]
    changes = _changes(s, after, seat, colour)
    if s.kind[to] != BURST:
        rises = f"{name} rises to {florins(s.price[to])}{_burst_there(s, after, seat, colour)}"
        return Preview(f"{summary}; {rises}", changes)
    brings = _range(*burst_brings(after, seat, colour, speculator))
    changes[-1] = Change(f"your cash from the burst of {name}", florins(0), brings)
    summary = f"{summary}; {name} bursts at {florins(s.price[to])} and brings you {brings}"
    if s.live > LAST:
        return Preview(summary, changes)
    last = next(c for c in range(s.colours) if c != colour and s.indicator[c] != GONE)
    sold_off = _range(*burst_brings(after, seat, last, None))
    changes.append(Change(f"your cash from the burst of {COLOUR_NAMES[last]}", florins(0), sold_off))
    return Preview(f"{summary}; {COLOUR_NAMES[last]} bursts too, brings you {sold_off} and ends the game", changes)


def _burst_there(s: Table, after: Table, seat: int, colour: int) -> str:
    """What a burst from the new price would bring the seat, and from the old one, in a few words."""
    now, then = (_range(*burst_brings(table, seat, colour, None)) for table in (s, after))
    return f", where a burst would bring you {then} (now {now})"


def _changes(s: Table, after: Table, seat: int, colour: int) -> list[Change]:
    """What differs between two tables in a colour, and last what the seat would get if it were sold off at once."""
    name = COLOUR_NAMES[colour]
    pairs = [
        ("your cash", s.cash[seat], after.cash[seat]),
        (f"cash of seat {s.turn + 1}", s.cash[s.turn], after.cash[s.turn] if s.turn != seat else s.cash[s.turn]),
        (f"your {name} tulips", s.tulips[seat, colour], after.tulips[seat, colour]),
        (f"your {name} buyers", s.buyers[seat, colour], after.buyers[seat, colour]),
        (f"{name} price", price_of(s, colour), price_of(after, colour)),
    ]
    changes = [Change(what, before, then) for what, before, then in pairs if before != then]
    sold_off = [_range(*burst_brings(table, seat, colour, None)) for table in (s, after)]
    return [*changes, Change(f"your cash if {name} were sold off", *sold_off)]


def burst_brings(s: Table, seat: int, colour: int, speculator: int | None) -> tuple[int, int]:
    """The least and the most that a burst from where the price is would bring the seat.

    It sells to its own buyers first, whatever others do. When its other tulips are sold depends on how many pairs the
    others have, of which it knows only the least and the most.
    """
    lost = speculator is not None

    def pairs(p: int, buyers: int) -> int:
        return min(s.tulips[p, colour], max(buyers - (lost and p != speculator), 0))

    own = pairs(seat, s.buyers[seat, colour])
    single = s.tulips[seat, colour] - own
    others = [p for p in range(s.seats) if p != seat]
    hidden = {p: held_buyers(s, p) - sum(s.known[p, c] for c in range(s.colours)) for p in others}
    most = {p: min(s.most[p, colour], s.known[p, colour] + hidden[p]) for p in others}
    first = max([own, *(pairs(p, s.least[p, colour]) for p in others)])
    last = max([own, *(pairs(p, most[p]) for p in others)])
    prices = [s.indicator[colour]]
    for _ in range(last + single):
        prices.append(s.sale[prices[-1]])
    paid = [s.price[space] for space in prices]
    early = sum(paid[:own]) + sum(paid[first : first + single])
    late = sum(paid[:own]) + sum(paid[last : last + single])
    return min(early, late), max(early, late)


def _range(low: int, high: int) -> str:
    return florins(low) if low == high else f"{florins(low)} to {florins(high)}"
