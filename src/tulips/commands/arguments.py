"""Arguments that several commands take, each with its default in one place."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tulips.engine.game import Game


USUAL_BOT = "greedy"
"""Who plays an experiment's games: quick, and the strongest of the bots that choose at once."""

USUAL_GAMES = 1000


class Commands:
    """The commands of a parser."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._parsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(self, name: str, run: Callable[[argparse.Namespace], None], text: str) -> argparse.ArgumentParser:
        """Add a command; the text tells what it does."""
        sub = self._parsers.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        sub.set_defaults(run=run)
        return sub


def takes_json(sub: argparse.ArgumentParser) -> None:
    """Whether to answer a program."""
    sub.add_argument("--json", action="store_true", help="print JSON for a program to read")


def takes_game(sub: argparse.ArgumentParser, nargs: Any = None) -> None:
    """Which game."""
    sub.add_argument("game", metavar="GAME", nargs=nargs, help="a game's name, as `tulips games` lists them")


def takes_options(sub: argparse.ArgumentParser) -> None:
    """The game's options."""
    sub.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the game; `tulips games` lists them"
    )


def takes_games(sub: argparse.ArgumentParser, what: str = "how many games") -> None:
    """How many games."""
    sub.add_argument("--games", metavar="N", type=int, default=USUAL_GAMES, help=f"{what} (default {USUAL_GAMES})")


def takes_bots(sub: argparse.ArgumentParser, what: str) -> None:
    """Which bots."""
    sub.add_argument("--bot", metavar="NAME", action="append", default=[], help=what)


def takes_seats(sub: argparse.ArgumentParser) -> None:
    """How many play; `seats_of` reads it."""
    sub.add_argument("--seats", metavar="S", type=int, help="how many players (default: the most, up to 4)")


def seats_of(args: argparse.Namespace, game: "Game") -> int:
    """How many play."""
    from tulips.lab.seats import usual_seats

    return usual_seats(game, args.seats)


def takes_seed(sub: argparse.ArgumentParser, what: str) -> None:
    """The seed of an experiment."""
    sub.add_argument("--seed", metavar="K", default="0", help=f"the same seed gives the same {what} (default 0)")


def takes_jobs(sub: argparse.ArgumentParser) -> None:
    """How many cores."""
    sub.add_argument("--jobs", metavar="J", type=int, help="cores to use (default: all); results do not depend on it")


def takes_workers(sub: argparse.ArgumentParser) -> None:
    """How many cores, of this machine or of a cluster."""
    takes_jobs(sub)
    sub.add_argument(
        "--ray",
        metavar="ADDRESS",
        help='play on the Ray cluster there, such as ray-head:6379; "local" starts one on this machine',
    )


def takes_database(sub: argparse.ArgumentParser) -> None:
    """Where a server keeps its matches."""
    sub.add_argument(
        "--database",
        metavar="URL",
        help="where matches are kept: sqlite:///path or postgresql://… (default: a SQLite file in your data folder)",
    )
