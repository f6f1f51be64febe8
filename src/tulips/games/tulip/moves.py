"""The moves of Tulip, what chance decides, and what is told beside them, as data."""

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from tulips.engine.kinds import Happening, Move, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.numbered_kinds import kinds_of, move_reader, outcome_reader
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip import previews, rules
from tulips.games.tulip.components import (
    BLACK,
    CARD_NAMES,
    CARDS_TO_TAKE_FROM,
    COLOUR_NAMES,
    COLOURS,
    LAST_BLACK,
    STARTING_CARDS,
    Action,
    Card,
    Colour,
    Tulip,
    card_phrase,
    say,
)
from tulips.games.tulip.previews import LIES, PRICE, PriceMove, florins_phrase
from tulips.games.tulip.rules import DEAL, DECK, DRAWING, EXCHANGING, NOTHING, STARTING_CARD, TAKEN_CARD, TAKING, TURN, VARYING
from tulips.games.tulip.state import State
from tulips.games.tulip.view import PRICES, hand_names, held_value

close_gap = on_lists(rules.close_gap)
lies_open = on_lists(rules.lies_open)
take = on_lists(rules.take)

HANDLES = ("hand:{Card}", "step:{Colour}:{int}", "tulip:{int}:{Card}", "seat:{int}", "price:{Colour}", "deck", "cards:{int}")
MEASURES = previews.MEASURES
BLACK_TULIP = CARD_NAMES[BLACK]
ACTION_NAMES = CARD_NAMES[BLACK + 1 :]


# Moves


class Play(Move, tag="play", frozen=True):
    """Play a tulip: a coloured one lowers its price, as the log tells; a black one does nothing."""

    tulip: Tulip
    price: PriceMove | None = None

    told_after = ("price",)

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Play":
        """By tulip."""
        return cls(CARD_NAMES[which])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The tulip in the hand."""
        return (f"hand:{self.tulip}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The price and what it does to everybody; of a black tulip, how near the end is."""
        if self.tulip != BLACK_TULIP:
            return previews.preview_of_price(s, seat, number)
        after, found = previews.try_move(s, seat, number)
        clauses = [florins_phrase(previews.florins(s, BLACK)), say("black-number", number=after.blacks, last=LAST_BLACK)]
        return previews.make_preview(s, after, [*clauses, say("game-ends")] if after.end else clauses, found)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A card is played in one's own turn, once an action that lies open is carried out; none is drawn by hand."""
        if s.chance or s.end:
            return {}
        if s.turn != seat:
            return _hand_reasons(s, seat, say("why-not.turn", seat=s.turn))
        reasons = {"deck": say("why-not.deck")}
        return reasons if s.phase == TURN else reasons | _hand_reasons(s, seat, say(CARRY_OUT_FIRST[s.phase]))


class PlayAction(Move, tag="play-action", frozen=True):
    """Play an action, to choose then how it is carried out. The log tells if that can't be done."""

    action: Action
    vain: bool | None = None

    told_after = ("vain",)

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "PlayAction":
        """By action."""
        return cls(ACTION_NAMES[which])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The action in the hand."""
        return (f"hand:{self.action}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What is to be chosen next."""
        after, found = previews.try_move(s, seat, number)
        clauses = [
            florins_phrase(previews.florins(s, CARD_NAMES.index(self.action))),
            say("in-vain" if _in_vain(after) else THEN[self.action]),
        ]
        return previews.make_preview(s, after, clauses + (previews.dangers(s) if after.phase == TAKING else []), found)


class Vary(Move, frozen=True):
    """Variation: move a colour's price by one step. The log tells the price."""

    colour: Colour
    price: PriceMove | None = None

    told_after = ("price",)
    down: ClassVar[int]

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Vary":
        """By colour."""
        return cls(COLOUR_NAMES[which])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The step that the price goes to."""
        return (f"step:{self.colour}:{PRICES[s.step[COLOUR_NAMES.index(self.colour)] + self.down]}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The price and what it does to everybody."""
        return previews.preview_of_price(s, seat, number)


class Lower(Vary, tag="lower", frozen=True):
    """Variation: lower a colour's price by one step. The log tells the price."""

    down = 1

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Only a Variation moves a price alone, and only that of a colour that lies open."""
        if _chooses(s, seat, TURN):
            return dict.fromkeys(PRICE, say("why-not.no-variation"))
        absent = [c for c in range(COLOURS) if not lies_open(s, c)] if _chooses(s, seat, VARYING) else []
        return {PRICE[c]: say("why-not.absent") for c in absent}


class Raise(Vary, tag="raise", frozen=True):
    """Variation: raise a colour's price by one step. The log tells the price."""

    down = -1


