"""Everything that a game says has its words in French and German, and no words are there for what nobody says.

What a game says is read from its sources. The texts of the page around the games and of the server are checked in the same
way by `web/tests/words.test.ts`.
"""

import functools
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import tulips
from support.paths import PAGE
from support.phrases import phrases
from support.templates_in_sources import modules_of, templates_in
from tulips.engine import income as engine_income
from tulips.engine.phrase import SEAT, Phrase
from tulips.engine.state.snapshot import snapshot
from tulips.games.gift_of_tulips.components import VARIETY_NAMES

GAMES = PAGE / "src" / "games"
SHELL = PAGE / "src" / "words"
LANGUAGES = ("fr", "de")
GAP = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d_]")
SAID_BY_A_BOARD = re.compile(r'(?:\bt\(\s*|\b(?:text|unit|pricesTitle|burstsTold):\s*)"((?:[^"\\]|\\.)*)"')
KNOWN: dict[str, dict[str, Iterable[str]]] = {
    "gift-of-tulips": dict.fromkeys(("paid.variety", "stack.variety"), VARIETY_NAMES),
    "tulpenfieber": {"way": ("a full row 4", "three side by side in row 5", "any four in row 5")},
}
"""What expressions of a game stand for that say something and cannot be read from its source."""


def has_words(text: str) -> bool:
    """Whether there is something to translate in a template."""
    return bool(WORD.search(GAP.sub("", text)))


@functools.cache
def said_by_a_game(name: str) -> frozenset[str]:
    """Every template that a game can say, from its sources."""
    modules = [*modules_of(f"tulips.games.{name.replace('-', '_')}"), engine_income]
    said = templates_in(modules, KNOWN.get(name, {})) | set(tulips.game(name).ends)
    return frozenset(text for text in said if has_words(text))


def said_at_setting_up(name: str) -> set[str]:
    """What a game's options say, and what of it is reconstructed."""
    about = tulips.game(name).about
    options = about.options.values()
    return {*about.reconstructed, *(o.text for o in options), *(str(choice) for o in options for choice in o.choices or ())}


@functools.cache
def board(name: str) -> str:
    """The source of a game's board."""
    return "\n".join(
        path.read_text(encoding="utf-8") for path in (GAMES / name).rglob("*") if path.suffix in (".ts", ".svelte")
    )


def said_by_a_board(name: str) -> set[str]:
    return {json.loads(f'"{text}"') for text in SAID_BY_A_BOARD.findall(board(name))}


