"""The deck as an option of Tulip: presets, one's own count, and what is refused."""

import random
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.told import legal
from support.tulip_position import CARDS, COLOURS, DECKS, TULIP
from tulips.engine.errors import BadOption
from tulips.games.tulip.moves import Play

NONE = dict.fromkeys(["tulips", "black", "exchange", "variation", "take"], 0)


def copies(deck: Any, seats: int = 2) -> dict[str, int]:
    held: dict[str, int] = TULIP.match(seats, seed=1, options={"deck": deck}).view(0).copies
    return held


@pytest.mark.parametrize("preset", DECKS)
def test_presets_hold_what_the_sheet_says(preset: str) -> None:
    tulips_each, *others, total = DECKS[preset]
    assert list(copies(preset).values()) == [tulips_each] * 6 + others
    assert sum(copies(preset).values()) == total


def test_the_counts_are_named_as_reconstructed() -> None:
    assert any("deck" in line for line in TULIP.about.reconstructed)
    assert "reconstructed" in TULIP.about.options["deck"].text
    assert "Reconstructed" in TULIP.rules_page()


def test_a_count_of_one_s_own() -> None:
    own = {"tulips": 3, "black": 2, "exchange": 1, "variation": 0, "take": 5}
    assert copies(own) == {**dict.fromkeys(COLOURS, 3), "black": 2, "exchange": 1, "variation": 0, "take": 5}


def test_tulips_may_be_counted_by_colour_and_what_is_not_named_is_missing() -> None:
    assert copies({"tulips": {"red": 9, "blue": 4}, "black": 1}) == {**dict.fromkeys(CARDS, 0), "red": 9, "blue": 4, "black": 1}


def test_a_deck_from_a_file_and_in_a_record(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("tulips = { red = 30 }\nblack = 6\n")
    match = TULIP.match(2, seed=1, options={"deck": str(file)})
    assert match.view(0).copies["red"] == 30
    match.play(match.actors[0], legal(match, match.actors[0])[0])
    file.unlink()
    match.save(tmp_path / "match.json")
    assert tulips.load(tmp_path / "match.json").states.tobytes() == match.states.tobytes()


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_smallest_deck_deals_four_each_and_leaves_one_to_draw(seats: int) -> None:
    least = 4 * seats + 1
    match = TULIP.match(seats, seed=1, options={"deck": {"black": least}})
    match.play(match.actors[0], Play("black"))
    assert match.end == "the deck ran out"
    for small in (0, 1, least - 1):
        with pytest.raises(BadOption, match=f"^A deck of {small} cards is too small for {seats} .* works has {least}\\.$"):
            TULIP.match(seats, seed=1, options={"deck": {**NONE, "black": small}})


@pytest.mark.parametrize(
    "bad", [{"black": -1}, {"tulips": -3}, {"tulips": {"red": -1}}, {"take": 1.5}, {"take": True}, {"take": "4"}]
)
def test_a_count_that_is_negative_or_no_whole_number_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="smallest count is 0, and the smallest deck that works for 4 players has 17 cards"):
        TULIP.match(4, seed=1, options={"deck": {"tulips": 8, "black": 5, **bad}})


@pytest.mark.parametrize("bad", [{"green": 3}, {"tulips": {"green": 3}}])
def test_a_card_that_does_not_exist_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="'green', which is no (card|colour)"):
        TULIP.match(2, seed=1, options={"deck": {"black": 20, **bad}})


def test_a_deck_that_the_record_cannot_hold_is_refused() -> None:
    assert copies({"black": 120})["black"] == 120
    for number in (121, 10**12):
        with pytest.raises(BadOption, match=f"A deck of {number} cards is too large: it may have 120 at the most"):
            copies({"black": number})


@pytest.mark.parametrize(
    "deck", [{"take": 120}, {"exchange": 120}, {"variation": 120}, {"tulips": {"red": 120}}, {"tulips": 20}]
)
@pytest.mark.parametrize("seats", [2, 6])
def test_odd_decks_play_to_an_end(deck: dict[str, Any], seats: int) -> None:
    batch = TULIP.batch(50, seats, seed=2, options={"deck": deck})
    batch.play_out()
    assert batch.over.all()


@pytest.mark.parametrize("seats", [2, 6])
def test_the_longest_match_of_the_largest_deck_is_one_that_a_table_takes(seats: int) -> None:
    match, chooser = TULIP.match(seats, seed=1, options={"deck": {"exchange": 120}}), random.Random(seats)
    while not match.end:
        seat = match.actors[0]
        match.play(seat, chooser.choice(TULIP.moves(match.states, seat)))
    assert 200 < match.moves_made <= 3 * 120 < 0.8 * TULIP.about.longest


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ({"tulips": 8, "red": 3, "black": 2}, "counts red twice"),
        ({"tulips": {"black": 20}, "black": 5}, "name 'black', which is no colour: there is red, orange"),
        ({"tulips": {"tulips": 9}}, "name 'tulips', which is no colour"),
    ],
)
def test_a_deck_that_contradicts_itself_is_refused(deck: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        TULIP.match(2, options={"deck": deck})
