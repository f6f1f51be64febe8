"""Every test that takes `game` and `seats` runs for each game and each number of players."""

import pytest

import tulips


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    names = metafunc.fixturenames
    if "game" in names and "seats" in names:
        every = [(name, seats) for name in tulips.game_names() for seats in tulips.game(name).seat_counts]
        metafunc.parametrize(("game", "seats"), [(tulips.game(n), s) for n, s in every], ids=[f"{n}-{s}" for n, s in every])
    elif "game" in names:
        metafunc.parametrize("game", [tulips.game(name) for name in tulips.game_names()], ids=tulips.game_names())
