"""What people see of Tulipmania 1637, built field by field from what is theirs to know."""

import functools
from typing import Any, Literal

import msgspec

from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.board import BURST, COLUMNS, CURRENT, KINDS, space_name
from tulips.games.tulipmania_1637.components import (
    BUYERS_NEEDED,
    BUYERS_PER_COLOUR,
    CARD_NAMES,
    COLOUR_NAMES,
    MAX_SEATS,
    ActionCard,
    Colour,
)
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    ENDLESS,
    GONE,
    NO_COLOUR,
    NOBODY,
    SPECULATE_BY_PROXY,
    STALLED,
)
from tulips.games.tulipmania_1637.state import State

held_buyers = on_lists(rules.held_buyers)
price_of = on_lists(rules.price_of)
seller_has_played = on_lists(rules.seller_has_played)
speculation_price = on_lists(rules.speculation_price)
speculation_space = on_lists(rules.speculation_space)
unwanted_price = on_lists(rules.unwanted_price)
unwanted_space = on_lists(rules.unwanted_space)

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


Kind = Literal["current", "transition", "burst"]


class Space(msgspec.Struct, frozen=True):
    """A space of the board, with the colours whose price indicator stands there."""

    name: str
    column: int
    row: int
    kind: Kind
    price: int
    purchase: str | None
    speculate: str | None
    sale: str
    indicators: list[Colour]


class Sale(msgspec.Struct, frozen=True):
    """What a sale would pay the seller, the space that the price goes to then, and whether it bursts there."""

    pays: int
    space: str
    price: int
    burst: bool


class Sales(msgspec.Struct, frozen=True):
    """The three ways in which a sale can go."""

    purchased: Sale
    speculated: Sale
    unwanted: Sale


class Market(msgspec.Struct, frozen=True):
    """One colour of tulips: its price (None once it has burst), the stockpile, and its buyers that all can see."""

    colour: Colour
    price: int | None
    space: str | None
    sales: Sales | None
    stock: int
    face_up: int
    gone: int


class Card(msgspec.Struct, frozen=True):
    """An action card; the cards lie in the order of their numbers, the pass first."""

    name: ActionCard
    speculates: bool
    buyers: int  # how many buyers it takes, instead of cash


class Holding(msgspec.Struct, frozen=True):
    """A seat's tulips of one colour, and the buyers of that colour it is known to hold because it took them face up."""

    colour: Colour
    tulips: int
    known_buyers: int


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat. `card` is its action card of this turn's sale, once revealed.

    The seller has none unless all others have passed: then it is the one that the seller has played openly. `hand` is for
    someone who may see all, and so is a card that is laid and not revealed.
    """

    cash: int
    buyers: int
    holdings: list[Holding]
    chosen: bool
    card: ActionCard | None
    became_pass: bool
    hand: list[Colour]


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int
    round: int
    priority: int
    sold: Colour | None
    winner: int | None  # who has won this turn's sale
    paid: int | None  # what the seller has got for it
    cards: list[Card]
    market: list[Market]
    seats: list[Seat]
    deck: int
    reserve: int
    hand: list[Colour]
    card: ActionCard | None
    board: list[Space]


CARDS = [Card(name, card >= SPECULATE_BY_PROXY, int(BUYERS_NEEDED[card])) for card, name in enumerate(CARD_NAMES)]


def view(s: State, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    every = seat == ALL_SEEING
    laid = seat >= 0 and _has_laid(s, seat)
    return View(
        phase=PHASES[s.phase],
        turn=s.turn,
        round=(s.turns - (s.end in (STALLED, ENDLESS))) // s.seats + 1,  # these ends come when the last turn is over
        priority=s.priority,
        sold=COLOUR_NAMES[s.sold] if s.sold != NO_COLOUR else None,
        winner=s.winner if s.winner != NOBODY else None,
        paid=s.paid or None,
        cards=CARDS,
        market=_markets(s),
        seats=[_seat(s, p, every) for p in range(s.seats)],
        deck=s.deck,
        reserve=s.reserve,
        hand=_hand(s, seat) if seat >= 0 else [],
        card=CARD_NAMES[s.laid[seat]] if laid else None,
        board=_board(s),
    )


def name_of_space(s: State, space: int) -> str:
    """A space's name, such as "b1"."""
    return name_of_cell(s.cell[space])


