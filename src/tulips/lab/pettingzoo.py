"""The games as PettingZoo environments: `env(name)` with one agent after the other, `parallel_env(name)` with all at once.

Needs the extra `tulips[pettingzoo]`. Agents are "seat_0", "seat_1", …; observations are dictionaries of `observation` and
`action_mask`, and count seats from the one that observes.
"""

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

import tulips
from tulips.engine.errors import IllegalMove
from tulips.lab.environments import Single
from tulips.lab.seats import usual_seats

Observation = dict[str, Any]


class _Common:
    """What both kinds of environment share: the game, its spaces, and how its seeds follow each other."""

    metadata: dict[str, Any]
    possible_agents: list[str]
    more_actions = 0
    """Actions beside the game's own, after them."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.agents: list[str] = []
        game = tulips.game(name)
        number = usual_seats(game, seats)
        self.single = Single(game, number, options, reward)
        self.metadata = {
            "name": f"tulips_{game.name.replace('-', '_')}_v1",
            "render_modes": ["ansi"],
            "is_parallelizable": True,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(number)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = gymnasium.spaces.Box(-np.inf, np.inf, (game.observation.size,), np.float32)
        actions = game.actions_offered + self.more_actions
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        self._observation_space = gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
        self._action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed, self._number = int(np.random.SeedSequence().entropy) & (2**63 - 1), -1  # type: ignore[arg-type]

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for every agent."""
        return self._observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Every action that a seat may ever have."""
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """The next game of the seed's, or the first of a new one."""
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self.single.start(self._seed, self._number)

    def render(self) -> str:
        """The table as text, as a spectator sees it."""
        game, names = self.single.game, [f"Seat {p + 1}" for p in range(self.single.seats)]
        return game.text(self.single.states, tulips.SPECTATOR, names)

    def close(self) -> None:
        """Nothing is held open."""


class TulipsEnv(_Common, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game with one agent after the other; those who choose at once do so in the order of their seats, unseen."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, the next one of the last seed's."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.single.asked]

    def observe(self, agent: str) -> Observation:
        """What the agent's seat knows, and what it may do now."""
        observation, mask = self.single.observe(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent's action."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.single.act(self._seats[agent], int(action)):
            raise _refused(agent, action)
        self._cumulative_rewards[agent] = 0.0
        if self.single.over:
            self.rewards = dict(zip(self.agents, self.single.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.single.asked]


class TulipsParallelEnv(_Common, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game in which all agents act at each step: those who have nothing to decide take the last action, which waits."""

    more_actions = 1

    @property
    def wait(self) -> int:
        """The action of those who have nothing to decide."""
        return int(self.single.game.actions_offered)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; without a seed, the next one of the last seed's."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Observation], Any, Any, Any, dict[str, dict[str, Any]]]:
        """Everyone's action; whoever does not decide now waits."""
        deciding = self.single.actors
        for agent in self.agents:
            if self._seats[agent] in deciding:
                self._check(agent, actions.get(agent))
            elif actions.get(agent, self.wait) != self.wait:
                raise IllegalMove(f"{agent} has nothing to decide now: its only action is {self.wait}, to wait.")
        for seat in deciding:
            self.single.act(seat, int(actions[self.possible_agents[seat]]))
        over = self.single.over
        rewards = self.single.rewards() if over else [0.0] * self.single.seats
        answer: tuple[Any, ...] = (
            self._seen(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            {agent: {} for agent in self.agents},
        )
        if over:
            self.agents = []
        return answer

    def _check(self, agent: str, action: int | None) -> None:
        mask = self.single.observe(self._seats[agent])[1]
        if action is None or not 0 <= action < len(mask) or not mask[action]:
            raise _refused(agent, action)

    def _seen(self) -> dict[str, Observation]:
        seen = {}
        for agent in self.agents:
            observation, mask = self.single.observe(self._seats[agent])
            wait = 0 if mask.any() else 1
            seen[agent] = {"observation": observation, "action_mask": np.append(mask, np.int8(wait))}
        return seen


def _refused(agent: str, action: int | None) -> IllegalMove:
    return IllegalMove(f"{agent} can't take action {action} now: its mask is 0 there.")


def env(name: str, **settings: Any) -> TulipsEnv:
    """A game with one agent after the other; see `TulipsEnv` for the settings.

    >>> from tulips.lab.pettingzoo import env
    >>> game = env("gift-of-tulips", seats=3)
    >>> game.reset(seed=1)
    >>> game.agent_selection
    'seat_0'
    >>> seen, reward, ended, cut, info = game.last()
    >>> game.step(game.action_space("seat_0").sample(seen["action_mask"]))
    """
    return TulipsEnv(name, **settings)


def parallel_env(name: str, **settings: Any) -> TulipsParallelEnv:
    """A game with all agents at each step; see `TulipsParallelEnv` for the settings.

    >>> from tulips.lab.pettingzoo import parallel_env
    >>> game = parallel_env("gift-of-tulips", seats=3)
    >>> seen, info = game.reset(seed=1)
    >>> actions = {agent: game.action_space(agent).sample(seen[agent]["action_mask"]) for agent in game.agents}
    >>> seen, rewards, ended, cut, info = game.step(actions)
    """
    return TulipsParallelEnv(name, **settings)
