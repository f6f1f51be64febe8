"""What people see of Tulip, what a move would do, and what nobody else may know."""

from collections import Counter
from typing import Any

import numpy as np
from scipy.stats import chisquare

from support.random_play import random_match
from support.tulip_position import CARDS, COLOURS, TRACK, TULIP, arrange, deal, garden, hand, prices
from tulips import SPECTATOR
from tulips.engine.kinds import Kind, Move
from tulips.engine.match.match import Match
from tulips.engine.phrase import catalogue
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import row
from tulips.games.tulip import rules
from tulips.games.tulip.components import card_phrase
from tulips.games.tulip.moves import (
    ActionTaken,
    Dealt,
    Drawn,
    EmptyHanded,
    Exchange,
    ExchangeFor,
    Krash,
    LaidDown,
    Loss,
    Lower,
    Play,
    PlayAction,
    Raise,
    Take,
    Taken,
)
from tulips.games.tulip.previews import PriceMove
from tulips.games.tulip.view import garden_values, held_value, score_so_far

PLAIN = "red orange yellow pink"


def preview(match: Match, move: Move) -> tuple[str, dict[str, tuple[int, int]]]:
    seat = match.actors[0]
    (choice,) = [choice for choice in match.offers(seat) if choice.what == move]
    return str(choice.preview.summary), {c.handle: (int(str(c.before)), int(str(c.after))) for c in choice.preview.changes}


# Previews


def test_a_preview_tells_each_seat_s_value_before_and_after() -> None:
    match = deal("red red pink black", PLAIN, PLAIN)
    arrange(match, gardens=[{"red": 1}, {"red": 2, "black": 1}, {"blue": 1}], prices={"red": 3, "blue": 2, "pink": 5})
    summary, changes = preview(match, Play("red"))
    assert summary == "red from 3 to 2; you -3, seat 2 -2"
    assert changes == {
        "price:red": (3, 2),
        "tulip:0:red": (1, 2),
        "value:0": (3, 4),
        "value:1": (9, 7),
        "value:hand": (3 + 3 + 5 + 3, 2 + 5 + 3),
    }


def test_changes_are_told_by_their_sentences() -> None:
    match = deal("red red pink black", PLAIN)
    arrange(match, gardens=[{"red": 1}, {"red": 2}], prices={"red": 3})
    (choice,) = [choice for choice in match.offers(0) if choice.what == Play("red")]
    told = {change.handle: (change.what.name, change.what.values) for change in choice.preview.changes}
    assert told == {
        "price:red": ("price-of", {"colour": card_phrase("red")}),
        "tulip:0:red": ("cards-of", {"card": card_phrase("red"), "seat": 0}),
        "value:0": ("value-of", {"seat": 0}),
        "value:1": ("value-of", {"seat": 1}),
        "value:hand": ("value-of-hand", {}),
    }
    texts = catalogue(TULIP.folder)
    assert texts["value-of.you"] == "value of your garden"
    assert texts["cards-of.you"] == "{card} cards before you"


def test_a_preview_warns_of_a_krash_and_of_one_that_comes_near() -> None:
    match = deal("red orange yellow variation", PLAIN)
    arrange(match, gardens=[{"red": 1, "orange": 1}, {"red": 2, "yellow": 1}], prices={"red": 1, "orange": 2, "yellow": 5})
    summary, changes = preview(match, Play("red"))
    assert summary == "krash, red from 1 to 0, 4 tulips leave the table; you -2, seat 2 -2; krash 1 of 4"
    assert changes["value:0"] == (3, 2)
    assert changes["value:1"] == (7, 5)
    assert preview(match, Play("orange"))[0] == "orange from 2 to 1; you -2; the next orange tulip is a krash"
    match.play(0, PlayAction("variation"))
    assert (
        preview(match, Lower("red"))[0] == "krash, red from 1 to 0, 3 tulips leave the table; you -2, seat 2 -2; krash 1 of 4"
    )
    assert preview(match, Raise("orange"))[0] == "orange from 2 to 3; you +2"


