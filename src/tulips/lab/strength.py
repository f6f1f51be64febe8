"""How strong the bots are: `tulips strength` measures them and writes `docs/strength.md`.

What was measured is kept in `strength.json` beside it, each entry under the `tulips arena` command that makes it again. A
measurement that is there is not made anew unless that is asked for, so a run that was broken off goes on where it was.
"""

import itertools
import math
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tulips import bots
from tulips.bots import levels
from tulips.games import load
from tulips.games import names as all_names
from tulips.lab.arena import Contest, Contestant, chart, contest, levels_of

if TYPE_CHECKING:
    from tulips.engine.game import Game

PAGE, DATA = "strength.md", "strength.json"
FOUR = 4

MORE_THOUGHT = 4
"""How many times as many iterations a bot gets to see whether it gains by thinking longer."""

CURVE = (1 / 64, 1 / 16, 1 / 4, MORE_THOUGHT)
"""Parts of the master's budget for which its strength is shown beside that of all of it."""

IN_LADDERS = 1 / 4
"""The part of its budget that the master gets in ladders: there are many, and it sits at every table of them."""

IN_PARTS = 1 / 16
"""The part of its budget with which it is shown what each part of the search is worth: there are many of those too."""

TO_THE_END = 999_999
"""A horizon that no game reaches."""


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


def trials(game: "Game", thought: float = 1.0) -> Iterator[Trial]:
    """What is asked of a game's bots beside the ladder; `thought` is the part of its budget that a master gets."""
    least, most = game.about.seats
    arena = game.facts.get("arena", {})
    master = levels.level(game, "master")
    for rival in arena.get("rivals", ()):
        for seats in (2, FOUR):
            yield Trial([rival, "greedy"], seats, f"{rival} against greedy, {seats} players")
    if master is None or master.iterations is None:
        return  # no search to ask about
    budget = max(round(thought * master.iterations), 1)
    best, cheat = _with(thought, "master", budget), _with(thought, levels.ORACLE, budget)
    if least <= 2:
        yield Trial([best, "greedy"], 2, "master against greedy, two players", 0.7)
        yield Trial([cheat, "greedy"], 2, "the oracle, which cheats, against greedy, two players")
    if most >= FOUR:
        yield Trial([best, "greedy"], FOUR, "master against three greedy", 0.5)
        yield Trial([best, "random"], FOUR, "master against three random", arena.get("against_random", 0.9))
        yield Trial([cheat, "greedy"], FOUR, "the oracle, which cheats, against three greedy")
        yield Trial([cheat, "random"], FOUR, "the oracle, which cheats, against three random")
        less = f"master@{max(round(budget / MORE_THOUGHT), 1)}"
        yield Trial([best, less], FOUR, f"master against three with a part of its thought, 1 in {MORE_THOUGHT}", 0.3)
        for part in CURVE:
            some = f"master@{max(round(part * budget), 1)}"
            yield Trial([some, "greedy"], FOUR, f"{Fraction(part)} times the thought against three greedy")
        more = f"master@{MORE_THOUGHT * budget}"
        yield Trial([more, best], FOUR, f"{MORE_THOUGHT} times the thought against three masters", 0.3)
        yield Trial([cheat, best], FOUR, "the oracle, which cheats, against three masters")


def parts(game: "Game", thought: float = 1.0) -> Iterator[Trial]:
    """What each part of the search is worth: against three greedy without it, and what four times the thought brings then."""
    master = levels.level(game, "master")
    if master is None or master.iterations is None or game.about.seats[1] < FOUR:
        return
    dials = master.dials
    plain = {"winning": 1.0, "sharpness": 0.0, "guided": 0.0, "quick": 0.0, "horizon": TO_THE_END}
    without: dict[str, dict[str, float]] = {
        "all parts": {},
        "only winning counts, points do not": {"winning": 1.0},
        "only points count, winning does not": {"winning": 0.0},
        "no move seems better before it is tried": {"sharpness": 0.0},
        "play goes on at random after the tree": {"guided": 0.0, "quick": 0.0},
        "play goes on to the end": {"horizon": TO_THE_END},
        "a quarter of the curiosity": {"explore": dials.explore / 4},
        "four times the curiosity": {"explore": dials.explore * 4},
        "none of it: plain search": plain,
    }

    def named(part: float, turned: dict[str, float]) -> str:
        budget = max(round(thought * part * (master.iterations or 1)), 1)
        others = {dial: value for dial, value in turned.items() if min(getattr(dials, dial), TO_THE_END) != value}
        return ",".join([f"master@{budget}", *(f"{dial}={value:.12g}" for dial, value in others.items())])

    whole = named(IN_PARTS, {})
    for asks, turned in without.items():
        if named(IN_PARTS, turned) != whole or not turned:
            yield Trial([named(IN_PARTS, turned), "greedy"], FOUR, asks)
    for asks, turned in (("all parts", {}), ("plain search", plain)):
        more = named(MORE_THOUGHT * IN_PARTS, turned)
        yield Trial([more, named(IN_PARTS, turned)], FOUR, f"{asks}: {MORE_THOUGHT} times the thought against three")


def _with(thought: float, bot: str, budget: int) -> str:
    """The bot's name, with its budget if that is not its own."""
    return bot if thought == 1 else f"{bot}@{budget}"


