"""Compiling a game ahead of its first use: every kernel that matches, batches and bots call, one after the other."""

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from tulips import bots
from tulips.bots import levels
from tulips.bots.search import Dials, think
from tulips.engine.kernel import all_kept
from tulips.engine.rule import INTERPRETED

if TYPE_CHECKING:
    from tulips.engine.game import Game

MARK = "warm"
"""The file in a game's cache folder that says everything there is compiled but what only searching bots need."""

SEARCH_MARK = "warm-search"
"""The file that says the same of what they need."""

HINT_MARK = "warm-hints"
"""The file that says the same of what hints need: a search, also where no bot searches."""


def is_warm(game: "Game", mark: str = MARK) -> bool:
    """Whether nothing is to be gained by compiling ahead: all kernels are on disk, or nothing can be kept there."""
    return INTERPRETED or game.cache is None or (game.cache / mark).exists()


def _mark(game: "Game", mark: str) -> None:
    """Say that all is there, unless some of it could not be kept: a full disk may still take an empty file."""
    if game.cache is not None and all_kept(game.cache):
        with contextlib.suppress(OSError):
            (game.cache / mark).touch()


def warm_search(game: "Game") -> None:
    """Compile what searching bots need: apart from the rest, so that a game is ready to be played sooner."""
    seats = game.about.seats[1]
    if levels.level(game, "master@2") is not None:
        bots.play_games(game, game.table(seats), ["master@2", *[bots.RANDOM] * (seats - 1)], "0", 0, 1)
    _mark(game, SEARCH_MARK)


def warm_hints(game: "Game") -> None:
    """Compile what hints need."""
    states = game.batch(1, game.about.seats[1]).states
    think(game, states, game.actors(states)[0], 0, dials=Dials(), iterations=2)
    _mark(game, HINT_MARK)


def warm(game: "Game", progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Compile every kernel of the game; `progress` is told how many steps are done of how many."""
    seats = game.about.seats[1]
    table = game.table(seats)
    states = table.copy()

    def start() -> None:
        while game.chance(states):
            game.settle(states, game.draw(states))

    def move() -> None:
        seat = game.actors(states)[0]
        chosen = game.moves(states, seat)[0]
        assert game.allows(states, seat, chosen)
        game.apply(states, seat, chosen)

    def batch() -> None:
        games = game.batch(2, seats)
        games.step(games.moves()[1][:, 0])
        games.play_out()

    steps: list[Callable[[], object]] = [
        start,
        lambda: game.kernel("count_outcomes")(table, 0) if game.chance(table) else None,
        move,
        lambda: game.scores(states),
        lambda: game.redeal(states, 0, 0),
        lambda: game.observe(states, 0),
        batch,
        lambda: bots.play_games(game, table, [bots.RANDOM] * seats, "0", 0, 1),
        lambda: bots.play_games(game, table, [bots.plain(game)[-1]] * seats, "0", 0, 1),
        lambda: bots.choose(game, game.batch(1, seats).states, 0, bots.RANDOM, 0),
    ]
    for done, step in enumerate(steps):
        progress(done, len(steps))
        step()
    progress(len(steps), len(steps))
    _mark(game, MARK)
