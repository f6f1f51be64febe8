"""What previews of Tulpenfieber foretell; see `support.foretold`."""

from typing import Any

from support.foretold import Told
from tulips.engine.phrase import Phrase
from tulips.games.tulpenfieber.rules import TILE
from tulips.games.tulpenfieber.view import turnable

OPTIONS: list[dict[str, Any]] = [{}, {"may_decline": True}]
ROLLS = "what the dice will show is not known: the odds are checked in test_tulpenfieber_dice"
CHANGELESS = {
    **dict.fromkeys(("set", "keep", "roll-all"), ROLLS),
    "stop": "the dice stay as they are",
    "no-tile": "nothing is laid",
    "carry-none": "nothing is carried",
}
IDLE = {"plant": "a tulip that ends a round is cleared away at once"}
FREE = {
    **dict.fromkeys(("odds.alike", "odds.run", "chance.fraction"), ROLLS),
    **dict.fromkeys(("asks.alike", "asks.run", "asks.runs"), "what is printed on the space"),
}


def fitting(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"spaces": planting(told)} if "spaces" in phrase.values else {}


def planting(told: Told) -> int:
    """How many spaces the seat may really plant on after it has stopped."""
    s, states, seat = told.after, told.after_states, told.seat
    return sum(told.game.kinds.move(s, seat, move).kind() == "plant" for move in told.game.moves(states, seat))


def locked(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"tulips": turnable(told.before, told.seat) - turnable(told.after, told.seat)}


def bought(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"roll": told.after.rolls + 1}


def dice(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"dice": told.game.view(told.after_states, told.seat).seats[told.seat].dice}


FIGURES = {
    "some-fit": fitting,
    "buys": bought,
    "buy-with-a-second": bought,
    "dice-from-next-turn": dice,
    "some-locked": locked,
    "some-to-turn": lambda told, phrase: {"tulips": turnable(told.after, told.seat)},
}
STOP, PLANT, LAY = ("stop",), ("plant",), ("lay-tile",)
SIGNS: dict[str, Any] = {
    "no-space-fits": (STOP, lambda told: planting(told) == 0),
    "one-fits": (STOP, lambda told: planting(told) == 1),
    "a-tile-fits": (PLANT, lambda told: told.after.phase == TILE),
    "wins-the-game": (PLANT, lambda told: told.after.seats > 1 and bool(told.after.end)),
    "ends-the-round": (PLANT, lambda told: told.after.sums != told.before.sums),
    "all-turned": (LAY, lambda told: turnable(told.before, told.seat) == turnable(told.after, told.seat)),
    "one-locked": (LAY, lambda told: turnable(told.before, told.seat) == turnable(told.after, told.seat) + 1),
}
