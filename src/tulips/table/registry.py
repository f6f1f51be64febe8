"""The registry: all tables of one server process that are in memory, found, opened and closed."""

import asyncio
import contextlib
import secrets
import time
from typing import TYPE_CHECKING, Any

from tulips.engine.compile.kernel import Kernel
from tulips.table import presence
from tulips.table.compiling import Compiling
from tulips.table.database.group_commit import Unavailable
from tulips.table.database.server_lock import claim
from tulips.table.database.storage import Storage, Stored, Unreadable
from tulips.table.database.write_probe import WriteProbe
from tulips.table.links import is_id
from tulips.table.lobby import CONSIDERED, Lobby
from tulips.table.refusal import NO_TABLE, Refused
from tulips.table.replay_pool import ReplayPool
from tulips.table.reviewing import Reviewing
from tulips.table.room import Room
from tulips.table.server_settings import ServerSettings
from tulips.table.sweeping import Sweeper
from tulips.table.thinking import Thinking

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from tulips.table.database.listener import Notice
    from tulips.table.state import TableState

ON_ITS_WAY = 2.0
"""Seconds in which a page that has asked for a room comes in; meanwhile the room stays, or there would be two of it."""

UNREADABLE = "error.unreadable"
TOO_MANY_ROOMS = "error.too-many-tables"
TOO_MANY_OF_ADDRESS = "error.too-many-tables-of-address"


class Registry:
    """All live tables of one server process, and what they share."""

    open_registries = 0

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.writable = WriteProbe(self.storage)
        self.thinking = Thinking(settings.megabytes)
        self.replay_pool = ReplayPool()
        self.reviewing = Reviewing(self.storage, settings.review_effort)
        self.compiling = Compiling()
        self.compiling.on_progress = self._compiled_further
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Future[Room]] = {}
        self.removing: set[str] = set()  # tables that nobody can open any more
        self.heard: dict[str, float] = {}  # tables that other processes have announced, and when
        self.lobby = Lobby(self.state)
        self.sweeper = Sweeper(self)
        self.process = secrets.randbits(31)  # its name among those on one database
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
        await asyncio.to_thread(self.compiling.problem)  # logged at the start, if there is one
        self.sweeper.start()
        if self.storage.is_postgresql:
            self._beat = asyncio.create_task(self._announce())

    async def close(self) -> None:
        """Stop; everything acknowledged is on disk."""
        self.closing = True
        self.sweeper.close()
        if self._beat:
            self._beat.cancel()
        for room in self.rooms.values():
            room.close()
        self.writable.close()
        await self.compiling.close()
        await self.reviewing.close()
        self.thinking.close()
        self.replay_pool.close()
        await asyncio.to_thread(self.storage.close)
        self._claim.close()
        Registry.open_registries -= 1
        Kernel.interprets_until_compiled = Registry.open_registries > 0

    # Finding

    async def room(self, id: str, address: str = "") -> Room:
        """Returns a live table by its name; it is opened at the cost of the address that asks for it first."""
        if not is_id(id):
            raise Refused("unknown", NO_TABLE)
        if room := self.rooms.get(id):
            room.used = time.monotonic()
            room.wanted_by(address)
            return room
        if id in self.removing:
            raise Refused("unknown", NO_TABLE)
        if id not in self.opening:
            self.opening[id] = asyncio.ensure_future(self._open_room(id, address))
            self.opening[id].add_done_callback(lambda _: self.opening.pop(id, None))
        return await asyncio.shield(self.opening[id])

    async def state(self, id: str) -> "TableState | None":
        """Returns a table's state without opening it."""
        if not is_id(id):
            return None
        if room := self.rooms.get(id):
            return room.state
        found = await self.storage.table(id)
        return found.state if found else None

    async def listed_tables(self) -> list[Stored]:
        """Returns listed tables that wait for players or may be watched: first those where somebody is, then the newest."""
        tables = await self.storage.listed_tables(CONSIDERED)
        for table in tables:
            if (room := self.rooms.get(table.id)) and room.is_attended:
                self.lobby.saw(table.id)
        return [
            table
            for table in await self.storage.tables(self.lobby.choose(tables))
            if table.state.phase == "waiting" or table.state.watching != "nobody"
        ]

    # Opening and closing rooms

    async def _open_room(self, id: str, address: str) -> Room:
        try:
            found = await self.storage.table_and_chat(id)
        except Unreadable:
            raise Refused("unknown", UNREADABLE) from None
        if found is None:
            raise Refused("unknown", NO_TABLE)
        self.make_room(address)
        room = self.rooms[id] = Room(self, *found, address)
        room.presence.announce(asks=True)
        return room

    def make_room(self, address: str) -> None:
        """Let go of rooms that nobody is in, if there are as many as may be; refuse if that is not enough."""
        if address and self._opened_by(address) >= self.settings.rooms_an_address:
            self.close_idle(ON_ITS_WAY, address)
            if self._opened_by(address) >= self.settings.rooms_an_address:
                raise Refused("too many", TOO_MANY_OF_ADDRESS)
        if len(self.rooms) >= self.settings.rooms:
            self.close_idle(ON_ITS_WAY)
            if len(self.rooms) >= self.settings.rooms:
                raise Refused("too many", TOO_MANY_ROOMS)

    def _opened_by(self, address: str) -> int:
        """Returns how many rooms are open at the cost of an address."""
        return sum(room.address == address for room in self.rooms.values())

    def close_idle(self, seconds: float, address: str | None = None) -> None:
        """Let go of rooms that nobody is in, or of those of one address."""
        now = time.monotonic()
        for id, room in list(self.rooms.items()):
            if room.idle and now - room.used >= seconds and address in (None, room.address):
                room.close()
                del self.rooms[id]

    # Other processes

    def _noticed(self, notice: "Notice | None") -> None:
        """Another process, or this one, has written something."""
        if notice is None:
            for room in self.rooms.values():
                self._later(room.others_wrote(None))
                self._later(room.reload())
                self._later(room.others_said())
                room.presence.announce(asks=True)
            return
        kind, id, number = notice
        if kind == "here" and presence.has_seats(number):
            self.lobby.saw(id)
        live = self.rooms.get(id)
        if live is None:
            self.heard[id] = time.monotonic()
            return
        if kind == "here":
            live.presence.hear(number)
            return
        if kind == "events" and live.number < number:
            self._later(live.others_wrote(number))
        elif kind == "table" and live.version < number:
            self._later(live.reload())
        elif kind == "chat":
            self._later(live.others_said())

    def _later(self, work: "Coroutine[Any, Any, None]") -> None:
        task = asyncio.get_running_loop().create_task(_if_available(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _announce(self) -> None:
        """Tell other processes again and again who is here, and notice when they do not any more."""
        while True:
            await asyncio.sleep(presence.SAID_AGAIN)
            for room in list(self.rooms.values()):
                room.presence.announce_again()

    def drop_unheard(self) -> None:
        """Let go of tables that no other process has announced for long."""
        late = time.monotonic() - presence.HERE_FOR
        self.heard = {id: at for id, at in self.heard.items() if at > late}

    def _compiled_further(self, name: str) -> None:
        for room in self.rooms.values():
            if room.state.game == name:
                room.compiled_further()


async def _if_available(work: "Coroutine[Any, Any, None]") -> None:
    """Do it, if the database answers; its listener asks for the same again when it is back."""
    with contextlib.suppress(Unavailable):
        await work
