"""Templates for playing by policies; `tulips.bots` binds them to each game's own.

A policy takes the state, the seat, its moves and how many they are, a scratch state to try moves on, and noise. The
scratch state is of a game's own type if it says so, and keeps what the last choice has left there. A policy may read of the
state only what the seat knows, and its choice may depend on nothing else; a test redeals the rest and expects the same choice.
"""

from typing import Any

from tulips.engine.compile.stubs import apply, choose, legal_moves, outcomes, settle
from tulips.engine.state.chance import Noise, below, pick
from tulips.engine.state.rule import cold, rule
from tulips.engine.state.seats import first_seat
from tulips.engine.state.state import States


@rule
def random_policy(s: Any, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Any move, each equally likely."""
    return moves[pick(noise, n)]  # type: ignore[no-any-return]


MOST = 3
"""How many bots of its own a game can have."""

policy_1 = policy_2 = policy_3 = random_policy  # bots 1, 2, 3 of a game; those it does not have stay random


def choose_by_number(s: Any, seat: int, moves: Any, n: int, bot: int, scratch: Any, noise: Noise) -> int:
    """The choice of the bot of that number."""
    if bot == 1:
        return policy_1(s, seat, moves, n, scratch, noise)
    if bot == 2:
        return policy_2(s, seat, moves, n, scratch, noise)
    if bot == 3:
        return policy_3(s, seat, moves, n, scratch, noise)
    return random_policy(s, seat, moves, n, scratch, noise)


@cold
def decide(states: States, i: int, seat: int, bot: int, moves: Any, scratch: States, noise: Noise) -> int:
    """The bot's choice for a seat that acts."""
    s: Any = states[i]
    n = legal_moves(s, seat, moves)
    return choose(s, seat, moves, n, bot, scratch, noise)


@cold
def play_until(states: States, thinkers: Any, bots: Any, moves: Any, scratch: States, noise: Noise) -> int:
    """Play on until a seat of those that think has to decide, or to the end; the number of decisions made."""
    s: Any = states[0]
    decisions = 0
    while not s.end:
        if s.chance:
            settle(s, below(s, outcomes(s)))
        else:
            seat = first_seat(s.actors)
            if thinkers[seat]:
                break
            n = legal_moves(s, seat, moves)
            apply(s, seat, choose(s, seat, moves, n, bots[seat], scratch, noise))
            decisions += 1
    return decisions
