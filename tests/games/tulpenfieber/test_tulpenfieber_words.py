"""Tulpenfieber as people see and touch it: views, previews, handles, reasons, figures, status, log and the terminal."""

import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Console

import tulips
from support.random_play import positions, random_match
from tulips.cli import main
from tulips.engine.errors import IllegalMove
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.engine.phrase import catalogue
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import row
from tulips.games.tulpenfieber import components, rules, words
from tulips.games.tulpenfieber.moves import AllSet, Carry, CarryNone, Keep, LayTile, NoTile, Plant, Rolled, SetDice, Stop, Turn
from tulips.games.tulpenfieber.odds import RUN, chance_phrase, odds, of_space
from tulips.games.tulpenfieber.state import State
from tulips.terminal import Session as Terminal

GAME = tulips.game("tulpenfieber")
NAMES = ["Ada", "Ben", "Cleo", "Dora"]
Spaces = set[tuple[int, int]]
AREA: Spaces = {(r, c) for r in (1, 2) for c in (1, 2, 3)}


def bits(spaces: Any) -> int:
    return sum(1 << 7 * (r - 1) + c - 1 for r, c in spaces)


def position(seats: int, field: Spaces, phase: int = rules.PLACE, shown: str = "", rolls: int = 3, **more: Any) -> Match:
    """A match at seat 1's turn with these spaces covered, its dice showing this."""
    match = GAME.match(seats, given={}, options={} if seats == 1 else {"first": 1})
    s = row(match.states)
    s.covered[0], s.tulips[0] = bits(field), len(field) + s.above[0]
    s.number = len(shown) or rules.dice_earned(s.covered[0])
    s.dice = sum(1 << 3 * (int(face) - 1) for face in shown)
    s.phase, s.rolls, s.chance, s.actors = phase, rolls, 0, 1
    for name, value in more.items():
        if State.dtype[name].shape:
            getattr(s, name)[0] = value
        else:
            setattr(s, name, value)
    return match


def told(match: Match) -> dict[Move, str]:
    return {choice.what: str(choice.preview.summary) for choice in match.offers(0)}


def why(match: Match) -> dict[str, str]:
    return {handle: str(reason) for handle, reason in GAME.why_not(snapshot(match.states), 0).items()}


def shown_in_terminal(match: Match) -> str:
    return GAME.words.text(match.view(0), NAMES[: match.seats])


# Views


def test_a_view_is_small_and_tells_what_spaces_ask_once() -> None:
    for states in positions(GAME, 4, 1, every=9):
        assert len(msgspec.json.encode(GAME.view(states, tulips.SPECTATOR))) < 4000


def test_a_view_shows_the_lines_that_give_the_dice_and_no_shorter_ones() -> None:
    down = {(r, 4) for r in range(1, 5)}
    seat = position(2, down | {(1, 1), (2, 1), (3, 1)}).view(0).seats[0]
    assert seat.dice == 6
    assert [(line.column, line.aside, line.rows) for line in seat.lines] == [(4, 0, 4)]
    assert position(2, {(1, 1), (2, 2)}).view(0).seats[0].lines == []
    both = position(2, {(1, 3), (2, 3), (3, 3), (2, 4), (3, 5)}).view(0).seats[0]
    assert {(line.column, line.aside, line.rows) for line in both.lines} == {(3, 0, 3), (3, 1, 3)}


def test_gains_are_what_planting_there_would_bring() -> None:
    """Each open space of random positions: the rules' own dice, tiles and victories, before and after."""
    for states in positions(GAME, 2, 5, every=5):
        s = snapshot(states)
        if s.end:
            continue
        gains = {gain.space: gain for gain in GAME.view(states, 0).seats[0].gains}
        for space in range(35):
            if s.covered[0] >> space & 1:
                assert components.SPACE_NAMES[space] not in gains
                continue
            gain = gains.get(components.SPACE_NAMES[space])
            before, after = s.covered[0], s.covered[0] | 1 << space
            dice = rules.dice_earned(after)
            assert (gain.dice if gain else 0) == (dice if dice > rules.dice_earned(before) else 0)
            assert bool(gain and gain.wins) == bool(rules.victory(after))
            new = places(after & ~s.tiled[0]) - places(before & ~s.tiled[0])
            assert bool(gain and gain.tile) == bool(new and s.supply)


