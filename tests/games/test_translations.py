"""A game's catalogues have what the game and its board say, and no more; and they speak to the reader wherever they can.

What they say is read from their sources. What every catalogue has to hold, and the shared one, is checked in
`tests/project/test_catalogues.py`.
"""

import random
from collections.abc import Iterator

import pytest

import tulips
from support.catalogues import board, english, problems_with, said_by_a_game, sentence_of, spoken_to
from support.phrases import phrases
from tulips import games
from tulips.engine.match.match import Match
from tulips.engine.phrase import SEAT, SHARED, Phrase
from tulips.engine.state.snapshot import snapshot

EVERY_GAME = pytest.mark.parametrize("name", tulips.game_names())


def texts(name: str) -> dict[str, str]:
    """The sentences that a game can say: its own, and the shared ones."""
    return {**english(SHARED), **english(games.folder(name))}


def played(name: str, seats: int) -> Iterator[Match]:
    """Positions of a random game, and its end or the last of them."""
    game = tulips.game(name)
    match, chooser = game.match(seats, seed=seats), random.Random(seats)
    while not match.end and match.moves_made < 250:
        yield match
        seat = chooser.choice(match.actors)
        match.play(seat, chooser.choice(game.moves(match.states, seat)))
    yield match


def said_in_random_games(name: str, seats: int) -> Iterator[Phrase]:
    """All that is said in a random game, in it and at its end."""
    for match in played(name, seats):
        if not match.end:
            yield from phrases(match)
    for viewer in (0, tulips.SPECTATOR):
        yield from (entry.phrase for entry in match.log(viewer))
    for income in match.income:
        yield from [income.kind, income.what, *([income.event] if income.event else [])]
    if match.end:
        for seat in range(seats):
            yield from match.game.short(snapshot(match.states), seat)


@EVERY_GAME
def test_everything_a_game_says_has_a_sentence(name: str) -> None:
    assert problems_with(said_by_a_game(name), texts(name)) == []


@EVERY_GAME
def test_everything_a_board_says_has_a_sentence(name: str) -> None:
    said = list(board(name).said())
    assert said
    assert problems_with(said, texts(name)) == []


@EVERY_GAME
def test_no_sentence_of_a_game_is_there_for_nobody(name: str) -> None:
    said = {one.name for one in said_by_a_game(name)}
    page = board(name)
    names = {sentence_of(entry) for entry in english(games.folder(name))}
    assert {one for one in names - said if not page.mentions(one)} == set()


@EVERY_GAME
def test_what_is_said_in_games_is_what_was_read_from_the_sources(name: str) -> None:
    """The reader of the sources misses nothing, as far as random games get."""
    seats = tulips.game(name).seat_counts
    told = [phrase for number in {min(seats), max(seats)} for phrase in said_in_random_games(name, number)]
    said = {part.name for phrase in told for part in phrase.sentences()}
    assert said - {one.name for one in said_by_a_game(name)} <= set(english(SHARED))


def spoken_of(phrase: Phrase, viewer: int) -> Iterator[str]:
    """Every sentence in a phrase that has the viewer in a gap, as the page asks for it in the second person."""
    for part in phrase.sentences():
        own = [gap for gap, value in part.values.items() if gap.startswith(SEAT) and value == viewer]
        if own:
            yield spoken_to(part.name, own)


def told_of_themselves(name: str, seats: int) -> Iterator[str]:
    """What seats are told of themselves: in the status, the log, and of their own moves."""
    game = tulips.game(name)
    for match in played(name, seats):
        s = snapshot(match.states)
        for viewer in range(seats) if not match.end else ():
            told = [game.words.status(s), *game.why_not(s, viewer).values()]
            for choice in game.offers(match.states, viewer):
                told += [choice.phrase, choice.preview.summary, *(change.what for change in choice.preview.changes)]
            yield from (one for phrase in told for one in spoken_of(phrase, viewer))
    for viewer in range(seats):
        yield from (one for entry in match.log(viewer) for one in spoken_of(entry.phrase, viewer))


@EVERY_GAME
def test_the_page_can_say_you_wherever_a_seat_is_told_of_itself(name: str) -> None:
    said = {one for seats in tulips.game(name).seat_counts for one in told_of_themselves(name, seats)}
    assert said
    assert said - texts(name).keys() == set()
