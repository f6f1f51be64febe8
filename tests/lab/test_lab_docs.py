"""What docs/lab.md shows is what happens."""

import re
import subprocess
import sys

import pytest

from support.paths import DOCS

pytestmark = pytest.mark.slow

PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs_as_printed(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    example = EXAMPLES[number]
    if "pyspiel" in example:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tulips[openspiel]'.")
    exec(compile(example, f"docs/lab.md, example {number + 1}", "exec"), {})


def test_every_interface_has_an_example() -> None:
    assert all(any(part in example for example in EXAMPLES) for part in ("schema(", "vector_env(", "env(", "load_game("))


def test_no_extra_is_imported_with_the_package_or_its_command() -> None:
    """An extra that is installed must not make `import tulips` slower."""
    heavy = {"gymnasium", "pettingzoo", "pyspiel", "ray", "torch", "numba", "scipy"}
    program = (
        f"import sys, tulips, tulips.cli, tulips.lab.simulate, tulips.lab.arena; print(sorted({heavy} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "[]"
