"""`tulips new-game` writes a game that works as it is: in the tests of every game, in the terminal and over the socket.

In the browser it is played by web/tests/browser/new-game.test.ts.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tulips
from support.blocking_client import OPENED, Browser
from support.copied_sources import copy_sources, files_of, run_in
from support.paths import ROOT
from support.server_process import Process
from tulips.cli import main
from tulips.commands import new_game
from tulips.web import typescript

NAME, MODULE = "sixth-tulip", "sixth_tulip"
OWN = (f"src/tulips/games/{MODULE}/", f"tests/games/{MODULE}/")
GENERATED = {f"web/src/generated/{NAME}.ts", "docs/record.schema.json"}


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["new-game", *arguments]) == 2
    return capsys.readouterr().err


# What it refuses


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder that looks like the sources."""
    (tmp_path / "src/tulips/games").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["Tulip Race", "6-tulips", "tulip--race", "class", "../tulip", "tulip.race", "", "tulpe-ö", "-tulip"]
)
def test_a_name_that_python_could_not_import_is_refused(capsys: pytest.CaptureFixture[str], sources: Path, name: str) -> None:
    said = refusal(capsys, "--into", str(sources), "--", name)
    assert "A game can't be called" in said and "small letters, digits and hyphens" in said
    assert list((sources / "src/tulips/games").iterdir()) == []


@pytest.mark.parametrize("name", ["http", "messages"])
def test_a_name_that_the_shared_types_of_the_page_have_is_refused(
    capsys: pytest.CaptureFixture[str], sources: Path, name: str
) -> None:
    assert f"{name}.ts" in typescript.files(), "else the name is free"
    assert "types of the page that all games share" in refusal(capsys, name, "--into", str(sources))
    assert files_of(sources) == {}


def test_every_shared_file_of_types_is_a_name_that_is_taken() -> None:
    shared = {file.removesuffix(".ts") for file in typescript.files()} - {*tulips.game_names()}
    assert shared == {*new_game.TAKEN}


def test_types_are_not_written_over_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tulips, "game_names", lambda: ["http"])
    with pytest.raises(TypeError, match="two files http.ts"):
        typescript.files()


def test_a_name_that_is_too_long_is_refused(capsys: pytest.CaptureFixture[str], sources: Path) -> None:
    for length in (31, 200):
        assert "its name has 30 characters at the most" in refusal(capsys, "t" * length, "--into", str(sources))
    assert files_of(sources) == {}
    assert new_game.module_name("t" * 30)


def test_a_name_that_would_give_two_tests_one_name_is_refused(capsys: pytest.CaptureFixture[str], sources: Path) -> None:
    test = "tests/games/gift_of_tulips/test_gift_rules.py"
    assert (ROOT / test).is_file(), "else the name is free"
    (sources / test).parent.mkdir(parents=True)
    (sources / test).touch()
    assert f"There is a test called {test} already" in refusal(capsys, "gift", "--into", str(sources))
    assert list(files_of(sources)) == [test]


def test_the_name_of_a_game_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is a game called gift-of-tulips already" in refusal(capsys, "gift-of-tulips", "--into", str(ROOT))
    assert "There is a game called gift-of-tulips already" in refusal(capsys, "gift_of_tulips", "--into", str(ROOT))


@pytest.mark.parametrize("folder", ["src/tulips/games/tulip_race", "tests/games/tulip_race"])
def test_a_folder_that_exists_is_left_alone(capsys: pytest.CaptureFixture[str], sources: Path, folder: str) -> None:
    (sources / folder).mkdir(parents=True)
    (sources / folder / "mine.txt").write_text("mine")
    assert f"{folder} exists already" in refusal(capsys, "tulip-race", "--into", str(sources))
    assert list(files_of(sources)) == [f"{folder}/mine.txt"]


def test_a_folder_without_the_sources_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "There is no folder src/tulips/games in" in refusal(capsys, "tulip-race", "--into", str(tmp_path))


def test_where_nothing_can_be_written_nothing_is_left_and_into_is_named(
    capsys: pytest.CaptureFixture[str], sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def full(self: Path, text: str, **more: str) -> int:
        if self.name == "rules.py":
            raise PermissionError(13, "Permission denied")
        return write(self, text, **more)

    monkeypatch.setattr(Path, "write_text", full)
    said = refusal(capsys, "tulip-race", "--into", str(sources))
    assert "Nothing can be written" in said and "Permission denied" in said and "--into FOLDER" in said
    assert files_of(sources) == {}


def test_a_package_without_its_sources_asks_for_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_game, "PACKAGE", tmp_path / "lib/site-packages/tulips")
    assert "--into FOLDER" in refusal(capsys, "tulip-race")


