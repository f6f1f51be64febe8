"""The arena: every bot on every seat, the same deals for all, and shares that add up; the ladder."""

import io
import json
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import tulips
from support.paths import DOCS
from tulips import bots
from tulips.bots import levels
from tulips.bots.search import Dials
from tulips.cli import main
from tulips.engine.errors import BadSeats, UnknownBot
from tulips.lab.arena import Contest, chart, contest, interval, levels_of, report, seatings, whole_rounds
from tulips.lab.strength import Measured, answer, dated, known_in, measure_all, render
from tulips.lab.trials import Trial, ladder, parts, trials

GAME = "gift-of-tulips"


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    assert seatings(["a", "b"], 3) == [["a", "b", "b"], ["b", "b", "a"], ["b", "a", "b"]]
    many = seatings(["a", "b", "c", "d"], 2)
    assert len(many) == 12
    for seat in range(2):
        assert sorted(seating[seat] for seating in many) == sorted("abcd" * 3)


def test_every_seating_is_dealt_the_same() -> None:
    """With one bot on all seats the games of a round are one and the same game: every seat's share is a seat's, not luck's."""
    found = contest(tulips.game(GAME), 12, 3, ["random", "random", "random"])
    alone = bots.play_games(tulips.game(GAME), tulips.game(GAME).set_up(3), ["random"] * 3, "0", 0, 4)
    assert found.bots[0].mean_score == pytest.approx(alone.scores.mean())
    assert found.bots[0].win_share == pytest.approx(1 / 3)


def test_shares_add_up_and_a_better_bot_shows() -> None:
    found = contest(tulips.game(GAME), 200, 4, ["greedy", "random"])
    by_name = {bot.name: bot for bot in found.bots}
    greedy, random = by_name["greedy"], by_name["random"]
    assert greedy.games == 200 and random.games == 600
    assert greedy.win_share + 3 * random.win_share == pytest.approx(1)
    assert greedy.low < greedy.win_share < greedy.high
    assert greedy.low > 0.5 > random.high
    assert greedy.rating > random.rating
    assert found.bots[0] is greedy, "the best comes first"


def test_a_round_that_is_cut_short_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    found = contest(tulips.game(GAME), 3, 2, ["greedy", "random", "novice"])
    assert found.round == 6
    assert found.bot("novice").games == 1
    never = contest(tulips.game(GAME), 1, 2, ["greedy", "random", "novice"]).bot("novice")
    assert (never.games, never.win_share, never.low, never.high, never.rating) == (0, 0.0, 0.0, 1.0, 25.0)
    assert [whole_rounds(games, ["a", "b", "c"], 2) for games in (1, 6, 7, 200)] == [6, 6, 12, 204]
    assert main(["arena", GAME, "--seats", "2", "--bot", "random", "--bot", "greedy", "--games", "5"]) == 0
    assert "seats are not even: a round has 2 games, so play 6" in capsys.readouterr().out
    assert main(["arena", GAME, "--seats", "2", "--bot", "random", "--bot", "greedy", "--games", "6"]) == 0
    assert "not even" not in capsys.readouterr().out


def test_who_plays_alone_is_rated_among_those_who_were_dealt_the_same() -> None:
    found = contest(tulips.game("tulpenfieber"), 90, 1, ["greedy", "hasty", "random"])
    greedy, hasty, random = (found.bot(name) for name in ("greedy", "hasty", "random"))
    assert greedy.games == hasty.games == random.games == 30
    assert greedy.mean_score < hasty.mean_score < random.mean_score, "alone fewer tulips are better"
    assert greedy.win_share > 0.7 and hasty.win_share == random.win_share == 0.0
    assert greedy.rating > 40 > hasty.rating == random.rating, "to lose by much is no worse than to lose"


@pytest.mark.parametrize("width", [80, 200])
def test_the_arena_shows_all_figures_and_a_chart_at_any_width(width: int) -> None:
    found = contest(tulips.game(GAME), 8, 4, ["master@2,winning=1,explore=0.5", "greedy"])
    console = Console(width=width, file=io.StringIO())
    report(found, "Gift of Tulips", console)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert all(len(line) <= width for line in lines)
    text = "".join("".join(line.split()) for line in lines)
    assert "meanscore" in text and "…" not in text
    charts = [line for line in lines if "▒" in line]
    assert len(charts) == 2
    assert all(chart(bot, 0.25) in line for bot, line in zip(found.bots, charts, strict=True))


def test_jobs_change_no_result() -> None:
    one = contest(tulips.game(GAME), 24, 3, ["master@20", "greedy", "random"], jobs=1)
    two = contest(tulips.game(GAME), 24, 3, ["master@20", "greedy", "random"], jobs=2)
    assert one.bots == two.bots


def test_an_interval_holds_also_at_the_ends() -> None:
    low, high = interval(1.0, 100)
    assert 0.95 < low < 0.97 and high == 1.0
    low, high = interval(0.5, 10_000)
    assert low == pytest.approx(0.4902, abs=1e-3)
    assert high == pytest.approx(0.5098, abs=1e-3)


def test_an_arena_needs_bots_that_exist() -> None:
    with pytest.raises(UnknownBot):
        contest(tulips.game(GAME), 4, 2, ["nobody"])
    with pytest.raises(BadSeats):
        contest(tulips.game(GAME), 4, 2, [])


