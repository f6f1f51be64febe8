"""How strong the bots are: `tulips strength` measures them and writes `docs/strength.md`.

What was measured is kept in `strength.json` beside it, each entry under the `tulips arena` command that makes it again. A
measurement that is there is not made anew unless that is asked for, so a run that was broken off goes on where it was.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tulips.bots import levels
from tulips.engine.errors import TulipsError
from tulips.engine.files import write_whole
from tulips.games import load
from tulips.games import names as all_names
from tulips.lab.arena import Contest, Contestant, chart, contest, levels_of, whole_rounds
from tulips.lab.trials import IN_PARTS, Trial, in_turn, ladders_of, parts, trials

if TYPE_CHECKING:
    from tulips.engine.game import Game

PAGE, DATA = "strength.md", "strength.json"


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

            known[command] = contest(game, wanted, trial.seats, trial.bots, jobs=jobs, progress=tick)
            write_whole(folder / DATA, msgspec.json.format(msgspec.json.encode(known), indent=1))
    page = folder / PAGE
    everything = [load(name) for name in all_names()]
    write_whole(page, render(everything, known, thought).encode())
    return page


def known_in(folder: Path) -> dict[str, Contest]:
    """What was measured before, by its commands."""
    data = folder / DATA
    if not folder.is_dir():
        raise TulipsError(f"There is no folder {folder} for {PAGE} to be written to.")
    try:
        return msgspec.json.decode(data.read_bytes(), type=dict[str, Contest]) if data.exists() else {}
    except (OSError, msgspec.MsgspecError) as problem:
        raise TulipsError(f"{data}, where figures are kept, can't be read: {problem}.") from None


def render(games: Sequence["Game"], known: dict[str, Contest], thought: float = 1.0) -> str:
    """The page in Markdown: of every question the answer from the most games."""
    page = [INTRODUCTION]
    if thought != 1:
        page.append(f"Here master and oracle have only {thought:g} times their own budget (`--thought {thought:g}`).\n")
    for game in games:
        answers = [(trial, found) for trial in trials(game, thought) if (found := answer(game, trial, known))]
        ladders = [(trial, found) for trial in ladders_of(game, thought) if (found := answer(game, trial, known))]
        shown = [(trial, found) for trial in parts(game, thought) if (found := answer(game, trial, known))]
        note = game.facts.get("arena", {}).get("note")
        if answers or ladders or note:
            page.append(f"## {game.about.title}\n")
        if note:
            page.append(f"{note}\n")
        if answers:
            head = "| question | games | share | 95 % interval | expected | |\n|---|---|---|---|---|---|\n"
            page.append(head + "\n".join(_bar_row(trial, found) for trial, found in answers) + "\n")
            page += _gaps(answers)
            page.append(_commands(game, answers))
        for trial, found in ladders:
            head = "| bot | share | 95 % interval | rating | mean score |\n|---|---|---|---|---|\n"
            lines = "\n".join(_ladder_row(bot) for bot in found.bots)
            players = f"{trial.seats} players" if trial.seats > 1 else "Alone"
            page.append(f"### {players}\n\n`{trial.command(game, found.games)}`\n\n{head}{lines}\n")
        if shown:
            head = f"| with {Fraction(IN_PARTS)} of the thought | games | share | 95 % interval | |\n|---|---|---|---|---|\n"
            lines = "\n".join(_part_row(trial, found) for trial, found in shown)
            page.append(f"### What the parts of the search are worth\n\n{head}{lines}\n")
            page.append(_commands(game, shown))
    return "\n".join(page)


def _commands(game: "Game", answers: Sequence[tuple[Trial, Contest]]) -> str:
    asked = "\n".join(trial.command(game, found.games) for trial, found in answers)
    return f"```\n{asked}\n```\n"


def _gaps(answers: Sequence[tuple[Trial, Contest]]) -> Iterator[str]:
    """In words, how much more the oracle wins than the master would in its place, against the same players."""
    for trial, found in answers:
        cheat, *others = trial.bots
        if cheat.startswith(levels.ORACLE) and "," not in cheat:  # with its dials as they are
            honest = cheat.replace(levels.ORACLE, "master")
            mine = [other for asked, other in answers if (asked.bots, asked.seats) == ([honest, *others], trial.seats)]
            master = found.fair_share if others == [honest] else mine[0].bot(honest).win_share if mine else None
            if master is not None:
                whom = trial.asks.partition("against ")[2]
                share = found.bot(cheat).win_share
                yield (
                    f"The gap to the oracle against {whom}: it wins {share:.1%} where the master wins {master:.1%}, "
                    f"{abs(100 * (share - master)):.1f} points {'more' if share >= master else 'less'}.\n"
                )


def answer(game: "Game", trial: Trial, known: dict[str, Contest]) -> Contest | None:
    """What is known of a trial, from the most games; None if it was never made, or with bots that were otherwise."""
    made = [found for found in known.values() if known.get(trial.command(game, found.games)) is found]
    return max((found for found in made if is_of_today(game, trial, found)), key=lambda found: found.games, default=None)


def is_of_today(game: "Game", trial: Trial, found: Contest | None) -> bool:
    """Whether a trial was made, and its bots still go about it in the same way."""
    return found is not None and found.levels == levels_of(game, trial.bots)


def _share(bot: Contestant) -> str:
    """Two cells: the share, and where it truly lies."""
    return f"{bot.win_share:.1%} | {bot.low:.1%} to {bot.high:.1%}"


def _part_row(trial: Trial, found: Contest) -> str:
    bot = found.bot(trial.bots[0])
    return f"| {trial.asks} | {found.games:,} | {_share(bot)} | `{chart(bot, found.fair_share)}` |"


def _bar_row(trial: Trial, found: Contest) -> str:
    bot = found.bot(trial.bots[0])
    bar = "" if trial.bar is None else f"over {trial.bar:.0%}"
    return f"| {trial.asks} | {found.games:,} | {_share(bot)} | {bar} | `{chart(bot, found.fair_share)}` |"


def _ladder_row(bot: Contestant) -> str:
    return f"| {bot.name} | {_share(bot)} | {bot.rating:.1f} ± {bot.deviation:.1f} | {bot.mean_score:.1f} |"


INTRODUCTION = """# How strong the bots are

