"""Which modules one move passes through, from the message that asks for it to the frames that tell of it.

`python bench/trace_move.py` runs a server in this process, with a table of two people who look at it. Both make moves until
everything is compiled and loaded; then one more is made, and the functions of `tulips` that the server's threads call for it
are printed as a Markdown table, module by module in the order in which they are first entered. `--game` names another game.
Compiled rules are machine code and are not seen here: the module that calls them is.
"""

import argparse
import itertools
import json
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import CodeType, FrameType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

import tulips
from tulips.bots.warm import warm, warm_search
from tulips.table.server_settings import ServerSettings
from tulips.web.serve import server as new_server

PATIENCE = 60.0
QUIET = 0.5
"""Seconds without a frame after which all that belongs to a move has been told."""


class Trace:
    """The functions of `tulips` that are called while it is on, in all threads that were started after it was made."""

    def __init__(self) -> None:
        self.on = False
        self.modules: dict[str, dict[str, None]] = {}
        threading.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        if self.on and event == "call":
            module = frame.f_globals.get("__name__", "")
            if module.startswith("tulips."):
                self.modules.setdefault(module, {})[_name(frame.f_code)] = None

    def table(self) -> str:
        """What was called, as a table in Markdown."""
        rows = [f"| {i} | `{name.removeprefix('tulips.')}` | {_code(found)} |" for i, (name, found) in self._numbered()]
        return "\n".join(["|  | module | functions |", "|---|---|---|", *rows])

    def _numbered(self) -> Iterator[tuple[int, tuple[str, dict[str, None]]]]:
        return enumerate(self.modules.items(), 1)


def _name(code: CodeType) -> str:
    """A function's name; what is nested in one counts as its part."""
    return code.co_qualname.split(".<locals>")[0]


def _code(names: dict[str, None]) -> str:
    return ", ".join(f"`{name}`" for name in names if not name.startswith("<"))


class Page:
    """A page at a table that knows just enough to make moves."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.position: dict[str, Any] | None = None
        self._ids = itertools.count()

    def hear(self, seconds: float) -> bool:
        """Take in the next frame, if one comes in time; whether it did."""
        try:
            frame = json.loads(self.socket.recv(seconds))
        except TimeoutError:
            return False
        if frame.get("position"):
            self.number, self.position = frame["number"], frame["position"]
        return True

    def hear_all(self) -> None:
        """Take in frames until no more come."""
        while self.hear(QUIET):
            pass

    @property
    def can_move(self) -> bool:
        """Whether something is offered to it."""
        return bool(self.position and self.position["acting"] and self.position["offers"])

    def move(self) -> None:
        """Make the last move that is offered: the first is often to do nothing."""
        assert self.position is not None
        chosen = self.position["offers"][-1]["move"]
        message = {"type": "move", "id": f"m{next(self._ids)}", "number": self.number, "move": chosen}
        self.socket.send(json.dumps(message))


@contextmanager
def serving(database: str) -> Iterator[str]:
    """A server in a thread of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = new_server(ServerSettings(database=database, seeds=True), "127.0.0.1", port)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < until, "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def sit_down(address: str, game: str, held: ExitStack) -> list[Page]:
    """Two people at a table of their own, each with a page that is open until the stack is closed."""
    cookies = []
    link = None
    for _ in range(2):
        with httpx.Client(base_url=f"{address}/api/v1", trust_env=False, timeout=PATIENCE) as browser:
            if link is None:
                seats = [{"kind": "you"}, {"kind": "open"}]
                seats += [{"kind": "you"}] * (tulips.game(game).about.seats[0] - len(seats))
                made = browser.post("/tables", json={"game": game, "seats": seats, "seed": "a trace"}).json()
                link = made["links"]["table"]
            else:
                browser.post("/join", json={"secret": link.split("#")[1]}).raise_for_status()
            cookies.append(browser.cookies["tulips"])
    url = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{made['table']}/socket"
    opened = [connect(url, additional_headers={"Cookie": f"tulips={cookie}"}, max_size=None) for cookie in cookies]
    return [Page(held.enter_context(page)) for page in opened]


def trace_move(game: str, moves: int) -> Trace:
    """The trace of one move, after some that make everything warm."""
    trace = Trace()
    with ExitStack() as held:
        folder = held.enter_context(tempfile.TemporaryDirectory())
        address = held.enter_context(serving(f"sqlite:///{folder}/trace.db"))
        pages = sit_down(address, game, held)
        for at in range(moves + 1):
            for page in pages:
                page.hear_all()
            mover = next(page for page in pages if page.can_move)
            trace.on = at == moves
            mover.move()
            for page in pages:
                page.hear_all()
            trace.on = False
    return trace


def main() -> None:
    """Trace a move and print the modules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tulip", choices=tulips.game_names())
    parser.add_argument("--moves", type=int, default=6, help="moves before the one that is traced")
    arguments = parser.parse_args()
    warm(tulips.game(arguments.game), lambda *_: None)
    warm_search(tulips.game(arguments.game))
    trace = trace_move(arguments.game, arguments.moves)
    functions = sum(map(len, trace.modules.values()))
    print(f"One move of {arguments.game}: {len(trace.modules)} modules, {functions} functions.\n")
    print(trace.table())


if __name__ == "__main__":
    main()
