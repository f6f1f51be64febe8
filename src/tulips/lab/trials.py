"""What is asked of a game's bots: against whom the strongest plays, with how much thought, and without which of its parts."""

import itertools
import shlex
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from tulips import bots
from tulips.bots import levels
from tulips.bots.search import TO_THE_END

if TYPE_CHECKING:
    from tulips.engine.game import Game

FOUR = 4

MORE_THOUGHT = 4
"""How many times as many iterations a bot gets to see whether it gains by thinking longer."""

CURVE = (1 / 64, 1 / 16, 1 / 4, MORE_THOUGHT)
"""Parts of the master's budget for which its strength is shown beside that of all of it."""

IN_LADDERS = 1 / 4
"""The part of its budget that the master gets in ladders: there are many, and it sits at every table of them."""

IN_PARTS = 1 / 16
"""The part of its budget with which it is shown what each part of the search is worth: there are many of those too."""


class Trial(msgspec.Struct, frozen=True):
    """A question to the arena: what share the first bot wins."""

    bots: list[str]
    seats: int
    asks: str
    row: str = ""  # what the first bot is called in the table of strength.md, if the answer stands there

    def command(self, game: "Game", games: int) -> str:
        """The command that answers it."""
        named = [word for bot in self.bots for word in ("--bot", bot)]
        return shlex.join(["tulips", "arena", game.name, "--games", str(games), "--seats", str(self.seats), *named])


def trials(game: "Game", thought: float = 1.0) -> Iterator[Trial]:
    """What is asked of a game's bots beside the ladder; `thought` is the part of its budget that a master gets."""
    least, most = game.about.seats
    arena = game.facts.get("arena", {})
    master = levels.level(game, "master")
    for rival in arena.get("rivals", ()):
        for seats in (2, FOUR):
            yield Trial([rival, "greedy"], seats, f"{rival} against greedy, {seats} players", rival)
    if master is None or master.iterations is None:
        return  # no search to ask about
    budget = max(round(thought * master.iterations), 1)
    best, cheat = _with(thought, "master", budget), _with(thought, levels.ORACLE, budget)
    if least <= 2:
        yield Trial([best, "greedy"], 2, "master against greedy, two players", "master")
        yield Trial([cheat, "greedy"], 2, "the oracle, which cheats, against greedy, two players", levels.ORACLE)
    if most >= FOUR:
        yield Trial([best, "greedy"], FOUR, "master against three greedy", "master")
        yield Trial([best, "random"], FOUR, "master against three random", "master")
        yield Trial([cheat, "greedy"], FOUR, "the oracle, which cheats, against three greedy", levels.ORACLE)
        yield Trial([cheat, "random"], FOUR, "the oracle, which cheats, against three random", levels.ORACLE)
        less = f"master@{max(round(budget / MORE_THOUGHT), 1)}"
        yield Trial([best, less], FOUR, f"master against three with a part of its thought, 1 in {MORE_THOUGHT}")
        for part in CURVE:
            some = f"master@{max(round(part * budget), 1)}"
            yield Trial([some, "greedy"], FOUR, f"{Fraction(part)} times the thought against three greedy")
        more = f"master@{MORE_THOUGHT * budget}"
        longer = f"{MORE_THOUGHT} times the iterations"
        yield Trial([more, best], FOUR, f"{MORE_THOUGHT} times the thought against three masters", longer)
        yield Trial([cheat, best], FOUR, "the oracle, which cheats, against three masters", levels.ORACLE)
    for rival, settings in arena.get("foresight", {}).items():
        for seats, whom in ((2, f"{rival}, two players"), (FOUR, f"three {rival}")):
            if seats == FOUR or rival == "greedy":  # those of whom a master is asked too
                yield Trial([f"master@{settings}", rival], seats, f"a master that knows how others choose, against {whom}")
                yield Trial([f"oracle@{settings}", rival], seats, f"the oracle, which cheats and knows it too, against {whom}")


def parts(game: "Game", thought: float = 1.0) -> Iterator[Trial]:
    """What each part of the search is worth: against three greedy without it, and what four times the thought brings then."""
    master = levels.level(game, "master")
    if master is None or master.iterations is None or game.about.seats[1] < FOUR:
        return
    dials = master.dials
    plain = {"winning": 1.0, "sharpness": 0.0, "guided": 0.0, "quick": 0.0, "horizon": TO_THE_END}
    without: dict[str, dict[str, float]] = {
        "all parts": {},
        "only winning counts, points do not": {"winning": 1.0},
        "only points count, winning does not": {"winning": 0.0},
        "no move seems better before it is tried": {"sharpness": 0.0},
        "play goes on at random after the tree": {"guided": 0.0, "quick": 0.0},
        "play goes on to the end": {"horizon": TO_THE_END},
        "a quarter of the curiosity": {"explore": dials.explore / 4},
        "four times the curiosity": {"explore": dials.explore * 4},
        "none of it: plain search": plain,
    }

    def named(part: float, turned: dict[str, float]) -> str:
        budget = max(round(thought * part * (master.iterations or 1)), 1)
        others = {dial: value for dial, value in turned.items() if getattr(dials, dial) != value}
        return ",".join([f"master@{budget}", *(f"{dial}={value:.12g}" for dial, value in others.items())])

    whole = named(IN_PARTS, {})
    for asks, turned in without.items():
        if named(IN_PARTS, turned) != whole or not turned:
            yield Trial([named(IN_PARTS, turned), "greedy"], FOUR, asks)
    for asks, turned in (("all parts", {}), ("plain search", plain)):
        more = named(MORE_THOUGHT * IN_PARTS, turned)
        yield Trial([more, named(IN_PARTS, turned)], FOUR, f"{asks}: {MORE_THOUGHT} times the thought against three")


def _with(thought: float, bot: str, budget: int) -> str:
    """The bot's name, with its budget if that is not its own."""
    return bot if thought == 1 else f"{bot}@{budget}"


def ladder(game: "Game", seats: int, thought: float = 1.0) -> Trial:
    """All bots of a game among each other."""
    names = bots.names(game)
    master = levels.level(game, "master")
    if master is not None and master.iterations is not None:
        names[-1] = f"master@{max(round(thought * IN_LADDERS * master.iterations), 1)}"
    return Trial(names, seats, f"all bots, {seats} players")


def ladders_of(game: "Game", thought: float = 1.0) -> list[Trial]:
    """A ladder for each number of players."""
    return [ladder(game, seats, thought) for seats in game.seat_counts]


def in_turn(games: Sequence["Game"], thought: float) -> Iterator[tuple["Game", Trial]]:
    """All questions, the first of every game before the second of any: what matters most is known first."""
    asked = [
        [(game, trial) for trial in [*trials(game, thought), *ladders_of(game, thought), *parts(game, thought)]]
        for game in games
    ]
    for questions in itertools.zip_longest(*asked):
        yield from filter(None, questions)
