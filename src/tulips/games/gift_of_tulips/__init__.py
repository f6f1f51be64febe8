"""Gift of Tulips, by Sara Perry (Weird Giraffe Games, 2022), for two to six players."""

from pathlib import Path

from tulips.engine.game import Game
from tulips.games.gift_of_tulips import income, insight, rules, view, words
from tulips.games.gift_of_tulips.components import FACTS
from tulips.games.gift_of_tulips.greedy import greedy
from tulips.games.gift_of_tulips.observation import OBSERVATION
from tulips.games.gift_of_tulips.state import State

GAME = Game(
    Path(__file__).parent,
    FACTS,
    State,
    rules,
    words,
    view,
    OBSERVATION,
    chances=("first seat", "deck", "secret festival"),
    ends=("the deck ran out",),
    max_moves=rules.MOST_TURN_MOVES,
    actions=rules.SECRET + 1,
    income=income.income,
    policies={"greedy": greedy},
    insight=insight,
)
