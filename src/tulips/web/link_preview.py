"""What a messenger shows of a link: a title, a sentence and a picture, as meta tags in the head of the page (Open Graph).

Messengers do not get what stands after the `#` of a link. So they are told what may be known to whoever knows a table's name:
its game, how long that takes, and its seats; who sits there only if the table is listed.
"""

import functools
import html
import json
from pathlib import Path

import msgspec

from tulips import games
from tulips.engine.phrase import Phrase
from tulips.table.state import TableState
from tulips.web.infos import game_info, listed_info
from tulips.web.rules_page import ENGLISH, LANGUAGES

PAGE = "Tulips"
PICTURES = "pictures"
"""The folder of the page that holds the pictures of the games."""

PICTURE_SIZE = (1200, 630)

TULIPS = "Five tulip board games, played in the browser with friends and bots."
WAITING = "You are invited to play: about {minutes} minutes, {free} of {all} seats still free."
PLAYING = "A game with {all} seats that is being played; it takes about {minutes} minutes."
OVER = "A game with {all} seats that can be watched again, move by move."
NAMES = "At the table: {names}."


class Preview(msgspec.Struct, frozen=True):
    """What is told of an address: a title, sentences, and the name of a picture."""

    title: str = PAGE
    sentences: tuple[Phrase, ...] = (Phrase(TULIPS),)
    picture: str = "tulips"


def of_game(name: str) -> Preview:
    """Return the preview of the page where a table of a game is set up."""
    if name not in games.names():
        return Preview()
    info = game_info(name)
    return Preview(info.title, (Phrase(info.summary),), name)


def of_table(state: TableState) -> Preview:
    """Return the preview of a table, for somebody who knows its name."""
    info = game_info(state.game)
    table = listed_info("", state)
    free = sum(seat.kind == "open" for seat in table.seats)
    sentence = {"waiting": WAITING, "playing": PLAYING, "over": OVER}[state.phase]
    sentences = [Phrase(sentence, {"minutes": info.minutes, "free": free, "all": len(table.seats)})]
    names = [seat.name for seat in table.seats if seat.kind == "human" and seat.name]
    if state.listed and names:
        sentences.append(Phrase(NAMES, {"names": ", ".join(names)}))
    return Preview(info.title, tuple(sentences), state.game)


def with_preview(page: str, preview: Preview, folder: Path, language: str, origin: str | None) -> str:
    """Return the page with the preview in its head; pictures need the origin under which the page was asked for."""
    text = " ".join(_sentence(sentence, _words(folder, language)) for sentence in preview.sentences)
    tags = [
        ("name", "description", text),
        ("property", "og:type", "website"),
        ("property", "og:site_name", PAGE),
        ("property", "og:title", preview.title),
        ("property", "og:description", text),
        ("name", "twitter:card", "summary_large_image"),
    ]
    if origin:
        tags += [
            ("property", "og:image", f"{origin}/{PICTURES}/{preview.picture}.png"),
            ("property", "og:image:width", str(PICTURE_SIZE[0])),
            ("property", "og:image:height", str(PICTURE_SIZE[1])),
            ("property", "og:image:alt", preview.title),
        ]
    lines = "".join(f'  <meta {kind}="{name}" content="{html.escape(content)}" />\n' for kind, name, content in tags)
    title = f"<title>{html.escape(preview.title)}</title>"
    return page.replace(f"<title>{PAGE}</title>", title, 1).replace("</head>", f"{lines}  </head>", 1)


def language_of(accepted: str) -> str:
    """Return the first language of an `Accept-Language` that the page speaks."""
    asked = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((language for language in asked if language in LANGUAGES), ENGLISH)


@functools.cache
def _words(folder: Path, language: str) -> dict[str, str]:
    """Return the page's own words in a language: English texts are the keys."""
    file = folder / "words" / f"{language}.json"
    words: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return words


def _sentence(phrase: Phrase, words: dict[str, str]) -> str:
    """Return a phrase in the language of the words."""
    return words.get(phrase.text, phrase.text).format_map(phrase.values)
