"""The rules of Gift of Tulips, in the order of the rulebook."""

import math
from typing import Any, Final

import numpy as np

from tulips.engine.options import RANDOM
from tulips.engine.state.chance import Noise, luck, pick
from tulips.engine.state.heap import tidy
from tulips.engine.state.numbering import Numbering, numbered, sharing
from tulips.engine.state.rule import rule, rule_apart
from tulips.engine.state.seats import all_seats, only
from tulips.games.gift_of_tulips.components import (
    ALL_COPIES,
    CARDS,
    GIVE,
    KEEP,
    MAJORITY,
    MAX_REVEALED,
    MAX_SEATS,
    MAX_SECRETS,
    PLACES,
    SCORED_RANKS,
    UNRANKED,
    VALUE,
    VALUES_OF_A_VARIETY,
    VARIETIES,
    VARIETY,
    copies,
    removed,
)
from tulips.games.gift_of_tulips.state import State

# Phases, in the order they come
FIRST_TULIP: Final = 0
SECOND_TULIP: Final = 1
DEAL: Final = 2
OPENING: Final = 3
TURN: Final = 4
REVEAL: Final = 5
FINISHED: Final = 6

CHANCES: Final = ("first seat", "deck", "secret festival")
STARTER, DECK, SECRET_PILE = numbered(CHANCES)

ENDS: Final = ("the deck ran out",)
(DECK_RAN_OUT,) = numbered(ENDS)

# An opening move is the card of the hand that goes into the bouquet. In a turn the card drawn goes into the bouquet of a seat,
# one's own to keep it or another's to give it, or to the festival, which one shows or hides.
MOVES: Final = Numbering(
    choose=2,
    keep=sharing("choose", MAX_SEATS),
    give=sharing("keep", MAX_SEATS),
    show=1,
    hide=1,
)
FESTIVAL: Final = MOVES["show"]
SECRET: Final = MOVES["hide"]
ACTIONS: Final = MOVES.total

# Kinds of action: a turn's two are of different kinds. To the festival openly or in secret is one kind.
NO_ACTION: Final = 0
KEEP_ACTION: Final = 1
GIVE_ACTION: Final = 2
FESTIVAL_ACTION: Final = 3

NO_CARD: Final = 255
NOT_CHOSEN: Final = -1


# Game setup


def set_up(s: State, seats: int, options: dict[str, Any]) -> None:
    """Lay out the table before anything is drawn."""
    number = CARDS * copies(seats)
    for i in range(number):
        s.deck[i] = i % CARDS
    s.unseen = number
    s.left = number - removed(seats)
    s.action = NO_ACTION
    s.card = NO_CARD
    for variety in range(VARIETIES):
        s.place[variety] = UNRANKED
    for p in range(MAX_SEATS):
        s.choice[p] = NOT_CHOSEN
        s.hand[p, 0] = NO_CARD
        s.hand[p, 1] = NO_CARD
    if options["first"] == RANDOM:
        s.chance = STARTER
    else:
        s.turn = options["first"] - 1
        s.chance = DECK


@rule
def outcomes(s: State) -> int:
    """How many equally likely outcomes the pending chance has."""
    if s.chance == DECK:
        return s.unseen if s.returned == 0 else s.unseen * s.left
    return s.secrets if s.chance == SECRET_PILE else s.seats


@rule
def settle(s: State, outcome: int) -> None:
    """Carry out what chance has decided."""
    if s.chance == DECK:
        card = take_from_deck(s, outcome)
        if s.phase == TURN:
            s.card = card
            s.chance = 0
            s.actors = only(s.turn)
        elif s.phase == DEAL:
            deal(s, card)
        else:
            reveal_starting_tulip(s, card)
    elif s.chance == SECRET_PILE:
        flip_secret_card(s, outcome)
    else:
        s.turn = outcome
        s.chance = DECK


@rule
def place_in_deck(s: State, outcome: int) -> int:
    """Where in the heap the outcome's card lies.

    Each of the `left` cards of the deck is equally likely on top. A returned card is one of them for certain; an unseen
    one only with the chance that it is not removed. So every returned card gets `unseen` of `left * unseen` outcomes, and
    every unseen one `left - returned` of them.
    """
    if s.returned == 0:
        return outcome
    if outcome < s.returned * s.unseen:
        return s.unseen + outcome // s.unseen
    return outcome % s.unseen


