"""What a move of Tulip would do, in words and figures, as far as the seat that makes it can know."""

import functools
import operator
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from tulips.engine.phrase import Phrase, join_phrases, say
from tulips.engine.preview import Change, Preview
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.games.tulip import rules
from tulips.games.tulip.components import (
    BLACK,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    FLORINS,
    HAND,
    LAST_BLACK,
    LAST_KRASH,
    LOWEST,
    TAKE,
    TRACK,
    VARIATION,
    card_phrase,
)
from tulips.games.tulip.rules import (
    CHOOSE,
    DRAWING,
    EXCHANGING,
    LOWER,
    NOTHING,
    TAKE_FROM,
    TAKING,
)
from tulips.games.tulip.state import State

PRICES: list[int] = TRACK.tolist()

apply = on_lists(rules.apply)
florins = on_lists(rules.florins)
score = on_lists(rules.score)


def preview(s: State, seat: int, move: int) -> Preview:
    """What a move would do: prices, krashes, gardens, each seat's value, and what the seat's own hand is worth."""
    if s.phase == EXCHANGING and s.offered == NOTHING:
        return Preview(say("then choose a tulip of another seat"), anyway=_last_card(s.left, s.held[seat]))
    if move >= TAKE_FROM:
        return _taking(s, seat, move - TAKE_FROM)
    after = state_after(s, apply, seat, move)
    worth = list(zip(garden_values(s), _worth_of_gardens(after), strict=True))
    hand = held_value(s, seat), held_value(after, seat)
    told = _summary(s, after, move, _gains(worth, hand, seat))
    changes = [*_market_changes(s, after), *_value_changes(worth, hand, seat), *_garden_changes(s, after, seat)]
    return Preview(join_phrases(told, "; "), changes, None if after.end else _last_card(s.left, after.held[seat]))


def _last_card(left: int, held: int) -> Phrase | None:
    """How the turn ends whatever is played, if filling the hand up takes all that is left of the deck."""
    return say("then the last card of the deck is drawn and the game ends") if left <= HAND - held else None


# What cards pay: the rules say it of each card, and it is summed up here for every seat after every move that there is


@memoized
def garden_values(s: State) -> list[int]:
    """What the cards that lie before each seat would pay now."""
    return _worth_of_gardens(s)


def _worth_of_gardens(s: Any) -> list[int]:
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


def _market_changes(s: State, after: State) -> Iterator[Change]:
    """The price that changes, and how far the tracks to the end have come."""
    colour = _changed_colour(s, after)
    if colour is not None:
        what = say("price of {colour}", colour=card_phrase(colour))
        yield Change(what, PRICES[s.step[colour]], PRICES[after.step[colour]], f"price:{COLOUR_NAMES[colour]}")
    if after.krashes != s.krashes:
        yield Change(say("krashes"), s.krashes, after.krashes, "krashes")
    if after.blacks != s.blacks:
        yield Change(say("black tulips"), s.blacks, after.blacks, "blacks")


def _value_changes(worth: list[tuple[int, int]], hand: tuple[int, int], seat: int) -> Iterator[Change]:
    """What lies before each seat and what the seat's own hand is worth, where that changes."""
    for p, (before, after) in enumerate(worth):
        if before != after:
            what = say("value of your garden") if p == seat else say("value of {seat}", seat=p)
            yield Change(what, before, after, f"value:{p}")
    if hand[0] != hand[1]:
        yield Change(say("value of your hand"), *hand, "value:hand")


def _garden_changes(s: State, after: State, seat: int) -> Iterator[Change]:
    """Each kind of card of which a garden gets more or less."""
    fields: Any = (s.garden, after.garden)
    for p, (garden, then) in enumerate(zip(*fields, strict=True)):
        if garden != then:
            for card, before, now in zip(range(CARDS), garden, then, strict=True):
                if before != now:
                    what = (
                        _cards_before_you(card) if p == seat else say("{card} cards of {seat}", card=card_phrase(card), seat=p)
                    )
                    yield Change(what, before, now, f"tulip:{p}:{CARD_NAMES[card]}")


@functools.cache
def _cards_before_you(card: int) -> Phrase:
    return say("{card} cards before you", card=card_phrase(card))


def _summary(s: State, after: State, move: int, gains: Phrase) -> list[Phrase]:
    """The move's effect in words, with a warning where a krash or the end of the game comes or is near."""
    if move >= CHOOSE:
        return [gains]
    if move == BLACK:
        return _black_summary(after)
    if COLOURS <= move < LOWER:
        return [*_action_summary(after, move), *(_dangers(s) if after.phase == TAKING else [])]
    return _price_summary(s, after, gains)


