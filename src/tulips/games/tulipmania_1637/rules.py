"""The rules of Tulipmania 1637, in the order of the rulebook."""

from typing import Any, Final

from tulips.engine.options import RANDOM
from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.heap import tidy
from tulips.engine.state.numbering import Numbering, numbered, sharing
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.state.seats import all_seats, only
from tulips.games.tulipmania_1637.board import BURST, CURRENT, lay_board, read_board
from tulips.games.tulipmania_1637.components import (
    BUYERS_NEEDED,
    BUYERS_PER_COLOUR,
    CARDS,
    CHEAP,
    HAND,
    MAX_COLOURS,
    MOST_ROUNDS,
    PLAYERS,
    START_MONEY,
)
from tulips.games.tulipmania_1637.state import State

# Phases: setting up, then those of a turn in their order, with END_OF_TURN only passed through
DEAL: Final = 0
FACE_UP: Final = 1
SELL: Final = 2
ACTION: Final = 3
SELLER: Final = 4
DRAW: Final = 5
HAND_DRAW: Final = 6
REPLACE: Final = 7
BUY: Final = 8
END_OF_TURN: Final = 9
OVER: Final = 10

CHANCES: Final = ("first seat", "buyer deck", "reserve deck")
STARTER, BUYER_DECK, RESERVE = numbered(CHANCES)

ENDS: Final = ("the last bubble burst", "nobody traded for a round", "the last of a hundred rounds was played")
LAST_BURST, STALLED, ENDLESS = numbered(ENDS)

# Action cards
PASS: Final = 0
PURCHASE_BY_PROXY: Final = 1
PURCHASE: Final = 2
SPECULATE_BY_PROXY: Final = 3
SPECULATE: Final = 4

# The moves of each phase: in SELL, DRAW and BUY a colour or NOTHING (in DRAW: none of the face-up buyers), in ACTION and SELLER
# a card. Every phase numbers its own from 0.
MOVES: Final = Numbering(
    sell=MAX_COLOURS,
    sell_nothing=1,
    lay=sharing("sell", CARDS),
    play=sharing("sell", CARDS),
    take=sharing("sell", MAX_COLOURS),
    draw=1,
    buy=sharing("sell", MAX_COLOURS),
    buy_nothing=1,
)
NOTHING: Final = MOVES["sell-nothing"]
MOST_MOVES: Final = MAX_COLOURS + 1
ACTIONS: Final = MOVES.total

NO_COLOUR: Final = 255
GONE: Final = 255
NOBODY: Final = -1


# Preparation and setup


def set_up(s: State, seats: int, options: dict[str, Any]) -> None:
    """Lay out the table before anything is dealt."""
    players = PLAYERS[str(seats)]
    start = lay_board(s, read_board(options["board"]))
    s.colours = players["colours"]
    s.live = s.colours
    for colour in range(MAX_COLOURS):
        s.indicator[colour] = start if colour < s.colours else GONE
    for colour in range(s.colours):
        s.stock[colour] = players["tulips"] - seats - 1
        for p in range(seats):
            s.tulips[p, colour] = 1
            s.most[p, colour] = HAND
    for p in range(seats):
        s.cash[p] = START_MONEY
    for card in range(BUYERS_PER_COLOUR * s.colours):
        s.unseen[card] = card % s.colours
    s.deck = HAND * seats + players["deck"]
    s.reserve = players["reserve"]
    s.owed = players["face_up"]
    s.sold = NO_COLOUR
    s.winner = NOBODY
    if options["first"] == RANDOM:
        s.chance = STARTER
    else:
        give_current_player_card(s, options["first"] - 1)


@rule
def give_current_player_card(s: State, seat: int) -> None:
    """The seat will begin; the one on its right gets the priority action card."""
    s.turn = seat
    s.priority = right_of(s, seat)
    s.chance = BUYER_DECK


@rule
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return 0 if seat + 1 == s.seats else seat + 1


@rule
def right_of(s: State, seat: int) -> int:
    """The next seat anti-clockwise."""
    return s.seats - 1 if seat == 0 else seat - 1


@rule
def outcomes(s: State) -> int:
    """How many equally likely outcomes the pending chance has: seats, or the cards that nobody has seen."""
    return s.seats if s.chance == STARTER else s.deck + s.reserve


