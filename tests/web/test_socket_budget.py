"""What all sockets of an address may cost together, and how a flood is held up without losing anything."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from support.client import API, Guest, browsing, until
from support.manual_clock import Clock
from support.server_thread import Inside, protocol_of, served
from tulips.web import budget, flow_control, socket
from tulips.web.budget import Budget, Budgets
from tulips.web.flow_control import FlowControlledSocket
from tulips.web.socket import Connection

pytestmark = pytest.mark.slow

GAME = "gift-of-tulips"
PEOPLE, MESSAGES = 35, 3
"""A school class behind one address, and how many messages each sends in a second who plays fast."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path}/tables.db") as server:
        yield server


@asynccontextmanager
async def sockets(server: Inside, *addresses: str) -> AsyncIterator[list[ClientConnection]]:
    """Sockets of one seat, each from an address that a proxy tells; each has heard the state."""
    async with browsing() as http:
        host = Guest(http, server.address)
        table = (await host.make(GAME, ["you", "you"]))["table"]
        room = server.web.registry.rooms[table]
        while room.broadcaster is None or room._tasks:  # until the table is laid: then everything is told anew
            await asyncio.sleep(0.01)
        opened = []
        for address in addresses:
            one = await connect(
                f"{server.address.replace('http', 'ws', 1)}{API}/tables/{table}/socket",
                additional_headers={"Cookie": f"tulips={host.cookie}", "X-Forwarded-For": address},
                max_size=None,
                proxy=None,
                ping_interval=None,
                close_timeout=1,
            )
            await heard(one, "state")
            opened.append(one)
        try:
            yield opened
        finally:
            await asyncio.gather(*(one.close() for one in opened))


async def heard(one: ClientConnection, kind: str) -> dict[str, Any]:
    """The next frame of a kind."""
    async with asyncio.timeout(60):
        while (frame := json.loads(await one.recv()))["type"] != kind:
            pass
    return dict(frame)


async def is_silent(one: ClientConnection, kind: str) -> bool:
    """Whether no such frame comes for a moment."""
    try:
        async with asyncio.timeout(0.3):
            await heard(one, kind)
    except TimeoutError:
        return True
    return False


async def ping(one: ClientConnection, times: int = 1) -> None:
    for _ in range(times):
        await one.send('{"type":"ping"}')


# One budget


@pytest.mark.parametrize(
    ("first", "second", "elsewhere"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"),
        ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"),
    ],
    ids=["IPv4", "IPv6", "IPv4 in IPv6"],
)
def test_the_sockets_of_an_address_share_its_budget(
    server: Inside, clock: Clock, first: str, second: str, elsewhere: str
) -> None:
    server.web.budgets = Budgets(1.0, 50)

    async def come() -> None:
        async with sockets(server, first, second, elsewhere) as (one, other, stranger):
            await ping(one, 40)  # two openings took 12 of 50
            for _ in range(38):
                await heard(one, "pong")
            assert (await heard(one, "refused"))["code"] == "too fast"
            await ping(other)
            assert await is_silent(other, "pong"), "another socket of the address has a budget of its own"
            await ping(stranger)
            await heard(stranger, "pong")
            clock.now += 100
            await heard(one, "pong")
            await heard(one, "pong")
            await heard(other, "pong")

    asyncio.run(come())


def test_closing_and_opening_again_does_not_fill_the_budget(server: Inside, clock: Clock) -> None:
    server.web.budgets = Budgets(1.0, 50)

    async def come() -> None:
        async with sockets(server, "192.0.2.1") as (one,):
            await ping(one, 20)
            for _ in range(20):
                await heard(one, "pong")
        await until(lambda: not server.web.sockets.connections)
        assert server.web.budgets.of("192.0.2.1").bucket._left == 50 - budget.OPENING - 20

    asyncio.run(come())


