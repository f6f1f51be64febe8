"""Where the guilders of Tulip Bubble come from: sales, purchases, premiums, and what the burst makes worthless."""

from tulips.engine.income import Gain
from tulips.engine.phrase import Phrase
from tulips.games.tulip_bubble.components import CARD_NAMES, Card, card_phrase, say
from tulips.games.tulip_bubble.moves import (
    Borrow,
    ForcedLoan,
    LeftWith,
    Pay,
    Premium,
    Sell,
    SellFinanced,
    SellSet,
    move_made,
    results,
)
from tulips.games.tulip_bubble.rules import BUBBLE_BUST
from tulips.games.tulip_bubble.state import State
from tulips.games.tulip_bubble.view import market_price

BOUGHT = say("income.bought")
SOLD = say("income.sold")
SETS = say("income.sets")
PREMIUMS = say("income.premiums")
BURST = say("income.burst")


def income(s: State, after: State, seat: int | None, what: int) -> list[Gain]:
    """What is bought counts when it is bought, in cash or on a loan; to pay a loan back changes nothing."""
    told = [line.what for line in results(s, after, seat, what)]
    if seat is None:
        left = {one.seat: one.cards for one in told if isinstance(one, LeftWith)}
        return [_burst(after, p, left.get(p, ())) for p in range(s.seats)] if after.end == BUBBLE_BUST else []
    found = []
    match move_made(s, seat, what):
        case Pay(price) | Borrow(price):
            found.append(Gain(seat, -price, BOUGHT))
        case Sell(guilders=int(guilders)) | SellFinanced(guilders=int(guilders)):
            found.append(Gain(seat, guilders, SOLD))
        case SellSet(guilders=int(guilders)):
            found.append(Gain(seat, guilders, SETS))
    for one in told:
        match one:
            case ForcedLoan(p, loan):
                found.append(Gain(p, -loan, BOUGHT, one.phrase()))
            case Premium(paid):
                lost = say("income.premium", card=card_phrase(CARD_NAMES[s.lot[s.auction]]))
                found += [Gain(share.seat, share.guilders, PREMIUMS, lost) for share in paid]
    return found


def _burst(s: State, seat: int, cards: tuple[Card, ...]) -> Gain:
    """The burst costs nobody a guilder, but whoever has tulips can't sell them any more."""
    return Gain(seat, 0, BURST, _worthless(s, cards), say("income.bubble-bursts"))


def _worthless(s: State, cards: tuple[Card, ...]) -> Phrase:
    if not cards:
        return say("income.no-tulip")
    worth = sum(market_price(s, CARD_NAMES.index(card)) for card in cards)
    return say("income.worthless", cards=[card_phrase(card) for card in cards], guilders=worth)
