"""The data of `tulips report`: documented columns, CSV and Parquet alike, rows that add up; and what they are read from."""

import csv
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import tulips
from tulips import bots
from tulips.cli import main
from tulips.engine.errors import TulipsError
from tulips.engine.state.chance import seed_of_key
from tulips.engine.state.snapshot import snapshot
from tulips.games.gift_of_tulips.moves import Give, MajorityPaid, Share
from tulips.lab.report import charts, rows, starting_options
from tulips.lab.report.measures import difference, lead_changes, paired, seats_differ, share, spread
from tulips.lab.report.sample import Played, Read, play
from tulips.lab.report.vocabulary import Sources, _by_deed, check_patterns, matches, seats_named, vocabulary
from tulips.lab.tracing import CHANCE, trace

EVERY = pytest.mark.parametrize("name", tulips.game_names())
_played: dict[str, Played] = {}


def played(name: str) -> Played:
    """A few games, played once for all tests."""
    if name not in _played:
        game = tulips.game(name)
        _played[name] = play(game, 5, min(4, game.about.seats[1]), ["greedy"], "data", starting_options(game, {}))
    return _played[name]


# Traces


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_trace_is_the_game_that_simulation_plays(name: str, bot: str) -> None:
    game = tulips.game(name)
    seats = game.about.seats[1]
    table = game.set_up(seats)
    players = [bot] * seats
    results = bots.play_games(game, table, players, "trace", 0, 4)
    for number in range(4):
        traced = trace(game, table, players, "trace", number)
        assert (traced.seats != CHANCE).sum() == results.lengths[number]
        assert traced.scores[-1].tolist() == results.scores[number].tolist() == game.scores(traced.final)
        assert traced.final["end"][0] == results.ends[number]


def test_trace_of_bots_that_think_is_the_game_that_simulation_plays() -> None:
    game = tulips.game("tulip")
    table, players = game.set_up(3), ["greedy", "master@4", "random"]
    results = bots.play_games(game, table, players, "trace", 0, 2)
    for number in range(2):
        traced = trace(game, table, players, "trace", number)
        assert (traced.seats != CHANCE).sum() == results.lengths[number]
        assert traced.scores[-1].tolist() == results.scores[number].tolist()


@EVERY
def test_trace_can_be_replayed_step_by_step(name: str) -> None:
    game = tulips.game(name)
    traced = trace(game, game.set_up(game.about.seats[0]), ["random"] * game.about.seats[0], "replay", 0)
    states = traced.before[:1].copy()
    for at in range(min(len(traced.seats), 300)):
        now = snapshot(states)
        assert now.__dict__.keys() == snapshot(traced.before, at).__dict__.keys()
        seat, step = int(traced.seats[at]), int(traced.steps[at])
        if seat == CHANCE:
            assert game.draw(states) == step
            assert game.count_outcomes(traced.before[at : at + 1]) == traced.choices[at]
            game.settle(states, step)
        else:
            assert len(game.moves(states, seat)) == traced.choices[at]
            assert step in game.moves(states, seat) or game.is_legal(states, seat, step)
            game.apply(states, seat, step)
        after = traced.before[at + 1 : at + 2] if at + 1 < len(traced.seats) else traced.final
        assert states.tobytes() == after.tobytes()


# Rows