@rule
def settle(s: State, outcome: int) -> None:
    """Carry out what chance has decided."""
    if s.chance == STARTER:
        give_current_player_card(s, outcome)
    else:
        draw_buyer(s, outcome)
        if s.chance == 0:
            go_on(s)


@rule_apart
def draw_buyer(s: State, outcome: int) -> None:
    """Draw the outcome's card from the buyer deck or the reserve, and do with it what it was drawn for."""
    colour = s.unseen[outcome]
    s.unseen[outcome] = s.unseen[s.deck + s.reserve - 1]
    if s.chance == RESERVE:
        s.reserve -= 1
    else:
        s.deck -= 1
    if s.phase == DEAL:
        deal(s, colour)
    elif s.phase == FACE_UP:
        turn_up(s, colour)
    elif s.phase == HAND_DRAW:
        take_face_down(s, colour)
    else:
        replace_face_up(s, colour)


@rule
def deal(s: State, colour: int) -> None:
    """Deal three buyers to each seat, one after the other."""
    seat = 0
    while held_buyers(s, seat) == HAND:
        seat += 1
    s.buyers[seat, colour] += 1
    if (seat == s.seats - 1) & (held_buyers(s, seat) == HAND):
        s.phase = FACE_UP


@rule
def turn_up(s: State, colour: int) -> None:
    """Lay the first cards of the buyer deck face up; then play begins."""
    s.face_up[colour] += 1
    s.owed -= 1
    if s.owed == 0:
        s.chance = 0
        s.phase = SELL


@rule
def held_buyers(s: State, seat: int) -> int:
    """How many buyer cards the seat holds."""
    number = 0
    for colour in range(s.colours):
        number += s.buyers[seat, colour]
    return number


@rule
def held_tulips(s: State, seat: int) -> int:
    """How many tulips the seat holds."""
    number = 0
    for colour in range(s.colours):
        number += s.tulips[seat, colour]
    return number


# Gameplay


@rule_apart
def go_on(s: State) -> None:
    """Go on with the phase that the turn has come to, or the first after it in which there is something to do."""
    while not s.end:
        if s.phase == REPLACE:
            if (s.owed > 0) & (s.reserve > 0) & (s.deck > 0):
                s.chance = RESERVE
                return
            s.owed = 0
            s.phase = s.after
        elif s.phase == SELL:
            if held_tulips(s, s.turn) > 0:
                break
            s.phase = DRAW
        elif s.phase == DRAW:
            if s.deck > 0:
                break
            s.phase = BUY
        elif s.phase == BUY:
            if can_buy_any(s):
                break
            s.phase = END_OF_TURN
        else:
            end_turn(s)
    s.actors = 0 if s.end else only(s.turn)


@rule
def legal_moves(s: State, seat: int, moves: Any) -> int:
    """List the seat's moves. Any action card may be laid in secret, even one that the seat can't carry out."""
    if s.phase == ACTION:
        for card in range(CARDS):
            moves[card] = card
        return CARDS
    if s.phase == SELLER:
        return list_own_cards(s, moves)
    n = 0
    if s.phase == SELL:
        for colour in range(s.colours):
            moves[n] = colour
            n += s.tulips[seat, colour] > 0
        moves[n] = NOTHING
        return n + (held_tulips(s, seat) == 1)
    if s.phase == DRAW:
        for colour in range(s.colours):
            moves[n] = colour
            n += s.face_up[colour] > 0
    else:
        for colour in range(s.colours):
            moves[n] = colour
            n += can_buy(s, colour)
    moves[n] = NOTHING
    return n + 1


