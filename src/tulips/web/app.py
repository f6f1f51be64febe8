"""The web application: the house's tables over HTTP and websockets, and the built page."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from tulips import games
from tulips.engine.errors import TulipsError
from tulips.table.house import (
    House,
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
from tulips.table.refusal import NO_TABLE, Refused
from tulips.table.room import Room
from tulips.table.state import Grant, TableState
from tulips.table.storage import Unavailable
from tulips.table.thinking import best_known
from tulips.web import api
from tulips.web.builtpage import page
from tulips.web.describing import game_info, listed_info, room_info
from tulips.web.limits import PerAddress
from tulips.web.messages import TableInfo
from tulips.web.rulespage import ENGLISH, rules_page
from tulips.web.security import Guarded, same_origin
from tulips.web.socket import Connection

COOKIE = "tulips"
COOKIE_SECONDS = 400 * 24 * 3600
CONNECTIONS_A_TABLE = 100
CLOSE_UNKNOWN, CLOSE_FORBIDDEN, CLOSE_BUSY = 4404, 4403, 4503


class Web:
    """The handlers, around one house."""

    def __init__(self, settings: Settings) -> None:
        self.house = House(settings)
        self.making = PerAddress(1.0, 60)
        self.asking = PerAddress(50.0, 300)

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
            raise Refused("unknown", "{problem}", problem=str(problem)) from None

    # Tables

    async def make(self, request: Request, wish: api.TableWish) -> Response:
        """Make a table. It begins at once if no seat is open."""
        self._limit(self.making, request)
        holder, headers = self._with_cookie(request)
        seats = [NewSeat(seat.kind, seat.name, seat.level) for seat in wish.seats]
        settings: dict[str, Any] = {name: getattr(wish, name) for name in wish.__struct_fields__}
        made = await self.house.make(NewTable(**{**settings, "seats": seats}), holder)
        links = api.Links(
            link(made.table, made.host),
            [link(made.table, secret) if secret else None for secret in made.seats],
            link(made.table, made.spectator),
        )
        answer = api.answered(api.NewTableAnswer(made.table, links))
        answer.headers.update(headers)
        return answer

    async def join(self, request: Request, wish: api.JoinWish) -> Response:
        """Exchange the secret of a link for a cookie that holds what the link grants."""
        self._limit(self.making, request)
        holder, headers = self._with_cookie(request)
        table, grant = await self.house.join(wish.secret, holder, wish.name, wish.nonce)
        answer = api.answered(api.JoinAnswer(table, grant.role, grant.seat if grant.role == "seat" else None))
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
                if room.state.phase != "waiting" or room.state.seats[seat].kind != "open":
                    raise Refused("late", "This seat is not open any more.")
                holder, headers = self._with_cookie(request)
                await self.house.storage.grant(holder, room.id, mine)
                grants |= {mine}
                await self.house.sit(room, seat, wish.name, wish.nonce)
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
                await room.change(lambda state: _give_to_bot(state, seat, level, room))
            case "open":
                need_host(grants)
                secret = fresh_secret()
                drop = self.house.storage.replace_link(room.id, mine, digest(secret))
                await room.change(lambda state: _open(state, seat), also=drop)
            case "revoke":
                need_host(grants)
                secret = fresh_secret()
                await room.change(lambda state: None, also=self.house.storage.replace_link(room.id, mine, digest(secret)))
        answer = api.answered(api.SeatAnswer(self._info(room, grants), link(room.id, secret) if secret else None))
        answer.headers.update(headers)
        return answer

    async def start(self, request: Request) -> TableInfo:
        """Begin, with bots on the seats that are still open."""
        room, grants = await self.at(request)
        need_host(grants)

        def start(state: TableState) -> None:
            if state.phase == "waiting":
                for seat in state.seats:
                    if seat.kind == "open":
                        seat.kind, seat.level = "bot", best_known(room.game, seat.level)
                begin(state)

        await room.change(start)
        return self._info(room, grants)

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
            await socket.close(CLOSE_UNKNOWN if isinstance(problem, Refused) else CLOSE_BUSY)
            return
        await socket.accept()
        if len(room.people) >= CONNECTIONS_A_TABLE:
            await socket.close(CLOSE_BUSY)
            return
        asked = socket.query_params.get("seat", "")
        await Connection(socket, room, grants, int(asked) if asked.isdigit() else None).run()

    async def health(self, request: Request) -> Response:
        """Whether the server is there and its database answers."""
        await self.house.storage.table("-")
        return api.answered({"status": "ok"})

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
            api.Endpoint("POST", "/tables/{table}/start", self.start, TableInfo),
            api.Endpoint("GET", "/health", self.health, dict[str, str]),
        ]


def link(table: str, secret: str) -> str:
    """The path of a link; the secret is in the fragment, which browsers do not send."""
    return f"/t/{table}#{secret}"


def _leave(state: TableState, seat: int, leaves: bool, level: str | None, room: Room) -> None:
    there = state.seats[seat]
    if state.phase == "waiting" and leaves:
        there.kind = "open"
    elif state.phase == "playing":
        there.standing_in = leaves
        there.level = best_known(room.game, level or there.level) if leaves else there.level


def _give_to_bot(state: TableState, seat: int, level: str | None, room: Room) -> None:
    there = state.seats[seat]
    there.level = best_known(room.game, level or there.level)
    if state.phase == "waiting":
        there.kind = "bot"
        begin_if_full(state)
    elif there.kind == "human":
        there.standing_in = True


def _open(state: TableState, seat: int) -> None:
    if state.phase != "waiting":
        raise Refused("late", "The game has started; a seat can be given to a bot, or its link revoked.")
    state.seats[seat].kind = "open"


def application(settings: Settings) -> Any:
    """The ASGI application."""
    web = Web(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await web.house.open()
        try:
            yield
        finally:
            await web.house.close()

    routes: list[Any] = [api.route(endpoint) for endpoint in web.endpoints()]
    routes.append(WebSocketRoute(f"{api.PREFIX}/tables/{{table}}/socket", web.socket))
    routes.append(Mount(api.PREFIX, Route("/{path:path}", _nothing_here)))
    routes.append(Mount("/", page))
    inner = Starlette(routes=routes, lifespan=lifespan)
    inner.state.web = web
    return Guarded(inner)


async def _nothing_here(request: Request) -> Response:
    return api.refused(Refused("unknown", "There is nothing at this address."))
