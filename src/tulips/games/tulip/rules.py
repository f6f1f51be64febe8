"""The rules of Tulip, in the order of the rulebook."""

from typing import Any, Final

from tulips.engine.errors import BadOption
from tulips.engine.options import RANDOM
from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.heap import tidy
from tulips.engine.state.numbering import Numbering, numbered, sharing
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.state.seats import only
from tulips.games.tulip.components import (
    BELOW,
    BLACK,
    CARD_NAMES,
    CARDS,
    CARDS_TO_TAKE_FROM,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    FACTS,
    FLORINS,
    HAND,
    HIGHEST,
    LAST_BLACK,
    LAST_KRASH,
    LOWEST,
    MAX_DECK,
    MAX_SEATS,
    STARTING_CARDS,
    TAKE,
    TRACK,
    VARIATION,
)
from tulips.games.tulip.state import State

# Phases
DEAL: Final = 0
STARTING_TULIPS: Final = 1
FIRST_SEAT: Final = 2
TURN: Final = 3  # to play a card
EXCHANGING: Final = 4  # an Exchange lies open: to choose a tulip, then another
VARYING: Final = 5  # a Variation lies open: to choose a colour and a direction
TAKING: Final = 6  # a Take lies open: to choose an opponent
TAKEN: Final = 7  # a card is being taken
DRAWING: Final = 8  # the hand is being filled up
FINISHED: Final = 9

CHANCES: Final = ("deck", "starting cards", "first seat", "take")
DECK, STARTING_CARD, STARTER, TAKEN_CARD = numbered(CHANCES)

ENDS: Final = ("the fourth black tulip", "the fourth krash", "the deck ran out")
BLACK_TULIPS, KRASHES, DECK_RAN_OUT = numbered(ENDS)

# A card to play from one's hand, then the choices of the actions: a colour, a tulip on the table and another one, a seat
MOVES: Final = Numbering(
    play=BLACK + 1,
    play_action=CARDS - BLACK - 1,
    lower=COLOURS,
    raise_=COLOURS,
    exchange=MAX_SEATS * COLOURS,
    exchange_for=sharing("exchange", MAX_SEATS * COLOURS),
    take=MAX_SEATS,
)
LOWER: Final = MOVES["lower"]
RAISE: Final = MOVES["raise"]
CHOOSE: Final = MOVES["exchange"]
TAKE_FROM: Final = MOVES["take"]
ACTIONS: Final = MOVES.total

MOST_MOVES: Final = MAX_SEATS * COLOURS  # all tulips on the table, for an Exchange

NO_CARD: Final = CARDS
NOBODY: Final = -1
NOTHING: Final = -1


# Setting up


def set_up(s: State, seats: int, options: dict[str, Any]) -> None:
    """Lay out the table before anything is dealt."""
    for card, copies in enumerate(read_deck(options["deck"], seats)):
        s.copies[card] = copies
        for _ in range(copies):
            s.deck[s.left] = card
            s.left += 1
    for colour in range(COLOURS):
        s.starting[colour] = colour
        s.step[colour] = LOWEST
    s.starting_left = COLOURS
    for seat in range(MAX_SEATS):
        for i in range(HAND):
            s.hand[seat, i] = NO_CARD
    s.first = NOBODY if options["first"] == RANDOM else options["first"] - 1
    s.offered = NOTHING
    s.victim = NOBODY
    s.phase = DEAL
    s.chance = DECK


def read_deck(deck: str | dict[str, Any], seats: int) -> list[int]:
    """How many of each card a deck holds, by card: one of the presets, or one's own count if a game can be played with it."""
    counts = dict(FACTS["decks"][deck] if isinstance(deck, str) else deck)
    tulips = counts.pop("tulips", {})
    coloured = tulips if isinstance(tulips, dict) else dict.fromkeys(COLOUR_NAMES, tulips)
    for name in coloured:
        if name not in COLOUR_NAMES:
            raise BadOption(f"The deck's tulips name {name!r}, which is no colour: there is {', '.join(COLOUR_NAMES)}.")
        if name in counts:
            raise BadOption(f"The deck counts {name} twice: once among the tulips and once by itself.")
    for name in counts:
        if name not in CARD_NAMES:
            raise BadOption(f"The deck names {name!r}, which is no card: there is tulips, {', '.join(CARD_NAMES)}.")
    counts |= coloured
    least = seats * HAND + 1
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise BadOption(
                f"The deck can't hold {count!r} of {name}: the smallest count is 0, "
                f"and the smallest deck that works for {seats} players has {least} cards."
            )
    cards = [counts.get(name, 0) for name in CARD_NAMES]
    if sum(cards) < least:
        raise BadOption(
            f"A deck of {sum(cards)} cards is too small for {seats} players: "
            f"with {HAND} for each and one to draw, the smallest that works has {least}."
        )
    if sum(cards) > MAX_DECK:
        raise BadOption(f"A deck of {sum(cards)} cards is too large: it may have {MAX_DECK} at the most.")
    return cards


