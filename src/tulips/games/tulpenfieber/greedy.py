"""A player of Tulpenfieber who plays the dice of a turn exactly, for the learned value of the fields it may end with."""

import math
from typing import Any, Final

import numpy as np

from tulips.engine.best import first_best_of
from tulips.engine.state.chance import Noise
from tulips.engine.state.rule import rule, rule_apart
from tulips.games.tulpenfieber.components import (
    AREA,
    BOTTOM_ROW,
    COLUMNS,
    FIELD,
    FREE_ROLLS,
    KIND_FITS,
    MIDDLE,
    NOT_WON,
    OUTSTANDING,
    PRICE,
    ROUNDS,
    ROW,
    ROWS,
    RUN_FITS,
    SPACES,
    TILE_PLACES,
)
from tulips.games.tulpenfieber.dice import FACES, HANDFULS, MAX_DICE, count, handful
from tulips.games.tulpenfieber.hasty import hasty
from tulips.games.tulpenfieber.rules import (
    CARRY,
    CARRY_NONE,
    CARRY_TULIP,
    LAY_TILE,
    NO_TILE,
    NOWHERE,
    PAID,
    PAY,
    PAY_SECOND,
    PLACE,
    PLANT,
    STOP,
    TILE,
    TURN_TULIP,
    carried_row,
    flat_places,
    solo_total,
    tulips_in,
    upright_places,
    victory,
)
from tulips.games.tulpenfieber.solver import FROM, MOST_PAID, PACKED_AT, SOLUTION, WORST, solve, worth_of, worth_of_ending
from tulips.games.tulpenfieber.state import State
from tulips.games.tulpenfieber.value import WEIGHTS, bonus_term, field_value, payable_term, value

NO_AIM: Final = 0
FIRST: Final = -1  # in a race: to win before the others
SPREAD: Final = 1.0  # variance of the tulips still to come, for each of their mean
Z_MOST: Final = 5  # the normal distribution is told from so many deviations below the mean to as many above
Z_STEPS: Final = 200  # a deviation
NORMAL: Final = np.array([0.5 + 0.5 * math.erf((i / Z_STEPS - Z_MOST) / 2**0.5) for i in range(2 * Z_MOST * Z_STEPS + 1)])

SCRATCH: Final = np.dtype(
    [
        *SOLUTION,
        (
            "space",
            "f8",
            ((MOST_PAID + 1) * (SPACES + 1),),
        ),  # the worth of ending on a space, by rolls paid; above last
        ("kind", "f8", (FACES * (MAX_DICE + 1),)),  # the best of those that so many of a face fit
        ("worth_now", "f8"),  # what the whole turn is worth before it begins
        ("covered", "i8"),  # what the plan was made for, from here on
        ("tiled", "i8"),
        ("turned", "i8", (MOST_PAID + 1,)),  # by rolls paid
        ("above_turned", "i8", (MOST_PAID + 1,)),
        ("above", "i8"),
        ("columns", "i8"),
        ("number", "i8"),
        ("supply", "i8"),
        ("round", "i8"),
        ("carried", "i8"),
        ("may_decline", "i8"),
        ("flowers", "i8"),
        ("seats", "i8"),
        ("paid", "i8"),  # rolls paid when it was made
        ("rolls", "i8"),  # rolls made by then
        ("aim", "i8"),
        ("before", "i8"),  # tulips of the rounds before
    ]
)
"""What the player thinks in: a turn's plan, kept to the turn's end."""


