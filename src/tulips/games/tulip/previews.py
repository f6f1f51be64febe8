"""What a move of Tulip would do: the rule itself, tried on what the seat knows, and the difference in words and figures."""

import functools
import itertools
import operator
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec

from tulips.engine.phrase import Phrase, join_clauses, join_phrases
from tulips.engine.preview import Change, Measure, Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.games.tulip import rules
from tulips.games.tulip.components import (
    BLACK,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    LAST_KRASH,
    MAX_SEATS,
    Colour,
    card_phrase,
    say,
)
from tulips.games.tulip.rules import DECK, DECK_RAN_OUT, TURN
from tulips.games.tulip.state import State
from tulips.games.tulip.view import PRICES, garden_values, held_value

apply = on_lists(rules.apply)
close_gap = on_lists(rules.close_gap)
draw = on_lists(rules.draw)
end_turn = on_lists(rules.end_turn)
florins = on_lists(rules.florins)
lower = on_lists(rules.lower)
play = on_lists(rules.play)

# Handles
PRICE = [f"price:{colour}" for colour in COLOUR_NAMES]
VALUE = [f"value:{p}" for p in range(MAX_SEATS)]
HAND_VALUE = "value:hand"  # of the seat whose turn it is
LIES = [[f"tulip:{p}:{card}" for card in CARD_NAMES] for p in range(MAX_SEATS)]


def _price(colour: int) -> Measure:
    return Measure(say("price-of", colour=card_phrase(COLOUR_NAMES[colour])), lambda s: PRICES[s.step[colour]])


def _value(seat: int) -> Measure:
    return Measure(say("value-of", seat=seat), lambda s: garden_values(s)[seat])


def _lying(seat: int, card: int) -> Measure:
    return Measure(say("cards-of", card=card_phrase(CARD_NAMES[card]), seat=seat), lambda s: s.garden[seat][card])


def _held(seat: int) -> Measure:
    return Measure(say("cards-in-hand-of", seat=seat), lambda s: s.held[seat])


MEASURES = {
    **{PRICE[c]: _price(c) for c in range(COLOURS)},
    "krashes": Measure(say("krashes"), lambda s: s.krashes),
    "blacks": Measure(say("black-tulips"), lambda s: s.blacks),
    **{VALUE[p]: _value(p) for p in range(MAX_SEATS)},
    HAND_VALUE: Measure(say("value-of-hand"), lambda s: held_value(s, s.turn)),
    **{LIES[p][card]: _lying(p, card) for p in range(MAX_SEATS) for card in range(CARDS)},
    **{f"cards:{p}": _held(p) for p in range(MAX_SEATS)},
}


def try_move(s: Any, seat: int, number: int) -> tuple[State, list[Change]]:
    """The state after a move, and what has changed on the table and in the seat's own hand."""
    after: Any = state_after(s, apply, seat, number)
    handles = [*_differing(PRICE, s.step, after.step), "krashes", "blacks"]
    handles += [*_differing(VALUE, garden_values(s), garden_values(after)), HAND_VALUE]
    for lie, garden, then in zip(LIES, s.garden, after.garden, strict=True):
        if garden != then:
            handles += _differing(lie, garden, then)
    return after, changes(MEASURES, s, after, handles)


def _differing(handles: list[str], before: list[int], after: list[int]) -> Iterator[str]:
    """The handles of numbers that differ."""
    return itertools.compress(handles, map(operator.ne, before, after))


def make_preview(s: State, after: State, clauses: list[Phrase], found: list[Change]) -> Preview:
    """A preview, with how the turn ends whatever is played, if filling the hand up takes all that is left of the deck."""
    return Preview(join_clauses(clauses), found, say("then.last-card") if not after.end and _deck_runs_out(s) else None)


@memoized
def _deck_runs_out(s: Any) -> bool:
    """Whether the deck runs out when the seat whose turn it is fills its hand up, whichever card it plays and draws."""
    filled = s.copy()
    if s.phase == TURN:
        close_gap(filled, s.turn, 0)
    end_turn(filled)
    while filled.chance == DECK:
        draw(filled, 0)
    ran_out: bool = filled.end == DECK_RAN_OUT
    return ran_out


# Prices


class PriceMove(msgspec.Struct, frozen=True):
    """A colour whose price has moved."""

    colour: Colour
    before: int
    after: int

    def phrase(self) -> Phrase:
        """The move of the price in words."""
        return say("price-moves", colour=card_phrase(self.colour), before=self.before, after=self.after)


def price_move(s: Any, after: Any) -> PriceMove | None:
    """The price that has moved from one state to the next; None if none has."""
    if s.step == after.step:
        return None
    colour = list(map(operator.ne, s.step, after.step)).index(True)
    return PriceMove(COLOUR_NAMES[colour], PRICES[s.step[colour]], PRICES[after.step[colour]])


def preview_of_price(s: Any, seat: int, number: int) -> Preview:
    """A price that moves, with a warning where a krash or the end of the game comes or is near."""
    after: Any
    after, found = try_move(s, seat, number)
    price = price_move(s, after)
    assert price is not None
    clauses = [price.phrase(), gains(s, seat, found)]
    if after.krashes > s.krashes:
        tulips = sum(after.discard) - sum(s.discard)
        gone = say("krash-of-one", price=clauses[0]) if tulips == 1 else say("krash-of-some", price=clauses[0], tulips=tulips)
        clauses = [gone, clauses[1], say("krash-number", number=after.krashes, last=LAST_KRASH)]
    elif _next_is_krash(after.step[COLOUR_NAMES.index(price.colour)]):
        clauses.append(say("next-is-krash", colour=card_phrase(price.colour)))
    return make_preview(s, after, [*clauses, say("game-ends")] if after.end else clauses, found)


# Words


def gains(s: State, seat: int, found: list[Change]) -> Phrase:
    """What each seat wins or loses on the table, and the seat itself in its hand too, by the prices after the move."""
    more = {change.handle: int(change.after) - int(change.before) for change in found if change.handle in VALUES}  # type: ignore[arg-type]
    gained = [more.get(VALUE[p], 0) for p in range(s.seats)]
    gained[seat] += more.get(HAND_VALUE, 0)
    clauses = [
        say("you-gain", gain=f"{gain:+d}") if p == seat else say("seat-gains", seat=p, gain=f"{gain:+d}")
        for p, gain in enumerate(gained)
        if gain
    ]
    return join_phrases(clauses) if clauses else say("nobody-gains")


VALUES = {*VALUE, HAND_VALUE}


def florins_phrase(florins: int) -> Phrase:
    """Money in words."""
    return say("one-florin") if florins == 1 else say("some-florins", florins=florins)


@memoized
def dangers(s: Any) -> list[Phrase]:
    """What a card that is taken unseen may set off."""
    near = [c for c in range(COLOURS) if _next_is_krash(s.step[c])]
    clauses = []
    if near:
        *others, last = [card_phrase(COLOUR_NAMES[c]) for c in near]
        colours = say("alternatives", colours=others, last=last) if others else last
        ends = state_after(s, lower, near[0]).end
        clauses.append(say("may-krash-and-end" if ends else "may-krash", colours=colours))
    return [*clauses, say("may-end")] if state_after(s, play, s.turn, BLACK).end else clauses


@functools.cache
def _next_is_krash(step: int) -> bool:
    """Whether a price that is lowered from this step comes down to nothing: by the rule, where nobody has tulips."""
    s: Any = SimpleNamespace(seats=0, step=[step], krashes=0)
    lower(s, 0)
    return bool(s.krashes)
