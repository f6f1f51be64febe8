"""Delayed watching: the match as it was some events ago, for spectators who must not help those who play."""

import itertools
from collections import deque
from typing import TYPE_CHECKING

from tulips.table.broadcast import Broadcaster
from tulips.table.state import Event

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tulips.table.live_match import LiveMatch
    from tulips.table.replay_pool import ReplayPool

_names = itertools.count(1)


class DelayedBroadcaster(Broadcaster):
    """Broadcasts a match so many moves late. It counts events of its own: moves taken back before are not among them."""

    def __init__(self, live: "LiveMatch", replays: "ReplayPool", table: str, delay: int) -> None:
        # Few moves have to be made for it, as the delay is short.
        past = live.earlier(max(len(live.header.opening), live.moves_made - delay))
        super().__init__(past, replays, (table, next(_names)))  # a name that no other has
        self._delay = delay
        moves = enumerate(live.moves_between(past.moves_made, live.moves_made), past.number + 1)
        self._held_back = deque(
            Event(table, number, seat, move, None, "", player, 0.0) for number, (seat, move, player) in moves
        )

    def hold_back(self, events: "Iterable[Event]", *, over: bool) -> None:
        """Take in what has happened, and show what is old enough; everything once the match is over."""
        self._held_back.extend(events)
        while self._held_back and (len(self._held_back) > self._delay or over):
            event = self._held_back.popleft()
            number = self.live.number + 1
            self.follow([Event(event.match, number, event.seat, event.move, event.undone, "", event.player, event.made)])
            self.send_now()  # at the end several come at once, and each is worth seeing
            if event.undone:
                for watcher in self.watchers:
                    watcher.table_changed()
