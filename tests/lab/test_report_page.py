"""The page of `tulips report`: whole, self-contained, the same for the same seed, and true to its own data."""

import csv
import os
import re
import subprocess
import sys
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path
from statistics import mean

import pytest

import tulips
from support.paths import PAGE
from tulips.cli import main
from tulips.lab.report.page import STYLE
from tulips.lab.report.vocabulary import vocabulary

GAMES = 12
TAGS = """html head meta title style body header main footer nav section h1 h2 p ul li a code span figure figcaption
svg text line circle rect path details summary div table thead tbody tr th td"""
TOKENS = PAGE / "src" / "theme" / "tokens.css"


class Page(HTMLParser):
    """What a reader finds: sections by name, each with its finding, drawings, caption and table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.findings: dict[str, str] = {}
        self.captions: dict[str, str] = {}
        self.tables: dict[str, list[list[str]]] = defaultdict(list)
        self.drawings: dict[str, list[str]] = defaultdict(list)
        self.links: list[str] = []
        self.names: list[str] = []
        self.tags: set[str] = set()
        self.section, self.within = "", ""
        self.feed(text)
        assert not self.open, f"never closed: {self.open}"

    VOID = ("meta", "line", "circle", "rect", "path")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        if tag == "nav" or found.get("role") == "region":
            assert found["aria-label"], "a landmark has a name"
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "section":
            self.section = found["id"]
            self.names.append(self.section)
        elif tag == "svg":
            assert found["role"] == "img"
            self.drawings[self.section].append(found["aria-label"])
        elif tag == "a":
            self.links.append(found["href"])
        elif tag == "tr":
            self.tables[self.section].append([])
        elif tag in ("td", "th"):
            self.tables[self.section][-1].append("")
        self.within = found.get("class", "") if tag == "p" else tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.within = ""

    def handle_data(self, data: str) -> None:
        if self.within == "finding":
            self.findings[self.section] = self.findings.get(self.section, "") + data
        elif "figcaption" in self.open:
            self.captions[self.section] = self.captions.get(self.section, "") + data
        elif self.within in ("td", "th"):
            self.tables[self.section][-1][-1] += data

    def row(self, section: str, first: str) -> list[str]:
        return next(row for row in self.tables[section] if row[0] == first)[1:]


def percents(text: str) -> float:
    return float(text.replace("\N{NO-BREAK SPACE}%", "")) / 100


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game's report with its data."""
    made = tmp_path_factory.mktemp("reports")
    for name in tulips.game_names():
        page = ["--output", str(made / f"{name}.html"), "--data", str(made)]
        assert main(["report", name, "--games", str(GAMES), "--seed", "report", *page]) == 0
    return made


