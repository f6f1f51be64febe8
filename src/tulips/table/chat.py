"""What is said at a table, in two channels: the players', and apart from it the spectators'.

A line of somebody at a seat, or of the host without one, is the players'. They are kept for good, up to a bound. A spectator's
line has no seat; of those only the last are kept, so that a crowd can talk as long as it likes and takes nothing from anybody.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from tulips.table.state import Said

MOST_SAID = 5_000
"""Lines of the players that a table keeps; then nothing more can be said."""

SHOWN = 100
"""How many of the players' lines are shown to somebody who comes."""

SPECTATORS_KEPT = 100
"""How many of the spectators' lines are kept, and shown to somebody who comes."""

ENOUGH_SAID = "error.enough-said"
SPECTATORS_CLOSED = "talk.closed"


class Chat:
    """The latest lines of both channels."""

    def __init__(self, lines: Iterable[Said]) -> None:
        self._players: deque[Said] = deque(maxlen=SHOWN)
        self._spectators: deque[Said] = deque(maxlen=SPECTATORS_KEPT)
        for line in lines:
            self.hear(line)

    def hear(self, line: Said) -> bool:
        """Take in a line; whether it is news. A line older than all that are remembered is not."""
        known = self._spectators if line.channel == "spectators" else self._players
        if any(line.number == other.number for other in known):
            return False
        if len(known) == known.maxlen and line.number < known[0].number:
            return False
        known.append(line)
        return True

    def __iter__(self) -> Iterator[Said]:
        """All lines, in the order in which they were said."""
        return iter(sorted([*self._players, *self._spectators], key=lambda line: line.number))
