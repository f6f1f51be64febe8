"""Tulipmania 1637 in words: what is being waited for, and the view as text for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase
from tulips.engine.state.on_lists import on_lists
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.components import colour_phrase, florins, say
from tulips.games.tulipmania_1637.rules import ACTION, BUY, ENDLESS, LAST_BURST, SELL, SELLER
from tulips.games.tulipmania_1637.state import State
from tulips.games.tulipmania_1637.view import Holding, View

price_of = on_lists(rules.price_of)


def status(s: State) -> Phrase:
    """What is being waited for, and what ends the game."""
    if s.end == LAST_BURST:
        return say("status.over")
    if s.end:
        return say("status.hundred-rounds" if s.end == ENDLESS else "status.no-trade")
    if s.phase < SELL:
        return say("status.set-up")
    if s.live == 2:
        return say("status.last-burst", doing=_doing(s))
    return say("status.bubbles", doing=_doing(s), colours=s.live)


def _doing(s: State) -> Phrase:
    if s.phase == SELL:
        return say("status.sell", seat=s.turn)
    if s.phase == ACTION:
        tulip, price = colour_phrase(s.sold), florins(price_of(s, s.sold))
        return say("status.sale", seat=s.turn, colour=tulip, price=price)
    if s.phase == SELLER:
        return say("status.seller", seat=s.turn)
    if s.phase == BUY:
        return say("status.buy", seat=s.turn)
    if s.deck == 1:
        return say("status.draw-last", seat=s.turn)
    return say("status.draw", seat=s.turn, cards=s.deck)


def text(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    return "\n".join([*_board(view), "", _legend(view), "", *_seats(view, names), "", *_buyers(view), *_cards(view, names)])


def _board(view: View) -> list[str]:
    """The board, the highest row first, with the price indicators by their colours' first letters."""
    places = {(space.row, space.column): space for space in view.board}
    columns = max(column for _, column in places) + 1
    lines = []
    for row in range(max(row for row, _ in places), -1, -1):
        cells, kind = [], ""
        for column in range(columns):
            space = places.get((row, column))
            marks = "".join(colour[0].upper() for colour in space.indicators) if space else ""
            cells.append(f"{space.price if space else '':>6} {marks:<5}")
            kind = space.kind if space else kind
        lines.append(f"{kind:<12}{''.join(cells)}".rstrip())
    return lines


def _legend(view: View) -> str:
    """What the marks on the board and in the list of seats mean."""
    letters = ", ".join(f"{market.colour[0].upper()} {market.colour}" for market in view.market)
    return f"Prices: {letters}. 2+1b: 2 tulips, 1 buyer taken face up."


def _seats(view: View, names: Sequence[str]) -> list[str]:
    """Everyone's cash, tulips and number of buyers, with those that were taken face up by colour."""
    width = max(len(name) for name in [*names, "stockpile"]) + 2
    lines = [f"{'':{width}}      cash   {''.join(f'{market.colour:<8}' for market in view.market)}buyers"]
    for p, seat in enumerate(view.seats):
        mark = ">" if p == view.turn else " "
        tulips = "".join(f"{_holding(holding):<8}" for holding in seat.holdings)
        notes = ["priority"] * (p == view.priority) + ["card laid"] * seat.chosen
        lines.append(
            f"{mark} {names[p]:{width - 2}}{florins(seat.cash)!s:>10}   {tulips}{seat.buyers:<8}{', '.join(notes)}".rstrip()
        )
    stock = "".join(f"{market.stock or '·':<8}" for market in view.market)
    prices = "".join(f"{'burst' if market.price is None else str(florins(market.price)):<8}" for market in view.market)
    lines.append(f"  {'stockpile':{width - 2}}{'':10}   {stock}".rstrip())
    lines.append(f"  {'price':{width - 2}}{'':10}   {prices}".rstrip())
    return lines


def _holding(holding: Holding) -> str:
    tulips = f"{holding.tulips or '·'}"
    return f"{tulips}+{holding.known_buyers}b" if holding.known_buyers else tulips


def _buyers(view: View) -> list[str]:
    face_up = [market.colour for market in view.market for _ in range(market.face_up)]
    lines = [f"Buyers face up: {', '.join(face_up) or 'none'}. Buyer deck: {view.deck}, reserve: {view.reserve}."]
    if view.hand:
        lines.append(f"Your buyers: {', '.join(view.hand)}.")
    if view.sold is not None and view.phase != "over":
        up = view.phase in ("action cards", "seller's card")
        lines.append(f"{'Up for sale' if up else 'Sold'} in this turn: {view.sold}.")
    if view.card is not None:
        lines.append(f"You have laid: {view.card}.")
    return lines


def _cards(view: View, names: Sequence[str]) -> list[str]:
    """The action cards of this turn's sale, once they are revealed; the seller's own only if all others have passed."""
    return [
        f"{names[p]} {'played' if p == view.turn else 'laid'}: {seat.card}{', which became a pass' * seat.became_pass}."
        for p, seat in enumerate(view.seats)
        if seat.card is not None
    ]
