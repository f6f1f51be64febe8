"""A player of Tulip who carries each choice out in mind, an action with its best use, and weighs what it knows then."""

import math
from typing import Any, Final

import numpy as np

from tulips.engine.best import best_of
from tulips.engine.state.rule import rule, rule_apart
from tulips.games.tulip.components import CARDS, COLOURS, FLORINS, HIGHEST, LAST_BLACK, TRACK
from tulips.games.tulip.rules import (
    CHOOSE,
    EXCHANGING,
    LOWER,
    NOTHING,
    RAISE,
    TAKEN,
    TAKING,
    VARYING,
    apply,
    exchange,
    lies_open,
    play,
)
from tulips.games.tulip.state import State

# What a tulip has brought at the end of random games of four, on average, by krashes so far and black tulips so far: with
# its price now at 5, 3, 2, 1, 0 if it was in a hand, safe from krashes, then the same if it lay on the table.
AVERAGES: Final = np.array(
    [
        [1.7, 1.7, 1.8, 2.2, 1.8, 0.8, 0.5, 0.3, 0.1, 0.0],  # 0, 0
        [1.7, 1.6, 1.7, 2.0, 1.9, 1.1, 0.7, 0.4, 0.1, 0.0],  # 0, 1
        [1.9, 1.6, 1.6, 1.9, 2.1, 1.5, 0.9, 0.5, 0.2, 0.0],  # 0, 2
        [2.6, 1.9, 1.5, 1.6, 2.1, 2.3, 1.5, 0.9, 0.3, 0.0],  # 0, 3
        [2.0, 1.5, 1.4, 1.7, 2.6, 1.7, 0.9, 0.5, 0.2, 0.0],  # 1, 0
        [2.2, 1.5, 1.3, 1.5, 2.6, 2.0, 1.1, 0.6, 0.2, 0.0],  # 1, 1
        [2.5, 1.6, 1.3, 1.5, 2.6, 2.3, 1.3, 0.7, 0.2, 0.0],  # 1, 2
        [3.1, 1.9, 1.4, 1.3, 2.2, 3.0, 1.7, 1.0, 0.4, 0.0],  # 1, 3
        [2.9, 1.6, 1.2, 1.0, 2.4, 2.9, 1.4, 0.8, 0.3, 0.0],  # 2, 0
        [3.1, 1.7, 1.1, 1.0, 2.4, 3.1, 1.6, 0.8, 0.3, 0.0],  # 2, 1
        [3.3, 1.9, 1.2, 1.0, 2.3, 3.3, 1.8, 0.9, 0.3, 0.0],  # 2, 2
        [3.7, 2.1, 1.3, 0.9, 1.9, 3.7, 2.1, 1.2, 0.5, 0.0],  # 2, 3
        [3.9, 2.2, 1.2, 0.5, 1.8, 3.9, 2.2, 1.2, 0.5, 0.0],  # 3, 0
        [4.0, 2.3, 1.3, 0.5, 1.6, 4.0, 2.3, 1.3, 0.5, 0.0],  # 3, 1
        [4.1, 2.4, 1.3, 0.5, 1.6, 4.1, 2.4, 1.3, 0.5, 0.0],  # 3, 2
        [4.3, 2.5, 1.5, 0.6, 1.4, 4.3, 2.5, 1.5, 0.6, 0.0],  # 3, 3
    ]
)
CARE: Final = 0.4  # a seat that takes care of its tulips on the table comes so much nearer to their present price
OVER: Final = len(AVERAGES)  # the row of the end itself
IN_HAND: Final = np.vstack([AVERAGES[:, : len(TRACK)], TRACK])
ON_TABLE: Final = np.vstack([CARE * TRACK + (1 - CARE) * AVERAGES[:, len(TRACK) :], TRACK])

# How far a lead may still change, in florins, by krashes so far; at the end only the others' hands are unknown
SPREAD: Final = np.array([3.5, 3.3, 3.1, 2.7])
SPREAD_AT_END: Final = 1.8

TIE_BREAK: Final = 1e-7  # prospects lie between 0 and 1


