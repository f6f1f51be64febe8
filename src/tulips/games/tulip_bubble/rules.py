"""The rules of Tulip Bubble, in the order of the rulebook."""

from typing import Any, Final

from tulips.engine.options import RANDOM
from tulips.engine.state.chance import Noise, pick
from tulips.engine.state.heap import tidy
from tulips.engine.state.numbering import Numbering, numbered, sharing
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.state.seats import first_seat, only
from tulips.games.tulip_bubble.components import (
    BLACK_TULIP_OVER,
    BONUS,
    BULB_RANKS,
    BULBS,
    BUST,
    COLLECTORS,
    COLOUR,
    COLOURS,
    COPIES,
    COUNT_BITS,
    CRASH,
    CRASH_STEPS,
    EVENT_COPIES,
    EVENTS_IN_DECK,
    FACES,
    FIRST_SET,
    GUILDERS,
    HIGHEST_BID,
    LAST_EVENTS,
    LEVELS,
    MARKERS,
    MAX_LOTS,
    MAX_ROW,
    MAX_SEATS,
    MOST_COPIES,
    MOST_SETS,
    NO_CARD,
    NO_COLLECTOR,
    PILE,
    PILES,
    PLACED,
    PLACING_TURNS,
    PRICE,
    RAISES,
    RANK,
    RISE_STEPS,
    ROW,
    SET,
    SET_BITS,
    SET_CARDS,
    SET_COLLECTOR,
    SETS,
    START_LEVELS,
    SUPPLY,
    SURGE,
    SURGE_STEPS,
)
from tulips.games.tulip_bubble.state import State

# Phases, in the order they come
SET_UP: Final = 0
EVENT: Final = 1
SELLING: Final = 2
DECLARING: Final = 3
PLACING: Final = 4
RESOLVING: Final = 5
AUCTION: Final = 6
PURCHASE: Final = 7
CLEANUP: Final = 8
OVER: Final = 9

CHANCES: Final = ("price markers", "starting bulbs", "tulips", "events", "collectors", "first seat")
PRICE_MARKERS, STARTING_BULB, TULIP_DECK, EVENT_DECK, COLLECTOR_PILE, FIRST_SEAT = numbered(CHANCES)

ENDS: Final = ("the bubble burst", "the Black Tulip was bought")
BUBBLE_BUST, BLACK_TULIP_BOUGHT = numbered(ENDS)

SECRET_OPTIONS: Final = {"starting_bulbs": True}  # without them all is public but the answers of a moment

# Moves of a kind are numbered by the card, the place among one's financed tulips, the set, the lot, or the bid, which may be
# higher than the list says: for learners it counts from the last one.
MOVES: Final = Numbering(
    sell_no_more=1,
    place_no_more=sharing("sell-no-more", 1),
    pass_=sharing("sell-no-more", 1),
    answer=2,
    pay=1,
    borrow=1,
    buy_back=MARKERS,
    sell=FACES,
    sell_financed=MARKERS,
    sell_set=SETS,
    bid=MAX_LOTS,
    raise_=int(RAISES.max()) + 1,
)
DONE: Final = MOVES["sell-no-more"]  # no more sales, no more bids; in an auction: pass
DECLINE: Final = MOVES["answer"]
DECLARE: Final = DECLINE + 1
PAY_CASH: Final = MOVES["pay"]
FINANCE: Final = MOVES["borrow"]
BUY_BACK: Final = MOVES["buy-back"]
SELL: Final = MOVES["sell"]
SELL_FINANCED: Final = MOVES["sell-financed"]
SELL_SET: Final = MOVES["sell-set"]
PLACE: Final = MOVES["bid"]
RAISE_TO: Final = MOVES["raise"]
ACTIONS: Final = MOVES.total
MOST_MOVES: Final = max(FACES + MARKERS + MOST_SETS, MAX_LOTS) + MARKERS + 1

FIRST_PHASE: Final = DECLARING  # of the first round, which begins with the Buying Phase

NO_SEAT: Final = -1
NO_COLOUR: Final = -1
NOT_ANSWERED: Final = 0
MARKER_ORDERS: Final = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


# Game setup


def set_up(s: State, seats: int, options: dict[str, Any]) -> None:
    """Lay out the table before anything is drawn."""
    for card in range(FACES):
        for _ in range(COPIES[card]):
            s.deck[s.left] = card
            s.left += 1
    for event in range(BUST):
        s.events[event] = EVENT_COPIES[event]
    for collector in range(COLLECTORS):
        s.face_down[collector] = 1
    for pile in range(PILES):
        s.collector[pile] = NO_COLLECTOR
    for i in range(MAX_ROW):
        s.next_shipment[i] = NO_CARD
    for i in range(MAX_LOTS):
        s.lot[i] = NO_CARD
    for seat in range(MAX_SEATS):
        for i in range(BULBS):
            s.bulb[seat, i] = NO_CARD
    for seat in range(seats):
        s.cash[seat] = GUILDERS
        s.markers[seat] = MARKERS
    s.opening_response = options["opening_market_response"]
    s.no_leverage = options["no_leverage"]
    s.open_hands = options["open_hands"]
    s.starting_bulbs = options["starting_bulbs"]
    s.blocked_fall_moves_others = options["blocked_fall_moves_others"]
    s.black_tulip = BLACK_TULIP_OVER if options["black_tulip_at_120"] else BLACK_TULIP_OVER + 1
    s.row = seats + ROW
    s.arrivals = s.row
    s.lots = s.row if s.starting_bulbs else 2 * s.row
    s.deal = s.row + s.lots
    s.leader = NO_SEAT
    s.start = NO_SEAT if options["first"] == RANDOM else options["first"] - 1
    s.phase = SET_UP
    s.chance = PRICE_MARKERS


