"""Tulpenfieber in words: the notation of its moves and outcomes, the line of status, and the view as text for the terminal."""

import functools
import re
import textwrap
from collections.abc import Sequence

from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import AREA, FREE_ROLLS, NOT_WON, ROUNDS, TILE_PLACES, space_phrase
from tulips.games.tulpenfieber.dice import (
    BITS,
    FACES,
    HANDFULS,
    MAX_DICE,
    PACKED,
    SIZE,
    distinct_rolls,
    faces,
    handful,
    roll_faces,
    roll_of_faces,
)
from tulips.games.tulpenfieber.handles import tile_sign
from tulips.games.tulpenfieber.preview import win_phrase
from tulips.games.tulpenfieber.rules import (
    CARRY,
    CARRY_NONE,
    CARRY_TULIP,
    DICE,
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
    SOLO_LOST,
    SOLO_OUTSTANDING,
    STARTER,
    STOP,
    TILE,
    TURN_ABOVE,
    TURN_TULIP,
)
from tulips.games.tulpenfieber.state import State
from tulips.games.tulpenfieber.view import Seat, View

carried_row = on_lists(rules.carried_row)
dice_earned = on_lists(rules.dice_earned)
fitting_spaces = on_lists(rules.fitting_spaces)
solo_total = on_lists(rules.solo_total)
victory = on_lists(rules.victory)

NO_DICE = "no dice"


def shown(dice: list[int]) -> str:
    """Faces as they are written down."""
    return " ".join(map(str, dice))