def test_a_preview_warns_of_the_end() -> None:
    match = deal("red black pink pink", PLAIN)
    arrange(match, gardens=[{}, {"red": 1}], prices={"red": 1}, krashes=3, blacks=3)
    assert preview(match, Play("red"))[0].endswith("krash 4 of 4; the game ends at once")
    assert preview(match, Play("black"))[0] == "3 florins; black tulip 4 of 4; the game ends at once"


def test_a_preview_of_the_end_keeps_other_hands_secret() -> None:
    match = deal("black pink pink pink", "black black black pink")
    arrange(match, gardens=[{"red": 1}, {"blue": 1}], blacks=3)
    _, changes = preview(match, Play("black"))
    assert changes.keys() == {"blacks", "value:0", "value:hand", "tulip:0:black"}


def test_previews_of_actions() -> None:
    match = deal("exchange take variation pink", PLAIN, PLAIN)
    arrange(match, gardens=[{"red": 1}, {"blue": 1}, {"pink": 1}], prices={"red": 1, "blue": 5, "pink": 3})
    assert preview(match, PlayAction("exchange"))[0] == "1 florin; then choose two tulips of different seats"
    assert preview(match, PlayAction("variation"))[0] == "1 florin; then choose a colour to lower or raise"
    assert preview(match, PlayAction("take"))[0] == "1 florin; then choose an opponent; a krash if it is red"
    taking = match.at(0)
    arrange(taking, gardens=[{"red": 1}, {"blue": 1}, {"pink": 1}], prices={"red": 1, "blue": 1, "pink": 3})
    taking.play(0, PlayAction("take"))
    assert preview(taking, Take(1))[0] == "one of 4 cards, played at once as yours; a krash if it is red or blue"
    match.play(0, PlayAction("exchange"))
    assert preview(match, Exchange("red", of=0))[0] == "then choose a tulip of another seat"
    match.play(0, Exchange("red", of=0))
    summary, changes = preview(match, ExchangeFor("blue", of=1))
    assert summary == "you +4, seat 2 -4"
    assert changes["value:0"] == (2, 6)


# Views and the log


def test_a_view_shows_the_market_and_what_lies_open() -> None:
    match = deal("red black take pink", PLAIN, PLAIN, PLAIN, starting="blue red pink orange", draws="yellow")
    match.play(0, Play("red"))
    view = match.view(1)
    assert [(c.colour, c.price, c.open) for c in view.market] == [
        ("red", 3, 2),
        ("orange", 5, 1),
        ("yellow", 0, 0),
        ("pink", 5, 1),
        ("purple", 0, 0),
        ("blue", 5, 1),
    ]
    assert view.seats[0].tulips == [1, 0, 0, 0, 0, 1]
    assert view.seats[0].value == 3 + 5
    assert view.hand == ["red", "orange", "yellow", "pink"]
    assert view.hand_value == 3 + 5 + 0 + 5
    assert (view.turn, view.phase, view.deck) == (1, "turn", 65 - 17)


def test_hands_stay_secret_until_the_end() -> None:
    match = deal("black take take take", PLAIN)
    assert match.view(SPECTATOR).hand == []
    assert all(seat.revealed == [] for seat in match.view(1).seats)
    arrange(match, blacks=3)
    match.play(0, Play("black"))
    assert [seat.revealed for seat in match.view(SPECTATOR).seats] == [["take"] * 3, ["red", "orange", "yellow", "pink"]]


def test_a_drawn_card_is_for_its_seat_and_a_taken_card_for_all_to_see() -> None:
    match = deal("take pink pink pink", "red blue blue blue", draws="yellow", takes="red")
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    logs = {viewer: [entry.what for entry in match.log(viewer)] for viewer in (0, 1, SPECTATOR)}
    for viewer in logs:
        assert Taken("red", of=1, price=PriceMove("red", 5, 3)) in logs[viewer]
    assert Drawn(0, card="yellow") in logs[0]
    assert not any(isinstance(what, Drawn) and what.card for what in logs[1] + logs[SPECTATOR])
    assert not any(isinstance(what, Dealt) for what in logs[SPECTATOR])
    assert logs[1].count(Dealt(1, card="blue")) == 3


