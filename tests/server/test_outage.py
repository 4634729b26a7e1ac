"""Clocks over a restart: while no server ran, nobody lost time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text, update

from perron.server.store import Store, queries
from perron.server.store.queries import OUTAGE_MS
from perron.server.store.schema import heartbeat
from perron.server.store.store import now_ms
from tests.server.client import Json, Table, at, begun
from tests.server.crash import Process

pytestmark = pytest.mark.xdist_group("crash")
HOUR = 3_600_000


def an_hour_ago(connection: Connection, code: str) -> int:
    """Move all that was written an hour back, as if the server had been down since; returns when the turn began now."""
    table = queries.load_table(connection, code)
    assert table is not None
    assert table.turn_began is not None
    assert table.due is not None
    began = table.turn_began - HOUR
    queries.change_table(connection, code, {"turn_began": began, "due": table.due - HOUR})
    last = connection.execute(select(heartbeat.c.beat)).scalar_one()
    connection.execute(update(heartbeat).values(beat=last - HOUR))
    return began


def clocks(table: Table) -> Json:
    async def look() -> Json:
        async with at(table, 0) as (_, welcome):
            assert welcome["number"] == 0, "nobody has acted, and no clock has run out"
            return dict(welcome["clocks"])

    return asyncio.run(look())


@pytest.mark.sampled
@pytest.mark.parametrize("how", ["killed", "slept"])
def test_clocks_are_put_off_by_as_long_as_no_server_was_there(
    database: str, tmp_path: Path, how: str, again: Callable[[Process, Table], None]
) -> None:
    server = Process(database, tmp_path)
    server.start()
    try:
        table = begun(server.base, "tiny", ["person", "person"], clock={"move_seconds": 600, "bank_seconds": 60})
        before = clocks(table)
        again(server, table)
        after = clocks(table)
        assert after["due"] - after["turn_began"] == before["due"] - before["turn_began"] == 660_000
        spent = after["turn_began"] - before["turn_began"]
        assert 0 <= spent <= now_ms() - before["now"] + OUTAGE_MS, "put off by the outage, and by no more"
        assert after["due"] > after["now"]
        assert after["banks"] == before["banks"] == [60_000, 60_000]
    finally:
        server.kill()


def others(connection: Connection) -> int:
    """How many others are connected to this PostgreSQL database: what a killed server sent is done to its end."""
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    found: int = connection.execute(text(f"{asked} AND pid <> pg_backend_pid() AND state <> 'idle'")).scalar_one()
    return found


@pytest.fixture
def again(how: str) -> Callable[[Process, Table], None]:
    """A server that was not there for an hour: it was killed, or the machine slept while it ran."""

    def killed(server: Process, table: Table) -> None:
        server.kill()
        with Store.open(server.url, serving=False) as store:
            while store.several_workers and store.read_now(others) > 0:  # a last beat may still be on its way
                time.sleep(0.05)
        with Store.open(server.url) as store:
            store.write_now(partial(an_hour_ago, code=table.code))
        server.start()

    def slept(server: Process, table: Table) -> None:
        with Store.open(server.url, serving=False) as store:
            moved = store.write_now(partial(an_hour_ago, code=table.code))
            while True:  # until the server has looked at its clock again
                row = store.read_now(partial(queries.load_table, code=table.code))
                assert row is not None
                if row.turn_began != moved:
                    break
                time.sleep(0.05)
        while clocks(table)["turn_began"] == moved:  # and until the table has been told
            time.sleep(0.05)

    return {"killed": killed, "slept": slept}[how]
