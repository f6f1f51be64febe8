"""Many games at once: arrays of states that are stepped, observed and played out without a Python loop."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tulips.engine.errors import IllegalMove
from tulips.engine.match.playout import play_on
from tulips.engine.state.chance import seed_of_key
from tulips.engine.state.seats import MOST_SEATS
from tulips.engine.state.state import States

if TYPE_CHECKING:
    from tulips.engine.game import Game

Ints = npt.NDArray[np.int32]


class Batch:
    """Games of one kind side by side; `game.batch(...)` starts them, and `states` is the array of their states.

    >>> batch = tulips.game("gift-of-tulips").batch(1000, seats=4, seed=1)
    >>> seats, moves, counts = batch.moves()
    >>> batch.step(moves[:, 0])  # each game's first move
    >>> batch.observe(seats).shape
    (1000, 182)
    >>> made = batch.play_out()
    >>> bool(batch.over.all())
    True
    >>> batch.scores().shape
    (1000, 4)
    """

    def __init__(self, game: "Game", states: States) -> None:
        self.game = game
        self.states = states

    def __len__(self) -> int:
        return len(self.states)

    def copy(self) -> "Batch":
        """The same games, to be played on independently."""
        return Batch(self.game, self.states.copy())

    def seed_of(self, i: int) -> str:
        """The seed with which `game.match` starts the i-th game by itself.

        >>> game = tulips.game("tulip")
        >>> batch = game.batch(100, seats=2, seed=1)
        >>> match = game.match(2, seed=batch.seed_of(42))
        >>> bool(match.states[0] == batch.states[42])
        True
        """
        return seed_of_key(*self.states["key"][i])

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        over: npt.NDArray[np.bool_] = self.states["end"] != 0
        return over

    def moves(self) -> tuple[Ints, Ints, Ints]:
        """For each game the seat to move (-1 if it is over), its moves in a row, and how many of the row count.

        Where several seats choose at once the lowest that has not chosen yet comes first.
        """
        n = len(self.states)
        seats, counts = np.empty(n, np.int32), np.empty(n, np.int32)
        moves = np.full((n, self.game.max_moves), -1, np.int32)
        self.game.kernel("list_all")(self.states, seats, moves, counts)
        return seats, moves, counts

    def step(self, moves: npt.ArrayLike) -> None:
        """Make one move in each game that is not over, and let chance decide what follows."""
        chosen = np.ascontiguousarray(moves, np.int32)
        if chosen.shape != self.states.shape:
            raise IllegalMove(f"A step of {len(self)} games takes {len(self)} moves, not an array of shape {chosen.shape}.")
        wrong = self.game.kernel("step_all")(self.states, chosen, self.game.move_buffer())
        if wrong >= 0:
            raise IllegalMove(f"Game {wrong} of the batch does not allow move {chosen[wrong]}; no game was changed.")

    def play_out(self, seed: int = 0) -> int:
        """Play every game to its end by random moves; the number of moves made. `tulips.bots.play_out` plays by bots."""
        bots = np.zeros(MOST_SEATS, np.int8)
        return int(play_on(self.game.kernel("play_games"), self.game, self.states, bots, seed).lengths.sum())

    def observe(self, seats: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """What the given seat of each game (-1: a spectator) knows, as numbers, a row a game."""
        who = np.broadcast_to(np.asarray(seats, np.int32), self.states.shape)
        for seat in {int(who.min(initial=0)), int(who.max(initial=0))}:
            self.game.check_viewer(seat, self.states)
        out = np.zeros((len(self.states), self.game.observation.size), np.float32)
        self.game.kernel("observe_all")(self.states, np.ascontiguousarray(who), out)
        return out

    def scores(self) -> npt.NDArray[np.int64]:
        """Every seat's score in each game."""
        return self._results()[0]

    def standings(self) -> npt.NDArray[np.int64]:
        """What seats are ranked by: the highest of a row wins, equal ones share."""
        return self._results()[1]

    def _results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        shape = (len(self.states), int(self.states["seats"][0]) if len(self.states) else 0)
        scores, standings = np.empty(shape, np.int64), np.empty(shape, np.int64)
        self.game.kernel("read_scores")(self.states, scores, standings)
        return scores, standings
