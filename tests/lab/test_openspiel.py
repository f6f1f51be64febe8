"""The games pass OpenSpiel's own tests, and keep in it what they promise everywhere."""

import os
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import tulips

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tulips[openspiel]'.")

from tulips.engine.errors import BadOption  # noqa: E402
from tulips.lab.openspiel import PREFIX, TulipsState  # noqa: E402

pytestmark = pytest.mark.slow

NAMES = [PREFIX + name.replace("-", "_") for name in tulips.game_names()]
LONG = "tulips_tulpenfieber"
"""Random games of it take more than a thousand decisions: it is tested from a position near the end of a game well played."""


def load(name: str, **settings: Any) -> Any:
    return pyspiel.load_game(name, settings)


def outcome(state: Any, chooser: random.Random) -> int:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(chooser.choices(actions, chances)[0])


def play(state: Any, seed: int, enough: Callable[[Any], bool] = lambda state: False) -> Any:
    """The state after random play until it is enough, or to the end."""
    chooser = random.Random(seed)
    while not state.is_terminal() and not enough(state):
        state.apply_action(outcome(state, chooser) if state.is_chance_node() else chooser.choice(state.legal_actions()))
    return state


def near_the_end(name: str, bot: str, decisions: int) -> Any:
    """A state so many decisions before the end of a game among bots."""
    from tulips import bots

    state, chooser = load(name, players=2).new_initial_state(), random.Random(1)
    actions: list[int] = []
    decided: list[int] = []  # how many actions came before each decision
    while not state.is_terminal():
        if state.is_chance_node():
            actions.append(outcome(state, chooser))
        else:
            single = state.single
            decided.append(len(actions))
            actions.append(bots.choose(single.game, single.states, state.current_player(), bot, len(decided)))
        state.apply_action(actions[-1])
    again = load(name, players=2).new_initial_state()
    for action in actions[: decided[-decisions]]:
        again.apply_action(action)
    return again


@pytest.mark.parametrize("name", [name for name in NAMES if name != LONG])
def test_openspiels_random_simulation_accepts_a_whole_game(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def test_openspiels_random_simulation_accepts_the_end_of_a_long_game() -> None:
    state = near_the_end(LONG, "greedy", 2)
    pyspiel.random_sim_test(state.get_game(), num_sims=1, serialize=True, verbose=False, specific_initial_state=state)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_api_test_accepts_the_game(name: str) -> None:
    """Its file is run as it ships, for one of our games; registering them comes first, so that it finds them."""
    program = (
        "import sys, unittest, tulips.lab.openspiel\n"
        "from absl import flags\n"
        "from open_spiel.integration_tests import api_test\n"
        f"flags.FLAGS(['api_test', '--test_only_games={name}$'])\n"
        "found = unittest.defaultTestLoader.loadTestsFromModule(api_test)\n"
        "result = unittest.TextTestRunner().run(found)\n"
        "sys.exit(not (result.wasSuccessful() and result.testsRun))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], env=dict(os.environ), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("name", NAMES)
def test_a_state_resampled_for_a_seat_is_told_apart_by_the_others_but_not_by_it(name: str) -> None:
    game = load(name, players=3)
    whole = play(game.new_initial_state(), 5, lambda state: state.move_number() > 140).move_number()
    state = play(game.new_initial_state(), 5, lambda state: state.move_number() > whole // 2 and state.is_player_node())
    assert not state.is_terminal()
    chooser = random.Random(2)
    worlds = [state.resample_from_infostate(0, chooser.random) for _ in range(8)]
    known = state.information_state_string(0)
    assert {world.information_state_string(0) for world in worlds} == {known}
    assert all(world.information_state_string(1) != state.information_state_string(1) for world in worlds)
    for world in worlds[:2]:
        copy = pickle.loads(pickle.dumps(world))
        assert str(copy) == str(world)
        if name != LONG:
            assert play(world, 3).is_terminal()
    secret = tulips.game(name.removeprefix(PREFIX).replace("_", "-")).secret_options is not None
    if secret:
        assert len({str(world) for world in worlds}) > 1


def test_the_information_state_that_openspiels_own_code_asks_for_remembers_what_was_seen() -> None:
    state = play(load(NAMES[0]).new_initial_state(), 1, lambda state: state.move_number() > 20)
    assert isinstance(state, TulipsState)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert observer.string_from(state, 0) == state.information_state_string(0)
    assert observer.string_from(state, 0) != state.observation_string(0)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_remembered_does_not_depend_on_any_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tulips.game(name.removeprefix(PREFIX).replace("_", "-"))
    whole = play(load(name, players=3).new_initial_state(), 5, lambda state: state.move_number() > 60)
    known = [whole.information_state_string(seat) for seat in range(3)]
    spoken = type(game.say("list"))
    monkeypatch.setattr(spoken, "texts", dict.fromkeys(spoken.texts, "something else"))
    again = load(name, players=3).new_initial_state()
    for action in whole.history():
        again.apply_action(action)
    assert [again.information_state_string(seat) for seat in range(3)] == known


def test_a_drawn_card_is_remembered_by_its_seat_alone() -> None:
    def drawing(state: Any) -> bool:
        return bool(state.is_chance_node()) and state.single.game.view(state.single.states, 0).phase == "turn"

    state = play(load("tulips_gift_of_tulips", players=2).new_initial_state(), 1, drawing)
    worlds = [state.child(action) for action, _ in state.chance_outcomes()]
    drawer = worlds[0].current_player()
    cards = {world.action_to_string(drawer, world.legal_actions()[0]) for world in worlds}
    assert len({world.seen[drawer] for world in worlds}) == len(cards) > 1
    assert len({world.seen[1 - drawer] for world in worlds}) == 1


def test_options_are_parameters() -> None:
    state = load("tulips_tulip", players=2, options="first=2").new_initial_state()
    assert play(state, 1, lambda state: state.is_player_node()).current_player() == 1
    with warnings.catch_warnings(), pytest.raises(BadOption, match="no option 'frist'"):
        warnings.simplefilter("ignore")
        load("tulips_tulip", players=2, options="frist=2")
