"""The HTTP API: each endpoint with the types that go in and out; the OpenAPI document and the page's types come from these."""

import inspect as python_inspect
from collections.abc import Awaitable, Callable
from typing import Any, Literal, cast

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tulips.engine.errors import TulipsError
from tulips.engine.phrase import Phrase
from tulips.table.database.group_commit import Unavailable
from tulips.table.refusal import BUSY, MALFORMED, TOO_FAST, Code, Refused
from tulips.table.review_worker import Reviewed
from tulips.table.reviewing import ReviewStage
from tulips.table.state import LinkRole
from tulips.table.wishes import SeatWish
from tulips.web.infos import GameInfo, PortraitInfo
from tulips.web.messages import TableInfo

PREFIX = "/api/v1"
JSON = "application/json"
STATUS: dict[Code, int] = {
    "malformed": 400,
    "illegal": 400,
    "forbidden": 403,
    "not yours": 403,
    "unknown": 404,
    "late": 409,
    "over": 409,
    "waiting": 409,
    "nothing to undo": 409,
    "too fast": 429,
    "too many": 503,
    "busy": 503,
}


class Problem(msgspec.Struct, frozen=True):
    """Why something can't be, for programs and for people."""

    code: Code
    why: Phrase


class GameList(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameInfo]


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of the rules: the id of its heading, and its title."""

    id: str
    title: str


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game, ready to be shown, in the language asked for or else in English."""

    language: str
    html: str
    chapters: list[Chapter]


class Links(msgspec.Struct, frozen=True):
    """Links that bring people to a table, each as a path.

    `table` seats whoever opens it in the next free seat, `seats` are for one person each: both only where a seat is open.
    """

    host: str
    table: str | None
    seats: list[str | None]
    spectator: str


class NewTableAnswer(msgspec.Struct, frozen=True):
    """A table that was made. Its links are told only here; `commitment` is the SHA-256 of its seed."""

    table: str
    links: Links
    commitment: str | None


class JoinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link; a name for the seat, and something to mix into the chance.

    To `look` is not yet to join. To `watch` is to take no seat, which any link is good for where watching is allowed.
    """

    secret: str
    name: str | None = None
    nonce: str | None = None
    look: bool = False
    watch: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """What somebody with a link is invited to, before they come in."""

    table: TableInfo
    minutes: int  # that the game takes, about
    portrait: PortraitInfo
    host: str  # whoever invites, or nothing
    why: Phrase | None  # nobody can sit down by the link any more
    may_watch: bool


class JoinAnswer(msgspec.Struct, frozen=True):
    """What the link has granted; `commitment` of the seed if the nonce was mixed with it or, for a `look`, can be.

    A `look` tells what the link is for, so it may also be any seat of the `table`, or another `device` of who sits there.
    """

    table: str
    role: LinkRole
    seat: int | None
    commitment: str | None
    invitation: Invitation | None = None  # for a `look`


class Lobby(msgspec.Struct, frozen=True):
    """Tables that everybody may see."""

    tables: list[TableInfo]


class SeatAnswer(msgspec.Struct, frozen=True):
    """The table after that, the seat's new link where it has got one, and the table's where somebody has lost the seat."""

    table: TableInfo
    link: str | None = None
    table_link: str | None = None


class NonceWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to mix into the chance: letters and digits that the server could not have known."""

    nonce: str
    seat: int | None = None


class ForkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many moves to play on, and who sits where then."""

    at: int
    seats: list[SeatWish]
    wait: bool = False


class RematchAnswer(msgspec.Struct, frozen=True):
    """The table of a rematch; its links for whoever asked first, who is its host."""

    table: str
    links: Links | None


class ReviewAnswer(msgspec.Struct, frozen=True):
    """The review of a match once it is `ready`; else how far it is, from 0 to 1, or why it can't be had."""

    state: ReviewStage
    done: float
    why: Phrase | None
    reviewed: Reviewed | None


def encoded_review(kept: str) -> Reviewed:
    """Return a review that was encoded when it was made, for an answer: it is copied into the answer as it is."""
    return cast("Reviewed", msgspec.Raw(kept.encode()))


class ReviewLink(msgspec.Struct, frozen=True):
    """A link to the review of a match, as a path, for those to whom it is given."""

    link: str


class ReachInfo(msgspec.Struct, frozen=True):
    """How others get to the server; told only to a browser on the server's own machine, which is `here`.

    `lets_in` tells whether the local network was let in, where that can be switched.
    """

    here: bool
    addresses: list[str] = []  # where others find the page, the likeliest first
    lets_in: bool | None = None


class ReachWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let others in the local network in, or no more."""

    let_in: bool


class Health(msgspec.Struct, frozen=True):
    """Whether the server can do its work: `why` it can't, and what does not keep it from that but should be looked at."""

    status: Literal["ok", "failing"] = "ok"
    why: str | None = None
    warnings: list[str] = []


class Endpoint(msgspec.Struct, frozen=True):
    """One method of one path: what it takes, what it answers, and who handles it."""

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[..., Awaitable[Any]]  # a method of the application: takes that, the request, and a body that was read
    answer: Any
    body: Any = None
    queries: dict[str, str] = {}  # by name, what they are for
    raw: bool = False  # whether the handler reads the body itself
    media: str = JSON
    others: dict[int, Any] = {}  # answers with another status that are no `Problem`

    @property
    def text(self) -> str:
        """What it does: the handler's docstring."""
        return python_inspect.getdoc(self.handler) or ""


def route(endpoint: Endpoint, web: object) -> Route:
    """Return the endpoint as a route of the application: bodies are checked, answers and refusals are encoded."""
    decoder = msgspec.json.Decoder(endpoint.body) if endpoint.body and not endpoint.raw else None

    async def serve(request: Request) -> Response:
        try:
            arguments = []
            if decoder:
                try:
                    arguments.append(decoder.decode(await request.body()))
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
                    raise Refused("malformed", MALFORMED, problem=str(problem)) from None
            answer = await endpoint.handler(web, request, *arguments)
        except Refused as refusal:
            return refused(refusal)
        except Unavailable:
            return refused(Refused("busy", BUSY))
        except ClientDisconnect:
            return refused(Refused("malformed", MALFORMED, problem="it breaks off, or is too long."))
        except TulipsError as problem:
            return refused(Refused("malformed", problem.why))
        return answer if isinstance(answer, Response) else answered(answer)

    return Route(PREFIX + endpoint.path, serve, methods=[endpoint.method])


def answered(answer: Any, status: int = 200) -> Response:
    """Return an answer in JSON."""
    return Response(msgspec.json.encode(answer), status, media_type=JSON)


def refused(refusal: Refused) -> Response:
    """Return a refusal in JSON, with the status of its code."""
    headers = {"Retry-After": "2"} if refusal.code in ("too fast", "busy", "too many") else {}
    return Response(
        msgspec.json.encode(Problem(refusal.code, refusal.why)), STATUS[refusal.code], media_type=JSON, headers=headers
    )


def too_fast() -> Refused:
    """Return the refusal for somebody who asks too much."""
    return Refused("too fast", TOO_FAST)
