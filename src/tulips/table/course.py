"""The course of a match, kept lean: the record as it is now, the moves, and only the last few steps with their records.

`tulips.engine.match.Match` keeps the record before every event, to look back at; a table that is being played needs it only
for what its viewers have not been told yet. Replaying the same events into a course that keeps everything gives the rest.
"""

import functools
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from tulips.engine.chance import key_of_seed
from tulips.engine.errors import BadChance, BadRecord
from tulips.engine.phrase import Phrase, say
from tulips.engine.reading import read_on, read_out
from tulips.table.ruling import Ruling

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.record import States
    from tulips.table.state import Event, Player


LARGEST_MOVE = 2**31
NOT_ALLOWED = "The rules do not allow what is stored as event {number} of this match."


class Header(msgspec.Struct, frozen=True):
    """What a match begins with."""

    seats: int
    options: Mapping[str, Any]
    seed: str | None
    nonces: Sequence[str] = ()
    given: Mapping[str, Sequence[str]] = {}
    opening: Sequence[tuple[int, int]] = ()


class Step(msgspec.Struct, frozen=True):
    """Something that happened: how many moves had been made then (itself included), whose move (None for chance), which
    move or outcome, the record before, and who played at the seat."""

    at: int
    seat: int | None
    what: int
    before: bytes
    player: "Player" = "human"


class Made(NamedTuple):
    """A move that was made: whose, which, and who played at that seat."""

    seat: int
    move: int
    player: "Player" = "human"


PLAYERS: "tuple[Player, ...]" = ("human", "bot", "clock")


