"""The moves of Gift of Tulips, what chance decides, and what is told beside them, as data."""

import functools
from typing import Any

import msgspec

from tulips.engine.kinds import Happening, Move, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.numbered_kinds import kinds_of, move_reader, outcome_reader
from tulips.engine.phrase import Phrase, join_clauses
from tulips.engine.preview import Measure, Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.gift_of_tulips import rules
from tulips.games.gift_of_tulips.components import (
    CARD_NAMES,
    MAX_SEATS,
    VARIETIES,
    VARIETY,
    VARIETY_NAMES,
    Card,
    Variety,
    card_phrase,
    say,
)
from tulips.games.gift_of_tulips.rules import (
    DEAL,
    DECK,
    FESTIVAL_ACTION,
    GIVE_ACTION,
    KEEP_ACTION,
    NO_CARD,
    OPENING,
    SECOND_TULIP,
    SECRET_PILE,
    TURN,
)
from tulips.games.gift_of_tulips.state import State
from tulips.games.gift_of_tulips.view import ORDINALS, SPAN, VARIETY_OF, majorities

add_to_bouquet = on_lists(rules.add_to_bouquet)
add_to_festival = on_lists(rules.add_to_festival)
lay_secret = on_lists(rules.lay_secret)
open_hand = on_lists(rules.open_hand)
place_in_deck = on_lists(rules.place_in_deck)

HANDLES = ("hand:{int}", "seat:{int}", "festival", "secret")


def _tulips(seat: int, variety: int) -> Measure:
    what = say("tulips-of", variety=say(VARIETY_NAMES[variety]), seat=seat)
    return Measure(what, lambda s: sum(s.bouquet[seat][SPAN[variety]]))


def _place(variety: int) -> Measure:
    return Measure(say(VARIETY_NAMES[variety]), lambda s: say(ORDINALS[s.place[variety]]))


def _total(variety: int) -> Measure:
    return Measure(say("total-of", variety=say(VARIETY_NAMES[variety])), lambda s: s.tracking[variety])


def _points(seat: int) -> Measure:
    return Measure(say("points"), lambda s: s.points[seat])


MEASURES = {
    "secret": Measure(say("secret-festival"), lambda s: s.secrets),
    **{f"points:{p}": _points(p) for p in range(MAX_SEATS)},
    **{f"bouquet:{p}:{VARIETY_NAMES[v]}": _tulips(p, v) for p in range(MAX_SEATS) for v in range(VARIETIES)},
    **{f"total:{VARIETY_NAMES[v]}": _total(v) for v in range(VARIETIES)},
    **{f"variety:{VARIETY_NAMES[v]}": _place(v) for v in range(VARIETIES)},
}


def _bouquet(seat: int, card: str) -> str:
    """The handle of a seat's tulips of the card's variety."""
    return f"bouquet:{seat}:{card.split()[0]}"


@functools.lru_cache(maxsize=256)
def points_phrase(points: int) -> Phrase:
    """Points in words."""
    return say("no-points") if points == 0 else say("one-point") if points == 1 else say("some-points", points=points)


# Moves


class Choose(Move, tag="choose", frozen=True):
    """At the opening: one of two tulips to keep, the other to hide. Others hear of it when all have chosen."""

    keep: Card | None = None
    hide: Card | None = None

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Choose | None":
        """The card of the hand to keep, and the other one."""
        hand = s.hand[seat]
        return cls(CARD_NAMES[hand[which]], CARD_NAMES[hand[1 - which]]) if s.phase == OPENING else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The card to keep."""
        return (f"hand:{0 if CARD_NAMES[s.hand[seat][0]] == self.keep else 1}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """One's own opening alone: what the others choose is not known yet."""
        after = state_after(s, open_hand, seat, number)
        return Preview(say("a-secret-vote"), changes(MEASURES, s, after, [_bouquet(seat, self.keep or "")]))