def test_the_arena_command_prints_what_a_program_needs(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", GAME, "--bot", "greedy", "--bot", "random", "--games", "8", "--seats", "4"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["games"], found["seats"]) == (GAME, 8, 4)
    for bot in found["bots"]:
        assert {"name", "games", "win_share", "low", "high", "rating"} <= bot.keys()
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "95 % interval" in printed and "█" in printed


def test_the_ladder_is_written_and_not_measured_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tulips.game("tulpenfieber")
    asked = []

    def measured(_game: object, games: int, seats: int, players: list[str], **settings: object) -> Contest:
        asked.append(players)
        found = contest(game, 4, 2, ["greedy", "daring"])
        return msgspec.structs.replace(found, games=games, levels=levels_of(game, players))

    monkeypatch.setattr("tulips.lab.strength.contest", measured)
    page = measure_all([game], 4, tmp_path)
    questions = len([*trials(game)]) + len([*game.seat_counts])
    assert len(asked) == questions
    text = page.read_text(encoding="utf-8")
    assert ladder(game, 2).command(game, 42) in known_in(tmp_path), "seven bots on two seats: a round has 42 games"
    assert "## Tulpenfieber\n" in text and "| daring against three of them |" in text
    measure_all([game], 4, tmp_path)
    assert len(asked) == questions


def test_the_ladder_needs_a_folder_and_figures_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strength", "tulip", "--folder", str(tmp_path / "nowhere")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    (tmp_path / "strength.json").write_text('{"tulips arena')
    assert main(["strength", "tulip", "--folder", str(tmp_path)]) == 2
    assert "can't be read" in capsys.readouterr().err


def test_a_ladder_gives_the_master_a_part_of_its_thought_and_says_so() -> None:
    game = tulips.game(GAME)
    whole = levels.level(game, "master")
    assert whole is not None and whole.iterations is not None
    assert ladder(game, 4).bots[-1] == f"master@{whole.iterations // 4}"
    assert [f"master@{whole.iterations // 4}" in trial.bots for trial in trials(game)].count(True) == 2


def test_a_figure_counts_as_long_as_its_bots_go_about_it_in_the_same_way(tmp_path: Path) -> None:
    game = tulips.game(GAME)
    trial = Trial(["master@3", "greedy"], 4, "a question")
    found = contest(game, 4, 4, trial.bots)
    assert list(found.levels) == ["master@3"] and found.levels["master@3"].iterations == 3
    read = msgspec.json.decode(msgspec.json.encode(dated(game, found)), type=Measured)
    known = {trial.command(game, 4): read}
    assert answer(game, trial, known) == dated(game, found)
    other = msgspec.structs.replace(found.levels["master@3"], dials=Dials(explore=99.0))
    known = {trial.command(game, 4): msgspec.structs.replace(read, levels={"master@3": other})}
    assert answer(game, trial, known) is None


def test_the_page_of_strength_is_made_from_the_data_beside_it() -> None:
    page = render([tulips.game(name) for name in tulips.game_names()], known_in(DOCS))
    assert (DOCS / "strength.md").read_text(encoding="utf-8") == page, "tulips strength --minutes 0 writes it again"
    assert len(page.splitlines()) <= 75, "one screen"


def test_the_page_has_a_figure_where_bots_have_met_and_tells_of_older_rules() -> None:
    game = tulips.game("tulip")
    trial = next(trial for trial in trials(game) if trial.bots == ["oracle", "greedy"] and trial.seats == 4)
    found = contest(game, 4, 4, ["greedy", "random"])
    bot = msgspec.structs.replace(found.bots[0], name="oracle", win_share=0.44, low=0.41, high=0.47)
    found = msgspec.structs.replace(found, bots=[bot], levels=levels_of(game, trial.bots))
    today = dated(game, found)
    page = render([game], {trial.command(game, 4): today})
    assert "| oracle against three of them |  | 44.0 % (41.0–47.0) |  |  |  |" in page
    assert f"{today.made}, 4 games a figure.\n" in page
    older = msgspec.structs.replace(today, rules="0")
    assert "Rules version 0; today's is 1." in render([game], {trial.command(game, 4): older})


def test_what_knowing_how_others_choose_is_worth_is_asked_where_a_game_says_how() -> None:
    asked = {trial.asks: trial for trial in trials(tulips.game("tulip"))}
    fair = asked["a master that knows how others choose, against three greedy"]
    assert fair.bots == ["master@1000,rivals=1,horizon=999999,winning=1", "greedy"]
    assert fair.seats == 4
    cheat = asked["the oracle, which cheats and knows it too, against greedy, two players"]
    assert cheat.bots == ["oracle@1000,rivals=1,horizon=999999,winning=1", "greedy"]
    assert cheat.seats == 2
    random = asked["a master that knows how others choose, against three random"]
    assert random.bots == ["master@20000,rivals=1,guided=0,horizon=999999,winning=1", "random"]
    assert "a master that knows how others choose, against random, two players" not in asked, "nobody asks that of the master"
    assert not any("knows" in trial.asks for trial in trials(tulips.game("gift-of-tulips")))


def test_the_parts_of_a_search_are_left_out_one_by_one() -> None:
    asked = {trial.asks: trial.bots[0] for trial in parts(tulips.game("tulip"))}
    assert asked["only winning counts, points do not"] == "master@281,winning=1"
    assert asked["none of it: plain search"] == "master@281,winning=1,sharpness=0,guided=0,horizon=999999"
    names = [trial.bots[0] for trial in parts(tulips.game("tulipmania-1637"))]
    assert any(name.endswith(",quick=0") for name in names)
    assert not any("guided" in name or "horizon" in name for name in names), "what its search does not do is not left out"


def test_the_oracle_is_not_played_against(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", GAME, "--bot", "oracle@10"]) == 2
    assert "not to play against" in capsys.readouterr().err
