"""The moves of Tulipmania 1637, what chance decides, and what is told beside them, as data."""

import functools
from typing import Any, ClassVar

import msgspec

from tulips.engine.kinds import Happening, Move, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.numbered_kinds import kinds_of, move_reader, outcome_reader
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.seats import only
from tulips.engine.state.snapshot import memoized, state_after
from tulips.engine.viewers import ALL_SEEING
from tulips.games.tulipmania_1637 import rules
from tulips.games.tulipmania_1637.components import (
    BUYERS_NEEDED,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    HAND,
    ActionCard,
    Colour,
    colour_phrase,
    florins,
    number_of_buyers,
    of_colour,
    say,
)
from tulips.games.tulipmania_1637.previews import (
    MEASURES,
    TOLD,
    UNSETTLED,
    burst_now,
    can_carry_out,
    held_buyers,
    lose_buyers,
    play_own_card,
    preview_of_all_passed,
    preview_of_card,
    preview_of_purchase,
    preview_of_sale,
    price_of,
    purchase_tulip,
    without_bursts,
)
from tulips.games.tulipmania_1637.rules import (
    ACTION,
    BUY,
    DEAL,
    DRAW,
    FACE_UP,
    GONE,
    HAND_DRAW,
    LAST_BURST,
    NOBODY,
    PASS,
    SELL,
    SELLER,
    SPECULATE_BY_PROXY,
    STARTER,
)
from tulips.games.tulipmania_1637.state import State

can_buy = on_lists(rules.can_buy)
draw_new_buyer = on_lists(rules.draw_new_buyer)
list_own_cards = on_lists(rules.list_own_cards)
reveal_cards = on_lists(rules.reveal_cards)
take_face_down = on_lists(rules.take_face_down)

HANDLES = ("tulip:{Colour}", "card:{int}", "buyer:{Colour}", "deck", "stock:{Colour}", UNSETTLED + "{str}")
PASSING = CARD_NAMES[PASS]
TULIP_HANDLES = [f"tulip:{colour}" for colour in COLOUR_NAMES]
CARD_HANDLES = {card: f"card:{number}" for number, card in enumerate(CARD_NAMES)}
BUYER_HANDLES = [f"buyer:{colour}" for colour in COLOUR_NAMES]
STOCK_HANDLES = [f"stock:{colour}" for colour in COLOUR_NAMES]


# Moves: I. Sell a tulip


