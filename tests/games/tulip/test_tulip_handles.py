"""What can be touched on the table of Tulip, why not, what is worth a curve, and the status line."""

from collections import Counter

import pytest

from support.random_play import random_match
from support.tulip_position import CARDS, COLOURS, TULIP, arrange, deal
from tulips import ALL_SEEING, SPECTATOR
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.engine.state.snapshot import snapshot
from tulips.games.tulip.moves import Dealt, Drawn, Exchange, ExchangeFor, Lower, Play, PlayAction, Raise, Take

PLAIN = "red orange yellow pink"


def touched(match: Match) -> dict[Move, tuple[str, ...]]:
    """The handles of every move of the seat that acts."""
    return {choice.what: choice.handles for choice in match.offers(match.actors[0])}


def reasons(match: Match, seat: int) -> dict[str, str]:
    return {handle: str(phrase) for handle, phrase in TULIP.why_not(snapshot(match.states), seat).items()}


def status(match: Match) -> str:
    return str(TULIP.words.status(snapshot(match.states)))


# Handles


def test_a_card_is_played_by_touching_it() -> None:
    match = deal("red red black take", PLAIN)
    assert touched(match) == {Play("red"): ("hand:red",), Play("black"): ("hand:black",), PlayAction("take"): ("hand:take",)}


def test_a_price_is_varied_by_touching_the_step_that_it_goes_to() -> None:
    match = deal("variation red red red", PLAIN)
    arrange(
        match, gardens=[{"red": 1}, {"blue": 1, "pink": 1}], prices=dict.fromkeys(COLOURS, 0) | {"red": 3, "blue": 5, "pink": 1}
    )
    match.play(0, PlayAction("variation"))
    assert touched(match) == {
        Lower("red"): ("step:red:2",),
        Raise("red"): ("step:red:5",),
        Lower("blue"): ("step:blue:3",),
        Lower("pink"): ("step:pink:0",),
        Raise("pink"): ("step:pink:2",),
    }


def test_tulips_are_exchanged_by_touching_them_and_cards_taken_by_touching_a_seat() -> None:
    match = deal("exchange red red take", PLAIN, PLAIN, draws="red")
    arrange(match, gardens=[{"red": 1}, {"blue": 2}, {"pink": 1, "black": 1}])
    taking = match.at(0)
    match.play(0, PlayAction("exchange"))
    assert touched(match) == {
        Exchange("red", of=0): ("tulip:0:red",),
        Exchange("blue", of=1): ("tulip:1:blue",),
        Exchange("pink", of=2): ("tulip:2:pink",),
    }
    match.play(0, Exchange("blue", of=1))
    assert touched(match) == {ExchangeFor("red", of=0): ("tulip:0:red",), ExchangeFor("pink", of=2): ("tulip:2:pink",)}
    taking.play(0, PlayAction("take"))
    assert touched(taking) == {Take(1): ("seat:1",), Take(2): ("seat:2",)}


@pytest.mark.parametrize("seats", TULIP.seat_counts)
def test_every_move_has_its_own_handle_and_no_handle_of_a_move_has_a_reason_against_it(seats: int) -> None:
    finished = random_match(TULIP, seats, 10 + seats)
    for number in range(finished.moves_made):
        match = finished.at(number)
        handles = touched(match)
        assert set(Counter(handles.values()).values()) == {1}
        assert not {handle for pair in handles.values() for handle in pair} & reasons(match, match.actors[0]).keys()


# Reasons


def test_reasons_say_what_moves_tulips_and_prices() -> None:
    match = deal("red red black take", PLAIN)
    told = reasons(match, 0)
    assert told["tulip:1:purple"] == "Tulips on the table change places only by an Exchange."
    assert told["price:blue"] == "A price moves when a tulip of its colour is played, or by a Variation."
    assert "tulip:0:purple" not in told  # there is none
    assert set(reasons(match, 1).values()) == {"It is the turn of seat 1."}
    assert reasons(match, 1).keys() == {"hand:red", "hand:orange", "hand:yellow", "hand:pink"}


def test_reasons_while_an_exchange_lies_open() -> None:
    match = deal("exchange red red red", PLAIN)
    arrange(match, gardens=[{"red": 1, "blue": 1}, {"blue": 1, "black": 1}])
    match.play(0, PlayAction("exchange"))
    assert reasons(match, 0)["hand:red"] == "Carry out your Exchange first."
    assert reasons(match, 0)["tulip:1:black"] == "Only coloured tulips are exchanged."
    match.play(0, Exchange("red", of=0))
    assert reasons(match, 0)["tulip:0:blue"] == "The other tulip must lie before another seat."
    assert "tulip:1:blue" not in reasons(match, 0)


