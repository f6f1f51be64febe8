"""Measuring: random play on one core and on two, beside a program in C++, all in one run; starting cold and warm."""

import contextlib
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tulips.lab.simulate import simulate

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game

YARDSTICK = Path(__file__).parents[3] / "bench" / "yardstick.cpp"
"""A fixed program to compare speed with: machines differ and are noisy, ratios in one run less so."""

SLICE_DECISIONS = 4_000_000
SLICES = 10
"""A round is short slices, of which the best counts: what a machine can do shows in the moments when nothing disturbs it."""

USUAL_SEATS = 4


class Measurement(msgspec.Struct, frozen=True):
    """What was measured of one game. Speeds are decisions a second, the best of all rounds."""

    game: str
    seats: int
    state_bytes: int
    state_bar: int
    speed: float
    speed_two_jobs: float
    yardstick: float | None
    ratio: float | None
    ratio_bar: float
    cold_compile_seconds: float
    warm_start_seconds: float

    @property
    def gain_of_second_job(self) -> float:
        """How much faster two jobs are than one."""
        return self.speed_two_jobs / self.speed


def measure(game: "Game", rounds: int, tick: Callable[[], None] = lambda: None) -> Measurement:
    """Measure a game; the yardstick runs in turns with it, so that a busy machine slows both."""
    seats = min(USUAL_SEATS, game.about.seats[1])
    games = int(SLICE_DECISIONS / simulate(game, 200, seats).mean_length)
    one, two, yard = [], [], []
    for _ in range(rounds):
        one += [simulate(game, games, seats, jobs=1).decisions_per_second for _ in range(SLICES)]
        yard.append(yardstick_speed())
        two += [simulate(game, 8 * games, seats, jobs=2).decisions_per_second for _ in range(SLICES)]
        tick()
    measured = [speed for speed in yard if speed is not None]
    bars = game.facts.get("bench", {})
    with tempfile.TemporaryDirectory() as empty:
        cold = _seconds([sys.executable, "-m", "tulips.cli", "warm", game.name], {"XDG_CACHE_HOME": empty})
    return Measurement(
        game=game.name,
        seats=seats,
        state_bytes=game.record.dtype.itemsize,
        state_bar=bars.get("state", 0),
        speed=max(one),
        speed_two_jobs=max(two),
        yardstick=max(measured) if measured else None,
        ratio=max(one) / max(measured) if measured else None,
        ratio_bar=bars.get("yardstick", 0.0),
        cold_compile_seconds=cold,
        warm_start_seconds=_seconds([sys.executable, "-m", "tulips.cli", "simulate", game.name, "--games", "1", "--json"], {}),
    )


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True)
    return time.perf_counter() - start


def yardstick_speed() -> float | None:
    """The yardstick's decisions a second, the best of its own repetitions; None without a compiler or its source."""
    program = _yardstick()
    if program is None:
        return None
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return max(float(speed) * 1e6 for speed in re.findall(r"([\d.]+)M decisions", printed))


_folder = tempfile.TemporaryDirectory()  # gone with the process


@functools.cache
def _yardstick() -> str | None:
    """The yardstick, compiled."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None or not YARDSTICK.exists():
        return None
    program = str(Path(_folder.name) / "yardstick")
    with contextlib.suppress(subprocess.CalledProcessError):
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(YARDSTICK)], check=True, capture_output=True)
        return program
    return None


def report(results: list[Measurement], console: "Console") -> None:
    """Print what was measured, a line a figure, with what is expected of it."""
    for r in results:
        figures: list[tuple[str, str]] = [
            ("random play, one core", f"{r.speed / 1e6:.1f} million decisions a second"),
            ("beside the yardstick", _ratio(r)),
            ("two jobs", f"{r.gain_of_second_job:.2f} times as fast (expected 1.8)"),
            ("state", f"{r.state_bytes} bytes (at most {r.state_bar})"),
            ("cold compile", f"{r.cold_compile_seconds:.1f} s (at most 15)"),
            ("warm start of the command", f"{r.warm_start_seconds:.2f} s (at most 1)"),
        ]
        console.print(f"[bold]{r.game}[/], {r.seats} players", highlight=False)
        for name, value in figures:
            console.print(f"  {name:<28}{value}", highlight=False)


def _ratio(r: Measurement) -> str:
    if r.ratio is None or r.yardstick is None:
        return "not measured: there is no C++ compiler, or this is not a checkout of the project"
    return f"{r.ratio:.2f} of its {r.yardstick / 1e6:.1f} million (expected {r.ratio_bar:.2f})"
