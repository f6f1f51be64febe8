"""What winning is about: who leads, what winners do, and where their scores come from."""

import numpy as np

from tulips.lab.report import charts, measures
from tulips.lab.report.charts import Mark, Series, number, percent
from tulips.lab.report.measures import Difference
from tulips.lab.report.sample import Played
from tulips.lab.report.section import FEW, ROWS, Grid, Section, between, exact, histogram, make

PARTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""When a game's leader is looked at, as parts of its decisions."""


def lead(played: Played) -> Section:
    """How often the lead changes hands, and what it is worth."""
    word, unit, fair = played.vocabulary.clock.word, played.vocabulary.lead or played.vocabulary.score, 1 / played.seats
    changes = np.array([measures.lead_changes(read, played.seats) for read in played.read])
    at = {part: measures.leader_wins(played, part) for part in PARTS}
    curve = [(part, found) for part, found in at.items() if found is not None and found.cases >= FEW]
    halfway = dict(curve).get(0.5)
    finding = f"The lead in {unit} changes hands {changes.mean():.1f} times a game"
    finding += f"; who leads halfway through wins {percent(halfway.value)} of the games." if halfway else "."
    drawings = [charts.columns(histogram(changes), axis="lead changes in a game", side="part of the games", tall=150)]
    if len(curve) > 1:
        line = Series("", [(part, s.value) for part, s in curve], [s.low for _, s in curve], [s.high for _, s in curve])
        drawings.append(
            charts.lines(
                [line],
                axis="part of the game that is over",
                side="games won by the leader",
                tell_x=percent,
                tell_y=percent,
                reference=(fair, f"fair share {percent(fair)}"),
                tall=190,
            )
        )
    caption = (
        f"Above: how many games had so many changes of the lead, looked at {word} by {word}; a tie changes nothing. "
        "Below: how often the leader of a moment goes on to win. A line that stays low means that the game is open until late; "
        "the band is the 95 % interval."
    )
    rows = [["changes of the lead, on average", f"{changes.mean():.2f}", ""]]
    rows += [[f"leader after {percent(part)} of the game wins", exact(s.value), between(s)] for part, s in curve]
    return make(
        "lead", "Does the lead change hands?", finding, drawings, caption, Grid(["measure", "value", "95 % interval"], rows)
    )


def size_text(size: float) -> str:
    """An effect's size in words."""
    size = abs(size)
    return "very small" if size < 0.2 else "small" if size < 0.5 else "medium" if size < 0.8 else "large"


def winners(played: Played) -> Section:
    """What winners did more often than the others, or less."""
    counted = measures.deed_counts(played)
    found = {name: d for name, counts in counted.items() if (d := measures.winners_and_others(played, counts))}
    order = sorted(found, key=lambda name: -abs(found[name].size))
    clear = [name for name in order if found[name].clear]
    if clear:
        d = found[clear[0]]
        finding = (
            f"Winners {clear[0]} {'more' if d.value > 0 else 'less'} often than the others: {number(d.one)} times a game "
            f"against {number(d.other)}, a {size_text(d.size)} difference and the clearest of all."
        )
    else:
        finding = "Winners did everything about as often as the others: no kind of move sets them apart."
    marks = [
        Mark(name, d.size, d.low / d.unit, d.high / d.unit, value_text=f"{d.one:.{digits}f} : {d.other:.{digits}f}")
        for name, d in ((name, found[name]) for name in order[:ROWS])
        for digits in [1 if max(d.one, d.other) >= 1 else 2]
    ]
    marks.sort(key=lambda mark: -mark.value)
    draw = charts.rows(marks, axis="winners less often ← → more often", kind="interval", reference=(0, "no difference"))
    caption = (
        "Right of the dashed line is what winners did more often, left what they did less often. The dot is the difference in "
        "standard deviations: 0.2 is small, 0.5 medium, 0.8 large; the line is the 95 % interval. At the right: times a game, "
        "winners : others. What goes with winning need not be the cause of it."
    )
    heads = ["deed", "winners, times a game", "others", "95 % interval of the difference", "size"]
    grid = Grid(heads, _compared(order, found))
    return make("winners", "What did the winners do differently?", finding, [draw] if marks else [], caption, grid)


def _compared(order: list[str], found: dict[str, Difference]) -> list[list[str]]:
    """The rows of a table that compares winners and others."""
    return [
        [name, f"{d.one:.2f}", f"{d.other:.2f}", f"{d.low:+.2f} to {d.high:+.2f}", f"{d.size:+.2f}"]
        for name, d in ((name, found[name]) for name in order)
    ]


def sources(played: Played) -> Section:
    """Where the scores of winners and others come from."""
    unit = played.vocabulary.score
    brought = measures.earnings(played)
    found = {name: d for name, values in brought.items() if (d := measures.winners_and_others(played, values))}
    order = sorted(found, key=lambda name: -abs(found[name].value))
    if order and found[order[0]].clear:
        d = found[order[0]]
        finding = (
            f"What sets winners apart most is “{order[0]}”: {number(round(d.one, 1))} {unit} a game against "
            f"{number(round(d.other, 1))} for the others, a {size_text(d.size)} difference."
        )
    else:
        finding = f"Winners and others have their {unit} from the same sources, in about the same parts."
    marks = [
        Mark(name, d.one, other=d.other, value_text=f"{number(round(d.one, 1))} : {number(round(d.other, 1))}")
        for name, d in found.items()
    ]
    marks.sort(key=lambda mark: -mark.value)
    draw = charts.rows(marks, axis=f"{unit} a game", kind="pair", zero=True)
    caption = (
        '<span class="key"></span> winners, <span class="key others"></span> others: what each source brought them on average, '
        "numbers at the right in that order. Left of zero is a loss. A long bar between the two is where games are won."
    )
    heads = ["source", f"winners, {unit} a game", "others", "95 % interval of the difference", "size"]
    grid = Grid(heads, _compared(order, found))
    return make("sources", f"Where do the {unit} come from?", finding, [draw] if marks else [], caption, grid)
