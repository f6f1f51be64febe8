"""Which rules and cards come up, and whether they go with winning."""

from tulips.lab.report import charts, measures
from tulips.lab.report.charts import Mark, number, percent
from tulips.lab.report.measures import Share
from tulips.lab.report.sample import Played
from tulips.lab.report.section import FEW, Grid, Section, between, exact, make, of_games


def matters(played: Played) -> Section:
    """How often each rule and card comes up, and how often its seat wins."""
    games = len(played.logged)
    parts, fair = played.parts(), 1 / played.seats
    often: dict[str, Share] = {}
    times: dict[str, float] = {}
    wins: dict[str, Share] = {}
    for i, matter in enumerate(played.vocabulary.matters):
        happened = [game[i] for game in played.logged]
        often[matter.name] = measures.share(sum(h.times > 0 for h in happened), games)
        times[matter.name] = sum(h.times for h in happened) / games
        cases = [(n, seat) for n, h in enumerate(happened) for seat in h.seats]
        if played.seats > 1 and FEW <= len(cases) < games * played.seats:
            wins[matter.name] = measures.share(float(sum(parts[n, seat] for n, seat in cases)), len(cases))
    order = sorted(often, key=lambda name: (-often[name].value, -times[name], name))
    bars = [Mark(name, often[name].value, value_text=f"{percent(often[name].value)} · {times[name]:.1f}×") for name in order]
    drawings = [charts.rows(bars, axis="part of the games in which it happens", kind="bar", tell=percent)]
    caption = f"From the log of {of_games(games)}: the part of the games in which it happens at all, and how many times a game."
    if wins:
        ranked = sorted(wins.items(), key=lambda one: -one[1].value)
        drawings.append(
            charts.rows(
                [Mark(name, won.value, won.low, won.high, value_text=percent(won.value)) for name, won in ranked],
                axis="part of such games won by the seat it is about",
                kind="interval",
                tell=percent,
                reference=(fair, f"fair share {percent(fair)}"),
            )
        )
        caption += (
            " Below: how often the seats that did it, or that it was done to, won those games, with the 95 % interval. "
            "It goes with winning or losing; whether it is the cause, the players may discuss."
        )
    rows = [
        [
            name,
            exact(often[name].value),
            f"{times[name]:.2f}",
            exact(wins[name].value) if name in wins else "–",
            between(wins[name]) if name in wins else "–",
        ]
        for name in order
    ]
    heads = ["rule or card", "games with it", "times a game", "won by its seat", "95 % interval"]
    finding = _finding(order, often, times, {name: won for name, won in wins.items() if won.differs(fair)}, fair)
    return make("matters", "Which rules and cards come up, and do they pay?", finding, drawings, caption, Grid(heads, rows))


def _finding(
    order: list[str], often: dict[str, Share], times: dict[str, float], vocabulary: dict[str, Share], fair: float
) -> str:
    first, last = order[0], order[-1]
    finding = (
        f"Most often, “{first}”: in {percent(often[first].value)} of the games, {number(round(times[first], 1))} times a game"
    )
    rare = often[last].value
    finding += f"; most rarely, “{last}”: in {percent(rare)}." if rare else f"; never, “{last}”."
    if not vocabulary:
        return finding
    name = max(vocabulary, key=lambda name: abs(vocabulary[name].value - fair))
    won = percent(vocabulary[name].value)
    return f"{finding} When “{name}” happened, the seat it is about won {won} of the games; a fair share is {percent(fair)}."
