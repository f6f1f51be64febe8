"""Tulip in words: the notation of its moves and outcomes, the status, and the table for the terminal."""

from collections.abc import Sequence
from typing import Any

from tulips.engine.log import Line
from tulips.engine.phrase import Phrase, listed, say
from tulips.engine.plain import plain
from tulips.engine.reading import made_once, tried
from tulips.engine.spectator import ALL_SEEING
from tulips.games.tulip import rules
from tulips.games.tulip.preview import apply, florins_told, held_value, in_vain, price_told
from tulips.games.tulip.rules import (
    BLACK_TULIPS,
    CHOOSE,
    DEAL,
    DECK,
    DECK_RAN_OUT,
    DRAWING,
    EXCHANGING,
    KRASHES,
    LOWER,
    NOTHING,
    RAISE,
    STARTING_CARD,
    TAKE_FROM,
    TAKEN,
    TAKEN_CARD,
    TAKING,
    TURN,
    VARYING,
)
from tulips.games.tulip.table import (
    BLACK,
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    LAST_BLACK,
    LAST_KRASH,
    STARTING_CARDS,
    Table,
    card_told,
)
from tulips.games.tulip.view import View

take = plain(rules.take)


def move(s: Table, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if chosen <= BLACK:
        return say("play {tulip}", tulip=card_told(chosen))
    if chosen < LOWER:
        return say("play {action}", action=card_told(chosen))
    if chosen < RAISE:
        return say("lower {colour}", colour=card_told(chosen - LOWER))
    if chosen < CHOOSE:
        return say("raise {colour}", colour=card_told(chosen - RAISE))
    if chosen >= TAKE_FROM:
        return say("take from {seat}", seat=chosen - TAKE_FROM)
    owner, colour = divmod(chosen - CHOOSE, COLOURS)
    text = "exchange {colour} of {seat}" if s.offered == NOTHING else "for {colour} of {seat}"
    return say(text, colour=card_told(colour), seat=owner)


def move_seen(s: Table, now: Table, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: every card is played face up, so with what it did to the market."""
    return _played(s, seat, chosen)


@made_once
def _played(s: Table, seat: int, chosen: int) -> Phrase:
    after = tried(s, apply, seat, chosen)
    plain = move(s, seat, chosen)
    if in_vain(after, chosen):
        return say("{move}: {effect}", move=plain, effect=say("it can't be carried out"))
    return _with_price(plain, s, after)


def _with_price(plain: Phrase, s: Table, after: Table) -> Phrase:
    """A phrase with the price that has changed, if one has."""
    price = price_told(s, after)
    return say("{move}: {effect}", move=plain, effect=price) if price else plain


def outcome(s: Table, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a card or a seat."""
    if s.chance == DECK:
        return card_told(s.deck[decided])
    if s.chance == STARTING_CARD:
        return card_told(s.starting[decided])
    if s.chance == TAKEN_CARD:
        return card_told(s.hand[s.victim][decided])
    return say("{seat}", seat=decided)


def outcome_seen(s: Table, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: cards from the deck are for their seat alone, all else is open."""
    if s.chance == DECK:
        text = "{seat} is dealt {card}" if s.phase == DEAL else "{seat} draws {card}"
        return say(text, seat=s.turn, card=card_told(s.deck[decided])) if viewer in (s.turn, ALL_SEEING) else None
    if s.chance == STARTING_CARD:
        dealt_to = (COLOURS - s.starting_left) // int(STARTING_CARDS[s.seats])
        return say("{tulip} is dealt to {seat}, face up", seat=dealt_to, tulip=card_told(s.starting[decided]))
    if s.chance == TAKEN_CARD:
        return _with_price(_taken(s, s.hand[s.victim][decided]), s, tried(s, take, decided))
    return say("{seat} will start", seat=decided)


def _taken(s: Table, card: int) -> Phrase:
    if card <= BLACK:
        return say("{tulip} is taken from {seat} and played", tulip=card_told(card), seat=s.victim)
    return say("{action} is taken from {seat} and played", action=card_told(card), seat=s.victim)


def turn_of(s: Table) -> int | None:
    """Whose turn the pending chance belongs to: cards are drawn and taken in somebody's turn."""
    return s.turn if s.phase >= TURN else None


def deals(s: Table) -> bool:
    """Whether hands or starting tulips are dealt."""
    return s.chance == STARTING_CARD or (s.chance == DECK and s.phase == DEAL)


def results(s: Table, after: Table, seat: int | None, what: int) -> list[Line]:
    """A krash, and at the end the hands that are laid down."""
    told = [Line(krash_told(s, after), s.turn)] if after.krashes > s.krashes else []
    return told + [Line(_laid_down(after, p)) for p in range(after.seats)] if after.end else told


def krash_told(s: Table, after: Table) -> Phrase:
    """Who loses how many tulips in a krash; the one that was just played is among them."""
    colour = next(c for c in range(COLOURS) if after.discard[c] > s.discard[c])
    lost = [s.garden[p][colour] for p in range(s.seats)]
    lost[s.turn] += after.discard[colour] - s.discard[colour] - sum(lost)
    losers = [say("{tulips} of {seat}", tulips=tulips, seat=p) for p, tulips in enumerate(lost) if tulips]
    return say("krash of {colour}, tulips lost: {losers}", colour=card_told(colour), losers=listed(losers))


def _laid_down(s: Table, seat: int) -> Phrase:
    cards = [card_told(s.hand[seat][i]) for i in range(s.held[seat])]
    if not cards:
        return say("{seat} has no card left to lay down", seat=seat)
    return say("{seat} lays down {cards}: {florins}", seat=seat, cards=listed(cards), florins=florins_told(held_value(s, seat)))


ENDS = {
    BLACK_TULIPS: "The fourth black tulip has come: all hands are laid down and count.",
    KRASHES: "The fourth krash has come: all hands are laid down and count.",
    DECK_RAN_OUT: "The last card is drawn: all hands are laid down and count.",
}


def status(s: Table) -> Phrase:
    """Whose turn it is and what for, and how far it is to each of the three ends."""
    if s.end:
        return say(ENDS[s.end])
    if s.phase < TURN:
        return say("The cards are being dealt.")
    doing = say(DEEDS[s.phase], seat=s.turn)
    if s.phase == EXCHANGING and s.offered != NOTHING:
        doing = say("{seat} to choose the other tulip of the exchange", seat=s.turn)
    return say("{doing}. Until the end: {ends}.", doing=doing, ends=_ends(s))


DEEDS = {
    TURN: "{seat} to play a card",
    EXCHANGING: "{seat} to choose a tulip for the exchange",
    VARYING: "{seat} to lower or raise a price",
    TAKING: "{seat} to choose whom to take a card from",
    TAKEN: "{seat} to take a card",
    DRAWING: "{seat} to draw",
}


def _ends(s: Table) -> Phrase:
    """What is missing to each end of the game."""
    krashes, blacks = LAST_KRASH - s.krashes, LAST_BLACK - s.blacks
    return say(
        "{krashes}, {blacks} or {cards}",
        krashes=say("1 krash") if krashes == 1 else say("{number} krashes", number=krashes),
        blacks=say("1 black tulip") if blacks == 1 else say("{number} black tulips", number=blacks),
        cards=say("1 card") if s.left == 1 else say("{number} cards", number=s.left),
    )


def table(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    width = max(len(name) for name in names) + 4
    columns = [*COLOUR_NAMES, CARD_NAMES[BLACK], "actions"]
    rows: list[tuple[str, list[Any]]] = [
        ("", columns),
        ("Price", [*(colour.price for colour in view.market), view.black_price, view.action_price]),
    ]
    for p, seat in enumerate(view.seats):
        garden = [count or "·" for count in [*seat.tulips, seat.black, sum(seat.actions)]]
        rows.append((f"{'>' if p == view.turn else ' '} {names[p]}", garden))
    worth = ["worth  hand", "", *(f"{seat.value:<7}{seat.cards}" for seat in view.seats)]
    lines = [
        (
            f"{label:{width}}" + "".join(f"{cell!s:<{len(name) + 2}}" for name, cell in zip(columns, cells, strict=True)) + end
        ).rstrip()
        for (label, cells), end in zip(rows, worth, strict=True)
    ]
    lines += [
        "",
        f"Krashes: {view.krashes} of {view.last_krash}   black tulips: {view.black_tulips} of {view.last_black}   "
        f"deck: {view.deck} card{'' if view.deck == 1 else 's'}",
    ]
    if any(colour.discarded for colour in view.market):
        gone = ", ".join(f"{c.discarded} {c.colour}" for c in view.market if c.discarded)
        lines.append(f"Gone in krashes: {gone}")
    if view.offered:
        lines.append(f"To be exchanged: {view.offered.colour} of {names[view.offered.seat]}")
    if view.phase == "over":
        for p, seat in enumerate(view.seats):
            held = f"{', '.join(seat.revealed) or 'no card'}: {seat.value} + {seat.score - seat.value} = {seat.score} florins"
            lines.append(f"{names[p]} held {held}")
    elif view.hand:
        lines.append(f"Your hand: {', '.join(view.hand)} (worth {view.hand_value} now)")
    return "\n".join(lines)