def test_the_log_tells_prices_and_krashes() -> None:
    match = deal("red red red red", "red red variation pink", draws="pink pink pink pink")
    match.play(0, Play("red"))
    match.play(1, PlayAction("variation"))
    match.play(1, Lower("red"))
    match.play(0, Play("red"))
    match.play(1, Play("red"))
    told = [entry.what for entry in match.log(SPECTATOR) if entry.at]
    assert told == [
        Play("red", price=PriceMove("red", 5, 3)),
        PlayAction("variation"),
        Lower("red", price=PriceMove("red", 3, 2)),
        Play("red", price=PriceMove("red", 2, 1)),
        Play("red", price=PriceMove("red", 1, 0)),
        Krash("red", lost=(Loss(0, 3), Loss(1, 1))),
    ]


def test_a_spectator_observes_what_everyone_knows() -> None:
    match = deal(PLAIN, PLAIN, PLAIN)
    seen, place = TULIP.observe(match.states, SPECTATOR)[0], TULIP.observation.slices()
    assert seen[place["hand"]].sum() == 0
    assert seen[place["unseen"]].sum() == 65
    assert seen[place["turn"]].tolist() == [1, 0, 0, 0, 0, 0]


def test_the_table_in_the_terminal() -> None:
    match = deal("take pink pink pink", "red blue blue blue", takes="red")
    match.play(0, PlayAction("take"))
    text = TULIP.words.text(match.view(0), ["Ada", "Bo"])
    assert "Your hand: pink, pink, pink (worth 15 now)" in text
    assert "Krashes: 0 of 4   black tulips: 0 of 4   deck: 57 cards" in text
    assert "blue" not in text.splitlines()[-1]


# Redealing


def test_a_redeal_keeps_the_own_hand_and_all_that_lies_open() -> None:
    match = deal("take pink pink pink", "red blue black blue", PLAIN, takes="red")
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    s = row(match.states)
    unseen = Counter(hand(match, 0) + hand(match, 2)) + deck_of(s)
    for noise in range(50):
        world = TULIP.redeal(match.states, 1, noise)
        copy = match.at(match.moves_made)
        copy.states[:] = world
        assert hand(copy, 1) == ["black", "blue", "blue"]
        assert [garden(copy, p) for p in range(3)] == [garden(match, p) for p in range(3)]
        assert [len(hand(copy, p)) for p in range(3)] == [4, 3, 4]
        assert Counter(hand(copy, 0) + hand(copy, 2)) + deck_of(row(world)) == unseen


def deck_of(s: Any) -> Counter[str]:
    return Counter(CARDS[s.deck[i]] for i in range(s.left))


def test_the_card_that_was_taken_from_a_seat_is_not_dealt_again() -> None:
    """The only black tulip was taken from seat 2 and lies before seat 1: no world has it anywhere else."""
    match = deal(
        "take red red red", "black red red red", takes="black", options={"deck": {"tulips": {"red": 20}, "take": 1, "black": 1}}
    )
    match.play(0, PlayAction("take"))
    match.play(0, Take(1))
    for viewer in (0, 1, SPECTATOR):
        worlds = np.concatenate([TULIP.redeal(match.states, viewer, noise) for noise in range(100)])
        assert (worlds["hand"] != 6).all()
        assert (worlds["garden"][:, 0, 6] == 1).all()


def test_a_redeal_gives_every_unseen_card_the_same_chance() -> None:
    match = deal(PLAIN, PLAIN, PLAIN)
    s = row(match.states)
    unseen = Counter(hand(match, 1) + hand(match, 2)) + deck_of(s)
    worlds = TULIP.redeal(np.repeat(match.states, 4000), 0, 7)
    dealt = Counter(worlds["hand"][:, 1].ravel().tolist())
    expected = np.array([unseen[name] for name in CARDS]) / unseen.total() * 16000
    assert chisquare([dealt[card] for card in range(10)], expected).pvalue > 1e-4


