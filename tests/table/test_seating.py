"""Seats and phases: every change of a table's state, without a server."""

import msgspec
import pytest

import tulips
from tulips.engine.phrase import say
from tulips.engine.state.chance import commitment
from tulips.table import seating
from tulips.table.checks import LONGEST_NONCE
from tulips.table.refusal import LATE, Refused
from tulips.table.seating import MOST_NONCES, NOTICES_KEPT
from tulips.table.state import NextChance, Phase, SeatKind, SeatState, TableSettings, TableState, UndoState

GAME = tulips.game("gift-of-tulips")


def table(*kinds: SeatKind, phase: Phase = "waiting") -> TableState:
    """A table with such seats; humans have names."""
    seats = [SeatState(f"P{p}" if kind == "human" else "", kind, "merchant") for p, kind in enumerate(kinds)]
    return TableState(game="gift-of-tulips", rules="1", seats=seats, phase=phase, seed="s", commitment=commitment("s"))


def notices(state: TableState) -> list[tuple[str, int, str]]:
    return [(notice.kind, notice.seat, notice.name) for notice in state.notices]


# Sitting down


def test_who_sits_down_has_the_seat_with_one_browser_and_everybody_hears_of_it() -> None:
    state = table("human", "open", "open")
    assert not seating.sit(state, 1, "  Bea   Bo ")
    assert (state.seats[1].kind, state.seats[1].name, state.seats[1].browsers) == ("human", "Bea Bo", 1)
    assert (state.phase, notices(state)) == ("waiting", [("taken", 1, "Bea Bo")])


def test_the_match_begins_when_the_last_one_sits_down() -> None:
    state = table("human", "open", "bot")
    seating.sit(state, 1, None)
    assert state.phase == "playing" and state.started is not None


def test_what_whoever_sits_down_mixes_in_counts_until_the_match_begins() -> None:
    state = table("open", "open")
    assert seating.sit(state, 0, None, "mine")
    assert seating.sit(state, 1, None, "yours"), "the last one's counts too"
    assert state.nonces == {"0": "mine", "1": "yours"} and state.phase == "playing"
    state.seats[1].awaited = True
    assert not seating.sit(state, 1, None, "late")
    assert state.nonces == {"0": "mine", "1": "yours"}


def test_a_nonce_with_other_characters_is_refused_and_nothing_has_changed() -> None:
    state = table("open", "open")
    for nonce in ("a b", "x" * (LONGEST_NONCE + 1)):
        with pytest.raises(Refused):
            seating.sit(state, 0, None, nonce)
    assert state == table("open", "open")


def test_a_seat_that_somebody_holds_or_a_bot_has_for_good_is_not_free() -> None:
    for seat in (0, 1):
        with pytest.raises(seating.SeatGone):
            seating.sit(table("human", "bot", "open"), seat, None)


def test_nobody_sits_down_once_the_match_is_over() -> None:
    with pytest.raises(seating.SeatGone):
        seating.sit(table("human", "open", phase="over"), 1, None)


def test_who_comes_late_plays_on_for_the_bot_but_not_by_taking_an_open_seat() -> None:
    state = table("human", "bot", phase="playing")
    state.seats[1].awaited = True
    with pytest.raises(seating.SeatGone):
        seating.sit(state, 1, "Bea", only_open=True)
    seating.sit(state, 1, "Bea")
    assert (state.seats[1].kind, state.seats[1].awaited) == ("human", False)


def test_nobody_is_called_as_whoever_sat_there_before() -> None:
    state = table("human", "human", phase="playing")
    seating.revoke(state, 1)
    assert state.seats[1].name == "P1", "the log goes on calling it so"
    seating.sit(state, 1, None)
    assert state.seats[1].name == ""


def test_whoever_sits_down_does_not_read_of_another_ones_device() -> None:
    state = table("human", "human", "open")
    seating.expect_device(state, 1)
    seating.add_device(state, 1)
    seating.revoke(state, 1)
    seating.sit(state, 1, "Bea")
    assert "device" not in [kind for kind, _, _ in notices(state)]


