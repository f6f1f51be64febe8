"""How Tulpenfieber can end, and the headings of its transcripts."""

from typing import Any

import tulips
from support.endings import Ending
from tulips.games.tulpenfieber.view import PHASES

GAME = "tulpenfieber"
ROW_4, THREE, FOUR, OUTSTANDING, VERY_GOOD, WON, NOT_WON = tulips.game(GAME).ends

ENDINGS = [
    Ending("row-4-full", GAME, ROW_4, 2, "hasty", most_moves=200),
    Ending("three-in-row-5", GAME, THREE, 2, "greedy", most_moves=120),
    Ending("four-in-row-5", GAME, FOUR, 2, "greedy", most_moves=150),
    Ending("solo-outstanding", GAME, OUTSTANDING, 1, "greedy"),
    Ending("solo-very-good", GAME, VERY_GOOD, 1, "greedy"),
    Ending("solo-won", GAME, WON, 1, "greedy"),
    Ending("solo-not-won", GAME, NOT_WON, 1, "hasty"),
]


def heading(s: Any, names: list[str]) -> str:
    phase = PHASES[s.phase]
    if phase == "start":
        return "Set-up"
    tulip = s.tulips[s.turn] + (phase not in ("tile", "carry"))  # the one that this turn is about
    return f"{names[s.turn]}, tulip {tulip}" if s.seats > 1 else f"Round {s.round + 1}, tulip {tulip}"
