"""How Tulipmania 1637 can end, and the headings of its transcripts."""

from typing import Any

from support.endings import Ending
from tulips.engine.match.match import Match
from tulips.games.tulipmania_1637.view import PHASES

GAME, BURST = "tulipmania-1637", "the last bubble burst"
IDLE, HUNDRED = "nobody traded for a round", "the last of a hundred rounds was played"


def sleepy(match: Match, seat: int) -> int:
    """Trades as little as it may: passes, sells nothing, buys nothing."""
    return _saying(match, seat, "pass", "sell nothing", "buy nothing")


def peddler(match: Match, seat: int) -> int:
    """Sells when all others pass, and buys the same for less: cash goes round for ever."""
    return _saying(match, seat, "pass")


def _saying(match: Match, seat: int, *wanted: str) -> int:
    """The first move with one of these notations, or any."""
    told = dict(zip(match.moves(seat), match.game.moves(match.states, seat), strict=True))
    return next((told[words] for words in wanted if words in told), next(iter(told.values())))


ENDINGS = [
    Ending("last-bubble-burst", GAME, BURST, 3, "greedy", most_moves=50),
    Ending("last-bubble-burst-shared", GAME, BURST, 3, "random", shared=True),
    Ending("nobody-traded", GAME, IDLE, 3, sleepy),
    Ending("hundred-rounds", GAME, HUNDRED, 3, peddler),
]


def heading(s: Any, names: list[str]) -> str:
    laid = PHASES[s.phase] in ("set-up", "deal", "face up")
    return "Set-up" if laid else f"Round {s.turns // s.seats + 1}, {names[s.turn]}'s turn"