def test_a_name_that_cannot_stand_in_a_log_is_refused() -> None:
    for name in ("x" * 100, "a\0b"):
        with pytest.raises(Refused):
            seating.rename(table("human"), 0, name)
    state = table("human")
    seating.rename(state, 0, "Ada")
    seating.rename(state, 0, "  ")
    assert state.seats[0].name == "Ada", "no name is no new name"


# Other devices


def test_a_link_for_another_device_is_good_for_one() -> None:
    state = table("human", "human")
    seating.expect_device(state, 0)
    seating.add_device(state, 0)
    assert (state.seats[0].browsers, state.seats[0].links) == (2, 0)
    with pytest.raises(Refused):
        seating.add_device(state, 0)


def test_holding_the_seat_only_here_puts_the_other_browsers_out() -> None:
    state = table("human", "human")
    seating.expect_device(state, 0)
    seating.add_device(state, 0)
    seating.only_here(state, 0)
    assert (state.seats[0].browsers, state.seats[0].links) == (1, 1)


# Leaving and coming back


def test_who_leaves_before_the_match_opens_the_seat() -> None:
    state = table("human", "human", "open")
    seating.leave(state, 1, None, GAME, waits=True)
    there = state.seats[1]
    assert (there.kind, there.name, there.browsers, there.links) == ("open", "", 0, 1)
    assert notices(state) == [("left", 1, "P1")]


def test_for_who_leaves_during_the_match_a_bot_stands_in_until_they_return() -> None:
    state = table("human", "human", phase="playing")
    seating.leave(state, 1, "gardener", GAME, waits=False)
    assert (state.seats[1].standing_in, state.seats[1].kind, state.seats[1].links) == (True, "human", 0)
    assert state.plays_itself(1) and not state.plays_itself(0)
    seating.come_back(state, 1)
    assert not state.plays_itself(1)


def test_after_the_match_leaving_and_returning_change_nothing() -> None:
    state = table("human", "human", phase="over")
    seating.leave(state, 1, None, GAME, waits=False)
    seating.come_back(state, 1)
    assert state == table("human", "human", phase="over")


@pytest.mark.parametrize("waits", [True, False])
def test_what_was_decided_in_another_phase_is_refused(waits: bool) -> None:
    state = table("human", "human", phase="playing" if waits else "waiting")
    for how in (seating.leave, seating.give_to_bot):
        with pytest.raises(Refused, match=str(say(LATE))):
            how(state, 1, None, GAME, waits=waits)


# The host


def test_a_bot_has_the_seat_for_good_before_the_match_which_begins_if_nobody_is_missing() -> None:
    state = table("human", "human")
    seating.give_to_bot(state, 1, None, GAME, waits=True)
    assert (state.seats[1].kind, state.seats[1].links, state.phase) == ("bot", 1, "playing")
    assert notices(state) == [("revoked", 1, "P1")]


def test_a_bot_stands_in_for_a_person_during_the_match() -> None:
    state = table("human", "human", phase="playing")
    seating.give_to_bot(state, 1, None, GAME, waits=False)
    assert (state.seats[1].kind, state.seats[1].standing_in, state.seats[1].links) == ("human", True, 0)


def test_an_unknown_level_of_a_bot_becomes_a_decent_one() -> None:
    state = table("human", "bot", phase="playing")
    seating.give_to_bot(state, 1, "nobody", GAME, waits=False)
    assert state.seats[1].level == "merchant"


def test_a_seat_can_be_opened_only_before_the_match() -> None:
    state = table("human", "bot", "open")
    seating.reopen(state, 1)
    assert (state.seats[1].kind, state.seats[1].is_free) == ("open", True)
    with pytest.raises(Refused, match=str(say(seating.STARTED))):
        seating.reopen(table("human", "bot", phase="playing"), 1)


def test_a_seat_that_is_taken_back_during_the_match_waits_for_somebody_else() -> None:
    state = table("human", "human", phase="playing")
    seating.revoke(state, 1)
    there = state.seats[1]
    assert (there.awaited, there.is_free, there.is_kept, there.links) == (True, True, False, 1)
    assert notices(state) == [("revoked", 1, "P1")]


