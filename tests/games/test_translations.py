"""Everything that the engine says has its words in French and German."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tulips
from support.paths import PAGE
from tulips.engine.match.match import Match
from tulips.engine.phrase import SEAT, Phrase
from tulips.engine.state.snapshot import snapshot

GAMES = PAGE / "src" / "games"
LANGUAGES = ("fr", "de")
GAP = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d_]")
SAID_BY_A_BOARD = re.compile(r'(?:\bt\(\s*|\btext:\s*)"([^"]+)"')


def phrases(match: Match) -> Iterator[Phrase]:
    """All that is said at a position: status, moves, previews, reasons."""
    s = snapshot(match.states)
    yield match.game.words.status(s)
    for seat in range(match.seats):
        yield from match.game.views.why_not(s, seat).values()
        for choice in match.game.offers(match.states, seat):
            yield choice.phrase
            yield choice.preview.summary
            if choice.preview.anyway is not None:
                yield choice.preview.anyway
            for change in choice.preview.changes:
                yield change.what
                yield from (value for value in (change.before, change.after) if isinstance(value, Phrase))


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
def test_everything_the_engine_says_is_translated(name: str) -> None:
    game = tulips.game(name)
    said = {text for seats in game.seat_counts for text in said_in_random_games(name, seats, seed=seats)}
    said |= set(game.ends)
    for language in LANGUAGES:
        words = json.loads((GAMES / name / f"{language}.json").read_text(encoding="utf-8"))
        words |= json.loads((GAMES.parent / "words" / f"{language}.json").read_text(encoding="utf-8"))
        missing = {text for text in said if WORD.search(GAP.sub("", text)) and text not in words}
        assert not missing, f"{language} lacks {sorted(missing)}"


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
    known = json.loads((GAMES / name / "you.json").read_text(encoding="utf-8"))
    for language in ("en", *LANGUAGES):
        assert not said - set(known[language]), f"{language} lacks {sorted(said - set(known[language]))}"


@pytest.mark.parametrize("name", tulips.game_names())
def test_everything_a_table_is_set_up_with_is_translated(name: str) -> None:
    about = tulips.game(name).about
    said = set(about.reconstructed)
    for option in about.options.values():
        said |= {option.text, *(str(choice) for choice in option.choices or ())}
    for language in LANGUAGES:
        words = json.loads((GAMES / name / f"{language}.json").read_text(encoding="utf-8"))
        assert not said - set(words), f"{language} lacks {sorted(said - set(words))}"


@pytest.mark.parametrize("name", tulips.game_names())
def test_everything_a_board_says_is_translated(name: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (GAMES / name).rglob("*") if path.suffix in (".ts", ".svelte")]
    said = {text for source in sources for text in SAID_BY_A_BOARD.findall(source)}
    assert said
    for language in LANGUAGES:
        folders = (GAMES / name, GAMES.parent / "words")
        known = {text for folder in folders for text in json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))}
        assert not said - known, f"{language} lacks {sorted(said - known)}"


@pytest.mark.parametrize(
    "path", sorted(GAMES.glob("*/??.json")) + sorted(GAMES.parent.glob("words/??.json")), ids=lambda p: str(p)[-40:]
)
def test_a_translation_has_the_gaps_of_its_text(path: Path) -> None:
    for text, translated in json.loads(path.read_text(encoding="utf-8")).items():
        assert translated.strip(), text
        assert sorted(set(GAP.findall(text))) == sorted(set(GAP.findall(translated))), text
