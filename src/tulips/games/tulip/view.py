"""What people see of Tulip, built field by field from what is theirs to know."""

import functools
import operator
from types import SimpleNamespace
from typing import Any, Literal

import msgspec

from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip import rules
from tulips.games.tulip.components import (
    BELOW,
    BLACK,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    FLORINS,
    LAST_BLACK,
    LAST_KRASH,
    LOWEST,
    MAX_SEATS,
    TAKE,
    TRACK,
    VARIATION,
    Card,
    Colour,
)
from tulips.games.tulip.rules import DRAWING, EXCHANGING, FINISHED, NOTHING, TAKEN, TAKING, TURN, VARYING
from tulips.games.tulip.state import State

florins = on_lists(rules.florins)
score = on_lists(rules.score)

PRICES: list[int] = TRACK.tolist()

Phase = Literal["set-up", "turn", "exchange", "variation", "take", "draw", "over"]
PHASES: dict[int, Phase] = {
    TURN: "turn",
    EXCHANGING: "exchange",
    VARYING: "variation",
    TAKING: "take",
    TAKEN: "take",
    DRAWING: "draw",
    FINISHED: "over",
}


class MarketColour(msgspec.Struct, frozen=True):
    """A colour on the market: its price, how many of its tulips lie open, how many have left in krashes.

    `next` is the price that the next tulip of the colour would make, `near` whether that is a krash.
    """

    colour: Colour
    price: int
    next: int
    near: bool
    open: int
    discarded: int


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat: what lies before it, what that is worth, how many cards it holds."""

    tulips: list[int]
    black: int
    actions: list[int]
    value: int
    cards: int
    score: int  # at the end with its hand
    revealed: list[Card]  # its hand, at the end or for someone who may see all


class TulipOnTable(msgspec.Struct, frozen=True):
    """A tulip on the table, by the seat that it lies before."""

    seat: int
    colour: Colour


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int | None
    market: list[MarketColour]
    black_price: int
    action_price: int
    track: list[int]
    seats: list[Seat]
    krashes: int
    last_krash: int
    black_tulips: int
    last_black: int
    deck: int
    copies: dict[str, int]
    offered: TulipOnTable | None
    hand: list[Card]
    hand_value: int


def view(s: State, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    return View(
        phase=PHASES.get(s.phase, "set-up"),
        turn=s.turn if TURN <= s.phase < FINISHED else None,
        market=_market(s),
        black_price=int(FLORINS[BLACK]),
        action_price=int(FLORINS[EXCHANGE]),
        track=PRICES,
        seats=[_seat(s, p, seat == ALL_SEEING) for p in range(s.seats)],
        krashes=s.krashes,
        last_krash=LAST_KRASH,
        black_tulips=s.blacks,
        last_black=LAST_BLACK,
        deck=s.left,
        copies=_copies(s),
        offered=None if s.offered == NOTHING else TulipOnTable(s.offered // COLOURS, COLOUR_NAMES[s.offered % COLOURS]),
        hand=hand_names(s, seat) if seat >= 0 else [],
        hand_value=held_value(s, seat) if seat >= 0 else 0,
    )


@memoized
def _market(s: Any) -> list[MarketColour]:
    lie_open = [sum(column) for column in zip(*s.garden[: s.seats], strict=True)]
    return [_colour(*of_colour) for of_colour in zip(range(COLOURS), s.step, lie_open, s.discard, strict=False)]


@memoized
def _copies(s: State) -> dict[str, int]:
    return {CARD_NAMES[card]: s.copies[card] for card in range(CARDS)}


@functools.lru_cache(maxsize=1024)
def _colour(colour: int, step: int, lie_open: int, discarded: int) -> MarketColour:
    return MarketColour(
        colour=COLOUR_NAMES[colour],
        price=PRICES[step],
        next=PRICES[BELOW[step]],
        near=step == LOWEST - 1,
        open=lie_open,
        discarded=discarded,
    )


@memoized
def _seat(s: Any, p: int, every: bool) -> Seat:
    garden = s.garden[p]
    return Seat(
        tulips=garden[:COLOURS],
        black=garden[BLACK],
        actions=[garden[EXCHANGE], garden[VARIATION], garden[TAKE]],
        value=garden_values(s)[p],
        cards=s.held[p],
        score=score_so_far(s, p),
        revealed=hand_names(s, p) if s.end or every else [],
    )


def hand_names(s: Any, seat: int) -> list[str]:
    """The cards in a seat's hand, in order."""
    return [CARD_NAMES[card] for card in sorted(s.hand[seat][: s.held[seat]])]


# What cards pay: the rules say it of each card, and it is summed up here for every seat after every move that there is


@memoized
def garden_values(s: Any) -> list[int]:
    """What the cards that lie before each seat would pay now."""
    pays = prices(s)
    return [sum(map(operator.mul, garden, pays)) for garden in s.garden[: s.seats]]


@memoized
def held_value(s: Any, seat: int) -> int:
    """What the cards in a seat's hand would pay now."""
    pays = prices(s)
    return sum([pays[card] for card in s.hand[seat][: s.held[seat]]])


def score_so_far(s: Any, seat: int) -> int:
    """A seat's score: until the end what lies before it."""
    return int(score(s, seat)) if s.end else garden_values(s)[seat]


def prices(s: Any) -> list[int]:
    """What each card pays now."""
    return _pays(tuple(s.step))


@functools.lru_cache(maxsize=4096)
def _pays(step: tuple[int, ...]) -> list[int]:
    """What each card pays while the prices are so far down the track."""
    s: Any = SimpleNamespace(step=step)
    return [int(florins(s, card)) for card in range(CARDS)]


def figures(s: State, viewer: int) -> dict[str, int]:
    """Each price, and what lies before each seat; with its hand at the end or for someone who may see all."""
    shown = _figures(s)
    if viewer != ALL_SEEING or s.end:
        return shown
    return shown | {SCORES[p]: shown[SCORES[p]] + held_value(s, p) for p in range(s.seats)}


@memoized
def _figures(s: State) -> dict[str, int]:
    prices = {PRICE_FIGURES[c]: PRICES[s.step[c]] for c in range(COLOURS)}
    return prices | {SCORES[p]: score_so_far(s, p) for p in range(s.seats)}


FIGURES = ("price:{Colour}", "score:{int}")
PRICE_FIGURES = [f"price:{name}" for name in COLOUR_NAMES]
SCORES = [f"score:{p}" for p in range(MAX_SEATS)]
