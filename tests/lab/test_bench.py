"""What `tulips bench` measures of a search."""

from typing import Any

import pytest

import tulips
from tulips.bots.search import Thought, think
from tulips.lab import bench


def test_a_search_is_measured_beside_the_playouts_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*arguments: Any, **settings: Any) -> Thought:
        found = think(*arguments, **settings)
        asked.append(found.iterations)
        return found

    monkeypatch.setattr(bench, "think", counted)
    monkeypatch.setattr(bench, "SEARCH_SLICE", 200)
    playouts, iterations = bench.search_speed(tulips.game("tulip"), 3, 1)
    assert asked == [200] * bench.SLICES
    assert playouts > 0 and iterations > 0


def test_a_master_s_seconds_are_those_of_a_choice() -> None:
    """More thought takes longer."""
    game = tulips.game("gift-of-tulips")
    little, much = (bench.move_seconds(game, 3, f"master@{iterations}") for iterations in (50, 5000))
    assert 0 < little < much