class Sell(Move, tag="sell", frozen=True):
    """Put a tulip up for sale."""

    colour: Colour

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Sell | None":
        """By colour."""
        return cls(COLOUR_NAMES[which]) if s.phase == SELL else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """A tulip of one's own."""
        return (f"tulip:{self.colour}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The three ways in which the sale can go."""
        return preview_of_sale(s, seat, number)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A tulip is sold at the start of one's turn."""
        if not _in_play(s):
            return {}
        if s.turn == seat and s.phase == SELL:
            missing = [c for c in range(s.colours) if not s.tulips[seat][c]]
            return {TULIP_HANDLES[c]: _burst(s, c) or say("why-not.no-tulips", tulips=_tulips(c)) for c in missing}
        up = s.phase in (ACTION, SELLER)
        why = _not_your_turn(s) if s.turn != seat else say("why-not.up-for-sale" if up else "why-not.sale-over")
        return {TULIP_HANDLES[c]: _burst(s, c) or why for c in range(s.colours)}


class SellNothing(Move, tag="sell-nothing", frozen=True):
    """Keep one's only tulip."""

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "SellNothing | None":
        """There is but one."""
        return cls() if s.phase == SELL else None

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """Nothing changes."""
        return Preview(say("preview.sell-nothing"))


class Lay(Move, tag="lay", frozen=True):
    """Lay an action card for another's tulip, secret until all are revealed. The log tells if it became a pass."""

    card: ActionCard | None = None
    void: bool | None = None

    told_after: ClassVar[tuple[str, ...]] = ("void",)

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Lay | None":
        """By card."""
        return cls(CARD_NAMES[which]) if s.phase == ACTION else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The card."""
        return (CARD_HANDLES[self.card or ""],)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What the card does if it wins the sale; a pass leaves the tulip to others."""
        if self.card == PASSING:
            return Preview(say("preview.pass"), anyway=say("preview.anyway", now=burst_now(s, seat, s.sold)))
        return preview_of_card(s, seat, number)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Cards are laid in others' sales; when all have passed it is the seller who plays one."""
        if not _in_play(s) or (s.phase == ACTION and s.actors >> seat & 1):
            return {}
        if s.phase == SELLER and s.turn == seat:
            possible = [0] * CARDS
            own = possible[: list_own_cards(s, possible)]
            return {CARD_HANDLES[CARD_NAMES[c]]: _why_no_card(s, c) for c in range(CARDS) if c not in own}
        if s.phase == SELLER:
            why = say("why-not.seller-decides", seat=s.turn)
        elif s.phase == ACTION:
            why = say("why-not.own-sale" if s.turn == seat else "why-not.laid")
        else:
            why = say("why-not.no-sale")
        return dict.fromkeys(CARD_HANDLES.values(), why)


class Play(Move, tag="play", frozen=True):
    """The seller's own action card, played openly when all others have passed."""

    card: ActionCard

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Play | None":
        """By card."""
        return cls(CARD_NAMES[which]) if s.phase == SELLER else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The card."""
        return (CARD_HANDLES[self.card],)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What it brings, and where the price goes."""
        return preview_of_all_passed(s, seat, number) if self.card == PASSING else preview_of_card(s, seat, number)


def _in_play(s: State) -> bool:
    """Whether there is something to decide."""
    return not (s.end or s.chance or s.phase < SELL)


def _burst(s: State, colour: int) -> Phrase | None:
    """The reason that holds for all of a colour that has burst."""
    return _has_burst(colour) if s.indicator[colour] == GONE else None


@functools.cache
def _has_burst(colour: int) -> Phrase:
    return say("why-not.burst", colour=colour_phrase(colour))


@memoized
def _not_your_turn(s: State) -> Phrase:
    """The reason for who is not selling; in a sale all others choose at once, so it is nobody's turn alone."""
    return say("why-not.all-lay" if s.phase == ACTION else "why-not.not-your-turn", seat=s.turn)


def _tulips(colour: int) -> Phrase:
    return of_colour("tulips", COLOUR_NAMES[colour])


def _why_no_card(s: State, card: int) -> Phrase:
    """Why the seller can't play the card in a sale that all others have passed."""
    needed, colour = BUYERS_NEEDED[card], COLOUR_NAMES[s.sold]
    if needed == 0:
        return say("why-not.own-tulip")
    if needed == 1:
        return say("why-not.no-buyer", buyer=of_colour("buyer", colour))
    return say("why-not.not-two-buyers", buyers=of_colour("buyers", colour))


# II. Draw a new buyer card


class Take(Move, tag="take", frozen=True):
    """Take a face-up buyer."""

    buyer: Colour

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Take | None":
        """By colour."""
        return cls(COLOUR_NAMES[which]) if s.phase == DRAW else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The buyer."""
        return (f"buyer:{self.buyer}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """One more buyer, which all know of."""
        after = state_after(s, draw_new_buyer, number)
        found = changes(MEASURES, s, after, [f"buyers:{seat}", f"hand:{seat}:{self.buyer}"])
        return Preview(say("preview.take", colour=say(self.buyer)), found)


class Draw(Move, tag="draw", frozen=True):
    """Draw the top card of the buyer deck."""

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Draw | None":
        """There is but one."""
        return cls() if s.phase == DRAW else None

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The deck."""
        return ("deck",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """One more buyer, of any colour that is left."""
        left = next(c for c in range(s.colours) if s.indicator[c] != GONE)
        after = state_after(s, take_face_down, left)
        return Preview(say("preview.draw"), changes(TOLD, s, after, [f"{UNSETTLED}buyers:{seat}"]))

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A buyer is taken once a turn, after the sale."""
        if not _in_play(s) or (s.turn == seat and s.phase == DRAW):
            return {}
        if s.deck == 0:
            why = say("why-not.no-deck")
        elif s.turn != seat:
            why = _not_your_turn(s)
        else:
            why = say("why-not.buyer-taken" if s.phase == BUY else "why-not.sale-first")
        return {"deck": why} | {BUYER_HANDLES[c]: why for c in range(s.colours) if s.face_up[c] > 0}


# III. Purchase a tulip


class Buy(Move, tag="buy", frozen=True):
    """Buy a tulip from the stockpile. The log tells what it cost."""

    colour: Colour
    paid: int | None = None

    told_after: ClassVar[tuple[str, ...]] = ("paid",)

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Buy":
        """By colour."""
        return cls(COLOUR_NAMES[which])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The colour's stockpile."""
        return (f"stock:{self.colour}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The price, and where it goes."""
        return preview_of_purchase(s, seat, number)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A tulip is bought at the end of one's turn, for cash, and not of the colour sold."""
        if not _in_play(s):
            return {}
        if s.turn == seat and s.phase == BUY:
            return {STOCK_HANDLES[c]: _burst(s, c) or _why_no_tulip(s, c) for c in range(s.colours) if not can_buy(s, c)}
        later = say("why-not.buy-later") if s.turn == seat else _not_your_turn(s)
        return {STOCK_HANDLES[c]: _burst(s, c) or later for c in range(s.colours)}


class BuyNothing(Move, tag="buy-nothing", frozen=True):
    """End one's turn without a purchase."""

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "BuyNothing":
        """There is but one."""
        return cls()

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """Nothing changes."""
        return Preview(say("preview.buy-nothing"))


def _why_no_tulip(s: State, colour: int) -> Phrase:
    if colour == s.sold:
        return say("why-not.sold-it")
    if s.stock[colour] == 0:
        return say("why-not.no-stock", tulips=_tulips(colour))
    return say("why-not.too-dear", cost=florins(price_of(s, colour)), cash=florins(s.cash[s.turn]))


MOVES = kinds_of(__name__, Move, rules.MOVES.kinds)
move = move_reader(rules.MOVES, MOVES)


def move_seen(s: State, now: State, seat: int, number: int, viewer: int) -> Move:
    """A move as a viewer knows it: an action card is secret until all are revealed."""
    if s.phase == ACTION and now.phase == ACTION and now.turns == s.turns:
        return move(s, seat, number) if viewer in (seat, ALL_SEEING) else Lay()
    return _made(s, seat, number)


@memoized
def _made(s: State, seat: int, number: int) -> Move:
    """A move with what came of it: a card that became a pass, and what a tulip cost."""
    made = move(s, seat, number)
    if isinstance(made, Lay) and not can_carry_out(s, seat, number):
        return Lay(made.card, void=True)
    return Buy(made.colour, price_of(s, COLOUR_NAMES.index(made.colour))) if isinstance(made, Buy) else made


# What chance decides


class FirstSeat(Outcome, tag="first seat", frozen=True):
    """The seat that starts."""

    seat: Seat

    @classmethod
    def read(cls, s: Any, number: int) -> "FirstSeat":
        """By seat."""
        return cls(number)


class BuyerDeckCard(Outcome, tag="buyer deck", frozen=True):
    """A buyer from the buyer deck."""

    colour: Colour

    @classmethod
    def read(cls, s: Any, number: int) -> "BuyerDeckCard":
        """By its place among the unseen cards."""
        return cls(COLOUR_NAMES[s.unseen[number]])


class ReserveDeckCard(Outcome, tag="reserve deck", frozen=True):
    """A buyer from the reserve deck."""

    colour: Colour

    @classmethod
    def read(cls, s: Any, number: int) -> "ReserveDeckCard":
        """By its place among the unseen cards."""
        return cls(COLOUR_NAMES[s.unseen[number]])


OUTCOMES = kinds_of(__name__, Outcome, rules.CHANCES)
outcome = outcome_reader(OUTCOMES)


# What is told of it


class Starts(Happening, tag="starts", frozen=True):
    """The seat that starts."""

    seat: Seat


class Dealt(Happening, tag="dealt", frozen=True):
    """A buyer dealt to a seat, which alone hears of it."""

    seat: Seat
    colour: Colour


class TurnedUp(Happening, tag="turned-up", frozen=True):
    """At set-up: a buyer is laid face up."""

    colour: Colour


class ComesUp(Happening, tag="comes-up", frozen=True):
    """In play: a buyer is laid face up in the place of another."""

    colour: Colour


class Leaves(Happening, tag="leaves", frozen=True):
    """A buyer of a burst colour is shown and leaves the game."""

    colour: Colour


class Drawn(Happening, tag="drawn", frozen=True):
    """A buyer drawn face down by a seat, which alone hears of it."""

    seat: Seat
    colour: Colour


def outcome_seen(s: State, number: int, viewer: int) -> Happening | None:
    """An outcome as a viewer knows it: buyers dealt, or drawn face down, are for their seat alone."""
    if s.chance == STARTER:
        return Starts(number)
    colour = COLOUR_NAMES[s.unseen[number]]
    if s.phase == DEAL:
        dealt_to = next(p for p in range(s.seats) if held_buyers(s, p) < HAND)
        return Dealt(dealt_to, colour) if viewer in (dealt_to, ALL_SEEING) else None
    if s.phase == FACE_UP:
        return TurnedUp(colour)
    if s.indicator[s.unseen[number]] == GONE:
        return Leaves(colour)
    if s.phase == HAND_DRAW:
        return Drawn(s.turn, colour) if viewer in (s.turn, ALL_SEEING) else None
    return ComesUp(colour)


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: buyers are drawn, and replaced, in somebody's turn."""
    return None if s.chance == STARTER or s.phase in (DEAL, FACE_UP) else s.turn


def deals(s: State) -> bool:
    """Whether buyers are dealt before the first turn."""
    return s.chance != STARTER and s.phase in (DEAL, FACE_UP)


# What came of a move: all of it is public


class AllPassed(Happening, tag="all-passed", frozen=True):
    """Nobody but the seller is left to decide."""


class Unwanted(Happening, tag="unwanted", frozen=True):
    """The seller has passed too: the bank takes the tulip."""

    seat: Seat
    colour: Colour
    paid: int


class Sold(Happening, tag="sold", frozen=True):
    """The winner pays the seller and gets the tulip; or the bank does, for buyers of the winner, or of the seller's own."""

    seat: Seat
    colour: Colour
    paid: int
    winner: Seat | None = None
    buyers: tuple[Colour, ...] | None = None


class PriceMoves(Happening, tag="price", frozen=True):
    """A price has moved."""

    colour: Colour
    before: int
    after: int


class Share(msgspec.Struct, frozen=True):
    """What is paid to a seat."""

    seat: Seat
    amount: int


class Burst(Happening, tag="burst", frozen=True):
    """A bubble has burst, or the last two: what that pays to whom, and who has lost a buyer by a speculation first."""

    colour: Colour
    other: Colour | None = None
    paid: tuple[Share, ...] | None = None
    losers: tuple[Seat, ...] | None = None


class BankTakesAll(Happening, tag="bank-takes-all", frozen=True):
    """A game that ends without the last burst: what the bank pays for the tulips that are left."""

    paid: tuple[Share, ...]


HAPPENINGS = kinds_of(__name__, Happening)


def _paid(paid: int | tuple[Share, ...]) -> Phrase | list[Phrase]:
    if isinstance(paid, int):
        return florins(paid)
    return [say("share", amount=florins(share.amount), seat=share.seat) for share in paid]


SHOWN: dict[str, Shown] = {
    **dict.fromkeys(("colour", "other", "card"), say),
    **dict.fromkeys(("before", "after"), florins),
    "buyer": lambda colour: of_colour("buyer", colour),
    "buyers": lambda colours: number_of_buyers(len(colours), colours[0]),
    "paid": _paid,
    "losers": lambda losers: [say("loser", seat=p) for p in losers],
}
give_words(say, SHOWN, *MOVES, *OUTCOMES, *HAPPENINGS)


@memoized
def results(s: State, after: State, seat: int | None, number: int) -> list[LogLine]:
    """How a sale has ended, the price that has moved, a burst, and what the bank pays in the end for tulips that are left."""
    if seat is None:
        return []
    told: list[Happening] = []
    if decides(s, seat):
        made = state_after(s, carry_out_move, seat, number)
        told = [] if s.phase == BUY else [_sale(s, made)]
        told += _prices(s, made)
        told += [] if (burst := burst_of(s, seat, number)) is None else [burst]
    left = _shares(left_over(s, after, seat, number))
    return [LogLine(what, s.turn) for what in told] + ([LogLine(BankTakesAll(left))] if left else [])


def decides(s: State, seat: int) -> bool:
    """Whether a move of the seat ends a sale, or buys: only then does money change hands."""
    return s.phase in (SELLER, BUY) or (s.phase == ACTION and s.actors == only(seat))


def carry_out_move(s: State, seat: int, number: int) -> None:
    """Make the move, with the bursts that come of it, but do not go on with the turn."""
    if s.phase == BUY:
        purchase_tulip(s, number)
    elif s.phase == SELLER:
        play_own_card(s, seat, number)
    else:
        s.laid[seat] = number
        reveal_cards(s)


def left_over(s: State, after: State, seat: int, number: int) -> list[int]:
    """What the bank pays each seat for the tulips that are left when nobody trades any more."""
    if after.end in (0, LAST_BURST):
        return []
    made = state_after(s, carry_out_move, seat, number) if decides(s, seat) else s
    return [after.cash[p] - made.cash[p] for p in range(s.seats)]


def _shares(amounts: list[int]) -> tuple[Share, ...]:
    return tuple(Share(p, amount) for p, amount in enumerate(amounts) if amount)


def _sale(s: State, made: State) -> Happening:
    """Who gets the tulip that was up for sale, and who pays."""
    winner, colour = made.winner, COLOUR_NAMES[s.sold]
    if winner == NOBODY:
        return AllPassed() if s.phase == ACTION else Unwanted(s.turn, colour, made.paid)
    buyers = (colour,) * int(BUYERS_NEEDED[made.laid[winner]])
    return Sold(s.turn, colour, made.paid, winner if winner != s.turn else None, buyers or None)


def _prices(s: State, made: State) -> list[PriceMoves]:
    """The price that has moved, unless it burst."""
    return [
        PriceMoves(COLOUR_NAMES[c], was, now)
        for c in range(s.colours)
        if GONE not in (s.indicator[c], made.indicator[c]) and (was := price_of(s, c)) != (now := price_of(made, c))
    ]


@memoized
def made_without_bursts(s: State, seat: int, number: int) -> State:
    """The state as it would be after a move if nothing burst."""
    return without_bursts(s, carry_out_move, seat, number)


def burst_of(s: State, seat: int, number: int) -> Burst | None:
    """The colours that a move bursts, what that pays to whom, and who loses a buyer first; None if none bursts."""
    made = state_after(s, carry_out_move, seat, number)
    colours = [COLOUR_NAMES[c] for c in range(s.colours) if s.indicator[c] != GONE and made.indicator[c] == GONE]
    if not colours:
        return None
    calm = made_without_bursts(s, seat, number)
    paid = _shares([made.cash[p] - calm.cash[p] for p in range(s.seats)])
    losers: tuple[int, ...] = ()
    if s.phase != BUY and made.laid[made.winner] >= SPECULATE_BY_PROXY:
        less = state_after(calm, lose_buyers, s.sold, made.winner)
        losers = tuple(p for p in range(s.seats) if less.buyers[p] != calm.buyers[p])
    return Burst(colours[0], colours[1] if len(colours) > 1 else None, paid or None, losers or None)
