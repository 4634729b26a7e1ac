"""Commit, then acknowledge, then publish: the order of things, on both stores."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from perron.server.store import Notice, Stale, Store, StoreError, queries
from tests.server.store.making import add_table, appending, row


def numbers(store: Store, code: str) -> list[int]:
    return [entry.number for entry in store.read_now(lambda connection: queries.rows_after(connection, code))]


def test_jobs_that_wait_are_one_transaction_in_their_order_and_a_failing_one_fails_alone(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        begun, go = threading.Event(), threading.Event()
        transactions: list[int] = []

        def hold(connection: Connection) -> None:
            begun.set()
            go.wait()

        def note(connection: Connection) -> None:
            transactions.append(id(connection))

        def fail(connection: Connection) -> None:
            queries.append(connection, code, 5, row(text="lost"))
            raise ZeroDivisionError

        async def all_at_once() -> list[object]:
            first = asyncio.ensure_future(store.write(hold))
            await asyncio.to_thread(begun.wait)
            jobs = [store.write(appending(code, i, at=i)) for i in range(5)]
            more = [store.write(appending(code, i, at=i)) for i in range(5, 10)]
            waiting = asyncio.gather(
                store.write(note), *jobs, store.write(fail), *more, store.write(note), return_exceptions=True
            )
            await asyncio.sleep(0)
            go.set()
            await first
            return list(await waiting)

        outcomes = asyncio.run(all_at_once())
        assert [getattr(outcome, "number", None) for outcome in outcomes[1:6]] == [1, 2, 3, 4, 5]
        assert isinstance(outcomes[6], ZeroDivisionError)
        assert [getattr(outcome, "number", None) for outcome in outcomes[7:12]] == [6, 7, 8, 9, 10]
        assert transactions[0] == transactions[1]
        log = store.read_now(lambda connection: queries.rows_after(connection, code))
        assert [(entry.number, entry.at, entry.text) for entry in log] == [(i + 1, i, "draw blind") for i in range(10)]


def test_a_commit_that_fails_is_told_to_every_writer_of_the_group_and_published_to_nobody(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        code = add_table(store)
        heard: list[Notice] = []
        store.subscribe(heard.append)

        def spoil(connection: Connection) -> None:  # a broken reference is found at the commit
            connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
            queries.append(connection, code, 0, row())
            connection.exec_driver_sql("UPDATE log SET code = 'nowhere'")

        with pytest.raises(StoreError, match="FOREIGN KEY"):
            store.write_now(spoil)
        assert numbers(store, code) == []
        store.write_now(appending(code, 0))
        assert numbers(store, code) == [1]
        store.write_now(lambda connection: None)
        assert heard == [Notice("log", code, 1)]


def test_nothing_is_told_before_it_can_be_read(store: Store) -> None:
    code = add_table(store)
    seen: list[tuple[str, int, int]] = []

    def look(notice: Notice) -> None:
        kept = store.read_now(lambda connection: queries.load_table(connection, code))
        assert kept is not None
        seen.append((notice.what, notice.number, kept.number))

    store.subscribe(look)
    for i in range(20):
        store.write_now(appending(code, i))
    store.close()
    assert [(what, number) for what, number, _ in seen] == [("log", i) for i in range(1, 21)]
    assert all(number <= kept for _, number, kept in seen)


def test_a_writer_hears_before_the_others_do(store: Store) -> None:
    code = add_table(store)
    order: list[str] = []

    async def act(i: int) -> None:
        number = (await store.write(appending(code, i))).number
        order.append(f"acknowledged {number}")

    async def play() -> None:
        store.subscribe(lambda notice: order.append(f"published {notice.number}"))
        for i in range(5):
            await act(i)
        while len(order) < 10:
            await asyncio.sleep(0.001)

    asyncio.run(play())
    assert order == [f"{what} {i}" for i in range(1, 6) for what in ("acknowledged", "published")]


def test_a_refused_job_is_not_published(store: Store) -> None:
    code = add_table(store)
    heard: list[Notice] = []
    unsubscribe = store.subscribe(heard.append)
    with pytest.raises(Stale):
        store.write_now(appending(code, 7))
    store.write_now(appending(code, 0))
    store.write_now(lambda connection: None)
    unsubscribe()
    store.write_now(appending(code, 1))
    store.close()
    assert heard == [Notice("log", code, 1)]


def test_a_writer_that_goes_away_takes_nothing_with_it(store: Store) -> None:
    code = add_table(store)

    async def leave() -> None:
        task = asyncio.ensure_future(store.write(appending(code, 0)))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.to_thread(store.close)

    asyncio.run(leave())
    with Store.open(store.url) as again:
        assert numbers(again, code) == [1]


def test_closing_finishes_what_was_put_and_refuses_what_comes_after(store: Store) -> None:
    code = add_table(store)

    async def play() -> list[object]:
        tasks = [asyncio.ensure_future(store.write(partial(change, i=i))) for i in range(40)]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    def change(connection: Connection, i: int) -> int:
        queries.change_table(connection, code, {"active": i})
        return i

    assert asyncio.run(play()) == list(range(40))
    with pytest.raises(StoreError, match="closed"):
        store.write_now(appending(code, 0))
    with pytest.raises(StoreError, match="closed"):
        asyncio.run(store.read(lambda connection: None))
    store.close()  # once more does no harm
    with Store.open(store.url) as again:
        kept = again.read_now(lambda connection: queries.load_table(connection, code))
    assert kept is not None
    assert kept.revision == 40


def test_a_read_is_of_one_moment_and_cannot_write(store: Store) -> None:
    code = add_table(store)

    def look(connection: Connection) -> list[int]:
        before = len(queries.rows_after(connection, code))
        store.write_now(appending(code, 0))
        return [before, len(queries.rows_after(connection, code))]

    assert store.read_now(look) == [0, 0]
    assert numbers(store, code) == [1]
    with pytest.raises(StoreError, match=r"read.?only"):
        store.read_now(lambda connection: queries.change_table(connection, code, {"to_move": 1}))


def test_a_deadlock_is_tried_again(postgres_url: str) -> None:
    with Store.open(postgres_url) as store:
        one, two = add_table(store), add_table(store)
        both = threading.Barrier(2)
        tries: list[str] = []

        def crossing(first: str, second: str) -> None:
            def job(connection: Connection) -> None:
                tries.append(first)
                queries.load_table(connection, first, lock=True)
                if tries.count(first) == 1:
                    both.wait()
                queries.change_table(connection, first, {"to_move": 1})
                queries.change_table(connection, second, {"to_move": 0})

            store.write_now(job)

        threads = [threading.Thread(target=crossing, args=pair) for pair in ((one, two), (two, one))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(tries) > 2
        revisions = [store.read_now(partial(queries.load_table, code=code)) for code in (one, two)]
        assert [found.revision for found in revisions if found] == [2, 2]


def test_sqlite_waits_for_the_disk_and_keeps_references(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:

        def ask(connection: Connection) -> list[object]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names]

        assert store.write_now(ask) == ["wal", 2, 1]
    file = tmp_path / "data" / "perron.sqlite"
    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0
