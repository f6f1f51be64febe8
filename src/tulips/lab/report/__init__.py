"""Reports: how a game behaves among bots, as one page for a teacher or a designer, and the data behind it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tulips.lab.report import rows
from tulips.lab.report.page import page
from tulips.lab.report.sample import Played, play, steps
from tulips.lab.report.sections import sections

if TYPE_CHECKING:
    from tulips.engine.game import Game

__all__ = ["page_of", "play", "starting_options", "steps", "write_data"]


def starting_options(game: "Game", options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a report: unless said otherwise seat 1 starts, so that seats are the order of play."""
    return {"first": 1, **options} if "first" in game.about.options else dict(options)


def page_of(played: Played, command: Sequence[str]) -> str:
    """The report as HTML; the command is what made it."""
    return page(played, sections(played), list(command))


def write_data(played: Played, folder: Path, form: rows.Format) -> list[Path]:
    """Write the rows behind a report; the files."""
    return rows.write(played, folder, form)
