"""What a messenger shows of a link: a title, a sentence and a picture, as meta tags in the head of the page (Open Graph).

Messengers do not get what stands after the `#` of a link. So they are told what may be known to whoever knows a table's name:
its game, how long that takes, and its seats; who sits there only if the table is listed.
"""

import html

import msgspec

from tulips import games
from tulips.engine.phrase import Phrase, catalogue, say, speaker
from tulips.table.state import TableState
from tulips.web.infos import game_info, listed_info
from tulips.web.rules_page import ENGLISH, LANGUAGES

PAGE = "Tulips"
PICTURES = "pictures"
"""The folder of the page that holds the pictures of the games."""

PICTURE_SIZE = (1200, 630)

TULIPS = "link-preview.tulips"
WAITING = "link-preview.waiting"
PLAYING = "link-preview.playing"
OVER = "link-preview.over"
NAMES = "link-preview.names"


class Preview(msgspec.Struct, frozen=True):
    """What is told of an address: a title, sentences, and the name of a picture."""

    title: str = PAGE
    sentences: tuple[Phrase, ...] = (say(TULIPS),)
    picture: str = "tulips"


def of_game(name: str) -> Preview:
    """Return the preview of the page where a table of a game is set up."""
    if name not in games.names():
        return Preview()
    info = game_info(name)
    return Preview(info.title, (speaker(games.folder(name))("summary"),), name)


def of_table(state: TableState) -> Preview:
    """Return the preview of a table, for somebody who knows its name."""
    info = game_info(state.game)
    table = listed_info("", state)
    free = sum(seat.kind == "open" for seat in table.seats)
    sentence = {"waiting": WAITING, "playing": PLAYING, "over": OVER}[state.phase]
    sentences = [say(sentence, minutes=info.minutes, free=free, all=len(table.seats))]
    names = [seat.name for seat in table.seats if seat.kind == "human" and seat.name]
    if state.listed and names:
        sentences.append(say(NAMES, names=", ".join(names)))
    return Preview(info.title, tuple(sentences), state.game)


def with_preview(page: str, preview: Preview, language: str, origin: str | None) -> str:
    """Return the page with the preview in its head; pictures need the origin under which the page was asked for."""
    text = " ".join(_sentence(sentence, language) for sentence in preview.sentences)
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


def _sentence(phrase: Phrase, language: str) -> str:
    """Return a phrase in a language."""
    return catalogue(phrase.folder, language).get(phrase.name, phrase.text).format_map(phrase.values)