@rule
def outcomes(s: State) -> int:
    """How many equally likely outcomes the pending chance has."""
    if s.chance == TULIP_DECK:
        return s.left
    return rarer_outcomes(s)


@rule_apart
def rarer_outcomes(s: State) -> int:
    """How many outcomes a chance has that is not a card from the deck."""
    if s.chance == EVENT_DECK:
        return event_outcomes(s)
    if s.chance == COLLECTOR_PILE:
        return collectors_face_down(s, s.pile)
    if s.chance == PRICE_MARKERS:
        return len(MARKER_ORDERS)
    if s.chance == STARTING_BULB:
        return cards_of_rank(s, next_bulb_rank(s), 0, s.left)
    return s.seats


@rule
def settle(s: State, outcome: int) -> None:
    """Carry out what chance has decided."""
    if s.chance == TULIP_DECK:
        deal_tulip(s, take_from_deck(s, outcome))
    else:
        settle_rarer(s, outcome)
    if s.chance == 0 and s.end == 0:
        go_on(s)


@rule_apart
def settle_rarer(s: State, outcome: int) -> None:
    """Carry out a chance that is not a card from the deck."""
    if s.chance == EVENT_DECK:
        market_event(s, event_of(s, outcome))
    elif s.chance == COLLECTOR_PILE:
        turn_up_collector(s, collector_of(s, outcome))
    elif s.chance == PRICE_MARKERS:
        for place in range(COLOURS):
            s.level[MARKER_ORDERS[outcome][place]] = START_LEVELS[place]
        s.chance = STARTING_BULB if s.starting_bulbs else TULIP_DECK
    elif s.chance == STARTING_BULB:
        deal_bulb(s, outcome)
    else:
        s.start = outcome
        s.chance = 0
        s.phase = FIRST_PHASE


@rule
def take_from_deck(s: State, place: int) -> int:
    """Take the card at a place of the deck's heap; the last one fills its place."""
    card = s.deck[place]
    s.left -= 1
    s.deck[place] = s.deck[s.left]
    return card


@rule
def bulbs_dealt(s: State) -> int:
    """How many starting bulbs have been dealt."""
    dealt = 0
    for seat in range(s.seats):
        dealt += s.cards[seat]
    return dealt


@rule
def next_bulb_rank(s: State) -> int:
    """The rank of the starting bulb to be dealt next."""
    return BULB_RANKS[bulbs_dealt(s) % BULBS]  # type: ignore[no-any-return]


@rule
def cards_of_rank(s: State, rank: int, bottom: int, top: int) -> int:
    """How many cards of a rank lie at the places `bottom` to `top` - 1 of the deck's heap."""
    number = 0
    for i in range(bottom, top):
        number += RANK[s.deck[i]] == rank
    return number


@rule
def place_of_rank(s: State, rank: int, bottom: int, which: int) -> int:
    """Where the card lies that is number `which`, from 0, of those of a rank from `bottom` on."""
    i = bottom
    while RANK[s.deck[i]] != rank or which > 0:
        which -= RANK[s.deck[i]] == rank
        i += 1
    return i


@rule
def deal_bulb(s: State, outcome: int) -> None:
    """Deal each seat its starting bulbs, one of each rank, for it alone to see."""
    dealt = bulbs_dealt(s)
    seat = dealt // BULBS
    card = take_from_deck(s, place_of_rank(s, next_bulb_rank(s), 0, outcome))
    s.bulb[seat, dealt % BULBS] = card
    take_in_hand(s, seat, card)
    if dealt + 1 == BULBS * s.seats:
        s.chance = TULIP_DECK


@rule
def deal_tulip(s: State, card: int) -> None:
    """Lay a card out: first into the Next Shipment, then, at set-up, into New Arrivals and Just Sold."""
    if s.dealt < s.row:
        s.next_shipment[s.dealt] = card
    else:
        s.lot[s.dealt - s.row] = card
    s.dealt += 1
    if (s.dealt == s.deal) | (s.left == 0):
        go_on_dealing(s)


@rule_apart
def go_on_dealing(s: State) -> None:
    """Deal the next card. An empty deck is made anew of the discard pile, only now; if that is empty too, no more cards."""
    if s.left == 0 and s.dealt < s.deal:
        shuffle_discard_pile(s)
    if s.left > 0 and s.dealt < s.deal:
        s.chance = TULIP_DECK
    elif s.phase == SET_UP:
        if s.opening_response:
            market_response(s)
        s.chance = EVENT_DECK
    else:
        s.chance = 0
        pass_start_player(s)
        begin_selling(s)


@rule
def shuffle_discard_pile(s: State) -> None:
    """Make the discard pile the deck."""
    for i in range(s.discarded):
        s.deck[i] = s.discard[i]
    s.left = s.discarded
    s.discarded = 0
    s.reshuffled = 1


