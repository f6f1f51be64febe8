"""The table server: run it, and get matches out of its database."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tulips.commands.arguments import Commands, takes_database, takes_json
from tulips.commands.output import print_json, ready_game, to_builtins
from tulips.engine.errors import TulipsError
from tulips.table.server_settings import DAY, FOREVER, ServerSettings

DEFAULT_PORT = 1637
USUAL = ServerSettings(database="")
"""What is not said otherwise."""


def _days(text: str) -> float:
    """A number of days, in seconds."""
    return FOREVER if text == "forever" else float(text) * DAY


LIMITS: dict[str, tuple[str, Callable[[str], float], str]] = {
    "keep_left": ("DAYS", _days, "how long a match is kept in which nothing happens any more, or forever"),
    "keep_uploads": ("DAYS", _days, "how long an uploaded record is kept, or forever"),
    "keep_finished": ("DAYS", _days, "how long a match that was played to its end is kept, or forever"),
    "rooms": ("N", int, "the most tables open at once"),
    "rooms_an_address": ("N", int, "the most of them opened from one address"),
    "tables_a_day": ("N", int, "the most tables that one address may make in a day"),
    "uploads_a_day": ("M", float, "the most megabytes of records that one address may upload in a day"),
    "reviews_a_day": ("N", int, "the most reviews of matches that one address may have computed in a day"),
    "review_effort": ("PART", float, "the part of its usual effort that a review of a match takes"),
}
"""What `tulips serve` can be told of its limits: each is a setting of that name."""


def _as_written(value: float, read: Callable[[str], float]) -> str:
    """A setting as it is written on the command line."""
    if value == FOREVER:
        return "forever"
    return f"{value / DAY if read is _days else value:g}"


def add(commands: Commands) -> None:
    """Make the commands known."""
    sub = commands.command("serve", _serve, "serve the table to browsers")
    where = sub.add_mutually_exclusive_group()
    where.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="the address to listen at (default 127.0.0.1)")
    where.add_argument(
        "--lan", dest="host", action="store_const", const="0.0.0.0", help="let others in your network play: --host 0.0.0.0"
    )
    sub.add_argument("--port", metavar="N", type=int, default=DEFAULT_PORT, help=f"the port (default {DEFAULT_PORT})")
    takes_database(sub)
    sub.add_argument(
        "--pace",
        metavar="SECONDS",
        type=float,
        default=USUAL.pace,
        help=f"how long a bot's move takes (default {USUAL.pace:g})",
    )
    memory = f"memory for each thinking bot (default {USUAL.megabytes:g})"
    sub.add_argument("--megabytes", metavar="M", type=float, default=USUAL.megabytes, help=memory)
    sub.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    for name, (metavar, read, what) in LIMITS.items():
        default = getattr(USUAL, name)
        told = f"{what} (default {_as_written(default, read)})"
        sub.add_argument(f"--{name.replace('_', '-')}", metavar=metavar, type=read, default=default, help=told)
    sub.add_argument("--seeds", action="store_true", help="let whoever makes a table choose its seed: for tests")

    sub = commands.command("export", _export, "write all matches of a table server as record files")
    sub.add_argument("folder", metavar="FOLDER", type=Path, help="the folder to write them into")
    takes_database(sub)
    sub.add_argument(
        "--all", action="store_true", help="also those still being played; their records hold what nobody should know yet"
    )
    takes_json(sub)


def _serve(args: argparse.Namespace) -> None:
    from tulips.web.browser import open_when_up
    from tulips.web.reach import page_addresses
    from tulips.web.serve import serve

    limits = {name: getattr(args, name) for name in LIMITS}
    for name, value in limits.items():
        if not value > 0:
            raise TulipsError(f"--{name.replace('_', '-')} must be a number above 0.")
    settings = ServerSettings(
        database=_database(args.database), pace=args.pace, megabytes=args.megabytes, seeds=args.seeds, **limits
    )

    def announce() -> None:
        own, others = page_addresses(args.host, args.port)
        print(f"The table is at {own} (stop with Ctrl-C)", flush=True)
        if others:
            found = " or ".join(others)
            print(f"Others in your network find it at {found}; what they do there is not encrypted.", flush=True)
        if not args.no_browser:
            open_when_up(own)

    serve(settings, args.host, args.port, announce)


def _export(args: argparse.Namespace) -> None:
    from tulips.table.export import export

    found = export(_database(args.database), args.folder, "all" if args.all else "over", ready_game)
    if args.json:
        print_json(to_builtins(found))
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
