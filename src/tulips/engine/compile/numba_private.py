"""Every private symbol of Numba that we use, and what for. Nothing here is needed to compile, only to compile sooner.

Each is looked for when this module is imported. If one is missing or has changed, `why_not` says which, and
`tulips.engine.compile.compiler` goes the public way: the same machine code in the end, but slower to make.
"""

import importlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NamedTuple

import numba
from numba import types

from tulips.engine.compile import layout
from tulips.engine.compile.layout import Kinds
from tulips.engine.state.rule import COLD, INLINE, MARK


class Symbol(NamedTuple):
    """Something of Numba's that is not promised to stay."""

    where: str  # its module and class
    name: str
    parameters: tuple[str, ...] | None  # of a function; None where it is none, or where they do not matter
    use: str  # what it is for here


CONTEXT, LIBRARY, CODEGEN = "numba.core.cpu:CPUContext", "numba.core.codegen:CPUCodeLibrary", "numba.core.codegen:CPUCodegen"
OPTION, DISPATCHER = "numba.core.cpu:CPUTargetOptions", "numba.core.dispatcher:Dispatcher"
A_LIBRARY, A_CODEGEN = "a code library", "its code generator"

SYMBOLS = (
    Symbol(OPTION, "_nrt", None, "kernels never allocate memory, so nobody has to count who uses an array"),
    Symbol(OPTION, "forceinline", None, "a rule is compiled into whatever uses it, without a call"),
    Symbol(OPTION, "no_cpython_wrapper", None, "Python calls no rule"),
    Symbol(OPTION, "no_cfunc_wrapper", None, "nor does C"),
    Symbol("numba.core.compiler_lock", "global_compiler_lock", None, "nobody else compiles while what follows is replaced"),
    Symbol(CONTEXT, "get_executable", ("self", "library", "fndesc", "env"), "rules get no entry points"),
    Symbol(LIBRARY, "_optimize_final_module", ("self",), "rules are not optimised by themselves"),
    Symbol(LIBRARY, "_finalize_final_module", ("self",), "nothing is made machine code to run in this process"),
    Symbol(LIBRARY, "_ensure_finalized", ("self",), "links the rules into the kernel"),
    Symbol(CODEGEN, "_module_pass_manager", None, "optimises a kernel that is called seldom only a little"),
    Symbol(DISPATCHER, "get_call_template", ("self", "args", "kws"), "a rule is compiled once, for numbers of 64 bits"),
    Symbol("numba.core.compiler:CompileResult", "library", None, "where the compiled kernel is"),
    Symbol("numba.core.compiler:CompileResult", "fndesc", None, "what it is called there"),
    Symbol("numba.core.funcdesc:FunctionDescriptor", "llvm_func_name", None, "the kernel's symbol"),
    Symbol(A_LIBRARY, "_final_module", None, "the kernel as LLVM has it"),
    Symbol(A_LIBRARY, "_codegen", None, "whose passes optimise it"),
    Symbol(A_LIBRARY, "_finalized", None, "says that there is nothing left to do"),
    Symbol(A_CODEGEN, "_tm", None, "makes the object code"),
)


def _found(where: str) -> Any:
    """What a symbol belongs to."""
    if where in (A_LIBRARY, A_CODEGEN):
        codegen = importlib.import_module("numba.core.registry").cpu_target.target_context.codegen()
        return codegen if where == A_CODEGEN else codegen.create_library("probe")
    module, _, owner = where.partition(":")
    found = importlib.import_module(module)
    return getattr(found, owner) if owner else found


def _missing(symbols: tuple[Symbol, ...]) -> str | None:
    """What the installed Numba lacks of the symbols, in a few words; None if all are there."""
    for symbol in symbols:
        try:
            found = getattr(_found(symbol.where), symbol.name)
        except Exception:  # whatever it takes to get there may have changed as well
            return f"has no {symbol.name} in {symbol.where.replace(':', '.')}"
        if symbol.parameters is not None and tuple(inspect.signature(found).parameters) != symbol.parameters:
            return f"has another {symbol.name} in {symbol.where.replace(':', '.')}"
    return None