@functools.cache
def name_of_cell(cell: int) -> str:
    """The name of the space in a cell of the board."""
    return space_name(cell % COLUMNS, cell // COLUMNS)


def _hand(s: Any, p: int) -> list[str]:
    held = []
    for colour, number in zip(COLOUR_NAMES, s.buyers[p][: s.colours], strict=False):
        held += [colour] * number
    return held


def _has_laid(s: State, p: int) -> bool:
    """Whether the seat's action card lies on the table unrevealed."""
    return s.phase == ACTION and p != s.turn and not s.actors >> p & 1


@memoized
def _markets(s: Any) -> list[Market]:
    unseen_cards: list[int] = s.unseen[: s.deck + s.reserve]
    held = [sum(column) for column in zip(*s.buyers[: s.seats], strict=True)]
    return [_market(s, colour, unseen_cards.count(colour) + held[colour]) for colour in range(s.colours)]


def _market(s: State, colour: int, hidden: int) -> Market:
    here = s.indicator[colour]
    in_play = hidden + s.face_up[colour]
    return Market(
        colour=COLOUR_NAMES[colour],
        price=None if here == GONE else s.price[here],
        space=None if here == GONE else name_of_space(s, here),
        sales=None if here == GONE else _sales(s, colour),
        stock=s.stock[colour],
        face_up=s.face_up[colour],
        gone=BUYERS_PER_COLOUR - in_play,
    )


def _sales(s: State, colour: int) -> Sales:
    return Sales(
        _sale(s, price_of(s, colour), s.purchase[s.indicator[colour]]),
        _sale(s, speculation_price(s, colour), speculation_space(s, colour)),
        _sale(s, unwanted_price(s, colour), unwanted_space(s, colour)),
    )


def _sale(s: State, pays: int, to: int) -> Sale:
    return _sale_at(pays, s.cell[to], s.price[to], s.kind[to])


@functools.lru_cache(maxsize=1024)
def _sale_at(pays: int, cell: int, price: int, kind: int) -> Sale:
    return Sale(int(pays), name_of_cell(cell), price, kind == BURST)


@memoized
def _seat(s: Any, p: int, every: bool) -> Seat:
    revealed = seller_has_played(s) if p == s.turn else s.sold != NO_COLOUR and s.phase > ACTION
    return Seat(
        cash=s.cash[p],
        buyers=held_buyers(s, p),
        holdings=_holdings(tuple(s.tulips[p][: s.colours]), tuple(s.known[p][: s.colours])),
        chosen=_has_laid(s, p),
        card=CARD_NAMES[s.laid[p]] if revealed or (every and _has_laid(s, p)) else None,
        became_pass=revealed and bool(s.void >> p & 1),
        hand=_hand(s, p) if every else [],
    )


@functools.lru_cache(maxsize=1024)
def _holdings(tulips: tuple[int, ...], known: tuple[int, ...]) -> list[Holding]:
    return [Holding(*held) for held in zip(COLOUR_NAMES, tulips, known, strict=False)]


@memoized
def _board(s: Any) -> list[Space]:
    """Every space; the indicators are put onto a board that is told only once."""
    fields = (s.cell, s.kind, s.price, s.purchase, s.speculate, s.sale)
    board = _bare_board(s.spaces, *map(tuple, fields)).copy()
    indicators = s.indicator[: s.colours]
    for i in {space for space in indicators if space != GONE}:
        here = [COLOUR_NAMES[c] for c, space in enumerate(indicators) if space == i]
        board[i] = msgspec.structs.replace(board[i], indicators=here)
    return board


@functools.lru_cache(maxsize=64)
def _bare_board(
    spaces: int,
    cells: tuple[int, ...],
    kinds: tuple[int, ...],
    prices: tuple[int, ...],
    purchases: tuple[int, ...],
    speculations: tuple[int, ...],
    sales: tuple[int, ...],
) -> list[Space]:
    """Every space, without the indicators."""
    names = [name_of_cell(cell) for cell in cells]
    return [
        Space(
            name=names[i],
            column=cells[i] % COLUMNS,
            row=cells[i] // COLUMNS,
            kind=KINDS[kinds[i]],
            price=prices[i],
            purchase=names[purchases[i]] if kinds[i] == CURRENT else None,
            speculate=names[speculations[i]] if kinds[i] != BURST else None,
            sale=names[sales[i]],
            indicators=[],
        )
        for i in range(spaces)
    ]


def figures(s: State, viewer: int) -> dict[str, int]:
    """The price of each colour that has not burst, and each seat's cash: all of it is open."""
    return _figures(s)


@memoized
def _figures(s: State) -> dict[str, int]:
    prices = {PRICES[c]: price_of(s, c) for c in range(s.colours) if s.indicator[c] != GONE}
    return prices | {SCORES[p]: s.cash[p] for p in range(s.seats)}


FIGURES = ("price:{Colour}", "score:{int}")
PRICES = [f"price:{colour}" for colour in COLOUR_NAMES]
SCORES = [f"score:{p}" for p in range(MAX_SEATS)]
