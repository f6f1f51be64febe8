"""Tulip in words: what is being waited for, and the view as text for the terminal."""

from collections.abc import Sequence
from typing import Any

from tulips.engine.phrase import Phrase
from tulips.engine.plain_text import counted
from tulips.games.tulip.components import BLACK, CARD_NAMES, COLOUR_NAMES, LAST_BLACK, LAST_KRASH, say
from tulips.games.tulip.rules import DRAWING, EXCHANGING, NOTHING, TAKEN, TAKING, TURN, VARYING
from tulips.games.tulip.state import State
from tulips.games.tulip.view import View


def status(s: State) -> Phrase:
    """Whose turn it is and what for, and how far it is to each of the three ends."""
    if s.end:
        return say(OVER[s.end - 1])
    if s.phase < TURN:
        return say("status.dealing")
    second = s.phase == EXCHANGING and s.offered != NOTHING
    doing = say("status.exchange-for" if second else DOING[s.phase], seat=s.turn)
    return say("status.turn", doing=doing, ends=_ends(s))


OVER = ("status.fourth-black-tulip", "status.fourth-krash", "status.last-card")

DOING = {
    TURN: "status.play",
    EXCHANGING: "status.exchange",
    VARYING: "status.vary",
    TAKING: "status.take",
    TAKEN: "status.taking",
    DRAWING: "status.draw",
}


def _ends(s: State) -> Phrase:
    """What is missing to each end of the game."""
    krashes, blacks = LAST_KRASH - s.krashes, LAST_BLACK - s.blacks
    return say(
        "status.ends",
        krashes=say("status.one-krash") if krashes == 1 else say("status.krashes", number=krashes),
        blacks=say("status.one-black-tulip") if blacks == 1 else say("status.black-tulips", number=blacks),
        cards=say("status.one-card") if s.left == 1 else say("status.cards", number=s.left),
    )


def text(view: View, names: Sequence[str]) -> str:
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
        f"deck: {counted(view.deck, 'card')}",
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
