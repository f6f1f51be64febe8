"""CHANGELOG.md tells the numbers that the code has, and has an entry for each."""

import re

import tulips
from support.paths import PAGE, ROOT
from tulips.engine.match import record_file
from tulips.web.messages import PROTOCOL

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
TOLD = {
    number: (value, where) for number, value, where in re.findall(r"^\| ([\w -]+) \| ([\d.]+) \| (.*?) \|", CHANGELOG, re.M)
}


def in_the_code() -> dict[str, str]:
    schema = max(path.name[1:5] for path in (ROOT / "src/tulips/table/database/migrations/versions").glob("v*.py"))
    rules = {f"rules of {name}": tulips.game(name).about.rules_version for name in tulips.game_names()}
    others = {"package": tulips.__version__, "protocol": str(PROTOCOL), "record file": str(record_file.VERSION)}
    return {**others, **rules, "database schema": schema}


def test_every_number_is_the_one_in_the_code() -> None:
    assert {number: value for number, (value, _) in TOLD.items()} == in_the_code()


def test_the_places_named_exist() -> None:
    for _, where in TOLD.values():
        paths = [path for path in re.findall(r"`([^`]+)`", where) if "/" in path]
        assert paths and all((ROOT / path).exists() for path in paths), where


def test_the_page_speaks_the_same_protocol() -> None:
    assert f"export const PROTOCOL = {PROTOCOL};" in (PAGE / "src/server/socket.svelte.ts").read_text(encoding="utf-8")


def test_every_current_number_has_an_entry() -> None:
    code = in_the_code()
    assert f"## {code['package']}" in CHANGELOG
    for heading, number in (("Protocol", "protocol"), ("Record file", "record file"), ("Database schema", "database schema")):
        assert re.search(rf"### {heading}\n\n- \*\*{code[number]}\*\*", CHANGELOG), heading
    for name in tulips.game_names():
        if (version := code[f"rules of {name}"]) != "1":
            assert f"- **{tulips.game(name).about.title} {version}**" in CHANGELOG
