"""What can be touched, why not, what stands beside it, and the line that says what is waited for."""

from typing import Any

import pytest

import tulips
from support.bubble_position import (
    ANDY,
    BOB,
    DENNIS,
    GAME,
    bid,
    buying,
    collectors,
    hold,
    just_sold,
    new_arrivals,
    next_shipment,
    owe,
    placing,
    position,
    purse,
    selling,
)
from support.random_play import positions
from tulips.engine.kinds import Move
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import row
from tulips.games.tulip_bubble.moves import (
    Answer,
    Bid,
    Borrow,
    BuyBack,
    Pass,
    Pay,
    PlaceNoMore,
    Raise,
    Sell,
    SellFinanced,
    SellNoMore,
    SellSet,
)
from tulips.games.tulip_bubble.rules import DONE


def handles(match: Any, seat: int) -> dict[Move, tuple[str, ...]]:
    return {choice.what: choice.handles for choice in match.offers(seat)}


def reasons(match: Any, seat: int) -> dict[str, str]:
    return {handle: str(reason) for handle, reason in GAME.why_not(snapshot(match.states), seat).items()}


def status(match: Any) -> str:
    return GAME.words.status(snapshot(match.states)).named(match.names)


def sellers() -> Any:
    match = position("red I, white II, yellow IV")
    hold(match, ANDY, "red C1", "red C2", "red C3", "white C1")
    owe(match, ANDY, "yellow A", 18)
    collectors(match, "Nobleman", "Madame", "Servant")
    return match


def in_auction() -> Any:
    """Andy and Bob both want white B1, and Andy has raised to 12."""
    match = position("red I, white II, yellow IV")
    new_arrivals(match, "white B1", "red A")
    placing(match)
    bid(match, ANDY, "white B1")
    bid(match, BOB, "white B1")
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    match.play(ANDY, Raise(12))
    return match


# Handles


def test_sales_are_made_by_touching_the_tulip_or_the_collector() -> None:
    match = selling(sellers())
    assert handles(match, ANDY) == {
        Sell("red C1"): ("hand:red C1",),
        Sell("red C2"): ("hand:red C2",),
        Sell("red C3"): ("hand:red C3",),
        Sell("white C1"): ("hand:white C1",),
        SellFinanced("yellow A", loan=18): ("financed:yellow A:18",),
        SellSet(("red C1", "red C2", "red C3"), collector="Servant"): ("collector:Servant",),
        BuyBack("yellow A", loan=18): ("financed:yellow A:18",),
        SellNoMore(): (),
    }


def test_bids_are_made_by_touching_the_lot() -> None:
    match = position()
    new_arrivals(match, "red A")
    just_sold(match, "white C1")
    placing(match)
    assert handles(match, ANDY) == {
        Bid("red A", row="New Arrivals", place=1): ("lot:New Arrivals:1",),
        Bid("white C1", row="Just Sold", place=1): ("lot:Just Sold:1",),
        PlaceNoMore(): (),
    }


def test_an_auction_and_a_payment_have_things_to_touch() -> None:
    match = in_auction()
    assert handles(match, BOB)[Pass()] == ()
    assert handles(match, BOB)[Raise(13)] == ("raise:13",)
    match.play(BOB, Pass())
    assert handles(match, ANDY) == {Pay(12, card="white B1"): ("pay",), Borrow(12, card="white B1"): ("borrow",)}


def test_every_move_but_being_done_has_a_thing_to_touch_and_no_reason_stands_on_it() -> None:
    for states in positions(GAME, 4, 21):
        for seat in range(4):
            offers = GAME.offers(states, seat)
            told = [(choice.handles, choice.words) for choice in offers]
            assert len(set(told)) == len(told)
            assert all(choice.handles for choice in offers if choice.move != DONE)
            lit = {handle for choice in offers for handle in choice.handles}
            assert not lit & set(GAME.why_not(snapshot(states), seat))


def test_equal_financed_tulips_share_a_place_to_touch() -> None:
    match = position()
    for loan in (9, 5, 9):
        owe(match, ANDY, "red C3", loan)
    touched = [handle for choice in placing(match).offers(ANDY) for handle in choice.handles]
    assert touched == ["financed:red C3:9", "financed:red C3:5"]


# Reasons


