"""Random play for tests: matches and states from first to last move."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from tulips import bots
from tulips.engine.game import Game
from tulips.engine.match.match import Match
from tulips.engine.state.state import States

LONG = 150
"""Random players may wander about for thousands of moves: after so many, the best bot that chooses at once makes most."""


def settle_all(game: Game, states: States) -> None:
    while game.chance(states):
        game.settle(states, game.draw(states))


def random_choice(game: Game, states: States, seat: int, chooser: random.Random, steps: int) -> int:
    """Any of the seat's moves; in a game that has gone on for long, three times out of four the bot's."""
    if steps >= LONG and chooser.random() < 0.75:
        return bots.choose(game, states, seat, bots.instant(game)[-1], chooser.getrandbits(63))
    return chooser.choice(game.moves(states, seat))


def random_step(game: Game, states: States, chooser: random.Random, steps: int) -> None:
    seat = chooser.choice(game.actors(states))
    game.apply(states, seat, random_choice(game, states, seat, chooser, steps))
    settle_all(game, states)


def positions(game: Game, seats: int, seed: int, every: int = 1, options: Mapping[str, Any] | None = None) -> Iterator[States]:
    """Copies of the state along a random game, one in so many, the finished one included."""
    chooser = random.Random(seed)
    states = game.batch(1, seats, seed, options).states
    steps = 0
    while not game.end(states):
        if steps % every == 0:
            yield states.copy()
        random_step(game, states, chooser, steps)
        steps += 1
    yield states.copy()


def random_match(game: Game, seats: int, seed: int, moves: int | None = None) -> Match:
    """A match played at random, to its end or for so many moves."""
    chooser = random.Random(seed)
    match = game.match(seats, seed=seed)
    while not match.end and match.moves_made != moves:
        seat = chooser.choice(match.actors)
        match.play(seat, random_choice(game, match.states, seat, chooser, match.moves_made))
    return match