class Course:
    """A match on its way. `number` counts its events, `length` the steps of its present line, outcomes of chance included."""

    def __init__(self, game: "Game", header: Header, *, keep: bool = False) -> None:
        self.game = game
        self.header = header
        self.keep = keep
        self.number = 0
        self._moves = array("i")
        self._seats = array("b")
        self._players = array("b")  # who played there, as a place in PLAYERS
        self.movers: set[int] = set()  # the seats that have a move which could be taken back
        self.peeks = 0  # how often something was taken back that had been revealed
        self._begin()

    def _begin(self) -> None:
        header = self.header
        self.states: States = laid(self.game, header)
        if header.seed is not None:
            self.states["key"][0] = key_of_seed(header.seed, header.nonces)
        self._acting, self._chance, self._end = (self.states[field] for field in ("actors", "chance", "end"))
        self.rules = Ruling(self.game, self.states)
        self._used: Counter[str] = Counter()
        self.moves_made = 0
        self.steps: list[Step] = []
        self.first = 0  # the place in the line of the first step that is kept
        self.open_from: int | None = None  # the place in the line where the running choice at once began
        self.open_number = 0  # how many events there were then
        self.freely_undone: int | None = None  # the seat whose last move has shown nobody anything
        self._readings: dict[int, Any] = {}
        self._now: Any = None
        self._last: Any = None  # the record that was read last
        self._status: Phrase | None = None
        self._actors: tuple[int, ...] | None = None
        self._let_chance_decide()
        for seat, move in header.opening:
            if not self.allows(seat, move):
                raise BadRecord(say(NOT_ALLOWED, number=0))
            self._make(seat, move)

    # Asking

    @property
    def length(self) -> int:
        """How many steps the line has."""
        return self.first + len(self.steps)

    @property
    def settled(self) -> int:
        """How many steps have words that will not change any more."""
        return self.length if self.open_from is None else self.open_from

    @property
    def now(self) -> Any:
        """The record as it is, to be read; all viewers share one reading."""
        if self._now is None:
            self._now = self._read(self.states.tobytes())
        return self._now

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have a decision to make now."""
        if self._actors is None:
            acting = 0 if self._end.item() or self._chance.item() else self._acting.item()
            self._actors = tuple([seat for seat in range(self.header.seats) if acting >> seat & 1])
        return self._actors

    @property
    def status(self) -> Phrase:
        """What the table waits for, in words; the same for all viewers."""
        if self._status is None:
            self._status = self.game.words.status(self.now)
        return self._status

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._end.item())

    @property
    def line(self) -> list[Made]:
        """The moves made and not taken back, those before this table included."""
        return [*(Made(seat, move) for seat, move in self.header.opening), *self.made]

    @property
    def made(self) -> list[Made]:
        """The moves made at this table and not taken back."""
        players = [PLAYERS[player] for player in self._players]
        return [Made(*move) for move in zip(self._seats, self._moves, players, strict=True)]

    def allows(self, seat: int, move: int) -> bool:
        """Whether the rules allow a move now, whatever the numbers are: compiled rules look at no bounds."""
        if not 0 <= seat < self.header.seats or abs(move) >= LARGEST_MOVE or self.over or self._chance.item():
            return False
        return (seat in self.actors or bool(self.rules.moves(seat))) and self.rules.allows(seat, move)

    def last_move_of(self, seat: int) -> int | None:
        """How many moves would have to be taken back for the seat's last one to be."""
        for back, mover in enumerate(reversed(self._seats), 1):
            if mover == seat:
                return back
        return None

    def reading(self, place: int) -> Any:
        """The record before a step that is kept, to be read; remembered, since several viewers ask for it."""
        found = self._readings.get(place)
        if found is None:
            found = self._read(self.steps[place - self.first].before)
            if not self.keep:
                self._readings[place] = found
        return found

    def _read(self, record: bytes) -> Any:
        """A record of this match, read on from the one that was read last."""
        last = self._last if self._last is not None else read_out(self.states)
        self._last = read_on(last, record)
        return self._last

    # Going on

    def follow(self, events: "Iterable[Event]") -> None:
        """Carry out events, in order; a `BadRecord` at one that can't be, which may stand in a database that was damaged."""
        for event in events:
            if event.number != self.number + 1:
                raise BadRecord(say(NOT_ALLOWED, number=event.number))
            if event.move is not None:
                if not self.allows(event.seat, event.move) or event.player not in PLAYERS:
                    raise BadRecord(say(NOT_ALLOWED, number=event.number))
                self._make(event.seat, event.move, event.player)
                self._seats.append(event.seat)
                self._players.append(PLAYERS.index(event.player))
                self.movers.add(event.seat)
                self._moves.append(event.move)
            else:
                if event.undone is None or not 1 <= event.undone <= len(self._moves):
                    raise BadRecord(say(NOT_ALLOWED, number=event.number))
                self.number = event.number
                self.peeks += not (event.undone == 1 and self.freely_undone is not None)
                self._take_back(event.undone)
            self.number = event.number

    def retell(self, made: Iterable[Made]) -> None:
        """Make moves again that were made in another course of the match; they are no events of this one."""
        for move in made:
            self._make(*move)

    def forget(self, place: int) -> None:
        """Let go of the steps before a place in the line."""
        if not self.keep and place > self.first:
            del self.steps[: place - self.first]
            self.first = place
            self._readings = {at: reading for at, reading in self._readings.items() if at >= place}

    def _make(self, seat: int, move: int, player: "Player" = "human") -> None:
        actors = self._acting.item()
        if self.open_from is None and actors & (actors - 1):
            self.open_from, self.open_number = self.length, self.number
        self.moves_made += 1
        self._happened(seat, move, player)
        length = self.length
        self.rules.apply(seat, move)
        self._let_chance_decide()
        self._changed()
        quiet = self.length == length and not self.over
        if self.open_from is not None:
            left = self._acting.item()
            quiet = quiet and (left == actors & ~(1 << seat) != 0)
            if not quiet:
                self.open_from = None
        self.freely_undone = seat if quiet else None

    def _take_back(self, moves: int) -> None:
        """The line without its last moves, played again: the same moves meet the same chance."""
        rest = self.made[: len(self._moves) - moves]
        self._begin()
        self.retell(rest)
        del self._seats[len(rest) :], self._moves[len(rest) :], self._players[len(rest) :]
        self.movers = set(self._seats)

    def _happened(self, seat: int | None, what: int, player: "Player" = "human") -> None:
        if self._now is not None and not self.keep:
            self._readings[self.length] = self._now  # with all that viewers have been told of it
        self._changed()
        self.steps.append(Step(self.moves_made, seat, what, self.states.tobytes(), player))

    def _changed(self) -> None:
        self._now = self._status = self._actors = None

    def _let_chance_decide(self) -> None:
        """Settle what is pending from the outcomes that were given, then from the seed."""
        game, states = self.game, self.states
        while pending := self._chance.item():
            chance = game.chances[pending - 1]
            given = self.header.given.get(chance, ())
            used = self._used[chance]
            if used < len(given):
                found = game.find_outcome(states, given[used])
                if found is None:
                    raise BadChance(f"Outcome {used + 1} of {chance!r} can't be {given[used]!r} at this point.")
                self._used[chance] += 1
                outcome = found
            elif self.header.seed is not None:
                outcome = self.rules.draw()
            else:
                return
            self._happened(None, outcome)
            self.rules.settle(outcome)


def laid(game: "Game", header: Header) -> "States":
    """A table as it is laid before anything is decided."""
    dtype, record = _laid(game, header.seats, msgspec.json.encode(header.options))
    states: States = np.frombuffer(record, dtype).copy()
    return states


@functools.lru_cache(maxsize=64)
def _laid(game: "Game", seats: int, options: bytes) -> tuple[np.dtype[np.void], bytes]:
    """The record of a laid table: making it takes as long as hundreds of moves."""
    states = game.table(seats, msgspec.json.decode(options))
    return states.dtype, states.tobytes()


def reached(game: "Game", header: Header, events: "Sequence[Event]", *, keep: bool = False) -> Course:
    """The course after some events."""
    course = Course(game, header, keep=keep)
    course.follow(events)
    return course
