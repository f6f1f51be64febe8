"""What a player is shown before a move, and how well the greedy bot plays."""

from support.told import legal
from support.tulipmania_position import GAME, burst, position, sell
from tulips import bots
from tulips.engine.kinds import Move
from tulips.engine.match.match import Match
from tulips.engine.state.state import row
from tulips.games.tulipmania_1637.moves import Buy, BuyNothing, Draw, Lay, Play, Sell, Take
from tulips.lab.simulate import simulate


def summary(match: Match, seat: int, move: Move) -> str:
    return next(str(choice.preview.summary) for choice in match.offers(seat) if choice.what == move)


def changes(match: Match, seat: int, move: Move) -> dict[str, tuple[str, str]]:
    choice = next(choice for choice in match.offers(seat) if choice.what == move)
    return {str(change.what): (str(change.before), str(change.after)) for change in choice.preview.changes}


def test_a_sale_shows_its_three_prices() -> None:
    match = position(price={"orange": 250})
    prices = "if purchased f250, if speculated with f750, if all pass f150"
    assert summary(match, 0, Sell("orange")) == f"{prices}; a burst now would bring you f250, without this tulip f0"
    match = position(price={"orange": 75})
    assert summary(match, 0, Sell("orange")).startswith("if purchased f75, if speculated with f225, if all pass f75; ")


def test_a_sale_shows_what_a_burst_would_bring_as_far_as_one_can_know() -> None:
    match = position(
        price={"orange": 250}, tulips={"orange": [2, 3, 0, 0]}, buyers={"orange": [1, 0, 0, 0], "blue": [0, 2, 0, 0]}
    )
    # a pair at 250; the single waits for up to two pairs of seat 2: it brings 150 or 50
    burst_now = "a burst now would bring you f300 to f400, without this tulip f250"
    assert summary(match, 0, Sell("orange")).endswith(f"; {burst_now}")


def test_a_card_shows_who_is_paid_and_where_the_price_goes() -> None:
    match = position(price={"orange": 250}, cash=[0, 1000, 0, 0], buyers={"orange": [0, 1, 0, 0]})
    match.play(0, Sell("orange"))
    assert summary(match, 1, Lay("speculate")) == (
        "you pay seat 1 f750; orange rises to f1,000, where a burst would bring you f1,750 (now f250)"
    )
    assert changes(match, 1, Lay("speculate")) == {
        "cash of seat 2": ("f1,000", "f250"),
        "cash of seat 1": ("f0", "f750"),
        "your orange tulips": ("1", "2"),
        "orange price": ("f250", "f1,000"),
        "your cash if orange were sold off": ("f250", "f1,750"),
    }
    assert summary(match, 1, Lay("purchase by proxy")) == (
        "1 orange buyer; the bank pays seat 1 f250; orange rises to f375, where a burst would bring you f375 (now f250)"
    )
    assert "becomes a pass" in summary(match, 1, Lay("speculate by proxy"))
    passing = next(choice.preview for choice in match.offers(1) if choice.what == Lay("pass"))
    assert str(passing.summary) == "you leave the tulip to others"
    assert str(passing.anyway) == "a burst now would bring you f250"
    assert passing.changes == []


def test_the_seller_s_own_card_is_shown() -> None:
    match = position(price={"orange": 250}, cash=[0] * 4, buyers={"orange": [2, 0, 0, 0]})
    sell(match, "orange", {})
    assert summary(match, 0, Play("pass")) == (
        "the bank pays you f150; orange falls to f50, where a burst would bring you f0 (now f250)"
    )
    assert summary(match, 0, Play("speculate by proxy")) == (
        "2 orange buyers; the bank pays you f750; orange rises to f1,000, where a burst would bring you f0 (now f250)"
    )
    assert changes(match, 0, Play("speculate by proxy"))["cash of seat 1"] == ("f0", "f750")


def test_a_burst_is_shown_with_all_that_it_may_bring() -> None:
    """Seat 2 has a pair and a single; how long it must wait with the single depends on others' pairs."""
    match = position(
        price={"orange": 1000},
        cash=[0, 3000, 0, 0],
        tulips={"orange": [1, 1, 3, 0]},
        buyers={"orange": [0, 1, 0, 0], "blue": [0, 0, 3, 0]},
    )
    match.play(0, Sell("orange"))
    # seat 3 may have none to three orange buyers, and loses one of them: up to two pairs
    assert (
        summary(match, 1, Lay("speculate")) == "you pay seat 1 f3,000; orange bursts at f4,000 and brings you f5,000 to f7,000"
    )
    row(match.states).most[2, 2] = 0
    assert summary(match, 1, Lay("speculate")).endswith("brings you f7,000")


def test_a_preview_of_the_last_burst_tells_of_both() -> None:
    match = position(3, price={"orange": 2000, "yellow": 375}, cash=[0, 2000, 0], tulips={"yellow": [0, 1, 0]}, deck=0)
    burst(match, "purple")
    match.play(0, Sell("orange"))
    told = summary(match, 1, Lay("purchase"))
    assert told.startswith("you pay seat 1 f2,000; orange bursts at f3,000 and brings you ")
    assert told.endswith("; yellow bursts too, brings you f375 and ends the game")


def test_a_buyer_shows_whether_others_learn_of_it() -> None:
    match = position()
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert summary(match, 0, Draw()) == "a secret buyer from the deck"
    face_up = next(move for move in legal(match, 0) if isinstance(move, Take))
    assert summary(match, 0, face_up).endswith("that all know of")


def test_a_purchase_from_the_stockpile_is_shown() -> None:
    match = position(price={"yellow": 250}, deck=0)
    sell(match, "orange", {})
    match.play(0, Play("pass"))
    assert summary(match, 0, Buy("yellow")) == (
        "you pay the bank f250; yellow rises to f375, where a burst would bring you f600 (now f250)"
    )
    assert summary(match, 0, BuyNothing()) == "your turn ends"


def test_greedy_beats_random_players() -> None:
    for seats, fair in ((3, 0.55), (4, 0.6), (5, 0.5)):
        by_seat = simulate(GAME, 1000, seats, bots=["greedy", "random"]).by_seat
        assert by_seat[0].win_share > fair


def test_greedy_does_not_feed_a_rival_with_more_pairs() -> None:
    """At 2,000 any purchase bursts the colour: with buyers of one's own a speculation pays best, else it feeds others."""
    mine = position(
        price={"orange": 2000},
        cash=[0, 7000, 7000, 7000],
        tulips={"orange": [1, 2, 0, 0]},
        buyers={"orange": [0, 3, 0, 0]},
    )
    theirs = position(
        price={"orange": 2000},
        cash=[0, 7000, 7000, 7000],
        tulips={"orange": [1, 0, 3, 3]},
        buyers={"orange": [0, 0, 4, 4]},
    )
    for match, speculates in ((mine, True), (theirs, False)):
        s = row(match.states)
        for p in range(4):
            for c in range(4):
                s.known[p, c] = s.least[p, c] = s.buyers[p, c]
        match.play(0, Sell("orange"))
        move = bots.choose(GAME, match.states, 1, "greedy", 1)
        laid = GAME.kinds.move(row(match.states), 1, move)
        assert isinstance(laid, Lay) and laid.card is not None
        assert laid.card.startswith("speculate") == speculates


def test_greedy_lays_no_card_that_it_can_t_carry_out() -> None:
    match = position(price={"orange": 1000}, cash=[0, 10, 10, 10])
    match.play(0, Sell("orange"))
    for p in (1, 2, 3):
        assert bots.choose(GAME, match.states, p, "greedy", 1) == 0
