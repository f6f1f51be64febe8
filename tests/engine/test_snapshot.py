"""Snapshots of states, and rules tried on copies of them."""

import numpy as np

from support.random_play import positions
from tulips.engine.game import Game
from tulips.engine.match.match import Match
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.rule import MARK
from tulips.engine.state.snapshot import next_snapshot, snapshot, state_after


def test_the_next_snapshot_is_the_same_as_a_new_one(game: Game) -> None:
    read_out = None
    for states in positions(game, max(game.seat_counts), 3, every=3):
        read_out = next_snapshot(read_out, states.tobytes()) if read_out else snapshot(states)
        assert vars(read_out) == vars(snapshot(states))


def test_the_next_snapshot_leaves_the_one_before_as_it_was(game: Game) -> None:
    first, *rest = positions(game, min(game.seat_counts), 4, every=5)
    read_out = snapshot(first)
    for states in rest:
        next_snapshot(read_out, states.tobytes())
    assert vars(read_out) == vars(snapshot(first))


def test_what_is_tried_on_a_copy_is_not_seen_in_the_next_snapshot(game: Game) -> None:
    match: Match = game.match(max(game.seat_counts), seed="tried")
    read_out = snapshot(match.states)
    following = next_snapshot(read_out, match.states.tobytes())
    seat = match.actors[0]
    on_lists(game.rules.apply)(following.copy(), seat, game.moves(match.states, seat)[0])
    assert vars(read_out) == vars(following) == vars(snapshot(match.states))


def test_rules_on_lists_see_the_same_numbers(game: Game) -> None:
    rules = vars(game.rules)
    arrays = {name: value for name, value in rules.items() if isinstance(value, np.ndarray)}
    seen = on_lists(game.rules.apply).__globals__
    for name, array in arrays.items():
        assert np.array_equal(np.array(seen[name]), array)
        assert isinstance(seen[name], list) or array.ndim > 2 or array.dtype.kind not in "iub"
    for name, value in rules.items():
        if hasattr(value, MARK):
            assert seen[name].__name__ == value.__name__ and seen[name].__globals__ is not value.__globals__
            assert hasattr(seen[name], MARK)


def test_rules_on_lists_do_the_same(game: Game) -> None:
    apply = on_lists(game.rules.apply)
    for states in positions(game, max(game.seat_counts), 5, every=4):
        if game.end(states):
            continue
        seat = game.actors(states)[0]
        for move in game.moves(states, seat)[:3]:
            read_out, after = snapshot(states), states.copy()
            game.apply(after, seat, move)
            now = snapshot(after)
            copy = read_out.copy()
            apply(copy, seat, move)
            for trial in (copy, state_after(read_out, apply, seat, move)):
                assert {name: getattr(trial, name) for name in vars(now)} == vars(now)
            assert vars(read_out) == vars(snapshot(states))
