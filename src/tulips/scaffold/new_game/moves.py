"""The moves, what chance decides, and what is told beside them, as data."""

from typing import Any

from tulips.engine.kinds import Happening, Move, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.numbered_kinds import kinds_of, move_reader, outcome_reader
from tulips.engine.preview import Measure, Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.scaffold.new_game import rules
from tulips.scaffold.new_game.components import CARD_NAMES, MAX_SEATS, VALUE, Card, card_phrase, say
from tulips.scaffold.new_game.state import State

lay = on_lists(rules.lay)
card_in_deck = on_lists(rules.card_in_deck)
cards_held = on_lists(rules.cards_held)

HANDLES = ("card:{Card}",)


def _hand(seat: int) -> Measure:
    return Measure(say("hand-of", seat=seat), lambda s: cards_held(s, seat))


MEASURES = {f"hand:{p}": _hand(p) for p in range(MAX_SEATS)}


class Lay(Move, tag="lay", frozen=True):
    """Lay a card in secret. The others hear which when all have."""

    card: Card | None = None

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Lay":
        """By card."""
        return cls(CARD_NAMES[which])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The card itself."""
        return (f"card:{self.card}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What the seat itself does: what the others choose is not known yet."""
        summary = say("preview", points=int(VALUE[s.tulip]))
        return Preview(summary, changes(MEASURES, s, state_after(s, lay, seat, number), [f"hand:{seat}"]))


class DeckCard(Outcome, tag="deck", frozen=True):
    """A card from the deck."""

    card: Card

    @classmethod
    def read(cls, s: Any, number: int) -> "DeckCard":
        """By its place among the cards of the deck."""
        return cls(CARD_NAMES[card_in_deck(s, number)])


class Dealt(Happening, tag="dealt", frozen=True):
    """A card of a hand; only its seat hears of it."""

    seat: Seat
    card: Card


class TurnedUp(Happening, tag="turned-up", frozen=True):
    """The tulip of a round."""

    card: Card


class Taken(Happening, tag="taken", frozen=True):
    """Who has taken the tulip of a round."""

    seat: Seat
    card: Card


class Left(Happening, tag="left", frozen=True):
    """Nobody has taken the tulip of a round."""

    card: Card


MOVES = kinds_of(__name__, Move, rules.MOVES.kinds)
OUTCOMES = kinds_of(__name__, Outcome, rules.CHANCES)
HAPPENINGS = kinds_of(__name__, Happening)
SHOWN: dict[str, Shown] = {"card": card_phrase}
give_words(say, SHOWN, *MOVES, *OUTCOMES, *HAPPENINGS)


move = move_reader(rules.MOVES, MOVES)
outcome = outcome_reader(OUTCOMES)


def move_seen(s: State, now: State, seat: int, number: int, viewer: int) -> Move:
    """A move as a viewer knows it: the others' cards when the round is decided."""
    hidden = viewer not in (seat, ALL_SEEING) and now.round == s.round
    return Lay() if hidden else move(s, seat, number)


def outcome_seen(s: State, number: int, viewer: int) -> Happening | None:
    """A card as a viewer knows it: dealt ones are for their seat alone."""
    card = CARD_NAMES[card_in_deck(s, number)]
    if not deals(s):
        return TurnedUp(card)
    seat = s.dealt // s.rounds
    return Dealt(seat, card) if viewer in (seat, ALL_SEEING) else None


def turn_of(s: State) -> int | None:
    """Nothing that chance decides is in anybody's turn."""
    return None


def deals(s: State) -> bool:
    """Whether hands are being dealt."""
    return s.dealt < s.seats * s.rounds


def results(s: State, after: State, seat: int | None, number: int) -> list[LogLine]:
    """Who has taken the tulip, when a round is decided."""
    if after.round == s.round:
        return []
    card = CARD_NAMES[s.tulip]
    takers = [p for p in range(s.seats) if after.points[p] > s.points[p]]
    return [LogLine(Taken(takers[0], card) if takers else Left(card))]
