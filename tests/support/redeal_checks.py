"""What a seat can learn, and the checks that a redeal keeps exactly that."""

import random
from typing import Any

import msgspec

from support.random_play import settle_all
from tulips.engine.game import Game
from tulips.engine.match.batch import Batch
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import States
from tulips.engine.viewers import SPECTATOR


def knowledge(game: Game, states: States, seat: int) -> Any:
    """Everything that the engine tells a seat or a spectator about a state, as comparable values."""
    told: list[Any] = [msgspec.json.encode(game.view(states, seat)), game.actors(states), game.chance(states), game.end(states)]
    told.append(game.observe(states, seat).tobytes())
    s = snapshot(states)
    told += [msgspec.json.encode(game.words.status(s)), game.views.figures(s, seat)]
    if seat != SPECTATOR:
        told += [msgspec.json.encode(game.offers(states, seat)), msgspec.json.encode(game.why_not(s, seat))]
    return told


def check_redeal_keeps_knowledge(game: Game, states: States, seat: int, worlds: int) -> None:
    before = knowledge(game, states, seat)
    for noise in range(worlds):
        world = game.redeal(states, seat, noise)
        assert knowledge(game, world, seat) == before, f"seat {seat} can tell a redealt world from the true one"


CHANCE = ("key", "words", "drawn", "pieces")
"""The fields of the chance to come, which always differ."""


def hidden_part(states: States) -> bytes:
    """The state without its chance, which always differs."""
    blank = states.copy()
    for field in CHANCE:
        blank[field] = 0
    return blank.tobytes()


def count_worlds(game: Game, states: States, seat: int, worlds: int) -> int:
    """How many different worlds a redeal gives, chance aside."""
    return len({hidden_part(game.redeal(states, seat, noise)) for noise in range(worlds)})


def check_redeal_varies(game: Game, positions: list[States], seat: int, worlds: int) -> None:
    """Somewhere in a game with secrets, what the seat cannot know comes out differently."""
    assert max(count_worlds(game, states, seat, worlds) for states in positions) > 1, f"nothing is ever redealt for seat {seat}"


def check_worlds_end(game: Game, states: States, seat: int, worlds: int) -> None:
    for noise in range(worlds):
        world = game.redeal(states, seat, noise)
        settle_all(game, world)
        Batch(game, world).play_out(noise)
        assert game.end(world)


def viewers(seats: int) -> list[int]:
    return [*range(seats), SPECTATOR]


def sample(positions: list[States], n: int, seed: int) -> list[States]:
    return random.Random(seed).sample(positions, min(n, len(positions)))
