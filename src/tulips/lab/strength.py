"""How strong the bots are: `tulips strength` measures them and writes `docs/strength.md`.

Everything that was measured is kept in `strength.json` beside it, each entry under the `tulips arena` command that makes it
again; the page shows the part of it that most readers want. A measurement that is there is not made anew unless that is asked
for, so a run that was broken off goes on where it was.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tulips import bots
from tulips.engine.errors import TulipsError
from tulips.engine.files import write_whole
from tulips.games import load
from tulips.games import names as all_names
from tulips.lab.arena import Contest, Contestant, contest, levels_of, whole_rounds
from tulips.lab.seats import usual_seats
from tulips.lab.trials import IN_LADDERS, Trial, in_turn, ladder, trials

if TYPE_CHECKING:
    from tulips.engine.game import Game

PAGE, DATA = "strength.md", "strength.json"


class Measured(Contest, frozen=True):
    """A contest, the day on which it was held, and the version of the game's rules then."""

    made: str = ""
    rules: str = ""


def measure_all(
    games: Sequence["Game"],
    number: int,
    folder: Path,
    *,
    thought: float = 1.0,
    jobs: int = 1,
    again: bool = False,
    minutes: float = math.inf,
    progress: Callable[[str, int, int], None] = lambda text, done, total: None,
) -> Path:
    """Measure what has not been measured and write the page; where it is. After so many minutes nothing more is begun."""
    known = known_in(folder)
    deadline = time.monotonic() + 60 * minutes
    for game, trial in in_turn(games, thought):
        wanted = whole_rounds(number, trial.bots, trial.seats)
        command = trial.command(game, wanted)
        if (again or not is_of_today(game, trial, known.get(command))) and time.monotonic() < deadline:
            done = 0

            def tick(more: int, text: str = f"{game.about.title}: {trial.asks}", total: int = wanted) -> None:
                nonlocal done
                done += more
                progress(text, done, total)

            found = contest(game, wanted, trial.seats, trial.bots, jobs=jobs, progress=tick)
            known[command] = dated(game, found)
            write_whole(folder / DATA, msgspec.json.format(msgspec.json.encode(known), indent=1))
    page = folder / PAGE
    everything = [load(name) for name in all_names()]
    write_whole(page, render(everything, known, thought).encode())
    return page


def known_in(folder: Path) -> dict[str, Measured]:
    """What was measured before, by its commands."""
    data = folder / DATA
    if not folder.is_dir():
        raise TulipsError(f"There is no folder {folder} for {PAGE} to be written to.")
    try:
        return msgspec.json.decode(data.read_bytes(), type=dict[str, Measured]) if data.exists() else {}
    except (OSError, msgspec.MsgspecError) as problem:
        raise TulipsError(f"{data}, where figures are kept, can't be read: {problem}.") from None


def dated(game: "Game", found: Contest) -> Measured:
    """A contest that was held today."""
    fields = {name: getattr(found, name) for name in Contest.__struct_fields__}
    return Measured(**fields, made=date.today().isoformat(), rules=game.about.rules_version)


def render(games: Sequence["Game"], known: dict[str, Measured], thought: float = 1.0) -> str:
    """The page in Markdown: one table a game, from the most games that were played for each of its figures."""
    page = [INTRODUCTION]
    if thought != 1:
        page.append(f"Here master and oracle have only {thought:g} times their own budget (`--thought {thought:g}`).\n")
    for game in games:
        shown = [(trial, found) for trial in shown_of(game, thought) if (found := answer(game, trial, known))]
        if shown:
            page.append(f"## {game.about.title}\n")
            page.append(_table(game, shown))
            page.append(_when(game, [found for _, found in shown]))
    return "\n".join(page)


def shown_of(game: "Game", thought: float) -> list[Trial]:
    """The trials that the page shows."""
    return [ladder(game, usual_seats(game), thought), *(trial for trial in trials(game, thought) if trial.row)]


def _table(game: "Game", shown: Sequence[tuple[Trial, Measured]]) -> str:
    """A column for each bot; a row for all bots among each other, and one for each bot that has met several of them."""
    columns = bots.names(game)
    rows: dict[str, dict[str, str]] = {}
    for trial, found in shown:
        if trial.row:
            against = "one of them" if trial.seats == 2 else f"{COUNTED[trial.seats - 1]} of them"
            row = rows.setdefault(f"{trial.row} against {against}", {})
            row[_plain(trial.bots[1])] = _share(found.bot(trial.bots[0]))
        else:
            rows[_among_all(trial)] = {_plain(bot.name): _share(bot) for bot in found.bots}
    lines = [_row("", dict(zip(columns, columns, strict=True)), columns), "|---" * (len(columns) + 1) + "|"]
    return "\n".join([*lines, *(_row(name, row, columns) for name, row in rows.items())]) + "\n"


def _among_all(trial: Trial) -> str:
    less = f", master with {Fraction(IN_LADDERS)} of its iterations" if "@" in trial.bots[-1] else ""
    return f"all together, {trial.seats} at a table{less}"


def _row(name: str, cells: Mapping[str, str], columns: Sequence[str]) -> str:
    return f"| {name} | " + " | ".join(cells.get(column, "") for column in columns) + " |"


def _plain(bot: str) -> str:
    """A bot's name without its settings."""
    return bot.partition("@")[0]


def _when(game: "Game", shown: Sequence[Measured]) -> str:
    """When it was measured, from how many games, and by which rules if those are not today's."""
    days = sorted({found.made for found in shown})
    games = sorted({found.games for found in shown})
    when = " to ".join(dict.fromkeys([days[0], days[-1]]))
    number = " to ".join(dict.fromkeys([f"{games[0]:,}", f"{games[-1]:,}"]))
    older = sorted({found.rules for found in shown} - {game.about.rules_version})
    rules = f" Rules version {older[0]}; today's is {game.about.rules_version}." if older else ""
    return f"{when}, {number} games a figure.{rules}\n"


def answer(game: "Game", trial: Trial, known: dict[str, Measured]) -> Measured | None:
    """What is known of a trial, from the most games; None if it was never made, or with bots that were otherwise."""
    made = [found for found in known.values() if known.get(trial.command(game, found.games)) is found]
    return max((found for found in made if is_of_today(game, trial, found)), key=lambda found: found.games, default=None)


def is_of_today(game: "Game", trial: Trial, found: Measured | None) -> bool:
    """Whether a trial was made, and its bots still go about it in the same way."""
    return found is not None and found.levels == levels_of(game, trial.bots)


def _share(bot: Contestant) -> str:
    """The share, and where it truly lies."""
    return f"{100 * bot.win_share:.1f} % ({100 * bot.low:.1f}–{100 * bot.high:.1f})"


COUNTED = ("no", "one", "two", "three")

INTRODUCTION = """# How strong the bots are

A figure is a bot's share of the victories on the seats that it had, with its 95 % interval. With four at a table an even share
is 25 %, with two 50 %. Seats are rotated, and every seating is dealt the same cards. The first row has all bots among each
other: what a level is worth. In the other rows the bot on the left meets the bot of the column.

How near is that to the best that is known? `oracle` is the master with every card open to it: no fair player, but something to
compare with. "4 times the iterations" tells what longer thought would gain. [search.md](search.md) tells how the bots think,
[experiments/](experiments/README.md) what else was measured.

`tulips strength` made this page from `strength.json`, which has these figures and many more, each under the command that makes
it again: `tulips arena gift-of-tulips --games 1000 --seats 4 --bot master --bot greedy`. To measure all of it takes many hours.
"""
