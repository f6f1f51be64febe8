"""What a game's `train.py` answers, so that `tulips train GAME` can learn anew what the game's bots know.

A trainer says what it can be told as a struct, whose fields become the command's arguments (`tulips.lab.train`): the
description of each is its help, and its type says what it may be.
"""

from collections.abc import Callable
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec
from msgspec import Meta

Games: TypeAlias = Annotated[int, Meta(ge=1, extra={"complaint": "there must be at least one game"})]
"""A number of games."""

Positive: TypeAlias = Annotated[float, Meta(gt=0)]
"""A number above 0 that has an end."""

Again: TypeAlias = Callable[..., str]
"""Gives the command that learns the same again: it takes the names of the arguments that the result depends on."""


class Trainer(Protocol):
    """A game's `train.py`."""

    DESCRIPTION: str
    Arguments: type[msgspec.Struct]

    def train(self, how: Any, again: Again) -> None:
        """Learn, and write what was learned."""
