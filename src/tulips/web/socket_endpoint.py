"""The endpoint of the websockets: who is let in at a table, how many at a time, and how much they may say there."""

import functools
import re
from collections import Counter
from typing import TYPE_CHECKING

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tulips.engine.phrase import say
from tulips.table.database.group_commit import Unavailable
from tulips.table.links import digest, fresh_secret
from tulips.table.refusal import BUSY, Refused
from tulips.web import api
from tulips.web.budget import OPENING
from tulips.web.limits import PerAddress, address_of
from tulips.web.security import same_origin
from tulips.web.socket import CLOSE_BUSY, Connection

if TYPE_CHECKING:
    from tulips.web.app import Web

SOCKET = re.compile(rf"{api.PREFIX}/tables/([^/]+)/socket")
CLOSE_UNKNOWN, CLOSE_FORBIDDEN = 4404, 4403

CONNECTIONS_AN_ADDRESS = 500
CONNECTIONS_A_TABLE = 100
"""Of those who sit there, and as many of those who watch."""

CHATS_A_SECOND, CHATS_AT_ONCE = 0.5, 8
"""Lines that a seat may say, over all its sockets; and the host without one."""

SPECTATORS_CHATS_A_SECOND, SPECTATORS_CHATS_AT_ONCE = 1 / 3, 5
"""Lines that all spectators of an address may say, over all their sockets."""

TABLES_CHATS_A_SECOND, TABLES_CHATS_AT_ONCE = 2.0, 20
"""Lines that all spectators of a table may say, whatever their addresses: each is sent to everybody there."""

HINTS_A_SECOND, HINTS_AT_ONCE = 2.0, 60
"""Positions that are thought about for people of an address, over all their sockets; each takes about a second of a core."""

WHO = 16
"""Digits of a browser's digest that tell its messages from others'."""

SERVER_FULL = "error.server-full"
TABLE_FULL = "error.too-many-pages"
ADDRESS_FULL = "error.too-many-pages-of-address"


class SocketEndpoint:
    """The websockets, without the layers that requests go through: each would cost every connection and every frame."""

    def __init__(self, web: "Web") -> None:
        self._web = web
        self.seat_chat = PerAddress(CHATS_A_SECOND, CHATS_AT_ONCE)  # by seat
        self.spectator_chat = PerAddress(SPECTATORS_CHATS_A_SECOND, SPECTATORS_CHATS_AT_ONCE)
        self.table_chat = PerAddress(TABLES_CHATS_A_SECOND, TABLES_CHATS_AT_ONCE)  # by table
        self.hints = PerAddress(HINTS_A_SECOND, HINTS_AT_ONCE)
        self.connections: Counter[str] = Counter()  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one websocket (ASGI)."""
        socket = WebSocket(scope, receive, send)
        if found := SOCKET.fullmatch(scope["path"]):
            scope["path_params"] = {"table": found[1]}
            await self._connect(socket, send)
        else:
            await socket.close()

    async def _connect(self, socket: WebSocket, send: Send) -> None:
        """Let a page in at a table, or say why not."""
        web = self._web
        if not same_origin(socket):
            await socket.close(CLOSE_FORBIDDEN)
            return
        address = address_of(socket)
        budget = web.budgets.of(address)
        if budget.crowded:
            web.prometheus.limited("sockets")
            await socket.close()
            return
        await budget.turn(OPENING)
        try:
            room, grants, rights = await web.rights_at(socket)
        except (Refused, Unavailable) as problem:
            await socket.accept()
            refusal = problem if isinstance(problem, Refused) else Refused("busy", BUSY)
            busy = refusal.code in ("busy", "too many")  # the page tries again
            await socket.close(CLOSE_BUSY if busy else CLOSE_UNKNOWN, str(refusal.why))
            return
        await socket.accept()
        if not web.cap.has_room_for_sockets(self.connections.total()):
            await socket.close(CLOSE_BUSY, str(say(SERVER_FULL)))
            return
        if self.connections[address] >= CONNECTIONS_AN_ADDRESS:
            web.prometheus.limited("sockets")
            await socket.close(CLOSE_BUSY, str(say(ADDRESS_FULL)))
            return
        plays = any(grant.role == "seat" for grant in grants)  # those who watch must not keep out those who play
        if sum(bool(seats) == plays for seats in room.people.values()) >= CONNECTIONS_A_TABLE:
            await socket.close(CLOSE_BUSY, str(say(TABLE_FULL)))
            return
        if plays:
            room.charge(address)
        asked = socket.query_params.get("seat", "")[:2]
        seat = int(asked) if asked.isdecimal() else None
        who = (web.holder(socket) or digest(fresh_secret()))[:WHO]
        chats = functools.partial(self._may_chat, address, room.id)
        thinks = functools.partial(self.hints.take, address)
        refused = web.prometheus.refused
        connection = Connection(socket, send, room, grants, rights, seat, who, budget, refused, chats, thinks, address)
        self.connections[address] += 1
        try:
            await connection.run()
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    def _may_chat(self, address: str, table: str, seat: int | None) -> bool:
        """Take a line from what a seat may say; a spectator's from what their address may, and the table's spectators."""
        if seat is not None:
            return self.seat_chat.take(f"{table} {seat}")
        return self.spectator_chat.take(address) and self.table_chat.take(table)
