"""Rules: ordinary Python functions on a state, marked so that kernels can compile them.

Called as they are, rules run in CPython on a `Row`: that is how words and views use them, and how TULIPS_INTERPRET=1 runs
everything. Compiled, they run inside a kernel (see `tulips.engine.compile.kernel`). It is the same source both times.
"""

import os
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

INTERPRETED = os.environ.get("TULIPS_INTERPRET", "0") == "1" or os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
"""Whether nothing is to be compiled: for debugging and coverage."""

MARK = "__rule__"
INLINE, APART = "inline", "apart"
COLD = "__cold__"

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function of the rules: compiled into whatever uses it, without a call (inlined)."""
    setattr(function, MARK, INLINE)
    return function


def rule_apart(function: F) -> F:
    """Mark a function of the rules that is large and rarely called: it stays one piece of code (not inlined)."""
    setattr(function, MARK, APART)
    return function


def cold(template: F) -> F:
    """Mark a template whose kernel is called once for each of somebody's moves, not in a loop of millions: the compiler takes
    less care of it, which saves a tenth of a game's whole compile time."""
    setattr(template, COLD, True)
    return template


def rebind(template: Callable[..., Any], label: str, bindings: Mapping[str, Any]) -> Callable[..., Any]:
    """The template's code over other globals, under a name of its own: how generic code is made a game's own."""
    assert isinstance(template, FunctionType)
    name = f"{template.__name__}_{label.replace('-', '_')}"
    function = FunctionType(template.__code__, {**template.__globals__, **bindings}, name, template.__defaults__)
    function.__qualname__ = name
    function.__module__ = template.__module__
    function.__annotations__ = template.__annotations__
    function.__dict__.update(template.__dict__)
    return function
