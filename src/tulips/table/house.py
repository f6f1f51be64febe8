"""The house: all tables of one server, found, opened, joined and closed."""

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec

import tulips
from tulips import bots, games
from tulips.engine.chance import commitment, fresh_seed, key_of_seed
from tulips.engine.errors import TulipsError
from tulips.engine.kernel import Kernel
from tulips.engine.match import LONGEST_NAME
from tulips.engine.options import read_options
from tulips.table.compiling import Compiling
from tulips.table.links import digest, fresh_id, fresh_secret, is_id
from tulips.table.records import forked, game_of, refuse_data_files, table_of
from tulips.table.refusal import NO_TABLE, NOT_HOST, NOT_YOURS, Refused
from tulips.table.room import Room
from tulips.table.state import NO_SEAT, Event, Grant, NextChance, SeatState, TableState, Watching
from tulips.table.storage import Storage, Stored, Unavailable
from tulips.table.thinking import TREE_MEGABYTES, Thinking, known_level

if TYPE_CHECKING:
    from tulips.table.listening import Notice

LOG = logging.getLogger("tulips.table")

LOBBY = 100
LONGEST_DELAY = 50
CLOCKS = (5, 7 * 24 * 3600)
LONGEST_NONCE = 64
MOST_NONCES = 5
"""How much each seat, and the host, can mix into the chance of a match."""

NONCE = re.compile(rf"[0-9A-Za-z_-]{{1,{LONGEST_NONCE}}}")
STRANGER = frozenset[Grant]()
REPLAYING = 2
"""Threads that replay matches; more would only wait for each other, each with memory of its own."""

ON_ITS_WAY = 2.0
"""Seconds in which a page that has asked for a room comes in; meanwhile the room stays, or there would be two of it."""

Kind = str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a house is run."""

    database: str
    pace: float = 0.7  # seconds that a bot's move takes at least, so that people can follow
    megabytes: float = TREE_MEGABYTES  # that a searching bot's thoughts may take
    seeds: bool = False  # whether tables may be made with a seed that the caller knows; for tests
    unstarted: float = 24 * 3600.0  # seconds after which a table that never began is forgotten
    idle: float = 60.0  # seconds after which a room that nobody is in leaves the memory
    rooms: int = 2000  # live at once


class NewSeat(msgspec.Struct, frozen=True):
    """A seat of a table to be made."""

    kind: Kind
    name: str | None = None
    level: str | None = None


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be made."""

    game: str
    seats: Sequence[NewSeat]
    options: dict[str, Any] = {}
    seed: str | None = None
    nonce: str | None = None
    listed: bool = False
    watching: Watching = "at once"
    delay: int = 0
    clock: int | None = None
    one_screen: bool = False
    wait: bool = False  # until somebody starts it, even if nobody is missing


class Made(msgspec.Struct, frozen=True):
    """A table that was made, with the secrets of its links; nobody can look them up later."""

    table: str
    host: str
    seats: list[str | None]
    spectator: str
    commitment: str | None


class Overtaken(Exception):
    """What something new was made from has changed meanwhile."""


