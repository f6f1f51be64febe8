"""The command `tulips`."""

import argparse
import importlib
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import tulips
from tulips import games as library
from tulips.engine.errors import TulipsError
from tulips.engine.options import Option, read_pairs

if TYPE_CHECKING:
    from rich.progress import Progress

    from tulips.engine.game import Game

UNDERSTOOD, REFUSED, INTERRUPTED = 0, 2, 130
DEFAULT_GAME = "gift-of-tulips"
DEFAULT_PORT = 1637
USUAL_GAMES = 200


def _days(text: str) -> float:
    """A number of days, in seconds."""
    return math.inf if text == "forever" else float(text) * 24 * 3600


LIMITS: dict[str, tuple[str, Any, str]] = {
    "keep_left": ("DAYS", _days, "how long a match is kept in which nothing happens any more, or forever (default 180)"),
    "keep_uploads": ("DAYS", _days, "how long an uploaded record is kept, or forever (default 30)"),
    "keep_finished": ("DAYS", _days, "how long a match that was played to its end is kept (default forever)"),
    "rooms": ("N", int, "the most tables open at once (default 2000)"),
    "rooms_an_address": ("N", int, "the most of them opened from one address (default 200)"),
    "tables_a_day": ("N", int, "the most tables that one address may make in a day (default 500)"),
    "uploads_a_day": ("M", float, "the most megabytes of records that one address may upload in a day (default 50)"),
}
"""What `tulips serve` can be told of its limits: each is a setting of that name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 0, or 2 if something was asked that can't be done."""
    args = _parser().parse_args(arguments)
    try:
        _check_numbers(args)
        args.run(args)
    except TulipsError as problem:
        print(problem, file=sys.stderr)
        return REFUSED
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return UNDERSTOOD


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tulips",
        description="Tulip board games: play them against bots, replay them, simulate them by the million.",
        epilog="Start with `tulips play`. Each command has its own --help.",
    )
    parser.add_argument("--version", action="version", version=f"tulips {tulips.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Any, text: str, **more: Any) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", **more)
        sub.set_defaults(run=run)
        return sub

    def takes_json(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--json", action="store_true", help="print JSON for a program to read")

    def takes_game(sub: argparse.ArgumentParser, nargs: Any = None) -> None:
        sub.add_argument("game", metavar="GAME", nargs=nargs, help="a game's name, as `tulips games` lists them")

    def takes_options(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--option",
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help="an option of the game; `tulips games` lists them",
        )

    def takes_bots(sub: argparse.ArgumentParser, what: str) -> None:
        sub.add_argument("--bot", metavar="NAME", action="append", default=[], help=what)

    def takes_seats(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--seats", metavar="S", type=int, help="how many players (default: the most, up to 4)")

    def takes_workers(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--jobs", metavar="J", type=int, help="cores to use (default: all); results do not depend on it")
        sub.add_argument(
            "--ray",
            metavar="ADDRESS",
            help='play on the Ray cluster there, such as ray-head:6379; "local" starts one on this machine',
        )

    def takes_database(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--database",
            metavar="URL",
            help="where matches are kept: sqlite:///path or postgresql://… (default: a SQLite file in your data folder)",
        )

    sub = command("games", _games, "list the games, with their players, options and bots")
    takes_json(sub)

    sub = command("rules", _rules, "tell how a game is played")
    takes_game(sub)
    takes_json(sub)

    sub = command("play", _play, "play a game in the terminal against bots")
    sub.add_argument("game", metavar="GAME", nargs="?", default=DEFAULT_GAME, help=f"the game (default {DEFAULT_GAME})")
    sub.add_argument("--seats", metavar="N", type=int, help="how many play, you included (default: what the bots make, or 3)")
    takes_bots(sub, "a bot to play against; repeat it for more")
    sub.add_argument("--seed", metavar="K", help="fix all chance: the same seed deals the same cards")
    sub.add_argument(
        "--record", metavar="FILE", type=Path, help="keep the match in this file after every move; go on with it if it is there"
    )
    takes_options(sub)

    sub = command("simulate", _simulate, "play many games by bots and sum up what came of them")
    takes_game(sub)
    sub.add_argument("--games", metavar="N", type=int, default=10_000, help="how many games (default 10000)")
    takes_seats(sub)
    takes_bots(sub, "the bots by seat in order, the last one repeated (default random)")
    sub.add_argument("--seed", metavar="K", default="0", help="the same seed gives the same games (default 0)")
    takes_workers(sub)
    takes_options(sub)
    takes_json(sub)

    sub = command("arena", _arena, "let bots play against each other, with seats rotated and the same deals for every seating")
    takes_game(sub)
    takes_bots(
        sub,
        "a bot; repeat it for more. With fewer bots than seats the last one is repeated, with more they take turns. "
        "A searching bot may have a budget: master@2000 (iterations a move), master@0.2s, master@8MB (memory for its tree)",
    )
    sub.add_argument("--games", metavar="N", type=int, help="how many games (default: whole rounds, 200 games or more)")
    takes_seats(sub)
    sub.add_argument("--seed", metavar="K", default="0", help="the same seed gives the same deals (default 0)")
    takes_workers(sub)
    takes_options(sub)
    takes_json(sub)

    sub = command("regret", _regret, "show what the choices of searching bots lose beside a very long search")
    takes_game(sub)
    takes_bots(sub, "a bot; repeat it for more (default: master, with less, all and more of its thought)")
    sub.add_argument("--positions", metavar="N", type=int, default=200, help="how many positions (default 200)")
    sub.add_argument("--iterations", metavar="N", type=int, default=300_000, help="of the long search (default 300000)")
    takes_seats(sub)
    sub.add_argument("--seed", metavar="K", default="0", help="the same seed gives the same positions (default 0)")
    sub.add_argument("--jobs", metavar="J", type=int, help="cores to use (default: all); results do not depend on it")
    takes_json(sub)

    sub = command("report", _report, "write a page that shows how a game behaves among bots, with the data behind it")
    takes_game(sub)
    sub.add_argument(
        "--bot",
        "--bots",
        dest="bot",
        metavar="NAME",
        nargs="+",
        action="extend",
        default=[],
        help="the bots, the last one repeated (default greedy); different ones change seats from game to game",
    )
    sub.add_argument("--games", metavar="N", type=int, default=1000, help="how many games (default 1000)")
    takes_seats(sub)
    sub.add_argument("--seed", metavar="K", default="0", help="the same seed gives the same report (default 0)")
    sub.add_argument("--output", metavar="FILE", type=Path, help="the page to write (default GAME-report.html)")
    sub.add_argument("--data", metavar="FOLDER", type=Path, help="write the data too: a row a game, a row a decision")
    sub.add_argument(
        "--format", choices=("csv", "parquet"), default="csv", help="of the data (default csv; parquet needs tulips[report])"
    )
    sub.add_argument("--columns", action="store_true", help="tell what the columns of the data mean, and write nothing")
    takes_options(sub)

    sub = command("hint", _hint, "tell what a search expects of each move at a point of a recorded match")
    sub.add_argument("file", metavar="RECORD", type=Path, help="a record file")
    sub.add_argument("--at", metavar="N", type=int, help="the position after N moves (default: at the end)")
    sub.add_argument("--seat", metavar="P", type=int, help="the seat to advise (default: the first that has to decide)")
    sub.add_argument("--seconds", metavar="T", type=float, default=1.0, help="how long to think (default 1)")
    sub.add_argument("--iterations", metavar="N", type=int, help="think so much instead: the same on every machine")
    sub.add_argument("--threads", metavar="J", type=int, default=1, help="threads to use (default 1)")
    sub.add_argument("--megabytes", metavar="M", type=float, default=64, help="memory for the search (default 64)")
    takes_json(sub)

    sub = command("strength", _strength, "measure all bots of all games and write the ladder, docs/strength.md")
    takes_game(sub, "?")
    sub.add_argument("--games", metavar="N", type=int, default=1000, help="games for each figure (default 1000)")
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

    sub = command("replay", _replay, "show a recorded match, or check it")
    sub.add_argument("file", metavar="FILE", type=Path, help="a record file")
    sub.add_argument("--at", metavar="N", type=int, help="show the table after N moves (default: at the end)")
    sub.add_argument(
        "--verify", action="store_true", help="check that every outcome follows from the seed and every move is legal"
    )
    takes_json(sub)

    sub = command("bench", _bench, "measure speed, beside a program in C++ where a compiler is at hand")
    takes_game(sub, "?")
    sub.add_argument("--rounds", metavar="N", type=int, default=5, help="rounds to take the best of (default 5)")
    takes_json(sub)

    sub = command(
        "schema", _schema, "show what a learner sees of a game: the pieces of an observation, and how many actions there are"
    )
    takes_game(sub)
    takes_json(sub)

    sub = command("serve", _serve, "serve the table to browsers")
    where = sub.add_mutually_exclusive_group()
    where.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="the address to listen at (default 127.0.0.1)")
    where.add_argument(
        "--lan", dest="host", action="store_const", const="0.0.0.0", help="let others in your network play: --host 0.0.0.0"
    )
    sub.add_argument("--port", metavar="N", type=int, default=DEFAULT_PORT, help=f"the port (default {DEFAULT_PORT})")
    takes_database(sub)
    sub.add_argument("--pace", metavar="SECONDS", type=float, default=0.2, help="how long a bot's move takes (default 0.2)")
    sub.add_argument("--megabytes", metavar="M", type=float, default=16, help="memory for each thinking bot (default 16)")
    sub.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    for name, (metavar, read, told) in LIMITS.items():
        sub.add_argument(f"--{name.replace('_', '-')}", metavar=metavar, type=read, help=told)
    sub.add_argument("--seeds", action="store_true", help="let whoever makes a table choose its seed: for tests")

    sub = command("export", _export, "write all matches of a table server as record files")
    sub.add_argument("folder", metavar="FOLDER", type=Path, help="the folder to write them into")
    takes_database(sub)
    sub.add_argument(
        "--all", action="store_true", help="also those still being played; their records hold what nobody should know yet"
    )
    takes_json(sub)

    sub = command("train", _train, "learn what a game's bots know of it anew, by self-play, where they have learned it")
    takes_game(sub)
    sub.add_argument("how", metavar="…", nargs=argparse.REMAINDER, help="how: `tulips train GAME --help` tells")

    sub = command("warm", _warm, "compile the games ahead of time, so that nothing has to wait for it later")
    takes_game(sub, "?")
    return parser


def _check_numbers(args: argparse.Namespace) -> None:
    """Refuse no games, no cores, and thought without an end."""
    for name in ("games", "jobs", "rounds", "iterations", "threads"):
        if (given := getattr(args, name, None)) is not None and given < 1:
            raise TulipsError(f"--{name} must be at least 1, not {given}.")
    for name in LIMITS:
        if (given := getattr(args, name, None)) is not None and not given > 0:
            raise TulipsError(f"--{name.replace('_', '-')} must be a number above 0.")
    for name in ("seconds", "megabytes", "thought"):
        if (given := getattr(args, name, None)) is not None and not 0 < given < math.inf:
            raise TulipsError(f"--{name} must be a number above 0, not {given:g}.")


# Listing and reading


def _games(args: argparse.Namespace) -> None:
    from tulips import bots

    listed = [{"name": name, **_card(library.facts(name)), "bots": bots.names(tulips.game(name))} for name in library.names()]
    if args.json:
        _print_json(listed)
        return
    console = _console()
    for game in listed:
        least, most = game["seats"]
        published = " ".join(str(part) for part in (game["publisher"], game["year"]) if part)
        console.print(f"[bold]{game['name']}[/]  {game['title']}, by {game['designer']} ({published})")
        console.print(f"  {game['summary']}")
        console.print(f"  {least} to {most} players, about {game['minutes']} minutes")
        console.print(f"  bots: {', '.join(game['bots'])}", highlight=False)
        for name, option in game["options"].items():
            values = msgspec.convert(option, Option).values(most)
            told = f"  --option {name}=…  {option['text']}: {values} (default {option.get('default', 'random')})"
            console.print(told, highlight=False, markup=False)
        console.print()
    console.print("These are independent, unofficial implementations. Learn a game with `tulips rules GAME`.", highlight=False)


def _card(facts: dict[str, Any]) -> dict[str, Any]:
    """What is worth listing of a game's facts."""
    wanted = ("title", "designer", "publisher", "seats", "minutes", "summary", "rules_version")
    return {
        **{name: facts[name] for name in wanted},
        "year": facts.get("year"),
        "options": facts.get("options", {}),
        "reconstructed": facts.get("reconstructed", []),
    }


def _rules(args: argparse.Namespace) -> None:
    page = (library.folder(args.game) / "rules.md").read_text(encoding="utf-8")
    if args.json:
        _print_json({"game": args.game, "markdown": page})
        return
    from rich.markdown import Markdown

    _console(width=100).print(Markdown(page))


# Playing and replaying


def _play(args: argparse.Namespace) -> None:
    from tulips.bots.levels import cheats
    from tulips.terminal import Table

    game = tulips.game(args.game)
    if any(cheats(game, bot) for bot in args.bot):
        raise TulipsError("The oracle sees every hand: it is there to measure by, in `tulips arena`, not to play against.")
    Table(_ready(args.game, args.bot), _console()).play(
        seats=args.seats, bots=args.bot, seed=args.seed, options=read_pairs(args.option), record=args.record
    )


def _replay(args: argparse.Namespace) -> None:
    from tulips.engine.recordfile import verify

    if args.verify:
        try:
            text = args.file.read_bytes()
        except OSError as problem:
            raise TulipsError(f"The record {args.file} can't be read: {problem.strerror}.") from None
        found = verify(text, _ready)
        if args.json:
            _print_json({"verified": True, **_builtins(found)})
            return
        peeks = f", {found.peeks} times after something had been revealed" if found.peeks else ""
        taken_back = f" ({found.taken_back} more were taken back{peeks})" if found.taken_back else ""
        print(f"The record holds: {found.moves} moves, all legal{taken_back}.")
        print(f"Of {found.outcomes} outcomes of chance {found.from_seed} follow from the seed; {found.given} were given.")
        if found.commitment:
            print(f"The seed matches its commitment {found.commitment}.")
        else:
            print("There is no commitment to check the seed against." if found.seed else "There is no seed to check against.")
        if found.complete:
            print("The match is over, and its result is right." if found.result else "The match is over; no result is told.")
        else:
            print("The match is not over yet.")
        return
    match = _load(args.file)
    at = match.moves_made if args.at is None else args.at
    position = match.at(at)
    log = position.log(tulips.SPECTATOR)
    if args.json:
        _print_json(
            {
                "game": match.game.name,
                "seats": match.names,
                "at": at,
                "moves": match.moves_made,
                "view": _builtins(position.view(tulips.SPECTATOR)),
                "log": _builtins(log),
                "end": position.end,
                "scores": position.scores,
                "winners": [p + 1 for p in position.winners],
            }
        )
        return
    from tulips.terminal import Table

    Table(match.game, _console()).show_replay(position, at, match.moves_made)


def _load(path: Path) -> Any:
    from tulips.engine.recordfile import read

    return read(path, _ready)


# Simulating and measuring


def _simulate(args: argparse.Namespace) -> None:
    from tulips.lab.simulate import simulate
    from tulips.lab.spread import cores

    game = _ready(args.game, args.bot)
    seats = args.seats if args.seats is not None else min(4, game.about.seats[1])
    with _progress() as bar:
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
        _print_json(_builtins(summary))
        return
    from rich.table import Table

    console = _console()
    table = Table("seat", "bot", "wins", "mean score", "±", "least", "quartiles", "most", box=None, pad_edge=False)
    for seat in summary.by_seat:
        quartiles = " · ".join(f"{q:g}" for q in seat.quartiles)
        table.add_row(
            str(seat.seat),
            seat.bot,
            f"{seat.win_share:.1%} ± {seat.win_margin:.1%}",
            f"{seat.mean_score:.2f}",
            f"{seat.deviation:.1f}",
            str(seat.lowest),
            quartiles,
            str(seat.highest),
        )
    console.print(
        f"[bold]{game.about.title}[/], {summary.games:,} games of {summary.seats}, seed {summary.seed}", highlight=False
    )
    console.print(table)
    console.print(
        f"length: {summary.mean_length:.1f} decisions a game ({summary.shortest} to {summary.longest})", highlight=False
    )
    console.print("ends: " + ", ".join(f"{end} {times:,}" for end, times in summary.ends.items()), highlight=False)
    console.print(
        f"speed: {summary.decisions:,} decisions in {summary.seconds:.2f} s, "
        f"{summary.decisions_per_second / 1e6:.1f} million a second",
        highlight=False,
    )


def _schema(args: argparse.Namespace) -> None:
    from tulips.lab.learning import schema

    game = tulips.game(args.game)
    pieces = schema(game)
    if args.json:
        told = {"game": game.name, "size": game.observation.size, "actions": game.actions_offered, "pieces": pieces}
        _print_json(told)
        return
    from rich.table import Table

    table = Table("piece", "from", "to", "what it says", box=None, pad_edge=False)
    for piece in pieces:
        table.add_row(piece["name"], str(piece["start"]), str(piece["stop"]), piece["meaning"])
    console = _console()
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

    game = _ready(args.game, args.bot or ["master"])
    bots = args.bot or names(game)
    seats = args.seats if args.seats is not None else min(4, game.about.seats[1])
    game.check_seats(seats)
    games = args.games or whole_rounds(USUAL_GAMES, bots, seats)
    with _progress() as bar:
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
        _print_json(_builtins(result))
    else:
        report(result, game.about.title, _console())


def _regret(args: argparse.Namespace) -> None:
    from tulips.lab.regret import PLAYED_BY, curve, regrets, report
    from tulips.lab.spread import cores

    game = _ready(args.game, [*args.bot, PLAYED_BY, "master"])
    seats = args.seats if args.seats is not None else min(4, game.about.seats[1])
    with _progress() as bar:
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
        _print_json(_builtins(found))
    else:
        report(found, game.about.title, _console())


def _report(args: argparse.Namespace) -> None:
    from tulips.lab import report
    from tulips.lab.report.rows import check_parquet, describe

    if args.data and args.format == "parquet":
        check_parquet()
    bots = args.bot or [report.DEFAULT_BOT]
    game = _ready(args.game, bots)
    seats = args.seats if args.seats is not None else min(4, game.about.seats[1])
    options = report.starting_options(game, read_pairs(args.option))
    if args.columns:
        print(describe(report.play(game, 1, seats, bots, args.seed, options)))
        return
    with _progress() as bar:
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
    games = [_ready(name, ["master"]) for name in names]
    with _progress() as bar:
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


def _hint(args: argparse.Namespace) -> None:
    from tulips.bots.hints import hints

    match = _load(args.file)
    _ready(match.game.name, hints=True)
    at = match.moves_made if args.at is None else args.at
    position = match.at(at)
    found = hints(
        position,
        None if args.seat is None else args.seat - 1,
        seconds=args.seconds if args.iterations is None else None,
        iterations=args.iterations,
        threads=args.threads,
        megabytes=args.megabytes,
    )
    seat = position.actors[0] if args.seat is None else args.seat - 1
    if args.json:
        _print_json({"game": match.game.name, "at": at, "seat": seat + 1, "moves": _builtins(found)})
        return
    from rich.table import Table

    table = Table("move", "wins", "result", "tried", "why", box=None, pad_edge=False)
    for hint in found:
        tried = hint.visits > 0
        table.add_row(
            hint.words,
            f"{hint.win_chance:.0%}" if tried else "–",
            f"{hint.score:.1f}" if tried else "–",
            f"{hint.visits:,}",
            hint.reason,
        )
    console = _console()
    console.print(f"[bold]{match.game.about.title}[/], {match.names[seat]} to move", highlight=False)
    console.print(table, highlight=False)


def _bench(args: argparse.Namespace) -> None:
    from tulips.lab.bench import measure, report

    names = [args.game] if args.game else library.names()
    results = []
    with _progress() as bar:
        task = bar.add_task("Measuring", total=len(names) * args.rounds)
        for name in names:
            results.append(measure(_ready(name), args.rounds, lambda: bar.advance(task)))
    if args.json:
        _print_json(_builtins(results))
    else:
        report(results, _console())


def _serve(args: argparse.Namespace) -> None:
    from tulips.table.house import Settings
    from tulips.web.opening import open_when_up
    from tulips.web.reach import told
    from tulips.web.serving import serve

    chosen = {name: value for name in LIMITS if (value := getattr(args, name)) is not None}
    settings = Settings(database=_database(args.database), pace=args.pace, megabytes=args.megabytes, seeds=args.seeds, **chosen)
    own, others = told(args.host, args.port)
    print(f"The table is at {own} (stop with Ctrl-C)", flush=True)
    if others:
        print(f"Others in your network find it at {' or '.join(others)}; what they do there is not encrypted.", flush=True)
    if not args.no_browser:
        open_when_up(own)
    serve(settings, args.host, args.port)


def _export(args: argparse.Namespace) -> None:
    from tulips.table.exporting import export

    found = export(_database(args.database), args.folder, "all" if args.all else "over", _ready)
    if args.json:
        _print_json(_builtins(found))
        return
    print(f"{found.written} matches were written to {args.folder}.")
    if found.as_stored:
        print(f"{found.as_stored} can't be replayed and were written as they are stored.")
    if found.left_out:
        print(f"{found.left_out} are still being played and were left out.")
    for table, problem in found.problems.items():
        print(f"The match at table {table} could not be written as a record: {problem}", file=sys.stderr)


def _database(url: str | None) -> str:
    """The database that was named, or the one in the user's data folder."""
    from platformdirs import user_data_path

    return url or f"sqlite:///{user_data_path('tulips') / 'tables.sqlite'}"


def _train(args: argparse.Namespace) -> None:
    folder = library.folder(args.game)
    if (folder / "train.py").exists():
        importlib.import_module(f"tulips.games.{folder.name}.train").main(args.how)
    elif (folder / "habits.py").exists():
        from tulips.lab import habits

        with _progress() as bar:
            task = bar.add_task("self-play", total=None)
            told = habits.main(args.game, args.how, lambda done, total: bar.update(task, completed=done, total=total))
        print(told)
    else:
        raise TulipsError(f"The bots of {library.facts(args.game)['title']} have learned nothing that could be learned anew.")


def _warm(args: argparse.Namespace) -> None:
    from tulips import bots

    for name in [args.game] if args.game else library.names():
        library.folder(name)
        game = _ready(name, bots.names(tulips.game(name)), hints=True)
        print(f"{game.about.title} is ready.", file=sys.stderr)


# Shared


def _ready(name: str, bots: Sequence[str] = (), hints: bool = False) -> "Game":
    """The game, compiled, with what these bots or hints need; the first time that takes seconds, with a bar to watch."""
    from tulips.bots import number
    from tulips.bots.warm import HINT_MARK, SEARCH_MARK, is_warm, warm, warm_hints, warm_search

    library.folder(name)
    game = tulips.game(name)
    think = any(number(game, bot) is None for bot in bots)
    searching = [(think, SEARCH_MARK, warm_search), (hints, HINT_MARK, warm_hints)]
    if not is_warm(game):
        with _progress() as bar:
            task = bar.add_task(f"Compiling {game.about.title} for this machine, once", total=None)
            warm(game, lambda done, total: bar.update(task, completed=done, total=total))
    for needed, mark, compile_it in searching:
        if needed and not is_warm(game, mark):
            with _progress() as bar:
                bar.add_task(f"Compiling the search for {game.about.title}, once", total=None)
                compile_it(game)
    return game


def _console(width: int | None = None) -> Any:
    from rich.console import Console

    console = Console()
    return Console(width=min(width, console.width)) if width else console


def _progress() -> "Progress":
    """A progress bar on the error stream, so that results can be piped."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _builtins(value: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(value)


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))
