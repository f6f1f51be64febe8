"""Games spread over threads, processes and a Ray cluster: the same results, whoever is lost on the way."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tulips
from tulips.lab import spread as spreading
from tulips.lab.arena import contest
from tulips.lab.simulate import Summary, simulate
from tulips.lab.spread import WorkersLost, spread

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"


class Echo(msgspec.Struct, frozen=True):
    """A task that tells which games it was asked for, after a moment."""

    seconds: float = 0.02
    kills: str = ""  # a file that whoever plays game 40 removes before it ends its process

    def __call__(self, first: int, games: int) -> list[int]:
        import time

        time.sleep(self.seconds)
        if self.kills and first <= 40 < first + games and os.path.exists(self.kills):  # noqa: PTH110
            os.unlink(self.kills)  # noqa: PTH108
            os.kill(os.getpid(), signal.SIGKILL)
        return list(range(first, first + games))


class Deadly(msgspec.Struct, frozen=True):
    """A task that nobody else survives."""

    here: int

    def __call__(self, first: int, games: int) -> None:
        import time

        time.sleep(0.02)
        if os.getpid() != self.here:
            os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def always_processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Processes for any work, however little, that does not leave any behind."""
    monkeypatch.setattr(spreading, "WORTH_PROCESSES", 0.0)
    yield
    assert not active_children()


def without_time(summary: Summary) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(summary)
    for clocked in ("seconds", "decisions_per_second", "games_per_second"):
        del told[clocked]
    return told


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_game_is_played_once(jobs: int) -> None:
    found = list(spread(Echo(), 100, jobs))
    assert sorted(number for _, numbers in found for number in numbers) == list(range(100))
    assert all(numbers == list(range(first, first + games)) for (first, games), numbers in found)


def test_processes_give_the_same_results_as_one(always_processes: None) -> None:
    game = tulips.game(GAME)
    one = simulate(game, 60_000, 3, seed=4)
    assert without_time(simulate(game, 60_000, 3, seed=4, jobs=2)) == without_time(one)
    bots = ["greedy", "random"]
    fought = contest(game, 600, 3, bots, jobs=2)
    assert fought.bots == contest(game, 600, 3, bots).bots


def test_a_killed_process_costs_nothing_but_time(always_processes: None, tmp_path: Path) -> None:
    kills = tmp_path / "kills"
    kills.touch()
    found = list(spread(Echo(kills=str(kills)), 100, 2))
    assert not kills.exists()
    assert sorted(number for _, numbers in found for number in numbers) == list(range(100))


def test_processes_that_always_end_are_given_up_in_words(always_processes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "LOSSES", 2)
    with pytest.raises(WorkersLost, match="have ended 2 times"):
        list(spread(Deadly(os.getpid()), 100, 2))


def test_many_processes_may_start_on_an_empty_cache(tmp_path: Path) -> None:
    """All compile at once, none finds half of what another has written, and afterwards nobody compiles again."""
    program = (
        "import sys, tulips\n"
        "batch = tulips.game('tulip').batch(3, 4, seed=1)\n"
        "print(batch.moves()[1].tolist(), 'numba' in sys.modules)\n"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}

    def start() -> "subprocess.Popen[str]":
        return subprocess.Popen([sys.executable, "-c", program], env=env, stdout=subprocess.PIPE, text=True)

    crowd = [start() for _ in range(4)]
    told = {process.communicate(timeout=300)[0] for process in crowd}
    assert all(process.returncode == 0 for process in crowd)
    assert len(told) == 1
    after = start().communicate(timeout=60)[0]
    assert after == told.pop().replace("True", "False"), "machine code is loaded without the compiler"
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and file.suffix != ".o"], "no draft is left behind"


RAY_PROGRAM = """
import json, os, signal, sys
import msgspec, ray
import tulips
from tulips.lab import spread
from tulips.lab.arena import contest
from tulips.lab.simulate import simulate

spread.CALL_TO_CLUSTER = 0.4  # many calls in a short test
ray.init(num_cpus=2, include_dashboard=False, namespace="tulips", log_to_driver=False, _temp_dir=sys.argv[1])
killed = []

def kill_one(games):
    if len(killed) < 1:
        try:
            worker = ray.get_actor("worker-0")
        except ValueError:
            return  # the first games are played here
        killed.append(ray.get(worker.pid.remote()))
        os.kill(killed[0], signal.SIGKILL)

game = tulips.game("gift-of-tulips")
games = int(sys.argv[2])
summary = simulate(game, games, 3, seed=4, ray="auto", progress=kill_one)
fought = contest(game, 600, 3, ["greedy", "random"], ray="auto")
print(json.dumps({"killed": len(killed), "summary": msgspec.to_builtins(summary), "bots": msgspec.to_builtins(fought.bots)}))
"""


def test_a_ray_cluster_gives_the_same_results_though_a_worker_is_killed() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'tulips[ray]'.")
    game = tulips.game(GAME)
    games = int(3.0 * simulate(game, 20_000, 3, seed=4).games_per_second)  # some seconds of work, so that there are many calls
    with tempfile.TemporaryDirectory(prefix="ray") as folder:  # short: sockets lie there
        assert game.cache
        compiled = str(game.cache.parents[2])
        env = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": compiled, "RAY_USAGE_STATS_ENABLED": "0"}
        done = subprocess.run(
            [sys.executable, "-c", RAY_PROGRAM, folder, str(games)],
            env=env, capture_output=True, text=True, timeout=400, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["killed"] == 1
    here = simulate(game, games, 3, seed=4)
    assert without_time(msgspec.convert(told["summary"], Summary)) == without_time(here)
    assert told["bots"] == msgspec.to_builtins(contest(game, 600, 3, ["greedy", "random"]).bots)
