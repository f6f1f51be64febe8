"""`tulips review`, as a person and as a program use it."""

import json
from pathlib import Path

import pytest

import tulips
from support.random_play import random_match
from tulips.cli import main
from tulips.engine.match.match import MoveEvent
from tulips.review import review as module
from tulips.review.facts import Effort
from tulips.review.review import Review

pytestmark = pytest.mark.slow

KEYS = {"first", "final", "luck", "own", "others", "lost"}
OF_A_DECISION = {"number", "seat", "played", "best", "lost", "low", "high", "mark", "hindsight"}


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "effort_of", lambda game: Effort(ledger=20, compare=40, screen=10, thought=0.01))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match among random players, who blunder."""
    path = tmp_path / "match.json"
    random_match(tulips.game("tulip"), 3, 4).save(path)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_json_tells_seats_and_decisions(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "review", record, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["game"] == "tulip"
    assert all(set(seat) >= KEYS for seat in found["seats"])
    assert all(set(decision) >= OF_A_DECISION for decision in found["decisions"])
    assert any(decision["mark"] == "blunder" for decision in found["decisions"])
    for seat in found["seats"]:
        assert round(seat["first"] + seat["luck"] + seat["own"] + seat["others"], 6) == seat["final"]


def test_the_same_record_and_seed_give_the_same_bytes(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    told = [
        run(capsys, "review", record, "--json", "--seed", seed, "--threads", threads)[1]
        for seed, threads in (("7", "1"), ("7", "2"), ("8", "1"))
    ]
    assert told[0] == told[1] != told[2]


def test_a_summary_is_printed_for_people(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, err = run(capsys, "review", record)
    assert code == 0
    assert err == ""
    for word in ("luck", "gave away", "blunder", "Largest swings"):
        assert word in out


def test_the_page_is_whole_and_the_same_again(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path) -> None:
    pages = [tmp_path / "new folder" / "one.html", tmp_path / "two.html"]
    for page in pages:
        code, out, _ = run(capsys, "review", record, "--output", page)
        assert code == 0
        assert str(page) in out
    text = pages[0].read_text()
    assert text == pages[1].read_text()
    assert "blunder" in text
    assert "<svg" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in text


def test_names_cannot_break_the_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tulips.game("tulip")
    match, played = game.match(2, names=["<script>", "[red]&[/red]"], seed=1), random_match(game, 2, 1)
    for event in played.line:
        if isinstance(event, MoveEvent):
            match.play(event.seat, event.move)
    match.save(tmp_path / "match.json")
    run(capsys, "review", tmp_path / "match.json", "--output", tmp_path / "page.html")
    assert "<script>" not in (tmp_path / "page.html").read_text()
    assert "[red]&[/red]" in run(capsys, "review", tmp_path / "match.json")[1]


def test_what_cannot_be_reviewed_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    text = record.read_text()
    going_on, other_rules, damaged, cut = (tmp_path / f"{name}.json" for name in ("on", "rules", "damaged", "cut"))
    random_match(tulips.game("tulip"), 3, 1, moves=4).save(going_on)
    other_rules.write_text(text.replace('"rules": "1"', '"rules": "77"'))
    damaged.write_text(text.replace('"move"', '"mauve"', 1))
    cut.write_text(text[:1000])
    for path, sentence in (
        (going_on, "not over yet"),
        (other_rules, "rules version '77'"),
        (damaged, "wrong"),
        (cut, "not a record file, or a damaged one"),
        (tmp_path, "can't be read"),
        (tmp_path / "nowhere.json", "can't be read"),
    ):
        code, out, err = run(capsys, "review", path)
        assert (code, out) == (2, "")
        assert sentence in err
        assert "Traceback" not in err
    code, _, err = run(capsys, "review", record, "--output", record / "page.html")
    assert code == 2
    assert "can't be written" in err
    code, _, err = run(capsys, "review", record, "--threads", "0")
    assert code == 2
    assert "--threads must be at least 1" in err


def test_a_review_has_what_its_wire_form_says(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    found = json.loads(run(capsys, "review", record, "--json")[1])
    assert set(found) == set(Review.__struct_fields__)


def test_calibrate_tells_both_kinds_of_chances_and_draws_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = tmp_path / "curve.svg"
    code, out, _ = run(capsys, "calibrate", "tulip", "--games", "4", "--seats", "3", "--json", "--output", drawn)
    assert code == 0
    found = json.loads(out)
    assert [kind["kind"] for kind in found["kinds"]] == ["open cards", "as a seat could know"]
    assert sum(one["number"] for one in found["kinds"][0]["bins"]) == 4 * 2 * 3
    assert drawn.read_text().count("<polyline") == 4
    code, out, _ = run(capsys, "calibrate", "tulip", "--games", "4", "--seats", "3")
    assert "Brier score" in out
