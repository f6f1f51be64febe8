"""Tulipmania 1637 in words: the notation of its moves and outcomes, and the table for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase, listed, say
from tulips.engine.plain import plain
from tulips.engine.reading import made_once, tried
from tulips.engine.seats import only
from tulips.engine.spectator import ALL_SEEING
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.naming import buyer_told, card_told, colour_told, florins
from tulips.games.tulipmania_1637.preview import without_bursts
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    BUY,
    DEAL,
    DRAW,
    ENDLESS,
    FACE_UP,
    GONE,
    HAND_DRAW,
    LAST_BURST,
    NOBODY,
    NOTHING,
    SELL,
    SELLER,
    SPECULATE_BY_PROXY,
    STARTER,
)
from tulips.games.tulipmania_1637.table import HAND, Table
from tulips.games.tulipmania_1637.view import Holding, View

can_carry_out = plain(rules.can_carry_out)
held_buyers = plain(rules.held_buyers)
play_own_card = plain(rules.play_own_card)
price_of = plain(rules.price_of)
purchase_tulip = plain(rules.purchase_tulip)
reveal_cards = plain(rules.reveal_cards)


def move(s: Table, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if s.phase in (ACTION, SELLER):
        return card_told(chosen)
    if chosen == NOTHING:
        return say({SELL: "sell nothing", DRAW: "draw a buyer from the deck"}.get(s.phase, "buy nothing"))
    if s.phase == DRAW:
        return say("take the {buyer}", buyer=buyer_told(chosen))
    colour = colour_told(chosen)
    return say("sell {colour}", colour=colour) if s.phase == SELL else say("buy {colour}", colour=colour)


def move_seen(s: Table, now: Table, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it, with what came of it: an action card is secret until all are revealed."""
    if s.phase == ACTION and now.phase == ACTION and now.turns == s.turns:
        return move(s, seat, chosen) if viewer in (seat, ALL_SEEING) else say("lay an action card")
    return _revealed(s, seat, chosen)


@made_once
def _revealed(s: Table, seat: int, chosen: int) -> Phrase:
    told = move(s, seat, chosen)
    if s.phase == ACTION and not can_carry_out(s, seat, chosen):
        told = say("{move}, which becomes a pass", move=told)
    if s.phase in (SELLER, BUY) or (s.phase == ACTION and s.actors == only(seat)):
        return _with_result(s, seat, chosen, told)
    return told


def _with_result(s: Table, seat: int, chosen: int, told: Phrase) -> Phrase:
    """A move that decides a sale, or a purchase, with what came of it: all of it is public.

    The page finds a burst by the gap's name, "burst".
    """
    after = tried(s, _carry_out, seat, chosen)
    if s.phase == ACTION and after.winner == NOBODY:
        told = say("{move}; all have passed", move=told)
    elif s.phase == ACTION:
        told = say(
            "{move}; the sale goes to {seat_winner} for {paid}", move=told, seat_winner=after.winner, paid=florins(after.paid)
        )
    elif s.phase == SELLER:
        told = say("{move}; the bank pays {paid}", move=told, paid=florins(after.paid))
    burst = _burst(s, after, seat, chosen)
    return say("{move}; {burst}", move=told, burst=burst) if burst else told


def _burst(s: Table, after: Table, seat: int, chosen: int) -> Phrase | None:
    """The colours that a move has burst, what the bursts bring to whom, and who loses a buyer first; None if none has."""
    colours = [c for c in range(s.colours) if s.indicator[c] != GONE and after.indicator[c] == GONE]
    if not colours:
        return None
    without = without_bursts(s, _carry_out, seat, chosen)
    if len(colours) == 1:
        told = say("{colour} bursts", colour=colour_told(colours[0]))
    else:
        told = say("{colour} and {other} burst", colour=colour_told(colours[0]), other=colour_told(colours[1]))
    paid = {p: after.cash[p] - without.cash[p] for p in range(s.seats)}
    brings = [say("{amount} to {seat}", amount=florins(paid[p]), seat=p) for p in paid if paid[p] > 0]
    if brings:
        told = say("{burst}: {brings}", burst=told, brings=listed(brings))
    winner = NOBODY if s.phase == BUY else after.winner
    if winner != NOBODY and after.laid[winner] >= SPECULATE_BY_PROXY:
        losers = [say("{seat}", seat=p) for p in range(s.seats) if p != winner and without.buyers[p][s.sold] > 0]
        told = say("{burst}; a buyer less for {losers}", burst=told, losers=listed(losers)) if losers else told
    return told


def _carry_out(s: Table, seat: int, chosen: int) -> None:
    """Make the move, with the bursts that come of it, but do not go on with the turn."""
    if s.phase == BUY:
        purchase_tulip(s, chosen)
    elif s.phase == SELLER:
        play_own_card(s, seat, chosen)
    else:
        s.laid[seat] = chosen
        reveal_cards(s)


def outcome(s: Table, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a seat, or a buyer's colour."""
    return say("{seat}", seat=decided) if s.chance == STARTER else colour_told(s.unseen[decided])


def outcome_seen(s: Table, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: buyers dealt, or drawn face down, are for their seat alone."""
    if s.chance == STARTER:
        return say("{seat} will start", seat=decided)
    colour = colour_told(s.unseen[decided])
    if s.phase == DEAL:
        dealt_to = next(p for p in range(s.seats) if held_buyers(s, p) < HAND)
        dealt = say("a buyer for {seat}: {colour}", seat=dealt_to, colour=colour)
        return dealt if viewer in (dealt_to, ALL_SEEING) else None
    if s.phase == FACE_UP:
        return say("face up lies a buyer, {colour}", colour=colour)
    if s.indicator[s.unseen[decided]] == GONE:
        return say("a buyer is shown and leaves the game, {colour}", colour=colour)
    if s.phase == HAND_DRAW:
        drawn = say("a secret buyer for {seat}: {colour}", seat=s.turn, colour=colour)
        return drawn if viewer in (s.turn, ALL_SEEING) else None
    return say("face up comes a buyer, {colour}", colour=colour)


def status(s: Table) -> Phrase:
    """What is being waited for, and what ends the game."""
    if s.end == LAST_BURST:
        return say("All bubbles have burst; the most cash wins.")
    if s.end:
        why = "A hundred rounds are over" if s.end == ENDLESS else "Nobody has traded for a whole round"
        return say("{why}: the bank pays the price of every tulip, and the most cash wins.", why=say(why))
    if s.phase < SELL:
        return say("The table is being laid.")
    if s.live == 2:
        return say("{doing}; the next burst ends the game.", doing=_doing(s))
    return say("{doing}; {colours} bubbles are left, and the last two burst together.", doing=_doing(s), colours=s.live)


def _doing(s: Table) -> Phrase:
    if s.phase == SELL:
        return say("{seat} puts a tulip up for sale", seat=s.turn)
    if s.phase == ACTION:
        tulip, price = colour_told(s.sold), florins(price_of(s, s.sold))
        return say("{seat} sells {colour} at {price}: all others lay an action card", seat=s.turn, colour=tulip, price=price)
    if s.phase == SELLER:
        return say("All have passed: {seat} may play a card by proxy", seat=s.turn)
    if s.phase == BUY:
        return say("{seat} may buy a tulip from the stockpile", seat=s.turn)
    if s.deck == 1:
        return say("{seat} takes a buyer, and 1 card is left in the buyer deck", seat=s.turn)
    return say("{seat} takes a buyer, and {cards} cards are left in the buyer deck", seat=s.turn, cards=s.deck)


def table(view: View, names: Sequence[str]) -> str:
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
