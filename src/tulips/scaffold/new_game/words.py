"""What is being waited for, and the view as text for the terminal."""

from collections.abc import Sequence

from tulips.engine.phrase import Phrase
from tulips.scaffold.new_game.components import CARD_NAMES, card_phrase, say
from tulips.scaffold.new_game.state import State
from tulips.scaffold.new_game.view import View


def status(s: State) -> Phrase:
    """What is being waited for."""
    if s.end:
        return say("status.over")
    if s.chance:
        return say("status.dealing")
    return say("status.laying", round=s.round + 1, rounds=s.rounds, tulip=card_phrase(CARD_NAMES[s.tulip]))


def text(view: View, names: Sequence[str]) -> str:
    """A view as plain text."""
    width = max(len(name) for name in names) + 2
    lines = [f"Round {view.round} of {view.rounds}, for {view.tulip or 'no tulip'}", "", f"{'':{width}} points   hand"]
    for name, seat in zip(names, view.seats, strict=True):
        chosen = "has chosen" if seat.chosen else ""
        lines.append(f"{name:{width}} {seat.points:>6}   {seat.cards} cards  {chosen}".rstrip())
    if view.hand:
        lines += ["", f"Your hand: {', '.join(view.hand)}"]
    return "\n".join(lines)