@rule
def greedy(s: State, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Make the move after which the expected number of tulips to the end is least."""
    return choose_by(WEIGHTS, s, seat, moves, n, scratch[0], NO_AIM)


@rule
def daring(s: State, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Play for the odds alone: in a solo game of an outstanding total, in a race of being first."""
    return choose_by(WEIGHTS, s, seat, moves, n, scratch[0], OUTSTANDING if s.seats == 1 else FIRST)


@rule_apart
def choose_by(weights: Any, s: State, seat: int, moves: Any, n: int, m: Any, aim: int) -> int:
    """The move that is best by these weights: for few tulips, or for the odds of a total no higher than the aim."""
    if s.phase == PAY_SECOND:
        return TURN_TULIP + best_to_turn(s, seat, s.turned[seat])
    if s.phase == TILE:
        return tile_to_lay(s, seat, moves, n, weights)
    if s.phase == CARRY:
        return tulip_to_carry(s, seat, moves, n, weights)
    if not is_planned(s, seat, m, aim):
        make_plan(weights, s, seat, m, aim)
    if s.phase == PLACE:
        return space_to_plant(s, seat, moves, n, m)
    return tulip_to_turn(s, seat, m) if s.phase == PAY else dice_to_keep(s, seat, moves, n, m)


# The dice


@rule
def rolls_paid(s: State) -> int:
    """How many rolls are paid this turn."""
    return max(s.rolls + (s.phase == PAID) - FREE_ROLLS, 0)


@rule_apart
def tulip_to_turn(s: State, seat: int, m: Any) -> int:
    """Where a roll must be paid first: turn a tulip if some dice are worth it, else stop."""
    number = handful(s.dice)
    roll = s.rolls + 1
    best = worth_of_ending(m, rolls_paid(s), number)
    for place in range(FROM[s.number]):
        packed = PACKED_AT[place]
        part = True
        for face in range(FACES):
            part = part & (count(packed, face) <= count(s.dice, face))
        if part and m.worth[roll * HANDFULS + place] > best:
            return TURN_TULIP + best_to_turn(s, seat, s.turned[seat])
    return STOP


@rule
def promise_of_dice(s: State, seat: int, move: int, m: Any) -> float:
    """What it is worth to stop, or to keep these dice."""
    return worth_of_ending(m, rolls_paid(s), handful(s.dice)) if move == STOP else worth_of(m, s.rolls + 1, move)


dice_to_keep = first_best_of(promise_of_dice)


@rule_apart
def is_planned(s: State, seat: int, m: Any, aim: int) -> bool:
    """Whether the plan was made for this turn."""
    paid = rolls_paid(s)
    same = (m.number == s.number) & (m.covered == s.covered[seat]) & (m.tiled == s.tiled[seat]) & (m.above == s.above[seat])
    same &= (m.turned[paid] == s.turned[seat]) & (m.above_turned[paid] == s.above_turned[seat]) & (paid >= m.paid)
    same &= (m.round == s.round) & (m.carried == s.multicoloured[0]) & (m.flowers == s.flowers[0]) & (m.seats == s.seats)
    same &= (m.aim == aim) & (m.before == solo_total(s)) & (m.may_decline == s.may_decline)
    same &= ((m.supply > 0) == (s.supply > 0)) & (m.columns == packed_columns(s)) & (s.rolls >= m.rolls)
    return bool(same)


@rule_apart
def packed_columns(s: State) -> int:
    """The columns of all faces in one number."""
    columns = 0
    for face in range(FACES):
        columns = columns << 3 | s.column[face]
    return columns


@rule_apart
def make_plan(weights: Any, s: State, seat: int, m: Any, aim: int) -> None:
    """Value every end of the turn and solve the dice."""
    m.number = s.number
    m.covered = s.covered[seat]
    m.tiled = s.tiled[seat]
    m.above = s.above[seat]
    m.columns = packed_columns(s)
    m.supply = s.supply
    m.round = s.round
    m.carried = s.multicoloured[0]
    m.may_decline = s.may_decline
    m.flowers = s.flowers[0]
    m.seats = s.seats
    m.paid = rolls_paid(s)
    m.rolls = s.rolls
    m.aim = aim
    m.before = solo_total(s)
    m.turned[m.paid] = s.turned[seat]
    m.above_turned[m.paid] = s.above_turned[seat]
    most = m.paid + plan_payments(s, seat, m)
    value_spaces(weights, s, seat, m, most)
    if aim == FIRST:
        value_by_race(weights, s, seat, m, most)
    elif aim != NO_AIM:
        value_by_odds(weights, s, m, most)
    for paid in range(m.paid, most + 1):
        value_dice(s, m, paid)
    solve(m, s.number, 1 if s.rolls <= 1 else min(s.rolls + 1, FREE_ROLLS + most), FREE_ROLLS + most)
    if s.rolls <= 1:
        m.worth_now = WORST
        for place in range(FROM[s.bonus[seat]], FROM[s.bonus[seat] + 1]):
            m.worth_now = max(m.worth_now, m.worth[HANDFULS + place])


@rule_apart
def plan_payments(s: State, seat: int, m: Any) -> int:
    """How many rolls could still be paid this turn, and which tulips would be turned for them."""
    turned = s.turned[seat]
    above_turned = s.above_turned[seat]
    more = 0
    while m.paid + more < MOST_PAID and tulips_in(face_up(s, seat, turned)) + s.above[seat] - above_turned >= PRICE:
        for _ in range(PRICE):
            space = best_to_turn(s, seat, turned)
            above_turned += space == SPACES
            turned |= 1 << space if space < SPACES else 0
        more += 1
        m.turned[m.paid + more] = turned
        m.above_turned[m.paid + more] = above_turned
    return more


@rule
def face_up(s: State, seat: int, turned: int) -> int:
    """The spaces whose tulips could be turned if these were turned already."""
    return s.covered[seat] & ~(turned | s.tiled[seat])


@rule_apart
def best_to_turn(s: State, seat: int, turned: int) -> int:
    """Turn first what a bonus tile is likely to cover, and tulips above the field (SPACES) last: they can always pay."""
    spaces = face_up(s, seat, turned)
    free = s.covered[seat] & ~s.tiled[seat]
    best = -1
    choice = SPACES
    for space in range(SPACES):
        if spaces >> space & 1:
            worth = 0
            for place in range(TILE_PLACES):
                if (AREA[place] >> space & 1 != 0) & (AREA[place] & s.tiled[seat] == 0):
                    worth = max(worth, tulips_in(AREA[place] & free))
            if worth > best:
                best = worth
                choice = space
    return choice


# The spaces


@rule_apart
def value_spaces(weights: Any, s: State, seat: int, m: Any, most: int) -> None:
    """What the turn is worth on each open space and above the field, after each number of rolls paid."""
    for space in range(SPACES + 1):
        covered = m.covered | (1 << space if space < SPACES else 0)
        if space < SPACES and m.covered >> space & 1:
            for paid in range(m.paid, most + 1):
                m.space[paid * (SPACES + 1) + space] = WORST
        elif space < SPACES and victory(covered) != NOT_WON:
            for paid in range(m.paid, most + 1):
                m.space[paid * (SPACES + 1) + space] = -regret(weights, s, covered)
        else:
            field = field_value(weights, covered)
            for paid in range(m.paid, most + 1):
                up = m.above + (space == SPACES) - m.above_turned[paid]
                rest = best_tile(weights, s, seat, covered, m.turned[paid], up)
                m.space[paid * (SPACES + 1) + space] = -field - rest


@rule_apart
def best_tile(weights: Any, s: State, seat: int, covered: int, turned: int, up: int) -> float:
    """The value of tulips to turn and bonus tiles at the end of a turn, with the best tile laid or none."""
    best = value_of_tile(weights, s, seat, covered, turned, up, NO_TILE)
    free = covered & ~s.tiled[seat]
    flat, upright = flat_places(free), upright_places(free)
    if s.supply > 0 and (flat | upright) != 0:
        for place in range(TILE_PLACES):
            if (flat if place < SPACES else upright) >> place % SPACES & 1:
                best = min(best, value_of_tile(weights, s, seat, covered, turned, up, LAY_TILE + place))
    return best


@rule_apart
def value_of_tile(weights: Any, s: State, seat: int, covered: int, turned: int, up: int, move: int) -> float:
    """The value of tulips to turn and bonus tiles after laying a tile, or none."""
    tiled, bonus = s.tiled[seat], s.bonus[seat]
    if move != NO_TILE:
        tiled |= AREA[move - LAY_TILE]
        bonus += 1
    payable = up + tulips_in(covered & ~(turned | tiled))
    return weights[payable_term(covered, payable, bonus)] + weights[bonus_term(covered, tiled, bonus)]  # type: ignore[no-any-return]


@rule_apart
def value_dice(s: State, m: Any, paid: int) -> None:
    """What it is worth to end with each full handful: the best space it fits, or above the field."""
    first = paid * (SPACES + 1)
    anywhere = WORST
    for space in range(SPACES):
        anywhere = max(anywhere, m.space[first + space])
    for face in range(FACES):
        for dice in range(MAX_DICE + 1):
            best = WORST
            for row in range(ROWS):
                if KIND_FITS[dice] >> COLUMNS * row & 1:
                    best = max(best, m.space[first + COLUMNS * row + s.column[face]])
            m.kind[face * (MAX_DICE + 1) + dice] = best
    for place in range(FROM[s.number], FROM[s.number + 1]):
        packed = PACKED_AT[place]
        runs = RUN_FITS[handful(packed)]
        best = WORST
        for face in range(FACES):
            best = max(best, m.kind[face * (MAX_DICE + 1) + count(packed, face)])
        if runs & 1:  # so many alike that they fit anywhere
            best = max(best, anywhere)
        elif runs:
            for row in range(ROWS):
                if runs >> COLUMNS * row + MIDDLE & 1:
                    best = max(best, m.space[first + COLUMNS * row + MIDDLE])
        m.ending[paid * HANDFULS + place] = m.space[first + SPACES] if best <= WORST else best


@rule
def promise_of_space(s: State, seat: int, move: int, m: Any) -> float:
    """What it is worth to end on a space, or above the field."""
    return m.space[rolls_paid(s) * (SPACES + 1) + move - PLANT]  # type: ignore[no-any-return]


space_to_plant = first_best_of(promise_of_space)


@rule
def promise_of_tile(s: State, seat: int, move: int, weights: Any) -> float:
    """How few tulips are to come with a bonus tile laid, or with none."""
    up = s.above[seat] - s.above_turned[seat]
    return -value_of_tile(weights, s, seat, s.covered[seat], s.turned[seat], up, move)


tile_to_lay = first_best_of(promise_of_tile)


# Playing for the odds


@rule_apart
def value_by_odds(weights: Any, s: State, m: Any, most: int) -> None:
    """Put the odds of a total no higher than the aim in the place of expected tulips; where they are equal, fewer are better.

    The tulips still to come are taken for normally distributed, with a variance in proportion to their mean.
    """
    left = m.aim - m.before - s.tulips[0] - 1
    later = best_later_rounds(weights, s, FIELD)
    for i in range(m.paid * (SPACES + 1), (most + 1) * (SPACES + 1)):
        if m.space[i] > WORST:
            mean = max(later - m.space[i], 0.0)
            chance = 1.0 if left >= 0 else 0.0
            if mean > 0.0:
                chance = below((left + 0.5 - mean) / (SPREAD * mean) ** 0.5)
            m.space[i] = chance - 1e-5 * mean


@rule_apart
def value_by_race(weights: Any, s: State, seat: int, m: Any, most: int) -> None:
    """Put the odds of winning before all others in the place of expected tulips; where they are equal, fewer are better.

    The tulips still to come, one each turn, are taken for normally distributed as above, on every field apart.
    """
    for i in range(m.paid * (SPACES + 1), (most + 1) * (SPACES + 1)):
        if m.space[i] > WORST:
            mean = max(-m.space[i], 0.0)
            chance = 1.0
            for p in range(s.seats):
                if (p != seat) & (mean > 0.0):
                    payable = s.above[p] - s.above_turned[p] + tulips_in(s.covered[p] & ~(s.turned[p] | s.tiled[p]))
                    theirs = max(value(weights, s.covered[p], s.tiled[p], payable, s.bonus[p]), 1.0)
                    chance *= below((theirs - 0.5 - mean) / (SPREAD * (mean + theirs)) ** 0.5)
            m.space[i] = chance - 1e-5 * mean


@rule
def below(z: float) -> float:
    """The part of a normal distribution that lies below so many deviations over its mean."""
    return NORMAL[int(min(max(z + Z_MOST, 0.0), 2 * Z_MOST) * Z_STEPS)]  # type: ignore[no-any-return]


# Between the rounds of a solo game


@rule_apart
def later_rounds(weights: Any, s: State, carried: int, last: int) -> float:
    """The tulips of the rounds to come if a tulip of the fourth row is carried over, or none, and then one of the fifth."""
    total = 0.0
    start = s.flowers[0]
    if carried != NOWHERE:
        start |= 1 << carried
    if s.round == 0:
        tulips = tulips_in(start)
        total += tulips + value(weights, start, 0, tulips, 0)
        best = 1e9
        for column in range(COLUMNS):
            third = start | 1 << COLUMNS * BOTTOM_ROW + column
            best = min(best, tulips + 1 + value(weights, third, 0, tulips + 1, 0))
        return total + best
    if last != NOWHERE:
        start |= 1 << last
    tulips = tulips_in(start)
    return tulips + value(weights, start, 0, tulips, 0)


@rule_apart
def regret(weights: Any, s: State, covered: int) -> float:
    """How much worse the best tulip that can be carried over from a won field is than the best of any; 0 in a race."""
    return best_later_rounds(weights, s, covered) - best_later_rounds(weights, s, FIELD)


@rule_apart
def best_later_rounds(weights: Any, s: State, covered: int) -> float:
    """The tulips of the rounds to come, with the best of these covered spaces carried over, or none if that may be."""
    if s.seats > 1 or s.round == ROUNDS - 1:
        return 0.0
    first = COLUMNS * carried_row(s.round)
    row = covered >> first & ROW
    best = 1e9
    if row == 0 or s.may_decline:
        best = later_if_carried(weights, s, NOWHERE)
    for column in range(COLUMNS):
        if row >> column & 1:
            best = min(best, later_if_carried(weights, s, first + column))
    return best


@rule_apart
def later_if_carried(weights: Any, s: State, space: int) -> float:
    """The tulips of the rounds to come if the tulip on this space is carried over after the round, or none."""
    if s.round == 0:
        return later_rounds(weights, s, space, NOWHERE)
    return later_rounds(weights, s, s.multicoloured[0], space)


@rule
def promise_of_carrying(s: State, seat: int, move: int, weights: Any) -> float:
    """How few tulips are to come in the next rounds with a tulip carried over, or with none where that may be."""
    # Interpreted, a number of a move has 32 bits, which are too few for a set of spaces.
    return -later_if_carried(weights, s, NOWHERE if move == CARRY_NONE else int(move) - CARRY_TULIP)


tulip_to_carry = first_best_of(promise_of_carrying)

POLICIES = {"hasty": hasty, "daring": daring, "greedy": greedy}
