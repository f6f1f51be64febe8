"""Random play for tests: matches and records at every stage."""

import random
from collections.abc import Iterator

from tulips.engine.game import Game
from tulips.engine.match import Match
from tulips.engine.record import States


def settle_all(game: Game, states: States) -> None:
    while game.chance(states):
        game.settle(states, game.draw(states))


def random_step(game: Game, states: States, chooser: random.Random) -> None:
    seat = chooser.choice(game.actors(states))
    game.apply(states, seat, chooser.choice(game.moves(states, seat)))
    settle_all(game, states)


def positions(game: Game, seats: int, seed: int, every: int = 1) -> Iterator[States]:
    """Copies of the record along a random game, one in so many, the finished one included."""
    chooser = random.Random(seed)
    states = game.batch(1, seats, seed).states
    steps = 0
    while not game.end(states):
        if steps % every == 0:
            yield states.copy()
        random_step(game, states, chooser)
        steps += 1
    yield states.copy()


def random_match(game: Game, seats: int, seed: int, moves: int | None = None) -> Match:
    """A match played at random, to its end or for so many moves."""
    chooser = random.Random(seed)
    match = game.match(seats, seed=seed)
    while not match.end and match.moves_made != moves:
        seat = chooser.choice(match.actors)
        match.play(seat, chooser.choice(game.moves(match.states, seat)))
    return match
