"""Moves and lines of the log as data, so that a test does not depend on the sentences that tell them."""

from tulips.engine.kinds import Kind, Move
from tulips.engine.match.match import Match
from tulips.engine.state.snapshot import snapshot


def legal(match: Match, seat: int) -> list[Move]:
    """The moves that a seat may make now, in the order in which they are listed."""
    s = snapshot(match.states)
    return [match.game.kinds.move(s, seat, number) for number in match.game.moves(match.states, seat)]


def told(match: Match, viewer: int) -> list[Kind]:
    """What a viewer has been told, line by line."""
    return [entry.what for entry in match.log(viewer)]