@rule
def take_from_deck(s: State, outcome: int) -> int:
    """Draw the outcome's card."""
    place = place_in_deck(s, outcome)
    card = s.deck[place]
    if place < s.unseen:
        s.unseen -= 1
        s.deck[place] = s.deck[s.unseen]
        s.deck[s.unseen] = s.deck[s.unseen + s.returned]
    else:
        s.returned -= 1
        s.deck[place] = s.deck[s.unseen + s.returned]
    s.left -= 1
    return card


@rule
def reveal_starting_tulip(s: State, card: int) -> None:
    """Reveal two tulips of different varieties for the festival; the higher value takes 1st place, else the first."""
    first = s.first_tulip
    if s.phase == FIRST_TULIP:
        s.first_tulip = card
        s.phase = SECOND_TULIP
    elif VARIETY[card] == VARIETY[first]:
        s.shown[card] += 1
    else:
        if VALUE[card] > VALUE[first]:
            add_to_festival(s, first)
            add_to_festival(s, card)
        else:
            add_to_festival(s, card)
            add_to_festival(s, first)
        return_unused_cards(s)
        s.phase = DEAL


@rule
def return_unused_cards(s: State) -> None:
    """Put the cards of the first tulip's variety back into the deck; everyone has seen them."""
    for card in range(CARDS):
        for _ in range(s.shown[card]):
            s.deck[s.unseen + s.returned] = card
            s.returned += 1
            s.left += 1


@rule
def deal(s: State, card: int) -> None:
    """Deal two cards to each seat, in order; then all choose at once."""
    for seat in range(s.seats):
        for i in range(2):
            if s.hand[seat, i] == NO_CARD:
                s.hand[seat, i] = card
                if seat == s.seats - 1 and i == 1:
                    s.phase = OPENING
                    s.chance = 0
                    s.actors = all_seats(s.seats)
                return


@rule
def choose_opening(s: State, seat: int, which: int) -> None:
    """Choose a card for the bouquet; the other starts the secret festival. Nothing is shown until all have chosen."""
    s.choice[seat] = which
    s.actors &= ~only(seat)
    if s.actors == 0:
        for p in range(s.seats):
            open_hand(s, p, s.choice[p])
            s.hand[p, 0] = NO_CARD
            s.hand[p, 1] = NO_CARD
        s.phase = TURN
        s.chance = DECK


@rule
def open_hand(s: State, seat: int, which: int) -> None:
    """Put the chosen card into the bouquet and the other into the secret festival."""
    s.bouquet[seat, s.hand[seat, which]] += 1
    lay_secret(s, seat, s.hand[seat, 1 - which])


# How to play


def turn_moves(seats: int, seat: int, action: int) -> list[int]:
    """A seat's moves in a turn: keep, give or festival, but no second action of the kind already taken."""
    keep = [seat] * (action != KEEP_ACTION)
    give = [p for p in range(seats) if p != seat] * (action != GIVE_ACTION)
    festival = [FESTIVAL, SECRET] * (action != FESTIVAL_ACTION)
    return keep + give + festival


@rule
def turn_row(seats: int, seat: int, action: int) -> int:
    """The row of a turn in the tables below."""
    return (seats * MAX_SEATS + seat) * 4 + action


# The moves of every turn, listed once: copying a row is faster than listing them anew.
MOST_MOVES: Final = MAX_SEATS + 2
LISTED: Final = np.zeros((turn_row(MAX_SEATS + 1, 0, 0), MOST_MOVES), np.int32)
MOVE_COUNT: Final = np.zeros(len(LISTED), np.int32)
for _seats in range(2, MAX_SEATS + 1):
    for _seat in range(_seats):
        for _action in (NO_ACTION, KEEP_ACTION, GIVE_ACTION, FESTIVAL_ACTION):
            _moves = turn_moves(_seats, _seat, _action)
            _row = turn_row(_seats, _seat, _action)
            LISTED[_row, : len(_moves)] = _moves
            MOVE_COUNT[_row] = len(_moves)


