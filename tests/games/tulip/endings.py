"""How Tulip can end, and the headings of its transcripts."""

from typing import Any

from support.endings import Ending
from tulips.games.tulip.view import PHASES

GAME, BLACK, KRASH, DECK = "tulip", "the fourth black tulip", "the fourth krash", "the deck ran out"

ENDINGS = [
    Ending("fourth-black-tulip", GAME, BLACK, 3, "greedy", most_moves=50),
    Ending("fourth-krash", GAME, KRASH, 3, "greedy", most_moves=50),
    Ending("deck-ran-out", GAME, DECK, 6, "greedy", options={"deck": "compact"}),
    Ending("shared", GAME, KRASH, 4, "greedy", most_moves=50, shared=True),
]


def heading(s: Any, names: list[str]) -> str:
    return f"{names[s.turn]}'s turn" if s.phase in PHASES else "Set-up"
