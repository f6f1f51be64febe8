"""Players who keep a ledger of all that they have sent and been told, to be held against the rows of the database."""

import asyncio
import random
from typing import Any, NamedTuple

import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from support.client import Guest, Page
from tulips.table.database.schema import CHAT, TABLES
from tulips.table.database.storage import read_events
from tulips.table.state import Event, TableState, decode_state

UNDO, CHATTER = 0.03, 0.02
"""How often a player takes a move back, or says something."""

COMES_BACK = 0.03
"""Seconds after which a player whose connection broke tries again."""


class Sent(NamedTuple):
    """A message that changes the match, or says something."""

    type: str
    fields: dict[str, Any]


class Player:
    """Somebody who plays at random on one seat, is cut off at any moment, and comes back with what was not answered."""

    def __init__(self, guest: Guest, game: str, table: str, seat: int, chooser: random.Random) -> None:
        self.guest = guest
        self.game = game
        self.table = table
        self.seat = seat
        self.chooser = chooser
        self.sent: dict[str, Sent] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.open: list[str] = []  # sent and not answered
        self.seen = 0  # the highest number of an event that a frame has told
        self.over = False
        self.sat = 0  # how often the seat was there when the page came

    async def play(self) -> None:
        """Play until the match is over, on as many connections as it takes."""
        while not self.over:
            page = Page(self.guest, self.table)
            try:
                await self._connect(page)
                await self._go_on(page)
            except (WebSocketException, OSError, EOFError):
                await asyncio.sleep(COMES_BACK)
            finally:
                await page.drop()

    async def _connect(self, page: Page) -> None:
        await page.open()
        assert page.told.table["seats"][self.seat]["yours"], "the seat is lost"
        self.sat += 1

    async def _go_on(self, page: Page) -> None:
        for id in list(self.open):
            await self._send(page, id)
        decided = -1
        while True:
            told = page.told
            self.seen = max(self.seen, told.number)
            if told.position and told.position["end"]:
                self.over = True
                return
            if told.table.get("undo") and self.seat in told.table["undo"]["waiting_for"]:
                await page.send("consent", agree=True, id=f"c{self.chooser.getrandbits(60):x}")
                told.table["undo"] = None
            if page.turn and not self.open and decided < told.number:
                decided = told.number
                await self._decide(page)
            frame = await page.hear()
            self._note(frame)
            if frame["type"] == "refused" or (frame["type"] == "done" and frame["number"] <= decided):
                decided = -1  # nothing has come of it
            if frame.get("code") in ("too fast", "busy"):
                await asyncio.sleep(0.1)
                for id in self.open:
                    await self._send(page, id)

    async def _decide(self, page: Page) -> None:
        id = f"{self.chooser.getrandbits(60):x}"
        what = self.chooser.random()
        if what < CHATTER:
            self.sent[id] = Sent("chat", {"text": f"said {id}"})
        elif what < CHATTER + UNDO and page.told.table["can_undo"]:
            self.sent[id] = Sent("undo", {"number": page.told.number})
        else:
            self.sent[id] = Sent("move", page.any_move(self.chooser))
        self.open.append(id)
        await self._send(page, id)

    async def _send(self, page: Page, id: str) -> None:
        await page.send(self.sent[id].type, id=id, **self.sent[id].fields)

    def _note(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "done" and frame["id"] in self.open:
            self.acknowledged[frame["id"]] = frame["number"]
            self.open.remove(frame["id"])
        elif frame["type"] == "refused" and frame["id"] in self.open and frame["code"] != "busy":
            self.refused[frame["id"]] = frame["code"]
            self.open.remove(frame["id"])


class Rows(NamedTuple):
    """A table as it is in the database."""

    state: TableState
    events: list[Event]
    said: list[str]


def rows_of(engine: sa.Engine, table: str) -> Rows:
    """What is on disk."""
    with engine.connect() as connection:
        state = connection.execute(sa.select(TABLES.c.state).where(TABLES.c.id == table)).scalar_one()
        said = connection.execute(sa.select(CHAT.c.text).where(CHAT.c.match == table).order_by(CHAT.c.number)).scalars()
        return Rows(decode_state(state), read_events(connection, table, 0), list(said))


def check(players: list[Player], before: Rows | None, now: Rows) -> None:
    """Nothing that was acknowledged is lost, nothing that was refused is there, and nothing was invented."""
    events = now.events
    assert [event.number for event in events] == [*range(1, len(events) + 1)], "the numbers have a gap"
    if before is not None:
        assert events[: len(before.events)] == before.events, "what was there has changed"
        assert now.said[: len(before.said)] == before.said, "what was said has changed"
    by_message = {event.message: event for event in events}
    assert len(by_message) == len(events), "a message was carried out twice"
    known = {f"{player.seat}:{id}": sent for player in players for id, sent in player.sent.items()}
    for message, event in by_message.items():
        if event.move is not None:
            assert known[message].fields["move"] == event.move, "a move that nobody made"
        else:
            assert message.startswith("undo:") or known[message].type == "undo", "taken back by nobody"
    for player in players:
        assert len(events) >= player.seen, "somebody was told of an event that is not there"
        for id, number in player.acknowledged.items():
            kind = player.sent[id].type
            if kind == "move":
                assert f"{player.seat}:{id}" in by_message, "an acknowledged move is lost"
                assert by_message[f"{player.seat}:{id}"].number == number, "an acknowledged move has another number"
            elif kind == "chat":
                assert f"said {id}" in now.said, "something said is lost"
        for id in player.refused:
            assert f"{player.seat}:{id}" not in by_message, "a refused message was carried out"
