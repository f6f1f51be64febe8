"""The rules as the page shows them: every language has the chapters of the English rules, under their names."""

import re

import pytest

from support.blocking_client import Browser
from support.paths import DOCS
from tulips.engine.game import Game
from tulips.web.infos import game_info
from tulips.web.rules_page import LANGUAGES, rules_page


def test_a_chapter_has_one_name_in_every_language(game: Game) -> None:
    pages = [rules_page(game.name, language) for language in LANGUAGES]
    assert [page.language for page in pages] == list(LANGUAGES)
    names = [[chapter.id for chapter in page.chapters] for page in pages]
    assert names[0] == names[1] == names[2] and len(set(names[0])) == len(names[0])
    assert all(f'<h2 id="{name}">' in page.html for page in pages for name in names[0])


def test_a_chapter_is_named_after_its_english_title() -> None:
    german = {chapter.id: chapter.title for chapter in rules_page("tulip-bubble", "de").chapters}
    assert german["buying"] == "3. Kauf" and german["how-open-questions-are-settled-here"].startswith("Wie offene Fragen")


RECORD_FILE = (DOCS / "record-file.md").read_text(encoding="utf-8")
FOR_PROGRAMS = re.compile(r"`|\bTOML\b|--option|\bJSON\b|\.(?:toml|py|md)\b|\b(?:seeds?|heaps?|graines?|Startwerte?|Seeds?)\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_for_players(game: Game, language: str) -> None:
    """No seeds, option names or files: a panel that somebody opens while playing tells how to play."""
    page = (game.folder / ("rules.md" if language == "en" else f"rules.{language}.md")).read_text(encoding="utf-8")
    assert FOR_PROGRAMS.findall(page) == []
    assert [name for name in game.about.options if "_" in name and name in page] == []


def test_what_record_files_need_is_on_their_page(game: Game) -> None:
    own = (game.folder / "record.md").read_text(encoding="utf-8")
    fields = {field for kind in game.kinds.MOVES for field in kind.__struct_fields__ if field not in kind.told_after}
    named = {*game.about.options, *game.chances, *(kind.kind() for kind in game.kinds.MOVES), *fields} - {"first"}
    assert [name for name in named if f"`{name}`" not in own] == []
    assert "The option `first` of every game" in RECORD_FILE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell_when_a_game_appeared(game: Game, language: str) -> None:
    assert game.about.year is not None and str(game.about.year) in rules_page(game.name, language).html


def test_games_are_told_in_the_language_asked_for(browser: Browser) -> None:
    english, french, other = (browser.get(f"/games?language={language}").json()["games"] for language in ("en", "fr", "xx"))
    assert english == other == browser.get("/games").json()["games"]
    for here, there in zip(english, french, strict=True):
        assert here["summary"] != there["summary"] and len(here["reconstructed"]) == len(there["reconstructed"])
        for name, option in here["options"].items():
            same = {key: value for key, value in there["options"][name].items() if key not in ("text", "choices")}
            assert same.items() <= option.items() and option["text"] != there["options"][name]["text"]
            assert option.get("choices", {}).keys() == there["options"][name].get("choices", {}).keys()


def test_every_game_has_a_portrait(game: Game) -> None:
    portrait = game_info(game.name).portrait
    assert 1 <= portrait.weight <= 5 and len(portrait.tulips) == 3
