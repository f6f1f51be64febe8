"""Measure beside OpenSpiel and PettingZoo as they come from PyPI, in turns in one run, so that a busy machine slows all alike.

    pip install "tulips[gymnasium,openspiel,pettingzoo]" "pettingzoo[classic]"
    python bench/peers.py [--rounds 5] [--json]

Random play: OpenSpiel's loop is C++ (`openspiel_loop.cpp`, built here against the library in its wheel, with g++). Every
outcome of chance that OpenSpiel draws is a step of its own; we count none of ours. So there are two ways to compare, and the
harder one counts: OpenSpiel's time for a step, chance or decision, against ours for a decision with all its chance.
"""

import argparse
import ctypes
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import tulips
from tulips import bots

MARK = "hearts"
"""The card game of like size: a whole game of four players of 61 decisions and 53 draws, where Gift of Tulips has 61 or so
decisions among four; and of OpenSpiel's three the one whose legal moves cost least, so that it is the hardest to beat."""

OTHERS = ("oh_hell(players=4)", "gin_rummy")
PEERS = {MARK: 400, OTHERS[0]: 800, OTHERS[1]: 10}  # games of a slice: some ten milliseconds
TIMES_FASTER = 3.0
MARK_ELSEWHERE, SIMPLE, HEAVIEST = 0.28, 0.1, 0.3  # µs: where a step of the mark takes the first, ours may take the others
SIMPLE_GAMES = ("gift-of-tulips", "tulip", "tulipmania-1637")
VECTOR_BAR, ENVS, PETTINGZOO_BAR = 2e6, 1024, 30.0
SLICES = 8
CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5", "connect_four_v3")


def built_loop() -> Callable[[str, int, int], tuple[float, int, int]] | None:
    """OpenSpiel's loop in C++: seconds, decisions and chances of so many games; None without OpenSpiel or a compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    try:
        import pyspiel
    except ImportError:
        return None
    if compiler is None:
        return None
    library = Path(pyspiel.__file__)
    headers = [library.parent, library.parent / "open_spiel/abseil-cpp", library.parent / "open_spiel/json/include"]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "loop.so"
        source = Path(__file__).with_name("openspiel_loop.cpp")
        flags = ["-std=c++17", "-O3", "-DNDEBUG", "-fPIC", "-shared", *(f"-I{header}" for header in headers)]
        subprocess.run([compiler, *flags, source, library, "-o", made], check=True)
        play = ctypes.CDLL(str(made)).play_at_random
    play.restype = ctypes.c_double
    play.argtypes = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint64, *[ctypes.POINTER(ctypes.c_int64)] * 2]

    def run(name: str, games: int, seed: int) -> tuple[float, int, int]:
        decisions, chances = ctypes.c_int64(), ctypes.c_int64()
        seconds = play(name.encode(), games, seed, decisions, chances)
        return seconds, decisions.value, chances.value

    return run


def microseconds(run: Callable[[], int]) -> float:
    """What one of the things that it does takes."""
    start = time.perf_counter()
    done = run()
    return (time.perf_counter() - start) / done * 1e6


def random_play(rounds: int) -> dict[str, Any]:
    """Microseconds a decision of ours, and a step and a decision of theirs: the best slice of each."""
    loop = built_loop()
    games = {name: tulips.game(name) for name in tulips.game_names()}
    seats = {name: min(4, game.about.seats[1]) for name, game in games.items()}
    tables = {name: game.set_up(seats[name]) for name, game in games.items()}
    size = {name: int(200_000 / play_ours(games[name], tables[name], seats[name], 50) * 50) + 1 for name in games}
    ours: dict[str, float] = dict.fromkeys(games, np.inf)
    theirs: dict[str, list[float]] = {}
    for turn in range(rounds * SLICES):
        for name, game in games.items():
            ours[name] = min(ours[name], microseconds(lambda: play_ours(game, tables[name], seats[name], size[name])))  # noqa: B023
        for name, number in PEERS.items() if loop else ():
            seconds, decisions, chances = loop(name, number, turn)
            step, decision = seconds / (decisions + chances) * 1e6, seconds / decisions * 1e6
            best = theirs.setdefault(name, [np.inf, np.inf, decisions / number, chances / number])
            best[:2] = min(best[0], step), min(best[1], decision)
    return {"ours": ours, "theirs": theirs}


def play_ours(game: Any, table: Any, seats: int, games: int) -> int:
    """Random games of ours; the decisions made."""
    return int(bots.play_games(game, table, [bots.RANDOM] * seats, "0", 0, games).lengths.sum())


def vector(rounds: int) -> dict[str, float]:
    """Steps a second of the vector environment, everything written, the learner on every seat; choosing is not timed."""
    from tulips.lab.vector import vector_env

    speeds = {}
    for name in tulips.game_names():
        env = vector_env(name, ENVS, seat="all", copy=False)
        env.reset(seed=1)
        best = np.inf
        for _ in range(rounds * SLICES * 40):
            actions = env.sample_actions()
            start = time.perf_counter()
            env.step(actions)
            best = min(best, time.perf_counter() - start)
        speeds[name] = ENVS / best
    return speeds


def pettingzoo(rounds: int) -> dict[str, float]:
    """Microseconds of `last()` and `step()` together, at best, in our environments and in PettingZoo's own card games."""
    from tulips.lab.pettingzoo import env

    found = {name: best_step(env(name), rounds) for name in tulips.game_names()}
    for name in CLASSIC:
        try:
            theirs = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as missing:
            print(f"{name} of PettingZoo is left out: {missing}", file=sys.stderr)
            continue
        found[f"{name} (theirs)"] = best_step(theirs, rounds)
    return found


