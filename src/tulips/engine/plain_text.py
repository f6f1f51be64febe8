"""A view as plain text for the terminal: what the games' `text` functions share."""

import textwrap
from collections.abc import Sequence

WIDTH = 80
UNBROKEN = "\N{NO-BREAK SPACE}"


def counted(number: int, thing: str) -> str:
    """A number of things: "1 card", "2 cards"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def wrapped(start: str, items: Sequence[str], between: str = ", ") -> list[str]:
    """Items after the start of a line, which goes on below the first item where it gets too long; items stay whole."""
    indent = " " * min(len(start), WIDTH // 2)
    text = between.join(item.replace(" ", UNBROKEN) for item in items)
    first = start.replace(" ", UNBROKEN)
    lines = textwrap.wrap(first + text, WIDTH, subsequent_indent=indent or " " * 4, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def wrapped_words(sentence: str) -> list[str]:
    """A sentence on as many lines as it takes."""
    return wrapped("", sentence.split(" "), " ")
