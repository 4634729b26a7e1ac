"""Real databases for the tests of the server: SQLite files, and a PostgreSQL that is started for the run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from perron.server.store import Store
from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the whole run."""
    cluster = Postgres()
    yield cluster
    cluster.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path}/data/perron.sqlite"


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database; every test that asks for it runs on both stores."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An open store, on both databases."""
    with Store.open(database) as opened:
        yield opened
