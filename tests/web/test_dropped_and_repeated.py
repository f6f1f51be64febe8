"""Messages that are dropped, repeated, reordered or late, and broken connections: the match is still its rows, each once."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from support.accounted_players import rows_of
from support.client import Guest, Page, browsing, until
from support.server_thread import Inside, served
from tulips.table.broadcast import replay_moves
from tulips.table.live_match import Made
from tulips.table.serialize import whole
from tulips.table.state import Event

GAMES = [("gift-of-tulips", 3), ("tulip", 2), ("tulipmania-1637", 3)]
STEPS = 120


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('tables')}/tables.db") as server:
        yield server


class Unruly:
    """People at one table whose messages go astray; `answers` holds the first answer to each message."""

    def __init__(self, chooser: random.Random) -> None:
        self.chooser = chooser
        self.pages: list[Page] = []
        self.sent: list[tuple[int, str, str, dict[str, Any]]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.changing: set[str] = set()  # messages that may have become an event

    async def sit(self, http: httpx.AsyncClient, address: str, game: str, seats: int) -> str:
        made = await Guest(http, address).make(game, ["open"] * seats)
        table: str = made["table"]
        guests = [Guest(http, address) for _ in range(seats)]
        for guest, link in zip(guests, made["links"]["seats"], strict=True):
            await guest.join(link)
        self.pages = [await guest.sit(table) for guest in guests]
        for page in self.pages:
            await page.ready()
        return table

    async def step(self) -> None:
        """Something that happens on bad days."""
        seat = self.chooser.randrange(len(self.pages))
        acting = [p for p, page in enumerate(self.pages) if page.turn]
        if acting and self.chooser.random() < 0.7:
            seat = self.chooser.choice(acting)
        doing = self.chooser.choice(
            [self.move] * 5 + [self.repeat, self.late, self.illegal, self.lost, self.swapped, self.undo, self.say, self.resync]
        )
        await doing(seat)

    async def move(self, seat: int) -> None:
        if self.pages[seat].turn:
            await self.tell(seat, "move", self.pages[seat].any_move(self.chooser))

    async def repeat(self, seat: int) -> None:
        """The same message again, as a page does that has had no answer: the answer is the same."""
        mine = [message for message in self.sent if message[0] == seat and message[1] == "move"]
        if mine:
            _, kind, id, fields = self.chooser.choice(mine)
            known = self.answers.get(id)
            answer = await self.pages[seat].ask(kind, id=id, **fields)
            if known and known["type"] == "done" and answer.get("code") != "too fast":
                assert (answer["type"], answer["number"]) == ("done", known["number"]), "a repeated move was made again"
            self.note(id, answer)

    async def late(self, seat: int) -> None:
        """A move for a table that has moved on."""
        page = self.pages[seat]
        if page.turn and page.told.number > 6:
            fields = {**page.any_move(self.chooser), "number": self.chooser.randrange(page.told.number - 5)}
            assert (await self.refused(seat, fields))["code"] in ("late", "too fast")

    async def illegal(self, seat: int) -> None:
        assert (await self.refused(seat, {"number": self.pages[seat].told.number, "move": -5}))["code"] in (
            "illegal",
            "late",
            "over",
            "too fast",
        )

    async def refused(self, seat: int, fields: dict[str, Any]) -> dict[str, Any]:
        """A refusal changes nothing and comes with the table as it is."""
        page = self.pages[seat]
        await page.flush()
        answer = await page.ask("move", id=self.fresh(), **fields)
        assert answer["type"] == "refused", answer
        if answer["code"] in ("late", "illegal"):
            refusal = answer["position"]
            assert refusal["log"]["start"] == refusal["figures"]["start"] == 0, "the view is not whole"
            await page.send("resync")
            while (frame := await page.hear())["type"] != "state":
                pass
            assert frame["number"] == answer["number"] and frame["position"] == refusal, "the view was not fresh"
        return answer

    async def lost(self, seat: int) -> None:
        """The connection breaks just after a move was sent; the page comes back and sends it once more."""
        page = self.pages[seat]
        if not page.turn:
            return
        id, fields = self.fresh(), page.any_move(self.chooser)
        self.sent.append((seat, "move", id, fields))
        self.changing.add(f"{seat}:{id}")
        await page.send("move", id=id, **fields)
        await asyncio.sleep(self.chooser.choice([0, 0, 0.002, 0.01]))
        await page.drop()
        await page.open()
        await page.ready()
        self.note(id, await page.ask("move", id=id, **fields))

    async def swapped(self, seat: int) -> None:
        """Two messages at once, the later decision first."""
        page = self.pages[seat]
        if page.turn:
            first, second = page.any_move(self.chooser), page.any_move(self.chooser)
            ids = [self.fresh(), self.fresh()]
            for id, fields in ((ids[1], {**second, "number": second["number"] + 1}), (ids[0], first)):
                self.sent.append((seat, "move", id, fields))
                self.changing.add(f"{seat}:{id}")
                await page.send("move", id=id, **fields)
            for id in reversed(ids):
                self.note(id, await page.answer_to(id))

    async def undo(self, seat: int) -> None:
        """Somebody asks; the others agree, or not."""
        page = self.pages[seat]
        if not page.told.table["can_undo"]:
            return
        await self.tell(seat, "undo", {"number": page.told.number})
        for other in self.pages:
            await other.flush()
            if other.told.table["undo"]:
                await other.ask("consent", agree=self.chooser.random() < 0.7)

    async def say(self, seat: int) -> None:
        await self.tell(seat, "chat", {"text": f"hello {len(self.sent)}"})

    async def resync(self, seat: int) -> None:
        await self.pages[seat].send("resync")

    async def tell(self, seat: int, kind: str, fields: dict[str, Any]) -> None:
        id = self.fresh()
        self.sent.append((seat, kind, id, fields))
        if kind != "chat":
            self.changing.add(f"{seat}:{id}")
        self.note(id, await self.pages[seat].ask(kind, id=id, **fields))

    def note(self, id: str, answer: dict[str, Any]) -> None:
        self.answers.setdefault(id, answer)

    def fresh(self) -> str:
        return f"{self.chooser.getrandbits(60):x}"

    def check(self, events: list[Event]) -> None:
        """Every event is somebody's message, and every message acknowledged as a move is one event."""
        assert [event.number for event in events] == [*range(1, len(events) + 1)]
        by_message = {event.message: event for event in events}
        assert len(by_message) == len(events), "a message was carried out twice"
        assert all(message in self.changing or message.startswith("undo:") for message in by_message)
        for seat, kind, id, fields in self.sent:
            answer = self.answers.get(id)
            if kind == "move" and answer and answer["type"] == "done":
                event = by_message[f"{seat}:{id}"]
                assert (event.number, event.move) == (answer["number"], fields["move"])


