"""Compiling a game ahead of its first use: every kernel that matches, batches and bots call, one after the other."""

import contextlib
import functools
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from tulips import bots
from tulips.bots import levels, policies, search, tree
from tulips.engine.compile import templates
from tulips.engine.compile.fingerprint import key_of
from tulips.engine.compile.kernel import all_kept, clear_away, files_in_use
from tulips.engine.files import write_whole
from tulips.engine.state.rule import INTERPRETED, rebind

if TYPE_CHECKING:
    from tulips.engine.game import Game

MARK = "warm"
"""The file in a game's cache folder that says everything there is compiled but what only searching bots need."""

SEARCH_MARK = "warm-search"
"""The file that says the same of what they need."""

HINT_MARK = "warm-hints"
"""The file that says the same of what hints need: a search, also where no bot searches."""


def is_warm(game: "Game", mark: str = MARK, also: tuple[Callable[..., Any], ...] = ()) -> bool:
    """Whether nothing is to be gained by compiling ahead: all kernels are on disk, or nothing can be kept there.

    `also` is what a mark stands for beside bots and search.
    """
    if INTERPRETED or game.cache is None:
        return True
    try:
        names = _mark_file(game, game.cache, mark, also).read_text().split()
    except OSError:
        return False
    return all((game.cache / name).exists() for name in names)  # old ones are cleared away one by one


def mark(game: "Game", mark: str, also: tuple[Callable[..., Any], ...] = ()) -> None:
    """Say that all is there, and name it, unless some of it could not be kept: a full disk may still take a small file."""
    if game.cache is not None and all_kept(game.cache):
        names = [file.name for file in files_in_use if file.parent == game.cache]
        file = _mark_file(game, game.cache, mark, also)
        with contextlib.suppress(OSError):  # then it is found out again next time
            write_whole(file, "\n".join(sorted(names)).encode())
            clear_away(file)


@functools.cache
def _mark_file(game: "Game", folder: Path, mark: str, also: tuple[Callable[..., Any], ...] = ()) -> Path:
    """The file that bears a mark, named like machine code after all that is compiled."""
    bound = bots.bindings(game)
    compiled: list[Callable[..., Any]] = [
        rebind(template, game.name, bound) for module in (templates, policies) for template in _templates(module)
    ]
    if mark != MARK:
        compiled += [search.kernel(game, template.__name__).function for template in _templates(tree)]
    compiled += also
    return folder / f"{mark}-{key_of(*compiled)[:16]}"


def _templates(module: ModuleType) -> list[FunctionType]:
    """The functions that a module of templates defines."""
    values = vars(module).values()
    return [value for value in values if isinstance(value, FunctionType) and value.__module__ == module.__name__]


def warm_search(game: "Game") -> None:
    """Compile what searching bots need: apart from the rest, so that a game is ready to be played sooner."""
    seats = game.about.seats[1]
    if levels.level(game, "master@2") is not None:
        bots.play_games(game, game.set_up(seats), ["master@2", *[bots.RANDOM] * (seats - 1)], "0", 0, 1)
    mark(game, SEARCH_MARK)


def warm_hints(game: "Game") -> None:
    """Compile what hints need."""
    states = game.batch(1, game.about.seats[1]).states
    search.think(game, states, game.actors(states)[0], 0, dials=search.Dials(), iterations=2)
    mark(game, HINT_MARK)


def warm(game: "Game", progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Compile every kernel of the game; `progress` is told how many steps are done of how many."""
    seats = game.about.seats[1]
    before = game.set_up(seats)
    states = before.copy()

    def start() -> None:
        while game.chance(states):
            game.settle(states, game.draw(states))

    def move() -> None:
        seat = game.actors(states)[0]
        chosen = game.moves(states, seat)[0]
        assert game.is_legal(states, seat, chosen)
        game.apply(states, seat, chosen)

    def batch() -> None:
        games = game.batch(2, seats)
        games.step(games.moves()[1][:, 0])
        games.play_out()

    steps: list[Callable[[], object]] = [
        start,
        lambda: game.kernel("count_outcomes")(before, 0) if game.chance(before) else None,
        move,
        lambda: game.scores(states),
        lambda: game.redeal(states, 0, 0),
        lambda: game.observe(states, 0),
        batch,
        lambda: bots.play_games(game, before, [bots.RANDOM] * seats, "0", 0, 1),
        lambda: bots.play_games(game, before, [bots.instant(game)[-1]] * seats, "0", 0, 1),
        lambda: bots.choose(game, game.batch(1, seats).states, 0, bots.RANDOM, 0),
    ]
    for done, step in enumerate(steps):
        progress(done, len(steps))
        step()
    progress(len(steps), len(steps))
    mark(game, MARK)
