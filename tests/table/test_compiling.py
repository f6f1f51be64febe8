"""Compiling in the background."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tulips.table import compiling
from tulips.table.compiling import COMMAND, Compiling


def test_a_compiler_whose_server_is_gone_ends_without_a_word(tmp_path: Path) -> None:
    cold = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, "tulip"], env=cold, text=True, **pipes) as worker:  # type: ignore[call-overload]
        done, total = map(int, worker.stdout.readline().split())
        assert done < total
        worker.stdin.close()  # as the system does for a server that was killed
        rest, errors = worker.stdout.read(), worker.stderr.read()
    assert errors == ""
    assert f"{total} {total}" not in rest, "it went on for nobody"


def test_a_game_that_could_not_be_compiled_is_not_compiled_for_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", ""))
    monkeypatch.setattr(compiling, "can_search", lambda game: False)
    monkeypatch.setattr(compiling, "load_kernels", lambda game: None)
    done: list[str] = []

    async def ask() -> str:
        games = Compiling()
        games.on_progress = done.append
        games.begin("tulip")
        assert games.state("tulip") == "compiling"
        while not done:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        games.begin("tulip")
        state = games.state("tulip")
        await games.close()
        return state

    assert asyncio.run(ask()) == "cold"