def places(free: int) -> set[tuple[str, int]]:
    flat, upright = rules.flat_places(free), rules.upright_places(free)
    return {("flat", i) for i in range(35) if flat >> i & 1} | {("upright", i) for i in range(35) if upright >> i & 1}


def test_odds_stand_beside_every_keep_for_the_seat_that_decides_alone() -> None:
    match = GAME.match(2, given={"dice": ["3 3 3 1"]}, options={"first": 1})
    view = match.view(0)
    moves = {choice.what: str(choice.move) for choice in match.offers(0)}
    assert set(view.odds) == {number for move, number in moves.items() if move != Stop()}
    keep = view.odds[moves[Keep((3, 3, 3), roll=1)]]
    assert [keep[7 * r + 2] for r in range(5)] == [1000, 1000, 1000, 306, 0]
    assert keep[3] == 0, "a start flower covers the space"
    assert match.view(1).odds == match.view(tulips.SPECTATOR).odds == {}


def test_an_unlikely_space_is_never_called_impossible_nor_a_likely_one_certain() -> None:
    assert str(chance_phrase(0.0004)) == "less than 1 in 100"
    assert str(chance_phrase(0.997)) == "almost certain"
    assert str(chance_phrase(1)) == "certain"
    match = position(2, {(r, c) for r in range(1, 4) for c in range(1, 8)}, rules.ROLLED, "1126", rolls=2)
    assert told(match)[Keep((2,), roll=3)] == "2s in row 4: less than 1 in 100"
    assert told(match)[Keep((1, 2, 6), roll=1)] == "nothing can be filled"
    thousandths = match.view(0).odds
    number = {choice.what: str(choice.move) for choice in match.offers(0)}[Keep((2,), roll=3)]
    assert 0 < thousandths[number][21] < 10


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1 / 6, "1 in 6"),
        (0.306, "3 in 10"),
        (0.4, "2 in 5"),
        (0.47, "about even"),
        (0.53, "about even"),
        (0.84, "5 in 6"),
        (0.02, "1 in 50"),
    ],
)
def test_odds_are_told_in_words(chance: float, words: str) -> None:
    assert str(chance_phrase(chance)) == words


def test_odds_in_words_are_never_far_from_the_truth() -> None:
    for thousandth in range(7, 994):
        told = str(chance_phrase(thousandth / 1000))
        part, whole = (1, 2) if told == "about even" else map(int, told.split(" in "))
        assert abs(part / whole - thousandth / 1000) <= 0.051, told


# Previews


def test_turning_tells_that_two_buy_a_roll_for_good_and_the_odds_of_that_roll() -> None:
    match = position(2, {(1, 1), (1, 2), (1, 4)}, rules.PAY, "3346")
    assert told(match)[Turn("1/1")] == (
        "this and a second one, turned for good, buy roll 4: "
        "3s in row 1: certain, 3s in row 2: 3 in 10, 3s in row 3: 3 in 10, 3s in row 4: 1 in 30"
    )
    assert match.view(0).next_roll[9] == 306
    match.play(0, Turn("1/1"))
    assert told(match)[Turn("1/2")].startswith("turned for good, buys roll 4: 3s in row 1: certain")
    changes = [(str(c.what), c.before, c.after, c.handle) for c in match.offers(0)[0].preview.changes]
    assert changes == [("tulips that can be turned", 2, 1, "turnable:0")]


@pytest.mark.parametrize(
    ("turned", "cost", "kept"),
    [
        (set(), "6 tulips can't be turned any more", "8 tulips can still be turned"),
        (AREA - {(1, 1)}, "1 tulip can't be turned any more", "3 tulips can still be turned"),
        (AREA | {(4, 4)}, "all six are turned already", "1 tulip can still be turned"),
        (AREA | {(4, 4), (4, 5)}, "all six are turned already", "there is no tulip left that could be turned"),
    ],
)
def test_a_bonus_tile_tells_how_many_tulips_it_locks(turned: Spaces, cost: str, kept: str) -> None:
    match = position(2, AREA | {(4, 4), (4, 5)}, rules.TILE, turned=bits(turned))
    assert told(match)[LayTile((1, 2), columns=(1, 2, 3))] == f"one of your dice set each turn; {cost}"
    assert told(match)[NoTile()] == kept