async def unruly_match(server: Inside, seed: int) -> int:
    chooser = random.Random(seed)
    unruly = Unruly(chooser)
    async with browsing() as http:
        table = await unruly.sit(http, server.address, *GAMES[seed % len(GAMES)])
        for _ in range(STEPS):
            if any(page.told.position and page.told.position["end"] for page in unruly.pages):
                break
            try:
                await unruly.step()
            except WebSocketException:
                pytest.fail("the server has hung up")
            for page in unruly.pages:
                await page.flush()
        await until(lambda: not server.web.registry.rooms[table]._tasks)
        engine = sa.create_engine(server.web.registry.storage.url, poolclass=sa.NullPool)
        rows = rows_of(engine, table)
        unruly.check(rows.events)
        room = server.web.registry.rooms[table]
        live = room.live
        assert live is not None and live.number == len(rows.events)
        for page in unruly.pages:
            await page.reach(len(rows.events))
            await page.flush()
            seen = page.told
            assert seen.position is not None
            replayed = replay_moves(room.game, room.header(), line(rows.events))
            expected = _json(whole(replayed, seen.position["viewer"]))
            expected["log"], expected["figures"] = expected["log"]["entries"], expected["figures"]["rows"]
            expected["result"] = seen.position["result"]  # told in whole positions only
            assert seen.whole == expected, "the page shows another match than the rows tell"
            assert [said["text"] for said in seen.chat][-len(rows.said) :] == rows.said[-len(seen.chat) :]
            await page.close()
        return len(rows.events)


def line(events: list[Event]) -> list[Made]:
    """The moves that were not taken back."""
    left: list[Made] = []
    for event in events:
        if event.move is not None:
            left.append(Made(event.seat, event.move, event.player))
        else:
            del left[len(left) - (event.undone or 0) :]
    return left


def _json(position: Any) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    return decoded


@pytest.mark.parametrize("seed", range(9))
def test_a_match_is_its_rows_whatever_happens_to_messages(server: Inside, seed: int) -> None:
    assert asyncio.run(unruly_match(server, seed)) > 5
