"""Simulation: many whole games by bots, on as many cores as wanted, with the same result whatever their number."""

import functools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

import tulips
from tulips import bots as roster
from tulips.engine.contract import LOST
from tulips.engine.match.playout import Results
from tulips.lab.spread import spread
from tulips.review.chances import CONFIDENCE

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game

CHUNK = 8192
"""Games a call into compiled code: a few milliseconds of random play, so that little memory is needed."""


class SeatSummary(msgspec.Struct, frozen=True):
    """How one seat fared."""

    seat: int
    bot: str
    win_share: float
    win_margin: float  # the true share lies within so much of it, with 95 % confidence
    mean_score: float
    deviation: float
    lowest: int
    quartiles: list[float]
    highest: int


class Summary(msgspec.Struct, frozen=True):
    """What came of a simulation. A shared victory counts as its part of one win."""

    game: str
    games: int
    seats: int
    seed: str | int
    options: dict[str, Any]
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    mean_length: float
    shortest: int
    longest: int
    ends: dict[str, int]
    by_seat: list[SeatSummary]


class Tally:
    """Results added up chunk by chunk, in whole numbers, so that their order does not matter."""

    def __init__(self, seats: int) -> None:
        self.scores: list[dict[int, int]] = [{} for _ in range(seats)]  # by seat: how often each score came
        self.lengths: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.wins = np.zeros((seats, seats), np.int64)  # by seat and by how many shared the victory, less one

    def add(self, results: Results) -> None:
        """Add a chunk of games."""
        by_seat = results.standings.T
        highest = functools.reduce(np.maximum, by_seat)  # seat after seat: many times as fast as over rows of a few numbers
        best = [(standing == highest) & (standing != LOST) for standing in by_seat]
        sharing = functools.reduce(np.add, best, np.zeros(len(highest), np.int64))
        for seat, counts in enumerate(self.scores):
            _count(counts, results.scores[:, seat])
            self.wins[seat] += np.bincount(sharing[best[seat]] - 1, minlength=len(self.wins))
        _count(self.lengths, results.lengths)
        _count(self.ends, results.ends)

    def merge(self, other: "Tally") -> None:
        """Add what another has added up."""
        for mine, theirs in zip(
            [*self.scores, self.lengths, self.ends], [*other.scores, other.lengths, other.ends], strict=True
        ):
            for value, times in theirs.items():
                mine[value] = mine.get(value, 0) + times
        self.wins += other.wins

    def win_share(self, seat: int) -> float:
        """The seat's part of all victories."""
        return self._mean_of_parts(seat, 1)

    def win_margin(self, seat: int) -> float:
        """Half the width of the share's 95 % interval."""
        variance = self._mean_of_parts(seat, 2) - self.win_share(seat) ** 2
        return CONFIDENCE * math.sqrt(max(variance, 0) / sum(self.lengths.values()))

    def _mean_of_parts(self, seat: int, power: int) -> float:
        """The average over all games of the seat's part in the victory, raised to a power."""
        parts = 1 / np.arange(1, len(self.wins) + 1)
        return float(self.wins[seat] @ parts**power / sum(self.lengths.values()))


def _count(counts: dict[int, int], values: npt.NDArray[Any]) -> None:
    least = int(values.min())
    times = np.bincount(values - least)  # much faster than sorting: values lie close together
    for value in np.flatnonzero(times).tolist():
        counts[least + value] = counts.get(least + value, 0) + int(times[value])


class Simulation(msgspec.Struct, frozen=True):
    """Games to be played and added up, by their numbers, wherever that is."""

    game: str
    seats: int
    options: dict[str, Any]
    players: list[str]
    seed: str

    def __call__(self, first: int, games: int) -> Tally:
        """Play so many games from that number on."""
        game = tulips.game(self.game)
        begin = game.set_up(self.seats, self.options)
        tally = Tally(self.seats)
        for start in range(first, first + games, CHUNK):
            number = min(CHUNK, first + games - start)
            tally.add(roster.play_games(game, begin, self.players, self.seed, start, number))
        return tally