def test_carrying_none_tells_what_stays_all_the_same() -> None:
    first = position(1, {(4, 2), (5, 1), (5, 2), (5, 3)}, rules.CARRY, may_decline=1)
    assert told(first)[CarryNone()] == "nothing is carried over"
    assert told(first)[Carry("4/2")] == "it stays for both rounds to come"
    second = position(1, {(4, 2), (5, 1), (5, 2), (5, 3)}, rules.CARRY, round=1, multicoloured=22, may_decline=1)
    assert told(second)[CarryNone()] == "only the multicoloured tulip of row 4 stays"
    assert told(second)[Carry("5/1")] == "it stays for the last round"


def test_planting_tells_what_it_earns() -> None:
    match = position(2, {(1, 3), (2, 3), (5, 1), (5, 2)}, shown="33333")
    assert told(match)[Plant("3/3")] == "5 dice from the next turn on"
    assert told(match)[Plant("5/3")] == "three adjacent tulips in row 5: wins the game"
    assert told(match)[Plant("4/3")] == "4 dice showing 3"
    area = position(2, AREA - {(2, 3)}, shown="3334")
    assert told(area)[Plant("2/3")] == "a bonus tile fits"


def test_a_tulip_that_starts_the_next_round_at_once_changes_nothing_that_stays() -> None:
    carried = position(1, {(4, 1), (5, 1), (5, 2)}, shown="33333").offers(0)
    cleared = position(1, {(5, 1), (5, 2)}, shown="33333").offers(0)
    for offers, changes in ((carried, [("tulips:0", 3, 4)]), (cleared, [])):
        ending = next(choice for choice in offers if choice.what == Plant("5/3"))
        assert str(ending.preview.summary) == "three adjacent tulips in row 5: ends the round"
        assert [(c.handle, c.before, c.after) for c in ending.preview.changes] == changes


# Handles, reasons, figures, status


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_move_is_reached_by_its_handles_and_words(seats: int) -> None:
    kinds = set()
    for states in positions(GAME, seats, seats + 20, every=2):
        for seat in GAME.actors(states):
            offers = GAME.offers(states, seat)
            reached = {(choice.handles, choice.words) for choice in offers}
            assert len(reached) == len(offers)
            kinds |= {handle.split(":")[0] for choice in offers for handle in choice.handles}
            reasons = GAME.why_not(snapshot(states), seat)
            assert not reasons.keys() & {handle for choice in offers for handle in choice.handles}
    assert kinds >= {"dice", "stop", "space", "above"}


def test_handles_name_the_thing_that_a_move_is_about() -> None:
    handles = {choice.what: choice.handles for choice in position(2, AREA, rules.TILE).offers(0)}
    assert handles == {NoTile(): ("decline",), LayTile((1, 2), columns=(1, 2, 3)): ("tile:1–2/1–3",)}
    paying = position(2, {(1, 1), (3, 2)}, rules.PAY, "1246", above=1)
    assert [choice.handles for choice in paying.offers(0)] == [("stop",), ("space:1/1",), ("space:3/2",), ("above",)]


def test_reasons_while_rolling() -> None:
    reasons = why(position(2, {(1, 2)}, rules.ROLLED, "1146", rolls=1))
    assert reasons["space:1/2"] == "A tulip grows here already."
    assert reasons["space:2/2"] == "This space asks for 3 dice showing 1."
    assert reasons["space:3/4"] == "This space asks for the run 1234."
    assert reasons["space:2/4"] == "This space asks for one of the runs 2345 / 3456."
    assert "stop" not in reasons and "dice" not in reasons
    fitting = why(position(2, {(1, 2)}, rules.ROLLED, "1226", rolls=1))
    assert fitting["space:1/1"] == "Your dice fit here: stop rolling, then plant."
    assert GAME.why_not(snapshot(position(2, set(), rules.ROLLED, "1226").states), 1) == {}


def test_reasons_while_paying_and_planting() -> None:
    paying = position(2, {(1, 1), (1, 2), (1, 3), (1, 4)}, rules.PAY, "1126", turned=bits({(1, 1)}), tiled=bits({(1, 2)}))
    reasons = why(paying)
    assert reasons["space:1/1"] == "This tulip is turned already."
    assert reasons["space:1/2"] == "A tulip under a bonus tile can't be turned."
    assert reasons["dice"] == "Turn two tulips first: they buy roll 4."
    paying.play(0, Turn("1/3"))
    assert why(paying)["stop"] == "You have turned one tulip for a roll: turn a second one."
    paying.play(0, Turn("1/4"))
    assert why(paying)["stop"] == "You have paid for a roll, so you must roll."
    stopped = position(2, set(), rules.PLACE, "1126", rolls=2)
    assert why(stopped)["dice"] == "You have stopped rolling: plant your tulip."
    assert why(stopped)["above"] == "A tulip goes above the field only if no open space fits."
    assert why(position(2, set(), rules.PLACE, "1126"))["dice"].startswith("You have no two tulips")
    assert why(position(2, set(), rules.PLACE, "1126", rolls=5))["dice"].startswith("You have rolled 5 times")
    assert "above" not in why(position(2, {(1, 2)}, rules.PLACE, "1146"))