@rule
def legal_moves(s: State, seat: int, moves: Any) -> int:
    """List the seat's moves. Two equal cards at the opening are one choice."""
    if s.phase == OPENING:
        moves[0] = 0
        moves[1] = 1
        return 1 if s.hand[seat, 0] == s.hand[seat, 1] else 2
    row = turn_row(s.seats, seat, s.action)
    for i in range(MOST_MOVES):
        moves[i] = LISTED[row, i]
    return MOVE_COUNT[row]  # type: ignore[no-any-return]


@rule
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a move."""
    if s.phase == OPENING:
        choose_opening(s, seat, move)
    elif move == FESTIVAL:
        add_to_festival(s, s.card)
        end_action(s, seat, FESTIVAL_ACTION)
    elif move == SECRET:
        lay_secret(s, seat, s.card)
        end_action(s, seat, FESTIVAL_ACTION)
    else:
        add_to_bouquet(s, seat, move, s.card)
        end_action(s, seat, KEEP_ACTION if move == seat else GIVE_ACTION)


@rule
def end_action(s: State, seat: int, kind: int) -> None:
    """After the first action draw again; after the second the next seat's turn begins, or the game ends."""
    second = s.action != NO_ACTION
    s.action = NO_ACTION if second else kind
    s.turn = (0 if seat + 1 == s.seats else seat + 1) if second else seat
    s.card = NO_CARD
    s.actors = 0
    s.chance = DECK
    if s.left == 0:  # only ever after a second action
        s.phase = REVEAL
        s.chance = SECRET_PILE


@rule
def keeping_points(s: State, card: int) -> int:
    """What keeping the card scores now."""
    return KEEP[s.place[VARIETY[card]]]  # type: ignore[no-any-return]


@rule
def giving_points(s: State, card: int) -> int:
    """What giving the card scores now: its value and the giving points of its rank."""
    return VALUE[card] + GIVE[s.place[VARIETY[card]]]  # type: ignore[no-any-return]


@rule
def add_to_bouquet(s: State, seat: int, friend: int, card: int) -> None:
    """Action 1, keep a tulip, when `friend` is the seat itself, else action 2, give it; either way the seat scores."""
    s.points[seat] += keeping_points(s, card) if friend == seat else giving_points(s, card)
    s.bouquet[friend, card] += 1


@rule
def lay_secret(s: State, seat: int, card: int) -> None:
    """Action 3, face down: onto the secret festival."""
    s.secret[s.secrets] = card
    s.owner[s.secrets] = seat
    s.secrets += 1


@rule
def add_to_festival(s: State, card: int) -> None:
    """Action 3, face up, and adjusting the festival cards: the variety takes the place of the first that it equals or
    passes, and those from there on move one to the right."""
    variety = VARIETY[card]
    s.festival[card] += 1
    s.tracking[variety] += VALUE[card]
    before = s.place[variety]
    place = 0
    for other in range(VARIETIES):
        place += s.tracking[other] > s.tracking[variety]
    for other in range(VARIETIES):
        s.place[other] += (place <= s.place[other]) & (s.place[other] < before)
    s.place[variety] = place


# End of game


@rule
def flip_secret_card(s: State, which: int) -> None:
    """Turn over a random card of the secret festival and add it; after the fifth, or the last, scoring begins."""
    card = s.secret[which]
    s.secrets -= 1
    s.secret[which] = s.secret[s.secrets]
    s.owner[which] = s.owner[s.secrets]
    add_to_festival(s, card)
    s.revealed += 1
    if s.revealed == MAX_REVEALED or s.secrets == 0:
        for variety in range(VARIETIES):
            if s.place[variety] < SCORED_RANKS:
                score_majority(s, s.place[variety], variety)
        s.chance = 0
        s.phase = FINISHED
        s.end = DECK_RAN_OUT


@rule
def tulips(s: State, seat: int, variety: int) -> int:
    """How a seat stands in a variety: a number that grows with its cards first and their values second; 0 for none."""
    first = variety * VALUES_OF_A_VARIETY
    strength = 0
    for card in range(first, first + VALUES_OF_A_VARIETY):
        strength += s.bouquet[seat, card] * (1000 + VALUE[card])
    return strength