@rule
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a move; unless others have yet to lay their cards, the turn goes on."""
    s.actors &= ~only(seat)
    if s.phase == ACTION:
        s.laid[seat] = move
        if s.actors == 0:
            reveal_cards(s)
    elif s.phase == SELL:
        sell_tulip(s, move)
    elif s.phase == DRAW:
        draw_new_buyer(s, move)
    elif s.phase == BUY:
        purchase_tulip(s, move)
    else:
        play_own_card(s, seat, move)
    if (s.actors == 0) & (s.chance == 0):
        go_on(s)


# I. Sell a tulip


@rule
def sell_tulip(s: State, colour: int) -> None:
    """Put a tulip up for sale: all others lay an action card at once. With a single tulip one may sell nothing."""
    if colour == NOTHING:
        s.phase = DRAW
    else:
        s.sold = colour
        s.active = 1
        s.void = 0
        s.winner = NOBODY
        s.paid = 0
        s.laid[s.turn] = PASS
        s.phase = ACTION
        s.actors = all_seats(s.seats) & ~only(s.turn)


@rule
def price_of(s: State, colour: int) -> int:
    """The current price of a colour that has not burst."""
    return s.price[s.indicator[colour]]


@rule
def speculation_price(s: State, colour: int) -> int:
    """The transition price above the current price, which a speculation pays."""
    return s.price[s.speculate[s.indicator[colour]]]


@rule
def speculation_space(s: State, colour: int) -> int:
    """Where a speculation takes the price: over the transition price to the space above it."""
    return s.speculate[s.speculate[s.indicator[colour]]]


@rule
def can_carry_out(s: State, seat: int, card: int) -> bool:
    """Whether the seat has the cash or the buyers that the card takes, for the tulip that is up for sale."""
    cost = 0
    if card == PURCHASE:
        cost = price_of(s, s.sold)
    elif card == SPECULATE:
        cost = speculation_price(s, s.sold)
    return (s.cash[seat] >= cost) & (s.buyers[seat, s.sold] >= BUYERS_NEEDED[card])  # type: ignore[no-any-return]


@rule_apart
def reveal_cards(s: State) -> None:
    """Reveal the action cards: those that can't be carried out become passes, and the highest of the others wins.

    If its holder has won, the priority action card goes one to the right. If all have passed it is up to the seller.
    """
    for p in range(s.seats):
        possible = can_carry_out(s, p, s.laid[p])
        learn_buyers(s, p, BUYERS_NEEDED[s.laid[p]], possible)
        s.void |= 0 if possible else only(p)
    winner = winner_of_sale(s)
    s.winner = winner
    if winner == NOBODY:
        s.phase = SELLER
        s.actors = only(s.turn)
    else:
        if winner == s.priority:
            s.priority = right_of(s, winner)
        carry_out(s, winner)


@rule
def winner_of_sale(s: State) -> int:
    """The seat with the highest card that is not void; of several the first anti-clockwise from the priority action card."""
    winner = NOBODY
    best = PASS
    for steps in range(s.seats):
        seat = s.priority - steps if steps <= s.priority else s.priority - steps + s.seats
        if (s.laid[seat] > best) & (s.void & only(seat) == 0):
            best = s.laid[seat]
            winner = seat
    return winner


@rule
def learn_buyers(s: State, seat: int, needed: int, possible: bool) -> None:
    """A card by proxy tells everyone whether the seat has enough buyers of the colour for it."""
    if needed > 0:
        if possible:
            s.least[seat, s.sold] = max(s.least[seat, s.sold], needed)
        else:
            s.most[seat, s.sold] = min(s.most[seat, s.sold], needed - 1)


@rule
def list_own_cards(s: State, moves: Any) -> int:
    """The seller's cards when all others have passed: Pass, and the cards by proxy for which it has the buyers."""
    moves[0] = PASS
    moves[1] = PURCHASE_BY_PROXY
    moves[2] = SPECULATE_BY_PROXY
    held = s.buyers[s.turn, s.sold]
    return 1 + (held >= BUYERS_NEEDED[PURCHASE_BY_PROXY]) + (held >= BUYERS_NEEDED[SPECULATE_BY_PROXY])  # type: ignore[no-any-return]


@rule
def seller_has_played(s: State) -> bool:
    """Whether the seller has played a card of its own in this turn's sale, as it does if all others have passed."""
    others_passed = True
    for p in range(s.seats):
        others_passed &= (p == s.turn) | (s.laid[p] == PASS) | (s.void & only(p) != 0)
    return others_passed & (s.sold != NO_COLOUR) & (s.phase > SELLER)


@rule
def play_own_card(s: State, seat: int, card: int) -> None:
    """The seller's own card, played openly; the priority action card stays where it is."""
    s.laid[seat] = card
    if card == PASS:
        all_passed(s)
    else:
        s.winner = seat
        carry_out(s, seat)