def test_reasons_when_carrying_over() -> None:
    reasons = why(position(1, {(4, 2), (5, 1)}, rules.CARRY))
    assert reasons["space:5/1"] == "Only a tulip of row 4 can be carried over."
    assert "space:4/2" not in reasons


@pytest.mark.parametrize("language", ["de", "fr"])
def test_what_is_said_where_a_multicoloured_tulip_may_be_declined_is_translated(language: str) -> None:
    english, known = catalogue(GAME.folder), catalogue(GAME.folder, language)
    for after in (0, 1):
        match = position(1, {(4, 2), (5, 1)}, rules.CARRY, may_decline=1, round=after, multicoloured=22 if after else -1)
        said = [words.status(snapshot(match.states))]
        said += [phrase for choice in match.offers(0) for phrase in (choice.phrase, choice.preview.summary)]
        names = {phrase.name for outer in said for phrase in outer.sentences()}
        assert {"carry-none", "status.may-carry"} <= names
        for name in names:
            assert known[name] != english[name]
        assert known["status.may-carry.you"] != english["status.may-carry.you"]


def test_figures_are_the_dice_of_a_race_and_the_tulips_of_a_solo_game() -> None:
    match = position(2, {(1, 1), (2, 1), (3, 1)})
    assert GAME.views.figures(snapshot(match.states), tulips.SPECTATOR) == {"score:0": 5, "score:1": 4}
    solo = position(1, {(1, 1), (1, 2)}, round=1, sums=14)
    assert GAME.views.figures(snapshot(solo.states), 0) == {"score:0": 16}


@pytest.mark.parametrize(
    ("phase", "doing"),
    [
        (rules.ROLLED, "has rolled 3 of 3 times"),
        (rules.PAY, "may buy roll 4 with two tulips, or stop"),
        (rules.PAY_SECOND, "turns a second tulip for roll 4"),
        (rules.PAID, "has paid for roll 4"),
        (rules.PLACE, "plants a tulip"),
        (rules.TILE, "may claim a bonus tile"),
    ],
)
def test_status_tells_who_does_what_and_what_wins(phase: int, doing: str) -> None:
    s = snapshot(position(2, set(), phase, "1126").states)
    assert str(words.status(s)) == f"seat 1 {doing}; row 4 full, three side by side or any four in row 5 wins."


def test_status_of_bonus_dice_of_the_solo_game_and_of_its_end() -> None:
    one = words.status(snapshot(position(2, set(), rules.SET, bonus=1, rolls=0).states))
    assert str(one).startswith("seat 1 sets a bonus die before the first roll;")
    two = words.status(snapshot(position(2, set(), rules.SET, bonus=2, rolls=0).states))
    assert str(two).startswith("seat 1 sets 2 bonus dice")
    solo = words.status(snapshot(position(1, {(4, 1)}, rules.CARRY).states))
    assert str(solo).startswith("Round 1 of 3: seat 1 carries over a tulip of row 4;")
    free = words.status(snapshot(position(1, {(4, 1)}, rules.CARRY, may_decline=1).states))
    assert str(free).startswith("Round 1 of 3: seat 1 may carry over a tulip of row 4;")
    assert str(solo).endswith("row 4 full, three side by side or any four in row 5 ends the round.")
    won = position(2, {(5, 1), (5, 2)}, shown="33333")
    won.play(0, Plant("5/3"))
    assert str(words.status(snapshot(won.states))) == "seat 1 has won: three adjacent tulips in row 5."
    assert str(words.status(snapshot(GAME.match(2, given={}).states))) == "It is being decided who starts."


