"""What holds for every game, at every number of players, all along random games."""

import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tulips
from support.random_play import positions, random_choice, random_match, random_step, settle_all
from support.soak import times
from tulips import bots
from tulips.engine.compile.compiler import intermediate_code, row_type
from tulips.engine.errors import IllegalMove
from tulips.engine.game import Game
from tulips.engine.match.batch import Batch
from tulips.engine.match.match import Match
from tulips.engine.match.match import OutcomeEvent as Outcome
from tulips.engine.match.record_file import decode, encode
from tulips.engine.state import chance
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import row

pytestmark = pytest.mark.repeats

few = settings(max_examples=times(3, 50), suppress_health_check=[HealthCheck.function_scoped_fixture])
seeds = st.integers(0, 2**32)


# Moves


@few
@given(seed=seeds)
def test_a_listed_move_never_fails_and_an_unlisted_one_is_refused_without_change(game: Game, seats: int, seed: int) -> None:
    chooser = random.Random(seed)
    match = game.match(seats, seed=seed)
    while not match.end:
        seat = chooser.choice(match.actors)
        moves = game.moves(match.states, seat)
        assert moves
        assert len(set(moves)) == len(moves)
        assert len(moves) <= game.max_moves
        before, history = match.states.tobytes(), len(match.history)
        unlisted = chooser.choice([-1, *range(max(moves) + 2)])
        for someone in range(seats):
            if not game.is_legal(match.states, someone, unlisted):
                with pytest.raises(IllegalMove):
                    match.play(someone, unlisted)
                assert match.states.tobytes() == before
                assert len(match.history) == history
        match.play(seat, random_choice(game, match.states, seat, chooser, match.moves_made))
    for seat in range(seats):
        assert game.moves(match.states, seat) == []


@few
@given(seed=seeds)
def test_words_stand_for_one_move_and_lead_back_to_it(game: Game, seats: int, seed: int) -> None:
    for states in positions(game, seats, seed, every=5):
        for seat in game.actors(states):
            moves = game.moves(states, seat)
            words = [str(game.kinds.move(snapshot(states), seat, move)) for move in moves]
            assert len(set(words)) == len(words)
            assert [game.parse(states, seat, w.upper().replace(" ", "  ")) for w in words] == moves
            assert game.parse(states, seat, "no such move") is None


@few
@given(seed=seeds)
def test_a_move_as_data_stands_for_one_move_and_leads_back_to_it(game: Game, seats: int, seed: int) -> None:
    forms = [re.compile(re.sub(r"\{\w+\}", ".+", form.replace("{int}", r"\d+"))) for form in game.kinds.HANDLES]
    for states in positions(game, seats, seed, every=5):
        s = snapshot(states)
        for seat in game.actors(states):
            moves = game.moves(states, seat)
            offers = {offer.move: offer for offer in game.offers(states, seat)}
            values = [game.kinds.move(s, seat, move) for move in moves]
            assert len(set(values)) == len(values)
            assert [game.number(states, seat, value) for value in values] == moves
            for move, value in zip(moves, values, strict=True):
                assert type(value) in game.kinds.MOVES
                assert not any(getattr(value, field) is not None for field in value.told_after)
                fields = msgspec.json.decode(msgspec.json.encode(value))
                assert game.read_move(fields.pop("kind"), fields, seats) == value
                assert offers[move].what == value
                for handle in offers[move].handles:
                    assert any(form.fullmatch(handle) for form in forms), f"no form of HANDLES fits {handle}"


@few
@given(seed=seeds)
def test_the_log_tells_kinds_that_the_game_has_listed(game: Game, seats: int, seed: int) -> None:
    match = random_match(game, seats, seed, moves=40)
    for viewer in (*range(seats), tulips.SPECTATOR, tulips.ALL_SEEING):
        for entry in match.log(viewer):
            kinds = game.kinds.HAPPENINGS if entry.seat is None else game.kinds.MOVES
            assert type(entry.what) in kinds
            assert entry.phrase.named(match.names) == entry.words


