"""The search: it takes what is sure, knows only what its seat knows, and keeps to its budget."""

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tulips
from support.random_play import positions, settle_all
from support.redeal_checks import hidden_part, sample
from support.tulip_position import arrange, deal
from tulips import bots
from tulips.bots import levels, tree, warm
from tulips.bots.search import EDGES_AN_ITERATION, Dials, MoveStats, Thought, _places, kernel, think
from tulips.bots.tree import EDGE, FULLEST
from tulips.defaults import MEGABYTES
from tulips.engine.errors import UnknownBot
from tulips.engine.game import Game
from tulips.engine.match.batch import Batch
from tulips.engine.state.state import States, row
from tulips.games.tulipmania_1637 import prior
from tulips.lab.arena import contest

WORLDS = 6
PLAIN = Dials(sharpness=0.0)


def thinker(game: Game) -> str:
    """A level that takes its time: it searches a little or, where no level searches, slips now and then."""
    return "merchant" if game.name == "tulpenfieber" else "master@40"


def wins_at_once(game: Game, states: States, seat: int, move: int) -> bool:
    """Whether the move ends the game with the seat as its only winner in all of many worlds."""
    for noise in range(5 * WORLDS):
        world = game.redeal(states, seat, noise)
        game.apply(world, seat, move)
        if not game.end(world) or game.winners(world) != [seat]:
            return False
    return True


@pytest.mark.slow
def test_a_sure_win_is_taken() -> None:
    """In all games together: where some moves win at once and others do not, the search makes one that does."""
    found = 0
    for name, seats in (("tulip", 3), ("tulip-bubble", 3), ("tulipmania-1637", 3), ("tulpenfieber", 2)):
        game = tulips.game(name)
        for seed in range(12):
            for states in list(positions(game, seats, seed))[-12:-1]:
                seat = game.actors(states)[0]
                moves = game.moves(states, seat)
                winning = [move for move in moves if wins_at_once(game, states, seat, move)]
                if 0 < len(winning) < len(moves):
                    found += 1
                    thought = think(game, states, seat, 1, dials=Dials(sharpness=0.0, winning=1.0), iterations=2000)
                    assert thought.best.move in winning, f"{name}, seed {seed}"
                    assert thought.best.win_chance > 0.9
    assert found >= 8


def test_a_win_that_is_left_to_another_is_taken() -> None:
    """Every seat goes for its own result: a move after which the next seat can win at once is worth little.

    The search sees all here, as the next seat sees its own hand; where everybody went for the searching seat's result, such
    moves would seem three times as good.
    """
    game, left = tulips.game("tulip"), []
    for seed in range(15):
        for states in list(positions(game, 2, seed))[-20:-1]:
            seat = game.actors(states)[0]
            given = [move for move in game.moves(states, seat) if leaves_a_win(game, states, seat, move)]
            if given:
                thought = think(game, states, seat, 1, dials=Dials(sharpness=0.0, winning=1.0, sees_all=1.0), iterations=3000)
                left += [tried.win_chance for tried in thought.moves if tried.move in given]
    assert len(left) >= 30
    assert np.mean(left) < 0.15


def test_rivals_may_choose_in_the_tree_as_they_do_after_it() -> None:
    """Who is known to choose at random does not always take the win that is left to them: here the fourth black tulip."""
    match = deal("red red pink pink", "black blue orange orange", "yellow yellow yellow yellow")
    arrange(match, blacks=3, gardens=[{}, {"blue": 2}, {}], prices={"blue": 5})

    def hopes(rivals: float) -> float:
        dials = Dials(sharpness=0.0, winning=1.0, rivals=rivals, sees_all=1.0)
        return think(match.game, match.states, 0, 1, dials=dials, iterations=6000).best.win_chance

    assert hopes(0.0) < 0.03
    assert hopes(0.0) < hopes(0.5) < hopes(1.0)
    assert 0.08 < hopes(1.0) < 0.2


