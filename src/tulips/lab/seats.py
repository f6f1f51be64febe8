"""How many play where nobody says."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tulips.engine.game import Game

USUAL_SEATS = 4


def usual_seats(game: "Game", seats: int | None = None) -> int:
    """The number of seats asked for, or the usual four as far as the game goes."""
    number = min(USUAL_SEATS, game.about.seats[1]) if seats is None else seats
    game.check_seats(number)
    return number
