"""The rules as the page shows them: every language has the chapters of the English rules, under their names."""

from tulips.engine.game import Game
from tulips.web.rulespage import LANGUAGES, rules_page


def test_a_chapter_has_one_name_in_every_language(game: Game) -> None:
    pages = [rules_page(game.name, language) for language in LANGUAGES]
    assert [page.language for page in pages] == list(LANGUAGES)
    names = [[chapter.id for chapter in page.chapters] for page in pages]
    assert names[0] == names[1] == names[2] and len(set(names[0])) == len(names[0])
    assert all(f'<h2 id="{name}">' in page.html for page in pages for name in names[0])


def test_a_chapter_is_named_after_its_english_title() -> None:
    german = {chapter.id: chapter.title for chapter in rules_page("tulip-bubble", "de").chapters}
    assert german["buying"] == "3. Kauf" and german["how-open-questions-are-settled-here"].startswith("Wie offene Fragen")