def test_settings_that_are_not_named_stay() -> None:
    state = table("human", "open")
    seating.change_settings(state, {"listed": True, "spectators_talk": None})
    assert state.listed and state.spectators_talk
    seating.change_settings(state, {"listed": None, "spectators_talk": False})
    assert state.listed and not state.spectators_talk


# Phases


def test_the_host_starts_with_bots_on_open_seats_that_friends_may_still_take() -> None:
    state = table("human", "open", "bot")
    seating.start(state, None, GAME)
    assert state.phase == "playing" and state.started is not None
    assert [seat.kind for seat in state.seats] == ["human", "bot", "bot"]
    assert [seat.awaited for seat in state.seats] == [False, True, False]


def test_a_match_that_has_started_does_not_start_again() -> None:
    state = table("human", "open", phase="playing")
    seating.start(state, None, GAME)
    assert state == table("human", "open", phase="playing")


def test_a_table_with_an_open_seat_does_not_begin_by_itself() -> None:
    state = table("human", "open")
    seating.begin_if_full(state)
    assert (state.phase, state.started) == ("waiting", None)


def test_at_the_end_the_question_goes_and_the_chance_of_a_rematch_is_committed_to_once() -> None:
    state = table("human", "human", phase="playing")
    state.undo = UndoState(0, 1, 3, [1])
    seating.finish(state, "first")
    seating.finish(state, "second")
    ended = msgspec.structs.asdict(state)
    assert (ended["phase"], ended["undo"]) == ("over", None)
    assert state.next == NextChance("first", commitment("first"))


def test_the_next_free_seat_is_an_open_one_and_else_one_that_a_bot_keeps() -> None:
    state = table("bot", "open", "bot")
    state.seats[0].awaited = True
    assert seating.next_free(state) == 1
    state.seats[1].kind = "human"
    assert seating.next_free(state) == 0
    state.phase = "over"
    assert seating.next_free(state) is None
    assert seating.next_free(table("human", "bot")) is None


# Chance


def test_everybody_can_mix_in_some_times_before_the_match_and_then_no_more() -> None:
    state = table("human", "open")
    for n in range(MOST_NONCES):
        seating.mix_in(state, "0", f"n{n}")
    with pytest.raises(Refused, match=str(say(seating.ENOUGH_MIXED))):
        seating.mix_in(state, "0", "more")
    seating.mix_in(state, "host", "h")
    assert list(state.nonces) == ["0", "0.1", "0.2", "0.3", "0.4", "host"]


def test_the_chance_of_a_running_match_is_settled() -> None:
    with pytest.raises(Refused, match=str(say(seating.CHANCE_FIXED))):
        seating.mix_in(table("human", "human", phase="playing"), "0", "n")


def test_after_the_match_one_mixes_into_the_rematch_until_it_is_made() -> None:
    state = table("human", "human", phase="playing")
    seating.finish(state, "next")
    seating.mix_in(state, "1", "n")
    assert state.next is not None and state.next.nonces == {"1": "n"} and state.nonces == {}
    state.rematch = "table"
    with pytest.raises(Refused, match=str(say(seating.CHANCE_FIXED))):
        seating.mix_in(state, "1", "n")


# Rematch


def other_value(name: str) -> object:
    """A value of a setting that is not its default."""
    field = next(field for field in msgspec.structs.fields(TableSettings) if field.name == name)
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    candidates: list[object] = [not default, 7, {"seats": 3}, "delayed", "hints"]
    for value in candidates:
        try:
            if msgspec.convert(value, field.type) != default:
                return value
        except msgspec.ValidationError:
            continue
    raise AssertionError(f"no other value of {name} is known")


@pytest.mark.parametrize("setting", TableSettings.__struct_fields__)
def test_no_setting_is_lost_in_a_rematch(setting: str) -> None:
    state = table("human", "human", phase="over")
    value = other_value(setting)
    assert getattr(state, setting) != value
    setattr(state, setting, value)
    assert getattr(seating.rematch_of(state, {0: 1, 1: 1}, "s"), setting) == value


