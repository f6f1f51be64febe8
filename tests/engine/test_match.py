"""Matches: starting, refusing, undoing, and chance given as data. Gift of Tulips serves as the example."""

import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tulips
from support.random_play import random_match
from support.told import legal
from tulips.engine.errors import BadChance, BadOption, BadSeats, IllegalMove, TulipsError, UnknownGame, WrongSeat
from tulips.engine.game import Game
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.match.match import OutcomeEvent as Outcome
from tulips.engine.match.match import UndoEvent as Undo
from tulips.engine.match.playout import play_on
from tulips.engine.phrase import Phrase
from tulips.engine.state.seats import MOST_SEATS
from tulips.games.tulip_bubble.moves import Pass, Raise

GAME = tulips.game("gift-of-tulips")


def test_an_unknown_game_is_named_with_its_likely_meaning() -> None:
    with pytest.raises(UnknownGame, match="no game called 'gift-of-tulip': did you mean gift-of-tulips"):
        tulips.game("gift-of-tulip")
    with pytest.raises(UnknownGame, match="no game called 'chess': there is .*gift-of-tulips"):
        tulips.game("chess")


def test_an_unknown_option_is_named_with_what_there_is() -> None:
    with pytest.raises(BadOption, match="no option 'frist': did you mean first"):
        GAME.match(3, options={"frist": 1})
    with pytest.raises(BadOption, match="first can't be 'last': it is random or a seat from 1 to 3"):
        GAME.match(3, options={"first": "last"})


def test_an_illegal_move_names_the_legal_ones_and_changes_nothing() -> None:
    match = GAME.match(3, seed=1)
    before = match.states.tobytes()
    first = re.escape(str(legal(match, 0)[0]))
    with pytest.raises(IllegalMove, match=f"Seat 1 can't “burn it” now; the moves are “{first}”, “"):
        match.play(0, "burn it")
    with pytest.raises(IllegalMove, match="can't “move 99” now"):
        match.play(0, 99)
    assert match.states.tobytes() == before
    assert match.moves_made == 0


def test_the_reason_against_a_move_is_a_phrase_so_that_it_can_be_told_in_other_languages() -> None:
    match = GAME.match(3, seed=1)
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "burn it")
    told = list(refused.value.why.sentences())
    assert told[0].name == "error.illegal-moves"
    assert "choose.keep.hide" in [phrase.name for phrase in told]


def test_words_that_are_a_move_but_not_now_are_told_as_that_move() -> None:
    positions = (random_match(tulips.game("tulip-bubble"), 3, 2, moves=moves) for moves in range(200))
    auction = next(match for match in positions if match.actors and Pass() in legal(match, match.actors[0]))
    with pytest.raises(IllegalMove) as refused:
        auction.play(auction.actors[0], str(Raise(0)).upper())
    told = refused.value.why.values["move"]
    assert isinstance(told, Phrase) and (told.name, told.values) == ("raise", {"bid": 0})


def test_a_wrong_seat_is_told_so() -> None:
    match = random_match(GAME, 3, 2, moves=4)
    waiting = next(p for p in range(3) if p not in match.actors)
    with pytest.raises(WrongSeat, match=f"Seat {waiting + 1} has nothing to decide now"):
        match.play(waiting, 0)
    with pytest.raises(BadSeats, match="no seat 9: this match has seats 1 to 3"):
        match.play(8, 0)
    with pytest.raises(BadSeats, match="no seat 4"):
        match.view(3)
    with pytest.raises(BadSeats, match="no seat 0"):
        match.moves(-1)
    with pytest.raises(BadSeats, match="2 names were given for 3 seats"):
        GAME.match(3, names=["Ada", "Ben"])


def test_a_finished_match_takes_no_move() -> None:
    match = random_match(GAME, 2, 3)
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play(0, 0)


def test_undo_is_an_event_of_the_match_and_a_new_move_may_follow() -> None:
    match = random_match(GAME, 3, 4, moves=9)
    before, line = match.states.tobytes(), list(match.line)
    seat = match.actors[0]
    moves = match.moves(seat)
    match.play(seat, moves[0])
    match.undo()
    assert match.states.tobytes() == before
    assert match.line == line
    assert match.history[-1] == Undo(1, revealed=True)
    match.play(seat, moves[-1])
    with pytest.raises(IllegalMove, match="No move has been taken back"):
        match.redo()


