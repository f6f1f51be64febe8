"""Every catalogue has the same sentences in each language; the shared one has what the page and the server say, and no more.

What they say is read from their sources. The games' own sentences are checked in `tests/games/test_translations.py`.
"""

import ast
import functools
import json
import re
from pathlib import Path

import pytest

import tulips
from support.catalogues import (
    LANGUAGES,
    YOU,
    board,
    english,
    folders,
    gaps,
    own_gaps,
    problems_with,
    said_by_a_game,
    sentence_of,
    shell,
    spoken_to,
)
from support.names_in_sources import SAYING, Said, modules_of, said_in
from tulips import games
from tulips.engine.phrase import CATALOGUE, SHARED, catalogue

PACKAGES = ("tulips.bots", "tulips.commands", "tulips.engine", "tulips.lab", "tulips.review", "tulips.table", "tulips.web")
SILENT = ("tulips.table.database.migrations",)
REFUSING = {**SAYING, "Refused": 1, "OpenedLink": 3}
PASSED_ON = ("why", "problem.why", "opened.why", "self.broken", "name", "end", "match.end", "game.ends[s.end - 1]")
"""Expressions that stand for a phrase or a name which is said elsewhere, or is a game's."""

OF_NO_GROUP = ("list", "clauses", "seat", "problem", "quoted")
NAME = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")
SENTENCE = re.compile(r"\w+ \w+ \w+")
PARAMETERS = pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)


@functools.cache
def said_by_the_server() -> frozenset[Said]:
    modules = [module for package in PACKAGES for module in modules_of(package, SILENT)]
    return frozenset(said_in(modules, {}, REFUSING, PASSED_ON))


@PARAMETERS
def test_every_language_has_the_same_sentences(folder: Path) -> None:
    names = [set(catalogue(folder, language)) for language in LANGUAGES]
    assert names[0] == names[1] == names[2], names[0] ^ names[1] | names[0] ^ names[2]


@PARAMETERS
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_the_same_gaps_in_every_language(folder: Path, language: str) -> None:
    for name, text in catalogue(folder, language).items():
        there = gaps(english(folder)[sentence_of(name)])
        assert text.strip(), name
        assert there - own_gaps(name) <= gaps(text) <= there, name


@PARAMETERS
def test_who_is_spoken_to_is_in_a_gap(folder: Path) -> None:
    for name in english(folder):
        if YOU.fullmatch(name):
            sentence = sentence_of(name)
            assert sentence in english(folder), f"{name} speaks to somebody in no sentence"
            assert own_gaps(name) <= gaps(english(folder)[sentence]), name
            assert name == spoken_to(sentence, own_gaps(name)), f"{name} names its persons in another order"


@PARAMETERS
def test_a_catalogue_is_written_one_entry_a_line(folder: Path) -> None:
    for language in LANGUAGES:
        text = (folder / CATALOGUE / f"{language}.json").read_text(encoding="utf-8")
        entries = json.loads(text, object_pairs_hook=list)
        assert len(entries) == len(dict(entries)), "an entry stands there twice"
        assert text == json.dumps(dict(entries), ensure_ascii=False, indent=2) + "\n"


def test_shared_sentences_have_names_in_groups_that_no_game_has() -> None:
    for name in english(SHARED):
        assert NAME.fullmatch(name) and ("." in name or name in OF_NO_GROUP), name
    for game in tulips.game_names():
        assert not set(english(SHARED)) & set(english(games.folder(game))), game


def test_everything_that_the_server_says_has_a_sentence() -> None:
    assert problems_with(said_by_the_server(), english(SHARED)) == []


def test_everything_that_the_page_says_has_a_sentence() -> None:
    assert problems_with(shell().said(), english(SHARED)) == []


def test_no_shared_sentence_is_there_for_nobody() -> None:
    said = {one.name for one in said_by_the_server()}
    pages = [shell(), *map(board, tulips.game_names())]
    said |= {one.name for name in tulips.game_names() for one in said_by_a_game(name)}
    names = {sentence_of(name) for name in english(SHARED)}
    assert {name for name in names - said if not any(page.mentions(name) for page in pages)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_shared_counts_the_games(language: str) -> None:
    """Another game is a folder more, and no sentence becomes wrong."""
    number = re.compile(r"\b(two|three|four|five|six|fünf|sechs|cinq|[2-9])( \w+)? (games?|spiele?|jeux|at home)\b", re.I)
    assert {name: text for name, text in catalogue(SHARED, language).items() if number.search(text)} == {}


def test_english_is_in_the_catalogues_only() -> None:
    """No sentence of a catalogue stands in the sources too; but for a game's view in the terminal, which is English only."""
    names = tulips.game_names()
    entries = [entry for folder in (SHARED, *map(games.folder, names)) for entry in english(folder).items()]
    texts = {text for name, text in entries if SENTENCE.search(text) and text != name}
    paths = [path for path in SHARED.rglob("*.py") if path not in [games.folder(name) / "words.py" for name in names]]
    assert {path.name: found for path in paths if (found := _literals(path) & texts)} == {}
    pages = [shell(), *map(board, names)]
    assert {text: where for text in texts for page in pages if (where := page.holds(text))} == {}


def _literals(path: Path) -> set[str]:
    """The texts in a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