@rule_apart
def carry_out(s: State, winner: int) -> None:
    """The winner of the sale does what its card says."""
    card = s.laid[winner]
    colour = s.sold
    speculation = card >= SPECULATE_BY_PROXY
    paid = speculation_price(s, colour) if speculation else price_of(s, colour)
    take_from_seller(s, colour)
    s.paid = paid
    s.cash[s.turn] += paid
    if (card == PURCHASE) | (card == SPECULATE):
        s.cash[winner] -= paid
        s.tulips[winner, colour] += 1
    else:
        discard_buyers(s, winner, colour, BUYERS_NEEDED[card])
        s.stock[colour] += 1
    s.indicator[colour] = speculation_space(s, colour) if speculation else s.purchase[s.indicator[colour]]
    s.phase = DRAW
    if s.kind[s.indicator[colour]] == BURST:
        if speculation:
            lose_buyers(s, colour, winner)
        bubble_bursts(s)


@rule
def take_from_seller(s: State, colour: int) -> None:
    """However a sale ends, the seller gives the tulip away."""
    s.tulips[s.turn, colour] -= 1


@rule
def discard_buyers(s: State, seat: int, colour: int, number: int) -> None:
    """The seat discards buyers for all to see, which may be ones that it took face up: so many fewer are known to be held."""
    s.buyers[seat, colour] -= number
    s.known[seat, colour] = max(s.known[seat, colour] - number, 0)
    s.least[seat, colour] = max(s.least[seat, colour] - number, 0)
    s.most[seat, colour] -= number


@rule
def all_passed(s: State) -> None:
    """Nobody wants the tulip: the market takes it for less, and the price falls."""
    take_from_seller(s, s.sold)
    s.stock[s.sold] += 1
    s.paid = unwanted_price(s, s.sold)
    s.cash[s.turn] += s.paid
    s.indicator[s.sold] = unwanted_space(s, s.sold)
    s.phase = DRAW


@rule
def unwanted_price(s: State, colour: int) -> int:
    """What a tulip brings that nobody wants: the transition price below; the current price if it is cheap already."""
    here = s.indicator[colour]
    below = s.sale[here]
    cheap = (s.price[here] <= CHEAP) | (s.kind[below] == CURRENT)
    return s.price[here] if cheap else s.price[below]


@rule
def unwanted_space(s: State, colour: int) -> int:
    """Where the price of a tulip falls that nobody wants: down to the next current price."""
    below = s.sale[s.indicator[colour]]
    return below if s.kind[below] == CURRENT else s.sale[below]


# II. Draw a new buyer card


@rule
def draw_new_buyer(s: State, colour: int) -> None:
    """Take a face-up buyer, which everyone then knows and the buyer deck replaces, or the top card of the buyer deck."""
    s.active = 1
    s.chance = BUYER_DECK
    if colour == NOTHING:
        s.phase = HAND_DRAW
    else:
        s.face_up[colour] -= 1
        s.buyers[s.turn, colour] += 1
        s.known[s.turn, colour] += 1
        s.least[s.turn, colour] += 1
        s.most[s.turn, colour] += 1
        s.phase = REPLACE
        s.owed = 1
        s.after = BUY


@rule
def take_face_down(s: State, colour: int) -> None:
    """A buyer drawn face down joins the hand; one of a burst colour is replaced from the reserve while that lasts."""
    s.chance = 0
    if s.indicator[colour] == GONE:
        if s.reserve > 0:
            s.chance = RESERVE
            return
    else:
        s.buyers[s.turn, colour] += 1
        for any_colour in range(s.colours):
            s.most[s.turn, any_colour] += s.indicator[any_colour] != GONE
    s.phase = BUY
    discard_face_up_without_deck(s)


@rule
def replace_face_up(s: State, colour: int) -> None:
    """Lay a buyer face up, unless its colour has burst: then the next one comes from the reserve, while that lasts."""
    s.chance = 0
    if s.indicator[colour] != GONE:
        s.face_up[colour] += 1
        s.owed -= 1
    discard_face_up_without_deck(s)


@rule
def discard_face_up_without_deck(s: State) -> None:
    """Once the buyer deck is exhausted the face-up buyers are discarded."""
    if s.deck == 0:
        for colour in range(s.colours):
            s.face_up[colour] = 0


