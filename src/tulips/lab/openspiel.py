"""The games registered with OpenSpiel: import this module, then `pyspiel.load_game("tulips_gift_of_tulips(players=3)")`.

Needs the extra `tulips[openspiel]`. A game's options are a parameter too, written as for the command, with semicolons between:
`pyspiel.load_game("tulips_tulip_bubble", {"players": 3, "options": "first=2;open_hands=true"})`.

Every draw and roll is a chance node of OpenSpiel's own with its outcomes and their
probabilities, so its algorithms sample or enumerate them as they like. Those who choose at once do so in the order of their
seats, unseen.
"""

import hashlib
from typing import Any

import msgspec
import numpy as np
import pyspiel

import tulips
from tulips.engine.game import Game
from tulips.engine.match.log import lines
from tulips.engine.options import read_pairs
from tulips.engine.state.snapshot import snapshot
from tulips.lab.environments import Single
from tulips.lab.seats import USUAL_SEATS

PREFIX = "tulips_"
MOST_OUTCOMES = 2**24
"""Outcomes of chance are numbered below this."""

LONGEST = 100_000
"""More decisions than any game has; Tulpenfieber played at random can take thousands."""


class TulipsState(pyspiel.State):  # type: ignore[misc]
    """A game being played."""

    def __init__(self, parent: Any) -> None:
        super().__init__(parent)
        self.seats: int = parent.seats
        self.single = Single(parent.rules, self.seats, parent.options, "rank")
        self.seen = [b""] * self.seats  # by seat: a digest of all that it has been told so far, by kind and fields

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.single.game

    # What OpenSpiel asks

    def current_player(self) -> Any:
        """Whose turn it is."""
        if self.single.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.game.chance(self.single.states) else self.single.actors[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide, with the probabilities; equal rolls of dice are one outcome."""
        outcomes = self.game.distinct_outcomes(self.single.states)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return np.flatnonzero(self.single.observe(player)[1]).tolist()

    def _apply_action(self, action: int) -> None:
        states = self.single.states
        before = snapshot(states)
        mover: int | None
        if self.game.chance(states):
            mover, what = None, action
            self.game.settle(states, action)
        else:
            mover = self.single.actors[0]
            what = self._move(before, action)
            self.game.apply(states, mover, what)
        now = snapshot(states)
        for seat in range(self.seats):
            for line in lines(self.game.kinds, before, now, now, mover, what, seat):
                self.seen[seat] = hashlib.sha256(self.seen[seat] + msgspec.json.encode((line.seat, line.what))).digest()

    def _move(self, s: Any, action: int) -> int:
        move_of = getattr(self.game.rules, "move_of", None)
        return int(move_of(s, action)) if move_of else action

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return self.game.outcome_words(self.single.states, action)
        s = snapshot(self.single.states)
        return str(self.game.kinds.move(s, player, self._move(s, action)))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.single.over

    def returns(self) -> list[float]:
        """Every seat's reward at the end, by its place from 1 to -1, and nothing before."""
        return list(self.single.rewards()) if self.single.over else [0.0] * self.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> "TulipsState":
        """Another state that the seat could not tell from this one.

        Of what the others have been told it keeps nothing but that it fits what the seat knows. Its `history()` is that of the
        state that it comes from, since OpenSpiel lets nobody change that: a player that searches must not read it.
        """
        other: TulipsState = self.clone()
        other.single.states = self.game.redeal(self.single.states, player, int(sampler() * 2**53))
        guessed = hashlib.sha256(self.seen[player] + b" and what follows from it").digest()
        other.seen = [seen if seat == player else guessed for seat, seen in enumerate(self.seen)]
        return other

    def __str__(self) -> str:
        names = [f"Seat {p + 1}" for p in range(self.seats)]
        return self.game.text(self.single.states, tulips.ALL_SEEING, names)


class TulipsObserver:
    """What a seat knows as numbers, in the pieces that the game's observation names."""

    def __init__(self, game: Game, remembers: bool) -> None:
        self.remembers = remembers
        self.tensor = np.zeros(game.observation.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in game.observation.slices().items()}

    def set_from(self, state: TulipsState, player: int) -> None:
        """Write the state as the player knows it."""
        self.tensor[:] = state.single.observe(player)[0]

    def string_from(self, state: TulipsState, player: int) -> str:
        """What the player sees now; if all that was seen is to be remembered, with a digest of what it has been told."""
        view = msgspec.json.encode(state.game.view(state.single.states, player)).decode()
        return f"seat {player + 1}{', ' + state.seen[player].hex() if self.remembers else ''}: {view}"


def _game_class(rules: Game) -> type[pyspiel.Game]:
    least, most = rules.about.seats
    kind = pyspiel.GameType(
        short_name=PREFIX + rules.name.replace("-", "_"),
        long_name=rules.about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=max(least, 2),  # alone there is nobody to be ranked with
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(USUAL_SEATS, most), "options": ""},
    )

    class TulipsGame(pyspiel.Game):  # type: ignore[misc]
        """One of the games, for so many players."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            settings = params or {}
            self.rules = rules
            self.seats = int(settings.get("players", min(USUAL_SEATS, most)))
            rules.check_seats(self.seats)
            self.options = read_pairs([pair for pair in str(settings.get("options", "")).split(";") if pair])
            rules.set_up(self.seats, self.options)  # refuses what can't be
            info = pyspiel.GameInfo(
                num_distinct_actions=rules.actions_offered,
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, settings)

        def __deepcopy__(self, memo: object) -> "TulipsGame":
            return self  # states that are copied stay states of this game

        def new_initial_state(self) -> TulipsState:
            """A game before chance has decided anything."""
            return TulipsState(self)

        def make_py_observer(self, kind: Any = None, params: Any = None) -> TulipsObserver:
            """What turns states into numbers and words."""
            return TulipsObserver(rules, remembers=isinstance(kind, pyspiel.IIGObservationType) and kind.perfect_recall)

    pyspiel.register_game(kind, TulipsGame)
    return TulipsGame


GAMES = {name: _game_class(tulips.game(name)) for name in tulips.game_names()}