def test_nothing_is_redealt_once_all_hands_are_open() -> None:
    match = deal("black pink pink pink", PLAIN)
    arrange(match, blacks=3)
    match.play(0, Play("black"))
    assert (TULIP.redeal(match.states, SPECTATOR, 3)["hand"] == match.states["hand"]).all()


def test_the_end_tells_every_seat_s_florins() -> None:
    match = random_match(TULIP, 3, 5)
    text = TULIP.words.text(match.view(0), match.names)
    for seat, score in enumerate(match.scores):
        assert match.view(0).seats[seat].score == score
        assert f"= {score} florins" in text
        assert f"Seat {seat + 1} held " in text
    assert "Your hand" not in text


def test_the_table_tells_what_is_offered_and_what_is_gone() -> None:
    match = deal("exchange red red red", "pink pink pink pink")
    match.play(0, PlayAction("exchange"))
    match.play(0, Exchange("red", of=0))
    row(match.states).discard[COLOURS.index("blue")] = 3
    text = TULIP.words.text(match.view(0), match.names)
    assert "To be exchanged: red of Seat 1" in text
    assert "Gone in krashes: 3 blue" in text


def test_previews_warn_of_every_end() -> None:
    def nearly_over() -> Match:
        match = deal("red take take take", "pink pink pink pink")
        arrange(match, deck="red")
        return match

    match = nearly_over()
    anyway = {choice.what: str(choice.preview.anyway) for choice in match.offers(0)}
    assert anyway == dict.fromkeys(
        [Play("red"), PlayAction("take")], "then the last card of the deck is drawn and the game ends"
    )
    for move in anyway:
        played = nearly_over()
        played.play(0, move)
        while not played.end:
            assert played.actors == (0,), "it is still the same turn"
            played.play(0, TULIP.moves(played.states, 0)[0])
    match = deal("take pink pink pink", "red black pink pink")
    arrange(match, prices={"red": 1}, krashes=3, blacks=3)
    dangers = "a krash, which ends the game, if it is red; the game ends if it is black"
    assert summary(match, PlayAction("take")).endswith(dangers)
    match.play(0, PlayAction("take"))
    assert summary(match, Take(1)).endswith(dangers)


def summary(match: Match, move: Move) -> str:
    return next(str(choice.preview.summary) for choice in match.offers(match.actors[0]) if choice.what == move)


def test_the_log_says_when_an_action_could_not_be_carried_out() -> None:
    match = deal("exchange red red red", "pink pink pink pink")
    arrange(match, gardens=[{"red": 1}, {}], prices=dict.fromkeys(COLOURS[1:], 0))
    match.play(0, PlayAction("exchange"))
    assert PlayAction("exchange", vain=True) in [entry.what for entry in match.log(1)]
    assert PlayAction("exchange", vain=True) in [entry.what for entry in match.log(1)]


# As data


def happened(match: Match, viewer: int) -> list[Kind]:
    """What the log has told since the first move."""
    return [entry.what for entry in match.log(viewer) if entry.at]


def test_the_log_tells_what_came_of_each_move() -> None:
    match = deal("variation pink pink pink", "take red red red", draws="blue red yellow", takes="pink")
    arrange(match, gardens=[{"red": 2}, {"red": 1, "blue": 1}], prices={"red": 1, "pink": 5})
    match.play(0, PlayAction("variation"))
    match.play(0, Lower("red"))
    krash = Krash("red", (Loss(0, 2), Loss(1, 1)))
    assert happened(match, 0) == [PlayAction("variation"), Lower("red", PriceMove("red", 1, 0)), krash, Drawn(0, "blue")]
    match.play(1, PlayAction("take"))
    match.play(1, Take(0))
    told = [PlayAction("take"), Take(0), Taken("pink", 0, PriceMove("pink", 5, 3))]
    assert happened(match, 1)[3:] == [*told, Drawn(1, "red")]
    assert happened(match, 0)[4:] == told, "another's draw is not told"


