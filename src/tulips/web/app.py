"""The web application: the house's tables over HTTP and websockets, and the built page."""

import asyncio
import contextlib
import re
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tulips import games
from tulips.engine.errors import TulipsError
from tulips.engine.recordfile import RecordFile
from tulips.engine.spectator import ALL_SEEING, SPECTATOR
from tulips.table.house import (
    House,
    Made,
    NewSeat,
    NewTable,
    Settings,
    begin,
    begin_if_full,
    checked_level,
    checked_name,
    may_look,
    need_host,
    need_seat,
)
from tulips.table.links import digest, fresh_secret
from tulips.table.position import Position
from tulips.table.records import record_of
from tulips.table.refusal import BUSY, NO_TABLE, NOT_HOST, Refused
from tulips.table.room import Room
from tulips.table.state import Grant, TableState
from tulips.table.storage import Unavailable
from tulips.table.thinking import known_level
from tulips.web import api
from tulips.web.builtpage import page
from tulips.web.describing import game_info, listed_info, room_info
from tulips.web.limits import PerAddress
from tulips.web.measured import PROMETHEUS, Measured
from tulips.web.messages import TableInfo
from tulips.web.openapi import description
from tulips.web.rulespage import ENGLISH, rules_page
from tulips.web.security import Guarded, same_origin
from tulips.web.socket import Connection

COOKIE = "tulips"
COOKIE_SECONDS = 400 * 24 * 3600
CONNECTIONS_A_TABLE = 100
"""Of those who sit there, and as many of those who watch."""

WHO = 16
"""Digits of a browser's digest that tell its messages from others'."""
CONNECTIONS_AN_ADDRESS = 500
SOCKET = re.compile(rf"{api.PREFIX}/tables/([^/]+)/socket")
NOTHING_HERE = Refused("unknown", "There is nothing at this address.")
CLOSE_UNKNOWN, CLOSE_FORBIDDEN, CLOSE_BUSY = 4404, 4403, 4503
TABLE_FULL = "Too many pages are open at this table; try again later."
ADDRESS_FULL = "Too many pages are open from your address; close one of them to open another."


