"""A review as one page of HTML that needs nothing else, in the look of the report."""

import shlex
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import tulips
from tulips.lab.report import charts
from tulips.lab.report.page import html_page

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.review.judge import Decision
    from tulips.review.review import Review

COLOURS = ("blue", "orange", "pink", "purple", "yellow", "red")
"""What draws each seat's curve."""

MARKED = {"inaccuracy": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}


def page(review: "Review", game: "Game", command: list[str]) -> str:
    """The whole page."""
    names = [seat.name for seat in review.seats]
    title = f"What decided this game of {game.about.title}"
    sections = [
        _section("curve", "How did the chances go?", _curve(review, names)),
        _section("ledger", "Was it luck or choices?", _ledger(review)),
        _section("marks", "Which choices cost most?", _marks(review, names)),
        _section("swings", "When did it turn?", _swings(review, names)),
        _section("decisions", "All decisions", _decisions(review, names)),
    ]
    header = f"""<p>{review.moves} moves, by {escape(", ".join(names))}.</p>
<p class="soft">A chance is a seat's share of the victories when quick bots play on from there many times. It is told with the
interval in which many more games would put it, 19 times of 20.</p>"""
    made_by = f"Tulips {tulips.__version__}, rules {review.rules} of {game.about.title}"
    footer = f"""<p>Made by {escape(made_by)}, with
<code>{escape(shlex.join(command))}</code>. The same command gives the same page.</p>
<p>{escape(game.about.title)} is by {escape(game.about.designer)}; this is an independent, unofficial implementation.</p>"""
    return html_page(title, header, "".join(sections), footer)


def _section(name: str, question: str, inside: str) -> str:
    head = f'<h2 id="{name}-question">{question}</h2>'
    return f'<section id="{name}" aria-labelledby="{name}-question">\n{head}\n{inside}</section>\n'


def _table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    what: str,
    *,
    words: int = 1,
    moves: Sequence[int] = (),
    links: Sequence[str] = (),
) -> str:
    """A table whose first `words` columns hold words.

    Rows of `moves` are where links to these lead; `links` are for each row's first cell.
    """
    cells = "".join(f"<th{_side(i < words)}>{escape(head)}</th>" for i, head in enumerate(heads))
    body = ""
    for r, row in enumerate(rows):
        body += f'<tr id="move-{moves[r]}">' if moves else "<tr>"
        inside = [escape(cell) for cell in row]
        if links and links[r]:
            inside[0] = f'<a href="{links[r]}">{inside[0]}</a>'
        body += "".join(f"<td{_side(i < words)}>{cell}</td>" for i, cell in enumerate(inside)) + "</tr>\n"
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(what)}"><table>\n'
        f"<thead><tr>{cells}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"
    )


def _side(words: bool) -> str:
    return ' style="text-align: start"' if words else ""


def _curve(review: "Review", names: list[str]) -> str:
    ats = [*(part.at for part in review.parts), review.moves]
    places = {at: i for i, at in enumerate(ats)}
    series = []
    for p, name in enumerate(names):
        marked = [one for one in review.decisions if one.mark and one.seat == p + 1 and one.number - 1 in places]
        series.append(
            charts.Series(
                name,
                [(i, row[p]) for i, row in enumerate(review.chances)],
                [row[p] for row in review.lows],
                [row[p] for row in review.highs],
                kind=COLOURS[p],
                ends=[(places[one.number - 1], review.chances[places[one.number - 1]][p]) for one in marked],
            )
        )

    def after(i: float) -> str:
        return str(ats[min(round(i), len(ats) - 1)])

    draw = charts.lines(series, axis="moves made", side="chance", tell_x=after, tell_y=charts.percent)
    finals = ", ".join(f"{seat.name} from {_percent(seat.first)} to {_percent(seat.final)}" for seat in review.seats)
    drawn = charts.figure(draw, f"The chances of all seats: {finals}.")
    return f"<figure>\n{drawn}<figcaption>A cross is a choice that is marked below.</figcaption>\n</figure>\n"


