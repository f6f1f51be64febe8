"""Compiling: what is kept on disk is used, a change makes it anew, damage costs nothing but time."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tulips
from tulips.bots import warm
from tulips.engine.compile import kernel
from tulips.engine.compile.kernel import CACHES_KEPT, Kernel, all_kept, cache_folder
from tulips.engine.state.rule import rule
from tulips.engine.state.state import GameState, int8


class Counter(GameState):
    """A state for these tests."""

    value: int = int8()  # what is counted


@rule
def add(s: Counter, n: int) -> None:
    s.value += n


KINDS = ((Counter.dtype, 1), int)


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
    monkeypatch.setattr("tulips.engine.compile.compiler.compile_kernel", None)
    assert Kernel(add_to_all, tmp_path)(states, -1) == 3
    assert states["value"].tolist() == [1, 1, 1]


def test_whoever_does_not_wait_for_the_compiler_plays_on_and_takes_machine_code_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, waiting = np.zeros(3, Counter.dtype), np.zeros(3, Counter.dtype)
    adding = Kernel(add_to_all, tmp_path)
    with monkeypatch.context() as here:
        here.setattr(Kernel, "interprets_until_compiled", True)
        here.setattr("tulips.engine.compile.compiler.compile_kernel", None)
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


def test_machine_code_with_any_byte_flipped_is_never_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.zeros(1, Counter.dtype)
    Kernel(add_to_all, tmp_path)(states, 1)
    (file,) = tmp_path.glob("*.o")
    whole = file.read_bytes()
    header = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    places = [*range(header), *range(header, len(whole), 97), len(whole) - 1]
    made: list[int] = []
    digest_and_symbol = whole[:header].decode().splitlines()
    assert len(digest_and_symbol) == 2 and "add_to_all" in digest_and_symbol[1]

    def compile_kernel(*_: object) -> tuple[str, bytes]:
        made.append(1)
        return digest_and_symbol[1], whole[header:]

    monkeypatch.setattr("tulips.engine.compile.compiler.compile_kernel", compile_kernel)
    loaded: set[tuple[str, bytes]] = set()
    monkeypatch.setattr("tulips.engine.compile.kernel._native", lambda symbol, code, kinds: loaded.add((symbol, code)))
    for done, place in enumerate(places, 1):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        Kernel(add_to_all, tmp_path)._load(KINDS)
        assert len(made) == done, f"byte {place} may be anything"
        assert file.read_bytes() == whole, "it was not made anew"
    assert loaded == {(digest_and_symbol[1], whole[header:])}


def test_a_folder_that_does_not_take_all_machine_code_is_not_marked_as_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, states = tulips.game("gift-of-tulips"), np.zeros(1, Counter.dtype)
    Kernel(add_to_all, tmp_path)(states, 1)
    monkeypatch.setitem(game.__dict__, "cache", tmp_path)
    warm.mark(game, warm.MARK)
    assert all_kept(tmp_path) and warm.is_warm(game)
    incomplete = tmp_path / "incomplete"
    Kernel(add_to_all, incomplete)(states, 1)
    incomplete.mkdir()  # as on a full disk, which takes small files again
    monkeypatch.setitem(game.__dict__, "cache", incomplete)
    warm.mark(game, warm.MARK)
    assert not all_kept(incomplete) and not [*incomplete.iterdir()]


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
    monkeypatch.setattr("tulips.engine.compile.compiler.compile_kernel", lambda function, kinds: ("symbol", b"code"))
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
        "r = bots.play_games(g, g.set_up(3), ['greedy', 'random', 'random'], '3', 0, 2);"
        "print(r.scores.tolist(), r.lengths.tolist())"
    )
    environment = {**os.environ, "TULIPS_INTERPRET": "1"}
    interpreted = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    game = tulips.game("gift-of-tulips")
    from tulips import bots

    results = bots.play_games(game, game.set_up(3), ["greedy", "random", "random"], "3", 0, 2)
    assert interpreted.stdout.strip() == f"{results.scores.tolist()} {results.lengths.tolist()}"


def test_a_warm_process_plays_without_numba() -> None:
    code = "import sys, tulips; tulips.game('gift-of-tulips').batch(10, 4).play_out(); sys.exit('numba' in sys.modules)"
    tulips.game("gift-of-tulips").batch(10, 4).play_out()
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_mark_is_void_when_machine_code_that_it_vouches_for_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tulips.game("gift-of-tulips")
    monkeypatch.setitem(game.__dict__, "cache", tmp_path)
    code = tmp_path / "kernel.o"
    code.touch()
    monkeypatch.setattr(warm, "files_in_use", {code, Path("/elsewhere/other.o")})
    assert not warm.is_warm(game)
    warm.mark(game, warm.MARK)
    assert warm.is_warm(game) and not warm.is_warm(game, warm.SEARCH_MARK)
    code.unlink()
    assert not warm.is_warm(game)