def test_a_lot_says_why_it_takes_no_marker() -> None:
    match = position()
    new_arrivals(match, "red A", "white C1")
    next_shipment(match, "white C3")
    placing(match)
    match.play(ANDY, Bid("red A", row="New Arrivals", place=1))
    assert reasons(match, ANDY)["lot:New Arrivals:1"] == "Your marker is on it already."
    assert "lot:New Arrivals:2" not in reasons(match, ANDY)
    assert reasons(match, ANDY)["next:0"] == "The Next Shipment can be bid on next round."
    assert reasons(match, BOB) == {}
    row(match.states).markers[ANDY] = 0
    assert reasons(match, ANDY)["lot:New Arrivals:2"] == "You have no free marker."


def test_lots_and_hands_say_in_which_phase_they_count() -> None:
    match = sellers()
    new_arrivals(match, "red A")
    selling(match)
    assert reasons(match, ANDY)["lot:New Arrivals:1"] == "Bids are placed when everyone has sold."
    match = in_auction()
    hold(match, BOB, "red C1")
    assert reasons(match, BOB)["lot:New Arrivals:2"] == "No more bids are placed this round."
    assert reasons(match, BOB)["hand:red C1"] == "Tulips are sold in the Selling Phase, at the start of a round."
    purse(match := position(), ANDY, 121)
    new_arrivals(match, "red A")
    assert reasons(buying(match), ANDY)["lot:New Arrivals:1"] == "First the Black Tulip is answered for."


def test_a_collector_says_why_he_buys_nothing() -> None:
    match = selling(sellers())
    told = reasons(match, ANDY)
    assert told["collector:Madame"] == "You have no set for this collector (Madame): three B of three colours."
    assert "collector:Servant" not in told
    match.play(ANDY, SellSet(("red C1", "red C2", "red C3"), collector="Servant"))
    assert reasons(match, ANDY)["collector:Madame"] == "You have sold to a collector this turn."
    row(match.states).collector[0] = -1
    assert reasons(match, ANDY)["collector:20"] == "No collector of this bonus is left."
    match = in_auction()
    collectors(match, "Nobleman", "Madame", "Servant")
    assert reasons(match, BOB)["collector:Madame"] == "Collectors buy in the Selling Phase, at the start of a round."


def test_a_financed_tulip_says_what_is_lacking() -> None:
    match = sellers()
    purse(match, ANDY, 1)
    row(match.states).loan[ANDY, 0] = 30
    assert reasons(match, ANDY)["financed:yellow A:30"] == "The loan is 30, and you have 1 guilder."
    selling(match)
    wanted = "The loan is 30; with its price of 20 and your 1 guilder you could not pay it."
    assert reasons(match, ANDY)["financed:yellow A:30"] == wanted
    purse(match, ANDY, 12)
    assert "financed:yellow A:30" not in reasons(match, ANDY)
    row(match.states).no_leverage = 1
    assert reasons(match, ANDY)["financed:yellow A:30"] == "A financed tulip is bought back before it is sold."


# What stands beside a thing


def test_changes_stand_beside_what_they_change() -> None:
    match = selling(sellers())
    changes = {c.what: {g.handle: (g.before, g.after) for g in c.preview.changes} for c in match.offers(ANDY)}
    served = changes[SellSet(("red C1", "red C2", "red C3"), collector="Servant")]
    assert served == {"guilders:0": (20, 33), "held:0:red C1": (1, 0), "held:0:red C2": (1, 0), "held:0:red C3": (1, 0)}
    back = changes[BuyBack("yellow A", loan=18)]
    assert back == {"guilders:0": (20, 2), "markers:0": (2, 3), "owed:0": (18, 0), "held:0:yellow A": (0, 1)}
    sold = {"guilders:0": (20, 23), "held:0:white C1": (1, 0), "level:red": ("I", "III"), "level:yellow": ("IV", "V")}
    assert changes[Sell("white C1")] == sold


def test_the_forecast_is_the_response_that_comes_if_nothing_else_is_sold_or_bought() -> None:
    match = position("red II, white III, yellow V")
    new_arrivals(match, "red C1", "red C2", "white C1", "yellow C1")
    placing(match)
    bid(match, ANDY, "yellow C1")
    told = {colour.colour: colour.forecast for colour in match.view(0).colours}
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    s = snapshot(match.states)
    on_lists(GAME.rules.apply)(s, ANDY, 4)  # finance, and the round is over
    assert told == {colour: ["I", "II", "III", "IV", "V", "VI", "VII"][s.level[c]] for c, colour in enumerate(told)}
    assert told != {colour.colour: colour.level for colour in match.view(0).colours}


