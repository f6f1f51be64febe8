"""The rules of a game as a page: Markdown made into HTML, with a name for each chapter to jump to."""

import functools
import itertools
import re

from markdown_it import MarkdownIt

from tulips import games
from tulips.web.api import Chapter, RulesPage

ENGLISH = "en"
LANGUAGES = ("en", "fr", "de")


@functools.cache
def rules_page(game: str, language: str) -> RulesPage:
    """The rules in a language, or in English where they are not translated."""
    folder = games.folder(game)
    translated = folder / f"rules.{language}.md"
    if language not in LANGUAGES or language == ENGLISH or not translated.exists():
        language, translated = ENGLISH, folder / "rules.md"
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(translated.read_text(encoding="utf-8"))
    chapters: list[Chapter] = []
    for token, inline in itertools.pairwise(tokens):
        if token.type == "heading_open":
            title = "".join(part.content for part in inline.children or [] if part.type in ("text", "code_inline"))
            id = _fresh(re.sub(r"\W+", "-", title.casefold()).strip("-") or "chapter", chapters)
            token.attrSet("id", id)
            if token.tag == "h2":
                chapters.append(Chapter(id, title))
    return RulesPage(language, markdown.renderer.render(tokens, markdown.options, {}), chapters)


def _fresh(id: str, chapters: list[Chapter]) -> str:
    taken = {chapter.id for chapter in chapters}
    return next(name for name in [id, *(f"{id}-{i}" for i in range(2, 100))] if name not in taken)
