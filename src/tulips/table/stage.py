"""A stage: a match as it is shown to those who watch it, seats and spectators, each told only what is new to them."""

import asyncio
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from tulips.table.course import Course, Header, Made
from tulips.table.rendering import Reader, news, reader_of, whole
from tulips.table.replaying import Replaying, each

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.table.state import Event, Said

SOONEST, LATEST, BUSY = 0.005, 0.25, 0.01
"""Seconds within which the others are told: the later the event loop comes to it, the more is told together."""

SHORT = 80
"""Steps of a match that is told from its beginning at once; a longer one is replayed off the event loop."""

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
        """What was told no longer holds; ask for everything."""


_encoder = msgspec.json.Encoder()


class Patience:
    """How long those who only watch wait, for all tables of a process: longer the busier it is."""

    seconds = SOONEST

    @classmethod
    def learn(cls, late: float) -> None:
        """The event loop was so late."""
        cls.seconds = min(LATEST, cls.seconds * 1.3) if late > BUSY else max(SOONEST, cls.seconds * 0.9)


class Stage:
    """The course of a match and those who follow it; its name tells what is replayed of it from other matches'."""

    def __init__(self, course: Course, replaying: Replaying, name: Hashable) -> None:
        self.course = course
        self.name = name
        self._replaying = replaying
        self.watchers: set[Watcher] = set()
        self._readers: dict[int, Reader] = {}
        self._moved: set[int] = set()  # seats that have not been told what came of their move
        self._lines = 0  # raised whenever moves are taken back
        self._soon: asyncio.Handle | None = None
        self._later: asyncio.TimerHandle | None = None

    def follow(self, events: "Sequence[Event]") -> None:
        """Carry out events and tell everybody soon."""
        self.course.follow(events)
        self._moved.update(event.seat for event in events)
        if any(event.move is None for event in events):
            self._lines += 1
            self._readers.clear()
            for watcher in list(self.watchers):
                watcher.anew()
        self._tell_soon()

    def tell(self) -> None:
        """Tell everybody now, so that what follows is told by itself."""
        self._tell(list(self._readers))

    def leave(self, watcher: Watcher) -> None:
        """Somebody looks no longer."""
        self.watchers.discard(watcher)
        if not any(other.viewer == watcher.viewer for other in self.watchers):
            self._readers.pop(watcher.viewer, None)

    async def look(self, viewer: int, address: str = "") -> tuple[int, bytes]:
        """The whole position for a viewer and its number; whoever is among the watchers is told what comes after it.

        A long match is replayed when it is the address's turn; who asks for the same again is given the same.
        """
        while True:
            course, lines = self.course, self._lines
            reader = self._readers.get(viewer)
            if reader is None:
                reader = self._readers[viewer] = Reader(viewer, course.number, course.settled, UNKNOWN, course.moves_made + 1)
            number = course.number
            if course.length <= SHORT:
                known = course if course.first == 0 else retold(course.game, course.header, course.made)
                position, entries = _told(known, viewer, reader.settled)
                break
            made = course.moves_between(len(course.header.opening), course.moves_made)
            key = ("whole", self.name, number, viewer, reader.settled)
            given = course.game, course.header, made, viewer, reader.settled
            position, entries = await self._replaying.made_once(key, _whole, *given, address=address)
            if lines == self._lines:
                break
        if reader.entries == UNKNOWN:
            reader.entries = entries
            self._tell_soon()
        return number, position

    def _tell_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if self._soon is None:
            self._soon = loop.call_soon(self._tell_actors)  # after all that has come to disk together
        if self._later is None:
            self._later = loop.call_later(Patience.seconds, self._tell_all)

    def _tell_actors(self) -> None:
        """Tell those who have moved, and those who have something new to decide.

        Who chooses along with others has nothing new to decide when another has chosen.
        """
        self._soon = None
        course, readers = self.course, self._readers
        self._tell(self._moved)
        self._moved.clear()
        if course.open_from is None:
            self._tell(course.actors or list(readers))
        else:
            self._tell([seat for seat in course.actors if seat in readers and readers[seat].number < course.open_number])

    def _tell_all(self) -> None:
        assert self._later is not None
        Patience.learn(asyncio.get_running_loop().time() - self._later.when())
        self._later = None
        self._tell(list(self._readers))
        course = self.course
        course.forget(min([reader.settled for reader in self._readers.values()], default=course.settled))

    def _tell(self, viewers: Iterable[int]) -> None:
        """Tell some viewers what is new to them."""
        course = self.course
        for viewer in viewers:
            reader = self._readers.get(viewer)
            if reader and reader.entries != UNKNOWN and reader.number < course.number:
                self._tell_viewer(reader)

    def _tell_viewer(self, reader: Reader) -> None:
        position = _encoder.encode(news(self.course, reader))
        for watcher in list(self.watchers):  # one that passes its screen on leaves while it is told
            if watcher.viewer == reader.viewer:
                watcher.position_changed(self.course.number, position)

    def close(self) -> None:
        """Stop telling."""
        for timer in (self._soon, self._later):
            if timer is not None:
                timer.cancel()


def retold(game: "Game", header: Header, made: Iterable[Made]) -> Course:
    """The course of some moves, with every step kept."""
    course = Course(game, header, keep=True)
    course.retell(each(made))
    return course


def whole_position(game: "Game", header: Header, made: Iterable[Made], viewer: int) -> bytes:
    """The whole position after some moves."""
    return _encoder.encode(whole(retold(game, header, made), viewer))


def _whole(game: "Game", header: Header, made: Iterable[Made], viewer: int, settled: int) -> tuple[bytes, int]:
    return _told(retold(game, header, made), viewer, settled)


def _told(course: Course, viewer: int, settled: int) -> tuple[bytes, int]:
    """The whole position, and how many entries of its log are about the settled steps."""
    position = whole(course, viewer)
    entries = len(position.log.entries) if settled == course.length else reader_of(course, viewer, settled).entries
    return _encoder.encode(position), entries