def read(folder: Path, name: str, table: str) -> list[dict[str, str]]:
    with (folder / f"{name}-{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def page_of(folder: Path, name: str) -> Page:
    return Page((folder / f"{name}.html").read_text(encoding="utf-8"))


EVERY = pytest.mark.parametrize("name", tulips.game_names())
SEATS = {name: min(4, tulips.game(name).about.seats[1]) for name in tulips.game_names()}


@EVERY
def test_page_needs_nothing_from_elsewhere(folder: Path, name: str) -> None:
    text = (folder / f"{name}.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|//\w|url\(|@import|<script|<link|<img|\ssrc=|xlink", text)
    page = page_of(folder, name)
    assert all(link.startswith("#") and link[1:] in page.names for link in page.links)
    assert page.tags <= set(TAGS.split())


@EVERY
def test_every_question_has_a_finding_and_every_chart_a_caption_words_and_figures(folder: Path, name: str) -> None:
    page = page_of(folder, name)
    expected = {"seats", "length", "ends", "scores", "lead", "winners", "matters", "options"}
    assert expected <= set(page.names)
    game = tulips.game(name)
    assert ("prices" in page.names) == any(form.startswith("price:") for form in game.views.FIGURES)
    assert ("bursts" in page.names) == (vocabulary(game).burst is not None)
    for section in page.names:
        finding = page.findings[section]
        assert finding[0].isupper() and finding.endswith(".") and "nan" not in finding
        for alt in page.drawings[section]:
            assert finding in alt
        if page.drawings[section]:
            assert len(page.drawings[section]) % 2 == 0, "each chart is drawn for a wide page and for a phone"
            assert page.captions[section] and len(page.tables[section]) > 1
    assert len(page.links) == len(page.names), "the summary leads to every section"


@EVERY
def test_seats_and_lengths_are_those_of_the_rows(folder: Path, name: str) -> None:
    page, games = page_of(folder, name), read(folder, name, "games")
    assert len(games) == GAMES
    for seat in range(1, SEATS[name] + 1):
        told = page.row("seats", f"seat {seat}" + " (starts)" * (seat == 1 and "first" in tulips.game(name).about.options))
        assert percents(told[0]) == pytest.approx(mean(float(game[f"win_{seat}"]) for game in games), abs=0.0006)
    decisions = mean(int(game["decisions"]) for game in games)
    assert float(page.row("length", "decisions")[-1]) == pytest.approx(decisions, abs=0.006)
    told = page.row("lead", "changes of the lead, on average")
    assert float(told[0]) == pytest.approx(mean(int(game["lead_changes"]) for game in games), abs=0.006)
    for end in {game["end"] for game in games}:
        assert percents(page.row("ends", end)[0]) == pytest.approx(mean(game["end"] == end for game in games), abs=0.0006)


@EVERY
def test_what_winners_did_is_counted_from_the_rows(folder: Path, name: str) -> None:
    page, games = page_of(folder, name), read(folder, name, "games")
    won = {(int(game["game"]), seat): float(game[f"win_{seat}"]) > 0 for game in games for seat in range(1, SEATS[name] + 1)}
    counts: dict[str, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    for decision in read(folder, name, "decisions"):
        counts[decision["deed"]][int(decision["game"]), int(decision["seat"])] += 1
    rows = page.tables["winners"][1:]
    deeds = {deed for deed in vocabulary(tulips.game(name)).deeds.values() if deed}
    assert len(rows) >= min(3, len(deeds) - 1)
    for deed, winners, others, *_ in rows:
        assert float(winners) == pytest.approx(mean(counts[deed][key] for key in won if won[key]), abs=0.006)
        assert float(others) == pytest.approx(mean(counts[deed][key] for key in won if not won[key]), abs=0.006)


@pytest.mark.parametrize("name", ["tulip", "tulip-bubble", "tulipmania-1637"])
def test_bursts_are_those_of_the_rows(folder: Path, name: str) -> None:
    page, games = page_of(folder, name), read(folder, name, "games")
    word, plural = ("krash", "krashes") if name == "tulip" else ("burst", "bursts")
    first = [int(game[f"first_{word}"]) for game in games if game[f"first_{word}"]]
    told = page.row("bursts", f"first {word}")
    assert percents(told[0]) == pytest.approx(len(first) / GAMES, abs=0.0006)
    assert int(told[3]) == sorted(first)[(len(first) + 1) // 2 - 1]
    decided: dict[str, int] = defaultdict(int)
    for decision in read(folder, name, "decisions"):
        decided[decision["game"]] += int(decision[plural])
    assert [decided[game["game"]] for game in games] == [int(game[plural]) for game in games]


@pytest.mark.parametrize("name", ["gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637"])
def test_middle_price_of_the_first_turn_is_that_of_the_rows(folder: Path, name: str) -> None:
    page = page_of(folder, name)
    firsts = [decision for decision in read(folder, name, "decisions") if decision["decision"] == "1"]
    prices = sorted(int(value) for row in firsts for column, value in row.items() if column.startswith("price_") and value)
    assert int(page.tables["prices"][1][3].replace(",", "")) == prices[(len(prices) + 1) // 2 - 1]


def test_options_are_compared_game_by_game(folder: Path) -> None:
    page = page_of(folder, "tulip-bubble")
    assert "open_hands = true and black_tulip_at_120 = true change nothing at all" in page.findings["options"]
    assert {row[0] for row in page.tables["options"][1:]} == {
        "opening_market_response = true",
        "no_leverage = true",
        "open_hands = true",
        "starting_bulbs = true",
        "black_tulip_at_120 = true",
    }
    others = [row for row in read(folder, "tulip-bubble", "options") if row["option"] == "no_leverage"]
    told = next(row for row in page.tables["options"] if row[:2] == ["no_leverage = true", "length of the game"])
    assert float(told[3]) == pytest.approx(mean(int(row["decisions"]) for row in others), abs=0.0006)
    assert float(told[2]) == pytest.approx(
        mean(int(row["decisions"]) for row in read(folder, "tulip-bubble", "games")), abs=0.0006
    )


def test_same_seed_gives_the_same_bytes_in_another_process(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tulips", "report", "tulip", "--games", str(GAMES), "--seed", "report"]
    where = ["--output", str(tmp_path / "tulip.html"), "--data", str(tmp_path)]
    subprocess.run([*command, *where], check=True, env={**os.environ, "PYTHONHASHSEED": "7"}, stdout=subprocess.DEVNULL)
    for file in ("tulip.html", "tulip-games.csv", "tulip-decisions.csv", "tulip-options.csv"):
        assert (tmp_path / file).read_bytes() == (folder / file).read_bytes()


def test_another_seed_gives_another_report(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "tulip.html"
    assert main(["report", "tulip", "--games", str(GAMES), "--seed", "other", "--output", str(page)]) == 0
    assert page_of(tmp_path, "tulip").tables["seats"] != page_of(folder, "tulip").tables["seats"]


def test_the_command_on_the_page_makes_the_page(folder: Path, tmp_path: Path) -> None:
    text = (folder / "tulip.html").read_text(encoding="utf-8")
    command = re.search("<code>tulips (.*?)</code>", text)
    assert command
    assert main([*command[1].split(), "--output", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == text


def test_bots_of_different_strength_change_seats_and_are_compared(tmp_path: Path) -> None:
    where = ["--output", str(tmp_path / "tulip.html"), "--data", str(tmp_path)]
    assert main(["report", "tulip", "--bots", "greedy", "random", "--seats", "3", "--games", "30", *where]) == 0
    page, games = page_of(tmp_path, "tulip"), read(tmp_path, "tulip", "games")
    assert {tuple(game[f"bot_{seat}"] for seat in (1, 2, 3)) for game in games} == {
        ("greedy", "random", "random"),
        ("random", "random", "greedy"),
        ("random", "greedy", "random"),
    }
    wins = [float(game[f"win_{seat}"]) for game in games for seat in (1, 2, 3) if game[f"bot_{seat}"] == "greedy"]
    assert percents(page.row("bots", "greedy")[0]) == pytest.approx(mean(wins), abs=0.0006)


def test_one_player_alone_has_a_report_without_opponents(tmp_path: Path) -> None:
    page = ["--output", str(tmp_path / "solo.html"), "--data", str(tmp_path)]
    assert main(["report", "tulpenfieber", "--seats", "1", "--games", "5", *page]) == 0
    found = page_of(tmp_path, "solo")
    assert {"seats", "lead", "winners"}.isdisjoint(found.names)
    assert {row[0] for row in found.tables["ends"][1:]} == set(tulips.game("tulpenfieber").ends[3:])


def test_one_game_is_enough_for_a_report(tmp_path: Path) -> None:
    assert main(["report", "tulip-bubble", "--games", "1", "--output", str(tmp_path / "one.html")]) == 0
    assert "nan" not in " ".join(page_of(tmp_path, "one").findings.values())


def test_colours_are_those_of_the_table_page() -> None:
    token = re.compile(r"(--[\w-]+): ([^;]*);")
    known = dict(token.findall(TOKENS.read_text(encoding="utf-8")))
    used = dict(token.findall(STYLE.read_text(encoding="utf-8").split("@media")[0]))
    fonts = {"--serif", "--sans"}
    assert used and {name: value for name, value in used.items() if name not in fonts} == {
        name: known[name] for name in used if name not in fonts
    }