def test_reasons_while_a_variation_or_a_take_lies_open() -> None:
    match = deal("variation take red red", PLAIN, PLAIN)
    arrange(match, hands=["variation take red red", PLAIN, "pink"], gardens=[{"red": 1}, {}, {}], prices={"red": 5, "blue": 0})
    taking = match.at(0)
    match.play(0, PlayAction("variation"))
    assert reasons(match, 0)["price:blue"] == "No tulip of this colour lies on the table, so its price can't move."
    assert "price:red" not in reasons(match, 0)
    arrange(taking, hands=["variation take red red", PLAIN, "pink"])
    taking.play(0, PlayAction("take"))
    told = reasons(taking, 0)
    assert told["seat:2"] == "A hand with fewer than two cards is safe from a Take."
    assert told["seat:0"] == "You take a card from an opponent."
    assert "seat:1" not in told


# Changes beside things


def test_changes_stand_beside_prices_gardens_values_and_tracks() -> None:
    match = deal("red black pink pink", PLAIN)
    arrange(match, gardens=[{"red": 1}, {"red": 2, "black": 1}], prices={"red": 1}, krashes=1, blacks=1)
    changes = {choice.what: {c.handle: (c.before, c.after) for c in choice.preview.changes} for choice in match.offers(0)}
    assert changes[Play("red")] == {
        "price:red": (1, 0),
        "krashes": (1, 2),
        "tulip:0:red": (1, 0),
        "tulip:1:red": (2, 0),
        "value:0": (1, 0),
        "value:1": (5, 3),
        "value:hand": (1 + 3 + 5 + 5, 3 + 5 + 5),
    }
    assert changes[Play("black")] == {
        "blacks": (1, 2),
        "tulip:0:black": (0, 1),
        "value:0": (1, 4),
        "value:hand": (1 + 3 + 5 + 5, 1 + 5 + 5),
    }


# Figures and the status


def test_figures_are_the_prices_and_what_lies_open() -> None:
    match = deal("red red black take", "blue blue blue blue")
    arrange(match, gardens=[{"red": 2, "take": 1}, {"blue": 1, "black": 2}], prices={"red": 3, "blue": 2})
    s = snapshot(match.states)
    for viewer in (0, 1, SPECTATOR):
        seen = TULIP.views.figures(s, viewer)
        assert (seen["price:red"], seen["price:blue"]) == (3, 2)
        assert (seen["score:0"], seen["score:1"]) == (7, 8)
    everything = TULIP.views.figures(s, ALL_SEEING)
    assert (everything["score:0"], everything["score:1"]) == (7 + 3 + 3 + 3 + 1, 8 + 4 * 2)


def test_figures_end_with_the_scores() -> None:
    match = random_match(TULIP, 4, 3)
    for viewer in (0, SPECTATOR, ALL_SEEING):
        last = TULIP.views.figures(snapshot(match.states), viewer)
        assert [last[f"score:{p}"] for p in range(4)] == match.scores


def test_the_status_tells_whose_turn_it_is_and_how_far_the_ends_are() -> None:
    match = deal("exchange black red red", PLAIN)
    arrange(match, krashes=2, blacks=3)
    assert status(match) == "seat 1 to play a card. Until the end: 2 krashes, 1 black tulip or 57 cards."
    match.play(0, PlayAction("exchange"))
    assert status(match).startswith("seat 1 to choose a tulip for the exchange. Until")
    match.play(0, Exchange("red", of=0))
    assert status(match).startswith("seat 1 to choose the other tulip of the exchange. Until")
    match = deal("black variation take red", PLAIN)
    arrange(match, blacks=3, krashes=3, deck="red")
    assert status(match).endswith("Until the end: 1 krash, 1 black tulip or 1 card.")
    match.play(0, Play("black"))
    assert status(match) == "The fourth black tulip has come: all hands are laid down and count."


# Seeing everything


def test_whoever_may_see_all_sees_hands_and_every_card_drawn() -> None:
    match = deal("red red black take", PLAIN, draws="blue")
    match.play(0, Play("red"))
    assert [seat.revealed for seat in match.view(ALL_SEEING).seats] == [["red", "blue", "black", "take"], PLAIN.split()]
    told = [entry.what for entry in match.log(ALL_SEEING)]
    assert Dealt(1, card="pink") in told
    assert Drawn(0, card="blue") in told


def test_the_view_tells_what_the_next_tulip_of_a_colour_does() -> None:
    match = deal(PLAIN, PLAIN)
    arrange(match, prices=dict(zip(COLOURS, [5, 3, 2, 1, 0, 5], strict=True)))
    market = match.view(0).market
    assert [(c.price, c.next, c.near) for c in market[:5]] == [
        (5, 3, False),
        (3, 2, False),
        (2, 1, False),
        (1, 0, True),
        (0, 5, False),
    ]
    assert {c.colour for c in market} == set(CARDS[:6])
