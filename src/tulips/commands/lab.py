"""Many games: simulate, measure, report, and learn from them."""

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import tulips
from tulips import games as library
from tulips.commands.arguments import (
    USUAL_BOT,
    Commands,
    seats_of,
    takes_bots,
    takes_game,
    takes_games,
    takes_jobs,
    takes_json,
    takes_options,
    takes_seats,
    takes_seed,
    takes_workers,
)
from tulips.commands.output import open_console, print_json, progress_bar, ready_game, to_builtins
from tulips.engine.errors import TulipsError
from tulips.engine.options import read_pairs

LEAST_GAMES = 200
"""How many games a contest has at least: as many more as make whole rounds."""


def add(commands: Commands) -> None:
    """Make the commands known."""
    sub = commands.command("simulate", _simulate, "play many games by bots and sum up what came of them")
    takes_game(sub)
    sub.add_argument("--games", metavar="N", type=int, default=10_000, help="how many games (default 10000)")
    takes_seats(sub)
    takes_bots(sub, "the bots by seat in order, the last one repeated (default random)")
    takes_seed(sub, "games")
    takes_workers(sub)
    takes_options(sub)
    takes_json(sub)

    sub = commands.command(
        "arena", _arena, "let bots play against each other, with seats rotated and the same deals for every seating"
    )
    takes_game(sub)
    takes_bots(
        sub,
        "a bot; repeat it for more. With fewer bots than seats the last one is repeated, with more they take turns. "
        "A searching bot may have a budget: master@2000 (iterations a move), master@0.2s, master@8MB (memory for its tree)",
    )
    sub.add_argument(
        "--games", metavar="N", type=int, help=f"how many games (default: whole rounds, {LEAST_GAMES} games or more)"
    )
    takes_seats(sub)
    takes_seed(sub, "deals")
    takes_workers(sub)
    takes_options(sub)
    takes_json(sub)

    sub = commands.command("regret", _regret, "show what the choices of searching bots lose beside a very long search")
    takes_game(sub)
    takes_bots(sub, "a bot; repeat it for more (default: master, with less, all and more of its thought)")
    sub.add_argument("--positions", metavar="N", type=int, default=200, help="how many positions (default 200)")
    sub.add_argument("--iterations", metavar="N", type=int, default=300_000, help="of the long search (default 300000)")
    takes_seats(sub)
    takes_seed(sub, "positions")
    takes_jobs(sub)
    takes_json(sub)

    sub = commands.command("report", _report, "write a page that shows how a game behaves among bots, with the data behind it")
    takes_game(sub)
    sub.add_argument(
        "--bot",
        "--bots",
        dest="bot",
        metavar="NAME",
        nargs="+",
        action="extend",
        default=[],
        help=f"the bots, the last one repeated (default {USUAL_BOT}); different ones change seats from game to game",
    )
    takes_games(sub)
    takes_seats(sub)
    takes_seed(sub, "report")
    sub.add_argument("--output", metavar="FILE", type=Path, help="the page to write (default GAME-report.html)")
    sub.add_argument("--data", metavar="FOLDER", type=Path, help="write the data too: a row a game, a row a decision")
    sub.add_argument(
        "--format", choices=("csv", "parquet"), default="csv", help="of the data (default csv; parquet needs tulips[report])"
    )
    sub.add_argument("--columns", action="store_true", help="tell what the columns of the data mean, and write nothing")
    takes_options(sub)

    sub = commands.command("strength", _strength, "measure all bots of all games and write the ladder, docs/strength.md")
    takes_game(sub, "?")
    takes_games(sub, "games for each figure")
    sub.add_argument(
        "--thought", metavar="PART", type=float, default=1.0, help="the part of its iterations that master gets (default 1)"
    )
    sub.add_argument("--folder", metavar="DIR", type=Path, default=Path("docs"), help="where strength.md goes (default docs)")
    sub.add_argument("--jobs", metavar="J", type=int, default=1, help="cores to use (default 1)")
    sub.add_argument(
        "--again",
        action="store_true",
        help="measure anew what was measured before: after a game's own bots have changed",
    )
    sub.add_argument("--minutes", metavar="M", type=float, default=math.inf, help="begin nothing more after so long")

    sub = commands.command(
        "schema", _schema, "show what a learner sees of a game: the pieces of an observation, and how many actions there are"
    )
    takes_game(sub)
    takes_json(sub)

    sub = commands.command("bench", _bench, "measure speed, beside a program in C++ where a compiler is at hand")
    takes_game(sub, "?")
    sub.add_argument("--rounds", metavar="N", type=int, default=5, help="rounds to take the best of (default 5)")
    takes_json(sub)

    sub = commands.command(
        "train", _train, "learn what a game's bots know of it anew, by self-play, where they have learned it"
    )
    takes_game(sub)
    sub.add_argument("how", metavar="…", nargs=argparse.REMAINDER, help="how: `tulips train GAME --help` tells")


def _simulate(args: argparse.Namespace) -> None:
    from tulips.lab.simulate import report, simulate
    from tulips.lab.spread import cores

    game = ready_game(args.game, args.bot)
    seats = seats_of(args, game)
    with progress_bar() as bar:
        task = bar.add_task("Playing", total=args.games)
        summary = simulate(
            game,
            args.games,
            seats,
            bots=args.bot,
            seed=args.seed,
            jobs=args.jobs or cores(),
            ray=args.ray,
            options=read_pairs(args.option),
            progress=lambda games: bar.advance(task, games),
        )
    if args.json:
        print_json(to_builtins(summary))
    else:
        report(summary, game.about.title, open_console())


