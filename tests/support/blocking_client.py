"""The client of `client.py` for tests that wait for every answer: its pages live in a loop in a thread of their own."""

import asyncio
import functools
import inspect
import itertools
import threading
import time
import uuid
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

import httpx

from support import client
from support.client import API, PATIENCE, new_table, secret_of

OPENED: list[Any] = []
"""Browsers and pages that a test has opened; closed after it."""

Result = TypeVar("Result")


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop of all pages."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True, name="pages").start()
    return loop


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Let something be done in the pages' loop, and wait for it."""
    return asyncio.run_coroutine_threadsafe(coroutine, _loop()).result()


def until(condition: Callable[[], Any]) -> Any:
    """Wait for something that is bound to come.

    What has not come soon is looked for ten times a second: a server takes twenty questions a second from an address.
    """
    start = time.monotonic()
    while not (found := condition()):
        waited = time.monotonic() - start
        assert waited < PATIENCE, "it did not come"
        time.sleep(min(max(0.01, waited / 10), 0.1))
    return found


class Browser:
    """Somebody with a cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        OPENED.append(self)
        self.http = httpx.Client(trust_env=False, base_url=f"{address}{API}", timeout=PATIENCE)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body)

    def make(self, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
        """Make a table; kinds are "you", "open" or a bot's name."""
        return self._granted("/tables", new_table(game, kinds, **more))

    def join(self, link: str, **more: Any) -> dict[str, Any]:
        """Come by a link."""
        return self._granted("/join", {"secret": secret_of(link), **more})

    def review(self, table: str) -> dict[str, Any]:
        """Have a match reviewed, and wait for what is told of it once it is."""

        def ready() -> Any:
            told = self.get(f"/tables/{table}/review").json()
            assert told.get("state") in ("waiting", "computing", "ready"), told
            return told["state"] == "ready" and told

        self._granted(f"/tables/{table}/review", {})
        told: dict[str, Any] = until(ready)
        return told

    def _granted(self, path: str, body: Any) -> dict[str, Any]:
        answer = self.post(path, body)
        assert answer.status_code == 200, answer.text
        granted: dict[str, Any] = answer.json()
        return granted

    def close(self) -> None:
        self.http.close()

    def sit(self, table: str, **headers: str) -> "Page":
        return Page(self.address, table, self.http.cookies.get("tulips"), headers)


class _Visitor(client.Guest):
    """Somebody who comes with these headers, and no others."""

    def __init__(self, address: str, headers: Mapping[str, str]) -> None:
        self.address = address
        self._headers = dict(headers)

    @property
    def headers(self) -> dict[str, str]:
        return self._headers


class Page:
    """A page at a table; whatever `client.Page` and what it was told have, this has too, and waits until it is done."""

    def __init__(
        self, address: str, table: str, cookie: str | None, headers: Mapping[str, str] | None = None, query: str = ""
    ) -> None:
        self.headers = {**(headers or {}), **({"Cookie": f"tulips={cookie}"} if cookie else {})}
        ids = (uuid.uuid4().hex for _ in itertools.count())  # also another page of the same seat has its own
        self._page = client.Page(_Visitor(address, self.headers), table, query, ids)
        OPENED.append(self)
        run(self._page.open())

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._page if hasattr(self._page, name) else self._page.told, name)
        return (lambda *given, **named: run(found(*given, **named))) if inspect.iscoroutinefunction(found) else found

    @property
    def position(self) -> dict[str, Any] | None:
        """What the page shows of the match, if it has begun."""
        return self._page.told.position

    def hear_until(self, condition: Callable[[], Any]) -> Any:
        """Hear until something holds, which may ask pages in its turn; what that is."""
        while not (found := condition()):
            run(self._page.hear())
        return found

    def hear_position(self) -> dict[str, Any]:
        """Wait for the first position."""
        return run(self._page.ready())

    def hear_number(self, number: int) -> None:
        """Wait until the page shows that many events."""
        run(self._page.reach(number))

    def send_text(self, text: str) -> None:
        """Send a frame as it is."""
        run(self._page.socket.send(text))

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
