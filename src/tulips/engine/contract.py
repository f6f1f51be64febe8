"""What a game must answer: the three modules of its folder that the engine asks."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview
from tulips.engine.state.chance import Noise

LOST = -(1 << 31)
"""The standing of a seat that has lost whatever the others have: alone at the table it wins nothing."""


class Rules(Protocol):
    """A game's `rules.py`: compiled functions on its state, each called only where its question makes sense."""

    def set_up(self, s: Any, seats: int, options: dict[str, Any]) -> None:
        """Lay out the table before chance has decided anything (this one is not compiled)."""

    def legal_moves(self, s: Any, seat: int, moves: Any) -> int:
        """Write all moves of a seat that acts, and tell how many; at least one."""

    def apply(self, s: Any, seat: int, move: int) -> None:
        """Carry out a legal move, up to the next decision, chance or end."""

    def outcomes(self, s: Any) -> int:
        """How many equally likely outcomes the pending chance has, at most 2**24."""

    def settle(self, s: Any, outcome: int) -> None:
        """Carry out an outcome of chance, up to the next decision, chance or end."""

    def score(self, s: Any, seat: int) -> int:
        """The seat's points, money or the like, so far or at the end."""

    def standing(self, s: Any, seat: int) -> int:
        """What seats are ranked by at the end, ties broken as the rules say; equal ones share; `LOST` never wins."""

    def redeal(self, s: Any, seat: int, noise: Noise) -> None:
        """Deal anew all that the seat cannot know and the game has forgotten, keeping all that it knows; the key of chance is
        not the game's care."""


class Words(Protocol):
    """A game's `words.py`: its moves and outcomes in words."""

    def move(self, s: Any, seat: int, move: int) -> Phrase:
        """The move's notation; no two moves of a seat share one."""

    def outcome(self, s: Any, outcome: int) -> Phrase:
        """The notation of an outcome of the pending chance; equal outcomes share one."""

    def move_seen(self, s: Any, now: Any, seat: int, move: int, viewer: int) -> Phrase:
        """The move as a viewer may know it: made in `s`, told when the match has come to `now`."""

    def outcome_seen(self, s: Any, outcome: int, viewer: int) -> Phrase | None:
        """The outcome as a viewer may know it; None if the viewer does not notice."""

    def turn_of(self, s: Any) -> int | None:
        """The seat whose turn the pending chance belongs to; None if it is nobody's."""

    def deals(self, s: Any) -> bool:
        """Whether the pending chance deals cards to seats or rows: the page folds such lines into one."""

    def results(self, s: Any, after: Any, seat: int | None, what: int) -> list[LogLine]:
        """What came of a move, or of an outcome (seat None), that everybody sees and that is a line of its own, such as who
        has won an auction, or a burst."""

    def status(self, s: Any) -> Phrase:
        """What is being waited for, in a line: whose turn it is, what for, and what ends the round or the game."""

    def text(self, view: Any, names: Sequence[str]) -> str:
        """A view as plain text for the terminal."""


class Views(Protocol):
    """A game's `view.py`: what people see."""

    def view(self, s: Any, seat: int) -> msgspec.Struct:
        """What the seat, or a spectator, may see: built field by field from what is theirs to know."""

    def preview(self, s: Any, seat: int, move: int) -> Preview:
        """What a legal move would do, as far as the seat can know."""

    def handles(self, s: Any, seat: int, move: int) -> tuple[str, ...]:
        """The things on the table that one touches to make a legal move, such as "card" or "seat:2".

        Moves that touch the same things are told apart by their words.
        """

    def why_not(self, s: Any, seat: int) -> dict[str, Phrase]:
        """Handles that a seat might reach for and can't use now, each with the reason in a sentence."""

    def figures(self, s: Any, viewer: int) -> dict[str, int]:
        """Numbers worth a curve, as far as the viewer knows them, such as "price:pink" or "score:2"."""
