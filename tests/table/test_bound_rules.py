"""The rules of one live state say and do what the game's own kernels do, compiled or not."""

import random

import numpy as np
import pytest

from support.random_play import positions
from tulips.engine.compile.kernel import Kernel
from tulips.engine.game import Game
from tulips.table import bound_rules
from tulips.table.bound_rules import BoundRules

NO_MOVE = 2**31 - 1


@pytest.mark.parametrize("compiled", [True, False])
def test_a_ruling_lists_allows_and_makes_the_same_moves(game: Game, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once with machine code, and once as while another process is still compiling; the games were played before that."""
    played = list(positions(game, min(4, max(game.seat_counts)), 6, every=7))
    monkeypatch.setattr(bound_rules, "native_calls", bound_rules.NativeCalls)
    if not compiled:
        monkeypatch.setattr(Kernel, "interprets_until_compiled", True)
        monkeypatch.setattr(Kernel, "is_cached", lambda kernel, kinds: False)
    chooser = random.Random(1)
    for states in played:
        rules = BoundRules(game, states)
        for seat in range(min(4, max(game.seat_counts))):
            moves = game.moves(states, seat)
            assert rules.moves(seat) == moves
            for move in {*moves[:2], NO_MOVE}:
                assert rules.is_legal(seat, move) == game.is_legal(states, seat, move)
        if not game.end(states):
            seat = chooser.choice(game.actors(states))
            move = chooser.choice(game.moves(states, seat))
            other = states.copy()
            rules.apply(seat, move)
            game.apply(other, seat, move)
            assert np.array_equal(states, other)
            while game.chance(states):
                outcome = rules.draw()
                assert outcome == game.draw(other)
                rules.settle(outcome)
                game.settle(other, outcome)
                assert np.array_equal(states, other)
