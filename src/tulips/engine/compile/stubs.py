"""What templates call: a game's rules and what is made of them, by the names that `rebind` replaces.

A template imports these as if they were functions. They are not: a template is never called as it is, only bound to a game
(`Game.specialise`), whose own rules then stand under these names. What each rule of a game does is told in
`tulips.engine.contract.Rules`; what a search asks beside them, in `tulips.bots.search`.
"""

from typing import Any, NoReturn

from tulips.engine.state.chance import Noise


def _unbound() -> NoReturn:
    raise NotImplementedError("a template is called only when it is bound to a game")


# A game's rules


def legal_moves(s: Any, seat: int, moves: Any) -> int:
    """Write all moves of a seat that acts, and tell how many."""
    _unbound()


def is_legal(s: Any, seat: int, move: int, moves: Any) -> bool:
    """Whether a seat that acts may make the move, listed or not."""
    _unbound()


def out_of_turn(s: Any, seat: int, moves: Any) -> int:
    """Write the moves that a seat may make while others decide, and tell how many."""
    _unbound()


def apply(s: Any, seat: int, move: int) -> None:
    """Carry out a legal move."""
    _unbound()


def outcomes(s: Any) -> int:
    """How many equally likely outcomes the pending chance has."""
    _unbound()


def settle(s: Any, outcome: int) -> None:
    """Carry out an outcome of chance."""
    _unbound()


def score(s: Any, seat: int) -> int:
    """The seat's points."""
    _unbound()


def standing(s: Any, seat: int) -> int:
    """What seats are ranked by at the end."""
    _unbound()


def forget(s: Any, seat: int) -> None:
    """Make what the seat cannot know the same in all worlds that it cannot tell apart."""
    _unbound()


def redeal(s: Any, seat: int, noise: Noise) -> None:
    """Deal anew what the seat cannot know."""
    _unbound()


def observe(s: Any, seat: int, out: Any) -> None:
    """Write what the seat observes, over zeros."""
    _unbound()


def action_of(s: Any, move: int) -> int:
    """A move's number among the actions of a learner."""
    _unbound()


def move_of(s: Any, action: int) -> int:
    """An action's number among the moves."""
    _unbound()


def weight_places(s: Any, seat: int, move: int) -> int:
    """Where the weights of a move lie among those of a game's learned prior."""
    _unbound()


# What a review asks of a game


def alone(s: Any) -> float:
    """What whoever plays alone has reached at the end, from nothing (0) to all there is to reach (1)."""
    _unbound()


# Who plays


def choose(s: Any, seat: int, moves: Any, n: int, bot: int, scratch: Any, noise: Noise) -> int:
    """The move that the bot of this number chooses among the first `n`."""
    _unbound()


def play_out(s: Any, bots: Any, moves: Any, scratch: Any, noise: Noise) -> int:
    """Play one game to its end, each seat by its bot; the number of decisions made."""
    _unbound()


# What a search asks of a game


def imagine(s: Any, seat: int, noise: Noise) -> None:
    """Deal anew what the seat cannot know, likely deals more often than others (the determinization)."""
    _unbound()


def weigh(s: Any, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """Write what each move promises (the prior)."""
    _unbound()


def quick(s: Any, seat: int, moves: Any, n: int, noise: Noise) -> int:
    """The place of a move that makes sense at little cost (the rollout policy)."""
    _unbound()


def appraise(s: Any, seat: int) -> float:
    """The points that the seat of an unfinished game will have at the end (the evaluation)."""
    _unbound()


def sight(s: Any, seat: int) -> int:
    """A number for what the seat sees that the moves so far do not tell (a key of its observation)."""
    _unbound()


def results_of(s: Any, dials: Any, results: Any) -> None:
    """Write what the state is worth to each seat."""
    _unbound()
