"""What a match was decided by, and how far the chances told of it can be trusted."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tulips.commands.arguments import (
    USUAL_BOT,
    Commands,
    seats_of,
    takes_game,
    takes_games,
    takes_jobs,
    takes_json,
    takes_seats,
    takes_seed,
)
from tulips.commands.output import open_console, print_json, progress_bar, ready_game, to_builtins
from tulips.engine.errors import TulipsError

if TYPE_CHECKING:
    from tulips.review.review import Review


def add(commands: Commands) -> None:
    """Make the commands known."""
    sub = commands.command(
        "review", _review, "tell what a finished match was decided by: luck, choices, and which choices cost most"
    )
    sub.add_argument("file", metavar="RECORD", type=Path, help="a record file of a match that is over")
    sub.add_argument("--output", metavar="FILE", type=Path, help="write it as a page, with the curve of all chances")
    takes_seed(sub, "review")
    sub.add_argument(
        "--threads", metavar="J", type=int, help="threads to use (default: all cores); results do not depend on it"
    )
    takes_json(sub)

    sub = commands.command(
        "calibrate", _calibrate, "see whether chances come true: play games by bots, tell chances, and count who wins"
    )
    takes_game(sub)
    sub.add_argument("--bot", metavar="NAME", default=USUAL_BOT, help=f"who plays on all seats (default {USUAL_BOT})")
    takes_games(sub)
    takes_seats(sub)
    takes_seed(sub, "games")
    takes_jobs(sub)
    sub.add_argument("--output", metavar="FILE", type=Path, help="draw the curve into this SVG file")
    takes_json(sub)


def _review(args: argparse.Namespace) -> None:
    from tulips.engine.match.record_file import read
    from tulips.lab.review_page import page
    from tulips.lab.spread import cores
    from tulips.review.review import check_over, review

    match = read(args.file, ready_game)
    check_over(match)
    ready_game(match.game.name, review=True)
    with progress_bar() as bar:
        task = bar.add_task("Reviewing", total=1.0)
        found = review(
            match, seed=args.seed, threads=args.threads or cores(), progress=lambda done: bar.update(task, completed=done)
        )
    if args.output:
        _write(args.output, page(found, match.game, ["tulips", "review", args.file.name, "--seed", args.seed]))
    if args.json:
        print_json(to_builtins(found))
    elif args.output:
        print(f"The review is in {args.output}.")
    else:
        _show(found, match.game.about.title)


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise TulipsError(f"{file} can't be written: {problem.strerror}.") from None


def _show(found: "Review", title: str) -> None:
    from rich.table import Table

    names = [seat.name for seat in found.seats]
    console = open_console()
    console.print(f"[bold]{title}[/], reviewed with the seed {found.seed}", highlight=False)
    table = Table("seat", "first", "luck", "own moves", "others' moves", "final", box=None, pad_edge=False)
    for seat in found.seats:
        parts = [
            f"{100 * part:+.0f} ± {100 * margin:.0f}"
            for part, margin in ((seat.luck, seat.luck_margin), (seat.own, seat.own_margin), (seat.others, seat.others_margin))
        ]
        table.add_row(seat.name, f"{seat.first:.0%} ± {seat.first_margin:.0%}", *parts, f"{seat.final:.0%}")
    console.print(table, highlight=False, markup=False)
    for seat in found.seats:
        console.print(seat.told.named(names), highlight=False, markup=False)
    marked = [decision for decision in found.decisions if decision.mark or decision.hindsight]
    if marked:
        console.print()
        table = Table("move", "seat", "played", "better", "cost", "", "why", box=None, pad_edge=False)
        for one in marked:
            missed = one.hindsight
            better, lost, low, high, kind, why = (
                (missed.best_phrase, missed.lost, missed.low, missed.high, "in hindsight", "")
                if missed
                else (one.best_phrase, one.lost, one.low, one.high, one.mark, one.reason.named(names) if one.reason else "")
            )
            cost = f"{lost:.0%} ({low:.0%} to {high:.0%})"
            played = one.played_phrase.named(names)
            table.add_row(str(one.number), names[one.seat - 1], played, better.named(names), cost, kind, why)
        console.print(table, highlight=False, markup=False)
    console.print()
    console.print("Largest swings:", highlight=False)
    for i in found.largest:
        part = found.parts[i]
        p = max(range(len(names)), key=lambda seat, gained=part.gained: abs(gained[seat]))  # type: ignore[misc]
        who = "luck" if part.seat is None else names[part.seat - 1]
        told = f"after move {part.at}, {who}: {part.what.named(names)}; {names[p]} {100 * part.gained[p]:+.0f}"
        console.print(told, highlight=False, markup=False)


def _calibrate(args: argparse.Namespace) -> None:
    from tulips.lab.calibration import calibrate, drawing, report
    from tulips.lab.spread import cores

    game = ready_game(args.game, [args.bot], review=True)
    seats = seats_of(args, game)
    with progress_bar() as bar:
        task = bar.add_task("Playing", total=args.games)
        found = calibrate(
            game,
            args.games,
            seats,
            args.bot,
            seed=args.seed,
            jobs=args.jobs or cores(),
            progress=lambda games: bar.advance(task, games),
        )
    if args.output:
        _write(args.output, drawing(found, game.about.title))
    if args.json:
        print_json(to_builtins(found))
    else:
        report(found, game.about.title, open_console())
