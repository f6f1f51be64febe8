"""The compiler with and without Numba's insides: the same machine code, made sooner or later."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tulips
from tulips.engine.compile import compiler, layout, numba_private
from tulips.engine.compile.kernel import Kernel
from tulips.engine.compile.numba_private import LIBRARY, SYMBOLS, Symbol
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.state.state import GameState, int8, uint8

PLAY = """
game = tulips.game("gift-of-tulips")
match = game.match(2, seed="7")
while match.actors:
    match.play(match.actors[0], match.moves(match.actors[0])[-1])
batch = game.batch(3, 2, seed=7)
for _ in range(4):
    batch.step(batch.moves()[1][:, 0])
told = {"scores": match.scores, "moves": match.moves_made, "states": batch.states.tobytes().hex()}
print(json.dumps({**told, "numba": "numba" in sys.modules}))
"""

CHANGED = """
from numba.core.cpu import CPUContext
before = CPUContext.get_executable
CPUContext.get_executable = lambda self, library, fndesc, env, more=None: before(self, library, fndesc, env)
"""


def played(cache: Path, before: str = "") -> tuple[dict[str, Any], str]:
    """What a process of its own tells of a game and a batch, and what it says on the error stream."""
    environment: Mapping[str, str] = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    program = f"import json, sys\n{before}\nimport tulips\n{PLAY}"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.mark.slow
def test_everything_works_through_public_numba_when_its_insides_have_changed(tmp_path: Path) -> None:
    """Another process plays and steps with what public Numba made; a third finds that on disk and needs no Numba."""
    game = tulips.game("gift-of-tulips")
    if game.cache is None:
        pytest.skip("nothing is compiled here")
    usual, silence = played(game.cache.parents[2])
    public, said = played(tmp_path, CHANGED)
    assert public == {**usual, "numba": True}
    assert said.count("\n") == 1 and "has another get_executable in numba.core.cpu.CPUContext" in said
    kept, nothing = played(tmp_path)
    assert kept == {**public, "numba": False}
    assert silence == nothing == ""


def test_every_private_symbol_is_looked_for() -> None:
    assert numba_private.why_not is None, "the installed Numba has all of them"
    gone = Symbol(LIBRARY, "_no_such_thing", None, "nothing")
    changed = Symbol(LIBRARY, "_ensure_finalized", ("self", "more"), "nothing")
    assert numba_private._missing((*SYMBOLS, gone)) == "has no _no_such_thing in numba.core.codegen.CPUCodeLibrary"
    assert numba_private._missing((*SYMBOLS, changed)) == "has another _ensure_finalized in numba.core.codegen.CPUCodeLibrary"


def test_no_other_module_reaches_into_numba() -> None:
    """All that is private to Numba begins with an underscore or lives in `numba.core`."""
    sources = Path(tulips.__file__).parent.rglob("*.py")
    reaching = [file.name for file in sources if "numba.core" in file.read_text()]
    assert reaching == ["numba_private.py"]


class Bench(GameState):
    """A state for these tests."""

    small: int = int8()
    byte: int = uint8(3)


@rule
def behind(one: int, other: int) -> int:
    """Bytes come in here: left as they are, a difference of two could not be negative."""
    return 1 if one - other < 0 else 0


@rule_apart
def put(s: Any, value: int, times: int = 2) -> None:
    s.small += value * times


def work(states: Any, table: Any, add: int, word: Any) -> int:
    for i in range(len(states)):
        put(states[i], add)
        table[i, 1] += behind(states[i].byte[0], states[i].byte[1])
    return int(word % np.uint64(7))


work.__annotations__["return"] = int


def work_without_result(states: Any) -> None:
    put(states[0], 1, 3)


@pytest.mark.parametrize("way", ["private", "public"])
def test_both_ways_give_functions_of_one_layout(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "public":
        monkeypatch.setattr(numba_private, "why_not", "is not asked")
    states, table = np.zeros(2, Bench.dtype), np.zeros((2, 3), np.int64)
    states["byte"] = 200, 210, 0
    assert Kernel(work, None)(states, table, 4, np.uint64(2**64 - 1)) == (2**64 - 1) % 7
    assert Kernel(work_without_result, None)(states) == 0
    assert states["small"].tolist() == [11, 8]
    assert table.tolist() == [[0, 1, 0], [0, 1, 0]]


def test_another_way_to_pass_arguments_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Called with another layout, machine code would write anywhere in memory."""
    monkeypatch.setattr(numba_private, "why_not", None)
    usual = layout.signature
    with monkeypatch.context() as here:
        here.setattr(layout, "signature", lambda kinds: [*usual(kinds), layout.Whole])
        code = compiler.compile_kernel(work_without_result, (layout.array_of(Bench.dtype),))
    assert "passes arguments in another way" in capsys.readouterr().err
    assert "cfunc" in code[0]


def test_mistakes_in_rules_are_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    def wrong(states: Any) -> int:
        return states[0].nothing  # type: ignore[no-any-return]

    with pytest.raises(KeyError, match="nothing"):
        compiler.compile_kernel(wrong, (layout.array_of(Bench.dtype),))
    assert numba_private.why_not is None
    assert capsys.readouterr().err == ""
