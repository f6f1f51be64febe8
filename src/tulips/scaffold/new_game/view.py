"""What people see, built field by field from what is theirs to know."""

from typing import Literal

import msgspec

from tulips.engine.state.on_lists import on_lists
from tulips.engine.viewers import ALL_SEEING
from tulips.scaffold.new_game import rules
from tulips.scaffold.new_game.components import CARD_NAMES, CARDS, Card
from tulips.scaffold.new_game.rules import IN_DECK, NO_CARD, OUT
from tulips.scaffold.new_game.state import State

cards_held = on_lists(rules.cards_held)

Phase = Literal["dealing", "laying", "over"]
FIGURES = ("score:{int}",)


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat."""

    points: int
    cards: int
    chosen: bool


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    round: int
    rounds: int
    deck: int
    tulip: Card | None
    laid: Card | None  # what the viewer has laid this round
    hand: list[Card]
    seats: list[Seat]
    hands: list[list[Card]]  # every seat's, for someone who may see all
    out: list[Card]  # the cards that everybody has seen


def view(s: State, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    return View(
        phase="over" if s.end else "dealing" if s.chance else "laying",
        round=min(s.round + 1, s.rounds),
        rounds=s.rounds,
        deck=len(_cards_at(s, IN_DECK)),
        tulip=_name(s.tulip),
        laid=_name(s.laid[seat]) if seat >= 0 else None,
        hand=_cards_at(s, seat) if seat >= 0 else [],
        seats=[Seat(s.points[p], cards_held(s, p), s.laid[p] != NO_CARD) for p in range(s.seats)],
        hands=[_cards_at(s, p) for p in range(s.seats)] if seat == ALL_SEEING else [],
        out=[name for name in _cards_at(s, OUT) if name not in [_name(card) for card in s.laid]],  # type: ignore[attr-defined]
    )


def _name(card: int) -> str | None:
    return None if card == NO_CARD else CARD_NAMES[card]


def _cards_at(s: State, place: int) -> list[str]:
    return [CARD_NAMES[card] for card in range(CARDS) if s.place[card] == place]


def figures(s: State, viewer: int) -> dict[str, int]:
    """Each seat's points, which are open."""
    return {f"score:{p}": s.points[p] for p in range(s.seats)}
