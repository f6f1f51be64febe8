"""What people see of Gift of Tulips, built field by field from what is theirs to know."""

import functools
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal

import msgspec

from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.engine.viewers import ALL_SEEING
from tulips.games.gift_of_tulips import rules
from tulips.games.gift_of_tulips.components import (
    CARD_NAMES,
    CARDS,
    FACTS,
    MAJORITY,
    MAX_SEATS,
    PLACES,
    SCORED_RANKS,
    UNRANKED,
    VALUE,
    VARIETIES,
    VARIETY,
    VARIETY_NAMES,
    Card,
    Variety,
)
from tulips.games.gift_of_tulips.rules import (
    FESTIVAL_ACTION,
    GIVE_ACTION,
    KEEP_ACTION,
    NO_CARD,
    OPENING,
    TURN,
)
from tulips.games.gift_of_tulips.state import State

score_majority = on_lists(rules.score_majority)

OF_VARIETY = [[card for card in range(CARDS) if VARIETY[card] == v] for v in range(VARIETIES)]
SPAN = [slice(of_variety[0], of_variety[-1] + 1) for of_variety in OF_VARIETY]  # the cards of a variety lie together
VARIETY_OF: list[int] = VARIETY.tolist()
POINTS: list[int] = VALUE.tolist()
ORDINALS = ("1st", "2nd", "3rd", "4th", "not-ranked")
Phase = Literal["set-up", "opening", "turn", "reveal", "over"]
PHASES: tuple[Phase, ...] = ("set-up", "set-up", "set-up", "opening", "turn", "reveal", "over")
ACTIONS = {KEEP_ACTION: "keep", GIVE_ACTION: "give", FESTIVAL_ACTION: "festival"}


class Place(msgspec.Struct, frozen=True):
    """A place of the festival: what it pays, and the variety that lies there."""

    give: int
    keep: int
    majority: list[int]
    variety: Variety | None
    total: int
    cards: list[Card]