@pytest.mark.parametrize(
    ("message", "answer", "cost"),
    [
        ({"type": "ping"}, "pong", 1),
        ({"type": "nonsense"}, "refused", 1 + budget.REFUSAL),
        ({"type": "move", "id": "a", "number": 0, "move": "fly"}, "refused", 1 + budget.REFUSAL + budget.POSITION),
        ({"type": "ask", "id": "a", "move": "fly"}, "refused", 1 + budget.ASK + budget.REFUSAL + budget.POSITION),
        ({"type": "resync"}, "state", 1 + budget.POSITION),
        ({"type": "look", "seat": 1}, "state", 1 + budget.POSITION),
        ({"type": "chat", "id": "a", "text": "hello"}, "done", 1 + 2 * budget.TOLD),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_a_message_costs_what_it_costs_the_server(
    server: Inside, clock: Clock, message: dict[str, Any], answer: str, cost: float
) -> None:
    server.web.budgets = Budgets(1.0, 100)

    async def come() -> None:
        async with sockets(server, "192.0.2.1", "192.0.2.2") as (one, _):
            bucket = server.web.budgets.of("192.0.2.1").bucket
            before = bucket._left
            await one.send(json.dumps(message))
            await heard(one, answer)
            told = cost + (2 * budget.TOLD if message["type"] == "move" else 0)
            assert before - bucket._left == pytest.approx(told)

    asyncio.run(come())


def test_a_class_behind_one_address_never_waits(clock: Clock) -> None:
    bucket = Budgets().of("192.0.2.1").bucket
    for _ in range(PEOPLE):
        assert bucket.take(budget.OPENING), "not all can come in at once"
    for _ in range(60 * MESSAGES):
        clock.now += 1 / MESSAGES
        for _ in range(PEOPLE):
            assert bucket.take(1 + 6 * budget.TOLD)
        bucket.charge(budget.REFUSAL + budget.POSITION)  # somebody was late


# Turns


def test_turns_are_in_order_one_in_a_round_of_the_event_loop(clock: Clock) -> None:
    async def come() -> None:
        begun: list[tuple[str, int]] = []  # with the round of the event loop
        rounds = 0
        shared, alone = Budgets(1.0, 100).of("a"), Budgets(1.0, 100).of("b")

        async def count() -> None:
            nonlocal rounds
            while True:
                rounds += 1
                await asyncio.sleep(0)

        async def have(name: str, of: Budget) -> None:
            await of.turn()
            begun.append((name, rounds))

        counting = asyncio.create_task(count())
        await asyncio.gather(*(have(f"crowd {number}", shared) for number in range(5)), have("quiet", alone))
        counting.cancel()
        names, when = zip(*begun, strict=True)
        assert names == ("crowd 0", "quiet", *(f"crowd {number}" for number in range(1, 5)))
        assert when[0] == when[1] and len(set(when[1:])) == 5, "several of a crowd had their turns in one round"

    asyncio.run(come())


def test_a_message_of_a_quiet_address_begins_at_once_and_the_next_one_waits_for_a_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = Clock()
    monkeypatch.setattr(budget, "time", now)

    async def come() -> None:
        shared, other = Budgets(1.0, 100).of("a"), Budgets(1.0, 100).of("b")
        assert shared.begin() and not shared.begin() and other.begin(), "two of one address began in one go"
        now.now += 60
        shared.over()  # a long message ends: whoever comes next was waiting for it
        assert not shared.begin()
        second = asyncio.create_task(shared.turn())
        await asyncio.sleep(0)
        assert not second.done(), "it began in the same round of the event loop"
        now.now += 2 * budget.MOMENT
        assert not shared.begin(), "it began before the one that waits"
        await asyncio.wait_for(second, 10)
        await asyncio.sleep(0)
        assert shared.begin()

    asyncio.run(come())


def test_a_message_without_tokens_does_not_begin(clock: Clock) -> None:
    poor = Budgets(1.0, 2).of("a")
    assert not poor.begin(3) and not poor.spent
    assert poor.begin(2) and poor.spent


def test_who_has_gone_while_waiting_takes_no_turn(clock: Clock) -> None:
    async def come() -> None:
        shared = Budgets(1.0, 2).of("a")
        await shared.turn(2)
        gone, stays = asyncio.create_task(shared.turn(2)), asyncio.create_task(shared.turn(2))
        await asyncio.sleep(0.01)
        gone.cancel()
        clock.now += 2
        await asyncio.wait_for(stays, 10)
        assert gone.cancelled() and shared.spent

    asyncio.run(come())


# Floods


def test_a_flood_is_held_up_and_goes_on_later_without_a_loss(server: Inside, clock: Clock) -> None:
    flood = 3 * socket.MESSAGES_AT_ONCE

    async def come() -> None:
        async with sockets(server, "192.0.2.1") as (one,):
            held = only_socket(server)
            sending = asyncio.create_task(ping(one, flood))
            heard_of: list[str] = []
            while heard_of.count("pong") < socket.MESSAGES_AT_ONCE or "refused" not in heard_of:
                heard_of.append(json.loads(await one.recv())["type"])
            assert await is_silent(one, "refused"), "it is told again and again, or more than it may was done"
            assert held.read_paused and held.queue.qsize() < flow_control.PIECE / 10, "the flood is taken in all the same"
            while heard_of.count("pong") < flood:
                clock.now += 1
                heard_of.append(json.loads(await one.recv())["type"])
            await sending
            assert not held.unread
            await ping(one)
            clock.now += 1
            await heard(one, "pong")

    asyncio.run(come())


def test_a_page_that_waits_is_told_so_once_a_second(server: Inside, clock: Clock) -> None:
    server.web.budgets = Budgets(0.001, 10)

    async def come() -> None:
        async with sockets(server, "192.0.2.1") as (one,):
            await ping(one, 60)
            told = await heard(one, "refused")
            assert told["code"] == "too fast" and told["id"] is None, "a message that waits was refused"
            assert await is_silent(one, "refused")
            clock.now += 1001.5
            assert (await heard(one, "refused"))["code"] == "too fast"

    asyncio.run(come())


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT], ids=lambda opcode: opcode.name)
def test_a_flood_of_frames_that_are_no_messages_ends_the_connection(server: Inside, clock: Clock, opcode: Opcode) -> None:
    async def come() -> None:
        async with sockets(server, "192.0.2.1") as (one,):
            if opcode is Opcode.CONT:
                one.transport.write(Frame(Opcode.TEXT, b"[", fin=False).serialize(mask=True))
            frame = Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True)
            for _ in range(flow_control.OTHERS_AT_ONCE):
                one.transport.write(frame)
            await ping(one) if opcode is not Opcode.CONT else None
            if opcode is not Opcode.CONT:
                await heard(one, "pong")
            one.transport.write(frame)
            with pytest.raises(ConnectionClosed):
                async with asyncio.timeout(60):
                    await heard(one, "nothing")

    asyncio.run(come())


@pytest.mark.parametrize("kind", ["move", "ask"])
def test_words_without_an_end_are_compared_with_nothing(server: Inside, kind: str) -> None:
    words = "give " * (socket.LONGEST_WORDS // 5 + 1)

    async def come() -> None:
        async with sockets(server, "192.0.2.1") as (one,):
            fields = {"number": 0, "move": words} if kind == "move" else {"move": words}
            await one.send(json.dumps({"type": kind, "id": "a", **fields}))
            refused = await heard(one, "refused")
            assert refused["code"] == "malformed" and refused["id"] == "a" and words not in json.dumps(refused)

    asyncio.run(come())


def only_socket(server: Inside) -> FlowControlledSocket:
    """The server's end of the only socket."""
    (room,) = server.web.registry.rooms.values()
    (connection,) = room.people
    assert isinstance(connection, Connection)
    return protocol_of(connection)