@EVERY
def test_every_column_is_documented_and_filled(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for table in rows.sheets(played(name)):
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        assert all(column.text and column.text[0].islower() for column in table.columns)
        found = list(table.rows())
        assert found and all(len(row) == len(names) for row in found)
        kinds = {"whole": int, "real": float, "text": str}
        for row in found:
            for column, value in zip(table.columns, row, strict=True):
                assert value is None or type(value) is kinds[column.kind], (column.name, value)
    assert main(["report", name, "--columns"]) == 0
    told = capsys.readouterr().out
    assert all(f"  {column.name} " in told and column.text in told for column in rows.sheets(played(name))[0].columns)


@EVERY
def test_parquet_holds_what_csv_holds(name: str, tmp_path: Path) -> None:
    files = {form: rows.write(played(name), tmp_path, form) for form in ("csv", "parquet")}
    for plain, packed, table in zip(files["csv"], files["parquet"], rows.sheets(played(name)), strict=True):
        with plain.open(encoding="utf-8", newline="") as file:
            told = list(csv.reader(file))
        found = pq.read_table(packed)
        assert told[0] == found.column_names == [column.name for column in table.columns]
        values = [["" if value is None else str(value) for value in row.values()] for row in found.to_pylist()]
        assert told[1:] == values
        assert [field.metadata[b"description"].decode() for field in found.schema] == [column.text for column in table.columns]


@EVERY
def test_changes_of_all_decisions_add_up_to_the_score(name: str) -> None:
    found = played(name)
    for number, read in enumerate(found.read):
        first = trace(found.game, found.game.set_up(found.seats, found.options), found.lineup(number), found.seed, number)
        at = int(np.flatnonzero(first.seats != CHANCE)[0])
        start = np.array(found.game.scores(first.before[at : at + 1]))
        assert (start + read.change.sum(axis=0) + read.later.sum(axis=0)).tolist() == read.scores.tolist()
        assert read.scores.tolist() == found.results.scores[number].tolist()


@EVERY
def test_rows_of_decisions_replay_as_a_match_with_the_same_figures(name: str) -> None:
    found = played(name)
    game, number = found.game, 1
    key = trace(game, game.set_up(found.seats, found.options), found.lineup(number), found.seed, number).before["key"][0]
    match = game.match(found.seats, options=found.options, seed=seed_of_key(*key))
    table = rows.sheets(found)[1]
    for row in table.rows():
        decision = dict(zip((column.name for column in table.columns), row, strict=True))
        if decision["game"] == number:
            figures = game.views.figures(snapshot(match.states), tulips.ALL_SEEING)
            told = {f"price:{name[6:]}": value for name, value in decision.items() if name.startswith("price_")}
            told |= {f"score:{seat}": decision[f"lead_{seat + 1}"] for seat in range(found.seats)}
            assert {name: value for name, value in told.items() if value is not None} == figures
            match.play(int(str(decision["seat"])) - 1, str(decision["move"]))
    assert match.end == game.ends[found.results.ends[number] - 1]
    assert match.scores == found.results.scores[number].tolist()


@pytest.mark.parametrize("name", ["gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637"])
def test_sources_add_up_to_the_score(name: str) -> None:
    found = played(name)
    before = found.game.scores(found.game.set_up(found.seats, found.options))
    for read in found.read:
        assert [sum(sources.values()) for sources in read.sources] == (read.scores - np.array(before)).tolist()


def test_parquet_without_its_package_is_refused_before_any_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    command = ["report", "tulip", "--data", str(tmp_path), "--format", "parquet", "--output", str(tmp_path / "page.html")]
    assert main(command) == 2
    assert "pip install 'tulips[report]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["report", "tulip", "--games", "1", "--output", str(tmp_path / "file" / "page.html")]) == 2
    assert "can't be written" in capsys.readouterr().err


# Words


@EVERY
def test_every_move_has_a_name_in_the_report(name: str) -> None:
    game = tulips.game(name)
    told = vocabulary(game)
    for seats in {*game.seat_counts}:
        for number in range(3):
            bot = ["random", "greedy"][number % 2]
            traced = trace(game, game.set_up(seats), [bot] * seats, "names", number)
            for at in np.flatnonzero(traced.seats != CHANCE)[:400].tolist():
                move = game.kinds.move(snapshot(traced.before, at), int(traced.seats[at]), int(traced.steps[at]))
                assert any(matches(pattern, move) for pattern in told.deeds), f"report.toml has no name for {move!r}"


@EVERY
def test_report_names_only_what_the_log_can_say(name: str) -> None:
    game = tulips.game(name)
    told = vocabulary(game)
    check_patterns(told.deeds, game.kinds.MOVES)
    with pytest.raises(TulipsError, match="fits no kind"):
        check_patterns(["sell elsewhere=1"], game.kinds.MOVES)
    fields = [matter.changes for matter in told.matters] + [told.clock.field, told.burst.field if told.burst else ""]
    assert {field for field in fields if field} <= set(game.state_type.dtype.names or ())
    assert {matter.chance for matter in told.matters if matter.chance} <= set(game.chances)
    assert {*told.solo, *([told.burst.end] if told.burst and told.burst.end else [])} <= set(game.ends)
    assert not told.sources or set(told.sources.deeds) <= {*told.deeds.values()}
    with pytest.raises(TulipsError, match="no pattern of its deeds"):
        _by_deed(Sources(deeds={"sold everything": "sales"}), told.deeds)


@pytest.mark.parametrize(
    ("name", "matter", "deed"),
    [
        ("gift-of-tulips", "a card is hidden in the secret festival", "hid a card in the secret festival"),
        ("tulip", "an Exchange is played", "played an Exchange"),
        ("tulip-bubble", "a financed tulip is bought back", "bought a financed tulip back"),
        ("tulipmania-1637", "a seat lays Speculate", "laid Speculate"),
        ("tulpenfieber", "a bonus tile is claimed", "claimed a bonus tile"),
    ],
)
def test_what_the_log_tells_is_what_was_done(name: str, matter: str, deed: str) -> None:
    found = played(name)
    which = [one.name for one in found.vocabulary.matters].index(matter)
    for read, happened in zip(found.read, found.logged, strict=True):
        by = [seat for seat, done in zip(read.seats.tolist(), read.deeds, strict=True) if done == deed]
        assert (happened[which].times, happened[which].seats) == (len(by), frozenset(by))


def test_krashes_of_the_log_are_those_of_the_rows() -> None:
    found = played("tulip")
    which = [one.name for one in found.vocabulary.matters].index("a krash")
    assert [happened[which].times for happened in found.logged] == [int(read.bursts.sum()) for read in found.read]
    assert sum(int(read.bursts.sum()) for read in found.read) > 0


def test_premiums_are_about_the_seats_that_get_them() -> None:
    found = played("tulip-bubble")
    which = [one.name for one in found.vocabulary.matters].index("a premium is paid to those who lost an auction")
    for read, happened in zip(found.read, found.logged, strict=True):
        paid = {seat for seat, sources in enumerate(read.sources) if sources.get("premiums of lost auctions")}
        assert happened[which].seats == paid


def test_a_pattern_is_a_kind_and_what_is_in_its_fields() -> None:
    given = Give("pink 3", 2, 7)
    assert matches("give", given) and matches("give points=7", given) and matches("give points=7 card=pink 3", given)
    assert not matches("keep", given) and not matches("give points=70", given) and not matches("give card=pink", given)
    assert matches("give points=*", given) and not matches("give points=*", Give("pink 3", 2))


def test_the_seats_of_what_happened_are_those_in_its_fields() -> None:
    assert seats_named(Give("pink 3", 2, 7)) == {2}
    assert seats_named(MajorityPaid("pink", (Share(0, 15), Share(3, 10)))) == {0, 3}
    assert seats_named(MajorityPaid("pink")) == set()


# Measures


def test_difference_is_cohens_d_with_welchs_interval() -> None:
    found = difference([3, 4, 5, 6], [1, 2, 3, 2])
    assert found
    assert (found.one, found.other, found.value) == (4.5, 2.0, 2.5)
    assert found.size == pytest.approx(2.5 / np.sqrt((5 / 3 * 3 + 2 / 3 * 3) / 6))
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * np.sqrt(5 / 3 / 4 + 2 / 3 / 4))
    assert difference([1, 1], [1, 1]) is None
    assert difference([1], [1, 2]) is None