class Tulips(msgspec.Struct, frozen=True):
    """One seat's cards of one variety."""

    variety: Variety
    cards: int
    value: int


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat."""

    points: int
    bouquet: list[Tulips]
    chosen: bool


class Majority(msgspec.Struct, frozen=True):
    """What a variety pays, by seat: as things stand, and at the end for good."""

    variety: Variety
    place: int
    points: list[int]


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int | None
    action: str | None
    festival: list[Place]
    unranked: list[Variety]
    secret_festival: int
    deck: int
    returned: list[Card]
    seats: list[Seat]
    card: Card | None
    hand: list[Card]
    hidden: list[Card]  # what the viewer has laid in the secret festival
    hands: list[list[Card]]  # every seat's opening cards, for someone who may see all
    majorities: list[Majority]


def _names(counts: Sequence[int], first: int = 0) -> list[str]:
    """The names of so many of each card, from some card on."""
    return [CARD_NAMES[card] for card, number in enumerate(counts, first) for _ in range(number)]


def view(s: State, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    every = seat == ALL_SEEING
    laid = [s.secret[i] for i in range(s.secrets) if every or s.owner[i] == seat] if s.phase <= TURN else []
    return View(
        phase=PHASES[s.phase],
        turn=s.turn if s.phase == TURN else None,
        action=ACTIONS.get(s.action),
        festival=_festival(s),
        unranked=_unranked(s),
        secret_festival=s.secrets,
        deck=s.left,
        returned=_returned(s),
        seats=_seats(s),
        card=CARD_NAMES[s.card] if s.phase == TURN and (every or s.turn == seat) and s.card != NO_CARD else None,
        hand=_opening(s, seat) if seat >= 0 else [],
        hidden=[CARD_NAMES[card] for card in laid],
        hands=[_opening(s, p) for p in range(s.seats)] if every else [],
        majorities=majorities(s) if s.phase >= TURN else [],
    )


def _opening(s: State, seat: int) -> list[str]:
    """The two cards that a seat chooses from."""
    return [CARD_NAMES[s.hand[seat][i]] for i in range(2) if s.hand[seat][i] != NO_CARD]


@memoized
def _unranked(s: State) -> list[str]:
    return [VARIETY_NAMES[v] for v in range(VARIETIES) if s.place[v] == UNRANKED]


@memoized
def _returned(s: Any) -> list[str]:
    return _names(s.shown) if any(s.shown) else []


@memoized
def _festival(s: Any) -> list[Place]:
    lies: dict[int, int] = {place: variety for variety, place in enumerate(s.place)}
    cards = s.festival
    return [
        _place(s.seats, place, v, s.tracking[v], tuple(cards[SPAN[v]]))
        if (v := lies.get(place)) is not None
        else _place(s.seats, place, None, 0, ())
        for place in range(VARIETIES)
    ]


@memoized
def _seats(s: Any) -> list[Seat]:
    opening = s.phase == OPENING
    return [
        Seat(points=s.points[p], bouquet=_bouquet(tuple(s.bouquet[p])), chosen=opening and not s.actors >> p & 1)
        for p in range(s.seats)
    ]


@memoized
def majorities(s: Any) -> list[Majority]:
    """What each scored variety pays as things stand."""
    bouquets: list[Any] = s.bouquet[: s.seats]
    scored = sorted((place, variety) for variety, place in enumerate(s.place) if place < SCORED_RANKS)
    return [_majority(place, v, tuple([tuple(bouquet[SPAN[v]]) for bouquet in bouquets])) for place, v in scored]


# Most of what lies on the table stays as it is from move to move: what is told of it is remembered by what it is made of


@functools.lru_cache(maxsize=4096)
def _majority(place: int, variety: int, held: tuple[tuple[int, ...], ...]) -> Majority:
    """What one variety pays: the rule itself, on a state with nothing but this variety and no points."""
    bouquets = []
    for cards in held:
        bouquet = [0] * CARDS
        bouquet[SPAN[variety]] = cards
        bouquets.append(bouquet)
    s: Any = SimpleNamespace(seats=len(held), points=[0] * len(held), bouquet=bouquets)
    score_majority(s, place, variety)
    return Majority(VARIETY_NAMES[variety], place + 1, [int(points) for points in s.points])


@functools.lru_cache(maxsize=4096)
def _place(seats: int, place: int, variety: int | None, total: int, cards: tuple[int, ...]) -> Place:
    """A place of the festival, with the variety that lies there."""
    return Place(
        give=FACTS["festival"]["give"][place],
        keep=FACTS["festival"]["keep"][place],
        majority=MAJORITY[seats, place, : PLACES[seats]].tolist() if place < SCORED_RANKS else [],
        variety=None if variety is None else VARIETY_NAMES[variety],
        total=total,
        cards=[] if variety is None else _names(cards, OF_VARIETY[variety][0]),
    )


@functools.lru_cache(maxsize=4096)
def _bouquet(held: tuple[int, ...]) -> list[Tulips]:
    return [
        Tulips(VARIETY_NAMES[v], sum([held[c] for c in of_variety]), sum([held[c] * POINTS[c] for c in of_variety]))
        for v, of_variety in enumerate(OF_VARIETY)
    ]


def figures(s: State, viewer: int) -> dict[str, int]:
    """Each variety's total in the festival and each seat's points: all of it is open."""
    return _figures(s)


@memoized
def _figures(s: State) -> dict[str, int]:
    totals = {PRICES[v]: s.tracking[v] for v in range(VARIETIES)}
    return totals | {SCORES[p]: s.points[p] for p in range(s.seats)}


FIGURES = ("price:{Variety}", "score:{int}")
PRICES = [f"price:{variety}" for variety in VARIETY_NAMES]
SCORES = [f"score:{p}" for p in range(MAX_SEATS)]