@rule
def collectors_face_down(s: State, pile: int) -> int:
    """How many collectors of a pile lie face down."""
    number = 0
    for collector in range(COLLECTORS):
        number += s.face_down[collector] if PILE[collector] == pile else 0
    return number


@rule
def collector_of(s: State, outcome: int) -> int:
    """The collector that an outcome turns up."""
    collector = 0
    while PILE[collector] != s.pile or outcome >= s.face_down[collector]:
        outcome -= s.face_down[collector] if PILE[collector] == s.pile else 0
        collector += 1
    return collector


@rule
def turn_up_collector(s: State, collector: int) -> None:
    """Turn up the top collector of a pile: at set-up of each pile, later where one has been sold to."""
    s.collector[s.pile] = collector
    s.face_down[collector] = 0
    if s.phase == SELLING:
        s.chance = 0
    elif s.pile + 1 < PILES:
        s.pile += 1
    elif s.start == NO_SEAT:
        s.chance = FIRST_SEAT
    else:
        s.chance = 0
        s.phase = FIRST_PHASE


# Round overview


@rule_apart
def go_on(s: State) -> None:
    """Carry the round on, phase by phase, to the next decision or to its end."""
    s.actors = 0
    if s.phase == SELLING:
        go_on_selling(s)
    if s.phase == DECLARING:
        ask_for_black_tulip(s)
    if s.phase == PLACING:
        go_on_placing(s)
    if s.phase == RESOLVING:
        resolve_bids(s)
    if s.phase == CLEANUP:
        clean_up(s)


# 1. Event Phase

# 1.1 Market Event


@rule
def events_unseen(s: State) -> int:
    """How many events other than the Bust have not been seen: those in the deck and those put away."""
    number = 0
    for event in range(BUST):
        number += s.events[event]
    return number


@rule
def events_left(s: State) -> int:
    """How many cards the event deck holds."""
    return EVENTS_IN_DECK - s.round


@rule
def event_outcomes(s: State) -> int:
    """How many equally likely outcomes the next event has.

    Among the last cards of the deck any is equally likely to be the Bust. Any unseen event may be the one put away, so if
    the next card is not the Bust, it is any of them.
    """
    left = events_left(s)
    return events_unseen(s) * (left if left <= LAST_EVENTS else 1)


@rule
def event_of(s: State, outcome: int) -> int:
    """The event that an outcome turns up."""
    unseen = events_unseen(s)
    if events_left(s) <= LAST_EVENTS and outcome < unseen:
        return BUST
    which = outcome % unseen
    event = 0
    while which >= s.events[event]:
        which -= s.events[event]
        event += 1
    return event


@rule
def market_event(s: State, event: int) -> None:
    """Adjust the price levels; the Bust ends the game at once."""
    s.event = event
    s.chance = 0
    if event == BUST:
        s.phase = OVER
        s.end = BUBBLE_BUST
        return
    s.events[event] -= 1
    s.round += 1
    adjust_prices(s, event)
    if s.phase == SET_UP:
        s.chance = COLLECTOR_PILE
    else:
        shipment_arrives(s)


@rule
def adjust_prices(s: State, event: int) -> None:
    """A Rise lifts its colour, a Surge the cheapest; a Crash lowers the most expensive."""
    colour = event
    steps = RISE_STEPS
    if event == SURGE:
        colour = cheapest_colour(s)
        steps = SURGE_STEPS
    elif event == CRASH:
        colour = dearest_colour(s)
        steps = -CRASH_STEPS
    move_marker(s, colour, steps)


@rule
def cheapest_colour(s: State) -> int:
    """The colour with the lowest price level."""
    cheapest = 0
    for colour in range(1, COLOURS):
        cheapest = colour if s.level[colour] < s.level[cheapest] else cheapest
    return cheapest


@rule
def dearest_colour(s: State) -> int:
    """The colour with the highest price level."""
    dearest = 0
    for colour in range(1, COLOURS):
        dearest = colour if s.level[colour] > s.level[dearest] else dearest
    return dearest


@rule
def is_occupied(s: State, space: int, colour: int) -> bool:
    """Whether another colour's marker is on the space."""
    occupied = False
    for other in range(COLOURS):
        occupied |= (other != colour) & (s.level[other] == space)
    return occupied


@rule_apart
def move_marker(s: State, colour: int, steps: int) -> None:
    """Move a price marker up, or down for negative steps, but not past the ends of the track.

    On an occupied space it goes on to the next empty one. If there is none up to the end of the track, it stops on the
    closest empty space on its way, or stays where it is.
    """
    direction = 1 if steps > 0 else -1
    goal = s.level[colour] + steps
    goal = 0 if goal < 0 else LEVELS - 1 if goal >= LEVELS else goal
    space = goal
    while 0 <= space < LEVELS and is_occupied(s, space, colour):
        space += direction
    if not 0 <= space < LEVELS:
        space = goal
        while is_occupied(s, space, colour):
            space -= direction
    s.level[colour] = space


# 1.2 Shipment Arrives


