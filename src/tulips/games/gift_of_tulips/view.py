"""What people see of Gift of Tulips, built field by field from what is theirs to know, and what a move would do."""

from typing import Any, Literal

import msgspec

from tulips.engine.preview import Change, Preview
from tulips.games.gift_of_tulips.rules import (
    FESTIVAL,
    FESTIVAL_ACTION,
    GIVE_ACTION,
    KEEP_ACTION,
    NO_CARD,
    OPENING,
    SECRET,
    TURN,
    add_to_festival,
    giving_points,
    keeping_points,
    score_majority,
)
from tulips.games.gift_of_tulips.table import (
    CARDS,
    FACTS,
    MAJORITY,
    PLACES,
    SCORED_RANKS,
    UNRANKED,
    VALUE,
    VARIETIES,
    VARIETY,
    VARIETY_NAMES,
    Table,
    card_name,
)

ORDINALS = ("1st", "2nd", "3rd", "4th", "not ranked")
Phase = Literal["set-up", "opening", "turn", "reveal", "over"]
PHASES: tuple[Phase, ...] = ("set-up", "set-up", "set-up", "opening", "turn", "reveal", "over")
ACTIONS = {KEEP_ACTION: "keep", GIVE_ACTION: "give", FESTIVAL_ACTION: "festival"}


class Place(msgspec.Struct, frozen=True):
    """A place of the festival: what it pays, and the variety that lies there."""

    give: int
    keep: int
    majority: list[int]
    variety: str | None
    total: int
    cards: list[str]


class Tulips(msgspec.Struct, frozen=True):
    """One seat's cards of one variety."""

    variety: str
    cards: int
    value: int


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat."""

    points: int
    bouquet: list[Tulips]
    chosen: bool


class Majority(msgspec.Struct, frozen=True):
    """What a variety paid at the end, by seat."""

    variety: str
    place: int
    points: list[int]


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int | None
    action: str | None
    festival: list[Place]
    unranked: list[str]
    secret_festival: int
    deck: int
    returned: list[str]
    seats: list[Seat]
    card: str | None
    hand: list[str]
    hidden: list[str]
    majorities: list[Majority]


def _names(counts: list[int]) -> list[str]:
    return [card_name(card) for card in range(CARDS) for _ in range(counts[card])]


def view(s: Table, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    laid = [s.secret[i] for i in range(s.secrets) if s.owner[i] == seat] if s.phase <= TURN else []
    return View(
        phase=PHASES[s.phase],
        turn=s.turn if s.phase == TURN else None,
        action=ACTIONS.get(s.action),
        festival=[_place(s, place) for place in range(VARIETIES)],
        unranked=[VARIETY_NAMES[v] for v in range(VARIETIES) if s.place[v] == UNRANKED],
        secret_festival=s.secrets,
        deck=s.left,
        returned=_names([s.shown[card] for card in range(CARDS)]),
        seats=[_seat(s, p) for p in range(s.seats)],
        card=card_name(s.card) if s.phase == TURN and s.turn == seat and s.card != NO_CARD else None,
        hand=[card_name(s.hand[seat, i]) for i in range(2) if s.hand[seat, i] != NO_CARD] if seat >= 0 else [],
        hidden=[card_name(card) for card in laid],
        majorities=_majorities(s) if s.end else [],
    )


def _majorities(s: Table) -> list[Majority]:
    """What each scored variety has paid: the rule itself, on a copy without points."""
    paid = []
    for variety in sorted(range(VARIETIES), key=lambda v: s.place[v]):
        if s.place[variety] < SCORED_RANKS:
            blank: Any = s.copy()  # type: ignore[attr-defined]
            for seat in range(s.seats):
                blank.points[seat] = 0
            score_majority(blank, s.place[variety], variety)
            paid.append(Majority(VARIETY_NAMES[variety], s.place[variety] + 1, blank.points.tolist()[: s.seats]))
    return paid


def _place(s: Table, place: int) -> Place:
    variety = next((v for v in range(VARIETIES) if s.place[v] == place), None)
    cards = [] if variety is None else [s.festival[c] if VARIETY[c] == variety else 0 for c in range(CARDS)]
    return Place(
        give=FACTS["festival"]["give"][place],
        keep=FACTS["festival"]["keep"][place],
        majority=MAJORITY[s.seats, place, : PLACES[s.seats]].tolist() if place < SCORED_RANKS else [],
        variety=None if variety is None else VARIETY_NAMES[variety],
        total=0 if variety is None else s.tracking[variety],
        cards=_names(cards) if cards else [],
    )


def _seat(s: Table, p: int) -> Seat:
    held = [s.bouquet[p, card] for card in range(CARDS)]
    return Seat(
        points=s.points[p],
        bouquet=[
            Tulips(
                VARIETY_NAMES[v],
                sum(held[c] for c in range(CARDS) if VARIETY[c] == v),
                sum(held[c] * int(VALUE[c]) for c in range(CARDS) if VARIETY[c] == v),
            )
            for v in range(VARIETIES)
        ],
        chosen=s.phase == OPENING and not s.actors >> p & 1,
    )


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know."""
    if s.phase == OPENING:
        return Preview("no points; a secret vote", [_more_tulips(s, seat, s.hand[seat, move])])
    if move == SECRET:
        return Preview("no points; a secret vote", [Change("secret festival", s.secrets, s.secrets + 1)])
    if move == FESTIVAL:
        changes = _festival_changes(s, s.card)
        moved = [f"{c.what} {c.before} → {c.after}" for c in changes[1:]]
        return Preview("; ".join(["no points", *moved]), changes)
    points = move_points(s, seat, move)
    score = Change("points", s.points[seat], s.points[seat] + points)
    return Preview(points_told(points), [score, _more_tulips(s, move, s.card)])


def move_points(s: Table, seat: int, move: int) -> int:
    """What keeping or giving the card just drawn scores."""
    return int(keeping_points(s, s.card) if move == seat else giving_points(s, s.card))


def points_told(points: int) -> str:
    """Points in words."""
    return "no points" if points == 0 else "1 point" if points == 1 else f"{points} points"


def _more_tulips(s: Table, seat: int, card: int) -> Change:
    """A bouquet's tulips of the card's variety, before and after it comes in."""
    cards = sum(s.bouquet[seat, c] for c in range(CARDS) if VARIETY[c] == VARIETY[card])
    return Change(f"{VARIETY_NAMES[VARIETY[card]]} tulips of seat {seat + 1}", cards, cards + 1)


def _festival_changes(s: Table, card: int) -> list[Change]:
    """The variety's total, and every variety whose place changes."""
    variety = int(VARIETY[card])
    after = s.copy()  # type: ignore[attr-defined]
    add_to_festival(after, card)
    return [
        Change(f"{VARIETY_NAMES[variety]} total", s.tracking[variety], after.tracking[variety]),
        *(
            Change(VARIETY_NAMES[v], ORDINALS[s.place[v]], ORDINALS[after.place[v]])
            for v in sorted(range(VARIETIES), key=lambda v: after.place[v])
            if s.place[v] != after.place[v]
        ),
    ]
