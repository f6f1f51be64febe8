"""The contract names every file of a game's folder, of all games and of the one that `tulips new-game` writes."""

import ast
import re
from pathlib import Path

import pytest

import tulips
from tulips import games
from tulips.engine import contract
from tulips.engine.phrase import SHARED

FOLDERS = [*map(games.folder, tulips.game_names()), SHARED / "scaffold" / "new_game"]
EVERY_FOLDER = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def named(text: str) -> set[str]:
    """The files in a list of the contract."""
    return set(re.findall(r"^    (\S+)  +\S", text, re.MULTILINE))


MUST, MAY = map(named, (contract.__doc__ or "").split("Optional, found by their names too:"))


def own_files(folder: Path) -> set[str]:
    """What lies in a game's folder, but for what Python leaves there."""
    return {path.name for path in folder.iterdir()} - {"__pycache__"}


def used_by(path: Path) -> set[str]:
    """The names in a module that may be another module's, and the texts that may be a file's."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules = {f"{part}.py" for node in imports for part in (node.module or "").split(".")[-1:]}
    modules |= {f"{alias.name}.py" for node in imports for alias in node.names}
    return modules | {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_the_contract_lists_files() -> None:
    assert {"rules.py", "components.py", "record.md", "game.toml", "__init__.py"} <= MUST
    assert {"insight.py", "train.py"} <= MAY
    assert not MUST & MAY


@EVERY_FOLDER
def test_every_file_that_the_contract_asks_for_is_there(folder: Path) -> None:
    assert MUST - own_files(folder) == set()


@EVERY_FOLDER
def test_every_other_file_is_optional_by_the_contract_or_used_by_the_game_s_own_modules(folder: Path) -> None:
    found = reached = (MUST | MAY) & own_files(folder)
    while found:
        told = set[str]().union(*(used_by(folder / name) for name in found if name.endswith(".py")))
        found = told & own_files(folder) - reached
        reached = reached | found
    assert own_files(folder) - reached == set()


@pytest.mark.parametrize("name", sorted(MAY))
def test_what_is_optional_is_what_some_game_has_and_some_game_has_not(name: str) -> None:
    having = [name in own_files(folder) for folder in FOLDERS]
    assert any(having) and not all(having)
