"""The games of a report, played by bots and read: what came of each, each decision of some, the log of a few."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tulips import bots as roster
from tulips.engine.contract import LOST
from tulips.engine.kinds import Kind
from tulips.engine.match.log import lines
from tulips.engine.match.playout import Results
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING
from tulips.lab.report.vocabulary import Matter, Vocabulary, matches, seats_named, vocabulary
from tulips.lab.tracing import CHANCE, Trace, trace

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States

Ints = npt.NDArray[np.int64]

READ = 1000
"""Games whose every decision is read out; the results of more are counted, their decisions not looked at."""

LOGGED = 200
"""Games whose log is read for rules and cards."""

CHUNK = 250
"""Games a call into compiled code, so that progress shows."""

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Read:
    """A game whose decisions were read: arrays with a row a decision unless said otherwise."""

    seats: Ints  # who decided
    clock: Ints  # in which turn or round, from 1
    choices: Ints
    deeds: list[str]  # what was done, in the report's words; empty where that says nothing
    moves: list[str]  # what was done, in the record file's words
    figures: Sequence[Mapping[str, int]]  # the page's figures before each decision, and at the end
    change: Ints  # by seat: what the move itself did to each score
    later: Ints  # by seat: what chance did to it until the next decision
    bursts: Ints  # how many bubbles burst through the move or what followed
    scores: Ints  # by seat: at the end
    sources: list[dict[str, int]]  # by seat: where its score came from


@dataclass(frozen=True)
class Happened:
    """How often a rule or card came up in a game, and through whom."""

    times: int
    seats: frozenset[int]


@dataclass
class Played:
    """Everything that a report is made of."""

    game: "Game"
    vocabulary: Vocabulary
    seats: int
    bots: list[str]  # by seat, in the first game
    seed: str
    options: dict[str, Any]
    results: Results
    lineups: list[list[str]]
    read: list[Read] = field(default_factory=list)
    logged: list[list[Happened]] = field(default_factory=list)  # by game, by matter
    others: dict[tuple[str, Any], Results] = field(default_factory=dict)  # the same deals under another option

    @property
    def games(self) -> int:
        """How many were played under the report's own options."""
        return len(self.results.lengths)

    @property
    def mixed(self) -> bool:
        """Whether different bots play; then they change seats from game to game."""
        return len(self.lineups) > 1

    def lineup(self, number: int) -> list[str]:
        """The bots of a game by seat."""
        return self.lineups[number % len(self.lineups)]

    def parts(self) -> npt.NDArray[np.float64]:
        """Each seat's part of the victory in each game."""
        return victory_parts(self.results)


def victory_parts(results: Results) -> npt.NDArray[np.float64]:
    """Each seat's part of the victory in each game."""
    best = (results.standings == results.standings.max(axis=1, keepdims=True)) & (results.standings != LOST)
    parts: npt.NDArray[np.float64] = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    return parts


