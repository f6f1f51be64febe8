"""What people see of Tulip, built field by field from what is theirs to know, and what a move would do."""

from typing import Literal

import msgspec

from tulips.engine.preview import Change, Preview
from tulips.games.tulip.rules import (
    CHOOSE,
    DRAWING,
    EXCHANGING,
    FINISHED,
    LOWER,
    NOTHING,
    TAKE_FROM,
    TAKEN,
    TAKING,
    TURN,
    VARYING,
    apply,
    hand_value,
    score,
    table_value,
)
from tulips.games.tulip.table import (
    BLACK,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    FLORINS,
    HAND,
    LAST_BLACK,
    LAST_KRASH,
    LOWEST,
    TAKE,
    TRACK,
    VARIATION,
    Table,
)

Phase = Literal["set-up", "turn", "exchange", "variation", "take", "draw", "over"]
PHASES: dict[int, Phase] = {
    TURN: "turn",
    EXCHANGING: "exchange",
    VARYING: "variation",
    TAKING: "take",
    TAKEN: "take",
    DRAWING: "draw",
    FINISHED: "over",
}
ORDINALS = ("", "1st", "2nd", "3rd", "4th")


class Colour(msgspec.Struct, frozen=True):
    """A colour on the market: its price, how many of its tulips lie open, how many have left in krashes."""

    colour: str
    price: int
    open: int
    discarded: int


class Seat(msgspec.Struct, frozen=True):
    """What everyone sees of a seat: what lies before it, what that is worth, how many cards it holds."""

    tulips: list[int]
    black: int
    actions: list[int]
    value: int
    cards: int
    score: int  # at the end with its hand
    revealed: list[str]  # its hand, at the end


class Tulip(msgspec.Struct, frozen=True):
    """A tulip on the table, by the seat that it lies before."""

    seat: int
    colour: str


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: Phase
    turn: int | None
    market: list[Colour]
    black_price: int
    action_price: int
    track: list[int]
    seats: list[Seat]
    krashes: int
    last_krash: int
    black_tulips: int
    last_black: int
    deck: int
    copies: dict[str, int]
    offered: Tulip | None
    hand: list[str]
    hand_value: int


