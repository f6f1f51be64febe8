"""A Gymnasium vector environment: thousands of games stepped, observed and masked in one compiled call.

Needs the extra `tulips[gymnasium]`. One learner sits at each game; bots, or the learner itself, play the other seats.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import tulips
from tulips import bots
from tulips.engine.errors import IllegalMove
from tulips.engine.state.chance import key_of_seed
from tulips.engine.state.state import States
from tulips.lab.environments import BadSetting, kernel, reward_number
from tulips.lab.episodes import EVERY_SEAT
from tulips.lab.seats import usual_seats

Observation = dict[str, npt.NDArray[Any]]


class TulipsVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of one kind. A game that has ended begins anew at the next step, whose action is ignored.

    `seat` is the learner's: a number, "turns" for one seat after the other from game to game, or "all" to decide for every
    seat (`info["seat"]` says for which). `opponents` are bots by name, the last one repeated. Observations count seats from
    the one that observes. With `copy=False` the same arrays are written anew at every step: faster, for those who keep none.

    >>> from tulips.lab.vector import vector_env
    >>> env = vector_env("gift-of-tulips", 64, seats=4, opponents=["greedy"], reward="win")
    >>> seen, info = env.reset(seed=1)
    >>> seen["observation"].shape
    (64, 182)
    >>> seen, rewards, ended, _, info = env.step(env.sample_actions())
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        opponents: Sequence[str] = (bots.RANDOM,),
        seat: int | str = "turns",
        reward: str = "rank",
        copy: bool = True,
    ) -> None:
        if num_envs < 1:
            raise BadSetting(f"A vector environment has one game or more, not {num_envs}.")
        self.game = tulips.game(game)
        self.seats = usual_seats(self.game, seats)
        self.num_envs = num_envs
        self.copy = copy
        self.kind = reward_number(reward)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.render_mode = None
        self.spec = None
        size, actions = self.game.observation.size, self.game.actions_offered
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": gymnasium.spaces.MultiBinary(actions),
            }
        )
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._turns = seat == "turns"
        self._learners = np.full(num_envs, self._learner(seat), np.int32)
        with_bots = set(opponents) != {bots.RANDOM}
        self._players = np.array([self._number(bot) for bot in bots.by_seat(self.game, opponents, self.seats)], np.int8)
        self._start = kernel(self.game, "start_episodes", with_bots)
        self._step = kernel(self.game, "step_episodes", with_bots)
        self._rewards_of, self._sample = kernel(self.game, "rewards_of"), kernel(self.game, "sample_actions")
        self._set_up = self.game.set_up(self.seats, options)
        self._states = np.repeat(self._set_up, num_envs)
        self._bots = np.tile(self._players, (num_envs, 1))
        self._moves, self._scratch = self.game.move_buffer(), self.game.scratch()
        self._episodes = np.arange(num_envs, dtype=np.int64)
        self._asked = np.zeros(num_envs, np.int32)
        self._ended = np.zeros(num_envs, np.int8)
        self._noises = np.zeros(num_envs, np.uint64)
        self._observations = np.zeros((num_envs, size), np.float32)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._rewards = np.zeros(num_envs, np.float64)
        self._key = (np.uint64(0), np.uint64(0))
        self._sampling = np.zeros(1, np.uint64)

    def _number(self, bot: str) -> int:
        number = bots.number(self.game, bot)
        if number is None:
            quick = " or ".join(bots.instant(self.game))
            raise BadSetting(f"{bot!r} thinks before it moves, and no bot of a vector environment may: take {quick}.")
        return number

    def _learner(self, seat: int | str) -> int:
        if seat == "all":
            return EVERY_SEAT
        if seat == "turns":
            return 0
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadSetting(f'The learner\'s seat is a number from 0 to {self.seats - 1}, "turns" or "all", not {seat!r}.')
        return seat

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin every game anew; the same seed gives the same games."""
        super().reset(seed=seed)
        chance = int(self.np_random.integers(2**63)) if seed is None else seed
        self._key = tuple(map(np.uint64, key_of_seed(str(chance))))  # type: ignore[assignment]
        self._episodes[:] = np.arange(self.num_envs)
        self._ended[:] = 0
        self._sampling[0] = self._key[0] ^ self._key[1]
        self._seat_learners()
        self._start(
            self._set_up, self._states, *self._key, self._episodes, self._learners, self._asked,
            self._bots, self._moves, self._scratch, self._noises, self._observations, self._masks,
        )  # fmt: skip
        return self._seen(), self._info()

    def step(self, actions: npt.ArrayLike) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """One action in every game."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise IllegalMove(
                f"A step of {self.num_envs} games takes {self.num_envs} actions, not an array of shape {chosen.shape}."
            )
        if self._turns and self._ended.any():
            self._seat_learners(self._ended.astype(bool))
        wrong = self._step(
            self._set_up, self._states, *self._key, self._episodes, self._learners, self._asked, self._ended, chosen, self.kind,
            self._bots, self._moves, self._scratch, self._noises, self._observations, self._masks, self._rewards,
        )  # fmt: skip
        if wrong >= 0:
            raise IllegalMove(f"Game {wrong} does not allow action {chosen[wrong]}: its mask is 0 there. No game was changed.")
        ended = self._ended.astype(np.bool_)
        return self._seen(), self._rewards.copy(), ended, np.zeros(self.num_envs, np.bool_), self._info()

    @property
    def states(self) -> States:
        """A copy of the games' states as they stand, for `tulips.game(name).view` and the like: it holds all secrets."""
        return self._states.copy()

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for every game, each equally likely; follows the seed of the last reset."""
        actions = np.empty(self.num_envs, np.int64)
        self._sample(self._masks, self._sampling, actions)
        return actions

    def _seat_learners(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Where learners take turns on the seats, the next one for the games that begin."""
        if self._turns:
            coming = self._episodes if which is None else self._episodes + self.num_envs
            seats = (coming // self.num_envs + coming) % self.seats
            self._learners[...] = seats if which is None else np.where(which, seats, self._learners)

    def _seen(self) -> Observation:
        seen: Observation = {"observation": self._observations, "action_mask": self._masks}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self._asked.copy()}
        if self._ended.any():
            rewards = np.zeros((self.num_envs, self.seats))
            self._rewards_of(self._states, self.kind, rewards)
            info["rewards"] = rewards
            info["_rewards"] = self._ended.astype(np.bool_)
        return info


def vector_env(game: str, num_envs: int, **settings: Any) -> TulipsVectorEnv:
    """Games side by side for a learner; see `TulipsVectorEnv` for the settings."""
    return TulipsVectorEnv(game, num_envs, **settings)