@rule
def outcomes(s: State) -> int:
    """How many equally likely outcomes the pending chance has."""
    if s.chance == DECK:
        return s.left
    if s.chance == TAKEN_CARD:
        return s.held[s.victim]
    return s.starting_left if s.chance == STARTING_CARD else s.seats


@rule
def settle(s: State, outcome: int) -> None:
    """Carry out what chance has decided."""
    if s.chance == DECK:
        draw(s, outcome)
    elif s.chance == TAKEN_CARD:
        take(s, outcome)
    elif s.chance == STARTING_CARD:
        deal_starting_card(s, outcome)
    else:
        s.first = outcome
        begin_turn(s, outcome)


@rule
def deal_starting_card(s: State, which: int) -> None:
    """Deal a starting card face up: its colour stands at the highest price. Those not dealt go back into the box."""
    colour = s.starting[which]
    dealt = COLOURS - s.starting_left
    s.starting_left -= 1
    s.starting[which] = s.starting[s.starting_left]
    s.garden[dealt // STARTING_CARDS[s.seats], colour] += 1
    s.step[colour] = HIGHEST
    if dealt + 1 == s.seats * STARTING_CARDS[s.seats]:
        if s.first == NOBODY:
            s.phase = FIRST_SEAT
            s.chance = STARTER
        else:
            begin_turn(s, s.first)


# The turn


@rule
def begin_turn(s: State, seat: int) -> None:
    """The seat has to play a card."""
    s.turn = seat
    s.phase = TURN
    s.chance = 0
    s.actors = only(seat)


@rule
def legal_moves(s: State, seat: int, moves: Any) -> int:
    """List the seat's moves."""
    if s.phase == TURN:
        return list_hand(s, seat, moves)
    if s.phase == EXCHANGING:
        return list_tulips(s, moves)
    return list_variations(s, moves) if s.phase == VARYING else list_opponents(s, seat, moves)


@rule
def list_hand(s: State, seat: int, moves: Any) -> int:
    """The cards of the seat's hand; equal ones are one choice, and empty places none."""
    n = 0
    listed = 1 << NO_CARD
    for i in range(HAND):
        card = s.hand[seat, i]
        moves[n] = card
        n += 1 - (listed >> card & 1)
        listed |= 1 << card
    return n


@rule
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a move."""
    if s.phase == TURN:
        leave_hand(s, seat, move)
        play(s, seat, move)
    elif s.phase == EXCHANGING:
        choose_tulip(s, move - CHOOSE)
    elif s.phase == VARYING:
        vary(s, move)
    else:
        s.victim = move - TAKE_FROM
        s.phase = TAKEN
        s.actors = 0
        s.chance = TAKEN_CARD


@rule
def leave_hand(s: State, seat: int, card: int) -> None:
    """Take the card out of the seat's hand; the last one fills its place."""
    place = 0
    for i in range(HAND):
        place = i if s.hand[seat, i] == card else place
    close_gap(s, seat, place)


@rule
def close_gap(s: State, seat: int, place: int) -> None:
    """Close the gap that a card leaves in a hand."""
    s.held[seat] -= 1
    s.hand[seat, place] = s.hand[seat, s.held[seat]]
    s.hand[seat, s.held[seat]] = NO_CARD


@rule
def play(s: State, seat: int, card: int) -> None:
    """Lay the card face up before the seat: a tulip lowers its price, a black tulip does nothing, an action is carried
    out if that is possible."""
    s.garden[seat, card] += 1
    if card < COLOURS:
        lower(s, card)
        end_turn(s)
    elif card == BLACK:
        s.blacks += 1
        if s.blacks == LAST_BLACK:
            s.end = BLACK_TULIPS
        end_turn(s)
    elif card == EXCHANGE and can_exchange(s):
        await_choice(s, EXCHANGING)
    elif card == VARIATION and can_vary(s):
        await_choice(s, VARYING)
    elif card == TAKE and can_take(s, seat):
        await_choice(s, TAKING)
    else:
        end_turn(s)


@rule
def await_choice(s: State, phase: int) -> None:
    """The seat whose turn it is has to say how the action that it has played is carried out."""
    s.phase = phase
    s.chance = 0
    s.actors = only(s.turn)


@rule
def end_turn(s: State) -> None:
    """The card is played: unless that was the end, the seat fills up its hand."""
    s.actors = 0
    if s.end:
        s.phase = FINISHED
        s.chance = 0
    else:
        s.phase = DRAWING
        s.chance = DECK


@rule
def draw(s: State, which: int) -> None:
    """Draw a card, when dealing or at the end of a turn, until the hand is full. The last card of the deck ends the game."""
    seat = s.turn
    s.hand[seat, s.held[seat]] = s.deck[which]
    s.held[seat] += 1
    s.left -= 1
    s.deck[which] = s.deck[s.left]
    if s.left == 0:
        s.end = DECK_RAN_OUT
        s.phase = FINISHED
        s.chance = 0
    elif s.held[seat] == HAND:
        if s.phase == DRAWING:
            begin_turn(s, 0 if seat + 1 == s.seats else seat + 1)
        else:
            deal_to_next(s, seat + 1)


@rule
def deal_to_next(s: State, seat: int) -> None:
    """After a hand is dealt comes the next one; after the last, the starting cards."""
    s.turn = seat
    if seat == s.seats:
        s.turn = 0
        s.phase = STARTING_TULIPS
        s.chance = STARTING_CARD


# The end of the game


@rule
def florins(s: State, card: int) -> int:
    """What a card pays now: a coloured tulip its price, a black tulip and an action always the same."""
    return TRACK[s.step[card]] if card < COLOURS else FLORINS[card]  # type: ignore[no-any-return]


@rule
def table_value(s: State, seat: int) -> int:
    """What the cards that lie before the seat would pay now."""
    value = 0
    for card in range(CARDS):
        value += s.garden[seat, card] * florins(s, card)
    return value


@rule
def hand_value(s: State, seat: int) -> int:
    """What the cards in the seat's hand would pay now."""
    value = 0
    for i in range(s.held[seat]):
        value += florins(s, s.hand[seat, i])
    return value


@rule
def score(s: State, seat: int) -> int:
    """The seat's florins: what lies before it and, at the end, its hand, which is laid down without effect."""
    return table_value(s, seat) + hand_value(s, seat) if s.end else table_value(s, seat)


@rule
def standing(s: State, seat: int) -> int:
    """What seats are compared by: florins alone; a tie is shared."""
    return score(s, seat)


# The market


@rule
def lower(s: State, colour: int) -> None:
    """Lower the colour's price by one step, from nothing to the highest; a fall to nothing is a krash."""
    s.step[colour] = BELOW[s.step[colour]]
    if s.step[colour] == LOWEST:
        krash(s, colour)


@rule
def krash(s: State, colour: int) -> None:
    """Every tulip of the colour that lies face up leaves for good. The last krash ends the game."""
    for seat in range(s.seats):
        s.discard[colour] += s.garden[seat, colour]
        s.garden[seat, colour] = 0
    s.krashes += 1
    if s.krashes == LAST_KRASH:
        s.end = KRASHES


@rule
def lies_open(s: State, colour: int) -> bool:
    """Whether a tulip of the colour lies face up: exactly the colours with a price do."""
    return s.step[colour] != LOWEST


# Exchange


@rule
def has_tulip(s: State, seat: int) -> bool:
    """Whether a coloured tulip lies before the seat."""
    tulips = 0
    for colour in range(COLOURS):
        tulips += s.garden[seat, colour]
    return tulips > 0


@rule
def can_exchange(s: State) -> bool:
    """An Exchange needs coloured tulips before two seats."""
    gardens = 0
    for seat in range(s.seats):
        gardens += has_tulip(s, seat)
    return gardens >= 2


@rule
def list_tulips(s: State, moves: Any) -> int:
    """The tulips to choose: any at first, then those of the other seats."""
    n = 0
    offering = NOBODY if s.offered == NOTHING else s.offered // COLOURS
    for seat in range(s.seats):
        if seat != offering:
            for colour in range(COLOURS):
                moves[n] = CHOOSE + seat * COLOURS + colour
                n += s.garden[seat, colour] > 0
    return n


@rule
def choose_tulip(s: State, tulip: int) -> None:
    """Choose the first tulip, or the second and exchange them."""
    if s.offered == NOTHING:
        s.offered = tulip
    else:
        exchange(s, s.offered, tulip)
        s.offered = NOTHING
        end_turn(s)


@rule
def exchange(s: State, one: int, other: int) -> None:
    """Two tulips change places."""
    move_tulip(s, one // COLOURS, other // COLOURS, one % COLOURS)
    move_tulip(s, other // COLOURS, one // COLOURS, other % COLOURS)


@rule
def move_tulip(s: State, giver: int, receiver: int, colour: int) -> None:
    """A tulip of one seat goes to another."""
    s.garden[giver, colour] -= 1
    s.garden[receiver, colour] += 1


# Variation


@rule
def can_vary(s: State) -> bool:
    """A Variation needs a tulip that lies open; there always is one."""
    colours = 0
    for colour in range(COLOURS):
        colours += lies_open(s, colour)
    return colours > 0


@rule
def list_variations(s: State, moves: Any) -> int:
    """Each colour that lies open may go down, or up unless it stands at the top."""
    n = 0
    for colour in range(COLOURS):
        moves[n] = LOWER + colour
        n += lies_open(s, colour)
        moves[n] = RAISE + colour
        n += lies_open(s, colour) & (s.step[colour] != HIGHEST)
    return n


@rule
def vary(s: State, move: int) -> None:
    """Lower or raise a colour by one step."""
    if move >= RAISE:
        s.step[move - RAISE] -= 1
    else:
        lower(s, move - LOWER)
    end_turn(s)


# Take


@rule
def can_take(s: State, seat: int) -> bool:
    """A Take needs an opponent with two cards or more."""
    opponents = 0
    for p in range(s.seats):
        opponents += (p != seat) & (s.held[p] >= CARDS_TO_TAKE_FROM)
    return opponents > 0


@rule
def list_opponents(s: State, seat: int, moves: Any) -> int:
    """The opponents that a card may be taken from."""
    n = 0
    for p in range(s.seats):
        moves[n] = TAKE_FROM + p
        n += (p != seat) & (s.held[p] >= CARDS_TO_TAKE_FROM)
    return n


@rule
def take(s: State, which: int) -> None:
    """A random card of the opponent's hand is played at once as one's own. The opponent draws only after its own turn."""
    card = s.hand[s.victim, which]
    close_gap(s, s.victim, which)
    play(s, s.turn, card)


# What a seat cannot know


@rule
def redeal(s: State, seat: int, noise: Noise) -> None:
    """Deal anew the hands that the seat (-1: a spectator) cannot see, from the deck and those hands together.

    All else lies open: a card that was taken is played at once. Nothing that a seat may do depends on cards that it does
    not show, so every deal is equally likely. At the end all hands are open.
    """
    if s.end:
        return
    heap = gather_unknown_cards(s, seat)
    for p in range(s.seats):
        if p != seat:
            for i in range(s.held[p]):
                heap -= 1
                place = pick(noise, heap + 1)
                s.hand[p, i] = s.deck[place]
                s.deck[place] = s.deck[heap]


@rule
def gather_unknown_cards(s: State, seat: int) -> int:
    """Put copies of the hands that the seat cannot see behind the deck; how many cards lie there then."""
    heap = s.left
    for p in range(s.seats):
        if p != seat:
            for i in range(s.held[p]):
                s.deck[heap] = s.hand[p, i]
                heap += 1
    return heap


@rule_apart
def forget(s: State, seat: int) -> None:
    """Make of the state one that tells only what the seat knows, to be redealt. At the end all hands are open."""
    if s.end:
        return
    heap = gather_unknown_cards(s, seat)
    tidy(s.deck, 0, heap)
    for p in range(s.seats):
        if p != seat:
            for i in range(s.held[p]):
                heap -= 1
                s.hand[p, i] = s.deck[heap]
    tidy(s.deck, 0, heap)
    tidy(s.starting, 0, s.starting_left)
