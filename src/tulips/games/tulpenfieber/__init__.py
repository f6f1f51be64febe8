"""Tulpenfieber, by Uwe Rosenberg (AMIGO 2021), for one to four players."""

from pathlib import Path

from tulips.engine.game import Game
from tulips.games.tulpenfieber import income, insight, rules, view, words
from tulips.games.tulpenfieber.components import ENDS, FACTS
from tulips.games.tulpenfieber.greedy import PLAN, daring, greedy
from tulips.games.tulpenfieber.hasty import hasty
from tulips.games.tulpenfieber.observation import OBSERVATION
from tulips.games.tulpenfieber.state import State

GAME = Game(
    Path(__file__).parent,
    FACTS,
    State,
    rules,
    words,
    view,
    OBSERVATION,
    chances=("first seat", "dice"),
    ends=ENDS,
    max_moves=rules.MOST_MOVES,
    actions=rules.MOVES,
    income=income.income,
    race=True,
    short=income.short,
    policies={"hasty": hasty, "daring": daring, "greedy": greedy},
    insight=insight,
    secret_options=None,
    find_outcome=words.find_outcome,
    distinct_outcomes=words.distinct_outcomes,
    parse_move=words.parse_move,
    scratch=PLAN,
)