class Keep(Move, tag="keep", frozen=True):
    """Action 1: put the card drawn into one's own bouquet. The log tells the points."""

    card: Card
    points: int | None = None

    told_after = ("points",)

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Keep | None":
        """Into one's own bouquet."""
        return cls(CARD_NAMES[s.card]) if which == seat else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """One's own bouquet."""
        return (f"seat:{seat}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The points, and one more tulip."""
        return _preview_of_bouquet(s, seat, seat)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """The second card of a turn is not used like the first."""
        return {f"seat:{seat}": say("why-not.kept")} if _used(s, seat, KEEP_ACTION) else {}


class Give(Move, tag="give", frozen=True):
    """Action 2: put the card drawn into another's bouquet. The log tells the points."""

    card: Card
    to: Seat
    points: int | None = None

    told_after = ("points",)

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Give":
        """Into another's bouquet."""
        return cls(CARD_NAMES[s.card], which)

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The other's bouquet."""
        return (f"seat:{self.to}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The points, and the other's one more tulip."""
        return _preview_of_bouquet(s, seat, self.to)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """The second card of a turn is not used like the first."""
        given = _used(s, seat, GIVE_ACTION)
        return {f"seat:{p}": say("why-not.given") for p in range(s.seats) if p != seat} if given else {}


class Show(Move, tag="show", frozen=True):
    """Action 3, face up: put the card drawn into the festival."""

    card: Card

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Show":
        """The card drawn."""
        return cls(CARD_NAMES[s.card])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The festival."""
        return ("festival",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The variety's total, and every variety whose place changes, the best place first."""
        after: Any = state_after(s, add_to_festival, s.card)
        ranked = sorted(range(VARIETIES), key=lambda v: after.place[v])
        total = f"total:{VARIETY_NAMES[VARIETY_OF[s.card]]}"
        found = changes(MEASURES, s, after, [total, *(f"variety:{VARIETY_NAMES[v]}" for v in ranked)])
        moved = [say("moves-to", what=c.what, before=c.before, after=c.after) for c in found[1:]]
        return Preview(join_clauses([say("no-points"), *moved]), found)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """The second card of a turn is not used like the first; a festival is one kind, open or secret."""
        added = _used(s, seat, FESTIVAL_ACTION)
        return dict.fromkeys(("festival", "secret"), say("why-not.shown")) if added else {}


class Hide(Move, tag="hide", frozen=True):
    """Action 3, face down: put the card drawn into the secret festival; the others don't see which."""

    card: Card | None = None

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Hide":
        """The card drawn."""
        return cls(CARD_NAMES[s.card])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The secret festival."""
        return ("secret",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """A secret vote."""
        after = state_after(s, lay_secret, seat, s.card)
        return Preview(say("a-secret-vote"), changes(MEASURES, s, after, ["secret"]))


MOVES = kinds_of(__name__, Move, rules.MOVES.kinds)
move = move_reader(rules.MOVES, MOVES)


def _preview_of_bouquet(s: State, seat: int, friend: int) -> Preview:
    after = state_after(s, add_to_bouquet, seat, friend, s.card)
    points = after.points[seat] - s.points[seat]
    return Preview(points_phrase(points), changes(MEASURES, s, after, [f"points:{seat}", _bouquet(friend, CARD_NAMES[s.card])]))


def _used(s: State, seat: int, action: int) -> bool:
    """Whether the seat decides on the second card of its turn, and has used the first like this."""
    return s.phase == TURN and s.turn == seat and not s.chance and s.action == action


def move_seen(s: State, now: State, seat: int, number: int, viewer: int) -> Move:
    """A move as a viewer knows it: an opening is secret until all have chosen, a card to the secret festival always."""
    if viewer in (seat, ALL_SEEING):
        return _made(s, seat, number)
    made = _made(s, seat, number)
    if isinstance(made, Choose):
        return Choose() if now.phase == OPENING else Choose(made.keep)
    return Hide() if isinstance(made, Hide) else made


@memoized
def _made(s: State, seat: int, number: int) -> Move:
    """A move with what it scored, where it scores."""
    chosen = move(s, seat, number)
    if isinstance(chosen, Keep | Give):
        friend = chosen.to if isinstance(chosen, Give) else seat
        after = state_after(s, add_to_bouquet, seat, friend, s.card)
        return msgspec.structs.replace(chosen, points=after.points[seat] - s.points[seat])
    return chosen


# What chance decides


class FirstSeat(Outcome, tag="first seat", frozen=True):
    """The seat that starts."""

    seat: Seat

    @classmethod
    def read(cls, s: Any, number: int) -> "FirstSeat":
        """Each seat is one."""
        return cls(number)


class DeckCard(Outcome, tag="deck", frozen=True):
    """A card from the deck."""

    card: Card

    @classmethod
    def read(cls, s: Any, number: int) -> "DeckCard":
        """The card at some place of the deck."""
        return cls(CARD_NAMES[s.deck[place_in_deck(s, number)]])


class SecretCard(Outcome, tag="secret festival", frozen=True):
    """A card of the secret festival that is turned up at the end."""

    card: Card

    @classmethod
    def read(cls, s: Any, number: int) -> "SecretCard":
        """Each card there is one."""
        return cls(CARD_NAMES[s.secret[number]])


OUTCOMES = kinds_of(__name__, Outcome, rules.CHANCES)
outcome = outcome_reader(OUTCOMES)


# What is told of it


class Starts(Happening, tag="starts", frozen=True):
    """The seat that starts."""

    seat: Seat


class TurnedUp(Happening, tag="turned-up", frozen=True):
    """At set-up: a tulip for the festival."""

    card: Card


class GoesBack(Happening, tag="goes-back", frozen=True):
    """At set-up: a tulip of the variety that is there already."""

    card: Card


class Dealt(Happening, tag="dealt", frozen=True):
    """A card of an opening; only its seat hears of it."""

    seat: Seat
    card: Card


class Drawn(Happening, tag="drawn", frozen=True):
    """A card drawn in a turn; only its seat hears of it."""

    seat: Seat
    card: Card


class Revealed(Happening, tag="revealed", frozen=True):
    """At the end: a card of the secret festival."""

    card: Card


class Share(msgspec.Struct, frozen=True):
    """What a majority pays to a seat."""

    seat: Seat
    points: int


class MajorityPaid(Happening, tag="majority", frozen=True):
    """At the end: what the majority of a variety pays to whom; to nobody, if nobody has any."""

    variety: Variety
    paid: tuple[Share, ...] | None = None


HAPPENINGS = kinds_of(__name__, Happening)

SHOWN: dict[str, Shown] = {
    **dict.fromkeys(("card", "keep", "hide"), card_phrase),
    "variety": say,
    "points": points_phrase,
    "paid": lambda paid: [say("share", seat=share.seat, points=share.points) for share in paid],
}
give_words(say, SHOWN, *MOVES, *OUTCOMES, *HAPPENINGS)


def outcome_seen(s: State, number: int, viewer: int) -> Happening | None:
    """An outcome as a viewer knows it: dealt and drawn cards are for their seat alone."""
    if s.chance == SECRET_PILE:
        return Revealed(CARD_NAMES[s.secret[number]])
    if s.chance != DECK:
        return Starts(number)
    card = s.deck[place_in_deck(s, number)]
    name = CARD_NAMES[card]
    if s.phase == SECOND_TULIP and VARIETY[card] == VARIETY[s.first_tulip]:
        return GoesBack(name)
    if s.phase < DEAL:
        return TurnedUp(name)
    if s.phase == TURN:
        return Drawn(s.turn, name) if viewer in (s.turn, ALL_SEEING) else None
    dealt_to = next(p for p in range(s.seats) if s.hand[p][1] == NO_CARD)
    return Dealt(dealt_to, name) if viewer in (dealt_to, ALL_SEEING) else None


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: a card is drawn in somebody's turn; all else is nobody's."""
    return s.turn if s.phase == TURN and s.chance == DECK else None


def deals(s: State) -> bool:
    """Whether opening cards are dealt."""
    return s.phase == DEAL


def results(s: State, after: State, seat: int | None, number: int) -> list[LogLine]:
    """At the end, what each majority pays."""
    if not after.end:
        return []
    told = []
    for majority in majorities(after):
        shares = tuple(Share(p, points) for p, points in enumerate(majority.points) if points)
        told.append(LogLine(MajorityPaid(majority.variety, shares or None)))
    return told
