"""The command `tulips`."""

import argparse
import math
import sys
from collections.abc import Sequence

import tulips
from tulips.commands import lab, library, new_game, play, review, server
from tulips.commands.arguments import Commands
from tulips.engine.errors import TulipsError

UNDERSTOOD, REFUSED, INTERRUPTED = 0, 2, 130


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
    commands = Commands(parser)
    for family in (library, play, review, lab, server, new_game):
        family.add(commands)
    return parser


def _check_numbers(args: argparse.Namespace) -> None:
    """Refuse no games, no cores, and thought without an end."""
    for name in ("games", "jobs", "rounds", "iterations", "threads"):
        if (given := getattr(args, name, None)) is not None and given < 1:
            raise TulipsError(f"--{name} must be at least 1, not {given}.")
    for name in ("seconds", "megabytes", "thought"):
        if (given := getattr(args, name, None)) is not None and not 0 < given < math.inf:
            raise TulipsError(f"--{name} must be a number above 0, not {given:g}.")
