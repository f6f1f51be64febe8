"""What previews of Gift of Tulips foretell; see `support.foretold`."""

from typing import Any

from support.foretold import Told
from tulips.engine.phrase import Phrase
from tulips.games.gift_of_tulips.moves import MEASURES, points_phrase


def points(told: Told, phrase: Phrase) -> Phrase:
    return points_phrase(told.after.points[told.seat] - told.before.points[told.seat])


def moved(told: Told, phrase: Phrase) -> dict[str, Any]:
    what: Any = phrase.values["what"]
    read = MEASURES[f"variety:{what.name}"].read
    return {"before": read(told.before), "after": read(told.after)}


FIGURES = {"no-points": points, "one-point": points, "some-points": points, "moves-to": moved}
