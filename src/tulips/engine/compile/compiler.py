"""From rules to machine code, by Numba. It is imported only when something has to be compiled.

Numba takes over a second to get ready, and its own cache needs all of it just to load what was compiled before. So we take
the finished object code from it and keep that: `tulips.engine.compile.kernel` loads and calls it with nothing but llvmlite.

There are two ways to it. The quick one reaches into Numba's insides, all of which stand in
`numba_private`. If the installed version of Numba has others, the public way is taken: the kernel becomes a C function
(`numba.cfunc`) of the same layout, and LLVM makes object code of what Numba shows of it. Both give functions that are called
alike and do the same.
"""

import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import overload

from tulips.engine.compile import layout, numba_private
from tulips.engine.compile.layout import Kinds
from tulips.engine.state.rule import MARK

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def compile_kernel(function: Callable[..., Any], kinds: Kinds) -> tuple[str, bytes]:
    """The function's symbol and object code for arguments of these kinds.

    After the symbol, apart by spaces, may stand names that the code mentions though it never gets there.
    """
    if numba_private.why_not is not None:
        _say_once(numba_private.why_not)
        return _compile_publicly(function, kinds)
    try:
        return _compile_privately(function, kinds)
    except numba.NumbaError:
        raise  # the rules are to blame, not the way
    except Exception as problem:
        code = _compile_publicly(function, kinds)  # fails as well if the rules are to blame
        changed = isinstance(problem, numba_private.ChangedInside)
        numba_private.why_not = str(problem) if changed else f"fails inside with {problem!r}"
        _say_once(numba_private.why_not)
        return code


