"""A game's own words for its report, from its `report.toml`, and how they find moves and happenings in the log.

What happened is matched by patterns: a kind, such as "sell", or a kind with what is in some of its fields, such as
"sell-set collector=Nobleman" or "give points=7". "burst losers=*" is one that tells of losers at all.
"""

import functools
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from tulips.engine.errors import TulipsError
from tulips.engine.game import REPORT
from tulips.engine.kinds import Kind, Move, seat_fields

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States


DECISION = "decision"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from"}):
    """What a game's length is counted in: a field of the state, how often the seat whose turn it is changes, or decisions."""

    word: str
    field: str = ""
    first: int = 1  # the field's first value

    def read(self, states: "States") -> Any:
        """The time before each decision, counted from 1."""
        if self.field:
            return states[self.field].astype(np.int64) - self.first + 1
        if self.word == DECISION:
            return np.arange(1, len(states) + 1)
        turn = states["turn"]
        return np.cumsum(np.concatenate([[True], turn[1:] != turn[:-1]])) if len(turn) else np.zeros(0, np.int64)


class Burst(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a burst shows: a field of the state that counts bubbles, or the reason of the game's end."""

    word: str
    plural: str
    field: str = ""
    end: str = ""


class Sources(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a change of a seat's score is put down to, the first that applies; else to the deed that made it."""

    end: str = ""  # whatever the last step of the game brings
    burst: str = ""  # whatever a burst brings
    chance: str = ""  # whatever chance brings
    cost: str = ""  # whatever is lost
    others: str = ""  # whatever another seat's move brings
    gain: str = ""  # whatever is gained
    deeds: dict[str, str] = {}  # what a deed is called as a source: by its pattern in the file, by what it is called once read

    def name(self, change: int, *, deed: str, ending: bool, burst: bool, chance: bool, own: bool) -> str:
        """Where a seat's gain or loss comes from."""
        found = (
            (ending and self.end)
            or (burst and self.burst)
            or (chance and self.chance)
            or (change < 0 and self.cost)
            or (not own and self.others)
            or (change > 0 and self.gain)
        )
        return found or self.deeds.get(deed, deed) or "anything else"


class Matter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule or card whose turn comes when all that is said here holds of a step."""

    name: str
    patterns: list[str] = []  # one of these matches what the log tells
    chance: str = ""  # chance decides this
    changes: str = ""  # the state's field of that name changes
    who: Literal["mover", "named", "nobody"] = "mover"  # whose it is: the seat that moves, or those in its fields


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's report calls things."""

    score: str
    clock: Clock
    deeds: dict[str, str]
    counted: str = ""  # how the score is counted, where that may puzzle
    lead: str = ""  # what a leader is ahead in, where that is not the score
    thing: str = "colour"  # what has prices
    price: str = ""
    burst: Burst | None = None
    sources: Sources | None = None
    solo: list[str] = []  # ends that only a player alone can reach, where the game is for one too
    matters: list[Matter] = []

    def for_seats(self, seats: int) -> "Vocabulary":
        """The same for so many players: for one alone, whose turn never ends, decisions are counted instead of turns."""
        alone = seats == 1 and not self.clock.field
        return msgspec.structs.replace(self, clock=Clock(DECISION)) if alone else self

    def deed(self, move: Move) -> str:
        """What a move is called, by the pattern that says most of it; empty for one that is left out."""
        found = [pattern for pattern in self.deeds if matches(pattern, move)]
        return self.deeds[max(found, key=len)] if found else str(move)


@functools.cache
def vocabulary(game: "Game") -> Vocabulary:
    """The game's own words for its report."""
    try:
        found = msgspec.toml.decode((game.folder / REPORT).read_bytes(), type=Vocabulary)
    except FileNotFoundError:
        raise TulipsError(f"{game.about.title} has no report yet: its folder needs a {REPORT}.") from None
    check_patterns(found.deeds, game.kinds.MOVES)
    every_kind = (*game.kinds.MOVES, *game.kinds.HAPPENINGS)
    check_patterns([pattern for matter in found.matters for pattern in matter.patterns], every_kind)
    return found if found.sources is None else msgspec.structs.replace(found, sources=_by_deed(found.sources, found.deeds))


def _by_deed(sources: Sources, deeds: Mapping[str, str]) -> Sources:
    """The sources by what deeds are called, where the file has their patterns."""
    unknown = sources.deeds.keys() - deeds.keys()
    if unknown:
        raise TulipsError(f"The report has a source {min(unknown)!r} that is no pattern of its deeds.")
    return msgspec.structs.replace(sources, deeds={deeds[pattern]: name for pattern, name in sources.deeds.items()})


def matches(pattern: str, what: Kind) -> bool:
    """Whether a pattern fits what happened."""
    kind, fields = _read_pattern(pattern)
    if kind != what.kind():
        return False
    told = [(getattr(what, field), value) for field, value in fields]
    return all(found is not None if value == "*" else str(found) == value for found, value in told)


@functools.cache
def _read_pattern(pattern: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The kind of a pattern, and its fields with their values: "event card=Big Crash" has one, whose value is two words."""
    kind, *rest = re.split(r" (?=\w+=)", pattern)
    return kind, tuple((field, value) for field, _, value in (part.partition("=") for part in rest))


def check_patterns(patterns: Iterable[str], kinds: Iterable[type[Kind]]) -> None:
    """Refuse a pattern that nothing could match."""
    known = {cls.kind(): cls.__struct_fields__ for cls in kinds}
    for pattern in patterns:
        kind, fields = _read_pattern(pattern)
        if kind not in known or any(field not in known[kind] for field, _ in fields):
            raise TulipsError(f"The report has a pattern {pattern!r} that fits no kind of this game.")


def seats_named(what: Any) -> set[int]:
    """The seats in the fields of what happened, those in the parts of a field included."""
    if isinstance(what, list | tuple):
        return set().union(*(seats_named(part) for part in what))
    if not isinstance(what, msgspec.Struct):
        return set()
    own = {getattr(what, field) for field in seat_fields(type(what))}
    inner = [seats_named(getattr(what, field)) for field in what.__struct_fields__]
    return {seat for seat in own if seat is not None}.union(*inner)
