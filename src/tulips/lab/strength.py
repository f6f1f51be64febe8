"""How strong the bots are: `tulips strength` measures them and writes `docs/strength.md`.

What was measured is kept in `strength.json` beside it, each entry under the `tulips arena` command that makes it again. A
measurement that is there is not made anew unless that is asked for, so a run that was broken off goes on where it was.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tulips import bots
from tulips.bots import levels
from tulips.lab.arena import Contest, Contestant, contest

if TYPE_CHECKING:
    from tulips.engine.game import Game

PAGE, DATA = "strength.md", "strength.json"
FOUR = 4

MORE_THOUGHT = 4
"""How many times as many iterations a bot gets to see whether it gains by thinking longer."""

CURVE = (1 / 64, 1 / 16, 1 / 4, 1, MORE_THOUGHT)
"""Parts of the master's budget for which the ladder shows its strength."""


class Trial(msgspec.Struct, frozen=True):
    """A question to the arena: what share the first bot wins, and what is expected of it."""

    bots: list[str]
    seats: int
    asks: str
    bar: float | None = None

    def command(self, game: "Game", games: int) -> str:
        """The command that answers it."""
        named = [word for bot in self.bots for word in ("--bot", bot)]
        return shlex.join(["tulips", "arena", game.name, "--games", str(games), "--seats", str(self.seats), *named])


def trials(game: "Game") -> Iterator[Trial]:
    """What is asked of a game's bots beside the ladder."""
    least, most = game.about.seats
    arena = game.facts.get("arena", {})
    master = levels.level(game, "master")
    if master is None or master.iterations is None:
        return  # no search to ask about
    if least <= 2:
        yield Trial(["master", "greedy"], 2, "master against greedy, two players", 0.7)
    if most >= FOUR:
        yield Trial(["master", "greedy"], FOUR, "master against three greedy", 0.5)
        yield Trial(["master", "random"], FOUR, "master against three random", arena.get("against_random", 0.9))
        more = f"master@{MORE_THOUGHT * master.iterations}"
        yield Trial([more, "master"], FOUR, f"{MORE_THOUGHT} times the thought against three masters", 0.3)
        yield Trial(["oracle", "greedy"], FOUR, "the oracle, which cheats, against three greedy")
        yield Trial(["oracle", "master"], FOUR, "the oracle, which cheats, against three masters")
        for part in CURVE:
            if part != 1:
                some = f"master@{max(round(part * master.iterations), 1)}"
                yield Trial([some, "greedy"], FOUR, f"{part:g} times the thought against three greedy")


def ladder(game: "Game", seats: int) -> Trial:
    """All bots of a game among each other."""
    return Trial(bots.names(game), seats, f"all bots, {seats} players")


def measure_all(
    games: Sequence["Game"],
    number: int,
    folder: Path,
    *,
    jobs: int = 1,
    again: bool = False,
    progress: Callable[[str, int, int], None] = lambda text, done, total: None,
) -> Path:
    """Measure what has not been measured and write the page; where it is."""
    data = folder / DATA
    known = msgspec.json.decode(data.read_bytes(), type=dict[str, Contest]) if data.exists() else {}
    for game in games:
        asked = [*trials(game), *(ladder(game, seats) for seats in game.seat_counts if seats > 1)]
        for trial in asked:
            command = trial.command(game, number)
            if again or command not in known:
                done = 0

                def tick(more: int, text: str = f"{game.about.title}: {trial.asks}") -> None:
                    nonlocal done
                    done += more
                    progress(text, done, number)

                known[command] = contest(game, number, trial.seats, trial.bots, jobs=jobs, progress=tick)
                data.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1))
    page = folder / PAGE
    page.write_text(render(games, known, number), encoding="utf-8")
    return page


def render(games: Sequence["Game"], known: dict[str, Contest], number: int) -> str:
    """The page in Markdown."""
    parts = [INTRODUCTION.format(number=number)]
    for game in games:
        parts.append(f"## {game.about.title}\n")
        rows = [_bar_row(trial, known[command]) for trial in trials(game) if (command := trial.command(game, number)) in known]
        if rows:
            parts.append("| question | share | 95 % interval | expected |\n|---|---|---|---|\n" + "\n".join(rows) + "\n")
        for seats in game.seat_counts:
            command = ladder(game, seats).command(game, number)
            if command in known:
                lines = [_ladder_row(bot) for bot in known[command].bots]
                head = "| bot | share | 95 % interval | rating | mean score |\n|---|---|---|---|---|\n"
                parts.append(f"### {seats} players\n\n`{command}`\n\n{head}" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def _bar_row(trial: Trial, found: Contest) -> str:
    bot = next(bot for bot in found.bots if bot.name == trial.bots[0])
    bar = "" if trial.bar is None else f"over {trial.bar:.0%}"
    return f"| {trial.asks} | {bot.win_share:.1%} | {bot.low:.1%} to {bot.high:.1%} | {bar} |"


def _ladder_row(bot: Contestant) -> str:
    share = f"{bot.win_share:.1%} | {bot.low:.1%} to {bot.high:.1%}"
    return f"| {bot.name} | {share} | {bot.rating:.1f} ± {bot.deviation:.1f} | {bot.mean_score:.1f} |"


INTRODUCTION = """# How strong the bots are

Made by `tulips strength --games {number}`, which goes on where it was broken off and keeps its figures in `strength.json`.
A share is a bot's part of all victories for each seat that it sat on: with four players an even bot has 25 %. Seats are
rotated and every seating is dealt the same cards. Searching bots make a fixed number of iterations a move, so that a busy
machine changes nothing; each game's `game.toml` says how many.
"""
