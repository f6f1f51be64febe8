"""How prices move, and when they burst."""

import itertools

import numpy as np

from tulips.lab.report import charts, measures
from tulips.lab.report.charts import Box, Series, number, percent
from tulips.lab.report.sample import Played, Read
from tulips.lab.report.section import ORDINALS, Grid, Section, exact, histogram, make


def prices(played: Played) -> Section:
    """How prices move, over all games and in one."""
    word, price, thing = played.vocabulary.clock.word, played.vocabulary.price, played.vocabulary.thing
    at = _prices_by_clock(played)
    found = {clock: measures.spread(values) for clock, values in at.items()}
    clocks = sorted(found)
    first, last = clocks[0], clocks[-1]
    top = max(clocks, key=lambda clock: (found[clock].middle, -clock))
    finding = (
        f"The middle {price} goes from {number(found[first].middle)} in {word} {first} "
        f"to {number(found[last].middle)} in {word} {last}"
    )
    if found[top].middle > max(found[first].middle, found[last].middle):
        finding += f", and is highest in {word} {top}, {number(found[top].middle)}"
    finding += f"; by then nine in ten lie between {number(found[last].least)} and {number(found[last].most)}."
    example = _example(played)
    lines = _courses(played.read[example])
    points = [(float(clock), found[clock].middle) for clock in clocks]
    bands = [
        Series("", points, [found[c].least for c in clocks], [found[c].most for c in clocks], "outer"),
        Series("middle", points, [found[c].quarter for c in clocks], [found[c].three_quarters for c in clocks]),
    ]
    drawings = [
        charts.lines(bands, axis=f"{word}, all games", side=price, tall=200),
        charts.lines(lines, axis=f"decisions of game {example}, one of usual length", side=price, tall=200),
    ]
    crosses = f" A cross is a {played.vocabulary.burst.word}." if played.vocabulary.burst else ""
    caption = (
        f"Above: every {thing} of all games that were read, {word} by {word}, as long as one game in ten still goes on. "
        f"The line is the middle {price}, half of all lie in the dark band and nine in ten in the light one. "
        f"Below: one game, {thing} by {thing}.{crosses}"
    )
    heads = [word, "one in twenty below", "a quarter below", "middle", "a quarter above", "one in twenty above"]
    rows = [[str(clock), *map(number, found[clock])] for clock in clocks]
    return make("prices", f"How does a {thing}'s {price} move?", finding, drawings, caption, Grid(heads, rows))


def _prices_by_clock(played: Played) -> dict[int, list[int]]:
    """Every price when each turn or round began, as long as a tenth of the games still went on."""
    at: dict[int, list[int]] = {}
    games: dict[int, int] = {}
    for read in played.read:
        begins = [0, *(i for i in range(1, len(read.clock)) if read.clock[i] != read.clock[i - 1])]
        for i in begins:
            clock = int(read.clock[i])
            games[clock] = games.get(clock, 0) + 1
            at.setdefault(clock, []).extend(value for name, value in read.figures[i].items() if name.startswith("price:"))
    return {clock: values for clock, values in at.items() if games[clock] * 10 >= len(played.read)}


def _example(played: Played) -> int:
    """The first game of usual length."""
    lengths = [len(read.seats) for read in played.read]
    middle = sorted(lengths)[len(lengths) // 2]
    return lengths.index(middle)


def _courses(read: Read) -> list[Series]:
    """The price of each tulip, decision by decision; a cross where a price is lost."""
    names = sorted({name for row in read.figures for name in row if name.startswith("price:")})
    found = []
    for name in names:
        points = [(float(i), float(row[name])) for i, row in enumerate(read.figures) if name in row]
        gone = [points[-1]] if points[-1][0] < len(read.figures) - 1 or "bust" in read.figures[-1] else []
        fallen = [(x, y) for (_, before), (x, y) in itertools.pairwise(points) if before > 0 and y == 0]
        label = name.removeprefix("price:")
        found.append(Series(label, points, kind=label, steps=True, ends=[*gone, *fallen]))
    return found


def bursts(played: Played) -> Section:
    """When bursts come."""
    burst, word = played.vocabulary.burst, played.vocabulary.clock.word
    assert burst is not None
    times: dict[int, list[int]] = {}
    for read in played.read:
        happened = [int(clock) for clock, n in zip(read.clock, read.bursts, strict=True) for _ in range(int(n))]
        for i, clock in enumerate(happened):
            times.setdefault(i, []).append(clock)
    if not times:
        return make("bursts", f"When does a {burst.word} come?", f"No game saw a {burst.word}.")
    found = {i: measures.spread(values) for i, values in times.items()}
    games = len(played.read)
    often = measures.share(len(times[0]), games)
    if len(times) == 1:
        finding = (
            f"The bubble bursts in {percent(often.value)} of the games, in {word} {number(found[0].middle)} in the middle case "
            f"and between {word}s {number(found[0].least)} and {number(found[0].most)} nine times in ten."
        )
        draw = charts.columns(
            histogram(np.array(times[0])), axis=f"{word} of the {burst.word}", side=f"part of the {burst.plural}"
        )
        caption = f"Each column is the part of all {burst.plural} that came in that {word}."
    else:
        last = max(times)
        none = f", and {percent(1 - often.value)} of the games see none" if often.value < 1 else ""
        finding = (
            f"The first {burst.word} comes in {word} {number(found[0].middle)} in the middle game{none}; a {ORDINALS[last]} "
            f"comes in {percent(len(times[last]) / games)} of the games, in {word} {number(found[last].middle)}."
        )
        draw = charts.boxes([Box(f"{ORDINALS[i]} {burst.word}", *found[i]) for i in sorted(found)], axis=word)
        caption = (
            f"Half of the {burst.plural} of that number lie in the box, nine in ten on the line; the bar is the middle one, "
            f"whose {word} stands at the right. Those that come together are drawn at the same time."
        )
    rows = [[f"{ORDINALS[i]} {burst.word}", exact(len(times[i]) / games), *map(number, found[i])] for i in sorted(found)]
    heads = ["which", "games", "one in twenty before", "a quarter before", "middle", "a quarter after", "one in twenty after"]
    return make("bursts", f"When does a {burst.word} come?", finding, [draw], caption, Grid(heads, rows))