def catalogue(name: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((GAMES / name / f"{language}.json").read_text(encoding="utf-8"))
    return found


def shell(language: str) -> dict[str, str]:
    """The words of the page around the games."""
    found: dict[str, str] = json.loads((SHELL / f"{language}.json").read_text(encoding="utf-8"))
    return found


def you(name: str) -> dict[str, dict[str, str]]:
    """What is said to somebody of themselves, by language."""
    found: dict[str, dict[str, str]] = json.loads((GAMES / name / "you.json").read_text(encoding="utf-8"))
    return found


def said_in_random_games(name: str, seats: int, seed: int) -> set[str]:
    game = tulips.game(name)
    match, chooser = game.match(seats, seed=seed), random.Random(seed)
    said: set[str] = set()
    while match.moves_made < 250:
        if match.end:
            said.add(match.end)
            break
        said.update(text for phrase in phrases(match) for text in phrase.templates())
        seat = chooser.choice(match.actors)
        match.play(seat, chooser.choice(game.moves(match.states, seat)))
    for viewer in (0, tulips.SPECTATOR):
        said.update(text for entry in match.log(viewer) for text in entry.phrase.templates())
    for income in match.income:
        told = [income.kind, income.what, *([income.event] if income.event else [])]
        said.update(text for phrase in told for text in phrase.templates())
    if match.end:
        told = [phrase for seat in range(seats) for phrase in game.short(snapshot(match.states), seat)]
        said.update(text for phrase in told for text in phrase.templates())
    return said


@pytest.mark.parametrize("name", tulips.game_names())
def test_everything_a_game_says_is_translated(name: str) -> None:
    for language in LANGUAGES:
        missing = said_by_a_game(name) - set(catalogue(name, language)) - set(shell(language))
        assert not missing, f"{language} lacks {sorted(missing)}"


@pytest.mark.parametrize("name", tulips.game_names())
def test_no_translation_is_of_something_that_nobody_says(name: str) -> None:
    said = said_by_a_game(name) | said_by_a_board(name) | said_at_setting_up(name)
    for language in LANGUAGES:
        unsaid = {text for text in set(catalogue(name, language)) - said if has_words(text) and f'"{text}"' not in board(name)}
        assert not unsaid, f"{language} has {sorted(unsaid)}, which nobody says"
    spoken = {text.replace(":you}", "}") for text in you(name)["en"]}
    unsaid = {text for text in spoken - said if has_words(text)}
    assert not unsaid, f"the second person has {sorted(unsaid)}, which nobody says"


@pytest.mark.parametrize("name", tulips.game_names())
def test_what_is_said_in_games_is_what_was_read_from_the_sources(name: str) -> None:
    """The reader of the sources misses nothing, as far as random games get."""
    seats = tulips.game(name).seat_counts
    said = {text for number in {min(seats), max(seats)} for text in said_in_random_games(name, number, seed=number)}
    assert {text for text in said if has_words(text)} <= said_by_a_game(name)


def spoken_to(phrase: Phrase, viewer: int) -> Iterator[str]:
    """Every template in a phrase that has the viewer in a gap, as the page asks for it in the second person."""
    own = {gap for gap, value in phrase.values.items() if gap.startswith(SEAT) and value == viewer}
    if own:
        yield GAP.sub(lambda found: f"{{{found[1]}:you}}" if found[1] in own else found[0], phrase.text)
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from spoken_to(value, viewer)


def spoken_in_random_games(name: str, seats: int, seed: int) -> set[str]:
    """What seats are told of themselves: in the status, the log, and of their own moves."""
    game = tulips.game(name)
    match, chooser = game.match(seats, seed=seed), random.Random(seed)
    said: set[str] = set()
    while not match.end and match.moves_made < 250:
        s = snapshot(match.states)
        for viewer in range(seats):
            told = [game.words.status(s), *game.views.why_not(s, viewer).values()]
            for choice in game.offers(match.states, viewer):
                told += [choice.phrase, choice.preview.summary, *(change.what for change in choice.preview.changes)]
            said.update(text for phrase in told for text in spoken_to(phrase, viewer))
        seat = chooser.choice(match.actors)
        match.play(seat, chooser.choice(game.moves(match.states, seat)))
    for viewer in range(seats):
        said.update(text for entry in match.log(viewer) for text in spoken_to(entry.phrase, viewer))
    return said


@pytest.mark.parametrize("name", tulips.game_names())
def test_the_page_can_say_you_wherever_a_seat_is_told_of_itself(name: str) -> None:
    game = tulips.game(name)
    said = {text for seats in game.seat_counts for text in spoken_in_random_games(name, seats, seed=seats)}
    assert said
    known = you(name)
    for language in ("en", *LANGUAGES):
        assert not said - set(known[language]), f"{language} lacks {sorted(said - set(known[language]))}"


@pytest.mark.parametrize("name", tulips.game_names())
def test_everything_a_table_is_set_up_with_is_translated(name: str) -> None:
    for language in LANGUAGES:
        missing = said_at_setting_up(name) - set(catalogue(name, language))
        assert not missing, f"{language} lacks {sorted(missing)}"


@pytest.mark.parametrize("name", tulips.game_names())
def test_everything_a_board_says_is_translated(name: str) -> None:
    assert said_by_a_board(name)
    for language in LANGUAGES:
        missing = said_by_a_board(name) - set(catalogue(name, language)) - set(shell(language))
        assert not missing, f"{language} lacks {sorted(missing)}"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/??.json")) + sorted(SHELL.glob("??.json")), ids=lambda p: str(p)[-40:])
def test_a_translation_has_the_gaps_of_its_text(path: Path) -> None:
    for text, translated in json.loads(path.read_text(encoding="utf-8")).items():
        assert translated.strip(), text
        assert sorted(set(GAP.findall(text))) == sorted(set(GAP.findall(translated))), text