def leaves_a_win(game: Game, states: States, seat: int, move: int) -> bool:
    """Whether the next seat, another one, could end the game after the move and win alone."""
    after = states.copy()
    game.apply(after, seat, move)
    settle_all(game, after)
    if game.end(after) or seat in game.actors(after):
        return False
    following = game.actors(after)[0]
    for answer in game.moves(after, following):
        then = after.copy()
        game.apply(then, following, answer)
        if game.end(then) and game.winners(then) == [following]:
            return True
    return False


def test_the_black_tulip_is_bought_by_the_richest() -> None:
    game = tulips.game("tulip-bubble")
    states = game.batch(1, 3).states
    states["cash"][0, :3] = (60, 150, 60)
    states["phase"], states["actors"] = game.rules.DECLARING, 1 << 1  # type: ignore[attr-defined]
    for dials in (PLAIN, Dials(guided=1.0, horizon=30.0, sharpness=3.0)):
        thought = think(game, states, 1, 1, dials=dials, iterations=300)
        assert thought.best.move == game.rules.DECLARE  # type: ignore[attr-defined]
        assert thought.best.win_chance == 1.0


def cleared(game: Game, states: States, seat: int) -> States:
    root = states.copy()
    kernel(game, "clear_mind")(root, seat)
    return root


def test_what_a_search_starts_from_tells_nothing_but_what_its_seat_knows(game: Game, seats: int) -> None:
    """Two worlds that a seat cannot tell apart become the same state, to the byte."""
    for seed in range(2):
        for states in sample(list(positions(game, seats, seed))[:-1], 20, seed):
            for seat in game.actors(states):
                mine = hidden_part(cleared(game, states, seat))
                for noise in range(WORLDS):
                    assert hidden_part(cleared(game, game.redeal(states, seat, noise), seat)) == mine


def test_bulbs_that_only_others_know_are_forgotten() -> None:
    game = tulips.game("tulip-bubble")
    for seed in range(4):
        match = game.match(4, seed=seed, options={"starting_bulbs": True})
        for seat in range(4):
            mine = hidden_part(cleared(game, match.states, seat))
            worlds = [game.redeal(match.states, seat, noise) for noise in range(WORLDS)]
            assert len({hidden_part(world) for world in worlds}) > 1
            assert {hidden_part(cleared(game, world, seat)) for world in worlds} == {mine}


def test_a_cleared_record_plays_on_like_any_other(game: Game, seats: int) -> None:
    for states in sample(list(positions(game, seats, 7))[:-1], 6, 7):
        seat = game.actors(states)[0]
        world = game.redeal(cleared(game, states, seat), seat, 3)
        assert game.moves(world, seat) == game.moves(states, seat)
        settle_all(game, world)
        bots.play_out(Batch(game, world), ["random"])
        assert game.end(world)


def test_a_level_moves_the_same_whatever_is_hidden(game: Game) -> None:
    for seats in {min(game.seat_counts), max(game.seat_counts)} - {1}:
        for states in sample(list(positions(game, seats, 12))[:-1], 8, seats):
            for seat in game.actors(states):
                choice = bots.choose(game, states, seat, thinker(game), 5)
                assert choice in game.moves(states, seat)
                for noise in range(3):
                    assert bots.choose(game, game.redeal(states, seat, noise), seat, thinker(game), 5) == choice


def test_an_oracle_sees_what_is_hidden() -> None:
    """The bot that cheats is no level to play against, and its thoughts do depend on the hidden cards."""
    game = tulips.game("tulip")
    assert levels.ORACLE not in bots.names(game)
    states = game.batch(1, 4, 3).states
    seat = game.actors(states)[0]
    worlds = [game.redeal(states, seat, noise) for noise in range(4)]
    cheating = [think(game, world, seat, 1, dials=Dials(sees_all=1.0), iterations=400) for world in worlds]
    assert len({tuple(tried.reward for tried in thought.moves) for thought in cheating}) > 1


