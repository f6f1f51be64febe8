"""Chances: each seat's share of the victory to come at a point of a match, with its interval."""

import math
from typing import TYPE_CHECKING

import msgspec

from tulips.engine.viewers import ALL_SEEING
from tulips.review.continuations import Continuations

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from tulips.engine.match.match import Match

CONFIDENCE = 1.96
"""Standard errors to each side of an average that hold the true one with 95 % confidence."""

WORLDS = 1000


class Chance(msgspec.Struct, frozen=True):
    """A seat's share of the victory, from 0 to 1, and the 95 % interval of what many more continuations would say."""

    share: float
    low: float
    high: float
    score: float  # the points at the end, on average


def chances(match: "Match", viewer: int = ALL_SEEING, *, worlds: int = WORLDS, seed: str | int = 0) -> list[Chance]:
    """Every seat's chance at this point of a match: with all cards open, or as far as a seat can know."""
    seats = match.seats
    if match.end is not None:
        shares = final_shares(match)
        return [Chance(shares[p], shares[p], shares[p], match.scores[p]) for p in range(seats)]
    found = Continuations(match.game, seed).play(match.states, worlds, viewer=viewer)
    return [chance_of(found[:, p], float(found[:, seats + p].mean())) for p in range(seats)]


def chance_of(shares: "npt.NDArray[np.float64]", score: float) -> Chance:
    """The chance that a seat's shares in some worlds tell of. The interval is Agresti and Coull's: right near 0 and 1 too."""
    n = len(shares)
    share = float(shares.mean())
    centre = (n * share + 2) / (n + 4)
    half = CONFIDENCE * math.sqrt(centre * (1 - centre) / (n + 4))
    return Chance(share, min(max(0.0, centre - half), share), max(min(1.0, centre + half), share), score)


def final_shares(match: "Match") -> list[float]:
    """Each seat's share of the victory of a match that is over."""
    shares: list[float] = Continuations(match.game).play(match.states, 1)[0, : match.seats].tolist()
    return shares
