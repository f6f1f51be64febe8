"""The database: groups, conflicts, migrations, export."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

import tulips
from tulips.cli import main
from tulips.engine.errors import TulipsError
from tulips.engine.match import record_file
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.state.chance import commitment
from tulips.table.database.group_commit import Unavailable
from tulips.table.database.schema import METADATA
from tulips.table.database.schema_upgrade import newest
from tulips.table.database.storage import Storage
from tulips.table.state import Event, Grant, Link, Phase, SeatState, TableState


def with_storage(path: Path, use: Callable[[Storage], Awaitable[None]]) -> None:
    async def run() -> None:
        storage = Storage(f"sqlite:///{path}")
        await asyncio.to_thread(storage.migrate)
        storage.start(asyncio.get_running_loop())
        try:
            await use(storage)
        finally:
            await asyncio.to_thread(storage.close)

    asyncio.run(run())


def event(match: str, number: int, message: str, move: int = 1) -> Event:
    return Event(match, number, 0, move, None, message, "human", 0.0)


def test_whoever_is_first_has_moved_and_a_repeat_is_the_same_event(tmp_path: Path) -> None:
    async def use(storage: Storage) -> None:
        first, second, repeat, other = await asyncio.gather(
            storage.append(event("a", 1, "x")),
            storage.append(event("a", 1, "y")),
            storage.append(event("a", 2, "x")),
            storage.append(event("b", 1, "x", 5)),
        )
        assert first is not None and first.number == 1 and second is None
        assert repeat == first
        assert other is not None and other.move == 5
        assert [e.message for e in await storage.events("a", 0)] == ["x"]

    with_storage(tmp_path / "t.sqlite", use)


def test_what_waits_is_written_in_groups(tmp_path: Path) -> None:
    async def use(storage: Storage) -> None:
        before = storage.writer.commits
        await asyncio.gather(*[storage.append(event(str(i), 1, "x")) for i in range(300)])
        assert storage.writer.commits - before < 100

    with_storage(tmp_path / "t.sqlite", use)


def test_two_changes_from_one_version_do_not_both_hold(tmp_path: Path) -> None:
    async def use(storage: Storage) -> None:
        state = TableState(game="g", rules="1", seats=[SeatState("A", "open")], seed="s", commitment="c")
        await storage.new_table("t", storage.making("t", state, [("digest", Link("host"))], [("holder", Grant("host"))]))
        done = await asyncio.gather(storage.change_table("t", 1, state), storage.change_table("t", 1, state))
        assert sorted(done) == [False, True]
        assert await storage.grants("holder", "t") == [Grant("host")] and await storage.grants("other", "t") == []

    with_storage(tmp_path / "t.sqlite", use)


def test_what_could_not_be_written_is_not_told_in_the_error(tmp_path: Path) -> None:
    async def use(storage: Storage) -> None:
        state = TableState(game="g", rules="1", seats=[SeatState("A", "open")], seed="hidden seed", commitment="c")
        with storage.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE tables")
        with pytest.raises(Unavailable, match="no such table") as problem:
            await storage.new_table("t", storage.making("t", state, [], []))
        assert "hidden seed" not in str(problem.value)

    with_storage(tmp_path / "t.sqlite", use)


def test_commits_reach_the_disk_and_the_schema_is_the_migrations(tmp_path: Path) -> None:
    async def use(storage: Storage) -> None:
        with storage.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == newest()
            inspector = sa.inspect(connection)
            for name, table in METADATA.tables.items():
                assert {column["name"] for column in inspector.get_columns(name)} == {column.name for column in table.columns}
                indexes = {index["name"] for index in inspector.get_indexes(name)}
                assert {index.name for index in table.indexes} <= indexes

    with_storage(tmp_path / "t.sqlite", use)


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_what_is_no_database_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(TulipsError, match="sqlite:///path"):
        Storage(url)


def test_export_writes_finished_matches_that_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tulips.game("gift-of-tulips")
    match = game.match(2, seed="s", names=["A", "B"])
    while not match.end:
        match.play(match.actors[0], game.moves(match.states, match.actors[0])[0])
    made = [step for step in match.line if isinstance(step, Move)]

    def state(phase: Phase) -> TableState:
        seats = [SeatState("A", "human"), SeatState("B", "bot")]
        return TableState(
            game=game.name,
            rules="1",
            seats=seats,
            options=match.options,
            phase=phase,
            seed="s",
            commitment=commitment("s"),
        )

    async def use(storage: Storage) -> None:
        tables: list[tuple[str, Phase, list[Move]]] = [
            ("over", "over", made),
            ("on", "playing", made[:3]),
            ("not", "waiting", []),
        ]
        for id, phase, moves in tables:
            events = [Event(id, i, m.seat, m.move, None, str(i), "human", 0.0) for i, m in enumerate(moves, 1)]
            await storage.new_table(id, storage.making(id, state(phase), [], [], events))

    with_storage(tmp_path / "t.sqlite", use)
    arguments = ["export", str(tmp_path / "out"), "--database", f"sqlite:///{tmp_path / 't.sqlite'}"]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": 1, "as_stored": 0, "left_out": 1, "problems": {}}
    (file,) = (tmp_path / "out").iterdir()
    assert record_file.verify(file.read_bytes(), tulips.game).complete
    assert main([*arguments, "--all"]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--database", f"sqlite:///{tmp_path / 't.sqlite'}"]) == 2
    assert "--port" in capsys.readouterr().err
