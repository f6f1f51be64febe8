"""Positions for tests of Tulipmania 1637, set up from plain words and numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import tulips
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import Lay, Sell

GAME = tulips.game("tulipmania-1637")
COLOURS = ["purple", "yellow", "orange", "blue", "red"]
CARDS = {4: "speculate", 3: "speculate by proxy", 2: "purchase", 1: "purchase by proxy", 0: "pass"}
Amounts = Mapping[str, Sequence[int]]  # by colour, for each seat


def position(
    seats: int = 4,
    *,
    seller: int = 0,
    priority: int | None = None,
    cash: Sequence[int] | None = None,
    tulips: Amounts | None = None,
    buyers: Amounts | None = None,
    price: Mapping[str, int] | None = None,
    deck: int | None = None,
    board: Any = "standard",
) -> Match:
    """A match in which the seller is about to sell; what is not given is as in the first turn, buyers none."""
    match = GAME.match(seats, seed=1, options={"first": seller + 1, "board": board})
    s = row(match.states)
    if priority is not None:
        s.priority = priority
    for p in range(seats):
        if cash is not None:
            s.cash[p] = cash[p]
        for c in range(s.colours):
            s.buyers[p, c] = 0
            s.most[p, c] = 8
    for colour, held in (tulips or {}).items():
        for p in range(seats):
            s.tulips[p, COLOURS.index(colour)] = held[p]
    for colour, held in (buyers or {}).items():
        for p in range(seats):
            s.buyers[p, COLOURS.index(colour)] = held[p]
    for colour, florins in (price or {}).items():
        s.indicator[COLOURS.index(colour)] = current_space(s, florins)
    if deck is not None:
        s.deck = deck
        if deck == 0:
            for c in range(s.colours):
                s.face_up[c] = 0
    return match


def current_space(s: Any, florins: int) -> int:
    return next(i for i in range(s.spaces) if s.kind[i] == 0 and s.price[i] == florins)


def burst(match: Match, *colours: str) -> None:
    """Take colours out of the game, as if they had burst earlier."""
    s = row(match.states)
    for colour in colours:
        c = COLOURS.index(colour)
        s.indicator[c] = 255
        s.live -= 1
        s.stock[c] = s.face_up[c] = 0
        for p in range(s.seats):
            s.tulips[p, c] = s.buyers[p, c] = s.most[p, c] = 0


def sell(match: Match, colour: str, cards: Mapping[int, int]) -> None:
    """Put a tulip up for sale and let the others lay these cards, or pass."""
    seller = row(match.states).turn
    match.play(seller, Sell(colour))
    for p in range(match.seats):
        if p != seller:
            match.play(p, Lay(CARDS[cards.get(p, 0)]))


def cash(match: Match) -> list[int]:
    return match.scores


def tulips_of(match: Match, colour: str) -> list[int]:
    s = row(match.states)
    return [s.tulips[p, COLOURS.index(colour)] for p in range(match.seats)]


def buyers_of(match: Match, colour: str) -> list[int]:
    s = row(match.states)
    return [s.buyers[p, COLOURS.index(colour)] for p in range(match.seats)]


def stock_of(match: Match, colour: str) -> int:
    return int(row(match.states).stock[COLOURS.index(colour)])


def price_of(match: Match, colour: str) -> int | None:
    """The colour's price, None once it has burst."""
    s = row(match.states)
    here = s.indicator[COLOURS.index(colour)]
    return None if here == 255 else int(s.price[here])


def phase(match: Match) -> str:
    return str(match.view(-1).phase)


def actors(match: Match) -> tuple[int, ...]:
    return match.actors


def awaits(match: Match) -> str | None:
    return match.awaits
