"""Tulipmania 1637 in words: the notation of its moves and outcomes, and the table for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase, say
from tulips.engine.seats import only
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    BUY,
    DEAL,
    DRAW,
    FACE_UP,
    GONE,
    HAND_DRAW,
    NOBODY,
    NOTHING,
    SELL,
    SELLER,
    SPECULATE_BY_PROXY,
    STARTER,
    can_carry_out,
    held_buyers,
    play_own_card,
    purchase_tulip,
    reveal_cards,
    winner_of_sale,
)
from tulips.games.tulipmania_1637.table import CARD_NAMES, COLOUR_NAMES, HAND, Table
from tulips.games.tulipmania_1637.view import Holding, View, florins, without_bursts


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
            text += "; the sale goes to {seat_winner}"
            values["seat_winner"] = winner
    if s.phase in (SELLER, BUY) or (s.phase == ACTION and s.actors == only(seat)):
        text += _bursts(s, seat, chosen)
        values |= {f"seat_{p}": p for p in range(s.seats) if f"{{seat_{p}}}" in text}
    return say(text, **values)


def _bursts(s: Table, seat: int, chosen: int) -> str:
    """The colours that burst by the move, what the bursts bring to whom, and who loses a buyer first: all of it is public."""
    after: Table = s.copy()  # type: ignore[attr-defined]
    without = without_bursts(s)
    for tried in (after, without):
        _carry_out(tried, seat, chosen)
    colours = [COLOUR_NAMES[c] for c in range(s.colours) if s.indicator[c] != GONE and after.indicator[c] == GONE]
    if not colours:
        return ""
    text = f"; {' and '.join(colours)} {'burst' if len(colours) > 1 else 'bursts'}"
    paid = [(p, after.cash[p] - without.cash[p]) for p in range(s.seats)]
    brings = [f"{florins(amount)} to {{seat_{p}}}" for p, amount in paid if amount > 0]
    if brings:
        text += f": {', '.join(brings)}"
    winner = NOBODY if s.phase == BUY else seat if s.phase == SELLER else _winner(s, seat, chosen)
    if winner != NOBODY and after.laid[winner] >= SPECULATE_BY_PROXY:
        losers = [f"{{seat_{p}}}" for p in range(s.seats) if p != winner and without.buyers[p, s.sold] > 0]
        text += f"; a buyer less for {', '.join(losers)}" if losers else ""
    return text


def _carry_out(s: Table, seat: int, chosen: int) -> None:
    """Make the move, with the bursts that come of it, but do not go on with the turn."""
    if s.phase == BUY:
        purchase_tulip(s, chosen)
    elif s.phase == SELLER:
        play_own_card(s, seat, chosen)
    else:
        s.laid[seat] = chosen
        reveal_cards(s)


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
        return say("a buyer for {seat}: {colour}", seat=dealt_to, colour=colour) if viewer == dealt_to else None
    if s.phase == FACE_UP:
        return say("face up lies a buyer, {colour}", colour=colour)
    if s.indicator[s.unseen[decided]] == GONE:
        return say("a buyer is shown and leaves the game, {colour}", colour=colour)
    if s.phase == HAND_DRAW:
        return say("a secret buyer for {seat}: {colour}", seat=s.turn, colour=colour) if viewer == s.turn else None
    return say("face up comes a buyer, {colour}", colour=colour)


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
