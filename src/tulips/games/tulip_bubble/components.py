"""The components of Tulip Bubble, as numbers.

A card is a number from 0 to 17: six times its colour (red, white, yellow) plus its variety (A, B1, B2, C1, C2, C3).
Copies of a card are the same number. Price levels I to VII are numbers from 0 to 6.
"""

import functools
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import numpy as np

from tulips.engine.facts import read_facts
from tulips.engine.kinds import names_type
from tulips.engine.phrase import Phrase, speaker

FACTS = read_facts(Path(__file__).parent)
say = speaker(Path(__file__).parent)

COLOUR_NAMES: Final[list[str]] = FACTS["tulips"]["colours"]
COLOURS: Final = len(COLOUR_NAMES)
_VARIETIES: Final[list[dict[str, Any]]] = FACTS["tulips"]["varieties"]
VARIETIES: Final = len(_VARIETIES)
VARIETY_NAMES: Final[list[str]] = [v["name"] for v in _VARIETIES]
RANK_NAMES: Final[list[str]] = sorted({v["rank"] for v in _VARIETIES})
FACES: Final = COLOURS * VARIETIES  # different cards
MAX_SEATS: Final[int] = FACTS["seats"][1]

COLOUR: Final = np.array([card // VARIETIES for card in range(FACES)])
RANK: Final = np.array([RANK_NAMES.index(_VARIETIES[card % VARIETIES]["rank"]) for card in range(FACES)])
COPIES: Final = np.array([_VARIETIES[card % VARIETIES]["copies"] for card in range(FACES)])
CARDS: Final = int(COPIES.sum())
NO_CARD: Final = 255

# What a card adds to the market's supply, the three colours counted in one number of eight bits each; no card adds nothing
COUNT_BITS: Final = 8
SUPPLY: Final = np.zeros(256, np.int64)
SUPPLY[:FACES] = 1 << COUNT_BITS * COLOUR

LEVEL_NAMES: Final[list[str]] = FACTS["prices"]["levels"]
LEVELS: Final = len(LEVEL_NAMES)
START_LEVELS: Final = np.array([LEVEL_NAMES.index(level) for level in FACTS["set_up"]["start_levels"]])
# The market price of a card: PRICE[LEVELS * card + its colour's level]
PRICE: Final = np.array([price for card in range(FACES) for price in FACTS["prices"][RANK_NAMES[RANK[card]]]])

GUILDERS: Final[int] = FACTS["set_up"]["guilders"]
BULB_RANKS: Final = np.array([RANK_NAMES.index(rank) for rank in FACTS["set_up"]["bulb_ranks"]])
BULBS: Final = len(BULB_RANKS)
ROW: Final[int] = FACTS["market"]["row"]
MAX_ROW: Final = MAX_SEATS + ROW
MAX_LOTS: Final = MAX_ROW + CARDS  # New Arrivals, and Just Sold in case everything else is sold at once

# Market events: a Rise for each colour, then these; the Bust is kept apart
SURGE: Final = COLOURS
CRASH: Final = COLOURS + 1
BUST: Final = COLOURS + 2
EVENT_NAMES: Final[list[str]] = [f"{colour.capitalize()} Rise" for colour in COLOUR_NAMES] + ["Surge", "Crash", "Bubble Bust"]
EVENT_COPIES: Final = [FACTS["events"]["rise"]["copies"]] * COLOURS + [FACTS["events"][e]["copies"] for e in ("surge", "crash")]
RISE_STEPS: Final[int] = FACTS["events"]["rise"]["steps"]
SURGE_STEPS: Final[int] = FACTS["events"]["surge"]["steps"]
CRASH_STEPS: Final[int] = FACTS["events"]["crash"]["steps"]
EVENTS_IN_DECK: Final[int] = sum(EVENT_COPIES) - FACTS["events"]["removed"] + 1
LAST_EVENTS: Final[int] = FACTS["events"]["last"]

_COLLECTORS: Final[list[dict[str, Any]]] = FACTS["collectors"]
COLLECTORS: Final = len(_COLLECTORS)
COLLECTOR_NAMES: Final[list[str]] = [c["name"] for c in _COLLECTORS]
NO_COLLECTOR: Final = -1
BONUS: Final = np.array([c["bonus"] for c in _COLLECTORS])
_BONUSES: Final = sorted({c["bonus"] for c in _COLLECTORS}, reverse=True)
PILES: Final = len(_BONUSES)
PILE: Final = np.array([_BONUSES.index(c["bonus"]) for c in _COLLECTORS])
SET_CARDS: Final = 3

MARKERS: Final[int] = FACTS["bidding"]["markers"]
PLACED: Final = np.array(FACTS["bidding"]["placed"])
PLACING_TURNS: Final = len(PLACED)
HIGHEST_BID: Final[int] = FACTS["bidding"]["highest"]
RAISES: Final = np.array(FACTS["bidding"]["listed"])
BLACK_TULIP_OVER: Final[int] = FACTS["black_tulip"]["over"]


Levels = tuple[int, ...]
"""The price level of each colour."""


# Names: what views, files and programs call things
CARD_NAMES: Final = [f"{COLOUR_NAMES[COLOUR[card]]} {VARIETY_NAMES[card % VARIETIES]}" for card in range(FACES)]
ROW_NAMES: Final = ["Next Shipment", "New Arrivals", "Just Sold"]
Card = Annotated[str, names_type("Card", CARD_NAMES)]
Colour = Annotated[str, names_type("Colour", COLOUR_NAMES)]
Level = Annotated[str, names_type("Level", LEVEL_NAMES)]
Row = Annotated[str, names_type("Row", ROW_NAMES)]
EventName = Annotated[str, names_type("EventName", EVENT_NAMES)]
Collector = Annotated[str, names_type("Collector", COLLECTOR_NAMES)]


@functools.cache
def card_phrase(name: str) -> Phrase:
    """A card in any language: a sentence for each colour, since the colour agrees with the tulip in other languages.

    The colour is among the values too, without a gap, for whoever draws the tulip beside its name.
    """
    colour, variety = name.split()
    return say(f"card.{colour}", variety=variety, colour=colour)


@functools.lru_cache(maxsize=1024)
def guilders_phrase(guilders: int) -> Phrase:
    """A sum in words."""
    return say("one-guilder") if guilders == 1 else say("some-guilders", guilders=guilders)


class Moved(msgspec.Struct, frozen=True):
    """A price marker that goes from a level to another."""

    colour: Colour
    before: Level
    after: Level


@functools.lru_cache(maxsize=4096)
def levels_moved(before: Levels, after: Levels) -> tuple[Moved, ...]:
    """Each colour whose price level differs."""
    moved = [c for c in range(COLOURS) if before[c] != after[c]]
    return tuple(Moved(COLOUR_NAMES[c], LEVEL_NAMES[before[c]], LEVEL_NAMES[after[c]]) for c in moved)


def moved_phrases(moved: tuple[Moved, ...]) -> list[Phrase]:
    """The price markers that have moved, such as "yellow IV → II"."""
    return [say("moved", colour=say(m.colour), before=m.before, after=m.after) for m in moved]


@functools.cache
def fulfilling(collector: int) -> list[list[tuple[int, int]]]:
    """Every set that fulfils a collector's request, as its different cards and how many of each."""
    return [[(card, chosen.count(card)) for card in sorted(set(chosen))] for chosen in _SETS[collector]]


def sets_of(collector: dict[str, Any]) -> list[tuple[int, ...]]:
    """Every set of cards that fulfils a collector's request, each once."""

    def varieties(wish: str) -> list[int]:
        return [v for v in range(VARIETIES) if wish in (VARIETY_NAMES[v], _VARIETIES[v]["rank"], "any")]

    colours = range(COLOURS)
    painted = [(c,) * SET_CARDS for c in colours] if collector["colours"] == "same" else [tuple(colours)]
    wished = [
        chosen
        for chosen in product(*(varieties(wish) for wish in collector["wishes"]))
        if len(set(chosen)) == 1 or not collector.get("alike", False)
    ]
    cards = ([c * VARIETIES + v for c, v in zip(p, w, strict=True)] for p in painted for w in wished)
    return sorted({tuple(sorted(chosen)) for chosen in cards})


# Sets in one list, those of a collector one after the other: from FIRST_SET[collector] to FIRST_SET[collector + 1] - 1.
_SETS: Final = [sets_of(c) for c in _COLLECTORS]
SETS: Final = sum(len(sets) for sets in _SETS)
FIRST_SET: Final = np.array([sum(len(sets) for sets in _SETS[:c]) for c in range(COLLECTORS + 1)])
SET_COLLECTOR: Final = np.array([c for c in range(COLLECTORS) for _ in _SETS[c]])
SET: Final = np.array([card for sets in _SETS for chosen in sets for card in chosen])  # SET_CARDS cards a set
# How many copies of a set's card the hand must hold: 2 at a card that comes for the second time in its set, and so on
NEEDED: Final = np.array([chosen[: i + 1].count(card) for sets in _SETS for chosen in sets for i, card in enumerate(chosen)])
# A hand, or a set, as bits: as many of MOST_COPIES bits for each card as it holds copies
MOST_COPIES: Final = int(COPIES.max())
SET_BITS: Final = np.array(
    [
        sum(1 << MOST_COPIES * int(SET[i]) + int(NEEDED[i]) - 1 for i in range(SET_CARDS * which, SET_CARDS * (which + 1)))
        for which in range(SETS)
    ]
)
MOST_SETS: Final = sum(max(len(_SETS[c]) for c in range(COLLECTORS) if PILE[c] == pile) for pile in range(PILES))
