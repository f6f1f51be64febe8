"""Games played to their end inside compiled code: new ones, by their numbers, or those that are under way."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tulips.engine.state.chance import key_of_seed

if TYPE_CHECKING:
    from tulips.engine.compile.kernel import Kernel
    from tulips.engine.game import Game
    from tulips.engine.state.state import States


class Results(NamedTuple):
    """What came of some games: a row a game."""

    scores: npt.NDArray[np.int64]
    standings: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int8]

    @classmethod
    def of(cls, games: int, seats: int) -> "Results":
        """Room for so many games' results."""
        shape = (games, seats)
        return cls(np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(games, np.int64), np.empty(games, np.int8))


def play_new(
    kernel: "Kernel", game: "Game", start: "States", bots: npt.NDArray[np.int8], seed: str, first: int, games: int
) -> Results:
    """Play games `first` and following of a seed's from a state before chance; a bot's number for each seat."""
    key0, key1 = map(np.uint64, key_of_seed(seed))
    results = Results.of(games, int(start["seats"][0]))
    noise = np.zeros(1, np.uint64)
    kernel(start, start.copy(), 1, key0, key1, first, bots, game.move_buffer(), game.scratch(), noise, *results)
    return results


def play_on(kernel: "Kernel", game: "Game", states: "States", bots: npt.NDArray[np.int8], seed: int) -> Results:
    """Play every game on from where it stands, its state with it; a bot's number for each seat."""
    results = Results.of(len(states), int(states["seats"].max(initial=0)))
    none, noise = np.uint64(0), np.array([seed], np.uint64)
    kernel(states, states, 0, none, none, 0, bots, game.move_buffer(), game.scratch(), noise, *results)
    return results