class House:
    """All tables of one server process."""

    open_houses = 0

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.thinking = Thinking(settings.megabytes)
        self.compiling = Compiling()
        self.compiling.on_progress = self._compiled_further
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.on_move: Callable[[float, str], None] = lambda seconds, player: None
        self.on_bot: Callable[[float], None] = lambda seconds: None

    async def open(self) -> None:
        """Get ready."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(REPLAYING, "replaying"))
        await asyncio.to_thread(self.storage.migrate)
        self.storage.on_notice = self._noticed
        House.open_houses += 1
        Kernel.patient = True  # people must not wait for the compiler
        self.storage.start(asyncio.get_running_loop())
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop; everything acknowledged is on disk."""
        self.closing = True
        if self._sweeper:
            self._sweeper.cancel()
        for room in self.rooms.values():
            room.close()
        await self.compiling.close()
        self.thinking.close()
        await asyncio.to_thread(self.storage.close)
        House.open_houses -= 1
        Kernel.patient = House.open_houses > 0

    def _noticed(self, notice: "Notice | None") -> None:
        """Another process, or this one, has written something."""
        if notice is None:
            for room in self.rooms.values():
                self._later(room.others_wrote(None))
                self._later(room.reload())
                self._later(room.others_said())
            return
        kind, id, number = notice
        live = self.rooms.get(id)
        if live is None:
            return
        if kind == "events" and live.number < number:
            self._later(live.others_wrote(number))
        elif kind == "table" and live.version < number:
            self._later(live.reload())
        elif kind == "chat":
            self._later(live.others_said())

    def _later(self, work: "Coroutine[Any, Any, None]") -> None:
        task = asyncio.get_running_loop().create_task(_or_not(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Finding

    async def room(self, id: str) -> Room:
        """A live table by its name."""
        if not is_id(id):
            raise Refused("unknown", NO_TABLE)
        if room := self.rooms.get(id):
            room.used = time.monotonic()
            return room
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open_room(id))
            self._opening[id].add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def _open_room(self, id: str) -> Room:
        found = await self.storage.table_and_events(id)
        if found is None:
            raise Refused("unknown", NO_TABLE)
        self._make_room()
        room = self.rooms[id] = Room(self, *found)
        return room

    def _make_room(self) -> None:
        """Let go of rooms that nobody is in, if there are as many as may be; refuse if that is not enough."""
        if len(self.rooms) >= self.settings.rooms:
            self._close_idle(ON_ITS_WAY)
        if len(self.rooms) >= self.settings.rooms:
            raise Refused("too many", "There are too many tables at once; try again later.")

    async def lobby(self) -> list[Stored]:
        """Listed tables that wait for players, and those that may be watched."""
        return [
            table
            for table in await self.storage.lobby(LOBBY)
            if table.state.phase == "waiting" or table.state.watching != "nobody"
        ]

    # Making and joining

    async def make(self, new: NewTable, holder: str) -> Made:
        """Make a table; it begins at once if nobody is missing and it need not wait."""
        state = self._checked(new)
        own = [p for p, seat in enumerate(new.seats) if seat.kind == "you"]
        return await self._keep(state, holder, own, wait=new.wait)

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
        after: Room | None = None,
    ) -> Made:
        """Keep a new table with fresh links; the holder is its host and sits on some seats. It may come after another."""
        id, host, spectator = id or fresh_id(), fresh_secret(), fresh_secret()
        seats = [None if seat.kind == "bot" else fresh_secret() for seat in state.seats]
        links = [(digest(host), Grant("host")), (digest(spectator), Grant("spectator"))]
        links += [(digest(secret), Grant("seat", p)) for p, secret in enumerate(seats) if secret]
        grants = [(holder, Grant("host")), *((holder, Grant("seat", p)) for p in own), *others]
        if not wait:
            begin_if_full(state)
        if state.phase == "playing":
            self._make_room()
        making = self.storage.making(id, state, links, grants, events)
        if after is None:
            await self.storage.new_table(id, making)
        else:
            await after.change(_go_on_at(id, after.state), making)
        LOG.info("table made", extra={"table": id, "game": state.game, "seats": len(state.seats), "phase": state.phase})
        if state.phase == "playing":
            await self.room(id)
        return Made(id, host, seats, spectator, state.commitment)

    def _checked(self, new: NewTable) -> TableState:
        """The state of a new table, or a refusal."""
        try:
            games.folder(new.game)
            game = tulips.game(new.game)
            game.check_seats(len(new.seats))
            refuse_data_files(new.options)
            key_of_seed(new.seed or "", [])
            options = read_options(game.about.options, new.options, len(new.seats))
        except TulipsError as problem:
            raise Refused("malformed", problem.why) from None
        if new.seed is not None and not self.settings.seeds:
            raise Refused("forbidden", "This server does not let anybody choose the seed.")
        if not 0 <= new.delay <= LONGEST_DELAY:
            raise Refused("malformed", "Spectators can be up to {most} moves behind.", most=LONGEST_DELAY)
        if new.clock is not None and not CLOCKS[0] <= new.clock <= CLOCKS[1]:
            raise Refused("malformed", "A clock gives from {least} to {most} seconds a move.", least=CLOCKS[0], most=CLOCKS[1])
        seed = new.seed if new.seed is not None else fresh_seed()
        return TableState(
            game=new.game,
            rules=game.about.rules_version,
            seats=[self._seat(game, seat) for seat in new.seats],
            options=options,
            listed=new.listed,
            watching=new.watching,
            delay=new.delay,
            clock=new.clock,
            one_screen=new.one_screen,
            seed=seed,
            commitment=commitment(seed),
            nonces={"host": checked_nonce(new.nonce)} if new.nonce else {},
        )

    def _seat(self, game: Any, seat: NewSeat) -> SeatState:
        level = checked_level(game, seat.level)
        if seat.kind == "bot":
            return SeatState(checked_name(seat.name, ""), "bot", level or known_level(game, None))
        kind = "human" if seat.kind == "you" else "open"
        return SeatState(checked_name(seat.name, ""), kind, level)  # type: ignore[arg-type]

    async def follow(self, secret: str) -> tuple[Room, Grant]:
        """Where a link leads, and what it would grant."""
        found = await self.storage.link(digest(secret))
        if found is None:
            raise Refused("unknown", "This link does not lead to a table (any more). Ask for a new one.")
        id, grant = found
        return await self.room(id), grant

    async def join(self, room: Room, grant: Grant, holder: str, name: str | None, nonce: str | None) -> bool:
        """Give the holder what a link grants; whether the nonce was mixed into the chance."""
        if grant.role == "seat" and room.state.phase == "waiting":
            return await self.sit(room, grant.seat, holder, name, nonce)
        if grant.role == "seat" and room.state.seats[grant.seat].kind == "bot":
            await self._relieve(room, grant.seat, holder, name)
        else:
            await self.storage.grant(holder, room.id, grant)
        return False

    async def _relieve(self, room: Room, seat: int, holder: str, name: str | None) -> None:
        """Somebody comes late, when a bot was given the seat at the start, and plays on for it."""

        def relieved(state: TableState) -> None:
            there = state.seats[seat]
            if state.phase == "playing" and there.kind == "bot":
                there.kind = "human"
                there.name = checked_name(name, there.name)

        await room.change(relieved, self.storage.granting(holder, room.id, Grant("seat", seat)))

    async def take(self, room: Room, seat: int, holder: str, name: str | None, nonce: str | None) -> None:
        """Somebody without a link takes an open seat, if nobody else is quicker."""
        await self.sit(room, seat, holder, name, nonce, only_open=True)

    async def sit(
        self, room: Room, seat: int, holder: str, name: str | None, nonce: str | None, *, only_open: bool = False
    ) -> bool:
        """Somebody sits down while the table waits; whether the nonce was mixed into the chance."""
        if nonce:
            checked_nonce(nonce)
        mixed = False

        def taken(state: TableState) -> None:
            nonlocal mixed
            there = state.seats[seat]
            if only_open and (state.phase != "waiting" or there.kind != "open"):
                raise Refused("late", "This seat is not open any more.")
            if state.phase == "waiting":
                there.kind = "human"
                there.name = checked_name(name, there.name)
                mixed = bool(nonce and mix(state.nonces, str(seat), nonce))
                begin_if_full(state)

        await room.change(taken, self.storage.granting(holder, room.id, Grant("seat", seat)))
        return mixed

    # What comes after a match

    async def upload(self, text: bytes, holder: str) -> Made:
        """A table to look at what a record file tells."""
        game = game_of(text)
        tulips.game(game)
        id = fresh_id()
        state, events = await asyncio.to_thread(table_of, text, id)
        return await self._keep(state, holder, (), id=id, events=events)

    async def fork(self, room: Room, at: int, seats: Sequence[NewSeat], holder: str, *, wait: bool = False) -> Made:
        """A table that plays on from a position of a finished match."""
        if room.state.phase != "over":
            raise Refused("waiting", "A match can be played on from one of its positions once it is over.")
        if len(seats) != len(room.state.seats):
            raise Refused("malformed", "This match has {seats} seats.", seats=len(room.state.seats))
        places = [self._seat(room.game, seat) for seat in seats]
        events = await self.storage.events(room.id, 0)
        state = await asyncio.to_thread(forked, room.state, events, at, places)
        return await self._keep(state, holder, [p for p, seat in enumerate(seats) if seat.kind == "you"], wait=wait)

    async def rematch(self, room: Room, holder: str) -> tuple[str, Made | None]:
        """The table where the same people play again; made by whoever asks first, who alone is told its links."""
        if room.state.phase != "over":
            raise Refused("waiting", "A rematch comes after the match.")
        people = [one for one in await self.storage.holders(room.id) if one[1].role != "host"]
        while (old := room.state).rematch is None:
            seed = fresh_seed()
            chance = old.next or NextChance(seed, commitment(seed))
            state = TableState(
                game=old.game,
                rules=old.rules,
                seats=[SeatState(seat.name, seat.kind, seat.level) for seat in old.seats],
                options=old.options,
                listed=old.listed,
                watching=old.watching,
                delay=old.delay,
                clock=old.clock,
                one_screen=old.one_screen,
                seed=chance.seed,
                commitment=chance.commitment,
                nonces=chance.nonces,
            )
            with contextlib.suppress(Overtaken):
                made = await self._keep(state, holder, (), people, after=room)
                return made.table, made
        return old.rematch, None

    async def mix_in(self, room: Room, who: str, nonce: str) -> None:
        """Somebody adds to the chance before the match starts; when it is over, to that of a rematch."""
        checked_nonce(nonce)

        def mixed(state: TableState) -> None:
            if state.phase == "waiting":
                nonces = state.nonces
            elif state.next and state.rematch is None:
                nonces = state.next.nonces
            else:
                raise Refused("late", "The match has started; its chance is settled.")
            if not mix(nonces, who, nonce):
                raise Refused("late", "Enough was mixed in for this seat.")

        await room.change(mixed)

    # Closing

    async def _sweep(self) -> None:
        """From time to time, let go of what nobody needs."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle))
            self._close_idle(self.settings.idle)
            with contextlib.suppress(Exception):
                for id in await self.storage.drop_unstarted(time.time() - self.settings.unstarted):
                    if room := self.rooms.pop(id, None):
                        room.close()

    def _close_idle(self, seconds: float) -> None:
        now = time.monotonic()
        for id, room in list(self.rooms.items()):
            if room.idle and now - room.used >= seconds:
                room.close()
                del self.rooms[id]

    def _compiled_further(self, name: str) -> None:
        for room in self.rooms.values():
            if room.state.game == name:
                room.compiled_further()


async def _or_not(work: "Coroutine[Any, Any, None]") -> None:
    """Do it, if the database answers; it tells us again when it is back."""
    with contextlib.suppress(Unavailable):
        await work


def _go_on_at(id: str, before: TableState) -> Callable[[TableState], None]:
    """What makes a table the one where people go on, if nothing has changed of what it was made from."""

    def go_on(state: TableState) -> None:
        if state.rematch is not None or state.next != before.next:
            raise Overtaken
        state.rematch = id

    return go_on


def mix(nonces: dict[str, str], who: str, nonce: str) -> bool:
    """Add to the chance, beside what was added before; whether there was room."""
    before = sum(key.partition(".")[0] == who for key in nonces)
    if before < MOST_NONCES:
        nonces[f"{who}.{before}" if before else who] = nonce
    return before < MOST_NONCES


def begin_if_full(state: TableState) -> None:
    """A table where nobody is missing begins."""
    if state.phase == "waiting" and all(seat.kind != "open" for seat in state.seats):
        begin(state)


def begin(state: TableState) -> None:
    """The match starts; from now on neither names nor chance can be changed."""
    state.phase = "playing"
    state.started = time.time()


def checked_name(name: str | None, otherwise: str) -> str:
    """A name that can stand in a log."""
    if name is None or not name.strip():
        return otherwise
    name = " ".join(name.split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused("malformed", "A name is 1 to {most} visible characters.", most=LONGEST_NAME)
    return name


def checked_nonce(nonce: str) -> str:
    """Something that a player mixes into the chance."""
    if not NONCE.fullmatch(nonce):
        raise Refused("malformed", "What is mixed in is 1 to {most} letters and digits.", most=LONGEST_NONCE)
    return nonce


def checked_level(game: Any, level: str | None) -> str | None:
    """A bot that the game has."""
    if level is not None and level not in bots.names(game):
        known = ", ".join(bots.names(game))
        raise Refused(
            "malformed", "{game} has no bot called {level}; there is {known}.", game=game.about.title, level=level, known=known
        )
    return level


def need_host(grants: "frozenset[Grant]") -> None:
    """Refuse whoever is not the host."""
    if Grant("host") not in grants:
        raise Refused("forbidden", NOT_HOST)


def need_seat(grants: "frozenset[Grant]", seat: int) -> None:
    """Refuse whoever does not sit there."""
    if Grant("seat", seat) not in grants:
        raise Refused("not yours", NOT_YOURS)


def may_look(state: TableState, grants: "frozenset[Grant]") -> bool:
    """Whether somebody may see the table at all."""
    if any(grant.role in ("seat", "host") for grant in grants):
        return True
    invited = state.listed or any(grant.role == "spectator" for grant in grants)
    return invited and (state.phase == "waiting" or state.watching != "nobody")


__all__ = ["NO_SEAT", "House", "Made", "NewSeat", "NewTable", "Settings"]
