"""What came of the games: who won, how long they took, how they ended, and with what scores."""

import numpy as np

from tulips.lab.report import charts, measures
from tulips.lab.report.charts import Box, Mark, number, percent
from tulips.lab.report.measures import Spread
from tulips.lab.report.sample import Played
from tulips.lab.report.section import Grid, Section, between, exact, histogram, join_words, make, of_games
from tulips.lab.report.vocabulary import DECISION


def seats(played: Played) -> Section:
    """How often each seat wins."""
    parts = played.parts()
    found = [measures.share(float(parts[:, p].sum()), played.games) for p in range(played.seats)]
    fair = 1 / played.seats
    starts = played.options.get("first") == 1
    best, worst = int(np.argmax([s.value for s in found])), int(np.argmin([s.value for s in found]))
    if measures.seats_differ(parts):
        who = "Who starts" if starts and best == 0 else f"Seat {best + 1}"
        finding = (
            f"{who} wins most often, {percent(found[best].value)} of the games, and seat {worst + 1} least often, "
            f"{percent(found[worst].value)}; a fair share is {percent(fair)}."
        )
    else:
        finding = (
            f"Where one sits makes no difference that {of_games(played.games)} could show: "
            f"the seats won between {percent(found[worst].value)} and {percent(found[best].value)}, "
            f"around the fair share of {percent(fair)}."
        )
    names = [f"seat {p + 1}" + (" (starts)" if starts and p == 0 else "") for p in range(played.seats)]
    marks = [Mark(names[p], s.value, s.low, s.high, value_text=percent(s.value)) for p, s in enumerate(found)]
    draw = charts.rows(
        marks, axis="part of all games won", kind="interval", tell=percent, reference=(fair, f"fair share {percent(fair)}")
    )
    order = "Seat 1 starts every game, so the seats are the order of play. " if starts else ""
    caption = (
        f"{order}Each dot is a seat's part of the victories; a shared victory counts in parts. The true value lies on the line "
        "through the dot with 95 % confidence: a line that crosses the dashed one may well be a fair seat."
    )
    rows = [[names[p], exact(s.value), between(s)] for p, s in enumerate(found)]
    return make(
        "seats", "Does it matter where one sits?", finding, [draw], caption, Grid(["seat", "wins", "95 % interval"], rows)
    )


def bots(played: Played) -> Section:
    """How often each bot wins, whatever its seat."""
    parts = played.parts()
    names = list(dict.fromkeys(played.bots))
    seated = np.array([played.lineup(n) for n in range(played.games)])
    found = {name: measures.share(float(parts[seated == name].sum()), int((seated == name).sum())) for name in names}
    names.sort(key=lambda name: -found[name].value)
    finding = f"The bot {names[0]} wins most often: {percent(found[names[0]].value)} of the games it sits in, seat for seat."
    fair = 1 / played.seats
    marks = [
        Mark(name, found[name].value, found[name].low, found[name].high, value_text=percent(found[name].value))
        for name in names
    ]
    draw = charts.rows(
        marks,
        axis="part of its games won, for each seat",
        kind="interval",
        tell=percent,
        reference=(fair, f"fair share {percent(fair)}"),
    )
    caption = "The bots change seats from game to game, so that none has the better places. Lines are 95 % intervals."
    rows = [[name, exact(found[name].value), between(found[name])] for name in names]
    return make("bots", "Which bot wins?", finding, [draw], caption, Grid(["bot", "wins", "95 % interval"], rows))


