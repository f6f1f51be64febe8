"""What goes on by itself at a table: bots act, clocks run out, and the match is closed when it is over."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, NamedTuple

from tulips.engine.state.chance import fresh_seed
from tulips.table import clocks, seating
from tulips.table.database.group_commit import TRIES_AGAIN, Unavailable
from tulips.table.fair_queue import Turn
from tulips.table.refusal import Refused
from tulips.table.state import Player
from tulips.table.thinking import bot_seed

if TYPE_CHECKING:
    from tulips.table.live_match import LiveMatch
    from tulips.table.room import Room

LOG = logging.getLogger("tulips.table")


class Thought(NamedTuple):
    """A bot at work: on a seat of its own, or for somebody whose time is up; after so many events."""

    task: "asyncio.Task[None]"
    turn: Turn
    number: int
    player: Player


class Autoplay:
    """The bots and clocks of one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.thoughts: dict[int, Thought] = {}
        self.clock: asyncio.TimerHandle | None = None
        self._finishing = False
        self.is_needed = True  # whether a bot plays at the table or a clock runs there, when it was looked at last

    def go_on(self) -> None:
        """Let bots act and clocks run, while somebody looks; close the match when it is over."""
        room, live = self._room, self._room.live
        self.is_needed = room.state.clock is not None or any(map(room.state.plays_itself, range(len(room.state.seats))))
        if live is None or room.closed:
            return
        if self.clock:
            self.clock.cancel()
            self.clock = None
        if room.state.phase == "over":
            return
        if live.over:
            if not self._finishing:
                self._finishing = True
                room.run(self._finish())
            return
        for seat, thought in self.thoughts.items():
            if thought.turn.waits and (thought.turn.seen != bool(room.people) or self._is_stale(live, seat, thought)):
                thought.task.cancel()  # and once it is, goes on from here
        for seat in live.actors:
            if room.state.plays_itself(seat) and seat not in self.thoughts and self._bots_think:
                self._let_bot(seat, room.registry.settings.pace if room.people else 0.0, "bot")
        if room.people and room.state.clock is not None:  # one that runs out while nobody looks is noticed by whoever comes
            self._set_clock()

    def close(self) -> None:
        """Let no more bots act and no more clocks run out."""
        if self.clock:
            self.clock.cancel()
        for thought in self.thoughts.values():
            thought.task.cancel()

    # Bots

    @property
    def _bots_think(self) -> bool:
        """Whether bots think: while somebody looks here, or until it is the turn of somebody who will come back to it.

        Where those who look are at another process, bots think there.
        """
        room = self._room
        return bool(room.people) or (any(seat.is_kept for seat in room.state.seats) and not room.presence.elsewhere.anybody)

    def _is_stale(self, live: "LiveMatch", seat: int, thought: Thought) -> bool:
        """Whether the move that a bot thinks about is not the bot's to make any more."""
        try:
            self._room.check_player(seat, thought.player)
        except Refused:
            return True
        return seat not in live.actors or not live.is_current(seat, thought.number)

    def _let_bot(self, seat: int, pace: float, player: Player) -> None:
        room = self._room
        turn = Turn(room.address, room.id, seen=bool(room.people))
        task = asyncio.get_running_loop().create_task(self._play(seat, pace, player, turn))
        self.thoughts[seat] = Thought(task, turn, room.number, player)
        task.add_done_callback(lambda task: self._done(seat, task))

    def _done(self, seat: int, task: "asyncio.Task[None]") -> None:
        room = self._room
        self.thoughts.pop(seat, None)
        room.used = time.monotonic()
        if not task.cancelled() and (problem := task.exception()):
            LOG.error("a bot has failed", exc_info=problem, extra={"table": room.id, "game": room.state.game})
        elif not room.registry.closing:
            self.go_on()

    async def _play(self, seat: int, pace: float, player: Player, turn: Turn) -> None:
        """Think, wait until pages have shown what came before, and move."""
        room, registry, live = self._room, self._room.registry, self._room.live
        assert live is not None
        number, level = live.number, room.state.seats[seat].level
        seed = bot_seed(room.state.seed, room.id, number, seat)
        seconds = max(pace, registry.settings.thought) if pace else 0.0  # pages show meanwhile what came before
        started = time.perf_counter()
        try:
            move = await registry.thinking.choose(room.game, live.states, seat, level, seed, seconds, turn)
        except Exception as problem:  # whatever is wrong with a bot must not hold up the table
            LOG.error("a bot has failed", exc_info=problem, extra={"table": room.id, "game": room.state.game, "bot": level})
            move = room.game.moves(live.states, seat)[0]
        thought = time.perf_counter() - started
        registry.on_bot(thought)
        if pace > thought:
            await asyncio.sleep(pace - thought)
        try:
            await room.play(seat, f"{player}:{number}:{seat}", number, move, player)
        except Refused:
            pass  # the table has moved on; `go_on` asks again if it is still the bot's turn
        except Unavailable:
            await asyncio.sleep(TRIES_AGAIN)

    # Clocks

    def _set_clock(self) -> None:
        """Wake up when the next clock has run out, or stands no longer because the page with the curtain is gone."""
        room = self._room
        curtain = room.state.curtain
        gone = max(0.0, curtain.until - clocks.now()) if curtain else 0.0
        lefts = [(seat, room.deadline(seat)) for seat in room.timed if seat not in self.thoughts]
        if lefts:
            left = min(gone if left is None else left for _, left in lefts)
            self.clock = asyncio.get_running_loop().call_later(left, self._time_is_up, room.number)

    def _time_is_up(self, number: int) -> None:
        room = self._room
        if room.number != number:
            return
        up = [seat for seat in room.timed if room.deadline(seat) == 0.0 and seat not in self.thoughts]
        for seat in up:
            self._let_bot(seat, 0.0, "clock")
        if not up:
            room.table_changed(late=False)  # a clock that stood runs
        self._set_clock()

    # The end

    async def _finish(self) -> None:
        room, seed = self._room, fresh_seed()
        try:
            await room.change(lambda state: seating.finish(state, seed))
        except Unavailable:
            await asyncio.sleep(TRIES_AGAIN)
            self._finishing = False
            self.go_on()
            return
        LOG.info("match over", extra={"table": room.id, "game": room.state.game, "moves": room.number})
