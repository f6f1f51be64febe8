"""Rules as words, views and previews use them: the same code, with the tables of numbers it looks into as plain lists.

Compiled, a rule's table is an array. In CPython an array gives one of numpy's own numbers at every look, and reckoning with
those takes several times as long as with Python's.
"""

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from tulips.engine.reading import Cells, Grid
from tulips.engine.rule import MARK

F = TypeVar("F", bound=Callable[..., Any])

_modules: dict[str, dict[str, Any]] = {}


def plain(rule: F) -> F:
    """The rule over plain lists; the rules that it calls are so too."""
    found: F = _globals_of(rule.__module__)[rule.__name__]
    return found


def _globals_of(module: str) -> dict[str, Any]:
    """What a module's rules look into, with each array as a list and each rule over these."""
    if module not in _modules:
        new = _modules[module] = dict(vars(sys.modules[module]))
        for name, value in list(new.items()):
            if isinstance(value, np.ndarray):
                new[name] = _listed(value)
            elif isinstance(value, FunctionType) and hasattr(value, MARK):
                new[name] = _rebound(value)
    return _modules[module]


def _rebound(rule: FunctionType) -> Any:
    found = _globals_of(rule.__module__)
    function = FunctionType(rule.__code__, found, rule.__name__, rule.__defaults__)
    function.__dict__.update(rule.__dict__)
    return function


def _listed(table: "np.ndarray[Any, Any]") -> Any:
    """A table of whole numbers as lists; any other as it is."""
    if table.dtype.kind not in "iub" or table.ndim > 2:
        return table
    return Cells(table.tolist()) if table.ndim == 1 else Grid([Cells(row) for row in table.tolist()])
