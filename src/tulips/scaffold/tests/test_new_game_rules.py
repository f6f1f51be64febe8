"""The rules of New Game, in the order of rules.md. What every game must hold is in tests/games/test_every_game.py."""

import numpy as np

from tulips import bots
from tulips.engine.match.match import Match
from tulips.scaffold.new_game import GAME
from tulips.scaffold.new_game.components import CARD_NAMES, CARDS
from tulips.scaffold.new_game.moves import Lay, Left, Taken
from tulips.scaffold.new_game.rules import NO_CARD, OUT


def dealt(*hands: str, tulips: str) -> Match:
    """A match in which these hands are dealt and these tulips turned up: each a list of cards, such as "red 1, blue 2"."""
    return GAME.match(len(hands), options={"length": "short"}, given={"deck": ", ".join([*hands, tulips]).split(", ")})


def three() -> Match:
    """A match of three."""
    return dealt(
        "red 1, red 5, red 8, red 9",
        "blue 1, blue 5, blue 8, blue 9",
        "white 1, white 2, white 3, white 4",
        tulips="yellow 7, yellow 3, yellow 1, yellow 9",
    )


# Setting up


def test_each_is_dealt_eight_cards_and_in_the_short_game_four() -> None:
    assert [len(GAME.match(3, seed=1).view(p).hand) for p in range(3)] == [8, 8, 8]
    assert [seat.cards for seat in three().view(0).seats] == [4, 4, 4]
    assert three().view(1).hand == ["blue 1", "blue 5", "blue 8", "blue 9"]


def test_there_are_cards_enough_for_the_longest_game() -> None:
    match = GAME.match(5, seed=1)
    while not match.end:
        match.play(match.actors[0], GAME.moves(match.states, match.actors[0])[0])
    assert (match.states["place"] == OUT).all()


# A round


def test_the_highest_card_takes_the_tulip_and_its_points() -> None:
    match = three()
    match.play(0, Lay("red 5"))
    match.play(1, Lay("blue 8"))
    match.play(2, Lay("white 2"))
    assert match.scores == [0, 7, 0]
    assert Taken(1, "yellow 7") in [entry.what for entry in match.log(0)]


def test_nobody_takes_a_tulip_for_which_two_have_laid_the_highest() -> None:
    match = three()
    for seat, move in enumerate([Lay("red 9"), Lay("blue 9"), Lay("white 1")]):
        match.play(seat, move)
    assert match.scores == [0, 0, 0]
    assert Left("yellow 7") in [entry.what for entry in match.log(0)]


# The end


def test_the_most_points_win_and_equal_ones_share() -> None:
    match = dealt("red 1, red 2, red 3, red 4", "blue 1, blue 2, blue 3, blue 4", tulips="white 9, white 8, white 7, white 6")
    for mine, theirs in ((1, 1), (2, 2), (3, 3), (4, 4)):
        match.play(0, Lay(f"red {mine}"))
        match.play(1, Lay(f"blue {theirs}"))
    assert match.end == "the hands are empty"
    assert match.winners == [0, 1]


# What is secret


def test_a_card_laid_is_secret_until_all_have_laid_one() -> None:
    match = three()
    match.play(0, Lay("red 9"))
    assert match.view(0).laid == "red 9"
    assert match.view(1).seats[0].chosen and "red 9" not in match.view(1).out
    assert match.log(1)[-1].what == Lay()
    match.play(1, Lay("blue 1"))
    match.play(2, Lay("white 2"))
    assert "red 9" in match.view(1).out
    assert Lay("red 9") in [entry.what for entry in match.log(1)]


def test_a_redeal_deals_every_unseen_card_to_every_place_equally_often() -> None:
    match = three()
    match.play(1, Lay("blue 9"))
    worlds = GAME.redeal(np.repeat(match.states, 3000), 0, 1)
    seen = {CARD_NAMES.index(name) for name in [*match.view(0).hand, "yellow 7"]}
    unseen = [card for card in range(CARDS) if card not in seen]
    for card in unseen:
        held = (worlds["place"][:, card] == 1) | (worlds["laid"][:, 1] == card)
        assert abs(held.mean() - 4 / len(unseen)) < 0.03, CARD_NAMES[card]
    assert (worlds["laid"][:, 1] != NO_CARD).all() and (worlds["laid"][:, 2] == NO_CARD).all()


# Bots


def test_greedy_keeps_high_cards_for_high_tulips() -> None:
    chosen = [bots.choose(GAME, three().states, seat, "greedy", 1) for seat in range(3)]
    assert [CARD_NAMES[card] for card in chosen] == ["red 8", "blue 8", "white 3"]
