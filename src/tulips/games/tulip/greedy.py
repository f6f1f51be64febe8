"""A player of Tulip who carries each choice out in mind, an action with its best use, and weighs what it knows then."""

from typing import Any, Final

import numpy as np

from tulips.engine.chance import Noise, noise_word
from tulips.engine.rule import rule, rule_apart
from tulips.games.tulip import rules
from tulips.games.tulip.rules import CHOOSE, EXCHANGING, LOWER, NOTHING, RAISE, TAKEN, TAKING, VARYING, exchange, lies_open
from tulips.games.tulip.table import CARDS, COLOURS, FLORINS, HIGHEST, LAST_KRASH, TRACK, Table

# What a tulip brings at the end on average, by krashes so far and by where its price stands now (5, 3, 2, 1, 0), counted
# over random games of four: in a hand it is safe from krashes, on the table it is not. The last row is the end itself.
IN_HAND: Final = np.array(
    [
        [1.77, 1.68, 1.72, 1.99, 1.81],
        [2.34, 1.58, 1.35, 1.50, 2.51],
        [3.33, 1.87, 1.20, 0.96, 2.25],
        [4.17, 2.40, 1.37, 0.57, 1.53],
        TRACK,
    ]
)
ON_TABLE: Final = np.array(
    [
        [0.92, 0.70, 0.40, 0.16, 0.00],
        [2.17, 1.19, 0.64, 0.24, 0.00],
        [3.31, 1.77, 0.95, 0.36, 0.00],
        [4.17, 2.40, 1.37, 0.57, 0.00],
        TRACK,
    ]
)

# The lead, in florins, that is worth half a victory: when the game ends, with only the others' hands unknown, and before
HALF_WON_AT_END: Final = 3.0
HALF_WON: Final = 12.0


@rule_apart
def greedy(s: Table, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Choose the move that leads to the best prospects; equal ones at random."""
    best = -1e9
    choice = moves[0]
    for i in range(n):
        value = prospects_after(s, seat, moves[i], scratch) + 1e-7 * (noise_word(noise) % 1000)
        if value > best:
            best = value
            choice = moves[i]
    return choice  # type: ignore[no-any-return]


@rule
def prospects_after(s: Table, seat: int, move: int, scratch: Any) -> float:
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
def carry_out(s: Table, seat: int, move: int) -> None:
    """The rules' own `apply`, in mind."""
    rules.apply(s, seat, move)


@rule_apart
def play(s: Table, seat: int, card: int) -> None:
    """The rules' own `play`, in mind."""
    rules.play(s, seat, card)


@rule_apart
def best_exchange(s: Table, seat: int) -> float:
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
def best_variation(s: Table, seat: int, move: int, scratch: Any) -> float:
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
def average_take(s: Table, seat: int, move: int, scratch: Any) -> float:
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
def count_unseen(s: Table, seat: int, card: int) -> int:
    """How many copies of a card lie in the deck and in the others' hands together, which is all that the seat knows."""
    unseen = 0
    for i in range(s.left):
        unseen += s.deck[i] == card
    for p in range(s.seats):
        for i in range(s.held[p]):
            unseen += (p != seat) & (s.hand[p, i] == card)
    return unseen


@rule_apart
def prospects(s: Table, seat: int) -> float:
    """How near to a victory the seat is, from -1 to 1: by its lead over the best rival."""
    at = LAST_KRASH if s.end else s.krashes
    unseen = 0.0
    copies = 0
    for card in range(CARDS):
        unseen += s.copies[card] * (IN_HAND[at, s.step[card]] if card < COLOURS else FLORINS[card])
        copies += s.copies[card]
    mine = 0.0
    rival = -1e9
    for p in range(s.seats):
        value = 0.0
        for card in range(CARDS):
            value += s.garden[p, card] * (ON_TABLE[at, s.step[card]] if card < COLOURS else FLORINS[card])
        if p == seat:
            for i in range(s.held[p]):
                card = s.hand[p, i]
                value += IN_HAND[at, s.step[card]] if card < COLOURS else FLORINS[card]
            mine = value
        else:
            rival = max(rival, value + s.held[p] * unseen / copies)
    lead = mine - rival
    return lead / (abs(lead) + (HALF_WON_AT_END if s.end else HALF_WON))
