"""The rules bound to one live state, so that a call is quick.

`tulips.engine.compile.kernel` takes any arrays and describes each of them anew for every call, which takes ten times as long as
the rule itself. A table asks about one and the same state again and again, so that state is described once.
"""

import ctypes
import functools
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from tulips.engine.compile import layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game
    from tulips.engine.state.state import States

FIRST = 0


class MoveBuffer(threading.local):
    """Room for a seat's moves, one for each thread."""

    def __init__(self, moves: int) -> None:
        self.moves = (ctypes.c_int32 * moves)()
        self.given = layout.passed_row(self.moves)


class NativeCalls:
    """A game's kernels on one state, as native functions that keep the interpreter's lock (the GIL): each takes a microsecond,
    and to give the lock away for that would let other threads in for milliseconds."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.buffer = MoveBuffer(game.max_moves)
        self._found: dict[str, Callable[..., int]] = {}
        state, moves = layout.array_of(game.state_type.dtype), layout.array_of(np.int32)
        self._kinds = {
            "apply_move": (state, int, int, int),
            "settle_outcome": (state, int, int),
            "draw_outcome": (state, int),
            "list_moves": (state, int, int, moves),
            "is_legal_move": (state, int, int, int, moves),
        }

    def __getitem__(self, name: str) -> "Callable[..., int] | None":
        """The function of a kernel; None until it is compiled, if nobody here waits for the compiler."""
        found = self._found.get(name)
        if found is None:
            found = self.game.kernel(name).holding_gil(self._kinds[name])
            if found is not None:
                self._found[name] = found
        return found


native_calls = functools.cache(NativeCalls)


class BoundRules:
    """What the rules say about one state, and do to it. The state must stay where it is in memory."""

    __slots__ = ("_answer", "_game", "_given", "_native", "_states")

    def __init__(self, game: "Game", states: "States") -> None:
        self._game = game
        self._states = states
        self._native = native_calls(game)
        self._answer = layout.Answer()
        self._given = layout.all_passed(self._answer, (states, FIRST))

    def apply(self, seat: int, move: int) -> None:
        """Carry out a legal move."""
        if native := self._native["apply_move"]:
            self._call(native, seat, move)
        else:
            self._game.apply(self._states, seat, move)

    def settle(self, outcome: int) -> None:
        """Carry out an outcome of the pending chance."""
        if native := self._native["settle_outcome"]:
            self._call(native, outcome)
        else:
            self._game.settle(self._states, outcome)

    def draw(self) -> int:
        """Draw an outcome of the pending chance."""
        native = self._native["draw_outcome"]
        return self._call(native) if native else self._game.draw(self._states)

    def moves(self, seat: int) -> list[int]:
        """The seat's moves, as `Game.moves` lists them."""
        native = self._native["list_moves"]
        if native is None:
            return self._game.moves(self._states, seat)
        buffer = self._native.buffer
        n = self._call(native, seat, *buffer.given)
        return buffer.moves[:n]

    def is_legal(self, seat: int, move: int) -> bool:
        """Whether the seat may make the move, listed or not."""
        native = self._native["is_legal_move"]
        if native is None:
            return self._game.is_legal(self._states, seat, move)
        return bool(self._call(native, seat, move, *self._native.buffer.given))

    def _call(self, native: "Callable[..., int]", *more: Any) -> int:
        status = native(*self._given, *more)
        assert status == 0, f"a kernel failed with status {status}"
        return self._answer[0]
