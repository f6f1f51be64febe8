"""A player of Tulipmania 1637 who looks one move ahead with what it knows.

It tries each move on a copy of the state in which the buyers it cannot see are spread over the hands as evenly as what is
known allows, and likes best what leaves its own prospects good and those of its strongest rival poor.
"""

from typing import Any, Final

import numpy as np

from tulips.engine.best import best_of, draw_lot_by_remainder
from tulips.engine.state.rule import rule, rule_apart
from tulips.games.tulipmania_1637.board import BURST
from tulips.games.tulipmania_1637.components import MAX_COLOURS
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    BUY,
    DRAW,
    GONE,
    NOBODY,
    NOTHING,
    PASS,
    PURCHASE,
    SELL,
    SPECULATE,
    all_passed,
    can_carry_out,
    carry_out,
    purchase_tulip,
)
from tulips.games.tulipmania_1637.state import State

RIVALS: Final = 0.5  # how much the strongest rival's prospects weigh against one's own
BURST_NEAR: Final = 0.55  # how likely a colour seems to burst by speculation if one speculation is enough for it
BURST_FURTHER: Final = 0.5  # and how much less likely with each further one that it takes
ONE_BY_ONE: Final = 0.5  # how much tulips count at the full price, as if sold one a turn, and not as if sold off at once
SALES: Final = np.array([PASS, PURCHASE, SPECULATE])  # the ways in which a sale among others may go
WAYS: Final = MAX_COLOURS  # the most ways in which any move may go: a buyer from the deck may be of every colour


@rule
def is_considered(s: State, seat: int, move: int) -> bool:
    """Cards that could not be carried out are not."""
    return s.phase != ACTION or can_carry_out(s, seat, move)


@rule_apart
def promise(s: State, seat: int, move: int, scratch: Any) -> float:
    """How good the state looks to the seat after its move, on average over the ways in which it may go."""
    total = 0.0
    weights = 0
    for way in range(WAYS):
        weight = unseen_buyers(s, seat, way) if s.phase == DRAW and move == NOTHING else 1
        scratch[0] = s
        ahead: Any = scratch[0]
        imagine_buyers(ahead, seat)
        if weight > 0 and try_move(ahead, seat, move, way):
            total += weight * advantage(ahead, seat)
            weights += weight
    return total / max(weights, 1)


@rule_apart
def try_move(s: State, seat: int, move: int, way: int) -> bool:
    """Make the move on an imagined state; False if it can't go this way. Only some moves can go more than one way."""
    if s.phase == SELL and move != NOTHING:
        s.sold = move
        return try_sale(s, richest(s, seat, seat), way)
    if s.phase == ACTION and move == PASS:
        return try_sale(s, richest(s, s.turn, seat), way)
    if s.phase == DRAW and move == NOTHING:
        if s.indicator[way] == GONE:
            return False
        s.buyers[seat, way] += 1
        return True
    if way > 0:
        return False
    if s.phase == DRAW:
        s.buyers[seat, move] += 1
    elif s.phase == BUY:
        purchase_tulip(s, move)
    elif s.phase != SELL:
        win_sale(s, seat, move)
    return True


@rule
def try_sale(s: State, rival: int, way: int) -> bool:
    """A sale by others: nobody wants the tulip, or the rival with the most cash purchases it or speculates with it."""
    if way >= len(SALES) or not can_carry_out(s, rival, SALES[way]):
        return False
    win_sale(s, rival, SALES[way])
    return True


@rule_apart
def win_sale(s: State, winner: int, card: int) -> None:
    """The seat wins the sale with the card, or all pass."""
    s.laid[winner] = card
    if card == PASS:
        all_passed(s)
    else:
        carry_out(s, winner)


@rule
def richest(s: State, seller: int, passing: int) -> int:
    """The seat with the most cash that may buy."""
    best = NOBODY
    for p in range(s.seats):
        if (p != seller) & (p != passing) and (best == NOBODY or s.cash[p] > s.cash[best]):
            best = p
    return best


# What the seat imagines of others' hands


@rule_apart
def unseen_buyers(s: State, seat: int, colour: int) -> int:
    """How many buyers of the colour the seat has not seen: in the decks, or hidden in others' hands."""
    number = 0
    for i in range(s.deck + s.reserve):
        number += s.unseen[i] == colour
    for p in range(s.seats):
        if p != seat:
            number += s.buyers[p, colour] - s.known[p, colour]
    return number


@rule_apart
def imagine_buyers(s: State, seat: int) -> None:
    """Give each rival the buyers it is known to have, and of those that are hidden its fair share of every colour."""
    shares = (
        unseen_buyers(s, seat, 0),
        unseen_buyers(s, seat, 1),
        unseen_buyers(s, seat, 2),
        unseen_buyers(s, seat, 3),
        unseen_buyers(s, seat, 4),
    )
    everything = 0
    for colour in range(s.colours):
        everything += shares[colour] if s.indicator[colour] != GONE else 0
    for p in range(s.seats):
        if p != seat:
            hidden = 0
            for colour in range(s.colours):
                hidden += s.buyers[p, colour] - s.known[p, colour]
            for colour in range(s.colours):
                if s.indicator[colour] != GONE:
                    share = (2 * hidden * shares[colour] + everything) // max(2 * everything, 1)
                    guess = max(s.known[p, colour] + share, s.least[p, colour])
                    s.buyers[p, colour] = min(guess, s.most[p, colour])


# What a state is worth to a seat


@rule_apart
def advantage(s: State, seat: int) -> float:
    """The seat's prospects less part of its strongest rival's."""
    own = 0.0
    rival = 0.0
    for p in range(s.seats):
        value = prospects(s, p)
        if p == seat:
            own = value
        else:
            rival = max(rival, value)
    return own - RIVALS * rival


@rule_apart
def prospects(s: State, p: int) -> float:
    """Cash, and what the seat's tulips may bring: at their price, sold off from there, or in a burst by speculation."""
    value = float(s.cash[p])
    for colour in range(s.colours):
        if s.indicator[colour] != GONE and s.tulips[p, colour] > 0:
            here = s.indicator[colour]
            likely = BURST_NEAR
            top = s.speculate[s.speculate[here]]
            for _ in range(s.spaces):
                if s.kind[top] == BURST:
                    break
                top = s.speculate[s.speculate[top]]
                likely *= BURST_FURTHER
            one_by_one = s.tulips[p, colour] * s.price[here]
            now = sold_off(s, p, colour, here)
            then = sold_off(s, p, colour, top)
            value += (1 - likely) * (ONE_BY_ONE * one_by_one + (1 - ONE_BY_ONE) * now) + likely * then
    return value


@rule_apart
def sold_off(s: State, p: int, colour: int, here: int) -> int:
    """What the seat's tulips of the colour bring if the price runs down from that space."""
    most_pairs = 0
    for q in range(s.seats):
        most_pairs = max(most_pairs, min(s.tulips[q, colour], s.buyers[q, colour]))
    pairs = min(s.tulips[p, colour], s.buyers[p, colour])
    cash = 0
    for step in range(most_pairs + s.tulips[p, colour] - pairs):
        if step < pairs or step >= most_pairs:
            cash += s.price[here]
        here = s.sale[here]
    return cash


greedy = best_of(promise, is_considered=is_considered, draw_lot=draw_lot_by_remainder)

POLICIES = {"greedy": greedy}