def test_a_rematch_has_the_same_people_and_the_chance_that_was_committed_to() -> None:
    state = table("human", "human", "bot", phase="playing")
    state.seats[0].shares_screen = True
    state.seats[0].standing_in = True
    seating.finish(state, "next")
    seating.mix_in(state, "0", "n")
    again = seating.rematch_of(state, {0: 2}, "other")
    assert [(seat.name, seat.kind, seat.browsers) for seat in again.seats] == [
        ("P0", "human", 2),
        ("", "open", 1),
        ("", "bot", 1),
    ]
    assert again.seats[0].shares_screen and not again.seats[0].standing_in
    assert (again.seed, again.commitment, again.nonces) == ("next", commitment("next"), {"0": "n"})
    assert (again.phase, again.started, again.notices, again.next) == ("waiting", None, [], None)


def test_a_table_of_an_older_server_gets_a_fresh_chance_for_its_rematch() -> None:
    again = seating.rematch_of(table("human", "human", phase="over"), {0: 1, 1: 1}, "fresh")
    assert (again.seed, again.commitment) == ("fresh", commitment("fresh"))


def test_there_is_one_rematch_and_it_has_all_that_was_mixed_in() -> None:
    before = table("human", "human", phase="playing")
    seating.finish(before, "next")
    state = msgspec.json.decode(msgspec.json.encode(before), type=TableState)
    seating.mix_in(state, "0", "meanwhile")
    with pytest.raises(seating.Overtaken):
        seating.go_on_at(state, "again", before)
    seating.go_on_at(before, "again", msgspec.structs.replace(before))
    assert before.rematch == "again"
    with pytest.raises(seating.Overtaken):
        seating.go_on_at(before, "third", before)


# Taking back


def test_all_other_people_are_asked_but_not_those_at_the_same_screen() -> None:
    state = table("human", "human", "bot", "human", phase="playing")
    state.seats[3].standing_in = True
    assert seating.people_to_ask(state, 0) == [1, 3]
    state.seats[0].shares_screen = state.seats[1].shares_screen = True
    assert seating.people_to_ask(state, 0) == [3]
    assert seating.people_to_ask(state, 3) == [0, 1]


def test_one_question_stands_at_a_time() -> None:
    state = table("human", "human", phase="playing")
    first = UndoState(0, 1, 5, [1], "0:a")
    seating.ask_to_take_back(state, first)
    seating.ask_to_take_back(state, first)
    with pytest.raises(Refused) as refused:
        seating.ask_to_take_back(state, UndoState(1, 1, 5, [0], "1:b"))
    assert refused.value.code == "waiting"
    with pytest.raises(Refused, match=str(say(LATE))):
        seating.ask_to_take_back(state, UndoState(1, 1, 4, [0], "1:c"))
    later = UndoState(1, 1, 6, [0], "1:d")
    seating.ask_to_take_back(state, later)
    assert state.undo == later, "play has passed the first one"


def test_a_question_is_answered_once() -> None:
    state = table("human", "human", "human", phase="playing")
    asked = UndoState(0, 1, 5, [1, 2], "0:a")
    seating.ask_to_take_back(state, asked)
    left = msgspec.structs.replace(asked, waiting_for=[2])
    seating.answer_question(state, asked, left)
    assert state.undo == left
    with pytest.raises(Refused, match=str(say(LATE))):
        seating.answer_question(state, asked, None)
    seating.answer_question(state, left, None)
    assert state.undo is None


# Notices


def test_the_latest_notices_are_kept_and_numbered() -> None:
    state = table("human", "human")
    for _ in range(NOTICES_KEPT + 3):
        seating.add_notice(state, "used again", 1)
    assert [notice.number for notice in state.notices] == list(range(4, NOTICES_KEPT + 4))


def test_a_notice_is_fresh_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1000.0
    monkeypatch.setattr(seating, "now", lambda: time)
    state = table("human", "human")
    seating.add_notice(state, "used again", 1)
    assert seating.has_fresh_notice(state, "used again", 1)
    assert not seating.has_fresh_notice(state, "used again", 0) and not seating.has_fresh_notice(state, "left", 1)
    time += seating.AGAIN_SECONDS
    assert not seating.has_fresh_notice(state, "used again", 1)
