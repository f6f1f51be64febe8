"""The built page: its files, and its front door for every other address."""

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "page"
NOT_BUILT = "The page is not built yet. Run `make page`, or ask this server at /api/v1.\n"
FOREVER = "public, max-age=31536000, immutable"
PACKED = (("br", ".br"), ("gzip", ".gz"))
HASHED = "assets"
"""The folder whose files have their content's digest in their names."""


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a file of the page; whatever is no file is the page itself."""
    request = Request(scope, receive)
    await answer(request.method, request.url.path, request.headers.get("accept-encoding", ""))(scope, receive, send)


def answer(method: str, path: str, encodings: str, folder: Path = FOLDER) -> Response:
    """The answer to a request for a path."""
    if method not in ("GET", "HEAD"):
        return PlainTextResponse("This can only be read.\n", 405)
    file = _file(folder, path)
    if file is None:
        if path.startswith(f"/{HASHED}/"):
            return PlainTextResponse("There is no such file.\n", 404)
        file = folder / "index.html"
        if not file.is_file():
            return PlainTextResponse(NOT_BUILT, 404)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": FOREVER if file.parent.name == HASHED else "no-cache", "Vary": "Accept-Encoding"}
    accepted = {part.split(";")[0].strip() for part in encodings.split(",")}
    for name, ending in PACKED:
        packed = file.with_name(file.name + ending)
        if name in accepted and packed.is_file():
            return Response(packed.read_bytes(), headers={**headers, "Content-Encoding": name}, media_type=kind)
    return Response(file.read_bytes(), headers=headers, media_type=kind)


def _file(folder: Path, path: str) -> Path | None:
    """The file at a path, if there is one and it lies in the folder."""
    try:
        file = (folder / path.lstrip("/")).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