def ladder(game: "Game", seats: int, thought: float = 1.0) -> Trial:
    """All bots of a game among each other."""
    names = bots.names(game)
    master = levels.level(game, "master")
    if master is not None and master.iterations is not None:
        names[-1] = f"master@{max(round(thought * IN_LADDERS * master.iterations), 1)}"
    return Trial(names, seats, f"all bots, {seats} players")


def ladders_of(game: "Game", thought: float = 1.0) -> list[Trial]:
    """A ladder for each number of players."""
    return [ladder(game, seats, thought) for seats in game.seat_counts if seats > 1]


def in_turn(games: Sequence["Game"], thought: float) -> Iterator[tuple["Game", Trial]]:
    """All questions, the first of every game before the second of any: what matters most is known first."""
    asked = [
        [(game, trial) for trial in [*trials(game, thought), *ladders_of(game, thought), *parts(game, thought)]]
        for game in games
    ]
    for questions in itertools.zip_longest(*asked):
        yield from filter(None, questions)


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
    data = folder / DATA
    known = msgspec.json.decode(data.read_bytes(), type=dict[str, Contest]) if data.exists() else {}
    deadline = time.monotonic() + 60 * minutes
    for game, trial in in_turn(games, thought):
        command = trial.command(game, number)
        if (again or not is_of_today(game, trial, known.get(command))) and time.monotonic() < deadline:
            done = 0

            def tick(more: int, text: str = f"{game.about.title}: {trial.asks}") -> None:
                nonlocal done
                done += more
                progress(text, done, number)

            known[command] = contest(game, number, trial.seats, trial.bots, jobs=jobs, progress=tick)
            data.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1))
    page = folder / PAGE
    everything = [load(name) for name in all_names()]
    page.write_text(render(everything, known, thought), encoding="utf-8")
    return page


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
            page.append(f"### {trial.seats} players\n\n`{trial.command(game, found.games)}`\n\n{head}{lines}\n")
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
    """In words, how much more the oracle wins than the master of the same thought, against the same players."""
    for cheating, its in answers:
        for honest, mine in answers:
            if cheating.bots[0] == honest.bots[0].replace("master", levels.ORACLE) and cheating.bots[1:] == honest.bots[1:]:
                ceiling, share = (found.bot(trial.bots[0]).win_share for trial, found in ((cheating, its), (honest, mine)))
                among = "two players" if cheating.seats == 2 else f"{cheating.seats} players"
                yield (
                    f"The gap to the oracle against {cheating.bots[1]}, {among}: "
                    f"{ceiling:.1%} less {share:.1%} are {100 * (ceiling - share):.1f} points.\n"
                )


def answer(game: "Game", trial: Trial, known: dict[str, Contest]) -> Contest | None:
    """What is known of a trial, from the most games; None if it was never made, or with bots that were otherwise."""
    made = [found for found in known.values() if known.get(trial.command(game, found.games)) is found]
    return max((found for found in made if is_of_today(game, trial, found)), key=lambda found: found.games, default=None)


def is_of_today(game: "Game", trial: Trial, found: Contest | None) -> bool:
    """Whether a trial was made, and its bots still go about it in the same way."""
    return found is not None and found.levels == levels_of(game, trial.bots)


def _part_row(trial: Trial, found: Contest) -> str:
    bot = found.bot(trial.bots[0])
    share = f"{bot.win_share:.1%} | {bot.low:.1%} to {bot.high:.1%}"
    return f"| {trial.asks} | {found.games:,} | {share} | `{chart(bot, found.fair_share)}` |"


def _bar_row(trial: Trial, found: Contest) -> str:
    bot = found.bot(trial.bots[0])
    bar = "" if trial.bar is None else f"over {trial.bar:.0%}"
    share = f"{bot.win_share:.1%} | {bot.low:.1%} to {bot.high:.1%}"
    return f"| {trial.asks} | {found.games:,} | {share} | {bar} | `{chart(bot, found.fair_share)}` |"


def _ladder_row(bot: Contestant) -> str:
    share = f"{bot.win_share:.1%} | {bot.low:.1%} to {bot.high:.1%}"
    return f"| {bot.name} | {share} | {bot.rating:.1f} ± {bot.deviation:.1f} | {bot.mean_score:.1f} |"


INTRODUCTION = """# How strong the bots are

Made by `tulips strength`, which goes on where it was broken off and keeps its figures in `strength.json`; each figure can be
made again by the command beside it. A share is a bot's part of all victories for each seat that it sat on: with four players
an even bot has 25 %. Seats are rotated and every seating is dealt the same cards.

Searching bots have a fixed number of iterations for a move, so that a busy machine changes nothing, and make no more of them
once the rest could not change the choice. Each game's `game.toml` says how many: for the master what 0.05 s of one core
allow, or less where more brought nothing (`tulips bench` measures it). A name such as `master@4000` says how many it had
instead, and `master@4000,winning=1` that a dial of its search was turned too. At a table the master thinks as long as its
move is shown to take.

Whether strength grows with thought is asked of a master among three with a quarter of its iterations: the same as four times
the iterations against three copies, at a quarter of the cost. `oracle` is the master with every card open to it: no player,
but what knowing everything would be worth. In ladders all bots meet; there the master has a quarter of its iterations, as it
sits at most tables, and fewer games are enough to tell the levels apart.
"""
