"""Tulipmania 1637 in words: the notation of its moves and outcomes, and the table for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase, say
from tulips.engine.seats import only
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    DEAL,
    DRAW,
    FACE_UP,
    GONE,
    HAND_DRAW,
    NOBODY,
    NOTHING,
    SELL,
    SELLER,
    STARTER,
    apply,
    can_carry_out,
    held_buyers,
    winner_of_sale,
)
from tulips.games.tulipmania_1637.table import CARD_NAMES, COLOUR_NAMES, HAND, Table
from tulips.games.tulipmania_1637.view import Holding, View, florins


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
    """A move as a viewer knows it, with what came of it: an action card is secret until all are revealed."""
    if s.phase == ACTION and now.phase == ACTION and now.turns == s.turns:
        return move(s, seat, chosen) if viewer == seat else say("lay an action card")
    phrase = move(s, seat, chosen)
    text, values = phrase.text, dict(phrase.values)
    if s.phase == ACTION and not can_carry_out(s, seat, chosen):
        text += ", which becomes a pass"
    if s.phase == ACTION and s.actors == only(seat):
        winner = _winner(s, seat, chosen)
        if winner == NOBODY:
            text += "; all have passed"
        else:
            text += "; {seat_winner} wins the sale"
            values["seat_winner"] = winner
    burst = _bursts(s, seat, chosen)
    if burst:
        text += f"; {' and '.join(burst)} {'burst' if len(burst) > 1 else 'bursts'}"
    return say(text, **values)


def _bursts(s: Table, seat: int, chosen: int) -> list[str]:
    """The colours that burst by the move."""
    if s.phase in (SELL, DRAW) or (s.phase == ACTION and s.actors != only(seat)):
        return []
    after = s.copy()  # type: ignore[attr-defined]
    apply(after, seat, chosen)
    return [COLOUR_NAMES[c] for c in range(s.colours) if s.indicator[c] != GONE and after.indicator[c] == GONE]


def _winner(s: Table, seat: int, card: int) -> int:
    """Who wins the sale when the last card has been laid."""
    revealed = s.copy()  # type: ignore[attr-defined]
    revealed.laid[seat] = card
    for p in range(s.seats):
        revealed.void |= 0 if can_carry_out(s, p, revealed.laid[p]) else only(p)
    return winner_of_sale(revealed)


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
        return say("{seat} is dealt a buyer, {colour}", seat=dealt_to, colour=colour) if viewer == dealt_to else None
    if s.phase == FACE_UP:
        return say("face up lies a buyer, {colour}", colour=colour)
    if s.indicator[s.unseen[decided]] == GONE:
        return say("a buyer is shown and leaves the game, {colour}", colour=colour)
    if s.phase == HAND_DRAW:
        return say("{seat} draws a buyer, {colour}", seat=s.turn, colour=colour) if viewer == s.turn else None
    return say("face up comes a buyer, {colour}", colour=colour)


def table(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    return "\n".join([*_board(view), "", *_seats(view, names), "", *_buyers(view), *_cards(view, names)])


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
    """Everyone's cash, tulips and number of buyers; "+1b" is a buyer that was taken face up."""
    width = max(len(name) for name in [*names, "stockpile"]) + 2
    lines = [f"{'':{width}}      cash   {''.join(f'{market.colour:<8}' for market in view.market)}buyers"]
    for p, seat in enumerate(view.seats):
        mark = ">" if p == view.turn else " "
        tulips = "".join(f"{_holding(holding):<8}" for holding in seat.holdings)
        notes = ["priority"] * (p == view.priority) + ["card laid"] * seat.chosen
        lines.append(
            f"{mark} {names[p]:{width - 2}}{florins(seat.cash):>10}   {tulips}{seat.buyers:<8}{', '.join(notes)}".rstrip()
        )
    stock = "".join(f"{market.stock or '·':<8}" for market in view.market)
    prices = "".join(f"{'burst' if market.price is None else florins(market.price):<8}" for market in view.market)
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
    if view.sold is not None:
        lines.append(f"Up for sale in this turn: {view.sold}.")
    if view.card is not None:
        lines.append(f"You have laid: {view.card}.")
    return lines


def _cards(view: View, names: Sequence[str]) -> list[str]:
    """The action cards of this turn's sale, once they are revealed."""
    return [
        f"{names[p]} laid: {seat.card}{', which became a pass' * seat.became_pass}."
        for p, seat in enumerate(view.seats)
        if seat.card is not None and p != view.turn
    ]
