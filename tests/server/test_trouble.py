"""A store that cannot be written to: nothing is acknowledged, and clients are told what is wrong."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import text

from perron.server.settings import Settings
from perron.server.store import Store, StoreError, queries
from perron.server.store.trouble import Trouble
from tests.server.client import Json, Table, at, begun, first_claim
from tests.server.plain import get
from tests.server.postgres import Postgres
from tests.server.serving import Served, serving
from tests.server.store.making import add_table, appending

WITHIN_S = 60
MEGABYTE = 1024 * 1024


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What the store has said of itself to the operator."""
    caplog.set_level(logging.INFO)
    return lambda: [record.getMessage() for record in caplog.records if record.name == "perron.store"]


def a_server(url: str) -> Settings:
    return Settings(database=url, start_bots=False, metrics_for_all=True)


def ready(served: Served) -> httpx.Response:
    return get(f"{served.base}/api/ready", headers={"Accept-Language": "en"})


def wait_until_ready_says(served: Served, status: int) -> Json:
    """Wait until the server says that it can, or cannot, save anything."""
    deadline = time.monotonic() + WITHIN_S
    while (answer := ready(served)).status_code != status:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.1)
    return dict(answer.json())


def wait_for_metric(served: Served, writable: int) -> None:
    deadline = time.monotonic() + WITHIN_S
    while f"perron_store_writable {writable}.0" not in get(f"{served.base}/api/metrics").text:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def act(table: Table) -> Json:
    """Do something in the seat whose turn it is; the answer."""

    async def once() -> Json:
        async with at(table, 0, 1) as (client, welcome):
            if welcome["type"] == "bye":
                return welcome
            view = next(view for view in welcome["views"] if view["to_move"] == view["seat"])
            return await client.act(view["seat"], first_claim(view), ident=secrets.token_hex(8))

    return asyncio.run(once())


def kept(url: str, table: Table) -> int:
    """How many entries of a table a new connection to the database finds."""
    with Store.open(url) as store:
        row = store.read_now(partial(queries.load_table, code=table.code))
    assert row is not None
    return row.number


# the file


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.sqlite"))


def replaced(file: Path) -> None:
    other = file.with_name("other.sqlite")
    shutil.copy(file, other)
    other.replace(file)


