"""What a move of Tulpenfieber would do, for whoever is about to make it."""

import functools

from tulips.engine.phrase import Phrase, join_phrases, say
from tulips.engine.preview import Change, Preview
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import ALIKE, AREA, COLUMNS, ENDS, NOT_WON, ROUNDS, RUNS, spaces_of
from tulips.games.tulpenfieber.dice import HANDFULS
from tulips.games.tulpenfieber.odds import Likeliest, likeliest, likeliest_of_keeping, of_paying
from tulips.games.tulpenfieber.rules import (
    CARRY_NONE,
    LAY_ABOVE,
    LAY_TILE,
    NO_TILE,
    NOWHERE,
    PAY,
    PLANT,
    STOP,
    TURN_ABOVE,
)
from tulips.games.tulpenfieber.state import State, column_faces

carried_row = on_lists(rules.carried_row)
dice_earned = on_lists(rules.dice_earned)
fitting_spaces = on_lists(rules.fitting_spaces)
flat_places = on_lists(rules.flat_places)
may_turn = on_lists(rules.may_turn)
tulips_in = on_lists(rules.tulips_in)
upright_places = on_lists(rules.upright_places)
victory = on_lists(rules.victory)

EVEN = (0.45, 0.55)  # between these, it may as well be as not
# What people say of odds: so many in so many
FRACTIONS = sorted(
    {(1, n) for n in (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 100)}
    | {(n - 1, n) for n in (3, 4, 5, 6, 8, 10, 20, 50, 100)}
    | {(2, 5), (3, 5), (3, 10), (7, 10)},
    key=lambda fraction: fraction[0] / fraction[1],
)


def turnable(s: State, seat: int) -> int:
    """How many tulips the seat could turn for rolls."""
    return int(tulips_in(may_turn(s, seat))) + s.above[seat] - s.above_turned[seat]


def preview(s: State, seat: int, move: int) -> Preview:
    """What a move would do."""
    if move < HANDFULS:
        return Preview(odds_phrase(likeliest_of_keeping(s)[move], column_faces(s)))
    if move == STOP:
        return Preview(_fitting(len(spaces_of(int(fitting_spaces(s, s.dice)) & ~s.covered[seat]))))
    if move <= TURN_ABOVE:
        return _turning(s, seat)
    if move < LAY_ABOVE:
        return _planting(s, seat, move - PLANT)
    if move == LAY_ABOVE:
        above = Change(say("tulips above the field"), s.above[seat], s.above[seat] + 1, "above")
        return Preview(say("it can still be turned for a roll"), [above, _tulips(s, seat)])
    if move < NO_TILE:
        return _tiling(s, seat, move - LAY_TILE)
    if move == NO_TILE:
        return Preview(_can_be_turned(turnable(s, seat)))
    return _carrying(s, move)


# Rolling


