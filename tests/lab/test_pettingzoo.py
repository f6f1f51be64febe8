"""The environments pass PettingZoo's own tests."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import tulips
from tulips.engine.errors import IllegalMove
from tulips.lab.pettingzoo import env, parallel_env

pytestmark = pytest.mark.slow

LONG = "tulpenfieber"  # random games of it take thousands of steps


@pytest.mark.parametrize("name", tulips.game_names())
def test_pettingzoo_accepts_the_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its advice on spaces without bounds
        api_test(env(name), num_cycles=200 if name != LONG else 50)


@pytest.mark.parametrize("name", tulips.game_names())
def test_pettingzoo_finds_the_same_game_for_the_same_seed(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=100)


@pytest.mark.parametrize("name", tulips.game_names())
def test_pettingzoo_accepts_the_parallel_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(parallel_env(name), num_cycles=100)


def test_a_whole_game_gives_rewards_that_sum_to_nothing_by_rank() -> None:
    game = env("tulipmania-1637", seats=4)
    game.reset(seed=3)
    chooser = np.random.default_rng(0)
    total = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, ended, _, _ = game.last()
        total[agent] += reward
        mask = observation["action_mask"]
        game.step(None if ended else int(chooser.choice(np.flatnonzero(mask))))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_an_action_outside_the_mask_is_refused_in_words() -> None:
    game = env("gift-of-tulips")
    game.reset(seed=1)
    with pytest.raises(IllegalMove, match="mask is 0"):
        game.step(7)


def test_all_lay_their_cards_at_once_in_the_parallel_environment() -> None:
    game = parallel_env("gift-of-tulips", seats=3)
    seen, _ = game.reset(seed=1)
    assert all(seen[agent]["action_mask"][: game.wait].any() for agent in game.agents)
    seen, *_ = game.step(dict.fromkeys(game.agents, 0))
    waiting = [agent for agent in game.agents if seen[agent]["action_mask"][game.wait]]
    assert len(waiting) == 2
