"""Opening a database: what cannot be opened is told in one line, and nothing is changed."""

from __future__ import annotations

import socket
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest

from perron.editions.places import data_folder
from perron.errors import PerronError
from perron.server.settings import Settings
from perron.server.store import Store, StoreBusy, StoreError, StoreGone, queries
from perron.server.store.connect import database_url, shown
from tests.server.store.making import add_table


@pytest.mark.parametrize(
    "url",
    [
        "",
        "perron.sqlite",
        "mysql://root@host/perron",
        "postgresql+asyncpg://host/perron",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:perron.sqlite",
        "sqlite://host/perron.sqlite",
        "sqlite:///perron.sqlite?mode=ro",
        "postgresql://user:pa/ss@host:port:x/name",
        "://",
        "postgresql://host:99x/name",
    ],
)
def test_a_url_that_means_no_database_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        database_url(url)
    assert "\n" not in str(caught.value)
    assert "pa/ss" not in str(caught.value)


def test_without_a_url_the_database_is_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database_url(None, tmp_path).database == str(tmp_path / "perron.sqlite")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert database_url().database == str(data_folder() / "perron.sqlite")
    assert data_folder().name == "perron"


def test_a_password_is_never_shown() -> None:
    url = database_url("postgres://me:secret@db.example:5433/club")
    assert shown(url) == "the PostgreSQL database club at db.example:5433"


def test_a_server_that_cannot_be_reached_is_told_in_one_line_without_the_password() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(StoreGone, match=f"club at 127.0.0.1:{port}.*refused") as caught:
        Store.open(f"postgresql://me:secret@127.0.0.1:{port}/club")
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_database_that_the_server_does_not_have_is_told(postgres_url: str) -> None:
    with pytest.raises(StoreGone, match="does not exist"):
        Store.open(postgres_url.replace("@/", "@/not_"))


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir, " * 500)
    with pytest.raises(StoreError, match="not a database"):
        Store.open(f"sqlite:///{file}")
    assert file.read_text() == "Dear Sir, " * 500
    with pytest.raises(StoreError, match="is a folder"):
        Store.open(f"sqlite:///{tmp_path}")
    with pytest.raises(StoreError, match="cannot be made"):
        Store.open(f"sqlite:///{file}/perron.sqlite")


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path, postgres_url: str) -> None:
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(StoreError, match="another program"):
        Store.open(f"sqlite:///{file}")
    with sqlite3.connect(file) as other:
        assert other.execute("SELECT name FROM sqlite_schema").fetchall() == [("recipes",)]
    other.close()
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE tables (legs integer)")
    with pytest.raises(StoreError, match="another program"):
        Store.open(postgres_url)


def test_a_postgresql_database_may_have_other_tables_beside(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE recipes (name text)")
    with Store.open(postgres_url) as store:
        add_table(store)


def test_a_second_server_on_one_sqlite_file_is_refused_and_one_after_another_is_not(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        with pytest.raises(StoreBusy, match="PostgreSQL"):
            Store.open(sqlite_url)
        with Store.open(sqlite_url, serving=False) as looking:
            assert looking.read_now(lambda connection: queries.load_table(connection, code)) is not None
    with Store.open(sqlite_url) as store:
        assert store.read_now(lambda connection: queries.load_table(connection, code)) is not None


def test_servers_that_start_at_once_on_an_empty_postgresql_all_come_up(postgres_url: str) -> None:
    opened: list[Store] = []
    faults: list[BaseException] = []

    def start() -> None:
        try:
            opened.append(Store.open(postgres_url))
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in opened:
        store.close()
    assert faults == []
    assert len(opened) == 6


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(PerronError, match="PostgreSQL"):
        Settings(workers=2, data=tmp_path)
    assert Settings(workers=2, database="postgresql://host/club").workers == 2
    assert Settings(data=tmp_path).database_url.database == str(tmp_path / "perron.sqlite")


@pytest.mark.parametrize("wrong", [{"port": 65536}, {"port": -1}, {"workers": 0}, {"keep_days": 0}, {"idle_days": 0}])
def test_settings_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(PerronError, match="is not between"):
        Settings(**wrong)  # type: ignore[arg-type]
