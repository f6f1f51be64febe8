"""A record with a text far longer than a match needs: the answer is short, and nothing of it reaches a frame or a row."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

import tulips
from support.blocking_client import Browser
from support.server_thread import Inside, served
from tulips.engine.match import record_file
from tulips.table.database.schema import METADATA

pytestmark = pytest.mark.slow

LONG = 1_900_000
LARGEST_ANSWER = 5_000
LARGEST_FRAME = 200_000
LARGEST_ROW = 410_000  # of which outcomes that are given beforehand may be most

Spot = tuple[str | int, ...]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('large')}/tables.db") as server:
        yield server


def record(*, seeded: bool) -> dict[str, Any]:
    """A finished match: with its seed and something mixed in, or with all that chance has decided told."""
    game = tulips.game("gift-of-tulips")
    match = game.match(2, seed="s", names=["Ada", "Ben"], nonces=["n"])
    while not match.end:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    told: dict[str, Any] = json.loads(record_file.encode(match))
    if not seeded:
        told["chance"] = {"given": {}}
    return told


def spots(value: Any, at: Spot = ()) -> Iterator[tuple[Spot, bool]]:
    """Where a record holds a text, and whether it is a name of something there; of a list one of each kind."""
    if isinstance(value, str):
        yield at, False
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield (*at, key), True
            yield from spots(inner, (*at, key))
    elif isinstance(value, list):
        kinds = {tuple(sorted(inner)) if isinstance(inner, dict) else "": i for i, inner in enumerate(value)}
        for i in kinds.values():
            yield from spots(value[i], (*at, i))


def replaced(told: dict[str, Any], spot: Spot, named: bool, how: Callable[[str], str]) -> dict[str, Any]:
    """The record with a longer text there."""
    spoilt = copy.deepcopy(told)
    inner: Any = spoilt
    for step in spot[:-1]:
        inner = inner[step]
    if named:
        inner[how(str(spot[-1]))] = inner.pop(spot[-1])
    else:
        inner[spot[-1]] = how(inner[spot[-1]])
    return spoilt


LONGER: dict[str, Callable[[str], str]] = {
    "another text": lambda text: "x" * LONG,
    "with spaces after it": lambda text: text + " " * LONG,
    "in capitals and spread": lambda text: text.upper().replace(" ", " " * 1000) + " " * LONG,
}


@pytest.mark.parametrize("how", LONGER)
@pytest.mark.parametrize("seeded", [True, False])
def test_a_long_text_anywhere_in_a_record_reaches_nobody(server: Inside, seeded: bool, how: str) -> None:
    told = record(seeded=seeded)
    told["options"] = dict(told.get("options") or {"sixth-hand": "x"})
    for spot, named in spots(told):
        check(server, replaced(told, spot, named, LONGER[how]), f"{spot} {how}")


@pytest.mark.parametrize("field", ["seats", "chance.nonces", "chance.given", "options", "result.scores", "result.winners"])
def test_a_long_list_anywhere_in_a_record_reaches_nobody(server: Inside, field: str) -> None:
    told = record(seeded=True)
    outer, _, last = field.rpartition(".")
    inner = told[outer] if outer else told
    long = {
        "seats": ["Ada"] * 200_000,
        "nonces": ["n"] * 300_000,
        "given": {f"chance {i}": ["x"] for i in range(60_000)},
        "options": {f"option {i}": 1 for i in range(80_000)},
        "scores": [1] * 600_000,
        "winners": [1] * 600_000,
    }
    inner[last] = long[last]
    check(server, told, field)


def test_as_many_outcomes_as_a_record_may_give_are_in_no_frame(server: Inside) -> None:
    told = record(seeded=True)
    told["chance"]["given"] = {"deal": ["x" * 10] * 10_000}
    check(server, told, "given")


def check(server: Inside, told: dict[str, Any], where: str) -> None:
    browser = Browser(server.address)
    answer = browser.http.post("/records", content=json.dumps(told))
    assert answer.status_code in (200, 400, 404, 422), (where, answer.status_code, answer.text[:200])
    assert len(answer.content) <= LARGEST_ANSWER, (where, len(answer.content), answer.text[:200])
    if answer.status_code == 200:
        table = answer.json()["table"]
        with browser.sit(table) as page:
            page.hear_position()
            assert max(map(len, page.texts)) <= LARGEST_FRAME, where
        assert len(browser.get(f"/tables/{table}").content) <= LARGEST_FRAME, where
    engine = server.web.registry.storage.engine
    with engine.connect() as connection:
        for kept in METADATA.tables.values():
            for row in connection.execute(sa.select(kept)):
                assert max(len(str(cell)) for cell in row) <= LARGEST_ROW, (where, kept.name)
