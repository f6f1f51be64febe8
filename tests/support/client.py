"""A page that is no browser: it speaks HTTP and websockets with a server over loopback, and keeps what it is told."""

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
API = "/api/v1"
ANSWERS = ("done", "refused", "hint", "checked")
"""Frames that answer a message."""

TRY_AGAIN = (429, 503)
"""Too fast, and the database does not answer."""


class Told:
    """What a page knows from the frames of one connection; a gap in their numbers fails at once."""

    def __init__(self) -> None:
        self.frames = 0
        self.number = 0
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.log: list[Any] = []
        self.figures: list[Any] = []
        self.chat: list[Any] = []

    def hear(self, text: str) -> dict[str, Any]:
        """Take in a frame."""
        frame: dict[str, Any] = json.loads(text)
        self.frames += 1
        assert frame["frame"] == self.frames, f"frame {self.frames} is missing: {frame['frame']} came"
        if frame["type"] in ("state", "table"):
            self.table = frame["table"]
        if frame["type"] == "state":
            self.position, self.log, self.figures = None, [], []
            self.chat = frame["chat"]
            self.number = frame["number"]
        if frame["type"] == "chat":
            self.chat.append(frame["line"])
        if position := frame.get("position"):
            log, figures = position["log"], position["figures"]
            assert log["start"] <= len(self.log) and figures["start"] <= len(self.figures), "a part has no beginning"
            self.log = self.log[: log["start"]] + log["entries"]
            self.figures = self.figures[: figures["start"]] + figures["rows"]
            self.position, self.number = position, frame["number"]
        return frame

    @property
    def whole(self) -> dict[str, Any]:
        """The position with all of log and figures, however it came."""
        assert self.position is not None
        return {**self.position, "log": self.log, "figures": self.figures}


def new_table(game: str, kinds: Sequence[str], **more: Any) -> dict[str, Any]:
    """What is sent to make a table; kinds are "you", "open" or a bot's name."""
    seats = [{"kind": kind} if kind in ("you", "open") else {"kind": "bot", "level": kind} for kind in kinds]
    return {"game": game, "seats": seats, **more}


def secret_of(link: str) -> str:
    """The part of a link that gives its right."""
    return link.split("#")[1]


class Guest:
    """Somebody with a cookie."""

    def __init__(self, http: httpx.AsyncClient, address: str, cookie: str | None = None) -> None:
        self.http = http
        self.address = address
        self.cookie = cookie

    @property
    def headers(self) -> dict[str, str]:
        """What a browser of theirs sends."""
        return {"Origin": self.address, **({"Cookie": f"tulips={self.cookie}"} if self.cookie else {})}

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask something over HTTP."""
        answer = await self.http.request(method, f"{self.address}{API}{path}", headers=self.headers, **more)
        self.cookie = answer.cookies.get("tulips") or self.cookie
        self.http.cookies.clear()  # they are the guest's own; others ask through the same client
        return answer

    async def get(self, path: str) -> httpx.Response:
        """Ask for something."""
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any = None) -> Any:
        """Ask for something that must be granted; the answer."""
        while (answer := await self.ask("POST", path, json={} if body is None else body)).status_code in TRY_AGAIN:
            await asyncio.sleep(0.2)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def make(self, game: str, kinds: list[str], **more: Any) -> dict[str, Any]:
        """Make a table; kinds are "you", "open" or a bot's name."""
        made: dict[str, Any] = await self.post("/tables", new_table(game, kinds, **more))
        return made

    async def join(self, link: str) -> dict[str, Any]:
        """Come by a link."""
        joined: dict[str, Any] = await self.post("/join", {"secret": secret_of(link)})
        return joined

    async def sit(self, table: str, query: str = "") -> "Page":
        """Open the page of a table."""
        page = Page(self, table, query)
        await page.open()
        return page