def test_undo_does_not_change_the_cards_to_come() -> None:
    """The stream of chance goes back with the match: whoever takes a move back meets the same card again."""
    match = random_match(GAME, 3, 5, moves=10)
    seat = match.actors[0]
    match.play(seat, match.moves(seat)[0])
    drawn = match.line[-1].words
    match.undo()
    match.play(seat, match.moves(seat)[-1])
    assert match.line[-1].words == drawn


def test_several_moves_can_be_taken_back_at_once() -> None:
    match = random_match(GAME, 3, 4, moves=9)
    before = match.at(6).states.tobytes()
    after = match.states.tobytes()
    match.undo(3)
    assert match.states.tobytes() == before
    assert match.history[-1] == Undo(3, revealed=True)
    for _ in range(3):
        match.redo()
    assert match.states.tobytes() == after
    for moves in (0, -1, 10):
        with pytest.raises(IllegalMove, match=f"From 1 to 9 moves can be taken back, not {moves}"):
            match.undo(moves)


@pytest.mark.parametrize("move", [0.7, None, True, 2**64, -(2**40), b"keep"])
def test_what_is_no_move_at_all_is_refused(move: object) -> None:
    with pytest.raises(IllegalMove):
        GAME.match(3, seed=1).play(0, move)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"names": [1, 2, 3]}, "A seat's name is 1 to 40 visible characters"),
        ({"names": ["Ada", "Ben", "\x1b[31mCy"]}, "visible characters"),
        ({"names": ["Ada", "Ben", " "]}, "visible characters"),
        ({"given": {"deck": "pink 2"}}, "The outcomes of 'deck' are a list of words"),
        ({"given": {"deck": [2]}}, "The outcomes of 'deck' are a list of words"),
        ({"seed": "key:xyz"}, "goes on with 32 hexadecimal digits"),
        ({"seed": "key:00"}, "goes on with 32 hexadecimal digits"),
        ({"options": {1: 2}}, "no option 1"),
        ({"options": {"first": "9" * 5000}}, "a seat from 1 to 3"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TulipsError, match=sentence):
        GAME.match(3, **settings)


def test_seats_that_are_none_are_refused() -> None:
    match = GAME.match(3, seed=1)
    with pytest.raises(BadSeats, match="A seat is a number from 0 to 2, not 'Ada'"):
        match.play("Ada", 0)  # type: ignore[arg-type]
    with pytest.raises(BadSeats, match="is for 2 to 6 players, not 3.0"):
        GAME.match(3.0)  # type: ignore[arg-type]
    for seat in (-2, 3, 99):
        with pytest.raises(BadSeats, match="There is no seat"):
            GAME.observe(match.states, seat)
        with pytest.raises(BadSeats, match="There is no seat"):
            GAME.redeal(match.states, seat, 0)
    with pytest.raises(BadSeats, match="There is no seat 4"):
        GAME.batch(5, 3).observe([0, 1, 2, 3, 0])
    with pytest.raises(BadSeats, match="A batch has no or more games"):
        GAME.batch(-1, 3)


def test_nothing_to_undo_is_said() -> None:
    with pytest.raises(IllegalMove, match="No move has been made yet"):
        GAME.match(2, seed=1).undo()


def test_given_outcomes_come_first_and_the_seed_takes_over() -> None:
    match = GAME.match(2, seed=1, given={"first seat": ["seat 2"], "deck": ["pink 2", "blue 4", "orange 2", "orange 3"]})
    assert [event.words for event in match.line][:5] == ["seat 2", "pink 2", "blue 4", "orange 2", "orange 3"]
    assert match.awaits is None
    assert match.actors == (0, 1)


def test_without_a_seed_a_match_waits_for_chance() -> None:
    match = GAME.match(2, given={"first seat": ["seat 2"]})
    assert match.awaits == "deck"
    with pytest.raises(BadChance, match="give the next outcome of “deck” first"):
        match.play(0, 0)
    match.give("deck", "pink 2", "blue 4", "orange 2", "orange 3", "orange 2", "pink 3")
    assert match.actors == (0, 1)