class ChooseTulip(Move, frozen=True):
    """Exchange: choose a tulip on the table."""

    colour: Colour
    of: Seat

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The tulip on the table."""
        return (f"tulip:{self.of}:{self.colour}",)


class Exchange(ChooseTulip, tag="exchange", frozen=True):
    """Exchange: choose the first tulip."""

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Exchange | None":
        """By seat and colour, while none is chosen."""
        owner, colour = divmod(which, COLOURS)
        return cls(COLOUR_NAMES[colour], owner) if s.offered == NOTHING else None

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """Nothing changes yet."""
        return previews.make_preview(s, s, [say("then.other-tulip")], [])

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Only an Exchange moves tulips, only coloured ones, and those of two seats."""
        if _chooses(s, seat, TURN):
            return _garden_reasons(s, range(s.seats), range(COLOURS), say("why-not.no-exchange"))
        if not _chooses(s, seat, EXCHANGING):
            return {}
        offering = [] if s.offered == NOTHING else [s.offered // COLOURS]
        black = _garden_reasons(s, range(s.seats), [BLACK], say("why-not.black"))
        return black | _garden_reasons(s, offering, range(COLOURS), say("why-not.same-seat"))


class ExchangeFor(ChooseTulip, tag="exchange-for", frozen=True):
    """Exchange: choose the second tulip, of another seat; the two change places."""

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "ExchangeFor":
        """By seat and colour."""
        owner, colour = divmod(which, COLOURS)
        return cls(COLOUR_NAMES[colour], owner)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What everybody wins or loses."""
        after, found = previews.try_move(s, seat, number)
        return previews.make_preview(s, after, [previews.gains(s, seat, found)], found)


class Take(Move, tag="take", frozen=True):
    """Take: choose the opponent of whose hand a random card is played."""

    of: Seat

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Take":
        """By seat."""
        return cls(which)

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The opponent."""
        return (f"seat:{self.of}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """A hand with one card less; which card that is, and what it sets off, chance decides."""
        found = changes(MEASURES, s, state_after(s, close_gap, self.of, 0), [f"cards:{self.of}"])
        return previews.make_preview(s, s, [say("one-of-cards", cards=s.held[self.of]), *previews.dangers(s)], found)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A card is taken from an opponent with two cards or more."""
        if not _chooses(s, seat, TAKING):
            return {}
        safe = {f"seat:{p}": say("why-not.safe") for p in range(s.seats) if s.held[p] < CARDS_TO_TAKE_FROM}
        return safe | {f"seat:{seat}": say("why-not.oneself")}


MOVES = kinds_of(__name__, Move, rules.MOVES.kinds)
move = move_reader(rules.MOVES, MOVES)

THEN = {"exchange": "then.exchange", "variation": "then.variation", "take": "then.take"}
CARRY_OUT_FIRST = {EXCHANGING: "why-not.exchange-first", VARYING: "why-not.variation-first", TAKING: "why-not.take-first"}


def move_seen(s: State, now: State, seat: int, number: int, viewer: int) -> Move:
    """A move as a viewer knows it: every card is played face up, so with what it did to the market."""
    return _made(s, seat, number)


@memoized
def _made(s: State, seat: int, number: int) -> Move:
    chosen = move(s, seat, number)
    if isinstance(chosen, Play | Lower | Raise):
        return msgspec.structs.replace(chosen, price=previews.price_move(s, state_after(s, previews.apply, seat, number)))
    if isinstance(chosen, PlayAction):
        return msgspec.structs.replace(chosen, vain=_in_vain(state_after(s, previews.apply, seat, number)) or None)
    return chosen


def _in_vain(after: State) -> bool:
    """Whether the action that was just played could not be carried out."""
    return after.phase == DRAWING


# Why not


def _chooses(s: State, seat: int, phase: int) -> bool:
    """Whether the seat has to choose now, in this phase."""
    return s.phase == phase and s.turn == seat and not s.chance


def _hand_reasons(s: State, seat: int, reason: Phrase) -> dict[str, Phrase]:
    """The same reason for every card of the seat's hand."""
    return {f"hand:{name}": reason for name in hand_names(s, seat)}


def _garden_reasons(s: Any, owners: Iterable[int], cards: Iterable[int], reason: Phrase) -> dict[str, Phrase]:
    """The same reason for every one of these cards that lies before these seats."""
    return {LIES[p][card]: reason for p in owners for card in cards if s.garden[p][card]}


# What chance decides


class DeckCard(Outcome, tag="deck", frozen=True):
    """A card from the deck."""

    card: Card

    @classmethod
    def read(cls, s: Any, number: int) -> "DeckCard":
        """By its place in the deck."""
        return cls(CARD_NAMES[s.deck[number]])


class StartingCard(Outcome, tag="starting cards", frozen=True):
    """A starting card."""

    tulip: Colour

    @classmethod
    def read(cls, s: Any, number: int) -> "StartingCard":
        """By its place among those that are left."""
        return cls(COLOUR_NAMES[s.starting[number]])


class FirstSeat(Outcome, tag="first seat", frozen=True):
    """The seat that starts."""

    seat: Seat

    @classmethod
    def read(cls, s: Any, number: int) -> "FirstSeat":
        """By seat."""
        return cls(number)


class TakenCard(Outcome, tag="take", frozen=True):
    """A card of the hand that a card is taken from."""

    card: Card

    @classmethod
    def read(cls, s: Any, number: int) -> "TakenCard":
        """By its place in that hand."""
        return cls(CARD_NAMES[s.hand[s.victim][number]])


OUTCOMES = kinds_of(__name__, Outcome, rules.CHANCES)
outcome = outcome_reader(OUTCOMES)


# What is told of it


class Dealt(Happening, tag="dealt", frozen=True):
    """A card of the hand that a seat starts with; only its seat hears of it."""

    seat: Seat
    card: Card


class DealtFaceUp(Happening, tag="dealt-face-up", frozen=True):
    """A starting card."""

    seat: Seat
    tulip: Colour


class Starts(Happening, tag="starts", frozen=True):
    """The seat that starts."""

    seat: Seat


class Drawn(Happening, tag="drawn", frozen=True):
    """A card drawn at the end of a turn; only its seat hears of it."""

    seat: Seat
    card: Card


class Taken(Happening, tag="taken", frozen=True):
    """A tulip that a Take has brought, played at once: a coloured one has lowered its price."""

    tulip: Tulip
    of: Seat
    price: PriceMove | None = None


class ActionTaken(Happening, tag="action-taken", frozen=True):
    """An action that a Take has brought, played at once."""

    action: Action
    of: Seat


class Loss(msgspec.Struct, frozen=True):
    """How many tulips a seat loses."""

    seat: Seat
    tulips: int


class Krash(Happening, tag="krash", frozen=True):
    """A price has come down to nothing: whose tulips leave the table."""

    colour: Colour
    lost: tuple[Loss, ...]


class LaidDown(Happening, tag="laid-down", frozen=True):
    """At the end: a seat's hand, and what it pays."""

    seat: Seat
    cards: tuple[Card, ...]
    florins: int


class EmptyHanded(Happening, tag="empty-handed", frozen=True):
    """At the end: a seat without a card."""

    seat: Seat


HAPPENINGS = kinds_of(__name__, Happening)

SHOWN: dict[str, Shown] = {
    **dict.fromkeys(("card", "tulip", "action", "colour"), card_phrase),
    "price": PriceMove.phrase,
    "vain": lambda vain: say("in-vain"),
    "lost": lambda lost: [say("loss", seat=loss.seat, tulips=loss.tulips) for loss in lost],
    "cards": lambda cards: [card_phrase(card) for card in cards],
    "florins": florins_phrase,
}
give_words(say, SHOWN, *MOVES, *OUTCOMES, *HAPPENINGS)


def outcome_seen(s: State, number: int, viewer: int) -> Happening | None:
    """An outcome as a viewer knows it: cards from the deck are for their seat alone, all else is open."""
    if s.chance == DECK:
        told = Dealt if s.phase == DEAL else Drawn
        return told(s.turn, CARD_NAMES[s.deck[number]]) if viewer in (s.turn, ALL_SEEING) else None
    if s.chance == STARTING_CARD:
        dealt_to = (COLOURS - s.starting_left) // int(STARTING_CARDS[s.seats])
        return DealtFaceUp(dealt_to, COLOUR_NAMES[s.starting[number]])
    return _taken(s, number) if s.chance == TAKEN_CARD else Starts(number)


@memoized
def _taken(s: State, number: int) -> Happening:
    card = s.hand[s.victim][number]
    if card > BLACK:
        return ActionTaken(CARD_NAMES[card], s.victim)
    return Taken(CARD_NAMES[card], s.victim, previews.price_move(s, state_after(s, take, number)))


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: cards are drawn and taken in somebody's turn."""
    return s.turn if s.phase >= TURN else None


def deals(s: State) -> bool:
    """Whether hands or starting tulips are dealt."""
    return s.chance == STARTING_CARD or (s.chance == DECK and s.phase == DEAL)


def results(s: State, after: State, seat: int | None, number: int) -> list[LogLine]:
    """A krash, and at the end the hands that are laid down."""
    told = [LogLine(_krash(s, after), s.turn)] if after.krashes > s.krashes else []
    return told + [LogLine(_laid_down(after, p)) for p in range(after.seats)] if after.end else told


def _krash(s: State, after: State) -> Krash:
    """Who loses how many tulips in a krash; the one that was just played is among them."""
    colour = next(c for c in range(COLOURS) if after.discard[c] > s.discard[c])
    lost = [s.garden[p][colour] for p in range(s.seats)]
    lost[s.turn] += after.discard[colour] - s.discard[colour] - sum(lost)
    return Krash(COLOUR_NAMES[colour], tuple(Loss(p, tulips) for p, tulips in enumerate(lost) if tulips))


def _laid_down(s: State, seat: int) -> Happening:
    cards = tuple(CARD_NAMES[s.hand[seat][i]] for i in range(s.held[seat]))
    return LaidDown(seat, cards, held_value(s, seat)) if cards else EmptyHanded(seat)
