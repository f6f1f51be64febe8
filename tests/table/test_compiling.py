"""Compiling in the background."""

import os
import subprocess
from pathlib import Path

from tulips.table.compiling import COMMAND


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
