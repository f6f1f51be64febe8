"""Links of the documents lead somewhere, and what they name is there."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.documents import PAGES, anchors, code_in_prose, links, name_of
from support.paths import ROOT

SOURCES = sorted(ROOT.glob("src/tulips/**/*.py"))
FOLDERS = [ROOT / folder for folder in ("", "docs", "src/tulips", "tests", "web", "web/src")]
"""Where paths may begin."""
NAMES = {path.name for folder in ("src", "web/src", "web/tests", "tests", "docs") for path in (ROOT / folder).rglob("*.*")}
"""Files by their names alone: which folder is meant is told around them."""
FILE = re.compile(r"\w[\w.\-/]*(?:/|\.(?:py|md|toml|json|ts|svelte|mjs|lock|cpp|svg|png))")
OF_A_GAME = {"endings.py", "longest.json", "said.json", "secrets.ts"}
"""Files that a game may have."""
MADE = {"page.html", "match.json", "tables.sqlite", "copy.sqlite", "tulip-bubble-report.html", "build/site/index.html"}
"""Files that commands make."""


def exists(name: str, beside: Path) -> bool:
    """Whether there is such a file or folder, with any game in the place of NAME."""
    pattern = re.sub(r"NAME|GAME", "*", name)
    if any(any(folder.glob(pattern)) for folder in [beside, *FOLDERS]):
        return True
    return name in NAMES | MADE | OF_A_GAME


def found_by(path: str) -> bool:
    """Whether `tulips.….name` is a module, or something in one."""
    parts = path.split(".")
    for n in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:n]))
        except ModuleNotFoundError:
            continue
        for part in parts[n:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_a_page_names_exist(page: Path) -> None:
    named = [code for code in code_in_prose(page) if FILE.fullmatch(code) and not code.startswith("/")]
    assert [name for name in named if not exists(name, page.parent)] == []


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_files_that_a_source_names_exist(source: Path) -> None:
    named = re.findall(r"(?<!`)`([\w/]+\.(?:py|md))`(?!`)", source.read_text(encoding="utf-8"))
    assert [name for name in named if not exists(name, source.parent)] == []


def test_modules_and_functions_that_are_named_exist() -> None:
    pages = {code for page in PAGES for code in code_in_prose(page)}
    sources = {code for source in SOURCES for code in re.findall(r"`([^`\n]+)`", source.read_text(encoding="utf-8"))}
    dotted = [code for code in sorted(pages | sources) if re.fullmatch(r"tulips(\.\w+)+", code)]
    assert len(dotted) > 10
    assert [path for path in dotted if not found_by(path)] == []


@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_needs_no_other_host(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-c", "docs/site", ".", str(tmp_path / "site")]
    built = subprocess.run([*command, "-d", str(tmp_path / "trees")], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(PAGES)
    for page in [*pages, *(tmp_path / "site").rglob("*.css")]:
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r'(?:src="|<link[^>]+href="|url\(|@import )["\']?(https?:[^"\')]+)', text)
        assert fetched == [], page
