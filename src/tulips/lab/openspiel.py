"""The games registered with OpenSpiel: import this module, then `pyspiel.load_game("tulips_gift_of_tulips(players=3)")`.

Needs the extra `tulips[openspiel]`. Chance is sampled: the deal is a chance node with one outcome, and all chance after it is
drawn from the record's own stream as play goes on. Those who choose at once do so in the order of their seats, unseen.
"""

import hashlib
from typing import Any

import msgspec
import numpy as np
import pyspiel

import tulips
from tulips.engine.game import Game
from tulips.engine.reading import read_out
from tulips.lab.learning import Single

PREFIX = "tulips_"
LONGEST = 100_000
"""More decisions than any game has; Tulpenfieber played at random can take thousands."""


class TulipsState(pyspiel.State):  # type: ignore[misc]
    """A game being played."""

    def __init__(self, parent: Any) -> None:
        super().__init__(parent)
        self.game: Game = parent.rules
        self.single = Single(self.game, parent.seats, None, "rank")
        self.parent = parent
        self.number: int | None = None  # of the game among the seed's, once it is dealt
        self.seen = [b""] * parent.seats  # by seat: a digest of all that it has seen so far

    # What OpenSpiel asks

    def current_player(self) -> Any:
        """Whose turn it is."""
        if self.number is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.single.over else self.single.asked

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The one outcome of the deal."""
        return [(0, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.number is None or self.single.over or player != self.single.asked:
            return []
        return np.flatnonzero(self.single.observe(player)[1]).tolist()  # type: ignore[no-any-return]

    def _apply_action(self, action: int) -> None:
        if self.number is None:
            self.number = self.parent.next_number()
            self.single.start(self.parent.seed, self.number)
            told = [""] * self.parent.seats
        else:
            seat, before = self.single.asked, read_out(self.single.states)
            move = self._move(before, action)
            self.single.act(seat, action)
            now = read_out(self.single.states)
            told = [str(self.game.words.move_seen(before, now, seat, move, viewer)) for viewer in range(self.parent.seats)]
        self.seen = [
            hashlib.sha256(seen + f"{words}\n{self._view(seat)}".encode()).digest()
            for seat, (seen, words) in enumerate(zip(self.seen, told, strict=True))
        ]

    def _move(self, s: Any, action: int) -> int:
        move_of = getattr(self.game.rules, "move_of", None)
        return int(move_of(s, action)) if move_of else action

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return "deal"
        s = read_out(self.single.states)
        return str(self.game.words.move(s, player, self._move(s, action)))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.number is not None and self.single.over

    def returns(self) -> list[float]:
        """Every seat's reward at the end, and nothing before."""
        return list(self.single.rewards()) if self.is_terminal() else [0.0] * self.parent.seats

    def _view(self, seat: int) -> str:
        return msgspec.json.encode(self.game.view(self.single.states, seat)).decode() if self.number is not None else ""

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat sees now, and a digest of all that it has seen before."""
        seat = int(self.current_player()) if player is None else player
        return f"seat {seat + 1}, {self.seen[seat].hex()}: {self._view(seat)}"

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now."""
        seat = int(self.current_player()) if player is None else player
        return f"seat {seat + 1}: {self._view(seat)}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "TulipsState":
        """Another state that the seat could not tell from this one."""
        other: TulipsState = self.clone()
        other.single.states = self.game.redeal(self.single.states, player, int(sampler() * 2**53))
        return other

    def __str__(self) -> str:
        names = [f"Seat {p + 1}" for p in range(self.parent.seats)]
        if self.number is None:
            return "not dealt yet"
        return self.game.words.table(self.game.view(self.single.states, tulips.ALL_SEEING), names)


class TulipsObserver:
    """What a seat knows as numbers, in the pieces that the game's observation names."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observation.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in game.observation.slices().items()}

    def set_from(self, state: TulipsState, player: int) -> None:
        """Write the state as the player knows it."""
        self.tensor[:] = state.single.observe(player)[0] if state.number is not None else 0

    def string_from(self, state: TulipsState, player: int) -> str:
        """The same in words."""
        return state.observation_string(player)


def _game_class(rules: Game) -> type[pyspiel.Game]:
    least, most = rules.about.seats
    kind = pyspiel.GameType(
        short_name=PREFIX + rules.name.replace("-", "_"),
        long_name=rules.about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=max(least, 1),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(4, most), "seed": 0},
    )

    class TulipsGame(pyspiel.Game):  # type: ignore[misc]
        """One of the games, for so many players and with a seed for its deals."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            settings = params or {}
            self.rules = rules
            self.seats = int(settings.get("players", min(4, most)))
            self.seed = int(settings.get("seed", 0))
            rules.check_seats(self.seats)
            self._dealt = 0
            info = pyspiel.GameInfo(
                num_distinct_actions=rules.actions_offered,
                max_chance_outcomes=1,
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, settings)

        def __deepcopy__(self, memo: object) -> "TulipsGame":
            return self  # states that are copied stay states of this game

        def next_number(self) -> int:
            """The number of the next game to be dealt."""
            self._dealt += 1
            return self._dealt - 1

        def new_initial_state(self) -> TulipsState:
            """A game before its deal."""
            return TulipsState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TulipsObserver:
            """What turns states into numbers."""
            return TulipsObserver(rules)

    pyspiel.register_game(kind, TulipsGame)
    return TulipsGame


GAMES = {name: _game_class(tulips.game(name)) for name in tulips.game_names()}