def test_iterations_make_a_thought_that_can_be_made_again() -> None:
    game = tulips.game("gift-of-tulips")
    states = list(positions(game, 4, 1))[10]
    seat = game.actors(states)[0]

    def thought(seed: int, threads: int) -> list[tuple[int, float]]:
        found = think(game, states, seat, seed, dials=PLAIN, iterations=501, threads=threads)
        assert found.iterations == sum(tried.visits for tried in found.moves) == 501
        return [(tried.visits, tried.reward) for tried in found.moves]

    assert thought(1, 1) == thought(1, 1)
    assert thought(1, 2) == thought(1, 2)
    assert thought(1, 1) != thought(2, 1)


@pytest.mark.parametrize("iterations", [1, 33, 500])
def test_a_search_that_only_has_to_choose_ends_early_and_chooses_the_same(iterations: int) -> None:
    saved = 0
    for name in ("gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637"):
        game = tulips.game(name)
        for states in list(positions(game, 3, 5))[::9]:
            if not game.end(states):
                seat = game.actors(states)[0]
                dials = levels.level(game, "master").dials  # type: ignore[union-attr]
                all_of_it = think(game, states, seat, 7, dials=dials, iterations=iterations)
                choice = think(game, states, seat, 7, dials=dials, iterations=iterations, to_choose=True)
                assert choice.best.move == all_of_it.best.move
                assert all_of_it.iterations == iterations
                left = iterations - choice.iterations
                assert choice.iterations <= iterations
                if left:
                    most, *others = sorted((tried.visits for tried in choice.moves), reverse=True)
                    assert all(most > other + left for other in others)
                saved += left
    assert saved > 0 or iterations == 1


def test_a_full_table_stops_the_tree_not_the_search() -> None:
    game = tulips.game("gift-of-tulips")
    states = list(positions(game, 4, 1))[10]
    seat = game.actors(states)[0]
    small = think(game, states, seat, 1, dials=PLAIN, iterations=3000, megabytes=0.02)
    large = think(game, states, seat, 1, dials=PLAIN, iterations=3000)
    assert small.iterations == large.iterations == 3000
    assert small.edges * EDGE.itemsize <= 20_000
    assert large.edges > 5 * small.edges


@pytest.mark.parametrize("iterations", [1, 40, 10_000, 1 << 40])
@pytest.mark.parametrize("megabytes", [0.02, 1, 64])
def test_a_tree_takes_no_more_memory_than_it_may(iterations: int, megabytes: float) -> None:
    places = _places(iterations, megabytes)
    assert places & (places - 1) == 0
    assert places * EDGE.itemsize <= megabytes * 1e6
    assert places >= iterations * EDGES_AN_ITERATION or 2 * places * EDGE.itemsize > megabytes * 1e6
    assert FULLEST < 1


def test_a_search_without_room_still_chooses(game: Game) -> None:
    """Every place of the smallest table fills up, and the search goes on without a fault."""
    seats = max(game.seat_counts)
    states = list(positions(game, seats, 1, every=3))[3]
    seat = game.actors(states)[0]
    thought = think(game, states, seat, 1, dials=Dials(sharpness=0.0, expand_at=0.0), iterations=2000, megabytes=0)
    assert thought.iterations == sum(tried.visits for tried in thought.moves) == 2000
    assert thought.edges <= 512


def test_thinking_by_the_clock_comes_to_an_end() -> None:
    game = tulips.game("gift-of-tulips")
    states = list(positions(game, 3, 1))[10]
    seat = game.actors(states)[0]
    thought = think(game, states, seat, 1, dials=PLAIN, seconds=0.03)
    assert thought.iterations >= 1
    assert sum(tried.visits for tried in thought.moves) == thought.iterations
    assert bots.choose(game, states, seat, "master", 1, seconds=0.01) in game.moves(states, seat)