Made by `tulips strength`, which goes on where it was broken off and keeps its figures in `strength.json`; each figure of a
table can be made again by the command below it. A share is a bot's part of all victories for each seat that it sat on: with
four players an even bot has 25 %. Seats are rotated and every seating is dealt the same cards. Alone it is the part of games
that it wins. A figure stands as long as its bots search in the same way; after a game's own bots have changed, `--again`
measures anew.

Searching bots have a fixed number of iterations for a move, so that a busy machine changes nothing, and make no more of them
once the rest could not change the choice. Each game's `game.toml` says how many: for the master no more than 0.05 s of one core
allow (`tulips bench` measures it). A name such as `master@4000` says how many it had
instead, and `master@4000,winning=1` that a dial of its search was turned too. At a table the master thinks as long as its
move is shown to take.

Whether strength grows with thought is asked of a master among three with a quarter of its iterations: the same question as
four times its iterations against three copies, one step lower and at a quarter of the cost. `oracle` is the master with every
card open to it: no player, but what knowing everything would be worth. Where a master falls short of what is expected, another
one is measured too that knows exactly how the others choose (`rivals=1`: in its tree they play as they do at the table) and
follows every game to its end: so much at least is to be won without seeing more cards. In ladders all bots
meet; there the master has a quarter of its iterations, as it sits at most tables, and fewer games are enough to tell the levels
apart.

The arena tells who wins; `tulips regret` tells why thinking longer may gain no more: what the choices of a search lose beside
one that is far longer, by the long search's own count.
"""
