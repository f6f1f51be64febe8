"""Who may do what at a table, by what was granted to them."""

import pytest

from tulips.engine.viewers import ALL_SEEING, SPECTATOR
from tulips.table.permissions import (
    may_look,
    may_look_back,
    may_watch,
    need_host,
    need_invitation,
    need_player,
    need_review,
    need_seat,
    viewer_of_past,
)
from tulips.table.refusal import Refused
from tulips.table.state import Grant, Link, Phase, SeatState, TableState, Watching

HOST, SEAT, WATCHES, READS = Grant("host"), Grant("seat", 1), Grant("spectator"), Grant("review")
NOBODY = frozenset[Grant]()


def table(phase: Phase = "playing", watching: Watching = "at once", *, listed: bool = False) -> TableState:
    seats = [SeatState("Ada", "human"), SeatState("Bea", "human")]
    return TableState(
        game="tulip", rules="1", seats=seats, phase=phase, watching=watching, listed=listed, seed=None, commitment=None
    )


def test_what_the_host_does_is_for_the_host() -> None:
    need_host({HOST})
    for grants in ({SEAT}, {WATCHES}, NOBODY):
        with pytest.raises(Refused):
            need_host(grants)


def test_a_seat_is_for_whoever_sits_there() -> None:
    need_seat({SEAT}, 1)
    for grants in ({HOST}, {Grant("seat", 0)}, NOBODY):
        with pytest.raises(Refused):
            need_seat(grants, 1)


def test_a_rematch_is_for_those_who_played_and_the_host() -> None:
    need_player({SEAT})
    need_player({HOST})
    with pytest.raises(Refused):
        need_player({WATCHES})


def test_a_seat_of_a_table_that_is_not_listed_is_for_those_with_a_link() -> None:
    need_invitation(table(listed=True), NOBODY)
    need_invitation(table(), {HOST})
    for grants in ({WATCHES}, NOBODY):
        with pytest.raises(Refused):
            need_invitation(table(), grants)


def test_a_link_for_another_device_or_to_a_review_lets_nobody_watch() -> None:
    assert may_watch(table(), Link("seat", 1)) and may_watch(table(watching="delayed"), Link("table"))
    assert not may_watch(table(), Link("device", 1)) and not may_watch(table(), Link("review", 1))
    assert not may_watch(table(watching="nobody"), Link("spectator"))


def test_who_plays_sees_the_table_and_others_if_they_are_invited_and_may_watch() -> None:
    assert may_look(table(watching="nobody"), {SEAT}) and may_look(table(watching="nobody"), {HOST})
    assert may_look(table(), {WATCHES}) and may_look(table(listed=True), NOBODY)
    assert not may_look(table(), NOBODY)
    assert not may_look(table(watching="nobody", listed=True), {WATCHES})
    assert may_look(table("waiting", "nobody", listed=True), NOBODY), "they may come to play"


def test_the_past_is_seen_with_ones_own_eyes_while_the_match_goes_on() -> None:
    assert viewer_of_past(table(), {SEAT}, "") == 1
    assert viewer_of_past(table(), {SEAT}, "1") == 1
    assert viewer_of_past(table(), {WATCHES}, "") == SPECTATOR
    for grants, asked in (({SEAT}, "0"), ({SEAT}, "all"), ({SEAT}, "7"), ({WATCHES}, "1"), ({HOST}, "all")):
        with pytest.raises(Refused):
            viewer_of_past(table(), grants, asked)


def test_once_the_match_is_over_the_past_is_seen_with_anybodys_eyes() -> None:
    over = table("over")
    assert [viewer_of_past(over, {SEAT}, asked) for asked in ("0", "all", "", "7")] == [0, ALL_SEEING, 1, SPECTATOR]


def test_a_review_is_for_those_who_played_and_those_to_whom_they_gave_it() -> None:
    for mine in ({SEAT}, {HOST}, {READS}):
        need_review(table("over"), mine)
        with pytest.raises(Refused):
            need_review(table("playing"), mine)
    for grants in ({WATCHES}, NOBODY):
        with pytest.raises(Refused):
            need_review(table("over"), grants)


def test_who_was_given_the_review_sees_what_came_of_the_match_and_not_the_table() -> None:
    assert may_look_back(table("over", "nobody"), {READS}) and not may_look(table("over", "nobody"), {READS})
    assert not may_look_back(table("playing", "nobody"), {READS})
    assert may_look_back(table("over"), {WATCHES}) and not may_look_back(table("over"), NOBODY)
