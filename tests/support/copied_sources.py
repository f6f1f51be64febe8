"""A copy of the sources, to add a game to."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from support.paths import ROOT

PARTS = ("src", "tests", "docs", "web/src", "web/tools", "README.md", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "page", "node_modules", ".*_cache")


def copy_sources(folder: Path) -> None:
    """Copy what a game's author works on, the page's packages and the built page left out."""
    for part in PARTS:
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / part, target)


def files_of(folder: Path) -> dict[str, bytes]:
    """What is in the files of a folder, but for what Python compiles."""
    found = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def run_in(folder: Path, *command: str, given: str = "", code: int = 0) -> str:
    """Run a Python command with the copy's package; what it prints."""
    path = os.pathsep.join([str(folder / "src"), str(folder / "tests")])
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "120"},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout + done.stderr
