"""Compiling: what is kept on disk is used, a change makes it anew, damage costs nothing but time."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tulips
from tulips.engine import kernel
from tulips.engine.kernel import CACHES_KEPT, Kernel, cache_folder
from tulips.engine.record import Record, int8
from tulips.engine.rule import rule


class Counter(Record):
    """A record for these tests."""

    value: int = int8()  # what is counted


@rule
def add(s: Counter, n: int) -> None:
    s.value += n


def add_to_all(states: "np.ndarray[tuple[int], np.dtype[np.void]]", n: int) -> int:
    for i in range(len(states)):
        add(states[i], n)
    return len(states)


def count_all(states: "np.ndarray[tuple[int], np.dtype[np.void]]") -> int:
    return len(states)


def test_a_kernel_is_compiled_once_and_then_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.zeros(3, Counter.dtype)
    assert Kernel(add_to_all, tmp_path)(states, 2) == 3
    assert states["value"].tolist() == [2, 2, 2]
    assert len(list(tmp_path.glob("add_to_all-*.o"))) == 1
    monkeypatch.setattr("tulips.engine.compiler.compile_kernel", None)
    assert Kernel(add_to_all, tmp_path)(states, -1) == 3
    assert states["value"].tolist() == [1, 1, 1]


def test_whoever_does_not_wait_for_the_compiler_plays_on_and_takes_machine_code_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, waiting = np.zeros(3, Counter.dtype), np.zeros(3, Counter.dtype)
    adding = Kernel(add_to_all, tmp_path)
    with monkeypatch.context() as here:
        here.setattr(Kernel, "interprets_until_compiled", True)
        here.setattr("tulips.engine.compiler.compile_kernel", None)
        assert adding(waiting, 2) == 3
    Kernel(add_to_all, tmp_path)(compiled, 2)
    assert waiting.tobytes() == compiled.tobytes()
    with monkeypatch.context() as here:
        here.setattr(Kernel, "interprets_until_compiled", True)
        here.setattr(adding, "_interpret", None)
        assert adding(waiting, 2) == 3


def test_damaged_machine_code_is_made_anew(tmp_path: Path) -> None:
    states = np.zeros(1, Counter.dtype)
    Kernel(add_to_all, tmp_path)(states, 1)
    (file,) = tmp_path.glob("*.o")
    whole = file.read_bytes()
    for damage in (b"", whole[: len(whole) // 2], whole[:-1] + b"?"):
        file.write_bytes(damage)
        Kernel(add_to_all, tmp_path)(states, 1)
        assert file.read_bytes() != damage
    assert states["value"].tolist() == [4]


def test_a_kernel_works_where_nothing_can_be_kept() -> None:
    states = np.zeros(1, Counter.dtype)
    assert Kernel(add_to_all, None)(states, 1) == 1
    assert Kernel(add_to_all, Path("/nonexistent"))(states, 1) == 1
    assert states["value"].tolist() == [2]


def test_the_cache_folder_follows_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = cache_folder("example")
    assert first is not None and first == cache_folder("example")
    for i in range(CACHES_KEPT + 2):
        monkeypatch.setattr(kernel, "key_of_compiler", lambda i=i: f"another {i}")
        assert cache_folder("example") != first
    assert not first.exists(), "old machine code is cleared away"


def test_old_versions_of_a_kernel_are_cleared_away_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tulips.engine.compiler.compile_kernel", lambda function, kinds: ("symbol", b"code"))
    monkeypatch.setattr(kernel, "_native", lambda *code: lambda *values: 0)
    states = np.zeros(1, Counter.dtype)
    Kernel(count_all, tmp_path)(states)
    for i in range(CACHES_KEPT + 2):
        monkeypatch.setattr(kernel, "key_of", lambda function, i=i: f"{i:016}")
        Kernel(add_to_all, tmp_path)(states, 1)
        os.utime(tmp_path.glob(f"*-{i:016}.o").__next__(), (i, i))
    assert len([*tmp_path.glob("add_to_all-*.o")]) == CACHES_KEPT
    assert not [*tmp_path.glob("*-0000000000000000.o")]
    assert len([*tmp_path.glob("count_all-*.o")]) == 1


def test_machine_code_of_templates_from_elsewhere_is_not_kept() -> None:
    """The cache knows every source of ours, but not a researcher's own file, which may change."""
    assert tulips.game("gift-of-tulips").specialise(add_to_all).folder is None
    assert tulips.game("gift-of-tulips").kernel("list_moves").folder is not None


def test_interpreted_play_gives_the_same_games() -> None:
    """The whole program with TULIPS_INTERPRET=1, in another process, beside compiled play here."""
    code = (
        "import tulips; from tulips import bots; g = tulips.game('gift-of-tulips');"
        "r = bots.play_games(g, g.table(3), ['greedy', 'random', 'random'], '3', 0, 2);"
        "print(r.scores.tolist(), r.lengths.tolist())"
    )
    environment = {**os.environ, "TULIPS_INTERPRET": "1"}
    interpreted = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    game = tulips.game("gift-of-tulips")
    from tulips import bots

    results = bots.play_games(game, game.table(3), ["greedy", "random", "random"], "3", 0, 2)
    assert interpreted.stdout.strip() == f"{results.scores.tolist()} {results.lengths.tolist()}"


def test_a_warm_process_plays_without_numba() -> None:
    code = "import sys, tulips; tulips.game('gift-of-tulips').batch(10, 4).play_out(); sys.exit('numba' in sys.modules)"
    tulips.game("gift-of-tulips").batch(10, 4).play_out()
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_mark_is_void_when_machine_code_that_it_vouches_for_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tulips.bots import warm

    game = tulips.game("gift-of-tulips")
    monkeypatch.setitem(game.__dict__, "cache", tmp_path)
    code = tmp_path / "kernel.o"
    code.touch()
    monkeypatch.setattr(warm, "files_in_use", {code, Path("/elsewhere/other.o")})
    assert not warm.is_warm(game)
    warm._set_mark(game, warm.MARK)
    assert warm.is_warm(game) and not warm.is_warm(game, warm.SEARCH_MARK)
    code.unlink()
    assert not warm.is_warm(game)
