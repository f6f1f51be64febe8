"""The documents: their pages, and what stands in them that can be checked."""

import re
from collections.abc import Iterator
from pathlib import Path

from support.paths import DOCS, ROOT

PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *ROOT.glob("src/tulips/games/*/record.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name_of(page: Path) -> str:
    """A page's or module's name in messages."""
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of code in a language; those without one have the language ""."""
    return [code for found, code in FENCE.findall(page.read_text(encoding="utf-8")) if found == language]


def prose(page: Path) -> str:
    """The page without its blocks of code."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def code_in_prose(page: Path) -> list[str]:
    """What stands between backticks, each in one line."""
    return [" ".join(code.split()) for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", prose(page))]


def commands(page: Path) -> Iterator[str]:
    """Lines for a shell, without their comments: of blocks, of what is indented like one, and between backticks."""
    lines = [line for block in blocks(page, "") for line in block.splitlines()]
    lines += re.findall(r"^    (\S.*)$", prose(page), re.MULTILINE)
    for line in [*lines, *code_in_prose(page)]:
        for command in line.split(" # ")[0].split("&&"):
            yield re.sub(r"^(\.venv/bin/|\w+=\S+ )*", "", command.strip())


def links(page: Path) -> list[str]:
    """Where a page's links and pictures lead within the repository."""
    found = re.findall(r"\]\(([^)\s]+)\)", prose(page)) + re.findall(r'<img src="([^"]+)"', prose(page))
    return [link for link in found if not re.match(r"https?:|mailto:", link)]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE):
        plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        again = sum(anchor == plain or re.fullmatch(re.escape(plain) + r"-\d+", anchor) is not None for anchor in found)
        found.add(f"{plain}-{again}" if again else plain)
    return found
