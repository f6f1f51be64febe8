"""A server for tests, and a page that is no browser: real HTTP and real websockets over loopback."""

import contextlib
import itertools
import json
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tulips.table.registry import Settings
from tulips.web.serve import server as new_server

PATIENCE = 60.0
OPENED: list[Any] = []
"""Browsers and pages that a test has opened; closed after it."""


@contextlib.contextmanager
def serving(database: str, **settings: Any) -> Iterator[str]:
    """A server in a thread of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    known = Settings(database=database, **{"pace": 0.0, "seeds": True, **settings})
    server = new_server(known, "127.0.0.1", port)
    server.config.load()
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


@contextlib.contextmanager
def serving_process(database: str, *more: str) -> Iterator[str]:
    """A server in a process of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "tulips", "serve", "--no-browser", "--port", str(port)]
    command += ["--database", database, "--pace", "0", *more]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: process.poll() is not None or _answers(address))
        assert process.poll() is None, "the server did not start"
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(address: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{address}/api/v1/health", trust_env=False).status_code == 200
    return False


def until(condition: Callable[[], Any]) -> Any:
    """Wait for something that is bound to come."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return found


class Browser:
    """Somebody with a cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        OPENED.append(self)
        self.http = httpx.Client(trust_env=False, base_url=f"{address}/api/v1", timeout=PATIENCE)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body)

    def make(self, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
        """Make a table; kinds are "you", "open" or a bot's name."""
        seats = [{"kind": kind} if kind in ("you", "open") else {"kind": "bot", "level": kind} for kind in kinds]
        answer = self.post("/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def join(self, link: str, **more: Any) -> dict[str, Any]:
        answer = self.post("/join", {"secret": link.split("#")[1], **more})
        assert answer.status_code == 200, answer.text
        joined: dict[str, Any] = answer.json()
        return joined

    def close(self) -> None:
        self.http.close()

    def sit(self, table: str, **headers: str) -> "Page":
        return Page(self.address, table, self.http.cookies.get("tulips"), headers)


class Page:
    """A page at a table: it keeps what it is told as a page does, and checks that frames have no gaps."""

    def __init__(
        self, address: str, table: str, cookie: str | None, headers: dict[str, str] | None = None, query: str = ""
    ) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket{query}"
        self.headers = dict(headers or {})
        if cookie:
            self.headers["Cookie"] = f"tulips={cookie}"
        self.ids = (uuid.uuid4().hex for _ in itertools.count())  # also another page of the same seat has its own
        self.texts: list[str] = []
        OPENED.append(self)
        self.open()

    def open(self) -> None:
        self.held = contextlib.ExitStack()
        opened = connect(self.url, additional_headers=self.headers, max_size=None, compression=None, close_timeout=1)
        self.socket: ClientConnection = self.held.enter_context(opened)
        self.frames = 0
        self.number = 0
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.log: list[Any] = []
        self.figures: list[Any] = []
        self.chat: list[Any] = []
        try:
            self.hear()
        except BaseException:
            self.close()
            raise

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next frame."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        frame: dict[str, Any] = json.loads(text)
        self.frames += 1
        assert frame["frame"] == self.frames, "a frame is missing"
        if frame["type"] in ("state", "table"):
            self.table = frame["table"]
        if frame["type"] == "state":
            self.log, self.figures, self.chat = [], [], frame["chat"]
            self.position = None
        if frame["type"] == "chat":
            self.chat.append(frame["line"])
        if position := frame.get("position"):
            self.position, self.number = position, frame["number"]
            self.log = self.log[: position["log"]["start"]] + position["log"]["entries"]
            self.figures = self.figures[: position["figures"]["start"]] + position["figures"]["rows"]
        return frame

    def hear_until(self, condition: Callable[[], Any]) -> Any:
        while not (found := condition()):
            self.hear()
        return found

    def hear_position(self) -> dict[str, Any]:
        """Wait for the first position."""
        self.hear_until(lambda: self.position)
        assert self.position is not None
        return self.position

    def hear_number(self, number: int) -> None:
        """Wait until the page shows that many events."""
        self.hear_until(lambda: self.number >= number)

    def hear_type(self, kind: str) -> dict[str, Any]:
        while (frame := self.hear())["type"] != kind:
            pass
        return frame

    def send(self, type: str, **fields: Any) -> str:
        id = fields.pop("id", None) or next(self.ids)
        named = {} if type in ("resync", "ping", "look") else {"id": id}
        self.socket.send(json.dumps({"type": type, **named, **fields}))
        return id

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send something and wait for its answer."""
        id = self.send(type, **fields)
        while (frame := self.hear())["type"] not in ("done", "refused") or frame["id"] != id:
            pass
        return frame

    def move(self, move: int | str | None = None, **more: Any) -> dict[str, Any]:
        """Make a move; the first that is offered if none is named."""
        assert self.position is not None
        chosen = self.position["offers"][0]["move"] if move is None else move
        return self.ask("move", **{"number": self.number, "move": chosen, **more})

    def play(self, move: int | str | None = None, **more: Any) -> int:
        """Make a move that must be accepted, and wait until the page shows it; its number."""
        while (answer := self.move(move, **more)).get("code") == "too fast":
            time.sleep(0.1)
        assert answer["type"] == "done", answer
        self.hear_number(answer["number"])
        made: int = answer["number"]
        return made

    def my_turn(self) -> dict[str, Any]:
        """Wait until there is something to decide; the position."""

        def turn() -> bool:
            return self.position is not None and self.position["viewer"] in self.position["acting"]

        self.hear_until(turn)
        assert self.position is not None
        return self.position

    def play_on(self) -> None:
        """Make moves until the match is over."""
        while True:
            self.hear_until(
                lambda: self.position and (self.position["end"] or self.position["viewer"] in self.position["acting"])
            )
            assert self.position is not None
            if self.position["end"]:
                break
            self.play()
        self.hear_until(lambda: self.table["phase"] == "over")

    def close(self) -> None:
        self.held.close()

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
