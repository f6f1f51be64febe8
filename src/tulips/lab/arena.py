"""The arena: bots against each other, seats rotated, the same deals for every seating, and how sure the result is."""

import itertools
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

import tulips
from tulips import bots as roster
from tulips.bots.levels import Level, level
from tulips.engine.contract import LOST
from tulips.engine.errors import BadSeats
from tulips.lab.spread import spread
from tulips.review.chances import CONFIDENCE

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game


class Contestant(msgspec.Struct, frozen=True):
    """How a bot fared, over all seats that it sat on."""

    name: str
    games: int  # seats that it sat on, all games together
    win_share: float  # its victories, shared ones in parts, for each of those
    low: float  # the true share lies between these with 95 % confidence
    high: float
    rating: float  # OpenSkill's mean: 25 for an average player
    deviation: float  # and its uncertainty
    mean_score: float


class Contest(msgspec.Struct, frozen=True):
    """What came of an arena."""

    game: str
    games: int
    seats: int
    seed: str
    options: dict[str, Any]
    fair_share: float
    seconds: float
    bots: list[Contestant]
    round: int = 1  # so many games, or a multiple, and every bot has sat on every seat equally often, with the same deals
    levels: dict[str, Level] = {}  # how those that search went about it

    def bot(self, name: str) -> Contestant:
        """How the bot of that name fared."""
        return next(bot for bot in self.bots if bot.name == name)


def seatings(bots: Sequence[str], seats: int) -> list[list[str]]:
    """Every seating of a round: all groups of as many bots as there are seats, each rotated through all seats.

    With fewer bots than seats there is one group, the last bot repeated.
    """
    groups: list[list[str]]
    if len(bots) <= seats:
        groups = [[*bots, *[bots[-1]] * (seats - len(bots))]]
    else:
        groups = [list(group) for group in itertools.combinations(bots, seats)]
    return [group[i:] + group[:i] for group in groups for i in range(seats)]


def lineups_of(bots: Sequence[str], seats: int) -> list[list[str]]:
    """The seatings of a round among these bots; where there are more than seats, none twice."""
    return seatings(list(dict.fromkeys(bots)) if len(bots) > seats else bots, seats)