@few
@given(seed=seeds)
def test_outcomes_can_be_given_in_words(game: Game, seats: int, seed: int) -> None:
    """A match whose chance is all given as data equals the one whose chance came from the seed."""
    told = random_match(game, seats, seed, moves=30)
    heard = game.match(seats, given={})
    for event in told.line:
        if isinstance(event, Outcome):
            assert heard.awaits == event.chance
            heard.give(event.chance, event.words)
        else:
            heard.play(event.seat, event.words)
    assert [game.view(heard.states, p) for p in range(seats)] == [game.view(told.states, p) for p in range(seats)]


@few
@given(seed=seeds)
def test_the_order_of_simultaneous_choices_does_not_matter(game: Game, seats: int, seed: int) -> None:
    chooser = random.Random(seed)
    for states in positions(game, seats, seed):
        actors = list(game.actors(states))
        if len(actors) > 1:
            chosen = {seat: chooser.choice(game.moves(states, seat)) for seat in actors}
            results = []
            for _ in range(2):
                chooser.shuffle(actors)
                copy = states.copy()
                for seat in actors:
                    if seat in game.actors(copy) and chosen[seat] in game.moves(copy, seat):
                        game.apply(copy, seat, chosen[seat])
                results.append(copy.tobytes())
            assert results[0] == results[1]


# Matches


@few
@given(seed=seeds)
def test_replay_of_the_record_equals_the_state(game: Game, seats: int, seed: int) -> None:
    match = random_match(game, seats, seed)
    again = decode(encode(match), tulips.game)
    assert again.states.tobytes() == match.states.tobytes()
    assert again.history == match.history
    assert encode(again) == encode(match)
    middle = match.moves_made // 2
    assert match.at(middle).states.tobytes() == random_match(game, seats, seed, middle).states.tobytes()


@few
@given(seed=seeds, back=st.integers(1, 6))
def test_undo_then_redo_is_the_identity(game: Game, seats: int, seed: int, back: int) -> None:
    match = random_match(game, seats, seed, moves=random.Random(seed).randint(6, 40))
    line, states = list(match.line), match.states.tobytes()
    trail = []
    for _ in range(back):
        trail.append(match.states.tobytes())
        match.undo()
    for expected in reversed(trail):
        match.redo()
        assert match.states.tobytes() == expected
    assert match.states.tobytes() == states
    assert match.line == line
    again = decode(encode(match), tulips.game)
    assert again.states.tobytes() == states


def test_a_finished_match_has_winners_and_a_reason(game: Game, seats: int) -> None:
    match = random_match(game, seats, 1)
    assert match.end in game.ends
    assert match.winners or seats == 1, "only who plays alone can lose to nobody"
    assert len(match.scores) == seats
    assert match.actors == ()


