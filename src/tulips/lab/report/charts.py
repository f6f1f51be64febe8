"""Charts as small SVG drawings: plain shapes with classes that the page's style colours by day and by night.

Every chart is drawn twice, for a wide page and for a phone, since letters must keep their size; the style shows one of them.
Numbers are rounded to a tenth of a pixel, so that equal data give equal bytes.
"""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

WIDE, NARROW = 700, 350
LETTER = 7.4
"""About how wide a letter is, in pixels."""
BOLD_LETTER = 8.0

SPACE = "\N{NO-BREAK SPACE}"

Number = Callable[[float], str]
Range = tuple[float, float]


def number(value: float) -> str:
    """A number as people write it: no more digits than it has to say."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{round(value, digits) + 0.0:,.{digits}f}"  # adding nothing makes a negative nothing a plain one
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def percent(value: float) -> str:
    """A part as a percentage."""
    return f"{100 * value:.0f}{SPACE}%".replace("-", "−")


def figure(draw: Callable[[float], str], alt: str) -> str:
    """A chart in both widths; `draw` is given one and answers with the inside of the drawing, height first."""
    return "".join(_svg(draw(width), width, name, alt) for width, name in ((WIDE, "wide"), (NARROW, "narrow")))


def _svg(drawn: str, width: float, name: str, alt: str) -> str:
    height, _, inside = drawn.partition("|")
    return f'<svg class="{name}" viewBox="0 0 {width:g} {height}" role="img" aria-label="{escape(alt)}">{inside}</svg>\n'


class Scale:
    """Where values lie along an axis, with round numbers for its marks."""

    def __init__(self, values: Range, pixels: Range, marks: int = 5, whole: bool = False) -> None:
        low, high = values
        if high <= low:
            high = low + 1
        self.step = _round_step((high - low) / marks, whole)
        self.low = math.floor(low / self.step + 1e-9) * self.step
        self.high = math.ceil(high / self.step - 1e-9) * self.step
        self.start, self.stop = pixels

    def at(self, value: float) -> float:
        """The pixel of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)

    def marks(self) -> list[float]:
        """The round numbers along the axis."""
        return [self.low + i * self.step for i in range(round((self.high - self.low) / self.step) + 1)]


def _round_step(rough: float, whole: bool) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * part for part in (1, 2, 5, 10) if power * part >= rough * 0.999)
    return max(step, 1.0) if whole else step


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}"{place}>{escape(text)}</text>'


