"""The built page: its files, and `index.html` for every other address, with a preview of what is there."""

import mimetypes
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tulips.web.link_preview import PICTURES, Preview, language_of, with_preview
from tulips.web.security import asked_host

FOLDER = Path(__file__).parent / "page"
NOT_BUILT = "The page is not built yet. Run `make page`, or ask this server at /api/v1.\n"
FOREVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
PACKED = (("br", ".br"), ("gzip", ".gz"))
HASHED = "assets"
"""The folder whose files have their content's digest in their names."""

KINDS = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
"""What not every system's table of file endings knows."""

WORDS = re.compile(r'[ \t]*<link [^>]*\bdata-language="(\w+)"[^>]*>\n?')
"""A language's words in the head of the page; see `web/vite.config.ts`."""


def page(preview: Callable[[Request, list[str]], Awaitable[Preview]]) -> ASGIApp:
    """Return what serves the files of the page; whatever is no file is `index.html`, with a preview of what is at its path."""
    folder = FOLDER

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        await (await answer(request))(scope, receive, send)

    async def answer(request: Request) -> Response:
        path: str = request.scope["path"]
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("This can only be read.\n", 405)
        file = _file(folder, path)
        if file is not None and file.name != "index.html":
            return _served(file, request.headers.get("accept-encoding", ""))
        if path.startswith((f"/{HASHED}/", f"/{PICTURES}/")):
            return PlainTextResponse("There is no such file.\n", 404)
        front = folder / "index.html"
        if not front.is_file():
            return PlainTextResponse(NOT_BUILT, 404)
        host = asked_host(request)
        scheme = "https" if request.scope.get("scheme") == "https" else "http"
        language = language_of(request.headers.get("accept-language", ""))
        shown = await preview(request, [part for part in path.split("/") if part])
        if not (folder / PICTURES / f"{shown.picture}.png").is_file():  # a game that nobody has drawn yet
            shown = msgspec.structs.replace(shown, picture=Preview().picture)
        text = _with_words(front.read_text(encoding="utf-8"), language)
        text = with_preview(text, shown, language, f"{scheme}://{host[1]}" if host else None)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        return Response(text, headers=headers, media_type="text/html")

    return serve


def _with_words(text: str, language: str) -> str:
    """Return the page with only the words of one language in its head: a browser fetches these at once, with its code."""
    return WORDS.sub(lambda found: found[0] if found[1] == language else "", text)


def _served(file: Path, encodings: str) -> Response:
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    kept = {HASHED: FOREVER, PICTURES: A_DAY}.get(file.parent.name, "no-cache")
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if file.parent.name == PICTURES:
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # they are there to be shown by others
    accepted = {part.split(";")[0].strip() for part in encodings.split(",")}
    for name, ending in PACKED:
        packed = file.with_name(file.name + ending)
        if name in accepted and packed.is_file():
            return Response(packed.read_bytes(), headers={**headers, "Content-Encoding": name}, media_type=kind)
    return Response(file.read_bytes(), headers=headers, media_type=kind)


def _file(folder: Path, path: str) -> Path | None:
    """Return the file at a path, if there is one and it lies in the folder."""
    try:
        file = (folder / path.lstrip("/")).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