def test_others_do_not_answer_a_choice_that_they_cannot_see() -> None:
    """Gift of Tulips opens with choices made at once: the trees behind both choices of a seat share the others' nodes."""
    game = tulips.game("gift-of-tulips")
    for seed in range(20):
        states = game.batch(1, 2, seed).states
        if len(game.moves(states, 0)) == 2 and len(game.moves(states, 1)) == 2:
            break
    both = think(game, states, 0, 1, dials=Dials(sharpness=0.0, explore=100.0, sees_all=1.0), iterations=4)
    assert both.edges == 2 * 3, "a node and two edges for each seat, and nothing for a second choice of the first"


def most_promising(game: Game, states: States, seat: int) -> int:
    """The move that a game's own knowledge prefers: the greedy player's, in Tulipmania 1637 the most usual one."""
    if game.name == "tulipmania-1637":
        s = row(states)
        return max(game.moves(states, seat), key=lambda move: prior.appeal(s, seat, move))
    return bots.choose(game, states, seat, "greedy", 1)


def test_the_first_move_tried_is_the_one_that_promises_most() -> None:
    """Priors are what the game knows, and one iteration nearly always tries what promises most."""
    for name in ("gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637"):
        game = tulips.game(name)
        asked = same = others = 0
        for states in list(positions(game, 3, 8))[:-1:4]:
            seat = game.actors(states)[0]
            moves = game.moves(states, seat)
            if len(moves) > 1:
                tried = think(game, states, seat, 1, dials=Dials(sharpness=1.0, spread_out=0.0), iterations=1).best.move
                asked += 1
                same += tried == most_promising(game, states, seat)
                others += tried != moves[0]
                assert think(game, states, seat, 1, dials=PLAIN, iterations=1).best.move == moves[0], "all promise the same"
        assert same > 0.7 * asked, f"{name}: {same} of {asked}"
        assert others > 0.2 * asked, f"{name}: {others} of {asked}"


def test_a_search_without_horizon_appraises_the_table_after_the_first_move() -> None:
    for name in ("tulip", "tulip-bubble", "tulipmania-1637"):
        game, appraised = tulips.game(name), 0
        dials = Dials(sharpness=0.0, horizon=0.0, unsure=3.0, sees_all=1.0)
        for states in list(positions(game, 3, 2))[:-1:3]:
            seat = game.actors(states)[0]
            thought = think(game, states, seat, 1, dials=dials, iterations=1)
            after = states.copy()
            game.apply(after, seat, thought.best.move)
            choices = [len(game.moves(after, p)) for p in game.actors(after)[:1]]
            if len(thought.moves) > 1 and choices > [1] and not game.chance(after):  # a node each
                points = [game.insight.appraise(row(after), p) for p in range(3)]
                assert thought.best.score == pytest.approx(points[seat])
                powers = [math.exp((own - max(points)) / 3.0) for own in points]
                assert thought.best.reward == pytest.approx(powers[seat] / sum(powers), abs=0.01)
                appraised += 1
        assert appraised >= 5, name


@pytest.mark.parametrize("winning", [0.0, 0.4, 1.0])
def test_a_reward_at_the_end_counts_winning_and_how_far_one_is_ahead(winning: float) -> None:
    """Told from the rules of a reward: a part for the victory, shared by equals, and the rest by e to the power of points."""
    ends = 0
    for name in ("gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637", "tulpenfieber"):
        game = tulips.game(name)
        ahead = 2500.0 if name == "tulipmania-1637" else 7.0
        dials = Dials(sharpness=0.0, winning=winning, ahead=ahead, sees_all=1.0)
        for seed in range(8):
            for states in list(positions(game, 3, seed))[-4:-1]:
                seat = game.actors(states)[0]
                tried = think(game, states, seat, 1, dials=dials, iterations=1).best
                after = states.copy()
                game.apply(after, seat, tried.move)
                if game.end(after):
                    points, winners = game.scores(after), game.winners(after)
                    powers = [math.exp((own - max(points)) / ahead) for own in points]
                    victory = (seat in winners) / max(len(winners), 1)
                    assert tried.win_chance == victory
                    assert tried.score == points[seat]
                    expected = winning * victory + (1 - winning) * powers[seat] / sum(powers)
                    assert tried.reward == pytest.approx(expected, abs=0.01)
                    ends += 1
    assert ends >= 10


