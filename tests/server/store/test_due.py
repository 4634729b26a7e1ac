"""What must happen without a client: due tables, leases, clocks over an outage, and the end of old tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from perron.server.store import Due, MessageRow, Notice, Store, TableRow, queries
from perron.server.store.queries import DAY_MS
from tests.server.store.making import add_table, appending


def load(store: Store, code: str) -> TableRow | None:
    return store.read_now(lambda connection: queries.load_table(connection, code))


def loaded(store: Store, code: str) -> TableRow:
    found = load(store, code)
    assert found is not None
    return found


def beat(store: Store, now: int) -> int:
    return store.write_now(lambda connection: queries.record_heartbeat(connection, now))


def test_due_tables_come_longest_due_first(store: Store) -> None:
    late = add_table(store, due=500, due_what="bot", number=4)
    later = add_table(store, due=400, due_what="clock")
    add_table(store, due=1_001, due_what="bot")
    add_table(store)
    found = store.read_now(lambda connection: queries.due_tables(connection, 1_000))
    assert found == (Due(later, 0, 400, "clock"), Due(late, 4, 500, "bot"))
    assert len(store.read_now(lambda connection: queries.due_tables(connection, 1_000, limit=1))) == 1


def test_a_lease_is_of_one_worker_until_it_ends(store: Store) -> None:
    code = add_table(store, due=500, due_what="bot")

    def take(worker: str, number: int, now: int) -> bool:
        return store.write_now(lambda c: queries.take_lease(c, code, number, worker, now, now + 100))

    assert not take("one", 3, 1_000)  # the table is at 0
    assert take("one", 0, 1_000)
    assert not take("two", 0, 1_099)
    assert take("one", 0, 1_050)  # longer
    assert store.read_now(lambda connection: queries.due_tables(connection, 1_149)) == ()
    assert len(store.read_now(lambda connection: queries.due_tables(connection, 1_150))) == 1
    assert take("two", 0, 1_150)
    store.write_now(lambda connection: queries.drop_lease(connection, code, "one"))
    assert loaded(store, code).lease == "two"
    store.write_now(lambda connection: queries.drop_lease(connection, code, "two"))
    assert loaded(store, code).lease is None


def test_of_many_workers_one_gets_the_lease(store: Store) -> None:
    code = add_table(store, due=500, due_what="bot")

    def taking(worker: str) -> Callable[[Connection], bool]:
        return lambda connection: queries.take_lease(connection, code, 0, worker, 1_000, 2_000)

    async def race() -> list[bool]:
        jobs = [store.write(taking(f"w{i}")) for i in range(30)]
        return list(await asyncio.gather(*jobs))

    got = asyncio.run(race())
    assert got.count(True) == 1
    assert loaded(store, code).lease == f"w{got.index(True)}"


def test_an_action_ends_the_lease(store: Store) -> None:
    code = add_table(store, due=500, due_what="bot")
    store.write_now(lambda connection: queries.take_lease(connection, code, 0, "one", 1_000, 2_000))
    store.write_now(appending(code, 0))
    assert (loaded(store, code).lease, loaded(store, code).lease_until) == (None, None)


def test_clocks_run_while_the_server_is_alive(store: Store) -> None:
    code = add_table(store, turn_began=1_000, due=61_000, due_what="clock")
    for now in (1_500, 2_500, 3_500, 13_500):
        assert beat(store, now) == 0
    assert (loaded(store, code).turn_began, loaded(store, code).due) == (1_000, 61_000)


def test_the_first_beats_of_several_workers_may_come_at_once(store: Store) -> None:
    async def start() -> list[int]:
        return list(
            await asyncio.gather(*(store.write(lambda c: queries.record_heartbeat(c, 1_000)) for _ in range(8)))
        )

    assert asyncio.run(start()) == [0] * 8


def test_nobody_loses_time_while_the_server_is_down(store: Store) -> None:
    thinking = add_table(store, turn_began=1_000, due=61_000, due_what="clock")
    moved_after_the_beat = add_table(store, turn_began=4_200, due=64_200, due_what="clock")
    bot = add_table(store, turn_began=3_000, due=5_000, due_what="bot")
    ended = add_table(store, status="over", turn_began=1_000)
    beat(store, 4_000)
    assert beat(store, 104_000) == 100_000
    assert beat(store, 104_500) == 0
    assert (loaded(store, thinking).turn_began, loaded(store, thinking).due) == (101_000, 161_000)
    moved = loaded(store, moved_after_the_beat)
    assert (moved.turn_began, moved.due) == (104_000, 164_000)
    assert (loaded(store, bot).turn_began, loaded(store, bot).due) == (103_000, 5_000)
    assert loaded(store, ended).turn_began == 1_000


def test_nobody_gains_time_when_the_clock_of_the_machine_is_set_back(store: Store) -> None:
    code = add_table(store, turn_began=99_000, due=159_000, due_what="clock")
    beat(store, 100_000)
    assert beat(store, 50_000) == -50_000
    assert (loaded(store, code).turn_began, loaded(store, code).due) == (49_000, 109_000)


def test_a_clock_that_is_set_back_keeps_neither_a_bot_nor_a_lease_waiting(store: Store) -> None:
    bot = add_table(store, turn_began=99_000, due=101_000, due_what="bot", lease="one", lease_until=104_000)
    just_begun = add_table(store, turn_began=100_500, due=102_500, due_what="bot", lease="one", lease_until=105_500)
    beat(store, 100_000)
    assert beat(store, 50_000) == -50_000
    kept = loaded(store, bot)
    assert (kept.due, kept.lease_until) == (51_000, 54_000)
    began = loaded(store, just_begun)
    assert (began.turn_began, began.due, began.lease_until) == (50_000, 52_000, 55_000)


def test_nothing_grows_older_when_the_clock_is_set_while_a_server_runs(store: Store) -> None:
    code = add_table(store, active=1_000)
    over = add_table(store, status="over", active=1_000, expires=90_000)
    revision = loaded(store, over).revision
    beat(store, 4_000)
    assert (
        store.write_now(lambda connection: queries.record_heartbeat(connection, 104_000, clock_was_set=True)) == 100_000
    )
    assert loaded(store, code).active == 101_000
    ends = loaded(store, over)
    assert (ends.active, ends.expires, ends.revision) == (101_000, 190_000, revision + 1)


def test_all_are_told_to_read_again_after_an_outage(store: Store) -> None:
    beat(store, 1_000)
    heard: list[Notice] = []
    store.subscribe(heard.append)
    beat(store, 500_000)
    store.write_now(lambda connection: None)
    assert Notice("missed") in heard


def test_an_idle_table_is_set_aside_and_says_when_it_will_go(store: Store) -> None:
    idle = add_table(store, active=1_000, keep_days=3, due=5_000, due_what="clock")
    busy = add_table(store, active=2_000, keep_days=3)
    over = add_table(store, active=500, status="over", expires=DAY_MS)
    now = 1_000 + 7 * DAY_MS
    gone = store.write_now(lambda connection: queries.abandon_idle(connection, now, 7 * DAY_MS))
    assert gone == (idle,)
    kept = loaded(store, idle)
    assert (kept.status, kept.expires, kept.due) == ("abandoned", now + 3 * DAY_MS, None)
    assert loaded(store, busy).status == "playing"
    assert loaded(store, over).expires == DAY_MS


@pytest.mark.parametrize("status", ["over", "abandoned"])
def test_an_ended_table_goes_when_its_time_has_come_with_all_that_is_its(store: Store, status: str) -> None:
    heard: list[Notice] = []
    code = add_table(store, status=status, expires=DAY_MS)
    store.write_now(appending(code, 0))
    store.write_now(lambda c: queries.add_message(c, code, MessageRow(seat=0, name="", kind="chat", text="", at=1)))
    kept = add_table(store, status=status, expires=DAY_MS + 1)
    store.subscribe(heard.append)

    def expire(now: int) -> tuple[str, ...]:
        return store.write_now(lambda connection: queries.expire(connection, now))

    assert expire(DAY_MS - 1) == ()
    assert loaded(store, code).expires == DAY_MS
    assert expire(DAY_MS) == (code,)
    assert load(store, code) is None
    assert loaded(store, kept).code == kept
    left = store.read_now(lambda c: (queries.rows_after(c, code), queries.load_seats(c, code)))
    assert left == ((), ())
    assert store.read_now(lambda connection: queries.messages_after(connection, code)) == ()
    store.write_now(lambda connection: None)
    assert heard == [Notice("gone", code)]


@pytest.mark.parametrize("more", [{"status": "playing"}, {"status": "waiting"}, {"status": "over", "expires": None}])
def test_a_table_that_has_not_ended_never_goes(store: Store, more: dict[str, Any]) -> None:
    code = add_table(store, **{"expires": 5, **more})
    assert store.write_now(lambda connection: queries.expire(connection, 10**15)) == ()
    assert loaded(store, code).code == code


def test_a_table_can_be_removed_at_once(store: Store) -> None:
    code = add_table(store)
    assert store.write_now(lambda connection: queries.remove_table(connection, code))
    assert not store.write_now(lambda connection: queries.remove_table(connection, code))
    assert load(store, code) is None