why_not = _missing(SYMBOLS)
"""Why the private way can't be gone; None if it can."""

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}


class ChangedInside(Exception):
    """Numba's insides are all there, but not what they were."""


def jit(function: FunctionType) -> Any:
    """A kernel for Numba."""
    return numba.njit(**OPTIONS)(function)


def jit_rule(function: FunctionType) -> Any:
    """A rule for Numba, with every number that it is given taken as 64 bits.

    Left alone, Numba would compile a rule anew for each width of number, and for each constant, that some caller passes.
    """
    rule: Any = numba.njit(forceinline=getattr(function, MARK) == INLINE, **OPTIONS)(function)
    template = rule.get_call_template

    def widened(arguments: Any, keywords: Any) -> Any:
        return template([widen(argument) for argument in arguments], keywords)

    rule.get_call_template = widened
    return rule


def widen(argument: Any) -> Any:
    """The type of 64 bits for a whole number's type; any other type as it is."""
    plain: Any = types.unliteral(argument)  # type: ignore[no-untyped-call]
    width = getattr(plain, "bitwidth", 64)
    return types.int64 if isinstance(plain, types.Integer) and width < 64 else plain


@contextmanager
def only_what_runs(kernel: Callable[..., Any]) -> Iterator[None]:
    """Compile without entry points into rules, and without any work on a rule by itself."""
    with _no_entry_points(), _no_work_on_rules(kernel):
        yield


def finish(translated: Any) -> Any:
    """Link and optimise what was compiled so; Numba's result of it."""
    (compiled,) = translated.overloads.values()
    compiled.library._ensure_finalized()
    return compiled


def object_code(translated: Any, kinds: Kinds) -> tuple[str, bytes]:
    """The symbol and the object code of a kernel that was compiled so, for arguments of these kinds."""
    compiled = finish(translated)
    library, symbol = compiled.library, compiled.fndesc.llvm_func_name
    module = library._final_module
    here = [str(argument.type) for argument in module.get_function(symbol).arguments]
    expected = ["ptr" if type is layout.Pointer else "i64" for type in layout.signature(kinds)]
    if here != expected:
        raise ChangedInside(f"passes arguments in another way: {', '.join(here)}")
    return symbol, library._codegen._tm.emit_object(module)


@contextmanager
def _no_entry_points() -> Iterator[None]:
    """Compile without making each rule callable from Python, which would cost a fifth of the time and is never used.

    Numba's lock keeps every other thread from compiling meanwhile.
    """
    context: Any = _found(CONTEXT)
    with _found("numba.core.compiler_lock").global_compiler_lock:
        before = context.get_executable
        context.get_executable = lambda *_: [].append  # any built-in will do, but each must be another
        try:
            yield
        finally:
            context.get_executable = before


@contextmanager
def _no_work_on_rules(kernel: Callable[..., Any]) -> Iterator[None]:
    """Leave a rule by itself as it is: all of it is optimised inside the kernel.

    Nor is machine code made of a rule, or of the kernel, to run in this process, which Numba would do and which took a
    quarter of the time: only the kernel's object code is ever run.
    """
    library: Any = _found(LIBRARY)
    optimise, finish = library._optimize_final_module, library._finalize_final_module
    care = _optimise_a_little if hasattr(kernel, COLD) else optimise
    library._optimize_final_module = lambda code: care(code) if code.name == kernel.__qualname__ else None
    library._finalize_final_module = lambda code: setattr(code, "_finalized", True)
    try:
        yield
    finally:
        library._optimize_final_module, library._finalize_final_module = optimise, finish


def _optimise_a_little(code: Any) -> None:
    passes, builder = code._codegen._module_pass_manager(opt=1, loop_vectorize=False, slp_vectorize=False)
    passes.run(code._final_module, builder)
