"""Tulip Bubble, by Kouyou (Moaideas Game Design, 2017), for three to five players."""

from pathlib import Path

from tulips.engine.game import Game
from tulips.games.tulip_bubble import income, insight, rules, view, words
from tulips.games.tulip_bubble.components import FACTS
from tulips.games.tulip_bubble.greedy import greedy
from tulips.games.tulip_bubble.observation import OBSERVATION
from tulips.games.tulip_bubble.state import State

GAME = Game(
    Path(__file__).parent,
    FACTS,
    State,
    rules,
    words,
    view,
    OBSERVATION,
    chances=("price markers", "starting bulbs", "tulips", "events", "collectors", "first seat"),
    ends=("the bubble burst", "the Black Tulip was bought"),
    max_moves=rules.MOST_MOVES,
    actions=rules.ACTIONS,
    income=income.income,
    policies={"greedy": greedy},
    insight=insight,
    parse_move=words.parse_move,
    secret_options={"starting_bulbs": True},  # without them all is public but the answers of a moment
)
