"""Levels: searching players with names that people understand, each game's own dials and budgets in its `game.toml`.

A level may be given another budget where it is named: `master@2000` makes 2,000 iterations a move, `master@0.2s` thinks for 0.2
seconds, `master@8MB` keeps its tree that small, and `master@2000,explore=2` has one of its dials turned as well. `oracle` is
`master` with a look behind every screen: it cheats, and is there to measure by.
"""

import functools
import hashlib
import re
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tulips.bots.search import Dials, Thought, think
from tulips.defaults import MEGABYTES
from tulips.engine.prebuilt import prebuilt
from tulips.engine.state.chance import noise_word, pick

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States

NAMES = ("novice", "merchant", "master")
ORACLE = "oracle"
NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
SETTING = re.compile(
    rf"(?P<iterations>[1-9]\d{{0,8}})|(?P<seconds>{NUMBER})s|(?P<megabytes>{NUMBER})MB|(?P<dial>[a-z_]+)=(?P<value>{NUMBER})"
)
"""What may follow a level's name and an @, one or several with commas between them."""


SETTINGS = (
    "after the @ of a bot that searches comes how much it thinks, such as 2000 iterations or 0.2s, memory such as 8MB, "
    "or a dial such as explore=2; with commas between them if there are several."
)


@prebuilt
class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A searching player: its budget for a move, how carefully it chooses from what it has found, and its dials."""

    iterations: int | None = None
    seconds: float | None = None
    megabytes: float = MEGABYTES  # that its tree may take
    careless: float = 0.0  # 0 takes the move tried most; up to so much less of its visits, any other will do
    dials: Dials = Dials()
    policy: str | None = None  # a bot of the game's own that plays in its place, where searching is no use
    slips: float = 0.0  # the part of such a bot's choices that another one makes
    slips_to: str = ""  # that one


@functools.cache
def level(game: "Game", name: str) -> Level | None:
    """The level of that name in a game, with what follows the name; None if there is none."""
    plain, at, settings = name.partition("@")
    levels = _levels(game)
    if plain == ORACLE and "master" in levels:
        master = levels["master"]
        found = msgspec.structs.replace(master, dials=msgspec.structs.replace(master.dials, sees_all=1.0))
    elif plain in levels:
        found = levels[plain]
    else:
        return None
    if not at:
        return found
    return None if found.policy else _with_settings(found, settings.split(","))


def _with_settings(level: Level, settings: list[str]) -> Level | None:
    """A level that searches with another budget, memory or dials; None if one of the settings is none."""
    for setting in settings:
        given = SETTING.fullmatch(setting)
        if given is None:
            return None
        if given["dial"]:
            turned = {**msgspec.structs.asdict(level.dials), given["dial"]: float(given["value"])}
            try:
                level = msgspec.structs.replace(level, dials=msgspec.convert(turned, Dials))
            except msgspec.ValidationError:
                return None
        elif given["megabytes"]:
            level = msgspec.structs.replace(level, megabytes=float(given["megabytes"]))
        elif given["seconds"]:
            level = msgspec.structs.replace(level, iterations=None, seconds=float(given["seconds"]))
        else:
            level = msgspec.structs.replace(level, iterations=int(given["iterations"]), seconds=None)
    return level


@functools.cache
def _levels(game: "Game") -> dict[str, Level]:
    """The levels that a game's facts name, in their order from weak to strong."""
    facts = game.facts.get("levels", {})
    return {name: msgspec.convert(facts[name], Level) for name in NAMES if name in facts}


def cheats(game: "Game", name: str) -> bool:
    """Whether that bot sees what is hidden from its seat."""
    found = level(game, name)
    return found is not None and found.dials.sees_all > 0


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
    megabytes: float | None = None,
) -> int:
    """The move that a level makes; with a time to think or memory it takes that instead of its own budget."""
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
        megabytes=level.megabytes if megabytes is None else megabytes,
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
