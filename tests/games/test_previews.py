"""What previews promise in every game: a change is one, what comes anyway comes anyway, and all words are a board's."""

import random
import re
from collections.abc import Iterator

import pytest

import tulips
from support.foretold import Told, check_changes, check_figures, foretold, told_of
from support.phrases import phrases
from support.random_play import positions
from tulips.engine.game import Game
from tulips.engine.preview import Preview
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import States
from tulips.games.tulip_bubble.components import COLOUR_NAMES, LEVEL_NAMES
from tulips.games.tulip_bubble.rules import DECLINE, DONE
from tulips.games.tulip_bubble.state import levels
from tulips.games.tulip_bubble.view import response

CODE = re.compile(r"\b[a-e][1-9]\b|\b\d/\d\b|\d\.\d|%")
"""Names of spaces, odds as bare numbers: nothing that a board shows."""


def seats_of(game: Game, states: States) -> Iterator[int]:
    """Every seat that has a choice."""
    for seat in range(snapshot(states).seats):
        if not game.end(states) and game.moves(states, seat):
            yield seat


def previews(game: Game, states: States) -> Iterator[Preview]:
    for seat in seats_of(game, states):
        for move in game.moves(states, seat):
            yield game.preview(states, seat, move)


@pytest.mark.parametrize("name", tulips.game_names())
def test_whatever_is_told_to_change_does(name: str) -> None:
    game = tulips.game(name)
    for seats in game.seat_counts:
        for states in positions(game, seats, seed=seats, every=9):
            for preview in previews(game, states):
                for change in preview.changes:
                    assert change.before != change.after or change.to, str(change.what)


def kinds_seen(game: Game, states: States, wanted: set[str]) -> Iterator[tuple[str, Told]]:
    """Every preview of these kinds that seats are shown here, with what then happens."""
    s = snapshot(states)
    for seat in seats_of(game, states):
        for number in game.moves(states, seat):
            move = game.kinds.move(s, seat, number)
            if move.kind() in wanted:
                told = told_of(game, states, seat, number, move)
                if told is not None:
                    yield move.kind(), told


def games_to_look_at(game: Game, rare: bool) -> Iterator[States]:
    """Positions of a game for every number of seats; of many games, and each of them, where what is looked for is rare."""
    answers = foretold(game.name)
    if rare and hasattr(answers, "rare"):
        yield from answers.rare(game)
    for seed in range(SEEDS) if rare else (0,):
        for options in answers.OPTIONS if rare else answers.OPTIONS[:1]:
            for seats in game.seat_counts:
                yield from positions(game, seats, seed=seats + 100 * seed, every=1 if rare else 7, options=options)


SEEDS = 6


@pytest.mark.parametrize("name", tulips.game_names())
def test_previews_come_true(name: str) -> None:
    """Whatever a preview tells to change, and each figure of its summary, is what the rules then do: for every kind of move."""
    game = tulips.game(name)
    kinds = {cls.kind() for cls in game.kinds.MOVES}
    assert kinds >= foretold(name).CHANGELESS.keys()
    seen: set[str] = set()
    compared: set[str] = set()
    expected = kinds - foretold(name).CHANGELESS.keys()
    for rare in (False, True):
        for states in games_to_look_at(game, rare):
            wanted = (expected - compared) | (kinds - seen) if rare else kinds
            if not wanted:
                break
            for kind, told in kinds_seen(game, states, wanted):
                seen.add(kind)
                check_figures(told)
                if check_changes(told):
                    compared.add(kind)
    assert kinds - seen == set(), "no game came to these kinds"
    assert compared == expected, "of these kinds no change was ever compared, or one of those that change nothing did"


@pytest.mark.parametrize("name", tulips.game_names())
def test_what_comes_anyway_is_not_told_as_the_move_s_own_doing(name: str) -> None:
    game = tulips.game(name)
    for states in positions(game, game.about.seats[1], seed=3, every=9):
        for preview in previews(game, states):
            if preview.anyway is not None:
                assert str(preview.anyway) not in str(preview.summary)


@pytest.mark.parametrize("name", tulips.game_names())
def test_no_words_are_codes_that_no_board_shows(name: str) -> None:
    game = tulips.game(name)
    for seats in game.seat_counts:
        match, chooser = game.match(seats, seed=seats), random.Random(seats)
        for _ in range(150):
            if match.end:
                break
            for phrase in phrases(match):
                assert not CODE.search(str(phrase)), str(phrase)
            seat = chooser.choice(match.actors)
            match.play(seat, chooser.choice(game.moves(match.states, seat)))


def test_a_pass_in_tulip_bubble_changes_nothing_whatever_the_market_does() -> None:
    told = 0
    for states in positions(tulips.game("tulip-bubble"), 4, seed=5):
        game = tulips.game("tulip-bubble")
        for seat in seats_of(game, states):
            if DONE in game.moves(states, seat):
                passing = game.preview(states, seat, DONE)
                assert passing.changes == []
                told += passing.anyway is not None
    assert told > 10


def quietly(game: Game, states: States) -> tuple[int, ...]:
    """The levels after the market response if nobody sells or bids any more."""
    while not game.chance(states) and not game.end(states):
        seat = game.actors(states)[0]
        moves = game.moves(states, seat)
        game.apply(states, seat, next((move for move in (DONE, DECLINE) if move in moves), moves[0]))
    return levels(snapshot(states))


def test_tulip_bubble_tells_apart_what_a_move_does_to_the_market_and_what_happens_anyway() -> None:
    game = tulips.game("tulip-bubble")
    compared = altered = same = 0
    for states in positions(game, 4, seed=8):
        s = snapshot(states)
        if game.end(states) or game.chance(states) or game.words.status(s).values.get("round") is None:
            continue
        if game.view(states, 0).phase not in ("selling", "placing"):
            continue
        seat = game.actors(states)[0]
        stands = quietly(game, states.copy())
        assert stands == response(s)
        for move in game.moves(states, seat):
            preview, after = game.preview(states, seat, move), states.copy()
            game.apply(after, seat, move)
            then = quietly(game, after)
            caused = {
                f"level:{name}": (LEVEL_NAMES[stands[c]], LEVEL_NAMES[then[c]])
                for c, name in enumerate(COLOUR_NAMES)
                if stands[c] != then[c]
            }
            told = {c.handle: (c.before, c.after) for c in preview.changes if c.handle.startswith("level:")}
            assert told == caused, str(game.kinds.move(s, seat, move))
            anyway = [
                f"{name} {LEVEL_NAMES[now]} → {LEVEL_NAMES[stands[c]]}"
                for c, (name, now) in enumerate(zip(COLOUR_NAMES, levels(s), strict=True))
                if now != stands[c] == then[c]
            ]
            words = f"market response as things stand: {', '.join(anyway)}" if anyway else None
            assert (str(preview.anyway) if preview.anyway else None) == words
            compared, altered, same = compared + 1, altered + bool(caused), same + bool(anyway)
    assert compared > 200 and altered > 20 and same > 20
