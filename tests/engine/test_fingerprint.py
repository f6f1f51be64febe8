"""Machine code is keyed by what it is made from, and by nothing else."""

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tulips
from tulips.engine.compile import fingerprint
from tulips.engine.compile.fingerprint import data, is_rule, key_of, key_of_compiler, looked_up
from tulips.engine.game import Game
from tulips.engine.state.rule import rule, rule_apart

KEYS = """
import json, tulips
from tulips import bots
from tulips.bots import search, warm
from tulips.engine.compile.fingerprint import key_of, key_of_compiler
game = tulips.game("gift-of-tulips")
kernels = {name: game.kernel(name) for name in ("list_moves", "settle_outcome", "observe_all")}
kernels |= {"bots": bots._kernel(game, "play_games"), "search": search.kernel(game, "search")}
keys = {name: key_of(kernel.function) for name, kernel in kernels.items()}
keys["marks"] = [warm._mark_file(game, game.folder, mark).name for mark in (warm.MARK, warm.SEARCH_MARK)]
keys["compiler"] = key_of_compiler()
print(json.dumps(keys))
"""

GIFT = "games/gift_of_tulips"

PLAY = ("bots", "search")

TEMPLATES = "engine/compile/templates.py"
QUOTES = '"""'

SAID = [
    (f"{GIFT}/catalogue/en.json", '"keep": "', '"keep": "so, '),
    (f"{GIFT}/moves.py", "def results(", "def _helper() -> int:\n    return 1\n\n\ndef results("),
    (f"{GIFT}/view.py", "\ndef ", "\n# A comment.\n\ndef "),
    (f"{GIFT}/game.toml", 'designer = "Sara Perry"', 'designer = "Perry"'),
    (f"{GIFT}/rules.py", QUOTES, '"""Said otherwise: '),
    (f"{GIFT}/rules.py", "@rule\n", "# A comment in another line.\n\n@rule\n"),
    (TEMPLATES, QUOTES, '"""Said otherwise: '),
    ("engine/state/chance.py", QUOTES, '"""Said otherwise: '),
    ("engine/compile/compiler.py", QUOTES, '"""Said otherwise: '),
    ("review/hints.py", "NEARLY = 0.01", "NEARLY = 0.02"),
]
"""Edits that no processor ever sees."""


def edited(package: Path, file: str, old: str, new: str) -> Callable[[], object]:
    """Replace the text everywhere in the file, or where a docstring begins; what is given back undoes it."""
    source = package / file
    text = source.read_text()
    assert old in text, f"{file} has no {old!r}"
    changed = re.sub(rf"(?m)^( *){QUOTES}(?=\w)", rf"\1{new}", text) if old == QUOTES else text.replace(old, new)
    assert changed != text
    source.write_text(changed)
    return lambda: source.write_text(text)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our sources, to be changed."""
    copy = tmp_path_factory.mktemp("sources") / "tulips"
    shutil.copytree(Path(tulips.__file__).parent, copy, ignore=shutil.ignore_patterns("page", "__pycache__"))
    return copy


def keys(package: Path) -> dict[str, Any]:
    """The keys that a process with these sources finds."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", KEYS], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def usual(package: Path) -> dict[str, Any]:
    return keys(package)


def changed(usual: dict[str, Any], package: Path, file: str, old: str, new: str) -> set[str]:
    """Which keys an edit changes."""
    undo = edited(package, file, old, new)
    try:
        found = keys(package)
        return {name for name in usual if found[name] != usual[name]}
    finally:
        undo()


def test_sentences_docstrings_comments_and_notes_compile_nothing_anew(usual: dict[str, Any], package: Path) -> None:
    undo = [edited(package, *edit) for edit in SAID]
    try:
        assert keys(package) == usual
    finally:
        for one in reversed(undo):
            one()


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (f"{GIFT}/rules.py", "s.actors = only(s.turn)", "s.actors = 1 | only(s.turn)", {"settle_outcome", *PLAY, "marks"}),
        (f"{GIFT}/game.toml", "4 = [[15, 10]", "4 = [[16, 10]", {"settle_outcome", *PLAY, "marks"}),
        (TEMPLATES, "    if s.end or s.chance:\n", "    if s.end > 0 or s.chance:\n", {"list_moves", "marks"}),
        ("bots/tree.py", "FULLEST = 0.8", "FULLEST = 0.7", {"search", "marks"}),
        ("engine/compile/compiler.py", '"error_model": "numpy"', '"error_model": "python"', {"compiler"}),
    ],
)  # fmt: skip
def test_a_changed_rule_price_template_or_compiler_is_another_key(
    usual: dict[str, Any], package: Path, file: str, old: str, new: str, expected: set[str]
) -> None:
    assert changed(usual, package, file, old, new) == expected