@pytest.mark.parametrize(
    ("total", "grade"), [(42, "outstanding!"), (50, "very good."), (60, "won."), (61, "not won this time.")]
)
def test_status_grades_the_solo_game(total: int, grade: str) -> None:
    match = position(1, {(5, 1), (5, 2)}, shown="33333", round=2, sums=total - 3)
    match.play(0, Plant("5/3"))
    assert str(words.status(snapshot(match.states))) == f"{total} tulips in three rounds: {grade}"


# Log and words


def test_the_log_tells_rounds_dice_and_victories() -> None:
    solo = position(1, {(5, 1), (5, 2)}, shown="33333")
    solo.play(0, Plant("5/3"))
    ended = Plant("5/3", won="three adjacent tulips in row 5", round=1, tulips=3)
    assert solo.log(0)[-1].what == ended
    assert solo.log(0)[-1].what == Plant("5/3", won="three adjacent tulips in row 5", round=1, tulips=3)
    race = position(2, {(1, 3), (2, 3)}, shown="3334")
    race.play(0, Plant("3/3"))
    assert race.log(1)[-1].what == Plant("3/3", dice_earned=5)
    assert race.log(1)[-1].what == Plant("3/3", dice_earned=5)


def test_the_log_tells_what_is_rolled_beside_what_is_kept() -> None:
    match = GAME.match(2, given={"dice": ["3 2 3 1", "5 5"]}, options={"first": 1})
    match.play(0, Keep((3, 3), roll=2))
    assert [entry.what for entry in match.log(1)] == [Rolled(1, (3, 2, 3, 1)), Keep((3, 3), 2), Rolled(2, (5, 5), (3, 3))]
    bonus = position(2, set(), rules.SET, number=4, bonus=4, rolls=0)
    bonus.play(0, SetDice((6, 6, 6, 6)))
    bonus.give("dice", "no dice")
    assert bonus.log(1)[-1].what == AllSet((6, 6, 6, 6))


def test_the_words_of_the_first_record_files_are_understood_whatever_the_catalogue_says() -> None:
    texts = msgspec.json.decode((GAME.folder / "record_1.json").read_bytes(), type=dict[str, str])
    for phase in (rules.ROLLED, rules.PAY, rules.PLACE, rules.TILE):
        match = position(2, AREA, phase, "3346", rolls=2, above=1)
        s = snapshot(match.states)
        for number in GAME.moves(match.states, 0):
            words = GAME.kinds.move(s, 0, number).phrase().told(texts)
            assert GAME.parse(match.states, 0, words, texts) == number
    rolled = position(2, AREA, rules.ROLLED, "1346", rolls=2).states
    keep = GAME.number(rolled, 0, Keep((1, 3), roll=2))
    assert GAME.parse(rolled, 0, "keep 3 1 and roll 2", texts) == keep
    others = {**texts, "keep": "garder {dice} et en lancer {roll}"}
    assert GAME.parse(rolled, 0, "garder 3 1 et en lancer 2", others) == keep
    assert GAME.parse(rolled, 0, "keep 3 1 and roll 2", others) is None


def test_dice_in_any_order_and_an_ordinary_hyphen_are_understood() -> None:
    match = GAME.match(2, given={"dice": ["3 2 3 1", "5 5"]}, options={"first": 1})
    keep, lay = (GAME.say(name).text.format_map for name in ("keep", "lay-tile"))
    for dice, roll in (("3 2", 1), ("3 3 3", 1), ("4 2", 2), ("1 2 3 3", 0)):
        with pytest.raises(IllegalMove):
            match.play(0, keep({"dice": dice, "roll": roll}))
    with pytest.raises(IllegalMove):
        match.play(0, str(SetDice((3, 2))))
    match.play(0, keep({"dice": "3 2", "roll": "2"}).upper().replace(" ", "  "))
    assert match.view(0).dice == [2, 3, 5, 5]
    assert match.line[-2].what == Keep((2, 3), roll=2), "the record has the usual notation"
    tile = position(2, AREA, rules.TILE)
    tile.play(0, lay({"rows": "1-2", "columns": "1-3"}))
    assert len(tile.view(0).seats[0].tiles) == 1
    bonus = position(2, set(), rules.SET, number=6, bonus=2, rolls=0)
    bonus.play(0, str(SetDice((5, 2))))
    assert not GAME.has_unlisted_moves


# The terminal


