"""What all environments for learners share: a game's episodes compiled, kinds of reward, and the schema of observations."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from tulips import bots
from tulips.engine.errors import TulipsError
from tulips.engine.state.chance import key_of_seed
from tulips.engine.state.rule import rebind, rule
from tulips.lab import episodes

if TYPE_CHECKING:
    from tulips.engine.compile.kernel import Kernel
    from tulips.engine.game import Game
    from tulips.engine.state.state import States

Reward = Literal["win", "rank", "score"]
REWARDS: dict[str, int] = {"win": episodes.WIN, "rank": episodes.RANK, "score": episodes.SCORE}


class BadSetting(TulipsError):
    """Something that an environment can't be made with."""


def reward_number(reward: str) -> int:
    """The number of a kind of reward."""
    if reward not in REWARDS:
        raise BadSetting(f"There is no reward called {reward!r}: there is {', '.join(REWARDS)}.")
    return REWARDS[reward]


@functools.cache
def kernel(game: "Game", name: str, with_bots: bool = False) -> "Kernel":
    """A template of `tulips.lab.episodes` for the game; without bots, others play at random and it compiles faster."""
    label = "learners-and-bots" if with_bots else "learners"
    bound: dict[str, Any] = dict(bots.bindings(game) if with_bots else game.bindings)
    for part in ("play_until_asked", "write_seen", "write_mask", "begin", "reward_of"):
        bound[part] = rule(rebind(getattr(episodes, part), f"{game.name}-{label}", bound))
    return game.specialise(getattr(episodes, name), label=label, **bound)


def schema(game: "Game") -> list[dict[str, Any]]:
    """The pieces of an observation: name, where it begins and ends, and what it means.

    >>> from tulips.lab.environments import schema
    >>> [piece["name"] for piece in schema(tulips.game("gift-of-tulips"))][:3]
    ['phase', 'action', 'turn']
    """
    places = game.observation.slices()
    return [
        {"name": piece.name, "start": places[piece.name].start, "stop": places[piece.name].stop, "meaning": piece.meaning}
        for piece in game.observation.pieces
    ]


NOBODY = -1


class Single:
    """One game as a learner's environment needs it: what each seat observes and may do, and actions carried out."""

    def __init__(self, game: "Game", seats: int, options: dict[str, Any] | None, reward: str) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.reward, self.kind = reward, reward_number(reward)
        self._start = game.set_up(seats, options)
        self._states = self._start.copy()
        self._end = self._states["end"]
        self._observation = np.zeros(game.observation.size, np.float32)
        self._mask = np.zeros(game.actions_offered, np.int8)
        shown = (game.move_buffer(), self._observation, self._mask)
        self._ask = kernel(game, "ask").bind(self._states, int, *shown)
        self._act = kernel(game, "act").bind(self._states, int, int, *shown)
        self._shown = NOBODY  # the seat whose knowledge is written out
        self.asked = NOBODY

    def __deepcopy__(self, memo: object) -> "Single":
        other = Single(self.game, self.seats, self.options, self.reward)
        other.states, other.asked = self._states, self.asked
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        made_with = (self.game, self.seats, self.options, self.reward)
        return Single, made_with, {"states": self._states, "asked": self.asked}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.states, self.asked = state["states"], state["asked"]

    @property
    def states(self) -> "States":
        """The state; whoever asks for it may change it."""
        self._shown = NOBODY
        return self._states

    @states.setter
    def states(self, states: "States") -> None:
        self._states[:] = states
        self._shown = NOBODY

    def start(self, seed: str | int, number: int) -> None:
        """Begin the seed's game of that number."""
        key0, key1 = map(np.uint64, key_of_seed(str(seed)))
        self.states = self._start
        self.game.kernel("start_games")(self._states, key0, key1, number)
        self.asked = self.actors[0] if self.actors else NOBODY

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that decide now."""
        return self.game.actors(self._states)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._end[0])

    def observe(self, seat: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """What the seat observes, and the mask of its actions."""
        if seat != self._shown:
            self._ask(seat)
            self._shown = seat
        return self._observation.copy(), self._mask.copy()

    def act(self, seat: int, action: int) -> bool:
        """Carry out an action; False if it is not legal, and nothing is changed."""
        asked = self._act(seat, action)
        if asked == episodes.ILLEGAL:
            return False
        self._shown = self.asked = asked
        return True

    def rewards(self) -> Sequence[float]:
        """Every seat's reward, once the game is over."""
        out = np.zeros((1, self.seats))
        kernel(self.game, "rewards_of")(self._states, self.kind, out)
        return out[0].tolist()  # type: ignore[no-any-return]
