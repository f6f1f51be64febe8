"""Every test that takes `database` runs on SQLite and on a PostgreSQL that the tests bring themselves."""

from collections.abc import Iterator

import pytest

from support.blocking_client import OPENED, Browser
from support.manual_clock import Clock
from support.postgres import Postgres, running
from support.server_thread import serving
from tulips.web import limits


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.sqlite'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture(scope="module")
def address(database: str) -> Iterator[str]:
    """A server on the database."""
    with serving(database) as address:
        yield address


@pytest.fixture
def browser(address: str) -> Browser:
    return Browser(address)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that all limits go by, which stands still."""
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
