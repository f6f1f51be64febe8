"""From rules to machine code, by Numba. Only this module imports it, and only when something has to be compiled.

Numba takes over a second to get ready, and its own cache needs all of it just to load what was compiled before. So we take
the finished object code from it and keep that: `tulips.engine.kernel` loads and calls it with nothing but llvmlite.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext

from tulips.engine.rule import INLINE, MARK, SELDOM

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # kernels never allocate memory, so nobody has to count who uses an array
}

_rules: dict[Callable[..., Any], Any] = {}
_namespaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # by identity, with the original kept alive


def compile_kernel(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, bytes]:
    """The function's symbol and object code for arguments of these kinds."""
    result = _compiled(function, arguments, types.int64 if function.__annotations__["return"] is int else types.none)
    library = result.library
    return result.fndesc.llvm_func_name, library.codegen._tm.emit_object(library._final_module)


def intermediate_code(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """LLVM's own text of a rule, for tests that look into it."""
    return str(_compiled(function, arguments, None).library.get_llvm_str())


def record_type(dtype: np.dtype[Any]) -> Any:
    """Numba's type of one record."""
    return numba.from_dtype(dtype)


def _compiled(function: Callable[..., Any], arguments: tuple[Any, ...], result: Any) -> Any:
    assert isinstance(function, FunctionType)
    with _no_entry_points(), _no_work_on_rules(function):
        translated = numba.njit(**OPTIONS)(_over(function, _namespace(function.__globals__)))
        signature = tuple(_type(argument) for argument in arguments)
        translated.compile(signature if result is None else result(*signature))
        (compiled,) = translated.overloads.values()
        compiled.library._ensure_finalized()
    return compiled


@contextmanager
def _no_entry_points() -> Iterator[None]:
    """Compile without making each rule callable from Python, which would cost a fifth of the time and is never used.

    Numba's lock keeps every other thread from compiling meanwhile.
    """
    with global_compiler_lock:
        context: Any = CPUContext
        before = context.get_executable
        context.get_executable = lambda *_: [].append  # any built-in will do, but each must be another
        try:
            yield
        finally:
            context.get_executable = before


@contextmanager
def _no_work_on_rules(kernel: FunctionType) -> Iterator[None]:
    """Leave a rule by itself as it is: all of it is optimised inside the kernel.

    Nor is machine code made of a rule, or of the kernel, to run in this process, which Numba would do and which took a
    quarter of the time: only the kernel's object code is ever run.
    """
    library: Any = CPUCodeLibrary
    optimise, finish = library._optimize_final_module, library._finalize_final_module
    care = _optimise_a_little if hasattr(kernel, SELDOM) else optimise
    library._optimize_final_module = lambda code: care(code) if code.name == kernel.__qualname__ else None
    library._finalize_final_module = lambda code: setattr(code, "_finalized", True)
    try:
        yield
    finally:
        library._optimize_final_module, library._finalize_final_module = optimise, finish


def _optimise_a_little(code: Any) -> None:
    passes, builder = code._codegen._module_pass_manager(opt=1, loop_vectorize=False, slp_vectorize=False)
    passes.run(code._final_module, builder)


def _type(argument: Any) -> Any:
    """Numba's type for an argument: an array's (type, dimensions), a Python number type, or one of Numba's own."""
    if isinstance(argument, tuple):
        dtype, dimensions = argument
        return types.Array(numba.from_dtype(dtype), dimensions, "C")
    return {int: types.int64, np.uint64: types.uint64}.get(argument, argument)


def _translate(function: Callable[..., Any]) -> Any:
    """The rule for Numba, with all rules that it calls."""
    if function not in _rules:
        assert isinstance(function, FunctionType)
        inline = getattr(function, MARK) == INLINE
        translated = numba.njit(forceinline=inline, **OPTIONS)(_over(function, _namespace(function.__globals__)))
        _rules[function] = _compiled_once(translated)
    return _rules[function]


def _compiled_once(rule: Any) -> Any:
    """The rule with every number that it is given taken as 64 bits.

    Left alone, Numba would compile a rule anew for each width of number, and for each constant, that some caller passes.
    """
    template = rule.get_call_template

    def widened(arguments: Any, keywords: Any) -> Any:
        return template([_widened(argument) for argument in arguments], keywords)

    rule.get_call_template = widened
    return rule


def _widened(argument: Any) -> Any:
    """The type of 64 bits for a whole number's type; any other type as it is."""
    plain: Any = types.unliteral(argument)  # type: ignore[no-untyped-call]
    width = getattr(plain, "bitwidth", 64)
    return types.int64 if isinstance(plain, types.Integer) and width < 64 else plain


def _namespace(names: dict[str, Any]) -> dict[str, Any]:
    """A module's names with every rule among them translated."""
    if id(names) not in _namespaces:
        ours: dict[str, Any] = {}
        _namespaces[id(names)] = (names, ours)  # before the rules: they may call each other
        ours.update({name: _translate(value) if hasattr(value, MARK) else value for name, value in names.items()})
    return _namespaces[id(names)][1]


def _over(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The function's code over other globals."""
    other = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    other.__qualname__ = function.__qualname__
    other.__module__ = function.__module__
    return other
