"""Tulip in words: the notation of its moves and outcomes, the status, and the view as text for the terminal."""

from collections.abc import Sequence
from typing import Any

from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase, join_phrases, say
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulip import rules
from tulips.games.tulip.components import (
    BLACK,
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    LAST_BLACK,
    LAST_KRASH,
    STARTING_CARDS,
    card_phrase,
)
from tulips.games.tulip.preview import apply, florins_phrase, held_value, in_vain, price_phrase
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
from tulips.games.tulip.state import State
from tulips.games.tulip.view import View

take = on_lists(rules.take)


def move(s: State, seat: int, chosen: int) -> Phrase:
    """A move's notation."""
    if chosen <= BLACK:
        return say("play {tulip}", tulip=card_phrase(chosen))
    if chosen < LOWER:
        return say("play {action}", action=card_phrase(chosen))
    if chosen < RAISE:
        return say("lower {colour}", colour=card_phrase(chosen - LOWER))
    if chosen < CHOOSE:
        return say("raise {colour}", colour=card_phrase(chosen - RAISE))
    if chosen >= TAKE_FROM:
        return say("take from {seat}", seat=chosen - TAKE_FROM)
    owner, colour = divmod(chosen - CHOOSE, COLOURS)
    text = "exchange {colour} of {seat}" if s.offered == NOTHING else "for {colour} of {seat}"
    return say(text, colour=card_phrase(colour), seat=owner)


def move_seen(s: State, now: State, seat: int, chosen: int, viewer: int) -> Phrase:
    """A move as a viewer knows it: every card is played face up, so with what it did to the market."""
    return _played(s, seat, chosen)


@memoized
def _played(s: State, seat: int, chosen: int) -> Phrase:
    after = state_after(s, apply, seat, chosen)
    on_lists = move(s, seat, chosen)
    if in_vain(after, chosen):
        return say("{move}: {effect}", move=on_lists, effect=say("it can't be carried out"))
    return _with_price(on_lists, s, after)


def _with_price(on_lists: Phrase, s: State, after: State) -> Phrase:
    """A phrase with the price that has changed, if one has."""
    price = price_phrase(s, after)
    return say("{move}: {effect}", move=on_lists, effect=price) if price else on_lists


def outcome(s: State, decided: int) -> Phrase:
    """The notation of an outcome of the pending chance: a card or a seat."""
    if s.chance == DECK:
        return card_phrase(s.deck[decided])
    if s.chance == STARTING_CARD:
        return card_phrase(s.starting[decided])
    if s.chance == TAKEN_CARD:
        return card_phrase(s.hand[s.victim][decided])
    return say("{seat}", seat=decided)


def outcome_seen(s: State, decided: int, viewer: int) -> Phrase | None:
    """An outcome as a viewer knows it: cards from the deck are for their seat alone, all else is open."""
    if s.chance == DECK:
        text = "{seat} is dealt {card}" if s.phase == DEAL else "{seat} draws {card}"
        return say(text, seat=s.turn, card=card_phrase(s.deck[decided])) if viewer in (s.turn, ALL_SEEING) else None
    if s.chance == STARTING_CARD:
        dealt_to = (COLOURS - s.starting_left) // int(STARTING_CARDS[s.seats])
        return say("{tulip} is dealt to {seat}, face up", seat=dealt_to, tulip=card_phrase(s.starting[decided]))
    if s.chance == TAKEN_CARD:
        return _with_price(_taken(s, s.hand[s.victim][decided]), s, state_after(s, take, decided))
    return say("{seat} will start", seat=decided)


def _taken(s: State, card: int) -> Phrase:
    if card <= BLACK:
        return say("{tulip} is taken from {seat} and played", tulip=card_phrase(card), seat=s.victim)
    return say("{action} is taken from {seat} and played", action=card_phrase(card), seat=s.victim)


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: cards are drawn and taken in somebody's turn."""
    return s.turn if s.phase >= TURN else None


def deals(s: State) -> bool:
    """Whether hands or starting tulips are dealt."""
    return s.chance == STARTING_CARD or (s.chance == DECK and s.phase == DEAL)


def results(s: State, after: State, seat: int | None, what: int) -> list[LogLine]:
    """A krash, and at the end the hands that are laid down."""
    told = [LogLine(krash_phrase(s, after), s.turn)] if after.krashes > s.krashes else []
    return told + [LogLine(_laid_down(after, p)) for p in range(after.seats)] if after.end else told


def krash_phrase(s: State, after: State) -> Phrase:
    """Who loses how many tulips in a krash; the one that was just played is among them."""
    colour = next(c for c in range(COLOURS) if after.discard[c] > s.discard[c])
    lost = [s.garden[p][colour] for p in range(s.seats)]
    lost[s.turn] += after.discard[colour] - s.discard[colour] - sum(lost)
    losers = [say("{tulips} of {seat}", tulips=tulips, seat=p) for p, tulips in enumerate(lost) if tulips]
    return say("krash of {colour}, tulips lost: {losers}", colour=card_phrase(colour), losers=join_phrases(losers))


def _laid_down(s: State, seat: int) -> Phrase:
    cards = [card_phrase(s.hand[seat][i]) for i in range(s.held[seat])]
    if not cards:
        return say("{seat} has no card left to lay down", seat=seat)
    return say(
        "{seat} lays down {cards}: {florins}", seat=seat, cards=join_phrases(cards), florins=florins_phrase(held_value(s, seat))
    )


ENDS = {
    BLACK_TULIPS: "The fourth black tulip has come: all hands are laid down and count.",
    KRASHES: "The fourth krash has come: all hands are laid down and count.",
    DECK_RAN_OUT: "The last card is drawn: all hands are laid down and count.",
}


def status(s: State) -> Phrase:
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


def _ends(s: State) -> Phrase:
    """What is missing to each end of the game."""
    krashes, blacks = LAST_KRASH - s.krashes, LAST_BLACK - s.blacks
    return say(
        "{krashes}, {blacks} or {cards}",
        krashes=say("1 krash") if krashes == 1 else say("{number} krashes", number=krashes),
        blacks=say("1 black tulip") if blacks == 1 else say("{number} black tulips", number=blacks),
        cards=say("1 card") if s.left == 1 else say("{number} cards", number=s.left),
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
