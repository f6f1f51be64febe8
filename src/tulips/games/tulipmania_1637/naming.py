"""The things of Tulipmania 1637 by name, as phrases for any language: colours, tulips, buyers, cards and money."""

import functools

from tulips.engine.phrase import Phrase, say
from tulips.games.tulipmania_1637.components import CARD_NAMES, COLOUR_NAMES


@functools.cache
def colour_phrase(colour: int) -> Phrase:
    """A colour: "orange"."""
    return say(COLOUR_NAMES[colour])


@functools.cache
def tulips_phrase(colour: int) -> Phrase:
    """Tulips of a colour; whole words, since adjectives agree with their noun in other languages."""
    return say(f"{COLOUR_NAMES[colour]} tulips")


@functools.cache
def buyer_phrase(colour: int) -> Phrase:
    """One buyer of a colour."""
    return say(f"{COLOUR_NAMES[colour]} buyer")


@functools.cache
def buyers_phrase(colour: int) -> Phrase:
    """Several buyers of a colour."""
    return say(f"{COLOUR_NAMES[colour]} buyers")


@functools.cache
def number_of_buyers(number: int, colour: int) -> Phrase:
    """So many buyers: "2 orange buyers"."""
    return say("{number} {buyers}", number=number, buyers=(buyer_phrase if number == 1 else buyers_phrase)(colour))


@functools.cache
def card_phrase(card: int) -> Phrase:
    """An action card: "speculate by proxy"."""
    return say(CARD_NAMES[card])


@functools.lru_cache(maxsize=4096)
def florins(amount: int) -> Phrase:
    """An amount of money, such as "f1,500"; languages differ in where its sign stands and in what parts the thousands."""
    if amount < 1000:
        return say("f{amount}", amount=amount)
    return say("f{thousands},{rest}", thousands=f"{amount // 1000:,}", rest=f"{amount % 1000:03}")