def test_the_log_tells_an_exchange_and_an_action_that_is_taken() -> None:
    match = deal("exchange take pink pink", "take red red red", draws="red red", takes="take red")
    match.play(0, PlayAction("exchange"))
    match.play(0, Exchange("red", 0))
    match.play(0, ExchangeFor("pink", 1))
    assert happened(match, SPECTATOR) == [PlayAction("exchange"), Exchange("red", 0), ExchangeFor("pink", 1)]
    match.play(1, PlayAction("take"))
    match.play(1, Take(0))
    assert happened(match, SPECTATOR)[3:] == [PlayAction("take"), Take(0), ActionTaken("take", 0)]


def test_the_log_tells_the_hands_at_the_end() -> None:
    match = deal("black take red red", PLAIN)
    arrange(match, hands=["black take red", ""], prices={"red": 2}, blacks=3)
    match.play(0, Play("black"))
    assert happened(match, SPECTATOR) == [Play("black"), LaidDown(0, ("red", "take"), 3), EmptyHanded(1)]


def test_the_observation_says_what_lies_where() -> None:
    """A position in the middle of an Exchange after a krash, seen from the second of three seats."""
    match = deal("exchange red red take", "pink blue black variation", "pink pink pink pink", seed=1)
    gardens = [{"red": 2, "black": 1}, {"orange": 1}, {"purple": 3, "take": 2}]
    nothing = {"yellow": 0, "pink": 0, "blue": 0}
    arrange(match, gardens=gardens, prices={"red": 5, "orange": 3, "purple": 1} | nothing, krashes=1, blacks=1)
    row(match.states).discard[COLOURS.index("blue")] = 4
    match.play(0, PlayAction("exchange"))
    match.play(0, Exchange("purple", of=2))
    told = {name: TULIP.observe(match.states, 1)[0][place] for name, place in TULIP.observation.slices().items()}

    def cards(piece: str, where: int = 0) -> dict[str, int]:
        counts = told[piece][where * len(CARDS) : (where + 1) * len(CARDS)]
        return {name: int(n) for name, n in zip(CARDS, counts, strict=True) if n}

    assert told["phase"].tolist() == [0, 1, 0, 0]
    assert told["turn"].tolist() == [0, 0, 1, 0, 0, 0]
    assert cards("hand") == {"pink": 1, "blue": 1, "black": 1, "variation": 1}
    assert [cards("gardens", i) for i in range(3)] == [gardens[1], gardens[2], {**gardens[0], "exchange": 1}]
    market = told["market"].reshape(6, 5)
    assert {c: TRACK[int(market[i].argmax())] for i, c in enumerate(COLOURS)} == prices(match)
    assert (market.sum(axis=1) == 1).all()
    assert told["held"].tolist()[:3] == [4, 4, 3]
    offered = told["offered"].reshape(6, 6)
    assert [tuple(place) for place in np.argwhere(offered)] == [(1, COLOURS.index("purple"))]
    assert told["discard"].tolist() == [0, 0, 0, 0, 0, 4]
    assert (told["krashes"][0], told["blacks"][0]) == (1, 1)
    assert told["deck"][0] == row(match.states).left
    assert told["seats"].tolist() == [0, 1, 0, 0, 0]
    assert int(told["unseen"].sum()) == row(match.states).left + 3 + 4


def test_what_cards_pay_is_summed_up_as_the_rules_do() -> None:
    for seed in range(3):
        match = random_match(TULIP, 4, seed)
        for states in match.positions():
            s, live = snapshot(states), row(states)
            for seat in range(4):
                assert garden_values(s)[seat] == rules.table_value(live, seat)
                assert held_value(s, seat) == rules.hand_value(live, seat)
                assert score_so_far(s, seat) == rules.score(live, seat)
