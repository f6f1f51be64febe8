"""What a move of Tulpenfieber would do, for whoever is about to make it."""

import functools

from tulips.engine.phrase import Phrase, Value, listed, say
from tulips.engine.plain import plain
from tulips.engine.preview import Change, Preview
from tulips.engine.reading import made_once
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.dice import HANDFULS
from tulips.games.tulpenfieber.odds import Likeliest, likeliest, likeliest_of_keeping, of_paying
from tulips.games.tulpenfieber.rules import (
    CARRY_NONE,
    CARRY_TULIP,
    LAY_ABOVE,
    LAY_TILE,
    NO_TILE,
    NOWHERE,
    PAY,
    PLANT,
    STOP,
    TURN_ABOVE,
)
from tulips.games.tulpenfieber.table import (
    ALIKE,
    AREA,
    COLUMNS,
    ENDS,
    NOT_WON,
    ROUNDS,
    RUNS,
    Table,
    column_faces,
    space_sign,
    spaces_of,
)

carried_row = plain(rules.carried_row)
dice_earned = plain(rules.dice_earned)
fitting_spaces = plain(rules.fitting_spaces)
flat_places = plain(rules.flat_places)
may_turn = plain(rules.may_turn)
tulips_in = plain(rules.tulips_in)
upright_places = plain(rules.upright_places)
victory = plain(rules.victory)

CERTAIN = 0.995  # from here on it would be rounded to a hundred per cent
HARDLY = 0.005  # below this, to none


def turnable(s: Table, seat: int) -> int:
    """How many tulips the seat could turn for rolls."""
    return int(tulips_in(may_turn(s, seat))) + s.above[seat] - s.above_turned[seat]


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do."""
    if move < HANDFULS:
        return Preview(odds_told(likeliest_of_keeping(s)[move]))
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


def odds_told(spaces: Likeliest) -> Phrase:
    """In each row, the open space that is most likely to be filled."""
    told = [_chance_for(chance, space) for chance, space in spaces if chance]
    return listed(told) if told else say("nothing can be filled")


@functools.lru_cache(maxsize=8192)
def _chance_for(chance: float, space: int) -> Phrase:
    return say("{chance} for {space}", chance=chance_told(chance), space=space_sign(space))


def chance_told(chance: float) -> Value:
    """A chance in words: certain and impossible ones alone are called so."""
    if chance < HARDLY:
        return say("under 1%")
    return say("over 99%") if CERTAIN <= chance < 1 else f"{chance:.0%}"


def _fitting(spaces: int) -> Phrase:
    if not spaces:
        return say("no open space fits: the tulip goes above the field")
    return say("1 open space fits") if spaces == 1 else say("{spaces} open spaces fit", spaces=spaces)


@made_once
def _turning(s: Table, seat: int) -> Preview:
    """What the roll that two turned tulips buy is likely to fill, whichever is turned."""
    left = turnable(s, seat)
    odds = odds_told(*likeliest(of_paying(s)))
    if s.phase == PAY:
        words = say("this and a second one, turned for good, buy roll {roll}: {odds}", roll=s.rolls + 1, odds=odds)
    else:
        words = say("turned for good, buys roll {roll}: {odds}", roll=s.rolls + 1, odds=odds)
    return Preview(words, [Change(say("tulips that can be turned"), left, left - 1, f"turnable:{seat}")])


# Planting


def _tulips(s: Table, seat: int) -> Change:
    return Change(say("tulips"), s.tulips[seat], s.tulips[seat] + 1, f"tulips:{seat}")


def _planting(s: Table, seat: int, space: int) -> Preview:
    """What the field earns with one more space covered."""
    before, after = s.covered[seat], s.covered[seat] | 1 << space
    changes = [_tulips(s, seat)]
    won = victory(after)
    if won != NOT_WON:
        how = win_told(int(won))
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
    return Preview(listed(earned, "; ") if earned else asks_told(s, space), changes)


def win_told(won: int) -> Phrase:
    """How a field wins."""
    return say(ENDS[won - 1])


def asks_told(s: Table, space: int) -> Phrase:
    """What a space asks for."""
    row, column = divmod(space, COLUMNS)
    face = column_faces(s)[column]
    if face:
        return say("{number} dice showing {face}", number=ALIKE[row], face=face)
    if len(RUNS[row]) == 1:
        return say("the run {run}", run=RUNS[row][0])
    return say("one of the runs {runs}", runs=" / ".join(RUNS[row]))


# Bonus tiles


def _tiling(s: Table, seat: int, place: int) -> Preview:
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


def _carrying(s: Table, move: int) -> Preview:
    """What stays on the field for the next round."""
    if move != CARRY_NONE:
        column = (move - CARRY_TULIP) % COLUMNS + 1
        if s.round == ROUNDS - 2:
            return Preview(say("it stays for the last round, in column {column}", column=column))
        return Preview(say("it stays for both rounds to come, in column {column}", column=column))
    if s.round and s.multicoloured[0] != NOWHERE:
        return Preview(say("only the multicoloured tulip of row {row} stays", row=int(carried_row(0)) + 1))
    return Preview(say("nothing is carried over"))
