"""A learned prior: how likely each move is, by weights learned from what a search chose in self-play (`tulips train`).

A game's `prior.py` tells for each move where its weights lie (`weight_places`), a few places packed into one number. How likely
a move is goes with e to the power of its appeal, the sum of those weights (a conditional logit).
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.rule import rule
from tulips.engine.weights_file import read_rows, write_rows

TERMS: Final = 3  # weights of a move, at most: `packed` and `appeal_of` take so many
BITS: Final = 12  # of a weight's place; place 0 is that of nothing
PLACE: Final = (1 << BITS) - 1
ROW: Final = 16  # weights in a row of the file

# With one of these added at random to each appeal, the highest is each about as often as its odds say (the Gumbel-max trick)
GUMBELS: Final = -np.log(-np.log((np.arange(256) + 0.5) / 256))


def read_weights(file: Path, number: int) -> npt.NDArray[np.float64]:
    """A game's weights, all 0 before anything was learned."""
    weights = read_rows(file, np.zeros(number))
    assert number <= min(len(weights), PLACE + 1), "compiled rules do not look where a list ends"
    return weights


def write_weights(file: Path, weights: npt.NDArray[np.float64], made_by: str) -> None:
    """Keep weights, with the command that made them."""
    rows = np.concatenate([weights, np.zeros(-len(weights) % ROW)]).reshape(-1, ROW)
    write_rows(file, rows, "What players usually do, learned from a search's choices: see prior.py.", made_by)


@rule
def packed(first: int, second: int, third: int) -> int:
    """Three places in one number."""
    return first | second << BITS | third << 2 * BITS


@rule
def appeal_of(weights: Any, places: int) -> float:
    """The sum of the weights in these places."""
    return weights[places & PLACE] + weights[places >> BITS & PLACE] + weights[places >> 2 * BITS & PLACE]  # type: ignore[no-any-return]


@rule
def gumbel(noise: Noise) -> float:
    """Noise to add to an appeal, so that the highest is not always the same one."""
    return GUMBELS[pick(noise, len(GUMBELS))]  # type: ignore[no-any-return]
