"""What can go wrong, each as one sentence for the person who will read it. Whatever raised one has changed nothing."""

from collections.abc import Sequence

import msgspec

from tulips.engine.phrase import Phrase, Value, say


class TulipsError(Exception):
    """Anything a caller may have got wrong; its text is a whole sentence, and a phrase where a player may meet it."""

    def __init__(self, why: str | Phrase, names: Sequence[str] = ()) -> None:
        self.why = why if isinstance(why, Phrase) else say("problem", problem=why)
        # Moves stand in it as one would type them, with seats by number.
        values: dict[str, Value] = {gap: str(v) if isinstance(v, Phrase) else v for gap, v in self.why.values.items()}
        super().__init__(msgspec.structs.replace(self.why, values=values).named(names))


class UnknownGame(TulipsError):
    """There is no game of that name."""


class UnknownBot(TulipsError):
    """There is no bot of that name for this game."""


class BadSeats(TulipsError):
    """The game is not for that many players, or there is no such seat."""


class BadOption(TulipsError):
    """An option that the game does not have, or a value that it cannot take."""


class IllegalMove(TulipsError):
    """A move that the rules do not allow now."""


class WrongSeat(IllegalMove):
    """A move by a seat that has no decision to make now."""


class BadChance(TulipsError):
    """An outcome of chance that cannot happen, or one that is needed and not given."""


class BadRecord(TulipsError):
    """A record file that is damaged, foreign, or does not tell a game that could have been played."""
