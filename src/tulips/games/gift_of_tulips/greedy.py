"""A player of Gift of Tulips who looks one move ahead with what it knows."""

from typing import Any, Final

from tulips.engine.best import best_of
from tulips.engine.state.rule import rule, rule_apart
from tulips.games.gift_of_tulips.components import MAJORITY, MAX_REVEALED, PLACES, SCORED_RANKS, VALUE, VARIETIES, VARIETY
from tulips.games.gift_of_tulips.rules import OPENING, apply, open_hand, tulips
from tulips.games.gift_of_tulips.state import State

RIVALS: Final = 0.5  # how much the best rival's prospects weigh against one's own


@rule_apart
def promise(s: State, seat: int, move: int, scratch: Any) -> float:
    """One's prospects after a move, less part of the best rival's."""
    scratch[0] = s
    ahead: Any = scratch[0]
    if s.phase == OPENING:
        open_hand(ahead, seat, move)  # one's own alone: what the others have chosen is not known yet
    else:
        apply(ahead, seat, move)
    rival = -1e9
    for p in range(s.seats):
        if p != seat:
            rival = max(rival, prospects(ahead, p, seat))
    return prospects(ahead, seat, seat) - RIVALS * rival


@rule
def expected_total(s: State, variety: int, seat: int) -> float:
    """The variety's total with the cards that the seat itself has hidden, as far as they are likely to be turned up."""
    hidden = 0
    for i in range(s.secrets):
        if s.owner[i] == seat and VARIETY[s.secret[i]] == variety:
            hidden += VALUE[s.secret[i]]
    chance = MAX_REVEALED / max(MAX_REVEALED, s.secrets)
    return s.tracking[variety] + chance * hidden - 0.01 * s.place[variety]


@rule_apart
def prospects(s: State, p: int, seat: int) -> float:
    """Points of seat p so far, and its share of the majorities as the seat sees the festival end.

    A share grows with the square of the tulips held: the leader takes most of it and a single tulip is worth little.
    """
    value = float(s.points[p])
    for variety in range(VARIETIES):
        total = expected_total(s, variety, seat)
        place = 0
        for other in range(VARIETIES):
            place += expected_total(s, other, seat) > total
        mine = float(tulips(s, p, variety)) ** 2
        if place < SCORED_RANKS and mine > 0:
            everyone = 0.0
            for q in range(s.seats):
                everyone += float(tulips(s, q, variety)) ** 2
            pot = 0
            for i in range(PLACES[s.seats]):
                pot += MAJORITY[s.seats, place, i]
            value += pot * mine / everyone
    return value


POLICIES = {"greedy": best_of(promise)}
