"""What previews of Tulip foretell; see `support.foretold`."""

from typing import Any

from support.foretold import Told, make
from support.random_play import settle_all
from tulips.engine.phrase import Phrase
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import States
from tulips.games.tulip.components import COLOUR_NAMES, LAST_BLACK, LAST_KRASH
from tulips.games.tulip.previews import HAND_VALUE, MEASURES, VALUE, florins_phrase
from tulips.games.tulip.rules import DECK_RAN_OUT, DRAWING, TAKE_FROM, TAKING
from tulips.games.tulip.view import PRICES

IDLE = {"exchange-for": "two tulips of one colour change places"}
CHANGELESS = {"exchange": "nothing moves before the second tulip is chosen"}


def case(told: Told) -> States:
    """The move; which card a Take brings, chance decides."""
    after = make(told.game, told.states, told.seat, told.number)
    if told.move.kind() == "take":
        told.game.settle(after, told.game.draw(after))
    return after


def lowered(told: Told, phrase: Phrase) -> dict[str, Any]:
    moved = [c for c in range(len(COLOUR_NAMES)) if told.before.step[c] != told.after.step[c]]
    (colour,) = moved
    return {"before": PRICES[told.before.step[colour]], "after": PRICES[told.after.step[colour]]}


def gained(told: Told, seat: Any) -> str:
    """What a seat has more on the table; of its own hand too, but for the card that was played."""
    handles = [VALUE[seat], HAND_VALUE] if seat == told.seat else [VALUE[seat]]
    reads = [MEASURES[handle].read for handle in handles]
    gain: Any = sum(read(told.after) - read(told.before) for read in reads)  # type: ignore[operator, misc]
    return f"{gain:+d}"


def laid(told: Told, phrase: Phrase) -> Phrase:
    read: Any = MEASURES[VALUE[told.seat]].read
    return florins_phrase(read(told.after) - read(told.before))


def gone(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"tulips": sum(told.after.discard) - sum(told.before.discard)}


FIGURES = {
    "price-moves": lowered,
    "you-gain": lambda told, phrase: {"gain": gained(told, told.seat)},
    "seat-gains": lambda told, phrase: {"gain": gained(told, phrase.values["seat"])},
    "one-florin": laid,
    "some-florins": laid,
    "black-number": lambda told, phrase: {"number": told.after.blacks, "last": LAST_BLACK},
    "krash-of-some": gone,
    "krash-number": lambda told, phrase: {"number": told.after.krashes, "last": LAST_KRASH},
    "one-of-cards": lambda told, phrase: {"cards": told.before.held[told.number - TAKE_FROM]},
}

PRICED = ("play", "lower", "raise")


def is_krash(told: Told) -> bool:
    return bool(told.after.krashes > told.before.krashes)


SIGNS: dict[str, Any] = {
    "game-ends": (PRICED, lambda told: bool(told.after.end)),
    "krash-number": (PRICED, is_krash),
    "in-vain": (("play-action",), lambda told: told.after.phase == DRAWING),
    "then.take": (("play-action",), lambda told: told.after.phase == TAKING),
}


def takes_last_card(told: Told) -> bool:
    """Whether the deck runs out when the seat draws at the end of its turn, after a move that ends it."""
    filled = told.after_states.copy()
    settle_all(told.game, filled)
    return bool(snapshot(filled).end == DECK_RAN_OUT)


def anyway(told: Told) -> bool | None:
    """Whether something comes anyway; None where the turn goes on first."""
    if told.after.end:
        return False
    return takes_last_card(told) if told.after.phase == DRAWING and told.move.kind() != "take" else None
