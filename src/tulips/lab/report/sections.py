"""All sections of a report, in the order of a reader's questions."""

from collections.abc import Iterator

from tulips.lab.report.market import bursts, prices
from tulips.lab.report.outcomes import bots, ends, length, scores, seats
from tulips.lab.report.rulebook import matters
from tulips.lab.report.sample import Played
from tulips.lab.report.section import Section
from tulips.lab.report.variants import options
from tulips.lab.report.winning import lead, sources, winners


def sections(played: Played) -> list[Section]:
    """All that can be said of the games."""
    return list(_all(played))


def _all(played: Played) -> Iterator[Section]:
    several = played.seats > 1
    if several:
        yield seats(played)
        if played.mixed:
            yield bots(played)
    yield length(played)
    yield ends(played)
    yield scores(played)
    if several:
        yield lead(played)
        yield winners(played)
        if played.vocabulary.sources:
            yield sources(played)
    if played.vocabulary.price:
        yield prices(played)
    if played.vocabulary.burst:
        yield bursts(played)
    yield matters(played)
    yield options(played)
