"""What the store tells of itself: how long reads and writes take, what waits, and what the database failed."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from perron.server.store import Missing, Stale, Store, StoreError, queries
from tests.server.store.making import add_table, appending


class Told:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds: list[float] = []

    def wrote(self, seconds: float) -> None:
        self.counts["wrote"] += 1
        self.seconds.append(seconds)

    def committed(self, seconds: float) -> None:
        self.counts["committed"] += 1
        self.seconds.append(seconds)

    def read(self, seconds: float) -> None:
        self.counts["read"] += 1
        self.seconds.append(seconds)

    def failed(self, what: str) -> None:
        self.counts[f"{what} failed"] += 1


def nonsense(connection: Connection) -> None:
    connection.execute(text("SELECT nonsense FROM nowhere"))


def test_every_read_and_write_is_told_and_so_is_what_the_database_failed(database: str) -> None:
    told = Told()
    with Store.open(database, observer=told) as store:
        code = add_table(store)

        async def ask() -> None:
            await store.write(appending(code, 0))
            await store.read(partial(queries.load_table, code=code))
            for wrong in (appending(code, 0), appending("nothere234", 0)):  # no fault of the database's
                with pytest.raises((Stale, Missing)):
                    await store.write(wrong)
            with pytest.raises(StoreError):
                await store.write(nonsense)
            with pytest.raises(StoreError):
                await store.read(nonsense)

        asyncio.run(ask())
    assert told.counts == {"wrote": 2, "committed": 5, "read": 1, "write failed": 1, "read failed": 1}
    assert min(told.seconds) > 0


def test_writes_that_share_a_sync_are_one_transaction(sqlite_url: str) -> None:
    told = Told()
    with Store.open(sqlite_url, observer=told) as store:
        codes = [add_table(store) for _ in range(20)]
        before = told.counts["committed"]
        begun, go_on = threading.Event(), threading.Event()

        def wait(_: Connection) -> None:
            begun.set()
            go_on.wait()

        async def ask() -> None:
            first = asyncio.create_task(store.write(wait))
            await asyncio.to_thread(begun.wait)
            rest = [asyncio.create_task(store.write(appending(code, 0))) for code in codes]
            while store.waiting < len(codes):
                await asyncio.sleep(0.01)
            go_on.set()
            await asyncio.gather(first, *rest)

        asyncio.run(ask())
    assert told.counts["wrote"] == 20 + 1 + 20
    assert told.counts["committed"] - before == 2


def test_reads_that_wait_for_a_thread_are_counted(store: Store) -> None:
    go_on = threading.Event()

    async def ask() -> None:
        reads = [asyncio.create_task(store.read(lambda _: go_on.wait())) for _ in range(7)]
        while store.reads_waiting < 3:
            await asyncio.sleep(0.01)
        assert store.reads_waiting == 3
        go_on.set()
        await asyncio.gather(*reads)
        assert store.reads_waiting == 0

    asyncio.run(ask())


def test_the_log_grows_while_somebody_holds_on_to_an_old_state(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        begun, go_on = threading.Event(), threading.Event()

        def hold(connection: Connection) -> None:
            connection.execute(text("SELECT count(*) FROM tables")).all()
            begun.set()
            go_on.wait()

        holder = threading.Thread(target=store.read_now, args=(hold,))
        holder.start()
        begun.wait()
        store.write_now(appending(code, 0))
        while store.write_ahead is None or store.write_ahead.waiting == 0:
            time.sleep(0.05)
        held = store.write_ahead
        assert held.bytes >= held.waiting
        go_on.set()
        holder.join()
        while store.write_ahead.waiting > 0:
            time.sleep(0.05)
        assert store.write_ahead.reached > held.reached


def test_postgresql_sees_to_its_own_log(postgres_url: str, tmp_path: Path) -> None:
    with Store.open(postgres_url) as store:
        assert store.write_ahead is None
