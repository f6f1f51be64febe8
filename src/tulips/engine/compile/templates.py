"""Templates of all that Python asks of compiled rules. `tulips.engine.game` binds them to each game's own rules.

The names below stand for a game's rules; in these templates they are never called as they are.
"""

from typing import Any

from tulips.engine.compile.stubs import (
    apply,
    choose,
    forget,
    is_legal,
    legal_moves,
    observe,
    out_of_turn,
    outcomes,
    play_out,
    redeal,
    score,
    settle,
    standing,
)
from tulips.engine.state.chance import Noise, below, key_of_game, noise_word, pick
from tulips.engine.state.rule import cold, rule
from tulips.engine.state.seats import first_seat
from tulips.engine.state.state import States

# One game


@cold
def list_moves(states: States, i: int, seat: int, moves: Any) -> int:
    """Write the seat's moves and tell how many they are; without a decision to make, those it may make out of turn."""
    s: Any = states[i]
    if s.end or s.chance:
        return 0
    return legal_moves(s, seat, moves) if s.actors >> seat & 1 else out_of_turn(s, seat, moves)


@cold
def is_legal_move(states: States, i: int, seat: int, move: int, moves: Any) -> int:
    """Whether the seat may make the move."""
    s: Any = states[i]
    if s.end or s.chance:
        return 0
    if s.actors >> seat & 1:
        return 1 if is_legal(s, seat, move, moves) else 0
    for j in range(out_of_turn(s, seat, moves)):
        if moves[j] == move:
            return 1
    return 0


@cold
def apply_move(states: States, i: int, seat: int, move: int) -> None:
    """Carry out a move that is known to be legal; chance is left pending."""
    apply(states[i], seat, move)


@cold
def count_outcomes(states: States, i: int) -> int:
    """How many equally likely outcomes the pending chance has."""
    return outcomes(states[i])


@cold
def draw_outcome(states: States, i: int) -> int:
    """Draw an outcome of the pending chance from the state's stream."""
    return below(states[i], outcomes(states[i]))


@cold
def settle_outcome(states: States, i: int, outcome: int) -> None:
    """Carry out an outcome of chance."""
    settle(states[i], outcome)


@cold
def read_scores(states: States, scores: Any, standings: Any) -> None:
    """Write every seat's score and standing in every game."""
    for i in range(len(states)):
        s: Any = states[i]
        for seat in range(s.seats):
            scores[i, seat] = score(s, seat)
            standings[i, seat] = standing(s, seat)


@cold
def redeal_all(states: States, seat: int, noise: Noise) -> None:
    """Redeal every game for a seat, its future chance included.

    First the game forgets all that the seat cannot know, so that worlds that it cannot tell apart become one and the same,
    whatever lies where in truth. With that go the choices of those who have made theirs in secret.
    """
    for i in range(len(states)):
        s: Any = states[i]
        forget(s, seat)
        redeal(s, seat, noise)
        s.key[0] = noise_word(noise)
        s.key[1] = noise_word(noise)
        s.words[0] = s.words[1] = 0
        s.pieces = 0


# Many games


def start_games(states: States, key0: Any, key1: Any, first: int) -> None:
    """Give each game its own key and let chance decide all that comes before the first decision."""
    for i in range(len(states)):
        s: Any = states[i]
        s.key[0] = key_of_game(key0, key1, first + i, 0)
        s.key[1] = key_of_game(key0, key1, first + i, 1)
        while s.chance:
            settle(s, below(s, outcomes(s)))


def list_all(states: States, seats: Any, moves: Any, counts: Any) -> None:
    """Write the first acting seat of each game, its moves and their number; -1 and none for a finished game."""
    for i in range(len(states)):
        s: Any = states[i]
        if s.end:
            seats[i] = -1
            counts[i] = 0
        else:
            seats[i] = first_seat(s.actors)
            counts[i] = legal_moves(s, seats[i], moves[i])


def step_all(states: States, chosen: Any, moves: Any) -> int:
    """Carry out one move in each unfinished game and settle its chance; the first game with an illegal move, or -1.

    If any move is illegal nothing at all is changed.
    """
    for i in range(len(states)):
        s: Any = states[i]
        if not s.end and not is_legal(s, first_seat(s.actors), chosen[i], moves):
            return i
    for i in range(len(states)):
        s = states[i]
        if not s.end:
            apply(s, first_seat(s.actors), chosen[i])
            while s.chance:
                settle(s, below(s, outcomes(s)))
    return -1


def observe_all(states: States, seats: Any, out: Any) -> None:
    """Write what the given seat of each game observes."""
    for i in range(len(states)):
        observe(states[i], seats[i], out[i])


# Playing to the end


def play_games(
    start: States,
    states: States,
    deals: int,
    key0: Any,
    key1: Any,
    first: int,
    bots: Any,
    moves: Any,
    scratch: States,
    noise: Noise,
    scores: Any,
    standings: Any,
    lengths: Any,
    ends: Any,
) -> None:
    """Play games to their end and write what came of each.

    With `deals` they are new ones, from the state before chance, all in one state: a tenth faster than to start games, play
    all of them and read their scores, because the state stays where the processor has it at hand. Game n, counted from
    `first`, has the n-th key of the seed. Without, every state is played on from where it stands.

    The bots of a game have noise of its own, so that its result is the same in whatever order or company it is played.
    """
    seed = noise[0]
    for i in range(len(lengths)):
        at = 0 if deals else i
        s: Any = states[at]
        if deals:
            states[at] = start[0]
            s.key[0] = key_of_game(key0, key1, first + i, 0)
            s.key[1] = key_of_game(key0, key1, first + i, 1)
        noise[0] = seed ^ s.key[0]
        lengths[i] = play_out(s, bots, moves, scratch, noise)
        ends[i] = s.end
        for seat in range(s.seats):
            scores[i, seat] = score(s, seat)
            standings[i, seat] = standing(s, seat)


# Rules that templates make of a game's rules


def is_listed(s: Any, seat: int, move: int, moves: Any) -> bool:
    """Whether the move is one of the seat's moves: what `is_legal` is unless the game says otherwise."""
    for i in range(legal_moves(s, seat, moves)):
        if moves[i] == move:
            return True
    return False


@rule
def forget_nothing(s: Any, seat: int) -> None:
    """Nothing to forget: what `forget` is unless the game says otherwise."""


@rule
def nothing_out_of_turn(s: Any, seat: int, moves: Any) -> int:
    """No moves out of turn: what `out_of_turn` is unless the game says otherwise."""
    return 0


@rule
def same_number(s: Any, number: int) -> int:
    """A move's number among the actions, and an action's among the moves, unless the game says otherwise."""
    return number


@rule
def random_move(s: Any, seat: int, moves: Any, n: int, bot: int, scratch: Any, noise: Noise) -> int:
    """Choose any move, each equally likely."""
    return moves[pick(noise, n)]  # type: ignore[no-any-return]


def play_to_end(s: Any, bots: Any, moves: Any, scratch: Any, noise: Noise) -> int:
    """Play one game to its end, each seat by its bot; the number of decisions made."""
    decisions = 0
    while not s.end:
        if s.chance:
            settle(s, below(s, outcomes(s)))
        else:
            seat = first_seat(s.actors)
            n = legal_moves(s, seat, moves)
            apply(s, seat, choose(s, seat, moves, n, bots[seat], scratch, noise))
            decisions += 1
    return decisions
