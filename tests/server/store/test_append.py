"""The log only grows: one row a number, all that depends on it in the same transaction."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection

from perron.server.store import Appended, LogRow, Missing, Snapshot, Stale, Store, queries, standing
from tests.server.store.making import add_table, appending, row, seats, table


def snapshot(store: Store, code: str) -> Snapshot:
    found = store.read_now(lambda connection: queries.load_snapshot(connection, code))
    assert found is not None
    return found


def test_a_table_comes_back_as_it_was_made(store: Store) -> None:
    made = table(listed=True, turn_began=5, rematch="abcdefghjk", rematch_by=1)
    store.write_now(lambda connection: queries.create_table(connection, made, seats(made.code)))
    found = snapshot(store, made.code)
    assert found.table == made
    assert found.seats == tuple(seats(made.code))
    assert found.log == ()


def test_a_table_that_is_not_there_is_none(store: Store) -> None:
    assert store.read_now(lambda connection: queries.load_snapshot(connection, "nothere234")) is None


def test_a_row_and_what_depends_on_it_are_kept_together(store: Store) -> None:
    code = add_table(store)

    def job(connection: Connection) -> Appended:
        changes = {"to_move": 1, "due": 9_000, "due_what": "bot", "turn_began": 2_000}
        return queries.append(connection, code, 0, row(client="0:a", spent_ms=17), changes, {0: {"bank_ms": 600}})

    assert store.write_now(job) == Appended(1)
    found = snapshot(store, code)
    assert found.log == (
        LogRow(
            number=1,
            kind="action",
            seat=0,
            text="draw blind",
            action=7,
            answers=(3, 1),
            by="person",
            client="0:a",
            spent_ms=17,
            at=2_000,
        ),
    )
    kept = found.table
    assert (kept.number, kept.to_move, kept.due, kept.due_what, kept.active) == (1, 1, 9_000, "bot", 2_000)
    assert found.seats[0].bank_ms == 600


def test_an_answer_to_an_older_number_is_stale(store: Store) -> None:
    code = add_table(store)
    store.write_now(appending(code, 0))
    store.write_now(appending(code, 1))
    for expected in (0, 1, 3, 99):
        with pytest.raises(Stale) as caught:
            store.write_now(appending(code, expected))
        assert caught.value.number == 2
    assert [found.number for found in snapshot(store, code).log] == [1, 2]


def test_the_same_message_twice_is_applied_once_and_answered_twice(store: Store) -> None:
    code = add_table(store)
    assert store.write_now(appending(code, 0, client="0:a")) == Appended(1)
    store.write_now(appending(code, 1, client="0:b"))
    assert store.write_now(appending(code, 0, client="0:a")) == Appended(1, repeated=True)
    assert store.write_now(appending(code, 2, client="0:a")) == Appended(1, repeated=True)
    assert snapshot(store, code).table.number == 2
    other = add_table(store)
    assert store.write_now(appending(other, 0, client="0:a")) == Appended(1)


def test_a_row_for_a_table_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(Missing):
        store.write_now(appending("nothere234", 0))


def test_what_a_job_did_before_it_failed_is_undone(store: Store) -> None:
    code = add_table(store)

    def job(connection: Connection) -> None:
        queries.append(connection, code, 0, row(), {"to_move": 1}, {0: {"name": "lost"}})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write_now(job)
    found = snapshot(store, code)
    assert (found.table.number, found.table.to_move, found.log, found.seats[0].name) == (0, None, (), "Åsa")


def test_key_and_commitment_cannot_be_changed(store: Store) -> None:
    code = add_table(store)
    with pytest.raises(ValueError, match="key"):
        store.write_now(appending(code, 0, {"key": b"another"}))
    with pytest.raises(ValueError, match="number"):
        store.write_now(lambda connection: queries.change_table(connection, code, {"number": 7}))


def test_of_fifty_writers_of_the_same_number_exactly_one_is_applied(store: Store) -> None:
    code = add_table(store)

    async def race() -> list[object]:
        jobs = [store.write(appending(code, 0, {"to_move": i}, client=f"{i}:x", at=i)) for i in range(50)]
        return list(await asyncio.gather(*jobs, return_exceptions=True))

    outcomes = asyncio.run(race())
    won = [i for i, outcome in enumerate(outcomes) if outcome == Appended(1)]
    assert len(won) == 1
    lost = [outcome for i, outcome in enumerate(outcomes) if i not in won]
    assert all(isinstance(outcome, Stale) and outcome.number == 1 for outcome in lost)
    found = snapshot(store, code)
    assert [entry.client for entry in found.log] == [f"{won[0]}:x"]
    assert found.table.to_move == won[0]


def test_of_fifty_copies_of_one_message_one_is_applied_and_all_are_answered_alike(store: Store) -> None:
    code = add_table(store)

    async def race() -> list[Appended]:
        return list(await asyncio.gather(*(store.write(appending(code, 0, client="0:x")) for _ in range(50))))

    outcomes = asyncio.run(race())
    assert {outcome.number for outcome in outcomes} == {1}
    assert sum(not outcome.repeated for outcome in outcomes) == 1


def test_fifty_writers_who_try_again_when_stale_leave_a_log_without_gaps(store: Store) -> None:
    code = add_table(store)

    async def one(i: int) -> int:
        expected = 0
        while True:
            try:
                return (await store.write(appending(code, expected, {"to_move": i}, client=f"{i}", at=i))).number
            except Stale as stale:
                expected = stale.number

    async def race() -> list[int]:
        return list(await asyncio.gather(*(one(i) for i in range(50))))

    got = asyncio.run(race())
    found = snapshot(store, code)
    assert sorted(got) == list(range(1, 51)) == [entry.number for entry in found.log]
    assert [entry.client for entry in found.log] == [str(got.index(number)) for number in range(1, 51)]
    assert found.table.number == 50
    assert found.table.to_move == got.index(50)


def test_two_workers_on_one_postgresql_apply_one_row_a_number(postgres_url: str) -> None:
    with Store.open(postgres_url) as one, Store.open(postgres_url) as two:
        code = add_table(one)

        async def race() -> list[object]:
            jobs = [
                store.write(appending(code, number, client=f"{i}:{number}"))
                for number in range(5)
                for i, store in enumerate((one, two) * 5)
            ]
            return list(await asyncio.gather(*jobs, return_exceptions=True))

        outcomes = asyncio.run(race())
        assert all(isinstance(outcome, Appended | Stale) for outcome in outcomes)
        applied = [outcome.number for outcome in outcomes if isinstance(outcome, Appended)]
        log = snapshot(two, code).log
        assert sorted(applied) == [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert applied


def test_an_undo_takes_back_the_last_action_that_stands() -> None:
    def entry(number: int, kind: str) -> LogRow:
        return LogRow(number=number, kind=kind, seat=0, by="person", at=1)

    kinds = ["action", "action", "undo", "stand_in", "action", "resign"]
    assert [left.number for left in standing(map(entry, range(1, 7), kinds))] == [1, 5]