def test_a_view_is_typed_and_survives_json(game: Game, seats: int) -> None:
    for states in positions(game, seats, 2, every=7):
        for seat in (0, tulips.SPECTATOR):
            view = game.view(states, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_the_terminal_shows_every_stage(game: Game, seats: int) -> None:
    names = [f"Player {p}" for p in range(seats)]
    for states in positions(game, seats, 3, every=5):
        text = game.words.text(game.view(states, 0), names)
        assert all(len(line) <= 100 for line in text.splitlines())


def test_the_log_names_no_gap(game: Game, seats: int) -> None:
    match = random_match(game, seats, 4)
    for viewer in (0, tulips.SPECTATOR):
        assert match.log(viewer)
        assert not any("{" in entry.words for entry in match.log(viewer))


# Records


def test_a_copied_record_never_changes_when_the_original_is_played_on(game: Game, seats: int) -> None:
    chooser = random.Random(5)
    states = game.batch(1, seats, 5).states
    kept: list[tuple[Any, bytes]] = []
    while not game.end(states):
        kept.append((states.copy(), states.tobytes()))
        random_step(game, states, chooser, len(kept))
    assert len({data for _, data in kept}) == len(kept)
    for copy, data in kept:
        assert copy.tobytes() == data


def test_looking_changes_nothing(game: Game, seats: int) -> None:
    for states in positions(game, seats, 6, every=7):
        before = states.tobytes()
        for seat in range(seats):
            game.view(states, seat), game.observe(states, seat), game.scores(states)
            for move in game.moves(states, seat):
                game.preview(states, seat, move)
                game.is_legal(states, seat, move)
            game.redeal(states, seat, 1)
        assert states.tobytes() == before


def test_a_batch_equals_its_single_games(game: Game, seats: int) -> None:
    batch = game.batch(3, seats, seed=7)
    matches = [game.match(seats, seed=batch.seed_of(i)) for i in range(len(batch))]
    chooser = random.Random(7)
    while not batch.over.all():
        acting, moves, counts = batch.moves()
        chosen = []
        for i, match in enumerate(matches):
            listed = moves[i, : counts[i]].tolist()
            assert listed == (game.moves(match.states, int(acting[i])) if acting[i] >= 0 else [])
            chosen.append(random_choice(game, match.states, int(acting[i]), chooser, match.moves_made) if listed else -1)
        batch.step(chosen)
        for i, match in enumerate(matches):
            if acting[i] >= 0:
                match.play(int(acting[i]), int(chosen[i]))
            assert match.states.tobytes() == batch.states[i : i + 1].tobytes()
    assert batch.scores().tolist() == [match.scores for match in matches]


def test_a_batch_s_games_are_played_out_independently(game: Game, seats: int) -> None:
    for bot in bots.instant(game):
        together, apart = game.batch(5, seats, seed=3), game.batch(5, seats, seed=3)
        made = bots.play_out(together, [bot], seed=4)
        singles = [Batch(game, apart.states[i : i + 1].copy()) for i in range(5)]
        assert sum(bots.play_out(single, [bot], seed=4) for single in singles) == made
        assert together.over.all()
        assert together.states.tobytes() == b"".join(single.states.tobytes() for single in singles)


def test_a_batch_refuses_an_illegal_move_without_any_change(game: Game, seats: int) -> None:
    batch = game.batch(3, seats, seed=8)
    moves = batch.moves()[1][:, 0].copy()
    moves[2] = -5
    before = batch.states.tobytes()
    with pytest.raises(IllegalMove, match="Game 2 of the batch"):
        batch.step(moves)
    assert batch.states.tobytes() == before
    with pytest.raises(IllegalMove, match="takes 3 moves"):
        batch.step([0])


def test_the_observation_is_laid_out_as_it_says(game: Game, seats: int) -> None:
    places = game.observation.slices()
    assert len(places) == len(game.observation.pieces)
    seen = np.zeros(game.observation.size, bool)
    flags = {name: True for name, option in game.facts.get("options", {}).items() if option["kind"] == "flag"}
    other_rules = game.match(seats, seed="0", options=flags).states
    silent = list(places)
    for seed in range(12):
        if seed > 1 and not silent:
            break
        for states in [other_rules, *positions(game, seats, seed, every=3 - seed % 2)]:
            for seat in range(seats):
                guarded = np.full((1, game.observation.size + 2), 0, np.float32)
                guarded[0, -2:] = 77
                game.kernel("observe_all")(states, np.array([seat], np.int32), guarded)
                assert (guarded[0, -2:] == 77).all()
                seen |= guarded[0, :-2] != 0
        silent = [name for name, place in places.items() if not seen[place].any()]
    assert not silent, f"never written: {silent}"


# Compiled and interpreted


def interpreted_step(game: Game, states: Any, seat: int | None, choice: int) -> None:
    """A move or an outcome, carried out by the same source uncompiled."""
    with np.errstate(over="ignore"):
        if seat is None:
            game.rules.settle(row(states), choice)
        else:
            game.rules.apply(row(states), seat, choice)


def interpreted_outcome(game: Game, states: Any) -> int:
    with np.errstate(over="ignore"):
        s = row(states)
        return int(chance.below(s, game.rules.outcomes(s)))


def test_compiled_and_interpreted_agree_step_by_step(game: Game, seats: int) -> None:
    chooser = random.Random(9)
    compiled = game.set_up(seats)
    compiled["key"] = (11, 12)
    interpreted = compiled.copy()
    decisions = 0
    while not game.end(compiled):
        if game.chance(compiled):
            outcome = game.draw(compiled)
            assert interpreted_outcome(game, interpreted) == outcome
            game.settle(compiled, outcome)
            interpreted_step(game, interpreted, None, outcome)
        else:
            seat = chooser.choice(game.actors(compiled))
            moves = game.moves(compiled, seat)
            listed = np.empty(game.max_moves, np.int32)
            assert listed[: game.rules.legal_moves(row(interpreted), seat, listed)].tolist() == moves
            move = random_choice(game, compiled, seat, chooser, decisions)
            decisions += 1
            game.apply(compiled, seat, move)
            interpreted_step(game, interpreted, seat, move)
        assert compiled.tobytes() == interpreted.tobytes()
        if chooser.random() < 0.1:
            compare_questions(game, compiled, seats, chooser.randrange(-1, seats))
    compare_questions(game, compiled, seats, 0)


def compare_questions(game: Game, states: Any, seats: int, seat: int) -> None:
    """Scores, observations and redeals, compiled and not."""
    s = row(states)
    assert game.scores(states) == [game.rules.score(s, p) for p in range(seats)]
    if seat >= 0:
        out = np.zeros(game.observation.size, np.float32)
        game.observation.rule(s, seat, out)
        assert (out == game.observe(states, seat)[0]).all()
    ours, theirs = states.copy(), states.copy()
    with np.errstate(over="ignore"):
        getattr(game.rules, "forget", lambda s, seat: None)(row(ours), seat)
        game.rules.redeal(row(ours), seat, np.array([99], np.uint64))
    game.kernel("redeal_all")(theirs, seat, np.array([99], np.uint64))
    for field in theirs.dtype.names or ():
        if field not in ("key", "words", "drawn", "pieces"):
            assert (ours[field] == theirs[field]).all(), field


@pytest.mark.slow
def test_the_rules_compile_to_whole_numbers_only(game: Game) -> None:
    """Signed and unsigned 64-bit numbers meet as floats in Numba: slow, and wrong beyond 2**53."""
    s, moves = row_type(game.state_type.dtype), (np.dtype(np.int32), 1)
    questions: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (game.rules.legal_moves, (s, int, moves)),
        (game.rules.apply, (s, int, int)),
        (game.rules.settle, (s, int)),
        (game.rules.outcomes, (s,)),
        (game.rules.standing, (s, int)),
    ]
    for rule, arguments in questions:
        assert " double" not in intermediate_code(rule, arguments)


