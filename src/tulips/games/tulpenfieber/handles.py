"""What one touches on the table to make a move of Tulpenfieber, and why something can't be touched now."""

import functools

from tulips.engine.phrase import Phrase, say
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import ALIKE, COLUMNS, FREE_ROLLS, LONG, MOST_ROLLS, RUNS, SHORT, SPACES, space_sign
from tulips.games.tulpenfieber.dice import HANDFULS
from tulips.games.tulpenfieber.rules import (
    CARRY,
    CARRY_NONE,
    CARRY_TULIP,
    LAY_ABOVE,
    LAY_TILE,
    NO_TILE,
    PAID,
    PAY,
    PAY_SECOND,
    PLACE,
    PLANT,
    ROLLED,
    SET,
    STOP,
    TURN_ABOVE,
    TURN_TULIP,
)
from tulips.games.tulpenfieber.state import State, column_faces

carried_row = on_lists(rules.carried_row)
fitting_spaces = on_lists(rules.fitting_spaces)
may_pay = on_lists(rules.may_pay)


def handles(s: State, seat: int, move: int) -> tuple[str, ...]:
    """The dice, told apart by words; a space; the place above the field; a place for a tile; or what declines."""
    if move < HANDFULS:
        return ("dice",)
    if move == STOP:
        return ("stop",)
    if move in (TURN_ABOVE, LAY_ABOVE):
        return ("above",)
    if move in (NO_TILE, CARRY_NONE):
        return ("decline",)
    if LAY_TILE <= move < NO_TILE:
        return (f"tile:{tile_sign(move - LAY_TILE)}",)
    first = TURN_TULIP if move < TURN_ABOVE else PLANT if move < LAY_ABOVE else CARRY_TULIP
    return (SPACE_HANDLES[move - first],)


SPACE_HANDLES = [f"space:{space_sign(space)}" for space in range(SPACES)]


def tile_sign(place: int) -> str:
    """The rows and columns that a tile covers, in short: "1–2/1–3"."""
    row, column = divmod(place % SPACES, COLUMNS)
    height, width = (SHORT, LONG) if place < SPACES else (LONG, SHORT)
    return f"{row + 1}–{row + height}/{column + 1}–{column + width}"


def why_not(s: State, seat: int) -> dict[str, Phrase]:
    """Why dice can't be rolled, the turn not be stopped, a space not be used."""
    if s.turn != seat or s.chance or s.end:
        return {}
    if s.phase == SET:
        return {"stop": say("You have not rolled yet.")}
    if s.phase == CARRY:
        only = say("Only a tulip of row {row} can be carried over.", row=int(carried_row(s.round)) + 1)
        spaces = range(SPACES)
        return {f"space:{space_sign(i)}": only for i in spaces if i // COLUMNS != carried_row(s.round)}
    if s.phase not in (ROLLED, PAY, PAY_SECOND, PAID, PLACE):
        return {}
    reasons = {SPACE_HANDLES[space]: reason for space, reason in _of_spaces(s, seat)}
    if s.phase in (PAY, PAY_SECOND):
        if s.above[seat] and s.above[seat] == s.above_turned[seat]:
            reasons["above"] = say("All tulips above the field are turned.")
    elif s.phase != PLACE or int(fitting_spaces(s, s.dice)) & ~s.covered[seat]:
        reasons["above"] = say("A tulip goes above the field only if no open space fits.")
    if s.phase == PAY:
        reasons["dice"] = say("Turn two tulips first: they buy roll {roll}.", roll=s.rolls + 1)
    elif s.phase == PAY_SECOND:
        reasons["dice"] = reasons["stop"] = say("You have turned one tulip for a roll: turn a second one.")
    elif s.phase == PAID:
        reasons["stop"] = say("You have paid for a roll, so you must roll.")
    elif s.phase == PLACE:
        reasons["dice"] = reasons["stop"] = _no_more_rolls(s, seat)
    return reasons


def _no_more_rolls(s: State, seat: int) -> Phrase:
    if s.rolls == MOST_ROLLS:
        return say("You have rolled {rolls} times, the most there is.", rolls=MOST_ROLLS)
    if s.rolls < FREE_ROLLS or may_pay(s, seat):
        return say("You have stopped rolling: plant your tulip.")
    return say("You have no two tulips that could be turned for another roll.")


def _of_spaces(s: State, seat: int) -> list[tuple[int, Phrase]]:
    """The reason of every space that no move uses now, and of the place above the field."""
    fitting = int(fitting_spaces(s, s.dice))
    covered, turned, tiled = s.covered[seat], s.turned[seat], s.tiled[seat]
    paying = s.phase in (PAY, PAY_SECOND)
    grows = say("A tulip grows here already.")
    columns = column_faces(s)
    reasons = []
    for space in range(SPACES):
        if covered >> space & 1:
            if not paying:
                reasons.append((space, grows))
            elif tiled >> space & 1:
                reasons.append((space, say("A tulip under a bonus tile can't be turned.")))
            elif turned >> space & 1:
                reasons.append((space, say("This tulip is turned already.")))
        elif not fitting >> space & 1:
            face = columns[space % COLUMNS]
            reasons.append((space, _asks_for_alike(space // COLUMNS, face) if face else _asks_for_run(space // COLUMNS)))
        elif s.phase in (ROLLED, PAY):
            reasons.append((space, say("Your dice fit here: stop rolling, then plant.")))
        elif s.phase != PLACE:
            reasons.append((space, say("Your dice fit here, but you roll once more first.")))
    return reasons


@functools.cache
def _asks_for_alike(row: int, face: int) -> Phrase:
    return say("This space asks for {number} dice showing {face}.", number=ALIKE[row], face=face)


@functools.cache
def _asks_for_run(row: int) -> Phrase:
    if len(RUNS[row]) == 1:
        return say("This space asks for the run {run}.", run=RUNS[row][0])
    return say("This space asks for one of the runs {runs}.", runs=" / ".join(RUNS[row]))
