"""A beginner of Tulpenfieber: keeps what there is most of, stops at the first good space and plants as low as it can."""

from typing import Any, Final

from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.rule import rule_apart
from tulips.games.tulpenfieber.components import COLUMN, COLUMNS
from tulips.games.tulpenfieber.dice import BITS, FACES, count, handful
from tulips.games.tulpenfieber.rules import PAY, ROLLED, SET, STOP, spaces_to_plant
from tulips.games.tulpenfieber.state import State

GOOD: Final = 2 * COLUMNS  # the first space of the third row: good enough to stop for


@rule_apart
def hasty(s: State, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
    """Never pay; take every bonus tile; plant in the lowest row that fits."""
    if s.phase == PAY:
        return STOP
    if s.phase == SET:
        return moves[pick(noise, n)]  # type: ignore[no-any-return]
    if s.phase == ROLLED:
        return keep_most(s, seat)
    return moves[n - 1]  # type: ignore[no-any-return]


@rule_apart
def keep_most(s: State, seat: int) -> int:
    """Stop with a good space, else keep the face of which there are most dice, if its column has room, and roll the others."""
    if spaces_to_plant(s, seat) >> GOOD:
        return STOP
    best = 0
    kept = 0
    for face in range(FACES):
        column = COLUMN << s.column[face]
        alike = count(s.dice, face)
        if alike > best and s.covered[seat] & column != column:
            best = alike
            kept = alike << BITS * face
    return STOP if best == s.number else handful(kept)
