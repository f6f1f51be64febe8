"""Positions of Tulip for tests, written in the rulebook's words and independent of the game's own code."""

from collections.abc import Mapping, Sequence
from typing import Any

import tulips
from tulips.engine.match.match import Match
from tulips.engine.state.state import row

TULIP = tulips.game("tulip")
COLOURS = ["red", "orange", "yellow", "pink", "purple", "blue"]
CARDS = [*COLOURS, "black", "exchange", "variation", "take"]
TRACK = [5, 3, 2, 1, 0]
DECKS = {  # tulips of each colour, black, exchange, variation, take, all
    "compact": (7, 4, 4, 4, 4, 58),
    "default": (8, 5, 4, 4, 4, 65),
    "long": (10, 6, 6, 6, 6, 84),
}
STARTING_CARDS = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}

Gardens = Sequence[Mapping[str, int]]


def deal(*hands: str, starting: str = "", draws: str = "", takes: str = "", seed: int | None = 1, options: Any = None) -> Match:
    """A match of as many seats as hands, each four cards in words; seat 1 starts. Starting cards follow the usual order."""
    seats = len(hands)
    dealt = STARTING_CARDS[seats] * seats
    return TULIP.match(
        seats,
        seed=seed,
        options={"first": 1, **(options or {})},
        given={
            "deck": [card for hand in hands for card in hand.split()] + draws.split(),
            "starting cards": (starting.split() or COLOURS)[:dealt],
            "take": takes.split(),
        },
    )


def arrange(
    match: Match,
    *,
    hands: Sequence[str] = (),
    gardens: Gardens = (),
    prices: Mapping[str, int] | None = None,
    krashes: int = 0,
    blacks: int = 0,
    deck: str = "",
) -> None:
    """Set the table as it may stand in the middle of a game; what is not named stays, but gardens replace all gardens."""
    s = row(match.states)
    for seat, hand in enumerate(hands):
        cards = hand.split()
        s.held[seat] = len(cards)
        for i in range(4):
            s.hand[seat, i] = CARDS.index(cards[i]) if i < len(cards) else len(CARDS)
    for seat, garden in enumerate(gardens):
        for card, name in enumerate(CARDS):
            s.garden[seat, card] = garden.get(name, 0)
    for colour, price in (prices or {}).items():
        s.step[COLOURS.index(colour)] = TRACK.index(price)
    s.krashes = krashes
    s.blacks = blacks
    if deck:
        s.left = len(deck.split())
        for i, name in enumerate(deck.split()):
            s.deck[i] = CARDS.index(name)


def price(match: Match, colour: str) -> int:
    return TRACK[int(row(match.states).step[COLOURS.index(colour)])]


def prices(match: Match) -> dict[str, int]:
    return {colour: price(match, colour) for colour in COLOURS}


def garden(match: Match, seat: int) -> dict[str, int]:
    """What lies before a seat, without the cards of which there are none."""
    s = row(match.states)
    return {name: s.garden[seat, card] for card, name in enumerate(CARDS) if s.garden[seat, card]}


def hand(match: Match, seat: int) -> list[str]:
    s = row(match.states)
    return sorted(CARDS[s.hand[seat, i]] for i in range(s.held[seat]))