# III. Purchase a tulip


@rule
def can_buy(s: State, colour: int) -> bool:
    """Whether the current player may buy a tulip of the colour from the stockpile: not the one sold, and for cash."""
    if (colour == s.sold) | (s.stock[colour] == 0):
        return False
    return s.cash[s.turn] >= price_of(s, colour)


@rule
def can_buy_any(s: State) -> bool:
    """Whether there is a tulip that the current player may buy."""
    for colour in range(s.colours):
        if can_buy(s, colour):
            return True
    return False


@rule
def purchase_tulip(s: State, colour: int) -> None:
    """Buy a tulip from the stockpile; its price rises and may burst the bubble."""
    s.phase = END_OF_TURN
    if colour != NOTHING:
        s.active = 1
        s.cash[s.turn] -= price_of(s, colour)
        s.stock[colour] -= 1
        s.tulips[s.turn, colour] += 1
        s.indicator[colour] = s.purchase[s.indicator[colour]]
        if s.kind[s.indicator[colour]] == BURST:
            bubble_bursts(s)


@rule
def end_turn(s: State) -> None:
    """Pass the current player card to the left, and the priority action card to the right if both meet.

    The game is over when nothing was sold, drawn or bought for a whole round, or if it would go on for ever.
    """
    ended = s.turn
    s.turn = left_of(s, ended)
    if s.priority == s.turn:
        s.priority = ended
    s.turns += 1
    s.idle = 0 if s.active else s.idle + 1
    s.active = 0
    s.sold = NO_COLOUR
    s.winner = NOBODY
    s.paid = 0
    s.phase = SELL
    if s.idle == s.seats:
        sell_everything(s)
        finish(s, STALLED)
    elif s.turns == MOST_ROUNDS * s.seats:
        sell_everything(s)
        finish(s, ENDLESS)


# The bubble bursts


@rule
def lose_buyers(s: State, colour: int, speculator: int) -> None:
    """A burst by speculation: everyone but the speculator loses a buyer of the colour, if they have one."""
    for p in range(s.seats):
        if p != speculator:
            s.buyers[p, colour] -= s.buyers[p, colour] > 0


@rule_apart
def bubble_bursts(s: State) -> None:
    """Sell off the colour whose price has burst; if only one is left it bursts as well, and the game is over.

    Else the face-up buyers of the burst colour are replaced before the turn goes on.
    """
    s.after = s.phase
    s.phase = REPLACE
    for colour in range(s.colours):
        if s.indicator[colour] != GONE and s.kind[s.indicator[colour]] == BURST:
            s.owed = s.face_up[colour]
            sell_off(s, colour)
    if s.live == 1:
        for last in range(s.colours):
            if s.indicator[last] != GONE:
                sell_off(s, last)
        finish(s, LAST_BURST)


@rule_apart
def sell_off(s: State, colour: int) -> None:
    """All tulips of the burst colour are sold, and it leaves the game."""
    run_down(s, colour)
    remove_colour(s, colour)


@rule
def run_down(s: State, colour: int) -> None:
    """Each seat sells tulips to buyers, one at a time and all at once, while the price runs down; then those without."""
    here = s.indicator[colour]
    selling = True
    while selling:
        selling = False
        for p in range(s.seats):
            if (s.tulips[p, colour] > 0) & (s.buyers[p, colour] > 0):
                s.buyers[p, colour] -= 1
                s.tulips[p, colour] -= 1
                s.cash[p] += s.price[here]
                selling = True
        if selling:
            here = s.sale[here]
    selling = True
    while selling:
        selling = False
        for p in range(s.seats):
            if s.tulips[p, colour] > 0:
                s.tulips[p, colour] -= 1
                s.cash[p] += s.price[here]
                selling = True
        here = s.sale[here]


@rule
def remove_colour(s: State, colour: int) -> None:
    """The burst colour leaves the game: its indicator, its stockpile, and its buyers in hands and face up."""
    for p in range(s.seats):
        s.buyers[p, colour] = 0
        s.known[p, colour] = 0
        s.least[p, colour] = 0
        s.most[p, colour] = 0
    s.face_up[colour] = 0
    s.stock[colour] = 0
    s.indicator[colour] = GONE
    s.live -= 1