PRICE = 5
TABLE = np.array([1, 2, 3])
PAIR = (1, np.array([4]))
OF = np.uint64


@rule
def deep(n: int) -> int:
    """Said in the docstring."""
    return PRICE + TABLE[n] + PAIR[0] + OF(n)  # type: ignore[no-any-return]


@rule
def middle(n: int) -> int:
    return deep(n) if n > 0 else middle(n + 1)


def top(n: int, step: int = 1) -> int:
    return middle(n) + step


def anew(function: Any, **names: Any) -> Any:
    """The function over its module's names, some of them others."""
    made = type(function)(function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__)
    made.__dict__.update(function.__dict__)
    made.__annotations__ = dict(function.__annotations__)
    return made


def over(**names: Any) -> Any:
    return anew(top, middle=anew(middle, deep=anew(deep, **names)))


def test_a_key_covers_what_is_reached_through_any_number_of_rules() -> None:
    usual = key_of(over())
    assert usual == key_of(over())
    others: list[dict[str, Any]] = [
        {"PRICE": 6},
        {"PRICE": 5.0},
        {"PRICE": True},
        {"PRICE": np.int8(5)},
        {"TABLE": np.array([1, 2, 4])},
        {"TABLE": np.array([1, 2, 3], np.int32)},
        {"TABLE": np.array([[1, 2, 3]])},
        {"PAIR": (1, np.array([5]))},
        {"OF": np.int64},
    ]
    found = [key_of(over(**other)) for other in others]
    assert len({usual, *found}) == len(others) + 1
    assert key_of(over(SOMETHING_ELSE=1)) == usual


def test_a_key_covers_how_a_function_is_compiled() -> None:
    usual = key_of(top)
    apart, otherwise = anew(top, middle=rule_apart(anew(middle))), anew(top)
    otherwise.__defaults__ = (2,)
    no_number = anew(top)
    no_number.__annotations__["return"] = None
    assert len({usual, key_of(apart), key_of(otherwise), key_of(no_number)}) == 4


def test_a_key_is_the_same_before_and_after_its_functions_have_run() -> None:
    """Python replaces instructions of code that runs often by quicker ones."""
    before = fingerprint._code(middle.__code__)
    for _ in range(1000):
        middle(1)
    assert fingerprint._code(middle.__code__) == before


def test_a_key_follows_python_numba_llvm_and_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite.binding as llvm

    compute = key_of_compiler.__wrapped__
    usual = compute()
    assert usual == compute() == key_of_compiler()
    version = importlib.metadata.version
    others: list[tuple[Any, str, Any]] = [
        (importlib.metadata, "version", lambda part, lacking=part: "0" if part == lacking else version(part))
        for part in ("numba", "llvmlite", "numpy")
    ]
    others += [(importlib.util, "MAGIC_NUMBER", b"another"), (llvm, "get_host_cpu_name", lambda: "another")]
    found = {usual}
    for where, name, value in others:
        with monkeypatch.context() as here:
            here.setattr(where, name, value)
            found.add(compute())
    assert len(found) == len(others) + 1


def test_all_that_rules_look_up_is_known_by_its_contents(game: Game) -> None:
    """What is known by its type alone could change unnoticed; machine code can hold nothing of that kind."""
    from tulips import bots
    from tulips.bots import search

    kernels = [game.kernel("step_all"), bots._kernel(game, "play_games"), search.kernel(game, "search")]
    seen = [kernel.function for kernel in kernels]
    for function in seen:
        for name, value in looked_up(function):
            if is_rule(value):
                if value not in seen:
                    seen.append(value)
            elif not isinstance(value, ModuleType):
                told = data(value)
                assert not isinstance(told, tuple) or None not in told[-2:], f"{name} of {function.__name__}"
    assert len(seen) > 40


def test_a_key_does_not_depend_on_which_games_were_loaded_before() -> None:
    code = """
import tulips
from tulips.bots import warm
from tulips.engine.compile import fingerprint

def marks(name):
    fingerprint._own.clear()
    game = tulips.game(name)
    return [warm._mark_file.__wrapped__(game, game.cache, mark).name for mark in (warm.MARK, warm.SEARCH_MARK)]

alone = marks("tulip")
for name in tulips.game_names():
    marks(name)
assert marks("tulip") == alone, (marks("tulip"), alone)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