def test_paired_difference_of_the_same_values_is_nothing() -> None:
    same = np.array([3.0, 5.0, 9.0])
    found = paired(same, same)
    assert (found.value, found.low, found.high, found.unit, found.clear) == (0, 0, 0, 0, False)
    assert paired(same + 2, same).clear


def test_seats_differ_as_chi_square_says() -> None:
    fair, unfair = np.zeros((400, 4)), np.zeros((400, 4))
    fair[np.arange(400), np.arange(400) % 4] = 1
    unfair[np.arange(400), np.where(np.arange(400) % 5 == 0, np.arange(400) % 3, 3)] = 1
    assert not seats_differ(fair)
    assert seats_differ(unfair)
    edge = np.zeros((400, 2))
    edge[:, 0] = np.arange(400) < 219  # chi-square 3.61, below 3.84
    edge[:, 1] = 1 - edge[:, 0]
    assert not seats_differ(edge)
    edge[219], edge[220] = (1, 0), (1, 0)  # 4.41
    assert seats_differ(edge)


def test_spread_names_values_that_occur() -> None:
    assert spread([1, 2, 4, 8]) == (1, 1, 2, 4, 8)
    assert share(5, 10)[:3] == pytest.approx((0.5, 0.2366, 0.7634), abs=0.0001)


def test_lead_changes_when_another_seat_is_alone_in_front_at_the_end_of_a_turn() -> None:
    def read(turns: list[int], scores: list[tuple[int, int]]) -> Read:
        empty = np.zeros(0, np.int64)
        figures = [{"score:0": one, "score:1": other} for one, other in scores]
        return Read(empty, np.array(turns), empty, [], [], figures, empty, empty, empty, empty, [])

    #            before decisions 1 to 4 in turns 1, 1, 2, 3, and the end
    assert lead_changes(read([1, 1, 2, 3], [(0, 0), (9, 0), (2, 1), (1, 2), (3, 2)]), 2) == 2
    assert lead_changes(read([1, 1, 2, 3], [(0, 0), (0, 9), (2, 1), (2, 2), (3, 2)]), 2) == 0
    assert lead_changes(read([1, 1, 2, 3], [(0, 0), (0, 0), (2, 1), (2, 2), (2, 3)]), 2) == 1


# Drawing


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0, "0"),
        (-0.001, "0"),
        (-0.5, "−0.5"),
        (0.666, "0.67"),
        (9.4, "9.4"),
        (12.34, "12.3"),
        (99.96, "100"),
        (23975, "23,975"),
    ],
)
def test_numbers_have_no_more_digits_than_they_need(value: float, told: str) -> None:
    assert charts.number(value) == told


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.18, 0.36), (-5189, 0), (7, 9), (3, 3), (0, 0)])
def test_scale_has_round_marks_that_hold_all_values(low: float, high: float) -> None:
    scale = charts.Scale((low, high), (100, 500))
    marks = scale.marks()
    assert marks[0] <= low and marks[-1] >= high - 1e-9
    assert 2 <= len(marks) <= 8
    assert (scale.at(marks[0]), scale.at(marks[-1])) == pytest.approx((100, 500))
    assert all(f"{mark / scale.step:.6f}".endswith(".000000") for mark in marks)
