"""What a game's `review.toml` says: how much a review works, who plays on, and what bots of each level give away in a game."""

import functools
import tomllib
from typing import TYPE_CHECKING

import msgspec

from tulips.engine.prebuilt import prebuilt

if TYPE_CHECKING:
    from tulips.engine.game import Game

FILE = "review.toml"


class Effort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a review works."""

    ledger: int = 1000  # worlds for each point of the ledger
    compare: int = 1000  # worlds for comparing two moves
    screen: int = 400  # worlds for finding the best of some moves
    thought: float = 1.0  # the part of its iterations that the master gets who names the moves


class Typical(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance that one seat's choices lose in all, on average, in a game among bots of that level.

    `python bench/review.py steady GAME --bot LEVEL` measures it.
    """

    novice: float
    merchant: float
    master: float


@prebuilt
class ReviewFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    policy: str = "greedy"  # the bot that plays on: quick, and the strongest of those that choose at once
    effort: Effort = Effort()
    lost: dict[str, Typical] = {}  # by number of players


@functools.cache
def review_facts(game: "Game") -> ReviewFacts:
    """A game's facts; those of any game where it has none."""
    file = game.folder / FILE
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), ReviewFacts) if file.is_file() else ReviewFacts()


def typical(game: "Game", seats: int) -> Typical | None:
    """What is usually lost with so many players, or with the nearest number that was measured; None if none was."""
    lost = {int(number): given for number, given in review_facts(game).lost.items()}
    return lost[min(lost, key=lambda number: (abs(number - seats), number))] if lost else None
