"""Making tables: new ones, and those that come after a match. Each gets fresh links, and its host."""

import contextlib
import logging
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

import tulips
from tulips import games
from tulips.engine.errors import TulipsError
from tulips.engine.state.chance import commitment, fresh_seed, key_of_seed
from tulips.table import seating
from tulips.table.checks import checked_level, checked_name, checked_nonce
from tulips.table.links import digest, fresh_id, fresh_secret
from tulips.table.record_files import fork_state, refuse_data_files, table_of
from tulips.table.refusal import Refused
from tulips.table.state import Event, Grant, InitialSettings, Link, SeatState, TableState
from tulips.table.thinking import known_level

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.table.registry import Registry
    from tulips.table.room import Room
    from tulips.table.wishes import SeatWish, TableWish

LOG = logging.getLogger("tulips.table")

LONGEST_DELAY = 50
CLOCKS = (5, 7 * 24 * 3600)
NO_SEEDS = "error.no-seeds"
TOO_LATE = "error.bad-delay"
NO_SUCH_CLOCK = "error.bad-clock"
NOT_OVER = "error.not-over"
OTHER_SEATS = "error.other-seats"
TOO_SOON = "error.rematch-too-soon"


class Made(msgspec.Struct, frozen=True):
    """A table that was made, with the secrets of its links; nobody can look them up later."""

    id: str
    host: str
    table: str | None  # for whoever comes first, where a seat is open
    seats: list[str | None]  # those of open seats
    spectator: str
    commitment: str | None


class Making:
    """How the tables of a registry are made."""

    def __init__(self, registry: "Registry") -> None:
        self._registry = registry
        self._storage = registry.storage

    async def make(self, wish: "TableWish", holder: str, address: str = "", id: str = "") -> Made:
        """Make a table; it begins at once if nobody is missing and it need not wait."""
        state = new_state(wish, seeds=self._registry.settings.seeds)
        own = _seats_of_maker(wish.seats)
        for p in own if wish.one_screen else ():
            state.seats[p].shares_screen = True
        return await self._keep(state, holder, own, id=id, wait=wish.wait, address=address)

    async def upload(self, text: bytes, holder: str, address: str = "") -> Made:
        """Make a table to look at the match that a record file holds."""
        id = fresh_id()
        state, events = await self._registry.replay_pool.run(table_of, text, id, address=address)
        return await self._keep(state, holder, (), id=id, events=events)

    async def fork(
        self, room: "Room", at: int, wishes: "Sequence[SeatWish]", holder: str, *, wait: bool = False, address: str = ""
    ) -> Made:
        """Make a table that plays on from a position of a finished match."""
        if room.state.phase != "over":
            raise Refused("waiting", NOT_OVER)
        if len(wishes) != len(room.state.seats):
            raise Refused("malformed", OTHER_SEATS, seats=len(room.state.seats))
        seats = [_new_seat(room.game, wish) for wish in wishes]
        old = room.state
        pool, events = self._registry.replay_pool, self._storage.each_event
        state = await pool.run(lambda: fork_state(old, events(room.id), at, seats), address=address)
        return await self._keep(state, holder, _seats_of_maker(wishes), wait=wait, address=address)

    async def rematch(self, room: "Room", holder: str, address: str = "") -> tuple[str, Made | None]:
        """Returns the table where the same people play again; whoever asks first makes it and alone gets its links."""
        if room.state.phase != "over":
            raise Refused("waiting", TOO_SOON)
        people = [one for one in await self._storage.holders(room.id) if one[1].role not in ("host", "review")]
        browsers = Counter(grant.seat for _, grant in people)
        while (old := room.state).rematch is None:
            state = seating.rematch_of(old, browsers, fresh_seed())
            with contextlib.suppress(seating.Overtaken):
                made = await self._keep(state, holder, (), people, after=room, address=address)
                return made.id, made
        return old.rematch, None

    async def _keep(
        self,
        state: TableState,
        holder: str,
        own: Sequence[int],
        others: Sequence[tuple[str, Grant]] = (),
        *,
        id: str = "",
        events: Sequence[Event] = (),
        wait: bool = False,
        after: "Room | None" = None,
        address: str = "",
    ) -> Made:
        """Write a new table with fresh links; the holder is its host and sits on some seats. It may come after another."""
        registry = self._registry
        id, host, spectator = id or fresh_id(), fresh_secret(), fresh_secret()
        seats = [fresh_secret() if seat.kind == "open" else None for seat in state.seats]
        table = fresh_secret() if any(seats) else None
        links = [(digest(host), Link("host")), (digest(spectator), Link("spectator"))]
        links += [(digest(table), Link("table"))] if table else []
        links += [(digest(secret), Link("seat", p)) for p, secret in enumerate(seats) if secret]
        grants = [(holder, Grant("host")), *((holder, Grant("seat", p)) for p in own), *others]
        if not wait:
            seating.begin_if_full(state)
        if state.phase == "playing":
            registry.make_room(address)
        making = self._storage.making(id, state, links, grants, events)
        if after is None:
            await self._storage.new_table(id, making)
        else:
            before = after.state
            await after.change(lambda state: seating.go_on_at(state, id, before), making)
        LOG.info("table made", extra={"table": id, "game": state.game, "seats": len(state.seats), "phase": state.phase})
        if state.phase == "playing":
            await registry.room(id, address)
        return Made(id, host, table, seats, spectator, state.commitment)


def new_state(wish: "TableWish", *, seeds: bool) -> TableState:
    """Returns the state of a new table, or refuses it; `seeds` tells whether the wish may name the seed."""
    try:
        games.folder(wish.game)
        game = tulips.game(wish.game)
        game.check_seats(len(wish.seats))
        refuse_data_files(wish.options)
        key_of_seed(wish.seed or "", [])
        options = game.options(len(wish.seats), wish.options)
    except TulipsError as problem:
        raise Refused("malformed", problem.why) from None
    if wish.seed is not None and not seeds:
        raise Refused("forbidden", NO_SEEDS)
    if not 0 <= wish.delay <= LONGEST_DELAY:
        raise Refused("malformed", TOO_LATE, most=LONGEST_DELAY)
    if wish.clock is not None and not CLOCKS[0] <= wish.clock <= CLOCKS[1]:
        raise Refused("malformed", NO_SUCH_CLOCK, least=CLOCKS[0], most=CLOCKS[1])
    seed = wish.seed if wish.seed is not None else fresh_seed()
    settings = {name: getattr(wish, name) for name in InitialSettings.__struct_fields__}
    return TableState(
        **{**settings, "options": options},
        game=wish.game,
        rules=game.about.rules_version,
        seats=[_new_seat(game, seat) for seat in wish.seats],
        seed=seed,
        commitment=commitment(seed),
        nonces={"host": checked_nonce(wish.nonce)} if wish.nonce else {},
    )


def _new_seat(game: "Game", wish: "SeatWish") -> SeatState:
    level = checked_level(game, wish.level)
    match wish.kind:
        case "bot":
            return SeatState(checked_name(wish.name, ""), "bot", level or known_level(game, None))
        case "you":
            return SeatState(checked_name(wish.name, ""), "human", level)
        case "open":
            return SeatState(checked_name(wish.name, ""), "open", level)


def _seats_of_maker(wishes: "Sequence[SeatWish]") -> list[int]:
    return [p for p, wish in enumerate(wishes) if wish.kind == "you"]
