"""What a seat of some level gives away in a game: measured by `tulips calibrate`, kept in `review.toml` beside each game."""

import functools
import tomllib
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from tulips.engine.game import Game

FILE = "review.toml"


class Typical(msgspec.Struct, frozen=True):
    """The chance that one seat's choices lose in all, on average, in a game among bots of that level."""

    novice: float
    merchant: float
    master: float


def typical(game: "Game", seats: int) -> Typical | None:
    """What is usually lost with so many players, or with the nearest number that was measured; None if none was."""
    lost = _measured(game)
    return lost[min(lost, key=lambda n: (abs(n - seats), n))] if lost else None


@functools.cache
def _measured(game: "Game") -> dict[int, Typical]:
    file = game.folder / FILE
    if not file.is_file():
        return {}
    found = tomllib.loads(file.read_text(encoding="utf-8")).get("lost", {})
    return {int(seats): msgspec.convert(lost, Typical) for seats, lost in found.items()}
