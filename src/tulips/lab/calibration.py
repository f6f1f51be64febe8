"""Calibration: whether of all positions where a seat is told 30 %, 30 % are won, in games among bots."""

import random
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

import tulips
from tulips import bots as roster
from tulips.engine.viewers import ALL_SEEING
from tulips.lab.spread import spread
from tulips.review.continuations import Continuations

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game
    from tulips.engine.state.state import States

BINS = 10
POINTS = 2
"""Positions looked at in each game."""

WORLDS = 100

KINDS = ("open cards", "as a seat could know")


class Bin(msgspec.Struct, frozen=True):
    """Chances that are alike: how many, what they said on average, and what came of them."""

    number: int
    told: float
    won: float


class Calibration(msgspec.Struct, frozen=True):
    """How chances of one kind agree with what came of them."""

    kind: str
    error: float  # expected calibration error: the mean distance of what was told and what was won, by bin
    brier: float  # the mean square of the distance from what was told to the result
    brier_of_even: float  # the same for telling every seat an even chance
    bins: list[Bin]


class Calibrations(msgspec.Struct, frozen=True):
    """Both kinds in the same games."""

    game: str
    seats: int
    bot: str
    games: int
    seed: str
    worlds: int
    kinds: list[Calibration]


class Samples(msgspec.Struct, frozen=True):
    """Positions of games by their numbers with what was told there and what came of it, wherever that is found out."""

    game: str
    seats: int
    bot: str
    worlds: int
    seed: str

    def __call__(self, first: int, games: int) -> npt.NDArray[np.float64]:
        """For each game, position and seat: told with open cards, told as a seat could know, and won."""
        return np.concatenate([self._samples(number) for number in range(first, first + games)])

    def _samples(self, number: int) -> npt.NDArray[np.float64]:
        game = tulips.game(self.game)
        seed = f"{self.seed} {number}"
        states = game.batch(1, self.seats, f"calibration {seed}").states
        met: list[States] = []
        while not game.end(states):
            if game.chance(states):
                game.settle(states, game.draw(states))
                continue
            seat = game.actors(states)[0]
            chosen = roster.choose(game, states, seat, self.bot, roster.noise_of(seed, len(met)))
            met.append(states.copy())
            game.apply(states, seat, chosen)
        continuations = Continuations(game, seed)
        won = continuations.play(states, 1)[0, : self.seats]
        rows = []
        for at in random.Random(seed).sample(range(len(met)), POINTS):
            actor = game.actors(met[at])[0] if game.secret_options is not None else ALL_SEEING
            viewers = dict.fromkeys((ALL_SEEING, actor))
            found = {viewer: continuations.play(met[at], self.worlds, viewer=viewer) for viewer in viewers}
            told = [found[ALL_SEEING], found[actor]]
            rows.append(np.stack([*(shares[:, : self.seats].mean(axis=0) for shares in told), won], axis=1))
        return np.concatenate(rows)


def calibrate(
    game: "Game",
    games: int,
    seats: int,
    bot: str,
    *,
    seed: str = "0",
    jobs: int = 1,
    worlds: int = WORLDS,
    progress: Callable[[int], None] = lambda games: None,
) -> Calibrations:
    """Tell chances in games among bots of one kind, and see what comes of them. Jobs change no result."""
    game.check_seats(seats)
    roster.number(game, bot)
    rows = np.empty((games, POINTS * seats, 1 + len(KINDS)))
    for (first, number), part in spread(Samples(game.name, seats, bot, worlds, seed), games, jobs):
        rows[first : first + number] = part.reshape(number, POINTS * seats, -1)
        progress(number)
    found = rows.reshape(-1, rows.shape[-1])
    kinds = [calibration(kind, found[:, i], found[:, -1]) for i, kind in enumerate(KINDS)]
    return Calibrations(game.name, seats, bot, games, seed, worlds, kinds)


def calibration(kind: str, told: npt.NDArray[np.float64], won: npt.NDArray[np.float64]) -> Calibration:
    """How what was told agrees with what was won, in bins of equal width."""
    place = np.minimum((told * BINS).astype(int), BINS - 1)
    bins = []
    for i in range(BINS):
        here = place == i
        if here.any():
            bins.append(Bin(int(here.sum()), round(float(told[here].mean()), 6), round(float(won[here].mean()), 6)))
    error = sum(one.number * abs(one.told - one.won) for one in bins) / len(told)
    brier = float(((told - won) ** 2).mean())
    return Calibration(kind, round(error, 6), round(brier, 6), round(float(((won.mean() - won) ** 2).mean()), 6), bins)


def report(found: Calibrations, title: str, console: "Console") -> None:
    """Print it."""
    from rich.table import Table

    console.print(
        f"[bold]{title}[/], {found.games:,} games of {found.seats} by {found.bot}, seed {found.seed}, {found.worlds} worlds",
        highlight=False,
    )
    for kind in found.kinds:
        console.print(
            f"{kind.kind}: expected calibration error {kind.error:.1%}, Brier score {kind.brier:.3f} "
            f"({kind.brier_of_even:.3f} for the same chance everywhere)",
            highlight=False,
        )
        table = Table("told", "won", "chances", box=None, pad_edge=False)
        for one in kind.bins:
            table.add_row(f"{one.told:.1%}", f"{one.won:.1%}", f"{one.number:,}")
        console.print(table, highlight=False)


SIZE = 220
MARGIN = 30


def drawing(found: Calibrations, title: str) -> str:
    """The curves as a small drawing: what was won by what was told, beside the diagonal."""
    side = SIZE - 2 * MARGIN
    told = f"{title}: {', '.join(f'{kind.kind} {100 * kind.error:.1f} points off' for kind in found.kinds)}"

    def at(x: float, y: float) -> str:
        return f"{MARGIN + side * x:.1f},{SIZE - MARGIN - side * y:.1f}"

    curves = []
    for kind, colour in zip(found.kinds, ("#b5446e", "#3d5a80"), strict=True):
        course = " ".join(at(one.told, one.won) for one in kind.bins)
        curves.append(f'<polyline points="{course}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" font-family="sans-serif" '
        f'font-size="10"><title>{escape(told)}</title><rect width="{SIZE}" height="{SIZE}" fill="#fff"/>'
        f'<text x="{MARGIN}" y="16">{escape(title)}</text>'
        f'<polyline points="{at(0, 0)} {at(1, 1)}" stroke="#999" stroke-dasharray="3"/>'
        f'<polyline points="{at(0, 1)} {at(0, 0)} {at(1, 0)}" fill="none" stroke="#333"/>'
        f'{"".join(curves)}<text x="{SIZE - MARGIN}" y="{SIZE - 12}" text-anchor="end">told 0 to 100 %</text>'
        f'<text x="12" y="{SIZE - MARGIN}" transform="rotate(-90 12 {SIZE - MARGIN})">won 0 to 100 %</text></svg>\n'
    )