def simulate(
    game: "Game",
    games: int,
    seats: int,
    *,
    bots: Sequence[str] = (),
    seed: str | int = 0,
    jobs: int = 1,
    ray: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Summary:
    """Play whole games by bots, those named by seat in order and the last one repeated, and sum up what came of them.

    Game n has chance and noise of its own drawn from the seed, so neither the jobs nor a cluster change any result.
    `ray` is the address of a Ray cluster to play on instead of `jobs` processes here ("local" starts one for this machine).
    `progress` is told the number of games whenever some more are done.

    >>> from tulips.lab.simulate import simulate
    >>> summary = simulate(tulips.game("gift-of-tulips"), 1000, seats=4, bots=["greedy", "random"])
    >>> summary.ends
    {'the deck ran out': 1000}
    >>> [seat.bot for seat in summary.by_seat if seat.win_share > 0.5]
    ['greedy']
    """
    game.check_seats(seats)
    players = roster.by_seat(game, bots, seats)
    resolved = game.options(seats, options)
    play = Simulation(game.name, seats, resolved, players, str(seed))
    play(0, 1)  # compiles, or loads what was compiled before, outside the time that is measured
    tally = Tally(seats)
    start = time.perf_counter()
    for (_, played), part in spread(play, games, jobs, ray):
        tally.merge(part)
        progress(played)
    seconds = time.perf_counter() - start
    number = int(seed) if str(seed).isdecimal() and len(str(seed)) < 16 else str(seed)
    return _summary(game, games, seats, number, players, resolved, tally, seconds)


def _summary(
    game: "Game",
    games: int,
    seats: int,
    seed: str | int,
    players: list[str],
    options: dict[str, Any],
    tally: Tally,
    seconds: float,
) -> Summary:
    decisions = sum(length * times for length, times in tally.lengths.items())
    return Summary(
        game=game.name,
        games=games,
        seats=seats,
        seed=seed,
        options=options,
        decisions=decisions,
        seconds=seconds,
        decisions_per_second=decisions / seconds,
        games_per_second=games / seconds,
        mean_length=decisions / games,
        shortest=min(tally.lengths),
        longest=max(tally.lengths),
        ends={game.ends[end - 1]: times for end, times in sorted(tally.ends.items())},
        by_seat=[_seat_summary(seat, players[seat], tally) for seat in range(seats)],
    )


def _seat_summary(seat: int, bot: str, tally: Tally) -> SeatSummary:
    scores = np.array(sorted(tally.scores[seat].items()), np.float64)
    values, weights = scores[:, 0], scores[:, 1] / scores[:, 1].sum()
    mean = float(values @ weights)
    quartiles = [float(values[np.searchsorted(weights.cumsum(), q)]) for q in (0.25, 0.5, 0.75)]
    return SeatSummary(
        seat=seat + 1,
        bot=bot,
        win_share=tally.win_share(seat),
        win_margin=tally.win_margin(seat),
        mean_score=mean,
        deviation=float(np.sqrt(weights @ (values - mean) ** 2)),
        lowest=int(values[0]),
        quartiles=quartiles,
        highest=int(values[-1]),
    )


def report(summary: Summary, title: str, console: "Console") -> None:
    """Print what came of it: a line a seat, lengths, ends and speed."""
    from rich.table import Table

    table = Table("seat", "bot", "wins", "mean score", "±", "least", "quartiles", "most", box=None, pad_edge=False)
    for seat in summary.by_seat:
        quartiles = " · ".join(f"{q:g}" for q in seat.quartiles)
        table.add_row(
            str(seat.seat),
            seat.bot,
            f"{seat.win_share:.1%} ± {seat.win_margin:.1%}",
            f"{seat.mean_score:.2f}",
            f"{seat.deviation:.1f}",
            str(seat.lowest),
            quartiles,
            str(seat.highest),
        )
    console.print(f"[bold]{title}[/], {summary.games:,} games of {summary.seats}, seed {summary.seed}", highlight=False)
    console.print(table)
    console.print(
        f"length: {summary.mean_length:.1f} decisions a game ({summary.shortest} to {summary.longest})", highlight=False
    )
    console.print("ends: " + ", ".join(f"{end} {times:,}" for end, times in summary.ends.items()), highlight=False)
    console.print(
        f"speed: {summary.decisions:,} decisions in {summary.seconds:.2f} s, "
        f"{summary.decisions_per_second / 1e6:.1f} million a second",
        highlight=False,
    )
