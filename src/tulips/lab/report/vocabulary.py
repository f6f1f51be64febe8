"""A game's own words for its report, from its `report.toml`, and how they find moves and happenings in the log's phrases.

A phrase is known by its signs: each template in it, and each template with what is in one of its gaps, such as
"play {action}" and "play {action}|action=take". So a report names nothing that the log does not say.
"""

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from tulips.engine.errors import TulipsError
from tulips.engine.game import REPORT
from tulips.engine.phrase import SEAT, Phrase

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
    deeds: dict[str, str] = {}  # what a deed is called as a source

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
    signs: list[str] = []  # one of these is in the log's phrase
    chance: str = ""  # chance decides this
    changes: str = ""  # the state's field of that name changes
    who: Literal["mover", "named", "nobody"] = "mover"  # whose it is: the seat that moves, or those that the phrase names


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

    def deed(self, phrase: Phrase) -> str:
        """What a move is called, by its most vocabulary sign; empty for one that is left out."""
        called: str | None = None
        for sign in signs(phrase):
            if sign in self.deeds and ("|" in sign or called is None):
                called = self.deeds[sign]
        return str(phrase) if called is None else called


@functools.cache
def vocabulary(game: "Game") -> Vocabulary:
    """The game's own words for its report."""
    try:
        return msgspec.toml.decode((game.folder / REPORT).read_bytes(), type=Vocabulary)
    except FileNotFoundError:
        raise TulipsError(f"{game.about.title} has no report yet: its folder needs a {REPORT}.") from None


def signs(phrase: Phrase) -> Mapping[str, tuple[int, ...]]:
    """Every sign of a phrase, with the seats that its template names."""
    found: dict[str, tuple[int, ...]] = {}
    seats = tuple(value for gap, value in phrase.values.items() if gap.startswith(SEAT) and isinstance(value, int))
    found[phrase.text] = seats
    for gap, value in phrase.values.items():
        if isinstance(value, Phrase):
            for sign, named in signs(value).items():
                found[sign] = found.get(sign, ()) + named
            if not value.values:
                found[f"{phrase.text}|{gap}={value.text}"] = seats
        elif not gap.startswith(SEAT):
            found[f"{phrase.text}|{gap}={value}"] = seats
    return found