@rule
def shipment_arrives(s: State) -> None:
    """The Next Shipment becomes the New Arrivals, in its order, and is dealt anew."""
    s.arrivals = 0
    for i in range(s.row):
        s.lot[i] = s.next_shipment[i]
        s.arrivals += s.next_shipment[i] != NO_CARD
        s.next_shipment[i] = NO_CARD
    s.lots = s.arrivals
    s.dealt = 0
    s.deal = s.row
    go_on_dealing(s)


# 1.3 Pass Start Player


@rule
def pass_start_player(s: State) -> None:
    """The next seat clockwise is the new start player."""
    s.start = next_seat(s, s.start)


@rule
def next_seat(s: State, seat: int) -> int:
    """The seat to the left."""
    return 0 if seat + 1 == s.seats else seat + 1


# 2. Selling Phase


@rule
def begin_selling(s: State) -> None:
    """Each seat has one turn to sell, from the start player on."""
    s.phase = SELLING
    s.turns = 0
    s.turn = s.start
    s.collector_sale = 0


@rule
def go_on_selling(s: State) -> None:
    """The seat goes on selling; a seat that has nothing, or nothing left, is passed over."""
    while s.turns < s.seats:
        if s.cards[s.turn] + s.loans[s.turn] > 0:
            s.actors = only(s.turn)
            return
        end_selling_turn(s)
    s.phase = DECLARING


@rule
def end_selling_turn(s: State) -> None:
    """The next seat's turn to sell."""
    s.turns += 1
    s.turn = next_seat(s, s.turn)
    s.collector_sale = 0


@rule
def market_price(s: State, card: int) -> int:
    """What a card costs, and sells for, at its colour's price level; only its rank counts."""
    return PRICE[LEVELS * card + s.level[COLOUR[card]]]  # type: ignore[no-any-return]


@rule
def selling_moves(s: State, seat: int, moves: Any) -> int:
    """Sell a card to the market, or a set to a collector once a turn; buy back; be done."""
    n = 0
    for card in range(FACES):
        moves[n] = SELL + card
        n += s.hand[seat, card] > 0
    if s.loans[seat] > 0:
        n = financed_sales(s, seat, moves, n)
    if s.cards[seat] >= SET_CARDS and not s.collector_sale:
        n = collector_sales(s, seat, moves, n)
    moves[n] = DONE
    return n + 1


# 2.1 Sell to the Market


@rule
def take_in_hand(s: State, seat: int, card: int) -> None:
    """Put a card behind the screen."""
    s.hand[seat, card] += 1
    s.cards[seat] += 1


@rule
def give_from_hand(s: State, seat: int, card: int) -> None:
    """Take a card from behind the screen, for everyone to see.

    As long as the seat may be giving a copy that it was seen to get, its starting bulb stays secret.
    """
    if s.starting_bulbs:
        show_bulb(s, seat, card)
    s.hand[seat, card] -= 1
    s.cards[seat] -= 1


@rule_apart
def show_bulb(s: State, seat: int, card: int) -> None:
    """If all copies of the card that the seat holds are starting bulbs, giving one shows it."""
    for i in range(BULBS):
        if s.bulb[seat, i] == card and s.hand[seat, card] == 1:
            s.bulb[seat, i] = NO_CARD


@rule
def put_in_just_sold(s: State, card: int) -> None:
    """Lay a sold card to the right of Just Sold, where it can be bid on this round."""
    s.lot[s.lots] = card
    s.lots += 1


@rule
def sell_to_market(s: State, seat: int, card: int) -> None:
    """Sell a card for its market price."""
    s.cash[seat] += market_price(s, card)
    give_from_hand(s, seat, card)
    put_in_just_sold(s, card)


# 2.2 Sell to a Collector


@rule
def hand_bits(s: State, seat: int) -> int:
    """The hand as bits, to be compared with sets."""
    bits = 0
    for card in range(FACES):
        bits |= ((1 << s.hand[seat, card]) - 1) << (MOST_COPIES * card)
    return bits


@rule
def can_fulfil(bits: int, which: int) -> bool:
    """Whether a hand holds the set."""
    return bits & SET_BITS[which] == SET_BITS[which]  # type: ignore[no-any-return]


@rule_apart
def collector_sales(s: State, seat: int, moves: Any, n: int) -> int:
    """List every set in the hand that a collector who is face up asks for."""
    bits = hand_bits(s, seat)
    for pile in range(PILES):
        collector = s.collector[pile]
        if collector != NO_COLLECTOR:
            for which in range(FIRST_SET[collector], FIRST_SET[collector + 1]):
                moves[n] = SELL_SET + which
                n += can_fulfil(bits, which)
    return n


@rule
def set_price(s: State, which: int) -> int:
    """What a set pays: the market prices of its cards and the collector's bonus."""
    total = BONUS[SET_COLLECTOR[which]]
    for i in range(SET_CARDS):
        total += market_price(s, SET[SET_CARDS * which + i])
    return total  # type: ignore[no-any-return]


@rule_apart
def sell_to_collector(s: State, seat: int, which: int) -> None:
    """Sell a set for market price and bonus; the cards are discarded and the collector leaves, the next one turns up."""
    s.cash[seat] += set_price(s, which)
    for i in range(SET_CARDS):
        card = SET[SET_CARDS * which + i]
        give_from_hand(s, seat, card)
        put_on_discard_pile(s, card)
    s.collector_sale = 1
    s.pile = PILE[SET_COLLECTOR[which]]
    s.collector[s.pile] = NO_COLLECTOR
    if collectors_face_down(s, s.pile) > 0:
        s.actors = 0
        s.chance = COLLECTOR_PILE


