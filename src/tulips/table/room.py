"""A room: one table while somebody is at it. It holds nothing that the database does not hold."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

import tulips
from tulips.engine.chance import commitment, fresh_seed
from tulips.engine.errors import TulipsError
from tulips.engine.match import legal_move
from tulips.engine.spectator import SPECTATOR
from tulips.table.compiling import touch_once
from tulips.table.course import Course, Header, reached
from tulips.table.refusal import LATE, OVER, WAITING, Refused
from tulips.table.rendering import offer_of
from tulips.table.stage import Stage, Watcher, whole_position
from tulips.table.state import Event, NextChance, Said, TableState, UndoState, copied
from tulips.table.storage import CHAT_KEPT, Job, Stored, Unavailable
from tulips.table.thinking import bot_seed

if TYPE_CHECKING:
    from tulips.table.house import House
    from tulips.table.position import Offer

LOG = logging.getLogger("tulips.table")

NOT_READY = "The table is being laid; it takes a moment."
NO_POSITION = "The match has not come that far."
NOTHING_TO_UNDO = "You have no move to take back."
NO_QUESTION = "Nobody asks to take a move back."
REUSED = "This message's id was used before, for another event; every message needs one of its own."
ENOUGH_SAID = "Enough has been said at this table."
MOST_EVENTS = 20_000
"""After so many events nothing is taken back any more: a match is finite, taking back is not."""

MOST_SAID = 5_000
CHANGES_TRIED = 20
TRIES_AGAIN = 1.0
"""Seconds until a bot tries again when the database did not answer."""


class Room:
    """One live table."""

    def __init__(self, house: "House", stored: Stored, events: list[Event], chat: Iterable[Said]) -> None:
        self.house = house
        self.id = stored.id
        self.game = tulips.game(stored.state.game)
        self.state: TableState = stored.state
        self.version = stored.version
        self.chat: deque[Said] = deque(chat, CHAT_KEPT)
        self.stage: Stage | None = None
        self.behind: Stage | None = None
        self.people: dict[Watcher, frozenset[int]] = {}  # those who look, and the seats they hold
        self.used = time.monotonic()
        self._lock = asyncio.Lock()
        self._held_back: deque[Event] = deque()  # what delayed spectators have not been shown
        self._last_event = max((event.made for event in events), default=stored.state.started or stored.created)
        self._bots: dict[int, asyncio.Task[None]] = {}
        self._clock: asyncio.TimerHandle | None = None
        self._finishing = False
        self._tasks: set[asyncio.Task[None]] = set()
        if self.state.phase != "waiting":
            self._run(self._prepare(events))

    # Asking

    @property
    def course(self) -> Course | None:
        """The match, once it has begun and is compiled."""
        return self.stage.course if self.stage else None

    @property
    def number(self) -> int:
        """How many events there have been."""
        return self.stage.course.number if self.stage else 0

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is going on."""
        return not (self.people or self._bots or self._tasks or self._lock.locked())

    @property
    def compiling(self) -> str | None:
        """What the players wait for the first time a game is used."""
        progress = self.house.compiling.progress(self.state.game)
        if progress is None or self.state.phase == "over":
            return None
        return f"{self.game.about.title} is being compiled for this machine, once: {100 * progress[0] // progress[1]} %."

    @property
    def undo_asked(self) -> UndoState | None:
        """The taking back that somebody asks for now."""
        asked = self.state.undo
        return asked if asked and self.course and asked.number == self.course.number else None

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of the seats has a move to take back, if need be with the others' consent."""
        course = self.course
        if course is None or self.state.phase != "playing" or self.undo_asked:
            return False
        return not seats.isdisjoint(course.movers)

    def deadline(self) -> float | None:
        """The seconds left to those who act, if there is a clock."""
        course = self.course
        if self.state.clock is None or self.state.phase != "playing" or course is None:
            return None
        if all(self.state.plays_itself(seat) for seat in course.actors):
            return None
        return max(0.0, self._last_event + self.state.clock - time.time())

    def is_connected(self, seat: int) -> bool:
        """Whether somebody who holds the seat is looking."""
        return any(seat in seats for seats in self.people.values())

    # Looking

    def come(self, watcher: Watcher, seats: frozenset[int]) -> None:
        """Somebody begins to look."""
        self.people[watcher] = seats
        self._stage_of(watcher.viewer, join=watcher)
        self._table_changed(but=watcher)

    def go(self, watcher: Watcher) -> None:
        """Somebody looks no longer."""
        if self.people.pop(watcher, None) is None:
            return
        for stage in (self.stage, self.behind):
            if stage:
                stage.leave(watcher)
        if self.behind and not self.behind.watchers:
            self.behind.close()
            self.behind = None
        self.used = time.monotonic()
        self._table_changed()

    async def look(self, watcher: Watcher) -> tuple[int, bytes | None]:
        """The whole position as the watcher may see it, with its number; None before there is one."""
        stage = self._stage_of(watcher.viewer, join=watcher)
        return await stage.look(watcher.viewer) if stage else (0, None)

    async def past(self, moves: int, viewer: int) -> bytes:
        """The position after so many moves, as the viewer may see it."""
        stage = self.stage
        if stage is None:
            raise Refused("waiting", WAITING if self.state.phase == "waiting" else NOT_READY)
        if viewer == SPECTATOR and self.state.watching == "delayed" and not stage.course.over:
            stage = self.behind or self._stage_behind(stage.course)
        course = stage.course
        if not 0 <= moves <= course.moves_made:
            raise Refused("unknown", NO_POSITION)
        header = msgspec.structs.replace(course.header, opening=())
        return await asyncio.to_thread(whole_position, course.game, header, course.line[:moves], viewer)

    def shown_to(self, viewer: int) -> int:
        """How many events a viewer has been shown, or is about to be."""
        if viewer == SPECTATOR and self.state.watching == "delayed" and self.stage and not self.stage.course.over:
            return self.behind.course.number if self.behind else 0
        return self.number

    def turn_to(self, watcher: Watcher, viewer: int) -> None:
        """Somebody looks with the eyes of another of their seats."""
        for stage in (self.stage, self.behind):
            if stage:
                stage.leave(watcher)
        watcher.viewer = viewer
        watcher.anew()

    def _stage_of(self, viewer: int, join: Watcher) -> Stage | None:
        if self.stage is None:
            return None
        stage = self.stage
        if viewer == SPECTATOR and self.state.watching == "delayed" and not stage.course.over:
            stage = self.behind = self.behind or self._stage_behind(stage.course)
        stage.watchers.add(join)
        return stage

    def _stage_behind(self, course: Course) -> Stage:
        """The match as it was some events ago. Moves taken back before are not told again."""
        self._held_back.clear()
        line = course.line[len(course.header.opening) :]
        shown, held = line[: max(0, len(line) - self.state.delay)], line[max(0, len(line) - self.state.delay) :]
        events = [Event(self.id, i, seat, move, None, "", "human", 0.0) for i, (seat, move) in enumerate([*shown, *held], 1)]
        past = reached(self.game, course.header, events[: len(shown)])
        self._held_back.extend(events[len(shown) :])
        return Stage(past)

    def _show_behind(self, events: Iterable[Event]) -> None:
        """Show delayed spectators what is old enough, and everything once the match is over."""
        behind = self.behind
        assert self.stage is not None
        if behind is None:
            return
        self._held_back.extend(events)
        while self._held_back and (len(self._held_back) > self.state.delay or self.stage.course.over):
            event = self._held_back.popleft()
            renumbered = Event(
                event.match, behind.course.number + 1, event.seat, event.move, event.undone, "", event.player, event.made
            )
            behind.follow([renumbered])

    # Playing

    async def move(self, seat: int, message: str, number: int, move: int | str) -> int:
        """Make a seat's move; the number of the event, once it is on disk."""
        return await self._enter(seat, f"{seat}:{message}", number, move, "human")

    def ask(self, seat: int, words: str) -> "Offer":
        """What a move in words would do."""
        course = self._playing()
        return offer_of(course, seat, self._legal(course, seat, words))

    async def _enter(self, seat: int, message: str, number: int, move: int | str, player: str) -> int:
        async with self._lock:
            for _ in range(CHANGES_TRIED):
                try:
                    course = self._playing()
                    now = self._in_time(course, seat, number)
                    chosen = self._legal(course, seat, move) if now else 0
                except Refused:
                    if (before := await self._before(message)) is not None:
                        return _same(before, number)
                    raise
                if not now:
                    if (before := await self._before(message)) is not None:
                        return _same(before, number)
                    raise Refused("late", LATE)
                event = Event(self.id, course.number + 1, seat, chosen, None, message, player, time.time())  # type: ignore[arg-type]
                if (written := await self._write(event)) is not None:
                    return _same(written, number)
            raise Refused("late", LATE)

    def _in_time(self, course: Course, seat: int, number: int) -> bool:
        """Whether the seat knew what it decided on: nothing has happened since, or only others' choices at the same time."""
        if number == course.number:
            return True
        together = course.open_from is not None and course.open_number <= number < course.number
        return together and seat in course.actors

    async def _before(self, message: str) -> int | None:
        """The number of the event that this message has become already."""
        return await self.house.storage.number_of(self.id, message)

    def _legal(self, course: Course, seat: int, move: int | str) -> int:
        if isinstance(move, int) and abs(move) < 2**31 and seat in course.actors and course.rules.allows(seat, move):
            return move
        try:  # to say what is wrong with it
            return legal_move(course.game, course.states, self.state.names, seat, move)
        except TulipsError as problem:
            raise Refused("illegal", problem.why) from None

    def _playing(self) -> Course:
        if self.state.phase == "waiting":
            raise Refused("waiting", WAITING)
        if self.course is None:
            raise Refused("waiting", NOT_READY)
        if self.course.over or self.state.phase == "over":
            raise Refused("over", OVER)
        return self.course

    async def _write(self, event: Event) -> int | None:
        """Write an event and follow it; the number it stands under, or None if another was first, which is followed too."""
        started = time.perf_counter()
        try:
            written = await self.house.storage.append(event)
        except Unavailable:
            await self._catch_up()  # it may be there all the same
            raise
        if written is not None and (written.number, written.move, written.seat) == (event.number, event.move, event.seat):
            self._happened([event])
        else:
            await self._catch_up()
        self.house.on_move(time.perf_counter() - started, event.player)
        return written.number if written else None

    async def _catch_up(self) -> None:
        """Follow what others have written."""
        if self.course is not None:
            self._happened(await self.house.storage.events(self.id, self.course.number))

    async def others_wrote(self, number: int | None) -> None:
        """Another process has written an event, or may have."""
        async with self._lock:
            if self.course is not None and (number is None or self.course.number < number):
                await self._catch_up()

    def _happened(self, events: list[Event]) -> None:
        events = [event for event in events if event.number > self.number]
        if not events or self.stage is None:
            return
        asked = self.undo_asked
        self._last_event = events[-1].made
        self.stage.follow(events)
        self._show_behind(events)
        if asked or self.state.clock or any(event.undone for event in events):
            self._table_changed()
        self._go_on()

    # Taking back

    async def undo(self, seat: int, message: str, number: int) -> int:
        """Take back a seat's last move, or ask those affected."""
        message = f"{seat}:{message}"
        async with self._lock:
            course = self._playing()
            if number != course.number:
                if (before := await self._before(message)) is not None:
                    return before
                raise Refused("late", LATE)
            back = course.last_move_of(seat) if course.number < MOST_EVENTS else None
            if back is None:
                raise Refused("nothing to undo", NOTHING_TO_UNDO)
            affected = self._affected(course, seat, back)
            if not affected:
                return await self._take_back(seat, back, message)
        asked = UndoState(seat, back, number, affected)
        await self.change(lambda state: setattr(state, "undo", asked))
        return number

    def _affected(self, course: Course, seat: int, back: int) -> list[int]:
        """The other people, if something was shown or decided since; those who share the screen know of it."""
        if back == 1 and course.freely_undone == seat:
            return []
        if self.state.one_screen:
            return []
        return [p for p, other in enumerate(self.state.seats) if p != seat and other.kind == "human" and not other.standing_in]

    async def consent(self, seats: frozenset[int], message: str, agree: bool) -> int:
        """Answer somebody who asks to take moves back."""
        asked = self.undo_asked
        if asked is None or not seats & set(asked.waiting_for):
            raise Refused("nothing to undo", NO_QUESTION)
        left = [seat for seat in asked.waiting_for if seat not in seats]
        if agree and not left:
            async with self._lock:
                course = self._playing()
                if course.number != asked.number:
                    raise Refused("late", LATE)
                return await self._take_back(asked.seat, asked.moves, f"undo:{asked.number}")
        after = UndoState(asked.seat, asked.moves, asked.number, left) if agree else None

        def answer(state: TableState) -> None:
            if state.undo == asked:
                state.undo = after

        await self.change(answer)
        return asked.number

    async def _take_back(self, seat: int, moves: int, message: str) -> int:
        course = self._playing()
        written = await self._write(Event(self.id, course.number + 1, seat, None, moves, message, "human", time.time()))
        if written is None:
            raise Refused("late", LATE)
        return written

    # Around the game

    async def change(self, how: Callable[[TableState], None], also: Job | None = None) -> None:
        """Change the table's state, on disk first; if others have meanwhile, on top of theirs."""
        for _ in range(CHANGES_TRIED):
            state, version = copied(self.state), self.version
            how(state)
            if await self.house.storage.change_table(self.id, version, state, also):
                if self.version == version:
                    self._changed(state, version + 1)
                return
            await self.reload()
        raise Unavailable("too many changes at once")

    async def reload(self) -> None:
        """Take over what others have changed."""
        stored = await self.house.storage.table(self.id)
        if stored is not None and stored.version > self.version:
            self._changed(stored.state, stored.version)

    def _changed(self, state: TableState, version: int) -> None:
        starts = self.state.phase == "waiting" and state.phase != "waiting"
        lost = {p for p, (old, new) in enumerate(zip(self.state.seats, state.seats, strict=True)) if old.links != new.links}
        self.state, self.version = state, version
        for watcher in [watcher for watcher, seats in self.people.items() if seats & lost]:
            watcher.dismissed()
        if starts:
            self._last_event = state.started or time.time()
            self._run(self._prepare(None))
        self._table_changed()
        if self.stage:
            self._go_on()

    async def say(self, seat: int | None, name: str, text: str, message: str) -> None:
        """Say something at the table."""
        if self.chat and self.chat[-1].number >= MOST_SAID:
            raise Refused("too fast", ENOUGH_SAID)
        self.heard(await self.house.storage.say(self.id, seat, name, text, message))

    async def others_said(self) -> None:
        """Something may have been said at another process."""
        for line in await self.house.storage.chat(self.id):
            self.heard(line)

    def heard(self, line: Said) -> None:
        """Something was said, here or at another process."""
        if any(known.number == line.number for known in self.chat):
            return
        self.chat.append(line)
        for watcher in self.people:
            watcher.said(line)

    def _table_changed(self, but: Watcher | None = None) -> None:
        for watcher in self.people:
            if watcher is not but:
                watcher.table_changed()

    def compiled_further(self) -> None:
        """The compiler has got on; those who play like to know why bots are slow and simple."""
        self._table_changed()

    # Going on by itself

    async def _prepare(self, events: list[Event] | None) -> None:
        """Get the match ready to be played: compiled, and replayed as far as it has come."""
        try:
            self.house.compiling.begin(self.state.game)
            async with self._lock:
                if events is None:
                    events = await self.house.storage.events(self.id, 0)
                course = await asyncio.to_thread(self._replayed, events)
                self.stage = Stage(course)
                await self._catch_up()
        except Unavailable:
            await asyncio.sleep(TRIES_AGAIN)
            self._run(self._prepare(None))
            return
        for watcher in list(self.people):
            watcher.anew()
        self._go_on()

    def _replayed(self, events: list[Event]) -> Course:
        touch_once(self.game)
        return reached(self.game, self.header(), events)

    def header(self) -> Header:
        """What the match begins with."""
        state = self.state
        nonces = list(state.nonces.values())
        return Header(len(state.seats), state.options, state.seed, nonces, state.given, state.opening)

    def _go_on(self) -> None:
        """Let bots act and clocks run; close the match when it is over."""
        course = self.course
        if course is None:
            return
        if self._clock:
            self._clock.cancel()
            self._clock = None
        if self.state.phase == "over":
            return
        if course.over:
            if not self._finishing:
                self._finishing = True
                self._run(self._finish())
            return
        for seat in course.actors:
            if self.state.plays_itself(seat) and seat not in self._bots:
                self._let_bot(seat, self.house.settings.pace if self.people else 0.0, "bot")
        left = self.deadline()
        if left is not None:
            self._clock = asyncio.get_running_loop().call_later(left, self._time_is_up, course.number)

    def _time_is_up(self, number: int) -> None:
        course = self.course
        if course is None or course.number != number or course.over:
            return
        for seat in course.actors:
            if not self.state.plays_itself(seat) and seat not in self._bots:
                self._let_bot(seat, 0.0, "clock")

    def _let_bot(self, seat: int, pace: float, player: str) -> None:
        task = asyncio.get_running_loop().create_task(self._bot(seat, pace, player))
        self._bots[seat] = task
        task.add_done_callback(lambda task: self._bot_done(seat, task))

    def _bot_done(self, seat: int, task: "asyncio.Task[None]") -> None:
        self._bots.pop(seat, None)
        self.used = time.monotonic()
        if task.cancelled():
            return
        if problem := task.exception():
            LOG.error("a bot has failed", exc_info=problem, extra={"table": self.id, "game": self.state.game})
        elif not self.house.closing:
            self._go_on()

    async def _bot(self, seat: int, pace: float, player: str) -> None:
        """Think, wait until people have seen what came before, and move."""
        course = self.course
        assert course is not None
        number, level = course.number, self.state.seats[seat].level
        seed = bot_seed(self.state.seed, self.id, number, seat)
        started = time.perf_counter()
        try:
            move = await self.house.thinking.choose(self.game, course.states, seat, level, seed, pace)
        except Exception as problem:  # whatever is wrong with a bot must not hold up the table
            LOG.error("a bot has failed", exc_info=problem, extra={"table": self.id, "game": self.state.game, "bot": level})
            move = self.game.moves(course.states, seat)[0]
        thought = time.perf_counter() - started
        self.house.on_bot(thought)
        if pace > thought:
            await asyncio.sleep(pace - thought)
        if player == "bot" and not self.state.plays_itself(seat):
            return  # somebody has come and plays there
        try:
            await self._enter(seat, f"{player}:{number}:{seat}", number, move, player)
        except Refused:
            pass  # the table has moved on; `_go_on` asks again if it is still the bot's turn
        except Unavailable:
            await asyncio.sleep(TRIES_AGAIN)

    async def _finish(self) -> None:
        seed = fresh_seed()

        def over(state: TableState) -> None:
            state.phase = "over"
            state.undo = None
            state.next = state.next or NextChance(seed, commitment(seed))

        try:
            await self.change(over)
        except Unavailable:
            await asyncio.sleep(TRIES_AGAIN)
            self._finishing = False
            self._go_on()
            return
        LOG.info("match over", extra={"table": self.id, "game": self.state.game, "moves": self.number})

    def _run(self, work: "asyncio.Future[None] | object") -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            LOG.error("a task has failed", exc_info=problem, extra={"table": self.id})

    def close(self) -> None:
        """Stop everything; what was acknowledged is on disk."""
        for stage in (self.stage, self.behind):
            if stage:
                stage.close()
        if self._clock:
            self._clock.cancel()
        for task in [*self._bots.values(), *self._tasks]:
            task.cancel()


def _same(event: int, number: int) -> int:
    """The number of the event that a message became; a message that knew of that event already must be another one."""
    if event <= number:
        raise Refused("malformed", REUSED)
    return event