def _dot(x: float, y: float, kind: str, radius: float = 5) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def _rect(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"/>'


# Rows: a label, and marks along an axis


class Mark(NamedTuple):
    """A row of a chart: an average with its interval, a bar, or two averages to compare."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    other: float | None = None
    value_text: str = ""  # the number in words, at the end of the row


def rows(
    marks: Sequence[Mark],
    *,
    axis: str,
    kind: str,
    tell: Number = number,
    reference: tuple[float, str] | None = None,
    zero: bool = False,
) -> Callable[[float], str]:
    """A chart of rows: `kind` is "interval", "bar" or "pair" (two dots, the first filled)."""

    def draw(width: float) -> str:
        stacked = width < 500
        longest = max(len(mark.label) for mark in marks)
        beside = max(len(mark.value_text) for mark in marks) * BOLD_LETTER + 18
        left = 8.0 if stacked else min(longest * LETTER + 14, width * 0.5)
        values = [v for mark in marks for v in (mark.value, mark.low, mark.high, mark.other) if v is not None]
        values += [reference[0]] if reference else []
        values += [0.0] if zero or kind == "bar" else []
        scale = Scale((min(values), max(values)), (left + 6, width - beside), 3 if stacked else 5)
        top, height = (26.0 if reference else 8.0), (42.0 if stacked else 28.0)
        bottom = top + height * len(marks)
        parts = [_grid(scale, top, bottom, tell)]
        if reference:
            x = scale.at(reference[0])
            anchor = "start" if x < width * 0.35 else "end" if x > width * 0.65 else "middle"
            parts += [_line(x, top - 6, x, bottom, "reference"), _text(x, top - 11, reference[1], "soft", anchor)]
        for i, mark in enumerate(marks):
            y = top + height * i + (30 if stacked else height / 2)
            label_at = (left, y - 14) if stacked else (left - 6, y + 4.5)
            parts.append(_text(*label_at, _cut(mark.label, width - 12 if stacked else left), "", "start" if stacked else "end"))
            parts += _row(mark, kind, scale, y)
            if mark.value_text:
                parts.append(_text(width - 4, y + 4.5, mark.value_text, "value", "end"))
        parts.append(_text((scale.start + scale.stop) / 2, bottom + 34, axis, "soft", "middle"))
        return f"{bottom + 42:.0f}|{''.join(parts)}"

    return draw


def _cut(label: str, room: float) -> str:
    letters = int(room / (LETTER * 0.9))
    return label if len(label) <= letters else label[: letters - 1].rstrip() + "…"


def _row(mark: Mark, kind: str, scale: Scale, y: float) -> list[str]:
    x = scale.at(mark.value)
    if kind == "bar":
        zero = scale.at(0)
        return [_rect(min(x, zero), y - 8, abs(x - zero), 16, "bar")]
    if kind == "pair" and mark.other is not None:
        other = scale.at(mark.other)
        return [_line(other, y, x, y, "between"), _dot(other, y, "hollow"), _dot(x, y, "dot")]
    whisker = [] if mark.low is None or mark.high is None else [_line(scale.at(mark.low), y, scale.at(mark.high), y, "whisker")]
    return [*whisker, _dot(x, y, "dot")]


def _grid(scale: Scale, top: float, bottom: float, tell: Number) -> str:
    """Upright lines at round numbers, with the numbers below."""
    return "".join(
        _line(scale.at(value), top, scale.at(value), bottom, "grid")
        + _text(scale.at(value), bottom + 16, tell(value), "soft", "middle")
        for value in scale.marks()
    )


class Box(NamedTuple):
    """A row that shows where values lie."""

    label: str
    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


def boxes(marks: Sequence[Box], *, axis: str) -> Callable[[float], str]:
    """A chart of boxes: half of the values in the box, nine tenths on the line, the middle one at the bar."""

    def draw(width: float) -> str:
        left = min(max(len(mark.label) for mark in marks) * LETTER + 14, width * 0.4)
        scale = Scale(
            (min(m.least for m in marks), max(m.most for m in marks)), (left + 6, width - 40), 3 if width < 500 else 6
        )
        top, height = 8.0, 40.0
        bottom = top + height * len(marks)
        parts = [_grid(scale, top, bottom, number)]
        for i, mark in enumerate(marks):
            y = top + height * (i + 0.5)
            x1, x2, middle = scale.at(mark.quarter), scale.at(mark.three_quarters), scale.at(mark.middle)
            parts += [
                _text(left - 6, y + 4.5, mark.label, "", "end"),
                _line(scale.at(mark.least), y, scale.at(mark.most), y, "whisker"),
                _rect(x1, y - 10, x2 - x1, 20, "box"),
                _line(middle, y - 12, middle, y + 12, "middle"),
                _text(width - 4, y + 4.5, number(mark.middle), "value", "end"),
            ]
        parts.append(_text((scale.start + scale.stop) / 2, bottom + 34, axis, "soft", "middle"))
        return f"{bottom + 42:.0f}|{''.join(parts)}"

    return draw


# Columns: how often each number came


def columns(
    counts: Sequence[tuple[float, float, str]], *, axis: str, side: str, tell: Number = percent, tall: float = 210
) -> Callable[[float], str]:
    """A chart of columns: each with its place, its height and what stands below it."""

    def draw(width: float) -> str:
        left, top = 50.0, 12.0
        up = Scale((0, max(height for _, height, _ in counts)), (top + tall, top), 4)
        room = (width - left - 10) / len(counts)
        every = max(1, math.ceil(max(len(label) for *_, label in counts) * LETTER * 1.25 / room))
        parts = [_rules(up, left, width - 6, tell)]
        for i, (_, height, label) in enumerate(counts):
            x = left + room * i
            parts.append(_rect(x + room * 0.08, up.at(height), room * 0.84, up.at(0) - up.at(height), "bar"))
            if i % every == 0:
                parts.append(_text(x + room / 2, top + tall + 17, label, "soft", "middle"))
        parts += [_text((left + width) / 2, top + tall + 36, axis, "soft", "middle"), _sideways(side, top + tall / 2)]
        return f"{top + tall + 44:.0f}|{''.join(parts)}"

    return draw


def _rules(scale: Scale, left: float, right: float, tell: Number) -> str:
    """Level lines at round numbers, with the numbers on the left."""
    return "".join(
        _line(left, scale.at(value), right, scale.at(value), "grid")
        + _text(left - 6, scale.at(value) + 4.5, tell(value), "soft", "end")
        for value in scale.marks()
    )


def _sideways(text: str, y: float) -> str:
    return (
        f'<text class="soft" text-anchor="middle" transform="translate(11 {y:.1f}) rotate(-90)">{escape(text)}</text>'
        if text
        else ""
    )


# Lines: how something goes over time


class Series(NamedTuple):
    """A line through points, with a band around it if lows and highs are given."""

    label: str
    points: Sequence[tuple[float, float]]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()
    kind: str = "first"
    steps: bool = False
    ends: Sequence[tuple[float, float]] = ()  # where a cross marks something


def lines(
    series: Sequence[Series],
    *,
    axis: str,
    side: str,
    tell_x: Number = number,
    tell_y: Number = number,
    reference: tuple[float, str] | None = None,
    zero: bool = True,
    tall: float = 250,
) -> Callable[[float], str]:
    """A chart of lines, each named at its end."""

    def draw(width: float) -> str:
        left, top = 58.0, 20.0
        right = width - max((len(one.label) for one in series), default=0) * LETTER - 16
        xs = [x for one in series for x, _ in one.points]
        ys = [y for one in series for _, y in one.points]
        ys += (
            [v for one in series for v in (*one.lows, *one.highs)]
            + ([reference[0]] if reference else [])
            + ([0.0] if zero else [])
        )
        across = Scale((min(xs), max(xs)), (left, right), 4 if width < 500 else 8, whole=tell_x is number)
        across.low, across.high = min(xs), max(xs) if max(xs) > min(xs) else min(xs) + 1
        up = Scale((min(ys), max(ys)), (top + tall, top), 5)
        parts = [_rules(up, left, right, tell_y)]
        first = math.ceil(across.low / across.step - 1e-9)
        for i in range(first, math.floor(across.high / across.step + 1e-9) + 1):
            parts.append(_text(across.at(i * across.step), top + tall + 17, tell_x(i * across.step), "soft", "middle"))
        if reference:
            y, course = up.at(reference[0]), series[0].points
            at_start = abs(course[0][1] - reference[0]) > abs(course[-1][1] - reference[0])  # where the line is out of the way
            place = (left + 4, "start") if at_start else (right - 2, "end")
            parts += [_line(left, y, right, y, "reference"), _text(place[0], y - 5, reference[1], "soft", place[1])]
        for one in series:
            parts += _course(one, across, up)
        parts += _names(series, up, right)
        parts += [_text((left + right) / 2, top + tall + 36, axis, "soft", "middle"), _sideways(side, top + tall / 2)]
        return f"{top + tall + 44:.0f}|{''.join(parts)}"

    return draw


def _course(one: Series, across: Scale, up: Scale) -> list[str]:
    parts = []
    if one.lows:
        there = [f"{across.at(x):.1f} {up.at(high):.1f}" for (x, _), high in zip(one.points, one.highs, strict=True)]
        back = [f"{across.at(x):.1f} {up.at(low):.1f}" for (x, _), low in zip(one.points, one.lows, strict=True)]
        parts.append(f'<path class="band {one.kind}" d="M{" L".join([*there, *reversed(back)])}Z"/>')
    path, last = "", ""
    for i, (x, y) in enumerate(one.points):
        place = f"{across.at(x):.1f}"
        level = f"{up.at(y):.1f}"
        if not i:
            path = f"M{place} {level}"
        elif one.steps:
            path += f"H{place}" + (f"V{level}" if level != last else "")
        else:
            path += f"L{place} {level}"
        last = level
    parts += [f'<path class="under" d="{path}"/>', f'<path class="course {one.kind}" d="{path}"/>']
    for x, y in one.ends:
        px, py = across.at(x), up.at(y)
        parts.append(f'<path class="cross" d="M{px - 5:.1f} {py - 5:.1f}l10 10m0-10l-10 10"/>')
    return parts


def _names(series: Sequence[Series], up: Scale, x: float) -> list[str]:
    """Each line's name at its end, moved apart where they would lie on each other."""
    named = sorted((up.at(one.points[-1][1]), one.label) for one in series if one.label and one.points)
    places: list[float] = []
    for y, _ in named:
        places.append(max(y, places[-1] + APART) if places else y)
    lowest = up.start + 4
    for i in reversed(range(len(places))):  # those that were pushed below the chart go up again, and push others up
        places[i] = min(places[i], lowest)
        lowest = places[i] - APART
    return [_text(x + 8, y + 4.5, label) for y, (_, label) in zip(places, named, strict=True)]


APART = 15
"""Pixels between two names below each other."""