@rule
def put_on_discard_pile(s: State, card: int) -> None:
    """Discard a card."""
    s.discard[s.discarded] = card
    s.discarded += 1


# Selling Financed Tulips


@rule
def is_listed_before(s: State, seat: int, place: int) -> bool:
    """Whether the same tulip with the same loan has come before: they are one choice."""
    found = False
    for i in range(place):
        found |= (s.financed[seat, i] == s.financed[seat, place]) & (s.loan[seat, i] == s.loan[seat, place])
    return found


@rule_apart
def financed_sales(s: State, seat: int, moves: Any, n: int) -> int:
    """List the financed tulips that the seat may sell to the market, its loan paid at once, and those it may buy back."""
    for i in range(s.loans[seat]):
        if not s.no_leverage and s.cash[seat] + market_price(s, s.financed[seat, i]) >= s.loan[seat, i]:
            if not is_listed_before(s, seat, i):
                moves[n] = SELL_FINANCED + i
                n += 1
    return buy_backs(s, seat, moves, n)


@rule_apart
def sell_financed(s: State, seat: int, place: int) -> None:
    """Sell a financed tulip to the market and repay its loan; the marker is free again."""
    card = s.financed[seat, place]
    s.cash[seat] += market_price(s, card) - s.loan[seat, place]
    put_in_just_sold(s, card)
    clear_loan(s, seat, place)


@rule
def clear_loan(s: State, seat: int, place: int) -> None:
    """Take a financed tulip, its loan and the marker away; the later ones move up."""
    s.loans[seat] -= 1
    s.markers[seat] += 1
    for i in range(place, s.loans[seat]):
        s.financed[seat, i] = s.financed[seat, i + 1]
        s.loan[seat, i] = s.loan[seat, i + 1]
    s.financed[seat, s.loans[seat]] = 0
    s.loan[seat, s.loans[seat]] = 0


# 3. Buying Phase


@rule
def ask_for_black_tulip(s: State) -> None:
    """First, all seats that could buy the Black Tulip say in secret whether they do."""
    for seat in range(s.seats):
        s.answer[seat] = NOT_ANSWERED
        s.actors |= only(seat) if net_worth(s, seat) >= s.black_tulip else 0
    if s.actors == 0:
        begin_placing(s)


# 3.1 Place bids


@rule
def begin_placing(s: State) -> None:
    """Going around twice from the start player, seats place their markers."""
    s.phase = PLACING
    s.turn = s.start
    s.turns = 0
    s.placed = 0


@rule
def go_on_placing(s: State) -> None:
    """The seat goes on placing, up to its turn's number of markers. Who has none, and can't get one, passes."""
    while s.turns < PLACING_TURNS * s.seats:
        may_place = s.placed < most_placed(s)
        if may_place and (s.markers[s.turn] > 0 or can_buy_back(s, s.turn)):
            s.actors = only(s.turn)
            return
        end_placing_turn(s)
    s.phase = RESOLVING
    s.auction = -1


@rule
def most_placed(s: State) -> int:
    """How many markers may be placed in this turn: on the second turn fewer, whatever was placed on the first."""
    return PLACED[0 if s.turns < s.seats else 1]  # type: ignore[no-any-return]


@rule
def end_placing_turn(s: State) -> None:
    """The next seat's turn to place."""
    s.turns += 1
    s.turn = next_seat(s, s.turn)
    s.placed = 0


@rule
def placing_moves(s: State, seat: int, moves: Any) -> int:
    """Place a marker on any lot that has none of one's own; buy back; be done."""
    n = 0
    if s.markers[seat] > 0:
        for i in range(s.lots):
            moves[n] = PLACE + i
            n += (s.bids[i] >> seat & 1) == 0
    if s.loans[seat] > 0:
        n = buy_backs(s, seat, moves, n)
    moves[n] = DONE
    return n + 1


@rule
def place_marker(s: State, seat: int, lot: int) -> None:
    """Place a marker on a lot."""
    s.bids[lot] |= only(seat)
    s.markers[seat] -= 1
    s.placed += 1


# 3.2 Resolve Bids


@rule
def resolve_bids(s: State) -> None:
    """Resolve lots from left to right: one marker must buy, several hold an auction."""
    while s.auction + 1 < s.lots:
        s.auction += 1
        if s.bids[s.auction] != 0:
            s.bid = market_price(s, s.lot[s.auction])
            s.leader = NO_SEAT
            s.bidders = s.bids[s.auction]
            if is_contested(s):
                s.phase = AUCTION
                s.turn = next_bidder(s, s.start)
                s.actors = only(s.turn)
                return
            sell_lot(s)
            if s.phase == PURCHASE:
                return
    s.phase = CLEANUP


@rule
def is_contested(s: State) -> bool:
    """Whether more than one seat is in the auction."""
    return s.bidders & (s.bidders - 1) != 0


# 3.2.1 Auction


@rule
def next_bidder(s: State, seat: int) -> int:
    """The first seat from the given one on, clockwise, that is still in the auction."""
    while s.bidders >> seat & 1 == 0:
        seat = next_seat(s, seat)
    return seat


