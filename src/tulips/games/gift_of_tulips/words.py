"""Gift of Tulips in words: what is being waited for, and the view as text for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase
from tulips.games.gift_of_tulips.components import VARIETY_NAMES, say
from tulips.games.gift_of_tulips.rules import NO_ACTION, OPENING, TURN
from tulips.games.gift_of_tulips.state import State
from tulips.games.gift_of_tulips.view import ORDINALS, View


def status(s: State) -> Phrase:
    """What is being waited for, and when the game ends."""
    if s.end:
        return say("status.over")
    if s.phase == OPENING:
        return say("status.opening")
    if s.phase != TURN:
        return say("status.set-up")
    deck = say("status.one-card") if s.left == 1 else say("status.cards", cards=s.left)
    if s.action == NO_ACTION:
        return say("status.first-card", seat=s.turn, deck=deck)
    return say("status.second-card", seat=s.turn, deck=deck)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def text(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    width = max(len(name) for name in names) + 2
    lines = [f"{'Festival':<10}{'give':<10}{'keep':<7}{'majority':<14}tulips there"]
    for i, place in enumerate(view.festival):
        stack = f"{place.variety} ({place.total})" if place.variety else "–"
        majority = " / ".join(map(str, place.majority)) or "–"
        lines.append(f"  {ORDINALS[i]:<8}{f'value+{place.give}':<10}{place.keep:<7}{majority:<14}{stack}")
    if view.unranked:
        lines.append(f"  not ranked, counted as 4th: {', '.join(view.unranked)}")
    lines.append(f"  secret festival: {_cards(view.secret_festival)}     deck: {_cards(view.deck)}")
    lines += ["", f"{'':{width}} points   " + "".join(f"{variety:<14}" for variety in VARIETY_NAMES).rstrip()]
    for p, seat in enumerate(view.seats):
        mark = ">" if p == view.turn else " "
        bouquet = "".join(f"{f'{b.cards} (worth {b.value})' if b.cards else '·':<14}" for b in seat.bouquet)
        lines.append(f"{mark} {names[p]:{width - 2}} {seat.points:>6}   {bouquet}".rstrip())
    if view.majorities:
        lines += ["", "Majorities" if view.phase == "over" else "Majorities as things stand"]
    for variety in view.majorities:
        paid = ", ".join(f"{names[p]} {points}" for p, points in enumerate(variety.points) if points)
        lines.append(f"  {variety.variety} ({ORDINALS[variety.place - 1]}): {paid or 'nobody'}")
    if view.hidden:
        lines += ["", f"You have hidden in the secret festival: {', '.join(view.hidden)}."]
    return "\n".join(lines)