@rule_apart
def score_majority(s: State, place_in_festival: int, variety: int) -> None:
    """Pay the majority points of one variety: most cards, then highest value; seats still tied are all paid the same.

    The seats after a tie take the next place: two that share the first place leave the second to the third seat.
    """
    ceiling = 1 << 30
    for place in range(PLACES[s.seats]):
        best = 0
        for seat in range(s.seats):
            strength = tulips(s, seat, variety)
            best = max(best, strength if strength < ceiling else 0)
        if best == 0:
            return
        for seat in range(s.seats):
            points = MAJORITY[s.seats, place_in_festival, place]
            s.points[seat] += points if tulips(s, seat, variety) == best else 0
        ceiling = best


@rule
def score(s: State, seat: int) -> int:
    """The seat's points: so far, and at the end for good."""
    return s.points[seat]


@rule
def standing(s: State, seat: int) -> int:
    """What seats are compared by: points, then most tulips in the bouquet; equal standings share the victory."""
    cards = 0
    for card in range(CARDS):
        cards += s.bouquet[seat, card]
    return s.points[seat] * 1000 + cards


# What a seat cannot know

MARK: Final = 16  # added to a card in the heap while redealing: it was seen at set-up and returned

# WAYS[n * (ALL_COPIES + 1) + k]: in how many ways k of n copies can be chosen
WAYS: Final = np.array([math.comb(n, k) for n in range(ALL_COPIES + 1) for k in range(ALL_COPIES + 1)], np.float64)


@rule
def redeal(s: State, seat: int, noise: Noise) -> None:
    """Deal anew all that the seat (-1: a spectator) cannot know: others' hands, drawn card and secret cards, the deck."""
    if s.phase < DEAL:
        return  # nothing has been dealt, and the deck has no order
    drawn_by_another = s.phase == TURN and s.card != NO_CARD and s.turn != seat
    gone = s.unseen + s.returned - s.left
    heap = gather_unknown_cards(s, seat)

    bottom = choose_removed_cards(s, heap, gone, noise)
    for i in range(s.secrets):
        if s.owner[i] != seat:
            s.secret[i] = take_from_heap(s, bottom, heap, noise)
            heap -= 1
    if drawn_by_another:
        s.card = take_from_heap(s, bottom, heap, noise)
        heap -= 1
    for p in range(s.seats):
        for i in range(2):
            if p != seat and s.hand[p, i] != NO_CARD:
                s.hand[p, i] = take_from_heap(s, bottom, heap, noise)
                heap -= 1
    sort_out_returned_cards(s, heap)


@rule
def gather_unknown_cards(s: State, seat: int) -> int:
    """Put copies of all cards that the seat cannot place behind those of the deck; how many lie there then."""
    heap = s.unseen + s.returned
    for p in range(s.seats):
        for i in range(2):
            if p != seat and s.hand[p, i] != NO_CARD:
                s.deck[heap] = s.hand[p, i]
                heap += 1
    if s.phase == TURN and s.card != NO_CARD and s.turn != seat:
        s.deck[heap] = s.card
        heap += 1
    for i in range(s.secrets):
        if s.owner[i] != seat:
            s.deck[heap] = s.secret[i]
            heap += 1
    return heap


@rule_apart
def forget(s: State, seat: int) -> None:
    """Make of the state one that tells only what the seat knows, to be redealt; who has chosen in secret chooses again."""
    if s.phase < DEAL:
        tidy(s.deck, 0, s.unseen)
        return
    heap = gather_unknown_cards(s, seat)
    tidy(s.deck, 0, heap)
    s.unseen = s.unseen + s.returned
    s.returned = 0
    for i in range(s.secrets, MAX_SECRETS):
        s.secret[i] = 0
        s.owner[i] = 0
    for i in range(s.secrets):
        if s.owner[i] != seat:
            heap -= 1
            s.secret[i] = s.deck[heap]
    if s.phase == TURN and s.card != NO_CARD and s.turn != seat:
        heap -= 1
        s.card = s.deck[heap]
    for p in range(s.seats):
        for i in range(2):
            if p != seat and s.hand[p, i] != NO_CARD:
                heap -= 1
                s.hand[p, i] = s.deck[heap]
        if s.phase == OPENING and p != seat:
            s.choice[p] = NOT_CHOSEN
            s.actors |= only(p)
    tidy(s.deck, 0, heap)


