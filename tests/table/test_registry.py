"""The registry: a table's state, changed by several at once."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from tulips.engine.state.chance import commitment
from tulips.table import seating
from tulips.table.making import Making
from tulips.table.registry import Registry
from tulips.table.server_settings import ServerSettings
from tulips.table.state import NextChance, SeatState, TableState, decode_state

GAME = "gift-of-tulips"


def test_what_was_mixed_in_at_another_process_is_in_the_rematch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tulips.table.registry.claim", lambda storage: contextlib.ExitStack())  # as with PostgreSQL

    async def run() -> None:
        here, there = (Registry(ServerSettings(database=f"sqlite:///{tmp_path}/tables.sqlite")) for _ in range(2))
        for registry in (here, there):
            await registry.open()
        try:
            chance = NextChance("next", commitment("next"))
            seats = [SeatState("Ada", "open"), SeatState("Bea", "open")]
            over = TableState(
                game=GAME, rules="1", seats=seats, phase="over", seed="s", commitment=commitment("s"), next=chance
            )
            await here.storage.new_table("abcdefghjk", here.storage.making("abcdefghjk", over, [], []))
            stale = await there.room("abcdefghjk")
            await (await here.room("abcdefghjk")).change(lambda state: seating.mix_in(state, "0", "mine"))
            assert stale.state.next == chance, "it knows of it already; nothing is tried here"
            table, made = await Making(there).rematch(stale, "somebody")
            assert made is not None
            state = (await there.room(table)).state
            assert (state.seed, list(state.nonces.values())) == ("next", ["mine"])
            assert await Making(here).rematch(await here.room("abcdefghjk"), "another") == (table, None)
        finally:
            for registry in (here, there):
                await registry.close()

    asyncio.run(run())


def test_a_table_that_was_kept_before_rematches_were_committed_to_is_still_read() -> None:
    seats = '[{"name":"Ada","kind":"human"},{"name":"Bea","kind":"bot"}]'
    state = decode_state(f'{{"game":"{GAME}","rules":"1","seats":{seats},"phase":"over","seed":"s","commitment":"c"}}')
    assert state.next is None and state.names == ["Ada", "Bea"]
