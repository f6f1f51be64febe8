"""Where the florins of Tulip come from: cards that are laid, prices that move, krashes, and the hand at the end."""

from tulips.engine.income import Gain
from tulips.engine.phrase import Phrase
from tulips.games.tulip.components import BLACK, CARD_NAMES, CARDS, COLOURS, card_phrase, say
from tulips.games.tulip.rules import EXCHANGING, STARTING_TULIPS
from tulips.games.tulip.state import State
from tulips.games.tulip.view import held_value, prices

STARTING = say("income.starting")
TULIPS = say("income.tulips")
BLACKS = say("income.blacks")
ACTIONS = say("income.actions")
EXCHANGES = say("income.exchanges")
RISEN = say("income.risen")
FALLEN = say("income.fallen")
KRASHES = say("income.krashes")
HAND = say("income.hand")


def income(s: State, after: State, seat: int | None, what: int) -> list[Gain]:
    """What lies before each seat more or less, what prices and krashes do to it, and at the end each hand."""
    before, now = prices(s), prices(after)
    lost = [c for c in range(COLOURS) if after.discard[c] > s.discard[c]]
    found: list[Gain] = []
    for p in range(s.seats):
        for card in range(CARDS):
            held, holds = s.garden[p][card], after.garden[p][card]
            if card in lost:
                event = say("income.krash", colour=card_phrase(CARD_NAMES[card]))
                found.append(Gain(p, -held * before[card], KRASHES, event, event))
                continue
            moved = held * (now[card] - before[card])
            if moved:
                found.append(Gain(p, moved, RISEN if moved > 0 else FALLEN))
            if holds != held and s.phase != EXCHANGING and now[card]:
                found.append(Gain(p, (holds - held) * now[card], _laid(s, card)))
        exchanged = sum((after.garden[p][c] - s.garden[p][c]) * now[c] for c in range(COLOURS)) if s.phase == EXCHANGING else 0
        if exchanged:
            found.append(Gain(p, exchanged, EXCHANGES))
        if after.end and held_value(after, p):
            found.append(Gain(p, held_value(after, p), HAND, HAND))
    return found


def _laid(s: State, card: int) -> Phrase:
    """What kind of income a card is that is laid face up."""
    if s.phase == STARTING_TULIPS:
        return STARTING
    return TULIPS if card < COLOURS else BLACKS if card == BLACK else ACTIONS
