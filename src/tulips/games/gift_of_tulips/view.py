"""What people see of Gift of Tulips, built field by field from what is theirs to know, and what a move would do."""

from typing import Any, Literal

import msgspec

from tulips.engine.phrase import Phrase, listed, say
from tulips.engine.preview import Change, Preview
from tulips.engine.reading import made_once
from tulips.engine.spectator import ALL_SEEING
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
    variety_told,
)

OF_VARIETY = [[card for card in range(CARDS) if VARIETY[card] == v] for v in range(VARIETIES)]
POINTS: list[int] = VALUE.tolist()
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
    """What a variety pays, by seat: as things stand, and at the end for good."""

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
    hidden: list[str]  # what the viewer has laid in the secret festival
    hands: list[list[str]]  # every seat's opening cards, for someone who may see all
    majorities: list[Majority]


def _names(counts: list[int]) -> list[str]:
    return [card_name(card) for card in range(CARDS) for _ in range(counts[card])]


def view(s: Table, seat: int) -> View:
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
        card=card_name(s.card) if s.phase == TURN and (every or s.turn == seat) and s.card != NO_CARD else None,
        hand=_opening(s, seat) if seat >= 0 else [],
        hidden=[card_name(card) for card in laid],
        hands=[_opening(s, p) for p in range(s.seats)] if every else [],
        majorities=_majorities(s) if s.phase >= TURN else [],
    )


def _opening(s: Table, seat: int) -> list[str]:
    """The two cards that a seat chooses from."""
    return [card_name(s.hand[seat, i]) for i in range(2) if s.hand[seat, i] != NO_CARD]


@made_once
def _unranked(s: Table) -> list[str]:
    return [VARIETY_NAMES[v] for v in range(VARIETIES) if s.place[v] == UNRANKED]


@made_once
def _returned(s: Table) -> list[str]:
    return _names([s.shown[card] for card in range(CARDS)])


@made_once
def _festival(s: Table) -> list[Place]:
    return [_place(s, place) for place in range(VARIETIES)]


@made_once
def _seats(s: Table) -> list[Seat]:
    return [_seat(s, p) for p in range(s.seats)]


@made_once
def _majorities(s: Table) -> list[Majority]:
    """What each scored variety pays as things stand: the rule itself, on a copy without points."""
    paid = []
    blank: Any = s.copy()  # type: ignore[attr-defined]
    for variety in sorted(range(VARIETIES), key=lambda v: s.place[v]):
        if s.place[variety] < SCORED_RANKS:
            for seat in range(s.seats):
                blank.points[seat] = 0
            score_majority(blank, s.place[variety], variety)
            paid.append(Majority(VARIETY_NAMES[variety], s.place[variety] + 1, blank.points.tolist()[: s.seats]))
    return paid


def _place(s: Table, place: int) -> Place:
    variety = next((v for v in range(VARIETIES) if s.place[v] == place), None)
    cards = [] if variety is None else [s.festival[c] if c in OF_VARIETY[variety] else 0 for c in range(CARDS)]
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
            Tulips(VARIETY_NAMES[v], sum([held[c] for c in of_variety]), sum([held[c] * POINTS[c] for c in of_variety]))
            for v, of_variety in enumerate(OF_VARIETY)
        ],
        chosen=s.phase == OPENING and not s.actors >> p & 1,
    )


# What can be touched, and what a move would do


def handles(s: Table, seat: int, move: int) -> tuple[str, ...]:
    """The things that one touches to make a move: a card of the opening, a bouquet, the festival or the secret one."""
    if s.phase == OPENING:
        return (f"hand:{move}",)
    return ("festival",) if move == FESTIVAL else ("secret",) if move == SECRET else (f"seat:{move}",)


def why_not(s: Table, seat: int) -> dict[str, Phrase]:
    """Why a bouquet or a festival can't be chosen now: the second card of a turn is not used like the first."""
    if s.phase != TURN or s.turn != seat or s.chance:
        return {}
    if s.action == KEEP_ACTION:
        return {f"seat:{seat}": say("You have kept a tulip this turn; the second card goes elsewhere.")}
    if s.action == GIVE_ACTION:
        given = say("You have given a tulip this turn; the second card goes elsewhere.")
        return {f"seat:{p}": given for p in range(s.seats) if p != seat}
    if s.action == FESTIVAL_ACTION:
        added = say("You have put a tulip into a festival this turn; the second card goes elsewhere.")
        return {"festival": added, "secret": added}
    return {}


def figures(s: Table, viewer: int) -> dict[str, int]:
    """Each variety's total in the festival and each seat's points: all of it is open."""
    return _figures(s)


@made_once
def _figures(s: Table) -> dict[str, int]:
    totals = {f"price:{VARIETY_NAMES[v]}": s.tracking[v] for v in range(VARIETIES)}
    return totals | {f"score:{p}": s.points[p] for p in range(s.seats)}


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know."""
    if s.phase == OPENING:
        return Preview(say("no points; a secret vote"), [_more_tulips(s, seat, s.hand[seat, move])])
    if move == SECRET:
        vote = Change(say("secret festival"), s.secrets, s.secrets + 1, "secret")
        return Preview(say("no points; a secret vote"), [vote])
    if move == FESTIVAL:
        changes = _festival_changes(s, s.card)
        moved = [say("{what} {before} → {after}", what=c.what, before=c.before, after=c.after) for c in changes[1:]]
        return Preview(listed([say("no points"), *moved], "; "), changes)
    points = move_points(s, seat, move)
    score = Change(say("points"), s.points[seat], s.points[seat] + points, f"points:{seat}")
    return Preview(points_told(points), [score, _more_tulips(s, move, s.card)])


def move_points(s: Table, seat: int, move: int) -> int:
    """What keeping or giving the card just drawn scores."""
    return int(keeping_points(s, s.card) if move == seat else giving_points(s, s.card))


def points_told(points: int) -> Phrase:
    """Points in words."""
    return say("no points") if points == 0 else say("1 point") if points == 1 else say("{points} points", points=points)


def _more_tulips(s: Table, seat: int, card: int) -> Change:
    """A bouquet's tulips of the card's variety, before and after it comes in."""
    variety = int(VARIETY[card])
    cards = sum(s.bouquet[seat, c] for c in range(CARDS) if VARIETY[c] == variety)
    what = say("{variety} tulips of {seat}", variety=variety_told(variety), seat=seat)
    return Change(what, cards, cards + 1, f"bouquet:{seat}:{VARIETY_NAMES[variety]}")


def _festival_changes(s: Table, card: int) -> list[Change]:
    """The variety's total, and every variety whose place changes."""
    variety = int(VARIETY[card])
    after = s.copy()  # type: ignore[attr-defined]
    add_to_festival(after, card)
    total = say("{variety} total", variety=variety_told(variety))
    return [
        Change(total, s.tracking[variety], after.tracking[variety], f"total:{VARIETY_NAMES[variety]}"),
        *(
            Change(variety_told(v), say(ORDINALS[s.place[v]]), say(ORDINALS[after.place[v]]), f"variety:{VARIETY_NAMES[v]}")
            for v in sorted(range(VARIETIES), key=lambda v: after.place[v])
            if s.place[v] != after.place[v]
        ),
    ]
