"""Gift of Tulips in words: the notation of its moves and outcomes, and the view as text for the terminal."""

from collections.abc import Sequence

from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase, join_phrases, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized
from tulips.engine.viewers import ALL_SEEING
from tulips.games.gift_of_tulips import rules
from tulips.games.gift_of_tulips.components import VARIETY, VARIETY_NAMES, card_phrase
from tulips.games.gift_of_tulips.rules import (
    DEAL,
    DECK,
    FESTIVAL,
    NO_ACTION,
    NO_CARD,
    OPENING,
    SECOND_TULIP,
    SECRET,
    SECRET_PILE,
    TURN,
)
from tulips.games.gift_of_tulips.state import State
from tulips.games.gift_of_tulips.view import ORDINALS, Majority, View, majorities, move_points, points_phrase

place_in_deck = on_lists(rules.place_in_deck)


def move(s: State, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if s.phase == OPENING:
        return say(
            "keep {card} and hide {other}", card=card_phrase(s.hand[seat][chosen]), other=card_phrase(s.hand[seat][1 - chosen])
        )
    card = card_phrase(s.card)
    if chosen == FESTIVAL:
        return say("show {card} at the festival", card=card)
    if chosen == SECRET:
        return say("hide {card} in the secret festival", card=card)
    return say("keep {card}", card=card) if chosen == seat else say("give {card} to {seat}", card=card, seat=chosen)


def move_seen(s: State, now: State, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: an opening is secret until all have chosen, a card to the secret festival always."""
    if viewer in (seat, ALL_SEEING):
        return _with_points(s, seat, chosen)
    if s.phase == OPENING:
        if now.phase == OPENING:
            return say("choose in secret")
        return say("keep {card} and hide a card", card=card_phrase(s.hand[seat][chosen]))
    return say("hide a card in the secret festival") if chosen == SECRET else _with_points(s, seat, chosen)


@memoized
def _with_points(s: State, seat: int, chosen: int) -> Phrase:
    """A move with what it scored, where it scores."""
    on_lists = move(s, seat, chosen)
    if s.phase == OPENING or chosen in (FESTIVAL, SECRET):
        return on_lists
    return say("{move}: {points}", move=on_lists, points=points_phrase(move_points(s, seat, chosen)))


def outcome(s: State, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a seat or a card."""
    if s.chance == DECK:
        return say("{card}", card=card_phrase(s.deck[place_in_deck(s, decided)]))
    if s.chance == SECRET_PILE:
        return say("{card}", card=card_phrase(s.secret[decided]))
    return say("{seat}", seat=decided)


def outcome_seen(s: State, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: dealt and drawn cards are for their seat alone."""
    if s.chance == SECRET_PILE:
        return say("{card} turns up in the secret festival", card=card_phrase(s.secret[decided]))
    if s.chance != DECK:
        return say("{seat} will start", seat=decided)
    card = card_phrase(s.deck[place_in_deck(s, decided)])
    if s.phase == SECOND_TULIP and VARIETY[s.deck[place_in_deck(s, decided)]] == VARIETY[s.first_tulip]:
        return say("{card} comes up and goes back into the deck", card=card)
    if s.phase < DEAL:
        return say("{card} is turned up for the festival", card=card)
    if s.phase == TURN:
        return say("{seat} draws {card}", seat=s.turn, card=card) if viewer in (s.turn, ALL_SEEING) else None
    dealt_to = next(p for p in range(s.seats) if s.hand[p][1] == NO_CARD)
    return say("{seat} is dealt {card}", seat=dealt_to, card=card) if viewer in (dealt_to, ALL_SEEING) else None


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: a card is drawn in somebody's turn; all else is nobody's."""
    return s.turn if s.phase == TURN and s.chance == DECK else None


def deals(s: State) -> bool:
    """Whether opening cards are dealt."""
    return s.phase == DEAL


def results(s: State, after: State, seat: int | None, what: int) -> list[LogLine]:
    """At the end, what each majority pays."""
    return [LogLine(_majority_phrase(paid)) for paid in majorities(after)] if after.end else []


def _majority_phrase(paid: Majority) -> Phrase:
    points = [say("{points} to {seat}", points=points, seat=p) for p, points in enumerate(paid.points) if points]
    if not points:
        return say("majority of {variety}: nobody has any", variety=say(paid.variety))
    return say("majority of {variety}: {paid}", variety=say(paid.variety), paid=join_phrases(points))


def status(s: State) -> Phrase:
    """What is being waited for, and when the game ends."""
    if s.end:
        return say("The deck has run out and the majorities are counted.")
    if s.phase == OPENING:
        return say("Everyone keeps one of two tulips and hides the other in the secret festival.")
    if s.phase != TURN:
        return say("The table is being laid.")
    deck = say("1 card is left in the deck") if s.left == 1 else say("{cards} cards are left in the deck", cards=s.left)
    if s.action == NO_ACTION:
        return say("{seat} has drawn the first of two cards; {deck}.", seat=s.turn, deck=deck)
    return say(
        "{seat} has drawn the second card and must use it in another way than the first; {deck}.", seat=s.turn, deck=deck
    )


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
