"""How Gift of Tulips can end, and the headings of its transcripts."""

from typing import Any

from support.endings import Ending, tie_broken
from tulips.games.gift_of_tulips.view import PHASES

GAME, DECK = "gift-of-tulips", "the deck ran out"

ENDINGS = [
    Ending("deck-ran-out", GAME, DECK, 3, "greedy"),
    Ending("tie-broken", GAME, DECK, 2, "greedy", tie_broken),
    Ending("shared", GAME, DECK, 2, "random", shared=True),
]


def heading(s: Any, names: list[str]) -> str:
    phase = PHASES[s.phase]
    return f"{names[s.turn]}'s turn" if phase == "turn" else phase.capitalize()
