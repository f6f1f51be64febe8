"""Tulipmania 1637 in words: the notation of its moves and outcomes, and the table for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase, say
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    DEAL,
    DRAW,
    FACE_UP,
    GONE,
    HAND_DRAW,
    NOTHING,
    SELL,
    SELLER,
    STARTER,
    can_carry_out,
    held_buyers,
)
from tulips.games.tulipmania_1637.table import CARD_NAMES, COLOUR_NAMES, HAND, Table
from tulips.games.tulipmania_1637.view import View, florins


def move(s: Table, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if s.phase in (ACTION, SELLER):
        return say(CARD_NAMES[chosen])
    if chosen == NOTHING:
        return say({SELL: "sell nothing", DRAW: "draw a buyer from the deck"}.get(s.phase, "buy nothing"))
    colour = COLOUR_NAMES[chosen]
    if s.phase == DRAW:
        return say("take the {colour} buyer", colour=colour)
    return say("sell {colour}", colour=colour) if s.phase == SELL else say("buy {colour}", colour=colour)


def move_seen(s: Table, now: Table, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: an action card is secret until all are revealed."""
    if s.phase != ACTION:
        return move(s, seat, chosen)
    sealed = now.phase == ACTION and now.turns == s.turns
    if sealed and viewer != seat:
        return say("lay an action card")
    if not sealed and not can_carry_out(s, seat, chosen):
        return say("{card}, which becomes a pass", card=CARD_NAMES[chosen])
    return move(s, seat, chosen)


def outcome(s: Table, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a seat, or a buyer's colour."""
    if s.chance == STARTER:
        return say("{seat}", seat=decided)
    return say("{colour}", colour=COLOUR_NAMES[s.unseen[decided]])


def outcome_seen(s: Table, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: buyers dealt, or drawn face down, are for their seat alone."""
    if s.chance == STARTER:
        return say("{seat} will start", seat=decided)
    colour = COLOUR_NAMES[s.unseen[decided]]
    if s.phase == DEAL:
        dealt_to = next(p for p in range(s.seats) if held_buyers(s, p) < HAND)
        return say("{seat} is dealt a {colour} buyer", seat=dealt_to, colour=colour) if viewer == dealt_to else None
    if s.phase == FACE_UP:
        return say("a {colour} buyer lies face up", colour=colour)
    if s.indicator[s.unseen[decided]] == GONE:
        return say("a {colour} buyer is turned over and leaves the game", colour=colour)
    if s.phase == HAND_DRAW:
        return say("{seat} draws a {colour} buyer", seat=s.turn, colour=colour) if viewer == s.turn else None
    return say("a {colour} buyer is turned face up", colour=colour)


def table(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    return "\n".join([*_board(view), "", *_seats(view, names), "", *_buyers(view)])


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


def _seats(view: View, names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in [*names, "stockpile"]) + 2
    colours = "".join(f"{market.colour:<9}" for market in view.market)
    lines = [f"{'':{width}}      cash   {colours}buyers"]
    for p, seat in enumerate(view.seats):
        mark = ">" if p == view.turn else " "
        tulips = "".join(f"{holding.tulips or '·':<9}" for holding in seat.holdings)
        known = ", ".join(f"{h.known_buyers} {h.colour}" for h in seat.holdings if h.known_buyers)
        buyers = f"{seat.buyers} ({known})" if known else f"{seat.buyers}"
        notes = ["priority"] * (p == view.priority) + ["has laid a card"] * seat.chosen
        if seat.card is not None and p != view.turn:
            notes.append(f"{seat.card}{' (a pass)' * seat.became_pass}")
        lines.append(f"{mark} {names[p]:{width - 2}}{florins(seat.cash):>10}   {tulips}{buyers:<8} {', '.join(notes)}".rstrip())
    stock = "".join(f"{market.stock or '·':<9}" for market in view.market)
    lines.append(f"  {'stockpile':{width - 2}}{'':10}   {stock}".rstrip())
    prices = "".join(f"{'burst' if m.price is None else florins(m.price):<9}" for m in view.market)
    lines.append(f"  {'price':{width - 2}}{'':10}   {prices}".rstrip())
    return lines


def _buyers(view: View) -> list[str]:
    face_up = [market.colour for market in view.market for _ in range(market.face_up)]
    lines = [f"Buyers face up: {', '.join(face_up) or 'none'}. Buyer deck: {view.deck}, reserve: {view.reserve}."]
    if view.hand:
        lines.append(f"Your buyers: {', '.join(view.hand)}.")
    if view.sold is not None:
        lines.append(f"Up for sale in this turn: {view.sold}.")
    if view.card is not None:
        lines.append(f"You have laid: {view.card}.")
    return lines