def test_alone_a_victory_is_worth_more_the_better_it_is_and_a_loss_nothing() -> None:
    game = tulips.game("tulpenfieber")
    won = lost = 0
    for seed in range(30):
        batch = game.batch(1, 1, seed=str(seed))
        player = "hasty" if seed % 2 else "greedy"
        before = batch.states.copy()
        while not game.end(batch.states):
            before = batch.states.copy()
            game.apply(batch.states, 0, bots.choose(game, batch.states, 0, player, seed))
            while game.chance(batch.states):
                game.settle(batch.states, game.draw(batch.states))
        for tried in think(game, before, 0, seed, dials=Dials(winning=0.3, ahead=40.0), iterations=30).moves:
            after = before.copy()
            game.apply(after, 0, tried.move)
            if tried.visits and game.end(after):
                expected = math.exp(-game.scores(after)[0] / 40) if game.winners(after) else 0.0
                assert tried.reward == pytest.approx(expected, abs=0.01)
                won += expected > 0
                lost += expected == 0
    assert won >= 3 and lost >= 3


def test_hints_are_compiled_ahead_also_where_no_bot_searches() -> None:
    game = tulips.game("tulpenfieber")
    if game.cache is not None:
        warm.warm_hints(game)
        assert warm.is_warm(game, warm.HINT_MARK)
        assert [*game.cache.glob("search_*")] and [*game.cache.glob("clear_mind_*")]


def test_the_dials_lie_where_the_search_looks_for_them() -> None:
    places = {name.upper(): place for place, name in enumerate(Dials.__struct_fields__)}
    assert {name: getattr(tree, name) for name in places} == places


def test_a_careless_player_takes_any_move_that_was_tried_nearly_as_often() -> None:
    moves = [MoveStats(move=m, visits=v, reward=0.0, win_chance=0.0, score=0.0) for m, v in enumerate((39, 100, 10, 40))]
    thought = Thought(moves=moves, iterations=189, edges=0, seconds=0.0)
    assert {levels.pick_move(thought, 0.0, seed) for seed in range(50)} == {1}
    assert {levels.pick_move(thought, 0.6, seed) for seed in range(50)} == {1, 3}
    assert {levels.pick_move(thought, 0.61, seed) for seed in range(50)} == {0, 1, 3}


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_else_waits_for_a_thought(threads: int) -> None:
    """Short thoughts are done before a long one that began earlier: with the interpreter's lock held they would come after it.

    `bench/decisions.py` measures how often another thread gets on.
    """
    game = tulips.game("gift-of-tulips")
    states = game.batch(1, 4).states
    begun = threading.Event()

    def think_long() -> Thought:
        begun.set()
        return think(game, states, 0, 1, dials=PLAIN, iterations=400_000, threads=threads)

    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(think_long)
        begun.wait()
        for _ in range(20):
            think(game, states, 0, 1, dials=PLAIN, iterations=1)
        assert not thought.done()
    assert thought.result().iterations == 400_000


def test_levels_are_bots_like_others(game: Game) -> None:
    assert bots.names(game)[-3:] == list(levels.NAMES)
    with pytest.raises(UnknownBot, match="did you mean master"):
        bots.number(game, "mister")
    with pytest.raises(UnknownBot):
        bots.number(game, "master@0")
    with pytest.raises(UnknownBot):
        bots.number(game, "greedy@20")


