"""What previews of Tulipmania 1637 foretell; see `support.foretold`."""

from typing import Any

from support.foretold import Told
from tulips.engine.phrase import Phrase
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import States
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.components import COLOUR_NAMES, florins
from tulips.games.tulipmania_1637.previews import TOLD, UNSETTLED, price_of
from tulips.games.tulipmania_1637.rules import ACTION, DRAW, GONE, LAST_BURST, PASS

MEASURES = TOLD
CHANGELESS = {"sell-nothing": "the tulip stays where it is", "buy-nothing": "nothing is bought"}
IDLE = {"lay": "a pass, or a card that can't be carried out"}
UNMEASURED = {
    "sell unsettled:worth:": "where the price goes depends on how the sale ends: what a burst would bring now is told"
}
HYPOTHESIS = "what a burst would bring is compared where one comes: preview.bursts"
FREE = {
    **dict.fromkeys(("preview.sell.now", "preview.sell.then", "preview.rises.now", "preview.rises.then"), HYPOTHESIS),
    **dict.fromkeys(("preview.falls.now", "preview.falls.then", "preview.stays.now", "preview.stays.then"), HYPOTHESIS),
    "preview.bursts": "nothing on the table keeps the price of a burst; what it brings is compared with the cash: check",
    "preview.last-burst.brings": "compared with the cash: check",
}


def sale(game: Any, states: States, cards: dict[int, int]) -> States:
    """A sale in which the others lay these cards, or pass."""
    after = states.copy()
    for p in game.actors(after):
        game.apply(after, p, cards.get(p, PASS))
    return after


def case(told: Told) -> States | None:
    """A sale is won by the seat's card, if all others pass; one's own tulip nobody wants; the deck has a buyer that stays."""
    game, s = told.game, told.before
    if s.phase == ACTION:
        others_laid = [s.laid[p] for p in range(s.seats) if not s.actors >> p & 1]
        return sale(game, told.states, {told.seat: told.number}) if others_laid.count(PASS) == len(others_laid) else None
    after = make_alone(told)
    if told.move.kind() == "sell":
        after = sale(game, after, {})
        game.apply(after, told.seat, PASS)
        return after
    if told.move.kind() == "draw":
        cards = range(game.count_outcomes(after))
        live = next((card for card in cards if s.indicator[s.unseen[card]] != GONE), None)
        if live is None:
            return None
        game.settle(after, live)
    return after


def make_alone(told: Told) -> States:
    after = told.states.copy()
    told.game.apply(after, told.seat, told.number)
    return after


def burst(told: Told) -> list[int]:
    """The colours that have burst."""
    return [c for c in range(told.before.colours) if told.before.indicator[c] != GONE == told.after.indicator[c]]


def amount(phrase: Any) -> tuple[int, int]:
    """The least and the most that a phrase of money says."""
    values = phrase.values
    if phrase.name == "range":
        return amount(values["low"])[0], amount(values["high"])[1]
    if phrase.name == "florins":
        return values["amount"], values["amount"]
    exact = int(f"{values['thousands']}{values['rest']}".replace(",", ""))
    return exact, exact


def check(told: Told) -> int | None:
    """A burst brings the seat's cash into the range that was told."""
    if not burst(told):
        return None
    s, after, seat = told.before, told.after, told.seat
    low = high = s.cash[seat]
    for change in told.preview.changes:
        if change.handle == f"{UNSETTLED}cash:{seat}":
            paid = amount(change.after)[0] - amount(change.before)[0]
            low, high = low + paid, high + paid
        if change.handle.startswith(f"{UNSETTLED}worth:"):
            least, most = amount(change.after)
            low, high = low + least, high + most
    assert low <= after.cash[seat] <= high, f"{told}\n{after.cash[seat]} is not from {low} to {high}"
    return len(told.preview.changes)


def got(told: Told, seat: int) -> Phrase:
    return florins(told.after.cash[seat] - told.before.cash[seat])


def pays(told: Told, phrase: Phrase) -> dict[str, Any]:
    paid = told.before.cash[told.seat] - told.after.cash[told.seat]
    return {"paid": phrase.values["paid"] if burst(told) else florins(paid)}


def bank_pays(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"paid": phrase.values["paid"] if burst(told) else got(told, told.before.turn)}


def discarded(told: Told, phrase: Phrase) -> dict[str, Any]:
    colour = told.before.sold
    number = told.before.buyers[told.seat][colour] - told.after.buyers[told.seat][colour]
    return {"number": phrase.values["number"] if burst(told) else number}


def new_price(told: Told, phrase: Phrase) -> dict[str, Any]:
    colour = COLOUR_NAMES.index(phrase.values["colour"].name)  # type: ignore[union-attr]
    found: dict[str, Any] = {"price": florins(price_of(told.after, colour))}
    return found | ({"paid": got(told, told.seat)} if "paid" in phrase.values else {})


def ways_of_sale(told: Told, phrase: Phrase) -> dict[str, Any]:
    """What each way really pays, as far as somebody can go it here."""
    found = {"purchased": phrase.values["purchased"], "speculated": phrase.values["speculated"]}
    up = make_alone(told)
    for gap, card in (("purchased", rules.PURCHASE), ("speculated", rules.SPECULATE)):
        for p in told.game.actors(up):
            after = snapshot(sale(told.game, up, {p: card}))
            if after.winner == p and after.phase == DRAW:
                found[gap] = florins(after.paid)
    return found | {"unwanted": got(told, told.seat)}


FIGURES = {
    "preview.sell": ways_of_sale,
    "preview.pay": pays,
    "preview.pay-bank": pays,
    "preview.buyers": bank_pays,
    "preview.own-buyers": bank_pays,
    "number-of-buyers": discarded,
    "preview.rises": new_price,
    "preview.falls": new_price,
    "preview.stays": new_price,
}
SIGNS: dict[str, Any] = {
    "preview.bursts": (("lay", "play", "buy"), lambda told: bool(burst(told))),
    "preview.last-burst": (("lay", "play", "buy"), lambda told: told.after.end == LAST_BURST),
    "preview.bluff": (("lay",), lambda told: bool(told.after.void >> told.seat & 1)),
}
