"""Tables of the documents that list what the code has: nothing is missing there, and nothing too many."""

import argparse
import re
import typing

from support.documents import code_in_prose
from support.paths import DOCS, ROOT
from tulips import cli
from tulips.web.app import Web
from tulips.web.messages import FromPage, RefusalCode, ToPage


def rows(page: str) -> list[list[str]]:
    """The cells of all tables of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines() if line.startswith("|")]


def first_cells(page: str) -> str:
    return "\n".join(row[0] for row in rows(page))


def commands() -> dict[str, argparse.ArgumentParser]:
    (known,) = [action for action in cli._parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(known.choices)


def tags(union: object) -> set[str]:
    return {str(cls.__struct_config__.tag) for cls in typing.get_args(union)}


def test_the_protocol_lists_every_question_over_http() -> None:
    told = set(re.findall(r"`(GET|POST) (/[^`?]*)", first_cells("protocol.md")))
    asked = {(endpoint.method, re.sub(r":\w+}", "}", endpoint.path)) for endpoint in Web.endpoints()}
    assert told == asked - {("GET", "/openapi.json")}


def test_the_protocol_lists_every_message_and_refusal() -> None:
    named = set(re.findall(r"`([a-z]+)`", first_cells("protocol.md")))
    assert tags(FromPage) | tags(ToPage) <= named
    assert set(typing.get_args(RefusalCode)) <= set(code_in_prose(DOCS / "protocol.md"))


def test_running_a_server_lists_every_option() -> None:
    flags = {flag for flag in commands()["serve"]._option_string_actions if flag.startswith("--")}
    told = set(re.findall(r"`(--[\w-]+)", first_cells("operations.md")))
    assert told == flags - {"--help", "--no-browser"}


def test_running_a_server_lists_every_metric() -> None:
    source = (ROOT / "src/tulips/web/metrics.py").read_text(encoding="utf-8")
    made = set(re.findall(r'"(tulips_\w+)"', source))
    told = {re.sub(r"_total$", "", name) for name in re.findall(r"`(tulips_\w+)", first_cells("operations.md"))}
    assert told == made


def test_the_terminal_lists_every_command() -> None:
    assert set(re.findall(r"`tulips ([\w-]+)", first_cells("terminal.md"))) == set(commands())


def test_experiments_are_all_listed() -> None:
    text = (DOCS / "experiments/README.md").read_text(encoding="utf-8")
    pages = {path.name for path in (DOCS / "experiments").glob("*.md")} - {"README.md"}
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", text)) == pages


def test_every_extra_is_explained() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(
        r'^(\w+) = \["', project.partition("[project.optional-dependencies]")[2].partition("\n[")[0], re.MULTILINE
    )
    assert extras and all(f"`{extra}`" in first_cells("dependencies.md") for extra in extras)
    used = re.findall(r'^    "([\w-]+)', project.partition("dependencies = [")[2].partition("\n]")[0], re.MULTILINE)
    assert [package for package in used if package not in first_cells("dependencies.md")] == []


def test_the_architecture_is_short() -> None:
    assert len((DOCS / "architecture.md").read_text(encoding="utf-8").split()) <= 900