class Page:
    """A page at a table."""

    def __init__(self, guest: Guest, table: str, query: str = "", ids: Iterator[str] | None = None) -> None:
        self.guest = guest
        self.id = table
        self.url = f"{guest.address.replace('http', 'ws', 1)}{API}/tables/{table}/socket{query}"
        self.texts: list[str] = []
        self.told = Told()
        self._socket: ClientConnection | None = None
        self._ids = ids or (f"p{i}" for i in itertools.count())

    async def open(self) -> None:
        """Connect, anew if need be, and hear the state."""
        self.told = Told()
        self._socket = await connect(
            self.url,
            additional_headers=self.guest.headers,
            max_size=None,
            compression=None,
            proxy=None,
            ping_interval=None,
            close_timeout=1,
        )
        try:
            await self.hear()
        except BaseException:
            await self.close()
            raise

    @property
    def socket(self) -> ClientConnection:
        """The open connection."""
        assert self._socket is not None
        return self._socket

    @property
    def turn(self) -> dict[str, Any] | None:
        """The position, if the page has something to decide."""
        position = self.told.position
        return position if position and position["viewer"] in position["acting"] and position["offers"] else None

    async def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next frame."""
        async with asyncio.timeout(timeout):
            text = await self.socket.recv(decode=True)
        assert isinstance(text, str)
        self.texts.append(text)
        return self.told.hear(text)

    async def send(self, type: str, **fields: Any) -> str:
        """Send a message; its id."""
        id: str = fields.pop("id", None) or next(self._ids)
        named = {} if type in ("resync", "ping", "look") else {"id": id}
        await self.socket.send(json.dumps({"type": type, **named, **fields}))
        return id

    async def answer_to(self, id: str) -> dict[str, Any]:
        """The answer to a message."""
        while (frame := await self.hear())["type"] not in ANSWERS or frame["id"] != id:
            pass
        return frame

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send something and wait for its answer."""
        return await self.answer_to(await self.send(type, **fields))

    async def hear_until(self, condition: Callable[[], Any]) -> Any:
        """Hear until something holds; what that is."""
        while not (found := condition()):
            await self.hear()
        return found

    async def hear_type(self, type: str) -> dict[str, Any]:
        """The next frame of a type."""
        while (frame := await self.hear())["type"] != type:
            pass
        return frame

    async def flush(self) -> None:
        """Hear all that the server had to say until now."""
        await self.send("ping")
        await self.hear_type("pong")

    async def reach(self, number: int) -> None:
        """Hear until the page shows so many events."""
        while self.told.number < number or self.told.position is None:
            await self.hear()

    async def ready(self) -> dict[str, Any]:
        """Wait until there is a position; it."""
        await self.hear_until(lambda: self.told.position)
        assert self.told.position is not None
        return self.told.position

    async def my_turn(self) -> dict[str, Any]:
        """Wait until there is something to decide; the position."""
        await self.hear_until(lambda: self._acts)
        return await self.ready()

    @property
    def _acts(self) -> bool:
        position = self.told.position
        return position is not None and position["viewer"] in position["acting"]

    async def move(self, move: int | str | None = None, **more: Any) -> dict[str, Any]:
        """Make a move; the first that is offered if none is named."""
        assert self.told.position is not None
        chosen = self.told.position["offers"][0]["move"] if move is None else move
        return await self.ask("move", **{"number": self.told.number, "move": chosen, **more})

    async def play(self, move: int | str | None = None, **more: Any) -> int:
        """Make a move that must be accepted, and wait until the page shows it; its number."""
        while (answer := await self.move(move, **more)).get("code") == "too fast":
            await asyncio.sleep(0.1)
        assert answer["type"] == "done", answer
        await self.reach(answer["number"])
        made: int = answer["number"]
        return made

    async def play_on(self) -> None:
        """Make moves until the match is over."""
        while not (await self.hear_until(lambda: (self._acts or self._ended) and self.told.position))["end"]:
            await self.play()
        await self.hear_until(lambda: self.told.table["phase"] == "over")

    @property
    def _ended(self) -> bool:
        return self.told.position is not None and bool(self.told.position["end"])

    def any_move(self, chooser: random.Random) -> dict[str, Any]:
        """A message that makes one of the moves offered now."""
        assert self.turn is not None
        return {"number": self.told.number, "move": chooser.choice(self.turn["offers"])["move"]}

    async def close(self) -> None:
        """Go."""
        if self._socket is not None:
            await self._socket.close()

    async def drop(self) -> None:
        """Go without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
            with contextlib.suppress(Exception):
                await self._socket.wait_closed()


async def until(condition: Callable[[], Any]) -> None:
    """Wait for something that is bound to come."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def browsing() -> AsyncIterator[httpx.AsyncClient]:
    """What speaks HTTP for any number of guests."""
    limits = httpx.Limits(max_keepalive_connections=0)  # a server that was killed leaves nothing to be used again
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE, limits=limits) as http:
        yield http