@pytest.mark.slow
def test_a_novice_beats_chance_and_is_beaten_by_a_merchant(game: Game) -> None:
    seats = 3
    games = 30 if game.name == "tulip-bubble" else 90
    for better, worse in (("novice", "random"), ("merchant", "novice")):
        found = {bot.name: bot for bot in contest(game, games, seats, [better, worse]).bots}
        assert found[better].win_share > 1.2 / seats, f"{better} against {worse}"


def test_a_level_s_budget_can_be_named() -> None:
    game = tulips.game("tulip")
    found = levels.level(game, "master@123")
    assert found is not None and found.iterations == 123
    timed = levels.level(game, "master@0.25s")
    assert timed is not None and (timed.iterations, timed.seconds) == (None, 0.25)
    several = levels.level(game, "master@50,0.5MB,explore=2.5,horizon=0")
    assert several is not None and (several.iterations, several.megabytes) == (50, 0.5)
    assert (several.dials.explore, several.dials.horizon, several.dials.sharpness) == (2.5, 0.0, found.dials.sharpness)
    assert not levels.cheats(game, "master@50") and levels.cheats(game, "oracle@50") and not levels.cheats(game, "greedy")


@pytest.mark.parametrize(
    "setting", ["", "0", "-3", "20,", "explore", "explore=", "explore=-1", "curiosity=2", "ahead=0", "5GB", "1e3"]
)
def test_a_budget_that_is_none_is_refused_in_a_sentence(setting: str) -> None:
    with pytest.raises(UnknownBot, match="after the @ of a bot that searches comes how much it thinks"):
        bots.number(tulips.game("tulip"), f"master@{setting}")


def test_a_level_keeps_to_the_memory_that_it_is_named_with(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tulips.game("tulip")
    states = game.batch(1, 3).states
    given: list[float] = []

    def noted(*arguments: Any, megabytes: float, **settings: Any) -> Thought:
        given.append(megabytes)
        return think(*arguments, megabytes=megabytes, **settings)

    monkeypatch.setattr(levels, "think", noted)
    bots.choose(game, states, game.actors(states)[0], "master@20,0.5MB", 1)
    bots.choose(game, states, game.actors(states)[0], "master@20", 1)
    bots.choose(game, states, game.actors(states)[0], "master@20", 1, megabytes=2)
    assert given == [0.5, MEGABYTES, 2]


def test_games_with_levels_are_the_same_in_any_company(game: Game) -> None:
    seats = max(game.seat_counts)
    players = [thinker(game), *["random"] * (seats - 1)]
    table = game.set_up(seats)
    together = bots.play_games(game, table, players, "11", 0, 2)
    apart = [bots.play_games(game, table, players, "11", i, 1) for i in range(2)]
    assert (together.ends > 0).all()
    assert together.scores.tolist() == [one.scores[0].tolist() for one in apart]
    batch = game.batch(2, seats, 3)
    assert bots.play_out(batch, players) > 0
    assert batch.over.all()


def test_the_interpreted_search_finds_the_same() -> None:
    import os
    import subprocess
    import sys

    code = (
        "import tulips; from tulips.bots.search import think, Dials; g = tulips.game('gift-of-tulips');"
        "s = g.batch(1, 3, 2).states;"
        "print([(t.move, t.visits) for t in think(g, s, 0, 1, dials=Dials(guided=0.2, quick=0.5), iterations=12).moves])"
    )
    environment = {**os.environ, "TULIPS_INTERPRET": "1"}
    interpreted = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    game = tulips.game("gift-of-tulips")
    thought = think(game, game.batch(1, 3, 2).states, 0, 1, dials=Dials(guided=0.2, quick=0.5), iterations=12)
    assert interpreted.stdout.strip() == str([(tried.move, tried.visits) for tried in thought.moves])
    assert np.sum([tried.visits for tried in thought.moves]) == 12
