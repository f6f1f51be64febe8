"""Taking moves back: at once where the move has shown nobody anything, else with the consent of those who have seen it."""

from typing import TYPE_CHECKING

import msgspec

from tulips.table import clocks, seating
from tulips.table.record_files import can_take_back
from tulips.table.refusal import LATE, Refused
from tulips.table.state import Event, UndoState

if TYPE_CHECKING:
    from tulips.table.room import Room

NOTHING_TO_UNDO = "error.nothing-to-undo"
NO_QUESTION = "error.no-undo-asked"


class TakingBack:
    """How moves are taken back in one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    async def undo(self, seat: int, message: str, number: int) -> int:
        """Take back a seat's last move, or ask those affected, unless somebody else is asking."""
        room, message = self._room, f"{seat}:{message}"
        async with room.lock:
            if (before := await room.event_of(message)) is not None:
                return room.number_of(before, number, undo=True)
            live = room.playing()
            if number != live.number:
                raise Refused("late", LATE)
            if (standing := room.undo_asked) and standing.message == message:
                return number
            room.check_player(seat, "human")
            back = live.last_move_of(seat) if can_take_back(room.game, live.number) else None
            if back is None:
                raise Refused("nothing to undo", NOTHING_TO_UNDO)
            shown = back > 1 or live.freely_undone != seat  # somebody has seen what came of it
            people = seating.people_to_ask(room.state, seat) if shown else []
            if not people:
                return await self._take_back(seat, back, message, number)
            asked = UndoState(seat, back, number, people, message)
            await room.change(lambda state: seating.ask_to_take_back(state, asked))
            return number

    async def consent(self, seats: frozenset[int], agree: bool) -> int:
        """Answer somebody who asks to take moves back."""
        room = self._room
        async with room.lock:
            asked = room.undo_asked
            if asked is None or not seats & set(asked.waiting_for):
                raise Refused("nothing to undo", NO_QUESTION)
            left = [seat for seat in asked.waiting_for if seat not in seats]
            if agree and not left:
                return await self._take_back(asked.seat, asked.moves, asked.message or f"undo:{asked.number}", asked.number)
            after = msgspec.structs.replace(asked, waiting_for=left) if agree else None
            await room.change(lambda state: seating.answer_question(state, asked, after))
            return asked.number

    async def _take_back(self, seat: int, moves: int, message: str, number: int) -> int:
        room = self._room
        event = Event(room.id, room.playing().number + 1, seat, None, moves, message, "human", clocks.now())
        written = await room.write(event)
        if written is None:
            raise Refused("late", LATE)
        return room.number_of(written, number, undo=True)
