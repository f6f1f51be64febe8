"""How a game of Tulip ends, and what it pays."""

import pytest

from support.tulip_position import TULIP, arrange, deal, garden, hand
from tulips.engine.state.state import row
from tulips.games.tulip.moves import Lower, Play, PlayAction, Take

PLAIN = "red orange yellow pink"
BLACK, KRASH, DECK = "the fourth black tulip", "the fourth krash", "the deck ran out"


# The fourth black tulip


@pytest.mark.parametrize(("blacks", "end"), [(0, None), (1, None), (2, None), (3, BLACK)])
def test_the_fourth_black_tulip_of_the_whole_table_ends_the_game(blacks: int, end: str | None) -> None:
    match = deal("black pink pink pink", PLAIN)
    arrange(match, gardens=[{"red": 1}, {"black": blacks}], blacks=blacks)
    match.play(0, Play("black"))
    assert match.end == end


def test_the_end_comes_at_once_without_a_draw() -> None:
    match = deal("black pink pink pink", PLAIN)
    arrange(match, blacks=3)
    left = match.view(0).deck
    match.play(0, Play("black"))
    assert hand(match, 0) == ["pink", "pink", "pink"]
    assert match.view(0).deck == left
    assert match.actors == ()
    assert match.view(0).phase == "over"


def test_a_taken_black_tulip_may_be_the_fourth() -> None:
    match = deal("take pink pink pink", "black black black black", takes="black")
    arrange(match, blacks=3)
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert match.end == BLACK
    assert garden(match, 0)["black"] == 1
    assert len(hand(match, 1)) == 3


def test_black_tulips_in_hands_do_not_end_the_game() -> None:
    match = deal("black black black pink", "black black pink red")
    match.play(0, Play("pink"))
    assert not match.end


# The fourth krash


@pytest.mark.parametrize(("krashes", "end"), [(0, None), (2, None), (3, KRASH)])
def test_the_fourth_krash_ends_the_game(krashes: int, end: str | None) -> None:
    match = deal("red pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 1}], prices={"red": 1}, krashes=krashes)
    match.play(0, Play("red"))
    assert match.end == end
    assert garden(match, 1) == {}
    assert len(hand(match, 0)) == (3 if end else 4)


def test_a_variation_may_bring_the_fourth_krash() -> None:
    match = deal("variation pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 1}], prices={"red": 1}, krashes=3)
    match.play(0, PlayAction("variation"))
    match.play(0, Lower("red"))
    assert match.end == KRASH
    assert match.scores[0] == 5 + 1 + 3 * 5


def test_a_taken_tulip_may_bring_the_fourth_krash() -> None:
    match = deal("take pink pink pink", "red red red red", takes="red")
    arrange(match, gardens=[{"blue": 1}, {"red": 1}], prices={"red": 1}, krashes=3)
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    assert match.end == KRASH
    assert match.scores == [5 + 1 + 3 * 5, 0]


# The last card of the deck


def test_the_last_card_is_kept_and_scores() -> None:
    match = deal("red pink pink pink", PLAIN)
    arrange(match, gardens=[{"blue": 1}, {"red": 1}], deck="black")
    match.play(0, Play("red"))
    assert match.end == DECK
    assert hand(match, 0) == ["black", "pink", "pink", "pink"]
    assert match.scores[0] == 5 + 3 + 3 * 5 + 3  # blue, the red just played at 3, three pink, the black tulip drawn


def test_the_last_card_ends_the_game_though_the_hand_is_not_full() -> None:
    match = deal("red pink pink pink", PLAIN)
    arrange(match, hands=["red pink"], deck="black yellow")
    match.play(0, Play("red"))
    assert match.end == DECK
    assert hand(match, 0) == ["black", "pink", "yellow"]


def test_the_last_but_one_card_does_not_end_the_game() -> None:
    match = deal("red pink pink pink", PLAIN)
    arrange(match, deck="black yellow")
    match.play(0, Play("red"))
    assert not match.end
    assert match.actors == (1,)
    match.play(1, Play("pink"))
    assert match.end == DECK


# Hands and florins


def test_revealed_hands_score_without_effect() -> None:
    match = deal("black red red take", "black exchange variation blue")
    arrange(match, gardens=[{"red": 1}, {"blue": 1}], prices={"red": 1, "blue": 0, "pink": 5}, blacks=3)
    match.play(0, Play("black"))
    assert match.view(1).market[0].price == 1
    assert match.view(1).krashes == 0
    assert match.view(1).black_tulips == 4
    assert match.scores == [1 + 3 + 1 + 1 + 1, 0 + 3 + 1 + 1 + 0]
    assert [seat.revealed for seat in match.view(0).seats] == [
        ["red", "red", "take"],
        ["blue", "black", "exchange", "variation"],
    ]


def test_example_of_the_end_of_a_game_26_florins() -> None:
    """3 x 2, 1 x 1, 1 x 3, 1 x 0, 2 x 5 and 2 x 3; a tulip at 0 can only come from the hand."""
    match = deal("black purple pink red", PLAIN)
    mine = {"red": 2, "orange": 1, "yellow": 1, "purple": 1, "black": 1}
    prices = {"red": 2, "orange": 1, "yellow": 3, "pink": 0, "purple": 5}
    arrange(match, gardens=[mine, {}], prices=prices, blacks=3)
    match.play(0, Play("black"))
    assert match.scores[0] == 26


def test_only_what_lies_open_counts_before_the_end() -> None:
    match = deal(PLAIN, PLAIN)
    assert match.scores == [15, 15]


def test_the_most_florins_win_and_a_tie_is_shared() -> None:
    match = deal("black red red red", PLAIN, PLAIN)
    prices = dict.fromkeys(["orange", "yellow", "pink", "purple"], 0)
    arrange(match, hands=["black", "red", "black"], gardens=[{"blue": 1}, {"black": 1}, {"blue": 1}], prices=prices, blacks=3)
    match.play(0, Play("black"))
    assert match.scores == [8, 8, 8]
    assert match.winners == [0, 1, 2]
    s = row(match.states)
    s.garden[1, 0] += 1
    assert match.winners == [1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_end_is_reached_at_every_number_of_players(seats: int) -> None:
    few_ends = {"tulips": 4, "exchange": 10, "variation": 3, "take": 3}  # no black tulip, hardly a krash
    ends = set()
    for deck in ("default", few_ends):
        batch = TULIP.batch(2000, seats, seed=1, options={"deck": deck})
        batch.play_out()
        ends |= {TULIP.ends[end - 1] for end in batch.states["end"]}
    assert ends == {BLACK, KRASH, DECK}
