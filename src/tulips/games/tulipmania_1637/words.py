"""Tulipmania 1637 in words: the notation of its moves and outcomes, and the view as text for the terminal."""

from collections.abc import Sequence

from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase, Value, join_phrases, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.seats import only
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.components import BUYERS_NEEDED, HAND
from tulips.games.tulipmania_1637.naming import buyer_phrase, card_phrase, colour_phrase, florins, number_of_buyers
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
from tulips.games.tulipmania_1637.state import State
from tulips.games.tulipmania_1637.view import Holding, View

can_carry_out = on_lists(rules.can_carry_out)
held_buyers = on_lists(rules.held_buyers)
play_own_card = on_lists(rules.play_own_card)
price_of = on_lists(rules.price_of)
purchase_tulip = on_lists(rules.purchase_tulip)
reveal_cards = on_lists(rules.reveal_cards)


def move(s: State, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if s.phase in (ACTION, SELLER):
        return card_phrase(chosen)
    if chosen == NOTHING:
        return say({SELL: "sell nothing", DRAW: "draw a buyer from the deck"}.get(s.phase, "buy nothing"))
    if s.phase == DRAW:
        return say("take the {buyer}", buyer=buyer_phrase(chosen))
    colour = colour_phrase(chosen)
    return say("sell {colour}", colour=colour) if s.phase == SELL else say("buy {colour}", colour=colour)


def move_seen(s: State, now: State, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: an action card is secret until all are revealed."""
    if s.phase == ACTION and now.phase == ACTION and now.turns == s.turns:
        return move(s, seat, chosen) if viewer in (seat, ALL_SEEING) else say("lay an action card")
    return _revealed(s, seat, chosen)


@memoized
def _revealed(s: State, seat: int, chosen: int) -> Phrase:
    told = move(s, seat, chosen)
    if s.phase == ACTION and not can_carry_out(s, seat, chosen):
        return say("{move}, which becomes a pass", move=told)
    if s.phase == BUY and chosen != NOTHING:
        return say("{move}: {paid}", move=told, paid=florins(price_of(s, chosen)))
    return told


# What came of it: all of it is public


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: buyers are drawn, and replaced, in somebody's turn."""
    return None if s.chance == STARTER or s.phase in (DEAL, FACE_UP) else s.turn


def deals(s: State) -> bool:
    """Whether buyers are dealt before the first turn."""
    return s.chance != STARTER and s.phase in (DEAL, FACE_UP)


@memoized
def results(s: State, after: State, seat: int | None, what: int) -> list[LogLine]:
    """How a sale has ended, the price that has moved, a burst, and what the bank pays in the end for tulips that are left."""
    if seat is None:
        return []
    told = []
    if decides(s, seat):
        made = state_after(s, carry_out_move, seat, what)
        told = [_sale(s, made)] if s.phase != BUY else []
        told += [LogLine(phrase, s.turn) for phrase in _prices(s, made)]
        burst = _burst(s, made, seat, what)
        told += [LogLine(say("{burst}", burst=burst), s.turn)] if burst else []
    left = [say("{amount} to {seat}", amount=florins(paid), seat=p) for p, paid in left_over(s, after, seat, what) if paid]
    return [*told, LogLine(say("the bank takes all tulips: {brings}", brings=join_phrases(left)))] if left else told


def decides(s: State, seat: int) -> bool:
    """Whether a move of the seat ends a sale, or buys: only then does money change hands."""
    return s.phase in (SELLER, BUY) or (s.phase == ACTION and s.actors == only(seat))


def left_over(s: State, after: State, seat: int, chosen: int) -> list[tuple[int, int]]:
    """What the bank pays each seat for the tulips that are left when nobody trades any more."""
    if after.end in (0, LAST_BURST):
        return []
    made = state_after(s, carry_out_move, seat, chosen) if decides(s, seat) else s
    return [(p, after.cash[p] - made.cash[p]) for p in range(s.seats)]


def _sale(s: State, made: State) -> LogLine:
    """Who gets the tulip that was up for sale, and who pays."""
    if made.winner == NOBODY and s.phase == ACTION:
        return LogLine(say("all have passed"), s.turn)
    sold: dict[str, Value] = {"seat": s.turn, "paid": florins(made.paid), "colour": colour_phrase(s.sold)}
    if made.winner == NOBODY:
        return LogLine(say("nobody wants {colour}: the bank pays {seat} {paid} and takes the tulip", **sold), s.turn)
    needed = int(BUYERS_NEEDED[made.laid[made.winner]])
    if not needed:
        return LogLine(
            say("{seat_winner} pays {seat} {paid} and gets the {colour} tulip", seat_winner=made.winner, **sold), s.turn
        )
    sold["buyers"] = number_of_buyers(needed, s.sold)
    if made.winner == s.turn:
        text = "the bank pays {seat} {paid} for {buyers} of their own and takes the {colour} tulip"
        return LogLine(say(text, **sold), s.turn)
    text = "the bank pays {seat} {paid} for {buyers} of {seat_winner} and takes the {colour} tulip"
    return LogLine(say(text, seat_winner=made.winner, **sold), s.turn)


def _prices(s: State, made: State) -> list[Phrase]:
    """The price that has moved, unless it burst."""
    return [
        say("price of {colour}: {before} → {after}", colour=colour_phrase(c), before=florins(was), after=florins(now))
        for c in range(s.colours)
        if GONE not in (s.indicator[c], made.indicator[c]) and (was := price_of(s, c)) != (now := price_of(made, c))
    ]


def _burst(s: State, made: State, seat: int, chosen: int) -> Phrase | None:
    """The colours that a move has burst, what that brings to whom, and who loses a buyer first; None if none has."""
    brings = burst_brings(s, seat, chosen)
    if brings is None:
        return None
    told, paid, without = brings
    amounts = [say("{amount} to {seat}", amount=florins(paid[p]), seat=p) for p in range(s.seats) if paid[p] > 0]
    if amounts:
        told = say("{burst}: {brings}", burst=told, brings=join_phrases(amounts))
    winner = NOBODY if s.phase == BUY else made.winner
    if winner != NOBODY and made.laid[winner] >= SPECULATE_BY_PROXY:
        losers = [say("{seat}", seat=p) for p in range(s.seats) if p != winner and without.buyers[p][s.sold] > 0]
        told = say("{burst}; a buyer less: {losers}", burst=told, losers=join_phrases(losers)) if losers else told
    return told


def burst_brings(s: State, seat: int, chosen: int) -> tuple[Phrase, list[int], State] | None:
    """What a move bursts, in words, what that pays each seat, and the state as it would be without; None if nothing bursts."""
    made = state_after(s, carry_out_move, seat, chosen)
    colours = [colour_phrase(c) for c in range(s.colours) if s.indicator[c] != GONE and made.indicator[c] == GONE]
    if not colours:
        return None
    without = without_bursts(s, carry_out_move, seat, chosen)
    if len(colours) == 1:
        told = say("{colour} bursts", colour=colours[0])
    else:
        told = say("{colour} and {other} burst", colour=colours[0], other=colours[1])
    return told, [made.cash[p] - without.cash[p] for p in range(s.seats)], without


def carry_out_move(s: State, seat: int, chosen: int) -> None:
    """Make the move, with the bursts that come of it, but do not go on with the turn."""
    if s.phase == BUY:
        purchase_tulip(s, chosen)
    elif s.phase == SELLER:
        play_own_card(s, seat, chosen)
    else:
        s.laid[seat] = chosen
        reveal_cards(s)


def outcome(s: State, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a seat, or a buyer's colour."""
    return say("{seat}", seat=decided) if s.chance == STARTER else colour_phrase(s.unseen[decided])


def outcome_seen(s: State, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: buyers dealt, or drawn face down, are for their seat alone."""
    if s.chance == STARTER:
        return say("{seat} will start", seat=decided)
    colour = colour_phrase(s.unseen[decided])
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


def status(s: State) -> Phrase:
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


def _doing(s: State) -> Phrase:
    if s.phase == SELL:
        return say("{seat} puts a tulip up for sale", seat=s.turn)
    if s.phase == ACTION:
        tulip, price = colour_phrase(s.sold), florins(price_of(s, s.sold))
        return say("{seat} sells {colour} at {price}: all others lay an action card", seat=s.turn, colour=tulip, price=price)
    if s.phase == SELLER:
        return say("All have passed: {seat} may play a card by proxy", seat=s.turn)
    if s.phase == BUY:
        return say("{seat} may buy a tulip from the stockpile", seat=s.turn)
    if s.deck == 1:
        return say("{seat} takes a buyer, and 1 card is left in the buyer deck", seat=s.turn)
    return say("{seat} takes a buyer, and {cards} cards are left in the buyer deck", seat=s.turn, cards=s.deck)


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
