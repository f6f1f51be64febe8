"""The process that reviews one match: `python -m tulips.table.review_worker THREADS PART`.

It reads a record file from its standard input, its length on a line before it, and lives as long as somebody holds that input.
It writes how far it is, a number from 0 to 1 on a line; then the word `review` or `problem`, and what that is, in JSON.
"""

import os
import signal
import sys

import msgspec

import tulips
from tulips.engine.errors import TulipsError
from tulips.engine.match import record_file
from tulips.engine.phrase import say
from tulips.review.facts import Effort
from tulips.review.judge import effort_of
from tulips.review.lessons import Lesson, lessons
from tulips.review.review import Review, review
from tulips.table.compiling import end_with_server

COMMAND = (sys.executable, "-m", "tulips.table.review_worker")

REVIEW, PROBLEM = "review", "problem"

UNFINISHED = "error.review-unfinished"

NICE = 10
"""How far a review steps back behind those who play: the system gives them the processor first."""

LEAST_WORLDS = 20


class Reviewed(msgspec.Struct, frozen=True):
    """What is kept of a match: its review, and what can be learned from the mistakes in it."""

    review: Review
    lessons: list[Lesson]


def scaled(effort: Effort, part: float) -> Effort:
    """Return a part of an effort."""
    return Effort(
        **{
            name: max(LEAST_WORLDS, round(part * value)) if isinstance(value, int) else part * value
            for name, value in msgspec.structs.asdict(effort).items()
        }
    )


def main(threads: int, part: float) -> None:
    """Review the match that comes in."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever presses Ctrl-C ends the server, and that ends this
    if hasattr(os, "nice"):
        os.nice(NICE)
    text = sys.stdin.buffer.read(int(sys.stdin.buffer.readline()))
    end_with_server()
    try:
        match = record_file.decode(text, tulips.game)
        if match.end is None:
            raise TulipsError(say(UNFINISHED))
        effort = scaled(effort_of(match.game), part)
        found = review(match, threads=threads, effort=effort, progress=lambda done: print(f"{done:.4f}", flush=True))
        learned = lessons(match, found, threads=threads, part=part)
    except TulipsError as problem:
        _tell(PROBLEM, problem.why)
    else:
        _tell(REVIEW, Reviewed(found, learned))


def _tell(what: str, it: object) -> None:
    print(what, msgspec.json.encode(it).decode(), sep="\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
