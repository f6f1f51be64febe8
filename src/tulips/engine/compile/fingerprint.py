"""What machine code is made from, as a digest: the name that it is kept under.

A kernel's key covers the code of every rule that it reaches, and the numbers, tuples and arrays that this code looks up. It
does not cover what no processor ever sees: docstrings, comments, line numbers, the words and views of a game. So a changed
price is another key, and a changed sentence is not.
"""

import functools
import hashlib
import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np

from tulips.engine.state.rule import COLD, MARK

COMPILED_BY = ("tulips.engine.compile.layout", "tulips.engine.compile.compiler", "tulips.engine.compile.numba_private")
"""Our part of the compiler: its code is known here without being run, since it would import Numba."""

HAS_DOCSTRING = 0x4000000 if sys.version_info >= (3, 14) else 0
"""The flag of code whose first constant is a docstring; before Python 3.14 the first constant is None if there is none."""

Rule: TypeAlias = Callable[..., Any]

_own: dict[Rule, tuple[bytes, list[Rule]]] = {}  # a rule's own part, and the rules that it calls


def key_of(*kernels: Rule) -> str:
    """The digest of these functions and of all that they reach."""
    order = list(dict.fromkeys(kernels))
    numbers = {function: i for i, function in enumerate(order)}
    digest = hashlib.sha256()
    for function in order:  # which grows meanwhile
        own, called = _own_part(function)
        for other in called:
            if other not in numbers:
                numbers[other] = len(order)
                order.append(other)
        digest.update(own)
        digest.update(repr([numbers[other] for other in called]).encode())
    return digest.hexdigest()


@functools.cache
def key_of_compiler() -> str:
    """The digest of what compiles: Python, whose code it reads, Numba and LLVM, our own part, and the processor."""
    import llvmlite.binding as llvm

    parts = [importlib.metadata.version(part) for part in ("numba", "llvmlite", "numpy")]
    parts += [sys.implementation.name, importlib.util.MAGIC_NUMBER.hex()]
    parts += [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    parts += [repr(_code(code)) for code in map(_module_code, COMPILED_BY)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def looked_up(function: Rule) -> Iterator[tuple[str, Any]]:
    """What a function finds by name outside itself: values of its module, of modules that it names, and of closures.

    A field of the same name as a value of the module counts as well: too much costs a second of compiling, too little would run
    old machine code.
    """
    assert isinstance(function, FunctionType)
    names = list(dict.fromkeys(_names(function.__code__)))
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, ModuleType):
                yield from ((f"{name}.{part}", vars(value)[part]) for part in names if part in vars(value))
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def is_rule(value: Any) -> bool:
    """Whether the value is a rule, which is compiled with whatever calls it."""
    return isinstance(value, FunctionType) and hasattr(value, MARK)


def data(value: Any) -> Any:
    """A value as its digest sees it: its contents, or for a type, a module or a function of others where it comes from.

    Of anything else only the type counts: machine code can't hold it.
    """
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return repr(value.dtype), value.shape, value.strides, value.flags.writeable, hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, np.generic):
        return repr(value.dtype), value.tobytes()
    if isinstance(value, Enum):
        return type(value).__qualname__, data(value.value)
    if isinstance(value, bool | int | float | complex | str | bytes):
        return repr(value)
    if isinstance(value, tuple):
        return tuple([data(part) for part in value])
    if isinstance(value, np.dtype):
        return repr(value)
    if isinstance(value, type) and issubclass(value, Enum):
        return tuple([(name, data(member)) for name, member in value.__members__.items()])
    home = getattr(value, "__module__", None), getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    return type(value).__qualname__, *home


def _own_part(function: Rule) -> tuple[bytes, list[Rule]]:
    """The digest of a function without those that it calls, and these in the order of their names in its code."""
    known = _own.get(function)
    if known is None:
        assert isinstance(function, FunctionType)
        found = list(looked_up(function))
        how = (getattr(function, MARK, None), hasattr(function, COLD), function.__annotations__.get("return") is int)
        defaults = [data(default) for default in function.__defaults__ or ()]
        values = [(name, "rule" if is_rule(value) else data(value)) for name, value in found]
        own = hashlib.sha256(repr((how, _code(function.__code__), defaults, values)).encode()).digest()
        known = _own[function] = own, [value for _, value in found if is_rule(value)]
    return known


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code(code: CodeType) -> Any:
    """All of a function's code but its lines, its file and what it says of itself."""
    constants = list(code.co_consts)
    place = _docstring(code)
    if place is not None and isinstance(constants[place], str):
        constants[place] = None
    return (
        code.co_code,
        [_constant(constant) for constant in constants],
        (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars),
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
        code.co_exceptiontable,
    )


def _docstring(code: CodeType) -> int | None:
    """Where a docstring would be among the constants: in a class after its name, else first."""
    if "__doc__" in code.co_names:
        return 1 if "__qualname__" in code.co_names else 0
    if HAS_DOCSTRING:
        return 0 if code.co_flags & HAS_DOCSTRING else None
    return 0 if code.co_consts and code.co_name != "<lambda>" else None


def _constant(constant: Any) -> Any:
    if isinstance(constant, CodeType):
        return _code(constant)
    if isinstance(constant, frozenset):
        return sorted(map(repr, constant))  # in an order that is the same in every process
    return repr(constant)


def _module_code(name: str) -> CodeType:
    """A module's code, from the file that Python keeps of it, without running it."""
    spec = importlib.util.find_spec(name)
    code = spec.loader.get_code(name) if spec and spec.loader else None  # type: ignore[attr-defined]
    assert isinstance(code, CodeType), f"{name} has no code"
    return code
