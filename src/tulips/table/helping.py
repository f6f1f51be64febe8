"""Help for those who play, where a table has agreed on it: hints, and a tutor who asks before a costly mistake.

A seat is told what follows from its knowledge and no more (`tulips.review.hints`). Everybody at the table is told that
it was given help: a note of it is on disk before the seat gets the answer. What was found out for a seat at one point
of a match is kept while that lasts, so whoever asks again is told the same.
"""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tulips.engine.offer import Offer
from tulips.engine.phrase import Phrase
from tulips.review import hints
from tulips.table import seating
from tulips.table.fair_queue import Turn
from tulips.table.refusal import LATE, Refused
from tulips.table.serialize import offer_of
from tulips.table.state import HelpNote
from tulips.table.thinking import bot_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.match.match import AnyMove
    from tulips.table.live_match import LiveMatch
    from tulips.table.room import Room

SHOWN = 3
"""Moves that a hint shows at most."""

PATIENCE = 2.5
"""Seconds after which a tutor who has not found out anything holds up a move no longer."""

NO_HINTS = "error.no-hints"
NO_TUTOR = "error.no-tutor"
NOTHING_TO_DECIDE = "error.no-hint-now"
NOT_COMPILED = "error.hints-not-ready"
TOO_FAST = "error.too-fast"


class HintedMove(msgspec.Struct, frozen=True):
    """A move that a hint shows: its share of the victory with the 95 % interval, its points at the end, and why."""

    offer: Offer
    chance: float
    low: float
    high: float
    score: float
    reason: Phrase


class Warned(msgspec.Struct, frozen=True):
    """What a move would give away beside the best, as a share of the victory with the 95 % interval, and why."""

    lost: float
    low: float
    high: float
    better: HintedMove
    reason: Phrase


class Place(NamedTuple):
    """A point of the match at which a seat decides: after so many events."""

    number: int
    seat: int


class Helping:
    """The help that the seats of one room are given."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._found: dict[Place, asyncio.Task[hints.Advice]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether something is being found out."""
        return any(not task.done() for task in self._found.values())

    def close(self) -> None:
        """Find out nothing more."""
        for task in self._found.values():
            task.cancel()

    async def hint(self, seat: int, number: int, address: str, may_think: "Callable[[], bool]") -> list[HintedMove]:
        """The best moves of a seat that decides, the best first."""
        room = self._room
        if room.state.helps == "none":
            raise Refused("not yours", NO_HINTS)
        live, place = self._place(seat, number)
        if not hints.is_ready(room.game):
            room.registry.compiling.begin(room.state.game)
            raise Refused("waiting", NOT_COMPILED)
        advice = await self._advice(live, place, address, may_think)
        live, _ = self._place(seat, number)
        shown = [move for move in advice.ranked[:SHOWN] if advice.was_tried(move)]
        told = [self._hinted(live, place, advice, move) for move in shown]
        await self._note(live, place)
        return told

    async def check(
        self, seat: int, number: int, move: "AnyMove | None", address: str, may_think: "Callable[[], bool]"
    ) -> Warned | None:
        """What a tutor has against a move; nothing if it is sound, or if there was no time to find out.

        Without a move the tutor only thinks ahead.
        """
        room = self._room
        if room.state.helps != "tutor":
            raise Refused("not yours", NO_TUTOR)
        live, place = self._place(seat, number)
        chosen = None if move is None else room.legal(live, seat, move)
        if not hints.is_ready(room.game) or len(live.rules.moves(seat)) < 2:
            return None
        try:
            advice = await asyncio.wait_for(self._advice(live, place, address, may_think), PATIENCE)
        except (TimeoutError, Refused):
            return None
        if chosen is None or chosen == advice.ranked[0]:
            return None
        worlds = hints.hint_effort(room.game).worlds
        loss = await room.registry.thinking.find_out(Turn(address, room.id), lambda _: advice.loss(chosen, worlds))
        if not advice.is_warning(loss):
            return None
        live, _ = self._place(seat, number)
        better = self._hinted(live, place, advice, advice.ranked[0])
        await self._note(live, place, warning=True)
        return Warned(round(loss.lost, 4), round(loss.low, 4), round(loss.high, 4), better, advice.why(chosen, loss))

    def _place(self, seat: int, number: int) -> "tuple[LiveMatch, Place]":
        """The match, and where the seat decides; refused if it has nothing to decide there."""
        room = self._room
        live = room.playing()
        room.check_player(seat, "human")
        if not live.is_current(seat, number):
            raise Refused("late", LATE)
        if seat not in live.actors:
            raise Refused("waiting", NOTHING_TO_DECIDE)
        # While several choose at once, what the others have chosen changes nothing for the seat.
        same = live.open_number if live.open_from is not None else live.number
        return live, Place(same, seat)

    async def _advice(self, live: "LiveMatch", place: Place, address: str, may_think: "Callable[[], bool]") -> "hints.Advice":
        """What is found out for the seat there: once, whoever asks."""
        task = self._found.get(place)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            if not may_think():
                raise Refused("too fast", TOO_FAST)
            for other in [other for other in self._found if other.number != place.number]:
                self._found.pop(other).cancel()
            task = self._found[place] = asyncio.get_running_loop().create_task(self._think(live, place, address))
        try:
            advice = await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise Refused("late", LATE) from None
            raise
        if self._found.get(place) is not task:
            raise Refused("late", LATE)
        return advice

    async def _think(self, live: "LiveMatch", place: Place, address: str) -> "hints.Advice":
        room, game = self._room, self._room.game
        effort, states = hints.hint_effort(game), live.states.copy()
        seed = bot_seed(room.state.seed, f"{room.id}/hint", place.number, place.seat)

        def work(megabytes: float) -> "hints.Advice":
            return hints.advise(
                game,
                states,
                place.seat,
                iterations=effort.iterations,
                worlds=effort.worlds,
                all_moves=False,
                megabytes=megabytes,
                seed=seed,
            )

        return await room.registry.thinking.find_out(Turn(address, room.id), work)

    async def _note(self, live: "LiveMatch", place: Place, *, warning: bool = False) -> None:
        """Let the table know, on disk first."""
        note = HelpNote(place.number, live.moves_made, place.seat, warning)
        if not seating.is_noted(self._room.state, note):
            await self._room.change(lambda state: seating.note_help(state, note))

    def _hinted(self, live: "LiveMatch", place: Place, advice: "hints.Advice", move: int) -> HintedMove:
        """A move as it is shown."""
        told = advice.hint(move, self._room.state.names)
        assert told.chance is not None and told.low is not None and told.high is not None and told.score is not None
        return HintedMove(
            offer=offer_of(live, place.seat, move),
            chance=round(told.chance, 4),
            low=round(told.low, 4),
            high=round(told.high, 4),
            score=round(told.score, 1),
            reason=told.reason,
        )
