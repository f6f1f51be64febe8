"""A room: one live table, in memory while somebody is at it. It holds nothing that the database does not hold.

Moves become events, one at a time; changes around the match go through `Room.change`. What goes on by itself is in `autoplay`,
what viewers get in `broadcast`, who is at other processes in `presence`, and how moves are undone in `taking_back`.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import msgspec

import tulips
from tulips.engine.errors import BadRecord, TulipsError
from tulips.engine.match.match import AnyMove, legal_move
from tulips.engine.phrase import Phrase, say
from tulips.engine.viewers import SPECTATOR
from tulips.table import clocks
from tulips.table.autoplay import Autoplay
from tulips.table.broadcast import Broadcaster, Watcher, replay_position
from tulips.table.chat import ENOUGH_SAID, SPECTATORS_CLOSED, Chat
from tulips.table.compiling import load_kernels_once
from tulips.table.curtains import Curtains
from tulips.table.database.group_commit import TRIES_AGAIN, Job, Unavailable
from tulips.table.database.storage import Stored
from tulips.table.delayed import DelayedBroadcaster
from tulips.table.helping import Helping
from tulips.table.live_match import Header, LiveMatch, replay_events
from tulips.table.presence import Presence
from tulips.table.record_files import record_of, stored_of
from tulips.table.refusal import LATE, OVER, STANDING_IN, WAITING, Refused
from tulips.table.replay_pool import each
from tulips.table.serialize import offer_of
from tulips.table.state import Event, Player, Said, TableState, UndoState, copy_state
from tulips.table.taking_back import TakingBack

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from tulips.engine.offer import Offer
    from tulips.table.registry import Registry

LOG = logging.getLogger("tulips.table")

Result = TypeVar("Result")

NOT_READY = "error.not-ready"
DAMAGED = "error.damaged"
OTHER_RULES = "error.stored-by-other-rules"
NO_POSITION = "error.no-position"
REUSED = "error.reused-id"
CHANGES_TRIED = 20


class Room:
    """One live table."""

    def __init__(
        self, registry: "Registry", stored: Stored, last_event: float | None, chat: Iterable[Said], address: str = ""
    ) -> None:
        self.registry = registry
        self.address = address  # at whose cost it is open and its bots think
        self._asked_by = address  # who asked for it last: the match is replayed at their turn
        self._is_players = False  # whether that is the address of somebody who sits here
        self.id = stored.id
        self.game = tulips.game(stored.state.game)
        self.state: TableState = stored.state
        self.version = stored.version
        self.chat = Chat(chat)
        self.broadcaster: Broadcaster | None = None
        self.behind: DelayedBroadcaster | None = None  # for delayed spectators, while there are any
        self.broken: Phrase | None = None  # why the match can be neither shown nor played on
        self.people: dict[Watcher, frozenset[int]] = {}  # those who look, and the seats they hold
        self.curtains = Curtains(self)
        self.autoplay = Autoplay(self)
        self.taking_back = TakingBack(self)
        self.helping = Helping(self)
        self.presence = Presence(self)
        self.used = time.monotonic()
        self.lock = asyncio.Lock()
        self.last_event = clocks.not_later(last_event or stored.state.started or stored.created)
        self.closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        if self.state.phase != "waiting":
            self.run(self._prepare())

    # Asking

    @property
    def live(self) -> LiveMatch | None:
        """The match, once it has begun and is compiled."""
        return self.broadcaster.live if self.broadcaster else None

    @property
    def number(self) -> int:
        """How many events there have been."""
        return self.broadcaster.live.number if self.broadcaster else 0

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is going on."""
        return not (self.people or self.autoplay.thoughts or self.helping.is_busy or self._tasks or self.lock.locked())

    @property
    def compiling(self) -> int | None:
        """How far the compiling of a game is that is used for the first time, in per cent; None if there is none."""
        progress = self.registry.compiling.progress(self.state.game)
        if progress is None or self.state.phase == "over":
            return None
        return 100 * progress[0] // progress[1]

    @property
    def undo_asked(self) -> UndoState | None:
        """The taking back that somebody asks for now."""
        asked = self.state.undo
        return asked if asked and self.live and asked.number == self.live.number else None

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of the seats has a move to take back, if need be with the others' consent."""
        live = self.live
        if live is None or self.state.phase != "playing" or self.undo_asked:
            return False
        return not seats.isdisjoint(live.movers)

    def undo_is_free(self, seats: frozenset[int]) -> bool:
        """Whether the last move of one of the seats has shown nobody anything, so that it is taken back without a trace."""
        return self.live is not None and self.live.freely_undone in seats

    @property
    def timed(self) -> list[int]:
        """The seats that act by hand, if there is a clock."""
        live = self.live
        if self.state.clock is None or self.state.phase != "playing" or live is None:
            return []
        return [seat for seat in live.actors if not self.state.plays_itself(seat)]

    def deadline(self, seat: int) -> float | None:
        """The seconds left to a seat, if it acts and its clock runs."""
        now = clocks.now()
        if seat not in self.timed or clocks.runs_since(self.state, seat, self.last_event, now) is None:
            return None
        assert self.state.clock is not None
        return max(0.0, self.state.clock - clocks.used(self.state, seat, self.number, self.last_event, now))

    def is_clock_stopped(self, seat: int) -> bool:
        """Whether a seat acts and its clock stands, because a curtain hides its side of the screen."""
        return seat in self.timed and self.deadline(seat) is None

    def is_connected(self, seat: int) -> bool:
        """Whether somebody who holds the seat is looking, at this process or another."""
        return any(seat in seats for seats in self.people.values()) or self.presence.elsewhere.has(seat)

    @property
    def is_attended(self) -> bool:
        """Whether somebody is looking, at this process or with a seat at another."""
        return bool(self.people) or any(self.is_connected(seat) for seat in range(len(self.state.seats)))

    # Looking

    def rights(self) -> tuple[int, ...]:
        """What changes for a seat when it is taken away from whoever holds it."""
        return tuple(seat.links for seat in self.state.seats)

    def charge(self, address: str) -> None:
        """Somebody who sits here comes: the room is open at their cost, no longer at that of whoever happened to open it."""
        if not self._is_players:
            self.address, self._is_players = address, True

    def come(self, watcher: Watcher, seats: frozenset[int], rights: tuple[int, ...]) -> None:
        """Somebody begins to look, with seats that were theirs when the rights were so; one may be lost meanwhile."""
        if any(rights[seat] != self.state.seats[seat].links for seat in seats):
            watcher.dismissed()
            return
        self.people[watcher] = seats
        self._broadcaster_of(watcher.viewer, join=watcher)
        self.table_changed(but=watcher)
        self.presence.announce()
        if len(self.people) == 1:
            self.autoplay.go_on()

    def go(self, watcher: Watcher) -> None:
        """Somebody looks no longer."""
        self.curtains.remove(watcher)
        for broadcaster in self._broadcasters:
            broadcaster.leave(watcher)
        if self.people.pop(watcher, None) is None:
            return  # thrown out before
        if self.behind and not self.behind.watchers:
            self.behind.close()
            self.behind = None
        self.used = time.monotonic()
        self.registry.lobby.saw(self.id)
        self.table_changed()
        self.presence.announce()
        if not self.people:
            self.autoplay.go_on()

    async def look(self, watcher: Watcher, address: str = "") -> tuple[int, bytes | None]:
        """The whole position as the watcher may see it, with its number; None before there is one."""
        broadcaster = self._broadcaster_of(watcher.viewer, join=watcher)
        return await broadcaster.look(watcher.viewer, address) if broadcaster else (0, None)

    async def past(self, moves: int, viewer: int, address: str = "") -> bytes:
        """The position after so many moves, as the viewer may see it."""
        broadcaster = self.broadcaster
        if broadcaster is None:
            raise Refused("waiting", WAITING if self.state.phase == "waiting" else self.broken or NOT_READY)
        if self.is_late(viewer):
            broadcaster = self.behind or self._delayed(broadcaster.live)
        live = broadcaster.live
        if not 0 <= moves <= live.moves_made:
            raise Refused("unknown", NO_POSITION)
        header = msgspec.structs.replace(live.header, opening=())
        given = live.game, header, live.moves_between(0, moves), viewer
        key = ("past", broadcaster.name, live.number, moves, viewer)
        return await self.registry.replay_pool.run_cached(key, replay_position, *given, address=address)

    async def record(self, address: str = "") -> bytes:
        """The record file of the match, which must be over; of one that can't be replayed, what is stored."""
        events, state = self.registry.storage.each_event, self.state
        make, version = (stored_of, str(self.version)) if self.broken else (record_of, str(state.names))
        key = ("record", self.id, make, version)  # nothing else in it changes any more
        return await self.registry.replay_pool.run_cached(key, lambda: make(state, events(self.id)), address=address)

    def shown_to(self, viewer: int) -> int:
        """How many events a viewer has been shown, or is about to be."""
        if self.is_late(viewer):
            return self.behind.live.number if self.behind else 0
        return self.number

    def peeks_shown_to(self, viewer: int) -> int:
        """How often something revealed was taken back, as far as a viewer has been shown the match."""
        live = self.live
        if self.is_late(viewer):
            live = self.behind.live if self.behind else None
        return live.peeks if live else 0

    def is_late(self, viewer: int) -> bool:
        """Whether the viewer is shown the match some events late."""
        return viewer == SPECTATOR and self.state.watching == "delayed" and self.live is not None and not self.live.over

    def turn_to(self, watcher: Watcher, viewer: int) -> None:
        """Somebody looks with the eyes of another of their seats."""
        for broadcaster in self._broadcasters:
            broadcaster.leave(watcher)
        watcher.viewer = viewer
        self.curtains.close_before(watcher, viewer)
        watcher.anew()

    def draw_curtain(self, watcher: Watcher, seat: int, lifted: bool) -> None:
        """A page that several share says that its curtain has closed before a seat, or that the seat has lifted it."""
        self.curtains.draw(watcher, seat, lifted)

    def _broadcaster_of(self, viewer: int, join: Watcher) -> Broadcaster | None:
        if self.broadcaster is None:
            return None
        broadcaster = self.broadcaster
        if self.is_late(viewer):
            broadcaster = self.behind = self.behind or self._delayed(broadcaster.live)
        broadcaster.watchers.add(join)
        return broadcaster

    def _delayed(self, live: LiveMatch) -> DelayedBroadcaster:
        return DelayedBroadcaster(live, self.registry.replay_pool, self.id, self.state.delay)

    @property
    def _broadcasters(self) -> list[Broadcaster]:
        return [broadcaster for broadcaster in (self.broadcaster, self.behind) if broadcaster]

    # Playing

    async def move(self, seat: int, message: str, number: int, move: AnyMove) -> int:
        """Make a seat's move; the number of the event, once it is on disk."""
        return await self.play(seat, f"{seat}:{message}", number, move, "human")

    def ask(self, seat: int, move: AnyMove) -> "Offer":
        """What a move that is legal would do, offered or not."""
        live = self.playing()
        return offer_of(live, seat, self.legal(live, seat, move))

    async def play(self, seat: int, message: str, number: int, move: AnyMove, player: Player) -> int:
        """Make a move for whoever plays at the seat. Returns the number of the event, once it is on disk.

        The message names the move: sent again, it is the same event (it is idempotent). The number says after how many events
        the move was decided on, and a move that did not know of the last one is refused (an optimistic lock).
        """
        async with self.lock:
            for _ in range(CHANGES_TRIED):
                try:
                    live = self.playing()
                    self.check_player(seat, player)
                    now = live.is_current(seat, number)
                    chosen = self.legal(live, seat, move) if now else 0
                except Refused:
                    if (before := await self.event_of(message)) is not None:
                        return self.number_of(before, number, undo=False)
                    raise
                if not now:
                    if (before := await self.event_of(message)) is not None:
                        return self.number_of(before, number, undo=False)
                    raise Refused("late", LATE)
                event = Event(self.id, live.number + 1, seat, chosen, None, message, player, clocks.now())
                if (written := await self.write(event)) is not None:
                    return self.number_of(written, number, undo=False)
            raise Refused("late", LATE)

    @staticmethod
    def number_of(event: Event, number: int, *, undo: bool) -> int:
        """Return the number of the event that a message became, if it can be the same message.

        One that knew of that event already, or that asks for another thing, has used the id of another message.
        """
        if event.number <= number or (event.move is None) != undo:
            raise Refused("malformed", REUSED)
        return event.number

    def check_player(self, seat: int, player: str) -> None:
        """Refuse whoever has left the seat to a bot, and a bot whose seat was taken over or got time again while it thought."""
        if player == "human" and self.state.seats[seat].standing_in:
            raise Refused("not yours", STANDING_IN)
        if (player == "bot" and not self.state.plays_itself(seat)) or (player == "clock" and self.deadline(seat) != 0.0):
            raise Refused("late", LATE)

    async def event_of(self, message: str) -> Event | None:
        """The event that this message has become already."""
        return await self.registry.storage.event_of(self.id, message)

    def legal(self, live: LiveMatch, seat: int, move: AnyMove) -> int:
        """Return the number of a move, or refuse it."""
        if isinstance(move, int) and abs(move) < 2**31 and seat in live.actors and live.rules.is_legal(seat, move):
            return move
        try:  # to say what is wrong with it
            return legal_move(live.game, live.states, self.state.names, seat, move)
        except TulipsError as problem:
            raise Refused("illegal", problem.why) from None

    def playing(self) -> LiveMatch:
        """Return the match if it is being played, or refuse."""
        if self.state.phase == "waiting":
            raise Refused("waiting", WAITING)
        if self.live is None:
            raise Refused("waiting", self.broken or NOT_READY)
        if self.live.over or self.state.phase == "over":
            raise Refused("over", OVER)
        return self.live

    async def write(self, event: Event) -> Event | None:
        """Write an event and follow it; what its message has become, or None if another was first, which is followed too."""
        started = time.perf_counter()
        try:
            written = await self.registry.storage.append(event)
        except Unavailable:
            await self._catch_up()  # it may be there all the same
            raise
        if written is not None and (written.number, written.move, written.seat) == (event.number, event.move, event.seat):
            self._follow([event])
        else:
            await self._catch_up()
        self.registry.on_move(time.perf_counter() - started, event.player)
        return written

    async def _catch_up(self) -> None:
        """Follow what others have written."""
        if self.live is not None:
            self._follow(await self.registry.storage.events(self.id, self.live.number))

    async def others_wrote(self, number: int | None) -> None:
        """Another process has written an event, or may have."""
        async with self.lock:
            if self.live is not None and (number is None or self.live.number < number):
                await self._catch_up()

    def _follow(self, events: list[Event]) -> None:
        events = [event for event in events if event.number > self.number]
        if not events or self.broadcaster is None:
            return
        asked = self.undo_asked
        self.last_event = clocks.not_later(events[-1].made)
        try:
            self.broadcaster.follow(events)
        except TulipsError as problem:  # another process has written what these rules do not allow
            self._break(problem.why)
            return
        if self.behind:
            self.behind.hold_back(events, over=self.broadcaster.live.over)
        if asked or self.state.clock or any(event.undone for event in events):
            self.table_changed(late=False)
        if self.autoplay.is_needed or self.broadcaster.live.over:  # people alone without a clock need nothing until the end
            self.autoplay.go_on()

    # Around the game

    async def change(self, how: Callable[[TableState], Result], also: Job | None = None) -> Result:
        """Change the table's state, on disk first. Returns what the change returned.

        The row's version tells if others have changed it meanwhile (an optimistic lock): then the change is made on top of
        theirs.
        """
        for _ in range(CHANGES_TRIED):
            state, version = copy_state(self.state), self.version
            result = how(state)
            if await self.registry.storage.change_table(self.id, version, state, also):
                if self.version == version:
                    self._adopt(state, version + 1)
                return result
            await self.reload()
        raise Unavailable("too many changes at once")

    async def reload(self) -> None:
        """Take over what others have changed."""
        stored = await self.registry.storage.table(self.id)
        if stored is not None and stored.version > self.version:
            self._adopt(stored.state, stored.version)

    def _adopt(self, state: TableState, version: int) -> None:
        """Take over a state that is on disk, and let everybody know."""
        starts = self.state.phase == "waiting" and state.phase != "waiting"
        lost = {p for p, (old, new) in enumerate(zip(self.state.seats, state.seats, strict=True)) if old.links != new.links}
        renewed, late = _only_renewed(self.state, state), not _only_in_play(self.state, state)
        self.state, self.version = state, version
        for watcher in [watcher for watcher, seats in self.people.items() if seats & lost]:
            self.go(watcher)
            watcher.dismissed()
        if starts:
            self.last_event = state.started or clocks.now()
            self.run(self._prepare())
        if not renewed:
            self.table_changed(late=late)
        if self.broadcaster:
            self.autoplay.go_on()

    async def say(self, seat: int | None, name: str, text: str, message: str) -> None:
        """Say something at the table: for a seat, as the host without one (NO_SEAT), or as a spectator (None)."""
        if seat is None and not self.state.spectators_talk:
            raise Refused("not yours", SPECTATORS_CLOSED)
        line = await self.registry.storage.say(self.id, seat, name, text, message)
        if line is None:
            raise Refused("too fast", ENOUGH_SAID)
        self.heard(line)

    async def others_said(self) -> None:
        """Something may have been said at another process."""
        for line in await self.registry.storage.chat(self.id):
            self.heard(line)

    def heard(self, line: Said) -> None:
        """Something was said, here or at another process."""
        if not self.chat.hear(line):
            return
        for watcher in self.people:
            watcher.said(line)

    def table_changed(self, but: Watcher | None = None, *, late: bool = True) -> None:
        """Tell everybody, or only those who are not shown the match late: that something has happened is news to the others."""
        for watcher in self.people:
            if watcher is not but and (late or not self.is_late(watcher.viewer)):
                watcher.table_changed()

    def compiled_further(self) -> None:
        """The compiler has got on; those who play like to know why bots are slow and simple."""
        self.table_changed()

    # Going on by itself

    def wanted_by(self, address: str) -> None:
        """Somebody has asked for the table: if its match is still to be replayed, it is for them too."""
        if address:
            self._asked_by = address
            self.registry.replay_pool.also_for(("match", self.id), address)

    async def _prepare(self) -> None:
        """Get the match ready to be played: compiled, and replayed as far as it has come."""
        try:
            self.registry.compiling.begin(self.state.game)
            async with self.lock:
                replays = self.registry.replay_pool
                live = await replays.run(self._replay, address=self._asked_by, key=("match", self.id))
                self.broadcaster = Broadcaster(live, replays, self.id)
                await self._catch_up()
        except (Unavailable, Refused):
            await asyncio.sleep(TRIES_AGAIN)
            self.run(self._prepare())
            return
        except TulipsError as problem:
            self._break(problem.why)
            return
        except Exception as problem:  # whatever is stored, the server goes on
            LOG.error("a match can't be read", exc_info=problem, extra={"table": self.id, "game": self.state.game})
            self._break(say(DAMAGED))
            return
        for watcher in list(self.people):
            watcher.anew()
        self.autoplay.go_on()

    def _break(self, why: Phrase) -> None:
        """Neither show nor play the match: what is stored is not a match of these rules."""
        LOG.error("a match can't be replayed", extra={"table": self.id, "game": self.state.game, "why": str(why)})
        self.broken = why
        for broadcaster in self._broadcasters:
            broadcaster.close()
        self.broadcaster = self.behind = None
        for watcher in list(self.people):
            watcher.anew()

    def _replay(self) -> LiveMatch:
        about = self.game.about
        if self.state.rules not in about.known_versions:
            ours = ", ".join(about.known_versions)
            raise BadRecord(say(OTHER_RULES, found=self.state.rules, game=about.title, ours=ours))
        load_kernels_once(self.game)
        return replay_events(self.game, self.header(), each(self.registry.storage.each_event(self.id)))

    def header(self) -> Header:
        """What the match begins with; an option that there was none of when the table was made is as its rules had it."""
        state = self.state
        options = self.game.options(len(state.seats), state.options, state.rules)
        nonces = list(state.nonces.values())
        return Header(len(state.seats), options, state.seed, nonces, state.given, state.opening)

    def run(self, work: "Coroutine[Any, Any, None]") -> None:
        """Do some work by the way; it ends with the room at the latest."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            LOG.error("a task has failed", exc_info=problem, extra={"table": self.id})

    def close(self) -> None:
        """Stop everything; what was acknowledged is on disk."""
        self.closed = True
        for broadcaster in self._broadcasters:
            broadcaster.close()
        self.autoplay.close()
        self.helping.close()
        for task in self._tasks:
            task.cancel()


def _only_renewed(old: TableState, new: TableState) -> bool:
    """Whether nothing is new but how long the page with the curtain is known to be there."""
    if old.curtain is None or new.curtain is None or old.curtain.until >= new.curtain.until:
        return False
    curtain = msgspec.structs.replace(new.curtain, until=old.curtain.until)
    return msgspec.structs.replace(new, curtain=curtain) == old


def _only_in_play(old: TableState, new: TableState) -> bool:
    """Whether nothing is new but the curtain, a question to take back or a hint: those tell how far the match has come."""
    return msgspec.structs.replace(new, curtain=old.curtain, undo=old.undo, help_used=old.help_used) == old