def _gains(worth: list[tuple[int, int]], hand: tuple[int, int], seat: int) -> Phrase:
    """What each seat wins or loses on the table, and the seat itself in its hand too, by the prices after the move."""
    gains = [after - before for before, after in worth]
    gains[seat] += hand[1] - hand[0]
    told = [
        say("you {gain}", gain=f"{gain:+d}") if p == seat else say("{seat} {gain}", seat=p, gain=f"{gain:+d}")
        for p, gain in enumerate(gains)
        if gain
    ]
    return join_phrases(told) if told else say("nobody's value changes")


def price_phrase(s: State, after: State) -> Phrase | None:
    """The price that has changed from one state to the next, in words; nothing if none has."""
    colour = _changed_colour(s, after)
    if colour is None:
        return None
    before, now = PRICES[s.step[colour]], PRICES[after.step[colour]]
    return say("{colour} from {before} to {after}", colour=card_phrase(colour), before=before, after=now)


def _price_or_krash(s: State, after: State, colour: int | None) -> Phrase | None:
    """The price that has changed, and how many tulips a krash takes with it."""
    price = price_phrase(s, after)
    if price is None or colour is None or after.krashes == s.krashes:
        return price
    gone = after.discard[colour] - s.discard[colour]
    if gone == 1:
        return say("krash, {price}, 1 tulip leaves the table", price=price)
    return say("krash, {price}, {tulips} tulips leave the table", price=price, tulips=gone)


def _changed_colour(s: State, after: State) -> int | None:
    steps: Any = (s.step, after.step)
    return None if steps[0] == steps[1] else list(map(operator.ne, *steps)).index(True)


def _price_summary(s: State, after: State, gains: Phrase) -> list[Phrase]:
    colour = _changed_colour(s, after)
    price = _price_or_krash(s, after, colour)
    told = [price, gains] if price else [gains]
    if after.krashes > s.krashes:
        told.append(say("krash {number} of {last}", number=after.krashes, last=LAST_KRASH))
        return [*told, say("the game ends at once")] if after.end else told
    if colour is not None and after.step[colour] == LOWEST - 1:
        told.append(say("the next {colour} tulip is a krash", colour=card_phrase(colour)))
    return told


def _black_summary(after: State) -> list[Phrase]:
    number = say("black tulip {number} of {last}", number=after.blacks, last=LAST_BLACK)
    told = [florins_phrase(int(FLORINS[BLACK])), number]
    return [*told, say("the game ends at once")] if after.end else told


def florins_phrase(florins: int) -> Phrase:
    """Money in words."""
    return say("1 florin") if florins == 1 else say("{florins} florins", florins=florins)


CHOICES = {
    EXCHANGE: "then choose two tulips of different seats",
    VARIATION: "then choose a colour to lower or raise",
    TAKE: "then choose an opponent",
}


def _action_summary(after: State, card: int) -> list[Phrase]:
    what = say("it can't be carried out") if in_vain(after, card) else say(CHOICES[card])
    return [florins_phrase(int(FLORINS[card])), what]


def in_vain(after: State, card: int) -> bool:
    """Whether the card just played is an action that could not be carried out."""
    return COLOURS <= card < LOWER and card != BLACK and after.phase == DRAWING


def _taking(s: State, seat: int, victim: int) -> Preview:
    """Which card is taken, and what it sets off, chance decides."""
    cards = s.held[victim]
    told = [say("one of {cards} cards, played at once as yours", cards=cards), *_dangers(s)]
    change = Change(say("cards in hand of {seat}", seat=victim), cards, cards - 1, f"cards:{victim}")
    return Preview(join_phrases(told, "; "), [change], _last_card(s.left, s.held[seat]))


def _dangers(s: State) -> list[Phrase]:
    """What a card that is taken unseen may set off."""
    near = [card_phrase(c) for c in range(COLOURS) if s.step[c] == LOWEST - 1]
    told = []
    if near:
        ends = s.krashes == LAST_KRASH - 1
        text = "a krash, which ends the game, if it is {colours}" if ends else "a krash if it is {colours}"
        told.append(say(text, colours=_alternatives(near)))
    if s.blacks == LAST_BLACK - 1:
        told.append(say("the game ends if it is black"))
    return told


def _alternatives(colours: list[Phrase]) -> Phrase:
    """Several colours of which it may be one."""
    *most, last = colours
    return say("{colours} or {last}", colours=join_phrases(most), last=last) if most else last
