"""How Tulip Bubble can end, and the headings of its transcripts."""

from typing import Any

from support.endings import Ending
from tulips.engine.match.match import Match
from tulips.games.tulip_bubble.moves import Answer
from tulips.games.tulip_bubble.view import PHASES

GAME, BURST, BOUGHT = "tulip-bubble", "the bubble burst", "the Black Tulip was bought"


def buyers_of_black_tulip(match: Match) -> int:
    return sum(event.what == Answer("buy") for event in match.line)


ENDINGS = [
    Ending("bubble-burst", GAME, BURST, 3, "greedy", most_moves=150),
    Ending("bubble-burst-shared", GAME, BURST, 3, "random", most_moves=200, shared=True),
    Ending("black-tulip", GAME, BOUGHT, 3, "greedy", lambda match: buyers_of_black_tulip(match) == 1),
    Ending("black-tulip-contested", GAME, BOUGHT, 3, "greedy", lambda match: buyers_of_black_tulip(match) > 1),
    Ending("black-tulip-shared", GAME, BOUGHT, 4, "greedy", shared=True),
]


def heading(s: Any, names: list[str]) -> str:
    phase = {"purchase": "auction", "resolving": "auction"}.get(PHASES[s.phase], PHASES[s.phase])
    return "Set-up" if phase == "set-up" else f"Round {s.round}, {phase}"
