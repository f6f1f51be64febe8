"""Kernels: the compiled functions that Python calls, their machine code kept on disk and loaded from there.

A kernel takes arrays and whole numbers and returns a whole number or nothing. It must not allocate memory or raise: then
its object code needs nothing from outside, and llvmlite alone can load it in milliseconds. Calls release the interpreter's
lock (the GIL), so kernels run side by side in threads.
"""

import contextlib
import ctypes
import functools
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from tulips.engine.compile.fingerprint import key_of, key_of_compiler
from tulips.engine.compile.layout import Answer, Kinds, Pointer, Status, all_passed, kind_of, passed, places, signature
from tulips.engine.files import write_whole
from tulips.engine.state.rule import INTERPRETED
from tulips.engine.state.state import Rows

CACHES_KEPT = 10
"""How many versions of a kernel's machine code, and for how many compilers, stay on disk; the oldest go when one is made."""

OUTSIDE = ("memcpy", "memmove", "memset", "NRT_MemInfo_call_dtor")
"""What machine code may name: a loop may become a copy or a clearing of memory, and Numba's code to free an array is named
though it never runs. One unknown name would leave all others open."""


class Kernel:
    """A function that is compiled for the kinds of arguments it is called with."""

    interprets_until_compiled = False
    """Whether nobody here waits for the compiler: until another process has compiled a kernel, it is interpreted, which is
    slow but fast enough for people at a table."""

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        self.function = function
        self.folder = folder
        self._native: dict[Kinds, Callable[..., int]] = {}
        self._files: dict[Kinds, Path] = {}  # a name takes longer to make than an interpreted rule
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any) -> int:
        """Call it; compiles if nobody has before on this machine."""
        if INTERPRETED:
            return self._interpret(arguments)
        kinds = tuple([kind_of(argument) for argument in arguments])
        native = self._native.get(kinds)
        if native is None:
            if Kernel.interprets_until_compiled and not self.is_cached(kinds):
                return self._interpret(arguments)
            native = self._load(kinds)
        answer = Answer()
        status = native(*all_passed(answer, arguments))
        assert status == 0, f"{self.function.__name__} failed with status {status}"
        return answer[0]

    def bind(self, *arguments: Any) -> Callable[..., int]:
        """A function that calls it with these arrays every time, and takes only the numbers, in the places marked by `int`.

        Describing an array takes longer than many a kernel: this is for those who ask about one game again and again. Not for
        several threads at once.
        """
        arrays = [argument for argument in arguments if argument is not int]
        if INTERPRETED or Kernel.interprets_until_compiled:

            def call(*numbers: int) -> int:
                given, fixed = iter(numbers), iter(arrays)
                return self(*(next(given) if argument is int else next(fixed) for argument in arguments))

            return call
        native = self._load(tuple(int if argument is int else kind_of(argument) for argument in arguments))
        answer = Answer()
        values: list[Any] = places(answer)
        where = []
        for argument in arguments:
            if argument is int:
                where.append(len(values))
                values.append(0)
            else:
                values += passed(argument)

        def call_native(*numbers: int) -> int:
            for place, number in zip(where, numbers, strict=True):
                values[place] = number
            status = native(*values)
            assert status == 0, f"{self.function.__name__} failed with status {status}"
            return answer[0]

        call_native.keeps = arrays  # type: ignore[attr-defined]  # their memory is named in the values
        return call_native

    def _interpret(self, arguments: tuple[Any, ...]) -> int:
        readable = [
            Rows(a) if isinstance(a, np.ndarray) and a.dtype.names else int(a) if isinstance(a, np.signedinteger) else a
            for a in arguments
        ]
        with np.errstate(over="ignore"):  # 64-bit words wrap around on purpose
            return int(self.function(*readable) or 0)

    def holding_gil(self, kinds: Kinds) -> Callable[..., int] | None:
        """Its machine code as a C function that keeps the GIL, to be called as `layout` says.

        None until it is compiled, if nobody here waits for the compiler.
        """
        if INTERPRETED or (Kernel.interprets_until_compiled and not self.is_cached(kinds)):
            return None
        return _holding_gil(self._load(kinds))

    def is_cached(self, kinds: Kinds) -> bool:
        """Whether its machine code for arguments of these kinds is on disk."""
        kept = self._file(kinds)
        return kept is not None and kept.exists()

    def _load(self, kinds: Kinds) -> Callable[..., int]:
        with self._lock:
            if kinds not in self._native:
                kept = self._file(kinds)
                code = _read(kept) if kept else None
                if code is None:
                    from tulips.engine.compile.compiler import compile_kernel

                    code = compile_kernel(self.function, kinds)
                    if kept:
                        _write(kept, *code)
                        clear_away(kept)
                if kept:
                    files_in_use.add(kept)
                self._native[kinds] = _native(*code, kinds)
            return self._native[kinds]

    def _file(self, kinds: Kinds) -> Path | None:
        """Where its machine code is kept, under a name that says what it is made from."""
        if self.folder and kinds not in self._files:
            digest = hashlib.sha256(repr(kinds).encode()).hexdigest()[:12]
            self._files[kinds] = self.folder / f"{self.function.__name__}-{digest}-{self._key[:16]}.o"
        return self._files.get(kinds)

    @functools.cached_property
    def _key(self) -> str:
        return key_of(self.function)


