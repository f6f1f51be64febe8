"""Many games at once for a learner: what Gymnasium expects of a vector environment, and the games' own truth."""

import hashlib
import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import tulips
from tulips.engine.errors import IllegalMove
from tulips.engine.match.batch import Batch
from tulips.lab.environments import BadSetting, schema
from tulips.lab.vector import TulipsVectorEnv, vector_env

pytestmark = pytest.mark.slow

ENVS = 16


def random_actions(
    masks: "np.ndarray[tuple[int, int], np.dtype[np.int8]]", chooser: np.random.Generator
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.asarray((chooser.random(masks.shape) * masks).argmax(axis=1))


def play(env: TulipsVectorEnv, steps: int, seed: int) -> list[bytes]:
    """What a learner sees in so many steps, as bytes."""
    chooser = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    told = []
    for _ in range(steps):
        seen, rewards, ended, cut, info = env.step(random_actions(seen["action_mask"], chooser))
        told.append(seen["observation"].tobytes() + rewards.tobytes() + ended.tobytes() + info["seat"].tobytes())
        assert not cut.any()
    return told


@pytest.mark.parametrize("name", tulips.game_names())
def test_observations_and_actions_lie_in_their_spaces(name: str) -> None:
    env = vector_env(name, ENVS)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    chooser = np.random.default_rng(0)
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        assert env.observation_space.contains(seen)
        actions = random_actions(seen["action_mask"], chooser)
        assert env.action_space.contains(actions)
        seen, rewards, ended, cut, _ = env.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (ENVS,)


@pytest.mark.parametrize("name", tulips.game_names())
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    one, other = (play(vector_env(name, ENVS, opponents=["greedy"]), 12, seed=5) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("name", tulips.game_names())
def test_what_a_learner_sees_is_the_games_own_observation_at_every_step(name: str) -> None:
    env = vector_env(name, ENVS, seat="all", copy=False)
    seen, info = env.reset(seed=4)
    for _ in range(60):
        assert np.array_equal(seen["observation"], Batch(env.game, env.states).observe(info["seat"]))
        seen, _, _, _, info = env.step(env.sample_actions())


@pytest.mark.parametrize("name", tulips.game_names())
def test_sampled_actions_are_legal_and_reach_every_one(name: str) -> None:
    env = vector_env(name, 1, seat="all")
    seen, _ = env.reset(seed=4)
    legal = set(np.flatnonzero(seen["action_mask"][0]).tolist())
    assert {int(env.sample_actions()[0]) for _ in range(60 * len(legal))} == legal


@pytest.mark.parametrize("name", tulips.game_names())
def test_gymnasiums_own_checks_accept_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that its `check_env` is made of, as far as they can be asked of many games, the last of a single one.

    Actions are sampled among the legal ones, since others are refused.
    """
    env: Any = vector_env(name, ENVS)
    single: Any = vector_env(name, 1)
    monkeypatch.setattr(single.action_space, "sample", single.sample_actions, raising=False)
    env_checker.check_reset_seed_determinism(env)
    env_checker.check_reset_options(env)
    env_checker.check_reset_return_type(env)
    env_checker.check_returned_data_not_reused(single)


def test_gymnasiums_wrapper_counts_whole_games() -> None:
    env = vector_env("gift-of-tulips", ENVS, seat="all", seats=2)
    counted: Any = RecordEpisodeStatistics(env)
    counted.reset(seed=3)
    lengths = set()
    for _ in range(120):
        _, _, ended, _, info = counted.step(env.sample_actions())
        lengths |= set(info["episode"]["l"][ended].tolist()) if ended.any() else set()
    here = tulips.game("gift-of-tulips").batch(1, 2)
    assert lengths == {here.play_out()}, "every game of two has the same number of decisions"


def test_another_process_sees_the_same_bytes() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from lab.test_vector import play\n"
        "from tulips.lab.vector import vector_env\n"
        "import hashlib; print(hashlib.sha256(b''.join(play(vector_env('tulip', 8, opponents=['greedy']), 40, 6))).hexdigest())"
    )
    tests = Path(__file__).parents[1]
    there = subprocess.run([sys.executable, "-c", program, str(tests)], capture_output=True, text=True, check=True).stdout
    here = b"".join(play(vector_env("tulip", 8, opponents=["greedy"]), 40, 6))
    assert there.strip() == hashlib.sha256(here).hexdigest()


def test_a_game_alone_is_the_same_as_among_others_until_it_ends() -> None:
    wide, narrow = (vector_env("tulip", envs, seat="all") for envs in (8, 1))
    one, _ = wide.reset(seed=9)
    other, _ = narrow.reset(seed=9)
    for _ in range(20):
        assert np.array_equal(one["observation"][0], other["observation"][0])
        action = int(np.flatnonzero(other["action_mask"][0])[0])
        one = wide.step([action, *(int(np.flatnonzero(mask)[0]) for mask in one["action_mask"][1:])])[0]
        other = narrow.step([action])[0]


def test_rewards_by_rank_cancel_out_over_the_seats_of_every_ended_game() -> None:
    env = vector_env("gift-of-tulips", ENVS, seat="all", seats=3)
    chooser = np.random.default_rng(0)
    seen, _ = env.reset(seed=2)
    ends = 0
    for _ in range(200):
        seen, rewards, ended, _, info = env.step(random_actions(seen["action_mask"], chooser))
        assert not rewards[~ended].any()
        if ended.any():
            ends += int(ended.sum())
            assert info["rewards"][ended].sum(axis=1) == pytest.approx(0)
            assert rewards[ended] == pytest.approx(info["rewards"][ended, info["seat"][ended]])
            assert not seen["action_mask"][ended].any()
    assert ends > ENVS


def test_a_game_that_has_ended_begins_anew_whatever_the_action() -> None:
    env = vector_env("tulip", 1, seat=0, seats=2)
    chooser = np.random.default_rng(0)
    seen, _ = env.reset(seed=2)
    for _ in range(500):
        seen, _, ended, _, _ = env.step(random_actions(seen["action_mask"], chooser))
        if ended[0]:
            break
    assert ended[0]
    seen, _, ended, _, _ = env.step([0])
    assert not ended[0] and seen["action_mask"].any()


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = vector_env("gift-of-tulips", 4)
    seen, _ = env.reset(seed=1)
    legal = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
    with pytest.raises(IllegalMove, match="Game 2 does not allow action 7"):
        env.step([*legal[:2], 7, legal[3]])
    assert play(env, 5, seed=1) == play(vector_env("gift-of-tulips", 4), 5, seed=1)


def test_a_learner_of_greedy_moves_wins_against_random_ones() -> None:
    env = vector_env("tulip-bubble", 64, seat="turns", opponents=["random"], reward="win", seats=4)
    fair = vector_env("tulip-bubble", 64, seat="turns", opponents=["greedy"], reward="win", seats=4)
    shares = []
    for tried in (env, fair):
        chooser, won, ends = np.random.default_rng(0), 0.0, 0
        seen, _ = tried.reset(seed=3)
        for _ in range(400):
            seen, rewards, ended, _, _ = tried.step(random_actions(seen["action_mask"], chooser))
            won, ends = won + rewards.sum(), ends + int(ended.sum())
        shares.append(won / ends)
    assert shares[0] == pytest.approx(0.25, abs=0.12), "a random learner among random players is one of four"
    assert shares[1] < 0.05, "and has no chance among greedy ones"


@pytest.mark.parametrize("name", tulips.game_names())
def test_the_schema_covers_the_whole_observation(name: str) -> None:
    game = tulips.game(name)
    pieces = schema(game)
    assert pieces[0]["start"] == 0 and pieces[-1]["stop"] == game.observation.size
    assert all(one["stop"] == other["start"] for one, other in itertools.pairwise(pieces))
    assert all(piece["meaning"] for piece in pieces)


@pytest.mark.parametrize("name", tulips.game_names())
def test_all_games_use_the_same_words_for_what_all_have(name: str) -> None:
    game = tulips.game(name)
    sizes = {piece["name"]: piece["stop"] - piece["start"] for piece in schema(game)}
    least, most = game.about.seats
    assert next(iter(sizes)) == "phase"
    assert sizes["turn"] == most
    assert sizes["seats"] == most - least + 1
    env = vector_env(name, 2, seats=most)
    seen, _ = env.reset(seed=1)
    place = game.observation.slices()["seats"]
    assert seen["observation"][0][place].tolist() == [0.0] * (most - least) + [1.0]


def test_settings_that_cannot_be_are_refused_in_words() -> None:
    with pytest.raises(BadSetting, match="one game or more"):
        vector_env("tulip", 0)
    with pytest.raises(BadSetting, match="no reward called"):
        vector_env("tulip", 1, reward="fame")
    with pytest.raises(BadSetting, match="'master' thinks before it moves"):
        vector_env("tulip", 2, opponents=["master"])
    with pytest.raises(BadSetting, match="learner's seat"):
        vector_env("tulip", 1, seats=2, seat=2)
