"""One match: play it in the terminal, look at its record, ask for a hint."""

import argparse
from pathlib import Path
from typing import Any

import tulips
from tulips.commands.arguments import Commands, takes_bots, takes_json, takes_options
from tulips.commands.output import open_console, print_json, ready_game, to_builtins
from tulips.defaults import HINT_SECONDS, MEGABYTES
from tulips.engine.errors import TulipsError
from tulips.engine.options import read_pairs

DEFAULT_GAME = "gift-of-tulips"


def add(commands: Commands) -> None:
    """Make the commands known."""
    sub = commands.command("play", _play, "play a game in the terminal against bots")
    sub.add_argument("game", metavar="GAME", nargs="?", default=DEFAULT_GAME, help=f"the game (default {DEFAULT_GAME})")
    sub.add_argument("--seats", metavar="N", type=int, help="how many play, you included (default: what the bots make, or 3)")
    takes_bots(sub, "a bot to play against; repeat it for more")
    sub.add_argument("--seed", metavar="K", help="fix all chance: the same seed deals the same cards")
    sub.add_argument(
        "--record", metavar="FILE", type=Path, help="keep the match in this file after every move; go on with it if it is there"
    )
    takes_options(sub)

    sub = commands.command("replay", _replay, "show a recorded match, or check it")
    sub.add_argument("file", metavar="FILE", type=Path, help="a record file")
    sub.add_argument("--at", metavar="N", type=int, help="show the table after N moves (default: at the end)")
    sub.add_argument(
        "--verify", action="store_true", help="check that every outcome follows from the seed and every move is legal"
    )
    takes_json(sub)

    sub = commands.command("hint", _hint, "tell each move's chance, and why, at a point of a recorded match")
    sub.add_argument("file", metavar="RECORD", type=Path, help="a record file")
    sub.add_argument("--at", metavar="N", type=int, help="the position after N moves (default: at the end)")
    sub.add_argument("--seat", metavar="P", type=int, help="the seat to advise (default: the first that has to decide)")
    sub.add_argument(
        "--seconds", metavar="T", type=float, default=HINT_SECONDS, help=f"how long to think (default {HINT_SECONDS:g})"
    )
    sub.add_argument("--iterations", metavar="N", type=int, help="think so much instead: the same on every machine")
    sub.add_argument("--worlds", metavar="N", type=int, help="with --iterations: play the best moves on in so many worlds each")
    sub.add_argument("--threads", metavar="J", type=int, default=1, help="threads for the search (default 1)")
    sub.add_argument(
        "--megabytes", metavar="M", type=float, default=MEGABYTES, help=f"memory for the search (default {MEGABYTES:g})"
    )
    takes_json(sub)


def _play(args: argparse.Namespace) -> None:
    from tulips.bots.levels import cheats
    from tulips.terminal import Session

    game = tulips.game(args.game)
    if any(cheats(game, bot) for bot in args.bot):
        raise TulipsError("The oracle sees every hand: it is there to measure by, in `tulips arena`, not to play against.")
    Session(ready_game(args.game, args.bot), open_console()).play(
        seats=args.seats, bots=args.bot, seed=args.seed, options=read_pairs(args.option), record=args.record
    )


def _replay(args: argparse.Namespace) -> None:
    from tulips.engine.match.record_file import verify

    if args.verify:
        try:
            text = args.file.read_bytes()
        except OSError as problem:
            raise TulipsError(f"The record {args.file} can't be read: {problem.strerror}.") from None
        found = verify(text, ready_game)
        if args.json:
            print_json({"verified": True, **to_builtins(found)})
            return
        peeks = f", {found.peeks} times after something had been revealed" if found.peeks else ""
        taken_back = f" ({found.taken_back} more were taken back{peeks})" if found.taken_back else ""
        print(f"The record holds: {found.moves} moves, all legal{taken_back}.")
        print(f"Of {found.outcomes} outcomes of chance {found.from_seed} follow from the seed; {found.given} were given.")
        if found.hints or found.warnings:
            print(f"Seats were given {found.hints} hints, and {found.warnings} warnings of a tutor.")
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
        print_json(
            {
                "game": match.game.name,
                "seats": match.names,
                "at": at,
                "moves": match.moves_made,
                "view": to_builtins(position.view(tulips.SPECTATOR)),
                "log": to_builtins(log),
                "end": position.end,
                "scores": position.scores,
                "winners": [p + 1 for p in position.winners],
            }
        )
        return
    from tulips.terminal import Session

    Session(match.game, open_console()).show_replay(position, at, match.moves_made)


def _load(path: Path) -> Any:
    from tulips.engine.match.record_file import read

    return read(path, ready_game)


def _hint(args: argparse.Namespace) -> None:
    from tulips.review.hints import hints

    match = _load(args.file)
    ready_game(match.game.name, hints=True)
    at = match.moves_made if args.at is None else args.at
    position = match.at(at)
    found = hints(
        position,
        None if args.seat is None else args.seat - 1,
        seconds=args.seconds if args.iterations is None else None,
        iterations=args.iterations,
        worlds=args.worlds,
        threads=args.threads,
        megabytes=args.megabytes,
    )
    seat = position.actors[0] if args.seat is None else args.seat - 1
    if args.json:
        told = [{**to_builtins(hint), "reason": hint.reason.named(match.names)} for hint in found]
        print_json({"game": match.game.name, "at": at, "seat": seat + 1, "moves": told})
        return
    from rich.table import Table

    table = Table("move", "wins", "95 % interval", "result", "why", box=None, pad_edge=False)
    for hint in found:
        table.add_row(
            hint.words,
            "–" if hint.chance is None else f"{hint.chance:.0%}",
            "–" if hint.low is None or hint.high is None else f"{hint.low:.0%} to {hint.high:.0%}",
            "–" if hint.score is None else f"{hint.score:.1f}",
            hint.reason.named(match.names),
        )
    console = open_console()
    console.print(f"[bold]{match.game.about.title}[/], {match.names[seat]} to move", highlight=False)
    console.print(table, highlight=False)
