"""Kernels: the compiled functions that Python calls, their machine code kept on disk and loaded from there.

A kernel takes arrays and whole numbers and returns a whole number or nothing. It must not allocate memory or raise: then
its object code needs nothing from outside, and llvmlite alone can load it in milliseconds. Calls release the interpreter's
lock, so kernels run side by side in threads.
"""

import ctypes
import functools
import hashlib
import importlib.metadata
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tulips.engine.files import write_whole
from tulips.engine.record import Rows
from tulips.engine.rule import INTERPRETED

CACHES_KEPT = 10
"""How many versions of a game's machine code stay on disk; the oldest go when a new one is made."""

OUTSIDE = {"memcpy": "memcpy", "memmove": "memmove", "memset": "memset", "NRT_MemInfo_call_dtor": "abort"}
"""What machine code may name, and the function of the C library that stands for it: a loop may become a copy or a clearing
of memory, and Numba's code to free an array is named though it never runs. One unknown name would leave all others open."""

Whole, Pointer = ctypes.c_int64, ctypes.c_void_p


class Kernel:
    """A function that is compiled for the kinds of arguments it is called with."""

    patient = False
    """Whether nobody here waits for the compiler: until another process has compiled a kernel, it is interpreted, which is
    slow but fast enough for people at a table."""

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        self.function = function
        self.folder = folder
        self._native: dict[tuple[Any, ...], Callable[..., int]] = {}
        self._files: dict[tuple[Any, ...], Path] = {}  # a name takes longer to make than an interpreted rule
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any) -> int:
        """Call it; compiles if nobody has before on this machine."""
        if INTERPRETED:
            return self._interpret(arguments)
        kinds = tuple([_kind(argument) for argument in arguments])
        native = self._native.get(kinds)
        if native is None:
            if Kernel.patient and not self._is_kept(kinds):
                return self._interpret(arguments)
            native = self._load(kinds)
        result, error = Whole(), Pointer()
        values: list[Any] = [ctypes.addressof(result), ctypes.addressof(error)]
        for argument in arguments:
            values += _passed(argument)
        status = native(*values)
        assert status == 0, f"{self.function.__name__} failed with status {status}"
        return result.value

    def bound(self, *arguments: Any) -> Callable[..., int]:
        """A function that calls it with these arrays every time, and takes only the numbers, in the places marked by `int`.

        Describing an array takes longer than many a kernel: this is for those who ask about one game again and again. Not for
        several threads at once.
        """
        arrays = [argument for argument in arguments if argument is not int]
        places = [i for i, argument in enumerate(arguments) if argument is int]
        if INTERPRETED or Kernel.patient:

            def call(*numbers: int) -> int:
                given, fixed = iter(numbers), iter(arrays)
                return self(*(next(given) if argument is int else next(fixed) for argument in arguments))

            return call
        native = self._load(tuple(int if argument is int else _kind(argument) for argument in arguments))
        result, error = Whole(), Pointer()
        values: list[Any] = [ctypes.addressof(result), ctypes.addressof(error)]
        where = []
        for i, argument in enumerate(arguments):
            if i in places:
                where.append(len(values))
                values.append(0)
            else:
                values += _passed(argument)

        def call_native(*numbers: int) -> int:
            for place, number in zip(where, numbers, strict=True):
                values[place] = number
            status = native(*values)
            assert status == 0, f"{self.function.__name__} failed with status {status}"
            return result.value

        call_native.keeps = (arrays, error)  # type: ignore[attr-defined]  # their memory is named in the values
        return call_native

    def _interpret(self, arguments: tuple[Any, ...]) -> int:
        readable = [
            Rows(a) if isinstance(a, np.ndarray) and a.dtype.names else int(a) if isinstance(a, np.signedinteger) else a
            for a in arguments
        ]
        with np.errstate(over="ignore"):  # 64-bit words wrap around on purpose
            return int(self.function(*readable) or 0)

    def _is_kept(self, kinds: tuple[Any, ...]) -> bool:
        kept = self._file(kinds)
        return kept is not None and kept.exists()

    def _load(self, kinds: tuple[Any, ...]) -> Callable[..., int]:
        with self._lock:
            if kinds not in self._native:
                kept = self._file(kinds)
                code = _read(kept) if kept else None
                if code is None:
                    from tulips.engine.compiler import compile_kernel

                    code = compile_kernel(self.function, kinds)
                    if kept:
                        _write(kept, *code)
                self._native[kinds] = _native(*code, kinds)
            return self._native[kinds]

    def _file(self, kinds: tuple[Any, ...]) -> Path | None:
        if self.folder and kinds not in self._files:
            digest = hashlib.sha256(repr(kinds).encode()).hexdigest()[:12]
            self._files[kinds] = self.folder / f"{self.function.__name__}-{digest}.o"
        return self._files.get(kinds)


def _passed(argument: Any) -> list[Any]:
    """An argument as Numba's calling convention passes it."""
    if isinstance(argument, np.ndarray):
        address = argument.ctypes.data  # __array_interface__ would describe every field of a record first
        return [None, None, argument.size, argument.itemsize, address, *argument.shape, *argument.strides]
    return [int(argument)]


def _kind(argument: Any) -> Any:
    """What decides which machine code an argument needs."""
    if isinstance(argument, np.ndarray):
        assert argument.flags.c_contiguous, "kernels take contiguous arrays"
        return argument.dtype, argument.ndim
    return np.uint64 if isinstance(argument, np.uint64) else int


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


_engines: list[Any] = []  # what keeps loaded machine code in memory


def _native(symbol: str, code: bytes, kinds: tuple[Any, ...]) -> Callable[..., int]:
    """Machine code as a function to call; each has an engine of its own, so that equal symbols never meet."""
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target().create_target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    types: list[Any] = [Pointer, Pointer]  # where the result and an error go: Numba's calling convention
    for kind in kinds:
        types += [Pointer, Pointer, Whole, Whole, Pointer, *[Whole] * 2 * kind[1]] if isinstance(kind, tuple) else [Whole]
    return ctypes.CFUNCTYPE(ctypes.c_int32, *types)(engine.get_function_address(symbol))


@functools.cache
def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library = ctypes.CDLL(None)
    for name, function in OUTSIDE.items():
        llvm.add_symbol(name, ctypes.cast(getattr(library, function), Pointer).value)
    return llvm.Target.from_default_triple()


def cache_folder(name: str, sources: list[Path]) -> Path | None:
    """The folder for a game's machine code, named after a digest of all it was made from: rules, data, compiler, processor.

    None if no such folder can be made.
    """
    import llvmlite.binding as llvm
    from platformdirs import user_cache_path

    made_by = [importlib.metadata.version(part) for part in ("numba", "llvmlite", "numpy")]
    machine = [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    digest = hashlib.sha256("\n".join(made_by + machine).encode())
    for source in sorted(sources):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    games = user_cache_path("tulips") / name
    folder = games / digest.hexdigest()[:16]
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            for old in sorted(games.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)[CACHES_KEPT:]:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return folder