# Bots


def test_bots_play_whole_games(game: Game, seats: int) -> None:
    for bot in bots.instant(game):
        results = bots.play_games(game, game.set_up(seats), [bot] * seats, "10", 0, 20)
        assert (results.ends > 0).all()
        assert (results.lengths > 0).all()


def test_a_game_s_result_does_not_depend_on_its_company(game: Game, seats: int) -> None:
    bot = bots.instant(game)[-1]
    together = bots.play_games(game, game.set_up(seats), [bot] * seats, "11", 0, 9)
    apart = [bots.play_games(game, game.set_up(seats), [bot] * seats, "11", i, 1) for i in range(9)]
    assert together.scores.tolist() == [one.scores[0].tolist() for one in apart]
    assert together.lengths.tolist() == [int(one.lengths[0]) for one in apart]


def test_a_bot_chooses_by_what_its_seat_knows(game: Game, seats: int) -> None:
    for states in positions(game, seats, 12, every=3, options=game.secret_options):
        for seat in game.actors(states):
            for bot in bots.instant(game):
                choice = bots.choose(game, states, seat, bot, 5)
                assert choice in game.moves(states, seat)
                for noise in range(6):
                    world = game.redeal(states, seat, noise)
                    assert bots.choose(game, world, seat, bot, 5) == choice


def test_a_match_starts_ready_for_a_decision(game: Game, seats: int) -> None:
    match = Match(game, seats, seed=1)
    settled = match.states.copy()
    settle_all(game, settled)
    assert settled.tobytes() == match.states.tobytes()
    assert match.actors