@rule
def auction_moves(s: State, seat: int, moves: Any) -> int:
    """Pass or raise. Any raise up to the limit is legal; the list has a few, and of the higher ones only those that the
    card could ever be worth on the market."""
    moves[0] = DONE
    n = 1
    most = PRICE[LEVELS * s.lot[s.auction] + LEVELS - 1]
    for i in range(len(RAISES)):
        bid = s.bid + RAISES[i]
        moves[n] = RAISE_TO + bid
        n += (bid <= most) | ((i == 0) & (bid <= HIGHEST_BID))
    if s.loans[seat] > 0:
        n = buy_backs(s, seat, moves, n)
    return n


@rule
def raise_bid(s: State, seat: int, bid: int) -> None:
    """Bid more than the last bid, or more than the market price."""
    s.bid = bid
    s.leader = seat
    s.turn = next_bidder(s, next_seat(s, seat))
    s.actors = only(s.turn)


@rule
def pass_auction(s: State, seat: int) -> None:
    """Leave the auction. The last seat in it must buy: for its bid, or at market price if nobody has bid."""
    s.bidders &= ~only(seat)
    if is_contested(s):
        s.turn = next_bidder(s, next_seat(s, seat))
        s.actors = only(s.turn)
    else:
        sell_lot(s)


# 3.2.2 Purchase


@rule
def sell_lot(s: State) -> None:
    """The one bidder left must buy: in cash or on a loan, as it likes; without the cash, on a loan."""
    s.turn = first_seat(s.bidders)
    s.actors = only(s.turn)
    s.phase = PURCHASE
    if must_finance(s):
        finance(s, s.turn)


@rule
def must_finance(s: State) -> bool:
    """Whether the buyer has less cash than the price."""
    return cash_left(s, s.turn, s.bid) < 0


@rule
def cash_left(s: State, seat: int, price: int) -> int:
    """What the seat has left once it has paid a price in cash; below zero where it can't."""
    return s.cash[seat] - price


@rule
def purchase_moves(s: State, seat: int, moves: Any) -> int:
    """Pay cash or finance; buy back."""
    moves[0] = PAY_CASH
    moves[1] = FINANCE
    return buy_backs(s, seat, moves, 2) if s.loans[seat] > 0 else 2


@rule
def buy_with_cash(s: State, seat: int) -> None:
    """Pay the price and put the card behind the screen; the marker comes back."""
    s.cash[seat] = cash_left(s, seat, s.bid)
    s.markers[seat] += 1
    take_in_hand(s, seat, s.lot[s.auction])
    close_lot(s, seat)


@rule_apart
def finance(s: State, seat: int) -> None:
    """Borrow the whole price; the card stays before the screen with the loan and the marker on it."""
    s.financed[seat, s.loans[seat]] = s.lot[s.auction]
    s.loan[seat, s.loans[seat]] = s.bid
    s.loans[seat] += 1
    close_lot(s, seat)


@rule_apart
def close_lot(s: State, winner: int) -> None:
    """The card has gone: the other bidders take their markers back, and the premium if there was one."""
    premium = bid_premium(s, s.bid)
    for seat in range(s.seats):
        if s.bids[s.auction] >> seat & 1 and seat != winner:
            s.markers[seat] += 1
            s.cash[seat] += premium
    s.bids[s.auction] = 0
    s.lot[s.auction] = NO_CARD
    s.actors = 0
    s.phase = RESOLVING


@rule
def can_buy_back(s: State, seat: int) -> bool:
    """Whether the seat has the cash for any of its loans."""
    can = False
    for i in range(s.loans[seat]):
        can |= s.cash[seat] >= s.loan[seat, i]
    return can


@rule_apart
def buy_backs(s: State, seat: int, moves: Any, n: int) -> int:
    """List the financed tulips that the seat has the cash to buy back."""
    for i in range(s.loans[seat]):
        if s.cash[seat] >= s.loan[seat, i] and not is_listed_before(s, seat, i):
            moves[n] = BUY_BACK + i
            n += 1
    return n


@rule_apart
def buy_back(s: State, seat: int, place: int) -> None:
    """Pay the loan and put the tulip behind the screen; the marker is free again."""
    s.cash[seat] -= s.loan[seat, place]
    take_in_hand(s, seat, s.financed[seat, place])
    clear_loan(s, seat, place)
    if s.phase == PURCHASE and seat == s.turn and must_finance(s):
        finance(s, seat)


@rule
def buy_back_all(s: State, seat: int) -> None:
    """Buy back every financed tulip."""
    while s.loans[seat] > 0:
        buy_back(s, seat, 0)


# 3.2.3 Bid Premium Reward


@rule
def bidders_of(s: State, lot: int) -> int:
    """How many seats have a marker on the lot."""
    number = 0
    for seat in range(MAX_SEATS):
        number += s.bids[lot] >> seat & 1
    return number


@rule
def bid_premium(s: State, bid: int) -> int:
    """What each loser of the auction gets from the bank if the bid wins: an equal share of what is above market price."""
    above = bid - market_price(s, s.lot[s.auction])
    return above // (bidders_of(s, s.auction) - 1) if above > 0 else 0


