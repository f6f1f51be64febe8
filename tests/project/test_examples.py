"""What documents and docstrings show is what happens."""

import argparse
import doctest
import importlib
import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest

import tulips
from support.documents import PAGES, blocks, code_in_prose, commands, name_of
from support.paths import DOCS, ROOT
from tulips import bots, cli
from tulips.engine.options import read_pairs

EXAMPLES = [(page, number) for page in PAGES for number in range(len(blocks(page, "python")))]
MODULES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(ROOT.glob("src/tulips/**/*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
EXTRAS = {"gymnasium", "pettingzoo", "pyspiel"}
COMMANDS = sorted({(command, name_of(page)) for page in PAGES for command in commands(page)})
OF_TULIPS = [pytest.param(command, id=f"{page}: {command}") for command, page in COMMANDS if command.startswith("tulips ")]
OF_MAKE = [pytest.param(command, id=f"{page}: {command}") for command, page in COMMANDS if command.startswith("make ")]
OF_PYTHON = [pytest.param(command, id=f"{page}: {command}") for command, page in COMMANDS if re.match(r"python \w+/", command)]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "number"), EXAMPLES, ids=lambda value: value.name if isinstance(value, Path) else str(value))
def test_an_example_of_a_page_runs_as_printed(
    page: Path, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    example = blocks(page, "python")[number]
    for extra in EXTRAS:
        if extra in example:
            pytest.importorskip(extra)
    exec(compile(example, f"{name_of(page)}, example {number + 1}", "exec"), {})
    said = capsys.readouterr().out
    assert [line for line in re.findall(r"# prints (.+)$", example, re.MULTILINE) if f"{line}\n" not in said] == []


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_give_what_they_say(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    results = doctest.testmod(module, extraglobs={"tulips": tulips, "bots": bots}, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted and not results.failed


@pytest.mark.parametrize("command", OF_TULIPS)
def test_a_command_of_a_page_is_understood(command: str) -> None:
    words = shlex.split(re.sub(r"[\[\]]", "", command))[1:]
    if words[-1] in ("…", "..."):
        words.pop()
    words = ["3" if re.fullmatch(r"[A-Z]+", word) else word for word in words]  # what a reader is to put in
    parser = cli._parser()
    (known,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not words[0].startswith("-"):
        assert words[0] in known.choices
    if len(words) == 1:
        return  # the command is named, not called
    flags = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert flags <= set(known.choices[words[0]]._option_string_actions), "argparse takes shortened flags too"
    args = parser.parse_args(words)
    if getattr(args, "game", None) in tulips.game_names():
        game = tulips.game(args.game)
        named = getattr(args, "bot", None) or []
        for bot in [named] if isinstance(named, str) else named:
            bots.number(game, bot)
        game.options(game.seat_counts[-1], read_pairs([option for option in getattr(args, "option", []) if "…" not in option]))


@pytest.mark.parametrize("command", OF_MAKE)
def test_a_target_of_a_page_is_in_the_makefile(command: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for word in command.split()[1:]:
        name, is_setting, _ = word.partition("=")
        assert re.search(rf"^{name} \??=|\$\({name}\)" if is_setting else rf"^{name}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("command", OF_PYTHON)
def test_a_script_of_a_page_exists_and_has_its_flags(command: str) -> None:
    _, script, *words = command.split()
    source = (ROOT / script).read_text(encoding="utf-8")
    assert [word for word in words if word.startswith("--") and f'"{word}"' not in source] == []


def test_the_lab_shows_every_interface() -> None:
    shown = "".join(blocks(ROOT / "docs" / "lab.md", "python"))
    assert all(part in shown for part in ("schema(", "vector_env(", "env(", "load_game("))


def test_the_record_file_that_is_shown_fits_its_schema() -> None:
    schema = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
    (example,) = blocks(DOCS / "record-file.md", "json")
    record = json.loads(example)
    jsonschema.validate(record, schema)
    spans = [code for code in code_in_prose(DOCS / "record-file.md") if re.match(r'\{"(seat|chance|undo)"', code)]
    events = [event for event in map(json.loads, spans) if "to seat" not in event.get("move", "") and "outcome" not in event]
    assert len(events) == len(spans) - 2 >= 4  # two are of version 1, in words
    jsonschema.validate({**record, "events": events}, schema)
