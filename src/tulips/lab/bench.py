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
import numpy as np

from tulips.bots import choose
from tulips.bots.search import Dials, think
from tulips.engine.match.batch import Batch
from tulips.lab.seats import usual_seats
from tulips.lab.simulate import simulate

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game

YARDSTICK = Path(__file__).parents[3] / "bench" / "yardstick.cpp"
"""A fixed program to compare speed with: machines differ and are noisy, ratios in one run less so."""

SLICE_DECISIONS = 4_000_000
SLICES = 10
"""A round is short slices, of which the best counts: what a machine can do shows in the moments when nothing disturbs it."""

SEARCH_SLICE = 5000
"""Iterations, and playouts, of a slice in which the search is measured."""

COMPILE_SEARCH = """
import tulips
from tulips.review.hints import hints
game = tulips.game({0!r})
hints(game.match(game.about.seats[1], seed=1), iterations=1)
"""
"""A program that compiles the search of a game for which all else is compiled."""


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
    playouts: float  # random games a second from the opening, one core
    iterations: float  # of a search with random rollouts from there, one core, the same run
    search_bar: float  # iterations a second that are expected whatever the playouts
    search_compile_seconds: float
    move_seconds: float  # that a master thinks about a choice, one core, on average over a game among masters

    @property
    def search_ratio(self) -> float:
        """The search's iterations as a part of the playouts."""
        return self.iterations / self.playouts

    @property
    def gain_of_second_job(self) -> float:
        """How much faster two jobs are than one."""
        return self.speed_two_jobs / self.speed


def measure(game: "Game", rounds: int, tick: Callable[[], None] = lambda: None) -> Measurement:
    """Measure a game; the yardstick runs in turns with it, so that a busy machine slows both."""
    seats = usual_seats(game)
    games = int(SLICE_DECISIONS / simulate(game, 200, seats).mean_length)
    one, two, yard = [], [], []
    for _ in range(rounds):
        one += [simulate(game, games, seats, jobs=1).decisions_per_second for _ in range(SLICES)]
        yard.append(yardstick_speed())
        two += [simulate(game, 8 * games, seats, jobs=2).decisions_per_second for _ in range(SLICES)]
        tick()
    playouts, iterations = search_speed(game, seats, rounds)
    measured = [speed for speed in yard if speed is not None]
    bars = game.facts.get("bench", {})
    first_use = [sys.executable, "-m", "tulips", "simulate", game.name, "--games", "1", "--json"]
    with tempfile.TemporaryDirectory() as empty:
        cold = _seconds(first_use, {"XDG_CACHE_HOME": empty})
        search_cold = _seconds([sys.executable, "-c", COMPILE_SEARCH.format(game.name)], {"XDG_CACHE_HOME": empty})
    return Measurement(
        game=game.name,
        seats=seats,
        state_bytes=game.state_type.dtype.itemsize,
        state_bar=bars.get("state", 0),
        speed=max(one),
        speed_two_jobs=max(two),
        yardstick=max(measured) if measured else None,
        ratio=max(one) / max(measured) if measured else None,
        ratio_bar=bars.get("yardstick", 0.0),
        cold_compile_seconds=cold,
        warm_start_seconds=_seconds(first_use, {}),
        playouts=playouts,
        iterations=iterations,
        search_bar=bars.get("search", 0.0),
        search_compile_seconds=search_cold,
        move_seconds=move_seconds(game, seats),
    )


def search_speed(game: "Game", seats: int, rounds: int) -> tuple[float, float]:
    """Random playouts a second from the opening and iterations of a search that plays on at random there, in turns."""
    opening = game.batch(1, seats).states
    seat = game.actors(opening)[0]
    dials = Dials(sharpness=0.0)
    playouts, iterations = [], []
    for i in range(rounds * SLICES):
        batch = Batch(game, np.repeat(opening, SEARCH_SLICE))
        batch.states["key"][:, 0] = np.arange(SEARCH_SLICE)
        start = time.perf_counter()
        batch.play_out(i)
        playouts.append(SEARCH_SLICE / (time.perf_counter() - start))
        iterations.append(SEARCH_SLICE / think(game, opening, seat, i, dials=dials, iterations=SEARCH_SLICE).seconds)
    return max(playouts), max(iterations)


def move_seconds(game: "Game", seats: int, bot: str = "master") -> float:
    """The seconds of one core that the bot takes for a choice, on average over a game in which it has every seat."""
    match = game.match(seats, seed=0)
    choose(game, match.states, match.actors[0], bot, 0)  # compiles what is not
    spent = []
    while not match.end:
        seat = match.actors[0]
        start = time.thread_time()
        move = choose(game, match.states, seat, bot, match.moves_made)
        if len(game.moves(match.states, seat)) > 1:
            spent.append(time.thread_time() - start)
        match.play(seat, move)
    return sum(spent) / max(len(spent), 1)


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
            ("search, random rollouts", _search(r)),
            ("a master's move", f"{r.move_seconds:.3f} s of one core (at most 0.05)"),
            ("the search's cold compile", f"{r.search_compile_seconds:.1f} s (at most 10)"),
        ]
        console.print(f"[bold]{r.game}[/], {r.seats} players", highlight=False)
        for name, value in figures:
            console.print(f"  {name:<28}{value}", highlight=False)


def _search(r: Measurement) -> str:
    bar = f", at least {r.search_bar:,.0f}" if r.search_bar else ""
    return f"{r.iterations:,.0f} iterations a second{bar}; {r.search_ratio:.2f} of {r.playouts:,.0f} playouts (expected 0.50)"


def _ratio(r: Measurement) -> str:
    if r.ratio is None or r.yardstick is None:
        return "not measured: there is no C++ compiler, or this is not a checkout of the project"
    return f"{r.ratio:.2f} of its {r.yardstick / 1e6:.1f} million (expected {r.ratio_bar:.2f})"