def _schema(args: argparse.Namespace) -> None:
    from tulips.lab.environments import schema

    game = tulips.game(args.game)
    pieces = schema(game)
    if args.json:
        told = {"game": game.name, "size": game.observation.size, "actions": game.actions_offered, "pieces": pieces}
        print_json(told)
        return
    from rich.table import Table

    table = Table("piece", "from", "to", "what it says", box=None, pad_edge=False)
    for piece in pieces:
        table.add_row(piece["name"], str(piece["start"]), str(piece["stop"]), piece["meaning"])
    console = open_console()
    console.print(
        f"[bold]{game.about.title}[/]: {game.observation.size} numbers; {game.actions_offered} actions. "
        "Seats are counted from the one that observes.",
        highlight=False,
    )
    console.print(table, highlight=False)


def _arena(args: argparse.Namespace) -> None:
    from tulips.bots import names
    from tulips.lab.arena import contest, report, whole_rounds
    from tulips.lab.spread import cores

    game = ready_game(args.game, args.bot or ["master"])
    bots = args.bot or names(game)
    seats = seats_of(args, game)
    games = args.games or whole_rounds(LEAST_GAMES, bots, seats)
    with progress_bar() as bar:
        task = bar.add_task("Playing", total=games)
        result = contest(
            game,
            games,
            seats,
            bots,
            seed=args.seed,
            jobs=args.jobs or cores(),
            ray=args.ray,
            options=read_pairs(args.option),
            progress=lambda games: bar.advance(task, games),
        )
    if args.json:
        print_json(to_builtins(result))
    else:
        report(result, game.about.title, open_console())


def _regret(args: argparse.Namespace) -> None:
    from tulips.lab.regret import PLAYED_BY, curve, regrets, report
    from tulips.lab.spread import cores

    game = ready_game(args.game, [*args.bot, PLAYED_BY, "master"])
    seats = seats_of(args, game)
    with progress_bar() as bar:
        task = bar.add_task("Thinking", total=args.positions)
        found = regrets(
            game,
            args.positions,
            seats,
            args.bot or curve(game),
            args.iterations,
            seed=args.seed,
            jobs=args.jobs or cores(),
            progress=lambda positions: bar.advance(task, positions),
        )
    if args.json:
        print_json(to_builtins(found))
    else:
        report(found, game.about.title, open_console())


def _report(args: argparse.Namespace) -> None:
    from tulips.lab import report
    from tulips.lab.report.rows import check_parquet, describe

    if args.data and args.format == "parquet":
        check_parquet()
    bots = args.bot or [USUAL_BOT]
    game = ready_game(args.game, bots)
    seats = seats_of(args, game)
    options = report.starting_options(game, read_pairs(args.option))
    if args.columns:
        print(describe(report.play(game, 1, seats, bots, args.seed, options)))
        return
    with progress_bar() as bar:
        task = bar.add_task("Getting ready", total=report.steps(game, args.games, seats, options))
        played = report.play(
            game, args.games, seats, bots, args.seed, options, lambda text, n: bar.update(task, description=text, advance=n)
        )
        bar.update(task, description="Writing")
        page = args.output or Path(f"{game.name}-report.html")
        try:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(report.page_of(played, _report_command(args, bots, seats)), encoding="utf-8", newline="\n")
            files = report.write_data(played, args.data, args.format) if args.data else []
        except OSError as problem:
            raise TulipsError(f"The report can't be written to {problem.filename}: {problem.strerror}.") from None
    print(f"The report is in {page}" + (f", its data in {', '.join(str(file) for file in files)}." if files else "."))


def _report_command(args: argparse.Namespace, bots: Sequence[str], seats: int) -> list[str]:
    """The command that makes the same page again, with nothing left to defaults."""
    options = [part for pair in args.option for part in ("--option", pair)]
    chosen = ["--games", str(args.games), "--seats", str(seats), "--seed", str(args.seed)]
    return ["tulips", "report", args.game, "--bots", *bots, *chosen, *options]


def _strength(args: argparse.Namespace) -> None:
    from tulips.lab.strength import measure_all

    names = [args.game] if args.game else library.names()
    games = [ready_game(name, ["master"]) for name in names]
    with progress_bar() as bar:
        task = bar.add_task("Measuring", total=None)
        written = measure_all(
            games,
            args.games,
            args.folder,
            thought=args.thought,
            jobs=args.jobs,
            again=args.again,
            minutes=args.minutes,
            progress=lambda text, done, total: bar.update(task, description=text, completed=done, total=total),
        )
    print(f"{written} is up to date.", file=sys.stderr)


def _bench(args: argparse.Namespace) -> None:
    from tulips.lab.bench import measure, report

    names = [args.game] if args.game else library.names()
    results = []
    with progress_bar() as bar:
        task = bar.add_task("Measuring", total=len(names) * args.rounds)
        for name in names:
            results.append(measure(ready_game(name), args.rounds, lambda: bar.advance(task)))
    if args.json:
        print_json(to_builtins(results))
    else:
        report(results, open_console())


def _train(args: argparse.Namespace) -> None:
    from tulips.lab.train import train

    with progress_bar() as bar:
        task = bar.add_task("self-play", total=None, visible=False)
        train(args.game, args.how, lambda done, total: bar.update(task, completed=done, total=total, visible=True))