def odds_phrase(spaces: Likeliest, faces: list[int]) -> Phrase:
    """In each row, the open space that is most likely to be filled, by what it asks for."""
    told = [_chance_for(chance, space // COLUMNS + 1, faces[space % COLUMNS]) for chance, space in spaces if chance]
    return join_phrases(told) if told else say("nothing can be filled")


@functools.lru_cache(maxsize=8192)
def _chance_for(chance: float, row: int, face: int) -> Phrase:
    told = chance_phrase(chance)
    if not face:
        return say("run in row {row}: {chance}", chance=told, row=row)
    return say("{face}s in row {row}: {chance}", chance=told, face=face, row=row)


def chance_phrase(chance: float) -> Phrase:
    """A chance in words: only what must come is called certain."""
    if chance >= 1:
        return say("certain")
    if EVEN[0] <= chance <= EVEN[1]:
        return say("about even")
    if chance < 1 / 150:
        return say("less than 1 in 100")
    if chance > 1 - 1 / 150:
        return say("almost certain")
    part, whole = min(FRACTIONS, key=lambda fraction: abs(fraction[0] / fraction[1] - chance))
    return say("{part} in {whole}", part=part, whole=whole)


def _fitting(spaces: int) -> Phrase:
    if not spaces:
        return say("no open space fits: the tulip goes above the field")
    return say("1 open space fits") if spaces == 1 else say("{spaces} open spaces fit", spaces=spaces)


@memoized
def _turning(s: State, seat: int) -> Preview:
    """What the roll that two turned tulips buy is likely to fill, whichever is turned."""
    left = turnable(s, seat)
    odds = odds_phrase(next(likeliest(of_paying(s))), column_faces(s))
    if s.phase == PAY:
        words = say("this and a second one, turned for good, buy roll {roll}: {odds}", roll=s.rolls + 1, odds=odds)
    else:
        words = say("turned for good, buys roll {roll}: {odds}", roll=s.rolls + 1, odds=odds)
    return Preview(words, [Change(say("tulips that can be turned"), left, left - 1, f"turnable:{seat}")])


# Planting


def _tulips(s: State, seat: int) -> Change:
    return Change(say("tulips"), s.tulips[seat], s.tulips[seat] + 1, f"tulips:{seat}")


def _planting(s: State, seat: int, space: int) -> Preview:
    """What the field earns with one more space covered."""
    before, after = s.covered[seat], s.covered[seat] | 1 << space
    changes = [_tulips(s, seat)]
    won = victory(after)
    if won != NOT_WON:
        how = win_phrase(int(won))
        words = say("{how}: ends the round", how=how) if s.seats == 1 else say("{how}: wins the game", how=how)
        return Preview(words, changes)
    earned = []
    dice = int(dice_earned(before)), int(dice_earned(after))
    if dice[0] != dice[1]:
        changes.append(Change(say("dice"), *dice, f"dice:{seat}"))
        earned.append(say("{dice} dice from the next turn on", dice=dice[1]))
    free = after & ~s.tiled[seat]
    if s.supply and (flat_places(free) | upright_places(free)):
        earned.append(say("a bonus tile fits"))
    return Preview(join_phrases(earned, "; ") if earned else asks_phrase(s, space), changes)


def win_phrase(won: int) -> Phrase:
    """How a field wins."""
    return say(ENDS[won - 1])


def asks_phrase(s: State, space: int) -> Phrase:
    """What a space asks for."""
    row, column = divmod(space, COLUMNS)
    face = column_faces(s)[column]
    if face:
        return say("{number} dice showing {face}", number=ALIKE[row], face=face)
    if len(RUNS[row]) == 1:
        return say("the run {run}", run=RUNS[row][0])
    return say("one of the runs {runs}", runs=" / ".join(RUNS[row]))


# Bonus tiles


def _tiling(s: State, seat: int, place: int) -> Preview:
    """A die to set each turn, for tulips that can't be turned any more."""
    left = turnable(s, seat)
    locked = int(tulips_in(may_turn(s, seat) & int(AREA[place])))
    if not locked:
        cost = say("all six are turned already")
    elif locked == 1:
        cost = say("1 tulip can't be turned any more")
    else:
        cost = say("{tulips} tulips can't be turned any more", tulips=locked)
    tiles = Change(say("bonus tiles"), s.bonus[seat], s.bonus[seat] + 1, f"tiles:{seat}")
    changes = [tiles, Change(say("tulips that can be turned"), left, left - locked, f"turnable:{seat}")]
    return Preview(say("one of your dice set each turn; {cost}", cost=cost), changes if locked else [tiles])


def _can_be_turned(tulips: int) -> Phrase:
    if not tulips:
        return say("there is no tulip left that could be turned")
    if tulips == 1:
        return say("1 tulip can still be turned")
    return say("{tulips} tulips can still be turned", tulips=tulips)


# Solo


def _carrying(s: State, move: int) -> Preview:
    """What stays on the field for the next round."""
    kept = sum(s.multicoloured[i] != NOWHERE for i in range(ROUNDS - 1))
    if move != CARRY_NONE:
        stays = say("it stays for the last round") if s.round == ROUNDS - 2 else say("it stays for both rounds to come")
        return Preview(stays, [Change(say("multicoloured tulips"), kept, kept + 1)])
    if s.round and s.multicoloured[0] != NOWHERE:
        return Preview(say("only the multicoloured tulip of row {row} stays", row=int(carried_row(0)) + 1))
    return Preview(say("nothing is carried over"))
