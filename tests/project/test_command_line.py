"""The command line, as a person and as a program use it."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.random_play import random_match
from tulips.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_games_lists_every_game_with_its_makers(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run_json(capsys, "games")
    assert [game["name"] for game in listed] == tulips.game_names()
    assert all(game["designer"] and game["publisher"] and game["summary"] for game in listed)
    _, out, _ = run(capsys, "games")
    assert "Sara Perry" in out
    assert "unofficial" in out


def test_rules_teach_every_game_and_credit_its_makers(capsys: pytest.CaptureFixture[str]) -> None:
    for name in tulips.game_names():
        about = tulips.game(name).about
        page = run_json(capsys, "rules", name)["markdown"]
        assert about.designer in page
        assert about.publisher in page
        if about.publisher != "unpublished":  # somebody else's game, told in our own words
            assert "independent, unofficial implementation" in " ".join(page.split())
            assert len(page.split()) > 400
        assert all("reconstruct" in page.lower() for _ in about.reconstructed)
        code, out, _ = run(capsys, "rules", name)
        assert code == 0
        assert about.title in out


def test_simulate_tells_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for name in tulips.game_names():
        seats = max(tulips.game(name).seat_counts)
        found = run_json(capsys, "simulate", name, "--games", "50", "--seats", str(seats), "--seed", "5")
        assert (found["game"], found["games"], found["seats"], found["seed"]) == (name, 50, seats, 5)
        assert found["decisions"] > 50
        assert found["decisions_per_second"] == pytest.approx(found["decisions"] / found["seconds"])
        assert [seat["bot"] for seat in found["by_seat"]] == ["random"] * seats
        assert sum(seat["win_share"] for seat in found["by_seat"]) == pytest.approx(1) or seats == 1
        assert all({"mean_score", "win_share"} <= set(seat) for seat in found["by_seat"])


def test_simulate_names_bots_by_seat_and_repeats_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "gift-of-tulips", "--games", "20", "--seats", "4", "--bot", "greedy", "--bot", "random"]
    found = run_json(capsys, *arguments, "--option", "first=2")
    assert [seat["bot"] for seat in found["by_seat"]] == ["greedy", "random", "random", "random"]
    assert found["options"] == {"first": 2}


def test_simulate_gives_the_same_with_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    def result(jobs: str) -> Any:
        found = run_json(capsys, "simulate", "gift-of-tulips", "--games", "20000", "--seats", "3", "--jobs", jobs)
        return {key: value for key, value in found.items() if "second" not in key}

    assert result("1") == result("2") == result("5")


def test_simulate_prints_a_summary_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "gift-of-tulips", "--games", "100")
    assert code == 0
    for word in ("wins", "mean score", "length", "ends", "decisions"):
        assert word in out


def test_replay_shows_positions_and_verifies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = random_match(tulips.game("gift-of-tulips"), 3, 1)
    path = str(tmp_path / "match.json")
    match.save(path)
    assert run_json(capsys, "replay", path, "--verify")["verified"]
    code, out, _ = run(capsys, "replay", path, "--verify")
    assert code == 0
    assert "all legal" in out
    shown = run_json(capsys, "replay", path, "--at", "10")
    assert (shown["at"], shown["moves"], shown["end"]) == (10, match.moves_made, None)
    assert run_json(capsys, "replay", path)["scores"] == match.scores
    _, out, _ = run(capsys, "replay", path, "--at", "10")
    assert "After move 10" in out
    tampered = Path(path).read_text().replace('"seed": "1"', '"seed": "2"')
    Path(path).write_text(tampered)
    code, _, err = run(capsys, "replay", path, "--verify")
    assert code == 2
    assert "committed" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "chess"], "There is no game called 'chess'"),
        (["simulate", "gift-of-tulip"], "did you mean gift-of-tulips?"),
        (["simulate", "gift-of-tulips", "--seats", "9"], "Gift of Tulips is for 2 to 6 players, not 9."),
        (["simulate", "gift-of-tulips", "--bot", "greedi"], "did you mean greedy?"),
        (["simulate", "gift-of-tulips", "--bot", "greedy", "--bot", "greedy", "--seats", "1"], "is for 2 to 6 players"),
        (["simulate", "gift-of-tulips", "--option", "first"], "An option is written NAME=VALUE"),
        (["simulate", "gift-of-tulips", "--option", "first=7", "--seats", "3"], "a seat from 1 to 3"),
        (["simulate", "gift-of-tulips", "--games", "0"], "--games must be at least 1"),
        (["simulate", "gift-of-tulips", "--jobs", "0"], "--jobs must be at least 1"),
        (["bench", "--rounds", "0"], "--rounds must be at least 1"),
        (["strength", "tulip", "--jobs", "0"], "--jobs must be at least 1"),
        (["strength", "tulip", "--thought", "inf"], "--thought must be a number above 0, not inf"),
        (["hint", "nowhere.json", "--seconds", "nan"], "--seconds must be a number above 0, not nan"),
        (["serve", "--megabytes", "0"], "--megabytes must be a number above 0, not 0"),
        (
            ["arena", "tulpenfieber", "--bot", "master@2000"],
            "is no bot of Tulpenfieber: its master does not search",
        ),
        (["arena", "tulip", "--bot", "master@much"], "comes how much it thinks"),
        (["simulate", "gift-of-tulips", "--seed", "key:1"], "32 hexadecimal digits"),
        (["replay", "nowhere.json"], "can't be read"),
        (["replay", "nowhere.json", "--verify"], "can't be read"),
        (["play", "gift-of-tulips", "--seats", "2", "--bot", "greedy", "--bot", "greedy"], "2 bots were named for 1 seats"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert sentence in err
    assert "Traceback" not in err
    assert out == ""


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answers: str, *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    code, out, _ = run(capsys, "play", *arguments)
    assert code == 0
    return out


def test_play_goes_through_a_whole_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "1\n" * 60, "gift-of-tulips", "--seats", "3", "--seed", "4")
    assert "Your move:" in out
    assert "points" in out
    assert out.rstrip().endswith("the deck ran out.")


def test_every_game_can_be_played_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in tulips.game_names():
        out = play(monkeypatch, capsys, "1\n" * 3000, name, "--seed", "4")
        assert out.rstrip().endswith(tuple(f"{end}." for end in tulips.game(name).ends))


THIRD_PERSON = re.compile(r"\byou \w+s\b", re.IGNORECASE)
"""A person who is spoken to with a verb for somebody else: "You draws". """


def test_the_terminal_speaks_to_the_person_who_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in tulips.game_names():
        out = play(monkeypatch, capsys, "1\n" * 300, name, "--seed", "4")
        moves = [line for line in out.splitlines() if line.startswith("  ") and not line.startswith("   ")]
        assert [line for line in moves if THIRD_PERSON.search(line)] == []
    assert "  You draw " in play(monkeypatch, capsys, "1\nq\n", "tulip", "--seed", "4")
    assert "  You are dealt " in play(monkeypatch, capsys, "q\n", "tulip", "--seed", "4")


@pytest.mark.parametrize("name", tulips.game_names())
def test_the_status_line_speaks_to_the_person_who_plays(name: str) -> None:
    match = tulips.game(name).match(3, names=["You", "Ada", "Ben"], seed=4)
    own: list[str] = []
    while not match.end and len(own) < 30:
        seat = match.actors[0]
        told = match.game.text(match.states, 0, match.names).splitlines()[-1]
        assert told[0].upper() == told[0]
        assert not THIRD_PERSON.search(told) and not re.search(r"\bYou to\b", told), told
        if seat == 0:
            own.append(told)
        match.play(seat, match.moves(seat)[0])
    assert own
    if name in ("gift-of-tulips", "tulip"):
        assert any(re.match("You have drawn|Play a card", told) for told in own), own


def test_a_sentence_that_is_told_to_a_reader_is_that_of_the_catalogue() -> None:
    say = tulips.game("tulip").say
    names = ["Ada", "Ben"]
    drawn = say("drawn", seat=0, card=say("red"))
    assert drawn.told_to(0, names) == say("drawn.you", card=say("red")).named(names)
    assert drawn.told_to(1, names) == drawn.named(names)
    assert say("loss", seat=0, tulips=2).told_to(0, names) == say("loss.you", seat=0, tulips=2).named(names)


def test_play_answers_help_nonsense_undo_and_leaving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = play(monkeypatch, capsys, "u\n?\n99\nnonsense\n1\nu\n1\nq\n", "gift-of-tulips", "--seed", "4")
    assert "nothing to take back" in out
    assert "There is no move 99" in out
    assert "That is no move here" in out
    assert "Taken back." in out


def test_play_keeps_a_record_and_goes_on_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "mine.json")
    play(monkeypatch, capsys, "1\n1\n1\nq\n", "gift-of-tulips", "--record", path, "--seed", "4")
    kept = tulips.load(path)
    assert kept.moves_made >= 3
    out = play(monkeypatch, capsys, "1\n" * 60, "gift-of-tulips", "--record", path)
    assert "Going on with" in out and "against greedy, greedy." in out
    assert tulips.load(path).end
    assert main(["replay", path, "--verify"]) == 0


def test_who_goes_on_with_a_record_meets_the_same_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "mine.json")
    begun = ("tulip", "--record", path, "--seed", "4", "--bot", "master@20,0.5MB", "--bot", "random")
    play(monkeypatch, capsys, "1\nq\n", *begun)
    assert tulips.load(path).names == ["You", "Master@20,0.5MB 2", "Random 3"]
    assert "against master@20,0.5MB, random." in play(monkeypatch, capsys, "q\n", "tulip", "--record", path)
    assert "against greedy, greedy." in play(monkeypatch, capsys, "q\n", "tulip", "--record", path, "--bot", "greedy")
    match = tulips.load(path)
    for others in (["Eva", "Random 3"], ["Oracle 2", "Random 3"]):
        match.names = ["You", *others]
        match.save(path)
        assert "against greedy, greedy." in play(monkeypatch, capsys, "q\n", "tulip", "--record", path)


def test_play_refuses_a_record_that_it_cannot_go_on_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tulips.game("gift-of-tulips")
    path = str(tmp_path / "waiting.json")
    game.match(3, given={}).save(path)
    code, _, err = run(capsys, "play", "gift-of-tulips", "--record", path)
    assert (code, "waits for chance" in err) == (2, True)
    code, _, err = run(capsys, "play", "gift-of-tulips", "--record", path, "--seats", "4")
    assert (code, "is there already" in err) == (2, True)
    code, _, err = run(capsys, "play", "gift-of-tulips", "--record", str(tmp_path / "no" / "folder.json"))
    assert (code, "can't be written" in err) == (2, True)


def test_names_cannot_paint_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = random_match(tulips.game("gift-of-tulips"), 2, 1)
    match.names = ["Ada[/red]", "Ben[/red]"]
    match.save(tmp_path / "match.json")
    code, out, _ = run(capsys, "replay", str(tmp_path / "match.json"))
    assert code == 0
    assert "[/red]" in out


def test_play_takes_a_key_for_a_seed_and_odd_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = tulips.game("gift-of-tulips").batch(1, 2).seed_of(0)
    out = play(monkeypatch, capsys, "9" * 5000 + "\n²\n" + "1\n" * 60, "gift-of-tulips", "--seats", "2", "--seed", key)
    assert "There is no move 999999999:" in out


def test_help_is_there_for_the_command_and_each_of_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    for part in (
        [],
        ["games"],
        ["rules"],
        ["play"],
        ["simulate"],
        ["replay"],
        ["bench"],
        ["warm"],
        ["arena"],
        ["hint"],
        ["strength"],
        ["train"],
        ["train", "tulip"],
        ["train", "tulipmania-1637"],
        ["train", "tulpenfieber"],
    ):
        with pytest.raises(SystemExit) as leaving:
            main([*part, "--help"])
        assert leaving.value.code == 0
        assert "usage: tulips" in capsys.readouterr().out


def test_only_what_was_learned_is_learned_anew(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "train", "gift-of-tulips")
    assert code == 2
    assert err == "The bots of Gift of Tulips have learned nothing that could be learned anew.\n"


def test_listing_games_needs_no_compiler() -> None:
    code = "import sys, tulips.cli; tulips.cli.main(['games', '--json']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_schema_tells_what_a_learner_sees(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "schema", "tulip", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["pieces"][-1]["stop"] == told["size"] == tulips.game("tulip").observation.size
    code, out, _ = run(capsys, "schema", "tulip")
    assert "the cards in one's hand, by card" in out
