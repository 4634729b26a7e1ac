"""One server on each store, for all tests that talk to one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from perron.server.settings import UNLIMITED, Limits, Settings
from tests.server.conftest import STORES
from tests.server.postgres import Postgres
from tests.server.serving import Served, serving

HERE = str(Path(__file__).parent)
HALF = {
    *("test_hostile", "test_join", "test_leaks", "test_metrics", "test_moderate_command", "test_own_editions"),
    *("test_page_api", "test_previews"),
}
"""Files that take about as long as all others here together."""
GENEROUS = Limits(rates=UNLIMITED)
"""Tests are in a hurry; what the limits do has tests of its own."""


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All in two groups: each process of a run of several that gets one needs a server of each kind."""
    for item in items:
        if str(item.path).startswith(HERE):  # a path is slow to compare, and there are thousands
            item.add_marker(pytest.mark.xdist_group("server" if item.path.stem in HALF else "server too"))


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on SQLite."""
    url = f"sqlite:///{tmp_path_factory.mktemp('data')}/perron.sqlite"
    with serving(Settings(database=url, limits=GENEROUS, bot_processes=1, metrics_for_all=True)) as running:
        yield running


@pytest.fixture(scope="session")
def on_postgres(postgres: Postgres) -> Iterator[Served]:
    """A server on PostgreSQL."""
    url = postgres.new_database()
    with serving(Settings(database=url, limits=GENEROUS, bot_processes=1, metrics_for_all=True)) as running:
        yield running


@pytest.fixture(scope="session", params=STORES)
def served(request: pytest.FixtureRequest) -> Served:
    """A server on each store."""
    running: Served = request.getfixturevalue(f"on_{request.param}")
    return running
