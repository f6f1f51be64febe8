"""What people see of Tulip, built field by field from what is theirs to know, what they can touch, and why not."""

import functools
from typing import Any, Literal

import msgspec

from tulips.engine.phrase import Phrase, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip import rules
from tulips.games.tulip.components import (
    BELOW,
    BLACK,
    CARD_NAMES,
    CARDS,
    CARDS_TO_TAKE_FROM,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    FLORINS,
    LAST_BLACK,
    LAST_KRASH,
    LOWEST,
    MAX_SEATS,
    TAKE,
    VARIATION,
)
from tulips.games.tulip.preview import PRICES, garden_values, held_value, preview, score_so_far
from tulips.games.tulip.rules import (
    CHOOSE,
    DRAWING,
    EXCHANGING,
    FINISHED,
    LOWER,
    NOTHING,
    RAISE,
    TAKE_FROM,
    TAKEN,
    TAKING,
    TURN,
    VARYING,
)
from tulips.games.tulip.state import State

lies_open = on_lists(rules.lies_open)

__all__ = ["figures", "handles", "preview", "view", "why_not"]

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


class Colour(msgspec.Struct, frozen=True):
    """A colour on the market: its price, how many of its tulips lie open, how many have left in krashes.

    `next` is the price that the next tulip of the colour would make, `near` whether that is a krash.
    """

    colour: str
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
    revealed: list[str]  # its hand, at the end or for someone who may see all


class Tulip(msgspec.Struct, frozen=True):
    """A tulip on the table, by the seat that it lies before."""

    seat: int
    colour: str


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int | None
    market: list[Colour]
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
    offered: Tulip | None
    hand: list[str]
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
        offered=None if s.offered == NOTHING else Tulip(s.offered // COLOURS, COLOUR_NAMES[s.offered % COLOURS]),
        hand=_hand(s, seat) if seat >= 0 else [],
        hand_value=held_value(s, seat) if seat >= 0 else 0,
    )


@memoized
def _market(s: Any) -> list[Colour]:
    lie_open = [sum(column) for column in zip(*s.garden[: s.seats], strict=True)]
    return [_colour(*of_colour) for of_colour in zip(range(COLOURS), s.step, lie_open, s.discard, strict=False)]


@memoized
def _copies(s: State) -> dict[str, int]:
    return {CARD_NAMES[card]: s.copies[card] for card in range(CARDS)}


@functools.lru_cache(maxsize=1024)
def _colour(colour: int, step: int, lie_open: int, discarded: int) -> Colour:
    return Colour(
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
        revealed=_hand(s, p) if s.end or every else [],
    )


def _hand(s: Any, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in sorted(s.hand[seat][: s.held[seat]])]


# What can be touched


def handles(s: State, seat: int, move: int) -> tuple[str, ...]:
    """The thing that one touches: a card of the hand, a step of a price ladder, a tulip before a seat, or a seat."""
    if move < LOWER:
        return (f"hand:{CARD_NAMES[move]}",)
    if move >= TAKE_FROM:
        return (f"seat:{move - TAKE_FROM}",)
    if move >= CHOOSE:
        return (_tulip(*divmod(move - CHOOSE, COLOURS)),)
    colour, down = (move - LOWER, 1) if move < RAISE else (move - RAISE, -1)
    return (f"step:{COLOUR_NAMES[colour]}:{PRICES[s.step[colour] + down]}",)


@functools.cache
def _tulip(owner: int, card: int) -> str:
    return f"tulip:{owner}:{CARD_NAMES[card]}"


def why_not(s: State, seat: int) -> dict[str, Phrase]:
    """Why things on the table can't be touched now: by whose turn it is and by the action that lies open."""
    if s.chance or s.end:
        return {}
    if s.turn != seat:
        return _hand_reasons(s, seat, say("It is the turn of {seat}.", seat=s.turn))
    reasons = {"deck": say("At the end of your turn your hand is filled up to four cards by itself.")}
    if s.phase == TURN:
        exchange = say("Tulips on the table change places only by an Exchange.")
        vary = say("A price moves when a tulip of its colour is played, or by a Variation.")
        return reasons | _garden_reasons(s, range(s.seats), exchange) | _price_reasons(s, vary)
    if s.phase == EXCHANGING:
        reasons |= _hand_reasons(s, seat, say("Carry out your Exchange first."))
        return reasons | _exchange_reasons(s)
    if s.phase == VARYING:
        absent = say("No tulip of this colour lies on the table, so its price can't move.")
        reasons |= _hand_reasons(s, seat, say("Carry out your Variation first."))
        return reasons | {f"price:{COLOUR_NAMES[c]}": absent for c in range(COLOURS) if not lies_open(s, c)}
    reasons |= _hand_reasons(s, seat, say("Carry out your Take first."))
    safe = say("A hand with fewer than two cards is safe from a Take.")
    reasons |= {f"seat:{p}": safe for p in range(s.seats) if s.held[p] < CARDS_TO_TAKE_FROM}
    return reasons | {f"seat:{seat}": say("You take a card from an opponent.")}


def _hand_reasons(s: State, seat: int, reason: Phrase) -> dict[str, Phrase]:
    """The same reason for every card of the seat's hand."""
    return {f"hand:{name}": reason for name in _hand(s, seat)}


def _garden_reasons(s: State, owners: range, reason: Phrase) -> dict[str, Phrase]:
    """The same reason for every coloured tulip before some seats."""
    return {_tulip(p, c): reason for p in owners for c in range(COLOURS) if s.garden[p][c]}


def _price_reasons(s: State, reason: Phrase) -> dict[str, Phrase]:
    """The same reason for every price."""
    return dict.fromkeys(PRICE_HANDLES, reason)


PRICE_HANDLES = [f"price:{name}" for name in COLOUR_NAMES]


def _exchange_reasons(s: State) -> dict[str, Phrase]:
    """Black tulips are never exchanged, and the second tulip lies before another seat than the first."""
    black = say("Only coloured tulips are exchanged.")
    reasons = {_tulip(p, BLACK): black for p in range(s.seats) if s.garden[p][BLACK]}
    if s.offered == NOTHING:
        return reasons
    offering = s.offered // COLOURS
    same = say("The other tulip must lie before another seat.")
    return reasons | _garden_reasons(s, range(offering, offering + 1), same)


def figures(s: State, viewer: int) -> dict[str, int]:
    """Each price, and what lies before each seat; with its hand at the end or for someone who may see all."""
    shown = _figures(s)
    if viewer != ALL_SEEING or s.end:
        return shown
    return shown | {SCORES[p]: shown[SCORES[p]] + held_value(s, p) for p in range(s.seats)}


@memoized
def _figures(s: State) -> dict[str, int]:
    prices = {PRICE_HANDLES[c]: PRICES[s.step[c]] for c in range(COLOURS)}
    return prices | {SCORES[p]: score_so_far(s, p) for p in range(s.seats)}


SCORES = [f"score:{p}" for p in range(MAX_SEATS)]
