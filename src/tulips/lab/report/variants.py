"""What the options change: the same deals once with each of them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tulips.engine.match.playout import Results
from tulips.lab.report import charts, measures
from tulips.lab.report.charts import Mark, number, percent
from tulips.lab.report.measures import Difference, Reals
from tulips.lab.report.sample import Played, victory_parts
from tulips.lab.report.section import Grid, Section, join_words, make, of_games

QUESTION = "What do the options change?"


class Measure(NamedTuple):
    """Something that options are compared by."""

    name: str
    unit: str  # "%" for a part of the games
    words: str  # with gaps for how much, more or less, and the two averages
    more_less: tuple[str, str]
    read: Callable[[Results], Reals]  # for each game


def _measures(played: Played) -> list[Measure]:
    unit = played.vocabulary.score
    found = [
        Measure(
            "length of the game",
            "decisions",
            "a game is {by} decisions {more}, {one} instead of {other}",
            ("longer", "shorter"),
            lambda results: results.lengths.astype(np.float64),
        ),
        Measure(
            "best score",
            unit,
            f"the best score is {{by}} {unit} {{more}}, {{one}} instead of {{other}}",
            ("higher", "lower"),
            lambda results: results.scores.max(axis=1).astype(np.float64),
        ),
    ]
    if played.seats > 1:
        words = "seat 1 wins {more} often, {one} of the games instead of {other}"
        found.append(
            Measure("wins of seat 1", "%", words, ("more", "less"), lambda results: victory_parts(results)[:, 0].copy())
        )
    return found


def options(played: Played) -> Section:
    """What each option changes."""
    if not played.others:
        return make("options", QUESTION, "This game has no option but who starts.")
    names = [f"{name} = {_value(value)}" for name, value in played.others]
    found = {
        measure: [measures.paired(measure.read(results), measure.read(played.results)) for results in played.others.values()]
        for measure in _measures(played)
    }
    rows = [
        [name, measure.name, f"{d.other:.3f}", f"{d.one:.3f}", f"{d.low:+.3f} to {d.high:+.3f}"]
        for i, name in enumerate(names)
        for measure, d in ((measure, differences[i]) for measure, differences in found.items())
    ]
    heads = ["option", "measure", "without", "with", "95 % interval of the change"]
    drawings = [_drawn(measure, names, differences) for measure, differences in found.items()]
    return make("options", QUESTION, _finding(played, names, found), drawings, _caption(played), Grid(heads, rows))


def _finding(played: Played, names: list[str], found: dict[Measure, list[Difference]]) -> str:
    clear = [(abs(d.size), i, measure) for measure, differences in found.items() for i, d in enumerate(differences) if d.clear]
    if clear:
        _, i, measure = max(clear, key=lambda one: one[0])
        d = found[measure][i]
        tell = percent if measure.unit == "%" else number
        told = measure.words.format(
            by=number(abs(d.value)), more=measure.more_less[d.value < 0], one=tell(d.one), other=tell(d.other)
        )
        finding = f"The clearest effect is that of {names[i]}: {told}."
    else:
        finding = f"No option changes length, scores or who wins so much that {of_games(played.games)} with each would show it."
    nothing = [name for i, name in enumerate(names) if all(not one[i].value and not one[i].unit for one in found.values())]
    change = "changes" if len(nothing) == 1 else "change"
    return f"{finding} For these bots {join_words(nothing)} {change} nothing at all." if nothing else finding


def _drawn(measure: Measure, names: list[str], differences: list[Difference]) -> Callable[[float], str]:
    part = measure.unit == "%"
    marks = [
        Mark(
            name,
            d.value,
            d.low,
            d.high,
            value_text=f"{100 * d.value:+.1f}{charts.SPACE}%".replace("-", "−") if part else _signed(d.value),
        )
        for name, d in zip(names, differences, strict=True)
    ]
    unit = "" if part else f", in {measure.unit}"
    return charts.rows(
        marks,
        axis=f"{measure.name}: less ← → more{unit}",
        kind="interval",
        tell=percent if part else number,
        reference=(0, "no change"),
    )


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{number(value)}"


def _caption(played: Played) -> str:
    changed = {name for name, _ in played.others}
    told = "; ".join(f"{name}: {option.text}" for name, option in played.game.about.options.items() if name in changed)
    return (
        f"The same {of_games(played.games)}, dealt by the same seeds, once with each option changed. A dot right of the dashed "
        f"line means more, left of it less; the line is the 95 % interval. The options: {told}."
    )


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