class Web:
    """The handlers, around one house."""

    def __init__(self, settings: Settings) -> None:
        self.house = House(settings)
        self.making = PerAddress(2.0, 100)
        self.joining = PerAddress(20.0, 300)
        self.asking = PerAddress(20.0, 300)
        self.uploading = PerAddress(0.2, 10)
        self.connections: Counter[str] = Counter()
        self.measured = Measured(self.house)

    # Who asks

    def holder(self, request: HTTPConnection) -> str | None:
        """The digest of the browser's cookie."""
        cookie = request.cookies.get(COOKIE)
        return digest(cookie) if cookie else None

    async def grants(self, request: HTTPConnection, id: str) -> frozenset[Grant]:
        """What the browser may do at a table."""
        holder = self.holder(request)
        return frozenset(await self.house.storage.grants(holder, id)) if holder else frozenset()

    async def at(self, request: HTTPConnection) -> tuple[Room, frozenset[Grant]]:
        """The table that is asked about, and what the asker may do there."""
        room = await self.house.room(request.path_params["table"])
        grants = await self.grants(request, room.id)
        if not may_look(room.state, grants):
            raise Refused("unknown", NO_TABLE)
        return room, grants

    def _limit(self, limit: PerAddress, request: HTTPConnection) -> None:
        if request.client and not limit.take(request.client.host):
            raise api.too_fast()

    def _with_cookie(self, request: Request) -> tuple[str, dict[str, str]]:
        """The browser's digest, and the header that gives it a cookie if it has none yet."""
        holder = self.holder(request)
        if holder:
            return holder, {}
        cookie = fresh_secret()
        secure = "; Secure" if request.url.scheme == "https" else ""
        return digest(cookie), {
            "Set-Cookie": f"{COOKIE}={cookie}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        }

    # Games

    async def games(self, request: Request) -> api.GameList:
        """The games that can be played, with their options and bots."""
        return api.GameList(
            [msgspec.structs.replace(game_info(name), compiled=self.house.compiling.state(name)) for name in games.names()]
        )

    async def rules(self, request: Request) -> api.RulesPage:
        """The rules of a game."""
        try:
            return rules_page(request.path_params["game"], request.query_params.get("language", ENGLISH)[:5])
        except TulipsError as problem:
            raise Refused("unknown", problem.why) from None

    # Tables

    async def make(self, request: Request, wish: api.TableWish) -> Response:
        """Make a table. It begins at once if no seat is open, unless it is to wait."""
        self._limit(self.making, request)
        holder, headers = self._with_cookie(request)
        seats = [NewSeat(seat.kind, seat.name, seat.level) for seat in wish.seats]
        settings: dict[str, Any] = {name: getattr(wish, name) for name in wish.__struct_fields__}
        return _made(await self.house.make(NewTable(**{**settings, "seats": seats}), holder), headers)

    async def join(self, request: Request, wish: api.JoinWish) -> Response:
        """Exchange the secret of a link for a cookie that holds what the link grants."""
        self._limit(self.joining, request)
        holder, headers = self._with_cookie(request)
        room, grant = await self.house.follow(wish.secret)
        if wish.look:
            mixed = grant.role == "seat" and room.state.phase == "waiting"
        else:
            mixed = await self.house.join(room, grant, holder, wish.name, wish.nonce)
        seat = grant.seat if grant.role == "seat" else None
        answer = api.answered(api.JoinAnswer(room.id, grant.role, seat, room.state.commitment if mixed else None))
        answer.headers.update(headers)
        return answer

    async def lobby(self, request: Request) -> api.Lobby:
        """Listed tables that wait for players, and those that may be watched."""
        self._limit(self.asking, request)
        return api.Lobby([listed_info(table.id, table.state) for table in await self.house.lobby()])

    async def table(self, request: Request) -> TableInfo:
        """One table, for somebody who may see it."""
        self._limit(self.asking, request)
        return self._info(*await self.at(request))

    def _info(self, room: Room, grants: frozenset[Grant]) -> TableInfo:
        return room_info(room, [grant.seat for grant in grants if grant.role == "seat"], Grant("host") in grants)

    async def seat(self, request: Request, wish: api.SeatChange) -> Response:
        """Open, take, leave or change a seat."""
        self._limit(self.making, request)
        room, grants = await self.at(request)
        seat = request.path_params["seat"]
        if not 0 <= seat < len(room.state.seats):
            raise Refused("unknown", "There is no such seat at this table.")
        secret = None
        headers: dict[str, str] = {}
        mine = Grant("seat", seat)
        match wish.action:
            case "take":
                if not room.state.listed and not any(grant.role != "spectator" for grant in grants):
                    raise Refused("forbidden", "This seat is for somebody with its link.")
                holder, headers = self._with_cookie(request)
                await self.house.take(room, seat, holder, wish.name, wish.nonce)
                grants |= {mine}
            case "name":
                need_seat(grants, seat)
                name = checked_name(wish.name, room.state.seats[seat].name)
                await room.change(lambda state: setattr(state.seats[seat], "name", name))
            case "leave" | "return":
                need_seat(grants, seat)
                level = checked_level(room.game, wish.level)
                await room.change(lambda state: _leave(state, seat, wish.action == "leave", level, room))
            case "bot":
                need_host(grants)
                level = checked_level(room.game, wish.level)
                drop = self.house.storage.replace_link(room.id, mine, None) if room.state.phase == "waiting" else None
                await room.change(lambda state: _give_to_bot(state, seat, level, room), drop)
            case "open":
                need_host(grants)
                secret = fresh_secret()
                await room.change(
                    lambda state: _open(state, seat), self.house.storage.replace_link(room.id, mine, digest(secret))
                )
            case "revoke":
                need_host(grants)
                secret = fresh_secret()
                await room.change(
                    lambda state: _revoke(state, seat), self.house.storage.replace_link(room.id, mine, digest(secret))
                )
        answer = api.answered(api.SeatAnswer(self._info(room, grants), link(room.id, secret) if secret else None))
        answer.headers.update(headers)
        return answer

    async def start(self, request: Request) -> TableInfo:
        """Begin, with bots on the seats that are still open."""
        self._limit(self.joining, request)
        room, grants = await self.at(request)
        need_host(grants)
        level = checked_level(room.game, request.query_params.get("level"))

        def start(state: TableState) -> None:
            if state.phase == "waiting":
                for seat in state.seats:
                    if seat.kind == "open":
                        seat.kind, seat.level = "bot", known_level(room.game, level or seat.level)
                begin(state)

        await room.change(start)
        return self._info(room, grants)

    async def nonce(self, request: Request, wish: api.NonceWish) -> TableInfo:
        """Mix something into the chance before the match starts, or into a rematch's: for one's seat, or as the host."""
        self._limit(self.joining, request)
        room, grants = await self.at(request)
        if wish.seat is None:
            need_host(grants)
        else:
            need_seat(grants, wish.seat)
        await self.house.mix_in(room, "host" if wish.seat is None else str(wish.seat), wish.nonce)
        return self._info(room, grants)

    # After the match, and back in it

    async def rematch(self, request: Request) -> api.RematchAnswer:
        """Play again with the same people; everybody is told of the new table at the old one."""
        self._limit(self.making, request)
        room, grants = await self.at(request)
        if not any(grant.role in ("seat", "host") for grant in grants):
            raise Refused("forbidden", NOT_HOST)
        table, made = await self.house.rematch(room, self.holder(request) or "")
        return api.RematchAnswer(table, _links(made) if made else None)

    async def fork(self, request: Request, wish: api.ForkWish) -> Response:
        """Play on from a position of a finished match, against bots or others."""
        self._limit(self.making, request)
        room, _ = await self.at(request)
        holder, headers = self._with_cookie(request)
        seats = [NewSeat(seat.kind, seat.name, seat.level) for seat in wish.seats]
        return _made(await self.house.fork(room, wish.at, seats, holder, wait=wish.wait), headers)

    async def position(self, request: Request) -> Response:
        """A position of the past as a viewer may see it: a seat's number, or `all` once the match is over."""
        self._limit(self.asking, request)
        room, grants = await self.at(request)
        asked = request.query_params.get("as", "")
        held = {grant.seat for grant in grants if grant.role == "seat"}
        over = room.state.phase == "over"
        if asked == "all":
            viewer = ALL_SEEING
        elif asked:
            viewer = int(asked) if asked.isdecimal() and int(asked[:9]) < len(room.state.seats) else SPECTATOR
        else:
            viewer = min(held, default=SPECTATOR)
        if not over and viewer not in (held or {SPECTATOR}):
            raise Refused("forbidden", "That can be seen once the match is over.")
        return Response(await room.past(request.path_params["moves"], viewer), media_type=api.JSON)

    async def record(self, request: Request) -> Response:
        """The record file of a finished match."""
        self._limit(self.asking, request)
        room, _ = await self.at(request)
        if room.state.phase != "over":
            raise Refused("waiting", "The record holds all secrets; it can be had once the match is over.")
        events = await self.house.storage.events(room.id, 0)
        text = await asyncio.to_thread(record_of, room.state, events)
        name = f"{room.state.game}-{room.id}.json"
        return Response(text, media_type=api.JSON, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def upload(self, request: Request) -> Response:
        """Look at a record file, given as the body: it becomes a table whose match is over."""
        self._limit(self.uploading, request)
        holder, headers = self._with_cookie(request)
        return _made(await self.house.upload(await request.body(), holder), headers)

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        """A page at a table."""
        if not same_origin(socket):
            await socket.close(CLOSE_FORBIDDEN)
            return
        try:
            room, grants = await self.at(socket)
        except (Refused, Unavailable) as problem:
            await socket.accept()
            refusal = problem if isinstance(problem, Refused) else Refused("busy", BUSY)
            busy = refusal.code in ("busy", "too many")  # the page tries again
            await socket.close(CLOSE_BUSY if busy else CLOSE_UNKNOWN, refusal.why.text)
            return
        await socket.accept()
        address = socket.client.host if socket.client else ""
        if self.connections[address] >= CONNECTIONS_AN_ADDRESS:
            await socket.close(CLOSE_BUSY, ADDRESS_FULL)
            return
        plays = any(grant.role == "seat" for grant in grants)  # those who watch must not keep out those who play
        if sum(bool(seats) == plays for seats in room.people.values()) >= CONNECTIONS_A_TABLE:
            await socket.close(CLOSE_BUSY, TABLE_FULL)
            return
        asked = socket.query_params.get("seat", "")[:2]
        seat = int(asked) if asked.isdecimal() else None
        who = (self.holder(socket) or digest(fresh_secret()))[:WHO]
        connection = Connection(socket, room, grants, seat, who, self.measured.refused)
        self.connections[address] += 1
        try:
            await connection.run()
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    async def health(self, request: Request) -> api.Health:
        """Whether the server is there and its database answers."""
        await self.house.storage.table("-")
        return api.Health()

    async def metrics(self, request: Request) -> Response:
        """What can be counted and measured, for Prometheus."""
        return Response(self.measured.text(), media_type=PROMETHEUS)

    async def openapi(self, request: Request) -> Response:
        """What can be asked here, as an OpenAPI document."""
        return api.answered(description(self.endpoints()))

    def endpoints(self) -> list[api.Endpoint]:
        """Everything that can be asked over HTTP."""
        return [
            api.Endpoint("GET", "/games", self.games, api.GameList),
            api.Endpoint("GET", "/games/{game}/rules", self.rules, api.RulesPage, queries={"language": "en, fr or de"}),
            api.Endpoint("POST", "/tables", self.make, api.NewTableAnswer, api.TableWish),
            api.Endpoint("POST", "/join", self.join, api.JoinAnswer, api.JoinWish),
            api.Endpoint("GET", "/tables", self.lobby, api.Lobby),
            api.Endpoint("GET", "/tables/{table}", self.table, TableInfo),
            api.Endpoint("POST", "/tables/{table}/seats/{seat:int}", self.seat, api.SeatAnswer, api.SeatChange),
            api.Endpoint("POST", "/tables/{table}/start", self.start, TableInfo, queries={"level": "of the bots"}),
            api.Endpoint("POST", "/tables/{table}/nonce", self.nonce, TableInfo, api.NonceWish),
            api.Endpoint("POST", "/tables/{table}/rematch", self.rematch, api.RematchAnswer),
            api.Endpoint("POST", "/tables/{table}/fork", self.fork, api.NewTableAnswer, api.ForkWish),
            api.Endpoint(
                "GET",
                "/tables/{table}/positions/{moves:int}",
                self.position,
                Position,
                queries={"as": "a seat's number, or all (once the match is over)"},
            ),
            api.Endpoint("GET", "/tables/{table}/record", self.record, RecordFile),
            api.Endpoint("POST", "/records", self.upload, api.NewTableAnswer, RecordFile, raw=True),
            api.Endpoint("GET", "/health", self.health, api.Health),
            api.Endpoint("GET", "/metrics", self.metrics, str, media="text/plain"),
            api.Endpoint("GET", "/openapi.json", self.openapi, dict[str, Any]),
        ]


def _made(made: Made, headers: dict[str, str]) -> Response:
    """A new table's name and links."""
    answer = api.answered(api.NewTableAnswer(made.table, _links(made), made.commitment))
    answer.headers.update(headers)
    return answer


def _links(made: Made) -> api.Links:
    return api.Links(
        link(made.table, made.host),
        [link(made.table, secret) if secret else None for secret in made.seats],
        link(made.table, made.spectator),
    )


def link(table: str, secret: str) -> str:
    """The path of a link; the secret is in the fragment, which browsers do not send."""
    return f"/t/{table}#{secret}"


def _leave(state: TableState, seat: int, leaves: bool, level: str | None, room: Room) -> None:
    there = state.seats[seat]
    if state.phase == "waiting" and leaves:
        there.kind = "open"
    elif state.phase == "playing":
        there.standing_in = leaves
        there.level = known_level(room.game, level or there.level) if leaves else there.level


def _give_to_bot(state: TableState, seat: int, level: str | None, room: Room) -> None:
    there = state.seats[seat]
    there.level = known_level(room.game, level or there.level)
    if state.phase == "waiting":
        there.kind = "bot"
        there.links += 1
        begin_if_full(state)
    elif there.kind == "human":
        there.standing_in = True


def _open(state: TableState, seat: int) -> None:
    if state.phase != "waiting":
        raise Refused("late", "The game has started; a seat can be given to a bot, or its link revoked.")
    state.seats[seat].kind = "open"
    state.seats[seat].links += 1


def _revoke(state: TableState, seat: int) -> None:
    state.seats[seat].links += 1


def application(settings: Settings) -> Any:
    """The ASGI application."""
    web = Web(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await web.house.open()
        # The games are read from disk while the first visitor's browser fetches the page, so that nobody waits for it.
        threading.Thread(target=lambda: [game_info(name) for name in games.names()], daemon=True).start()
        try:
            yield
        finally:
            await web.house.close()

    routes: list[Any] = [api.route(endpoint) for endpoint in web.endpoints()]
    routes += [Route(f"/{name}", _moved_to(f"{api.PREFIX}/{name}")) for name in ("health", "metrics")]
    routes.append(Mount(api.PREFIX, Route("/{path:path}", _nothing_here)))
    routes.append(Mount("/", page))
    inner = Starlette(routes=routes, lifespan=lifespan)
    inner.state.web = web
    inner.router.default = api.refused(NOTHING_HERE)  # an address with a line's end in it, for one, leads nowhere
    return Guarded(inner, _sockets(web))


def _sockets(web: Web) -> ASGIApp:
    """The websockets, without the layers that requests go through: each would cost every connection and every frame."""

    async def connect(scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        if found := SOCKET.fullmatch(scope["path"]):
            scope["path_params"] = {"table": found[1]}
            await web.socket(socket)
        else:
            await socket.close()

    return connect


def _moved_to(path: str) -> Callable[[Request], Awaitable[Response]]:
    async def redirect(request: Request) -> Response:
        return RedirectResponse(path)

    return redirect


async def _nothing_here(request: Request) -> Response:
    return api.refused(NOTHING_HERE)