# End of the game


@rule_apart
def sell_everything(s: State) -> None:
    """A game that ends without the last burst: the bank takes every tulip for what it costs just then."""
    for colour in range(s.colours):
        if s.indicator[colour] != GONE:
            for p in range(s.seats):
                s.cash[p] += s.tulips[p, colour] * price_of(s, colour)
                s.stock[colour] += s.tulips[p, colour]
                s.tulips[p, colour] = 0


@rule
def finish(s: State, end: int) -> None:
    """The game is over."""
    s.phase = OVER
    s.end = end


@rule
def score(s: State, seat: int) -> int:
    """The seat's cash."""
    return s.cash[seat]


@rule
def standing(s: State, seat: int) -> int:
    """What seats are compared by: cash; equal ones share the victory."""
    return s.cash[seat]


# What a seat cannot know

TRIES: Final = 60  # how often the hidden buyers are dealt at random before the swaps begin
SWAPS: Final = 600


@rule_apart
def redeal(s: State, seat: int, noise: Noise) -> None:
    """Deal anew all that the seat (-1: a spectator) cannot know: others' hidden buyers, for cards laid in secret are forgotten.

    Exact is what was open to all: buyers taken face up stay where they are until they are discarded, and without revealed
    cards by proxy every deal of the unseen cards to the hidden hands is equally likely, as it should be.

    Approximate is what revealed cards by proxy tell. It is kept only as the least and the most of each colour in a hand, and
    all deals within these bounds count as equally likely. The bounds themselves are never wrong. But which card came when is
    not kept: after a void card a hidden draw raises the most of every colour by one, and hands with that one more come up more
    often than they should. Nor is it kept that a hand from which a hidden buyer was discarded had to have one: hands with more
    of that colour come up more often than they should. What a rival's choices suggest counts for nothing.
    """
    cards = gather_hidden_buyers(s, seat)
    bottom = put_burst_colours_first(s)
    for _ in range(TRIES):
        shuffle_hands(s, bottom, cards, noise)
        if all_fit(s, seat):
            hand_out(s, seat)
            return
    lay_true_hands(s, seat)
    swap_hidden_buyers(s, seat, bottom, cards, noise)
    hand_out(s, seat)


@rule
def hidden_buyers(s: State, p: int, seat: int) -> int:
    """How many buyers of seat p the seat has not seen."""
    number = 0
    if p != seat:
        for colour in range(s.colours):
            number += s.buyers[p, colour] - s.known[p, colour]
    return number


@rule
def gather_hidden_buyers(s: State, seat: int) -> int:
    """Put copies of others' hidden buyers behind the unseen cards, hand by hand; how many cards lie there then."""
    cards = s.deck + s.reserve
    for p in range(s.seats):
        if p != seat:
            for colour in range(s.colours):
                for _ in range(s.buyers[p, colour] - s.known[p, colour]):
                    s.unseen[cards] = colour
                    cards += 1
    return cards


@rule
def put_burst_colours_first(s: State) -> int:
    """Put the unseen cards of burst colours, which nobody can hold, before the others; how many they are."""
    bottom = 0
    for place in range(s.deck + s.reserve):
        if s.indicator[s.unseen[place]] == GONE:
            s.unseen[place], s.unseen[bottom] = s.unseen[bottom], s.unseen[place]
            bottom += 1
    return bottom


@rule
def shuffle_hands(s: State, bottom: int, cards: int, noise: Noise) -> None:
    """Fill the places of the hidden hands with random cards, but none of the first `bottom`."""
    for place in range(cards - 1, s.deck + s.reserve - 1, -1):
        other = bottom + pick(noise, place + 1 - bottom)
        s.unseen[place], s.unseen[other] = s.unseen[other], s.unseen[place]


@rule_apart
def all_fit(s: State, seat: int) -> bool:
    """Whether the hidden hands as they lie agree with what everyone knows."""
    place = s.deck + s.reserve
    for p in range(s.seats):
        if p != seat:
            number = hidden_buyers(s, p, seat)
            if not fits(s, p, place, number):
                return False
            place += number
    return True


