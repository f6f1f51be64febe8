"""What commands print: tables, progress bars, JSON; and games made ready with a bar to watch."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tulips
from tulips import games

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from tulips.engine.game import Game


def ready_game(name: str, bots: Sequence[str] = (), hints: bool = False, review: bool = False) -> "Game":
    """The game, compiled, with what these bots, hints or reviews need; the first time takes seconds, with a bar to watch."""
    from tulips.bots import number
    from tulips.bots.warm import SEARCH_MARK, is_warm, warm, warm_search
    from tulips.review import hints as hint

    games.folder(name)
    game = tulips.game(name)
    think = any(number(game, bot) is None for bot in bots)
    searching = [
        (think and not is_warm(game, SEARCH_MARK), warm_search),
        (hints and not hint.is_ready(game), hint.warm_up),
    ]
    if not is_warm(game):
        with progress_bar() as bar:
            task = bar.add_task(f"Compiling {game.about.title} for this machine, once", total=None)
            warm(game, lambda done, total: bar.update(task, completed=done, total=total))
    for needed, compile_it in searching:
        if needed:
            with progress_bar() as bar:
                bar.add_task(f"Compiling the search for {game.about.title}, once", total=None)
                compile_it(game)
    if review:
        from tulips.review.warm import is_warm as is_warm_review
        from tulips.review.warm import warm_review

        if not is_warm_review(game):
            with progress_bar() as bar:
                bar.add_task(f"Compiling reviews of {game.about.title}, once", total=None)
                warm_review(game)
    return game


def open_console(width: int | None = None) -> "Console":
    """The terminal, at most so wide."""
    from rich.console import Console

    console = Console()
    return Console(width=min(width, console.width)) if width else console


def progress_bar() -> "Progress":
    """A progress bar on the error stream, so that results can be piped."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def to_builtins(value: Any) -> Any:
    """A struct as JSON's own types."""
    import msgspec

    return msgspec.to_builtins(value)


def print_json(value: Any) -> None:
    """Answer a program."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