def test_an_outcome_that_cannot_be_is_refused_and_nothing_changes() -> None:
    match = GAME.match(2, given={"first seat": ["seat 2"], "deck": ["pink 2"]})
    before, history = match.states.tobytes(), list(match.history)
    with pytest.raises(BadChance, match="Outcome 7 of “deck” can't be “pink 2” at this point; it can be “purple 2”"):
        match.give("deck", *["pink 2"] * 6)
    assert match.states.tobytes() == before
    assert match.history == history
    assert match.awaits == "deck"
    with pytest.raises(BadChance, match="Nothing called “dice” is decided by chance here"):
        match.give("dice", "6")
    with pytest.raises(BadChance, match="Nothing called “dice”"):
        GAME.match(2, given={"dice": []})


def test_a_move_whose_given_chance_cannot_be_is_taken_back_whole() -> None:
    deck = ["pink 2", "blue 4", "orange 2", "orange 3", "orange 2", "pink 3", "green 9"]
    match = GAME.match(2, given={"deck": deck}, options={"first": 1})
    match.play(0, match.moves(0)[0])
    before, moves = match.states.tobytes(), match.moves_made
    with pytest.raises(BadChance, match="Outcome 7 of “deck” can't be “green 9”"):
        match.play(1, match.moves(1)[0])
    assert match.states.tobytes() == before
    assert match.moves_made == moves


def test_a_position_can_be_looked_at_and_played_on() -> None:
    match = random_match(GAME, 3, 6)
    early = match.at(7)
    assert early.moves_made == 7
    early.play(early.actors[0], early.moves(early.actors[0])[0])
    assert match.end
    with pytest.raises(IllegalMove, match="There is no position after 1000 moves"):
        match.at(1000)


def test_same_seed_same_match_and_fresh_seeds_differ() -> None:
    assert random_match(GAME, 4, 7).states.tobytes() == random_match(GAME, 4, 7).states.tobytes()
    assert GAME.match(4).seed != GAME.match(4).seed
    assert GAME.match(4, seed=1, nonces=["a"]).line != GAME.match(4, seed=1, nonces=["b"]).line


# Long matches


class Watched(list[Any]):
    """A list that counts how many of its items are looked at one after the other."""

    seen = 0

    def __iter__(self) -> Iterator[Any]:
        for item in super().__iter__():
            self.seen += 1
            yield item

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        self.seen += len(found) if isinstance(place, slice) else 1
        return found


def test_playing_and_undoing_look_at_the_end_of_the_line_alone() -> None:
    match = tulips.game("tulpenfieber").match(4, seed=1)
    match.line, match.history = Watched(match.line), Watched(match.history)
    chooser = random.Random(1)
    made = undone = 0
    while made < 2_000:
        seat = match.actors[0]
        match.play(seat, chooser.choice(match.game.moves(match.states, seat)))
        made += 1
        if made % 10 == 0:
            undone += 3
            match.undo(3)
        assert match.moves_made == made - undone
    assert match.moves_made == 1_400
    assert match.line.seen < 20 * made, "every move looks at the whole line"
    assert match.history.seen < 20 * made


def test_outcomes_that_are_given_one_by_one_and_taken_back_are_counted_right() -> None:
    seeded = random_match(GAME, 3, 4, moves=12)
    match = GAME.match(3, given={})
    for event in seeded.history:
        if isinstance(event, Move):
            match.play(event.seat, event.move)
        elif isinstance(event, Outcome):
            match.give(event.chance, event.words)
    assert [event.words for event in match.line] == [event.words for event in seeded.line]
    given = {chance: list(outcomes) for chance, outcomes in match.given.items()}
    match.undo(7)
    for event in [event for event in seeded.line if isinstance(event, Move)][5:]:
        match.play(event.seat, event.move)
    assert match.given == given and match.states.tobytes() == match.at(12).states.tobytes()
    fresh = GAME.match(3, given={})
    with pytest.raises(BadChance):
        fresh.give(str(fresh.awaits), "nothing that there is")
    assert fresh.given == {} and not fresh.line


def test_the_longest_of_many_matches_is_far_from_what_a_table_takes(game: Game, seats: int) -> None:
    states = game.batch(1_000, seats, seed=3).states
    lengths = play_on(game.kernel("play_games"), game, states, np.zeros(MOST_SEATS, np.int8), 5).lengths
    bounded_by_its_rules = lengths.min() == lengths.max()
    assert lengths.max() < game.about.longest * (0.8 if bounded_by_its_rules else 0.5)
