"""Recovery of a PostgreSQL to a moment, as docs/operations/backups.md says, with a real cluster and a real archive."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from perron.record import read_record, verify_record
from perron.server.settings import Settings
from perron.server.store import LogRow, Store, queries
from tests.server.client import Table, begun, play_on
from tests.server.postgres import Postgres
from tests.server.serving import serving

pytestmark = pytest.mark.xdist_group("crash")


@pytest.fixture
def archived() -> Iterator[tuple[Postgres, Path]]:
    """A cluster that archives its log, and where."""
    cluster = Postgres()
    yield cluster, cluster.archive()
    cluster.close()


def ask(url: str, question: str) -> object:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(question.encode()).fetchone()
        assert row is not None
        return row[0]


def log_of(url: str, code: str) -> tuple[LogRow, ...]:
    with Store.open(url, serving=False) as store:
        snapshot = store.read_now(partial(queries.load_snapshot, code=code))
    assert snapshot is not None
    return tuple(snapshot.log)


def test_a_store_goes_back_to_a_moment_between_two_actions(archived: tuple[Postgres, Path]) -> None:
    cluster, archive = archived
    url = cluster.new_database()
    with serving(Settings(database=url, start_bots=False)) as served:
        table = begun(served.base, "tiny", ["person", "person"])
        asyncio.run(play_on(table, 0, 1, until=3))
        copy = cluster.copy()
        asyncio.run(play_on(table, 0, 1, until=8))
        before = log_of(url, table.code)
        moment = ask(url, "SELECT clock_timestamp()")
        asyncio.run(play_on(table, 0, 1))
        after = log_of(url, table.code)
    assert 8 <= len(before) < len(after)
    last = ask(url, "SELECT pg_walfile_name(pg_switch_wal())")
    while not (archive / str(last)).exists():
        time.sleep(0.05)
    cluster.stop()  # what was archived is all there is
    recovery = [f"restore_command=cp {archive}/%f %p", f"recovery_target_time={moment}"]
    again = Postgres(settings=[*recovery, "recovery_target_action=promote"], recovered_from=copy)
    try:
        there = again.url(url.partition("@/")[2].partition("?")[0])
        while ask(there, "SELECT pg_is_in_recovery()"):
            time.sleep(0.05)
        assert log_of(there, table.code) == before
        with serving(Settings(database=there, start_bots=False)) as served:
            gone_on = Table(served.base, table.code, table.host, table.seats)
            asyncio.run(play_on(gone_on, 0, 1))
            assert verify_record(read_record(gone_on.ask("/record").text)).key_checked
        assert log_of(there, table.code)[: len(before)] == before
    finally:
        again.close()
