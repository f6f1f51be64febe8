"""What previews of Tulip Bubble foretell; see `support.foretold`."""

from collections.abc import Iterator
from typing import Any

from support.foretold import Told, make
from support.random_play import positions, settle_all
from tulips.engine.game import Game
from tulips.engine.phrase import Phrase
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import States, row
from tulips.games.tulip_bubble.components import guilders_phrase
from tulips.games.tulip_bubble.rules import DECLARE, DECLINE, DONE, SELLING, net_worth

OPTIONS: list[dict[str, Any]] = [{}, {"black_tulip_at_120": True}]
CHANGELESS = {
    "sell-no-more": "nothing is sold",
    "place-no-more": "no marker is placed",
    "pass": "the premium comes only if the last bid wins",
}
IDLE = {
    "answer": "to leave the Black Tulip changes nothing",
    "borrow": "what is owed is not told where lots that come next may add to it",
}
UNMEASURED = {
    "level:": "after the market response, which comes when all have sold and bid: compared with it in test_previews",
}
LATER = "whether and how a bid is paid, the auction and the seat's own choice decide"
FREE = {
    **dict.fromkeys(("preview.bid", "preview.others", "preview.left", "preview.loan", "preview.pass"), LATER),
    "preview.instead": "compared with the market response in test_previews",
}


def case(told: Told) -> States:
    """The move; if it says that one buys the Black Tulip, the others leave it."""
    if told.number not in (DECLARE, DECLINE):
        return make(told.game, told.states, told.seat, told.number)
    after = told.states.copy()
    for p in told.game.actors(after):
        told.game.apply(after, p, told.number if p == told.seat else DECLINE)
    return after


def rare(game: Game) -> Iterator[States]:
    """Positions in which some are rich enough for the Black Tulip, which hardly any game comes to."""
    for states in positions(game, 4, seed=1, every=5):
        if snapshot(states).phase == SELLING:
            for seat in (0, 2):
                row(states).cash[seat] = 200
            while snapshot(states).phase == SELLING:
                game.apply(states, game.actors(states)[0], DONE)
            settle_all(game, states)
            yield states


def cash(told: Told, phrase: Phrase) -> dict[str, Any]:
    """What a seat has before and after."""
    now, then = told.before.cash[told.seat], told.after.cash[told.seat]
    sums = {"before": now, "after": then, "guilders": guilders_phrase(then - now)}
    return {gap: value for gap, value in sums.items() if gap in phrase.values}


def of_set(told: Told, phrase: Phrase) -> dict[str, Any]:
    values: Any = phrase.values
    assert values["price"] + values["bonus"] == told.after.cash[told.seat] - told.before.cash[told.seat]
    return cash(told, phrase) | {gap: values[gap] for gap in ("price", "bonus")}


def of_financed(told: Told, phrase: Phrase) -> dict[str, Any]:
    values: Any = phrase.values
    assert values["price"] - values["loan"] == told.after.cash[told.seat] - told.before.cash[told.seat]
    return cash(told, phrase) | {gap: values[gap] for gap in ("price", "loan")}


def bought_back(told: Told, phrase: Phrase) -> dict[str, Any]:
    paid = told.before.cash[told.seat] - told.after.cash[told.seat]
    return {"guilders": guilders_phrase(paid), "left": told.after.cash[told.seat]}


def borrowed(told: Told, phrase: Phrase) -> dict[str, Any]:
    new = [told.after.loan[told.seat][i] for i in range(told.before.loans[told.seat], told.after.loans[told.seat])]
    return {"price": new[0]}


def premium(told: Told, phrase: Phrase) -> dict[str, Any]:
    """What each of the others gets, once the lot is bought."""
    gains = {told.after.cash[p] - told.before.cash[p] for p in range(told.before.seats) if p != told.seat} - {0}
    return {"premium": phrase.values["premium"]} if told.move.kind() == "raise" else {"premium": min(gains)}


def worth(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"worth": net_worth(told.after, told.seat)}


def loans_paid(told: Told, phrase: Phrase) -> dict[str, Any]:
    return {"guilders": guilders_phrase(told.before.cash[told.seat] - told.after.cash[told.seat])}


FIGURES = {
    "preview.sell": cash,
    "preview.sell-set": of_set,
    "preview.sell-financed": of_financed,
    "preview.buy-back": bought_back,
    "preview.pay": cash,
    "preview.borrow": borrowed,
    "preview.premium": premium,
    "preview.win": worth,
    "preview.pay-loans": loans_paid,
}
