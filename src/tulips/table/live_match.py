"""A match that is being played, kept lean: the state as it is now, the moves, and only the last few steps with their states.

It is made from its events alone, in order (event sourcing). `tulips.engine.match.match.Match` keeps the state before every
event, to look back at; a live match needs it only for what its viewers have not seen yet. Replaying the same events into a
live match that keeps everything gives the rest.

Moves are taken back by going to a checkpoint and making the moves after it again. Checkpoints are `APART` moves apart where the
line ends, and the further apart the older they are: taking back n moves makes at most about n again, and `APART` at the
least. So a match with many takings back is replayed in time proportional to its events, and a live one takes back on the
event loop.
"""

import functools
import itertools
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from tulips.engine.errors import BadChance, BadRecord
from tulips.engine.phrase import Phrase, say
from tulips.engine.state.chance import key_of_seed
from tulips.engine.state.snapshot import next_snapshot, snapshot
from tulips.table.bound_rules import BoundRules

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States
    from tulips.table.state import Event, Player


APART = 16
"""Moves from one checkpoint to the next."""

CLOSE = 8
"""Checkpoints at the end of the line that are all kept; among older ones half of them, then a quarter, and so on."""

LARGEST_MOVE = 2**31
NOT_ALLOWED = "error.stored-illegal"


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
    move or outcome, the state before, and who played at the seat."""

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


class Checkpoint(NamedTuple):
    """A point of the line where no choice at once was open: after how many moves and steps, and what was true there."""

    moves: int
    length: int
    state: bytes
    used: dict[str, int]
    freely_undone: int | None

    def is_worth_keeping(self, moves: int) -> bool:
        """Whether it is to be kept when the line has so many moves: the n-th for as long as n is a multiple of enough."""
        place = self.moves // APART
        return moves // APART - place < CLOSE * (place & -place)


PLAYERS: "tuple[Player, ...]" = ("human", "bot", "clock")


class LiveMatch:
    """A match on its way. `number` counts its events, `length` the steps of its present line, outcomes of chance included.

    One that keeps its steps needs no checkpoints and has none. One that is not `opened` has not made the opening's moves.
    """

    def __init__(self, game: "Game", header: Header, *, keep: bool = False, opened: bool = True) -> None:
        self.game = game
        self.header = header
        self.keep = keep
        self.number = 0
        self._moves = array("i")
        self._seats = array("b")
        self._players = array("b")  # who played there, as a place in PLAYERS
        self._moves_of: Counter[int] = Counter()  # how many of them each seat has made
        self.peeks = 0  # how often something was taken back that had been revealed
        self._checkpoints: list[Checkpoint] = []
        self._set_up()
        if opened:
            self._make_opening()

    def _set_up(self) -> None:
        """Begin before the first move."""
        header = self.header
        self.states: States = initial_states(self.game, header)
        if header.seed is not None:
            self.states["key"][0] = key_of_seed(header.seed, header.nonces)
        self._acting, self._chance, self._end = (self.states[field] for field in ("actors", "chance", "end"))
        self.rules = BoundRules(self.game, self.states)
        self._used: Counter[str] = Counter()
        self.moves_made = 0
        self.steps: list[Step] = []
        self.first = 0  # the place in the line of the first step that is kept
        self.open_from: int | None = None  # the place in the line where the running choice at once began
        self.open_number = 0  # how many events there were then
        self.freely_undone: int | None = None  # the seat whose last move has shown nobody anything
        self._snapshots: dict[int, Any] = {}
        self._now: Any = None
        self._last: Any = None  # the snapshot that was taken last
        self._status: Phrase | None = None
        self._actors: tuple[int, ...] | None = None
        self._let_chance_decide()

    def _make_opening(self) -> None:
        for seat, move in self.header.opening:
            if not self.is_legal(seat, move):
                raise BadRecord(say(NOT_ALLOWED, number=0))
            self._make(seat, move)

    # Asking

    @property
    def length(self) -> int:
        """How many steps the line has."""
        return self.first + len(self.steps)

    @property
    def final(self) -> int:
        """How many steps have words that will not change any more."""
        return self.length if self.open_from is None else self.open_from

    @property
    def now(self) -> Any:
        """The state as it is now, read out (a snapshot); all viewers share one."""
        if self._now is None:
            self._now = self._next_snapshot(self.states.tobytes())
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
    def movers(self) -> "Iterable[int]":
        """The seats that have a move which could be taken back."""
        return self._moves_of.keys()

    @property
    def line(self) -> list[Made]:
        """The moves made and not taken back, those before this table included."""
        return list(self.moves_between(0, self.moves_made))

    @property
    def made(self) -> list[Made]:
        """The moves made at this table and not taken back."""
        return list(self.moves_between(len(self.header.opening), self.moves_made))

    def moves_between(self, start: int, stop: int) -> Iterator[Made]:
        """A part of the line, whatever happens to it meanwhile: it can be read in another thread."""
        before = len(self.header.opening)
        part = slice(max(0, start - before), max(0, stop - before))
        players = map(PLAYERS.__getitem__, self._players[part])
        here = map(Made, self._seats[part], self._moves[part], players)
        return itertools.chain(itertools.starmap(Made, self.header.opening[start:stop]), here)

    def is_legal(self, seat: int, move: int) -> bool:
        """Whether the rules allow a move now, whatever the numbers are: compiled rules look at no bounds."""
        if not 0 <= seat < self.header.seats or abs(move) >= LARGEST_MOVE or self.over or self._chance.item():
            return False
        return (seat in self.actors or bool(self.rules.moves(seat))) and self.rules.is_legal(seat, move)

    def is_current(self, seat: int, number: int) -> bool:
        """Whether a seat that decides after so many events knows what it decides on (an optimistic lock).

        Nothing has happened since, or only others' choices at the same time.
        """
        if number == self.number:
            return True
        return self.open_from is not None and self.open_number <= number < self.number and seat in self.actors

    def last_move_of(self, seat: int) -> int | None:
        """How many moves would have to be taken back for the seat's last one to be."""
        for back, mover in enumerate(reversed(self._seats), 1):
            if mover == seat:
                return back
        return None

    def snapshot_before(self, place: int) -> Any:
        """Returns the state before a step that is kept, read out; remembered, since several viewers ask for it."""
        found = self._snapshots.get(place)
        if found is None:
            found = self._next_snapshot(self.steps[place - self.first].before)
            if not self.keep:
                self._snapshots[place] = found
        return found

    def _next_snapshot(self, state: bytes) -> Any:
        """Returns a state of this match, read out; only what differs from the last one is read."""
        last = self._last if self._last is not None else snapshot(self.states)
        self._last = next_snapshot(last, state)
        return self._last

    # Going on

    def follow(self, events: "Iterable[Event]") -> None:
        """Carry out events, in order; a `BadRecord` at one that can't be, which may stand in a database that was damaged."""
        for event in events:
            # SQLite keeps text in any column; that in another one does not get through the rules
            if event.number != self.number + 1 or not isinstance(event.made, float):
                raise BadRecord(say(NOT_ALLOWED, number=event.number))
            if event.move is not None:
                if not self.is_legal(event.seat, event.move) or event.player not in PLAYERS:
                    raise BadRecord(say(NOT_ALLOWED, number=event.number))
                self._make(event.seat, event.move, event.player)
                self._seats.append(event.seat)
                self._players.append(PLAYERS.index(event.player))
                self._moves_of[event.seat] += 1
                self._moves.append(event.move)
            else:
                if event.undone is None or not 1 <= event.undone <= len(self._moves):
                    raise BadRecord(say(NOT_ALLOWED, number=event.number))
                self.number = event.number
                self.peeks += not (event.undone == 1 and self.freely_undone is not None)
                self._take_back(event.undone)
            self.number = event.number

    def make_again(self, made: Iterable[Made]) -> None:
        """Make moves that were made in another replay of the match; they are no events of this one."""
        for move in made:
            self._make(*move)

    def drop_steps(self, place: int) -> None:
        """Let go of the steps before a place in the line."""
        if not self.keep and place > self.first:
            del self.steps[: place - self.first]
            self.first = place
            self._snapshots = {at: reading for at, reading in self._snapshots.items() if at >= place}

    def _make(self, seat: int, move: int, player: "Player" = "human") -> None:
        actors = self._acting.item()
        if self.open_from is None and actors & (actors - 1):
            self.open_from, self.open_number = self.length, self.number
        self.moves_made += 1
        self._add_step(seat, move, player)
        length = self.length
        self.rules.apply(seat, move)
        self._let_chance_decide()
        self._drop_caches()
        quiet = self.length == length and not self.over
        if self.open_from is not None:
            left = self._acting.item()
            quiet = quiet and (left == actors & ~(1 << seat) != 0)
            if not quiet:
                self.open_from = None
        self.freely_undone = seat if quiet else None
        if self.open_from is None and not self.keep and self.moves_made // APART > self._checkpoint_moves // APART:
            self._remember()

    @property
    def _checkpoint_moves(self) -> int:
        """The moves of the line up to its last checkpoint."""
        return self._checkpoints[-1].moves if self._checkpoints else 0

    def _remember(self) -> None:
        """Make a checkpoint, and let go of older ones where they are closer than need be."""
        here = Checkpoint(self.moves_made, self.length, self.states.tobytes(), dict(self._used), self.freely_undone)
        self._checkpoints = [old for old in self._checkpoints if old.is_worth_keeping(here.moves)]
        self._checkpoints.append(here)

    def _take_back(self, moves: int) -> None:
        """The line without its last moves."""
        left = len(self._moves) - moves
        self._moves_of -= Counter(self._seats[left:])
        for move in self._back_to(self.moves_made - moves):
            self._make(*move)
        del self._seats[left:], self._moves[left:], self._players[left:]

    def _back_to(self, moves: int) -> Iterator[Made]:
        """Go to the last checkpoint that has no more moves; those to be made again, which will meet the same chance."""
        while self._checkpoint_moves > moves:
            self._checkpoints.pop()
        rest = self.moves_between(self._checkpoint_moves, moves)
        if self._checkpoints:
            self._return(self._checkpoints[-1])
        else:
            self._set_up()
        return rest

    def _return(self, to: Checkpoint) -> None:
        """Make everything what it was at a checkpoint; steps before it that are still kept stay."""
        self.states[:] = np.frombuffer(to.state, self.states.dtype)
        self._used = Counter(to.used)
        self.moves_made, self.freely_undone = to.moves, to.freely_undone
        if self.first <= to.length <= self.length:
            del self.steps[to.length - self.first :]
        else:
            self.steps, self.first = [], to.length
        self.open_from = None
        self._snapshots.clear()
        self._drop_caches()

    def earlier(self, moves: int) -> "LiveMatch":
        """The match after so many moves of the line, those of the opening at the least.

        The moves made here and not taken back are its events.
        """
        past = LiveMatch(self.game, self.header, opened=False)
        before = len(self.header.opening)
        here = moves - before
        past._seats, past._moves, past._players = self._seats[:here], self._moves[:here], self._players[:here]
        past._moves_of = Counter(past._seats)
        past._checkpoints = list(self._checkpoints)
        rest = past._back_to(moves)
        past.number = past._checkpoint_moves - before
        for move in rest:
            past._make(*move)
            past.number += 1
        return past

    def _add_step(self, seat: int | None, what: int, player: "Player" = "human") -> None:
        if self._now is not None and not self.keep:
            self._snapshots[self.length] = self._now  # with all that was found out about it for viewers
        self._drop_caches()
        self.steps.append(Step(self.moves_made, seat, what, self.states.tobytes(), player))

    def _drop_caches(self) -> None:
        self._now = self._status = self._actors = None

    def _let_chance_decide(self) -> None:
        """Carry out what is pending by the outcomes that were given, then by the seed."""
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
            self._add_step(None, outcome)
            self.rules.settle(outcome)


def initial_states(game: "Game", header: Header) -> "States":
    """Returns the state of a match before anything is decided."""
    dtype, state = _initial_state(game, header.seats, msgspec.json.encode(header.options))
    states: States = np.frombuffer(state, dtype).copy()
    return states


@functools.lru_cache(maxsize=64)
def _initial_state(game: "Game", seats: int, options: bytes) -> tuple[np.dtype[np.void], bytes]:
    """The state before anything is decided: making it takes as long as hundreds of moves."""
    states = game.set_up(seats, msgspec.json.decode(options))
    return states.dtype, states.tobytes()


def replay_events(game: "Game", header: Header, events: "Iterable[Event]", *, keep: bool = False) -> LiveMatch:
    """Returns the live match after some events."""
    live = LiveMatch(game, header, keep=keep)
    live.follow(events)
    return live
