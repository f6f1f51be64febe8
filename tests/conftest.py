"""Every test that takes `game` and `seats` runs for each game and each number of players."""

import pytest
from hypothesis import settings

import tulips
from support.soak import SOAKING

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("fresh", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("fresh" if SOAKING else "same")  # two runs of `make test` give the same verdict


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    names = metafunc.fixturenames
    if "game" in names and "seats" in names:
        every = [(name, seats) for name in tulips.game_names() for seats in tulips.game(name).seat_counts]
        metafunc.parametrize(("game", "seats"), [(tulips.game(n), s) for n, s in every], ids=[f"{n}-{s}" for n, s in every])
    elif "game" in names:
        metafunc.parametrize("game", [tulips.game(name) for name in tulips.game_names()], ids=tulips.game_names())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a PostgreSQL, so that `make quick` can do without."""
    for item in items:
        of_the_test = getattr(item, "callspec", None)
        if "postgres" in " ".join(getattr(item, "fixturenames", ())) or (
            of_the_test and of_the_test.params.get("database") == "postgresql"
        ):
            item.add_marker("postgres")
