"""Learning the value of fields by self-play: `tulips train tulpenfieber` makes `value.toml` anew.

Before each turn the dice are solved for what the weights say now. A field should be worth one tulip more than what the turn is
worth on average, and that average is exact, so there is little noise: each weight of the field's sum is moved a little that
way. Solo games are played from the solo side and from the four numbered fields, so that the race has learned too.
"""

import time
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from tulips.engine.state.chance import NOISE, Noise, below, key_of_game, key_of_seed, pick
from tulips.engine.state.rule import rule_apart
from tulips.engine.trainer import Again, Games, Positive
from tulips.games.tulpenfieber import GAME
from tulips.games.tulpenfieber.components import FACTS
from tulips.games.tulpenfieber.greedy import NO_AIM, choose_by, make_plan
from tulips.games.tulpenfieber.rules import (
    CARRY,
    PLACE,
    ROLLED,
    SET,
    apply,
    legal_moves,
    may_turn,
    outcomes,
    settle,
    solo_total,
    tulips_in,
)
from tulips.games.tulpenfieber.value import (
    NUMBER_OF_WEIGHTS,
    TERMS,
    adjust,
    payable_weights,
    read_weights,
    value,
    write_weights,
)

CHUNK = 250
FIRST_GUESS = (12.0, 9.0, 6.0, 4.0)
"""Tulips to the end with four to seven dice, before anything is learned."""

EXPLORED = (50, 4)
"""In how many of a hundred choices of a tulip to carry, and of a space to plant, any will do: what is never tried is never
learned. A field learns from what the best play of its next turn is worth, so such choices spoil nothing."""

FIRST_PART = 0.5
"""The part of the games in which things are tried, and the numbered fields are played as often as the solo side. After that it
is mostly the solo side, played as well as is known."""
FIRST_TABLES = (0, 0, 0, 0, 1, 2, 3, 4)
LAST_TABLES = (0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4)


def practise(
    start: Any,
    states: Any,
    key0: Any,
    key1: Any,
    first: int,
    moves: Any,
    scratch: Any,
    weights: Any,
    rate: Any,
    explored: Any,
    noise: Noise,
    totals: Any,
) -> None:
    """Play solo games and learn from each turn; write the total of each."""
    s: Any = states[0]
    m: Any = scratch[0]
    for i in range(len(totals)):
        states[0] = start[0]
        s.key[0] = key_of_game(key0, key1, first + i, 0)
        s.key[1] = key_of_game(key0, key1, first + i, 1)
        noise[0] = key_of_game(key0, key1, first + i, NOISE)
        while not s.end:
            if s.chance:
                settle(s, below(s, outcomes(s)))
            else:
                if s.phase == SET or (s.phase == ROLLED and s.rolls == 1 and s.bonus[0] == 0):
                    learn(weights, s, m, rate)
                n = legal_moves(s, 0, moves)
                chance = explored[0] if s.phase == CARRY else (explored[1] if s.phase == PLACE else 0)
                tried = pick(noise, 100) < chance
                apply(s, 0, moves[pick(noise, n)] if tried else choose_by(weights, s, 0, moves, n, m, NO_AIM))
        totals[i] = solo_total(s)


@rule_apart
def learn(weights: Any, s: Any, m: Any, rate: Any) -> None:
    """Plan the turn, and move the field's estimate towards one tulip and what the turn is worth."""
    make_plan(weights, s, 0, m, NO_AIM)
    payable = tulips_in(may_turn(s, 0)) + s.above[0] - s.above_turned[0]
    error = 1.0 - m.worth_now - value(weights, s.covered[0], s.tiled[0], payable, s.bonus[0])
    adjust(weights, s.covered[0], s.tiled[0], payable, s.bonus[0], rate[0] * error / TERMS)


DESCRIPTION = "Learn the value of fields by self-play and write value.toml."


class Arguments(msgspec.Struct, frozen=True):
    """What it can be told."""

    games: Games = 140_000
    rate: Annotated[Positive, Meta(description="how far an estimate moves towards its target at first")] = 0.5
    last_rate: Annotated[Positive, Meta(description="and at last")] = 0.005
    seed: str = "tulips"
    go_on: Annotated[bool, Meta(description="from the weights there are, not from a first guess")] = False


def train(how: Arguments, again: Again) -> None:
    """Learn, and write the weights."""
    weights = read_weights() if how.go_on else np.zeros(NUMBER_OF_WEIGHTS)
    if not how.go_on:
        for tier, guess in enumerate(FIRST_GUESS):
            weights[payable_weights(tier)] = guess
    flowers = FACTS["flowers"]["reconstructed"]
    starts = [GAME.set_up(1)] + [GAME.set_up(1, {"flowers": {"solo": field}}) for field in flowers["fields"]]
    kernel = GAME.specialise(practise, label="practise")
    key0, key1 = map(np.uint64, key_of_seed(how.seed))
    scratch, moves, began = GAME.scratch(), GAME.move_buffer(), time.perf_counter()
    chunks = max(how.games // CHUNK, 1)
    totals, noise = np.empty(CHUNK, np.int64), np.empty(1, np.uint64)
    for chunk in range(chunks):
        rate = np.array([how.rate * (how.last_rate / how.rate) ** (chunk / chunks)])
        first = chunk < FIRST_PART * chunks
        explored = np.array(EXPLORED if first else (0, 0))
        schedule = FIRST_TABLES if first else LAST_TABLES
        start = starts[schedule[chunk % len(schedule)]]
        kernel(start, start.copy(), key0, key1, chunk * CHUNK, moves, scratch, weights, rate, explored, noise, totals)
        if chunk % (chunks // 20 // 16 * 16 or 16) == 0:
            share = (totals <= 42).mean()
            seconds = time.perf_counter() - began
            print(f"{(chunk + 1) * CHUNK:>8} games, {seconds:4.0f} s: mean {totals.mean():.2f}, {share:.0%} at 42 or less")
    write_weights(weights, again("games", "rate", "last_rate", "seed", "go_on"))
