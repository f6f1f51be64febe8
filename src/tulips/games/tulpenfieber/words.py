"""Tulpenfieber in words: what is being waited for, and the view as text for the terminal."""

import textwrap
from collections.abc import Iterable, Sequence

from tulips.engine.phrase import Phrase
from tulips.engine.plain_text import counted
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import FREE_ROLLS, ROUNDS, WAYS, say
from tulips.games.tulpenfieber.rules import (
    CARRY,
    DICE,
    PAID,
    PAY,
    PAY_SECOND,
    PLACE,
    ROLLED,
    SET,
    SOLO_OUTSTANDING,
    STARTER,
    TILE,
)
from tulips.games.tulpenfieber.state import State
from tulips.games.tulpenfieber.view import Field, View

carried_row = on_lists(rules.carried_row)
spaces_to_plant = on_lists(rules.spaces_to_plant)
solo_total = on_lists(rules.solo_total)

GRADES = ("status.outstanding", "status.very-good", "status.solo-won", "status.solo-lost")


def shown(dice: Iterable[int]) -> str:
    """Faces as they are written down."""
    return " ".join(map(str, dice))


def status(s: State) -> Phrase:
    """Whose turn it is, what for, and what ends the round or the game."""
    if s.end:
        return _over(s)
    if s.chance == STARTER:
        return say("status.start")
    if s.seats == 1:
        return say("status.round", round=s.round + 1, rounds=ROUNDS, doing=_doing(s))
    return say("status.race", doing=_doing(s))


def _doing(s: State) -> Phrase:
    """What the seat is about to do."""
    if s.chance == DICE:
        return say("status.rolls", seat=s.turn)
    if s.phase == SET:
        if s.bonus[s.turn] == 1:
            return say("status.sets-one", seat=s.turn)
        return say("status.sets", seat=s.turn, dice=s.bonus[s.turn])
    if s.phase == ROLLED:
        return say("status.rolled", seat=s.turn, rolls=s.rolls, free=FREE_ROLLS)
    if s.phase == PAY:
        return say("status.may-buy", seat=s.turn, roll=s.rolls + 1)
    if s.phase == PAY_SECOND:
        return say("status.turns-second", seat=s.turn, roll=s.rolls + 1)
    if s.phase == PAID:
        return say("status.paid", seat=s.turn, roll=s.rolls + 1)
    if s.phase == PLACE:
        fits = int(spaces_to_plant(s, s.turn))
        return say("status.plants", seat=s.turn) if fits else say("status.no-space", seat=s.turn)
    if s.phase == TILE:
        return say("status.may-claim", seat=s.turn)
    assert s.phase == CARRY
    row = int(carried_row(s.round)) + 1
    return say("status.may-carry" if s.may_decline else "status.carries", seat=s.turn, row=row)


def _over(s: State) -> Phrase:
    if s.seats > 1:
        return say("status.won", seat=s.turn, won=say(WAYS[s.end - 1]))
    return say(GRADES[s.end - SOLO_OUTSTANDING], tulips=int(solo_total(s)))


# The terminal

FIELD_WIDTH = 27
UNDER_TILES = "abcd"


def text(view: View, names: Sequence[str]) -> str:
    """A view as plain text: the fields side by side, then the dice and the spaces they fit."""
    blocks = [_field(view, p, names[p]) for p in range(len(view.seats))]
    abreast = 2 if len(blocks) > 3 else 3
    lines = []
    for first in range(0, len(blocks), abreast):
        for parts in zip(*blocks[first : first + abreast], strict=True):
            lines.append("  ".join(f"{part:<{FIELD_WIDTH}}" for part in parts).rstrip())
    multicoloured = ", M multicoloured, m the same turned" if view.round else ""
    under = ", a to d under a bonus tile" if any(seat.tiles for seat in view.seats) else ""
    lines.append(f"T tulip, $ turned{multicoloured}{under}. Column R asks for runs.")
    if view.round:
        lines.append(_rounds(view))
    lines.append(f"Bonus tiles left: {view.supply}")
    if view.phase == "rolling":
        kept = f", beside {shown(view.dice)}" if view.dice else ""
        lines.append(f"Roll {view.rolls + 1} is awaited{kept}.")
    elif view.dice:
        lines.append(f"Dice after roll {view.rolls}: {shown(view.dice)}")
    if view.phase in ("rolled", "pay", "pay second", "paid", "place"):
        reach = ", ".join(view.reach) or "none: a tulip would go above the field"
        lines.append(f"Open spaces that fit (row/column): {reach}")
    return "\n".join(_wrapped(lines))


def _rounds(view: View) -> str:
    """How the rounds of the solo game stand."""
    over = " + ".join(map(str, view.sums))
    if view.phase == "over":
        return f"The three rounds: {over} = {sum(view.sums)} tulips."
    before = view.sums[: view.round - 1]
    told = f"; rounds before: {' + '.join(map(str, before))}" if before else ""
    tulips = counted(view.seats[0].tulips, "tulip")
    if view.phase == "carry":
        return f"Round {view.round} of {view.rounds} is over with {tulips}{told}."
    return f"Round {view.round} of {view.rounds}, {tulips} so far{told}."


def _wrapped(lines: list[str], width: int = 79) -> list[str]:
    return [part for line in lines for part in (textwrap.wrap(line, width) if len(line) > width else [line])]


def _field(view: View, p: int, name: str) -> list[str]:
    """One seat's field, line by line, each row with how many alike it asks for."""
    seat: Field = view.seats[p]
    mark = ">" if p == view.turn else " "
    lines = [f"{mark}{name[:10]}, {'solo' if view.round else f'field {seat.field}'}"]
    lines.append("     " + " ".join(str(face) if face else "R" for face in view.columns))
    cells = [list(row.replace(".", "·")) for row in seat.rows]
    for letter, tile in zip(UNDER_TILES, seat.tiles, strict=False):
        for row in range(tile.row - 1, tile.row - 1 + tile.rows):
            for column in range(tile.column - 1, tile.column - 1 + tile.columns):
                cells[row][column] = letter
    lines += [f"{n} ×{alike} " + " ".join(row) for n, (alike, row) in enumerate(zip(view.alike, cells, strict=True), 1)]
    above = f"above {seat.above}" + (f" ({seat.above_turned} $)" if seat.above_turned else "")
    tiles = f", tiles {len(seat.tiles)}" if seat.tiles else ""
    lines.append(f"  dice {seat.dice}{tiles}, {above}")
    return lines