def _ledger(review: "Review") -> str:
    names = [seat.name for seat in review.seats]
    told = "".join(f'<p class="finding">{escape(seat.told.named(names))}</p>\n' for seat in review.seats)
    heads = ("seat", "first", "luck", "own moves", "others’ moves", "final")
    rows = [
        [
            seat.name,
            f"{_percent(seat.first)} ± {_percent(seat.first_margin)}",
            f"{_points(seat.luck)} ± {_number(seat.luck_margin)}",
            f"{_points(seat.own)} ± {_number(seat.own_margin)}",
            f"{_points(seat.others)} ± {_number(seat.others_margin)}",
            _percent(seat.final),
        ]
        for seat in review.seats
    ]
    return told + _table(heads, rows, "The ledger")


def _marks(review: "Review", names: list[str]) -> str:
    marked = [one for one in review.decisions if one.mark]
    missed = [one for one in review.decisions if one.hindsight]
    if not marked and not missed:
        return '<p class="finding">None that is worth a mark.</p>\n'
    items = [_marked(one, names) for one in marked]
    for one in missed:
        assert one.hindsight is not None
        better = escape(one.hindsight.best_phrase.named(names))
        items.append(
            f"<p>{_place(one)}, {escape(names[one.seat - 1])}: with open cards “{better}” "
            f"would have been {_percent(one.hindsight.lost)} better. Nobody could know, so it is no mistake.</p>\n"
        )
    return "".join(items)


def _marked(one: "Decision", names: list[str]) -> str:
    assert one.mark is not None
    why = f" {escape(one.reason.named(names))}." if one.reason else ""
    return (
        f"<p>{_place(one)}, {escape(names[one.seat - 1])}: “{escape(one.played_phrase.named(names))}” was "
        f"<strong>{MARKED[one.mark]}</strong>. “{escape(one.best_phrase.named(names))}” wins {_percent(one.lost)} more often "
        f"({_percent(one.low)} to {_percent(one.high)}).{why}</p>\n"
    )


def _place(one: "Decision") -> str:
    return f'<a href="#move-{one.number}">Move {one.number}</a>'


def _swings(review: "Review", names: list[str]) -> str:
    decided = [one.number for one in review.decisions]
    rows, links = [], []
    for i in review.largest:
        part = review.parts[i]
        who = "luck" if part.seat is None else names[part.seat - 1]
        nearest = min(decided, key=lambda number, at=part.at: (abs(number - at - 1), number), default=None)  # type: ignore[misc]
        links.append("" if nearest is None else f"#move-{nearest}")
        rows.append([str(part.at), who, part.what.named(names), *(_points(gained) for gained in part.gained)])
    return _table(["after move", "by", "what happened", *names], rows, "The largest parts of the ledger", words=3, links=links)


def _decisions(review: "Review", names: list[str]) -> str:
    heads = ("move", "seat", "played", "best", "cost", "95 % interval", "mark")
    rows = [
        [
            str(one.number),
            names[one.seat - 1],
            one.played_phrase.named(names),
            "–" if one.better is None else one.best_phrase.named(names),
            _percent(one.lost),
            "" if one.better is None else f"{_percent(one.low)} to {_percent(one.high)}",
            one.mark or "",
        ]
        for one in review.decisions
    ]
    table = _table(heads, rows, "All decisions", words=4, moves=[one.number for one in review.decisions])
    return f"<details>\n<summary>{len(rows)} decisions</summary>\n{table}</details>\n"


def _percent(share: float) -> str:
    return charts.percent(share)


def _points(gained: float) -> str:
    """A part of the ledger, with its sign."""
    return ("+" if gained > 0 else "") + _number(gained)


def _number(part: float) -> str:
    return charts.number(100 * round(part, 3))