_lost: set[Path] = set()  # folders that could not take some machine code of this process


def all_kept(folder: Path) -> bool:
    """Whether the folder has all machine code that this process has made for it."""
    return folder not in _lost


def _write(file: Path, symbol: str, code: bytes) -> None:
    """Keep machine code, with a digest to know it by; in one stroke, so that others find all of it or nothing."""
    content = symbol.encode() + b"\n" + code
    try:
        write_whole(file, _digest(content) + b"\n" + content)
    except OSError:  # a full or read-only disk costs time next time, nothing else
        _lost.add(file.parent)


def _read(file: Path) -> tuple[str, bytes] | None:
    """Machine code that was kept, unless it is missing or damaged: a wrong symbol ends the process as wrong code does."""
    try:
        digest, content = file.read_bytes().split(b"\n", 1)
    except (OSError, ValueError):
        return None
    if _digest(content) != digest:
        return None
    symbol, code = content.split(b"\n", 1)
    return symbol.decode(), code


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


files_in_use: set[Path] = set()
"""All machine code on disk that this process has loaded or made."""

_engines: list[Any] = []  # what keeps loaded machine code in memory


def _native(names: str, code: bytes, kinds: Kinds) -> Callable[..., int]:
    """Machine code as a function to call; each has an engine of its own, so that equal symbols never meet.

    The first name is its symbol; the others are what it mentions beside `OUTSIDE`, apart by spaces.
    """
    import llvmlite.binding as llvm

    symbol, *mentioned = names.split(" ")
    target = _target()
    for name in mentioned:
        _stand_in(name)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target.create_target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return ctypes.CFUNCTYPE(Status, *signature(kinds))(engine.get_function_address(symbol))


def _holding_gil(native: Any) -> Callable[..., int]:
    """The same function, called without releasing the GIL."""
    address: Any = ctypes.cast(native, Pointer).value
    return ctypes.PYFUNCTYPE(native.restype, *native.argtypes)(address)


@functools.cache
def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in OUTSIDE:
        _stand_in(name)
    return llvm.Target.from_default_triple()


@functools.cache
def _stand_in(name: str) -> None:
    """Let LLVM know a name: what bears it in this process, or `abort` for what does not exist and never runs."""
    import llvmlite.binding as llvm

    if llvm.address_of_symbol(name) is None:
        process = ctypes.CDLL(None)
        llvm.add_symbol(name, ctypes.cast(getattr(process, name, process.abort), Pointer).value)


def cache_folder(name: str) -> Path | None:
    """The folder for a game's machine code, named after the compiler and the processor; None if no such folder can be made."""
    from platformdirs import user_cache_path

    games = user_cache_path("tulips") / name
    folder = games / key_of_compiler()[:16]
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            for old in _newest_first(games.iterdir())[CACHES_KEPT:]:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return folder


def clear_away(file: Path) -> None:
    """Remove the oldest versions of a file of machine code, which has just been made."""
    name, _, key = file.name.rpartition("-")
    with contextlib.suppress(OSError):  # another process may be doing the same
        for old in _newest_first(file.parent.glob(f"{name}-{'?' * len(key)}"))[CACHES_KEPT:]:
            old.unlink()


def _newest_first(files: Iterable[Path]) -> list[Path]:
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)
