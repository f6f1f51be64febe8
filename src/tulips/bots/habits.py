"""The template that notes a game's habits, bound to each game by `tulips.lab.habits`."""

from typing import Any

from tulips.engine.compile.stubs import habit, legal_moves
from tulips.engine.state.state import States


def note_habits(states: States, seat: int, moves: Any, places: Any) -> int:
    """Write where the weights of the seat's moves lie; how many moves there are."""
    s: Any = states[0]
    n = legal_moves(s, seat, moves)
    for i in range(n):
        places[i] = habit(s, seat, moves[i])
    return n