# What it writes


def test_the_name_stands_where_the_scaffold_had_its_own(sources: Path) -> None:
    assert main(["new-game", "race-1637", "--into", str(sources)]) == 0
    written = files_of(sources)
    assert "src/tulips/games/race_1637/game.toml" in written
    assert "tests/games/race_1637/test_race_1637_rules.py" in written
    assert not [path for path, text in written.items() if re.search(rb"new_game|New Game|scaffold", text)]
    assert b'title = "Race 1637"' in written["src/tulips/games/race_1637/game.toml"]
    assert b"from tulips.games.race_1637.state import State" in written["src/tulips/games/race_1637/rules.py"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with a sixth game, its generated types and its line in the README."""
    folder = tmp_path_factory.mktemp("copy")
    copy_sources(folder)
    before = files_of(folder)
    said = run_in(folder, "-m", "tulips", "new-game", NAME)
    assert "Sixth Tulip is a game now" in said
    run_in(folder, "-m", "tulips.web.typescript", "web/src/generated")  # as `make generated` does
    run_in(folder, "-m", "tulips.web.record_schema", "docs/record.schema.json")
    after = files_of(folder)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {path for path in changed if not path.startswith(OWN)} == GENERATED
    year = re.search(r"^year = (\d+)", after[f"{OWN[0]}game.toml"].decode(), re.M)
    assert year
    readme = folder / "README.md"
    line = f"| Sixth Tulip | Your Name, unpublished {year[1]} | 2–5 |\n"
    readme.write_text(readme.read_text(encoding="utf-8").replace("| Tulip |", f"{line}| Tulip |", 1), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_it_holds_all_that_every_game_must_hold(copy: Path) -> None:
    files = [
        "games",
        "project/test_board_fixtures.py",
        "web/test_rules_page.py",
        "lab/test_report_data.py",
        "lab/test_vector.py",
    ]
    options = ["-p", "no:cacheprovider", "-p", "no:xdist"]
    run_in(copy, "-m", "pytest", *options, *(f"tests/{file}" for file in files), "-k", f"{NAME} or {MODULE}")
    run_in(copy, "-m", "pytest", *options, "tests/project/test_readme.py", "tests/web/test_typescript.py")


@pytest.mark.slow
def test_it_is_played_in_the_terminal_and_its_record_is_verified(copy: Path) -> None:
    record = copy / "match.json"
    play = ["-m", "tulips", "play", NAME, "--seats", "3", "--bot", "greedy", "--seed", "1", "--record", str(record)]
    said = run_in(copy, *play, given="1\n" * 8)
    assert "points if nobody lays as much" in said
    assert "the hands are empty" in said.lower()
    assert "The record holds: 24 moves" in run_in(copy, "-m", "tulips", "replay", str(record), "--verify")
    assert "Sixth Tulip" in run_in(copy, "-m", "tulips", "games")


@pytest.fixture
def server(copy: Path, tmp_path: Path) -> Iterator[Process]:
    """A server of the copy."""
    with Process(
        tmp_path, "--database", f"sqlite:///{tmp_path}/tables.db", "--pace", "0", PYTHONPATH=str(copy / "src")
    ) as process:
        yield process
        while OPENED:
            OPENED.pop().close()


@pytest.mark.slow
def test_it_is_played_over_the_socket(server: Process) -> None:
    browser = Browser(server.address)
    listed = {game["name"]: game for game in browser.get("/games").json()["games"]}
    assert listed[NAME]["title"] == "Sixth Tulip" and listed[NAME]["portrait"]["weight"] == 1
    table = browser.make(NAME, "you", "greedy", "greedy")["table"]
    page = browser.sit(table)
    page.hear_position()
    laid = 0
    while laid < 8:
        offer = page.hear_until(lambda: page.turn and page.turn["offers"][0])
        assert offer["what"]["kind"] == "lay" and offer["handles"] == [f"card:{offer['what']['card']}"]
        answer = page.ask("move", number=page.number, move=offer["move"])
        if answer["type"] == "done":
            page.reach(answer["number"])
            laid += 1
        else:
            assert answer["code"] == "late", "a bot has laid a card meanwhile, nothing else"
    end = page.hear_until(lambda: page.position if page.position and page.position["end"] else None)
    assert len(end["scores"]) == 3
    assert {entry["what"]["kind"] for entry in end["log"]["entries"]} <= {"lay", "dealt", "turned-up", "taken", "left"}