def best_step(env: Any, rounds: int) -> float:
    """The best average of a hundred steps in a row; choosing is not timed."""
    chooser = np.random.default_rng(0)
    best, took, steps = np.inf, 0.0, 0
    for seed in range(1_000_000):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            start = time.perf_counter()
            seen, _, ended, cut, _ = env.last()
            middle = time.perf_counter()
            action = None if ended or cut else int(chooser.choice(np.flatnonzero(seen["action_mask"])))
            again = time.perf_counter()
            env.step(action)
            took, steps = took + middle - start + time.perf_counter() - again, steps + 1
            if steps % 100 == 0:
                best, took = min(best, took / 100), 0.0
            if steps >= 400 * rounds:
                return best * 1e6
    return best * 1e6


def import_seconds() -> float:
    """The best of some imports of the package in fresh processes, less an empty program's."""

    def best(program: str) -> float:
        times = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    return best("import tulips") - best("pass")


def main() -> None:
    """Measure all and tell it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="how long to measure (default 5)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    play = random_play(args.rounds)
    found = {**play, "vector": vector(args.rounds), "pettingzoo": pettingzoo(args.rounds), "import": import_seconds()}
    if args.json:
        print(json.dumps(found, indent=2))
        return
    print("Random play, microseconds")
    for name, (step, decision, decisions, chances) in found["theirs"].items():
        print(
            f"  {name:22} {step:8.3f} a step {decision:8.3f} a decision ({decisions:.0f} decisions, {chances:.0f} draws a game)"
        )
    mark = found["theirs"].get(MARK)
    for name, took in found["ours"].items():
        told = f"  {name:22} {took:8.3f} a decision"
        if mark:
            bar = mark[0] * (SIMPLE if name in SIMPLE_GAMES else HEAVIEST) / MARK_ELSEWHERE
            times = mark[0] / took
            told += f": {times:5.1f} times as fast as a step of {MARK}, {mark[1] / took:.1f} as a decision"
            told += f"; expected {TIMES_FASTER:.0f}, {verdict(times >= TIMES_FASTER)}"
            told += f"; at most {bar:.3f} on this machine now, {verdict(took <= bar)}"
        print(told)
    bar = f"expected {VECTOR_BAR / 1e6:.0f} in Gift of Tulips"
    print(f"Vector environment, {ENVS} games, the learner on all seats: million steps a second ({bar})")
    for name, speed in found["vector"].items():
        print(f"  {name:22} {speed / 1e6:8.2f}" + (f", {verdict(speed >= VECTOR_BAR)}" if name == "gift-of-tulips" else ""))
    print(f"PettingZoo, microseconds for last() and step() (expected at most {PETTINGZOO_BAR:.0f})")
    for name, took in found["pettingzoo"].items():
        print(f"  {name:22} {took:8.1f}" + ("" if "theirs" in name else f", {verdict(took <= PETTINGZOO_BAR)}"))
    print(f"import tulips: {found['import']:.2f} s (expected under 0.3), {verdict(found['import'] < 0.3)}")


def verdict(good: bool) -> str:
    """Whether a bar is reached, in a word."""
    return "reached" if good else "MISSED"


if __name__ == "__main__":
    main()
