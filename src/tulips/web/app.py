"""The web application: a server's tables over HTTP and websockets, and the built page."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from tulips import games
from tulips.engine.errors import TulipsError
from tulips.engine.match.record_file import RecordFile
from tulips.engine.phrase import say
from tulips.table import seating
from tulips.table.checks import checked_level
from tulips.table.database.group_commit import Unavailable
from tulips.table.database.write_probe import NO_ANSWER
from tulips.table.joining import NOBODY_WATCHES, Joining, OpenedLink
from tulips.table.links import digest, fresh_id, fresh_secret
from tulips.table.making import Made, Making
from tulips.table.permissions import (
    may_look,
    may_look_back,
    may_watch,
    need_host,
    need_player,
    need_review,
    need_seat,
    viewer_of_past,
)
from tulips.table.position import Position
from tulips.table.refusal import NO_TABLE, Refused
from tulips.table.registry import Registry
from tulips.table.room import Room
from tulips.table.server_settings import ServerSettings
from tulips.table.state import NO_SEAT, Grant
from tulips.table.wishes import SeatChange, SettingsWish, TableWish
from tulips.web import api
from tulips.web.budget import Budgets
from tulips.web.client_gone import unless_gone
from tulips.web.connection_cap import ConnectionCap
from tulips.web.infos import game_info, listed_info, room_info
from tulips.web.limits import PerAddress, a_day, address_of
from tulips.web.link_preview import Preview, of_game, of_table
from tulips.web.messages import TableInfo
from tulips.web.metrics import PROMETHEUS, Metrics
from tulips.web.openapi import description
from tulips.web.reach import Reach
from tulips.web.request_budget import RequestBudget
from tulips.web.rules_page import ENGLISH, known_language, rules_page
from tulips.web.security import NOTHING_HERE, Guarded
from tulips.web.socket_endpoint import SocketEndpoint
from tulips.web.static_files import page

COOKIE = "tulips"
COOKIE_SECONDS = 400 * 24 * 3600
HEALTH_SECONDS = 10.0
"""After which a database that has not answered is taken as one that does not."""
ENOUGH_MADE = "error.too-many-made"
ENOUGH_UPLOADED = "error.too-many-uploads"
ENOUGH_REVIEWED = "error.too-many-reviews"


class Web:
    """The handlers, around one registry of tables."""

    def __init__(self, settings: ServerSettings, listening: Reach, cap: ConnectionCap) -> None:
        self.registry = Registry(settings)
        self.tables = Making(self.registry)
        self.seats = Joining(self.registry)
        self.listening = listening
        self.cap = cap
        self.making = PerAddress(2.0, 100)
        self.joining = PerAddress(20.0, 300)
        self.asking = PerAddress(20.0, 300)
        self.uploading = PerAddress(0.2, 10)
        self.budgets = Budgets()
        self._description: bytes | None = None
        self.made_today = a_day(settings.tables_a_day)
        self.uploaded_today = a_day(settings.uploads_a_day * 1e6)
        self.reviewed_today = a_day(settings.reviews_a_day)
        self.requests = RequestBudget()
        self.prometheus = Metrics(self.registry, cap)
        self.sockets = SocketEndpoint(self)

    # Who asks

    def holder(self, request: HTTPConnection) -> str | None:
        """The digest of the browser's cookie."""
        cookie = request.cookies.get(COOKIE)
        return digest(cookie) if cookie else None

    async def grants(self, request: HTTPConnection, id: str) -> frozenset[Grant]:
        """What the browser may do at a table."""
        holder = self.holder(request)
        return frozenset(await self.registry.storage.grants(holder, id)) if holder else frozenset()

    async def at(self, request: HTTPConnection) -> tuple[Room, frozenset[Grant]]:
        """The table that is asked about, and what the asker may do there."""
        room, grants, _ = await self.rights_at(request)
        return room, grants

    async def rights_at(self, request: HTTPConnection) -> tuple[Room, frozenset[Grant], tuple[int, ...]]:
        """The same, and what the seats' rights were before the grants were asked for: one may be lost meanwhile."""
        room, grants, rights = await self._found(request)
        if not may_look(room.state, grants):
            raise Refused("unknown", NO_TABLE)
        return room, grants, rights

    async def looking_back(self, request: HTTPConnection) -> tuple[Room, frozenset[Grant]]:
        """The table that is asked about, for whoever may see what came of its match, though perhaps not who is there."""
        room, grants, _ = await self._found(request)
        if not may_look_back(room.state, grants):
            raise Refused("unknown", NO_TABLE)
        return room, grants

    async def _found(self, request: HTTPConnection) -> tuple[Room, frozenset[Grant], tuple[int, ...]]:
        room = await self.registry.room(request.path_params["table"], address_of(request))
        rights = room.rights()
        return room, await self.grants(request, room.id), rights

    def _limit(self, limit: PerAddress, request: HTTPConnection) -> None:
        if not limit.take(address_of(request)):
            self.prometheus.limited("requests")
            raise api.too_fast()

    def _limit_day(self, limit: PerAddress, request: HTTPConnection, why: str, cost: float = 1.0) -> None:
        if request.client and not limit.take(address_of(request), cost):
            raise Refused("too fast", why)

    def _limit_making(self, request: HTTPConnection) -> None:
        self._limit(self.making, request)
        self._limit_day(self.made_today, request, ENOUGH_MADE)

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
        language = known_language(request.query_params.get("language", ENGLISH))
        found = [game_info(name, language) for name in games.names()]
        return api.GameList(
            [msgspec.structs.replace(info, compiled=self.registry.compiling.state(info.name)) for info in found]
        )

    async def rules(self, request: Request) -> api.RulesPage:
        """The rules of a game."""
        try:
            return rules_page(request.path_params["game"], request.query_params.get("language", ENGLISH))
        except TulipsError as problem:
            raise Refused("unknown", problem.why) from None

    # Tables

    async def make(self, request: Request, wish: TableWish) -> Response:
        """Make a table. It begins at once if no seat is open, unless it is to wait."""
        self._limit_making(request)
        holder, headers = self._with_cookie(request)
        id = fresh_id()
        address = address_of(request)
        waits = wish.wait or any(seat.kind == "open" for seat in wish.seats)
        async with self._place(address, id) if wish.listed and waits else contextlib.nullcontext():
            made = await self.tables.make(wish, holder, address, id)
        if wish.listed and not waits:
            self.registry.lobby.know(address, id)
        return _made(made, headers)

    def _place(self, address: str, id: str) -> contextlib.AbstractAsyncContextManager[None]:
        """A place in the lobby for a table."""
        return self.registry.lobby.place(address, id) if address else contextlib.nullcontext()

    async def join(self, request: Request, wish: api.JoinWish) -> Response:
        """Exchange the secret of a link for a cookie that holds what the link grants."""
        self._limit(self.joining, request)
        holder, headers = self._with_cookie(request)
        opened = await self.seats.open_link(wish.secret, holder, address_of(request))
        room, found = opened.room, opened.link
        if wish.look:
            told = await self._looked(opened)
        elif opened.why and not wish.watch:
            raise Refused("late", opened.why)
        else:
            if wish.watch:
                joined = await self.seats.watch(room, found, holder)
            else:
                joined = await self.seats.join(room, found, holder, wish.name, wish.nonce)
            told = api.JoinAnswer(room.id, joined.role, _seat(joined.seat), room.state.commitment if joined.mixed else None)
        answer = api.answered(told)
        answer.headers.update(headers)
        return answer

    async def _looked(self, opened: OpenedLink) -> api.JoinAnswer:
        """Where a link leads, for somebody who has not come in yet; if nobody can sit down by it, only whom may watch."""
        room, found, why = opened.room, opened.link, opened.why
        watchable = may_watch(room.state, found)
        if why and not watchable:
            raise Refused("late", why)
        if found.role == "spectator" and not may_look(room.state, frozenset({Grant("spectator")})):
            raise Refused("forbidden", NOBODY_WATCHES)
        table = listed_info(room.id, room.state, opened.own)
        game = game_info(room.state.game)
        invitation = api.Invitation(
            table,
            game.minutes,
            game.portrait,
            await self.seats.host_name(room),
            say(why) if why else None,
            watchable,
        )
        waits = found.role in ("seat", "table") and room.state.phase == "waiting"
        return api.JoinAnswer(room.id, found.role, _seat(found.seat), room.state.commitment if waits else None, invitation)

    async def lobby(self, request: Request) -> api.Lobby:
        """Listed tables that wait for players, and those that may be watched."""
        self._limit(self.asking, request)
        return api.Lobby([listed_info(table.id, table.state) for table in await self.registry.listed_tables()])

    async def table(self, request: Request) -> TableInfo:
        """One table, for somebody who may see it."""
        self._limit(self.asking, request)
        return self._info(*await self.looking_back(request))

    def _info(self, room: Room, grants: frozenset[Grant]) -> TableInfo:
        return room_info(room, [grant.seat for grant in grants if grant.role == "seat"], Grant("host") in grants)

    async def seat(self, request: Request, wish: SeatChange) -> Response:
        """Open, take, leave or change a seat."""
        self._limit(self.joining, request)
        room, grants = await self.at(request)
        holder, headers = self._with_cookie(request)
        changed = await self.seats.change_seat(room, grants, holder, request.path_params["seat"], wish)
        answer = api.answered(
            api.SeatAnswer(
                self._info(room, changed.grants),
                link(room.id, changed.secret) if changed.secret else None,
                link(room.id, changed.table_secret) if changed.table_secret else None,
            )
        )
        answer.headers.update(headers)
        return answer

    async def start(self, request: Request) -> TableInfo:
        """Begin, with bots on the seats that are still open."""
        self._limit(self.joining, request)
        room, grants = await self.at(request)
        need_host(grants)
        level = checked_level(room.game, request.query_params.get("level"))
        await room.change(lambda state: seating.start(state, level, room.game))
        return self._info(room, grants)

    async def settings(self, request: Request, wish: SettingsWish) -> TableInfo:
        """Change what the host decides while the table is open: whether it is listed, who may talk, what help there is."""
        self._limit(self.joining, request)
        room, grants = await self.at(request)
        need_host(grants)
        listed_anew = wish.listed and not room.state.listed
        async with self._place(address_of(request), room.id) if listed_anew else contextlib.nullcontext():
            own = {grant.seat for grant in grants if grant.role == "seat"}
            await room.change(lambda state: seating.change_settings(state, msgspec.structs.asdict(wish), own))
        return self._info(room, grants)

    async def nonce(self, request: Request, wish: api.NonceWish) -> TableInfo:
        """Mix something into the chance before the match starts, or into a rematch's: for one's seat, or as the host."""
        self._limit(self.joining, request)
        room, grants = await self.at(request)
        if wish.seat is None:
            need_host(grants)
        else:
            need_seat(grants, wish.seat)
        who = "host" if wish.seat is None else str(wish.seat)
        await room.change(lambda state: seating.mix_in(state, who, wish.nonce))
        return self._info(room, grants)

    # After the match, and back in it

    async def rematch(self, request: Request) -> api.RematchAnswer:
        """Play again with the same people; everybody is told of the new table at the old one."""
        self._limit(self.making, request)
        room, grants = await self.at(request)
        need_player(grants)
        if room.state.rematch is None:
            self._limit_day(self.made_today, request, ENOUGH_MADE)
        address = address_of(request)
        table, made = await self.tables.rematch(room, self.holder(request) or "", address)
        if made and room.state.listed:
            self.registry.lobby.know(address, table)
        return api.RematchAnswer(table, _links(made) if made else None)

    async def fork(self, request: Request, wish: api.ForkWish) -> Response:
        """Play on from a position of a finished match, against bots or others."""
        self._limit_making(request)
        room, _ = await self.at(request)
        holder, headers = self._with_cookie(request)
        forking = self.tables.fork(room, wish.at, wish.seats, holder, wait=wish.wait, address=address_of(request))
        return _made(await unless_gone(request, forking), headers)

    async def position(self, request: Request) -> Response:
        """A position of the past as a viewer may see it: a seat's number, or `all` once the match is over."""
        self._limit(self.asking, request)
        room, grants = await self.looking_back(request)
        viewer = viewer_of_past(room.state, grants, request.query_params.get("as", ""))
        past = room.past(request.path_params["moves"], viewer, address_of(request))
        return Response(await unless_gone(request, past), media_type=api.JSON)

    async def record(self, request: Request) -> Response:
        """The record file of a finished match; of one that can't be replayed, what is stored."""
        self._limit(self.asking, request)
        room, _ = await self.at(request)
        if room.state.phase != "over":
            raise Refused("waiting", "error.record-at-the-end")
        text = await unless_gone(request, room.record(address_of(request)))
        name = f"{room.state.game}-{room.id}.{'stored.json' if room.broken else 'json'}"
        return Response(text, media_type=api.JSON, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def review(self, request: Request) -> Response:
        """The review of a finished match, or how far it is: for those who sat there, and to whom they have given it."""
        self._limit(self.asking, request)
        return await self._told_review(await self._reviewed(request))

    async def begin_review(self, request: Request) -> Response:
        """Let the review of a finished match be computed, once for all who ask."""
        self._limit(self.joining, request)
        room = await self._reviewed(request)
        if why := room.broken:
            raise Refused("waiting", why)

        def pay() -> None:
            self._limit_day(self.reviewed_today, request, ENOUGH_REVIEWED)

        await self.registry.reviewing.ask(room, address_of(request), pay)
        return await self._told_review(room)

    async def _reviewed(self, request: Request) -> Room:
        """The table whose review is asked for, by somebody who may see it."""
        room, grants = await self.looking_back(request)
        need_review(room.state, grants)
        return room

    async def _told_review(self, room: Room) -> Response:
        progress = self.registry.reviewing.progress(room.id)
        if progress.state != "computing" and (kept := await self.registry.storage.review(room.id)) is not None:
            return api.answered(api.ReviewAnswer("ready", 1.0, None, api.encoded_review(kept)))
        return api.answered(api.ReviewAnswer(progress.state, progress.done, progress.why, None))

    async def share_review(self, request: Request) -> api.ReviewLink:
        """Return a new link to the review, to be given to others; the one that this seat gave before leads nowhere any more."""
        self._limit(self.joining, request)
        room, grants = await self.looking_back(request)
        need_review(room.state, grants)
        need_player(grants)
        seat = min((grant.seat for grant in grants if grant.role == "seat"), default=NO_SEAT)
        secret = fresh_secret()
        await self.registry.storage.share_review(room.id, seat, digest(secret))
        return api.ReviewLink(f"/t/{room.id}/review#{secret}")

    async def upload(self, request: Request) -> Response:
        """Look at a record file, given as the body: it becomes a table whose match is over."""
        self._limit(self.uploading, request)
        holder, headers = self._with_cookie(request)
        text = await request.body()
        self._limit_day(self.uploaded_today, request, ENOUGH_UPLOADED, len(text))
        uploading = self.tables.upload(text, holder, address_of(request))
        return _made(await unless_gone(request, uploading), headers)

    async def reach(self, request: Request) -> api.ReachInfo:
        """How others get to the server, for somebody at its machine."""
        self._limit(self.asking, request)
        return self.listening.info(request)

    async def let_in(self, request: Request, wish: api.ReachWish) -> api.ReachInfo:
        """Let the local network in, or no more: for somebody at the machine of a server that was started for it alone."""
        self._limit(self.making, request)
        return await self.listening.let_in(request, wish.let_in)

    # The page

    async def preview(self, request: Request, path: list[str]) -> Preview:
        """What is told of an address to whoever fetches it without being a player; the page comes whatever goes wrong."""
        with contextlib.suppress(Exception):
            match path:
                case ["new", game]:
                    return of_game(game)
                case ["t", table] | ["t", table, "review"]:
                    self._limit(self.asking, request)
                    if state := await self.registry.state(table):
                        return of_table(state)
        return Preview()

    async def health(self, request: Request) -> Response:
        """Whether the server can do its work: whether its database answers and can be written."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self.registry.storage.table("-")
                why = await self.registry.writable.check()
        except (Unavailable, TimeoutError):
            why = NO_ANSWER
        problem = self.registry.compiling.problem()
        health = api.Health("failing" if why else "ok", why, [problem] if problem else [])
        return api.answered(health, 503 if why else 200)

    async def metrics(self, request: Request) -> Response:
        """What can be counted and measured, for Prometheus."""
        return Response(self.prometheus.text(), media_type=PROMETHEUS)

    async def openapi(self, request: Request) -> Response:
        """What can be asked here, as an OpenAPI document."""
        if self._description is None:  # it is the same for as long as the server runs
            self._description = msgspec.json.encode(description(self.endpoints()))
        return Response(self._description, media_type=api.JSON)

    @staticmethod
    def endpoints() -> list[api.Endpoint]:
        """Return everything that can be asked over HTTP."""
        return [
            api.Endpoint("GET", "/games", Web.games, api.GameList, queries={"language": "en, fr or de"}),
            api.Endpoint("GET", "/games/{game}/rules", Web.rules, api.RulesPage, queries={"language": "en, fr or de"}),
            api.Endpoint("POST", "/tables", Web.make, api.NewTableAnswer, TableWish),
            api.Endpoint("POST", "/join", Web.join, api.JoinAnswer, api.JoinWish),
            api.Endpoint("GET", "/tables", Web.lobby, api.Lobby),
            api.Endpoint("GET", "/tables/{table}", Web.table, TableInfo),
            api.Endpoint("POST", "/tables/{table}/seats/{seat:int}", Web.seat, api.SeatAnswer, SeatChange),
            api.Endpoint("POST", "/tables/{table}/start", Web.start, TableInfo, queries={"level": "of the bots"}),
            api.Endpoint("POST", "/tables/{table}/settings", Web.settings, TableInfo, SettingsWish),
            api.Endpoint("POST", "/tables/{table}/nonce", Web.nonce, TableInfo, api.NonceWish),
            api.Endpoint("POST", "/tables/{table}/rematch", Web.rematch, api.RematchAnswer),
            api.Endpoint("POST", "/tables/{table}/fork", Web.fork, api.NewTableAnswer, api.ForkWish),
            api.Endpoint(
                "GET",
                "/tables/{table}/positions/{moves:int}",
                Web.position,
                Position,
                queries={"as": "a seat's number, or all (once the match is over)"},
            ),
            api.Endpoint("GET", "/tables/{table}/record", Web.record, RecordFile),
            api.Endpoint("GET", "/tables/{table}/review", Web.review, api.ReviewAnswer),
            api.Endpoint("POST", "/tables/{table}/review", Web.begin_review, api.ReviewAnswer),
            api.Endpoint("POST", "/tables/{table}/review/link", Web.share_review, api.ReviewLink),
            api.Endpoint("POST", "/records", Web.upload, api.NewTableAnswer, RecordFile, raw=True),
            api.Endpoint("GET", "/reach", Web.reach, api.ReachInfo),
            api.Endpoint("POST", "/reach", Web.let_in, api.ReachInfo, api.ReachWish),
            api.Endpoint("GET", "/health", Web.health, api.Health, others={503: api.Health}),
            api.Endpoint("GET", "/metrics", Web.metrics, str, media="text/plain"),
            api.Endpoint("GET", "/openapi.json", Web.openapi, dict[str, Any]),
        ]


def _made(made: Made, headers: dict[str, str]) -> Response:
    """A new table's name and links."""
    answer = api.answered(api.NewTableAnswer(made.id, _links(made), made.commitment))
    answer.headers.update(headers)
    return answer


def _seat(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat


def _links(made: Made) -> api.Links:
    return api.Links(
        link(made.id, made.host),
        link(made.id, made.table) if made.table else None,
        [link(made.id, secret) if secret else None for secret in made.seats],
        link(made.id, made.spectator),
    )


def link(table: str, secret: str) -> str:
    """The path of a link; the secret is in the fragment, which browsers do not send."""
    return f"/t/{table}#{secret}"


def application(settings: ServerSettings, listening: Reach | None = None, cap: ConnectionCap | None = None) -> Any:
    """The ASGI application, with what knows where its server listens and how many may be connected."""
    web = Web(settings, listening or Reach(), cap or ConnectionCap())

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await web.registry.open()
        # The games are read from disk while the first visitor's browser fetches the page, so that nobody waits for it.
        threading.Thread(target=lambda: [game_info(name) for name in games.names()], daemon=True).start()
        try:
            yield
        finally:
            await web.registry.close()

    routes: list[Any] = [api.route(endpoint, web) for endpoint in web.endpoints()]
    routes += [Route(f"/{name}", _moved_to(f"{api.PREFIX}/{name}")) for name in ("health", "metrics")]
    routes.append(Mount(api.PREFIX, api.refused(NOTHING_HERE)))
    routes.append(Mount("/", page(web.preview)))
    inner = Starlette(routes=routes, lifespan=lifespan)
    inner.state.web = web
    inner.router.default = api.refused(NOTHING_HERE)  # an address with a line's end in it, for one, leads nowhere
    return Guarded(inner, web.sockets, web.requests, web.prometheus.limited)


def _moved_to(path: str) -> Callable[[Request], Awaitable[Response]]:
    async def redirect(request: Request) -> Response:
        return RedirectResponse(path)

    return redirect
