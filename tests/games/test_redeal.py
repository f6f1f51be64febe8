"""A redeal keeps all that a seat knows and changes what it cannot know; and these checks can tell when it does not."""

from typing import Any

import pytest

from support.random_play import positions
from support.redeal_checks import (
    check_redeal_keeps_knowledge,
    check_redeal_varies,
    check_worlds_end,
    hidden_part,
    sample,
    viewers,
)
from tulips.engine.game import Game
from tulips.engine.state.state import States

WORLDS = 6


def test_redealing_leaves_all_that_a_seat_can_tell(game: Game, seats: int) -> None:
    for seed, options in enumerate([{}, game.secret_options]):
        for states in sample(list(positions(game, seats, seed, options=options)), 12, seed):
            for seat in viewers(seats):
                check_redeal_keeps_knowledge(game, states, seat, WORLDS)


def test_what_is_hidden_really_varies(game: Game, seats: int) -> None:
    if game.secret_options is None:
        pytest.skip(f"{game.about.title} keeps no secrets")
    along = list(positions(game, seats, 3, every=3, options=game.secret_options))
    for seat in viewers(seats):
        check_redeal_varies(game, along, seat, WORLDS)


def test_every_redealt_world_plays_to_its_end(game: Game, seats: int) -> None:
    for states in sample(list(positions(game, seats, 4, options=game.secret_options)), 10, 4):
        for seat in viewers(seats):
            check_worlds_end(game, states, seat, WORLDS)


def test_a_redealt_world_depends_on_nothing_but_what_the_seat_knows(game: Game, seats: int) -> None:
    """From any world that the seat cannot tell from the true one, the same noise gives the same world, to the byte."""
    for states in sample(list(positions(game, seats, 5, options=game.secret_options)), 8, 5):
        for seat in viewers(seats):
            for noise in range(WORLDS // 2):
                other = game.redeal(states, seat, noise + 100)
                assert hidden_part(game.redeal(other, seat, noise)) == hidden_part(game.redeal(states, seat, noise))


class Leaky:
    """A game whose view tells a spectator what a seat may not even know itself: the whole state."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def view(self, states: States, seat: int) -> dict[str, str]:
        return {"everything": hidden_part(states).hex()}


class Identical(Leaky):
    """A game whose redeal changes nothing."""

    def view(self, states: States, seat: int) -> Any:
        return self.game.view(states, seat)

    def redeal(self, states: States, seat: int, noise: int) -> States:
        return states.copy()


def test_a_planted_leak_is_caught(game: Game) -> None:
    if game.secret_options is None:
        pytest.skip(f"{game.about.title} keeps no secrets")
    seats = max(game.seat_counts)
    leaky: Any = Leaky(game)
    with pytest.raises(AssertionError, match="can tell a redealt world"):
        for states in positions(game, seats, 6, every=3, options=game.secret_options):
            check_redeal_keeps_knowledge(leaky, states, 0, WORLDS)


def test_an_identity_redeal_is_caught(game: Game) -> None:
    identical: Any = Identical(game)
    along = list(positions(game, max(game.seat_counts), 7, every=3, options=game.secret_options))
    with pytest.raises(AssertionError, match="nothing is ever redealt"):
        check_redeal_varies(identical, along, 0, WORLDS)
