"""What protects people's browsers and the server: headers on every answer, no requests from other sites, no more requests than
an address may make, and bodies of bounded size that come in time.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection

from tulips.table.refusal import Refused
from tulips.web.api import refused, too_fast
from tulips.web.limits import address_of
from tulips.web.request_budget import RequestBudget

Message = MutableMapping[str, Any]
SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 2 * 1024 * 1024
BODY_SECONDS = 20.0
"""Until a body has come; a long one has a second more for each so many bytes."""

SLOWEST_BODY = 50_000
LONGEST_LENGTH = 12  # digits of a body's length
LONGEST_PATH = 300

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

HOST = re.compile(r"(?P<name>[\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?", re.ASCII)
"""A name or an address and perhaps a port: what a browser puts in a `Host` header."""

NOTHING_HERE = Refused("unknown", "error.nothing-here")
FOREIGN = "error.foreign-site"
TOO_LARGE = "error.too-large"


def same_origin(connection: HTTPConnection) -> bool:
    """Return whether a request comes from our own page, or from a program that is no browser (against CSRF)."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as "http://["
        return False
    return parts.netloc == connection.headers.get("host") and parts.scheme in ("http", "https")


def asked_host(connection: HTTPConnection) -> tuple[str, str] | None:
    """Return the host that a request names, without and with its port; None if it is no host's name."""
    found = HOST.fullmatch(connection.headers.get("host", ""))
    return (found["name"].strip("[]"), found[0]) if found else None


class Guarded:
    """The application with these protections around it."""

    def __init__(self, inner: Any, sockets: Any, requests: RequestBudget, on_limited: Callable[[str], None]) -> None:
        self.inner = inner
        self.sockets = sockets
        self.requests = requests
        self.on_limited = on_limited

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await (self.sockets if scope["type"] == "websocket" else self.inner)(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if not await self.requests.allowed(address_of(HTTPConnection(scope)), scope["path"]):
            self.on_limited("requests")
            answer = refused(too_fast())
            answer.headers["Connection"] = "close"
            await answer(scope, receive, guarded_send)
            return
        if len(scope["path"]) > LONGEST_PATH:  # nothing here has such a long address; numbers in it would be endless
            await refused(NOTHING_HERE)(scope, receive, guarded_send)
            return
        if scope["method"] not in SAFE and not same_origin(HTTPConnection(scope)):
            await refused(Refused("forbidden", FOREIGN))(scope, receive, guarded_send)
            return
        most = LARGEST_RECORD if scope["path"].endswith("/records") else LARGEST_BODY
        length = Headers(scope=scope).get("content-length", "0")
        countable = length.isascii() and length.isdecimal() and len(length) <= LONGEST_LENGTH
        if scope["method"] not in SAFE and (not countable or int(length) > most):
            await refused(Refused("malformed", TOO_LARGE, most=most))(scope, receive, guarded_send)
            return
        seconds = BODY_SECONDS + (int(length) / SLOWEST_BODY if countable else 0)
        await self.inner(scope, _bounded(receive, most, seconds), guarded_send)


def _bounded(receive: Callable[[], Awaitable[Message]], most: int, seconds: float) -> Callable[[], Awaitable[Message]]:
    """Return a `receive` that breaks a body off if it is too long, or not whole in time."""
    had = 0
    end: float | None = asyncio.get_running_loop().time() + seconds

    async def bounded() -> Message:
        nonlocal had, end
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            had += len(message.get("body", b""))
            if had > most:
                return {"type": "http.disconnect"}
            if not message.get("more_body", False):
                end = None  # it is whole; from now on only the peer's going is waited for
        return message

    return bounded
