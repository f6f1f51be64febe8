"""Tulpenfieber, by Uwe Rosenberg (AMIGO), for one to four players."""

from pathlib import Path

from tulips.engine.game import Game
from tulips.games.tulpenfieber import rules, view, words
from tulips.games.tulpenfieber.greedy import PLAN, daring, greedy
from tulips.games.tulpenfieber.observation import OBSERVATION
from tulips.games.tulpenfieber.table import FACTS, Table

GAME = Game(
    Path(__file__).parent,
    FACTS,
    Table,
    rules,
    words,
    view,
    OBSERVATION,
    chances=("first seat", "dice"),
    ends=(
        "row 4 is full",
        "three adjacent tulips in row 5",
        "four tulips in row 5",
        "a total of 42 tulips or fewer, outstanding",
        "a total of 50 tulips or fewer, very good",
        "a total of 60 tulips or fewer, won",
        "a total of more than 60 tulips, not won",
    ),
    max_moves=rules.MOST_MOVES,
    actions=rules.MOVES,
    policies={"daring": daring, "greedy": greedy},
    has_secrets=False,
    find_outcome=words.find_outcome,
    distinct_outcomes=words.distinct_outcomes,
    scratch=PLAN,
)