@rule_apart
def prospects_after(s: State, seat: int, move: int, scratch: Any) -> float:
    """The prospects after a move; where it lays an action open, after the action's best use."""
    ahead: Any = scratch[0]
    scratch[0] = s
    carry_out(ahead, seat, move)
    if ahead.phase == EXCHANGING:
        return best_exchange(ahead, seat)
    if ahead.phase == VARYING:
        return best_variation(s, seat, move, scratch)
    if ahead.phase == TAKING or ahead.phase == TAKEN:
        return average_take(s, seat, move, scratch)
    return prospects(ahead, seat)


@rule_apart
def carry_out(s: State, seat: int, move: int) -> None:
    """The rules' own `apply`, in mind; one piece of code for all its uses here."""
    apply(s, seat, move)


@rule_apart
def best_exchange(s: State, seat: int) -> float:
    """The best of all pairs of tulips, or of those with the tulip that is chosen already."""
    best = -1e9
    for one in range(s.seats * COLOURS):
        if s.garden[one // COLOURS, one % COLOURS] > 0 and (s.offered == NOTHING or s.offered == one):
            first_seat, first_colour = one // COLOURS, one % COLOURS
            for other in range(s.seats * COLOURS):
                other_seat, other_colour = other // COLOURS, other % COLOURS
                if other_seat != first_seat and s.garden[other_seat, other_colour] > 0:
                    exchange(s, one, other)
                    best = max(best, prospects(s, seat))
                    exchange(s, first_seat * COLOURS + other_colour, other_seat * COLOURS + first_colour)
    return best


@rule_apart
def best_variation(s: State, seat: int, move: int, scratch: Any) -> float:
    """The best of all variations that a move makes possible."""
    best = -1e9
    ahead: Any = scratch[0]
    for variation in range(LOWER, CHOOSE):
        colour = (variation - LOWER) % COLOURS
        if lies_open(s, colour) and (variation < RAISE or s.step[colour] != HIGHEST):
            scratch[0] = s
            carry_out(ahead, seat, move)
            carry_out(ahead, seat, variation)
            best = max(best, prospects(ahead, seat))
    return best


@rule_apart
def average_take(s: State, seat: int, move: int, scratch: Any) -> float:
    """The average over the cards that may come from a hand: all that the seat has not seen. Another action is worth itself."""
    total = 0.0
    cards = 0
    ahead: Any = scratch[0]
    for card in range(CARDS):
        unseen = count_unseen(s, seat, card)
        scratch[0] = s
        carry_out(ahead, seat, move)
        if ahead.phase == TAKEN:
            ahead.held[ahead.victim] -= 1
        play(ahead, seat, card)
        total += unseen * prospects(ahead, seat)
        cards += unseen
    return total / cards


@rule
def count_unseen(s: State, seat: int, card: int) -> int:
    """How many copies of a card lie in the deck and in the others' hands together, which is all that the seat knows."""
    unseen = 0
    for i in range(s.left):
        unseen += s.deck[i] == card
    for p in range(s.seats):
        for i in range(s.held[p]):
            unseen += (p != seat) & (s.hand[p, i] == card)
    return unseen


@rule_apart
def prospects(s: State, seat: int) -> float:
    """The chance to win: that of ending ahead of each rival, taken together."""
    at = OVER if s.end else s.krashes * LAST_BLACK + s.blacks
    spread = SPREAD_AT_END if s.end else SPREAD[s.krashes]
    mine = table_worth(s, seat, at)
    for i in range(s.held[seat]):
        mine += worth(s, IN_HAND, at, s.hand[seat, i])
    unseen = 0.0
    copies = 0
    for card in range(CARDS):
        unseen += s.copies[card] * worth(s, IN_HAND, at, card)
        copies += s.copies[card]
    chance = 1.0
    for p in range(s.seats):
        if p != seat:
            lead = mine - table_worth(s, p, at) - s.held[p] * unseen / copies
            chance *= 0.5 + 0.5 * lead / math.sqrt(lead * lead + spread * spread)
    return chance


@rule
def worth(s: State, by_price: Any, at: int, card: int) -> float:
    """What a card will bring on average."""
    return by_price[at, s.step[card]] if card < COLOURS else float(FLORINS[card])


@rule
def table_worth(s: State, seat: int, at: int) -> float:
    """What the cards before a seat will bring on average."""
    value = 0.0
    for card in range(CARDS):
        value += s.garden[seat, card] * worth(s, ON_TABLE, at, card)
    return value


greedy = best_of(prospects_after, TIE_BREAK)

POLICIES = {"greedy": greedy}
