"""Compiling: the one place that decides how the rules run.

`@rule` marks a function of the rules. Rules call each other freely; what Python calls are kernels: templates that are
bound to one game's rules (`rebind`) and compiled (`kernel`). Only kernels are kept in the cache on disk, with everything
they call inside them.

With TULIPS_INTERPRET=1 (or Numba's own NUMBA_DISABLE_JIT=1) nothing is compiled: the same source runs in CPython.
"""

import hashlib
import os
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from tulips.engine.record import Rows

INTERPRETED = os.environ.get("TULIPS_INTERPRET", "0") == "1" or os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"

CACHES_KEPT = 3
"""How many versions of a game's machine code stay on disk; the oldest go when a new one is made."""

_decorating = threading.Lock()

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function of the rules: compiled into whatever uses it, without a call."""
    return _compiled(function, forceinline=True)


def rule_apart(function: F) -> F:
    """Mark a function of the rules that is large and rarely called: it stays one piece of code."""
    return _compiled(function, forceinline=False)


def _compiled(function: F, forceinline: bool) -> F:
    if INTERPRETED:
        return function
    import numba

    compiled: Any = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    return compiled  # type: ignore[no-any-return]


def plain(function: F) -> F:
    """The rule as ordinary Python, with every rule that it calls: for views and words, which read a single `Row`."""
    if INTERPRETED:
        return function
    code = getattr(function, "py_func", function)
    return _plain_globals(code.__globals__)[code.__name__]  # type: ignore[no-any-return]


_plain: dict[str, dict[str, Any]] = {}


def _plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """A module's names with its rules, and those it has imported, as ordinary Python."""
    module = names["__name__"]
    if module not in _plain:
        _plain[module] = dict(names)
        for name, value in names.items():
            code = getattr(value, "py_func", None)
            if code is not None and code.__module__ == module:
                _plain[module][name] = FunctionType(code.__code__, _plain[module], name, code.__defaults__)
            elif code is not None:
                _plain[module][name] = _plain_globals(code.__globals__)[code.__name__]
    return _plain[module]


def rebind(template: Callable[..., Any], label: str, bindings: Mapping[str, Any]) -> Callable[..., Any]:
    """The template's code over other globals, under a name of its own.

    This is what lets Numba cache generic code: a closure over a game's rules compiles too, but never hits the cache.
    """
    assert isinstance(template, FunctionType)
    name = f"{template.__name__}_{label.replace('-', '_')}"
    function = FunctionType(template.__code__, {**template.__globals__, **bindings}, name, template.__defaults__)
    function.__qualname__ = name
    function.__module__ = template.__module__
    return function


def kernel(function: Callable[..., Any], folder: Path | None) -> Any:
    """Compile a function that Python will call; its machine code is kept in the folder."""
    if INTERPRETED:
        return _interpreted(function)
    import numba

    config: Any = numba.config
    with _decorating:  # Numba fixes the cache's place while it decorates; nobody else's functions should land there
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            return numba.njit(nogil=True, error_model="numpy", cache=True)(function)
        finally:
            config.CACHE_DIR = before


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it is, with arrays of records turned into `Rows` on the way in."""

    def call(*arguments: Any) -> Any:
        readable = (
            Rows(a) if isinstance(a, np.ndarray) and a.dtype.names else int(a) if isinstance(a, np.signedinteger) else a
            for a in arguments
        )
        with np.errstate(over="ignore"):  # 64-bit words wrap around on purpose
            return function(*readable)

    return call


def cache_folder(name: str, sources: list[Path]) -> Path:
    """The folder for a game's machine code, named after a digest of every source and data file behind it.

    Numba itself looks only at the file of the function it compiles, so an edit in a rule would leave the kernels stale.
    """
    from platformdirs import user_cache_path

    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    games = user_cache_path("tulips") / name
    folder = games / digest.hexdigest()[:16]
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(games.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)[CACHES_KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder
