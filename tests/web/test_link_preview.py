"""What a messenger shows of a link, and what a browser keeps of the page."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import tulips
from support.blocking_client import Browser
from support.paths import PAGE
from support.server_thread import served, serving
from tulips.web import static_files
from tulips.web.limits import PerAddress
from tulips.web.link_preview import PICTURE_SIZE

GAME = "gift-of-tulips"
TITLE = tulips.game(GAME).about.title
PUBLIC = PAGE / "public"
BOARDS = PAGE / "src" / "games"
FRONT = '<!doctype html>\n<html lang="en">\n  <head>\n    <title>Tulips</title>\n  </head>\n  <body></body>\n</html>\n'


class Head(HTMLParser):
    """The tags of a page's head, and every element there is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.elements: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        found = dict(attrs)
        if tag == "meta":
            self.meta[found.get("property") or found.get("name") or ""] = found.get("content") or ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built page, as small as can be."""
    folder = tmp_path / "page"
    (folder / "pictures").mkdir(parents=True)
    (folder / "index.html").write_text(FRONT, encoding="utf-8")
    (folder / "pictures" / f"{GAME}.png").write_bytes(b"a picture")
    monkeypatch.setattr(static_files, "FOLDER", folder)
    return folder


@pytest.fixture
def site(folder: Path, tmp_path: Path) -> Iterator[str]:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address:
        yield address


def fetched(url: str, **headers: str) -> httpx.Response:
    return httpx.get(url, headers=headers, trust_env=False)


def head(url: str, **headers: str) -> Head:
    answer = fetched(url, **headers)
    assert answer.status_code == 200
    return Head(answer.text)


def test_a_table_is_told_by_its_game_its_length_and_its_seats(site: str) -> None:
    made = Browser(site).make(GAME, "you", "open", "random")
    meta = head(f"{site}/t/{made['table']}").meta
    minutes = tulips.game(GAME).about.minutes
    assert meta["og:title"] == TITLE
    assert meta["og:description"] == meta["description"]
    assert f"about {minutes} minutes" in meta["og:description"] and "1 of 3 seats" in meta["og:description"]
    assert meta["og:image"] == f"{site}/pictures/{GAME}.png"
    assert meta["twitter:card"] == "summary_large_image"


def test_names_are_told_only_where_the_table_is_listed(site: str) -> None:
    browser = Browser(site)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "open"}]
    tables = [
        browser.post("/tables", {"game": GAME, "seats": seats, "listed": listed}).json()["table"] for listed in (False, True)
    ]
    hidden, listed = (head(f"{site}/t/{table}").meta["og:description"] for table in tables)
    assert "Ada" not in hidden
    assert "At the table: Ada." in listed
    assert "Am Tisch: Ada." in head(f"{site}/t/{tables[1]}", **{"Accept-Language": "de-DE,de;q=0.9"}).meta["og:description"]


def test_home_and_set_up_are_told_too(site: str) -> None:
    assert head(site).meta["og:title"] == "Tulips"
    assert head(site).meta["og:image"] == f"{site}/pictures/tulips.png"
    there = head(f"{site}/new/{GAME}").meta
    assert (there["og:title"], there["og:description"]) == (TITLE, tulips.game(GAME).about.summary)
    for unknown in ("/new/chess", "/t/none", "/t/%00", "/t/" + "x" * 99, "/nowhere", "/t/a/b"):
        assert head(site + unknown).meta["og:title"] == "Tulips"


def test_what_is_told_is_told_in_the_readers_language(site: str) -> None:
    table = Browser(site).make(GAME, "you", "open")["table"]
    french = {"Accept-Language": "fr-CH,fr;q=0.9,en;q=0.8"}
    assert "On vous invite à jouer" in head(f"{site}/t/{table}", **french).meta["og:description"]
    assert head(f"{site}/new/{GAME}", **french).meta["og:description"].startswith("Offrez des tulipes")


def test_only_the_words_of_the_readers_language_come_with_the_page(site: str, folder: Path) -> None:
    link = '    <link rel="modulepreload" crossorigin data-language="{0}" href="/assets/{0}-x.js">\n'
    links = "".join(map(link.format, ("de", "en", "fr")))
    (folder / "index.html").write_text(FRONT.replace("  </head>", links + "  </head>"), encoding="utf-8")
    for asked, language in (("de-DE,de;q=0.9", "de"), ("fr", "fr"), ("en-GB", "en"), ("nl", "en")):
        assert re.findall(r'data-language="(\w+)"', fetched(site, **{"Accept-Language": asked}).text) == [language]


def test_a_name_stays_a_name(site: str) -> None:
    evil = '"><script>alert(1)'
    made = Browser(site).post(
        "/tables", {"game": GAME, "seats": [{"kind": "you", "name": evil}, {"kind": "open"}], "listed": True}
    )
    found = head(f"{site}/t/{made.json()['table']}")
    assert evil in found.meta["og:description"]
    assert set(found.elements) == {"html", "head", "title", "meta", "body"}


@pytest.mark.parametrize("host", ['"><script>', "evil.example/x", "a b", "", "evil.example:99999999", "user@evil.example"])
def test_a_host_that_is_none_is_not_repeated(site: str, host: str) -> None:
    answer = fetched(site, Host=host)
    if answer.status_code == 200:
        found = Head(answer.text)
        assert "og:image" not in found.meta
        assert set(found.elements) == {"html", "head", "title", "meta", "body"}
        assert not host or host not in answer.text


def test_pictures_are_found_under_the_address_that_was_asked_for(site: str) -> None:
    meta = head(site, **{"Host": "tulips.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}).meta
    assert meta["og:image"] == "https://tulips.example/pictures/tulips.png"


def test_pictures_may_be_kept_and_shown_elsewhere_and_the_page_is_asked_for_anew(site: str) -> None:
    picture, front = fetched(f"{site}/pictures/{GAME}.png"), fetched(site)
    assert picture.content == b"a picture" and picture.headers["content-type"] == "image/png"
    assert "max-age=86400" in picture.headers["cache-control"]
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert front.headers["cache-control"] == "no-cache" and "Accept-Language" in front.headers["vary"]
    assert front.headers["cross-origin-resource-policy"] == "same-origin"
    assert "default-src 'self'" in front.headers["content-security-policy"]
    assert fetched(f"{site}/pictures/none.png").status_code == 404


def test_whoever_asks_for_too_many_tables_gets_the_page_and_no_more(folder: Path, tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        table = Browser(server.address).make(GAME, "you", "open")["table"]
        server.web.asking = PerAddress(0.0, 1)
        assert [head(f"{server.address}/t/{table}").meta["og:title"] for _ in range(2)] == [TITLE, "Tulips"]


def test_a_game_without_a_picture_is_shown_by_that_of_all(site: str) -> None:
    assert head(f"{site}/new/tulpenfieber").meta["og:image"] == f"{site}/pictures/tulips.png"


@pytest.mark.parametrize("name", ["tulips", *sorted(folder.name for folder in BOARDS.iterdir() if folder.is_dir())])
def test_every_game_with_a_board_has_a_picture_that_is_quickly_fetched(name: str) -> None:
    picture = (PUBLIC / "pictures" / f"{name}.png").read_bytes()
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert (width, height) == PICTURE_SIZE
    assert len(picture) <= 60_000


def test_the_page_has_its_icons() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    front = (PUBLIC.parent / "index.html").read_text(encoding="utf-8")
    assert all((PUBLIC / icon["src"].lstrip("/")).is_file() for icon in manifest["icons"])
    assert (PUBLIC / "pictures" / "icon-180.png").is_file() and 'href="/pictures/icon-180.png"' in front
    tokens = (PUBLIC.parent / "src" / "theme" / "tokens.css").read_text(encoding="utf-8")
    day, night = tokens.split("--paper: light-dark(")[1].split(")")[0].split(", ")
    assert f'content="{day}"' in front and f'content="{night}"' in front and manifest["theme_color"] == day
