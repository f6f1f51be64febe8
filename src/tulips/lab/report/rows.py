"""A report's data as sheets: a row a game, a row a decision, a row a game under another option; CSV or Parquet.

Each column is documented where it is made; `tulips report GAME --columns` prints that.
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tulips.engine.errors import TulipsError
from tulips.lab.report.measures import lead_changes
from tulips.lab.report.sample import Played, victory_parts
from tulips.lab.report.vocabulary import DECISION

Kind = Literal["whole", "real", "text"]
Format = Literal["csv", "parquet"]
Value = int | float | str | None


class Column:
    """A column: its name, what it holds, and its meaning in a sentence."""

    def __init__(self, name: str, kind: Kind, text: str) -> None:
        self.name = name
        self.kind = kind
        self.text = text


class Sheet:
    """Rows with documented columns."""

    def __init__(self, name: str, text: str, columns: Sequence[Column], rows: Callable[[], Iterator[list[Value]]]) -> None:
        self.name = name
        self.text = text
        self.columns = list(columns)
        self.rows = rows


def sheets(played: Played) -> list[Sheet]:
    """All data of a report."""
    made = [_games(played), _decisions(played)]
    return [*made, _options(played)] if played.others else made


def _by_seat(played: Played, name: str, kind: Kind, text: str) -> list[Column]:
    return [Column(f"{name}_{p + 1}", kind, text.format(seat=f"seat {p + 1}")) for p in range(played.seats)]


def _counted(played: Played) -> str:
    return f". {played.vocabulary.counted}" if played.vocabulary.counted else ""


def _games(played: Played) -> Sheet:
    clock, burst = played.vocabulary.clock.word, played.vocabulary.burst
    only = f"; empty beyond game {len(played.read)}" if len(played.read) < played.games else ""
    columns = [
        Column("game", "whole", "the game's number, from 0: the same seed and number give the same game"),
        Column("end", "text", "why it was over"),
        Column("decisions", "whole", "how many decisions were made"),
        *([] if clock == DECISION else [Column(f"{clock}s", "whole", f"how many {clock}s it took{only}")]),
        Column("winners", "text", "the seats that won, from 1, with + between seats that shared the victory"),
        *_by_seat(played, "bot", "text", "the bot of {seat}"),
        *_by_seat(played, "score", "whole", f"the {played.vocabulary.score} of {{seat}} at the end"),
        *_by_seat(played, "win", "real", "the part of the victory of {seat}: 1 alone, a half shared by two"),
        Column("lead_changes", "whole", f"how often another seat took the lead, looked at {clock} by {clock}{only}"),
    ]
    if burst:
        columns += [
            Column(burst.plural, "whole", f"how many {burst.plural} there were{only}"),
            Column(f"first_{burst.word}", "whole", f"the {clock} of the first; empty if there was none{only}"),
        ]

    def rows() -> Iterator[list[Value]]:
        results, parts = played.results, played.parts()
        for n in range(played.games):
            read = played.read[n] if n < len(played.read) else None
            winners = "+".join(str(p + 1) for p in np.flatnonzero(parts[n]))
            found: list[Value] = [n, played.game.ends[results.ends[n] - 1], int(results.lengths[n])]
            found += [] if clock == DECISION else [int(read.clock[-1]) if read else None]
            found += [winners, *played.lineup(n)]
            found += [*results.scores[n].tolist(), *parts[n].tolist(), lead_changes(read, played.seats) if read else None]
            if burst:
                when = read.clock[read.bursts > 0].tolist() if read else []
                found += [int(read.bursts.sum()) if read else None, when[0] if when else None]
            yield found

    return Sheet("games", f"a row a game{_counted(played)}", columns, rows)


def _decisions(played: Played) -> Sheet:
    vocabulary, clock = played.vocabulary, played.vocabulary.clock.word
    lead = vocabulary.lead or vocabulary.score
    figures = sorted({name for read in played.read for row in read.figures for name in row})
    prices = [name.removeprefix("price:") for name in figures if name.startswith("price:")]
    columns = [
        Column("game", "whole", "the game's number, as in games"),
        Column("decision", "whole", "the decision's number in its game, from 1"),
        *([] if clock == DECISION else [Column(clock, "whole", f"the {clock} it was made in, from 1")]),
        Column("seat", "whole", "the seat that decided, from 1"),
        Column("bot", "text", "its bot"),
        Column("deed", "text", "the kind of move, in the report's words; empty for a move that the report leaves out"),
        Column("move", "text", "the move, in the words of record files"),
        Column("choices", "whole", "how many moves were listed to choose from"),
        *_by_seat(played, "change", "whole", f"what the move itself did to the {vocabulary.score} of {{seat}}"),
        *_by_seat(played, "later", "whole", f"what chance did to the {vocabulary.score} of {{seat}} until the next decision"),
        *(
            Column(f"price_{name}", "whole", f"the {vocabulary.price} of {name} before the move; empty once it is gone")
            for name in prices
        ),
        *_by_seat(played, "lead", "whole", f"the {lead} of {{seat}} before the move, as all would see if nothing were hidden"),
    ]
    if vocabulary.burst:
        columns.append(
            Column(vocabulary.burst.plural, "whole", f"how many {vocabulary.burst.plural} it brought, with the chance after it")
        )
    wanted = [*(f"price:{name}" for name in prices), *(f"score:{p}" for p in range(played.seats))]

    def rows() -> Iterator[list[Value]]:
        for n, read in enumerate(played.read):
            lineup = played.lineup(n)
            for i, seat in enumerate(read.seats.tolist()):
                found: list[Value] = [n, i + 1, *([] if clock == DECISION else [int(read.clock[i])])]
                found += [seat + 1, lineup[seat], read.deeds[i], read.moves[i]]
                found += [int(read.choices[i]), *read.change[i].tolist(), *read.later[i].tolist()]
                found += [read.figures[i].get(name) for name in wanted]
                if vocabulary.burst:
                    found.append(int(read.bursts[i]))
                yield found

    text = "a row a decision" + ("" if len(played.read) == played.games else f" of the first {len(played.read)} games")
    return Sheet("decisions", text, columns, rows)


def _options(played: Played) -> Sheet:
    columns = [
        Column("option", "text", "the option that is other than in games"),
        Column("value", "text", "its value"),
        Column("game", "whole", "the game's number: the same number in games is the same seed without the option"),
        Column("end", "text", "why it was over"),
        Column("decisions", "whole", "how many decisions were made"),
        *_by_seat(played, "score", "whole", f"the {played.vocabulary.score} of {{seat}} at the end"),
        *_by_seat(played, "win", "real", "the part of the victory of {seat}"),
    ]

    def rows() -> Iterator[list[Value]]:
        for (name, value), results in played.others.items():
            parts = victory_parts(results)
            for n in range(len(results.lengths)):
                end = played.game.ends[results.ends[n] - 1]
                yield [name, str(value), n, end, int(results.lengths[n]), *results.scores[n].tolist(), *parts[n].tolist()]

    return Sheet("options", "a row a game under another option", columns, rows)


def describe(played: Played) -> str:
    """What each column of each sheet means."""
    lines = []
    for sheet in sheets(played):
        lines += [f"{played.game.name}-{sheet.name}: {sheet.text}", ""]
        width = max(len(column.name) for column in sheet.columns) + 2
        lines += [f"  {column.name:<{width}}{column.kind:<7}{column.text}" for column in sheet.columns]
        lines.append("")
    return "\n".join(lines).rstrip()


# Writing


def write(played: Played, folder: Path, form: Format) -> list[Path]:
    """Write every sheet into the folder; the files."""
    if form == "parquet":
        check_parquet()
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for sheet in sheets(played):
        path = folder / f"{played.game.name}-{sheet.name}.{form}"
        if form == "csv":
            _write_csv(sheet, path)
        else:
            _write_parquet(sheet, path)
        files.append(path)
    return files


def check_parquet() -> None:
    """Refuse Parquet where the package for it is missing, before any game is played."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise TulipsError(
            "Parquet needs PyArrow, which is not installed: `pip install 'tulips[report]'`. CSV needs nothing."
        ) from None


def _write_csv(sheet: Sheet, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([column.name for column in sheet.columns])
        writer.writerows(sheet.rows())


def _write_parquet(sheet: Sheet, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"whole": pa.int64(), "real": pa.float64(), "text": pa.string()}
    schema = pa.schema(
        [pa.field(column.name, kinds[column.kind], metadata={"description": column.text}) for column in sheet.columns]
    )
    columns: list[list[Any]] = [list(values) for values in zip(*sheet.rows(), strict=True)] or [[] for _ in sheet.columns]
    pq.write_table(pa.table(columns, schema=schema), path)
