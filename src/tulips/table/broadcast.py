"""Broadcasts a match to those who watch it, seats and spectators: each viewer gets only what is new to them (a cursor each)."""

import asyncio
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from tulips.table.live_match import Header, LiveMatch, Made
from tulips.table.replay_pool import ReplayPool, each
from tulips.table.serialize import Cursor, cursor_of, news, whole

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.table.state import Event, Said

SOONEST, LATEST, BUSY = 0.005, 0.25, 0.01
"""Seconds within which the others get news: the later the event loop comes to it, the more is sent together (debouncing)."""

SHORT = 80
"""Steps of a match that is replayed on the event loop; a longer one is replayed off it."""

UNKNOWN = -1


class Watcher(Protocol):
    """Somebody who looks at the table; each method must return at once."""

    viewer: int

    def position_changed(self, number: int, position: bytes) -> None:
        """Something has happened in the game."""

    def table_changed(self) -> None:
        """Something around the game has changed."""

    def said(self, line: "Said") -> None:
        """Somebody has said something."""

    def dismissed(self) -> None:
        """The seat was taken away."""

    def anew(self) -> None:
        """What was sent no longer holds; ask for everything."""


_encoder = msgspec.json.Encoder()


class Debounce:
    """How long those who only watch wait, for all tables of a process: longer the busier it is."""

    seconds = SOONEST

    @classmethod
    def learn(cls, late: float) -> None:
        """The event loop was so late."""
        cls.seconds = min(LATEST, cls.seconds * 1.3) if late > BUSY else max(SOONEST, cls.seconds * 0.9)


class Broadcaster:
    """A live match and those who follow it; its name tells what is replayed of it from other matches'."""

    def __init__(self, live: LiveMatch, replays: ReplayPool, name: Hashable) -> None:
        self.live = live
        self.name = name
        self._replay_pool = replays
        self.watchers: set[Watcher] = set()
        self._cursors: dict[int, Cursor] = {}
        self._moved: set[int] = set()  # seats that have not got what came of their move
        self._lines = 0  # raised whenever moves are taken back
        self._soon: asyncio.Handle | None = None
        self._later: asyncio.TimerHandle | None = None

    def follow(self, events: "Sequence[Event]") -> None:
        """Carry out events and send everybody the news soon."""
        self.live.follow(events)
        self._moved.update(event.seat for event in events)
        if any(event.move is None for event in events):
            self._lines += 1
            self._cursors.clear()
            for watcher in list(self.watchers):
                watcher.anew()
        self._send_soon()

    def send_now(self) -> None:
        """Send everybody the news now, so that what follows is sent by itself."""
        self._send_to(list(self._cursors))

    def leave(self, watcher: Watcher) -> None:
        """Somebody looks no longer."""
        self.watchers.discard(watcher)
        if not any(other.viewer == watcher.viewer for other in self.watchers):
            self._cursors.pop(watcher.viewer, None)

    async def look(self, viewer: int, address: str = "") -> tuple[int, bytes]:
        """Returns the whole position for a viewer and its number; whoever is among the watchers gets what comes after it.

        A long match is replayed when it is the address's turn; who asks for the same again is given the same.
        """
        while True:
            live, lines = self.live, self._lines
            cursor = self._cursors.get(viewer)
            if cursor is None:
                cursor = self._cursors[viewer] = Cursor(viewer, live.number, live.final, UNKNOWN, live.moves_made + 1)
            number = live.number
            if live.length <= SHORT:
                known = live if live.first == 0 else replay_moves(live.game, live.header, live.made)
                position, entries = _encode_whole(known, viewer, cursor.final)
                break
            made = live.moves_between(len(live.header.opening), live.moves_made)
            key = ("whole", self.name, number, viewer, cursor.final)
            given = live.game, live.header, made, viewer, cursor.final
            position, entries = await self._replay_pool.run_cached(key, _replay_whole, *given, address=address)
            if lines == self._lines:
                break
        if cursor.entries == UNKNOWN:
            cursor.entries = entries
            self._send_soon()
        return number, position

    def _send_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if self._soon is None:
            self._soon = loop.call_soon(self._send_to_actors)  # after all that has come to disk together
        if self._later is None:
            self._later = loop.call_later(Debounce.seconds, self._send_to_all)

    def _send_to_actors(self) -> None:
        """Tell those who have moved, and those who have something new to decide.

        Who chooses along with others has nothing new to decide when another has chosen.
        """
        self._soon = None
        live, cursors = self.live, self._cursors
        self._send_to(self._moved)
        self._moved.clear()
        if live.open_from is None:
            self._send_to(live.actors or list(cursors))
        else:
            self._send_to([seat for seat in live.actors if seat in cursors and cursors[seat].number < live.open_number])

    def _send_to_all(self) -> None:
        assert self._later is not None
        Debounce.learn(asyncio.get_running_loop().time() - self._later.when())
        self._later = None
        self._send_to(list(self._cursors))
        live = self.live
        live.drop_steps(min([cursor.final for cursor in self._cursors.values()], default=live.final))

    def _send_to(self, viewers: Iterable[int]) -> None:
        """Tell some viewers what is new to them."""
        live = self.live
        for viewer in viewers:
            cursor = self._cursors.get(viewer)
            if cursor and cursor.entries != UNKNOWN and cursor.number < live.number:
                self._send_news(cursor)

    def _send_news(self, cursor: Cursor) -> None:
        position = _encoder.encode(news(self.live, cursor))
        for watcher in list(self.watchers):  # one that passes its screen on leaves meanwhile
            if watcher.viewer == cursor.viewer:
                watcher.position_changed(self.live.number, position)

    def close(self) -> None:
        """Stop telling."""
        for timer in (self._soon, self._later):
            if timer is not None:
                timer.cancel()


def replay_moves(game: "Game", header: Header, made: Iterable[Made]) -> LiveMatch:
    """The live match after some moves, with every step kept."""
    live = LiveMatch(game, header, keep=True)
    live.make_again(each(made))
    return live


def replay_position(game: "Game", header: Header, made: Iterable[Made], viewer: int) -> bytes:
    """The whole position after some moves."""
    return _encoder.encode(whole(replay_moves(game, header, made), viewer))


def _replay_whole(game: "Game", header: Header, made: Iterable[Made], viewer: int, final: int) -> tuple[bytes, int]:
    return _encode_whole(replay_moves(game, header, made), viewer, final)


def _encode_whole(live: LiveMatch, viewer: int, final: int) -> tuple[bytes, int]:
    """The whole position, and how many entries of its log are about the final steps."""
    position = whole(live, viewer)
    entries = len(position.log.entries) if final == live.length else cursor_of(live, viewer, final).entries
    return _encoder.encode(position), entries
