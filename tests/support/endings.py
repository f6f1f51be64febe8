"""The ways that games can end, and players who get there: what a game tells of them in tests/games/NAME/endings.py.

Such a file has a list `ENDINGS`, one for each transcript in tests/golden/, and `heading(s, names)`, the heading under which a
transcript puts what happens from a state on. A game without the file has no transcripts.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tulips
from support.paths import GOLDEN, TESTS
from tulips.engine.match.match import Match

Player = Callable[[Match, int], int]
"""Who plays: a bot by its name, or a player of our own where no bot gets there."""


@dataclass(frozen=True)
class Ending:
    """One way that a game can end, and players who get there."""

    name: str  # the transcript's file, after the game's name
    game: str
    end: str
    seats: int
    player: str | Player
    how: Callable[[Match], bool] = lambda match: not tie_broken(match)
    most_moves: int = 10_000  # the search passes over longer games
    shared: bool = False  # whether several seats win
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return GOLDEN / f"{self.game}-{self.name}.txt"

    @property
    def moves(self) -> Path:
        """The moves of that game, by kind and fields."""
        return self.file.with_suffix(".json")

    def reached(self, match: Match) -> bool:
        return match.end == self.end and (len(match.winners) > 1) == self.shared and self.how(match)


def ties(match: Match) -> int:
    """How many other seats have as many points as a winner."""
    best = [match.scores[p] for p in match.winners]
    return match.scores.count(best[0]) - len(best) if best else 0


def tie_broken(match: Match) -> bool:
    return len(match.winners) == 1 and ties(match) > 0


def told_by(game: str) -> Any:
    """The game's module `endings`; None if it has none."""
    module = game.replace("-", "_")
    if not (TESTS / "games" / module / "endings.py").exists():
        return None
    return importlib.import_module(f"games.{module}.endings")


def all_endings() -> list[Ending]:
    """The endings of all games."""
    return [ending for name in tulips.game_names() if (told := told_by(name)) for ending in told.ENDINGS]