# 4. Cleanup Phase


@rule_apart
def clean_up(s: State) -> None:
    """The market responds, unsold tulips leave, and the next round begins."""
    market_response(s)
    remove_tulips(s)
    s.phase = EVENT
    s.actors = 0
    s.chance = EVENT_DECK


# 4.1 Market Response


@rule
def supplies(s: State) -> int:
    """How many cards of each colour lie in the three areas, in one number; see `supply`."""
    number = 0
    for i in range(s.row):
        number += SUPPLY[s.next_shipment[i]]
    for i in range(s.lots):
        number += SUPPLY[s.lot[i]]
    return number


@rule
def supply(counts: int, colour: int) -> int:
    """One colour's part of the supplies."""
    return counts >> (COUNT_BITS * colour) & ((1 << COUNT_BITS) - 1)


@rule
def market_response(s: State) -> None:
    """The market responds to what has not been bought."""
    respond(s, supplies(s))


@rule_apart
def respond(s: State, counts: int) -> None:
    """The most plentiful colour falls by one, then the scarcest rises by one; if all are equal nothing moves.

    Two colours tied move together: falling, the lower one first; rising, the higher one first. If they are to fall and have no
    place to go, all markers stay (FAQ 3).
    """
    most = supply(counts, 0)
    least = most
    for colour in range(1, COLOURS):
        number = supply(counts, colour)
        most = number if number > most else most
        least = number if number < least else least
    if most == least or (is_blocked_fall(s, counts, most) and not s.blocked_fall_moves_others):
        return
    for i in range(2 * LEVELS):
        falling = i < LEVELS
        colour = colour_on(s, i if falling else 2 * LEVELS - 1 - i)
        if colour != NO_COLOUR and supply(counts, colour) == (most if falling else least):
            move_marker(s, colour, -1 if falling else 1)


@rule
def is_blocked_fall(s: State, counts: int, most: int) -> bool:
    """Whether two markers are to fall together from II and III, while the third is on I."""
    for space in range(COLOURS):
        colour = colour_on(s, space)
        if colour == NO_COLOUR or (supply(counts, colour) == most) != (space > 0):
            return False
    return True


@rule
def colour_on(s: State, space: int) -> int:
    """The colour whose marker is on a space of the price track, or NO_COLOUR."""
    found = NO_COLOUR
    for colour in range(COLOURS):
        found = colour if s.level[colour] == space else found
    return found


# 4.2 Tulip Removal


@rule
def remove_tulips(s: State) -> None:
    """Discard what lies in New Arrivals and Just Sold."""
    for i in range(s.lots):
        if s.lot[i] != NO_CARD:
            put_on_discard_pile(s, s.lot[i])
            s.lot[i] = NO_CARD
    s.lots = 0


# Game End

# Buy Black Tulip


@rule_apart
def answer(s: State, seat: int, move: int) -> None:
    """Say in secret whether to buy the Black Tulip. When all have answered, the richest who declared wins the game.

    Declaring includes buying back all financed tulips.
    """
    s.answer[seat] = move
    s.actors &= ~only(seat)
    if s.actors == 0:
        declared = False
        for p in range(s.seats):
            if s.answer[p] == DECLARE:
                declared = True
                buy_back_all(s, p)
        if declared:
            s.phase = OVER
            s.end = BLACK_TULIP_BOUGHT
        else:
            begin_placing(s)


@rule
def owns_black_tulip(s: State, seat: int) -> bool:
    """Whether the seat has bought the Black Tulip: of those who declared it, none has more guilders."""
    owns = s.end == BLACK_TULIP_BOUGHT and s.answer[seat] == DECLARE
    for p in range(s.seats):
        owns &= (s.answer[p] != DECLARE) | (s.cash[p] <= s.cash[seat])
    return owns


# Bubble Bust


@rule
def net_worth(s: State, seat: int) -> int:
    """Guilders less loans: tulips are worth nothing."""
    return s.cash[seat] - owed(s, seat)


@rule
def owed(s: State, seat: int) -> int:
    """The sum of a seat's loans."""
    total = 0
    for i in range(s.loans[seat]):
        total += s.loan[seat, i]
    return total


@rule
def score(s: State, seat: int) -> int:
    """The seat's guilders less its loans; may be negative."""
    return net_worth(s, seat)


BLACK_TULIP_STANDING: Final = 1 << 30  # more than any number of guilders


@rule
def standing(s: State, seat: int) -> int:
    """What seats are compared by: the Black Tulip, else guilders less loans; equal standings share the victory."""
    return net_worth(s, seat) + (BLACK_TULIP_STANDING if owns_black_tulip(s, seat) else 0)


# Moves


@rule
def legal_moves(s: State, seat: int, moves: Any) -> int:
    """List the seat's moves; in an auction only some of the raises."""
    if s.phase == PLACING:
        return placing_moves(s, seat, moves)
    if s.phase == AUCTION:
        return auction_moves(s, seat, moves)
    if s.phase == SELLING:
        return selling_moves(s, seat, moves)
    if s.phase == PURCHASE:
        return purchase_moves(s, seat, moves)
    moves[0] = DECLARE
    moves[1] = DECLINE
    return buy_backs(s, seat, moves, 2)


