"""What all environments for learners share: a game's episodes compiled, kinds of reward, and the schema of observations."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from tulips import bots
from tulips.bots import episodes
from tulips.engine.errors import TulipsError
from tulips.engine.rule import rebind, rule

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.kernel import Kernel

Reward = Literal["win", "rank", "score"]
REWARDS: dict[str, int] = {"win": episodes.WIN, "rank": episodes.RANK, "score": episodes.SCORE}


class BadSetting(TulipsError):
    """Something that an environment can't be made with."""


def reward_number(reward: str) -> int:
    """The number of a kind of reward."""
    if reward not in REWARDS:
        raise BadSetting(f"There is no reward called {reward!r}: there is {', '.join(REWARDS)}.")
    return REWARDS[reward]


def usual_seats(game: "Game", seats: int | None) -> int:
    """The number of seats asked for, or the usual four as far as the game goes."""
    number = min(4, game.about.seats[1]) if seats is None else seats
    game.check_seats(number)
    return number


@functools.cache
def kernel(game: "Game", name: str, with_bots: bool = False) -> "Kernel":
    """A template of `tulips.bots.episodes` for the game; without bots, others play at random and it compiles faster."""
    label = "learners-and-bots" if with_bots else "learners"
    bound: dict[str, Any] = dict(bots.bindings(game) if with_bots else game.bindings)
    for part in ("play_until_asked", "write_seen", "write_mask", "begin", "reward_of"):
        bound[part] = rule(rebind(getattr(episodes, part), f"{game.name}-{label}", bound))
    return game.specialise(getattr(episodes, name), label=label, **bound)


def schema(game: "Game") -> list[dict[str, Any]]:
    """The pieces of an observation: name, where it begins and ends, and what it means."""
    places = game.observation.slices()
    return [
        {"name": piece.name, "start": places[piece.name].start, "stop": places[piece.name].stop, "meaning": piece.meaning}
        for piece in game.observation.pieces
    ]


class Single:
    """One game as a learner's environment needs it: what each seat observes and may do, and actions carried out."""

    def __init__(self, game: "Game", seats: int, options: dict[str, Any] | None, reward: str) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.reward, self.kind = reward, reward_number(reward)
        self._ask, self._act = kernel(game, "ask"), kernel(game, "act")
        self._moves = game.move_buffer()
        self.states = game.table(seats, options)
        self.asked = 0

    def __deepcopy__(self, memo: object) -> "Single":
        other = Single(self.game, self.seats, self.options, self.reward)
        other.states, other.asked = self.states.copy(), self.asked
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        made_with = (self.game, self.seats, self.options, self.reward)
        return Single, made_with, {"states": self.states, "asked": self.asked}

    def start(self, seed: str | int, number: int) -> None:
        """Begin the seed's game of that number."""
        from tulips.engine.chance import key_of_seed

        key0, key1 = map(np.uint64, key_of_seed(str(seed)))
        self.states = self.game.table(self.seats, self.options)
        self.game.kernel("start_games")(self.states, key0, key1, number)
        self.asked = self.actors[0] if self.actors else -1

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that decide now."""
        return self.game.actors(self.states)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["end"][0])

    def observe(self, seat: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """What the seat observes, and the mask of its actions."""
        observation = np.zeros(self.game.observation.size, np.float32)
        mask = np.zeros(self.game.actions_offered, np.int8)
        self._ask(self.states, 0, seat, self._moves, observation, mask)
        return observation, mask

    def act(self, seat: int, action: int) -> None:
        """Carry out an action that is known to be legal."""
        self.asked = self._act(self.states, 0, seat, action)

    def rewards(self) -> Sequence[float]:
        """Every seat's reward, once the game is over."""
        out = np.zeros((1, self.seats))
        kernel(self.game, "rewards_of")(self.states, self.kind, out)
        return out[0].tolist()  # type: ignore[no-any-return]