def length(played: Played) -> Section:
    """How long games are."""
    word = played.vocabulary.clock.word
    times = np.array([read.clock[-1] for read in played.read])
    found, made = measures.spread(times), measures.spread(played.results.lengths)
    lengths = played.results.lengths
    exactly = "" if lengths.min() == lengths.max() else "about "
    decisions = "" if word == DECISION else f", with {exactly}{number(made.middle)} decisions"
    if times.min() == times.max():
        finding = f"Every game takes exactly {times[0]} {word}s{decisions}."
        counts, axis = histogram(lengths), "decisions"
    else:
        finding = (
            f"A game takes {number(found.middle)} {word}s in the middle case{decisions}; "
            f"nine games in ten take {number(found.least)} to {number(found.most)} {word}s."
        )
        counts, axis = histogram(times), f"{word}s"
    drawings = [charts.columns(counts, axis=axis, side="part of the games")] if len(counts) > 1 else []
    caption = f"Each column is the part of all games that took so many {axis}: tall columns are usual lengths."
    rows = [
        [f"{word}s", *map(number, found), f"{times.mean():.2f}"],
        ["decisions", *map(number, made), f"{lengths.mean():.2f}"],
    ][word == DECISION :]
    heads = [
        "counted in",
        "one in twenty below",
        "a quarter below",
        "middle",
        "a quarter above",
        "one in twenty above",
        "average",
    ]
    return make("length", "How long is a game?", finding, drawings, caption, Grid(heads, rows))


def ends(played: Played) -> Section:
    """How games end."""
    times = np.bincount(played.results.ends, minlength=len(played.game.ends) + 1)[1:]
    found = {end: measures.share(int(n), played.games) for end, n in zip(played.game.ends, times.tolist(), strict=True)}
    solo = played.vocabulary.solo
    found = {end: s for end, s in found.items() if not solo or (end in solo) == (played.seats == 1)}
    order = sorted(found, key=lambda end: -found[end].value)
    shared = float(((played.parts() > 0).sum(axis=1) > 1).mean())
    tied = f" The victory is shared in {percent(shared)} of the games." if shared >= 0.005 else ""
    seen = [end for end in order if found[end].value > 0]
    parts = [f"“{end}” ({percent(found[end].value)})" for end in seen[:4]]
    if len(seen) == 1:
        known = "" if len(order) == 1 else f"; the rules know {number(len(order) - 1)} more"
        finding = f"All {of_games(played.games)} ended with “{order[0]}”{known}.{tied}"
    else:
        finding = f"Most games end with {parts[0]}, the others with {join_words(parts[1:])}.{tied}"
    marks = [Mark(end, found[end].value, value_text=percent(found[end].value)) for end in order]
    draw = charts.rows(marks, axis="part of the games", kind="bar", tell=percent)
    caption = "Each bar is the part of all games that ended in that way."
    rows = [[end, exact(found[end].value), between(found[end])] for end in order]
    return make(
        "ends",
        "How do games end?",
        finding,
        [draw] if len(order) > 1 else [],
        caption,
        Grid(["end", "games", "95 % interval"], rows),
    )


def scores(played: Played) -> Section:
    """How far apart the players end."""
    unit = played.vocabulary.score
    places = [(name, measures.spread(values)) for name, values in measures.by_place(played)]
    first = places[0][1]
    if len(places) == 1:
        finding = f"The player ends with {number(first.middle)} {unit} in the middle game; nine in ten with {_range(first)}."
    elif places[1][0] == "others":
        others = number(places[1][1].middle)
        finding = f"The winner has {number(first.middle)} {unit} in the middle game when it ends, the others {others}."
    else:
        apart = measures.spread(measures.margins(played))
        finding = (
            f"The winner ends with {number(first.middle)} {unit} in the middle game; the best score is {number(apart.middle)} "
            f"ahead of the next, and in one game of four by {number(apart.quarter)} or less."
        )
    draw = charts.boxes([Box(name, *found) for name, found in places], axis=unit)
    caption = (
        "Half of all games lie in the box, nine in ten on the line, and the bar is the middle game, whose value stands at "
        "the right. Boxes that overlap mean close games."
        + (f" {played.vocabulary.counted}" if played.vocabulary.counted else "")
    )
    heads = ["place", "one in twenty below", "a quarter below", "middle", "a quarter above", "one in twenty above"]
    rows = [[name, *map(number, found)] for name, found in places]
    return make("scores", "How far apart do the players end?", finding, [draw], caption, Grid(heads, rows))


def _range(spread: Spread) -> str:
    return f"{number(spread.least)} to {number(spread.most)}"
