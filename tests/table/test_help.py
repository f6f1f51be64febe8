"""What help a table has, and who has to agree to it: the table's state, without a server."""

import pytest

import tulips
from support.random_play import random_match
from tulips.engine.errors import BadRecord
from tulips.engine.match import record_file
from tulips.engine.match.match import HelpUsed
from tulips.table import seating
from tulips.table.record_files import match_of, table_of
from tulips.table.refusal import Refused
from tulips.table.state import Help, HelpAsked, HelpNote, SeatKind, SeatState, TableState, copy_state


def table(*kinds: SeatKind, help: Help | None = None) -> TableState:
    """A table with such seats."""
    seats = [SeatState(f"P{p}" if kind == "human" else "", kind) for p, kind in enumerate(kinds)]
    return TableState(game="gift-of-tulips", rules="1", seats=seats, phase="playing", seed="s", commitment=None, help=help)


def test_who_plays_alone_has_hints_and_several_people_have_none() -> None:
    assert table("human", "bot", "bot").helps == "hints"
    assert table("human", "human", "bot").helps == "none"
    assert table("human", "open", "bot").helps == "none", "somebody is still to come"
    assert table("bot", "bot").helps == "none", "nobody plays"
    awaits = table("human", "bot", "bot")
    awaits.seats[1].awaited = True
    assert awaits.helps == "none", "somebody may still come"


def test_what_was_chosen_holds_however_many_play() -> None:
    assert table("human", "bot", help="none").helps == "none"
    assert table("human", "human", help="tutor").helps == "tutor"


def test_a_host_alone_changes_the_help_at_once() -> None:
    state = table("human", "bot", "bot")
    seating.change_settings(state, {"help": "tutor"}, [0])
    assert (state.helps, state.help_asked) == ("tutor", None)


def test_people_who_share_the_host_s_screen_are_not_asked() -> None:
    state = table("human", "human", "bot")
    seating.change_settings(state, {"help": "hints"}, [0, 1])
    assert state.helps == "hints"


def test_other_help_holds_once_all_others_have_agreed() -> None:
    state = table("human", "human", "human", "bot")
    seating.change_settings(state, {"help": "hints"}, [0])
    assert (state.helps, state.help_asked) == ("none", HelpAsked("hints", [1, 2]))
    seating.answer_help(state, [2], True)
    assert (state.helps, state.help_asked) == ("none", HelpAsked("hints", [1]))
    seating.answer_help(state, [1], True)
    assert (state.helps, state.help_asked) == ("hints", None)


def test_one_who_does_not_agree_is_enough() -> None:
    state = table("human", "human", "human")
    seating.change_settings(state, {"help": "hints"}, [0])
    seating.answer_help(state, [1], False)
    assert (state.helps, state.help_asked) == ("none", None)
    with pytest.raises(Refused):
        seating.answer_help(state, [2], True)


def test_help_is_taken_away_with_everybody_s_consent_only() -> None:
    state = table("human", "human", help="hints")
    seating.change_settings(state, {"help": "none"}, [0])
    assert (state.helps, state.help_asked) == ("hints", HelpAsked("none", [1]))


def test_nobody_answers_for_another() -> None:
    state = table("human", "human", "human")
    seating.change_settings(state, {"help": "hints"}, [0])
    with pytest.raises(Refused):
        seating.answer_help(state, [0], True)


def test_a_question_about_help_ends_when_somebody_else_sits_down() -> None:
    state = table("human", "human", "bot")
    state.seats[2].awaited = True
    seating.change_settings(state, {"help": "hints"}, [0])
    seating.sit(state, 2, "Cy")
    assert state.help_asked is None, "Cy has agreed to what holds"


def test_help_that_was_given_is_noted_once() -> None:
    state = table("human", "bot")
    for note in (HelpNote(3, 3, 0), HelpNote(3, 3, 0), HelpNote(3, 3, 0, warning=True), HelpNote(4, 4, 0)):
        seating.note_help(state, note)
    assert [(note.number, note.warning) for note in state.help_used] == [(3, False), (3, True), (4, False)]
    assert copy_state(state) == state


def test_the_record_says_that_a_hint_was_used() -> None:
    match = random_match(tulips.game("gift-of-tulips"), 3, 4)
    without = record_file.encode(match)
    assert b"help" not in without, "files without hints are as they were"
    match.help = [HelpUsed(2, 0), HelpUsed(5, 1, warning=True)]
    text = record_file.encode(match)
    read = record_file.decode(text, tulips.game)
    assert read.help == match.help and record_file.encode(read) == text
    found = record_file.verify(text, tulips.game)
    assert (found.hints, found.warnings) == (1, 1)
    state, events = table_of(text, "t")
    assert state.help_used == [HelpNote(2, 2, 0), HelpNote(5, 5, 1, warning=True)]
    assert record_file.encode(match_of(state, events)) == text


def test_a_hint_is_shown_at_the_move_where_it_was_given_though_moves_were_taken_back() -> None:
    game = tulips.game("gift-of-tulips")
    match = game.match(seats=2, seed=1)
    for _ in range(3):
        match.play(match.actors[0], game.moves(match.states, match.actors[0])[0])
    match.undo(2)
    while match.end is None:
        match.play(match.actors[0], game.moves(match.states, match.actors[0])[0])
    match.help = [HelpUsed(3, 0), HelpUsed(4, 0)]
    state, _ = table_of(record_file.encode(match), "t")
    assert [(note.number, note.moves) for note in state.help_used] == [(3, 3), (4, 1)]


@pytest.mark.parametrize("help", [[(999, 0)], [(-1, 0)], [(1, 3)], [(1, -1)], [(2, 0), (1, 0)], [(1, 0), (1, 0)]])
def test_a_record_whose_hints_cannot_have_been_is_refused(help: list[tuple[int, int]]) -> None:
    match = random_match(tulips.game("gift-of-tulips"), 3, 4)
    match.help = [HelpUsed(*used) for used in help]
    with pytest.raises(BadRecord, match=r"[Hh]ints? "):
        record_file.verify(record_file.encode(match), tulips.game)
