"""Tulipmania 1637, by Scott Nicholson (JKLM Games, 2009), for three to five players."""

from pathlib import Path

from tulips.engine.game import Game
from tulips.games.tulipmania_1637 import income, insight, rules, view, words
from tulips.games.tulipmania_1637.components import CARDS, FACTS
from tulips.games.tulipmania_1637.greedy import greedy
from tulips.games.tulipmania_1637.observation import OBSERVATION
from tulips.games.tulipmania_1637.state import State

GAME = Game(
    Path(__file__).parent,
    FACTS,
    State,
    rules,
    words,
    view,
    OBSERVATION,
    chances=("first seat", "buyer deck", "reserve deck"),
    ends=("the last bubble burst", "nobody traded for a round", "the last of a hundred rounds was played"),
    max_moves=rules.MOST_MOVES,
    actions=max(rules.MOST_MOVES, CARDS),
    income=income.income,
    policies={"greedy": greedy},
    insight=insight,
)