@rule
def fits(s: State, p: int, first: int, number: int) -> bool:
    """Whether a hidden hand that lies in `number` places from `first` on may be seat p's."""
    for colour in range(s.colours):
        held = s.known[p, colour]
        for place in range(first, first + number):
            held += s.unseen[place] == colour
        if (held < s.least[p, colour]) | (held > s.most[p, colour]):
            return False
    return True


@rule
def lay_true_hands(s: State, seat: int) -> None:
    """Bring the cards that the seats really hold into the places of their hidden hands."""
    place = s.deck + s.reserve
    for p in range(s.seats):
        if p != seat:
            for colour in range(s.colours):
                for _ in range(s.buyers[p, colour] - s.known[p, colour]):
                    other = 0
                    while (s.unseen[other] != colour) | ((other >= s.deck + s.reserve) & (other < place)):
                        other += 1
                    s.unseen[place], s.unseen[other] = s.unseen[other], s.unseen[place]
                    place += 1


@rule
def swap_hidden_buyers(s: State, seat: int, bottom: int, cards: int, noise: Noise) -> None:
    """Where random deals hardly ever fit: many random swaps of two cards, each undone if what comes of it does not fit."""
    hidden = cards - s.deck - s.reserve
    if hidden > 0:
        for _ in range(SWAPS):
            place = cards - 1 - pick(noise, hidden)
            other = bottom + pick(noise, cards - bottom)
            s.unseen[place], s.unseen[other] = s.unseen[other], s.unseen[place]
            if not all_fit(s, seat):
                s.unseen[place], s.unseen[other] = s.unseen[other], s.unseen[place]


@rule
def hand_out(s: State, seat: int) -> None:
    """Make the hidden hands as they lie the seats' own."""
    place = s.deck + s.reserve
    for p in range(s.seats):
        if p != seat:
            number = hidden_buyers(s, p, seat)
            for colour in range(s.colours):
                s.buyers[p, colour] = s.known[p, colour]
            for card in range(place, place + number):
                s.buyers[p, s.unseen[card]] += 1
            place += number


PATIENCE: Final = 100_000  # swaps in search of hands that fit; a few dozen are usual


@rule_apart
def forget(s: State, seat: int) -> None:
    """Make of the state one that tells only what the seat knows, to be redealt; who has laid a card in secret lays again.

    The hands are found without a look at the true ones: cards in order, then swaps in a fixed order of chance, none of which
    makes more cards misfit, until all fit.
    """
    if s.phase == ACTION:
        for p in range(s.seats):
            if (p != seat) & (p != s.turn):
                s.laid[p] = PASS
                s.actors |= only(p)
    cards = gather_hidden_buyers(s, seat)
    tidy(s.unseen, 0, cards)
    bottom = 0
    for place in range(cards):
        if s.indicator[s.unseen[place]] == GONE:
            s.unseen[place], s.unseen[bottom] = s.unseen[bottom], s.unseen[place]
            bottom += 1
    hidden = cards - s.deck - s.reserve
    misfit = misfits(s, seat)
    luck = 1637
    for _ in range(PATIENCE):
        if misfit == 0:
            break
        luck = (luck * 1103515245 + 12345) & 0x7FFFFFFF
        place = cards - 1 - (luck >> 8) % hidden
        luck = (luck * 1103515245 + 12345) & 0x7FFFFFFF
        other = bottom + (luck >> 8) % (cards - bottom)
        s.unseen[place], s.unseen[other] = s.unseen[other], s.unseen[place]
        now = misfits(s, seat)
        if now > misfit:
            s.unseen[place], s.unseen[other] = s.unseen[other], s.unseen[place]
        else:
            misfit = now
    hand_out(s, seat)
    tidy(s.unseen, 0, s.deck + s.reserve)


@rule_apart
def misfits(s: State, seat: int) -> int:
    """By how many cards the hidden hands as they lie disagree with what everyone knows."""
    number = 0
    place = s.deck + s.reserve
    for p in range(s.seats):
        if p != seat:
            hand = hidden_buyers(s, p, seat)
            for colour in range(s.colours):
                held = s.known[p, colour]
                for card in range(place, place + hand):
                    held += s.unseen[card] == colour
                number += max(s.least[p, colour] - held, held - s.most[p, colour], 0)
            place += hand
    return number
