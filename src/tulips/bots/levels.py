"""Levels: searching players with names that people understand, each game's own dials and budgets in its `game.toml`.

A level may be given another budget where it is named: `master@2000` makes 2,000 iterations a move, `master@0.2s` thinks for 0.2
seconds. `oracle` is `master` with a look behind every screen: it cheats, and is there to measure by.
"""

import functools
import hashlib
import re
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tulips.bots.search import Dials, Thought, think
from tulips.engine.chance import noise_word, pick

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.record import States

NAMES = ("novice", "merchant", "master")
ORACLE = "oracle"
BUDGET = re.compile(r"(?P<name>[a-z-]+)@(?:(?P<iterations>[1-9]\d{0,8})|(?P<seconds>\d+(?:\.\d+)?)s)")


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A searching player: its budget for a move, how carefully it chooses from what it has found, and its dials."""

    iterations: int | None = None
    seconds: float | None = None
    careless: float = 0.0  # 0 takes the move tried most; up to so much less of its visits, any other will do
    dials: Dials = Dials()
    policy: str | None = None  # a bot of the game's own that plays in its place, where searching is no use
    slips: float = 0.0  # the part of such a bot's choices that another one makes
    slips_to: str = ""  # that one


@functools.cache
def level(game: "Game", name: str) -> Level | None:
    """The level of that name in a game, with its budget if one is named; None if there is none."""
    budget = BUDGET.fullmatch(name)
    plain = budget["name"] if budget else name
    levels = _levels(game)
    if plain == ORACLE and "master" in levels:
        master = levels["master"]
        found = msgspec.structs.replace(master, dials=msgspec.structs.replace(master.dials, sees_all=1.0))
    elif plain in levels:
        found = levels[plain]
    else:
        return None
    if budget and found.policy:
        return None  # it does not search
    if budget and budget["seconds"]:
        return msgspec.structs.replace(found, iterations=None, seconds=float(budget["seconds"]))
    if budget:
        return msgspec.structs.replace(found, iterations=int(budget["iterations"]), seconds=None)
    return found


@functools.cache
def _levels(game: "Game") -> dict[str, Level]:
    """The levels that a game's facts name, in their order from weak to strong."""
    facts = game.facts.get("levels", {})
    return {name: msgspec.convert(facts[name], Level) for name in NAMES if name in facts}


def names(game: "Game") -> list[str]:
    """The levels of a game, from weak to strong."""
    return list(_levels(game))


def decide(
    game: "Game",
    states: "States",
    seat: int,
    level: Level,
    seed: int,
    *,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float = 64,
) -> int:
    """The move that a level makes; with a time to think it takes that instead of its own budget."""
    moves = game.moves(states, seat)
    if len(moves) == 1:
        return moves[0]
    thought = think(
        game,
        states,
        seat,
        seed,
        dials=level.dials,
        iterations=None if seconds is not None else level.iterations,
        seconds=seconds if seconds is not None else level.seconds,
        threads=threads,
        megabytes=megabytes,
        to_choose=level.careless == 0.0,
    )
    return pick_move(thought, level.careless, seed)


def who_plays(level: Level, seed: int) -> str | None:
    """The bot of the game's own that makes a level's choice this time; None if the level searches."""
    if level.policy is None:
        return None
    luck = int.from_bytes(hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=4).digest(), "little") / 2**32
    return level.slips_to if luck < level.slips else level.policy


def pick_move(thought: Thought, careless: float, seed: int) -> int:
    """The best move found, or for a careless player any that was tried nearly as often."""
    if careless == 0.0:
        return thought.best.move
    enough = (1 - careless) * thought.best.visits
    good = [tried.move for tried in thought.moves if tried.visits >= enough]
    noise = np.array([seed], np.uint64)
    with np.errstate(over="ignore"):
        noise_word(noise)
        return good[pick(noise, len(good))]