def folder_moved(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


LOSSES: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": moved,
    "replaced": replaced,
    "emptied": lambda file: os.truncate(file, 0),
    "moved with its folder": folder_moved,
    "its -wal deleted": lambda file: file.with_name(f"{file.name}-wal").unlink(),
    "its -shm deleted": lambda file: file.with_name(f"{file.name}-shm").unlink(),
    "its lock deleted": lambda file: file.with_name(f"{file.name}.lock").unlink(),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_nothing_is_written_to_a_file_that_is_not_where_it_was(sqlite_url: str, tmp_path: Path, loss: str) -> None:
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        store.write_now(appending(code, 0))
        assert store.trouble is None
        LOSSES[loss](tmp_path / "data" / "perron.sqlite")
        with pytest.raises(StoreError) as caught:  # at once, whether anybody has looked or not
            store.write_now(appending(code, 1))
        assert caught.value.refusal == store.trouble == "store/lost"
        with pytest.raises(StoreError, match="deleted, moved or replaced"):
            store.read_now(partial(queries.load_table, code=code))


def test_a_file_that_goes_while_it_is_written_to_is_not_acknowledged(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        code = add_table(store)

        def meanwhile(connection: object) -> None:
            (tmp_path / "data" / "perron.sqlite").unlink()

        with pytest.raises(StoreError) as caught:
            store.write_now(meanwhile)
        assert caught.value.refusal == "store/lost"
        with pytest.raises(StoreError):
            store.write_now(appending(code, 0))


@pytest.mark.parametrize("loss", ["deleted", pytest.param("replaced", marks=pytest.mark.exhaustive)])
def test_a_server_notices_without_anybody_that_its_file_has_gone_and_says_so_once(
    sqlite_url: str, tmp_path: Path, told: Callable[[], list[str]], loss: str
) -> None:
    with serving(a_server(sqlite_url)) as served:
        table = begun(served.base, "tiny_race", ["person", "person"])
        assert act(table)["type"] == "accepted"
        wait_for_metric(served, 1)
        LOSSES[loss](tmp_path / "data" / "perron.sqlite")
        answer = wait_until_ready_says(served, 503)
        assert answer["code"] == "store/lost"
        assert "lost its file" in answer["message"]
        wait_for_metric(served, 0)
        assert act(table)["code"] == "store/lost"
        assert table.ask().json()["code"] == table.call("rematch", secret=table.host).json()["code"] == "store/lost"
        time.sleep(2.5)  # some more rounds of everything that looks and writes every second
        assert len(told()) == 1
        assert "start the server again" in told()[0]


def test_what_was_accepted_is_in_a_file_that_is_put_back(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "data" / "perron.sqlite"
    with serving(a_server(sqlite_url)) as served:
        table = begun(served.base, "first_journey", ["person", "person"])
        accepted = 0
        while accepted < 5:
            accepted = act(table)["number"]
        moved(file)
        assert act(table)["code"] == "store/lost"
        file.with_name("elsewhere.sqlite").rename(file)
        assert act(table)["code"] == "store/lost", "only a new start looks at the file again"
    assert kept(sqlite_url, table) == accepted


def test_others_may_look_at_the_file_while_a_server_runs(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "data" / "perron.sqlite"
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        commands = "PRAGMA wal_checkpoint(TRUNCATE); VACUUM; SELECT count(*) FROM tables"
        looking = f"import sqlite3\nfor one in {commands.split('; ')!r}: sqlite3.connect({str(file)!r}).execute(one)"
        subprocess.run(["python3", "-c", looking], check=True)
        with Store.open(sqlite_url, serving=False) as other:
            assert other.read_now(partial(queries.load_table, code=code)) is not None
        store.write_now(appending(code, 0))
        assert store.trouble is None


# the disk


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    """A file system of its own at a folder."""
    folder.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", *options, str(folder)], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_noticed_and_the_server_goes_on_when_there_is_room_again(
    tmp_path: Path, told: Callable[[], list[str]]
) -> None:
    with mounted(tmp_path / "disk", "-t", "tmpfs", "-o", "size=24m", "tmpfs") as disk:
        url = f"sqlite:///{disk}/perron.sqlite"
        with serving(a_server(url)) as served:
            table = begun(served.base, "tiny_race", ["person", "person"])
            before = act(table)["number"]
            room = shutil.disk_usage(disk).free
            (disk / "film").write_bytes(bytes(room - MEGABYTE))
            assert wait_until_ready_says(served, 503)["code"] == "store/full"
            wait_for_metric(served, 0)
            refused = act(table)
            assert (refused["type"], refused["code"]) == ("refused", "store/full")
            assert table.ask().json()["table"]["number"] == before, "it can still be read"
            time.sleep(2.5)
            assert [line for line in told() if "disk" in line] == told()[:1] == told()
            (disk / "film").unlink()
            wait_until_ready_says(served, 200)
            wait_for_metric(served, 1)
            assert act(table)["number"] == before + 1
            assert told()[1:] == ["the database can be written to again"]
        assert kept(url, table) == before + 1


def append_until_full(store: Store, code: str, words: str) -> tuple[int, StoreError]:
    """Append to a table until the store refuses; how many entries it took, and what it said."""
    number = 0
    while True:
        try:
            number = store.write_now(appending(code, number, text=words)).number
        except StoreError as error:
            return number, error


def test_what_does_not_fit_on_the_disk_is_refused_whole_and_what_was_accepted_is_there(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "-t", "tmpfs", "-o", "size=16m", "tmpfs") as disk:
        with Store.open(f"sqlite:///{disk}/perron.sqlite") as store:
            store._watch.close()  # type: ignore[union-attr]  # so that writing alone shows it
            code = add_table(store)
            (disk / "film").write_bytes(bytes(shutil.disk_usage(disk).free - MEGABYTE))
            number, fault = append_until_full(store, code, "x" * 100_000)
            assert fault.refusal == store.trouble == "store/full"
        (disk / "film").unlink()
        with Store.open(f"sqlite:///{disk}/perron.sqlite") as store:
            assert len(store.read_now(partial(queries.rows_after, code=code))) == number > 0


def test_a_database_that_may_not_grow_counts_as_full_and_goes_on_when_it_may(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perron.server.store.trouble._STEADY_S", 0.0)

    def may_have(pages: int) -> None:
        store.write_now(lambda connection: connection.execute(text(f"PRAGMA max_page_count = {pages}")).all())

    with Store.open(sqlite_url) as store:
        code = add_table(store)
        may_have(60)
        number, fault = append_until_full(store, code, "x" * 10_000)
        assert fault.refusal == store.trouble == "store/full"
        may_have(10**6)
        assert store.trouble is None
        assert store.write_now(appending(code, number)).number == number + 1


def test_a_disk_that_turns_read_only_is_noticed(tmp_path: Path, told: Callable[[], list[str]]) -> None:
    image = tmp_path / "image"
    image.write_bytes(bytes(32 * MEGABYTE))
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("no file system can be made here")
    subprocess.run(["mkfs.ext4", "-q", str(image)], check=True)
    with mounted(tmp_path / "disk", "-o", "loop", str(image)) as disk:
        url = f"sqlite:///{disk}/perron.sqlite"
        with serving(a_server(url)) as served:
            table = begun(served.base, "tiny_race", ["person", "person"])
            assert act(table)["type"] == "accepted"
            # What Linux does by itself after an error of the disk.
            subprocess.run(["mount", "-o", "remount,abort", str(disk)], check=True)
            wait_until_ready_says(served, 503)
            deadline = time.monotonic() + WITHIN_S
            while ready(served).json()["code"] != "store/read_only":  # at first only that writing fails is known
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert act(table)["code"] == "store/read_only"
            wait_for_metric(served, 0)
            time.sleep(2.5)
            assert "read-only" in told()[-1]
            assert len(told()) == len(set(told()))


# PostgreSQL


def set_read_only(cluster: Postgres, value: str) -> None:
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        connection.execute("SELECT pg_reload_conf()")


def test_a_postgresql_that_turns_read_only_is_named_and_the_server_goes_on_when_it_is_not(
    told: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = Postgres()
    try:
        with serving(a_server(cluster.new_database())) as served:
            table = begun(served.base, "tiny_race", ["person", "person"])
            before = act(table)["number"]
            set_read_only(cluster, "on")
            answer = wait_until_ready_says(served, 503)
            assert answer["code"] == "store/read_only"
            assert "read-only" in answer["message"]
            assert act(table)["code"] == "store/read_only"
            wait_for_metric(served, 0)
            time.sleep(2.5)
            assert len(told()) == 1
            monkeypatch.setattr("perron.server.store.trouble._STEADY_S", 1.0)  # that it is waited for is tested below
            set_read_only(cluster, "off")
            wait_until_ready_says(served, 200)
            assert act(table)["number"] == before + 1
            assert told()[1:] == ["the database can be written to again"]
    finally:
        cluster.close()


def test_one_writes_own_fault_is_no_trouble_of_the_store(store: Store) -> None:
    code = add_table(store)
    with pytest.raises(StoreError):
        store.write_now(lambda connection: connection.execute(text("INSERT INTO seats (code) VALUES ('x')")))
    with pytest.raises(StoreError):
        store.write_now(lambda connection: connection.execute(text("SELECT nothing FROM nowhere")))
    assert store.trouble is None
    assert store.write_now(appending(code, 0)).number == 1


def test_trouble_is_over_only_when_writes_come_through_for_a_while(
    told: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("perron.server.store.trouble.time.monotonic", lambda: now[0])
    trouble, error = Trouble(), StoreError("the disk is full")
    trouble.failed(error)
    assert trouble.code is None, "that was one write's own"
    error.refusal, error.of_the_store = "store/full", True
    for _ in range(5):  # small writes fit, larger ones do not
        trouble.failed(error)
        trouble.worked()
        now[0] += 1
        assert trouble.code == "store/full"
    assert len(told()) == 1
    now[0] += 10
    trouble.worked()
    assert trouble.code is None
    assert re.search("again", told()[-1])
