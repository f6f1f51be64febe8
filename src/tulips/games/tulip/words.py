"""Tulip in words: the notation of its moves and outcomes, and the table for the terminal."""

from collections.abc import Sequence
from typing import Any

from tulips.engine.phrase import Phrase, say
from tulips.games.tulip.rules import (
    CHOOSE,
    DEAL,
    DECK,
    LOWER,
    NOTHING,
    RAISE,
    STARTING_CARD,
    TAKE_FROM,
    TAKEN_CARD,
    apply,
    take,
)
from tulips.games.tulip.table import BLACK, CARD_NAMES, COLOUR_NAMES, COLOURS, STARTING_CARDS, Table
from tulips.games.tulip.view import View, in_vain, price_told


def move(s: Table, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if chosen < LOWER:
        return say("play {card}", card=CARD_NAMES[chosen])
    if chosen < RAISE:
        return say("lower {card}", card=COLOUR_NAMES[chosen - LOWER])
    if chosen < CHOOSE:
        return say("raise {card}", card=COLOUR_NAMES[chosen - RAISE])
    if chosen >= TAKE_FROM:
        return say("take from {seat}", seat=chosen - TAKE_FROM)
    owner, colour = divmod(chosen - CHOOSE, COLOURS)
    text = "exchange {card} of {seat}" if s.offered == NOTHING else "for {card} of {seat}"
    return say(text, card=COLOUR_NAMES[colour], seat=owner)


def move_seen(s: Table, now: Table, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: every card is played face up, so with what it did to the market."""
    after: Table = s.copy()  # type: ignore[attr-defined]
    apply(after, seat, chosen)
    if in_vain(after, chosen):
        return Phrase(move(s, seat, chosen).text + ": it can't be carried out", {"card": CARD_NAMES[chosen]})
    return _with_price(move(s, seat, chosen), s, after)


def _with_price(plain: Phrase, s: Table, after: Table) -> Phrase:
    """A phrase with the price that has changed, if one has."""
    price = price_told(s, after)
    return Phrase(plain.text + ": {price}", {**plain.values, "price": price}) if price else plain


def outcome(s: Table, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a card or a seat."""
    if s.chance == DECK:
        return say("{card}", card=CARD_NAMES[s.deck[decided]])
    if s.chance == STARTING_CARD:
        return say("{card}", card=COLOUR_NAMES[s.starting[decided]])
    if s.chance == TAKEN_CARD:
        return say("{card}", card=CARD_NAMES[s.hand[s.victim, decided]])
    return say("{seat}", seat=decided)


def outcome_seen(s: Table, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: cards from the deck are for their seat alone, all else is open."""
    if s.chance == DECK:
        text = "the card dealt is {card}" if s.phase == DEAL else "the card drawn is {card}"
        return say(text, card=CARD_NAMES[s.deck[decided]]) if viewer == s.turn else None
    if s.chance == STARTING_CARD:
        dealt_to = (COLOURS - s.starting_left) // int(STARTING_CARDS[s.seats])
        return say("{card} is dealt to {seat}, face up", seat=dealt_to, card=COLOUR_NAMES[s.starting[decided]])
    if s.chance == TAKEN_CARD:
        card = CARD_NAMES[s.hand[s.victim, decided]]
        after: Table = s.copy()  # type: ignore[attr-defined]
        take(after, decided)
        return _with_price(say("{card} is taken from {seat} and played", card=card, seat=s.victim), s, after)
    return say("{seat} will start", seat=decided)


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
