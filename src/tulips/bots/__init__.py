"""Players of any game: policies, rules that choose at once among a seat's moves, and levels, which search.

Every game has `random`; what else it has is its own, in its folder. A bot goes by its name, everywhere; a level may be named
with a budget, such as `master@2000` (see `tulips.bots.levels`).

>>> from tulips import bots
>>> game = tulips.game("gift-of-tulips")
>>> match = game.match(seats=3, seed=1)
>>> while not match.end:
...     seat = match.actors[0]
...     match.play(seat, bots.choose(game, match.states, seat, "greedy", seed=match.moves_made))
>>> match.end
'the deck ran out'
"""

import difflib
import functools
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tulips.bots import levels, policies
from tulips.engine.compile import templates
from tulips.engine.compile.kernel import Kernel
from tulips.engine.errors import BadSeats, UnknownBot
from tulips.engine.match.playout import Results, play_new, play_on
from tulips.engine.state.chance import key_of_seed
from tulips.engine.state.rule import rebind, rule
from tulips.engine.state.seats import MOST_SEATS
from tulips.engine.state.state import row

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.match.batch import Batch
    from tulips.engine.state.state import States

RANDOM = "random"


def names(game: "Game") -> list[str]:
    """The bots that play the game: those that choose at once, then the levels, from weak to strong.

    >>> bots.names(tulips.game("gift-of-tulips"))
    ['random', 'greedy', 'novice', 'merchant', 'master']
    """
    return [*instant(game), *levels.names(game)]


def instant(game: "Game") -> list[str]:
    """The bots that choose at once; the number of one is its place in this list."""
    return [RANDOM, *game.policies]


def number(game: "Game", bot: str) -> int | None:
    """The number of a bot that chooses at once; None for one that does not, or not always."""
    if bot in instant(game):
        return instant(game).index(bot)
    level = levels.level(game, bot)
    if level is None:
        searcher, at, _ = bot.partition("@")
        if at and searcher in (*levels.names(game), levels.ORACLE):
            known = levels.level(game, searcher)
            why = f"its {searcher} does not search." if known and known.policy else levels.SETTINGS
            raise UnknownBot(f"{bot!r} is no bot of {game.about.title}: {why}")
        near = difflib.get_close_matches(bot, names(game), 1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names(game))}."
        raise UnknownBot(f"{game.about.title} has no bot called {bot!r}: {hint}")
    return instant(game).index(level.policy) if level.policy and not level.slips else None


def by_seat(game: "Game", bots: Sequence[str], seats: int) -> list[str]:
    """The bot of each seat: those named, in order, the last one repeated; random if none is named.

    >>> bots.by_seat(tulips.game("tulip"), ["master", "greedy"], seats=4)
    ['master', 'greedy', 'greedy', 'greedy']
    """
    if len(bots) > seats:
        raise BadSeats(f"{len(bots)} bots were named for {seats} seats.")
    chosen = list(bots) or [RANDOM]
    for bot in chosen:
        number(game, bot)
    return chosen + [chosen[-1]] * (seats - len(chosen))


def choose(
    game: "Game",
    states: "States",
    seat: int,
    bot: str,
    seed: int,
    *,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float | None = None,
) -> int:
    """The move that the bot makes for the seat; the same seed and the same knowledge give the same move.

    A level may be given seconds to think in place of its own number of iterations, threads to do it in, and the memory that its
    tree may take; then the move depends on how fast the machine is.

    >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
    >>> move = bots.choose(match.game, match.states, 0, "master@500", seed=1)
    >>> move in match.game.moves(match.states, 0)
    True
    """
    seed %= 2**64
    which = number(game, bot)
    if which is None:
        level = levels.level(game, bot)
        assert level is not None
        other = levels.who_plays(level, seed)
        if other is not None:
            return choose(game, states, seat, other, seed)
        return levels.decide(game, states, seat, level, seed, seconds=seconds, threads=threads, megabytes=megabytes)
    noise = np.array([seed], np.uint64)
    decide: Kernel = _kernel(game, "decide")
    return decide(states, 0, seat, which, game.move_buffer(), game.scratch(), noise)