def whole_rounds(games: int, bots: Sequence[str], seats: int) -> int:
    """So many games, or a few more: a whole number of rounds."""
    round = len(lineups_of(bots, seats))
    return -(-games // round) * round


class Bouts(msgspec.Struct, frozen=True):
    """Games of an arena, by their numbers, wherever they are played."""

    game: str
    seats: int
    options: dict[str, Any]
    lineups: list[list[str]]
    seed: str

    def __call__(self, first: int, games: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The scores and standings of so many games from that number on."""
        game = tulips.game(self.game)
        start = game.set_up(self.seats, self.options)
        scores = np.empty((games, self.seats), np.int64)
        standings = np.empty((games, self.seats), np.int64)
        for i in range(games):
            deal, seating = divmod(first + i, len(self.lineups))
            results = roster.play_games(game, start, self.lineups[seating], self.seed, deal, 1)
            scores[i], standings[i] = results.scores[0], results.standings[0]
        return scores, standings


def contest(
    game: "Game",
    games: int,
    seats: int,
    bots: Sequence[str],
    *,
    seed: str = "0",
    jobs: int = 1,
    ray: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Contest:
    """Play games among bots; game n has the n-th seating of a round, and every seating of a round is dealt the same.

    Neither the jobs, processes of this machine, nor a Ray cluster at the address `ray` change any result, unless a bot thinks
    by the clock.

    >>> from tulips.lab.arena import contest
    >>> result = contest(tulips.game("gift-of-tulips"), 400, seats=4, bots=["greedy", "random"])
    >>> greedy = result.bot("greedy")
    >>> greedy.games, greedy.low > result.fair_share
    (400, True)
    """
    if not bots:
        raise BadSeats("An arena needs at least one bot.")
    game.check_seats(seats)
    for bot in bots:
        roster.number(game, bot)
    lineups = lineups_of(bots, seats)
    play = Bouts(game.name, seats, game.options(seats, options), lineups, seed)
    start = time.perf_counter()
    scores = np.empty((games, seats), np.int64)
    standings = np.empty((games, seats), np.int64)
    for (first, number), (part_scores, part_standings) in spread(play, games, jobs, ray):
        scores[first : first + number], standings[first : first + number] = part_scores, part_standings
        progress(number)
    players = np.array([lineups[number % len(lineups)] for number in range(games)])
    return Contest(
        game=game.name,
        games=games,
        seats=seats,
        seed=seed,
        options=dict(options or {}),
        fair_share=1 / seats,
        seconds=time.perf_counter() - start,
        bots=_contestants(list(dict.fromkeys(bots)), players, scores, standings),
        round=len(lineups),
        levels=levels_of(game, bots),
    )


def levels_of(game: "Game", bots: Sequence[str]) -> dict[str, Level]:
    """The levels among these bots, as they are today."""
    return {bot: found for bot in bots if (found := level(game, bot)) is not None}


def _contestants(
    bots: list[str], players: npt.NDArray[Any], scores: npt.NDArray[np.int64], standings: npt.NDArray[np.int64]
) -> list[Contestant]:
    best = (standings == standings.max(axis=1, keepdims=True)) & (standings != LOST)
    parts = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    ratings = _ratings(bots, players, standings)
    contestants = []
    for bot in bots:
        mine = players == bot
        games = int(mine.sum())
        share, mean_score = (float(parts[mine].mean()), float(scores[mine].mean())) if games else (0.0, 0.0)
        low, high = interval(share, games)
        contestants.append(Contestant(bot, games, share, low, high, *ratings[bot], mean_score))
    return sorted(contestants, key=lambda one: one.win_share, reverse=True)


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval: where the true share lies with 95 % confidence, also for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    z2 = CONFIDENCE**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = CONFIDENCE * math.sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return (max(middle - half, 0.0) if share > 0 else 0.0), (min(middle + half, 1.0) if share < 1 else 1.0)


def _ratings(bots: list[str], players: npt.NDArray[Any], standings: npt.NDArray[np.int64]) -> dict[str, tuple[float, float]]:
    """Ratings by OpenSkill: each game ranks its seats; a bot on several seats learns from all of them.

    Whoever plays alone is ranked among the others who were dealt the same.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = {bot: model.rating() for bot in bots}
    if len(bots) == 1:
        return {bot: (rating.mu, rating.sigma) for bot, rating in now.items()}
    if players.shape[1] == 1:
        whole = len(players) // len(bots) * len(bots)
        players, standings = players[:whole].reshape(-1, len(bots)), standings[:whole].reshape(-1, len(bots))
    for seated, standing in zip(players.tolist(), standings.tolist(), strict=True):
        teams = [[model.rating(now[bot].mu, now[bot].sigma)] for bot in seated]
        rated = model.rate(teams, ranks=[float(-place) for place in standing])
        for bot in set(seated):
            mine = [team[0] for team, name in zip(rated, seated, strict=True) if name == bot]
            now[bot] = model.rating(
                sum(rating.mu for rating in mine) / len(mine), sum(rating.sigma for rating in mine) / len(mine)
            )
    return {bot: (rating.mu, rating.sigma) for bot, rating in now.items()}


def report(contest: Contest, title: str, console: "Console") -> None:
    """Print what came of it: a line a bot, and a chart of shares with their intervals, beside it or below."""
    from rich.table import Column, Table

    charts = [chart(bot, contest.fair_share) for bot in contest.bots]
    figures = [
        (
            bot.name,
            f"{bot.games:,}",
            f"{bot.win_share:.1%}",
            f"{bot.low:.1%} to {bot.high:.1%}",
            f"{bot.rating:.1f} ± {bot.deviation:.1f}",
            f"{bot.mean_score:.1f}",
        )
        for bot in contest.bots
    ]

    def grid(rows: Iterable[Sequence[str]], *heads: str) -> Table:
        columns = (Column(head, no_wrap=True) for head in heads)
        found = Table(Column("bot", overflow="fold"), *columns, box=None, pad_edge=False)
        for row in rows:
            found.add_row(*row)
        return found

    heads = ("games", "wins", "95 % interval", "rating", "mean score")
    both = grid([(*row, bar) for row, bar in zip(figures, charts, strict=True)], *heads, "")
    played = f"{contest.games:,} games of {contest.seats}, seed {contest.seed}, {contest.seconds:.0f} s"
    console.print(f"[bold]{title}[/], {played}", highlight=False)
    if console.measure(both, options=console.options.update(width=1000)).maximum <= console.width:
        console.print(both, highlight=False)
    else:
        console.print(grid(figures, *heads), highlight=False)
        for bot, bar in zip(contest.bots, charts, strict=True):
            console.print(f"{bar:{CHART}}  {bot.name}", highlight=False, no_wrap=True, overflow="ellipsis")
    if contest.seats > 1:
        console.print(f"a fair share is {contest.fair_share:.1%}, at the bar │", highlight=False)
    if contest.games % contest.round:
        even = -(-contest.games // contest.round) * contest.round
        console.print(f"seats are not even: a round has {contest.round:,} games, so play {even:,}", highlight=False)


CHART = 40
"""Characters of a bar that would win every game."""


def chart(bot: Contestant, fair_share: float) -> str:
    """A bar for the share, thin where only the interval reaches, with a mark at the fair share."""
    cells = ["█" if i + 0.5 <= bot.low * CHART else "▒" if i + 0.5 <= bot.high * CHART else " " for i in range(CHART)]
    if fair_share < 1:
        cells[int(fair_share * CHART)] = "│"
    return "".join(cells).rstrip()
