"""A player of Tulipmania 1637 who looks one move ahead with what it knows.

It tries each move on a copy of the table in which the buyers it cannot see are spread over the hands as evenly as what is
known allows, and likes best what leaves its own prospects good and those of its strongest rival poor.
"""

from typing import Any, Final

from tulips.engine.chance import Noise, noise_word
from tulips.engine.rule import rule, rule_apart
from tulips.games.tulipmania_1637.board import BURST
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    DRAW,
    GONE,
    NOBODY,
    NOTHING,
    PASS,
    PURCHASE,
    SELL,
    SELLER,
    SPECULATE,
    all_passed,
    can_carry_out,
    carry_out,
    purchase_tulip,
)
from tulips.games.tulipmania_1637.table import Table

RIVALS: Final = 0.5  # how much the strongest rival's prospects weigh against one's own
BURST_NEAR: Final = 0.55  # how likely a colour seems to burst by speculation if one speculation is enough for it
BURST_FURTHER: Final = 0.5  # and how much less likely with each further one that it takes
ONE_BY_ONE: Final = 0.5  # how much tulips count at the full price, as if sold one a turn, and not as if sold off at once
HOLDING: Final = 1.0  # what prospects count beside cash in hand


@rule_apart
def greedy(s: Table, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Choose the move that promises most; equal ones at random."""
    best = -1e9
    choice = moves[0]
    for i in range(n):
        if s.phase != ACTION or can_carry_out(s, seat, moves[i]):
            value = promise(s, seat, moves[i], scratch) + 1e-6 * (noise_word(noise) % 1000)
            if value > best:
                best = value
                choice = moves[i]
    return choice  # type: ignore[no-any-return]


@rule_apart
def promise(s: Table, seat: int, move: int, scratch: Any) -> float:
    """How good the table looks to the seat after its move."""
    if s.phase == SELL:
        return promise_of_sale(s, seat, move, NOBODY, scratch)
    if s.phase == ACTION and move == PASS:
        return promise_of_sale(s, s.turn, s.sold, seat, scratch)
    if s.phase == DRAW and move == NOTHING:
        return promise_of_deck(s, seat, scratch)
    scratch[0] = s
    ahead: Any = scratch[0]
    imagine_buyers(ahead, seat)
    if s.phase == ACTION or s.phase == SELLER:
        ahead.laid[seat] = move
        if move == PASS:
            all_passed(ahead)
        else:
            carry_out(ahead, seat)
    elif s.phase == DRAW:
        ahead.buyers[seat, move] += 1
    else:
        purchase_tulip(ahead, move)
    return advantage(ahead, seat)


@rule
def promise_of_deck(s: Table, seat: int, scratch: Any) -> float:
    """The average over the buyers that the seat has not seen and that are still of use."""
    value = 0.0
    cards = 0
    for colour in range(s.colours):
        if s.indicator[colour] != GONE:
            number = unseen_buyers(s, seat, colour)
            scratch[0] = s
            ahead: Any = scratch[0]
            imagine_buyers(ahead, seat)
            ahead.buyers[seat, colour] += 1
            value += number * advantage(ahead, seat)
            cards += number
    return value / max(cards, 1)


@rule
def promise_of_sale(s: Table, seller: int, colour: int, passing: int, scratch: Any) -> float:
    """The average over how a sale may go without the passing seat: nobody wants the tulip, or the rival with the most cash
    purchases it or speculates with it."""
    seat = seller if passing == NOBODY else passing
    rival = richest(s, seller, passing)
    value = 0.0
    ways = 0
    for card in (PASS, PURCHASE, SPECULATE):
        scratch[0] = s
        ahead: Any = scratch[0]
        imagine_buyers(ahead, seat)
        if colour == NOTHING:
            return advantage(ahead, seat)
        ahead.sold = colour
        if can_carry_out(ahead, rival, card):
            ahead.laid[rival] = card
            if card == PASS:
                all_passed(ahead)
            else:
                carry_out(ahead, rival)
            value += advantage(ahead, seat)
            ways += 1
    return value / ways


@rule
def richest(s: Table, seller: int, passing: int) -> int:
    """The seat with the most cash that may buy."""
    best = NOBODY
    for p in range(s.seats):
        if (p != seller) & (p != passing) and (best == NOBODY or s.cash[p] > s.cash[best]):
            best = p
    return best


# What the seat imagines of others' hands


@rule
def unseen_buyers(s: Table, seat: int, colour: int) -> int:
    """How many buyers of the colour the seat has not seen: in the decks, or hidden in others' hands."""
    number = 0
    for i in range(s.deck + s.reserve):
        number += s.unseen[i] == colour
    for p in range(s.seats):
        if p != seat:
            number += s.buyers[p, colour] - s.known[p, colour]
    return number


@rule_apart
def imagine_buyers(s: Table, seat: int) -> None:
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


# What a table is worth to a seat


@rule_apart
def advantage(s: Table, seat: int) -> float:
    """The seat's prospects less part of its strongest rival's."""
    rival = 0.0
    for p in range(s.seats):
        if p != seat:
            rival = max(rival, prospects(s, p))
    return prospects(s, seat) - RIVALS * rival


@rule_apart
def prospects(s: Table, p: int) -> float:
    """Cash, and what the seat's tulips may bring: at their price, sold off from there, or in a burst by speculation."""
    value = float(s.cash[p])
    for colour in range(s.colours):
        here = s.indicator[colour]
        if here != GONE and s.tulips[p, colour] > 0:
            likely = BURST_NEAR
            top = s.speculate[s.speculate[here]]
            while s.kind[top] != BURST:
                top = s.speculate[s.speculate[top]]
                likely *= BURST_FURTHER
            now = sold_off(s, p, colour, here)
            market = ONE_BY_ONE * s.tulips[p, colour] * s.price[here] + (1 - ONE_BY_ONE) * now
            value += HOLDING * ((1 - likely) * market + likely * sold_off(s, p, colour, top))
    return value


@rule_apart
def sold_off(s: Table, p: int, colour: int, here: int) -> int:
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
