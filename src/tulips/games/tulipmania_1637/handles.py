"""What can be touched on the table of Tulipmania 1637 to make a move, and why other things can't."""

import functools

from tulips.engine.phrase import Phrase, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.components import BUYERS_NEEDED, CARDS, COLOUR_NAMES
from tulips.games.tulipmania_1637.naming import buyer_phrase, buyers_phrase, colour_phrase, florins, tulips_phrase
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    BUY,
    DRAW,
    GONE,
    NOTHING,
    PASS,
    SELL,
    SELLER,
)
from tulips.games.tulipmania_1637.state import State

can_buy = on_lists(rules.can_buy)
price_of = on_lists(rules.price_of)

CARD_HANDLES = [f"card:{card}" for card in range(CARDS)]
TULIP_HANDLES = [f"tulip:{colour}" for colour in COLOUR_NAMES]
BUYER_HANDLES = [f"buyer:{colour}" for colour in COLOUR_NAMES]
STOCK_HANDLES = [f"stock:{colour}" for colour in COLOUR_NAMES]


def handles(s: State, seat: int, move: int) -> tuple[str, ...]:
    """The thing that one touches to make a move: a tulip of one's own, an action card, a buyer, the deck or the stockpile.

    To sell or to buy nothing no thing is touched: only its words say it.
    """
    if s.phase in (ACTION, SELLER):
        return (CARD_HANDLES[move],)
    if move == NOTHING:
        return ("deck",) if s.phase == DRAW else ()
    kind = {SELL: "tulip", DRAW: "buyer"}.get(s.phase, "stock")
    return (f"{kind}:{COLOUR_NAMES[move]}",)


def why_not(s: State, seat: int) -> dict[str, Phrase]:
    """Why things that a seat might reach for can't be used now."""
    if s.end or s.chance or s.phase < SELL:
        return {}
    return _tulips(s, seat) | _buyers(s, seat) | _stockpile(s, seat) | _cards(s, seat)


def _burst(s: State, colour: int) -> Phrase | None:
    """The reason that holds for all of a colour that has burst."""
    return _has_burst(colour) if s.indicator[colour] == GONE else None


@functools.cache
def _has_burst(colour: int) -> Phrase:
    return say("The bubble has burst: {colour} is out of the game.", colour=colour_phrase(colour))


@memoized
def _not_your_turn(s: State) -> Phrase:
    """The reason for who is not selling; in a sale all others choose at once, so it is nobody's turn alone."""
    if s.phase == ACTION:
        return say("All but {seat} lay an action card now.", seat=s.turn)
    return say("It is the turn of {seat}.", seat=s.turn)


def _tulips(s: State, seat: int) -> dict[str, Phrase]:
    """Why a tulip of the seat's own can't be sold."""
    if s.turn != seat:
        why = _not_your_turn(s)
    elif s.phase == SELL:
        held = [c for c in range(s.colours) if s.tulips[seat][c] > 0]
        return {
            TULIP_HANDLES[c]: _burst(s, c) or say("You have no {tulips}.", tulips=tulips_phrase(c))
            for c in range(s.colours)
            if c not in held
        }
    elif s.phase in (ACTION, SELLER):
        why = say("A tulip of yours is up for sale already.")
    else:
        why = say("The sale of this turn is over.")
    return {TULIP_HANDLES[c]: _burst(s, c) or why for c in range(s.colours)}


def _buyers(s: State, seat: int) -> dict[str, Phrase]:
    """Why no buyer can be taken."""
    if s.turn == seat and s.phase == DRAW:
        return {}
    if s.deck == 0:
        why = say("The buyer deck is used up: no more buyers can be taken.")
    elif s.turn != seat:
        why = _not_your_turn(s)
    elif s.phase == BUY:
        why = say("You have taken the buyer of this turn.")
    else:
        why = say("First comes the sale, then you take a buyer.")
    return {"deck": why} | {BUYER_HANDLES[c]: why for c in range(s.colours) if s.face_up[c] > 0}


def _stockpile(s: State, seat: int) -> dict[str, Phrase]:
    """Why a tulip of the stockpile can't be bought."""
    if s.turn != seat or s.phase != BUY:
        later = _not_your_turn(s) if s.turn != seat else say("You may buy a tulip at the end of your turn.")
        return {STOCK_HANDLES[c]: _burst(s, c) or later for c in range(s.colours)}
    reasons = {}
    for c in range(s.colours):
        if can_buy(s, c):
            continue
        if c == s.sold:
            why = say("You have sold a tulip of this colour in this turn, so you can't buy one.")
        elif s.stock[c] == 0:
            why = say("There are no {tulips} in the stockpile.", tulips=tulips_phrase(c))
        else:
            cost, cash = florins(price_of(s, c)), florins(s.cash[seat])
            why = say("It costs {cost}, and you have {cash}.", cost=cost, cash=cash)
        reasons[STOCK_HANDLES[c]] = _burst(s, c) or why
    return reasons


def _cards(s: State, seat: int) -> dict[str, Phrase]:
    """Why an action card can't be played."""
    if s.phase == ACTION and s.turn != seat:
        if s.actors >> seat & 1:
            return {}
        why = say("You have laid your card; it is revealed when all have laid one.")
    elif s.phase == ACTION:
        why = say("It is your own sale: you play a card only if all others pass.")
    elif s.phase == SELLER and s.turn == seat:
        return {CARD_HANDLES[card]: _own_card(s, card) for card in range(CARDS) if not _may_play(s, card)}
    elif s.phase == SELLER:
        why = say("All have passed; now {seat} decides.", seat=s.turn)
    else:
        why = say("Action cards are laid when another player sells a tulip.")
    return dict.fromkeys(CARD_HANDLES, why)


def _may_play(s: State, card: int) -> bool:
    """Whether the seller may play the card in a sale that all others have passed."""
    needed = BUYERS_NEEDED[card]
    return card == PASS or (needed > 0 and s.buyers[s.turn][s.sold] >= needed)


def _own_card(s: State, card: int) -> Phrase:
    needed = BUYERS_NEEDED[card]
    if needed == 0:
        return say("You can't buy your own tulip: only cards by proxy and the pass are left to you.")
    if needed == 1:
        return say("You have no {buyer}.", buyer=buyer_phrase(s.sold))
    return say("You don't have two {buyers}.", buyers=buyers_phrase(s.sold))
