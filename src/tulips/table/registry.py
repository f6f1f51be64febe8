"""The registry: all tables of one server, found, opened, joined and closed."""

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

import tulips
from tulips import bots, games
from tulips.engine.compile.kernel import Kernel
from tulips.engine.errors import TulipsError
from tulips.engine.state.chance import commitment, fresh_seed, key_of_seed
from tulips.table import clocks, presence, seating
from tulips.table.compiling import Compiling
from tulips.table.links import digest, fresh_id, fresh_secret, is_id
from tulips.table.lobby import CONSIDERED, Lobby
from tulips.table.record_files import forked, refuse_data_files, table_of
from tulips.table.refusal import NO_TABLE, NOT_HOST, NOT_YOURS, Refused
from tulips.table.replay_pool import ReplayPool
from tulips.table.retention import finished, found, left, uploaded, waited
from tulips.table.room import Room
from tulips.table.seating import begin_if_full, checked_name
from tulips.table.server_lock import claim
from tulips.table.settings import FOREVER, Settings
from tulips.table.state import NO_SEAT, Event, Grant, Link, NextChance, Role, SeatState, TableState, Watching
from tulips.table.storage import Storage, Stored, Unavailable, Unreadable
from tulips.table.thinking import Thinking, known_level
from tulips.table.write_probe import WriteProbe

if TYPE_CHECKING:
    import sqlalchemy as sa

    from tulips.table.listener import Notice

LOG = logging.getLogger("tulips.table")

LONGEST_DELAY = 50
CLOCKS = (5, 7 * 24 * 3600)
LONGEST_NONCE = 64
MOST_NONCES = 5
"""How much each seat, and the host, can mix into the chance of a match."""

NONCE = re.compile(rf"[0-9A-Za-z_-]{{1,{LONGEST_NONCE}}}")
STRANGER = frozenset[Grant]()
TIDIES_FIRST, TIDIES_AGAIN = 60.0, 3600.0
"""Seconds after which old tables are looked for. Before the first time, what others look at has been heard of."""

BREATH = 0.02
"""Seconds between two tables that are removed, for those who wait to write."""

ON_ITS_WAY = 2.0
"""Seconds in which a page that has asked for a room comes in; meanwhile the room stays, or there would be two of it."""

NO_LINK = "This link does not lead to a table (any more). Ask for a new one."
LINK_USED = "This link was used already. For another device of yours make a link where you sit; otherwise ask the host."
UNREADABLE = "This table can't be opened: what is stored of it is damaged, or a newer server has kept it."
NOBODY_WATCHES = "Nobody may watch at this table."
TABLE_FULL = "All seats at this table are taken."
TOO_MANY_ROOMS = "There are too many tables at once; try again later."
TOO_MANY_OF_ADDRESS = "Too many tables are open from your address; close one of them to open another."

Kind = str


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

    id: str
    host: str
    table: str | None  # for whoever comes first, where a seat is open
    seats: list[str | None]  # those of open seats
    spectator: str
    commitment: str | None


class Joined(msgspec.Struct, frozen=True):
    """What somebody has got by a link, and whether what they mixed in counts for the chance."""

    role: Role
    seat: int = NO_SEAT
    mixed: bool = False


class Followed(msgspec.Struct, frozen=True):
    """Where a link leads, which seats there whoever has opened it holds already, and why they can't sit down by it, if so."""

    room: Room
    link: Link
    own: list[int]
    why: str | None = None


class SeatGone(Refused):
    """Somebody else was quicker."""

    def __init__(self) -> None:
        super().__init__("late", seating.NOT_OPEN)


class Overtaken(Exception):
    """What something new was made from has changed meanwhile."""


