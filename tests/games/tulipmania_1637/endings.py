"""How Tulipmania 1637 can end, and the headings of its transcripts."""

from typing import Any

from support.endings import Ending
from support.told import legal
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.games.tulipmania_1637.moves import BuyNothing, Lay, Play, SellNothing
from tulips.games.tulipmania_1637.view import PHASES

GAME, BURST = "tulipmania-1637", "the last bubble burst"
IDLE, HUNDRED = "nobody traded for a round", "the last of a hundred rounds was played"
PASSES = (Lay("pass"), Play("pass"))


def sleepy(match: Match, seat: int) -> int:
    """Trades as little as it may: passes, sells nothing, buys nothing."""
    return _wanting(match, seat, *PASSES, SellNothing(), BuyNothing())


def peddler(match: Match, seat: int) -> int:
    """Sells when all others pass, and buys the same for less: cash goes round for ever."""
    return _wanting(match, seat, *PASSES)


def _wanting(match: Match, seat: int, *wanted: Move) -> int:
    """The first of these moves that is legal, or any."""
    numbers = dict(zip(legal(match, seat), match.game.moves(match.states, seat), strict=True))
    return next((numbers[move] for move in wanted if move in numbers), next(iter(numbers.values())))


ENDINGS = [
    Ending("last-bubble-burst", GAME, BURST, 3, "greedy", most_moves=50),
    Ending("last-bubble-burst-shared", GAME, BURST, 3, "random", shared=True),
    Ending("nobody-traded", GAME, IDLE, 3, sleepy),
    Ending("hundred-rounds", GAME, HUNDRED, 3, peddler),
]


def heading(s: Any, names: list[str]) -> str:
    laid = PHASES[s.phase] in ("set-up", "deal", "face up")
    return "Set-up" if laid else f"Round {s.turns // s.seats + 1}, {names[s.turn]}'s turn"
