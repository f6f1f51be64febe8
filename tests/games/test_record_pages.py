"""Each game's page on its record files names every move and outcome with its fields, as files write them."""

import json
import re

import pytest

from support.paths import ROOT
from tulips.engine.game import Game
from tulips.engine.kinds import TAG, Kind

CODE = re.compile(r"`([^`]+)`")
ROW = re.compile(r"\| (?P<kinds>[^|]+) \| (?P<fields>[^|]*)\|")


def page(game: Game) -> str:
    return (game.folder / "record.md").read_text(encoding="utf-8")


def rows(game: Game, head: str) -> dict[str, set[str]]:
    """What stands in code in each row of one of the page's tables, by the kinds that the row is of."""
    _, _, table = page(game).partition(f"| {head} | fields |")
    lines = table.partition("\n\n")[0].splitlines()[2:]
    found = [match for line in lines if (match := ROW.match(line))]
    return {kind: {*CODE.findall(row["fields"])} for row in found for kind in CODE.findall(row["kinds"])}


def fields(cls: type[Kind]) -> set[str]:
    return {*cls.__struct_fields__} - {TAG, *cls.told_after}


@pytest.mark.parametrize("head", ["kind", "chance"])
def test_each_kind_has_its_row_with_its_fields(game: Game, head: str) -> None:
    kinds = {cls.kind(): cls for cls in (game.kinds.MOVES if head == "kind" else game.kinds.OUTCOMES)}
    found = rows(game, head)
    assert found.keys() == kinds.keys()
    assert {kind: missing for kind, cls in kinds.items() if (missing := fields(cls) - found[kind])} == {}


def test_each_outcome_has_an_example_that_is_read(game: Game) -> None:
    examples = {
        kind: [json.loads(code) for code in codes if code.startswith("{")] for kind, codes in rows(game, "chance").items()
    }
    for kind, (example,) in examples.items():
        assert example.pop("chance") == kind
        assert game.read_outcome(kind, example, max(game.seat_counts), seats_from=1).kind() == kind


def test_the_scaffold_s_page_has_such_tables_too() -> None:
    text = (ROOT / "src/tulips/scaffold/new_game/record.md").read_text(encoding="utf-8")
    assert "| kind | fields |" in text and "| chance | fields |" in text