def view(s: Table, seat: int) -> View:
    """What the seat, or a spectator, may see."""
    return View(
        phase=PHASES.get(s.phase, "set-up"),
        turn=s.turn if TURN <= s.phase < FINISHED else None,
        market=[_colour(s, colour) for colour in range(COLOURS)],
        black_price=int(FLORINS[BLACK]),
        action_price=int(FLORINS[EXCHANGE]),
        track=TRACK.tolist(),
        seats=[_seat(s, p) for p in range(s.seats)],
        krashes=s.krashes,
        last_krash=LAST_KRASH,
        black_tulips=s.blacks,
        last_black=LAST_BLACK,
        deck=s.left,
        copies={CARD_NAMES[card]: s.copies[card] for card in range(CARDS)},
        offered=None if s.offered == NOTHING else Tulip(s.offered // COLOURS, COLOUR_NAMES[s.offered % COLOURS]),
        hand=_hand(s, seat) if seat >= 0 else [],
        hand_value=int(hand_value(s, seat)) if seat >= 0 else 0,
    )


def _colour(s: Table, colour: int) -> Colour:
    return Colour(
        colour=COLOUR_NAMES[colour],
        price=int(TRACK[s.step[colour]]),
        open=sum(s.garden[p, colour] for p in range(s.seats)),
        discarded=s.discard[colour],
    )


def _seat(s: Table, p: int) -> Seat:
    return Seat(
        tulips=[s.garden[p, colour] for colour in range(COLOURS)],
        black=s.garden[p, BLACK],
        actions=[s.garden[p, card] for card in (EXCHANGE, VARIATION, TAKE)],
        value=int(table_value(s, p)),
        cards=s.held[p],
        score=int(score(s, p)),
        revealed=_hand(s, p) if s.end else [],
    )


def _hand(s: Table, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in sorted(s.hand[seat, i] for i in range(s.held[seat]))]


def preview(s: Table, seat: int, move: int) -> Preview:
    """What a move would do, as far as the seat can know: each seat's value, its own hand's, prices and krashes."""
    after: Table = s.copy()  # type: ignore[attr-defined]
    apply(after, seat, move)
    told = _summary(s, after, seat, move)
    if after.phase == DRAWING and after.left <= HAND - after.held[seat]:
        told.append("then the last card of the deck is drawn and the game ends")
    return Preview("; ".join(told), _changes(s, after, seat))


def _changes(s: Table, after: Table, seat: int) -> list[Change]:
    """The prices that change, then what lies before each seat and what the seat's own hand is worth."""
    prices = [
        Change(f"price of {COLOUR_NAMES[c]}", int(TRACK[s.step[c]]), int(TRACK[after.step[c]]))
        for c in range(COLOURS)
        if s.step[c] != after.step[c]
    ]
    values = [Change(f"value of seat {p + 1}", int(table_value(s, p)), int(table_value(after, p))) for p in range(s.seats)]
    return [*prices, *values, Change("value of your hand", int(hand_value(s, seat)), int(hand_value(after, seat)))]


def _summary(s: Table, after: Table, seat: int, move: int) -> list[str]:
    """The move's effect in words, with a warning where a krash or the end of the game comes or is near."""
    if move >= TAKE_FROM:
        return _take_summary(s, move - TAKE_FROM)
    if move >= CHOOSE:
        return ["then choose a tulip of another seat"] if after.phase == EXCHANGING else [_gains(s, after, seat)]
    if move == BLACK:
        last = "; the game ends at once" if after.end else ""
        return [f"{FLORINS[BLACK]} florins; the {ORDINALS[after.blacks]} of {LAST_BLACK} black tulips{last}"]
    if COLOURS <= move < LOWER:
        return [_action_summary(after, move), *(_dangers(s) if after.phase == TAKING else [])]
    return _price_summary(s, after, seat)


def _gains(s: Table, after: Table, seat: int) -> str:
    """What each seat wins or loses on the table, and the seat itself in its hand too, by the prices after the move."""
    gains = [int(table_value(after, p) - table_value(s, p)) for p in range(s.seats)]
    gains[seat] += int(hand_value(after, seat) - hand_value(s, seat))
    told = [f"{'you' if p == seat else f'seat {p + 1}'} {gain:+d}" for p, gain in enumerate(gains) if gain]
    return ", ".join(told) or "nobody's value changes"


def price_told(s: Table, after: Table) -> str:
    """The price that has changed from one table to the next, in words; nothing if none has."""
    colour = _changed_colour(s, after)
    if colour is None:
        return ""
    told = f"{COLOUR_NAMES[colour]} from {TRACK[s.step[colour]]} to {TRACK[after.step[colour]]}"
    if after.krashes == s.krashes:
        return told
    gone = after.discard[colour] - s.discard[colour]
    return f"krash, {told}, {'1 tulip leaves' if gone == 1 else f'{gone} tulips leave'} the table"


def _changed_colour(s: Table, after: Table) -> int | None:
    return next((colour for colour in range(COLOURS) if s.step[colour] != after.step[colour]), None)


def _price_summary(s: Table, after: Table, seat: int) -> list[str]:
    told = [price_told(s, after), _gains(s, after, seat)]
    if after.krashes > s.krashes:
        told.append(f"the {ORDINALS[after.krashes]} of {LAST_KRASH} krashes")
        return [*told, "the game ends at once"] if after.end else told
    colour = _changed_colour(s, after)
    if colour is not None and after.step[colour] == LOWEST - 1:
        told.append(f"the next {COLOUR_NAMES[colour]} tulip is a krash")
    return told


def _action_summary(after: Table, card: int) -> str:
    florins = f"{FLORINS[card]} florin"
    if in_vain(after, card):
        return f"{florins}; it can't be carried out"
    choose = {EXCHANGE: "two tulips of different seats", VARIATION: "a colour to lower or raise", TAKE: "an opponent"}
    return f"{florins}; then choose {choose[card]}"


def in_vain(after: Table, card: int) -> bool:
    """Whether the card just played is an action that could not be carried out."""
    return COLOURS <= card < LOWER and card != BLACK and after.phase == DRAWING


def _take_summary(s: Table, victim: int) -> list[str]:
    return [f"one of {s.held[victim]} cards, played at once as yours", *_dangers(s)]


def _dangers(s: Table) -> list[str]:
    """What a card that is taken unseen may set off."""
    near = [COLOUR_NAMES[c] for c in range(COLOURS) if s.step[c] == LOWEST - 1]
    told = []
    if near:
        ends = ", which ends the game," if s.krashes == LAST_KRASH - 1 else ""
        told.append(f"a krash{ends} if it is {' or '.join(near)}")
    if s.blacks == LAST_BLACK - 1:
        told.append("the game ends if it is black")
    return told
