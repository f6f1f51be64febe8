"""Reviews: what a match was decided by (`review`), and every seat's chances at a point of it (`chances`)."""

from tulips.review.chances import Chance, chances
from tulips.review.facts import Effort
from tulips.review.judge import Decision, Hindsight
from tulips.review.ledger import Part
from tulips.review.review import Review, Seat, review

__all__ = ["Chance", "Decision", "Effort", "Hindsight", "Part", "Review", "Seat", "chances", "review"]