def intermediate_code(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """LLVM's own text of a rule, for tests that look into it."""
    with numba_private.only_what_runs(function):
        translated = _PRIVATE.kernel(function)
        translated.compile(tuple(_type(argument) for argument in arguments))
        numba_private.finish(translated)
    return str(translated.inspect_llvm(translated.signatures[0]))


def row_type(dtype: np.dtype[Any]) -> Any:
    """Numba's type of one state (its Record)."""
    return numba.from_dtype(dtype)


@functools.cache
def _say_once(why: str) -> None:
    here = f"Numba {numba.__version__}"
    print(f"{here} {why}: rules are compiled through its public interface, which takes longer.", file=sys.stderr)


class Translation:
    """Kernels and rules for Numba: each function's code over globals in which every rule is translated too."""

    def __init__(self, jit: Callable[[FunctionType], Any], jit_rule: Callable[[FunctionType], Any]) -> None:
        self._jit = jit
        self._jit_rule = jit_rule
        self._rules: dict[Callable[..., Any], Any] = {}
        self._namespaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # by identity, with the original kept alive

    def kernel(self, function: Callable[..., Any]) -> Any:
        """The kernel for Numba, with all rules that it calls."""
        return self._jit(self._over(function))

    def _rule(self, function: Callable[..., Any]) -> Any:
        if function not in self._rules:
            self._rules[function] = self._jit_rule(self._over(function))
        return self._rules[function]

    def _over(self, function: Callable[..., Any]) -> FunctionType:
        """The function's code over the translated globals."""
        assert isinstance(function, FunctionType)
        names = self._namespace(function.__globals__)
        other = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        other.__qualname__ = function.__qualname__
        other.__module__ = function.__module__
        other.__dict__.update(function.__dict__)
        return other

    def _namespace(self, names: dict[str, Any]) -> dict[str, Any]:
        """A module's names with every rule among them translated."""
        if id(names) not in self._namespaces:
            ours: dict[str, Any] = {}
            self._namespaces[id(names)] = (names, ours)  # before the rules: they may call each other
            ours.update({name: self._rule(value) if hasattr(value, MARK) else value for name, value in names.items()})
        return self._namespaces[id(names)][1]


def _type(argument: Any) -> Any:
    """Numba's type for an argument: one of its own, or for an argument's kind."""
    if layout.is_array(argument):
        dtype, dimensions = argument
        return types.Array(numba.from_dtype(dtype), dimensions, "C")
    return {int: types.int64, np.uint64: types.uint64}.get(argument, argument)


def _returns_number(function: Callable[..., Any]) -> bool:
    return function.__annotations__["return"] is int


# The private way

_PRIVATE = Translation(numba_private.jit, numba_private.jit_rule)


def _compile_privately(function: Callable[..., Any], kinds: Kinds) -> tuple[str, bytes]:
    with numba_private.only_what_runs(function):
        translated = _PRIVATE.kernel(function)
        result: Any = types.int64 if _returns_number(function) else types.none
        translated.compile(result(*map(_type, kinds)))
        return numba_private.object_code(translated, kinds)


# The public way


def _widened(argument: Any) -> Any:
    """The argument, a whole number as one of 64 bits. This is for Numba, which is told below how it is done."""
    return argument


@overload(_widened)
def _how_it_is_widened(argument: Any) -> Any:
    def wide(argument: Any) -> Any:
        return np.int64(argument)

    def same(argument: Any) -> Any:
        return argument

    return wide if numba_private.widen(argument) is types.int64 else same


def _jit(function: FunctionType) -> Any:
    return numba.njit(**OPTIONS)(function)


def _jit_rule(function: FunctionType) -> Any:
    """A rule for Numba behind a function that widens the numbers it is given."""
    code = function.__code__
    given = code.co_varnames[: code.co_argcount]
    lines = [f"def {function.__name__}({', '.join(given)}):"]
    lines += [f"    return rule({', '.join(f'widened({name})' for name in given)})"]
    wrapper = _defined(lines, function.__name__, rule=_jit(function), widened=_widened)
    wrapper.__defaults__ = function.__defaults__
    return _jit(wrapper)


_PUBLIC = Translation(_jit, _jit_rule)


def _compile_publicly(function: Callable[..., Any], kinds: Kinds) -> tuple[str, bytes]:
    """A C function of the layout's parameters that makes arrays of them and calls the kernel."""
    names, types_of = ["result", "error"], [_pointer(types.int64), types.voidptr]
    parts: list[dict[str, str]] = [{} for _ in kinds]
    for argument, part, type in layout.parameters(kinds):
        name = parts[argument][part] = f"{part}_{argument}"
        names.append(name)
        if part == "data":
            types_of.append(_pointer(numba.from_dtype(kinds[argument][0])))
        elif part == "value":
            types_of.append(_type(kinds[argument]))
        else:
            types_of.append(types.voidptr if type is layout.Pointer else types.int64)
    call = f"kernel({', '.join(map(_as_argument, kinds, parts))})"
    lines = [f"def entry({', '.join(names)}):"]
    lines += [f"    result[0] = {call}" if _returns_number(function) else f"    {call}"]
    lines += ["    return success"]
    entry = _defined(lines, "entry", kernel=_PUBLIC.kernel(function), carray=carray, success=np.int32(0))
    compiled = numba.cfunc(types.int32(*types_of), **OPTIONS)(entry)
    module = llvm.parse_assembly(compiled.inspect_llvm())
    outside = [*module.functions, *module.global_variables]
    unknown = [value.name for value in outside if value.is_declaration and not value.name.startswith("llvm.")]
    return " ".join([compiled.native_name, *unknown]), _target_machine().emit_object(module)


def _pointer(to: Any) -> Any:
    return types.CPointer(to)  # type: ignore[no-untyped-call]


def _as_argument(kind: layout.Kind, parts: dict[str, str]) -> str:
    """What the kernel is given, from the parts that C was given."""
    if not layout.is_array(kind):
        return parts["value"]
    shape = [parts[f"shape_{i}"] for i in range(kind[1])]
    return f"carray({parts['data']}, ({', '.join(shape)},))"


def _defined(lines: list[str], name: str, **names: Any) -> FunctionType:
    """The function that these lines define: Numba takes none with any number of parameters."""
    exec("\n".join(lines), names)
    function: FunctionType = names[name]
    return function


@functools.cache
def _target_machine() -> Any:
    """What makes machine code for this processor, to be put anywhere in memory."""
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    reloc = "static" if target.name.startswith("x86") else "default"  # what LLVM can load there
    return target.create_target_machine(llvm.get_host_cpu_name(), features, opt=3, reloc=reloc, codemodel="jitdefault")
