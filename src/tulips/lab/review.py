"""Reviews for whoever studies games: what a match was decided by (`review`), and every seat's chances at a point (`chances`)."""

from tulips.review.chances import Chance, chances
from tulips.review.review import Decision, Effort, Review, Seat, review

__all__ = ["Chance", "Decision", "Effort", "Review", "Seat", "chances", "review"]