def play_games(game: "Game", start: "States", players: Sequence[str], seed: str, first: int, games: int) -> Results:
    """Play whole games from a state before chance, one bot a seat: games `first` and following of the seed's.

    Random players alone get a kernel without the other bots' code in it, which is faster.
    """
    numbers = [number(game, bot) for bot in players]
    if None in numbers:
        results = Results.of(games, len(players))
        key0, key1 = map(np.uint64, key_of_seed(seed))
        for i in range(games):
            states = start.copy()
            game.kernel("start_games")(states, key0, key1, first + i)
            length = _play_on(game, states, players, f"{seed} {first + i}")
            results.lengths[i], results.ends[i] = length, row(states).end
            game.kernel("read_scores")(states, results.scores[i : i + 1], results.standings[i : i + 1])
        return results
    play = game.kernel("play_games") if set(players) == {RANDOM} else _kernel(game, "play_games")
    return play_new(play, game, start, np.array(numbers, np.int8), seed, first, games)


def _play_on(game: "Game", states: "States", players: Sequence[str], seed: str) -> int:
    """Play a game to its end, one bot a seat, some of which think; the number of decisions made.

    Each decision has noise of its own, so that a seat's thought does not depend on how much another has used.
    """
    decisions = 0
    step = _kernel(game, "play_until")
    thinkers = np.array([number(game, bot) is None for bot in players], np.int8)
    numbers = np.array([number(game, bot) or 0 for bot in players], np.int8)
    moves, scratch = game.move_buffer(), game.scratch()
    while True:
        noise = np.array([noise_of(seed, decisions)], np.uint64)
        decisions += step(states, thinkers, numbers, moves, scratch, noise)
        if row(states).end:
            return decisions
        seat = game.actors(states)[0]
        game.apply(states, seat, choose(game, states, seat, players[seat], noise_of(seed, decisions)))
        decisions += 1


def noise_of(seed: str, decision: int) -> int:
    """The noise of one decision of a game in which some bot thinks."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {decision}".encode(), digest_size=8).digest(), "little")


def play_out(batch: "Batch", players: Sequence[str], seed: int = 0) -> int:
    """Play every game of a batch to its end, one bot a seat; the number of moves made.

    >>> batch = tulips.game("tulip").batch(1000, seats=2, seed=1)
    >>> made = bots.play_out(batch, ["greedy", "random"])
    >>> greedy, random = batch.scores().mean(axis=0)
    >>> bool(greedy > random)
    True
    """
    game = batch.game
    chosen = by_seat(game, players, MOST_SEATS)
    numbers = [number(game, bot) for bot in chosen]
    if None in numbers:
        singles = (batch.states[i : i + 1] for i in range(len(batch)))
        return sum(_play_on(game, states, chosen, f"{seed} {row(states).key[0]}") for states in singles)
    played = play_on(_kernel(game, "play_games"), game, batch.states, np.array(numbers, np.int8), seed)
    return int(played.lengths.sum())


@functools.cache
def _kernel(game: "Game", name: str) -> Kernel:
    """A kernel whose players are the game's own bots."""
    template = getattr(policies, name, None) or getattr(templates, name)
    return game.specialise(template, label="bots", **bindings(game))


@functools.cache
def bindings(game: "Game") -> dict[str, Any]:
    """The game's policies by number, and what templates make of them."""
    bound = dict(game.bindings)
    assert len(game.policies) <= policies.MOST, f"{game.about.title} has more bots than there are places for"
    for i, policy in enumerate(game.policies.values(), 1):
        bound[f"policy_{i}"] = policy
    bound["choose"] = rule(rebind(policies.choose_by_number, game.name, bound))
    bound["play_out"] = rule(rebind(templates.play_to_end, f"{game.name}-bots", bound))
    return bound
