"""Templates for learners: many games at once, each seen by one seat, the other seats played by bots.

`tulips.lab.vector` binds them to each game. An action is a move's number as learners know it; a mask has a one for each
action that is legal.
"""

from typing import Any

from tulips.engine.compile.stubs import (
    action_of,
    apply,
    choose,
    legal_moves,
    move_of,
    observe,
    outcomes,
    score,
    settle,
    standing,
)
from tulips.engine.state.chance import NOISE, Noise, below, key_of_game, pick
from tulips.engine.state.seats import first_seat
from tulips.engine.state.state import States

EVERY_SEAT = -1
"""In the place of a learner's seat: the learner decides for every seat in turn."""

WIN, RANK, SCORE = 0, 1, 2
"""What is rewarded at the end: winning, one's place among the seats, or the score itself."""


def play_until_asked(s: Any, learner: int, bots: Any, moves: Any, scratch: Any, noise: Noise) -> int:
    """Let chance and the bots go on until the learner decides; the seat that it decides for, or -1 if the game is over."""
    while not s.end:
        if s.chance:
            settle(s, below(s, outcomes(s)))
        elif learner < 0:
            return first_seat(s.actors)
        elif s.actors >> learner & 1:
            return learner
        else:
            seat = first_seat(s.actors)
            n = legal_moves(s, seat, moves)
            apply(s, seat, choose(s, seat, moves, n, bots[seat], scratch, noise))
    return -1


def write_seen(s: Any, seat: int, observation: Any) -> None:
    """Write what the seat observes, over whatever was there: games write only what is not zero."""
    for i in range(len(observation)):
        observation[i] = 0.0
    observe(s, seat, observation)


def write_mask(s: Any, seat: int, moves: Any, mask: Any) -> None:
    """Mark the seat's legal actions; seat -1 has none."""
    for action in range(len(mask)):
        mask[action] = 0
    if seat >= 0:
        for i in range(legal_moves(s, seat, moves)):
            mask[action_of(s, moves[i])] = 1


def begin(
    start: States,
    states: States,
    i: int,
    key0: Any,
    key1: Any,
    episodes: Any,
    learners: Any,
    bots: Any,
    moves: Any,
    scratch: States,
    noises: Any,
) -> int:
    """Begin the game of number `episodes[i]`, or the next of its row that lets the learner decide; the seat asked."""
    s: Any = states[i]
    seat = -1
    while seat < 0:
        states[i] = start[0]
        s.key[0] = key_of_game(key0, key1, episodes[i], 0)
        s.key[1] = key_of_game(key0, key1, episodes[i], 1)
        noises[i] = key_of_game(key0, key1, episodes[i], NOISE)
        seat = play_until_asked(s, learners[i], bots[i], moves, scratch, noises[i : i + 1])
        if seat < 0:
            episodes[i] += len(states)
    return seat


def reward_of(s: Any, seat: int, kind: int) -> float:
    """What the end of the game is worth to a seat."""
    if kind == SCORE:
        return float(score(s, seat))
    mine = standing(s, seat)
    better = 0
    equal = 0
    for p in range(s.seats):
        theirs = standing(s, p)
        better += theirs > mine
        equal += theirs == mine
    if kind == WIN:
        return 1.0 / equal if better == 0 else 0.0
    others = s.seats - 1
    return 1.0 - (2.0 * better + (equal - 1)) / others if others > 0 else 0.0


def start_episodes(
    start: States,
    states: States,
    key0: Any,
    key1: Any,
    episodes: Any,
    learners: Any,
    asked: Any,
    bots: Any,
    moves: Any,
    scratch: States,
    noises: Any,
    observations: Any,
    masks: Any,
) -> None:
    """Begin every game, each the first of its own row of games."""
    for i in range(len(states)):
        asked[i] = begin(start, states, i, key0, key1, episodes, learners, bots, moves, scratch, noises)
        write_seen(states[i], asked[i], observations[i])
        write_mask(states[i], asked[i], moves, masks[i])


def step_episodes(
    start: States,
    states: States,
    key0: Any,
    key1: Any,
    episodes: Any,
    learners: Any,
    asked: Any,
    ended: Any,
    actions: Any,
    kind: int,
    bots: Any,
    moves: Any,
    scratch: States,
    noises: Any,
    observations: Any,
    masks: Any,
    rewards: Any,
) -> int:
    """One action in every game, up to the learner's next decision; a game that had ended begins anew instead.

    The first game with an illegal action, or -1; then nothing has been changed.
    """
    for i in range(len(states)):
        a = actions[i]
        if not ended[i] and not (0 <= a < masks.shape[1] and masks[i, a]):
            return i
    for i in range(len(states)):
        s: Any = states[i]
        rewards[i] = 0.0
        if ended[i]:
            ended[i] = 0
            episodes[i] += len(states)
            seat = begin(start, states, i, key0, key1, episodes, learners, bots, moves, scratch, noises)
        else:
            apply(s, asked[i], move_of(s, actions[i]))
            seat = play_until_asked(s, learners[i], bots[i], moves, scratch, noises[i : i + 1])
        write_mask(s, seat, moves, masks[i])
        if seat < 0:
            ended[i] = 1
            rewards[i] = reward_of(s, asked[i], kind)
        else:
            asked[i] = seat
        write_seen(s, asked[i], observations[i])
    return -1


def sample_actions(masks: Any, noise: Noise, actions: Any) -> None:
    """A random legal action in every game; 0 where there is none."""
    for i in range(len(masks)):
        n = 0
        for a in range(masks.shape[1]):
            n += masks[i, a]
        actions[i] = 0
        if n > 0:
            left = pick(noise, n)
            a = 0
            while left > 0 or masks[i, a] == 0:
                left -= masks[i, a]
                a += 1
            actions[i] = a


def rewards_of(states: States, kind: int, rewards: Any) -> None:
    """What the end is worth to every seat of every game that is over."""
    for i in range(len(states)):
        s: Any = states[i]
        for seat in range(s.seats):
            rewards[i, seat] = reward_of(s, seat, kind) if s.end else 0.0


def ask(states: States, seat: int, moves: Any, observation: Any, mask: Any) -> None:
    """What a seat observes and may do in the one game."""
    s: Any = states[0]
    write_seen(s, seat, observation)
    write_mask(s, seat if s.end == 0 and s.actors >> seat & 1 else -1, moves, mask)


ILLEGAL = -2
"""In the place of the seat asked next: the action was none of the seat's."""


def act(states: States, seat: int, action: int, moves: Any, observation: Any, mask: Any) -> int:
    """Carry out a seat's action in the one game and what chance makes of it, and show what the next seat sees.

    The seat asked next, -1 if the game is over, or `ILLEGAL`, which changes nothing.
    """
    s: Any = states[0]
    write_mask(s, seat if s.end == 0 and s.actors >> seat & 1 else -1, moves, mask)
    if not (0 <= action < len(mask) and mask[action]):
        return ILLEGAL
    apply(s, seat, move_of(s, action))
    while s.chance:
        settle(s, below(s, outcomes(s)))
    seat = -1 if s.end else first_seat(s.actors)
    if seat >= 0:
        write_seen(s, seat, observation)
        write_mask(s, seat, moves, mask)
    return seat