def test_a_pile_tells_its_viewer_alone_how_much_of_a_set_is_there() -> None:
    match = sellers()
    hold(match, BOB, "red B1", "white B2")
    assert [pile.held for pile in match.view(ANDY).collectors] == [0, 0, 3]
    assert [pile.held for pile in match.view(BOB).collectors] == [1, 2, 0]
    assert [pile.held for pile in match.view(tulips.SPECTATOR).collectors] == [0, 0, 0]


# Figures


def test_figures_are_the_levels_and_the_worth_that_one_may_see() -> None:
    match = sellers()
    s = snapshot(match.states)
    levels = {"price:red": 1, "price:white": 2, "price:yellow": 4}
    assert GAME.views.figures(s, ANDY) == levels | {"score:0": 2}
    assert GAME.views.figures(s, tulips.SPECTATOR) == levels
    everything = levels | {"score:0": 2, "score:1": 20, "score:2": 20, "score:3": 20}
    assert GAME.views.figures(s, tulips.ALL_SEEING) == everything
    s.open_hands = 1
    assert GAME.views.figures(s, BOB) == everything


def test_figures_tell_of_the_bust_and_then_of_everyone() -> None:
    burst = next(states for states in positions(GAME, 3, 5) if GAME.end(states))
    assert GAME.end(burst) == "the bubble burst"
    told = GAME.views.figures(snapshot(burst), tulips.SPECTATOR)
    assert told["bust"] == 1
    assert [told[f"score:{p}"] for p in range(3)] == GAME.scores(burst)


def test_someone_who_may_see_all_sees_behind_every_screen_and_every_sealed_answer() -> None:
    match = position()
    for seat in (ANDY, DENNIS):
        purse(match, seat, 130)
    hold(match, BOB, "red C1")
    buying(match).play(DENNIS, Answer("buy"))
    seats = match.view(tulips.ALL_SEEING).seats
    assert (seats[BOB].tulips, seats[BOB].guilders) == (["red C1"], 20)
    assert [seat.declares for seat in seats] == [None, None, None, True]
    assert [match.view(viewer).seats[DENNIS].declares for viewer in (DENNIS, ANDY, -1)] == [True, None, None]
    logs = [match.log(viewer)[-1].what for viewer in (tulips.ALL_SEEING, ANDY, tulips.SPECTATOR)]
    assert logs == [Answer("buy"), Answer(), Answer()]


# The line that says what is waited for


def test_the_status_says_who_does_what() -> None:
    assert status(selling(sellers())).startswith("Round 1: Andy may sell tulips. ")
    match = position()
    new_arrivals(match, "white B1", "red A", "red C1")
    placing(match)
    assert status(match).startswith("Round 1: Andy may place 2 bids. ")
    match.play(ANDY, Bid("white B1", row="New Arrivals", place=1))
    assert status(match).startswith("Round 1: Andy may place 1 bid. ")
    match.play(ANDY, PlaceNoMore())
    match.play(BOB, Bid("white B1", row="New Arrivals", place=1))
    while match.view(0).phase == "placing":
        match.play(match.actors[0], PlaceNoMore())
    assert status(match).startswith("Round 1: auction for white B1, Andy bids more than 7 or passes. ")
    match.play(ANDY, Raise(12))
    assert status(match).startswith("Round 1: auction for white B1, Bob raises the 12 of Andy or passes. ")
    match.play(BOB, Pass())
    assert status(match).startswith("Round 1: Andy buys white B1 for 12, in cash or on a loan. ")


def test_the_status_names_all_who_decide_on_the_black_tulip() -> None:
    match = position()
    purse(match, ANDY, 121)
    assert "secret decision on the Black Tulip: Andy." in status(buying(match))
    match = position()
    purse(match, ANDY, 121)
    purse(match, DENNIS, 125)
    assert "secret decision on the Black Tulip: Andy, Dennis." in status(buying(match))
    match.play(ANDY, Answer("leave"))
    match.play(DENNIS, Answer("buy"))
    assert status(match) == "The Black Tulip has been bought."


@pytest.mark.parametrize(
    ("events_seen", "told", "bust_in"),
    [
        (1, "The bubble can't burst before round 7 is over.", None),
        (6, "The bubble can't burst before round 7 is over.", None),
        (7, "After this round the bubble bursts with a chance of 1 in 3.", 3),
        (8, "After this round the bubble bursts with a chance of 1 in 2.", 2),
        (9, "After this round the bubble bursts.", 1),
    ],
)
def test_the_status_says_when_the_bubble_may_burst(events_seen: int, told: str, bust_in: int | None) -> None:
    match = placing(position())
    row(match.states).round = events_seen
    assert status(match).endswith(told)
    assert match.view(0).bust_in == bust_in
