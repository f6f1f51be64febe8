"""Records read out for people, and rules tried on them."""

import numpy as np

from support.random_play import positions
from tulips.engine.game import Game
from tulips.engine.match.match import Match
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.rule import MARK
from tulips.engine.state.snapshot import next_snapshot, snapshot, state_after


def test_a_record_read_on_says_the_same_as_one_read_out(game: Game) -> None:
    reading = None
    for states in positions(game, max(game.seat_counts), 3, every=3):
        reading = next_snapshot(reading, states.tobytes()) if reading else snapshot(states)
        assert vars(reading) == vars(snapshot(states))


def test_a_reading_that_was_read_on_leaves_the_one_before_as_it_was(game: Game) -> None:
    first, *rest = positions(game, min(game.seat_counts), 4, every=5)
    reading = snapshot(first)
    for states in rest:
        next_snapshot(reading, states.tobytes())
    assert vars(reading) == vars(snapshot(first))


def test_what_is_tried_on_a_copy_is_not_seen_in_what_is_read_on(game: Game) -> None:
    match: Match = game.match(max(game.seat_counts), seed="tried")
    reading = snapshot(match.states)
    following = next_snapshot(reading, match.states.tobytes())
    seat = match.actors[0]
    on_lists(game.rules.apply)(following.copy(), seat, game.moves(match.states, seat)[0])
    assert vars(reading) == vars(following) == vars(snapshot(match.states))


def test_rules_over_plain_lists_see_the_same_numbers(game: Game) -> None:
    rules = vars(game.rules)
    tables = {name: value for name, value in rules.items() if isinstance(value, np.ndarray)}
    seen = on_lists(game.rules.apply).__globals__
    for name, table in tables.items():
        assert np.array_equal(np.array(seen[name]), table)
        assert isinstance(seen[name], list) or table.ndim > 2 or table.dtype.kind not in "iub"
    for name, value in rules.items():
        if hasattr(value, MARK):
            assert seen[name].__name__ == value.__name__ and seen[name].__globals__ is not value.__globals__
            assert hasattr(seen[name], MARK)


def test_rules_over_plain_lists_do_the_same(game: Game) -> None:
    apply = on_lists(game.rules.apply)
    for states in positions(game, max(game.seat_counts), 5, every=4):
        if game.end(states):
            continue
        seat = game.actors(states)[0]
        for move in game.moves(states, seat)[:3]:
            reading, after = snapshot(states), states.copy()
            game.apply(after, seat, move)
            now = snapshot(after)
            copy = reading.copy()
            apply(copy, seat, move)
            for told in (copy, state_after(reading, apply, seat, move)):
                assert {name: getattr(told, name) for name in vars(now)} == vars(now)
            assert vars(reading) == vars(snapshot(states))
