"""Tulip, by Quentin Lammerant (Les Tontons Joueurs, 2025), for two to six players."""

from pathlib import Path

from tulips.engine.game import Game
from tulips.games.tulip import income, insight, rules, view, words
from tulips.games.tulip.components import FACTS, MAX_SEATS
from tulips.games.tulip.greedy import greedy
from tulips.games.tulip.observation import OBSERVATION
from tulips.games.tulip.state import State

GAME = Game(
    Path(__file__).parent,
    FACTS,
    State,
    rules,
    words,
    view,
    OBSERVATION,
    chances=("deck", "starting cards", "first seat", "take"),
    ends=("the fourth black tulip", "the fourth krash", "the deck ran out"),
    max_moves=rules.MOST_MOVES,
    actions=rules.TAKE_FROM + MAX_SEATS,
    income=income.income,
    policies={"greedy": greedy},
    insight=insight,
)
