"""Real databases for the tests of the server: SQLite files, and a PostgreSQL that is started for the run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from perron.server.store import Store
from tests.server.postgres import Postgres

STORES = ("sqlite", "postgres")
EITHER_STORE = (
    *("test_choosing", "test_dealing", "test_earlier_rules", "test_join", "test_moderate_command", "test_operations"),
    *("test_own_editions", "test_people", "test_play_on", "test_rest", "test_socket", "test_system_clock"),
)
"""What is above the store and the same on both: half of these tests run on one, half on the other."""


@pytest.hookimpl(tryfirst=True)  # before those that are marked are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of tests above the store, every one on one of the stores."""
    for item in items:
        if isinstance(item, pytest.Function) and item.path.stem in EITHER_STORE and hasattr(item, "callspec"):
            stores = {item.callspec.params.get(name) for name in ("served", "database")} & set(STORES)
            if stores - {STORES[len(item.originalname) % 2]}:
                item.add_marker(pytest.mark.exhaustive)


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


@pytest.fixture(params=STORES)
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database; a test that asks for it runs on both stores, or on either."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(scope="session")
def sqlite_with_schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the schema and nothing in it, to be copied: making it takes longer than most tests."""
    file = tmp_path_factory.mktemp("schema") / "perron.sqlite"
    Store.open(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def postgres_with_schema(postgres: Postgres) -> str:
    """The same for PostgreSQL."""
    url = postgres.new_database()
    Store.open(url).close()
    return url


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An open store with nothing in it, on both databases."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("sqlite_with_schema"), tmp_path / "store.sqlite")
        with Store.open(f"sqlite:///{tmp_path}/store.sqlite") as opened:
            yield opened
        return
    cluster: Postgres = request.getfixturevalue("postgres")
    url = cluster.new_database(like=request.getfixturevalue("postgres_with_schema"))
    with Store.open(url) as opened:
        yield opened
    cluster.drop_database(url)
