"""Twins: two worlds that differ only in what a viewer cannot know, played side by side for as long as it could not tell."""

import itertools
import random
from typing import NamedTuple

from support.random_play import positions, random_step, settle_all
from tulips.engine.game import Game
from tulips.engine.state.state import States

LONGEST = 8
ALONG = 400
"""Positions of a game that are looked at."""

RICHES = 500


class Step(NamedTuple):
    """A move in both worlds; it differs only where it is made in secret."""

    seat: int
    moves: tuple[int, int]


class Twins(NamedTuple):
    """Two records to begin with, and what happens then."""

    game: Game
    viewer: int
    records: tuple[States, States]
    steps: list[Step]


def twins(game: Game, states: States, viewer: int, noise: int) -> Twins:
    """Play a position and its redeal on, until what happens would tell the viewer which is which, and not that far."""
    chooser = random.Random(noise)
    here = (states.copy(), game.redeal(states, viewer, noise))
    found = Twins(game, viewer, here, [])
    while len(found.steps) < LONGEST:
        for step in _candidates(found, here, chooser):
            there = (_after(game, here[0], step, 0), _after(game, here[1], step, 1))
            if _sealed(game, here[0], there[0], step) or _same(game, there, viewer):
                break
        else:
            return found
        found.steps.append(step)
        here = there
    return found


def _candidates(found: Twins, here: tuple[States, States], chooser: random.Random) -> list[Step]:
    game = found.game
    actors = list(game.actors(here[0]))
    steps = []
    for seat in chooser.sample(actors, len(actors)):
        first, second = (game.moves(states, seat) for states in here)
        if seat != found.viewer and len(actors) > 1:
            steps.append(Step(seat, (chooser.choice(first), chooser.choice(second))))
        else:
            common = sorted(set(first) & set(second))
            steps += [Step(seat, (move, move)) for move in chooser.sample(common, min(4, len(common)))]
    return steps


def _after(game: Game, states: States, step: Step, world: int) -> States:
    after = states.copy()
    game.apply(after, step.seat, step.moves[world])
    settle_all(game, after)
    return after


def _sealed(game: Game, before: States, after: States, step: Step) -> bool:
    """Whether others still have to choose at the same time, so that nothing is shown yet."""
    return set(game.actors(after)) == set(game.actors(before)) - {step.seat} and not game.end(after)


def _same(game: Game, there: tuple[States, States], viewer: int) -> bool:
    """Whether the viewer's knowledge, as bots are given it, is the same: this does not ask what the server will tell."""
    first, second = there
    if game.end(first) or game.end(second) or game.actors(first) != game.actors(second):
        return False
    return game.observe(first, viewer).tobytes() == game.observe(second, viewer).tobytes()


def starts(game: Game, seats: int, seed: int, most: int) -> list[States]:
    """Positions along a game with secrets: the first, one where several choose at once, and some of all the others."""
    along = list(itertools.islice(positions(game, seats, seed, options=game.secret_options), ALONG))
    along = [states for states in along if not game.end(states)]
    at_once = [states for states in along[1:] if len(game.actors(states)) > 1] or among_the_rich(game, along[0], seed)
    return [along[0], *at_once[:1], *random.Random(seed).sample(along[1:], most - 2)]


def among_the_rich(game: Game, states: States, seed: int) -> list[States]:
    """A position where several choose at once, if riches bring it about, as they do with the Black Tulip of Tulip Bubble."""
    if game.name != "tulip-bubble":
        return []
    chooser, rich = random.Random(seed), states.copy()
    rich["cash"] = RICHES
    for steps in range(ALONG):
        if len(game.actors(rich)) > 1:
            return [rich]
        random_step(game, rich, chooser, steps)
    raise AssertionError("the rich did not get to the Black Tulip")