@rule_apart
def is_legal(s: State, seat: int, move: int, moves: Any) -> bool:
    """Whether a seat that acts may make the move: any raise of an auction up to the limit, else only what is listed."""
    if s.phase == AUCTION and move >= RAISE_TO:
        return s.bid < move - RAISE_TO <= HIGHEST_BID
    for i in range(legal_moves(s, seat, moves)):
        if moves[i] == move:
            return True
    return False


@rule
def out_of_turn(s: State, seat: int, moves: Any) -> int:
    """List what a seat may do while others decide: buy back its financed tulips."""
    return buy_backs(s, seat, moves, 0)


@rule
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a move, and whatever follows from it."""
    if not make_move(s, seat, move):
        go_on(s)


@rule
def make_move(s: State, seat: int, move: int) -> bool:
    """Do what the move itself does, and return whether nothing else follows from it before the next decision."""
    if BUY_BACK <= move < BUY_BACK + MARKERS:
        buy_back(s, seat, move - BUY_BACK)
        waits = s.phase != RESOLVING
    elif s.phase == PLACING:
        if move == DONE:
            end_placing_turn(s)
        else:
            place_marker(s, seat, move - PLACE)
        waits = (move != DONE) & (s.placed < most_placed(s)) & (s.markers[seat] > 0)
    elif s.phase == AUCTION:
        if move == DONE:
            pass_auction(s, seat)
        else:
            raise_bid(s, seat, move - RAISE_TO)
        waits = s.phase != RESOLVING
    elif s.phase == PURCHASE:
        if move == PAY_CASH:
            buy_with_cash(s, seat)
        else:
            finance(s, seat)
        waits = False
    elif s.phase == SELLING:
        if move == DONE:
            end_selling_turn(s)
        elif move < SELL_FINANCED:
            sell_to_market(s, seat, move - SELL)
        elif move < SELL_SET:
            sell_financed(s, seat, move - SELL_FINANCED)
        else:
            sell_to_collector(s, seat, move - SELL_SET)
        waits = s.chance != 0
    else:
        answer(s, seat, move)
        waits = s.phase != PLACING
    return waits


# What a seat cannot know


@rule
def redeal(s: State, seat: int, noise: Noise) -> None:
    """Deal anew all that the seat (-1: a spectator) cannot know: others' starting bulbs, for sealed answers are forgotten.

    Everything else that lies behind the screens came there for all to see. The decks have no order.
    """
    if s.starting_bulbs and not s.open_hands:
        redeal_bulbs(s, seat, noise)


@rule_apart
def redeal_bulbs(s: State, seat: int, noise: Noise) -> None:
    """Deal anew the bulbs that only others have seen. Any unseen card of its rank is equally likely to be a bulb.

    Unseen are those bulbs and the deck; once the discard pile has been made the deck, the deck's cards are known too.
    """
    bottom = s.left if s.reshuffled else 0
    heap = s.left
    for p in range(s.seats):
        for i in range(BULBS):
            if p != seat and s.bulb[p, i] != NO_CARD:
                s.deck[heap] = s.bulb[p, i]
                s.hand[p, s.bulb[p, i]] -= 1
                heap += 1
    for p in range(s.seats):
        for i in range(BULBS):
            if p != seat and s.bulb[p, i] != NO_CARD:
                rank = BULB_RANKS[i]
                place = place_of_rank(s, rank, bottom, pick(noise, cards_of_rank(s, rank, bottom, heap)))
                heap -= 1
                s.bulb[p, i] = s.deck[place]
                s.hand[p, s.bulb[p, i]] += 1
                s.deck[place] = s.deck[heap]


@rule_apart
def forget(s: State, seat: int) -> None:
    """Make of the state one that tells only what the seat knows, to be redealt; who has answered in secret answers again."""
    for p in range(s.seats):
        if s.phase == DECLARING and p != seat and s.answer[p] != NOT_ANSWERED:
            s.answer[p] = NOT_ANSWERED
            s.actors |= only(p)
    tidy(s.discard, 0, s.discarded)
    if not s.starting_bulbs or s.open_hands:
        tidy(s.deck, 0, s.left)
        return
    bottom = s.left if s.reshuffled else 0
    heap = s.left
    for p in range(s.seats):
        for i in range(BULBS):
            if p != seat and s.bulb[p, i] != NO_CARD:
                s.deck[heap] = s.bulb[p, i]
                s.hand[p, s.bulb[p, i]] -= 1
                heap += 1
    tidy(s.deck, bottom, heap)
    for p in range(s.seats):
        for i in range(BULBS):
            if p != seat and s.bulb[p, i] != NO_CARD:
                place = place_of_rank(s, BULB_RANKS[i], bottom, 0)
                heap -= 1
                s.bulb[p, i] = s.deck[place]
                s.hand[p, s.bulb[p, i]] += 1
                s.deck[place] = s.deck[heap]
                tidy(s.deck, bottom, heap)
    tidy(s.deck, 0, s.left)


# For learners


@rule
def action_of(s: State, move: int) -> int:
    """A move's number for learners: a raise counts from the last bid."""
    return move - s.bid if move >= RAISE_TO else move


@rule
def move_of(s: State, action: int) -> int:
    """The move that a learner's action stands for."""
    return action + s.bid if action >= RAISE_TO else action