@rule_apart
def choose_removed_cards(s: State, heap: int, gone: int, noise: Noise) -> int:
    """If cards were returned at set-up, choose which of the heap are removed ones; they come to lie first.

    A seat knows that the returned cards are not among the removed.
    """
    shown = 0
    for card in range(CARDS):
        shown += s.shown[card]
    if shown == 0:
        return 0
    marked = mark_returned_cards(s, heap, gone, noise)
    for i in range(gone):
        j = i + pick(noise, heap - marked - i)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
    return gone


@rule
def mark_returned_cards(s: State, heap: int, gone: int, noise: Noise) -> int:
    """Choose which cards of the heap are copies that were seen at set-up and returned; they come to lie last.

    Copies of a card look alike: a seat cannot tell whether one that was played later was the returned copy. All ways in
    which the copies can lie are equally likely, so the numbers of returned copies in the heap (of each of the variety's
    three values) are drawn by counting the ways: to choose them among the copies in the heap, to choose the others among
    the copies in sight, and to choose the removed cards among those that were not returned.
    """
    low = VARIETY[s.first_tulip] * VALUES_OF_A_VARIETY
    ways = 0.0
    for turn in range(2):  # count all ways, then stop at a random one
        stop = ways * luck(noise) if turn == 1 else -1.0
        ways = 0.0
        for a in range(s.shown[low] + 1):
            for b in range(s.shown[low + 1] + 1):
                for c in range(s.shown[low + 2] + 1):
                    more = ways_to_mark(s, low, a, heap) * ways_to_mark(s, low + 1, b, heap)
                    more *= ways_to_mark(s, low + 2, c, heap)
                    for i in range(a + b + c):  # none of the marked is removed
                        more *= (heap - gone - i) / (heap - i)
                    ways += more
                    if turn == 1 and ways > stop:
                        mark(s, low, a, heap)
                        mark(s, low + 1, b, heap - a)
                        mark(s, low + 2, c, heap - a - b)
                        return a + b + c
    return 0


@rule_apart
def ways_to_mark(s: State, card: int, number: int, heap: int) -> float:
    """In how many ways just so many of the card's returned copies can lie in the heap."""
    in_heap = 0
    for i in range(heap):
        in_heap += s.deck[i] == card
    in_sight = copies(s.seats) - in_heap - (card == s.first_tulip)  # the first tulip itself was never returned
    return WAYS[in_heap * (ALL_COPIES + 1) + number] * WAYS[in_sight * (ALL_COPIES + 1) + s.shown[card] - number]  # type: ignore[no-any-return]


@rule_apart
def mark(s: State, card: int, number: int, heap: int) -> None:
    """Mark some copies of a card in the heap and bring them to its end."""
    last = heap - 1
    for _ in range(number):
        i = 0
        while s.deck[i] != card:
            i += 1
        s.deck[i], s.deck[last] = s.deck[last], card + MARK
        last -= 1


@rule
def take_from_heap(s: State, bottom: int, heap: int, noise: Noise) -> int:
    """Take a random card from the heap's places `bottom` to `heap` - 1; the last one fills its place."""
    place = bottom + pick(noise, heap - bottom)
    card = s.deck[place] % MARK
    s.deck[place] = s.deck[heap - 1]
    return card


@rule
def sort_out_returned_cards(s: State, heap: int) -> None:
    """Bring the heap back into its order: the unseen cards first, then the returned ones."""
    s.unseen = heap
    s.returned = 0
    i = 0
    while i < s.unseen:
        if s.deck[i] >= MARK:
            s.unseen -= 1
            s.returned += 1
            s.deck[i], s.deck[s.unseen] = s.deck[s.unseen], s.deck[i] - MARK
        else:
            i += 1
