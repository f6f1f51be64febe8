"""What longer thought would still change: positions of many games, each searched for very long, and what the choices of
searches that end sooner lose there by the long search's own count; and how sure bots are of their choices.

The arena tells who wins. This tells why thinking longer gains no more: where a search's choices lose next to nothing, more
thought has nothing to add.
"""

import math
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

import tulips
from tulips import bots as roster
from tulips.bots import levels
from tulips.bots.levels import Level
from tulips.bots.search import think
from tulips.engine.errors import TulipsError, UnknownBot
from tulips.engine.state.seats import first_seat
from tulips.lab.spread import spread
from tulips.lab.trials import CURVE
from tulips.review.chances import CONFIDENCE

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game
    from tulips.engine.state.state import States

PLAYED_BY = "merchant"
"""Who plays the games whose positions are looked at."""

CURIOSITY = 2
"""How many times as curious as the master the long search is: it has to look at every move."""

MEGABYTES = 1024.0
"""Memory for the long search's tree."""


class Loss(msgspec.Struct, frozen=True):
    """What choices lose, in parts of the reward that a search goes for: a game won, and won by far, is 1."""

    a_choice: float
    low: float  # the true loss of a choice lies between these with 95 % confidence
    high: float
    a_game: float  # over all choices of one seat in a game


class Regret(msgspec.Struct, frozen=True):
    """What a bot's choices lose, which is not known if the long search never tried one of them, and how sure they are."""

    bot: str
    loss: Loss | None
    alike: float  # the part of its choices that it makes again with other noise


class Regrets(msgspec.Struct, frozen=True):
    """What bots lose in the same positions."""

    game: str
    seats: int
    seed: str
    positions: int
    iterations: int  # of the long search
    choices: float  # of one seat in a game, on average
    bots: list[Regret]


class Positions(msgspec.Struct, frozen=True):
    """Positions by their numbers, one of each game, and what is lost there, wherever that is found out."""

    game: str
    seats: int
    bots: list[str]
    iterations: int
    seed: str

    def __call__(self, first: int, games: int) -> npt.NDArray[np.float64]:
        """A row for each position: how many choices a seat had in its game, what the bots' lose, and which are made again."""
        return np.array([self._row(number) for number in range(first, first + games)])

    def _row(self, number: int) -> list[float]:
        game = tulips.game(self.game)
        seed = f"{self.seed} {number}"
        met = decisions(game, self.seats, seed)
        states, seat = met[roster.noise_of(seed, len(met)) % len(met)]
        worth = worth_of_moves(game, states, seat, self.iterations, seed)
        best = max(worth.values())  # what was tried most: what was tried little may seem better by luck
        chosen, again = (
            [roster.choose(game, states, seat, bot, roster.noise_of(seed, noise)) for bot in self.bots] for noise in (0, 2)
        )
        lost = [best[1] - worth[move][1] for move in chosen]
        return [len(met) / self.seats, *lost, *map(operator.eq, chosen, again)]


def decisions(game: "Game", seats: int, seed: str) -> list[tuple["States", int]]:
    """Every position of a game in which a seat could choose, with that seat."""
    states = game.batch(1, seats, seed).states
    met = []
    made = 0
    while not states["end"][0]:
        if states["chance"][0]:
            game.settle(states, game.draw(states))
            continue
        seat = first_seat(int(states["actors"][0]))
        if len(game.moves(states, seat)) > 1:
            met.append((states.copy(), seat))
        made += 1
        game.apply(states, seat, roster.choose(game, states, seat, PLAYED_BY, roster.noise_of(seed, made)))
    return met


def worth_of_moves(game: "Game", states: "States", seat: int, iterations: int, seed: str) -> dict[int, tuple[int, float]]:
    """How often a long search of the master's kind tried each of the seat's moves, and what it brought, if it was tried."""
    dials = searching(game, "master").dials
    dials = msgspec.structs.replace(dials, explore=CURIOSITY * dials.explore)
    word = roster.noise_of(seed, 1)
    thought = think(game, states, seat, word, dials=dials, iterations=iterations, megabytes=MEGABYTES)
    return {tried.move: (tried.visits, tried.reward if tried.visits else math.nan) for tried in thought.moves}


def searching(game: "Game", bot: str) -> Level:
    """The level of that name, which has to search."""
    level = levels.level(game, bot)
    if level is None or level.policy is not None:
        raise UnknownBot(f"In {game.about.title} {bot} does not search, so there is no longer thought to compare it with.")
    return level


def curve(game: "Game") -> list[str]:
    """The master with parts of its thought, all of it, and more."""
    budget = searching(game, "master").iterations or 1
    return [f"master@{max(round(part * budget), 1)}" for part in sorted({*CURVE, 1})]


def regrets(
    game: "Game",
    positions: int,
    seats: int,
    bots: Sequence[str],
    iterations: int,
    *,
    seed: str = "0",
    jobs: int = 1,
    progress: Callable[[int], None] = lambda positions: None,
) -> Regrets:
    """What bots' choices lose in so many positions, beside a search of so many iterations. Jobs change no result."""
    if min(positions, iterations) < 1:
        raise TulipsError(f"{positions:,} positions and a search of {iterations:,} iterations tell nothing: take 1 or more.")
    searching(game, "master")
    game.check_seats(seats)
    for bot in bots:
        roster.number(game, bot)
    rows = np.empty((positions, 1 + 2 * len(bots)))
    for (first, number), part in spread(Positions(game.name, seats, list(bots), iterations, seed), positions, jobs):
        rows[first : first + number] = part
        progress(number)
    choices, *columns = rows.T
    regrets = []
    for bot, lost, alike in zip(bots, columns[: len(bots)], columns[len(bots) :], strict=True):
        regrets.append(Regret(bot, loss_of(lost, choices), float(alike.mean())))
    return Regrets(game.name, seats, seed, positions, iterations, float(choices.mean()), regrets)


def loss_of(lost: npt.NDArray[np.float64], choices: npt.NDArray[np.float64]) -> Loss | None:
    """What is lost on average, where one choice of so many was looked at in each position; None if some loss is not known."""
    if np.isnan(lost).any():
        return None
    mean, margin = float(lost.mean()), CONFIDENCE * float(lost.std()) / math.sqrt(len(lost))
    return Loss(mean, mean - margin, mean + margin, float((lost * choices).mean()))


def report(found: Regrets, title: str, console: "Console") -> None:
    """Print it, a line a bot."""
    from rich.table import Table

    table = Table("bot", "loses a choice", "95 % interval", "and in a game", "same again", box=None, pad_edge=False)
    for one in found.bots:
        cells = ["–"] * 3
        if one.loss is not None:
            cells = [f"{one.loss.a_choice:.2%}", f"{one.loss.low:.2%} to {one.loss.high:.2%}", f"{one.loss.a_game:.1%}"]
        table.add_row(one.bot, *cells, f"{one.alike:.0%}")
    console.print(
        f"[bold]{title}[/], {found.positions:,} positions of {found.seats} players, seed {found.seed}, "
        f"beside a search of {found.iterations:,} iterations",
        highlight=False,
    )
    console.print(table, highlight=False)
    console.print(f"of the reward of a game that is won by far; a seat has {found.choices:.1f} choices", highlight=False)
    if any(one.loss is None for one in found.bots):
        console.print("–: a choice that the long search never tried; give it more --iterations", highlight=False)
    console.print("same again: the part of its choices that a bot also makes with other noise", highlight=False)
