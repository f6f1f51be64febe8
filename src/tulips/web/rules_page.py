"""The rules of a game as a page: Markdown made into HTML, with a name for each chapter to jump to."""

import functools
import itertools
import re

from markdown_it import MarkdownIt

from tulips import games
from tulips.web.api import Chapter, RulesPage

ENGLISH = "en"
LANGUAGES = ("en", "fr", "de")


def rules_page(game: str, language: str) -> RulesPage:
    """Return the rules in a language, or in English where they are not translated."""
    return _page(game, known_language(language))


def known_language(asked: str) -> str:
    """Return the language that was asked for, or English where it is none of ours."""
    return asked if asked in LANGUAGES else ENGLISH


@functools.cache
def _page(game: str, language: str) -> RulesPage:
    folder = games.folder(game)
    translated = folder / f"rules.{language}.md"
    if language == ENGLISH or not translated.exists():
        language, translated = ENGLISH, folder / "rules.md"
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(translated.read_text(encoding="utf-8"))
    chapters: list[Chapter] = []
    for token, inline in itertools.pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            title = "".join(part.content for part in inline.children or [] if part.type in ("text", "code_inline"))
            # Named after its English title, in every language: "3. Buying" and "3. Kauf" are both "buying".
            english = title if language == ENGLISH else rules_page(game, ENGLISH).chapters[len(chapters)].title
            chapters.append(Chapter("-".join(re.findall("[a-z]+", english.lower())), title))
            token.attrSet("id", chapters[-1].id)
    return RulesPage(language, markdown.renderer.render(tokens, markdown.options, {}), chapters)