def move(s: State, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    return _roll(chosen, 0 if s.phase == SET else s.number) if chosen < HANDFULS else _other(chosen)


@functools.cache
def _other(chosen: int) -> Phrase:
    """The notation of a move that rolls no dice."""
    if chosen == STOP:
        return say("stop")
    if chosen < TURN_ABOVE:
        return say("turn the tulip at {space}", space=space_phrase(chosen - TURN_TULIP))
    if chosen == TURN_ABOVE:
        return say("turn a tulip above the field")
    if chosen < LAY_ABOVE:
        return say("plant at {space}", space=space_phrase(chosen - PLANT))
    if chosen == LAY_ABOVE:
        return say("lay the tulip above the field")
    if chosen < NO_TILE:
        rows, columns = tile_sign(chosen - LAY_TILE).split("/")
        return say("bonus tile on rows {rows}, columns {columns}", rows=rows, columns=columns)
    if chosen == NO_TILE:
        return say("no bonus tile")
    if chosen == CARRY_NONE:
        return say("carry no tulip over")
    return say("carry over the tulip at {space}", space=space_phrase(chosen - CARRY_TULIP))


@functools.cache
def _roll(kept: int, number: int) -> Phrase:
    """The notation of keeping dice of so many and rolling the others; of none, of setting them."""
    dice = shown(faces(int(PACKED[kept])))
    if not number:
        return say("set {dice}", dice=dice)
    rolling = number - int(SIZE[kept])
    return say("keep {dice} and roll {number}", dice=dice, number=rolling) if kept else say("roll all {number}", number=rolling)


# Moves that are typed a little otherwise: dice in any order, an ordinary hyphen

_DICE = re.compile(r"(?P<deed>set|keep) (?P<dice>[1-6](?: [1-6])*)(?: and roll (?P<number>\d))?")


def parse_move(s: State, seat: int, words: str) -> int | None:
    """The move that such words stand for, or None."""
    words = " ".join(words.casefold().split())
    if found := _DICE.fullmatch(words):
        dice = [int(face) for face in found["dice"].split()]
        if len(dice) > MAX_DICE:
            return None
        kept = int(handful(sum(1 << BITS * (face - 1) for face in dice)))
        setting = found["deed"] == "set"
        if setting:
            return kept if s.phase == SET and found["number"] is None and len(dice) == s.bonus[seat] else None
        rolling = s.phase in (ROLLED, PAID) and found["number"] == str(s.number - len(dice)) and len(dice) < s.number
        return kept if rolling and all(dice.count(face) <= faces(s.dice).count(face) for face in dice) else None
    return _tiles().get(words.replace("-", "–"))


@functools.cache
def _tiles() -> dict[str, int]:
    """The words of every place that a tile could have."""
    return {str(_other(LAY_TILE + place)): LAY_TILE + place for place in range(TILE_PLACES) if AREA[place]}


# What others hear of it


def move_seen(s: State, now: State, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as everyone sees it, with what the tulip planted brings about."""
    return _made(s, seat, chosen)


@memoized
def _made(s: State, seat: int, chosen: int) -> Phrase:
    told = move(s, seat, chosen)
    if not PLANT <= chosen < LAY_ABOVE:
        return told
    after = s.covered[seat] | 1 << chosen - PLANT
    won = victory(after)
    if won != NOT_WON:
        how = win_phrase(int(won))
        if s.seats > 1:
            return say("{move}: {how}, and the game is won", move=told, how=how)
        ended = say("round {round} ends with {tulips} tulips", round=s.round + 1, tulips=s.tulips[seat] + 1)
        return say("{move}: {how}, and {ended}", move=told, how=how, ended=ended)
    dice = int(dice_earned(after))
    return say("{move}: {dice} dice from now on", move=told, dice=dice) if dice > dice_earned(s.covered[seat]) else told


def outcome(s: State, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a seat, or the dice rolled, one by one."""
    if s.chance != DICE:
        return say("{seat}", seat=decided)
    rolling = rolling_dice(s)
    return say("{dice}", dice=shown(roll_faces(rolling, decided))) if rolling else say(NO_DICE)


def rolling_dice(s: State) -> int:
    """How many dice are about to be rolled."""
    return s.number - int(SIZE[handful(s.dice)])


def find_outcome(s: State, words: str) -> int | None:
    """The outcome of the pending chance that the words stand for, or None."""
    parts = words.casefold().split()
    if s.chance != DICE:
        seats = {f"seat {p + 1}": p for p in range(s.seats)}
        return seats.get(" ".join(parts))
    rolling = rolling_dice(s)
    if not rolling:
        return 0 if parts == NO_DICE.split() else None
    if len(parts) != rolling or not all(part in map(str, range(1, FACES + 1)) for part in parts):
        return None
    return roll_of_faces([int(part) for part in parts])


def outcome_seen(s: State, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: everyone sees all."""
    return _decided(s, decided)


@memoized
def _decided(s: State, decided: int) -> Phrase:
    if s.chance != DICE:
        return say("{seat} will start with field 1", seat=decided)
    kept = shown(faces(s.dice))
    rolling = rolling_dice(s)
    if not rolling:
        return say("all dice are set: {kept}", kept=kept)
    dice = shown(roll_faces(rolling, decided))
    return say("roll {roll}: {dice} beside {kept}" if kept else "roll {roll}: {dice}", roll=s.rolls + 1, dice=dice, kept=kept)


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: the dice are rolled in somebody's turn."""
    return s.turn if s.chance == DICE else None


def deals(s: State) -> bool:
    """No cards are dealt."""
    return False


def results(s: State, after: State, seat: int | None, what: int) -> list[LogLine]:
    """A move's own words say all that comes of it."""
    return []


# The line of status


def status(s: State) -> Phrase:
    """Whose turn it is, what for, and what ends the round or the game."""
    if s.end:
        return _over(s)
    if s.chance == STARTER:
        return say("It is being decided who starts.")
    if s.seats == 1:
        ends = say("row 4 full, three side by side or any four in row 5 ends the round")
        return say("Round {round} of {rounds}: {doing}; {ends}.", round=s.round + 1, rounds=ROUNDS, doing=_doing(s), ends=ends)
    ends = say("row 4 full, three side by side or any four in row 5 wins")
    return say("{doing}; {ends}.", doing=_doing(s), ends=ends)


def _doing(s: State) -> Phrase:
    """What the seat is about to do."""
    if s.chance == DICE:
        return say("{seat} rolls", seat=s.turn)
    if s.phase == SET:
        if s.bonus[s.turn] == 1:
            return say("{seat} sets a bonus die before the first roll", seat=s.turn)
        return say("{seat} sets {dice} bonus dice before the first roll", seat=s.turn, dice=s.bonus[s.turn])
    if s.phase == ROLLED:
        return say("{seat} has rolled {rolls} of {free} times", seat=s.turn, rolls=s.rolls, free=FREE_ROLLS)
    if s.phase == PAY:
        return say("{seat} may buy roll {roll} with two tulips, or stop", seat=s.turn, roll=s.rolls + 1)
    if s.phase == PAY_SECOND:
        return say("{seat} turns a second tulip for roll {roll}", seat=s.turn, roll=s.rolls + 1)
    if s.phase == PAID:
        return say("{seat} has paid for roll {roll}", seat=s.turn, roll=s.rolls + 1)
    if s.phase == PLACE:
        fits = int(fitting_spaces(s, s.dice)) & ~s.covered[s.turn]
        return say("{seat} plants a tulip", seat=s.turn) if fits else say("no open space fits the dice of {seat}", seat=s.turn)
    if s.phase == TILE:
        return say("{seat} may claim a bonus tile", seat=s.turn)
    assert s.phase == CARRY
    row = int(carried_row(s.round)) + 1
    if s.may_decline:
        return say("{seat} may carry over a tulip of row {row}", seat=s.turn, row=row)
    return say("{seat} carries over a tulip of row {row}", seat=s.turn, row=row)


def _over(s: State) -> Phrase:
    if s.seats > 1:
        return say("{seat} has won: {how}.", seat=s.turn, how=win_phrase(s.end))
    total = int(solo_total(s))
    if s.end == SOLO_LOST:
        return say("{tulips} tulips in three rounds: not won this time.", tulips=total)
    if s.end == SOLO_OUTSTANDING:
        return say("{tulips} tulips in three rounds: outstanding!", tulips=total)
    very_good = s.end == SOLO_OUTSTANDING + 1
    return (
        say("{tulips} tulips in three rounds: very good.", tulips=total)
        if very_good
        else say("{tulips} tulips in three rounds: won.", tulips=total)
    )


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
    tulips = view.seats[0].tulips
    counted = "1 tulip" if tulips == 1 else f"{tulips} tulips"
    if view.phase == "carry":
        return f"Round {view.round} of {view.rounds} is over with {counted}{told}."
    return f"Round {view.round} of {view.rounds}, {counted} so far{told}."


def _wrapped(lines: list[str], width: int = 79) -> list[str]:
    return [part for line in lines for part in (textwrap.wrap(line, width) if len(line) > width else [line])]


def _field(view: View, p: int, name: str) -> list[str]:
    """One seat's field, line by line, each row with how many alike it asks for."""
    seat: Seat = view.seats[p]
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


def distinct_outcomes(s: State) -> list[tuple[int, int]]:
    """Rolls without regard to the order of the dice, or the seats that may start."""
    if s.chance == DICE:
        return distinct_rolls(s.number - int(SIZE[handful(s.dice)]))
    return [(seat, 1) for seat in range(s.seats)]
