"""Several workers on one PostgreSQL hear of each other, and know when they may have missed something."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import psycopg
import pytest

from perron.server.store import MessageRow, Notice, Store, StoreGone, queries
from perron.server.store.notices import payload, read_payload
from tests.server.postgres import Postgres
from tests.server.store.making import add_table, appending

LONG = 60
"""Seconds after which something that should come is given up."""


@pytest.fixture
def workers(postgres_url: str) -> Iterator[tuple[Store, Store]]:
    with Store.open(postgres_url) as one, Store.open(postgres_url) as two:
        yield one, two


def listen(store: Store) -> queue.SimpleQueue[Notice]:
    heard: queue.SimpleQueue[Notice] = queue.SimpleQueue()
    store.subscribe(heard.put)
    return heard


def cut(url: str) -> int:
    """End every connection that listens to this database, from its side; returns how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        asked = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        found = connection.execute(f"{asked} AND datname = current_database()").fetchone()
    assert found is not None
    return int(found[0])


def test_every_worker_hears_what_any_worker_has_committed_once(workers: tuple[Store, Store]) -> None:
    one, two = workers
    heard_by_one, heard_by_two = listen(one), listen(two)
    code = add_table(one)
    one.write_now(appending(code, 0))
    two.write_now(appending(code, 1))
    message = MessageRow(seat=0, name="Åsa", kind="chat", text="hej", at=1)
    one.write_now(lambda connection: queries.add_message(connection, code, message))
    two.write_now(lambda connection: queries.remove_table(connection, code))
    for heard in (heard_by_one, heard_by_two):
        found = [heard.get(timeout=LONG) for _ in range(5)]
        assert set(found) == {
            Notice("table", code, 0),
            Notice("log", code, 1),
            Notice("log", code, 2),
            Notice("message", code, 1),
            Notice("gone", code),
        }
        assert heard.empty()


def test_notices_of_one_worker_reach_another_in_their_order(workers: tuple[Store, Store]) -> None:
    one, two = workers
    code = add_table(one)
    heard = listen(two)
    for number in range(30):
        one.write_now(appending(code, number))
    numbers = []
    while 30 not in numbers:
        notice = heard.get(timeout=LONG)
        if notice.what == "log":
            numbers.append(notice.number)
    assert numbers == list(range(1, 31))


def test_a_worker_whose_connection_was_cut_listens_again_and_says_that_it_missed_something(
    workers: tuple[Store, Store], postgres_url: str
) -> None:
    one, two = workers
    heard = listen(two)
    assert cut(postgres_url) == 2
    assert heard.get(timeout=LONG) == Notice("missed")
    assert two.hears_others
    code = add_table(one)
    assert heard.get(timeout=LONG) == Notice("table", code, 0)


def test_a_store_lives_through_a_restart_of_its_database() -> None:
    cluster = Postgres()
    try:
        with Store.open(cluster.new_database()) as store:
            heard = listen(store)
            code = add_table(store)
            store.write_now(appending(code, 0))
            cluster.stop()
            cluster.start()
            while heard.get(timeout=LONG) != Notice("missed"):
                pass
            assert store.read_now(lambda connection: len(queries.rows_after(connection, code))) == 1
            assert store.write_now(appending(code, 1)).number == 2
            assert store.hears_others
    finally:
        cluster.close()


def test_a_store_whose_database_is_down_says_so_and_keeps_nothing() -> None:
    cluster = Postgres()
    try:
        store = Store.open(cluster.new_database())
        code = add_table(store)
        cluster.stop()
        with pytest.raises(StoreGone, match="PostgreSQL database test1"):
            store.write_now(appending(code, 0))
        with pytest.raises(StoreGone, match="PostgreSQL database test1"):
            store.read_now(lambda connection: queries.load_table(connection, code))
        cluster.start()
        assert store.read_now(lambda connection: queries.rows_after(connection, code)) == ()
        store.close()
    finally:
        cluster.close()


def test_a_notice_survives_the_way_and_nonsense_makes_everybody_read_again() -> None:
    notice = Notice("log", "abcdefghjk", 17)
    assert read_payload(payload("me", notice)) == notice
    assert read_payload(payload("me", notice)).origin == "me"
    assert read_payload(payload("me", Notice("missed"))) == Notice("missed")
    for nonsense in ("", "x", "a b c d", "a log 1"):
        assert read_payload(nonsense) == Notice("missed")
