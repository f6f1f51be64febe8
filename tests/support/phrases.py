"""What is said at a position of a match."""

from collections.abc import Iterator

from tulips.engine.match.match import Match
from tulips.engine.phrase import Phrase
from tulips.engine.state.snapshot import snapshot


def phrases(match: Match) -> Iterator[Phrase]:
    """All that is said at a position: status, moves, previews, reasons."""
    s = snapshot(match.states)
    yield match.game.words.status(s)
    for seat in range(match.seats):
        yield from match.game.why_not(s, seat).values()
        for choice in match.game.offers(match.states, seat):
            yield choice.phrase
            yield choice.preview.summary
            if choice.preview.anyway is not None:
                yield choice.preview.anyway
            for change in choice.preview.changes:
                yield change.what
                yield from (value for value in (change.before, change.after) if isinstance(value, Phrase))
