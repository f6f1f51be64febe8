"""How long bots think at a table."""

import asyncio
import threading
from typing import Any

import pytest

from tulips import bots
from tulips.games import load
from tulips.table import thinking
from tulips.table.thinking import Thinking


def test_the_strongest_bot_thinks_as_long_as_its_move_takes_and_shares_the_time_with_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("gift-of-tulips")
    states = game.set_up(2)
    told: list[tuple[str, float | None]] = []
    all_asked = threading.Event()

    def choose(_game: Any, _states: Any, _seat: int, bot: str, _seed: int, *, seconds: float | None, megabytes: float) -> int:
        told.append((bot, seconds))
        if len(told) > 3:
            all_asked.wait()
        return 0

    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(thinking, "can_search", lambda _game: True)
    monkeypatch.setattr("os.cpu_count", lambda: 2)

    async def ask() -> None:
        mind = Thinking(megabytes=16)
        await mind.choose(game, states, 0, "master", 1, 0.8)
        await mind.choose(game, states, 0, "merchant", 1, 0.8)
        await mind.choose(game, states, 0, "master", 1)
        asked = [asyncio.create_task(mind.choose(game, states, 0, "master", 1, 0.8)) for _ in range(4)]
        await asyncio.sleep(0)
        all_asked.set()
        await asyncio.gather(*asked)
        mind.close()

    asyncio.run(ask())
    assert told[:3] == [("master", 0.8), ("merchant", None), ("master", None)]
    assert sorted(round(seconds or 0, 2) for _, seconds in told[3:]) == [0.4, 0.53, 0.8, 0.8]
