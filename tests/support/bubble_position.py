"""Positions of Tulip Bubble for tests, written in the words of the rulebook."""

from typing import Any

import tulips
from support.told import legal
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulip_bubble import rules
from tulips.games.tulip_bubble.moves import Bid, PlaceNoMore
from tulips.games.tulip_bubble.rules import PLACING, SELLING

GAME = tulips.game("tulip-bubble")
ANDY, BOB, CHARLES, DENNIS = range(4)
NAMES = ["Andy", "Bob", "Charles", "Dennis", "Emma"]

LEVELS = ["I", "II", "III", "IV", "V", "VI", "VII"]
COLOURS = ["red", "white", "yellow"]
VARIETIES = ["A", "B1", "B2", "C1", "C2", "C3"]
COLLECTORS = ["Nobleman", "Clergyman", "Madame", "Fair Lady", "Servant", "Scholar", "Young Man", "Tavern Owner"]
NONE = 255


def card(name: str) -> int:
    colour, variety = name.split()
    return COLOURS.index(colour) * 6 + VARIETIES.index(variety)


def position(levels: str = "red II, white III, yellow IV", seats: int = 4, start: int = ANDY, **options: Any) -> Match:
    """A match whose market is empty, with these price levels and 20 guilders each; its phase is still to be set."""
    match = GAME.match(seats, seed="a position", names=NAMES[:seats], options={"first": start + 1, **options})
    s = row(match.states)
    for i in range(s.row):
        s.next_shipment[i] = NONE
    for i in range(s.lots):
        s.lot[i] = NONE
    s.arrivals = s.lots = 0
    set_levels(match, levels)
    return match


def set_levels(match: Match, levels: str) -> None:
    for part in levels.split(", "):
        colour, level = part.split()
        row(match.states).level[COLOURS.index(colour)] = LEVELS.index(level)


def levels_of(match: Match) -> str:
    s = row(match.states)
    return ", ".join(f"{colour} {LEVELS[s.level[c]]}" for c, colour in enumerate(COLOURS))


def next_shipment(match: Match, *cards: str) -> None:
    s = row(match.states)
    for i, name in enumerate(cards):
        s.next_shipment[i] = card(name)


def new_arrivals(match: Match, *cards: str) -> None:
    s = row(match.states)
    for i, name in enumerate(cards):
        s.lot[i] = card(name)
    s.arrivals = s.lots = len(cards)


def just_sold(match: Match, *cards: str) -> None:
    s = row(match.states)
    for name in cards:
        s.lot[s.lots] = card(name)
        s.lots += 1


def hold(match: Match, seat: int, *cards: str) -> None:
    """Give a seat these tulips."""
    for name in cards:
        rules.take_in_hand(row(match.states), seat, card(name))


def owe(match: Match, seat: int, name: str, loan: int) -> None:
    """Give a seat a financed tulip."""
    s = row(match.states)
    s.financed[seat, s.loans[seat]] = card(name)
    s.loan[seat, s.loans[seat]] = loan
    s.loans[seat] += 1
    s.markers[seat] -= 1


def purse(match: Match, seat: int, guilders: int) -> None:
    row(match.states).cash[seat] = guilders


def cash(match: Match, seat: int) -> int:
    return int(row(match.states).cash[seat])


def hand(match: Match, seat: int) -> list[str]:
    tulips_held = match.view(seat).seats[seat].tulips
    assert tulips_held is not None
    return list(tulips_held)


def collectors(match: Match, *face_up: str) -> None:
    """Turn up these collectors, one a pile, the rest of the piles face down."""
    s = row(match.states)
    for c in range(len(COLLECTORS)):
        s.face_down[c] = 1
    for pile in range(3):
        s.collector[pile] = -1
    for name in face_up:
        c = COLLECTORS.index(name)
        s.face_down[c] = 0
        s.collector[0 if c == 0 else 1 if c < 4 else 2] = c


def selling(match: Match) -> Match:
    """Begin the Selling Phase."""
    s = row(match.states)
    rules.begin_selling(s)
    rules.go_on(s)
    return match


def placing(match: Match) -> Match:
    """Begin to place bids."""
    s = row(match.states)
    s.phase = PLACING
    s.turn, s.turns, s.placed, s.actors = s.start, 0, 0, 1 << s.start
    return match


def buying(match: Match) -> Match:
    """Begin the Buying Phase, the Black Tulip first."""
    s = row(match.states)
    s.phase = SELLING
    s.turns = s.seats
    rules.go_on(s)
    return match


def bid_on(match: Match, seat: int, name: str) -> Bid:
    """The bid on a lot with this card."""
    return next(move for move in legal(match, seat) if isinstance(move, Bid) and move.card == name)


def bid(match: Match, seat: int, *names: str) -> None:
    """A turn to place bids."""
    for name in names:
        match.play(seat, bid_on(match, seat, name))
    if seat in match.actors and match.view(seat).phase == "placing":
        match.play(seat, PlaceNoMore())
