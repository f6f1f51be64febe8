"""Extras are imported by the modules that need them, and by nothing else."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_no_extra_is_imported_with_the_package_or_its_command() -> None:
    """An extra that is installed must not make `import tulips` slower."""
    heavy = {"gymnasium", "pettingzoo", "pyspiel", "ray", "torch", "numba", "scipy"}
    program = (
        f"import sys, tulips, tulips.cli, tulips.lab.simulate, tulips.lab.arena; print(sorted({heavy} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "[]"