def test_a_match_can_be_played_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(record=True, width=120)
    monkeypatch.setattr(console, "input", lambda *_: "q")
    Terminal(GAME, console).play(seats=2, bots=["greedy"], seed="3", options={"first": 1})
    assert re.search(r"keep .* and roll \d +\ds in row 1: ", console.export_text())


@pytest.mark.parametrize("phase", [rules.TILE, rules.CARRY])
def test_the_terminal_tells_fitting_spaces_only_while_they_matter(phase: int) -> None:
    seats = 1 if phase == rules.CARRY else 2
    assert "Open spaces" not in shown_in_terminal(position(seats, AREA | {(4, 1)}, phase, "1246"))
    assert "none: a tulip would go above" in shown_in_terminal(position(2, {(1, 2)}, rules.PLACE, "1146"))
    won = position(2, {(5, 1), (5, 2)}, shown="33333")
    won.play(0, Plant("5/3"))
    assert "Open spaces" not in shown_in_terminal(won)


def test_the_terminal_tells_that_dice_are_awaited() -> None:
    match = GAME.match(2, given={"dice": ["3 3 1 5"]}, options={"first": 1})
    match.play(0, Keep((3, 3), roll=2))
    assert "Roll 2 is awaited, beside 3 3." in shown_in_terminal(match)
    assert "Open spaces" not in shown_in_terminal(match)


def test_the_terminal_counts_the_round_s_tulips_once() -> None:
    running = position(1, {(4, 1)}, rules.PLACE, "1124", round=1, sums=14)
    assert "Round 2 of 3, 1 tulip so far; rounds before: 14." in shown_in_terminal(running)
    match = position(1, {(4, 1), (5, 1), (5, 2)}, shown="33333")
    match.play(0, Plant("5/3"))
    assert "Round 1 of 3 is over with 4 tulips." in shown_in_terminal(match)


def test_the_terminal_tells_tiles_apart_and_turned_multicoloured_tulips() -> None:
    match = position(2, AREA | {(1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5), (4, 7)}, rules.TILE)
    match.play(0, LayTile((1, 2), columns=(1, 2, 3)))
    match.give("dice", "1 2 4 6")
    s = row(match.states)
    s.bonus[0], s.tile[0, 1] = 2, 35 + 3
    text = shown_in_terminal(match)
    assert "×2 a a a b b · ·" in text
    assert "tiles 2" in text
    assert "multicoloured" not in text, "there are none in a race"
    solo = position(1, {(4, 2), (4, 3)}, rules.PLACE, "1124", round=1, multicoloured=22, turned=bits({(4, 2)}))
    assert "×4 · m T" in shown_in_terminal(solo)
    assert "M multicoloured" in shown_in_terminal(solo)


def test_the_verdict_of_a_race_names_what_is_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = random_match(GAME, 2, 3)
    match.save(tmp_path / "race.json")
    assert main(["replay", str(tmp_path / "race.json")]) == 0
    assert re.search(r"Seat \d wins with \d+ tulips; ", capsys.readouterr().out)


# What a seat knows


def test_the_observation_of_a_solo_game_has_its_start_flowers() -> None:
    match = GAME.match(1, seed=1, options={"flowers": {"solo": [[2, 3], [3, 5]]}})
    solo = GAME.observation.slices()["solo"]
    seen = GAME.observe(match.states, 0)[0, solo][-35:]
    assert np.flatnonzero(seen).tolist() == [9, 18]
    assert not GAME.observe(GAME.match(2, seed=1).states, 0)[0, solo][-35:].any()


def test_the_observation_tells_whether_a_multicoloured_tulip_may_be_declined() -> None:
    options = GAME.observation.slices()["options"]
    seen = [GAME.observe(GAME.match(1, seed=1, options={"may_decline": may}).states, 0)[0, options] for may in (False, True)]
    assert [piece.tolist() for piece in seen] == [[0], [1]]


# The rules page


def test_the_odds_of_the_rules_page_are_right() -> None:
    for name in ("rules.md", "rules.fr.md", "rules.de.md"):
        page = (GAME.folder / name).read_text(encoding="utf-8")
        for dice in (4, 5, 6, 7):
            chances = odds(dice, 3)
            expected = [of_space(chances, 0, r, 2) for r in (0, 1, 3, 4)] + [of_space(chances, 0, r, RUN) for r in range(5)]
            cells = [f"{chance:.0%}".replace("%", " %") if chance else "–" for chance in expected]
            assert f"| {dice} | {' | '.join(cells)} |" in page, name