class Registry:
    """All tables of one server process."""

    open_registries = 0

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.writable = WriteProbe(self.storage)
        self.thinking = Thinking(settings.megabytes)
        self.replays = ReplayPool()
        self.compiling = Compiling()
        self.compiling.on_progress = self._compiled_further
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self.listing = Lobby(self.state)
        self.process = secrets.randbits(31)  # its name among those on one database
        self._removing: set[str] = set()
        self._heard: dict[str, float] = {}  # tables that other processes have told of, and when
        self._sweeper: asyncio.Task[None] | None = None
        self._tidier: asyncio.Task[None] | None = None
        self._beat: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.on_move: Callable[[float, str], None] = lambda seconds, player: None
        self.on_bot: Callable[[float], None] = lambda seconds: None

    async def open(self) -> None:
        """Get ready."""
        self._claim = claim(self.storage)
        await asyncio.to_thread(self.storage.migrate)
        self.storage.on_notice = self._noticed
        Registry.open_registries += 1
        Kernel.interprets_until_compiled = True  # people must not wait for the compiler
        self.storage.start(asyncio.get_running_loop())
        await asyncio.to_thread(self.compiling.problem)  # told at the start, if there is one
        self._sweeper = asyncio.create_task(self._sweep())
        self._tidier = asyncio.create_task(self._tidy())
        if self.storage.is_postgresql:
            self._beat = asyncio.create_task(self._announce())

    async def close(self) -> None:
        """Stop; everything acknowledged is on disk."""
        self.closing = True
        for task in (self._sweeper, self._tidier, self._beat):
            if task:
                task.cancel()
        for room in self.rooms.values():
            room.close()
        self.writable.close()
        await self.compiling.close()
        self.thinking.close()
        self.replays.close()
        await asyncio.to_thread(self.storage.close)
        self._claim.close()
        Registry.open_registries -= 1
        Kernel.interprets_until_compiled = Registry.open_registries > 0

    def _noticed(self, notice: "Notice | None") -> None:
        """Another process, or this one, has written something."""
        if notice is None:
            for room in self.rooms.values():
                self._later(room.others_wrote(None))
                self._later(room.reload())
                self._later(room.others_said())
                room.announce(asks=True)
            return
        kind, id, number = notice
        if kind == "here" and presence.has_seats(number):
            self.listing.saw(id)
        live = self.rooms.get(id)
        if live is None:
            self._heard[id] = time.monotonic()
            return
        if kind == "here":
            live.others_are_here(number)
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

    async def room(self, id: str, address: str = "") -> Room:
        """A live table by its name; it is opened at the cost of the address that asks for it first."""
        if not is_id(id):
            raise Refused("unknown", NO_TABLE)
        if room := self.rooms.get(id):
            room.used = time.monotonic()
            room.wanted_by(address)
            return room
        if id in self._removing:
            raise Refused("unknown", NO_TABLE)
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open_room(id, address))
            self._opening[id].add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def state(self, id: str) -> TableState | None:
        """How a table stands, without opening it."""
        if not is_id(id):
            return None
        if room := self.rooms.get(id):
            return room.state
        found = await self.storage.table(id)
        return found.state if found else None

    async def _open_room(self, id: str, address: str) -> Room:
        try:
            found = await self.storage.table_and_chat(id)
        except Unreadable:
            raise Refused("unknown", UNREADABLE) from None
        if found is None:
            raise Refused("unknown", NO_TABLE)
        self._make_room(address)
        room = self.rooms[id] = Room(self, *found, address)
        room.announce(asks=True)
        return room

    def _make_room(self, address: str) -> None:
        """Let go of rooms that nobody is in, if there are as many as may be; refuse if that is not enough."""
        if address and self._opened_by(address) >= self.settings.rooms_an_address:
            self._close_idle(ON_ITS_WAY, address)
            if self._opened_by(address) >= self.settings.rooms_an_address:
                raise Refused("too many", TOO_MANY_OF_ADDRESS)
        if len(self.rooms) >= self.settings.rooms:
            self._close_idle(ON_ITS_WAY)
            if len(self.rooms) >= self.settings.rooms:
                raise Refused("too many", TOO_MANY_ROOMS)

    def _opened_by(self, address: str) -> int:
        """How many rooms are open at the cost of an address."""
        return sum(room.address == address for room in self.rooms.values())

    async def lobby(self) -> list[Stored]:
        """Listed tables that wait for players or may be watched: first those where somebody is, then the newest."""
        tables = await self.storage.listed(CONSIDERED)
        for table in tables:
            if (room := self.rooms.get(table.id)) and room.is_attended:
                self.listing.saw(table.id)
        return [
            table
            for table in await self.storage.tables(self.listing.chosen(tables))
            if table.state.phase == "waiting" or table.state.watching != "nobody"
        ]

    # Making and joining

    async def make(self, new: NewTable, holder: str, address: str = "", id: str = "") -> Made:
        """Make a table; it begins at once if nobody is missing and it need not wait."""
        state = self._checked(new)
        own = [p for p, seat in enumerate(new.seats) if seat.kind == "you"]
        for p in own if new.one_screen else ():
            state.seats[p].shares_screen = True
        return await self._keep(state, holder, own, id=id, wait=new.wait, address=address)

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
        address: str = "",
    ) -> Made:
        """Keep a new table with fresh links; the holder is its host and sits on some seats. It may come after another."""
        id, host, spectator = id or fresh_id(), fresh_secret(), fresh_secret()
        seats = [fresh_secret() if seat.kind == "open" else None for seat in state.seats]
        table = fresh_secret() if any(seats) else None
        links = [(digest(host), Link("host")), (digest(spectator), Link("spectator"))]
        links += [(digest(table), Link("table"))] if table else []
        links += [(digest(secret), Link("seat", p)) for p, secret in enumerate(seats) if secret]
        grants = [(holder, Grant("host")), *((holder, Grant("seat", p)) for p in own), *others]
        if not wait:
            begin_if_full(state)
        if state.phase == "playing":
            self._make_room(address)
        making = self.storage.making(id, state, links, grants, events)
        if after is None:
            await self.storage.new_table(id, making)
        else:
            await after.change(_go_on_at(id, after.state), making)
        LOG.info("table made", extra={"table": id, "game": state.game, "seats": len(state.seats), "phase": state.phase})
        if state.phase == "playing":
            await self.room(id, address)
        return Made(id, host, table, seats, spectator, state.commitment)

    def _checked(self, new: NewTable) -> TableState:
        """The state of a new table, or a refusal."""
        try:
            games.folder(new.game)
            game = tulips.game(new.game)
            game.check_seats(len(new.seats))
            refuse_data_files(new.options)
            key_of_seed(new.seed or "", [])
            options = game.options(len(new.seats), new.options)
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

    async def follow(self, secret: str, holder: str, address: str = "") -> Followed:
        """Where a link leads. If it was used by somebody else, the table is told."""
        found = await self.storage.link(digest(secret))
        if found is None:
            raise Refused("unknown", NO_LINK)
        id, link = found
        room = await self.room(id, address)
        own = await self._seats_of(room, holder)
        if await self._is_used(room, link, holder):
            if not seating.was_told(room.state, "used again", link.seat):
                await room.change(lambda state: seating.tell(state, "used again", link.seat))
            return Followed(room, link, own, LINK_USED)
        if link.role == "table" and seating.next_free(room.state) is None and not own:
            return Followed(room, link, own, TABLE_FULL)
        return Followed(room, link, own)

    async def _seats_of(self, room: Room, holder: str) -> list[int]:
        return [grant.seat for grant in await self.storage.grants(holder, room.id) if grant.role == "seat"]

    async def host_name(self, room: Room) -> str:
        """What whoever invites to the table is called there; nothing if they do not sit at it or have no name."""
        holders = await self.storage.holders(room.id)
        hosts = {holder for holder, grant in holders if grant.role == "host"}
        seats = [grant.seat for holder, grant in holders if holder in hosts and grant.role == "seat"]
        return room.state.seats[min(seats)].name if seats else ""

    async def watch(self, room: Room, link: Link, holder: str) -> Joined:
        """Let somebody who was invited watch, whether or not there is a seat for them, if anybody may."""
        if not may_watch(room.state, link):
            raise Refused("forbidden", NOBODY_WATCHES)
        await self.storage.grant(holder, room.id, Grant("spectator"))
        return Joined("spectator")

    async def _is_used(self, room: Room, link: Link, holder: str) -> bool:
        """Whether a link has brought somebody to a seat already. Whoever it brought may open it again."""
        if link.seat == NO_SEAT:
            return False
        seat = room.state.seats[link.seat]
        if seat.device if link.role == "device" else seat.is_free:
            return False
        return Grant("seat", link.seat) not in await self.storage.grants(holder, room.id)

    async def join(self, room: Room, link: Link, holder: str, name: str | None, nonce: str | None) -> Joined:
        """Give the holder what a link is for."""
        match link.role:
            case "host" | "spectator":
                await self.storage.grant(holder, room.id, Grant(link.role))
                return Joined(link.role)
            case "device":
                return await self._add_device(room, link.seat, holder)
            case "seat":
                return await self._come(room, link.seat, holder, name, nonce)
            case "table":
                return await self._come_first(room, holder, name, nonce)

    async def _come_first(self, room: Room, holder: str, name: str | None, nonce: str | None) -> Joined:
        """Somebody comes by the table's own link: they get the next free seat, or the one that they have."""
        if own := await self._seats_of(room, holder):
            return Joined("seat", min(own))
        while (seat := seating.next_free(room.state)) is not None:
            with contextlib.suppress(SeatGone):
                return await self._come(room, seat, holder, name, nonce)
        raise Refused("late", TABLE_FULL)

    async def _come(self, room: Room, seat: int, holder: str, name: str | None, nonce: str | None) -> Joined:
        """Somebody comes for a seat by a link; they may be there already."""
        if Grant("seat", seat) in await self.storage.grants(holder, room.id):
            return Joined("seat", seat)
        return Joined("seat", seat, mixed=await self.sit(room, seat, holder, name, nonce))

    async def _add_device(self, room: Room, seat: int, holder: str) -> Joined:
        """Whoever sits there comes from another browser."""
        mine = Grant("seat", seat)

        def added(state: TableState) -> None:
            if not state.seats[seat].device:
                raise Refused("late", LINK_USED)
            seating.add_device(state, seat)

        if mine not in await self.storage.grants(holder, room.id):
            await room.change(added, self.storage.granting(holder, room.id, mine))
        return Joined("seat", seat)

    async def sit(
        self, room: Room, seat: int, holder: str, name: str | None, nonce: str | None, *, only_open: bool = False
    ) -> bool:
        """Somebody sits down on a free seat, if nobody else is quicker; whether the nonce was mixed into the chance."""
        if nonce:
            checked_nonce(nonce)
        mixed = False

        def taken(state: TableState) -> None:
            nonlocal mixed
            mixed = False
            there = state.seats[seat]
            if not there.is_free or (only_open and there.kind != "open"):
                raise SeatGone
            seating.sit(state, seat, name)
            if state.phase == "waiting":
                mixed = bool(nonce and mix(state.nonces, str(seat), nonce))
                begin_if_full(state)

        await room.change(taken, self.storage.granting(holder, room.id, Grant("seat", seat)))
        return mixed

    # What comes after a match

    async def upload(self, text: bytes, holder: str, address: str = "") -> Made:
        """A table to look at what a record file tells."""
        id = fresh_id()
        state, events = await self.replays.run(table_of, text, id, address=address)
        return await self._keep(state, holder, (), id=id, events=events)

    async def fork(
        self, room: Room, at: int, seats: Sequence[NewSeat], holder: str, *, wait: bool = False, address: str = ""
    ) -> Made:
        """A table that plays on from a position of a finished match."""
        if room.state.phase != "over":
            raise Refused("waiting", "A match can be played on from one of its positions once it is over.")
        if len(seats) != len(room.state.seats):
            raise Refused("malformed", "This match has {seats} seats.", seats=len(room.state.seats))
        places = [self._seat(room.game, seat) for seat in seats]
        old = room.state
        state = await self.replays.run(lambda: forked(old, self.storage.each_event(room.id), at, places), address=address)
        own = [p for p, seat in enumerate(seats) if seat.kind == "you"]
        return await self._keep(state, holder, own, wait=wait, address=address)

    async def rematch(self, room: Room, holder: str, address: str = "") -> tuple[str, Made | None]:
        """The table where the same people play again; made by whoever asks first, who alone is told its links."""
        if room.state.phase != "over":
            raise Refused("waiting", "A rematch comes after the match.")
        people = [one for one in await self.storage.holders(room.id) if one[1].role != "host"]
        browsers = Counter(grant.seat for _, grant in people)
        while (old := room.state).rematch is None:
            seed = fresh_seed()
            chance = old.next or NextChance(seed, commitment(seed))
            state = TableState(
                game=old.game,
                rules=old.rules,
                seats=[seating.for_rematch(seat, browsers[p]) for p, seat in enumerate(old.seats)],
                options=old.options,
                listed=old.listed,
                watching=old.watching,
                delay=old.delay,
                clock=old.clock,
                one_screen=old.one_screen,
                spectators_talk=old.spectators_talk,
                seed=chance.seed,
                commitment=chance.commitment,
                nonces=chance.nonces,
            )
            with contextlib.suppress(Overtaken):
                made = await self._keep(state, holder, (), people, after=room, address=address)
                return made.id, made
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
                await self.remove_waiting(clocks.now())

    async def _tidy(self) -> None:
        """From time to time, remove what is not kept any longer."""
        await asyncio.sleep(TIDIES_FIRST)
        while True:
            with contextlib.suppress(Exception):
                await self.remove_old(clocks.now())
            await asyncio.sleep(TIDIES_AGAIN)

    async def remove_waiting(self, now: float) -> int:
        """Remove tables that have waited too long for their match to begin, unless somebody is there; how many."""
        return await self._remove_all(waited(now - self.settings.unstarted), spare_idle=False)

    async def remove_old(self, now: float) -> int:
        """Remove tables that were left and records that were uploaded, after their time, unless they are open; how many."""
        settings = self.settings
        kept = ((left, settings.keep_left), (uploaded, settings.keep_uploads), (finished, settings.keep_finished))
        old = [which(now - seconds) for which, seconds in kept if seconds < FOREVER]
        return sum([await self._remove_all(which, spare_idle=True) for which in old])

    async def _remove_all(self, which: "sa.ColumnElement[bool]", *, spare_idle: bool) -> int:
        """Remove such tables one by one, but none that is open here or at another process; or none at which somebody is."""
        late = time.monotonic() - presence.HERE_FOR
        self._heard = {id: at for id, at in self._heard.items() if at > late}
        removed = 0
        while True:
            open_here = (id for id, room in self.rooms.items() if spare_idle or not room.idle)
            ids = await self.storage.read(found(which, but=[*open_here, *self._opening, *self._heard]))
            for id in ids:
                removed += await self._remove(id, which, spare_idle=spare_idle)
                await asyncio.sleep(BREATH)
            if not ids:
                return removed

    async def _remove(self, id: str, which: "sa.ColumnElement[bool]", *, spare_idle: bool) -> bool:
        """Remove a table if it is not open; whether it was removed. Nobody can open it meanwhile."""
        if room := self.rooms.get(id):
            if spare_idle or not room.idle:
                return False
            room.close()
            del self.rooms[id]
        if id in self._opening:
            return False
        self._removing.add(id)
        try:
            gone = await self.storage.remove(id, which)
        finally:
            self._removing.discard(id)
        if gone:
            LOG.info("table removed", extra={"table": id})
        return gone

    async def _announce(self) -> None:
        """Tell other processes again and again who is here, and notice when they do not any more."""
        while True:
            await asyncio.sleep(presence.SAID_AGAIN)
            for room in list(self.rooms.values()):
                room.announce_again()

    def _close_idle(self, seconds: float, address: str | None = None) -> None:
        """Let go of rooms that nobody is in, or of those of one address."""
        now = time.monotonic()
        for id, room in list(self.rooms.items()):
            if room.idle and now - room.used >= seconds and address in (None, room.address):
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


def may_watch(state: TableState, link: Link) -> bool:
    """Whether somebody with the link may watch. A link for another device is for nobody else."""
    return state.watching != "nobody" and link.role != "device"


def may_look(state: TableState, grants: "frozenset[Grant]") -> bool:
    """Whether somebody may see the table at all."""
    if any(grant.role in ("seat", "host") for grant in grants):
        return True
    invited = state.listed or any(grant.role == "spectator" for grant in grants)
    return invited and (state.phase == "waiting" or state.watching != "nobody")


__all__ = ["NO_SEAT", "Made", "NewSeat", "NewTable", "Registry", "Settings"]