def alternatives(game: "Game", options: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Each option with each value that it has not now; not who starts, as the seats show that, nor what is offered no more."""
    found: list[tuple[str, Any]] = []
    for name, option in game.about.options.items():
        if option.legacy:
            continue
        values: list[Any] = [True, False] if option.kind == "flag" else list(option.choices)
        found += [(name, value) for value in values if value != options[name]]
    return found


def steps(game: "Game", games: int, seats: int, options: Mapping[str, Any]) -> int:
    """How much there is to do, for a progress bar."""
    others = alternatives(game, game.options(seats, options))
    return games * (1 + len(others)) + min(games, READ) + min(games, LOGGED)


def play(
    game: "Game",
    games: int,
    seats: int,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, Any],
    progress: Progress = lambda text, steps: None,
) -> Played:
    """Play all games of a report and read what it needs."""
    players = roster.by_seat(game, bots, seats)
    resolved = game.options(seats, options)
    lineups = [players[i:] + players[:i] for i in range(seats)] if len(set(players)) > 1 else [players]
    start = game.set_up(seats, resolved)
    results = _results(game, start, lineups, seed, games, lambda n: progress("Playing", n))
    played = Played(game, vocabulary(game).for_seats(seats), seats, players, seed, resolved, results, lineups)
    for number in range(min(games, READ)):
        traced = trace(game, start, played.lineup(number), seed, number)
        played.read.append(_read(played, traced))
        progress("Reading decisions", 1)
        if number < LOGGED:
            played.logged.append(list(_happened(played, traced)))
            progress("Reading the log", 1)
    for name, value in alternatives(game, resolved):
        other = game.set_up(seats, {**resolved, name: value})
        text = f"Playing with {name}={value}"
        played.others[name, value] = _results(game, other, lineups, seed, games, lambda n, text=text: progress(text, n))  # type: ignore[misc]
    return played


def _results(
    game: "Game", start: "States", lineups: list[list[str]], seed: str, games: int, progress: Callable[[int], None]
) -> Results:
    """What came of all games, each dealt by its number whoever sits where."""
    parts = []
    size = 1 if len(lineups) > 1 or any(roster.number(game, bot) is None for bot in lineups[0]) else CHUNK
    for first in range(0, games, size):
        n = min(size, games - first)
        parts.append(roster.play_games(game, start, lineups[first % len(lineups)], seed, first, n))
        progress(n)
    return Results(*(np.concatenate([part[i] for part in parts]) for i in range(4)))


def _read(played: Played, traced: Trace) -> Read:
    """Read every decision of a game."""
    game, vocabulary = played.game, played.vocabulary
    made = np.flatnonzero(traced.seats != CHANCE)
    last = np.append(made[1:], len(traced.seats)) - 1  # the last step of chance after each decision
    before = np.vstack([_first_scores(game, traced), traced.scores[:-1]])
    change, later = traced.scores[made] - before[made], traced.scores[last] - traced.scores[made]
    bursts = _bursts(played, traced)
    seats = traced.seats[made].astype(np.int64)
    deeds, moves, figures = [], [], []
    for at, seat in zip(made.tolist(), seats.tolist(), strict=True):
        s = snapshot(traced.before, at)
        move = game.kinds.move(s, seat, int(traced.steps[at]))
        deeds.append(vocabulary.deed(move))
        moves.append(str(move))
        figures.append(game.views.figures(s, ALL_SEEING))
    figures.append(game.views.figures(snapshot(traced.final), ALL_SEEING))
    return Read(
        seats=seats,
        clock=vocabulary.clock.read(traced.before[made]),
        choices=traced.choices[made].astype(np.int64),
        deeds=deeds,
        moves=moves,
        figures=figures,
        change=change,
        later=later,
        bursts=np.add.reduceat(bursts, made) if len(made) else np.zeros(0, np.int64),
        scores=traced.scores[-1],
        sources=_sources(played, traced, before, bursts, dict(zip(made.tolist(), deeds, strict=True))),
    )


def _first_scores(game: "Game", traced: Trace) -> Ints:
    return np.array([game.scores(traced.before[:1])], np.int64)


def _bursts(played: Played, traced: Trace) -> Ints:
    """How many bubbles burst in each step."""
    burst = played.vocabulary.burst
    bursts = np.zeros(len(traced.seats), np.int64)
    if burst is not None and burst.field:
        counted = np.append(traced.before[burst.field], traced.final[burst.field]).astype(np.int64)
        bursts += np.abs(np.diff(counted)).astype(np.int64)
    if burst is not None and burst.end and played.game.end(traced.final) == burst.end:
        bursts[-1] += 1
    return bursts


def _sources(played: Played, traced: Trace, before: Ints, bursts: Ints, deeds: Mapping[int, str]) -> list[dict[str, int]]:
    """Where each seat's score came from, step by step."""
    sources = played.vocabulary.sources
    found: list[dict[str, int]] = [{} for _ in range(played.seats)]
    if sources is None:
        return found
    changes = traced.scores - before
    for at, seat in np.argwhere(changes).tolist():
        name = sources.name(
            int(changes[at, seat]),
            deed=deeds.get(at, ""),
            ending=at == len(traced.seats) - 1,
            burst=bool(bursts[at]),
            chance=at not in deeds,
            own=int(traced.seats[at]) == seat,
        )
        found[seat][name] = found[seat].get(name, 0) + int(changes[at, seat])
    return found


def _happened(played: Played, traced: Trace) -> Iterator[Happened]:
    """Which rules and cards came up in a game, read off its log."""
    game, matters = played.game, played.vocabulary.matters
    times = [0] * len(matters)
    seats: list[set[int]] = [set() for _ in matters]
    end = snapshot(traced.final)
    readings = [snapshot(traced.before, at) for at in range(len(traced.seats))]
    for at, (seat, step) in enumerate(zip(traced.seats.tolist(), traced.steps.tolist(), strict=True)):
        s, after = readings[at], readings[at + 1] if at + 1 < len(readings) else end
        mover = None if seat == CHANCE else seat
        chance = game.chances[s.chance - 1] if mover is None else ""
        happened = [line.what for line in lines(game.kinds, s, after, end, mover, step, ALL_SEEING)]
        for i, matter in enumerate(matters):
            if _applies(matter, happened, chance, s, after):
                times[i] += 1
                seats[i] |= _whose(matter, happened, seat)
    for n, who in zip(times, seats, strict=True):
        yield Happened(n, frozenset(who))


def _applies(matter: Matter, happened: Sequence[Kind], chance: str, s: Any, after: Any) -> bool:
    if matter.patterns and not any(matches(pattern, what) for pattern in matter.patterns for what in happened):
        return False
    if matter.chance and matter.chance != chance:
        return False
    return not matter.changes or getattr(s, matter.changes) != getattr(after, matter.changes)


def _whose(matter: Matter, happened: Sequence[Kind], seat: int) -> set[int]:
    if matter.who == "named":
        told = [what for what in happened if any(matches(pattern, what) for pattern in matter.patterns)]
        return set().union(*(seats_named(what) for what in told))
    return {seat} if matter.who == "mover" and seat != CHANCE else set()
